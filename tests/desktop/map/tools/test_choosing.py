"""Selection of pieces in stacks by clicks and boxes, with modifier keys."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from tabletop.desktop.window.game_window import GameWindow
from tests.desktop.one_map import one_map

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
TEXTS = one_map(
    pieces="""
group: Pieces
pieces:
- {id: low, name: Low, width: 60, height: 60}
- {id: top, name: Top, width: 60, height: 60}
- {id: lone, name: Lone, width: 60, height: 60}
- {id: land, name: Land, width: 500, height: 300, traits: [{trait: not-stacking, boxed: alt, moves: never}]}
""",
    scenario="""
id: all
title: All
summary: All.
setup:
- {point: [300, 200], pieces: [land]}
- {point: [200, 200], pieces: [low, top]}
- {point: [400, 200], pieces: [lone]}
""",
    table="{id: main, name: Table, size: [900, 600]}",
)
AT = {
    "stack": (200, 200),
    "lone": (400, 200),
    "land": (300, 300),
    "corner": (120, 120),
    "nowhere": (580, 380),
    "bare": (720, 450),
}


@pytest.fixture
def table(opened: Callable[[Mapping[str, str]], GameWindow]) -> GameWindow:
    return opened(TEXTS)


def spot(table: GameWindow, name: str) -> QPoint:
    return table.view("main").mapFromScene(QPointF(*AT[name]))


def chosen(table: GameWindow) -> set[str]:
    game = table.model.game
    return {game.kind_of(piece).name for piece in table.selection.pieces}


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(
    ("clicks", "are_chosen"),
    [
        ([("stack", LEFT, NONE)], {"Low", "Top"}),
        ([("stack", LEFT, CTRL)], {"Top"}),
        ([("lone", LEFT, NONE), ("stack", LEFT, CTRL)], {"Lone", "Top"}),
        ([("lone", LEFT, NONE), ("stack", LEFT, SHIFT)], {"Lone", "Low", "Top"}),
        ([("stack", LEFT, NONE), ("stack", LEFT, CTRL)], set()),
        ([("stack", LEFT, CTRL), ("lone", LEFT, CTRL), ("stack", LEFT, CTRL)], {"Lone"}),
        ([("stack", RIGHT, NONE)], {"Top"}),
        ([("stack", LEFT, NONE), ("stack", RIGHT, NONE)], {"Low", "Top"}),
        ([("lone", LEFT, NONE), ("stack", RIGHT, NONE)], {"Top"}),
        ([("stack", LEFT, NONE), ("nowhere", LEFT, NONE)], set()),
        ([("stack", LEFT, NONE), ("nowhere", LEFT, SHIFT)], {"Low", "Top"}),
    ],
)
def test_a_click_means_the_stack_or_the_topmost_piece(
    table: GameWindow,
    clicks: list[tuple[str, Qt.MouseButton, Qt.KeyboardModifier]],
    are_chosen: set[str],
) -> None:
    for name, button, keys in clicks:
        QTest.mouseClick(table.view("main").viewport(), button, keys, spot(table, name))
    assert chosen(table) == are_chosen


def box(table: GameWindow, first: str, last: str, keys: Qt.KeyboardModifier) -> None:
    port, start, end = table.view("main").viewport(), spot(table, first), spot(table, last)
    QTest.mousePress(port, LEFT, keys, start)
    for step in range(1, 6):
        QTest.mouseMove(port, start + (end - start) * step / 5)
    QTest.mouseRelease(port, LEFT, keys, end)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_box_chooses_and_begins_on_what_never_moves_too(table: GameWindow) -> None:
    before = table.model.game
    box(table, "nowhere", "corner", NONE)
    assert chosen(table) == {"Low", "Top", "Lone"}
    table.selection.clear()
    box(table, "corner", "land", NONE)
    assert chosen(table) == {"Low", "Top"}
    assert table.model.game is before


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("name", "is_brought"), [("bare", True), ("land", False), ("lone", False)])
def test_a_right_click_on_the_empty_map_brings_it_to_the_middle(table: GameWindow, name: str, is_brought: bool) -> None:
    view = table.view("main")
    view.zoom_to(8.0)
    x, y = AT[name]
    view.look_at(x - 15, y - 10)
    at = spot(table, name)
    QTest.mouseClick(view.viewport(), RIGHT, NONE, at)
    view.menu_wanted.emit(at, False)
    moved = spot(table, name) - view.viewport().rect().center()
    assert (moved.manhattanLength() <= 2) == is_brought
