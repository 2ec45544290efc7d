"""A line from one spot of a map to another, with its length, drawn over the pieces."""

from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsRectItem, QGraphicsSimpleTextItem

from tabletop.desktop.scene.table_scene import TableScene

_MEASURED_Z = 1e13
"""The height of the line: over everything on the map except shades."""

_TYPE_PX: Final = 20
_BESIDE_PX: Final = 14.0
"""The distance of the figure from the end of the line (screen pixels)."""


class LineStyle(NamedTuple):
    """The style of a line: its colour, its width (screen pixels), and the colours of its figure and of the card below.

    Without `paper` there is no card.
    """

    colour: QColor
    width: float
    ink: QColor
    paper: QColor | None = None


class MeasuredLine:
    """The drawing of a line on a scene. A new line replaces the one before."""

    def __init__(self, scene: TableScene, style: LineStyle) -> None:
        self._scene = scene
        self._style = style
        self._items: list[QGraphicsItem] = []

    @property
    def is_drawn(self) -> bool:
        """True if there is a line."""
        return bool(self._items)

    def draw(self, start: tuple[int, int], end: tuple[int, int], figure: str, scale: float) -> None:
        """Draw the line from one point to another (map pixels), in place of the one before.

        An empty figure is not drawn. `scale` is the number of screen pixels for each map pixel.
        """
        self.clear()
        line = QGraphicsLineItem(QLineF(*start, *end))
        pen = QPen(self._style.colour, self._style.width)
        pen.setCosmetic(True)
        line.setPen(pen)
        self._items = [line]
        if figure:
            at = QPointF(end[0] + _BESIDE_PX / scale, end[1] - (_BESIDE_PX + _TYPE_PX) / scale)
            self._items += self._figure(figure, at)
        for item in self._items:
            item.setZValue(_MEASURED_Z)
            self._scene.addItem(item)

    def clear(self) -> None:
        """Remove the line."""
        for item in self._items:
            if (scene := item.scene()) is not None:
                scene.removeItem(item)
        self._items = []

    def _figure(self, text: str, at: QPointF) -> list[QGraphicsItem]:
        """Return the items of the figure: its text, and the card under it."""
        words = QGraphicsSimpleTextItem(text)
        font = QFont("Inter")
        font.setPixelSize(_TYPE_PX)
        font.setBold(True)
        words.setFont(font)
        words.setBrush(QBrush(self._style.ink))
        found: list[QGraphicsItem] = [words]
        if self._style.paper is not None:
            paper = QGraphicsRectItem(words.boundingRect().adjusted(-4, -2, 4, 2))
            paper.setPen(QPen(Qt.PenStyle.NoPen))
            paper.setBrush(QBrush(self._style.paper))
            found.insert(0, paper)
        for item in found:
            item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            item.setPos(at)
        return found
