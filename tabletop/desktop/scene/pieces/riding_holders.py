"""The positions of holders on a map. A hold that rides on a piece is placed relative to the piece, and is above it."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder

_MOST_RIDING: Final = 4096
"""The number of heights between one holder and the next. The holds on a holder use the lower half of them; any further
ones share the last.
"""


class HolderPosition(NamedTuple):
    """The position of a holder: its point (map pixels), its layer, and its height in the layer."""

    holder: Holder
    x: int
    y: int
    layer: int
    z: float


def by_itself(held: Holder) -> HolderPosition:
    """Return the position of a holder that rides on nothing."""
    return HolderPosition(held, held.x, held.y, held.layer, held.z)


def laid(game: Game, root: int) -> Iterator[tuple[int, HolderPosition]]:
    """Yield the ids and positions of a holder and of all holds that ride on its pieces, the lowest first."""
    held = game.holders[root]
    yield root, by_itself(held)
    for number, (id, hold, x, y) in enumerate(_riding(game, held, held.x, held.y) if game.carried else (), 1):
        yield id, HolderPosition(hold, x, y, max(held.layer, hold.layer), held.z + min(number / _MOST_RIDING, 0.5))


def root_of(game: Game, id: int) -> int:
    """Return the holder on the map that carries a holder, directly or not; 0 if it is gone."""
    while (held := game.holders.get(id)) is not None and held.carrier:
        id = game.pieces[held.carrier].at
    return id if held is not None else 0


def with_riders(game: Game, pieces: Iterable[int]) -> frozenset[int]:
    """Return these pieces and all pieces that ride on them."""
    found = list(pieces)
    for piece in found if game.carried else ():  # the loop adds to this list
        found.extend(rider for id in game.carried.get(piece, ()) for rider in game.holders[id].pieces)
    return frozenset(found)


def _riding(game: Game, held: Holder, x: int, y: int) -> Iterator[tuple[int, Holder, int, int]]:
    """Yield the holds that ride on the pieces of a holder, each with its point, the lowest first."""
    for piece in held.pieces:
        for id in sorted(game.carried.get(piece, ()), key=lambda id: game.holders[id].z):
            hold = game.holders[id]
            at = x + hold.x, y + hold.y
            yield id, hold, *at
            yield from _riding(game, hold, *at)
