"""Cards in a hand lie open side by side: each can be taken, right-clicked and viewed by itself."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tabletop.desktop.map.viewer.stack_viewer import StackViewer
from tabletop.desktop.window.game_window import GameWindow
from tests.desktop.one_map import one_map

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
MODULE = one_map(
    pieces="""
group: Cards
pieces:
- {id: ace, name: Ace, like: [card]}
- {id: king, name: King, like: [card]}
- {id: ten, name: Ten, like: [card]}
patterns:
  card:
    width: 60
    height: 90
    traits: [{trait: property, name: Played, start: 0, number: yes, changes: [{key: P, menu: Play, add: "1"}]}]
""",
    scenario="""
id: all
title: All
summary: All.
setup: [{point: [100, 100], pieces: [ace, king, ten]}]
""",
    table="{id: main, name: Hand, size: [600, 400], stacks: {as_hand: yes}}",
)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def hand(opened: Callable[[Mapping[str, str]], GameWindow]) -> GameWindow:
    return opened(MODULE)


def at(window: GameWindow, card: int) -> QPoint:
    """Return the point of the view at the middle of a card of the hand. The first card is number 0."""
    return window.view("main").mapFromScene(QPointF(100 + 60 * card, 100))


def names(window: GameWindow) -> list[str]:
    return [window.model.game.kind_of(piece).name for piece in window.selection.pieces]


@pytest.mark.parametrize(("card", "name"), [(0, "Ace"), (1, "King"), (2, "Ten")])
def test_a_click_means_one_card(hand: GameWindow, card: int, name: str) -> None:
    QTest.mouseClick(hand.view("main").viewport(), LEFT, pos=at(hand, card))
    assert names(hand) == [name]


def test_the_menu_of_a_card_plays_that_card_and_fans_nothing_out(hand: GameWindow, qtbot) -> None:
    view = hand.view("main")
    QTest.mouseClick(view.viewport(), RIGHT, pos=at(hand, 1))
    view.menu_wanted.emit(at(hand, 1), False)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    lines = {line.text().partition("\t")[0]: line for line in menu.actions()}
    assert {"Fan out stack", "Gather stack"}.isdisjoint(lines)
    lines["Play"].trigger()
    menu.close()
    game = hand.model.game
    assert [game.kind_of(id).name for id, piece in game.pieces.items() if 1 in piece.state] == ["King"]


def test_a_drag_takes_one_card_and_a_double_click_looks_at_it(hand: GameWindow) -> None:
    port = hand.view("main").viewport()
    QTest.mouseDClick(port, LEFT, pos=at(hand, 1))
    assert hand.findChild(StackViewer).accessibleName().startswith("King")
    start, end = at(hand, 1), at(hand, 1) + QPoint(0, 200)
    QTest.mousePress(port, LEFT, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(port, start + (end - start) * step / 5)
    QTest.mouseRelease(port, LEFT, pos=end)
    held = sorted(len(holder.pieces) for holder in hand.model.game.holders.values() if holder.form == "stack")
    assert held == [1, 2]
