"""Picking a place: the player clicks it on a map, for a form that asks for a place."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from tabletop.board import Map
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.tools.tool import Tool
from tabletop.desktop.platform.translation import tr

PickPlace: TypeAlias = Callable[[Callable[[str, str], object]], Callable[[], object] | None]
"""A function that lets the player click a place on a map, and calls another one with the map and the place.

It returns a function that ends this.
"""


class PlaceTool:
    """A tool with which the player clicks one place of a map. Escape ends it with the place ""."""

    is_busy = False
    is_carrying = False

    def __init__(self, board: Map, picked: Callable[[str], object]) -> None:
        """Make the tool of a map; `picked` is called with the place."""
        self._board = board
        self._picked = picked

    def press(self, event: QMouseEvent, point: QPointF) -> None:
        """Wait for the release of the button."""

    def move(self, event: QMouseEvent, point: QPointF) -> None:
        """Show nothing while the mouse moves."""

    def release(self, event: QMouseEvent, point: QPointF) -> None:
        """Pick the place under the cursor if the left button was released. A point outside all places is ignored."""
        place = self._board.place_at(round(point.x()), round(point.y()))
        if place and event.button() == Qt.MouseButton.LeftButton:
            self._picked(place)

    def double_click(self, event: QMouseEvent, point: QPointF) -> None:
        """Wait for the release of the button, as after any press."""

    def key(self, event: QKeyEvent) -> bool:
        """End the tool with Escape, so that no place is picked."""
        if event.key() != Qt.Key.Key_Escape:
            return False
        self._picked("")
        return True

    def cancel(self) -> None:
        """Do nothing, because nothing is drawn."""


class PlacePicker(QObject):
    """The picking of a place on any map of a window."""

    remarked = Signal(str)
    """A remark for the player: a sentence."""

    def __init__(
        self, parent: QObject, boards: Mapping[str, Map], view: Callable[[str], TableView], usual: Mapping[str, Tool]
    ) -> None:
        """Make the picker. `view` returns the view of a map, and `usual` has the tools that come back afterwards."""
        super().__init__(parent)
        self._boards = boards
        self._view = view
        self._usual = usual
        self._is_picking = False

    def pick(self, found: Callable[[str, str], object]) -> Callable[[], object]:
        """Let the player click a place, and call `found` with the map and the place; after Escape it is not called.
        Return a function that ends the picking.
        """
        self._is_picking = True
        self.remarked.emit(tr("Click the place on the map. Esc ends this."))
        for name in self._usual:
            self._view(name).use(PlaceTool(self._boards[name], partial(self._end, found, name)))
            if self._view(name).isVisible():
                self._view(name).setFocus()
        return self.leave

    def leave(self) -> None:
        """End the picking without a place, if it is under way."""
        for name, tool in self._usual.items() if self._is_picking else ():
            self._view(name).use(tool)
        self._is_picking = False

    def _end(self, found: Callable[[str, str], object], name: str, place: str) -> None:
        self.leave()
        if place:
            found(name, place)
