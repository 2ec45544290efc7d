"""Drawing of the whole appearance of a piece as one picture, with pictures, texts, borders and masks.

If a map pixel is a screen pixel, pictures of the module are not scaled. Lengths are map pixels from the middle of the
piece, y down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPathStroker, QPen, QPixmap, QTransform

from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.scene.pieces.piece_shapes import ImageOf, Shape, mask_over, text_box, under_mask
from tabletop.desktop.scene.pieces.piece_texts import lettered, text_size
from tabletop.game.appearance.drawn_piece import (
    Appearance,
    BorderDrawing,
    FaceDrawing,
    GroupDrawing,
    ImageDrawing,
    MaskDrawing,
    PlacedDrawing,
    TextDrawing,
    VeilDrawing,
)

FaceOf: TypeAlias = Callable[[FaceDrawing, float, bool], FacePixmap | None]
"""A function that returns the picture of a face at a width (screen pixels), with or without the ring of selected
pieces. It returns None if the module has no faces.
"""

_NAMED_COLOURS: Final = {"ink": "#16202A", "warning": "#E69F00", "supply": "#007A59"}
_CHOSEN: Final = QColor("#1B6FC2")
_CHOSEN_PX: Final = 3.0
_MOST_PX: Final = 4096
"""The greatest size of the picture of a piece, in screen pixels."""

_HALF: Final = 0.5
_ALMOST: Final = 0.8
_ON_MASK: Final = {"beneath": _HALF, "large": _ALMOST}
"""The size of a piece drawn on its mask, as a share of its own."""


def composed(
    look: Appearance, side: float, scale: float, image_of: ImageOf, face_of: FaceOf, *, selected: bool
) -> FacePixmap:
    """Return the picture of a piece with this appearance and width, at `scale` screen pixels for each map pixel."""
    half = min(math.ceil(_reach(look.shown, side, image_of) * scale) + 1, _MOST_PX // 2)
    pixmap = QPixmap(QSize(2 * half, 2 * half))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(half, half)
        painter.scale(scale, scale)
        _Composition(painter, side, scale, image_of, face_of, selected=selected).draw(look.shown)
    return FacePixmap(pixmap, side * scale, QPointF(-half, -half))


def is_of_pictures(look: Appearance) -> bool:
    """Return whether an appearance contains picture files of the module, or a mask."""
    return _has_pictures(look.shown)


def without_letters(shown: Sequence[PlacedDrawing]) -> tuple[PlacedDrawing, ...]:
    """Return the drawings of a piece without its texts."""
    return tuple(
        structs.replace(one, what=GroupDrawing(without_letters(one.what.shown)))
        if isinstance(one.what, GroupDrawing)
        else one
        for one in shown
        if not isinstance(one.what, TextDrawing)
    )


def _has_pictures(shown: Sequence[PlacedDrawing]) -> bool:
    return any(
        _has_pictures(one.what.shown)
        if isinstance(one.what, GroupDrawing)
        else isinstance(one.what, ImageDrawing | MaskDrawing)
        for one in shown
    )


@dataclass
class _Composition:
    """The drawing of one piece, or of a group in it; `_shape` is the shape of everything drawn so far."""

    painter: QPainter
    side: float
    scale: float
    image_of: ImageOf
    face_of: FaceOf
    selected: bool

    def __post_init__(self) -> None:
        self._shape = Shape(self.side, self.image_of)

    def draw(self, shown: Sequence[PlacedDrawing]) -> None:
        """Draw everything, bottom first, and a ring round it if it is selected and its lowest drawing is not a face,
        which has its own ring.
        """
        self._draw_all(shown)
        if self.selected and not _has_own_ring(shown):
            self.painter.setPen(QPen(_CHOSEN, _CHOSEN_PX / self.scale))
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.drawPath(self._shape.whole())

    def _draw_all(self, shown: Sequence[PlacedDrawing]) -> None:
        over = mask_over(shown)
        if over is not None:
            at, mask = over
            self._draw_over_mask(shown[:at], mask)
            shown = shown[at + 1 :]
        for one in shown:
            self._draw_one(one)
            self._shape.take(one)

    def _draw_over_mask(self, beneath: Sequence[PlacedDrawing], mask: MaskDrawing) -> None:
        """Draw a mask, if it has a picture, and on it the smaller piece, if the mask shows it."""
        if mask.picture is not None:
            self._draw_one(PlacedDrawing(mask.picture))
        if mask.how in _ON_MASK:
            self.painter.save()
            if mask.how == "large" and mask.picture is not None:
                off = self._half([PlacedDrawing(mask.picture)]) - self._half(beneath)
                self.painter.translate(off * -_ALMOST)
            self.painter.scale(_ON_MASK[mask.how], _ON_MASK[mask.how])
            for one in beneath:
                self._draw_one(one)
                self._shape.take(one)
            self.painter.restore()
        self._shape = under_mask(beneath, mask, self.side, self.image_of)

    def _half(self, shown: Sequence[PlacedDrawing]) -> QPointF:
        """Return half the width and height of the largest of these pictures, or of the piece if there is none."""
        pictures = [one.what for one in shown if isinstance(one.what, ImageDrawing)]
        halves = [self.image_of(one.path).size().toSizeF() * (one.percent / 200) for one in pictures]
        width = max((half.width() for half in halves), default=self.side / 2)
        height = max((half.height() for half in halves), default=self.side / 2)
        return QPointF(width, height)

    def _draw_one(self, one: PlacedDrawing) -> None:
        self.painter.save()
        if isinstance(one.what, TextDrawing):  # it is first moved and then turned
            self.painter.rotate(one.degrees)
            self.painter.translate(one.dx, one.dy)
        else:
            self.painter.translate(one.dx, one.dy)
            self.painter.rotate(one.degrees)
        match one.what:
            case FaceDrawing() as face:
                self._draw_face(face)
            case ImageDrawing(path=path, percent=percent):
                self._draw_image(path, percent)
            case TextDrawing() as text:
                self._write(text)
            case BorderDrawing(color=color, width=width):
                self._draw_border(colour_of(color), width)
            case MaskDrawing(picture=picture, how=how) if picture is not None:
                self._draw_mask(picture, how)
            case VeilDrawing(opacity_percent=opacity, background=background):
                self._veil(opacity, background)
            case GroupDrawing(shown=shown):
                group = replace(self)
                group._draw_all(shown)
        self.painter.restore()

    def _draw_border(self, colour: QColor, width: int) -> None:
        """Draw a line round everything so far. As in VASSAL, it covers the last pixel at the right and at the
        bottom.
        """
        path, bounds = self._shape.whole(), self._shape.bounds
        smaller = QTransform.fromTranslate(bounds.left(), bounds.top())
        smaller.scale(1 - 1 / max(bounds.width(), 2), 1 - 1 / max(bounds.height(), 2))
        inside = smaller.translate(-bounds.left(), -bounds.top()).map(path)
        stroker = QPainterPathStroker()
        stroker.setWidth(2 * width)
        stroker.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        self.painter.fillPath(stroker.createStroke(inside).subtracted(inside), colour)

    def _draw_face(self, shown: FaceDrawing) -> None:
        face = self.face_of(shown, self.side * self.scale, self.selected)
        if face is not None:
            self.painter.scale(self.side / face.side_px, self.side / face.side_px)
            self.painter.drawPixmap(face.offset, face.pixmap)

    def _draw_image(self, path: str, percent: int) -> None:
        image = self.image_of(path)
        self.painter.scale(percent / 100, percent / 100)
        # unrotated edges are on whole pixels; to smooth them, Qt would use several threads
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.painter.worldTransform().isRotating())
        self.painter.drawPixmap(QPointF(-(image.width() // 2), -(image.height() // 2)), image)

    def _draw_mask(self, picture: FaceDrawing | ImageDrawing, how: str) -> None:
        """Draw the back that others see: over the piece, or small in its upper left corner."""
        if how == "corner":
            area = self._shape.bounds
            self.painter.translate(self._half([PlacedDrawing(picture)]) / 2 - QPointF(area.width(), area.height()) / 2)
            self.painter.scale(_HALF, _HALF)
        if how in ("corner", "picture"):
            self._draw_one(PlacedDrawing(picture))

    def _veil(self, opacity: int, background: str) -> None:
        area = self._shape.bounds
        reach = 2 * max(abs(area.left()), abs(area.top()), abs(area.right()), abs(area.bottom()))
        self.painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        self.painter.fillRect(QRectF(-reach, -reach, 2 * reach, 2 * reach), QColor(0, 0, 0, opacity * 255 // 100))
        if background:
            self.painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOver)
            self.painter.fillRect(area, colour_of(background))

    def _write(self, what: TextDrawing) -> None:
        """Write a text at an edge of the drawing so far. It extends away from the edge to which it is aligned."""
        box = text_box(what, self._shape.bounds)
        if what.look.background:
            self.painter.fillRect(box, colour_of(what.look.background))
        if what.look.color:
            lettered(self.painter, what, box, colour_of(what.look.color))


def _has_own_ring(shown: Sequence[PlacedDrawing]) -> bool:
    """Return whether the lowest drawing is a face. A face has its own ring when it is selected."""
    first = shown[0].what if shown else None
    return _has_own_ring(first.shown) if isinstance(first, GroupDrawing) else isinstance(first, FaceDrawing)


def _reach(shown: Sequence[PlacedDrawing], side: float, image_of: ImageOf) -> float:
    """Return a distance from the middle of the piece beyond which nothing is drawn."""
    found = side / 2
    for one in shown:
        width, height = _size(one, side, image_of)
        turned = math.hypot(width, height) if one.degrees % 180 else max(width, height)
        found = max(found, turned + max(abs(one.dx), abs(one.dy)))
    return found


def _size(one: PlacedDrawing, side: float, image_of: ImageOf) -> tuple[float, float]:
    """Return the horizontal and vertical distances from the middle of a drawing beyond which it shows nothing."""
    match one.what:
        case ImageDrawing(path=path, percent=percent) | MaskDrawing(picture=ImageDrawing(path=path, percent=percent)):
            image = image_of(path)
            return (image.width() + 1) / 2 * percent / 100, (image.height() + 1) / 2 * percent / 100
        case TextDrawing() as text:
            width, height = text_size(text)
            return side / 2 + width, side / 2 + height
        case FaceDrawing():
            return side, side  # the ring of selected pieces is outside of it
        case GroupDrawing(shown=shown):
            reach = _reach(shown, side, image_of)
            return reach, reach
        case _:
            return side / 2, side / 2


def colour_of(name: str) -> QColor:
    """Return the colour that a trait names or gives as `#RRGGBB`."""
    return QColor(_NAMED_COLOURS.get(name, name))
