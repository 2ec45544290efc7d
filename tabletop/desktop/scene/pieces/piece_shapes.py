"""The shape of a piece, which is used for clicks, for outlines and for the positions of its texts.

Lengths are map pixels from the middle of the piece, y down.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPixmap, QPolygonF, QTransform

from tabletop.desktop.scene.pieces.piece_texts import text_size
from tabletop.game.appearance.drawn_piece import (
    FaceDrawing,
    GroupDrawing,
    ImageDrawing,
    MaskDrawing,
    OutlineDrawing,
    PlacedDrawing,
    TextDrawing,
)
from tabletop.game.appearance.outline_paths import strokes

ImageOf: TypeAlias = Callable[[str], QPixmap]
"""A function that returns a picture of the module by the name of its file."""

_UNDER_MASK: Final = ("beneath", "large", "on-request")


class Shape:
    """The area that a piece covers, found from its drawings. `side` is the side of the piece."""

    def __init__(self, side: float, image_of: ImageOf) -> None:
        self._side = side
        self._image_of = image_of
        self._parts: list[QPainterPath] = []
        self._bounds = QRectF()

    @property
    def bounds(self) -> QRectF:
        """The rectangle round the shape, or that of the piece while the shape is empty."""
        return self._bounds if self._parts else _square(self._side)

    def whole(self) -> QPainterPath:
        """Return the whole shape, or the square of the piece if nothing is drawn."""
        path = QPainterPath()
        for part in self._parts:
            if path.isEmpty():
                path = part
            elif not path.contains(part.boundingRect()):
                path = path.united(part)
        if path.isEmpty():
            path.addRect(self.bounds)
        return path

    def take(self, one: PlacedDrawing) -> None:
        """Add the next drawing. Pictures, faces and texts that cover the piece enlarge the shape, an outline or a group
        replaces it, and other drawings do not change it.
        """
        match one.what:
            case ImageDrawing() as image:
                self._add(_turn(one), self._image_area(image))
            case FaceDrawing():
                self._add(_turn(one), _square(self._side))
            case TextDrawing(covers=True) as text:
                self._add(QTransform.fromTranslate(one.dx, one.dy), text_box(text, self.bounds))
            case MaskDrawing(picture=picture, how="picture") if picture is not None:
                self.take(PlacedDrawing(picture))
            case OutlineDrawing() as outline:
                self._be([outline_path(outline)])
            case GroupDrawing(shown=shown):
                turn = _turn(one)
                self._be([turn.map(part) for part in _taken(shown, self._side, self._image_of)._parts])

    def _add(self, turn: QTransform, area: QRectF) -> None:
        part = QPainterPath()
        part.addPolygon(turn.map(QPolygonF(area)))
        self._parts.append(part)
        self._bounds = self._bounds.united(turn.mapRect(area))

    def _be(self, parts: list[QPainterPath]) -> None:
        self._parts = parts
        self._bounds = QRectF()
        for part in parts:
            self._bounds = self._bounds.united(part.boundingRect())

    def _image_area(self, image: ImageDrawing) -> QRectF:
        size, grown = self._image_of(image.path).size(), image.percent / 100
        return QRectF(-(size.width() // 2) * grown, -(size.height() // 2) * grown, *(grown * x for x in size.toTuple()))


def shape_of(shown: Sequence[PlacedDrawing], side: float, image_of: ImageOf) -> QPainterPath:
    """Return the area that an unselected piece with these drawings covers. It is never empty."""
    return _taken(shown, side, image_of).whole()


def _taken(shown: Sequence[PlacedDrawing], side: float, image_of: ImageOf) -> Shape:
    shape = Shape(side, image_of)
    over = mask_over(shown)
    if over is not None:
        at, mask = over
        shape = under_mask(shown[:at], mask, side, image_of)
        shown = shown[at + 1 :]
    for one in shown:
        shape.take(one)
    return shape


def mask_over(shown: Sequence[PlacedDrawing]) -> tuple[int, MaskDrawing] | None:
    """Return the topmost mask that replaces the drawings under it, with its index; None if there is none."""
    for at in reversed(range(len(shown))):
        what = shown[at].what
        if isinstance(what, MaskDrawing) and what.how in _UNDER_MASK:
            return at, what
    return None


def under_mask(beneath: Sequence[PlacedDrawing], mask: MaskDrawing, side: float, image_of: ImageOf) -> Shape:
    """Return the area that a masked piece covers: that of the mask, or of the piece if it is drawn large on the mask or
    the mask has no picture.
    """
    if mask.how == "large" or mask.picture is None:
        return _taken(beneath, side, image_of)
    shape = Shape(side, image_of)
    shape.take(PlacedDrawing(mask.picture))
    return shape


@lru_cache(maxsize=1024)
def outline_path(outline: OutlineDrawing) -> QPainterPath:
    """Return the path of an outline in a module."""
    path = QPainterPath()
    for letter, points in strokes(outline.path):
        to = [QPointF(x, y) for x, y in points]
        match letter:
            case "M":
                path.moveTo(*to)
            case "L":
                path.lineTo(*to)
            case "Q":
                path.quadTo(*to)
            case "C":
                path.cubicTo(*to)
            case _:
                path.closeSubpath()
    return path


def text_box(what: TextDrawing, area: QRectF) -> QRectF:
    """Return the box of a text at an edge of an area. It extends away from the edge to which the text is aligned."""
    x = {"left": area.left(), "centre": area.center().x(), "right": area.right()}[what.across]
    y = {"top": area.top(), "centre": area.center().y(), "bottom": area.bottom()}[what.down]
    width, height = text_size(what)
    left = x - {"left": width, "centre": width / 2, "right": 0.0}[what.justify_across]
    top = y - {"top": height, "centre": height / 2, "bottom": 0.0}[what.justify_down]
    return QRectF(left, top, width, height)


def _square(side: float) -> QRectF:
    return QRectF(-side / 2, -side / 2, side, side)


def _turn(one: PlacedDrawing) -> QTransform:
    return QTransform.fromTranslate(one.dx, one.dy).rotate(one.degrees)
