"""The ruler: a line from one spot of a map to another, with its length in places, or in pixels without a grid."""

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent

from tabletop.board import Map
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.scene.layers.measured_line import LineStyle, MeasuredLine

_WIDTH_PX: Final = 3.0


class RulerTool:
    """A tool that measures from the centre of one place to that of another while the left button is held.

    The line stays until the next one is drawn.
    """

    is_carrying = False

    def __init__(self, view: TableView, board: Map, theme: Theme) -> None:
        accent = QColor(theme.accent)
        self._view = view
        self._board = board
        self._line = MeasuredLine(view.table_scene, LineStyle(accent, _WIDTH_PX, accent))
        self._from: tuple[int, int] | None = None
        self.is_busy = False
        self.distance: int | None = None
        """The length of the line in places, or in pixels without a grid; None if no line is drawn."""

    def press(self, event: QMouseEvent, point: QPointF) -> None:
        """Begin a new line."""
        self.cancel()
        if event.button() == Qt.MouseButton.LeftButton:
            self.is_busy = True
            self._from = spot_at(self._board, point)

    def move(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002
        """Draw the line to the mouse."""
        if self.is_busy and self._from is not None:
            end = spot_at(self._board, point)
            self.distance = self._board.range_between(self._from, end)
            self._line.draw(self._from, end, str(self.distance), self._view.scale_now)

    def release(self, event: QMouseEvent, point: QPointF) -> None:
        """Keep the line."""
        self.move(event, point)
        self.is_busy = False

    def double_click(self, event: QMouseEvent, point: QPointF) -> None:
        """Begin a new line, since a quick second press is like any other press."""
        self.press(event, point)

    def key(self, event: QKeyEvent) -> bool:
        """Remove the line with Escape."""
        if event.key() != Qt.Key.Key_Escape or not self._line.is_drawn:
            return False
        self.cancel()
        return True

    def cancel(self) -> None:
        """Remove the line."""
        self._line.clear()
        self._from, self.distance, self.is_busy = None, None, False


def spot_at(board: Map, point: QPointF, *, snaps: bool = True) -> tuple[int, int]:
    """Return a point of a map in whole pixels. If it `snaps`, it is the point to which a dropped piece would snap."""
    x, y = round(point.x()), round(point.y())
    if not snaps:
        return x, y
    spot = board.snap(x, y)
    return spot.x, spot.y
