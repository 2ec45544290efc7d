"""Traits that decide who sees a piece and who may act with it."""

from typing import Literal, TypeAlias

from tabletop.game.traits.appearance_traits import Picture
from tabletop.game.traits.trait_base import NO_ENTRY, TraitBase, TraitCall

MaskShows: TypeAlias = Literal["corner", "beneath", "large", "on-request", "picture"]


class Mask(TraitBase, frozen=True, tag="mask"):
    """A mask: other sides see only the back of the masked piece. VASSAL: Mask (Obscurable).

    `back` is the picture that they see of it, and `back_name` the name by which they know it. The side that masks it
    still sees it, and may look at its back and unmask it. With `sides`, all of these sides may. `shows` is the sign of
    the mask for its own side. `corner`: the back in a corner. `beneath`: the back, with the face small on it. `large`:
    the same with the face large. `on-request`: the back alone, and while it is selected the face alone; `peek` is the
    menu text for that. `picture`: the face with the `picture` on it. With `enlarged` they see its face in enlarged
    views.

    While it is masked, `names` changes its name for those who see its face; in this template `Name` is the piece's name
    without the change. `by_side`: a seat that plays no side, even an umpire's, cannot mask it. `deal` masks it for the
    side `deal_to` (a template), if anybody plays that side; otherwise it is unmasked. While the condition `others`
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

    The side that hides it still sees it, faintly, on a coloured `background` if there is one. With `sides`, all of
    these sides see it. While it is hidden, `names` changes its name for those who see it; in this template `Name` is
    the piece's name without the change. `by_side` is as for `mask`.
    """

    call: TraitCall
    sides: tuple[str, ...] = ()
    opacity_percent: int = 30
    background: str = ""
    names: str = ""
    by_side: bool = False


class RestrictedTrait(TraitBase, frozen=True, tag="restricted"):
    """A restriction of the traits inside this one to some sides. VASSAL: Restricted Access.

    `sides` are these sides; without any, it is the side to which the piece belongs. A seat that plays none of them,
    even an umpire's, sees no menu entries of these traits, and its keys do not reach them. `moving`: others may not
    move the piece either.
    """

    sides: tuple[str, ...] = ()
    moving: bool = True


class BarredTrait(TraitBase, frozen=True, tag="barred"):
    """A bar on some keys for all traits inside this one, while the condition `when` holds. VASSAL: Restrict Commands.

    Their menu entries are greyed, or `hidden`. The `name` is only for authors.
    """

    keys: tuple[str, ...]
    when: str
    name: str = ""
    hidden: bool = False
