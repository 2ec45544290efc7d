"""Traits that bind pieces together: mats with cargo, holds of ships, screens, attachments."""

from typing import Literal

from msgspec import Struct

from tabletop.game.traits.trait_base import NO_ENTRY, TraitBase, TraitCall
from tabletop.game.traits.trait_targets import EVERYWHERE, Target


class Hold(Struct, frozen=True, omit_defaults=True):
    """A place on a piece where others lie: its name, and its offset from the middle of the upright piece (map pixels).

    All who see the piece see into an `open` hold. Only the piece's own side sees into any other.
    """

    name: str
    dx: int = 0
    dy: int = 0
    open: bool = True


class Mat(TraitBase, frozen=True, tag="mat"):
    """A mat: other pieces lie on it and go where it goes. VASSAL: Mat; native: holds of ships and display cards.

    Its cargo reads `name` as its property `Mat`. With `holds`, cargo goes into the nearest of them, otherwise it lies
    where it was put. `turns`: its cargo turns with it. `spills`: when the mat is deleted, its cargo stays on the map;
    otherwise it is deleted too. `stacks`: the mat joins stacks.
    """

    name: str
    holds: tuple[Hold, ...] = ()
    turns: bool = True
    spills: bool = False
    stacks: bool = True


class Screen(TraitBase, frozen=True, tag="screen"):
    """A screen: the piece stands for others of its side, which are behind it. VASSAL has none.

    Other sides see only the piece. They see neither the pieces behind it nor their number, nor whether there are any.
    An empty screen is a decoy. `call` puts the pieces of its side in its stack behind it. `clear` puts the pieces
    behind it back onto the map. Cargo that its side puts onto it goes behind it, too. That side sees the pieces behind
    it `dx`, `dy` away from its middle (map pixels). They read `name` as `Mat`.
    """

    name: str = "screen"
    call: TraitCall = NO_ENTRY
    clear: TraitCall = NO_ENTRY
    dx: int = 0
    dy: int = 0


class Cargo(TraitBase, frozen=True, tag="cargo"):
    """The trait of a piece that rides on a mat when it is put onto one. VASSAL: Mat Cargo.

    `find` looks for a mat beneath the piece and puts the piece onto it; if there is none, the piece leaves its mat.
    `leave` takes it off. A mat is beneath the piece if it covers the middle of the piece. With `dx` or `dy`, it may
    also cover one of the four points at these distances from there. `turns` says how the piece turns with its mat: in
    its own facing, only in its picture, or not at all.
    """

    dx: int = 0
    dy: int = 0
    find: TraitCall = NO_ENTRY
    leave: TraitCall = NO_ENTRY
    turns: Literal["facing", "drawn", "not"] = "facing"


class Attachment(TraitBase, frozen=True, tag="attachment"):
    """A named set of links to other pieces. VASSAL: Attachment.

    `attach` links all pieces of the target. `clear` removes all links, and `clear_some` those to pieces for which
    `clear_when` holds. `first_clears`: the old links are removed before new ones are made. `in_return`: the piece is
    also attached to a piece that attaches it, or to that piece and everything that is attached there under the same
    name. `let_go`: when a link here is removed, the link back is removed too. `itself`: the piece may be linked to
    itself. `auto`: it is linked automatically to all pieces on maps whose attachment of this name is `auto` too, and to
    nothing else.
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
