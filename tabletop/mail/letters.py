"""The letters in turn files: invitations, requests to join, orders of a seat, reports to a seat."""

import hashlib
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import Answers
from tabletop.game.commands import AnyCommand
from tabletop.game.sight.seen_changes import Delta
from tabletop.game.state.game import ModuleName
from tabletop.mail.mail_errors import UNREADABLE, MailError
from tabletop.mail.turn_file import encoded
from tabletop.session import Bookmark, StreamEntry
from tabletop.texts import text

T = TypeVar("T")

MOST_ORDERS: Final = 5_000
"""The most orders of one turn."""


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """The letter that begins a game: it gives the title and the sides of the game, and the titles of the sides in the
    same order.
    """

    title: str
    sides: tuple[str, ...]
    titles: tuple[str, ...]

    def side_called(self, name: str) -> str | None:
        """Return the side with this id or title; None if there is none."""
        named = {**dict(zip(self.titles, self.sides, strict=False)), **{side: side for side in self.sides}}
        return named.get(name)


class JoinLetter(Struct, frozen=True, forbid_unknown_fields=True):
    """The letter of a player who wants to join with these sides. The player's key is the one that signed the letter.

    In a game without a host, `dice` is the first link of the player's chain of dice.
    """

    sides: tuple[str, ...]
    dice: bytes = b""


class SharedInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """The invitation to a game without a host. It comes from a player of these sides, and has the set-up and the first
    link of that player's chain of dice.
    """

    title: str
    sides: tuple[str, ...]
    plays: tuple[str, ...]
    snapshot: bytes
    dice: bytes


class WrittenOrder(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One order of a seat: a command in the names of its audience, or an undo of steps in its stream. The seat itself
    wants to undo the steps `takes_back`; another seat wants to undo the steps `agrees_to`, and this seat agrees. If it
    `refuses`, it does not agree to these steps, or to the command of `consents_to`.

    A procedure that an earlier order of the same turn begins has no name yet. In the command, -1 stands for the first
    procedure in `begun`, -2 for the second, and so on. Each entry of `begun` gives the number of orders from the order
    that begins the procedure to this one, and the procedure's place among those begun by that order, from 0.

    `consents_to` is the seat's number for a command of another seat to which it agrees; 0 for none. `asks` are the
    words with which the others are asked about this command in a game without a host; "" if it needs no consent.
    """

    command: AnyCommand | None = None
    answers: Answers = ()
    takes_back: tuple[int, ...] = ()
    agrees_to: tuple[int, ...] = ()
    begun: tuple[tuple[int, int], ...] = ()
    consents_to: int = 0
    asks: str = ""
    refuses: bool = False


class Orders(Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a seat for a turn.

    The seat wrote them when it had read its stream up to `after`, where the chain of the stream has this `link`. `turn`
    counts the seat's turns from 1. `previous` is the hash of the file of its previous turn; empty for the first.
    """

    turn: int
    previous: bytes
    after: Bookmark
    link: bytes
    orders: tuple[WrittenOrder, ...]


class _SealedOrders(Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a turn as a host receives them, each still to be decoded."""

    turn: int
    previous: bytes
    after: Bookmark
    link: bytes
    orders: tuple[msgspec.Raw, ...]


class SharedTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a turn without a host, which continue the agreed record.

    `answers` is the digest of the reader's turn that the sender carried out last. `dice` is the link of the sender's
    chain that decided the dice of that turn. Both are empty if there was no such turn.
    """

    orders: Orders
    answers: bytes = b""
    dice: bytes = b""


class OrderAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer to an order that was refused, or that waits for the consent of other seats. `order` counts from 1, and
    `of` names these seats.
    """

    order: int
    refused: Refused | None = None
    of: tuple[str, ...] = ()


class ConsentWanted(Struct, frozen=True):
    """An undo or a command for which another seat asks. The steps of an undo are given by their numbers in the reader's
    stream. A command has a number of the reader, from 1, in `request`, and is described by `words`.
    """

    by: str
    steps: tuple[int, ...]
    request: int = 0
    words: str = ""


class TableHeader(Struct, frozen=True):
    """The header of a whole view: the names of the sides, the maps, the module and the scenario. It `keeps_ids` for
    a seat that sees everything, whose names of things are their true ids.
    """

    sides: tuple[str, ...]
    maps: tuple[str, ...]
    module: ModuleName
    scenario: str
    keeps_ids: bool = False


class TurnReport(Struct, frozen=True):
    """A report to a seat: the entries of its stream after the number `since`, up to the `bookmark`.

    `since_link` and `link` are the links of the stream's chain at these two points. If the chain begins at `since`,
    because no turn of the seat shows yet that it has read a report, the report also contains the `whole` view there,
    and the `table`. `turn` is the last turn of the seat that was carried out, and `digest` the hash of its file;
    `answers` are the answers to its orders. `wanted` are the undos and commands for which other seats ask.
    """

    since: int
    since_link: bytes
    bookmark: Bookmark
    link: bytes
    entries: tuple[StreamEntry, ...] = ()
    whole: Delta | None = None
    table: TableHeader | None = None
    turn: int = 0
    answers: tuple[OrderAnswer, ...] = ()
    wanted: tuple[ConsentWanted, ...] = ()
    digest: bytes = b""


def decode_letter(content: bytes, kind: type[T]) -> T:
    """Return the letter in the content of a turn file. Raises MailError if it is not of this kind."""
    try:
        return msgspec.msgpack.decode(content, type=kind)
    except UNREADABLE as problem:
        raise MailError(text("turn-file-newer")) from problem


def decode_orders(content: bytes) -> Orders:
    """Return the orders in a turn file for a host. Raises MailError if it holds no orders.

    An order that cannot be decoded is returned without any command, and can only be refused. The rest of its turn is
    not affected by it.
    """
    sealed = decode_letter(content, _SealedOrders)
    return Orders(sealed.turn, sealed.previous, sealed.after, sealed.link, tuple(map(_order_in, sealed.orders)))


def _order_in(content: bytes) -> WrittenOrder:
    try:
        return msgspec.msgpack.decode(content, type=WrittenOrder)
    except UNREADABLE:
        return WrittenOrder()


def can_travel(order: WrittenOrder) -> bool:
    """Return whether the reader of a turn can decode an order."""
    return _order_in(encoded(order)) != WrittenOrder()


def first_link(bookmark: Bookmark, whole: Delta) -> bytes:
    """Return the link that begins the chain of a stream at a whole view."""
    return hashlib.sha256(encoded((bookmark, whole))).digest()


def links(link: bytes, entries: Iterable[StreamEntry]) -> list[bytes]:
    """Return the links of a stream's chain after each of these entries."""
    found = []
    for entry in entries:
        link = hashlib.sha256(link + encoded(entry)).digest()
        found.append(link)
    return found
