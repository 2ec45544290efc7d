"""A map on the table of a window: its sheet, the pieces on it, the layers over it, and its view."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from tabletop.desktop.drawing.sheet.map_sheet import SheetOptions, SheetPainter
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.overview import Overview
from tabletop.desktop.map.picture_wait import PreparationLine
from tabletop.desktop.platform.module_paths import coarse_file, folder_of, map_folder
from tabletop.desktop.scene.layers.overlay_ground import OverlaidSheet
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer, OverlayStyle
from tabletop.desktop.scene.layers.sheet_tiles import SheetTiles
from tabletop.desktop.scene.map_scene import MapScene
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.pieces.stack_anchors import plates
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.module.module import Module
from tabletop.module.schema.map.map_view_records import OverviewRecord
from tabletop.module.schema.record_base import usual

FIRST_WIDTH: Final = 1_100
"""The approximate first width of a map on the screen (pixels). The first pictures of counters are made for it."""


class MapOnTable:
    """The parts with which a window shows one map: its scene, its overlays, its view and its overview."""

    def __init__(
        self,
        module: Module,
        name: str,
        index: int,
        theme: Theme,
        pictures: ModulePictures,
        drawing: Callable[[float], OverlayStyle],
        ratio: float,
    ) -> None:
        """Make the map's parts.

        `index` is the map's number in the game. `drawing` returns the style of overlays for hexes of a width (map
        pixels). `ratio` is the number of screen pixels for each pixel of the window.
        """
        sheet, board = module.sheets[name], module.components.maps[name]
        painter = SheetPainter(sheet, module.faces, theme, map_folder(module, name), folder_of(module), board)
        self._tiles = SheetTiles(painter, ratio, coarse_file(module, name, theme.name))
        self.drawn = MapScene(module, name, index, painter, pictures)
        self.scene.set_scale(FIRST_WIDTH / painter.bounds().width())
        self.layer = OverlayLayer(self.scene, drawing(sheet.hex_px), painter.bounds(), plates(sheet, board), ratio)
        self._zooms = sheet.zooms
        levels = sheet.zooms.levels if sheet.zooms is not None else ()
        self.view = TableView(self.scene, OverlaidSheet(self._tiles, self.layer.ground), levels)
        self.scene.setParent(self.view)  # owned by the view, so that its connections die with it
        if painter.tilings:
            PreparationLine(self.view, self._tiles, painter.tilings)
        overview = sheet.overview or usual(OverviewRecord)
        self.overview = Overview(self.view, overview.scale, theme.ink_of(overview.colour))

    @property
    def scene(self) -> TableScene:
        """The scene with the pieces."""
        return self.drawn.table

    @property
    def begins_at_scale(self) -> bool:
        """True if the module sets the scale at which the map is first shown."""
        return self._zooms is not None

    def begin(self) -> None:
        """Show the whole map, or the part that its module sets as the first view."""
        if self._zooms is None:
            self.view.fit()
        else:
            self.view.begin_at(self._zooms.levels[min(self._zooms.start, len(self._zooms.levels) - 1)])

    def draw_anew(self) -> None:
        """Draw everything again after a slow drawing has become ready."""
        self.scene.draw_anew()
        self.view.look_anew()

    def show_hex_ids(self, *, on: bool) -> None:
        """Show or hide the number of each hex."""
        self._tiles.set_options(SheetOptions(hex_ids=on))
        self.view.look_anew()

    def picture(self) -> QImage:
        """Return a picture of the visible part of the map."""
        image = QImage(self.view.viewport().size() * self.view.devicePixelRatioF(), QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            self.view.render(painter, QRectF(image.rect()))
        return image
