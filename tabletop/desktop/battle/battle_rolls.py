"""Rolls of dice in a battle, past and coming, as a battle board shows them."""

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.assistance import PendingThrow
from tabletop.game.change.told import Told

ROLLED = "rolled"
REPORTED = "reported"


class BattleRoll(NamedTuple):
    """A roll of dice: its purpose, its faces, its result, the piece that rolled, and its target (0 for none).

    `hitting` are the dice that hit, by their numbers from 0. With `counts_hits` each die hits or misses by itself.
    """

    why: str
    faces: tuple[str, ...]
    hitting: frozenset[int]
    came: str
    counts_hits: bool = False
    piece: int = 0
    target: int = 0


class Exchange(NamedTuple):
    """A fight of two pieces, with the rolls of each against the other.

    `throws` are the rolls to come, and `casts` those just made. If `other` is 0, there is only one piece; if both are
    0, a whole side rolls. If it `is_open`, one of the two must still be chosen, and is 0.
    """

    one: int
    other: int
    throws: tuple[PendingThrow, ...] = ()
    casts: tuple[BattleRoll, ...] = ()
    is_open: bool = False


def cast_of(told: Told, came: str) -> BattleRoll:
    """Return the roll that an event tells; `came` is its result in words."""
    facts = told.facts
    roles = dict(zip(str(facts.get("roles", "")).split(), told.pieces, strict=False))
    faces = tuple(each.strip() for each in str(facts.get("each", "")).replace(";", ",").split(",") if each.strip())
    hitting = frozenset(int(at) for at in str(facts.get("hitting", "")).split())
    is_pool = "successes" in facts
    return BattleRoll(str(facts.get("why", "")), faces, hitting, came, is_pool, roles.get("by", 0), roles.get("at", 0))


def exchanges_of(
    pairs: Sequence[tuple[int, int]], throws: Sequence[PendingThrow], casts: Sequence[BattleRoll]
) -> list[Exchange]:
    """Return the exchanges: the pairs, and other pieces that roll, or have just rolled, in pairs or alone."""
    found: dict[tuple[int, int], tuple[list[PendingThrow], list[BattleRoll]]] = {pair: ([], []) for pair in pairs}

    def of(piece: int, target: int) -> tuple[list[PendingThrow], list[BattleRoll]]:
        for key in ((piece, target), (target, piece)):
            if key in found:
                return found[key]
        alone = (target or piece, 0) if not piece or not target or piece == target else (piece, target)
        return found.setdefault(alone, ([], []))

    for throw in throws:
        of(throw.piece, throw.target)[0].append(throw)
    for cast in casts:
        of(cast.piece, cast.target)[1].append(cast)
    return [Exchange(one, other, tuple(each), tuple(lay)) for (one, other), (each, lay) in found.items()]
