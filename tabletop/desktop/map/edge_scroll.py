"""Scrolling while something is dragged along the edge of a map: slowly at first, and not beyond the map."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QTimer, Signal

if TYPE_CHECKING:
    from tabletop.desktop.map.map_view import TableView

EDGE_PX: Final = 28
"""The distance from the edge of a view within which dragging scrolls the map."""

TICK_MS: Final = 16
FASTEST_PX: Final = 22.0
"""The greatest distance that the map scrolls in one tick."""

PAUSE_TICKS: Final = 12
"""The ticks for which the cursor must first stay at the edge, so that the map does not move when the cursor only
crosses it.
"""

RAMP_TICKS: Final = 45
"""The ticks from the first movement to full speed."""


class EdgeScroll(QObject):
    """A scroller for drags that begin in one view.

    While the cursor is near the edge of a map, in this view or in another, that map scrolls.
    """

    scrolled = Signal()
    """The map has moved under the dragged pieces."""

    def __init__(self, view: "TableView") -> None:
        """Watch for drags that begin in `view`."""
        super().__init__(view)
        self._view = view
        self._pane: TableView | None = None
        self._pull = QPointF()
        self._left_over = QPointF()
        self._ticks = 0
        self._ticking = QTimer(self)
        self._ticking.setInterval(TICK_MS)
        self._ticking.timeout.connect(self.tick)

    @property
    def is_on(self) -> bool:
        """True while the cursor is at the edge of a map."""
        return self._ticking.isActive()

    def carry_to(self, at: QPoint) -> None:
        """Follow the cursor to a point of the screen, and scroll if it is near the edge of a map."""
        pane = self._pane_at(at)
        here = pane.viewport().mapFromGlobal(at) if pane is not None else QPoint()
        pull = edge_pull(here, pane.viewport().rect()) if pane is not None else QPointF()
        if pane is None or pull.isNull():
            self.stop()
            return
        if pane is not self._pane:
            self.stop()
        self._pane, self._pull = pane, pull
        if not self._ticking.isActive():
            self._ticking.start()

    def stop(self) -> None:
        """Stop scrolling, so that the next scroll begins slowly."""
        self._ticking.stop()
        self._pane, self._ticks, self._left_over = None, 0, QPointF()

    def tick(self) -> None:
        """Scroll a little."""
        if self._pane is None:
            return
        self._ticks += 1
        speed = FASTEST_PX * min(max((self._ticks - PAUSE_TICKS) / RAMP_TICKS, 0.0), 1.0)
        wanted = self._pull * speed + self._left_over
        whole = QPoint(int(wanted.x()), int(wanted.y()))
        self._left_over = wanted - QPointF(whole)
        if self._pane.scroll_on_map(whole):
            self.scrolled.emit()

    def _pane_at(self, at: QPoint) -> "TableView | None":
        """Return the view at a point of the screen; None if there is none. The drag may have begun in another view."""
        window = self._view.window()
        widget = window.childAt(window.mapFromGlobal(at))
        while widget is not None and not isinstance(widget, type(self._view)):
            widget = widget.parentWidget()
        if widget is None or not widget.viewport().rect().contains(widget.viewport().mapFromGlobal(at)):
            return None
        return widget


def edge_pull(here: QPoint, room: QRect) -> QPointF:
    """Return the pull at a point of a view, in each direction: 0 inside, and up to 1 (or -1) at the very edge."""
    return QPointF(_pull(here.x(), room.left(), room.right()), _pull(here.y(), room.top(), room.bottom()))


def _pull(here: int, low: int, high: int) -> float:
    near_low, near_high = max(EDGE_PX - (here - low), 0), max(EDGE_PX - (high - here), 0)
    return (near_high - near_low) / EDGE_PX
