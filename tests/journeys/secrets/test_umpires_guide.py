"""The first turn of docs/umpires-guide.md, done in the window as the page says: names of entries and buttons are read
from it.
"""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QPushButton, QScrollArea

from tabletop.desktop.dispatches.dispatches_panel import DispatchesPanel
from tabletop.desktop.program import module_cards
from tabletop.desktop.start.start_page import StartPage
from tabletop.desktop.umpire.beliefs_panel import BeliefsPanel
from tabletop.desktop.umpire.desk.desk_panel import DeskPanel
from tabletop.desktop.widgets.toast import Toast
from tabletop.desktop.window.seats.curtain import Curtain
from tests.journeys.conftest import Player, says

PAGE = (Path(__file__).parents[3] / "docs" / "umpires-guide.md").read_text(encoding="utf-8")
MAP = "wend"


def steps() -> list[list[str]]:
    """Return the numbered steps of the first turn, each as the names in it: of entries, buttons and people."""
    section = PAGE.split("## The first turn in ten minutes")[1].split("\n## ")[0]
    return [re.findall(r"[*`]([^*`]+)[*`]", step) for step in re.split(r"^\d+\. ", section, flags=re.MULTILINE)[1:]]


@pytest.fixture
def page(player, qtbot, monkeypatch) -> Player:
    """Return a player at the start page; without covers, to be quick."""
    monkeypatch.setattr(module_cards, "cover", lambda *_: None)
    player.program.show_start()
    qtbot.waitExposed(player.program.window)
    player.program.window.activateWindow()
    player.settle()
    return player


def choose(player: Player, words: str) -> None:
    """Choose a menu entry that the page names: Menu > Entry."""
    menu, entry = words.split(" > ")
    (opened,) = (action.menu() for action in player.window.menuBar().actions() if action.text() == menu)
    (named,) = (action for action in opened.actions() if action.text().removesuffix("…") == entry)
    named.trigger()
    player.settle()


def sit_down(player: Player, seat: str) -> None:
    """Draw the curtain, and take a seat."""
    player.choose("Draw the curtain")
    player.push(seat)


def seats(player: Player, entry: str, name: str, plays: str, apply: str) -> None:
    """Give a seat to somebody new in the dialog of seats."""

    def give(dialog: QDialog) -> None:
        (field,) = (one for one in dialog.findChildren(QLineEdit) if one.isVisible())
        (choice,) = (one for one in dialog.findChildren(QComboBox) if one.accessibleName() == "Sides of a new player")
        field.setText(name)
        assert choice.findText(plays) >= 0, plays
        choice.setCurrentText(plays)
        says(apply)(dialog)

    with player.answering(give):
        choose(player, entry)
    player.wait(lambda: name in player.game.seats)


def lies(player: Player, name: str) -> dict[str, int]:
    """Return the counters of this name that the seat sees, by their places."""
    return {player.where(piece): piece for piece in player.game.pieces if player.name(piece) == name}


def drag(player: Player, piece: int, place: str) -> None:
    """Drag a column to a place, by its lower left corner."""
    player.look(player.where(piece), MAP, 0.45)
    corner = player.window.scenes[MAP].middle(piece) + QPointF(-52, 52)
    player.drag(player.shown(corner, MAP), player.at(place, MAP))


def set_up_table(player: Player, module: str, access: str, button: str, scenario: str) -> None:
    """Set up a scenario on the start page, which must offer this access for a table."""
    player.wait(lambda: bool(player.buttons(f"{button} {scenario}")))
    (found,) = player.buttons(f"{button} {scenario}")
    start = player.find(StartPage)
    chosen = [choice.currentText() for choice in start.findChildren(QComboBox) if choice.isVisible()]
    assert access in chosen
    player.bring_into_view(found)
    player.click(found)
    player.wait(lambda: module in player.window.windowTitle())


