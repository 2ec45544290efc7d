"""Barges as bases of supply (13.2.2): they go where units on an objective have no supply, and turn over there."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from .position import Position, Ship

if TYPE_CHECKING:
    from .voyages import Voyages

BARGES: Final = "T2 LST"
"""The types of ships that can serve as bases of supply."""


def hungry(now: Position, side: str, objectives: Sequence[str]) -> Sequence[str]:
    """Return the objectives on a coast without a port where units of a side stand without supply."""
    return [
        place
        for place in objectives
        if now.garrison(place, side) and now.at("port", place) != "anchor" and not now.is_supplied(place, side)
    ]


def relieved(voyages: "Voyages", idle: Sequence[Ship]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the voyages of empty barges to units without supply: the origin, the goal and the ship."""
    now, objectives = voyages.now, voyages.war.scenario.objectives
    for goal in hungry(now, voyages.side, objectives):
        for ship in idle:
            is_barge = ship.is_transport and not ship.cargo and ship.type in BARGES
            if is_barge and ship.place != goal and goal in voyages.war.ranges("sail-laden", ship):
                yield ship.place, goal, (ship.id,)


def turned(now: Position, side: str, objectives: Sequence[str]) -> Sequence[int]:
    """Return the barges that turn: those that have come to units without supply, and those that serve where there is a
    port, while units elsewhere have none.
    """
    wanted = hungry(now, side, objectives)
    come = [ship.id for ship in now.ships if ship.side == side and ship.place in wanted and ship.type in BARGES]
    return come or [piece for piece, place in now.barges_ashore(side) if wanted and now.at("port", place) == "anchor"]
