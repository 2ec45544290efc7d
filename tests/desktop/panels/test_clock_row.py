"""The clocks of the sides, in a row over the table."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QPushButton, QWidget

from tabletop.desktop.panels.clock_row import ClocksBar
from tabletop.game.state.side_clocks import running
from tabletop.module.schema.module_file import ClockLook, ClocksRecord

CLOCKS = ClocksRecord(sides=("JP", "AL"), keys={"AL": "alt A"}, next="alt N", stop="alt P")


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def bar(window, both) -> ClocksBar:
    session = both.model.table_seat.session
    session.components = replace(session.components, clocks=CLOCKS.sides)
    made = ClocksBar(both.model, CLOCKS, {"JP": "Japan", "AL": "Allies"}.__getitem__)
    made.setParent(window)
    return made


def now(both) -> str:
    return running(both.model.game.properties.get)


def test_a_click_lets_a_clock_run_and_stops_it(bar: ClocksBar, both) -> None:
    japan, allies = bar.findChildren(QPushButton)
    assert [japan.text(), allies.text()] == ["Japan  0:00", "Allies  0:00"]
    allies.click()
    assert (now(both), allies.isChecked(), japan.isChecked()) == ("AL", True, False)
    japan.click()
    assert (now(both), allies.isChecked()) == ("JP", False)
    japan.click()
    assert (now(both), japan.isChecked()) == ("", False)


def test_keys_press_clocks(bar: ClocksBar, both) -> None:
    seen = []
    for key in ("alt N", "alt N", "alt N", "alt A", "alt A", "alt N", "alt P"):
        assert bar.press(key)
        seen.append(now(both))
    assert seen == ["JP", "AL", "JP", "AL", "", "JP", ""]
    assert not bar.press("F")
    assert not bar.press("")


@pytest.fixture
def timed(window, both) -> ClocksBar:
    """Return a row of clocks like those of an imported module."""
    looks = {"JP": ClockLook(title="", tip="Time", ground="#FFFF00", ink=("#333333", "#000000"))}
    clocks = CLOCKS.model_copy(update={"looks": looks, "passes": True, "shown": False})
    session = both.model.table_seat.session
    session.components = replace(session.components, clocks=CLOCKS.sides)
    made = ClocksBar(both.model, clocks, {"JP": "Japan", "AL": "Allies"}.__getitem__)
    made.setParent(window)
    return made


def test_a_click_may_let_the_next_clock_run_whichever_it_is(timed: ClocksBar, both) -> None:
    japan, allies = timed.findChildren(QPushButton)
    seen = []
    for clicked in (allies, allies, allies, japan):
        clicked.click()
        seen.append(now(both))
    assert seen == ["AL", "JP", "AL", "JP"]


def test_a_clock_that_runs_has_the_colours_of_the_module_and_its_words(timed: ClocksBar) -> None:
    japan, allies = timed.findChildren(QPushButton)
    assert (japan.text(), japan.toolTip(), japan.styleSheet()) == ("0:00", "Time", "")
    japan.click()
    assert "#FFFF00" in japan.styleSheet()
    assert allies.styleSheet() == ""
    allies.click()
    assert japan.styleSheet() == ""


def test_the_row_is_shown_when_a_clock_runs_and_its_button_stops_that_before_it_hides_the_row(
    timed: ClocksBar, both
) -> None:
    seen = []
    assert timed.isHidden()
    for step in (timed.switch, timed.switch, lambda: timed.press("alt N"), timed.switch, timed.switch):
        step()
        seen.append((timed.isHidden(), now(both)))
    assert seen == [(False, ""), (True, ""), (False, "JP"), (False, ""), (True, "")]


def test_the_only_clock_runs_or_stops(window, both) -> None:
    session = both.model.table_seat.session
    session.components = replace(session.components, clocks=("JP",))
    bar = ClocksBar(both.model, CLOCKS.model_copy(update={"sides": ("JP",), "passes": True}), str)
    bar.setParent(window)
    [japan] = bar.findChildren(QPushButton)
    seen = []
    for _ in range(3):
        japan.click()
        seen.append(now(both))
    assert seen == ["JP", "", "JP"]


def test_without_clocks_there_is_nothing_to_see(qtbot, both) -> None:
    bar = ClocksBar(both.model, None, str)
    qtbot.addWidget(bar)
    assert bar.isHidden()
    assert not bar.press("alt N")
