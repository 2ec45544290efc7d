"""The overlay of the enemy ships' reach: by operational movement, if it were their turn to operate (8.2)."""

from collections.abc import Sequence

from rules_assist.advice.place_outlines import outline_of
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Legend, Overlay, OverlayArea

from .facts import Facts, facts_of
from .forces import TaskForce
from .geography import PACIFIC
from .sea_movement import Course, entries_of, sail
from .units import Unit


class EnemyShips:
    """The operational reach of the other side's ships, each as a Task Force of its own. Oil and points
    are not counted.
    """

    id = "threat"
    title = "Where enemy ships can go"
    rule = "8.2"
    follows = False

    def draw(self, situation: Situation, map: str, pieces: Sequence[int], side: str) -> Overlay | None:  # noqa: ARG002
        """Return the hexes in their reach, as one area."""
        facts = facts_of(situation)
        ships = [unit for unit in facts.in_play() if unit.group == "naval" and unit.side != side]
        if map != PACIFIC or not ships:
            return None
        places = {node for course in {_course(facts, unit) for unit in ships} for node in _reached(facts, course)}
        area = OverlayArea("threat", outline_of(situation, map, places))
        return Overlay(self.id, map, Legend(self.title, self.rule), (area,))


def _course(facts: Facts, unit: Unit) -> tuple[Course, str, int]:
    """Return the start, the conditions and the range of a ship; most are alike."""
    allowance = TaskForce(unit.side, unit.force, (unit,)).allowance
    return Course(unit.side, entries_of(facts, [unit])), unit.hex, allowance


def _reached(facts: Facts, found: tuple[Course, str, int]) -> Sequence[str]:
    course, start, hexes = found
    return tuple(sail(facts, course, [(node,) for node in facts.geography.parts_of(start)], hexes))


RULES = Rules(overlays=(EnemyShips(),))
