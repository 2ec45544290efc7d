"""Shades over boards of a map, which each player shows and hides for themselves."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from tabletop.desktop.drawing.pictures import read_picture
from tabletop.desktop.module_folder import folder_of
from tabletop.desktop.theme import Theme
from tabletop.module.module import Module
from tabletop.module.schema.table import Shade

_UNDER_Z: Final = -0.5
_OVER_Z: Final = 1e15
"""Over the lit zones and under all pieces; or over everything."""

_PATTERNS: Final = {
    "solid": Qt.BrushStyle.SolidPattern,
    "75%": Qt.BrushStyle.Dense2Pattern,
    "50%": Qt.BrushStyle.Dense4Pattern,
    "25%": Qt.BrushStyle.Dense6Pattern,
}


class Shades:
    """The shades of one map."""

    def __init__(self, scene: QGraphicsScene, module: Module, map_id: str, theme: Theme) -> None:
        self._scene = scene
        self._module = module
        self._map = map_id
        self._theme = theme
        self._shades = {shade.name: shade for shade in module.sheets[map_id].shades}
        self._on = {name for name, shade in self._shades.items() if shade.on}
        self._items: dict[str, list[QGraphicsRectItem]] = {}

    @property
    def shown(self) -> frozenset[str]:
        """The shades that are seen."""
        return frozenset(self._on)

    def switch(self, name: str) -> None:
        """Show a shade, or hide it."""
        if name in self._shades:
            self._on ^= {name}
            for item in self._items.pop(name, []):
                self._scene.removeItem(item)
            if name in self._on:
                self._items[name] = list(self._drawn(self._shades[name]))

    def show_anew(self) -> None:
        """Show what is to be seen, in a scene that was cleared."""
        self._items = {name: list(self._drawn(self._shades[name])) for name in self._shades if name in self._on}

    def _drawn(self, shade: Shade) -> Iterator[QGraphicsRectItem]:
        on = self._module.components.maps[self._map]
        for board in on.boards:
            if not shade.boards or board.name in shade.boards:
                left, top = on.origin_of(board)
                item = QGraphicsRectItem(QRectF(left, top, board.width, board.height))
                item.setPen(QPen(Qt.PenStyle.NoPen))
                item.setBrush(self._brush(shade))
                item.setOpacity(shade.opacity)
                item.setZValue(_OVER_Z if shade.over else _UNDER_Z)
                item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
                self._scene.addItem(item)
                yield item

    def _brush(self, shade: Shade) -> QBrush:
        if shade.picture:
            return QBrush(QPixmap.fromImage(read_picture(folder_of(self._module) / shade.picture)))
        colour = QColor(shade.colour) if shade.colour.startswith("#") else self._theme.colour(shade.colour)
        return QBrush(colour, _PATTERNS[shade.fill])
