"""A path that a player draws for pieces, from place to place, by a way of moving."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_assist.map.path_search import BLOCKED, UNLIMITED, flood
from rules_assist.map.terrain import Terrain
from rules_assist.movement.step_costs import Mover, Passage, passage
from rules_assist.movement.ways import names_of, points, together
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.assistance import Where
from tabletop.texts import text


class Route(NamedTuple):
    """A path: the places that are entered, in their order, its cost, and the allowance that is left."""

    entered: tuple[Where, ...]
    cost: int
    left: int


def route_through(mode: WrittenMode, situation: Situation, pieces: Sequence[int], stops: Sequence[Where]) -> Route:
    """Return the path of pieces through some places in this order.

    From each place to the next it takes the step between them, or else the cheapest way. Raises `Unanswerable` with a
    sentence if there is no such path.
    """
    map, starts = together(situation, pieces, parts=mode.record.parts)
    movers = [Mover(situation, piece, situation.side_of(pieces[0])) for piece in pieces]
    allowance = mode.allowance_of(movers)
    facets = situation.without(pieces).facets(map)
    terrain, going = facets.terrain, passage(mode.terms, facets, movers)
    entering = going.entering(allowance)
    begin, entered, cost = dict.fromkeys(starts, allowance), list[int](), 0
    for stop in stops:
        node = terrain.node(stop.place) if stop.map == map else None
        leg = None if node is None else _leg(going, entering, terrain, begin, node)
        if node is None or leg is None:
            raise _too_far(situation, mode, pieces, terrain, stop, max(begin.values()))
        entered += leg.nodes
        cost += leg.cost
        begin = {node: leg.left}
    return Route(tuple(Where(map, terrain.names[node]) for node in entered), cost, max(begin.values()))


class _Leg(NamedTuple):
    """A part of a path: the nodes that are entered, the cost, and the allowance that is left."""

    nodes: tuple[int, ...]
    cost: int
    left: int


def _leg(
    going: Passage, entering: Sequence[int] | None, terrain: Terrain, begin: Mapping[int, int], goal: int
) -> _Leg | None:
    """Return the step to a node, or else the cheapest way. None if there is none within the allowance in `begin`."""
    for start, left in begin.items():
        step = terrain.step(start, goal)
        price = BLOCKED if step is None else going.steps.prices[step]
        if 0 <= price <= left:
            held = UNLIMITED if entering is None else entering[goal]
            return _Leg((goal,), price, ~held if held < 0 else min(left - price, held))
    found = flood(going.steps, begin, entering, until=goal)
    return _Leg(found.path(goal)[1:], found.cost(goal), found.left(goal)) if goal in found else None


def _too_far(
    situation: Situation, mode: WrittenMode, pieces: Sequence[int], terrain: Terrain, stop: Where, left: int
) -> Unanswerable:
    node = terrain.node(stop.place)
    place = stop.place if node is None else terrain.titles[node]
    has = points(left, mode.per_point)
    names = names_of(situation, pieces)
    return Unanswerable(text("route-stops", pieces=names, count=len(pieces), place=place, has=has, rule=mode.rule))
