"""Comparison of the prototypes of a module with VASSAL's, trait by trait."""

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from tabletop.vassal.components.piece_definitions import DefinitionError, definition
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.workshop.comparison.compared_facts import FactComparison
from tabletop.workshop.comparison.compared_pieces import Recorded


class RecordedPrototype(Struct, frozen=True):
    """A prototype as VASSAL reads it, without the prototypes within it."""

    name: str
    traits: tuple[Recorded, ...]


def compare_prototypes(root: Component, recorded: Sequence[RecordedPrototype], comparing: FactComparison) -> None:
    """Compare the prototypes of a module with VASSAL's. Those with the same name are compared in order."""
    here: dict[str, list[Component]] = defaultdict(list)
    for component in root.walk():
        if component.short == "PrototypeDefinition":
            here[component.get("name")].append(component)
    for one in recorded:
        found = here[one.name]
        if comparing.fact("prototypes", one.name, True, bool(found)):
            _compare_traits(found.pop(0), one, comparing)


def _compare_traits(component: Component, recorded: RecordedPrototype, comparing: FactComparison) -> None:
    try:
        raw = definition(component.text).traits
    except DefinitionError:
        raw = ()
    ours = [read_trait(trait).written() for trait in raw]
    for number in range(max(len(ours), len(recorded.traits))):
        here = ours[number] if number < len(ours) else None
        there = recorded.traits[number][1:] if number < len(recorded.traits) else None
        comparing.fact("prototypes.traits", f"{recorded.name}, trait {number + 1}", there, here)
