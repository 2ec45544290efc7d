"""Changes as plain data: a patch is a tuple of changes.

Nothing here knows a rule, a trait or a command, so the meaning of a patch never changes. `draft` applies it.
"""

from typing import TypeAlias

from msgspec import Struct

from tabletop.game.beliefs.contact import Contact
from tabletop.game.state.frames import Frame, GivenAnswer, OpenQuestion
from tabletop.game.state.game import ModuleName, Note, Seat
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.game.table_access import TableAccess
from tabletop.game.umpire.dispatch import Dispatch
from tabletop.game.umpire.held_order import HeldOrder


class PatchError(Exception):
    """The error of a patch that does not fit the game.

    For example, the patch names a missing thing, makes a thing that exists already, or puts a piece into its own hold.
    """


class Set(Struct, frozen=True, gc=False, tag="set", array_like=True):
    """The change that writes a value into a slot of a piece's state."""

    piece: int
    slot: int
    value: Value


class Go(Struct, frozen=True, tag="go", array_like=True):
    """The change that puts pieces into a holder, in this order from the bottom, directly above the piece `above`.

    They go to the bottom if `above` is 0 or is no longer in the holder.
    """

    pieces: tuple[int, ...]
    holder: int
    above: int


class Make(Struct, frozen=True, tag="make", array_like=True):
    """The change that makes a piece, directly above the piece `above` in a holder (0: at the bottom)."""

    piece: int
    kind: int
    holder: int
    above: int
    state: tuple[Value, ...]
    sight: tuple[int, ...]


class Drop(Struct, frozen=True, tag="drop", array_like=True):
    """The change that removes a piece. Its cargo must have been removed before."""

    piece: int


class Recast(Struct, frozen=True, tag="recast", array_like=True):
    """The change that gives a piece another kind, with that kind's state."""

    piece: int
    kind: int
    state: tuple[Value, ...]


class MakeHolder(Struct, frozen=True, tag="hold", array_like=True):
    """The change that makes an empty holder. `holder.pieces` is empty; `apply` gives it its epochs."""

    id: int
    holder: Holder


class DropHolder(Struct, frozen=True, tag="unhold", array_like=True):
    """The change that removes an empty holder."""

    id: int


class HolderPlace(Struct, frozen=True, tag="place", array_like=True):
    """The change that moves a holder with its contents to a map (by index), a point in map pixels, and the place of
    this name.
    """

    holder: int
    map: int
    x: int
    y: int
    place: str


class Raise(Struct, frozen=True, tag="raise", array_like=True):
    """The change of a holder's position in the drawing order."""

    holder: int
    layer: int
    z: int


class HolderSight(Struct, frozen=True, tag="look", array_like=True):
    """The change of the level at which a side sees a holder's contents."""

    holder: int
    side: int
    level: int


class HolderOwner(Struct, frozen=True, tag="own", array_like=True):
    """The change of the side that a holder belongs to (UNOWNED: to none)."""

    holder: int
    owner: int


class HolderOrder(Struct, frozen=True, tag="order", array_like=True):
    """The change of the order of a holder's pieces, bottom first. The pieces are the same; they were shuffled or
    sorted.

    `mixed`: sides that do not see the faces no longer know which piece is which.
    """

    holder: int
    pieces: tuple[int, ...]
    mixed: bool


class PieceSight(Struct, frozen=True, tag="sight", array_like=True):
    """The change of the level at which a side sees a piece."""

    piece: int
    side: int
    level: int


class Property(Struct, frozen=True, tag="property", array_like=True):
    """The change of a property of the game; None removes it."""

    name: str
    value: Value


class Option(Struct, frozen=True, tag="option", array_like=True):
    """The change of an option in force; None removes it."""

    name: str
    value: Value


class Know(Struct, frozen=True, tag="kind", array_like=True):
    """The change that makes a kind of piece known to the game, or redefines it.

    An undo restores the earlier definition of a redefined kind. It never removes a new kind, because other pieces may
    be of that kind by then.
    """

    id: int
    kind: Kind


class Write(Struct, frozen=True, tag="note", array_like=True):
    """The change of a note; None removes it."""

    id: int
    note: Note | None


class Sit(Struct, frozen=True, tag="seat", array_like=True):
    """The change of a person's seat; None if they have left."""

    name: str
    seat: Seat | None


class KeepOrder(Struct, frozen=True, tag="held", array_like=True):
    """The change of an order that waits for the umpire; None if it no longer waits."""

    id: int
    order: HeldOrder | None


class Post(Struct, frozen=True, tag="dispatch", array_like=True):
    """The change of a dispatch; None removes it."""

    id: int
    dispatch: Dispatch | None


class Grant(Struct, frozen=True, tag="access", array_like=True):
    """The change of the access that the table gives its seats."""

    access: TableAccess


class Adopt(Struct, frozen=True, tag="module", array_like=True):
    """The change to another module, or another version of it.

    `maps` are the earlier maps, in their order, and then new ones. A new map is never removed by an undo, because
    something may lie on it by then.
    """

    module: ModuleName
    maps: tuple[str, ...]


class Proceed(Struct, frozen=True, tag="frame", array_like=True):
    """The change of the state of a running procedure; None ends it."""

    id: int
    frame: Frame | None


class Reply(Struct, frozen=True, tag="reply", array_like=True):
    """The change of a procedure's answers, open questions and reasons to check again, within its current step."""

    id: int
    answers: tuple[GivenAnswer, ...]
    waiting: tuple[OpenQuestion, ...]
    touched: tuple[int, ...]
    stale: str


class Believe(Struct, frozen=True, tag="contact", array_like=True):
    """The change of a side's beliefs: one of its contacts; None removes it."""

    id: int
    contact: Contact | None


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
    | Believe
    | KeepOrder
    | Post
    | Grant
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
