"""A random user of a window, who clicks, drags, turns the wheel and presses keys.

The run shows if a gesture causes an error of the program, and how much memory a long game takes.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QMenu, QMenuBar, QWidget
from shiboken6 import isValid

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.program.qt_application import application
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.window_actions import ACTIONS

_LEFT: Final = Qt.MouseButton.LeftButton
_BUTTONS: Final = (_LEFT, _LEFT, _LEFT, _LEFT, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
_NONE: Final = Qt.KeyboardModifier.NoModifier
_HELD: Final = (_NONE, _NONE, _NONE, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier)
_KEYS: Final = (
    *"abcdefghijklmnopqrstuvwxyz0123456789?",
    *("Esc", "Esc", "Return", "Space", "Tab", "Shift+Tab", "Del", "Up", "Down", "Left", "Right", "PgUp", "PgDown"),
    *(key for named in ACTIONS for key in named.keys),
    *("Ctrl+Z", "Ctrl+Z", "Ctrl+Y", "Alt+Right", "F10", "Shift+F10", "Menu"),
)
_LOOK_MS: Final = 10
_STUCK_MS: Final = 400
"""The time in ms after which a gesture counts as waiting, for example for the drop of a drag."""
_OFF: Final = 25
"""The number of gestures for which the assistant may stay switched off."""


class RandomHands(QObject):
    """A random user of the window of one game. The user returns to this game when a gesture has led away from it."""

    def __init__(self, program: DesktopApp, file: Path, random: Random) -> None:
        """Play the game of `file`. The same `random` gives the same gestures, unless timers interfere."""
        super().__init__()
        self._program = program
        self._file = file
        self._random = random
        self._left = 0
        self._off = _OFF - 1
        self._loop = QEventLoop()
        self._does: Callable[[], object] | None = None
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._go_on)
        self._since = QElapsedTimer()

    def play(self, gestures: int, done: Callable[[int], object] | None = None) -> None:
        """Make this many gestures. `done` is called after each with the number of gestures left."""
        application().setQuitOnLastWindowClosed(False)
        self._left, self._done = gestures, done
        self._since.start()
        self._next.start(0)
        self._answer()
        self._loop.exec()

    def _go_on(self) -> None:
        try:
            self._since.start()
            window = self._table()
            if window is not None:
                self._gesture(window)
        finally:
            self._left -= 1
            if self._done is not None:
                self._done(self._left)
            if self._left > 0:
                self._next.start(0)
            else:
                self._loop.quit()

    def _table(self) -> GameWindow | None:
        """Return the window of the game, which is opened again if the last gesture led away from it; None if it
        cannot be opened.
        """
        window = self._program.window
        if isinstance(window, GameWindow) and not window.isVisible():  # it was closed
            self._program.windows.window = None
            window.deleteLater()
        if not isinstance(self._program.window, GameWindow) or self._program.window.model.review is not None:
            self._program.resume(self._file)
            window = self._program.window
        if not isinstance(window, GameWindow):
            return None
        self._off = 0 if window.rules.is_on else self._off + 1
        if self._off == _OFF:
            window.assist()
        return window

    # gestures

    def _gesture(self, window: GameWindow) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            self._in_popup(popup)
            return
        gestures = (self._click, self._double_click, self._drag, self._wheel, self._hover, self._key, self._push)
        weights = (5, 1, 6, 3, 3, 6, 4)
        self._random.choices(gestures, weights)[0](self._top(window))
        QApplication.processEvents()

    def _top(self, window: GameWindow) -> QWidget:
        """Return the window for a gesture: mostly the window of the game, sometimes another one."""
        others = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.isWindow()]
        others = [one for one in others if one.windowHandle() is not None and one.windowType() != Qt.WindowType.ToolTip]
        return self._random.choice(others) if others and self._random.random() < 0.15 else window

    def _click(self, top: QWidget) -> None:
        QTest.mouseClick(top.windowHandle(), self._button(), self._held(), self._point(top))

    def _double_click(self, top: QWidget) -> None:
        QTest.mouseDClick(top.windowHandle(), _LEFT, self._held(), self._point(top))

    def _hover(self, top: QWidget) -> None:
        QTest.mouseMove(top.windowHandle(), self._point(top))

    def _drag(self, top: QWidget) -> None:
        handle, button, held = top.windowHandle(), self._button(), self._held()
        at = self._point(top)
        QTest.mousePress(handle, button, held, at)
        for _ in range(self._random.randint(1, 3)):
            end = self._point(top) if isValid(top) else at
            for step in range(1, 5):
                if not isValid(handle):
                    return
                QTest.mouseMove(handle, at + (end - at) * step / 4)
            at = end
        if isValid(handle) and self._random.random() < 0.1:
            QTest.keyClick(handle, Qt.Key.Key_Escape)
        if isValid(handle):
            QTest.mouseRelease(handle, button, held, at)

    def _wheel(self, top: QWidget) -> None:
        turned = QPoint(0, 120 * self._random.choice((-3, -2, -1, 1, 2, 3)))
        QTest.wheelEvent(top.windowHandle(), QPointF(self._point(top)), turned, QPoint(), self._held())

    def _key(self, top: QWidget) -> None:
        QTest.keySequence(top.windowHandle(), self._random.choice(_KEYS))

    def _push(self, top: QWidget) -> None:
        """Click a button, or open a menu of the window."""
        bars = [bar for bar in top.findChildren(QMenuBar) if bar.isVisible() and bar.isEnabled()]
        seen = [one for one in top.findChildren(QAbstractButton) if _can_be_pushed(one)]
        if bars and self._random.random() < 0.2:
            action = self._random.choice(bars[0].actions())
            QTest.mouseClick(bars[0], _LEFT, _NONE, bars[0].actionGeometry(action).center())
        elif seen:
            chosen = self._random.choice(seen)
            within = chosen.visibleRegion().boundingRect().center()
            QTest.mouseClick(top.windowHandle(), _LEFT, _NONE, chosen.mapTo(top, within))

    def _in_popup(self, popup: QWidget) -> None:
        """Choose from a menu that is open, or close it."""
        entries = [one for one in popup.actions() if one.isEnabled() and not one.isSeparator()]
        if isinstance(popup, QMenu) and entries and self._random.random() < 0.8:
            QTest.mouseClick(popup, _LEFT, _NONE, popup.actionGeometry(self._random.choice(entries)).center())
        else:
            QTest.keyClick(popup, Qt.Key.Key_Escape)
            popup.close()

    # dialogs and questions

    def _answer(self) -> None:
        """Answer a waiting dialog, or end an unfinished gesture. An answer may lead to another question."""
        if self._left <= 0:
            return
        QTimer.singleShot(_LOOK_MS, self, self._answer)
        modal = QApplication.activeModalWidget()
        if modal is not None:
            self._in_dialog(modal)
        elif self._since.elapsed() > _STUCK_MS:
            self._since.start()
            popup = QApplication.activePopupWidget()
            top = popup or QApplication.activeWindow() or self._program.window
            if top is not None and top.windowHandle() is not None:
                handle = top.windowHandle()
                QTest.mouseRelease(handle, _LEFT, _NONE, self._point(top))
                if isValid(handle):
                    QTest.keyClick(handle, Qt.Key.Key_Escape)

    def _in_dialog(self, modal: QWidget) -> None:
        """Press a button of a dialog, write something, or cancel it. No file is ever chosen."""
        if isinstance(modal, QFileDialog):
            modal.reject()
            return
        seen = [one for one in modal.findChildren(QAbstractButton) if one.isVisible() and one.isEnabled()]
        chance = self._random.random()
        if seen and chance < 0.6:
            QTest.mouseClick(self._random.choice(seen), _LEFT)
        elif chance < 0.8:
            QTest.keySequence(modal.windowHandle(), self._random.choice(("1", "2", "a", "Tab", "Down", "Return")))
        elif isinstance(modal, QDialog):
            modal.reject()
        else:
            modal.close()

    # points and keys

    def _button(self) -> Qt.MouseButton:
        return self._random.choice(_BUTTONS)

    def _held(self) -> Qt.KeyboardModifier:
        return self._random.choice(_HELD)

    def _point(self, top: QWidget) -> QPoint:
        """Return a point where a gesture begins or ends: mostly on a counter of a map, sometimes anywhere in the
        window.
        """
        views = [view for view in top.findChildren(TableView) if view.isVisible()]
        if not views or self._random.random() < 0.25:
            return self._within(top.rect())
        view = self._random.choice(views)
        if view.visibleRegion().isEmpty():
            return self._within(top.rect())
        if self._random.random() < 0.7:
            found = self._counters(view)
            if found:
                return view.viewport().mapTo(top, self._random.choice(found))
        return view.viewport().mapTo(top, self._within(view.viewport().visibleRegion().boundingRect()))

    def _counters(self, view: TableView) -> Sequence[QPoint]:
        """Return the points of counters that a view shows (pixels of its viewport), out of at most 40 holders chosen at
        random.
        """
        scene, room = view.table_scene, view.viewport().visibleRegion().boundingRect()
        game = self._program.window.model.game if isinstance(self._program.window, GameWindow) else None
        if game is None:
            return ()
        here = [held for held in game.holders.values() if held.map == scene.map_index and held.pieces]
        points = (view.mapFromScene(QPointF(held.x, held.y)) for held in self._random.sample(here, min(40, len(here))))
        return [point for point in points if room.contains(point)]

    def _within(self, room: QRect) -> QPoint:
        return QPoint(
            self._random.randint(room.left(), max(room.left(), room.right())),
            self._random.randint(room.top(), max(room.top(), room.bottom())),
        )


def _can_be_pushed(button: QAbstractButton) -> bool:
    return button.isVisible() and button.isEnabled() and not button.visibleRegion().isEmpty()
