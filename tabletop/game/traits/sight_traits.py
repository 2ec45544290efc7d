"""Traits about who sees a piece and who may act with it."""

from typing import Literal, TypeAlias

from tabletop.game.traits.appearance_traits import Picture
from tabletop.game.traits.trait_base import NO_ENTRY, TraitBase, TraitCall

MaskShows: TypeAlias = Literal["corner", "beneath", "large", "on-request", "picture"]


class Mask(TraitBase, frozen=True, tag="mask"):
    """A mask: other sides see only the back of the masked piece. VASSAL: Mask (Obscurable).

    `back` is their picture of it, `back_name` their name for it. The side that masks it keeps seeing it, and may look
    and unmask (with `sides`: all of these sides may). `shows` is its own side's reminder that it is masked: the back in
    a corner, the back beneath with the face small or `large` on it, the back alone with the face while selected
    (`on-request`; `peek` is its menu text), or another picture; with `enlarged` they see its face in enlarged views.
    While it is masked `names` (a template in which `Name` is the piece's name without this) changes its name for those
    who see its face. `by_side`: a seat that plays no side, not even an umpire's, cannot mask it. `deal` masks it for
    the side `deal_to` (a template), if anybody plays that; otherwise it is unmasked. While the condition `others`
    holds, other sides may mask and unmask it too. A side that sees only the back can do nothing with the traits inside
    this one.
    """

    back: Picture | None = None
    back_name: str = "?"
    call: TraitCall = NO_ENTRY
    peek: TraitCall = NO_ENTRY
    shows: MaskShows = "corner"
    picture: Picture | None = None
    sides: tuple[str, ...] = ()
    names: str = ""
    by_side: bool = False
    deal: TraitCall = NO_ENTRY
    deal_to: str = ""
    others: str = ""
    enlarged: bool = False


class Invisible(TraitBase, frozen=True, tag="invisible"):
    """A way to hide the piece: other sides then do not know that it is there. VASSAL: Invisible (Hideable).

    The side that hides it keeps seeing it (with `sides`: all of these sides do), faintly, on a coloured `background` if
    there is one. While it is hidden `names` (a template in which `Name` is the piece's name without this) changes its
    name for those who see it. `by_side` is as for `mask`.
    """

    call: TraitCall
    sides: tuple[str, ...] = ()
    opacity_percent: int = 30
    background: str = ""
    names: str = ""
    by_side: bool = False


class RestrictedTrait(TraitBase, frozen=True, tag="restricted"):
    """A restriction of the traits inside this one to some sides. VASSAL: Restricted Access.

    `sides`: these; none: the side the piece belongs to. Seats that play none of them, even an umpire's, are shown no
    entries of these traits, which do not hear their keys. `moving`: others may not move it either.
    """

    sides: tuple[str, ...] = ()
    moving: bool = True


class BarredTrait(TraitBase, frozen=True, tag="barred"):
    """A bar on some keys for all traits inside this one, while the condition `when` holds. VASSAL: Restrict Commands.

    Their menu entries are greyed or hidden.
    """

    keys: tuple[str, ...]
    when: str
    name: str = ""
    hidden: bool = False
