"""The player's actions on selected counters and on those in the tray, except dragging over a map."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QPoint, QPointF

from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.selection import Selection, carried_to
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.commands import ClonePieces, PlaceNew, RemovePieces, Spot

BESIDE_THE_MAP: Final = tr_later("That is off the map. Drop counters on the map.")


class PieceActions(QObject):
    """The actions on pieces at one table."""

    def __init__(
        self, model: TableModel, maps: MapsArea, is_bin_at: Callable[[QPoint], bool], selection: Selection
    ) -> None:
        """Make the actions. `is_bin_at` returns whether the bin for counters is at a point of the screen."""
        super().__init__(maps)
        self._model = model
        self._maps = maps
        self._is_bin_at = is_bin_at
        self._selection = selection

    def let_go(self, at: QPoint, pieces: tuple[int, ...], grabbed: int) -> None:
        """Place pieces that were dropped at a point of the screen, outside the view in which the drag began.

        Pieces that were dropped on the bin of the tray are removed from play. `grabbed` is the piece by which they were
        dragged.
        """
        found = self._maps.under(at)
        if found is not None:
            if self._is_on_map(*found):
                self._model.submit(carried_to(_spot(*found), found[0], pieces, grabbed, self._model))
        elif self._is_bin_at(at):
            self._model.submit(RemovePieces(pieces))

    def place(self, name: str, kind: str, point: QPointF) -> None:
        """Place a counter from the tray at a point of a map (map pixels)."""
        if self._is_on_map(name, point):
            self._model.submit(PlaceNew(kind, _spot(name, point)))

    def take(self, kind: str) -> None:
        """Place a counter from the tray in the middle of the visible part of the map in front."""
        name = self._maps.current
        view = self._maps.view(name)
        seen = view.seen_area.intersected(view.map_area)
        self.place(name, kind, (view.map_area if seen.isEmpty() else seen).center())

    def _is_on_map(self, name: str, point: QPointF) -> bool:
        """Return whether a point is on the sheet of a map; show a message if it is not."""
        is_there = self._maps.view(name).map_area.contains(point)
        if not is_there:
            self._model.refused.emit(tr(BESIDE_THE_MAP))
        return is_there

    def choose_all(self) -> None:
        """Select all pieces of the map in front."""
        index = self._model.game.maps.index(self._maps.current)
        game = self._model.game
        self._selection.replace(piece for piece in game.pieces if game.lying(piece).map == index)

    def put_away(self) -> None:
        """Remove the selected pieces from play."""
        if self._selection.pieces:
            self._model.submit(RemovePieces(self._selection.pieces))

    def clone(self) -> None:
        """Make a copy of each selected piece."""
        if self._selection.pieces:
            self._model.submit(ClonePieces(self._selection.pieces))


def _spot(name: str, point: QPointF) -> Spot:
    return Spot(name, round(point.x()), round(point.y()))
