"""The holders that pieces lie in: stacks, decks, hands, boxes, and the holds of mats and ships."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

Form: TypeAlias = Literal["stack", "deck", "hand", "box", "hold"]
"""The forms of holders.

A stack lies on a map and disappears when it is empty; the others stay. A hold rides on a piece.
"""

UNOWNED = -1

TABLE: Final = "the table"
"""The name of the box with the piece that stands for the table itself. Nothing else is in it."""


class Holder(Struct, frozen=True, gc=False, array_like=True):
    """A stack, deck or other container of pieces, bottom first.

    It lies on the map with number `map` (an index of `Game.maps`), at `x`, `y` in map pixels. `place` is the name of
    the hex, region or box there ("" if there is none). The draw order goes by `layer`, then by `z`. `looks` says for
    each side, in the order of `Game.sides`, how much of the contents it sees (SHUT to FACES). `epoch` has a number for
    each side, and a last one for onlookers: the patch in which they last lost sight of all of it. `owner` is the index
    of the side whose hand or private box it is, or UNOWNED. `carrier` is the piece on which a hold rides. `name` is
    unique among the named holders of a game ("" for stacks). In a side's view, `more` is the number of further pieces
    inside that it does not see.
    """

    form: Form
    map: int
    x: int
    y: int
    place: str
    layer: int
    z: int
    pieces: tuple[int, ...]
    looks: tuple[int, ...]
    epoch: tuple[int, ...]
    name: str = ""
    owner: int = UNOWNED
    carrier: int = 0
    more: int = 0
