"""Everything that some sides see of a position, by its true ids.

It is found once, then kept up to date with each patch.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeAlias

from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder

DrawOrder: TypeAlias = list[tuple[int, int]]
"""The heights of holders in the draw order with their ids, from the lowest up."""


class IndexedEyes(Protocol):
    """The part of `tabletop.game.sight.eyes.Eyes` that this module uses."""

    game: Game

    def level(self, id: int) -> int:
        """Return how much the viewers see of a piece: UNSEEN, BACK or FACE."""
        ...

    def holder(self, id: int) -> tuple[int, Holder] | None:
        """Return a holder as the viewers see it, and its name; None if they do not see the holder."""
        ...


class SeenThings:
    """The pieces and holders of a `game` that these `sides` see. `more` has, for each holder, the number of further
    pieces that are known to lie in it.

    With this index, the cost of a command depends only on the number of things that are seen. `order` is the draw order
    of the holders.
    """

    __slots__ = ("game", "holders", "more", "order", "pieces", "sides")

    def __init__(self, eyes: IndexedEyes, sides: tuple[int, ...]) -> None:
        """Look at the whole table once."""
        self.game = eyes.game
        self.sides = frozenset(sides)
        self.pieces = {id for id in eyes.game.pieces if eyes.level(id)}
        self.holders: set[int] = set()
        self.more: dict[int, int] = {}
        for id in eyes.game.holders:
            seen = eyes.holder(id)
            if seen is not None:
                self._enter(id, seen[1])
        self.order: DrawOrder = sorted((eyes.game.holders[id].z, id) for id in self.holders)

    def follow(self, game: Game, pieces: Iterable[int], holders: Iterable[int], now: "SeenParts") -> None:
        """Follow the game to its next position. Only these pieces and holders may look different there; those among
        them that are seen there are given by `now`.
        """
        were = {(self.game.holders[id].z, id) for id in holders if id in self.holders}
        are = {(game.holders[id].z, id) for id, _ in now.holders}
        for place in were - are:
            del self.order[bisect_left(self.order, place)]
        for place in are - were:
            insort(self.order, place)
        self.game = game
        self.pieces.difference_update(pieces)
        self.pieces.update(now.pieces)
        self.holders.difference_update(holders)
        for id in holders:
            self.more.pop(id, None)
        for id, holder in now.holders:
            self._enter(id, holder)

    def _enter(self, id: int, holder: Holder) -> None:
        """Note a holder that is seen."""
        self.holders.add(id)
        if holder.more:
            self.more[id] = holder.more


class SeenParts(NamedTuple):
    """Pieces and holders that are seen: the ids of the pieces, and the holders as they are seen, by their ids."""

    pieces: Iterable[int]
    holders: Iterable[tuple[int, Holder]]
