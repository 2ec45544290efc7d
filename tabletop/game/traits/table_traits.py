"""Traits that mostly the table itself has: dice, steps of its turn trackers, commands of its decks."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.deck import DeckDeed
from tabletop.game.traits.trait_base import GivenValue, TraitBase, TraitCall


class TraitDice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The dice of one sort: their number, and the number of their sides (expressions).

    With `faces` they show these instead of numbers, and each counts its number in `values`, or its own; `pictures` are
    files with the faces ("" for a face without one).
    """

    count: str = "1"
    sides: str = "6"
    faces: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    name: str = ""
    pictures: tuple[str, ...] = ()


Asked: TypeAlias = Literal["count", "sides", "each", "add"]
"""The numbers that a player may be asked for before dice are thrown."""


class Throw(TraitBase, frozen=True, tag="throw"):
    """A throw of dice and the report of the result. VASSAL: dice, random text and symbolic dice buttons.

    `each` is added to every die, `add` to their sum (expressions). Of the dice, `keep` many count (an expression;
    without it all), the `highest` or `lowest`, in ascending order; or those that are `equal` to it, at least or at most
    as high. In the template `text` and the properties of the table that are `given` (their values are templates),
    `Result` is the faces of the dice that count, or with `total` their sum, `Result1`, `Result2` ... each of them,
    `Total` the sum, `Kept` their number, `Keep` the value of `keep`; `Count`, `Sides`, `Each` and `Add` describe the
    throw, `Raw` is all dice before anything is added, `RawCount1`, `RawCount2` ... the number of dice on each side, and
    `Count1`, `Count2` ... that of the dice that count. They lie in the dice tray under `title` (a template; without one
    their name), on a ground of their own colour if they have one. The player is asked for the numbers in `asks`, and
    may keep those given here.
    """

    call: TraitCall
    dice: tuple[TraitDice, ...]
    name: str = ""
    each: str = ""
    add: str = ""
    total: bool = False
    sorted: bool = False
    keep: str = ""
    which: Literal["highest", "lowest", "equal", "at-least", "at-most"] = "highest"
    text: str = ""
    given: tuple[GivenValue, ...] = ()
    asks: tuple[Asked, ...] = ()
    title: str = ""
    ground: str = ""


class MoveTracker(TraitBase, frozen=True, tag="move-tracker"):
    """A trait that moves a turn tracker by steps of its innermost level. VASSAL: the turn tracker's own keys."""

    tracker: str
    call: TraitCall
    steps: int = 1


class CentreMap(TraitBase, frozen=True, tag="centre-map"):
    """A trait that shifts everything on a map, decks too, about the map's middle. VASSAL: Recentre Pieces."""

    map: str
    call: TraitCall


class SortBy(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sort key of cards: an expression evaluated for each, compared as texts or as whole numbers."""

    by: str
    numbers: bool = False
    falling: bool = False


class DeckCommand(TraitBase, frozen=True, tag="deck-command"):
    """A command of a deck, from its menu or by a key. VASSAL: the commands of a deck.

    The template `report` is its message ("": the default), with `Count` for the number of cards and `Into` for the deck
    to which they went; if the deck lies face up afterwards, `report_up`, if given.

    `send` may name the deck by the template `into`. From the top on, it sends only cards for which `where` holds, and
    at most `most` of them (expressions; a number below 1 is no limit); it ends at a card for which `until` holds, and
    sends that too `with_last`. If `heard`, the cards get the key for moved pieces. `sort` compares by the keys in `by`,
    in order; the least card becomes the topmost.
    """

    deck: str
    does: DeckDeed
    call: TraitCall
    report: str = ""
    report_up: str = ""
    into: str = ""
    where: str = ""
    most: str = ""
    until: str = ""
    with_last: bool = False
    heard: bool = False
    by: tuple[SortBy, ...] = ()
