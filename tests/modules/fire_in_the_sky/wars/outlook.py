"""A position as a side judges it: the value of places, their defence, and the results of attacks."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, Final

HISTORY: Final[Mapping[str, int]] = {
    "Manila": 18,
    "Malaya": 20,
    "Singapore": 18,
    "Wake": 7,
    "Rabaul": 6,
    "Brunei": 15,
    "Surabaya": 9,
    "Bangkok": 5,
    "Rangoon": 4,
    "Ambon": 3,
    "Tarawa": 2,
    "Guadalcanal": 2,
    "Attu": 1,
}
"""Japan's historical conquests, and their value besides the Victory Points there."""

SAILS: Final = 4
"""The range of armies aboard a Task Force (8.0)."""

LATE: Final = 8
"""The turn from which the Allies are the stronger side at sea. From then on its historical conquests have no extra
value for Japan.
"""


def code(name: str) -> ModuleType:
    """Return a file of the module's Python."""
    return import_module(f"wartable_module_fire_in_the_sky.rules.{name}")


def other(side: str) -> str:
    """Return the enemy of a side."""
    return "AL" if side == "JP" else "JP"


class Attack:
    """The expected result of an attack: the average hits of both sides in land combat (11.2.5.5)."""

    def __init__(self, outlook: "Outlook", place: str, strength: float, air: float, guns: float) -> None:
        """Calculate the result for the attacker's Combat Strength, Air Points and Firepower."""
        facts, side = outlook.facts, outlook.side
        self.defence = sum(unit.strength for unit in outlook.enemies(place, "land"))
        planes = float(sum(unit.strength for unit in outlook.enemies(place, "air")))
        surprise = 1 / 2 if side == "JP" and facts.moment.turn == 1 else 1 / 3
        left = max(air - planes / 3, 0)
        points = max(planes - air * surprise, 0)
        bonus = 1 / 6 if not points and left else 0
        site = facts.site(place)
        left = max(left - (site.air // 2 if site is not None and planes else 0) / 3, 0)
        killed = min(planes, left * (surprise + bonus))
        left -= killed / (surprise + bonus)
        self.ours = strength / 3 + min(strength, left * (1 / 3 + bonus) + guns / 3)
        self.theirs = self.defence / 3 + planes - killed + min(self.defence, points / 3)

    @property
    def odds(self) -> float:
        """The number of the attacker's hits per hit of the defender."""
        return self.ours / max(self.theirs, 0.3)


class Outlook:
    """A side's judgement of a position. It never changes; another position has another outlook."""

    def __init__(self, facts: Any, side: str) -> None:
        """Judge the position with these facts."""
        self.facts = facts
        self.side = side
        self.enemy = other(side)
        self._apart: dict[tuple[str, str], int] = {}

    def apart(self, a: str, b: str) -> int:
        """Return the number of hexes between two places; a large number for a box."""
        found = self._apart.get((a, b))
        if found is None:
            hexes = self.facts.geography.distance(a, b)
            found = self._apart[a, b] = 99 if hexes is None else int(hexes)
        return found

    def enemies(self, place: str, group: str) -> list[Any]:
        """Return the enemies of a group ashore or at anchor in a place."""
        return [unit for unit in self.facts.units_at(place, self.enemy, group) if not unit.is_at_sea]

    def worth(self, place: str) -> float:
        """Return the value for this side of a place that it does not hold."""
        site = self.facts.site(place)
        if site is None or site.kind == "box":
            return 0
        history = HISTORY.get(site.name, 0) if self.side == "JP" and self.facts.moment.turn < LATE else 0
        return float(2 * site.points + 2 * site.resource + history)

    def hold(self, place: str) -> float:
        """Return the enemy's strength ashore in a place: its Combat Strength, and one and a half times its Air
        Strength, which hits more often.
        """
        land, planes = (sum(unit.strength for unit in self.enemies(place, group)) for group in ("land", "air"))
        return land + 1.5 * planes

    def defence_of(self, place: str) -> float:
        """Return the Combat Strength of the enemy in a place."""
        return float(sum(unit.strength for unit in self.enemies(place, "land")))

    def fleet(self, place: str) -> float:
        """Return the total Firepower and Air Strength of the enemy's ships in a place."""
        ships = (unit for unit in self.facts.units_at(place, self.enemy, "naval"))
        return float(sum(ship.sort.firepower + ship.sort.air for ship in ships))

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """The places that this side would capture, best first."""
        found = [site.place for site in self.facts.geography.sites.values() if self._is_goal(site)]
        return tuple(sorted(found, key=lambda at: (0.8 * self.hold(at) - self.worth(at) - 4 * self.is_fought(at), at)))

    def _is_goal(self, site: Any) -> bool:
        facts, place = self.facts, site.place
        if site.kind == "box":
            return False
        if site.name == "Malaya" and self.side == "JP":
            singapore = facts.geography.find("Singapore")
            if facts.controls(singapore, "JP") or facts.units_at(place, "JP", "land"):
                return False
        elif site.kind != "base" or facts.controls(place, self.side):
            return False
        return any(self.is_in_range(node) for node in facts.geography.parts_of(place))

    def is_fought(self, place: str) -> bool:
        """Return whether armies of this side fight ashore in an enemy place."""
        return bool(self.facts.units_at(place, self.side, "land")) and not self.facts.controls(place, self.side)

    def is_in_range(self, node: str) -> bool:
        """Return whether a place is within the landing range of this side (11.2.5.1)."""
        return bool(code("sea.return_ports").landing_range(self.facts, node, self.side).in_range)

    @cached_property
    def _enemy_bases(self) -> tuple[str, ...]:
        return tuple(site.place for site in self.facts.bases(self.enemy))

    def threat(self, place: str) -> float:
        """Return the enemy's threat to a place. Bases within 3 hexes count, and nearer ones count more."""
        apart = (self.apart(place, base) for base in self._enemy_bases)
        return sum(4 - hexes for hexes in apart if 0 < hexes <= 3)

    def can_be_landed_on(self, place: str) -> bool:
        """Return whether the enemy has a base within two hexes of a place, and an army that can sail there."""
        facts = self.facts
        armies = {unit.hex for unit in facts.in_play(self.enemy) if unit.group == "land"}
        near = any(self.apart(place, base) <= 2 for base in self._enemy_bases)
        return near and any(self.apart(place, at) <= SAILS for at in armies)

    def is_alone(self, unit: Any) -> bool:
        """Return whether no other army of its side holds the hex of an army."""
        return len(self.facts.units_at(unit.hex, unit.side, "land")) == 1

    def is_free(self, unit: Any) -> bool:
        """Return whether an army can leave its place.

        It can leave an own base if another army stays, if the base has little value, or if the enemy cannot land there;
        and it can leave any other place of the map without enemies.
        """
        site = self.facts.site(unit.hex)
        if site is None or site.kind != "base":
            return site is not None and not self.facts.enemy_here(unit.hex, self.side)
        if not self.facts.controls(unit.hex, self.side):
            return False
        if not self.is_alone(unit) or site.points + 2 * site.resource < self._dear:
            return True
        return not self.can_be_landed_on(unit.hex)

    @property
    def _dear(self) -> int:
        """The value from which a base is garrisoned."""
        return 4 if self.side == "JP" and self.facts.moment.turn <= 3 else 3

    @cached_property
    def armies(self) -> tuple[Any, ...]:
        """The armies that may attack: ashore, at full strength, not Dutch, and free to leave."""
        return tuple(
            unit
            for unit in self.facts.in_play(self.side)
            if unit.group == "land"
            and unit.shows != "reduced"
            and not unit.is_dutch
            and not unit.is_at_sea
            and self.is_free(unit)
        )

    def flying(self, place: str, side: str) -> float:
        """Return the Air Points that aircraft of a side at bases can bring to a hex: those there, and for the phasing
        side half of those in adjacent hexes.
        """
        units = [unit for unit in self.facts.in_play(side) if unit.group == "air" and not unit.is_at_sea]
        here = sum(unit.strength for unit in units if unit.hex == place)
        if side != self.facts.moment.phasing:
            return here
        return here + sum(unit.strength for unit in units if self.apart(unit.hex, place) == 1) // 2

    def reactors(self, place: str) -> list[Any]:
        """Return the enemy ships that might react to a place."""
        return [
            ship
            for ship in self.facts.in_play(self.enemy)
            if ship.group == "naval" and self.apart(ship.hex, place) <= (ship.sort.movement + 1) // 2
        ]


def guns(ships: Iterable[Any]) -> float:
    """Return the Firepower of ships other than carriers, and half a point more for each of them."""
    return sum(ship.sort.firepower + 0.5 for ship in ships if not ship.sort.is_carrier)


def planes(ships: Iterable[Any]) -> float:
    """Return the Air Points of carriers."""
    return float(sum(ship.sort.air for ship in ships))
