"""Sea movement of Task Forces: operations, reaction (P4, P5), and the ways of ships through enemy Air ZOC (8.0, 9.0).

Places are nodes for ships: hexes, the halves of Malaya, the off-map boxes. Ways are lists of nodes from start to end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from rules_assist.map.path_search import UNLIMITED, Flood, MapSteps, flood, search

from .calendar import enemy_of
from .facts import Facts
from .geography import ALLIES, OPEN_SEA, SEA, Geography
from .units import Unit

IN_ZONE_HEXES: Final = 1
"""The hexes left to a Task Force that has entered an enemy Air ZOC, or begins in one (8.0)."""

FLAGS: Final[Mapping[str, str]] = {"US": "US", "ANZAC": "US", "Britain": "Britain"}
"""The flag of the Entry hexes that the units of a nation use (3.2.6, G-56)."""

ALL_FLAGS: Final = frozenset(FLAGS.values())
NO_FLAGS: Final[frozenset[str]] = frozenset()


class Ways(Mapping[str, tuple[str, ...]]):
    """The reach by sea: for each node the way of the fewest hexes, itself and the start included."""

    def __init__(self, geography: Geography, found: Flood | Mapping[int, tuple[int, ...]]) -> None:
        self._geography = geography
        self._found = found

    def __getitem__(self, node: str) -> tuple[str, ...]:
        number = self._geography.terrain.numbers[node]
        path = self._found.path(number) if isinstance(self._found, Flood) else self._found[number]
        return tuple(self._geography.terrain.names[each] for each in path)

    def __contains__(self, node: object) -> bool:
        number = self._geography.terrain.numbers.get(node) if isinstance(node, str) else None
        return number is not None and number in self._found

    def __iter__(self) -> Iterator[str]:
        names = self._geography.terrain.names
        return (names[each] for each in (self._found.nodes if isinstance(self._found, Flood) else self._found))

    def __len__(self) -> int:
        return len(self._found)

    def hexes(self, node: str) -> int:
        """Return the length of the way to a node in hexes. Raises KeyError for one that cannot be reached."""
        if isinstance(self._found, Flood):
            return self._found.cost(self._geography.terrain.numbers[node])
        return len(self[node]) - 1

    def with_other_halves(self) -> "Ways":
        """Return the ways with each half of a divided hex at the shorter of the ways to either."""
        geography, found = self._geography, {node: self[node] for node in self}
        for part, hex_ in geography.parts.items():
            ways = [self[each] for each in geography.parts_of(hex_) if each in self]
            if ways:
                found[part] = (*min(ways, key=len)[:-1], part)
        return Ways(geography, {geography.node(node): tuple(map(geography.node, way)) for node, way in found.items()})


class Course(Struct, frozen=True):
    """The conditions of a body of ships: its side, its Entry hexes, and the rules waived to explain why it cannot go.

    `zones` and `walls`: whether enemy Air ZOC and impassable hexsides count.
    """

    side: str
    entries: frozenset[str]
    zones: bool = True
    walls: bool = True


def entries_of(facts: Facts, members: Iterable[Unit]) -> frozenset[str]:
    """Return the flags of the Entry hexes that all of some units can use: none for Japan and the Dutch (G-56)."""
    found = ALL_FLAGS
    for unit in members:
        if unit.side != ALLIES:
            return NO_FLAGS
        if facts.rules("G-56", "by-flag"):
            found &= {FLAGS.get(unit.sort.nation, "")}
    return found


def sail(facts: Facts, course: Course, made: Sequence[Sequence[str]], hexes: int) -> Ways:
    """Return all nodes that a Task Force reaches within its allowance (P4) when it continues the ways `made`.

    A way made is that of a Task Force that has begun to move; otherwise its node, or each of two if it does not record
    its half of Malaya. One that begins in enemy Air ZOC has one hex; one that enters it has one more at most. With
    G-07's other choice each such hex allows one more.
    """
    geography = facts.geography
    zone = zone_nodes(facts, course.side) if course.zones else frozenset()
    holds = facts.rules("G-07", "ends-its-move")
    begun = {}
    for way in made:
        first, *others = (geography.node(name) for name in way)
        at = (first, min(hexes, IN_ZONE_HEXES) if first in zone else hexes, False)
        for node in others:
            at = _entered(node, at, zone, holds=holds)
        begun[at[0]] = at
    steps = geography.steps(SEA if course.walls else OPEN_SEA, course.entries)
    if holds:
        entering = [IN_ZONE_HEXES if node in zone else UNLIMITED for node in range(geography.terrain.size)]
        return Ways(geography, flood(steps, {node: left for node, left, _ in begun.values()}, entering))
    return Ways(geography, _each_hex_allows_one_more(steps, zone, begun.values()))


_State: TypeAlias = tuple[int, int, bool]
"""A node, the hexes left there, and a flag for entering it in enemy Air ZOC."""


def _entered(node: int, at: _State, zone: frozenset[int], *, holds: bool) -> _State:
    """Return the state of a Task Force after a step to a node."""
    _, left, was_held = at
    is_held = node in zone
    if holds:
        return node, min(left - 1, IN_ZONE_HEXES) if is_held else left - 1, is_held
    return node, 0 if was_held and not is_held else left - 1, is_held


def _each_hex_allows_one_more(
    steps: MapSteps, zone: frozenset[int], starts: Iterable[_State]
) -> Mapping[int, tuple[int, ...]]:
    """Return the ways if every hex of enemy Air ZOC that is entered allows one more hex."""

    def expand(state: _State) -> Iterator[tuple[_State, int]]:
        node, left, _ = state
        for end, _ in steps.row(node) if left > 0 else ():
            yield _entered(end, state, zone, holds=False), 1

    _, ways = search(starts, expand)
    found: dict[int, tuple[int, ...]] = {}
    for state in ways:  # the shortest first
        if state[0] not in found:
            found[state[0]] = tuple(each[0] for each in ways[state].states)
    return found


def zone_nodes(facts: Facts, side: str) -> frozenset[int]:
    """Return the nodes in the Air ZOC of a side's enemy; for Malaya both halves."""
    found = facts.kept.get(("zone-nodes", side))
    if not isinstance(found, frozenset):
        geography, zone = facts.geography, facts.zone(enemy_of(side))
        nodes = (geography.node(node) for hex_ in zone for node in {hex_, *geography.parts_of(hex_)})
        found = facts.kept["zone-nodes", side] = frozenset(nodes)
    return found
