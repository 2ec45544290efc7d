"""The backs of pieces: the kinds that replace the true kinds of pieces whose faces are hidden."""

from tabletop.game.state.kind import BACK_OF, Kind
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Trigger
from tabletop.game.traits.appearance_traits import Art
from tabletop.game.traits.sight_traits import BarredTrait, Mask
from tabletop.game.traits.trait_base import NO_ENTRY, TraitCall


def back_of(kind: Kind) -> Kind:
    """Return the kind that a piece seems to have while it is concealed. It has the side and the size of the true kind,
    and the back of its mask if there is one.

    The back of a back is the back itself.
    """
    if kind.key.startswith(BACK_OF):
        return kind
    masks = [trait for trait in kind.traits if isinstance(trait, Mask)]
    if not masks:
        return Kind(f"{BACK_OF}{kind.side}", "?", kind.side, (), kind.width, kind.height)
    mask = masks[-1]
    art = (Art(mask.back),) if mask.back is not None else ()
    return Kind(f"{BACK_OF}{kind.side}", mask.back_name, kind.side, (*art, *_taken_off(mask)), kind.width, kind.height)


def _taken_off(mask: Mask) -> tuple[Trait, ...]:
    """Return the traits of a back that let others remove the mask; none if the mask does not allow this.

    These traits do not work on cards in a deck.
    """
    if not mask.others or mask.call == NO_ENTRY:
        return ()
    key = mask.call.key or f"menu {mask.call.menu}"
    return Trigger(call=TraitCall(key, mask.call.menu)), BarredTrait(
        (key,), f'Deck != "" or not ({mask.others})', hidden=True
    )
