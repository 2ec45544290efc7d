"""The start page: scenarios under the headings of their module."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.start.start_page import GameCard, Scenario, StartPage
from tabletop.desktop.widgets.access_choice import AccessChoice
from tabletop.desktop.widgets.panel_parts import Fold

SCENARIOS = (
    Scenario("plain", "New game", "", {}),
    Scenario("east", "East", "", {}, ("1914", "Fronts")),
    Scenario("west", "West", "", {}, ("1914", "Fronts")),
    Scenario("all", "All of it", "", {}, ("1914",)),
)


def test_scenarios_are_found_under_their_headings(qtbot) -> None:
    game = GameCard(Path("war"), "War", "", SCENARIOS, (), None)
    page = StartPage([game], [], LIGHT)
    qtbot.addWidget(page)
    begun: list[str] = []
    page.begun.connect(lambda _path, scenario, _options: begun.append(scenario))
    heads = {fold.findChild(QPushButton).text(): fold for fold in page.findChildren(Fold)}
    assert sorted(heads) == ["1914", "Fronts"]
    starts = {one.accessibleName(): one for one in page.findChildren(QPushButton) if one.text() == "Set up"}
    assert list(starts) == ["Set up New game", "Set up East", "Set up West", "Set up All of it"]
    assert heads["1914"].isAncestorOf(heads["Fronts"])
    assert heads["Fronts"].isAncestorOf(starts["Set up West"])
    assert not heads["Fronts"].isAncestorOf(starts["Set up All of it"])
    assert not starts["Set up East"].isVisibleTo(page)
    for fold in heads.values():
        fold.unfold(on=True)
    assert starts["Set up East"].isVisibleTo(page)
    starts["Set up East"].click()
    assert begun == ["east"]


def card(name: str) -> GameCard:
    return GameCard(Path(name), name, "", (Scenario("one", f"New game of {name}", "", {}),), (), None)


def starts(page: StartPage) -> list[str]:
    return [one.accessibleName() for one in page.findChildren(QPushButton) if one.text() == "Set up"]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_shelf_is_filled_while_the_player_looks_and_the_chosen_game_begins_with_a_key(qtbot) -> None:
    read: list[str] = []
    cards = (read.append(name) or card(name) for name in ("New", "Old", "Older"))
    page = StartPage(cards, [], LIGHT, Path("New"))
    qtbot.addWidget(page)
    assert read == ["New"], "the window opens before all modules are read"
    page.show()
    qtbot.waitUntil(lambda: len(starts(page)) == 3)
    assert starts(page) == ["Set up New game of New", "Set up New game of Old", "Set up New game of Older"]
    begun: list[Path] = []
    page.begun.connect(lambda path, *_: begun.append(path))
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    assert begun == [Path("New")]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_players_may_touch_is_chosen_beside_the_title_and_not_by_scrolling(qtbot) -> None:
    games = [card("War")._replace(access="sides"), card("Patience")]
    page = StartPage(games, [], LIGHT)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: len(starts(page)) == 2)
    [choice] = page.findChildren(AccessChoice)
    assert (choice.kind, choice.currentText()) == ("sides", "Each plays their own side")
    begun: list[object] = []
    page.begun.connect(lambda _path, _scenario, _options, _boards, access: begun.append(access))
    buttons = [one for one in page.findChildren(QPushButton) if one.text() == "Set up"]
    QApplication.sendEvent(choice, wheel(choice))
    buttons[0].click()
    choice.setCurrentText("Moderated by an umpire")
    buttons[0].click()
    buttons[1].click()
    assert begun == ["sides", "moderated", None]


def wheel(over: QWidget) -> QWheelEvent:
    """Return the event of a turn of the mouse wheel over a widget."""
    at, none = QPointF(over.rect().center()), Qt.MouseButton.NoButton
    no_key, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(at, over.mapToGlobal(at), QPoint(), QPoint(0, -120), none, no_key, phase, False)
