"""Changes as plain data: a patch is a tuple of changes.

Nothing here knows a rule, a trait or a command, so a patch means the same for ever. `draft` applies it.
"""

from typing import TypeAlias

from msgspec import Struct

from tabletop.game.state.frames import Frame, GivenAnswer, OpenQuestion
from tabletop.game.state.game import ModuleName, Note, Seat
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value


class PatchError(Exception):
    """A patch that does not fit the game: it names what is not there or already is, or would nest in a ring."""


class Set(Struct, frozen=True, gc=False, tag="set", array_like=True):
    """A slot of a piece's state holds this value."""

    piece: int
    slot: int
    value: Value


class Go(Struct, frozen=True, tag="go", array_like=True):
    """Pieces lie in a holder, in this order from the bottom, directly above the piece `above`.

    At the bottom where `above` is 0 or no longer in the holder.
    """

    pieces: tuple[int, ...]
    holder: int
    above: int


class Make(Struct, frozen=True, tag="make", array_like=True):
    """A piece comes to be, directly above the piece `above` in a holder (0: at the bottom)."""

    piece: int
    kind: int
    holder: int
    above: int
    state: tuple[Value, ...]
    sight: tuple[int, ...]


class Drop(Struct, frozen=True, tag="drop", array_like=True):
    """A piece is no more. What rides on it must have gone before."""

    piece: int


class Recast(Struct, frozen=True, tag="recast", array_like=True):
    """A piece is of another kind, with that kind's state."""

    piece: int
    kind: int
    state: tuple[Value, ...]


class MakeHolder(Struct, frozen=True, tag="hold", array_like=True):
    """An empty holder comes to be. `holder.pieces` is empty; its epochs are given to it by `apply`."""

    id: int
    holder: Holder


class DropHolder(Struct, frozen=True, tag="unhold", array_like=True):
    """An empty holder is no more."""

    id: int


class HolderPlace(Struct, frozen=True, tag="place", array_like=True):
    """A holder lies elsewhere, with all that is in it (map index, map pixels, name of the place)."""

    holder: int
    map: int
    x: int
    y: int
    place: str


class Raise(Struct, frozen=True, tag="raise", array_like=True):
    """A holder is drawn in another order."""

    holder: int
    layer: int
    z: int


class HolderSight(Struct, frozen=True, tag="look", array_like=True):
    """A side sees this much of what lies in a holder."""

    holder: int
    side: int
    level: int


class HolderOwner(Struct, frozen=True, tag="own", array_like=True):
    """A holder belongs to this side (UNOWNED: to none)."""

    holder: int
    owner: int


class HolderOrder(Struct, frozen=True, tag="order", array_like=True):
    """The pieces of a holder lie in this order, bottom first: the same pieces as before, shuffled or sorted.

    `mixed`: whoever does not see their faces has lost track of which is which.
    """

    holder: int
    pieces: tuple[int, ...]
    mixed: bool


class PieceSight(Struct, frozen=True, tag="sight", array_like=True):
    """A side sees this much of a piece."""

    piece: int
    side: int
    level: int


class Property(Struct, frozen=True, tag="property", array_like=True):
    """A property of the game holds this value; None takes it away."""

    name: str
    value: Value


class Option(Struct, frozen=True, tag="option", array_like=True):
    """An option in force holds this value; None takes it away."""

    name: str
    value: Value


class Know(Struct, frozen=True, tag="kind", array_like=True):
    """A kind of piece is known to the game from here on, or is defined otherwise.

    What has become known stays known: there is no way back from that, since other pieces may be of it by then.
    """

    id: int
    kind: Kind


class Write(Struct, frozen=True, tag="note", array_like=True):
    """A note reads so; None takes it away."""

    id: int
    note: Note | None


class Sit(Struct, frozen=True, tag="seat", array_like=True):
    """A person's seat is this; None: they have left."""

    name: str
    seat: Seat | None


class Adopt(Struct, frozen=True, tag="module", array_like=True):
    """The game is played with this module from here on.

    `maps` are those it had, in their order, and further ones; a map that has come stays: there is no way back from
    that, since something may lie on it by then.
    """

    module: ModuleName
    maps: tuple[str, ...]


class Proceed(Struct, frozen=True, tag="frame", array_like=True):
    """A procedure under way stands so; None: it is over."""

    id: int
    frame: Frame | None


class Reply(Struct, frozen=True, tag="reply", array_like=True):
    """Within its step a procedure has these answers, waits for these, and is to be looked at for these reasons."""

    id: int
    answers: tuple[GivenAnswer, ...]
    waiting: tuple[OpenQuestion, ...]
    touched: tuple[int, ...]
    stale: str


Change: TypeAlias = (
    Set
    | Go
    | Make
    | Drop
    | Recast
    | MakeHolder
    | DropHolder
    | HolderPlace
    | Raise
    | HolderSight
    | HolderOwner
    | HolderOrder
    | PieceSight
    | Property
    | Option
    | Know
    | Write
    | Sit
    | Adopt
    | Proceed
    | Reply
)
Patch: TypeAlias = tuple[Change, ...]


def pieces_of(patch: Patch) -> tuple[int, ...]:
    """Return the pieces that a patch touches, each once, in its order."""
    found: dict[int, None] = {}
    for change in patch:
        match change:
            case Go(pieces=pieces) | HolderOrder(pieces=pieces):
                found.update(dict.fromkeys(pieces))
            case (
                Set(piece=piece) | Make(piece=piece) | Drop(piece=piece) | Recast(piece=piece) | PieceSight(piece=piece)
            ):
                found[piece] = None
    return tuple(found)