def is_whole_on_a_small_screen(player: Player) -> None:
    """Open the desk at 1366 x 768 and check that neither its panel nor the buttons of the views are cut.

    At 1000 x 768 the views that do not fit are in a menu, and messages leave the buttons free.
    """
    player.window.resize(1366, 768)
    for _ in range(2 if player.find(DeskPanel).isVisible() else 1):
        choose(player, "Umpire > Umpire's desk")
    bar, (area,) = player.window.views.bar, player.find(DeskPanel).findChildren(QScrollArea)
    player.wait(lambda: area.viewport().width() >= area.widget().minimumSizeHint().width())
    player.wait(lambda: bar.geometry().right() < bar.parentWidget().width())
    if player.find(BeliefsPanel).isVisible():
        choose(player, "Window > Belief and truth")
    player.window.resize(1000, 768)
    player.wait(lambda: "More" in bar.words and bar.geometry().right() < bar.parentWidget().width())
    player.window.model.remarked.emit("A sentence over the map.")
    (toast,) = player.window.findChildren(Toast)
    assert toast.isVisible()
    assert not toast.geometry().intersects(bar.geometry())
    (more,) = [each for each in bar.findChildren(QPushButton) if each.text() == "More"]
    more.menu().aboutToShow.emit()
    folded = [each.text().split("  ")[0] for each in more.menu().actions()]
    assert not set(folded) & set(bar.words)
    more.menu().actions()[-1].trigger()
    player.wait(lambda: folded[-1] in bar.words)
    bar.findChildren(QPushButton)[0].click()
    player.window.resize(1366, 768)
    choose(player, "Umpire > Umpire's desk")


def test_the_first_turn_is_played_as_the_page_says(page: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    start, seating, hale, thorn, march, order, allow, contact = steps()
    set_up_table(page, start[1], start[2], start[3], start[4])
    page.model.refused.connect(page.refused.append)
    umpire = page.model.seat
    assert page.game.seats[umpire].umpire
    choose(page, start[5])
    page.wait(lambda: page.window.rules.is_on)

    entry, anna, hales, apply, carl, thorns = seating[:6]
    seats(page, entry, anna, hales, apply)
    seats(page, entry, carl, thorns, apply)

    choose(page, hale[0])
    offered = [each.text() for each in page.find(Curtain).findChildren(QPushButton) if each.isVisible()]
    assert offered == [hale[1], thorn[0], "Hale's master of horse", "Thorn's master of horse", march[0]]
    page.push(hale[1])
    panel = page.find(DispatchesPanel)
    choose(page, "Window > Dispatches")
    assert panel.isVisible()
    assert {page.game.kind_of(piece).side for piece in page.game.pieces} == {"Hale", ""}
    drag(page, lies(page, "Hale Column")["0104"], "0203")
    choose(page, hale[2])

    looked = page.window.maps.area.game_view()
    sit_down(page, thorn[0])
    assert not panel.isVisible(), "a panel that one player has opened is not open for the next one"
    assert page.window.maps.area.game_view() != looked, "the map does not show where the other side has looked"
    choose(page, hale[2])
    assert set(lies(page, "Hale Column")) == {"0102", "0103", "0105", "0203"}
    assert not lies(page, "Ashby's Foot")

    switches = [page.entry(words) for words in ("Belief and truth", "Assistant panel", "Orders")]
    assert [each.isEnabled() for each in switches] == [False, True, True], "a player has no panel of the umpire"

    sit_down(page, march[0])
    assert [each.isEnabled() for each in switches] == [True, True, True]
    choose(page, march[1])
    page.wait(lambda: page.part[1] == "March")

    sit_down(page, order[0])
    assert panel.isVisible(), "each player finds the own panels again"
    page.push("Write…  W")
    page.look("The Mill", MAP)
    page.push("Click it…")
    page.click(page.at("The Mill", MAP))
    assert "The Mill" in [field.text() for field in panel.findChildren(QLineEdit)], "the place was clicked on the map"
    assert page.chosen == ()
    page.push("Cancel")
    drag(page, lies(page, "Hale Column")["0203"], "0303")
    assert "0203" in lies(page, "Hale Column")
    page.wait(lambda: "gives the umpire an order: a move of Hale Column" in page.log)

    sit_down(page, allow[0])
    if not page.buttons(allow[2]):
        choose(page, f"Window > {allow[1]}")
    page.push(allow[2])
    page.wait(lambda: "0303" in lies(page, "Hale Column"))

    page.press("Alt+Right")
    assert contact == []
    page.wait(lambda: page.part[1] == "Contact")
    assert page.refused == []
    is_whole_on_a_small_screen(page)

    told: list[str] = []
    monkeypatch.setattr(page.program.windows, "tell", told.append)
    [(menu, tutorial)] = re.findall(r"In the menu \*(.*)\*, \*(.*)\* replays", PAGE)
    choose(page, f"{menu} > {tutorial}")
    assert told
    page.press(Qt.Key.Key_PageDown)
    page.wait(lambda: "takes the umpire's seat" in page.log)
    page.choose("Go to end")
    facts = page.window.views.facts
    brief = [[(facts.title(side), words) for side, words in facts.in_brief(force)] for force in facts.forces]
    assert [("Thorn", "screen")] in brief, "the plate names a side once if all its cells know the same"
    assert [("Horse (Hale)", "told 1 turn ago")] in brief
