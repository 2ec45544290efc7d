"""The ready-made tiles of a drawing of sea and land, or of a huge picture: their index, and their loading and painting.
`relief_painter` and `picture_tiles` make them; this module only reads them.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform, qGray

if TYPE_CHECKING:
    from pathlib import Path

INDEX_NAME: Final = "index.json"
LAND_NAME: Final = "land.png"
"""The name of a black and white picture of the whole land, at the scale of the first level."""
KEPT_TILES: Final = 28
"""The number of decoded tiles in memory: 29 MB at 512 pixels."""


class ReliefLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """One scale of the drawing: its pixels for each pixel of the sheet, and its numbers of tiles."""

    scale: Annotated[float, Meta(gt=0)]
    columns: Annotated[int, Meta(gt=0)]
    rows: Annotated[int, Meta(gt=0)]


class ReliefIndex(Struct, frozen=True, forbid_unknown_fields=True):
    """The index beside the tiles.

    It is written last, so that it exists only if all tiles exist. `tile_px` is the side of a tile; tiles at the right
    and lower edges may be smaller. `frame` is the drawn area: left, top, width and height in sheet pixels. `levels` are
    the scales, smallest first. `inputs` is the SHA-256 of all inputs of the drawing.
    """

    tile_px: Annotated[int, Meta(gt=0)]
    frame: tuple[int, int, int, int]
    levels: tuple[ReliefLevel, ...]
    themes: tuple[str, ...]
    inputs: str

    @classmethod
    def read(cls, folder: Path) -> ReliefIndex:
        """Return the index of a folder of tiles. Raises OSError, `msgspec.DecodeError`."""
        return msgspec.json.decode((folder / INDEX_NAME).read_bytes(), type=cls)

    @staticmethod
    def tile_name(theme: str, level: int, column: int, row: int) -> str:
        """Return the file name of one tile."""
        return f"{theme}-{level}-{column:02}-{row:02}.webp"


class ReliefTiles:
    """A painter of the drawing at any scale, which loads only the tiles in view."""

    def __init__(self, folder: Path, theme: str, index: ReliefIndex) -> None:
        self._folder = folder
        self._theme = theme
        self._index = index
        self._tiles: OrderedDict[tuple[int, int, int, bool], QImage] = OrderedDict()

    @classmethod
    def find(cls, folder: Path, theme: str) -> ReliefTiles | None:
        """Return the drawing in a folder for a theme; None if there is none, or if its index cannot be read."""
        try:
            index = ReliefIndex.read(folder)
        except (OSError, msgspec.DecodeError):
            return None
        return cls(folder, theme, index) if theme in index.themes else None

    @property
    def inputs(self) -> str:
        """The hash of the drawing's sources."""
        return self._index.inputs

    def is_land(self, x: float, y: float) -> bool:
        """Return whether a pixel of the sheet is on land, according to the smallest level."""
        left, top, _, _ = self._index.frame
        scale = self._index.levels[0].scale
        column, row = int((x - left) * scale), int((y - top) * scale)
        return self._land.valid(column, row) and qGray(self._land.pixel(column, row)) > 127

    @cached_property
    def _land(self) -> QImage:
        return QImage(str(self._folder / LAND_NAME))

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part `exposed` (sheet pixels).

        The painter must use sheet pixels. `scale` is the number of device pixels for each sheet pixel. The tiles are
        first joined and then drawn as one picture, because pictures that are scaled separately would have visible
        seams.
        """
        left, top, width, height = self._index.frame
        seen = exposed.intersected(QRectF(left, top, width, height))
        if seen.isEmpty():
            return
        number, halved = self._pick(scale)
        level = self._index.levels[number]
        ratio = level.scale / 2 if halved else level.scale
        tile_px = self._index.tile_px // 2 if halved else self._index.tile_px
        # one more pixel on each side for the smooth scaling
        more = 0 if _is_copied(painter.worldTransform(), QPointF(left, top), ratio) else 1
        x0 = max(0, floor((seen.left() - left) * ratio) - more)
        y0 = max(0, floor((seen.top() - top) * ratio) - more)
        x1 = min(round(width * ratio), ceil((seen.right() - left) * ratio) + more)
        y1 = min(round(height * ratio), ceil((seen.bottom() - top) * ratio) + more)
        whole = QImage(x1 - x0, y1 - y0, QImage.Format.Format_RGB32)
        gather = QPainter(whole)
        for column in range(x0 // tile_px, (x1 - 1) // tile_px + 1):
            for row in range(y0 // tile_px, (y1 - 1) // tile_px + 1):
                gather.drawImage(column * tile_px - x0, row * tile_px - y0, self._tile(number, column, row, halved))
        gather.end()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
        target = QRectF(left + x0 / ratio, top + y0 / ratio, whole.width() / ratio, whole.height() / ratio)
        painter.drawImage(target, whole, QRectF(QRect(0, 0, whole.width(), whole.height())))
        painter.restore()

    def _pick(self, scale: float) -> tuple[int, bool]:
        """Return the number of the smallest level that hardly needs to be enlarged, and true if half its scale is
        enough; else the largest level.
        """
        for number, level in enumerate(self._index.levels):
            if level.scale / 2 >= scale * 0.93:
                return number, True
            if level.scale >= scale * 0.93:
                return number, False
        return len(self._index.levels) - 1, False

    def _tile(self, level: int, column: int, row: int, halved: bool) -> QImage:
        key = (level, column, row, halved)
        found = self._tiles.get(key)
        if found is not None:
            self._tiles.move_to_end(key)
            return found
        path = self._folder / ReliefIndex.tile_name(self._theme, level, column, row)
        image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
        if halved:
            image = image.scaled(
                (image.width() + 1) // 2,
                (image.height() + 1) // 2,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        self._tiles[key] = image
        if len(self._tiles) > KEPT_TILES:
            self._tiles.popitem(last=False)
        return image


def _is_copied(onto: QTransform, corner: QPointF, ratio: float) -> bool:
    """Return whether each pixel of a drawing is exactly one device pixel. The drawing has `ratio` pixels for each sheet
    pixel.
    """
    at = onto.map(corner)
    is_scaled_so = onto.m11() == onto.m22() == ratio and onto.m12() == onto.m21() == 0
    return is_scaled_so and at.x().is_integer() and at.y().is_integer()
