"""Search for actions that may read hidden things: hidden pieces, faces of covered pieces, others' hands."""

from typing import Final

from msgspec.structs import replace

from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import GlobalCommand, ReportTrait
from tabletop.game.traits.property_traits import ComputedProperty, OthersProperty
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Within
from tabletop.vassal.expressions import LooksAt
from tabletop.vassal.import_report import Peek, Verdict

_REACHES: Final[dict[Within, str]] = {
    "everywhere": "reaches pieces everywhere",
    "here": "reaches pieces of its map",
    "map": "reaches pieces of a map",
    "zone": "reaches pieces of a zone",
    "place": "reaches pieces of a place",
    "point": "reaches pieces of a point",
    "holder": "reaches pieces of a deck",
    "stack": "reaches pieces of its stack",
    "mat": "reaches pieces of its mat",
    "attached": "reaches attached pieces",
}
_COUNTS: Final[dict[LooksAt, str]] = {
    "near": "reads pieces of its stack or mat, or attached ones",
    "table": "counts or measures pieces of the table",
}


def with_peeks(verdict: Verdict, made: tuple[Trait, ...], looks_at: LooksAt) -> Verdict:
    """Return the verdict on a trait, with the ways in which its translation may read hidden things."""
    peeks = [
        Peek(_command(trait), "everything", _REACHES[trait.target.within])
        for trait in made
        if isinstance(trait, GlobalCommand | OthersProperty)
        and trait.reads == "table"
        and trait.target.within in _REACHES
    ]
    if looks_at in _COUNTS:
        peeks.append(Peek(next(filter(None, map(_command, made)), ""), "what its side sees", _COUNTS[looks_at]))
    return replace(verdict, peeks=tuple(peeks)) if peeks else verdict


def _command(trait: Trait) -> str:
    """Return the player's name for the trait's command: a menu entry, else a key, else the name of a property."""
    if isinstance(trait, ReportTrait):
        return ", ".join(trait.keys)
    if isinstance(trait, ComputedProperty):
        return trait.name
    parts = [getattr(trait, name) for name in trait.__struct_fields__]
    calls: list[TraitCall | Change] = [part for part in parts if isinstance(part, TraitCall)]
    calls += [part for many in parts if isinstance(many, tuple) for part in many if isinstance(part, Change)]
    return ", ".join(dict.fromkeys(called for call in calls if (called := call.menu or call.key)))
