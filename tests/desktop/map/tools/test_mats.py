"""Mats in the window: cargo is shown and dragged where it lies on them, moves with them, and gets on and off."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from tabletop.desktop.table.selection import bottom_up
from tabletop.desktop.window.files.map_listing import listed
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.appearance.piece_display import viewed
from tests.desktop.one_map import one_map

NO_KEYS = Qt.KeyboardModifier.NoModifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CARRIED = one_map(
    pieces="""
group: Pieces
pieces:
- id: ship
  name: Ship
  width: 150
  height: 150
  traits:
  - {trait: not-stacking, snaps: no}
  - {trait: mat, name: Ship, stacks: no}
  - {trait: facing, ways: 4, clockwise: {key: R}}
- {id: raft, name: Raft, width: 60, height: 60, traits: [{trait: mat, name: Raft, stacks: no}, {trait: cargo}]}
- {id: crate, name: Crate, width: 40, height: 40, traits: [{trait: cargo}]}
- {id: cask, name: Cask, width: 40, height: 40, traits: [{trait: cargo}]}
- {id: unit, name: Unit, width: 40, height: 40}
- {id: balloon, name: Balloon, width: 40, height: 40, traits: [{trait: not-stacking, stacks: yes, snaps: no}]}
""",
    scenario="""
id: all
title: All
summary: All.
setup:
- {point: [125, 125], pieces: [ship]}
- {point: [125, 525], pieces: [crate]}
- {point: [225, 525], pieces: [cask]}
- {point: [325, 525], pieces: [unit]}
- {point: [425, 525], pieces: [raft]}
- {point: [525, 525], pieces: [balloon]}
""",
    table="""
id: main
name: Table
size: [800, 600]
boards:
- name: Board
  grid:
    {kind: square, dx: 50, dy: 50, x0: 25, y0: 25, columns: 16, rows: 12, numbering: {form: "{column}.{row}"}}
