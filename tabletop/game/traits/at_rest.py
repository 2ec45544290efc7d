"""Traits without their states: two pieces have the same trait, in whatever state, if `at_rest` gives equal values."""

from msgspec.structs import replace

from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import ReportTrait
from tabletop.game.traits.appearance_traits import AreaTrait, Facing, LabelTrait, Layer
from tabletop.game.traits.movement_traits import ClickMemory
from tabletop.game.traits.property_traits import OwnProperty, Quantity, SheetTrait, TableTrait
from tabletop.game.traits.trait_base import is_given


def at_rest(trait: Trait) -> Trait:
    """Return the trait without its initial state."""
    match trait:
        case Layer():
            return replace(trait, start=1, on=True)
        case Facing():
            return replace(trait, start=1)
        case OwnProperty():
            return replace(trait, start=None)
        case Quantity():
            return replace(trait, start=1)
        case SheetTrait():
            return replace(trait, fields=tuple(replace(field, start=None) for field in trait.fields))
        case TableTrait():
            return replace(trait, start=())
        case AreaTrait():
            return replace(trait, on=False)
        case ClickMemory():
            return ClickMemory()
        case ReportTrait():
            return replace(trait, start=0)
        case LabelTrait() if is_given(trait.change):
            return replace(trait, text="")
        case _:
            return trait
