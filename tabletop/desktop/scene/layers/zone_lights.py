"""Zones that are lit if a property names one of their highlighters."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene

from tabletop.desktop.drawing.pictures.module_pictures import picture_in
from tabletop.desktop.drawing.sheet.map_ground import placing_of
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.expression import as_text
from tabletop.game.state.game import Game
from tabletop.module.module import Module
from tabletop.module.schema.map.map_grid_records import GridZoneRecord, Highlighter, ZonedGridRecord

_LIGHT_Z = -1.0
"""The height of lights: over the sheet and under all pieces."""

_PATTERNS = {"stripes": Qt.BrushStyle.BDiagPattern, "hatched": Qt.BrushStyle.DiagCrossPattern}


class ZoneLights:
    """The lit zones of one map. `show` must be called when a property has changed."""

    def __init__(self, scene: QGraphicsScene, module: Module, map_id: str, theme: Theme) -> None:
        self._scene = scene
        self._module = module
        self._map = map_id
        self._theme = theme
        self._zones = list(_zones(module, map_id))
        self._items: dict[int, QGraphicsPathItem] = {}

    def show(self, game: Game) -> None:
        """Show the lights of the zones that are lit in a game, and no others."""
        for number, (zone, path, by_name) in enumerate(self._zones):
            light = by_name.get(self._value(game, zone))
            item = self._items.pop(number, None)
            if item is not None:
                self._scene.removeItem(item)
            if light is not None:
                self._items[number] = self._lit(path, light)

    def show_anew(self, game: Game) -> None:
        """Show the same lights again in a scene that was cleared."""
        self._items.clear()
        self.show(game)

    def _value(self, game: Game, zone: GridZoneRecord) -> str:
        """Return the value of the property that a zone depends on: the zone's own, else the map's, else the table's; ""
        if none is set.
        """
        name = zone.highlight
        scopes = (f"zone:{self._map}:{zone.name}:{name}", f"map:{self._map}:{name}", name)
        return next((as_text(game.properties[scope]) for scope in scopes if scope in game.properties), "")

    def _lit(self, path: QPainterPath, light: Highlighter) -> QGraphicsPathItem:
        colour = QColor(self._colour(light))
        colour.setAlphaF(light.opacity)
        item = QGraphicsPathItem(path)
        item.setZValue(_LIGHT_Z)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        if light.part == "edge":
            item.setPen(QPen(colour, light.width))
        else:
            item.setPen(QPen(Qt.PenStyle.NoPen))
            item.setBrush(self._brush(light, colour))
            item.setOpacity(light.opacity if light.fill == "tiled" else 1.0)
        self._scene.addItem(item)
        return item

    def _brush(self, light: Highlighter, colour: QColor) -> QBrush:
        if light.fill == "tiled" and light.picture:
            return QBrush(QPixmap.fromImage(picture_in(folder_of(self._module), light.picture)))
        return QBrush(colour, _PATTERNS.get(light.fill, Qt.BrushStyle.SolidPattern))

    def _colour(self, light: Highlighter) -> QColor:
        return self._theme.ink_of(light.colour)


def _zones(module: Module, map_id: str) -> Iterator[tuple[GridZoneRecord, QPainterPath, dict[str, Highlighter]]]:
    """Yield the zones of a map that may be lit, each with its outline on the map and the highlighters of its board by
    name.
    """
    sheet, board_map = module.sheets[map_id], module.components.maps[map_id]
    for spec, board in zip(sheet.on_table, board_map.boards, strict=True):
        if isinstance(spec.grid, ZonedGridRecord) and spec.grid.highlighters:
            lights = {light.name: light for light in spec.grid.highlighters}
            for zone in spec.grid.zones:
                if zone.highlight and len(zone.outline) > 2:
                    yield zone, placing_of(board_map, board).map(_area(zone)), lights


def _area(zone: GridZoneRecord) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in zone.outline]))
    path.closeSubpath()
    return path
