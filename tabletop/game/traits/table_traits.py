"""Traits that mostly the table itself has: dice, turn trackers, and commands of its decks."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.deck import DeckDeed
from tabletop.game.traits.trait_base import GivenValue, TraitBase, TraitCall


class TraitDice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The dice of one sort: their number, and the number of their sides (expressions).

    With `faces` they show these instead of numbers. Each face counts as its number in `values`, or else as its own
    number. `pictures` are files with the faces ("" for a face without a picture).
    """

    count: str = "1"
    sides: str = "6"
    faces: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    name: str = ""
    pictures: tuple[str, ...] = ()


Asked: TypeAlias = Literal["count", "sides", "each", "add"]
"""The numbers that a player may be asked for before the dice are thrown."""


class Throw(TraitBase, frozen=True, tag="throw"):
    """A throw of dice and the report of the result. VASSAL: dice, random text and symbolic dice buttons.

    `each` is added to every die, and `add` to their sum (expressions). `keep` is the number of dice that count (an
    expression; without it, all count). They are the `highest` or `lowest`, in ascending order; or those that are
    `equal` to `keep`, at least as high, or at most as high.

    The template `text` and the table properties in `given` (their values are templates) can read these names. `Result`
    is the faces of the dice that count, or their sum with `total`. `Result1`, `Result2` and so on are the faces of the
    single dice, `Total` is the sum, `Kept` is the number of dice that count, and `Keep` is the value of `keep`.
    `Count`, `Sides`, `Each` and `Add` describe the throw. `Raw` is all dice before anything is added. `RawCount1`,
    `RawCount2` and so on are the numbers of dice on each side, and `Count1`, `Count2` and so on those of the dice that
    count.

    `sorted`: the dice that count are given in ascending order. The dice lie in the dice tray under `title` (a template;
    without it, under their name), on a background in the colour `ground`, if there is one. The player is asked for the
    numbers in `asks`, and may keep the ones given here.
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
    """A trait that moves all stacks and decks on a map together, so that they lie around the map's middle.

    VASSAL: Recentre Pieces.
    """

    map: str
    call: TraitCall


class SortBy(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sort key of cards: an expression that is worked out for each card.

    The values are compared as texts or as whole numbers. `falling`: the order is reversed, greatest values first.
    """

    by: str
    numbers: bool = False
    falling: bool = False


class DeckCommand(TraitBase, frozen=True, tag="deck-command"):
    """A command of a deck, from its menu or by a key. VASSAL: the commands of a deck.

    The template `report` is its message ("": the default). It can read `Count`, the number of cards, and `Into`, the
    deck to which they went. If the deck lies face up afterwards, `report_up` replaces it, if there is one. `send` may
    name the deck by the template `into`. It sends cards from the top: only those for which `where` holds, and at most
    `most` of them (expressions; a number below 1 is no limit). It ends at a card for which `until` holds, and sends
    that card too if `with_last`. If `heard`, the cards get the key for moved pieces. `sort` compares by the keys in
    `by`, in order; the card with the least key becomes the topmost.
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
