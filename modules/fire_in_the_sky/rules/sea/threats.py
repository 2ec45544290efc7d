"""The overlay of the enemy ships' reach: by operational movement, if it were their turn to operate (8.0)."""

from collections.abc import Sequence

from rules_assist.advice.place_outlines import outline_of
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Legend, Overlay, OverlayArea

from ..position.facts import Facts, facts_of
from ..position.geography import PACIFIC
from ..position.units import Unit
from .sea_movement import course_of, sail


class EnemyShips:
    """The operational reach of the other side's ships, each as a Task Force of its own. Oil and points do not count."""

    id = "threat"
    title = "Reach of enemy ships"
    rule = "8.2"
    follows = False

    def draw(self, situation: Situation, map: str, pieces: Sequence[int], side: str) -> Overlay | None:  # noqa: ARG002
        """Return the overlay of the hexes in reach of enemy ships; None on another map, and if there are no such
        ships.
        """
        facts = facts_of(situation)
        ships = [unit for unit in facts.in_play() if unit.group == "naval" and unit.side != side]
        if map != PACIFIC or not ships:
            return None
        alike = {(unit.side, unit.sort.nation, unit.sort.movement, unit.hex): unit for unit in ships}
        places = {node for unit in alike.values() for node in _reached(facts, unit)}
        area = OverlayArea("threat", outline_of(situation, map, places))
        return Overlay(self.id, map, Legend(self.title, self.rule), (area,))


def _reached(facts: Facts, ship: Unit) -> Sequence[str]:
    course = course_of(facts, "operation", [ship])
    return tuple(sail(facts, course, [(node,) for node in facts.geography.parts_of(ship.hex)], course.allowance))


RULES = Rules(overlays=(EnemyShips(),))
