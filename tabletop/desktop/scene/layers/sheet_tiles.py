"""The sheet under the pieces as cached tiles.

A coarse picture is shown where tiles are missing, and they are made a few at a time. Tiles are drawn at a few levels,
and at the scales that the map itself sets. For any other scale, shrunk tiles of exactly that scale are also cached, so
that a frame only copies them. There is only one such set at a time.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import isclose
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from tabletop.desktop.drawing.pictures.picture_writer import PictureFormError, write_picture
from tabletop.desktop.drawing.sheet.map_sheet import EVERYTHING, TILE_PX, SheetOptions, SheetPainter

VIEWS_KEPT = 3
"""The number of views for which tiles are cached, up to the limit below. Each counts as large as the largest so far."""

KEPT = 96
"""The most tiles of a map in the cache: 100 MB, enough for a screen of 3840 by 2160 pixels at any scale."""

FITTED_PX = 256
KEPT_FITTED = 176
"""The most tiles of exactly one scale in the cache: 46 MB, enough for a screen of 3840 by 2160 pixels."""

_SMALL_VIEW = 8
"""The number of tiles of the smallest expected view."""

SLICE_S = 0.008
"""The time for which `prepare_some` works at once, in seconds."""

SAME_SCALE = 1e-6
"""The relative difference up to which two scales count as the same."""

MOST_SMOOTH = 2.0
"""The factor up to which the coarse picture is enlarged smoothly. In closer views its pixels are visible for a moment
until there are tiles, since smoothing takes much longer than copying.
"""

_SMOOTH = QPainter.RenderHint.SmoothPixmapTransform

_Key = tuple[float, int, int]
"""The key of a tile: the width of a hex in its pixels, its column and its row."""
_Spot = tuple[int, int]


class SheetTiles:
    """A painter of a sheet from tiles. `paint` makes no tiles; it only makes the coarse picture when it is first
    needed.
    """

    def __init__(self, sheet: SheetPainter, device_ratio: float = 1.0, kept: Path | None = None) -> None:
        """Make the painter. `kept` is the file that stores the coarse picture of the sheet for the next start."""
        self._sheet = sheet
        self._kept = kept
        self._ratio = device_ratio
        self._options = EVERYTHING
        zooms = sheet.sheet.zooms
        self._own = tuple(self._k_at(scale) for scale in zooms.levels) if zooms is not None else ()
        self._tiles: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._fitted: OrderedDict[_Spot, QPixmap] = OrderedDict()
        self._fitted_to = 0.0
        self._needed = _SMALL_VIEW
        self._needed_fitted = _SMALL_VIEW
        self._coarse: QPixmap | None = None

    def set_options(self, options: SheetOptions) -> None:
        """Choose the parts of the map to draw; all tiles are made again."""
        if options != self._options:
            self._options = options
            self.forget()

    def forget(self) -> None:
        """Drop all tiles after the sheet's appearance has changed."""
        self._sheet.forget_tiles()
        self._tiles.clear()
        self._fitted.clear()
        self._coarse = None

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part of the sheet inside `exposed` (map pixels) at this many screen pixels to a map pixel."""
        pixel = 1 / scale
        exposed = exposed.adjusted(-pixel, -pixel, pixel, pixel)  # the corner moves by up to half a pixel below
        seen = exposed.intersected(self._sheet.bounds())
        if seen != exposed:
            painter.fillRect(exposed, self._sheet.theme.colour("paper"))
        if seen.isEmpty():
            return
        painter.save()
        painter.setWorldTransform(self._on_whole_pixels(painter.worldTransform()))
        if self._is_just(scale):
            self._copy_tiles(painter, seen, scale)
        elif scale == self._fitted_to:
            self._copy_fitted(painter, seen, scale)
        else:
            self._paint_tiles(painter, self._keys(scale, seen), seen)
        painter.restore()

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        """Return whether everything that is needed to paint a part of the sheet well is ready."""
        return next(self._to_do(seen, scale), None) is None

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        """Make some of the missing tiles, for a few milliseconds."""
        until = perf_counter() + SLICE_S
        if scale != self._fitted_to:
            self._fitted.clear()
            self._fitted_to = scale
        for make in self._to_do(seen, scale):
            make()
            if perf_counter() > until:
                return

    def _to_do(self, seen: QRectF, scale: float) -> Iterator[Callable[[], None]]:
        """Yield functions that each make a tile: first the tiles of the levels, then those of exactly this scale."""
        area = seen.intersected(self._sheet.bounds())
        if area.isEmpty():
            return
        keys = self._keys(scale, area)
        self._needed = max(self._needed, len(keys))
        for key in keys:
            if key not in self._tiles:
                yield partial(self._make_tile, key)
        if self._is_just(scale):
            return
        spots = self._spots(area, scale)
        self._needed_fitted = max(self._needed_fitted, len(spots))
        for spot in spots:
            if scale == self._fitted_to and spot in self._fitted:
                continue
            for key in self._keys(scale, self._area_of(spot, scale)):
                if key not in self._tiles:
                    yield partial(self._make_tile, key)
            yield partial(self._make_fitted, spot, scale)

    # tiles at a few levels, and at the map's own scales

    def _make_tile(self, key: _Key) -> None:
        pixmap = QPixmap.fromImage(self._sheet.tile(*key, options=self._options))
        pixmap.setDevicePixelRatio(self._ratio)
        self._tiles[key] = pixmap
        if len(self._tiles) > min(VIEWS_KEPT * self._needed, KEPT):
            self._tiles.popitem(last=False)

    def _k_at(self, scale: float) -> float:
        """Return the width of a hex at a scale, in device pixels."""
        return self._sheet.sheet.hex_px * scale * self._ratio

    def _k_of_tiles(self, scale: float) -> float:
        """Return the width of a hex in the tiles to show: exactly the wanted width, or that of the next larger
        level.
        """
        k = self._k_at(scale)
        own = (own for own in self._own if isclose(own, k, rel_tol=SAME_SCALE))
        return next(own, self._sheet.k_of(self._sheet.level_of(k)))

    def _is_just(self, scale: float) -> bool:
        """Return whether there are tiles of exactly this scale."""
        return isclose(self._k_of_tiles(scale), self._k_at(scale), rel_tol=SAME_SCALE)

    def _keys(self, scale: float, area: QRectF) -> list[_Key]:
        k = self._k_of_tiles(scale)
        span = self._sheet.tile_rect(k, 0, 0).width()
        return [(k, column, row) for column, row in _grid(area, span)]

    def _paint_tiles(self, painter: QPainter, keys: Sequence[_Key], area: QRectF) -> None:
        """Paint from the shrunk tiles of the next larger level. The coarse picture replaces missing ones."""
        self._paint_coarse_for(painter, keys, area)
        for key in keys:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                painter.drawPixmap(self._sheet.tile_rect(*key), tile, QRectF(tile.rect()))

    def _copy_tiles(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Paint from the tiles of exactly this scale."""
        keys = self._keys(scale, area)
        self._paint_coarse_for(painter, keys, area)
        for key in keys:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                self._copy(painter, tile, key[1:])

    def _copy(self, painter: QPainter, square: QPixmap, spot: _Spot) -> None:
        """Copy a tile to the screen. Its spot counts from the upper left of the sheet."""
        onto_map = painter.worldTransform()
        painter.setWorldTransform(QTransform.fromTranslate(onto_map.dx(), onto_map.dy()))
        across = square.width() / self._ratio
        painter.drawPixmap(QPointF(spot[0] * across, spot[1] * across), square)
        painter.setWorldTransform(onto_map)

    # tiles at one other scale: squares of the screen, counted from the upper left of the sheet

    def _spots(self, area: QRectF, scale: float) -> list[_Spot]:
        return _grid(area, FITTED_PX / (scale * self._ratio))

    def _area_of(self, spot: _Spot, scale: float) -> QRectF:
        """Return the part of the sheet that a spot shows, in map pixels."""
        span = FITTED_PX / (scale * self._ratio)
        return QRectF(spot[0] * span, spot[1] * span, span, span).intersected(self._sheet.bounds())

    def _make_fitted(self, spot: _Spot, scale: float) -> None:
        pixmap = QPixmap(FITTED_PX, FITTED_PX)
        pixmap.fill(self._sheet.theme.colour("paper"))
        with QPainter(pixmap) as painter:
            painter.setRenderHint(_SMOOTH)
            painter.translate(-FITTED_PX * spot[0], -FITTED_PX * spot[1])
            painter.scale(scale * self._ratio, scale * self._ratio)
            area = self._area_of(spot, scale)
            self._paint_tiles(painter, self._keys(scale, area), area)
        pixmap.setDevicePixelRatio(self._ratio)
        self._fitted[spot] = pixmap
        if len(self._fitted) > min(VIEWS_KEPT * self._needed_fitted, KEPT_FITTED):
            self._fitted.popitem(last=False)

    def _copy_fitted(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """Copy the tiles of exactly this scale. If some are missing, paint shrunk tiles under them."""
        spots = self._spots(seen, scale)
        bare = [self._area_of(spot, scale).intersected(seen) for spot in spots if spot not in self._fitted]
        if bare:
            keys = dict.fromkeys(key for area in bare for key in self._keys(scale, area))
            self._paint_tiles(painter, list(keys), _united(bare))
        for spot in spots:
            fitted = self._fitted.get(spot)
            if fitted is not None:
                self._fitted.move_to_end(spot)
                self._copy(painter, fitted, spot)

    def _on_whole_pixels(self, onto_map: QTransform) -> QTransform:
        """Return the transform with the map's corner moved to a whole screen pixel, as for copied tiles."""
        dx, dy = (round(shift * self._ratio) / self._ratio for shift in (onto_map.dx(), onto_map.dy()))
        return QTransform(onto_map.m11(), 0.0, 0.0, onto_map.m22(), dx, dy)

    # the coarse picture

    def _paint_coarse_for(self, painter: QPainter, keys: Iterable[_Key], area: QRectF) -> None:
        """Paint from a small picture of the whole sheet where tiles are missing inside an area."""
        missing = _united(self._sheet.tile_rect(*key) for key in keys if key not in self._tiles).intersected(area)
        if not missing.isEmpty():
            self._paint_coarse(painter, missing)

    def _paint_coarse(self, painter: QPainter, seen: QRectF) -> None:
        bounds = self._sheet.bounds()
        if self._coarse is None:
            self._coarse = self._coarse_picture(bounds)
        ratio = self._coarse.width() / bounds.width()
        part = QRectF(seen.left() * ratio, seen.top() * ratio, seen.width() * ratio, seen.height() * ratio)
        is_smooth = bool(painter.renderHints() & _SMOOTH)
        painter.setRenderHint(_SMOOTH, is_smooth and painter.worldTransform().m11() < MOST_SMOOTH * ratio)
        painter.drawPixmap(seen, self._coarse, part)
        painter.setRenderHint(_SMOOTH, is_smooth)

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
            with suppress(OSError, PictureFormError):
                self._kept.parent.mkdir(parents=True, exist_ok=True)
                write_picture(made, self._kept)
        return QPixmap.fromImage(made)


def _grid(area: QRectF, span: float) -> list[_Spot]:
    """Return the columns and rows of a grid's squares that an area touches, from 0."""
    columns = range(max(0, int(area.left() // span)), int(area.right() // span) + 1)
    rows = range(max(0, int(area.top() // span)), int(area.bottom() // span) + 1)
    return [(column, row) for row in rows for column in columns]


def _united(areas: Iterable[QRectF]) -> QRectF:
    whole = QRectF()
    for area in areas:
        whole = whole.united(area)
    return whole
