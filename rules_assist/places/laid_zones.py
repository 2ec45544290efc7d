"""Zones of rule files: the pieces that have one, and its size."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rules_assist.movement.step_costs import SIDE
from rules_assist.places.place_facts import AT, Facets
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.schema.zone_rules import ZoneRecord
from tabletop.expression import Value, as_number, compile_expression

if TYPE_CHECKING:
    from rules_assist.map.terrain import Terrain


class _PieceFacts(RuleFactReader):
    """The facts that expressions read of a piece at a node, also as `at_...`.

    Each fact is worked out when it is read.
    """

    def __init__(self, facets: Facets, piece: int, node: int) -> None:
        self._side = facets.situation.side_of(piece)
        super().__init__(facets.situation, {SIDE: self._side}, piece)
        self._facets = facets
        self._node = node

    def read(self, name: str) -> Value:
        """Return the fact of that name, of the place or of the piece."""
        if name.startswith(AT):
            return self._facets.value(name.removeprefix(AT), self._node, self._side)
        return super().read(name)


class WrittenZone:
    """A zone from a rule file."""

    def __init__(self, record: ZoneRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self._over = record.over
        self._of = compile_expression(record.of)
        self._range = compile_expression(record.range)
        self._never = compile_expression(record.never_across)
        self._beside: dict[Terrain, Mapping[int, tuple[int, ...]]] = {}
        self._discs: dict[tuple[Terrain, int, int], tuple[int, ...]] = {}

    def around(self, facets: Facets, piece: int, node: int) -> Sequence[int]:
        """Return the nodes in the zone of a piece at `node`; none if it has no zone."""
        reader = _PieceFacts(facets, piece, node)
        if not self._of.test(reader):
            return ()
        return self._disc(facets, node, max(as_number(self._range.evaluate(reader)) or 0, 0))

    def _disc(self, facets: Facets, node: int, steps: int) -> tuple[int, ...]:
        """Return the nodes at most this many steps away, over the steps that zones cross."""
        key = (facets.terrain, node, steps)
        if key not in self._discs:
            found = frontier = {node}
            beside = self._steps_of(facets)
            for _ in range(steps):
                frontier = {end for start in frontier for end in beside.get(start, ())} - found
                if not frontier:
                    break
                found = found | frontier
            self._discs[key] = tuple(sorted(found))
        return self._discs[key]

    def _steps_of(self, facets: Facets) -> Mapping[int, tuple[int, ...]]:
        """Return the nodes to which the zone crosses from each node."""
        terrain = facets.terrain
        if terrain not in self._beside:
            survey = facets.survey_steps("", RuleFactReader(facets.situation))
            crossed = (terrain.walked(self._over) & ~survey.holds(self._never)).tolist()
            self._beside[terrain] = {
                node: tuple(terrain.to[step] for step in terrain.steps(node) if crossed[step])
                for node in range(terrain.size)
            }
        return self._beside[terrain]
