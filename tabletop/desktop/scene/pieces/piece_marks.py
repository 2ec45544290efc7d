"""A map's own marks on selected pieces, and on pieces that others moved last."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform

from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.module.schema.map.map_view_records import ChosenMark, OutlineRecord


class Marks(NamedTuple):
    """A map's marks on selected pieces, and on pieces moved last. The default marks are not among them."""

    chosen: tuple[ChosenMark, ...] = ()
    moved: OutlineRecord | None = None


def outline(shapes: Sequence[QPainterPath], width: int, colour: QColor, scale: float) -> FacePixmap:
    """Return a line round one or more shapes (map pixels), at `scale` screen pixels to a map pixel.

    As in VASSAL, it is a pixel outside of them at the left and at the top.
    """
    path = QPainterPath()
    for shape in shapes:
        path = path.united(_grown(shape))
    pen_px, bounds = max(1, round(width * scale)), path.boundingRect()
    left, top = math.floor(bounds.left() * scale - pen_px), math.floor(bounds.top() * scale - pen_px)
    right, bottom = math.ceil(bounds.right() * scale + pen_px), math.ceil(bounds.bottom() * scale + pen_px)
    pixmap = QPixmap(QSize(right - left, bottom - top))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.translate(-left, -top)
        painter.scale(scale, scale)
        painter.setPen(QPen(colour, pen_px / scale))
        painter.drawPath(path)
    return FacePixmap(pixmap, float(pixmap.width()), QPointF(left, top))


def _grown(shape: QPainterPath) -> QPainterPath:
    """Return a shape that is one pixel larger at the left and at the top."""
    bounds = shape.boundingRect()
    right, bottom = bounds.right(), bounds.bottom()
    by = 1 + 1 / max(bounds.width(), 1.0), 1 + 1 / max(bounds.height(), 1.0)
    return QTransform.fromTranslate(right, bottom).scale(*by).translate(-right, -bottom).map(shape)


def blank_card(width: int, height: int, colour: QColor) -> FacePixmap:
    """Return a card that shows only a colour, with a black edge (screen pixels)."""
    pixmap = QPixmap(QSize(max(width, 1), max(height, 1)))
    pixmap.fill(colour)
    with QPainter(pixmap) as painter:
        painter.setPen(QColor("#000000"))
        painter.drawRect(0, 0, pixmap.width() - 1, pixmap.height() - 1)
    return FacePixmap(pixmap, float(pixmap.width()), QPointF(-pixmap.width() / 2, -pixmap.height() / 2))
