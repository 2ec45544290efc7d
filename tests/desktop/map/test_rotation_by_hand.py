"""Pieces that rotate freely are rotated where they lie: with the mouse, the wheel or the keys, and fixed by a click."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from tabletop.desktop.widgets.angle_wheel import AngleWheel
from tabletop.desktop.window.game_window import GameWindow
from tests.desktop.one_map import one_map

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LEFT, RIGHT, PLAIN = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
MODULE = one_map(
    pieces="""
group: Pieces
pieces:
- id: gun
  name: Gun
  width: 80
  height: 40
  traits: [{trait: facing, name: Nose, ways: 0, start: 10, by_hand: {key: R, menu: Turn}}]
- id: line
  name: Line
  width: 80
  height: 40
  traits:
  - {trait: facing, name: Nose, ways: 4}
  - {trait: not-stacking, snaps: no}
  - {trait: pivot, x: 40, y: 0, turn: {key: R, menu: Swing}, degrees: 0}
""",
    scenario="""
id: all
title: All
summary: All.
setup: [{point: [200, 200], pieces: [gun]}, {point: [400, 200], pieces: [line]}]
""",
)
Does = Callable[[QWidget, QPoint], None]
"""An action during the rotation. It gets the widget that follows the mouse, and the point about which the piece turns.
"""


def go(dx: int, dy: int, keys: Qt.KeyboardModifier = PLAIN) -> Does:
    """Return an action that moves the mouse to a distance from the middle, in pixels."""
    return lambda turning, at: mouse(turning, at + QPoint(dx, dy), keys)


def mouse(turning: QWidget, at: QPoint, keys: Qt.KeyboardModifier) -> None:
    where = QPointF(at)
    event = QMouseEvent(QEvent.Type.MouseMove, where, turning.mapToGlobal(where), LEFT, LEFT, keys)
    QApplication.sendEvent(turning, event)


def click(turning: QWidget, at: QPoint) -> None:
    QTest.mouseClick(turning, LEFT, pos=at + QPoint(0, -60))


def leave(turning: QWidget, at: QPoint) -> None:
    QTest.mouseClick(turning, RIGHT, pos=at)


def press(key: Qt.Key) -> Does:
    return lambda turning, _: QTest.keyClick(turning, key)


def elsewhere(turning: QWidget, _at: QPoint) -> None:
    window = turning.window()
    assert isinstance(window, GameWindow)
    window.panels.log.findChild(QLineEdit).setFocus()


ESCAPE, ENTER, UP = press(Qt.Key.Key_Escape), press(Qt.Key.Key_Return), press(Qt.Key.Key_Up)


def turned(window: GameWindow, name: str, *does: Does) -> tuple[int, int, int]:
    """Press R with a piece selected, do these actions, and return its rotation and its position."""
    view, game = window.view("main"), window.model.game
    piece = next(id for id in game.pieces if game.kind_of(id).name == name)
    window.selection.replace((piece,))
    about = window.scenes["main"].middle(piece) + QPointF(40 if name == "Line" else 0, 0)

    def act() -> None:
        [turning] = view.viewport().findChildren(AngleWheel)
        for one in does:
            one(turning, view.mapFromScene(about))

    QTimer.singleShot(0, act)
    QTest.keyClick(view, Qt.Key.Key_R)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not view.viewport().findChildren(AngleWheel)
    lying = window.model.game.lying(piece)
    degrees = window.pictures.reading(window.model.game).read(piece, "Nose_Degrees")
    assert isinstance(degrees, int)
    return degrees, lying.x, lying.y


@pytest.fixture
def window(opened) -> GameWindow:
    window = opened(MODULE)
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    return window


@pytest.mark.parametrize(
    ("does", "degrees"),
    [
        ((go(0, -60), go(60, 0), click), 100),
        ((go(60, 0), go(0, -60), click), 280),
        ((go(0, -60), go(0, -4), go(60, 60), click), 145),
        ((go(0, -60), go(60, 0, SHIFT), click), 105),
        ((UP, UP, ENTER), 12),
        ((go(0, -60), go(60, 0), ESCAPE), 10),
        ((go(0, -60), go(60, 0), leave), 10),
        ((go(0, -60), go(60, 0), elsewhere), 10),
    ],
)
def test_it_turns_as_the_mouse_goes_round_it_until_a_click_puts_it_so(
    window: GameWindow, does: tuple[Does, ...], degrees: int
) -> None:
    assert turned(window, "Gun", *does) == (degrees, 200, 200)


def test_what_pivots_turns_about_its_pivot(window: GameWindow) -> None:
    assert turned(window, "Line", go(0, -60), go(60, 0), click) == (90, 440, 160)


def test_no_key_is_the_tables_or_the_windows_meanwhile(window: GameWindow) -> None:
    assert turned(window, "Gun", press(Qt.Key.Key_Delete), press(Qt.Key.Key_R), UP, ENTER) == (11, 200, 200)


def test_a_piece_that_is_not_seen_is_turned_on_a_card(window: GameWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.view("main").zoom_to(4.0)
    window.view("main").look_at(590, 390)
    monkeypatch.setattr("tabletop.desktop.program.program_windows.chosen_answer", lambda _parent, _prompt: 77)
    game = window.model.game
    piece = next(id for id in game.pieces if game.kind_of(id).name == "Gun")
    window.selection.replace((piece,))
    QTest.keyClick(window.view("main"), Qt.Key.Key_R)
    assert window.pictures.reading(window.model.game).read(piece, "Nose_Degrees") == 77
