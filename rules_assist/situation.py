"""A side's view of the table as the rules look at it: which pieces stand where, and what is read of them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tabletop.assisting import Where
from tabletop.game.draft import Draft, apply
from tabletop.game.game import Game
from tabletop.game.patch import Patch
from tabletop.game.reading import Reading
from tabletop.game.values import Value

if TYPE_CHECKING:
    from rules_assist.rulebook import RuleBook


class Situation:
    """One position, as one side sees it (`side` "": everything, as the umpire does), with the rule book that judges it.

    `game` is that side's own view: what it holds may be known, nothing else is asked.
    """

    def __init__(self, game: Game, book: "RuleBook", side: str = "") -> None:
        self.game = game
        self.book = book
        self.side = side
        self._reading: Reading | None = None
        self._pieces_at: Mapping[Where, tuple[int, ...]] | None = None

    def after(self, patch: Patch) -> "Situation":
        """What if: the situation once a patch is applied, as a value of its own."""
        return self.at(apply(self.game, patch)[0])

    def at(self, game: Game) -> "Situation":
        """The same eyes and rules on another position."""
        return Situation(game, self.book, self.side)

    @property
    def reading(self) -> Reading:
        """What reads properties of this view."""
        if self._reading is None:
            self._reading = Reading(Draft(self.game), self.book.module.components, (), sees_all=True)
        return self._reading

    def read(self, piece: int, name: str) -> Value:
        """A property of a piece, by its name; None when it has none or this side may not know."""
        return self.reading.read(piece, name)

    def side_of(self, piece: int) -> str:
        """The side a piece belongs to; "" for none."""
        return self.game.kind_of(piece).side

    def table(self, name: str) -> Value:
        """A property of the table."""
        return self.game.properties.get(name)

    def option(self, id: str) -> Value:
        """The choice in force of a ruling or optional rule: the game's, else the usual one. KeyError: no such."""
        found = self.game.options.get(id)
        return self.book.usual[id] if found is None else found

    def where(self, piece: int) -> Where | None:
        """The place on a map where a piece stands, also within other pieces; None for one that lies on no map."""
        holder = self.game.holder_of(piece)
        while holder.carrier:
            holder = self.game.holder_of(holder.carrier)
        return Where(self.game.maps[holder.map], holder.place) if holder.map >= 0 else None

    def pieces_at(self, where: Where) -> tuple[int, ...]:
        """The pieces at a place, in the order of their ids, those within others included."""
        return self._by_place().get(where, ())

    def occupied(self) -> Iterable[Where]:
        """All places where pieces stand."""
        return self._by_place().keys()

    def pieces(self, side: str | None = None) -> Iterator[int]:
        """All pieces, or those of a side, in the order of their ids."""
        for id in self.game.pieces:
            if side is None or self.side_of(id) == side:
                yield id

    def _by_place(self) -> Mapping[Where, tuple[int, ...]]:
        if self._pieces_at is None:
            found: dict[Where, list[int]] = {}
            for id in self.game.pieces:
                where = self.where(id)
                if where is not None:
                    found.setdefault(where, []).append(id)
            self._pieces_at = {where: tuple(ids) for where, ids in found.items()}
        return self._pieces_at
