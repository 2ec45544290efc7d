"""A reader's names for the things in a message: pieces, holders, places, sides and properties."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from tabletop.game.change.told import Told
from tabletop.game.change.told_line import ToldLine
from tabletop.game.side_cells import cell_of, side_of
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.texts import listed, text

MOST_NAMED: Final = 2
"""The most pieces that are all named."""


def _name_of_kind(game: Game, piece: int) -> str:
    kind = game.kinds.get(game.pieces[piece].kind)
    return kind.name if kind is not None else ""


class Titles(NamedTuple):
    """A reader's names for things that the game knows by id; without them ids are shown.

    Each function returns the name of one sort of thing. `property` is for properties of the table, `place_property` for
    those of the places of a map. `words` is for texts of the module, for example the name of a counter or the template
    of a message. `piece` is for a piece in a position; without it, a piece has the name of its kind.
    """

    place: Callable[[str, str], str] = lambda _map, place: place
    map: Callable[[str], str] = lambda map: map
    side: Callable[[str], str] = lambda side: side
    option: Callable[[str], str] = lambda option: option
    property: Callable[[str], str] = lambda property: property
    place_property: Callable[[str, str], str] = lambda _map, property: property
    words: Callable[[str], str] = lambda text: text
    piece: Callable[[Game, int], str] = _name_of_kind


IDS: Final = Titles()


def side_title(titles: Mapping[str, str], name: str) -> str:
    """Return the title of a side, or of a cell with its side: "Hussars (Blue)". `titles` are those of the sides."""
    title = titles.get(side_of(name), side_of(name))
    return f"{cell_of(name)} ({title})" if cell_of(name) else title


def _named(names: Sequence[str], count: Value) -> str:
    """Return the names of this number of pieces. If there are many, name the last one and the number of the others."""
    if isinstance(count, int) and names and count > MOST_NAMED:
        return text("log-and-more", piece=names[-1], count=count - 1)
    return listed(names)


class Scene:
    """The things in a message, by the names that the reader has for them."""

    def __init__(self, line: ToldLine, titles: Titles = IDS) -> None:
        self._pieces = line.pieces
        self._holders = line.holders
        self.titles = titles

    def piece(self, id: int) -> str:
        """Return the name of a piece; "a counter" if it is unknown."""
        piece = self._pieces.get(id)
        return (self.titles.words(piece.name) if piece is not None else "") or text("log-a-counter")

    def pieces(self, told: Told) -> str:
        """Return the names of the pieces in a message. If there are many, name the topmost one and the number of the
        others. Without names, return their number in words.
        """
        if told.pieces:
            return self.called(told.pieces)
        names, count = str(told.facts.get("names") or "").splitlines(), told.facts.get("count", 0)
        return _named([self.titles.words(name) for name in names], count) or text("log-counters", count=count)

    def called(self, pieces: Sequence[int]) -> str:
        """Return the names of pieces; "" for none."""
        return _named([self.piece(id) for id in pieces], len(pieces))

    def came_from(self, piece: int) -> int:
        """Return the holder of a piece before the step; 0 if it is unknown."""
        known = self._pieces.get(piece)
        return known.came_from if known is not None else 0

    def lies_in(self, piece: int) -> int:
        """Return the holder of a piece after the step; 0 if it is unknown."""
        known = self._pieces.get(piece)
        return known.lies_in if known is not None else 0

    def place(self, value: Value, pieces: Sequence[int]) -> Value:
        """Return a value for the reader. If it is the name of a place on the map where the pieces lie, return the title
        of this place.
        """
        maps = (self._pieces[piece].map for piece in pieces if piece in self._pieces)
        map = next(filter(None, maps), "")
        return self.titles.place(map, value) if map and isinstance(value, str) else value

    def knows(self, id: int) -> bool:
        """Return whether a holder existed before the step or exists after it."""
        return id in self._holders

    def holder(self, id: int) -> str:
        """Return the name of a holder, or else the title of its place or map. For a hold, return the name of its piece;
        for an unknown holder, "the table".
        """
        holder = self._holders.get(id)
        if holder is None:
            return text("log-the-table")
        if holder.carrier is not None:
            return self.titles.words(holder.carrier) or text("log-a-counter")
        if holder.name:
            return holder.name
        if not holder.map:
            return holder.place or text("log-the-table")
        return self.titles.place(holder.map, holder.place) if holder.place else self.titles.map(holder.map)
