"""A playing piece as it stands: which kind, where, in what state, and who sees it."""

from msgspec import Struct

from tabletop.game.values import Value


class Piece(Struct, frozen=True, gc=False, array_like=True):
    """A counter, marker or card.

    `kind` is a key of `Game.kinds`, `at` the id of the holder it lies in, `state` has one value for each slot
    of the kind's stateful traits. `sight` and `epoch` have one number for each side of the game, in the order
    of `Game.sides`: how much the side sees (UNSEEN, BACK, FACE), and how often it has lost track of the piece.
    """

    kind: int
    at: int
    state: tuple[Value, ...]
    sight: tuple[int, ...]
    epoch: tuple[int, ...]
