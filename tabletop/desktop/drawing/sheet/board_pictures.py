"""Pictures that fill boards.

Small pictures are whole in memory, SVGs are drawn when they are needed, and huge pictures are painted from tiles.
`tabletop.module.contents.assets` has checked the pictures before; a bad one is shown as a blank.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtSvg import QSvgRenderer

from tabletop.desktop.drawing.pictures.module_pictures import read_picture
from tabletop.desktop.drawing.pictures.picture_tiles import ANY_THEME, TilePreparation, tiling_of
from tabletop.desktop.drawing.pictures.slow_drawings import SlowDrawing, slow_drawings
from tabletop.desktop.drawing.sheet.relief_tiles import ReliefTiles
from tabletop.module.contents.assets import AssetError, examine_file
from tabletop.module.packed_modules import sampled

if TYPE_CHECKING:
    from pathlib import Path

    from tabletop.desktop.drawing.pictures.prepared_pictures import Preparation

_AT_ONCE_PX: Final = 512 * 512
"""The approximate number of pixels of a board that are drawn at once."""

MOST_WHOLE_PX: Final = 16_000_000
"""The most pixels (64 MB) of a picture that is held whole in memory; larger ones are cut into tiles on disk."""

MOST_KEPT_PX: Final = 24_000_000
"""The most pixels of whole pictures kept at a time; others are read again when they are shown."""

_ENLARGED: Final = 0.93
"""The share of the needed pixels on a side from which a smaller copy looks as sharp as the original."""

_WAITING: Final = QColor("#8A8F93")


class BoardPicture(Protocol):
    """A picture that fills a board, painted in the board's pixels."""

    @property
    def tiling(self) -> Preparation | None:
        """The preparation for which the picture still waits; None if it is ready."""
        ...

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part `exposed` of the board (in its pixels), with `scale` device pixels for each of them."""
        ...


def board_picture(file: Path, size: tuple[int, int]) -> BoardPicture:
    """Return the picture in a file for a board of this size (pixels). Pictures other than SVGs are decoded only when
    they are painted.
    """
    try:
        asset = examine_file(file, sampled)
        if asset.format == "svg":
            return _drawing(file.read_bytes(), size)
    except (OSError, AssetError):
        return _Whole(file, size)
    if asset.width_px * asset.height_px > MOST_WHOLE_PX:
        return _TiledPicture(
            tiling_of(file, asset), (asset.width_px / max(size[0], 1), asset.height_px / max(size[1], 1))
        )
    return _Whole(file, size)


def _drawing(content: bytes, size: tuple[int, int]) -> BoardPicture:
    """Return an SVG for a board of this size. A slow one is drawn once, with a limited number of pixels."""
    shrunk = min(1.0, math.sqrt(MOST_WHOLE_PX / max(size[0] * size[1], 1)))
    slow = slow_drawings().of(content, (math.ceil(size[0] * shrunk), math.ceil(size[1] * shrunk)), _AT_ONCE_PX)
    return _SvgPicture(content, size) if slow is None else _SlowSvgPicture(slow, size)


class _SvgPicture:
    """An SVG, drawn again at every scale."""

    tiling = None

    def __init__(self, content: bytes, size: tuple[int, int]) -> None:
        self._renderer = QSvgRenderer(QByteArray(content))
        self._whole = QRectF(0, 0, *size)

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:  # noqa: ARG002
        painter.save()
        painter.setClipRect(exposed, Qt.ClipOperation.IntersectClip)
        self._renderer.render(painter, self._whole)
        painter.restore()


class _Whole:
    """A picture in memory with smaller copies, each half the size of the one before. It fills its board."""

    tiling = None

    def __init__(self, file: Path, size: tuple[int, int]) -> None:
        self._file = file
        self._size = size

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        copies = _copies(self._file)
        number, step = 0, 1.0
        while number < len(copies) - 1 and step / 2 >= scale * _ENLARGED:
            number, step = number + 1, step / 2
        image = copies[number]
        across, down = image.width() / max(self._size[0], 1), image.height() / max(self._size[1], 1)
        seen = exposed.intersected(QRectF(0, 0, *self._size))
        part = QRectF(seen.left() * across, seen.top() * down, seen.width() * across, seen.height() * down)
        # two more pixels on each side for the smooth scaling, so that there is no seam between adjacent parts
        part = QRectF(part.adjusted(-2, -2, 2, 2).toAlignedRect()).intersected(QRectF(image.rect()))
        where = QRectF(part.left() / across, part.top() / down, part.width() / across, part.height() / down)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
        painter.drawImage(where, image, part)
        painter.restore()


class _SlowSvgPicture:
    """A slow SVG, which is drawn once. The board is grey until its picture is ready."""

    def __init__(self, drawing: SlowDrawing, size: tuple[int, int]) -> None:
        self._drawing = drawing
        self._whole = _Whole(drawing.picture, size)

    @property
    def tiling(self) -> Preparation | None:
        return None if self._drawing.is_done else self._drawing

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        if self._drawing.is_done:
            self._whole.paint(painter, exposed, scale)
            return
        self._drawing.begin()
        painter.fillRect(exposed, _WAITING)


class _TiledPicture:
    """A huge picture, painted from tiles. It fills its board, which is grey until there are tiles.

    `ratio` is the number of the picture's pixels for each pixel of the board, across and down.
    """

    def __init__(self, tiling: TilePreparation, ratio: tuple[float, float]) -> None:
        self._tiling = tiling
        self._ratio = ratio
        self._tiles: ReliefTiles | None = None

    @property
    def tiling(self) -> TilePreparation | None:
        return None if self._tiling.is_done else self._tiling

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        if self._tiles is None:
            self._tiles = ReliefTiles.find(self._tiling.folder, ANY_THEME)
        if self._tiles is not None:
            across, down = self._ratio
            painter.save()
            painter.scale(1 / across, 1 / down)
            self._tiles.paint(painter, QTransform.fromScale(across, down).mapRect(exposed), scale / max(across, down))
            painter.restore()
            return
        self._tiling.begin()
        painter.fillRect(exposed, _WAITING)


_KEPT: Final[OrderedDict[str, list[QImage]]] = OrderedDict()


def _copies(file: Path) -> list[QImage]:
    """Return a picture and its smaller copies, from the cache or from the file."""
    key = str(file)
    if key in _KEPT:
        _KEPT.move_to_end(key)
        return _KEPT[key]
    image = read_picture(file)
    fast = QImage.Format.Format_ARGB32_Premultiplied if image.hasAlphaChannel() else QImage.Format.Format_RGB32
    copies = [image.convertToFormat(fast)]
    while min(copies[-1].width(), copies[-1].height()) > 256:
        last = copies[-1]
        half = last.scaled(
            (last.width() + 1) // 2,
            (last.height() + 1) // 2,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        copies.append(half)
    _KEPT[key] = copies
    while len(_KEPT) > 1 and sum(kept[0].width() * kept[0].height() for kept in _KEPT.values()) > MOST_KEPT_PX:
        _KEPT.popitem(last=False)
    return copies
