"""What the voyages of a campaign ask for: the units that can leave a place, the danger at sea, and transports without
troops, which sail to where units wait for them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from .position import Army, Position, Ship, guns

if TYPE_CHECKING:
    from .voyages import Voyages

MOST: Final = 4
"""The most ships of a mission (10.3)."""
FAR_OFF: Final = 0.5
"""The part of its strength that a squadron off the map counts for: it finds ships more seldom (10.3.3)."""


def spare(now: Position, side: str, place: str) -> Sequence[Army]:
    """Return the ground units of a side on land in a place that can leave it, the strongest first. Somebody stays, but
    for a box off the map.
    """
    garrison = now.garrison(place, side)
    free = [army for army in garrison if army.is_in_order and army.is_movable]
    free.sort(key=lambda army: (-army.power, army.id))
    return free if now.is_box(place) or len(free) < len(garrison) else free[:-1]


def spare_among(now: Position, side: str, words: Sequence[str]) -> Sequence[Army]:
    """Return those of the offered ground units, all in one place, that can leave it, the strongest first."""
    place = next((army.place for army in now.armies if f"piece:{army.id}" in words), "")
    return [army for army in spare(now, side, place) if f"piece:{army.id}" in words]


def threat(now: Position, enemy: str) -> float:
    """Return the guns of the strongest squadron of the enemy that may still intercept a mission or attack it later.

    Off the map only battleships count in full.
    """
    squadrons: dict[str, list[Ship]] = {}
    for ship in now.ships:
        if ship.side == enemy and ship.is_warship and ship.is_idle and not ship.is_crippled:
            squadrons.setdefault(ship.place, []).append(ship)
    return max((_strength(now, place, ships) for place, ships in squadrons.items()), default=0)


def _strength(now: Position, place: str, ships: Sequence[Ship]) -> float:
    strongest = sorted(ships, key=lambda ship: -ship.guns)[:MOST]
    return sum(guns([ship]) * (FAR_OFF if now.is_box(place) and ship.type != "BB" else 1) for ship in strongest)


def ferried(voyages: "Voyages", idle: Sequence[Ship]) -> Iterator[tuple[str, str, str, tuple[int, ...]]]:
    """Yield voyages to the place where the most units wait for ships that are not there: the kind of mission, its
    origin, its goal and the ships.

    Empty ships leave a place where nothing waits; supply that is aboard off the map is put ashore in a port.
    """
    now, side = voyages.now, voyages.side
    for origin in sorted({ship.place for ship in idle if ship.is_transport and not ship.troops}):
        here = [ship for ship in idle if ship.place == origin and not ship.troops]
        laden = [ship for ship in here if ship.cargo] if now.is_box(origin) else []
        ships = laden or sorted(here, key=lambda ship: (not ship.is_transport, ship.id))
        if not laden and _whole(spare(now, side, origin)):
            continue
        waiting = {
            place: _whole(spare(now, side, place)) - sum(1 for ship in now.fleet(place, side) if ship.is_transport)
            for place in voyages.war.ranges("sail-laden" if laden else "sail-home", ships[0])
            if (now.is_box(place) and not laden) or (now.at("port", place) == "anchor" and now.holds(place, side))
        }
        goal = max(waiting, key=lambda place: (waiting[place], place), default="")
        if goal and goal != origin and waiting[goal] > 0:
            yield "transport" if laden else "stage", origin, goal, tuple(ship.id for ship in ships[:MOST])


def _whole(armies: Sequence[Army]) -> int:
    return sum(1 for army in armies if army.steps > 1)
