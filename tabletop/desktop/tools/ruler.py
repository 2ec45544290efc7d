"""The ruler: a line from one spot of a map to another, with how far that is in places of its grid."""

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsRectItem, QGraphicsSimpleTextItem

from tabletop.board import Map
from tabletop.desktop.table_view import TableView
from tabletop.desktop.theme import Theme
from tabletop.module.schema.looking import Thread

_RULER_Z = 1e13
"""Over all that lies on the map."""

_WIDTH_PX = 3.0
_THREAD_PX = 1.0
_TYPE_PX = 20
_BESIDE_PX = 14.0
"""How thick its line is, how large its figure, and how far that stands from the end (pixels of the screen)."""


_ROUNDING: Final = {"up": 1.0, "down": 0.0, "nearest": 0.5}
"""What is added to a length before its fraction is left out."""


class Measured(NamedTuple):
    """What a thread has measured: its first place, all others that its end was over, the last last, and its length."""

    start: str
    checked: tuple[str, ...]
    distance: int | None


class RulerTool:
    """Draws while the left button is held, from the middle of a place to that of another; it stays until the next."""

    is_carrying = False

    def __init__(
        self,
        view: TableView,
        board: Map,
        theme: Theme,
        thread: Thread | None = None,
        report: Callable[[Measured], None] | None = None,
    ) -> None:
        """With a `thread` it is drawn in the map's own way; `report` is told of what was measured."""
        self._view = view
        self._thread = thread
        self._report = report
        self._checked: dict[str, None] = {}
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
            self._checked.clear()
            self._from = self._spot(point, snaps=self._thread is None or self._thread.snaps_start)
            if self._thread is not None and self._thread.pieces is not None:
                self._view.table_scene.fade_pieces(self._thread.pieces)

    def move(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002
        """Draw the line to where the mouse is."""
        if self.is_busy and self._from is not None:
            end = self._spot(point, snaps=self._thread is None or self._thread.snaps_end)
            self._checked[self._board.place_at(*end)] = None
            self._draw(self._from, end)

    def release(self, event: QMouseEvent, point: QPointF) -> None:
        """The line stays, unless the map says otherwise."""
        if not self.is_busy or self._from is None:
            return
        self.move(event, point)
        self.is_busy = False
        thread = self._thread
        if thread is None:
            return
        start = self._board.place_at(*self._from)
        checked = tuple(self._board.title(place) for place in self._checked if place != start)
        if checked and thread.report and self._report is not None:
            figure = self.distance if thread.shows_range else None
            self._report(Measured(self._board.title(start), checked, figure))
        is_held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if thread.stays == "never" or (thread.stays == "ctrl" and not is_held):
            self.cancel()
        self._view.table_scene.fade_pieces(1.0)

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

    def _spot(self, point: QPointF, *, snaps: bool) -> tuple[int, int]:
        x, y = round(point.x()), round(point.y())
        if not snaps:
            return x, y
        spot = self._board.snap(x, y)
        return spot.x, spot.y

    def _length(self, start: tuple[int, int], end: tuple[int, int]) -> int:
        thread = self._thread
        if thread is None or not thread.step_px:
            return self._board.range_between(start, end)
        return int(_ROUNDING[thread.rounding] + math.dist(start, end) / thread.step_px)

    def _draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.cancel()
        self.is_busy, self._from = True, start
        self.distance = self._length(start, end)
        scale, thread = self._view.scale_now, self._thread
        line = QGraphicsLineItem(QLineF(*start, *end))
        colour = QColor(self._theme.accent) if thread is None else self._theme.ink_of(thread.colour)
        pen = QPen(colour, _WIDTH_PX if thread is None else _THREAD_PX)
        pen.setCosmetic(True)
        line.setPen(pen)
        self._items = [line]
        if thread is None or thread.shows_range:
            at = QPointF(end[0] + _BESIDE_PX / scale, end[1] - (_BESIDE_PX + _TYPE_PX) / scale)
            self._items += self._figure(str(self.distance), at)
        for item in self._items:
            item.setZValue(_RULER_Z)
            self._view.table_scene.addItem(item)

    def _figure(self, text: str, at: QPointF) -> list[QGraphicsItem]:
        """The length, and what lies under it."""
        thread = self._thread
        words = QGraphicsSimpleTextItem(text)
        font = QFont("Inter")
        font.setPixelSize(_TYPE_PX)
        font.setBold(True)
        words.setFont(font)
        ink = QColor(self._theme.accent) if thread is None else self._theme.ink_of(thread.range_ink)
        words.setBrush(QBrush(ink))
        found: list[QGraphicsItem] = [words]
        if thread is not None:
            paper = QGraphicsRectItem(words.boundingRect().adjusted(-4, -2, 4, 2))
            paper.setPen(QPen(Qt.PenStyle.NoPen))
            paper.setBrush(QBrush(self._theme.ink_of(thread.range_paper)))
            found.insert(0, paper)
        for item in found:
            item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            item.setPos(at)
        return found
