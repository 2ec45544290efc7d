"""The sheet under the pieces as cached tiles: what is missing is shown coarsely and made a little at a time.

Tiles are drawn at a few levels, once each. While the map lies at one scale they are also kept shrunk to just that
scale, so that a frame only copies; a scale has no more than one such set.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from tabletop.desktop.drawing.sheet import EVERYTHING, TILE_PX, SheetOptions, SheetPainter

KEPT = 160
"""Tiles kept as pixmaps: about 170 MB at the most."""

FITTED_PX = 256
KEPT_FITTED = 224
"""How large the tiles of just one scale are, and how many are kept: 59 MB, a screen of 3840 by 2160 pixels."""

SLICE_S = 0.008
"""How long `prepare_some` works at a time."""

_Key = tuple[int, int, int]
_Spot = tuple[int, int]


class SheetTiles:
    """Paints a sheet from tiles. `paint` never draws a tile itself unless nothing coarser is there to show."""

    def __init__(self, sheet: SheetPainter, device_ratio: float = 1.0, kept: Path | None = None) -> None:
        """`kept` is a file in which the coarse picture of the sheet waits for the next start."""
        self._sheet = sheet
        self._kept = kept
        self._ratio = device_ratio
        self._options = EVERYTHING
        self._tiles: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._fitted: OrderedDict[_Spot, QPixmap] = OrderedDict()
        self._fitted_to = 0.0
        self._coarse: QPixmap | None = None

    def set_options(self, options: SheetOptions) -> None:
        """Say what of the map is wanted; all tiles are made anew."""
        if options != self._options:
            self._options = options
            self.forget()

    def forget(self) -> None:
        """The sheet looks otherwise now: all tiles are made anew."""
        self._sheet.forget_tiles()
        self._tiles.clear()
        self._fitted.clear()
        self._coarse = None

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part of the sheet inside `exposed` (map pixels) at so many screen pixels a map pixel."""
        pixel = 1 / scale
        exposed = exposed.adjusted(-pixel, -pixel, pixel, pixel)  # the corner moves by up to half of one below
        seen = exposed.intersected(self._sheet.bounds())
        if seen != exposed:
            painter.fillRect(exposed, self._sheet.theme.colour("paper"))
        if seen.isEmpty():
            return
        painter.save()
        painter.setWorldTransform(self._on_whole_pixels(painter.worldTransform()))
        if scale != self._fitted_to:
            self._paint_tiles(painter, seen, scale)
        else:
            for spot in self._spots(seen, scale):
                self._paint_spot(painter, spot, seen, scale)
        painter.restore()

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        """Whether everything is made that it takes to paint a part of the sheet as well as it can be."""
        return next(self._to_do(seen, scale), None) is None

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        """Make some of what is missing, for a few milliseconds."""
        until = perf_counter() + SLICE_S
        if scale != self._fitted_to:
            self._fitted.clear()
            self._fitted_to = scale
        for make in self._to_do(seen, scale):
            make()
            if perf_counter() > until:
                return

    def _to_do(self, seen: QRectF, scale: float) -> Iterator[Callable[[], None]]:
        """What is to be made, one after the other: first the tiles, then those of just this scale."""
        area = seen.intersected(self._sheet.bounds())
        if area.isEmpty():
            return
        for key in self._keys(scale, area):
            if key not in self._tiles:
                yield partial(self._make_tile, key)
        for spot in self._spots(area, scale):
            if scale == self._fitted_to and spot in self._fitted:
                continue
            for key in self._keys(scale, self._area_of(spot, scale)):
                if key not in self._tiles:
                    yield partial(self._make_tile, key)
            yield partial(self._make_fitted, spot, scale)

    # tiles at a few levels

    def _make_tile(self, key: _Key) -> None:
        self._tiles[key] = QPixmap.fromImage(self._sheet.tile(*key, options=self._options))
        if len(self._tiles) > KEPT:
            self._tiles.popitem(last=False)

    def _keys(self, scale: float, area: QRectF) -> list[_Key]:
        level = self._sheet.level_of(self._sheet.sheet.hex_px * scale * self._ratio)
        span = self._sheet.tile_rect(level, 0, 0).width()
        return [(level, column, row) for column, row in _grid(area, span)]

    def _paint_tiles(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """From the tiles of the next larger level, shrunk; under what is missing lies the coarse picture."""
        keys = self._keys(scale, area)
        if any(key not in self._tiles for key in keys):
            self._paint_coarse(painter, area)
        for key in keys:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                painter.drawPixmap(self._sheet.tile_rect(*key), tile, QRectF(tile.rect()))

    # tiles at just one scale: squares of the screen, counted from the upper left of the sheet

    def _spots(self, area: QRectF, scale: float) -> list[_Spot]:
        return _grid(area, FITTED_PX / (scale * self._ratio))

    def _area_of(self, spot: _Spot, scale: float) -> QRectF:
        """The part of the sheet that a spot shows, in map pixels."""
        span = FITTED_PX / (scale * self._ratio)
        return QRectF(spot[0] * span, spot[1] * span, span, span).intersected(self._sheet.bounds())

    def _make_fitted(self, spot: _Spot, scale: float) -> None:
        pixmap = QPixmap(FITTED_PX, FITTED_PX)
        pixmap.fill(self._sheet.theme.colour("paper"))
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.translate(-FITTED_PX * spot[0], -FITTED_PX * spot[1])
            painter.scale(scale * self._ratio, scale * self._ratio)
            self._paint_tiles(painter, self._area_of(spot, scale), scale)
        pixmap.setDevicePixelRatio(self._ratio)
        self._fitted[spot] = pixmap
        if len(self._fitted) > KEPT_FITTED:
            self._fitted.popitem(last=False)

    def _paint_spot(self, painter: QPainter, spot: _Spot, seen: QRectF, scale: float) -> None:
        """Copy a tile that has just this scale; where there is none yet, shrink what there is."""
        fitted = self._fitted.get(spot)
        if fitted is None:
            self._paint_tiles(painter, self._area_of(spot, scale).intersected(seen), scale)
            return
        self._fitted.move_to_end(spot)
        onto_map = painter.worldTransform()
        painter.setWorldTransform(QTransform.fromTranslate(onto_map.dx(), onto_map.dy()))
        across = FITTED_PX / self._ratio
        painter.drawPixmap(QPointF(spot[0] * across, spot[1] * across), fitted)
        painter.setWorldTransform(onto_map)

    def _on_whole_pixels(self, onto_map: QTransform) -> QTransform:
        """The same, with the map's corner on a whole pixel of the screen, where copied tiles put it, too."""
        dx, dy = (round(shift * self._ratio) / self._ratio for shift in (onto_map.dx(), onto_map.dy()))
        return QTransform(onto_map.m11(), 0.0, 0.0, onto_map.m22(), dx, dy)

    # the whole, coarsely

    def _paint_coarse(self, painter: QPainter, seen: QRectF) -> None:
        """The whole sheet from one small picture, made once."""
        bounds = self._sheet.bounds()
        if self._coarse is None:
            self._coarse = self._coarse_picture(bounds)
        ratio = self._coarse.width() / bounds.width()
        part = QRectF(seen.left() * ratio, seen.top() * ratio, seen.width() * ratio, seen.height() * ratio)
        painter.drawPixmap(seen, self._coarse, part)

    def _coarse_picture(self, bounds: QRectF) -> QPixmap:
        usual = self._options == EVERYTHING and not self._sheet.tilings
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


def _grid(area: QRectF, span: float) -> list[_Spot]:
    """Columns and rows of the squares of a grid that an area touches; none lies left of or above 0."""
    columns = range(max(0, int(area.left() // span)), int(area.right() // span) + 1)
    rows = range(max(0, int(area.top() // span)), int(area.bottom() // span) + 1)
    return [(column, row) for row in rows for column in columns]
