"""Traits that bind pieces together: mats with cargo, holds of ships, screens, attachments."""

from typing import Literal

from msgspec import Struct

from tabletop.game.traits.trait_base import NO_ENTRY, TraitBase, TraitCall
from tabletop.game.traits.trait_targets import EVERYWHERE, Target


class Hold(Struct, frozen=True, omit_defaults=True):
    """A place on a piece where others lie: its name, and its offset from the middle of the upright piece (map pixels).

    It is `open` to all who see the piece, or to the piece's own side only.
    """

    name: str
    dx: int = 0
    dy: int = 0
    open: bool = True


class Mat(TraitBase, frozen=True, tag="mat"):
    """A mat: other pieces lie on it and go where it goes. VASSAL: Mat; native: holds of ships and display cards.

    `name` is the value of `Mat` for cargo. With `holds` cargo goes into the nearest of them, else it lies where it was
    put. `turns`: its cargo turns with it. `spills`: its cargo stays behind on the map when it is deleted; otherwise it
    is deleted too. `stacks`: it joins stacks.
    """

    name: str
    holds: tuple[Hold, ...] = ()
    turns: bool = True
    spills: bool = False
    stacks: bool = True


class Screen(TraitBase, frozen=True, tag="screen"):
    """A screen: the piece stands for others of its side, which are behind it. VASSAL has none.

    Other sides only see the piece: not the pieces behind it, their number, or whether there are any; an empty screen is
    a decoy. `call` puts the pieces of its side in its stack behind it, `clear` puts the pieces behind it back onto the
    map. Cargo that its side puts onto it goes behind it, too. That side sees the pieces behind it `dx`, `dy` off its
    middle (map pixels). They read `name` as `Mat`.
    """

    name: str = "screen"
    call: TraitCall = NO_ENTRY
    clear: TraitCall = NO_ENTRY
    dx: int = 0
    dy: int = 0


class Cargo(TraitBase, frozen=True, tag="cargo"):
    """The trait of a piece that rides on a mat when it is put onto one. VASSAL: Mat Cargo.

    `find` looks for a mat beneath it and gets on, or off if there is none; `leave` gets off. A mat is beneath it if it
    covers its middle or else, with `dx` or `dy`, one of the four points at these distances from there. How it `turns`
    with its mat: in its own facing, only as it is drawn, or not at all.
    """

    dx: int = 0
    dy: int = 0
    find: TraitCall = NO_ENTRY
    leave: TraitCall = NO_ENTRY
    turns: Literal["facing", "drawn", "not"] = "facing"


class Attachment(TraitBase, frozen=True, tag="attachment"):
    """A named set of links to other pieces. VASSAL: Attachment.

    `attach` links all pieces of the target; `clear` unlinks all, `clear_some` those for which `clear_when` holds.
    `first_clears`: attaching begins by clearing. `in_return`: the piece is also attached to a piece that attaches it,
    or to that and everything attached there under the same name. `let_go`: unlinking here also unlinks there. `itself`:
    the piece may be linked to itself. `auto`: it is linked automatically to all pieces on maps whose attachment of this
    name is `auto` too, and to nothing else.
    """

    name: str
    target: Target = EVERYWHERE
    attach: TraitCall = NO_ENTRY
    clear: TraitCall = NO_ENTRY
    clear_some: TraitCall = NO_ENTRY
    clear_when: str = ""
    first_clears: bool = False
    in_return: Literal["no", "this", "all"] = "no"
    let_go: bool = False
    itself: bool = False
    auto: bool = False
