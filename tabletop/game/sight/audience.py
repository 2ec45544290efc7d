"""Audiences: the sides that look at the table together, and their names for the things they see.

Ids in order would reveal hidden things between them. So every audience except that of all sides knows a thing by a name
that reveals nothing. It loses that name when it loses sight of the thing.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.game import Game, Seat

ONLOOKERS: Final = -1
"""The index of viewers who play no side, where sides are given by index."""

Thing: TypeAlias = Literal["piece", "holder", "note", "kind", "back", "frame", "contact", "stream", "order", "dispatch"]


class Audience(Struct, frozen=True, cache_hash=True):
    """The sides that look together, as ascending indices of `Game.sides`: the sides of one seat, or all (the umpire,
    solitaire).

    Without sides they are the onlookers, who see only the things that every side sees. `shut` are the maps of others,
    whose properties they are not told.
    """

    sides: tuple[int, ...]
    shut: frozenset[str] = frozenset()

    def sees_all(self, game: Game) -> bool:
        """Return whether this is the audience of all sides, which sees the game itself."""
        return len(self.sides) == len(game.sides)

    def epoch(self, epochs: tuple[int, ...]) -> int:
        """Return the number of the patch in which the audience last lost track of something, from the epochs of a piece
        or a holder.
        """
        sides = self.sides
        return epochs[sides[0] if sides else -1] if len(sides) < 2 else max([epochs[side] for side in sides])


def audience(sides: Iterable[int]) -> Audience:
    """Return the audience of these sides."""
    return Audience(tuple(sorted(set(sides))))


def audience_of(game: Game, seat: Seat) -> Audience:
    """Return the audience that a person belongs to: all sides for the umpire, else those they play."""
    return audience(range(len(game.sides)) if seat.umpire else seat.sides)


@lru_cache(maxsize=1 << 17)
def name_of(secret: str, who: Audience, thing: Thing, key: int | str, epoch: int) -> int:
    """Return the name of a thing for an audience.

    It has 64 bits, which nobody can make or read without the table's secret.
    """
    mac = _begun(secret, who.sides, thing).copy()
    mac.update(f"{key}|{epoch}".encode())
    return int.from_bytes(mac.digest(), "big")


@lru_cache(maxsize=1024)
def _begun(secret: str, sides: tuple[int, ...], thing: Thing) -> blake2b:
    mac = _keyed(secret).copy()
    mac.update(f"{sides}|{thing}|".encode())
    return mac


@lru_cache(maxsize=8)
def _keyed(secret: str) -> blake2b:
    key = blake2b(secret.encode(), digest_size=blake2b.MAX_KEY_SIZE).digest()
    return blake2b(key=key, digest_size=8)
