"""Notes of the mail in the record of a game: everything that either end must know is stored with its steps.

Nothing else is stored, so a killed program continues from the end of the record.
"""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import ByMail, Deed


class MailNote(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """The base of all notes. Keys, links and digests are in hex."""


class Hosted(MailNote, frozen=True, tag="hosted"):
    """The note that the game is played by mail from here on; `game` is its name in letters."""

    game: str


class Admitted(MailNote, frozen=True, tag="admitted"):
    """The note that a seat has this public key from here on; its chain and its turns restart. Its dice begin at this
    link.
    """

    seat: str
    key: str
    dice: str = ""


class OrdersOpened(MailNote, frozen=True, tag="orders-opened"):
    """The note that `count` orders of a seat were opened. Their results follow this note.

    Without a host the dice follow from this link of the opener's chain.
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
    """The note that a seat wants to undo steps of the record."""

    by: str
    steps: tuple[int, ...]


class ConsentGiven(MailNote, frozen=True, tag="consent-given"):
    """The note that a seat agrees to an undo of steps of the record."""

    by: str
    steps: tuple[int, ...]


class ReportSent(MailNote, frozen=True, tag="report-sent"):
    """The note that a seat was sent its stream up to a number. A report `anew` begins the chain with the whole view
    there. If it `goes_on`, the next report brings the rest.
    """

    seat: str
    stream: int
    number: int
    link: str
    anew: bool = False
    goes_on: bool = False


class ReportOpened(MailNote, frozen=True, tag="report-opened"):
    """The note that a report was opened; `digest` is that of its file, `turn` is the last own turn that it answers.

    It ends at a number of the stream, or restarts it there (`anew`): then `names` are those of all things, by number.
    `wanted` are undos that others ask the `seat` for: the seat, and the entries.
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


class EntryHeard(MailNote, frozen=True, tag="entry-heard"):
    """The note that the step is this entry of the stream; `names` are those of newly visible things, by number."""

    number: int
    link: str
    names: tuple[tuple[int, int], ...] = ()


class TurnSent(MailNote, frozen=True, tag="turn-sent"):
    """The note that a turn was sent; `file` is the turn file, in Base64, and so is the `letter` in it, where there is
    no host.
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
    | ReportSent
    | ReportOpened
    | EntryHeard
    | TurnSent
)


def by_mail(note: MailNote) -> ByMail:
    """Return the form of a note in the record."""
    return ByMail(msgspec.to_builtins(note))


def note_in(deed: Deed) -> AnyNote | None:
    """Return the note in the record; None if it is something else, or from a newer program."""
    if not isinstance(deed, ByMail):
        return None
    try:
        found: AnyNote = msgspec.convert(deed.note, AnyNote)
    except msgspec.ValidationError:
        return None
    return found
