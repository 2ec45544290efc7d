"""Keys of a module: its pieces and buttons get them before the window, with or without a menu entry."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from tabletop.desktop.map.map_view import ZOOM_STEP, TableView
from tabletop.desktop.map.menus.piece_menu import key_text
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.window_actions import ACTIONS
from tests.desktop.one_map import one_map

CTRL, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier

MODULE = one_map(
    pieces="""
group: Pieces
pieces:
- id: unit
  name: Unit
  width: 60
  height: 60
  traits:
  - trait: property
    name: Up
    start: 0
    changes:
    - {key: ctrl L, add: "1"}
    - {key: ctrl Z, menu: Ten, add: "10"}
    - {key: Up, menu: Hundred, add: "100"}
  - {trait: press-key, press: F8, call: {key: ctrl P}}
""",
    scenario="{id: all, title: All, summary: All., setup: [{point: [300, 200], pieces: [unit]}]}",
    more="""
properties: {Pressed: 0}
table:
- trait: shared-property
  name: Pressed
  changes: [{key: F2, add: "1"}, {key: ctrl K, add: "10"}, {key: ctrl D, add: "100"}, {key: F8, add: "1000"}]
buttons:
- {title: Closer, key: F8, view: {does: zoom-in}}
- {title: Closer still, key: F8, view: {does: zoom-in}}
- {title: One, key: F2}
- {title: Ten, key: ctrl K}
""",
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(opened: Callable[[Mapping[str, str]], GameWindow]) -> GameWindow:
    window = opened(MODULE)
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    return window


KEYPAD, SHIFT = Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(
    ("key", "held", "text"),
    [
        (Qt.Key.Key_F2, PLAIN, "F2"),
        (Qt.Key.Key_F, CTRL, "ctrl F"),
        (Qt.Key.Key_Plus, PLAIN, "+"),
        (Qt.Key.Key_Plus, CTRL, "ctrl +"),
        (Qt.Key.Key_0, KEYPAD, "num 0"),
        (Qt.Key.Key_5, KEYPAD | CTRL, "ctrl num 5"),
        (Qt.Key.Key_Plus, KEYPAD, "num +"),
        (Qt.Key.Key_Slash, KEYPAD | CTRL, "ctrl num /"),
        (Qt.Key.Key_Enter, KEYPAD, "Return"),
        (Qt.Key.Key_Home, KEYPAD, "Home"),
        (Qt.Key.Key_NumberSign, SHIFT, "shift 3"),
        (Qt.Key.Key_Exclam, SHIFT | CTRL, "ctrl shift 1"),
        (Qt.Key.Key_Question, SHIFT, "shift /"),
        (Qt.Key.Key_Plus, SHIFT | CTRL, "ctrl shift ="),
        (Qt.Key.Key_Plus, SHIFT | KEYPAD, "shift num +"),
        (Qt.Key.Key_Backtab, SHIFT, "shift Tab"),
        (Qt.Key.Key_Control, CTRL, ""),
        (Qt.Key.Key_Adiaeresis, PLAIN, ""),
    ],
)
def test_a_key_is_called_as_modules_write_it(key: Qt.Key, held: Qt.KeyboardModifier, text: str) -> None:
    assert key_text(QKeyEvent(QEvent.Type.KeyPress, key, held)) == text


def counted(window: GameWindow) -> object:
    game = window.model.game
    [piece] = [piece for held in game.holders.values() if held.map == 0 for piece in held.pieces]
    return window.pictures.reading(game).read(piece, "Up")


def choose(window: GameWindow) -> TableView:
    view = window.view("main")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.mapFromScene(QPointF(300, 200)))
    return view


@pytest.mark.parametrize(
    ("key", "held", "comes"), [(Qt.Key.Key_L, CTRL, 1), (Qt.Key.Key_Z, CTRL, 10), (Qt.Key.Key_Up, PLAIN, 100)]
)
def test_a_key_of_a_piece_that_is_chosen_is_not_the_windows(
    window: GameWindow, key: Qt.Key, held: Qt.KeyboardModifier, comes: int
) -> None:
    QTest.keyClick(choose(window), key, held)
    assert counted(window) == comes
    QTest.keyClick(choose(window), Qt.Key.Key_Escape)
    before = window.model.game
    QTest.keyClick(window.view("main"), key, held)
    undone = key == Qt.Key.Key_Z
    assert (window.model.game is not before) == undone, "with nothing chosen it is the window's again"
    assert counted(window) == (0 if undone else comes)


@pytest.mark.parametrize(
    ("key", "held", "comes"), [(Qt.Key.Key_F2, PLAIN, 1), (Qt.Key.Key_K, CTRL, 10), (Qt.Key.Key_D, CTRL, 100)]
)
def test_a_key_of_a_button_or_of_the_table_alone_is_heard_wherever_it_is_pressed(
    window: GameWindow, key: Qt.Key, held: Qt.KeyboardModifier, comes: int
) -> None:
    places: list[QWidget] = [window.view("main"), window.panels.palette, window.maps.area._tabs.tabBar()]
    for count, place in enumerate(places, 1):
        place.setFocus()
        QTest.keyClick(place, key, held)
        assert window.model.game.properties["Pressed"] == count * comes


@pytest.mark.parametrize(("key", "held"), [(Qt.Key.Key_F8, PLAIN), (Qt.Key.Key_P, CTRL)])
def test_a_key_is_that_of_all_buttons_that_have_it_and_of_the_table_also_where_a_piece_presses_it(
    window: GameWindow, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    view = choose(window)
    scale = view.scale_now
    QTest.keyClick(view, key, held)
    assert view.scale_now == pytest.approx(scale * ZOOM_STEP**2)
    assert window.model.game.properties["Pressed"] == 1000


def test_what_is_written_is_no_key_of_the_modules_nor_is_one_under_the_curtain(window: GameWindow) -> None:
    choose(window)
    field = next(each for each in window.findChildren(QLineEdit) if each.isVisible())
    field.setFocus()
    QTest.keyClicks(field, "zkl")
    QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert field.text() != "zkl"
    assert counted(window) == 0
    window.draw_curtain()
    QTest.keyClick(window, Qt.Key.Key_F2)
    assert window.model.game.properties["Pressed"] == 0


def test_no_key_of_the_window_means_two_things() -> None:
    keys = [key for action in ACTIONS for key in action.keys]
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []
