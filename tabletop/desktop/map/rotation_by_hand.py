"""Rotation of a piece on its map by the mouse, the wheel or the keys, until the player confirms."""

import math
from typing import Final

from PySide6.QtCore import QEvent, QEventLoop, QPointF, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QGraphicsItemGroup

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.angle_wheel import AngleWheel, whole
from tabletop.expression import as_number
from tabletop.game.change.outcome import Prompt

_GHOST: Final = 0.5
_HINT: Final = tr_later("{degrees}°   Click to turn it, Esc to cancel")
_ROOM_PX: Final = 10.0
_PUTS_SO: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def turned_on(view: TableView, prompt: Prompt) -> int | None:
    """Let the player turn a piece in a view, and return its new degrees; None if the player cancels."""
    turning = _RotationWheel(view, prompt)
    turning.begin()
    turning.deleteLater()
    return turning.degrees if turning.is_meant else None


class _RotationWheel(AngleWheel):
    """A layer over a map that receives every mouse event and key; a pale copy of the piece turns under it."""

    def __init__(self, view: TableView, prompt: Prompt) -> None:
        super().__init__(as_number(prompt.default) or 0)
        self.setParent(view.viewport())
        self.setToolTip("")
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setGeometry(view.viewport().rect())
        self._view = view
        self.is_meant = False
        scene = view.table_scene
        about = scene.middle(prompt.turns) + QPointF(*prompt.about)
        self._about = QPointF(view.mapFromScene(about))
        self._first = self.degrees
        self._upright_at: float | None = None
        self._is_pressed = False
        self._loop = QEventLoop()
        self._ghost = QGraphicsItemGroup()
        for copy in scene.ghosts((prompt.turns,), prompt.turns):
            self._ghost.addToGroup(copy)
        self._ghost.setOpacity(_GHOST)
        self._ghost.setZValue(4e12)
        self._ghost.setTransformOriginPoint(about)
        scene.addItem(self._ghost)
        self.turned.connect(lambda degrees: self._ghost.setRotation(degrees - self._first))

    def begin(self) -> None:
        """Let the player turn the piece, and wait until the player confirms or cancels."""
        self.show()
        self.raise_()
        self.setFocus()
        self._loop.exec()
        if self.hasFocus():
            self._view.setFocus()
        self.hide()
        self._ghost.scene().removeItem(self._ghost)

    def _end(self, *, is_meant: bool) -> None:
        if self._loop.isRunning():
            self.is_meant = is_meant
            self._loop.quit()

    # the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin a click that confirms the angle; cancel with the right button."""
        if event.button() == Qt.MouseButton.RightButton:
            self._end(is_meant=False)
        self._is_pressed = event.button() == Qt.MouseButton.LeftButton

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Confirm the angle when the left button is released."""
        if event.button() == Qt.MouseButton.LeftButton and self._is_pressed:
            self._end(is_meant=True)

    def _follow(self, event: QMouseEvent) -> None:
        """Turn by the angle through which the mouse moves round the piece."""
        way = event.position() - self._about
        if way.manhattanLength() < _ROOM_PX:
            return
        now = math.degrees(math.atan2(way.x(), -way.y()))
        if self._upright_at is None:
            self._upright_at = now - self.degrees
        self.turn_to(whole(now - self._upright_at, event))

    # the keys

    def event(self, event: QEvent) -> bool:
        """Keep all keys from the rest of the window while the piece is being turned."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Confirm with Return, cancel with Escape, turn with arrows and page keys."""
        if event.key() == Qt.Key.Key_Escape:
            self._end(is_meant=False)
        elif event.key() in _PUTS_SO:
            self._end(is_meant=True)
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Cancel when another part of the window gets the focus."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._end(is_meant=False)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Cancel when the player goes to another map, or closes the window."""
        super().hideEvent(event)
        self._end(is_meant=False)

    # drawing

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the angle, and a card below with the keys that confirm or cancel."""
        words = tr(_HINT, degrees=self.degrees)
        palette = self.palette()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            room = QRectF(painter.fontMetrics().boundingRect(words)).adjusted(-_ROOM_PX, -_ROOM_PX, _ROOM_PX, _ROOM_PX)
            room.moveCenter(QPointF(self.width() / 2, self.height() - room.height()))
            painter.setPen(palette.color(QPalette.ColorRole.Mid))
            painter.setBrush(palette.color(QPalette.ColorRole.Base))
            painter.drawRoundedRect(room, 6, 6)
            painter.setPen(palette.color(QPalette.ColorRole.Text))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)
