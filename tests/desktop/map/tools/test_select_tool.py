"""The tool that selects and moves: pieces as their module says, fanned stacks, buttons on pieces, and drops on
decks.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.module.library import SHELVES
from tabletop.module.new_module import new_module
from tests.desktop.one_map import one_map

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameWindow:
    """Return the window of a game that has an empty deck, 80 by 60 pixels, on its map."""
    monkeypatch.setenv(SHELVES, str(tmp_path / "shelf"))
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    folder = new_module("Border War", tmp_path / "shelf")
    scenario = folder / "scenarios" / "meeting.yaml"
    about = folder / "module.yaml"
    deck = "decks:\n- {name: Dead, map: main, point: [900, 700], cards: []}\n"
    scenario.write_text(scenario.read_text(encoding="utf-8") + deck, encoding="utf-8")
    rules = "decks:\n- {name: Dead, width: 80, height: 60}\n"
    about.write_text(about.read_text(encoding="utf-8") + rules, encoding="utf-8")
    program = DesktopApp()
    program.begin(folder, "meeting")
    assert isinstance(program.window, GameWindow)
    program.window.resize(1400, 900)
    qtbot.waitExposed(program.window)
    yield program.window
    program.window.close()
    program.window.deleteLater()


def drag(window: GameWindow, start: QPoint, end: QPoint) -> None:
    port = window.view("main").viewport()
    QTest.mousePress(port, LEFT, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(port, start + (end - start) * step / 5)
    QTest.mouseRelease(port, LEFT, pos=end)


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("beside", "count"), [((0, 0), 1), ((30, -20), 1), ((60, 0), 0)])
def test_what_is_dropped_on_an_empty_deck_comes_into_it(
    qtbot, window: GameWindow, beside: tuple[int, int], count: int
) -> None:
    view, game = window.view("main"), window.model.game
    view.fit()
    stack = next(holder for holder in game.holders.values() if holder.form == "stack" and holder.map == 0)
    there = QPointF(900 + beside[0], 700 + beside[1])
    drag(window, view.mapFromScene(QPointF(stack.x, stack.y)), view.mapFromScene(there))
    qtbot.waitUntil(lambda: window.model.game is not game)
    after = window.model.game
    assert len(after.holders[after.named["Dead"]].pieces) == count


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_buttons_beside_the_tabs_are_there_with_one_map_too(window: GameWindow) -> None:
    assert len(window.scenes) == 1
    assert window.maps.area._tabs.cornerWidget().isVisible()


HELD_OTHERWISE = one_map(
    pieces="""
group: Pieces
pieces:
- {id: rock, name: Rock, width: 60, height: 60, traits: [{trait: not-stacking, chosen: never, moves: never}]}
- {id: fort, name: Fort, width: 60, height: 60, traits: [{trait: not-stacking, chosen: shift, moves: when-chosen}]}
- {id: wall, name: Wall, width: 60, height: 60, traits: [{trait: not-stacking, boxed: never, moves: when-chosen}]}
- {id: unit, name: Unit, width: 60, height: 60}
- {id: tank, name: Tank, count: 2, width: 60, height: 60}
- id: board
  name: Board
  width: 60
  height: 60
  traits:
  - {trait: not-stacking, chosen: never, moves: never}
  - {trait: property, name: Up, start: 0, changes: [{key: U, add: "1"}]}
  - {trait: property, name: Both, start: 0, changes: [{key: B, menu: Both, add: "1"}]}
  - {trait: button, key: U, points: [[-30, -30], [0, -30], [0, 30], [-30, 30]]}
  - {trait: button, key: B, points: [[-30, 0], [30, 0], [30, 30], [-30, 30]]}
  - {trait: button, menu: true, points: [[10, -30], [30, -30], [30, -10], [10, -10]]}
""",
    scenario="""
