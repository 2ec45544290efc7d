"""Traits that mostly the table itself has: dice, steps of its turn trackers, commands of its decks."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.deck import DeckDeed
from tabletop.game.traits.trait_base import GivenValue, TraitBase, TraitCall


class TraitDice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The dice of one sort: how many, and how many sides they have (expressions).

    With `faces` they show these instead of numbers, and each counts what `values` says, or its own number; `pictures`
    are files with the faces ("" for one that has none).
    """

    count: str = "1"
    sides: str = "6"
    faces: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    name: str = ""
    pictures: tuple[str, ...] = ()


Asked: TypeAlias = Literal["count", "sides", "each", "add"]
"""What a player may be asked before dice are thrown."""


class Throw(TraitBase, frozen=True, tag="throw"):
    """A throw of dice and the report of what they show. VASSAL: dice, random text and symbolic dice buttons.

    `each` is added to every die, `add` to their sum (expressions). Of the dice as many count as `keep` says (an
    expression; without it all), the `highest` or `lowest`, in rising order; or those that are `equal` to it, at least
    or at most as high. In the template `text` and the properties of the table that are `given` (their values are
    templates), `Result` is what the dice that count show, or with `total` their sum, `Result1`, `Result2` ... each of
    them, `Total` the sum, `Kept` how many they are, `Keep` what `keep` says; `Count`, `Sides`, `Each` and `Add` is what
    was thrown, `Raw` all dice before anything is added, `RawCount1`, `RawCount2` ... how often each side fell, and
    `Count1`, `Count2` ... how often on those that count. They lie in the dice tray under `title` (a template; without
    one their name), on a ground of their own colour where they have one. The player is asked for what `asks` names, and
    may leave it as it stands here.
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

    The template `report` is what is said of it ("": the usual), with `Count` for how many cards it was about and `Into`
    for the deck to which they went; when the deck lies face up then, `report_up`, if that is given.

    `send` may name the deck by the template `into`. Of the cards, from the top on, only those go for which `where`
    holds, and no more than `most` of them (expressions; a number below 1 is no limit); one for which `until` holds ends
    it, and goes too if it is to be `with_last`. They hear that they have moved if that is `heard`. `sort` goes by each
    of `by`, the card with the least comes to lie on top.
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
