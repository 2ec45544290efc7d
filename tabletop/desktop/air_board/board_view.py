"""The geometry of a board of hexes in a widget: centres, outlines, and the hex at a point."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from tabletop.flight_page import BoardHex

_CORNERS: Final = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
AHEAD: Final = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""The offset of the neighbour at each facing from the centre of a hex, in the units of hex centres (y downwards)."""


class BoardView:
    """The hexes of a board, drawn as large as an area of the widget (pixels) allows."""

    def __init__(self, hexes: Sequence[BoardHex], area: QRectF) -> None:
        self._hexes = {hex.name: (hex.x, hex.y) for hex in hexes}
        self.names = {(hex.x, hex.y): hex.name for hex in hexes}
        left, right = min(hex.x for hex in hexes) - 2, max(hex.x for hex in hexes) + 2
        top, bottom = min(hex.y for hex in hexes) - 1, max(hex.y for hex in hexes) + 1
        across, down = (right - left) / (2 * math.sqrt(3)), (bottom - top) / 2
        self.height = max(min(area.width() / across, area.height() / down), 8.0)
        self._unit = (self.height / (2 * math.sqrt(3)), self.height / 2)
        corner = area.center() - QPointF(across * self.height / 2, down * self.height / 2)
        self.bounds = QRectF(corner, QSizeF(across * self.height / 2, down * self.height / 2) * 2)
        self._start = corner - QPointF(left * self._unit[0], top * self._unit[1])

    def point(self, x: float, y: float) -> QPointF:
        """Return the point of the widget (pixels) for a point in the units of hex centres."""
        return self._start + QPointF(x * self._unit[0], y * self._unit[1])

    def centre(self, name: str) -> QPointF:
        """Return the centre of a hex in the widget."""
        return self.point(*self._hexes[name])

    def ahead(self, name: str, facing: int) -> str:
        """Return the neighbour of a hex at this facing; "" if it is off the board."""
        x, y = self._hexes[name]
        return self.names.get((x + AHEAD[facing][0], y + AHEAD[facing][1]), "")

    def edge(self, name: str, facing: int, far: float = 0.5) -> QPointF:
        """Return a point on the way from the centre of a hex (`far` 0) to that of its neighbour (1); 0.5 is on the
        hexside.
        """
        x, y = self._hexes[name]
        return self.point(x + far * AHEAD[facing][0], y + far * AHEAD[facing][1])

    def beside(self, name: str, x: float, y: float) -> QPointF:
        """Return the point of the widget at an offset from the centre of a hex, in the units of hex centres."""
        return self.point(self._hexes[name][0] + x, self._hexes[name][1] + y)

    def outline(self, name: str, scale: float = 1.0) -> QPolygonF:
        """Return the outline of a hex in the widget, scaled about its centre."""
        x, y = self._hexes[name]
        return QPolygonF([self.point(x + scale * dx, y + scale * dy) for dx, dy in _CORNERS])

    def area(self, names: Iterable[str]) -> QPainterPath:
        """Return the outline of several hexes together, without the lines between them."""
        wanted = {self._hexes[name] for name in names if name in self._hexes}
        path = QPainterPath()
        sides: dict[tuple[int, int], tuple[int, int]] = {}
        for x, y in sorted(wanted):
            for number, (dx, dy) in enumerate(AHEAD):
                if (x + dx, y + dy) not in wanted:
                    one, other = _CORNERS[number - 2], _CORNERS[number - 1]
                    sides[(x + one[0], y + one[1])] = (x + other[0], y + other[1])
        while sides:
            start, after = sides.popitem()
            path.moveTo(self.point(*start))
            while after in sides:
                path.lineTo(self.point(*after))
                after = sides.pop(after)
            path.closeSubpath()
        return path

    def hex_at(self, point: QPointF) -> str:
        """Return the hex at a point of the widget; "" if there is none."""
        name = min(self._hexes, key=lambda name: _length(self.centre(name) - point))
        return name if self.outline(name).containsPoint(point, Qt.FillRule.WindingFill) else ""


def _length(way: QPointF) -> float:
    return way.x() * way.x() + way.y() * way.y()
