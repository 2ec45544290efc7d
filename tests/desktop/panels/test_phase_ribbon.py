"""The ribbon shows the state of a tracker, also of one whose levels take turns; each tracker has its own."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFont, QHelpEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QSpinBox, QToolTip, QVBoxLayout, QWidget

from tabletop.desktop.drawing.fonts import load_fonts
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.panels.phase_ribbon import Chevrons, Ribbon
from tabletop.desktop.panels.turn_setter import TurnDialog
from tabletop.game.commands import SetTracker
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SEASONS = Tracker(
    "Seasons",
    (
        NumberLevel("Year", 1914, 1918, within=""),
        NameLevel("Summer", ("march", "fight"), within="Year"),
        NameLevel("Winter", ("rest",), within="Year"),
    ),
)
SPOKEN = Tracker(
    "Spoken",
    (NumberLevel("Year", 1914, words="the year {Value}"), NameLevel("Part", ("spring", "fall"))),
    words="{Level2} of {Level1}",
    ahead_only=True,
    tip="Seasons of war",
)
PLAYER = Tracker("Player", (NameLevel("Player", ("Red", "Blue")),))


@pytest.fixture
def ribbons(qtbot, both) -> Iterator[dict[str, Ribbon]]:
    session = both.model.table_seat.session
    session.components = replace(session.components, trackers={"Seasons": SEASONS, "Player": PLAYER, "Spoken": SPOKEN})
    made = {name: Ribbon(both.model, LIGHT, name) for name in ("", "Player", "Spoken")}
    window = QWidget()
    column = QVBoxLayout(window)
    for ribbon in made.values():
        column.addWidget(ribbon)
        ribbon.show_now()
    qtbot.addWidget(window)
    yield made
    window.close()


def shown(ribbon: Ribbon) -> tuple[str, str]:
    head = next(one.text() for one in ribbon.findChildren(QLabel) if one.text())
    return head, ribbon.findChild(Chevrons).accessibleName()


def test_only_the_left_button_selects_a_phase(ribbons, qtbot) -> None:
    chevrons = ribbons["Player"].findChild(Chevrons)
    picked: list[int] = []
    chevrons.picked.connect(picked.append)
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton):
        qtbot.mouseClick(chevrons, button, pos=QPoint(4, 10))
    assert picked == [0]


def test_its_tip_is_its_own_or_says_how_to_set_it(ribbons) -> None:
    tips = [next(one.toolTip() for one in ribbon.findChildren(QLabel) if one.text()) for ribbon in ribbons.values()]
    assert (tips[0], tips[2]) == ("Right-click to set the turn", "Seasons of war")


def test_it_shows_the_level_whose_turn_it_is(ribbons, both) -> None:
    ribbon = ribbons[""]
    seen = [shown(ribbon)]
    for _ in range(3):
        ribbon.go(1)
        ribbon.show_now()
        seen.append(shown(ribbon))
    assert seen == [
        ("1914", "march, 1 of 2"), ("1914", "fight, 2 of 2"), ("1914", "rest, 1 of 1"), ("1915", "march, 1 of 2"),
    ]  # fmt: skip


def test_a_click_on_a_name_goes_there(ribbons, both) -> None:
    both.model.submit(SetTracker("Seasons", (2, 0, -1)))
    ribbons[""].show_now()
    ribbons[""].findChild(Chevrons).picked.emit(1)
    ribbons[""].show_now()
    assert shown(ribbons[""]) == ("1916", "fight, 2 of 2")


def test_each_tracker_has_its_own(ribbons, both) -> None:
    assert shown(ribbons["Player"]) == ("Player", "Red, 1 of 2")
    ribbons["Player"].go(1)
    ribbons["Player"].show_now()
    assert shown(ribbons["Player"]) == ("Player", "Blue, 2 of 2")


def test_a_turn_may_have_words_of_its_own_and_no_way_back(ribbons, both) -> None:
    ribbon = ribbons["Spoken"]
    assert shown(ribbon) == ("spring of the year 1914", "spring, 1 of 2")
    for steps in (1, -1):
        ribbon.go(steps)
    ribbon.show_now()
    assert shown(ribbon) == ("fall of the year 1914", "fall, 2 of 2")


def test_a_turn_is_set_by_hand_level_by_level(ribbons, both) -> None:
    ribbon = ribbons["Spoken"]
    ribbon.set_turn()
    dialog = ribbon.findChild(TurnDialog)
    year, part = dialog.findChild(QSpinBox), dialog.findChild(QComboBox)
    assert (year.value(), year.minimum(), part.currentText()) == (1914, 1914, "spring")
    year.setValue(1917)
    part.setCurrentText("fall")
    dialog.accept()
    assert SPOKEN.positions(both.model.game.properties.get) == (3, 1)


def test_a_turn_that_is_left_as_it_is_is_no_step(ribbons, both) -> None:
    before = both.model.table_seat.session.journal.last
    ribbons[""].set_turn()
    ribbons[""].findChild(TurnDialog).accept()
    assert both.model.table_seat.session.journal.last == before


PHASES = (
    *("5 Economic", "6 Reinforcement", "7 First deployment", "8 Operations", "9 Reaction", "10 Air commitment"),
    *("11 Combat", "12 Return to base", "13 Second deployment", "14 End"),
)
FONT = QFont("Inter")
FONT.setPixelSize(12)


@pytest.fixture
def chevrons(qtbot) -> Chevrons:
    """Return a ribbon of no phases yet, in the font that is shipped."""
    load_fonts()
    made = Chevrons(LIGHT)
    qtbot.addWidget(made)
    made.setFont(FONT)
    return made


@pytest.mark.parametrize("wide", [986, 1072, 1306])
def test_every_name_stands_there_whole_where_there_is_room(chevrons, wide) -> None:
    chevrons.resize(wide, 40)
    for now in range(len(PHASES)):
        chevrons.show_level(PHASES, now, ("JP", "JPsoft"))
        assert chevrons.shown == PHASES
        assert chevrons.area.width() <= wide + 0.5, "the last is not cut off"


@pytest.mark.parametrize("now", range(len(PHASES)))
def test_names_of_several_words_stand_on_two_lines_where_one_has_no_room(chevrons, now) -> None:
    chevrons.resize(800, 40)
    chevrons.show_level(PHASES, now, ("JP", "JPsoft"))
    assert [name.replace("\n", " ") for name in chevrons.shown] == list(PHASES)
    assert {"7 First\ndeployment", "11\nCombat", "12 Return\nto base"} <= set(chevrons.shown)
    assert chevrons.area.width() <= 800.5


def test_where_there_is_no_room_on_two_lines_names_are_cut_with_dots(chevrons) -> None:
    chevrons.resize(500, 40)
    chevrons.show_level(PHASES, 0, ("JP", "JPsoft"))
    cut = [line for name in chevrons.shown for line in name.split("\n") if line.endswith("…")]
    assert cut
    assert all(len(line) > 1 for line in cut)
    assert chevrons.area.width() <= 500.5


@pytest.mark.parametrize("now", range(len(PHASES)))
def test_the_longest_are_cut_first_and_the_present_one_never(chevrons, now) -> None:
    chevrons.resize(600, 40)
    chevrons.show_level(PHASES, now, ("JP", "JPsoft"))
    whole = {name.replace("\n", " ") for name in chevrons.shown if "…" not in name}
    assert {PHASES[now], "14 End"} <= whole
    assert "13 Second deployment" in {PHASES[now], *set(PHASES) - whole}
    assert chevrons.area.width() <= 600.5


def test_a_name_that_was_cut_is_whole_in_its_tip(chevrons) -> None:
    chevrons.resize(500, 40)
    chevrons.show_level(PHASES, len(PHASES) - 1, ("JP", "JPsoft"))
    chevrons.show()
    for x, tip in ((495, ""), (70, PHASES[1])):
        at = QPoint(x, 10)
        QApplication.sendEvent(chevrons, QHelpEvent(QEvent.Type.ToolTip, at, chevrons.mapToGlobal(at)))
        assert QToolTip.text() == tip
