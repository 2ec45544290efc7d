"""Traits of movement: the places pieces can send themselves to, and traits that remember moves."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.traits.trait_base import NO_ENTRY, TraitBase, TraitCall
from tabletop.game.traits.trait_targets import Target


class ToPoint(Struct, frozen=True, tag="point", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """A point (expressions, map pixels) of a map, or of one of its boards.

    The names are templates. If no map is named, the piece's own map is meant.
    """

    x: str
    y: str
    map: str = ""
    board: str = ""


class ToPlace(Struct, frozen=True, tag="place", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """A hex, square, region or box by its name, on a board if one is named.

    The names are templates. If no map is named, the piece's own map is meant. Without `any_board`, a goal that names
    no board leads nowhere.
    """

    place: str
    map: str = ""
    board: str = ""
    any_board: bool = True


class ToRegion(Struct, frozen=True, tag="region", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """A region by its own name, even if its zone gives it another.

    The names are templates. If no map is named, the piece's own map is meant.
    """

    region: str
    map: str = ""


class ToZone(Struct, frozen=True, tag="zone", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """The middle of a zone. The names are templates. If no map is named, the piece's own map is meant."""

    zone: str
    map: str = ""


class ToHolder(Struct, frozen=True, tag="holder", tag_field="to", forbid_unknown_fields=True):
    """The top of a deck, hand or box, by its name (a template)."""

    holder: str


class ToPiece(Struct, frozen=True, tag="piece", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """The position of another piece: the first in draw order, the nearest, or the next one that lies elsewhere.

    `itself`: if the piece belongs to the target, it is its own nearest piece.
    """

    target: Target
    which: Literal["first", "nearest", "next"] = "first"
    itself: bool = False


Destination: TypeAlias = ToPoint | ToPlace | ToRegion | ToZone | ToHolder | ToPiece


class Offset(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A shift by `times` steps of `dx` and `dy` (expressions, map pixels, right and down)."""

    dx: str = "0"
    dy: str = "0"
    times: str = "1"


class SendTo(TraitBase, frozen=True, tag="send-to"):
    """A trait that sends the piece to a place, unless it is there. VASSAL: Send to Location.

    With `back` it returns to the place from which it was last sent, by this trait or another. `marks`: moved marks and
    trails treat it as a move, as when a player moves the piece. `or_here`: a map that does not exist stands for the
    piece's own. Each of `off` is added to the point that it goes to.
    """

    to: Destination
    call: TraitCall = NO_ENTRY
    back: TraitCall = NO_ENTRY
    off: tuple[Offset, ...] = ()
    marks: bool = True
    or_here: bool = False


class Shift(TraitBase, frozen=True, tag="shift"):
    """A move by a fixed distance (expressions, map pixels, right and down). VASSAL: Move Fixed Distance (Translate).

    `stack`: if the piece is on top of its stack, the whole stack moves; otherwise nothing moves. `turned`: the
    direction turns with the facings inside this trait. Each of `off` is added to the distance.
    """

    dx: str
    dy: str
    call: TraitCall
    stack: bool = False
    turned: bool = False
    off: tuple[Offset, ...] = ()


class ReturnTo(TraitBase, frozen=True, tag="return-to"):
    """A move to a deck (a template of its name), or to one that the player chooses. VASSAL: Return to Deck.

    `ask` is the question to the player, and `choices` are the decks from which the player chooses. With neither `deck`
    nor `choices`, the player chooses from all decks. `marks` is as for `send-to`.
    """

    call: TraitCall
    deck: str = ""
    ask: str = ""
    choices: tuple[str, ...] = ()
    marks: bool = True


class MovedMark(TraitBase, frozen=True, tag="moved-mark"):
    """A mark that the piece has moved (`Moved`). VASSAL: Mark When Moved.

    While it is set, the file `picture` is drawn at `dx`, `dy` from the middle (map pixels). Players set and remove it
    by hand with `toggle`, `mark` and `clear`. `within_place`: a move within the same place counts too.
    """

    picture: str = ""
    dx: int = 0
    dy: int = 0
    toggle: TraitCall = NO_ENTRY
    mark: TraitCall = NO_ENTRY
    clear: TraitCall = NO_ENTRY
    within_place: bool = True


class Trail(TraitBase, frozen=True, tag="trail"):
    """A trail of the piece's last points on its map. VASSAL: Movement Trail (Footprint).

    Players switch it with `toggle`, `show` and `hide`, and delete its points with `clear`. `everyone`: all who see the
    piece see its trail. `shown`: it is shown from the beginning. A line of this `width` joins rings of this `radius`
    (map pixels). The rings are filled with the colour `fill` if there is one. `chosen_percent` is the strength of the
    trail while the piece is selected. `within_place` is as for `moved-mark`.
    """

    toggle: TraitCall = NO_ENTRY
    show: TraitCall = NO_ENTRY
    hide: TraitCall = NO_ENTRY
    clear: TraitCall = NO_ENTRY
    shown: bool = False
    everyone: bool = False
    color: str = "ink"
    width: int = 2
    radius: int = 10
    fill: str = ""
    opacity_percent: int = 100
    chosen_percent: int = 100
    within_place: bool = True


class CameFrom(TraitBase, frozen=True, tag="came-from"):
    """The memory of the piece's position before its last move: `OldMap`, `OldPlace`, `OldZone`, `OldX` and so on.

    It also remembers the piece's origin: `PlacedBy` is the piece that placed it, and `CopyOf` is its original (for an
    original that has been copied, the piece itself). With `mats` it remembers the mat on which the piece lay, and the
    distance to that: `OldMatId`, `OldMatOffsetX` and `OldMatOffsetY`. VASSAL gives these to every piece. Without this
    trait, `OldMap` and the others tell where the piece was when the action began.
    """

    mats: bool = False


class ClickMemory(TraitBase, frozen=True, tag="clicked"):
    """The memory of the mouse's position when a player last used the piece: `ClickedX` and `ClickedY` (map pixels).

    If the player pressed a key, it is the position of the piece. `x` and `y` are the first values. VASSAL gives these
    to every piece.
    """

    x: int | None = None
    y: int | None = None


class NotStacking(TraitBase, frozen=True, tag="not-stacking"):
    """The ways to select and drag the piece. VASSAL: Does Not Stack (Immobilized).

    `stacks`: it joins stacks all the same. `chosen` and `boxed` say how a click and a box select it: plainly, only with
    a key held, or never; then it is like a part of the map. `moves` says when a drag moves it: always, only if it was
    selected before, or never. Commands move it in any case. `snaps`: it goes to the grid.
    """

    stacks: bool = False
    chosen: Literal["click", "shift", "ctrl", "alt", "never"] = "click"
    boxed: Literal["box", "alt", "alt-shift", "never"] = "box"
    moves: Literal["always", "when-chosen", "never"] = "always"
    snaps: bool = True
