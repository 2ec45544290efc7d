"""Ships that only optional rules bring into the game.

They come from their side's pool, or from the tray (16.1.5, 16.2.5).
"""

from tabletop.game.commands import AnyCommand, At, MovePieces, PlaceNew

from ..battle.damage import POOL_OF
from ..position.facts import Facts
from ..position.geography import PACIFIC
from ..position.units import Unit


def ship_of(facts: Facts, key: str) -> Unit | None:
    """Return the ship of a kind in any place; None if it is still in the tray."""
    return next((unit for unit in facts.units.values() if unit.sort.key == key), None)


def is_to_come(facts: Facts, key: str) -> bool:
    """Return whether a ship has not been in the game yet. It waits in its pool or in the tray."""
    ship = ship_of(facts, key)
    return ship is None or ship.spot == POOL_OF[ship.side]


def brought(facts: Facts, key: str, place: str) -> list[AnyCommand]:
    """Return the commands that bring a new ship to a place on the map."""
    ship = ship_of(facts, key)
    there = At(PACIFIC, place)
    return [PlaceNew(key, there) if ship is None else MovePieces((ship.id,), there)]