moves: {reports: {within: "{Pieces}: {OldLocation} to {Location}"}}
""",
)


@pytest.fixture
def table(opened: Callable[[Mapping[str, str]], GameWindow]) -> GameWindow:
    """Return a window: in the upper left is a ship that carries others, below it a crate, a cask, a unit, a raft and a
    balloon.
    """
    return opened(CARRIED)


def piece(window: GameWindow, name: str) -> int:
    return next(id for id in window.model.game.pieces if window.model.game.kind_of(id).name == name)


def point(window: GameWindow, name: str) -> tuple[int, int]:
    """Return the position of a piece in map pixels, as its player sees it."""
    model = window.model
    return viewed(model.game, model.components, model.seat).point(piece(window, name))[1:3]


def seen(window: GameWindow, name: str) -> tuple[float, float]:
    """Return the position at which a piece is drawn, in map pixels."""
    middle = window.view("main").table_scene.middle(piece(window, name))
    return middle.x(), middle.y()


def drag(window: GameWindow, start: tuple[int, int], end: tuple[int, int]) -> None:
    view = window.view("main")
    a, b = (view.mapFromScene(QPointF(*at)) for at in (start, end))
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=a)
    for step in range(1, 6):
        QTest.mouseMove(view.viewport(), QPoint(a + (b - a) * step / 5))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=b)


def near(at: tuple[float, float]) -> object:
    """Return a value that equals each point at most 3 pixels from this one."""
    return pytest.approx(at, abs=3)


def test_cargo_lies_where_it_is_put_on_a_mat_and_is_drawn_there(table: GameWindow) -> None:
    drag(table, (125, 525), (160, 90))
    assert point(table, "Crate") == near((160, 90)), "no grid"
    assert seen(table, "Crate") == pytest.approx(point(table, "Crate"))


def test_who_drags_a_mat_drags_what_lies_on_it(table: GameWindow) -> None:
    drag(table, (125, 525), (160, 90))
    at = point(table, "Crate")
    drag(table, (90, 150), (390, 250))
    assert point(table, "Ship") == near((425, 225))
    by = tuple(now - 125 for now in point(table, "Ship"))
    assert point(table, "Crate") == (at[0] + by[0], at[1] + by[1])
    assert seen(table, "Crate") == pytest.approx(point(table, "Crate"))


def test_cargo_of_cargo_goes_along_and_is_taken_hold_of(table: GameWindow) -> None:
    drag(table, (425, 525), (150, 125))
    drag(table, (125, 525), (150, 125))
    drag(table, (70, 70), (370, 370))
    assert seen(table, "Crate") == near((450, 425))
    drag(table, (450, 425), (675, 525))
    assert (point(table, "Crate"), seen(table, "Crate")) == ((675, 525), (675, 525)), "on the grid again"


def test_a_click_on_a_mat_chooses_what_lies_on_it_too_but_with_ctrl(table: GameWindow) -> None:
    drag(table, (125, 525), (160, 90))
    drag(table, (425, 525), (110, 150))
    view = table.view("main")
    at = view.mapFromScene(QPointF(70, 70))
    whole = {piece(table, name) for name in ("Ship", "Raft", "Crate")}
    for keys, chosen in ((NO_KEYS, whole), (Qt.KeyboardModifier.ControlModifier, {piece(table, "Ship")})):
        table.selection.clear()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, keys, at)
        assert set(table.selection.pieces) == chosen
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    drag(table, (160, 90), (675, 525))
    assert (point(table, "Crate"), point(table, "Ship")) == ((675, 525), (125, 125)), "and that can be taken off"
    table.selection.replace((piece(table, "Unit"), piece(table, "Raft"), piece(table, "Ship")))
    drag(table, (110, 150), (310, 150))
    assert point(table, "Ship") != (125, 125), "what was chosen otherwise is dragged by any of it"


def test_cargo_is_drawn_where_the_mat_has_turned_it(table: GameWindow) -> None:
    drag(table, (125, 525), (165, 125))
    table.selection.replace([piece(table, "Ship")])
    QTest.keyClick(table.view("main"), Qt.Key.Key_R)
    assert seen(table, "Crate") == near((125, 165))


def test_cargo_stacks_with_cargo_and_nothing_else_does(table: GameWindow) -> None:
    drag(table, (125, 525), (160, 90))
    drag(table, (225, 525), (165, 95))
    drag(table, (325, 525), (155, 95))
    game = table.model.game
    lying = game.holder_of(piece(table, "Crate"))
    assert lying.pieces == (piece(table, "Crate"), piece(table, "Cask"))
    assert point(table, "Unit") == (175, 75), "on the grid, beneath the ship"


def test_what_is_let_go_over_a_mat_joins_it_in_no_stack(table: GameWindow) -> None:
    drag(table, (325, 525), (125, 150))
    game = table.model.game
    assert game.holder_of(piece(table, "Unit")).pieces == (piece(table, "Unit"),)


def test_a_move_onto_a_mat_is_told_as_the_map_says(table: GameWindow) -> None:
    told = []
    table.model.line_added.connect(lambda line: told.append(line.text))
    drag(table, (125, 525), (160, 90))
    assert told == ["Crate: 3.11 to 4.2"]
    drag(table, (125, 150), (425, 250))
    assert told[1:] == ["Ship: 3.3 to 9.5", "Crate: 4.2 to 10.4"], "and what rides there goes with it"


def test_cargo_is_found_chosen_and_listed_where_its_mat_is(table: GameWindow) -> None:
    drag(table, (125, 525), (160, 90))
    model, crate = table.model, piece(table, "Crate")
    lying = model.game.lying(crate)
    assert (lying.map, lying.x, lying.y) == (0, *point(table, "Crate"))
    table.selection.clear()
    table.panels.navigation.to_piece(crate)
    assert table.selection.pieces == (crate,)
    table.panels.piece_actions.choose_all()
    assert set(table.selection.pieces) >= {crate, piece(table, "Ship")}
    reading = viewed(model.game, model.components, model.seat)
    assert "Ship, Crate" in listed(model.game, model.components.maps["main"], 0, reading)
    assert bottom_up(model.game, [crate, piece(table, "Ship")]) == (piece(table, "Ship"), crate)


def test_a_viewer_shows_cargo_by_the_place_of_its_mat(table: GameWindow) -> None:
    drag(table, (125, 525), (160, 90))
    (card,) = table.panels.viewer._cards("main", QPointF(*point(table, "Crate")))
    assert card.title == "3.3"


@pytest.mark.parametrize(("end", "lies"), [((540, 310), (540, 310)), ((330, 530), (325, 525))])
def test_what_ignores_the_grid_lies_where_it_is_let_go_unless_it_joins_a_stack(table: GameWindow, end, lies) -> None:
    drag(table, (525, 525), end)
    assert point(table, "Balloon") == near(lies)
