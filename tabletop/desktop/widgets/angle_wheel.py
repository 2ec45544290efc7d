"""A dial for an angle, which the player turns with the mouse, the wheel or the keys."""

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from tabletop.desktop.platform.translation import tr

_SIDE_PX: Final = 180
_EDGE_PX: Final = 8.0
_MARK_PX: Final = 8.0
_COARSE: Final = 15
"""The degrees between two marks. While Shift is held, the hand moves from mark to mark."""
_NOTCH: Final = 120
_KEYS: Final = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_PageUp: _COARSE,
    Qt.Key.Key_PageDown: -_COARSE,
}


class AngleWheel(QWidget):
    """A dial of degrees, clockwise from upright, whose hand can be dragged round."""

    turned = Signal(int)
    """The hand was turned to these degrees (0 to 359)."""

    def __init__(self, degrees: int = 0) -> None:
        super().__init__()
        self.degrees = degrees % 360
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Angle"))
        self.setToolTip(tr("Drag the hand; with Shift it moves from mark to mark"))

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size large enough for exact dragging."""
        return QSize(_SIDE_PX, _SIDE_PX)

    def turn_to(self, degrees: int) -> None:
        """Turn the hand to an angle."""
        if degrees % 360 != self.degrees:
            self.degrees = degrees % 360
            self.turned.emit(self.degrees)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Point the hand at the mouse."""
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Follow the mouse while it is dragged."""
        self._follow(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Turn by a degree for each notch of the wheel, or by 15 degrees with Shift."""
        step = _COARSE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        delta = event.angleDelta()
        self.turn_to(self.degrees + step * round((delta.y() or delta.x()) / _NOTCH))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Turn by a degree with an arrow key, or by 15 degrees with a page key."""
        step = _KEYS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.turn_to(self.degrees + step)

    def _follow(self, event: QMouseEvent) -> None:
        way = event.position() - QRectF(self.rect()).center()
        if way.manhattanLength() < 1:
            return
        self.turn_to(whole(math.degrees(math.atan2(way.x(), -way.y())), event))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the dial."""
        middle = QRectF(self.rect()).center()
        radius = min(self.width(), self.height()) / 2 - _EDGE_PX
        ink, hand = self.palette().color(QPalette.ColorRole.Text), self.palette().color(QPalette.ColorRole.Highlight)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(ink, 1))
            painter.drawEllipse(middle, radius, radius)
            for mark in range(0, 360, _COARSE):
                inner = radius - _MARK_PX * (2 if mark % 90 == 0 else 1)
                painter.drawLine(_at(middle, mark, inner), _at(middle, mark, radius))
            painter.setPen(QPen(hand, 3))
            painter.drawLine(middle, _at(middle, self.degrees, radius - _MARK_PX))
            if self.hasFocus():
                painter.setPen(QPen(hand, 1))
                painter.drawEllipse(middle, radius + 3, radius + 3)


def whole(degrees: float, event: QMouseEvent) -> int:
    """Return the nearest whole degree, or with Shift held the nearest mark."""
    is_coarse = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    return round(degrees / _COARSE) * _COARSE if is_coarse else round(degrees)


def _at(middle: QPointF, degrees: float, radius: float) -> QPointF:
    """Return the point in a direction, at this distance from the middle."""
    angle = math.radians(degrees)
    return middle + QPointF(math.sin(angle), -math.cos(angle)) * radius
