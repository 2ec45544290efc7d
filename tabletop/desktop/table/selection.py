"""The selected pieces, on any map."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from tabletop.desktop.table.table_model import TableModel
from tabletop.game.commands import Goal, MovePieces
from tabletop.game.state.game import Game


class Selection(QObject):
    """The selected pieces of a table, in the order in which they were selected."""

    changed = Signal()

    def __init__(self, is_there: Callable[[int], bool], parent: QObject | None = None) -> None:
        """Begin with nothing selected. `is_there` returns whether a piece is on the table. Other pieces cannot be
        selected.
        """
        super().__init__(parent)
        self._is_there = is_there
        self._pieces: dict[int, None] = {}

    @property
    def pieces(self) -> tuple[int, ...]:
        """The selected pieces."""
        return tuple(filter(self._is_there, self._pieces))

    def __contains__(self, piece: int) -> bool:
        return piece in self._pieces and self._is_there(piece)

    def replace(self, pieces: Iterable[int]) -> None:
        """Select exactly these pieces."""
        self._set(dict.fromkeys(pieces))

    def add(self, pieces: Iterable[int]) -> None:
        """Select these pieces, too."""
        self._set(dict.fromkeys(self.pieces) | dict.fromkeys(pieces))

    def remove(self, pieces: Iterable[int]) -> None:
        """Deselect these pieces."""
        named = frozenset(pieces)
        self._set({piece: None for piece in self.pieces if piece not in named})

    def clear(self) -> None:
        """Deselect everything."""
        self._set({})

    def _set(self, pieces: dict[int, None]) -> None:
        is_other = pieces.keys() != self._pieces.keys()
        self._pieces = pieces
        if is_other:
            self.changed.emit()


def carried_to(to: Goal, map_name: str, pieces: tuple[int, ...], grabbed: int, model: TableModel) -> MovePieces:
    """Return the move of dragged pieces to a goal on a map. All of them go to one point, or they keep their distances
    from the grabbed one.
    """
    formation = model.components.habits_of(map_name).formation
    return MovePieces(bottom_up(model.game, pieces), to, around=grabbed if formation else 0)


def bottom_up(game: Game, pieces: Iterable[int]) -> tuple[int, ...]:
    """Return pieces sorted by map, the lowest first: the order in which they move together or receive a key."""

    def rank(piece: int) -> tuple[int, int, int, int]:
        held, at = game.holder_of(piece), game.lying(piece)
        return at.map, at.z, held.z if held.carrier else -1, held.pieces.index(piece)

    return tuple(sorted(pieces, key=rank))