id: all
title: All
summary: All.
setup:
- {point: [100, 100], pieces: [rock]}
- {point: [200, 100], pieces: [fort]}
- {point: [300, 100], pieces: [wall]}
- {point: [400, 100], pieces: [unit]}
- {point: [500, 100], pieces: [board]}
- {point: [100, 320], pieces: [tank, tank]}
""",
)
AT = {"Rock": 100, "Fort": 200, "Wall": 300, "Unit": 400, "Board": 500}


@pytest.fixture
def held(opened: Callable[[Mapping[str, str]], GameWindow]) -> GameWindow:
    """Return a window with these pieces in a row: a rock that can be neither selected nor moved, a fort that is
    selected only with Shift, a wall that must be selected before it is dragged, a unit, and a board with buttons. Below
    them is a stack of two tanks.
    """
    return opened(HELD_OTHERWISE)


def spot(window: GameWindow, name: str, down: int = 0) -> QPoint:
    return window.view("main").mapFromScene(QPointF(AT[name], 100 + down))


def chosen(window: GameWindow) -> set[str]:
    game = window.model.game
    return {game.kind_of(piece).name for piece in window.selection.pieces}


def moved(window: GameWindow, name: str) -> bool:
    """Drag a piece, and return whether it has moved."""
    before = window.model.game
    drag(window, spot(window, name), spot(window, name, down=150))
    return window.model.game is not before


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(
    ("name", "plainly", "with_shift"),
    [("Rock", False, False), ("Fort", False, True), ("Wall", True, True), ("Unit", True, True)],
)
def test_a_piece_is_chosen_as_its_module_says(held: GameWindow, name: str, plainly: bool, with_shift: bool) -> None:
    port = held.view("main").viewport()
    for keys, is_chosen in ((Qt.KeyboardModifier.NoModifier, plainly), (Qt.KeyboardModifier.ShiftModifier, with_shift)):
        held.selection.clear()
        QTest.mouseClick(port, LEFT, keys, spot(held, name))
        assert chosen(held) == ({name} if is_chosen else set())


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("name", "is_moved"), [("Rock", False), ("Fort", False), ("Wall", False), ("Unit", True)])
def test_a_drag_moves_what_may_be_moved(held: GameWindow, name: str, is_moved: bool) -> None:
    assert moved(held, name) is is_moved


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("name", ["Fort", "Wall"])
def test_what_was_chosen_before_can_be_dragged(held: GameWindow, name: str) -> None:
    QTest.mouseClick(held.view("main").viewport(), LEFT, Qt.KeyboardModifier.ShiftModifier, spot(held, name))
    assert moved(held, name)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_box_chooses_what_may_be_boxed(held: GameWindow) -> None:
    drag(held, spot(held, "Rock", down=-60) - QPoint(60, 0), spot(held, "Unit", down=60) + QPoint(60, 0))
    assert chosen(held) == {"Unit"}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_stack_that_is_fanned_out_or_gathered_leaves_its_topmost_counter_chosen(held: GameWindow) -> None:
    view, scene = held.view("main"), held.scenes["main"]
    [stack] = [lying for lying in held.model.game.holders.values() if len(lying.pieces) > 1]
    for is_fanned in (True, False):
        at = view.mapFromScene(scene.middle(stack.pieces[0]))
        QTest.mouseClick(view.viewport(), LEFT, pos=at)
        QTest.mouseDClick(view.viewport(), LEFT, pos=at)
        assert scene.is_fanned(held.model.game.pieces[stack.pieces[0]].at) is is_fanned
        assert held.selection.pieces == stack.pieces[-1:]


def counted(window: GameWindow) -> tuple[object, object]:
    game = window.model.game
    board = next(piece for piece in game.pieces if game.kind_of(piece).name == "Board")
    reader = PieceReader(PropertyReader(Draft(game), window.model.components, (0,), sees_all=True), board)
    return reader.read("Up"), reader.read("Both")


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(
    ("at", "counts"), [((-15, -15), (1, 0)), ((15, 15), (0, 1)), ((-15, 15), (1, 1)), ((5, -15), (0, 0))]
)
def test_a_click_presses_the_buttons_of_a_piece(qtbot, held: GameWindow, at: tuple[int, int], counts: tuple) -> None:
    view = held.view("main")
    QTest.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(QPointF(500 + at[0], 100 + at[1])))
    assert counted(held) == counts


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_double_click_presses_it_twice(held: GameWindow) -> None:
    port, at = held.view("main").viewport(), held.view("main").mapFromScene(QPointF(485, 85))
    QTest.mouseClick(port, LEFT, pos=at)
    QTest.mouseDClick(port, LEFT, pos=at)
    assert counted(held) == (2, 0)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_drag_presses_nothing(held: GameWindow) -> None:
    drag(held, spot(held, "Board") - QPoint(9, 9), spot(held, "Board", down=150))
    assert counted(held) == (0, 0)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_button_can_open_the_menu_of_a_piece_that_is_never_chosen(held: GameWindow) -> None:
    view = held.view("main")
    QTest.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(QPointF(520, 80)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Both" in [action.text().split("\t")[0] for action in menu.actions()]
    menu.close()
