"""The ruler: a line from one spot of a map to another, with how far that is in places of its grid."""

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsSimpleTextItem

from tabletop.board import Map
from tabletop.desktop.table_view import TableView
from tabletop.desktop.theme import Theme

_RULER_Z = 1e13
"""Over all that lies on the map."""

_WIDTH_PX = 3.0
_TYPE_PX = 20
_BESIDE_PX = 14.0
"""How thick its line is, how large its figure, and how far that stands from the end (pixels of the screen)."""


class RulerTool:
    """Draws while the left button is held, from the middle of a place to that of another; it stays until the next."""

    is_carrying = False

    def __init__(self, view: TableView, board: Map, theme: Theme) -> None:
        self._view = view
        self._board = board
        self._theme = theme
        self._from: tuple[int, int] | None = None
        self._items: list[QGraphicsItem] = []
        self.is_busy = False
        self.distance: int | None = None
        """What the ruler says; None while none lies there."""

    def press(self, event: QMouseEvent, point: QPointF) -> None:
        """Begin a new line."""
        self.cancel()
        if event.button() == Qt.MouseButton.LeftButton:
            self.is_busy = True
            self._from = self._spot(point)

    def move(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002
        """Draw the line to where the mouse is."""
        if self.is_busy and self._from is not None:
            self._draw(self._from, self._spot(point))

    def release(self, event: QMouseEvent, point: QPointF) -> None:
        """The line stays."""
        self.move(event, point)
        self.is_busy = False

    def double_click(self, event: QMouseEvent, point: QPointF) -> None:
        """Nothing else."""

    def key(self, event: QKeyEvent) -> bool:
        """Escape takes the line away."""
        if event.key() != Qt.Key.Key_Escape or not self._items:
            return False
        self.cancel()
        return True

    def cancel(self) -> None:
        """Take the line away."""
        for item in self._items:
            if (scene := item.scene()) is not None:
                scene.removeItem(item)
        self._items, self._from, self.distance, self.is_busy = [], None, None, False

    def _spot(self, point: QPointF) -> tuple[int, int]:
        spot = self._board.snap(round(point.x()), round(point.y()))
        return spot.x, spot.y

    def _draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.cancel()
        self.is_busy, self._from = True, start
        self.distance = self._board.range_between(start, end)
        scale = self._view.scale_now
        line = QGraphicsLineItem(QLineF(*start, *end))
        pen = QPen(QColor(self._theme.accent), _WIDTH_PX)
        pen.setCosmetic(True)
        line.setPen(pen)
        words = QGraphicsSimpleTextItem(str(self.distance))
        font = QFont("Inter")
        font.setPixelSize(_TYPE_PX)
        font.setBold(True)
        words.setFont(font)
        words.setBrush(QBrush(QColor(self._theme.accent)))
        words.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        words.setPos(end[0] + _BESIDE_PX / scale, end[1] - (_BESIDE_PX + _TYPE_PX) / scale)
        self._items = [line, words]
        for item in self._items:
            item.setZValue(_RULER_Z)
            self._view.table_scene.addItem(item)
