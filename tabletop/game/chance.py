"""Chance as the game sees it.

The game requests draws with a reason, and the program that has authority over the dice makes them.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import UNSET, Struct, UnsetType


class ChanceDraw(Struct, frozen=True):
    """A draw that was made: its reason, the number of equally likely results, and the result (from 0 up).

    The results of `secret` draws, such as shuffles, come from a series of their own. `known_to` are the names of the
    sides and cells that learn of it, for draws of which not even the seat whose command made them may know. Other draws
    are recorded without it.
    """

    why: str
    sides: int
    result: int
    secret: bool = False
    known_to: tuple[str, ...] | UnsetType = UNSET

    def is_known_to(self, names: Collection[str]) -> bool:
        """Return whether the seat whose command made the draw may know of it, if it plays these sides and cells."""
        return isinstance(self.known_to, UnsetType) or not set(self.known_to).isdisjoint(names)


class DrawnElsewhere(Exception):  # noqa: N818 - it is an answer of a source of chance, not an error
    """The exception of a source of chance that draws nothing, because the dice are rolled elsewhere, in another
    program.
    """


class Chance(Protocol):
    """A source of random results. The game makes no random numbers of its own."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        """Return a number from 0 to `sides` - 1, all equally likely. `why` is recorded."""
        ...

    def pick(self, among: Sequence[int], why: str) -> int:
        """Return one of these pieces, all equally likely; nobody learns which."""
        return among[self.draw(len(among), why, secret=True)]

    def for_sides(self, names: tuple[str, ...]) -> "Chance":  # noqa: ARG002 - most sources keep no record
        """Return this source for draws of which only these sides and cells learn."""
        return self


class NoChanceError(Exception):
    """The error of a draw that is needed where none is possible."""


class NoChance(Chance):
    """A source of chance that refuses to draw, for an action that is only being considered."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - nothing is drawn
        """Raise NoChanceError."""
        raise NoChanceError
