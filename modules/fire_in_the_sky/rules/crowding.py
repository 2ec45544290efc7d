"""The overlay of what bases and land hexes hold, against their capacities (3.3.1)."""

from collections.abc import Sequence

from rules_assist.advice.overlays import stacks_overlay
from rules_assist.rules import Rules
from rules_assist.situation import Situation
from rules_assist.stacking import Stack
from tabletop.assisting import Legend, Overlay

from .facts import facts_of
from .geography import PACIFIC
from .stacks import held


class Crowding:
    """Of each place, the Transport ratings of both sides' aircraft, ships and land units against what may be there."""

    id = "stacking"
    title = "Stacking"
    rule = "3.3.1"
    follows = False

    def draw(self, situation: Situation, map: str, pieces: Sequence[int], side: str) -> Overlay | None:  # noqa: ARG002
        """The figures of each place where there are some; the full places outlined, the overfull crossed."""
        stacks: dict[str, list[Stack]] = {}
        for one in held(facts_of(situation)) if map == PACIFIC else ():
            if one.capacity is not None:
                stack = Stack(one.group, one.group, self.rule, one.side, one.amount, one.capacity)
                stacks.setdefault(one.place, []).append(stack)
        legend = Legend("Stacking: Transport ratings there / capacity", self.rule)
        return stacks_overlay(situation, map, stacks, legend)


RULES = Rules(overlays=(Crowding(),))
