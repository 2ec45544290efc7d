"""Shades over boards of a map, or over areas round pieces. Each player can show and hide them."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from tabletop.desktop.drawing.pictures.module_pictures import picture_in
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.module.module import Module
from tabletop.module.schema.map.map_table_records import ShadeRecord

_UNDER_Z: Final = -0.5
_OVER_Z: Final = 1e15
"""The heights of shades: over the lit zones and under all pieces, or over everything."""

_GRAINS: Final = {"75%": ((0, 0), (1, 0), (1, 1)), "50%": ((0, 0), (1, 1)), "25%": ((0, 0),)}
"""The filled pixels of each square of two by two pixels, for each grain."""


class Shades:
    """The shades of one map."""

    def __init__(self, scene: QGraphicsScene, module: Module, map_id: str, theme: Theme) -> None:
        self._scene = scene
        self._module = module
        self._map = map_id
        self._theme = theme
        self._shades = {shade.name: shade for shade in module.sheets[map_id].shades}
        self._on = {name for name, shade in self._shades.items() if shade.on}
        self._areas: dict[str, QPainterPath] = {}
        self._items: dict[str, _ShadeItem] = {}

    @property
    def shown(self) -> frozenset[str]:
        """The names of the visible shades."""
        return frozenset(self._on)

    def switch(self, name: str) -> None:
        """Show a shade, or hide it if it is visible."""
        if name in self._shades:
            self._on ^= {name}
            self._show(name)

    def show_areas(self, name: str, areas: QPainterPath) -> None:
        """Set the areas of the pieces that belong to a shade (map pixels), and draw the shade again if it is
        visible.
        """
        if name in self._shades:
            self._areas[name] = areas
            self._show(name)

    def show_anew(self) -> None:
        """Show the shades again in a scene that was cleared and has no pieces yet."""
        self._items.clear()
        self._areas.clear()
        for name in self._shades:
            self._show(name)

    def _show(self, name: str) -> None:
        if (shown := self._items.pop(name, None)) is not None:
            self._scene.removeItem(shown)
        if name in self._on:
            shade = self._shades[name]
            line = QPen(self._ink(shade.border), 0) if shade.border else QPen(Qt.PenStyle.NoPen)
            item = self._items[name] = _ShadeItem(self._covered(shade), self._brush(shade), line, shade)
            self._scene.addItem(item)

    def _covered(self, shade: ShadeRecord) -> QPainterPath:
        areas = self._areas.get(shade.name, QPainterPath())
        if shade.covers == "areas":
            return areas
        on = self._module.components.maps[self._map]
        boards = QPainterPath()
        for board in on.boards:
            if not shade.boards or board.name in shade.boards:
                boards.addRect(QRectF(*on.origin_of(board), board.width, board.height))
        return boards.simplified().subtracted(areas)

    def _brush(self, shade: ShadeRecord) -> QBrush:
        if shade.picture:
            return QBrush(QPixmap.fromImage(picture_in(folder_of(self._module), shade.picture)))
        ink = self._ink(shade.colour)
        if shade.fill == "solid":
            return QBrush(ink)
        grain = QImage(2, 2, QImage.Format.Format_ARGB32_Premultiplied)
        grain.fill(Qt.GlobalColor.transparent)
        for x, y in _GRAINS[shade.fill]:
            grain.setPixelColor(x, y, ink)
        return QBrush(QPixmap.fromImage(grain))

    def _ink(self, colour: str) -> QColor:
        return QColor(colour) if colour.startswith("#") else self._theme.colour(colour)


class _ShadeItem(QGraphicsPathItem):
    """A visible shade. Its grain, and an unscaled picture, have the same size on the screen at every zoom."""

    def __init__(self, covered: QPainterPath, brush: QBrush, line: QPen, shade: ShadeRecord) -> None:
        super().__init__(covered)
        self._filling = brush
        self._shade = shade
        self.setPen(line)
        self.setZValue(_OVER_Z if shade.over else _UNDER_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Fill the shaded area, and draw the line round it."""
        if self._filling.style() == Qt.BrushStyle.TexturePattern and not (self._shade.picture and self._shade.scaled):
            scale = painter.deviceTransform().m11() or 1.0
            self._filling.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
        painter.setOpacity(self._shade.opacity)
        painter.fillPath(self.path(), self._filling)
        painter.setOpacity(self._shade.border_opacity)
        painter.strokePath(self.path(), self.pen())
