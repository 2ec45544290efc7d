"""Badges of findings: each has its own shape, so that they differ not only in colour."""

from __future__ import annotations

import math
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from tabletop.desktop.platform.translation import tr_later

Badge = Literal["stands", "note", "advise", "refused"]
BADGES: Final[tuple[Badge, ...]] = ("stands", "note", "advise", "refused")
"""The badges, the least severe first: accepted, a note, against the rules, refused by the table."""

SAID: Final[dict[Badge, str]] = {
    "stands": tr_later("Accepted"),
    "note": tr_later("To do"),
    "advise": tr_later("Against the rules"),
    "refused": tr_later("Refused by the table"),
}

_GROUND: Final[dict[Badge, str]] = {"stands": "#4E5C66", "note": "#0067A3", "advise": "#E69F00", "refused": "#B94700"}
_INK: Final[dict[Badge, str]] = {"stands": "#FFFFFF", "note": "#FFFFFF", "advise": "#16202A", "refused": "#FFFFFF"}
_CORNERS: Final[dict[Badge, tuple[int, float]]] = {"stands": (4, 0.0), "advise": (3, -90.0), "refused": (8, 22.5)}
"""The number of corners of a shape, and the direction of the first one (degrees)."""


def graver(first: Badge, second: Badge) -> Badge:
    """Return the more severe of two badges."""
    return max(first, second, key=BADGES.index)


def badge_pixmap(badge: Badge, pixels: int) -> QPixmap:
    """Return the picture of a badge of this width in pixels: a circle with i, a triangle with !, an octagon with a
    cross, or a diamond with a tick.
    """
    pixmap = QPixmap(QSize(pixels, pixels))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(pixels / 2, pixels / 2)
        painter.scale(pixels / 2, pixels / 2)
        rim = QPen(QColor("#FFFFFF"), 0.22)
        rim.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(rim)
        painter.setBrush(QColor(_GROUND[badge]))
        painter.drawPath(_shape(badge))
        ink = QPen(QColor(_INK[badge]), 0.18)
        ink.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(ink)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(_sign(badge))
    return pixmap


def _shape(badge: Badge) -> QPainterPath:
    path = QPainterPath()
    if badge not in _CORNERS:
        path.addEllipse(QRectF(-0.86, -0.86, 1.72, 1.72))
        return path
    corners, first = _CORNERS[badge]
    lift = 0.16 if badge == "advise" else 0.0
    radius = 1.0 if badge == "advise" else 0.88
    turns = (math.radians(first + 360.0 * corner / corners) for corner in range(corners))
    path.addPolygon(QPolygonF([QPointF(radius * math.cos(a), radius * math.sin(a) + lift) for a in turns]))
    path.closeSubpath()
    return path


def _sign(badge: Badge) -> QPainterPath:
    path = QPainterPath()
    for first, *others in _STROKES[badge]:
        path.moveTo(*first)
        for point in others:
            path.lineTo(*point)
    return path


_STROKES: Final[dict[Badge, tuple[tuple[tuple[float, float], ...], ...]]] = {
    "stands": (((-0.32, 0.02), (-0.08, 0.26), (0.34, -0.24)),),
    "note": (((0.0, -0.06), (0.0, 0.42)), ((0.0, -0.42), (0.0, -0.41))),
    "advise": (((0.0, -0.26), (0.0, 0.18)), ((0.0, 0.44), (0.0, 0.45))),
    "refused": (((-0.32, -0.32), (0.32, 0.32)), ((0.32, -0.32), (-0.32, 0.32))),
}
