"""Notes of the mail, which are steps in the record of a game.

Everything that a host or a seat must know is in these notes, so a program that was killed can continue from the record.
"""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import ByMail, Deed


class MailNote(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """The base of all notes. Keys, links and digests are in hex."""


class Hosted(MailNote, frozen=True, tag="hosted"):
    """The note that the game is now played by mail. `game` is its name in letters."""

    game: str


class Admitted(MailNote, frozen=True, tag="admitted"):
    """The note that a seat was admitted with this public key. Its chain and its turns begin again. `dice` is the first
    link of its chain of dice.
    """

    seat: str
    key: str
    dice: str = ""


class OrdersOpened(MailNote, frozen=True, tag="orders-opened"):
    """The note that `count` orders of a seat were opened. The steps after this note have their results. `digest`
    identifies the turn file, and `after` is the last entry of its stream that the seat had read.

    In a game without a host, `dice` is the link of the opener's chain that decides the dice.
    """

    seat: str
    turn: int
    digest: str
    count: int
    after: int
    dice: str = ""


class OrderAnswered(MailNote, frozen=True, tag="order-answered"):
    """The note that an order of the last opened turn was refused, or waits for the consent `of` others."""

    order: int
    refused: Refused | None = None
    of: tuple[str, ...] = ()


class ConsentAsked(MailNote, frozen=True, tag="consent-asked"):
    """The note that a seat wants to undo steps of the record, or to carry out a command. The consent
    of the seats `of` is necessary.

    For a command, `order` is the order with true ids, in Base64, and `words` describe it to the asker and to each seat
    that is asked. It ends with the phase in which the step `since` was made. For an undo, `since` is the last step
    before the note; 0 in records of earlier versions.
    """

    by: str
    steps: tuple[int, ...]
    order: str = ""
    words: dict[str, str] = {}
    of: tuple[str, ...] = ()
    since: int = 0


class ConsentGiven(MailNote, frozen=True, tag="consent-given"):
    """The note that a seat agrees to an undo of steps of the record, or to a command. `request` counts the commands for
    which seats have asked, from 1; 0 for an undo. If it is `at_table`, this is not the result of an order: the seat
    has agreed at the host's own screen, or was not asked, since it did not notice the steps.
    """

    by: str
    steps: tuple[int, ...]
    request: int = 0
    at_table: bool = False


class ConsentRefused(MailNote, frozen=True, tag="consent-refused"):
    """The note that a seat refuses an undo or a command, which is given as in `ConsentGiven`, or withdraws its own
    request. Without a seat all have agreed, but it can no longer be carried out.
    """

    by: str
    steps: tuple[int, ...]
    request: int = 0
    at_table: bool = False


class ReportSent(MailNote, frozen=True, tag="report-sent"):
    """The note that a seat was sent its stream up to a number, where the chain of the stream has this `link`. If it is
    `anew`, the chain begins again with the whole view. If it `goes_on`, the next report contains the rest.
    """

    seat: str
    stream: int
    number: int
    link: str
    anew: bool = False
    goes_on: bool = False


class ReportOpened(MailNote, frozen=True, tag="report-opened"):
    """The note that a report was opened.

    `digest` is the digest of its file, and `turn` the last turn of the seat that it answers. Its new entries follow the
    entry `number` of the stream, where the chain has this `link`. If it is `anew`, the stream begins again there, and
    `names` has a pair for each thing: its name in the stream, and its number in this record. `wanted` are the undos
    that other seats ask for, each with the asking seat and the entries. `asked` are the commands for which they ask,
    each with the asking seat, its number in `ConsentWanted`, and the words that describe it. If it `keeps_ids`, the
    numbers of things in this record are their names in the stream. `answers` is the digest of the turn that it answers.
    """

    stream: int
    number: int
    link: str
    digest: str
    turn: int
    anew: bool = False
    names: tuple[tuple[int, int], ...] = ()
    seat: str = ""
    wanted: tuple[tuple[str, tuple[int, ...]], ...] = ()
    asked: tuple[tuple[str, int, str], ...] = ()
    keeps_ids: bool = False
    answers: str = ""


class EntryHeard(MailNote, frozen=True, tag="entry-heard"):
    """The note that the step is this entry of the stream, whose chain then has this `link`. `names` has a pair for each
    newly visible thing: its name in the stream, and its number in this record.
    """

    number: int
    link: str
    names: tuple[tuple[int, int], ...] = ()


class TurnSent(MailNote, frozen=True, tag="turn-sent"):
    """The note that a turn was sent. `file` is the turn file, in Base64. In a game without a host, `letter` is the
    letter in it, also in Base64.
    """

    turn: int
    digest: str
    file: str
    letter: str = ""


AnyNote: TypeAlias = (
    Hosted
    | Admitted
    | OrdersOpened
    | OrderAnswered
    | ConsentAsked
    | ConsentGiven
    | ConsentRefused
    | ReportSent
    | ReportOpened
    | EntryHeard
    | TurnSent
)


def by_mail(note: MailNote) -> ByMail:
    """Return the form of a note in the record."""
    return ByMail(msgspec.to_builtins(note))


def note_in(deed: Deed) -> AnyNote | None:
    """Return the note of the mail in a deed; None if it is another deed, or comes from a newer version of the
    program.
    """
    if not isinstance(deed, ByMail):
        return None
    try:
        found: AnyNote = msgspec.convert(deed.note, AnyNote)
    except msgspec.ValidationError:
        return None
    return found
