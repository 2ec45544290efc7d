"""A playing piece: its kind, its holder, its state, and its sight."""

from msgspec import Struct

from tabletop.game.state.values import Value


class Piece(Struct, frozen=True, gc=False, array_like=True):
    """A counter, marker or card.

    `kind` is a key of `Game.kinds`. `at` is the id of the holder in which it lies. `state` has one value for each slot
    of the kind's stateful traits. `sight` has one number for each side of the game, in the order of `Game.sides`: how
    much the side sees (UNSEEN, BACK, FACE). `epoch` has a number for each side, and a last one for onlookers, who see
    only as much as every side: the patch in which they last lost track of the piece (0: never).
    """

    kind: int
    at: int
    state: tuple[Value, ...]
    sight: tuple[int, ...]
    epoch: tuple[int, ...]
