"""Notes of the mail in the record of a game: all that either end must know lasts with the steps it belongs to.

Nothing else is kept, so a program that is killed goes on where the record ends.
"""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import ByMail, Deed


class MailNote(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """The base of all notes. Keys, links and digests are in hex."""


class Hosted(MailNote, frozen=True, tag="hosted"):
    """The game is played by mail from here on; `game` is how its letters call it."""

    game: str


class Admitted(MailNote, frozen=True, tag="admitted"):
    """A seat has this public key from here on; its chain and its turns begin anew. Its dice begin at this link."""

    seat: str
    key: str
    dice: str = ""


class OrdersOpened(MailNote, frozen=True, tag="orders-opened"):
    """The orders of a seat were opened, `count` of them. What stands after this is what came of them.

    Without a host the dice follow from this link of the opener's chain.
    """

    seat: str
    turn: int
    digest: str
    count: int
    after: int
    dice: str = ""


class OrderAnswered(MailNote, frozen=True, tag="order-answered"):
    """An order of the turn that was opened last was refused, or waits for the consent `of` others."""

    order: int
    refused: Refused | None = None
    of: tuple[str, ...] = ()


class ConsentAsked(MailNote, frozen=True, tag="consent-asked"):
    """A seat wants to take back steps of the record."""

    by: str
    steps: tuple[int, ...]


class ConsentGiven(MailNote, frozen=True, tag="consent-given"):
    """A seat agrees that steps of the record be taken back."""

    by: str
    steps: tuple[int, ...]


class ReportSent(MailNote, frozen=True, tag="report-sent"):
    """A seat was sent its stream up to a number. A report `anew` begins the chain with the whole view there."""

    seat: str
    stream: int
    number: int
    link: str
    anew: bool = False


class ReportOpened(MailNote, frozen=True, tag="report-opened"):
    """A report was opened; `digest` is of its file, `turn` is the last own turn that it answers.

    It ends at a number of the stream, or begins it `anew` there: then `names` are those of all things, by number.
    `wanted` are take-backs that others ask the `seat` for: who, and which entries.
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
    """The step is this entry of the stream; `names` are those of what came into sight, by number."""

    number: int
    link: str
    names: tuple[tuple[int, int], ...] = ()


class TurnSent(MailNote, frozen=True, tag="turn-sent"):
    """A turn was sent; `file` is the turn file, in Base64, and so is the `letter` in it, where there is no host."""

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
    """Return what stands in the record for a note."""
    return ByMail(msgspec.to_builtins(note))


def note_in(deed: Deed) -> AnyNote | None:
    """Return the note that stands in the record; None where it is something else, or from a newer program."""
    if not isinstance(deed, ByMail):
        return None
    try:
        found: AnyNote = msgspec.convert(deed.note, AnyNote)
    except msgspec.ValidationError:
        return None
    return found
