"""The ways of ships by sea, as `movement.yaml` defines them: operations, reaction, legs of deployment (8.0, 9.0, 7.1).

Places are nodes for ships: hexes, the halves of Malaya, the off-map boxes. Ways are lists of nodes from start to end.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules_assist.map.path_search import Flood
from rules_assist.movement.courses import Course
from rules_assist.movement.step_costs import Mover

from ..position.facts import Facts
from ..position.geography import JAPAN, PACIFIC, Geography
from ..position.units import Unit

AIR_ZOC: Final = "3.3.2"
IMPASSABLE: Final = "3.2.2"
"""The numbers of the rules that are ignored to explain why ships cannot go somewhere."""


class Ways(Mapping[str, tuple[str, ...]]):
    """The reach by sea: for each node the way with the fewest hexes, from the start to the node."""

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
        """Return the ways with both halves of a divided hex at the length of the shorter way to either."""
        geography, found = self._geography, {node: self[node] for node in self}
        for part, hex_ in geography.parts.items():
            ways = [self[each] for each in geography.parts_of(hex_) if each in self]
            if ways:
                found[part] = (*min(ways, key=len)[:-1], part)
        return Ways(geography, {geography.node(node): tuple(map(geography.node, way)) for node, way in found.items()})


def course_of(facts: Facts, mode: str, members: Sequence[Unit], *waived: str) -> Course:
    """Return a way of moving of the rule files for some units together, without the waived rules."""
    movers = [Mover(facts.situation, unit.id, unit.side) for unit in members]
    return Course(mode, facts.situation, PACIFIC, movers, waived)


def course_of_side(facts: Facts, side: str, *waived: str) -> Course:
    """Return the course of sea deployment for no particular unit. For the Allies it uses all Entry hexes."""
    given = {"nation": "Japan"} if side == JAPAN else {"nation": "US", "G-56": "any"}
    mover = Mover(facts.situation, 0, side, given)
    return Course("sea-deploy", facts.situation, PACIFIC, [mover], waived)


def sail(facts: Facts, course: Course, made: Sequence[Sequence[str]], hexes: int) -> Ways:
    """Return the ways of a Task Force that continues one of the ways `made`, up to `hexes` hexes in all (8.0).

    `made` holds the way so far. For a Task Force that has not moved, it holds its place alone, or both halves of Malaya
    if its half is not recorded.
    """
    geography = facts.geography
    ways = [tuple(map(geography.node, way)) for way in made]
    return Ways(geography, course.reached({way[-1]: course.left_after(way, hexes) for way in ways}))
