"""Rings: facts and rules that depend on themselves, and triggers that start each other without end."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from rules_assist.places.place_facts import ENEMY, OWN
from rules_assist.places.place_rules import NO_EXPRESSIONS, PREFIXES, texts_of
from rules_assist.places.supply import name_of_supply
from rules_assist.schema.rules_file import RulesFile
from tabletop.expression import ExpressionError, compile_expression
from tabletop.game.traits.action_traits import Trigger
from tabletop.game.traits.property_traits import ComputedProperty
from tabletop.module.checks.written_traits import WrittenTrait

_READ: Final = ("facts", "presence", "control", "zones", "supply")
"""The parts of rule files that expressions read by their ids."""


N = TypeVar("N", bound=Hashable)


class Ring(NamedTuple):
    """A ring of things that depend on each other: the position of its first member, and the sentence about it."""

    file: str
    path: tuple[str | int, ...]
    sentence: str


def rings_of_rules(files: Mapping[str, RulesFile]) -> Iterator[Ring]:
    """Yield the rings of facts, zones, counts and kinds of supply that read each other."""
    written = {
        name: (file, (key, index), frozenset(_reads(record)))
        for file, rules in files.items()
        for key in _READ
        for index, record in enumerate(getattr(rules, key))
        for name in _names(key, record.id)
    }
    edges = ((name, read) for name, (_, _, reads) in written.items() for read in reads if read in written)
    for ring in rings(edges):
        file, path, _ = written[ring[0]]
        yield Ring(file, path, _worked_out(ring))


def _names(key: str, id: str) -> tuple[str, ...]:
    """Return the names under which expressions read a part of a rule file."""
    return (f"has_{name_of_supply(id)}", name_of_supply(id)) if key == "supply" else (id,)


def _reads(record: object) -> Iterator[str]:
    """Yield the ids that the expressions of a record read."""
    for path, said in texts_of((), record):
        if NO_EXPRESSIONS.isdisjoint(path) and "over" not in path:
            try:
                names = compile_expression(said).reads
            except ExpressionError:
                continue
            for name in names:
                place = next((name.removeprefix(prefix) for prefix in PREFIXES if name.startswith(prefix)), name)
                yield place.removeprefix(OWN).removeprefix(ENEMY).removesuffix("_here")


def rings_of_traits(traits: Sequence[WrittenTrait]) -> Iterator[Ring]:
    """Yield the rings in a kind of piece.

    They are computed properties that read each other, and triggers without a condition that start each other.
    """
    computed = {each.trait.name: each for each in traits if isinstance(each.trait, ComputedProperty)}
    reads = (
        (name, read)
        for name, each in computed.items()
        if isinstance(each.trait, ComputedProperty)
        for read in _names_in(each.trait.value)
        if read in computed
    )
    for ring in rings(reads):
        first = computed[ring[0]]
        yield Ring(first.file, first.path, _worked_out(ring))
    triggers = [(each, each.trait) for each in traits if isinstance(each.trait, Trigger) and not each.trait.when]
    sets_off = (
        (number, other)
        for number, (_, trigger) in enumerate(triggers)
        for other, (_, heard) in enumerate(triggers)
        if not {key for key in (heard.call.key, *heard.hears) if key}.isdisjoint(trigger.sends)
    )
    for circle in rings(sets_off):
        first = triggers[circle[0]][0]
        names = [triggers[each][1].name or triggers[each][1].call.key or triggers[each][1].hears[0] for each in circle]
        yield Ring(first.file, first.path, f"Each of these triggers sets off the next without end: {_said(names)}.")


def rings(edges: Iterable[tuple[N, N]]) -> list[list[N]]:
    """Return one ring for each group of things that depend on themselves through each other. Each begins with its first
    member.

    networkx does the search.
    """
    import networkx as nx

    graph: nx.DiGraph[N] = nx.DiGraph(edges)
    order = {node: number for number, node in enumerate(graph)}
    found = []
    for group in nx.strongly_connected_components(graph):
        if len(group) > 1 or any(graph.has_edge(node, node) for node in group):
            ring = [start for start, _ in nx.find_cycle(graph.subgraph(group))]
            first = ring.index(min(ring, key=order.__getitem__)) if ring else 0
            found.append([*ring[first:], *ring[:first]])
    found = [ring for ring in found if ring]
    return sorted(found, key=lambda ring: order[ring[0]])


def _names_in(expression: str) -> frozenset[str]:
    try:
        return compile_expression(expression).reads
    except ExpressionError:
        return frozenset()


def _worked_out(ring: Sequence[object]) -> str:
    return f"This is worked out from itself: {_said(ring)}."


def _said(ring: Sequence[object]) -> str:
    return " → ".join(map(str, (*ring, ring[0])))
