"""The sheet under the pieces as cached tiles: what is missing is shown coarsely and made a little at a time."""

from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from tabletop.desktop.drawing.sheet import EVERYTHING, TILE_PX, SheetOptions, SheetPainter

KEPT = 192
"""Tiles kept as pixmaps: about 200 MB at the most."""

SLICE_S = 0.008
"""How long `prepare_some` works at a time."""

_Key = tuple[int, int, int]


class SheetTiles:
    """Paints a sheet from tiles. `paint` never draws a tile itself unless nothing coarser is there to show."""

    def __init__(self, sheet: SheetPainter, device_ratio: float = 1.0, kept: Path | None = None) -> None:
        """`kept` is a file in which the coarse picture of the sheet waits for the next start."""
        self._sheet = sheet
        self._kept = kept
        self._ratio = device_ratio
        self._options = EVERYTHING
        self._tiles: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._wanted: dict[_Key, None] = {}
        self._coarse: QPixmap | None = None

    def set_options(self, options: SheetOptions) -> None:
        """Say what of the map is wanted; all tiles are made anew."""
        if options != self._options:
            self._options = options
            self._tiles.clear()
            self._wanted.clear()
            self._coarse = None

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part of the sheet inside `exposed` (map pixels) at so many screen pixels a map pixel."""
        seen = exposed.intersected(self._sheet.bounds())
        painter.fillRect(exposed, self._sheet.theme.colour("paper"))
        if seen.isEmpty():
            return
        level = self._sheet.level_of(self._sheet.sheet.hex_px * scale * self._ratio)
        self._wanted = {}
        missing = [key for key in self._keys(level, seen) if key not in self._tiles]
        if missing:
            self._paint_coarse(painter, seen)
            self._wanted = dict.fromkeys(missing)
        for key in self._keys(level, seen):
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                painter.drawPixmap(self._sheet.tile_rect(*key), tile, QRectF(tile.rect()))

    def is_waiting(self) -> bool:
        """Whether something was painted coarsely because its tiles are still to be made."""
        return bool(self._wanted)

    def prepare_some(self) -> None:
        """Make some of the tiles that were missing, for a few milliseconds."""
        until = perf_counter() + SLICE_S
        while self._wanted:
            key = next(iter(self._wanted))
            del self._wanted[key]
            self._tiles[key] = QPixmap.fromImage(self._sheet.tile(*key, options=self._options))
            if len(self._tiles) > KEPT:
                self._tiles.popitem(last=False)
            if perf_counter() > until:
                return

    def _keys(self, level: int, area: QRectF) -> list[_Key]:
        span = self._sheet.tile_rect(level, 0, 0).width()
        columns = range(max(0, int(area.left() // span)), int(area.right() // span) + 1)
        rows = range(max(0, int(area.top() // span)), int(area.bottom() // span) + 1)
        return [(level, column, row) for row in rows for column in columns]

    def _paint_coarse(self, painter: QPainter, seen: QRectF) -> None:
        """The whole sheet from one small picture, made once."""
        bounds = self._sheet.bounds()
        if self._coarse is None:
            self._coarse = self._coarse_picture(bounds)
        ratio = self._coarse.width() / bounds.width()
        part = QRectF(seen.left() * ratio, seen.top() * ratio, seen.width() * ratio, seen.height() * ratio)
        painter.drawPixmap(seen, self._coarse, part)

    def _coarse_picture(self, bounds: QRectF) -> QPixmap:
        usual = self._options == EVERYTHING
        if usual and self._kept is not None:
            found = QPixmap(str(self._kept))
            if not found.isNull():
                return found
        width = min(TILE_PX * 2.0, bounds.width())
        size = bounds.size().scaled(width, width, Qt.AspectRatioMode.KeepAspectRatio).toSize()
        made = self._sheet.picture(size, options=self._options)
        if usual and self._kept is not None:
            with suppress(OSError):
                self._kept.parent.mkdir(parents=True, exist_ok=True)
                made.save(str(self._kept))
        return QPixmap.fromImage(made)
