"""Drawing of the maps of modules: a sheet at any zoom, in either theme, whole or as tiles.

The lowest layer has the ready-made drawing of sea and land, the pictures of boards, the area out of play, degrees,
names, the grid, links and hexsides. The next one has plates and names of places, and the highest one cards, boxes and
tracks. Layers can be drawn one by one or all together, as in the window and in picture files.

Frames: sheet pixels are those of the map file (`SheetRecord.size`); `k` is the width of a hex on the screen, in device
pixels. Pieces are not drawn here.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import Flag, auto
from functools import cached_property
from math import ceil, log2
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from tabletop.desktop.drawing.pictures.module_pictures import picture_in
from tabletop.desktop.drawing.sheet.board_grids import draw_printed_grid
from tabletop.desktop.drawing.sheet.board_pictures import BoardPicture, board_picture
from tabletop.desktop.drawing.sheet.map_cards import draw_cards
from tabletop.desktop.drawing.sheet.map_ground import (
    GridLines,
    draw_frame,
    draw_graticule,
    draw_grid,
    draw_hex_ids,
    draw_names,
    draw_out_of_play,
    draw_terrain,
    placing_of,
)
from tabletop.desktop.drawing.sheet.map_layout import SheetLayout
from tabletop.desktop.drawing.sheet.map_pen import MapPen
from tabletop.desktop.drawing.sheet.map_places import (
    draw_entries,
    draw_links,
    draw_places,
    draw_sites,
    label_rect,
    plate_rect,
)
from tabletop.desktop.drawing.sheet.relief_tiles import ReliefTiles
from tabletop.module.contents.map_files import build_map
from tabletop.module.schema.map.map_sheet_records import PictureArt, WorldArt

if TYPE_CHECKING:
    from pathlib import Path

    from tabletop.board.map import Map
    from tabletop.desktop.drawing.pictures.prepared_pictures import Preparation
    from tabletop.desktop.drawing.theme import Theme
    from tabletop.module.schema.faces import FaceBook
    from tabletop.module.schema.map.map_sheet_records import SheetRecord

TILE_PX: Final = 512
LEVELS_AN_OCTAVE: Final = 2
"""The number of zoom levels of tiles for each doubling of the scale: each is larger than the one before by the square
root of two. Level 0 is the sheet's own scale. Tiles at other scales can also be made.
"""
KEPT_TILES: Final = 8
"""The number of finished tiles in the cache (8 MB). A window has its own cache of pixmaps."""


class SheetLayers(Flag):
    """The parts of a map, from below to above."""

    GROUND = auto()
    """Sea, land, pictures of boards, grid, links."""
    PLACES = auto()
    """Plates of places, their names and sites."""
    CARDS = auto()
    """Boxes, tracks, the legend."""
    ALL = GROUND | PLACES | CARDS


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """The parts of a map to draw: its layers, and with `hex_ids` the names of its cells."""

    layers: SheetLayers = SheetLayers.ALL
    hex_ids: bool = False


EVERYTHING: Final = SheetOptions()


class SheetPainter:
    """A painter of one sheet in one theme. It is cheap to make: drawings and tiles are loaded when they are first
    needed.

    `art_folder` is the folder of the map file; a sheet whose drawing has not been made yet is painted without it.
    `files` is the folder of the module, which has the pictures of boards. `board` is the map of the sheet, if it was
    built before.
    """

    def __init__(
        self,
        sheet: SheetRecord,
        faces: FaceBook | None,
        theme: Theme,
        art_folder: Path,
        files: Path | None = None,
        board: Map | None = None,
    ) -> None:
        self.sheet = sheet
        self.theme = theme
        self.map = board or build_map(sheet)
        self._faces = faces
        self._folder = art_folder
        self._files = files or art_folder
        self._tiles: OrderedDict[tuple[float, int, int, SheetOptions], QImage] = OrderedDict()

    def bounds(self) -> QRectF:
        """Return the area of the whole sheet, in sheet pixels."""
        return QRectF(0, 0, *self.sheet.size)

    # --- painting

    def paint(self, painter: QPainter, exposed: QRectF, k: float, *, options: SheetOptions = EVERYTHING) -> None:
        """Paint the part `exposed` of the sheet.

        The painter must use sheet pixels. `k` is the width of a hex in device pixels with this painter, which decides
        the level of detail.
        """
        sheet, layout = self.sheet, self._layout
        seen = exposed.intersected(self.bounds())
        if seen.isEmpty():
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self._pen(painter, k, seen)
        if SheetLayers.GROUND in options.layers:
            painter.fillRect(seen, pen.colour(sheet.ground))
            self._paint_art(painter, seen, k)
            self._paint_boards(pen, seen, k)
            painter.save()
            if sheet.frame is not None:
                painter.setClipRect(QRectF(*sheet.frame), Qt.ClipOperation.IntersectClip)
            draw_out_of_play(pen, sheet, self._grid_lines)
            draw_terrain(pen, layout)
            draw_names(pen, layout)
            draw_grid(pen, self._grid_lines)
            painter.restore()
            draw_graticule(pen, sheet)
            draw_frame(pen, sheet)
            draw_entries(pen, layout)
            draw_links(pen, layout)
            if options.hex_ids:
                draw_hex_ids(pen, sheet, self.map)
        if SheetLayers.PLACES in options.layers:
            draw_sites(pen, layout)
            draw_places(pen, layout)
        if SheetLayers.CARDS in options.layers:
            draw_cards(pen, sheet, layout)
        painter.restore()

    def _pen(self, painter: QPainter, k: float, exposed: QRectF) -> MapPen:
        return MapPen(painter, self.theme, self._faces, k, self.sheet.hex_px, exposed)

    def _paint_art(self, painter: QPainter, exposed: QRectF, k: float) -> None:
        match self.sheet.art:
            case WorldArt() if self._relief is not None:
                self._relief.paint(painter, exposed, k / self.sheet.hex_px)
            case PictureArt(frame=frame) if not self._picture.isNull():
                painter.save()
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(QRectF(*frame), self._picture)
                painter.restore()
            case _:
                return

    def _paint_boards(self, pen: MapPen, exposed: QRectF, k: float) -> None:
        """Paint the pictures and grounds of boards, and the printed parts of their grids."""
        painter, scale = pen.painter, k / self.sheet.hex_px
        for spec, board, picture in zip(self.sheet.on_table, self.map.boards, self._board_pictures, strict=True):
            placing = placing_of(self.map, board)
            seen = placing.inverted()[0].mapRect(exposed).intersected(QRectF(0, 0, board.width, board.height))
            if seen.isEmpty():
                continue
            painter.save()
            painter.setTransform(placing, combine=True)
            if spec.colour is not None:
                painter.fillRect(seen, pen.colour(spec.colour))
            if picture is not None:
                picture.paint(painter, seen, scale)
            painter.restore()
            draw_printed_grid(pen, spec, board, placing, seen)

    @property
    def tilings(self) -> tuple[Preparation, ...]:
        """The preparations of pictures of boards that are not ready yet."""
        found = (picture.tiling for picture in self._board_pictures if picture is not None)
        return tuple(tiling for tiling in found if tiling is not None)

    @cached_property
    def _board_pictures(self) -> tuple[BoardPicture | None, ...]:
        boards = zip(self.sheet.on_table, self.map.boards, strict=True)
        return tuple(
            board_picture(self._files / spec.picture, (board.width, board.height)) if spec.picture else None
            for spec, board in boards
        )

    def forget_tiles(self) -> None:
        """Delete the painted tiles after the appearance of the sheet has changed."""
        self._tiles.clear()

    @cached_property
    def _relief(self) -> ReliefTiles | None:
        if not isinstance(self.sheet.art, WorldArt):
            return None
        return ReliefTiles.find(self._folder / self.sheet.art.folder, self.theme.name)

    @cached_property
    def _picture(self) -> QImage:
        if not isinstance(self.sheet.art, PictureArt):
            return QImage()
        return picture_in(self._folder, self.sheet.art.file)

    @cached_property
    def _layout(self) -> SheetLayout:
        return SheetLayout.of(self.sheet, self.map)

    @cached_property
    def _grid_lines(self) -> GridLines:
        relief = self._relief
        is_dry = not str(self.sheet.ground).startswith("sea")  # a sheet without relief is all sea or all land
        return GridLines.of(self.sheet, self.map, relief.is_land if relief else lambda _x, _y: is_dry)

    # --- tiles

    def level_of(self, k: float) -> int:
        """Return the level of tiles for a zoom: the next larger one, so that tiles are not visibly enlarged."""
        return ceil(LEVELS_AN_OCTAVE * log2(k / self.sheet.hex_px) - 0.05)

    def k_of(self, level: int) -> float:
        """Return the width of a hex in tile pixels at a level."""
        return float(self.sheet.hex_px * 2 ** (level / LEVELS_AN_OCTAVE))

    def tile_rect(self, k: float, column: int, row: int) -> QRectF:
        """Return the part of the sheet in a tile (sheet pixels), if hexes are `k` pixels wide."""
        span = TILE_PX * self.sheet.hex_px / k
        return QRectF(column * span, row * span, span, span)

    def tile(self, k: float, column: int, row: int, *, options: SheetOptions = EVERYTHING) -> QImage:
        """Return a tile of 512 by 512 pixels. A hex is `k` pixels wide on it.

        Column and row count from 0 at the upper left of the sheet.

        The ground has paper beyond the sheet. Layers without the ground are transparent where nothing is drawn. Tiles
        are cached.
        """
        key = (k, column, row, options)
        found = self._tiles.get(key)
        if found is not None:
            self._tiles.move_to_end(key)
            return found
        if SheetLayers.GROUND in options.layers:  # the format of pixmaps, so that a window need not convert it
            image = QImage(TILE_PX, TILE_PX, QImage.Format.Format_RGB32)
            image.fill(self.theme.colour("paper"))
        else:
            image = QImage(TILE_PX, TILE_PX, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
        where = self.tile_rect(k, column, row)
        self._paint_into(image, where, k, options)
        self._tiles[key] = image
        if len(self._tiles) > KEPT_TILES:
            self._tiles.popitem(last=False)
        return image

    # --- pictures

    def picture(self, size: QSize, *, options: SheetOptions = EVERYTHING) -> QImage:
        """Return a picture of this size with the whole sheet in its middle, as large as possible."""
        width, height = self.sheet.size
        scale = min(size.width() / width, size.height() / height)
        middle = QPointF(width / 2, height / 2)
        return self.picture_about(middle, scale * self.sheet.hex_px, size, options=options)

    def picture_about(self, middle: QPointF, k: float, size: QSize, *, options: SheetOptions = EVERYTHING) -> QImage:
        """Return a picture of the sheet around a point, with hexes `k` pixels wide."""
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(self.theme.colour("paper"))
        span = QRectF(0, 0, size.width(), size.height())
        per_px = self.sheet.hex_px / k
        where = QRectF(0, 0, span.width() * per_px, span.height() * per_px)
        where.moveCenter(middle)
        self._paint_into(image, where, k, options)
        return image

    def _paint_into(self, image: QImage, where: QRectF, k: float, options: SheetOptions) -> None:
        painter = QPainter(image)
        painter.scale(image.width() / where.width(), image.height() / where.height())
        painter.translate(-where.topLeft())
        self.paint(painter, where, k, options=options)
        painter.end()

    # --- where things are

    def plate(self, name: str, k: float) -> QRectF:
        """Return the area of a named place's plate at a zoom, in sheet pixels; empty if it has none."""
        printed = self._layout.place(name)
        if printed is None or printed.stamp is None:
            return QRectF()
        return plate_rect(self._measure(k), printed.stamp, printed.centre)

    def labels(self, k: float) -> dict[str, QRectF]:
        """Return the areas of the places' names that are drawn at a zoom, in sheet pixels, by these names."""
        pen = self._measure(k)
        found = ((printed.place.name, label_rect(pen, printed)) for printed in self._layout.places)
        return {name: rect for name, rect in found if rect is not None}

    def _measure(self, k: float) -> MapPen:
        """Return a pen that only measures and draws nothing."""
        return self._pen(_NO_PAINTER, k, self.bounds())


_NO_PAINTER: Final = QPainter()
