"""The tool for a map's thread, for example for lines of sight. The thread is dragged from one spot to another; a click
ends the tool.
"""

import math
from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from tabletop.board import Map
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.tools.ruler_tool import spot_at
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.layers.measured_line import MeasuredLine
from tabletop.module.schema.map.map_view_records import Thread

Lies: TypeAlias = Literal["till the next click", "stays", "gone"]

_ROUNDING: Final = {"up": 1.0, "down": 0.0, "nearest": 0.5}
"""The amount added to a length before it is rounded down."""


class ThreadMeasure(NamedTuple):
    """The measurement of a thread: its ends (map pixels), and its length, which is None if it has none.

    `checked` has a point in each place, except the first one, over which the end of the thread was dragged.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    checked: tuple[tuple[int, int], ...] = ()
    distance: int | None = None


class ThreadTool:
    """A tool that draws a thread while the left button is held.

    A click ends the tool. The thread then stays or is removed. The module decides this, or lets the Ctrl key decide it.
    """

    is_carrying = False

    def __init__(
        self,
        view: TableView,
        board: Map,
        thread: Thread,
        line: MeasuredLine,
        laid: Callable[[ThreadMeasure, Lies], None],
        ended: Callable[[], None],
    ) -> None:
        """Make the tool.

        `laid` is called when a thread is released, with its measurement and how long it stays. `ended` is called when
        the tool ends.
        """
        self._view = view
        self._board = board
        self._thread = thread
        self._line = line
        self._laid = laid
        self._ended = ended
        self._from = (0, 0)
        self._held = False
        self._last: ThreadMeasure | None = None
        self._checked: dict[str, tuple[int, int]] = {}
        self._was_drawn = False
        self.is_busy = False
        line.clear()
        if thread.pieces is not None:
            view.table_scene.fade_pieces(thread.pieces)

    def press(self, event: QMouseEvent, point: QPointF) -> None:
        """Begin a new thread. The last one stays until this one is drawn."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.is_busy, self._was_drawn = True, False
        self._from = spot_at(self._board, point, snaps=self._thread.snaps_start)
        self._held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self._checked = {self._board.place_at(*self._from): self._from}

    def move(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002
        """Draw the thread to the mouse."""
        if not self.is_busy:
            return
        end = spot_at(self._board, point, snaps=self._thread.snaps_end)
        self._was_drawn = True
        self._checked.setdefault(self._board.place_at(*end), end)
        distance = length_of(self._thread, self._board, self._from, end)
        self._last = ThreadMeasure(self._from, end, tuple(self._checked.values())[1:], distance)
        self._line.draw(self._from, end, figure_of(distance), self._view.scale_now)

    def release(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002
        """Leave the thread where it was drawn; a click ends the tool, and the thread then stays or is removed."""
        if event.button() != Qt.MouseButton.LeftButton or not self.is_busy:
            return
        self.is_busy = False
        stays_held = self._held and self._thread.stays == "ctrl"
        if self._was_drawn and self._last is not None and not stays_held:
            self._laid(self._last, "till the next click")
            return
        last = self._last or ThreadMeasure(self._from, self._from)
        if not self._was_drawn:
            last = ThreadMeasure(last.start, last.end)
        if self._last is not None and (stays_held or self._thread.stays == "always"):
            self._laid(last, "stays")
        else:
            self._line.clear()
            self._laid(last, "gone")
        self._last = None
        self._ended()

    def double_click(self, event: QMouseEvent, point: QPointF) -> None:
        """Begin a new thread, since a quick second press is like any other press."""
        self.press(event, point)

    def key(self, event: QKeyEvent) -> bool:
        """Remove the thread and end the tool with Escape."""
        if event.key() != Qt.Key.Key_Escape:
            return False
        self._give_up()
        self._ended()
        return True

    def cancel(self) -> None:
        """Put the tool away. A thread that stays on the map is kept."""
        self._give_up()
        if self._thread.pieces is not None:
            self._view.table_scene.fade_pieces(1.0)

    def _give_up(self) -> None:
        if self._last is not None:
            self._line.clear()
        self._last, self.is_busy = None, False


def length_of(thread: Thread, board: Map, start: tuple[int, int], end: tuple[int, int]) -> int | None:
    """Return the length of a thread; None if it has none, for example outside the grid."""
    if not thread.shows_range:
        return None
    if thread.step_px:
        return int(_ROUNDING[thread.rounding] + math.dist(start, end) / thread.step_px)
    return board.range_between(start, end) if board.has_cells_at(start) or board.place_at(*start) else None


def figure_of(distance: int | None) -> str:
    """Return the text at the end of a thread; "" if the thread has no length."""
    return "" if distance is None else tr("Range {distance}", distance=distance)
