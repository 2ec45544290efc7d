"""Pictures of counters, each made once and shared by all counters with the same look.

A table has thousands of counters, but only some hundred looks. Pictures are made in a few sizes, and a counter uses the
next larger one, so that it is sharp without a picture for each zoom.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from tabletop.desktop.drawing.counter_faces import face_path, paint_face, paint_placeholder, paint_shadow
from tabletop.module.schema.faces import FaceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabletop.desktop.drawing.theme import Theme
    from tabletop.module.schema.faces import FaceBook

SIDES_PX = (16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 63, 72, 80, 96, 110, 128, 144, 160, 192, 224, 256, 320, 400, 512)
"""The widths of counters in pictures (device pixels), each at most 28 % larger than the one before. Larger counters use
the largest.
"""

_MARGIN_SELECTED = 0.10
_MARGIN_LIFTED = 0.16
_RING = 0.11
"""The width of the line round a selected counter, as a share of the counter's side. The counter covers its inner half.
"""
_BYTES_A_PIXEL = 4

_KeyT = TypeVar("_KeyT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class FacePixmap:
    """A picture of a counter, with room for shadow and ring around it.

    `side_px` is the width of the counter in the picture, and `offset` the position of the picture's upper left corner
    from the middle of the counter (pixels). For a counter with the width `side`, the scale of the picture is the ratio
    of `side` to `side_px`: see `setScale` and `setOffset` of `QGraphicsPixmapItem`.
    """

    pixmap: QPixmap
    side_px: float
    offset: QPointF

    @property
    def size_bytes(self) -> int:
        """The memory that the picture takes, in bytes."""
        return self.pixmap.width() * self.pixmap.height() * _BYTES_A_PIXEL


class KeptPixmaps(Generic[_KeyT]):
    """A cache of pictures by their content; it drops the least recently used ones when it is full."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._kept: OrderedDict[_KeyT, FacePixmap] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes_kept(self) -> int:
        """The memory that the pictures take, in bytes."""
        return self._bytes

    def get(self, key: _KeyT) -> FacePixmap | None:
        """Return the picture for a content, and mark it as used; None if it is not in the cache."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: _KeyT, picture: FacePixmap) -> FacePixmap:
        """Keep a new picture, drop others if necessary, and return the new one."""
        self._kept[key] = picture
        self._bytes += picture.size_bytes
        while self._bytes > self._max_bytes and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.size_bytes
        return picture

    def clear(self) -> None:
        """Drop all pictures."""
        self._kept.clear()
        self._bytes = 0


class FacePixmaps:
    """A cache of the pictures of one module's counters in one theme."""

    def __init__(self, book: FaceBook, theme: Theme, *, max_bytes: int = 24 * 2**20) -> None:
        self._book = book
        self._theme = theme
        self._names: dict[str, tuple[str, ...]] = {}
        self._kept: KeptPixmaps[tuple[object, ...]] = KeptPixmaps(max_bytes)

    @property
    def theme(self) -> Theme:
        """The theme the pictures are made in."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Make pictures in another theme from now on, and drop those of the old one."""
        self._theme = theme
        self._kept.clear()

    def picture(
        self,
        template: str,
        values: Mapping[str, str],
        side_px: float,
        *,
        device_ratio: float = 1.0,
        selected: bool = False,
        lifted: bool = False,
    ) -> FacePixmap:
        """Return the picture of a counter that is `side_px` logical pixels wide on a screen with this `device_ratio`.

        A `selected` counter has the ring of the selection; the shadow of a `lifted` one is further away. If the face
        cannot be drawn, the picture is a plain square with the value `name`, or else with the name of the template.
        """
        step = step_for(side_px * device_ratio)
        look = self._look(template, values)
        key = (template, look, step, device_ratio, selected, lifted)
        found = self._kept.get(key)
        if found is None:
            try:
                found = self._face(template, dict(look), step, step / device_ratio, selected=selected, lifted=lifted)
            except FaceError:
                found = self._placeholder(values.get("name") or template, step)
            self._kept.keep(key, found)
        return found

    def _look(self, template: str, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """Return the values that affect the appearance, so that pieces with the same look share a picture."""
        names = self._names.get(template)
        if names is None:
            known = self._book.value_names(template) if template in self._book.templates else {"name"}
            names = self._names[template] = tuple(sorted(known))
        return tuple((name, values.get(name, "")) for name in names)

    def _face(
        self,
        template: str,
        values: Mapping[str, str],
        step: int,
        side_px: float,
        *,
        selected: bool,
        lifted: bool,
    ) -> FacePixmap:
        room = self._book.template(template).room
        picture, face = _blank(step, max(room, _MARGIN_SELECTED * selected, _MARGIN_LIFTED * lifted))
        with QPainter(picture.pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._theme.counters == "normal":
                paint_shadow(painter, self._book, template, values, face, lifted=lifted)
            if selected:
                self._paint_ring(painter, template, values, face)
            paint_face(painter, self._book, template, values, face, theme=self._theme, side_px=side_px)
        return picture

    def _placeholder(self, label: str, step: int) -> FacePixmap:
        picture, face = _blank(step, 0.0)
        with QPainter(picture.pixmap) as painter:
            paint_placeholder(painter, label, face, theme=self._theme)
        return picture

    def _paint_ring(self, painter: QPainter, template: str, values: Mapping[str, str], face: QRectF) -> None:
        ring = QPen(self._theme.colour("sel"), _RING * face.width())
        ring.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(face_path(self._book, template, values, face), ring)

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes_kept(self) -> int:
        """The memory that the kept pictures take, in bytes."""
        return self._kept.bytes_kept


def step_for(side_px: float) -> int:
    """Return the size of the picture for a counter of this many device pixels: the smallest one of `SIDES_PX` that is
    not smaller, or else the largest.
    """
    return SIDES_PX[min(bisect_left(SIDES_PX, side_px), len(SIDES_PX) - 1)]


def _blank(step: int, room: float) -> tuple[FacePixmap, QRectF]:
    """Return an empty picture for a counter that is `step` pixels wide, and the area of the counter in it."""
    margin = round(room * step) + 1
    pixmap = QPixmap(QSize(step + 2 * margin, step + 2 * margin))
    pixmap.fill(Qt.GlobalColor.transparent)
    corner = -margin - step / 2
    return FacePixmap(pixmap, float(step), QPointF(corner, corner)), QRectF(margin, margin, step, step)
