"""Traits that act: triggers, global commands, reports, sounds, and traits that make and remove pieces."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.traits.trait_base import NO_ENTRY, GivenValue, Reads, TraitBase, TraitCall
from tabletop.game.traits.trait_targets import EVERYWHERE, Target


class Times(Struct, frozen=True, tag="times", tag_field="loop", forbid_unknown_fields=True):
    """A loop of a fixed number of rounds (an expression, worked out once)."""

    count: str


class While(Struct, frozen=True, tag="while", tag_field="loop", forbid_unknown_fields=True):
    """A loop that runs while a condition holds, which is tested before each round."""

    condition: str


class Until(Struct, frozen=True, tag="until", tag_field="loop", forbid_unknown_fields=True):
    """A loop that runs until a condition holds, which is tested after each round."""

    condition: str


Rounds: TypeAlias = Times | While | Until


class Index(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A property that counts the rounds: its name, its first value and its step (expressions).

    It belongs to the piece. For a trait of the table itself, it belongs to the table, unless the table's piece has a
    property of that name.
    """

    name: str
    start: str = "1"
    step: str = "1"


class Loop(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The rounds of a trigger. The piece gets the keys `before` and `after` once each."""

    rounds: Rounds
    before: str = ""
    after: str = ""
    index: Index | None = None


class Trigger(TraitBase, frozen=True, tag="trigger"):
    """A trait that sends the piece several keys in order. VASSAL: Trigger Action.

    It acts when it is called, or when the piece gets one of `hears`, after the traits inside it have got that key. It
    acts only `when` the condition holds. With a `loop` it acts again and again. Its `name` is only for authors.
    """

    sends: tuple[str, ...] = ()
    name: str = ""
    call: TraitCall = NO_ENTRY
    hears: tuple[str, ...] = ()
    when: str = ""
    loop: Loop | None = None


class GlobalCommand(TraitBase, frozen=True, tag="global-command"):
    """A trait that sends a key to all pieces of a target, in draw order. VASSAL: Global Key Command.

    `sends` is a template. Before a piece gets the key, its properties take the values `given`. `quiet`: the pieces' own
    reports are suppressed. `mute`: their sounds are not played either. `report` is the template of a message that comes
    before all others. The pieces are found in the view that `reads` names.
    """

    sends: str
    call: TraitCall = NO_ENTRY
    target: Target = EVERYWHERE
    given: tuple[GivenValue, ...] = ()
    reads: Reads = "view"
    quiet: bool = False
    mute: bool = False
    report: str = ""


class PressKey(TraitBase, frozen=True, tag="press-key"):
    """A trait that presses a key of the table or the window (a template), for example that of a toolbar button.

    VASSAL: Global Hotkey.
    """

    press: str
    call: TraitCall


class ReportTrait(TraitBase, frozen=True, tag="report"):
    """A trait that makes a report when `keys` have been handled, also by the traits inside it. VASSAL: Report Action.

    In the template `OldName`, `OldPlace`, `OldLocation`, `OldMap` and `OldZone` have their values before the key.
    `Before_X` is the value of the property X before the action: that of a player, of a global command, or of placing
    the piece. `Key` is the key and `Menu` is its menu text. With `texts`, each report takes the next text instead,
    beginning with number `start`, counted from 0. The keys `back` go back in the list: they take the text before the
    last one. In a command that suppresses reports it reports only if `even_when_quiet`.
    """

    keys: tuple[str, ...]
    text: str = ""
    texts: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    start: int = 0
    even_when_quiet: bool = False


class Sound(TraitBase, frozen=True, tag="sound"):
    """A trait that plays a sound file of the module (a template). VASSAL: Play Sound.

    `everyone`: all who see the piece hear it, not only the acting side. In a command that plays no sounds it plays only
    if `even_when_mute`.
    """

    clip: str
    call: TraitCall
    everyone: bool = True
    even_when_mute: bool = False


Where: TypeAlias = Literal["top", "bottom", "above", "below"]
"""The position of a new piece: on top of the stack, at its bottom, directly above the piece, directly below it."""


class PlaceMarker(TraitBase, frozen=True, tag="place-marker"):
    """A trait that places a new piece of a kind (a template of its key) beside the piece. VASSAL: Place Marker.

    `dx` and `dy` are its distance to the right and down (numbers or expressions), in map pixels. It joins the piece's
    stack if both pieces stack, in the same layer of the map, and there is no distance or it is placed `together`.
    `turned`: it has the facing of this piece, and the distance turns with that. `copies`: properties of the same name
    take this piece's values. `given` has values for other properties of the new piece. `then` is a key that the new
    piece gets.
    """

    kind: str
    call: TraitCall = NO_ENTRY
    dx: int | str = 0
    dy: int | str = 0
    where: Where = "top"
    together: bool = False
    turned: bool = False
    copies: bool = False
    given: tuple[GivenValue, ...] = ()
    then: str = ""


class Replace(TraitBase, frozen=True, tag="replace"):
    """A trait that replaces the piece by a new one of a kind. The new piece is placed as by `place-marker`. VASSAL:
    Replace With Other.

    `matches`: traits of the new piece take the state of equal traits of the old one (of all, or of those inside this
    trait). With `by_name`, properties that have only the same name take it too.
    """

    kind: str
    call: TraitCall = NO_ENTRY
    dx: int | str = 0
    dy: int | str = 0
    where: Where = "above"
    together: bool = False
    turned: bool = False
    copies: bool = False
    matches: Literal["nothing", "all", "inside"] = "nothing"
    by_name: bool = False
    given: tuple[GivenValue, ...] = ()
    then: str = ""


class Clone(TraitBase, frozen=True, tag="clone"):
    """A trait that puts a copy of the piece on top of it. VASSAL: Clone."""

    call: TraitCall


class Delete(TraitBase, frozen=True, tag="delete"):
    """A trait that removes the piece from the game. VASSAL: Delete."""

    call: TraitCall


class ChooseTrait(TraitBase, frozen=True, tag="choose"):
    """A trait that changes the selection of pieces in the acting player's window. VASSAL: Deselect.

    `unstack`: the piece also leaves its stack, and then lies by itself at the same point.
    """

    call: TraitCall
    what: Literal["drop-this", "drop-all", "only-this"] = "drop-this"
    unstack: bool = False


class Submenu(TraitBase, frozen=True, tag="submenu"):
    """A submenu that gathers menu entries, by their texts and in their order. VASSAL: Sub-Menu."""

    name: str
    entries: tuple[str, ...]


class Separator(TraitBase, frozen=True, tag="separator"):
    """A separator in the menu. It is barred when `key` is barred. VASSAL: Menu Separator."""

    key: str = ""


class MenuText(TraitBase, frozen=True, tag="menu-text"):
    """An entry in the menu (a template) that does nothing. VASSAL: a command with a text, but without a key."""

    text: str


class EachPlace(TraitBase, frozen=True, tag="each-place"):
    """A menu of the places, zones or regions where a condition holds. The choice of one sends the piece a key. VASSAL:
    Multi-Location Command.

    The label and the condition `when` read the names `Place`, `Zone` and `Map` of each place. Traits that get the key
    can read `ChosenPlace`, `ChosenZone`, `ChosenBoard` and `ChosenMap`, and so can the label and the condition.
    `here_only`: only places of the piece's own map are listed. `listed`: each place is an entry of the piece's menu.
    The places come in the order of `sort`, a template of the same names, as numbers if `numeric`, and in reverse if
    `falling`. If it is called without a choice, the player is asked for the place. If it `sends` nothing, the traits
    inside it get the key of the call itself, and a call without a choice takes the first place.
    """

    sends: str
    call: TraitCall
    label: str = "{Place}"
    of: Literal["places", "zones", "regions"] = "places"
    when: str = ""
    here_only: bool = True
    listed: bool = False
    sort: str = ""
    numeric: bool = False
    falling: bool = False
