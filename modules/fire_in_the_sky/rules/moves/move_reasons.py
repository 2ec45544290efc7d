"""The reasons against places that several ways of moving share."""

from collections.abc import Sequence
from itertools import pairwise

from tabletop.module.module_words import says
from tabletop.texts import listed

from ..position.calendar import enemy_of
from ..position.geography import BOXES, JAPAN
from .base_move import BaseMove, MoveObstacle


def closed(move: BaseMove, goal: str) -> MoveObstacle | None:
    """Return the reason that a place is closed to the moving units at any distance; None if it is open.

    A closed place is an off-map box that the units may not enter, a place that is not a hex of the map, or a hex that
    is not sea.
    """
    facts, title = move.facts, move.facts.title(goal)
    if goal in BOXES:
        if move.side == JAPAN:
            return move.blocked(
                "off-map-box", "3.2.5", says("Japanese units can never enter {place}.", place=title), goal
            )
        if facts.rules("G-12", "reinforcements-only"):
            return move.blocked("off-map-box", "3.2.5", says("{place} takes reinforcements only.", place=title), goal)
        return None
    if not facts.geography.is_hex(facts.geography.hex_of(goal)):
        return move.blocked("off-map-box", "3.2.5", says("{place} is not a hex on the map.", place=title), goal)
    if facts.geography.terrain.properties[facts.geography.node(goal)]["sea"] == "no":
        return move.blocked(
            "sea-hex", "3.2.1", says("{place} is not a sea hex; nothing can go there by sea.", place=title), goal
        )
    return None


def of_way(move: BaseMove, check: str, rule: str, path: Sequence[str], goal: str, hexes: int) -> MoveObstacle:
    """Return the obstacle to a move: enemy Air ZOC, or a hexside that cannot be crossed.

    Without this obstacle, the way `path` to the goal would be open. It has this number of hexes.
    """
    facts = move.facts
    if check == "air-zoc":
        held = [node for node in path if facts.in_enemy_zone(node, move.side)]
        at = held[0] if held else path[0]
        flown = facts.zone_from(at, enemy_of(move.side))
        sentence = says(
            "{goal} is {hexes} {hexes:hex|hexes} away, but the enemy Air ZOC of {bases} holds {units} back at {place}.",
            goal=facts.title(goal),
            hexes=hexes,
            bases=listed(list(dict.fromkeys(facts.title(unit.hex) for unit in flown))),
            units=move.name,
            place=facts.title(at),
        )
        places, by = tuple(facts.at(node) for node in (at, path[-1])), tuple(unit.id for unit in flown)
        return MoveObstacle("air-zoc", rule, sentence, places, move.ids, by)
    sides = [(here, there) for here, there in pairwise(path) if frozenset((here, there)) in facts.geography.walls]
    here, there = sides[0] if sides else (path[0], path[-1])
    sentence = says(
        "{goal} is {hexes} {hexes:hex|hexes} away, but the hexside between {here} and {there} is impassable.",
        goal=facts.title(goal),
        hexes=hexes,
        here=facts.title(here),
        there=facts.title(there),
    )
    return move.blocked("impassable", "3.2.2", sentence, here, there)


def no_sea_way(move: BaseMove, goal: str) -> MoveObstacle:
    """Return the reason that there is no way by sea at all.

    To and from an off-map box, the Entry hexes belong to another nation. Otherwise no sea route leads to the place.
    """
    title = move.facts.title(goal)
    if goal in BOXES or move.start in BOXES:
        box = goal if goal in BOXES else move.start
        sentence = says(
            "Only Entry hexes with its own nation's flag lead to and from {box}; {units} may not use them.",
            box=box,
            units=move.name,
        )
        return move.blocked("entry-flag", "3.2.6", sentence, box)
    return move.blocked("sea-hex", "3.2.1", says("No sea route leads to {place}.", place=title), goal)
