"""Naval missions by simple rules: convoys with escorts to a port or a coast, and attacks on spotted ships."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .barges import relieved
from .campaign import Landings
from .ferries import MOST, ferried, threat
from .position import Army, Position, Ship, guns, other

if TYPE_CHECKING:
    from .war import AirWar

STRONGER: Final = 1.3
"""An attack sails with so many times the guns of the enemy."""
LASTING: Final = 2
"""A place in a campaign is worth so many times its points."""
AT_LAST: Final = 0.4
"""The worth of a voyage that waits until no mission is worth flying."""


@dataclass(frozen=True)
class Voyage:
    """A planned naval mission: its sort, where it begins and ends, its ships, and its worth in points."""

    kind: str
    origin: str
    goal: str
    ships: tuple[int, ...]
    worth: float


class Voyages:
    """The naval missions that a side can perform in a position."""

    def __init__(self, war: "AirWar", side: str) -> None:
        """Look at the position of a war for a side."""
        self.war = war
        self.side = side
        self.enemy = other(side)
        self.now: Position = war.position
        self._idle = [ship for ship in self.now.ships if ship.side == side and ship.is_idle and not ship.is_crippled]

    def best(self) -> Voyage | None:
        """Return the voyage of the most worth; None if none is worth sailing."""
        found = [voyage for voyage in (*self._attacks(), *self._convoys()) if voyage.worth > 0]
        return max(found, key=lambda voyage: (voyage.worth, voyage.goal), default=None)

    def _origins(self) -> Sequence[str]:
        return sorted({ship.place for ship in self._idle})

    # attacks

    def hunters(self, origin: str) -> Sequence[Ship]:
        """Return the strongest warships of a place that may sail together; none if they escort a convoy this turn."""
        if self._is_convoy_due(origin):
            return ()
        ships = [ship for ship in self._idle if ship.place == origin and ship.is_warship and not ship.cargo]
        return sorted(ships, key=lambda ship: (-ship.guns, ship.id))[:MOST]

    def _is_convoy_due(self, origin: str) -> bool:
        """Return whether transports of a place are to sail to an island in this turn."""
        is_due = self.war.scenario.island and self.side == "JP" and self.war.is_last_turn
        return bool(is_due) and any(ship.place == origin and ship.type == "T" for ship in self._idle)

    def _attacks(self) -> Iterator[Voyage]:
        now = self.now
        for origin in self._origins():
            hunters = self.hunters(origin)
            if not hunters:
                continue
            ways = self.war.ranges("sail-to-attack", hunters[0])
            for goal in ways:
                prey = [
                    ship for ship in now.fleet(goal, self.enemy) if ship.is_spotted or now.at("port", goal) == "anchor"
                ]
                if not prey or not all(goal in self.war.ranges("sail-to-attack", ship) for ship in hunters):
                    continue
                ratio = guns(hunters) / max(0.5, guns(prey))
                if ratio >= STRONGER:
                    worth = 0.3 * sum(ship.worth for ship in prey) * min(1.0, guns(hunters) / 6) - 0.5 / ratio
                    yield Voyage("attack", origin, goal, tuple(ship.id for ship in hunters), worth)

    # convoys

    def _convoys(self) -> Iterator[Voyage]:
        scenario = self.war.scenario
        if scenario.invader:
            yield from (*self._expeditions(), *self._ferries()) if self.side == scenario.invader else self._to_port()
        elif scenario.convoys:
            yield from self._to_goal(scenario.convoys.get(self.side, ""))
        elif scenario.island:
            yield from self._to_island(scenario.island)
        else:
            yield from (*self._landings(), *self._reliefs())
            if scenario.is_campaign:
                yield from (*self._ferries(), *self._to_transports())

    def with_escort(self, origin: str, transports: Sequence[Ship], goal: str, most: int = MOST) -> tuple[int, ...]:
        """Return transports and the warships of their place that can go with them."""
        escort = [
            ship
            for ship in sorted(self._idle, key=lambda ship: (-ship.guns, ship.id))
            if ship.place == origin
            and ship.is_warship
            and ship not in transports
            and self._joins(ship)
            and goal in self.war.ranges("sail-laden", ship)
        ]
        return tuple(ship.id for ship in (*transports, *escort[: most - len(transports)]))

    def _expeditions(self) -> Iterator[Voyage]:
        """Yield the landings of the side that invades everywhere."""
        landings = Landings(self)
        for origin in self._origins():
            for goal, ships, worth in landings.of(origin, self._idle):
                yield Voyage("transport", origin, goal, ships, worth)

    def _ferries(self) -> Iterator[Voyage]:
        """Yield the voyages of empty transports to the places where units wait, when nothing else is worth doing."""
        for kind, origin, goal, ships in ferried(self, self._idle):
            yield Voyage(kind, origin, goal, ships, AT_LAST)

    def _to_transports(self) -> Iterator[Voyage]:
        """Yield the voyages of warships without transports to the place where most of these are."""
        fleets = {place: [ship for ship in self._idle if ship.place == place] for place in self._origins()}
        carriers = {place: sum(1 for ship in ships if ship.is_transport) for place, ships in fleets.items()}
        goal = max(carriers, key=lambda place: (carriers[place], place), default="")
        for origin, ships in fleets.items():
            if not carriers[origin] and carriers.get(goal) and goal in self.war.ranges("sail-home", ships[0]):
                yield Voyage("stage", origin, goal, tuple(ship.id for ship in ships[:MOST]), AT_LAST)

    def _reliefs(self) -> Iterator[Voyage]:
        """Yield the voyages of barges to units on objectives that have no supply."""
        for origin, goal, ships in relieved(self, self._idle):
            yield Voyage("transport", origin, goal, ships, AT_LAST + self.now.worths[goal] / 100)

    def _to_port(self) -> Iterator[Voyage]:
        """Yield the voyages of ships at sea to the nearest port."""
        for origin in self._origins():
            ships = [ship for ship in self._idle if ship.place == origin][:MOST]
            if self.now.at("port", origin) == "anchor" or origin == "Australia":
                continue
            ways = self.war.ranges("sail-home", ships[0])
            ports = [place for place in ways if not self.now.is_box(place) and place.isdigit()]
            if ports:
                goal = min(ports, key=lambda place: (ways[place], place))
                yield Voyage("stage", origin, goal, tuple(ship.id for ship in ships), AT_LAST)

    def _joins(self, ship: Ship) -> bool:
        """Return whether a warship joins a convoy. Each ship of TF-36 that sails costs a point (15.1.1)."""
        return ship.group != "TF-36" or self.war.is_last_turn or ship.type == "BB"

    def _to_goal(self, goal: str) -> Iterator[Voyage]:
        """Yield the voyage of all that is loaded to its goal, in one convoy; none if there is no goal."""
        for origin in self._origins() if goal else ():
            loaded = [ship for ship in self._idle if ship.place == origin and ship.cargo and ship.is_transport]
            if loaded and origin != goal and goal in self.war.ranges("sail-laden", loaded[0]):
                ships = self.with_escort(origin, loaded[:MOST], goal)
                yield Voyage("transport", origin, goal, ships, 0.5 * sum(ship.cargo for ship in loaded))

    def _to_island(self, island: str) -> Iterator[Voyage]:
        """Yield the voyages of Japan to an island in the last turn, two transports with their escort, to the coast that
        has the fewest enemy ships (17.1.4).

        It sails when it has nothing else to do: most enemy bombers have flown then. Earlier, the transports would lie
        off the coast under attack for a turn, and win nothing by it.
        """
        now = self.now
        if self.side != "JP" or not self.war.is_last_turn:
            return
        for origin in self._origins():
            transports = [ship for ship in self._idle if ship.place == origin and ship.type == "T"]
            if not transports or now.at("island", origin) == island:
                continue
            ways = self.war.ranges("sail-laden", transports[0])
            coasts = [place for place in ways if now.at("island", place) == island]
            if coasts:
                goal = min(coasts, key=lambda place: (len(now.fleet(place, self.enemy)), ways[place], place))
                yield Voyage("transport", origin, goal, self.with_escort(origin, transports[:2], goal), AT_LAST)

    def _landings(self) -> Iterator[Voyage]:
        """Yield the landings where places are worth points, of two transports at most with an escort.

        In a campaign they wait until the escort is as strong as the strongest squadron that may still intercept them.
        """
        now = self.now
        danger = threat(now, self.enemy) if self.war.scenario.is_campaign else 0
        for origin in self._origins():
            loaded = [ship for ship in self._idle if ship.place == origin and ship.is_transport and self.army_of(ship)]
            loaded.sort(key=lambda ship: (-sum(army.power for army in self.army_of(ship)), ship.id))
            if not loaded or (origin.isdigit() and origin in now.worths and now.at("port", origin) != "anchor"):
                continue
            ways = self.war.ranges("sail-laden", loaded[0])
            for goal in ways:
                worth = self.landing_worth(goal)
                if worth <= 0 or now.fleet(goal, self.side):
                    continue
                for many in range(1, min(2, len(loaded)) + 1):
                    ships = self._guarded(origin, loaded[:many], goal, danger)
                    if not ships:
                        continue
                    odds = self._odds(
                        goal, [army for ship in loaded[:many] for army in self.army_of(ship)], len(ships) - many
                    )
                    yield Voyage("transport", origin, goal, ships, odds * worth - 0.6 - 0.3 * many)

    def _guarded(self, origin: str, transports: Sequence[Ship], goal: str, danger: float) -> tuple[int, ...]:
        """Return transports with their escort: all that there is, or against a danger no more than it takes; none if
        there is not so much.
        """
        ships = self.with_escort(origin, transports, goal)
        if not danger:
            return ships
        for most in range(len(transports), len(ships) + 1):
            if guns(ship for ship in self._idle if ship.id in ships[:most] and ship.is_warship) >= danger:
                return ships[:most]
        return ()

    def army_of(self, ship: Ship) -> Sequence[Army]:
        """Return the ground units aboard a ship, and those on its quay for which it has room, the strongest first. One
        unit stays in a port.
        """
        aboard = [army for army in self.now.armies if army.id in ship.troops]
        room = ship.room
        waiting = [
            army
            for army in self.now.armies
            if army.side == ship.side and army.place == ship.place and not army.is_aboard and army.is_movable
        ]
        waiting.sort(key=lambda army: (-army.power, army.id))
        if not self.now.is_box(ship.place):
            waiting = waiting[:-1] if self.now.at("port", ship.place) == "anchor" else []
        for army in waiting:
            if army.steps <= room and army.is_in_order:
                aboard.append(army)
                room -= army.steps
        return aboard

    def landing_worth(self, goal: str) -> float:
        """Return the worth of taking a place: its points, twice if the enemy holds it, and more in a campaign, where it
        lasts.
        """
        now = self.now
        worth = now.worths.get(goal, 0)
        if worth == 0 or now.garrison(goal, self.side):
            return 0
        is_lasting = self.war.scenario.is_campaign
        is_taken = now.garrison(goal, self.enemy) or (is_lasting and now.holds(goal, self.enemy))
        return worth * (LASTING if is_lasting else 1) * (2 if is_taken else 1.2)

    def _odds(self, goal: str, invaders: Sequence[Army], warships: int) -> float:
        """Return the chance that at least one of these units lands (11.5.1)."""
        now = self.now
        fit = [army for army in invaders if army.is_in_order]
        defenders = now.garrison(goal, self.enemy)
        if not defenders or not fit:
            return 1.0 if fit else 0.0
        cover = sum(1 for army in defenders if army.is_in_order) + self.war.levels(goal)
        strongest = max(army.power for army in defenders)
        failed = 1.0
        for army in fit:
            modifier = cover + strongest - army.power - warships - 1
            failed *= 1 - min(1.0, max(0.0, (6 - modifier) / 10))
        return 1 - failed
