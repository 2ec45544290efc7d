"""The data of a battle besides the places of its units, from step to step. Players can read and correct them."""

from msgspec import Struct

from tabletop.assistance import PieceId, PlaceId

from ...position.calendar import enemy_of
from ...position.facts import Facts
from ...position.geography import JAPAN
from ...position.units import Unit


class Strike(Struct, frozen=True):
    """Air Points that attack together: their side, the enemy Task Force ("" for the Base), their number, and
    the number of elite ones among them.
    """

    by: str
    force: str
    points: int
    elite: int = 0


class FiringShip(Struct, frozen=True):
    """A ship in surface combat, and the enemies at which it can fire."""

    ship: PieceId
    foes: tuple[PieceId, ...]


class Battle(Struct, frozen=True):
    """A battle under way.

    `side` is the side that began it, and `place` is its hex. `forces` are the sides that had Task Forces in each of its
    waters (the hex, or the halves of Malaya). `points` are the Air Points left on the tracks of the board, by side, and
    `elite` is the number of Japan's Air Points that are elite. `superior` is the side with Air Superiority, and
    `is_supreme` makes it Supremacy. `acting` are the sides that must still announce targets or commit ships. `strikes`
    are the air strikes that are not yet resolved. `water` is the water of the present fight, `round` is its round,
    `matches` are the pairs, and `withdrawing` are the sides that withdraw. `control` is Sea Control by water, and
    `support` are the hits of ground support by side.
    """

    side: str = ""
    place: PlaceId = ""
    forces: dict[PlaceId, tuple[str, ...]] = {}
    points: dict[str, int] = {}
    elite: int = 0
    superior: str = ""
    is_supreme: bool = False
    acting: tuple[str, ...] = ()
    strikes: tuple[Strike, ...] = ()
    water: PlaceId = ""
    round: int = 0
    matches: tuple[FiringShip, ...] = ()
    withdrawing: tuple[str, ...] = ()
    control: dict[PlaceId, str] = {}
    support: dict[str, int] = {}

    def elite_of(self, side: str) -> int:
        """Return the number of a side's elite Air Points (16.2.3)."""
        return self.elite if side == JAPAN else 0

    def points_of(self, side: str) -> int:
        """Return the Air Points that a side has left."""
        return self.points.get(side, 0)


def in_order(facts: Facts, battle: Battle) -> tuple[str, str]:
    """Return both sides in their order of choice: the side without Air Superiority first.

    Before Air Superiority is known, the phasing side is first.
    """
    first = enemy_of(battle.superior) if battle.superior else facts.moment.phasing
    return first, enemy_of(first)


def water_of(facts: Facts, unit: Unit) -> str:
    """Return the water of a ship: its hex, or its half of Malaya."""
    parts = facts.geography.parts_of(unit.hex)
    return unit.half if unit.half in parts else parts[0]


def meets(battle: Battle, side: str, water: str) -> bool:
    """Return whether a side's aircraft find the Task Forces of a water.

    They do not find those in one half of Malaya if their own ships are in the other half (15.1).
    """
    with_ships = [each for each, sides in battle.forces.items() if side in sides]
    return not with_ships or water in with_ships


def lie_apart(battle: Battle) -> bool:
    """Return whether both sides have Task Forces in the battle, but never in the same half of Malaya (15.1)."""
    waters = [set(sides) for sides in battle.forces.values() if sides]
    return len(set().union(*waters)) > 1 and all(len(sides) == 1 for sides in waters)


def faces_other_waters(battle: Battle, side: str, water: str) -> bool:
    """Return whether the enemy has Task Forces in another water.

    Then ships help on land only with Sea Control (15.1).
    """
    return any(enemy_of(side) in sides for each, sides in battle.forces.items() if each != water)
