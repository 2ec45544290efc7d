"""The searches of a way of moving from a rule file, for Python that adds things that data cannot express, for example
payments.

Such Python uses the id of the way of moving for its own `Mode`. The costs, stops and allowance are those of the rule
file.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from rules_assist.map.path_search import BLOCKED, UNLIMITED, Flood, flood
from rules_assist.movement.step_costs import ConditionalValue, Mover, Passage, passage
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.position.situation import Situation


class Course:
    """A way of moving of the rule files, by its id, for some pieces together, from any start.

    `waived` are the numbers of rules that are ignored, to explain why a way is closed. The records of steps, starts and
    stops with these numbers are left out.
    """

    def __init__(
        self, id: str, situation: Situation, map: str, movers: Sequence[Mover], waived: Collection[str] = ()
    ) -> None:
        mode = situation.book.ground.written_modes[id]
        if not isinstance(mode, WrittenMode):
            raise TypeError(f"{id} is no way of moving of a rule file")
        self._mode = mode
        self._movers = movers
        self._facets = situation.facets(map)
        self._terrain = self._facets.terrain
        self._starts = _without(mode.starts, waived)
        terms = mode.terms
        if waived:
            terms = terms._replace(
                id="-".join((terms.id, *sorted(waived))),
                steps=_without(terms.steps, waived),
                stops=_without(terms.stops, waived),
            )
        self._passage: Passage = passage(terms, self._facets, movers)

    @cached_property
    def allowance(self) -> int:
        """The most that these pieces may spend together."""
        return self._mode.allowance_of(self._movers)

    @cached_property
    def _caps_at_start(self) -> list[int]:
        """The most allowance left to a move that begins in each place."""
        caps = [UNLIMITED] * self._terrain.size
        survey = self._facets.survey_places(self._movers[0].side, self._movers[0].facts())
        for choice in self._starts:
            if choice.number is not None:
                held = survey.holds(choice.when).tolist()
                leaves = survey.numbers(choice.number).tolist()
                caps = [
                    min(cap, max(left, 0)) if is_held else cap
                    for cap, is_held, left in zip(caps, held, leaves, strict=True)
                ]
        return caps

    def left_at(self, node: int, allowance: int) -> int:
        """Return the allowance left to a move that begins in a place."""
        return min(allowance, self._caps_at_start[node])

    def left_after(self, way: Sequence[int], allowance: int) -> int:
        """Return the allowance left, at least 0, at the end of a way along which pieces have gone."""
        left = self.left_at(way[0], allowance)
        for start, end in pairwise(way):
            step = self._terrain.step(start, end)
            price = BLOCKED if step is None else self._passage.steps.prices[step]
            left = 0 if price < 0 else min(left - price, int(self._passage.caps[end]))
        return max(left, 0)

    def reached(self, begin: Mapping[int, int]) -> Flood:
        """Return the nodes reached from the nodes in `begin`, which gives the allowance of a move that begins there."""
        return flood(self._passage.steps, begin, self._passage.entering(self.allowance))


def _without(choices: Sequence[ConditionalValue], waived: Collection[str]) -> tuple[ConditionalValue, ...]:
    return tuple(choice for choice in choices if choice.rule not in waived)
