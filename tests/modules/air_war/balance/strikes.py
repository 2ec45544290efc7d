"""Air missions by simple rules: the target that promises most, and the wing that gets through to it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from rules_assist.sequence.alternation import PASSES

from .position import Aircraft, Position, Ship, other

if TYPE_CHECKING:
    from .war import AirWar

DISRUPTS: Final = {"airbase": 10, "mobile airbase": 7, 1: 5, 2: 7, 3: 8, 4: 9, 5: 11}
"""The total from which bombs disrupt a target, by its kind or its strength (9.10.9)."""
DESTROYS: Final = {"airbase": 14, "mobile airbase": 13, 1: 11, 2: 13, 3: 15}
"""The total from which they destroy an airbase, or cripple a ship."""
SCRAMBLES: Final = 4
"""The most attempts to intercept a mission (9.4)."""
MOST: Final = 4
"""The most units of a mission (9.1.1)."""
WORTHWHILE: Final = 0.5
"""The least worth of a mission."""
STEPS_UNSEEN: Final = 1.8
"""The steps of an air unit whose face is not seen."""
IN_PORT: Final = 0.3
"""The part of the worth of ships that have not sailed: a sensible player waits until they come nearer."""
SUNK: Final = 0.6
"""The chance that a disrupted and crippled transport is sunk by a hit that disrupts (9.10.10)."""
UNIT: Final = 2
"""The steps of an air unit."""
SHOT_DOWN: Final = 1.2
"""The steps that an interceptor shoots down."""
ESCORTED: Final = 1.8
"""The steps that an escort shoots down."""
ANSWERED: Final = 0.3
"""The steps that the bombers of a mission shoot down."""


@dataclass(frozen=True)
class Target:
    """A target in a hex: what is attacked, and the ground unit if it is one."""

    hex: str
    aim: str
    victim: int = 0


@dataclass(frozen=True)
class Strike:
    """A planned mission: its target, its units, and its worth in points."""

    target: Target
    wing: tuple[int, ...]
    worth: float


def chance(least: int, modifiers: float) -> float:
    """Return the chance that a ten-sided die with modifiers is a number or more."""
    return min(1.0, max(0.0, (11 - least + modifiers) / 10))


def damage(ship: Ship, bombs: int) -> float:
    """Return the worth that a bomber probably destroys of a ship: first hits disrupt it, later ones cripple and sink it
    with its cargo (9.10.10).
    """
    strength = max(1, min(5, ship.defence))
    hit, heavy = chance(DISRUPTS[strength], bombs), chance(DESTROYS.get(strength, 99), bombs)
    light = hit - heavy
    match ship.is_crippled, ship.is_disrupted:
        case True, True:
            part = SUNK * light + heavy
        case True, False:
            part = 0.3 * light + SUNK * heavy
        case False, True:
            part = 0.5 * light + (0.5 + 0.5 * SUNK) * heavy
        case _:
            part = 0.25 * light + 0.5 * heavy
    return part * ship.worth


@dataclass(frozen=True)
class Fight:
    """The probable result of an air battle.

    It is fitted to 960 battles that the program fought out by its plans: one or two Ki-21 with up to three Ki-43
    against up to four P-40, and B-25 with P-40 against Ki-43.
    """

    interceptors: float
    escorts: float

    @property
    def through(self) -> float:
        """The part of the bombers that get through to their target."""
        return max(0.0, 1 - 0.17 * self.interceptors / (1 + self.escorts / 4))

    @property
    def mission_lost(self) -> float:
        """The steps that the mission loses."""
        return SHOT_DOWN * self.interceptors

    @property
    def interceptors_lost(self) -> float:
        """The steps that the interceptors lose."""
        return min(UNIT * self.interceptors, ANSWERED + ESCORTED * self.escorts)


class Strikes:
    """The air missions that a side can fly in a position."""

    def __init__(self, war: "AirWar", side: str) -> None:
        """Look at the position of a war for a side."""
        self.war = war
        self.side = side
        self.enemy = other(side)
        self.now: Position = war.position
        self._own = [plane for plane in self.now.aircraft if plane.side == side]

    def best(self, hexes: Iterable[str] | None = None, aims: Sequence[str] = ()) -> Strike | None:
        """Return the mission of the most worth, to these hexes and targets if some are given; None if nothing is
        worth a mission.
        """
        found: list[Strike] = []
        waits = hexes is None and self._is_convoy_due()
        ready = [plane for plane in self._own if plane.is_ready and (not waits or plane.role == "P")]
        reach = {plane.id: self._reach(plane) for plane in ready}
        for hex in hexes if hexes is not None else sorted({place for ways in reach.values() for place in ways}):
            targets = [target for target in self._targets(hex) if not aims or target.aim in aims]
            there = [plane for plane in ready if hex in reach[plane.id]] if targets else []
            for company in sorted({plane.company for plane in there}):
                flight = [plane for plane in there if plane.company == company]
                farthest = max(reach[plane.id][hex] for plane in flight)
                alert = self.alert(hex, farthest)
                for target in targets:
                    strike = self._wing(target, flight, alert)
                    if strike is not None:
                        found.append(strike)
        best = max(found, key=lambda strike: (strike.worth, strike.target.hex), default=None)
        return best if best is not None and best.worth >= WORTHWHILE else None

    def _reach(self, plane: Aircraft) -> dict[str, int]:
        """Return the hexes from which an air unit can return to a base (9.11), each with its distance. At extended
        range it needs a base that is nearer than its own.
        """
        ways = self.war.ranges("air-mission", plane)
        return {hex: way for hex, way in ways.items() if way <= plane.range or self._has_refuge(plane, hex)}

    def _has_refuge(self, plane: Aircraft, hex: str) -> bool:
        if plane.company == "carriers":
            return False
        return any(self.now.distance(base, hex) <= plane.range for base in self._bases)

    @cached_property
    def _bases(self) -> list[str]:
        return [place for place in self.now.places if place.isdigit() and self.now.room(place, self.side) > 0]

    def _is_convoy_due(self) -> bool:
        """Return whether the enemy has a loaded convoy that has not sailed: bombers that can hit it wait for it until
        the enemy passes.
        """
        if self.now.number(f"${PASSES}$"):
            return False
        return any(ship.side == self.enemy and ship.is_idle and ship.troops for ship in self.now.ships)

    def waits_for(self, hex: str) -> bool:
        """Return whether fewer fighters will meet a mission where the enemy's convoy goes than in this hex.

        The shorter the mission's way, the fewer enemies scramble in time (9.4).
        """
        goal = self.war.scenario.convoys.get(self.enemy, hex)
        if goal == hex:
            return False
        bombers = [plane for plane in self._own if plane.is_ready and not plane.is_fighter and plane.role != "P"]

        def alert(place: str) -> float:
            ways = [self.war.ranges("air-mission", plane).get(place, 0) for plane in bombers]
            return self.alert(place, max(ways, default=0))

        return alert(goal) < alert(hex)

    # targets

    def _targets(self, hex: str) -> Iterator[Target]:
        """Yield the targets in a hex."""
        now, enemy = self.now, self.enemy
        if now.is_box(hex):
            return
        if now.fleet(hex, enemy):
            yield Target(hex, "ships")
        if now.at("airbase", hex) and now.holds(hex, enemy) and now.at("base", hex) != "destroyed":
            yield Target(hex, "airbase")
        if now.count("own_mobile_bases", hex, enemy) + now.count("own_works", hex, enemy):
            yield Target(hex, "mobile airbase")
        if now.number_at("max_hits", hex) and now.holds(hex, enemy):
            yield Target(hex, "town")
        for army in now.garrison(hex, enemy):
            if army.is_in_order:
                yield Target(hex, "ground unit", army.id)
                break

    def _hit(self, target: Target, plane: Aircraft) -> float:
        """Return the worth of the bombs of an air unit on a target."""
        now, hex, bombs = self.now, target.hex, plane.bombs - (2 if plane.is_hurt else 0)
        if bombs <= 0:
            return 0
        match target.aim:
            case "ships":
                if plane.role == "P":
                    return 0
                special = 2 if any(mode in plane.modes for mode in ("dive", "skip", "torpedo")) else 1
                return max(self._against(ship, bombs + special) for ship in now.fleet(hex, self.enemy))
            case "airbase" | "mobile airbase":
                is_beside = target.aim != "airbase" and bool(now.at("airbase", hex))
                guests = [] if is_beside else now.guests(hex, self.enemy)
                steps = len(guests) * STEPS_UNSEEN * self.war.step_worth(self.enemy)
                disrupted, gone = chance(DISRUPTS[target.aim], bombs), chance(DESTROYS[target.aim], bombs)
                is_sound = now.at("base", hex) == "normal" or target.aim != "airbase"
                return (disrupted - gone) * (0.2 * steps + (0.8 if is_sound and guests else 0.1)) + gone * (steps + 1)
            case "town":
                worth = self.war.hit_worth(hex, self.enemy)
                return worth * min(
                    4, max(0, (bombs + 5.5 - 3) / 2), now.number_at("max_hits", hex) - now.number_at("hits", hex)
                )
            case _:
                strength = next((army.power for army in now.armies if army.id == target.victim), 1)
                cover = 4 if now.at("ground", hex) == "mountain" else 2
                return chance(DISRUPTS[max(1, min(5, strength))], bombs - cover) * self.war.army_worth(hex, self.side)

    def _against(self, ship: Ship, bombs: int) -> float:
        return damage(ship, bombs) * (IN_PORT if ship.is_idle and ship.cargo else 1)

    def _flak(self, target: Target) -> int:
        now, hex = self.now, target.hex
        if target.aim == "ships":
            return max((ship.flak for ship in now.fleet(hex, self.enemy)), default=0)
        if target.aim == "airbase":
            return now.number_at("aa", hex) if now.at("base", hex) == "normal" else 1
        return now.number_at("aa_port", hex) if target.aim == "town" else 1

    # wings

    def alert(self, hex: str, farthest: int) -> float:
        """Return the number of enemy fighters that will probably intercept a mission to a hex (9.4).

        Of the enemy's air units a player sees where they are and whether they are ready.
        """
        now, known = self.now, self.now.repute(self.enemy)
        chances = []
        for plane in now.aircraft:
            own_way = now.distance(plane.place, hex) if plane.side == self.enemy else 99
            if own_way > known.range:
                continue
            bonus = min(farthest - max(own_way, 1), 4)
            penalty = (0 if plane.is_ready else 2) + (2 if now.at("base", plane.place) == "disrupted" else 0)
            chances.append(min(1.0, max(0.0, (known.speed + bonus - penalty) / 10)))
        attempts = min(SCRAMBLES, known.fighters * len(chances))
        return attempts * sum(chances) / len(chances) if chances else 0.0

    def _wing(self, target: Target, there: Sequence[Aircraft], alert: float) -> Strike | None:
        """Return the best wing for a target from units that reach it together.

        Fighters that are shot down over ships do not meet the next strike on them.
        """
        most = 2 if self.war.is_halved(self.side) else MOST
        hits = {plane.id: self._hit(target, plane) for plane in there}
        bombers = sorted(
            (plane for plane in there if hits[plane.id] > 0.05 and not plane.is_fighter),
            key=lambda plane: (-hits[plane.id], plane.id),
        )
        fighters = sorted(
            (plane for plane in there if plane.is_fighter and not plane.is_hurt),
            key=lambda plane: (-plane.speed, plane.id),
        )
        if not bombers:
            return None
        flak = 0.04 * self._flak(target)
        best: Strike | None = None
        for many in range(1, min(most, len(bombers)) + 1):
            for escorts in range(min(most - many, len(fighters)) + 1):
                fight = Fight(alert, escorts)
                gain = sum(hits[plane.id] * (0.85**place) for place, plane in enumerate(bombers[:many])) * fight.through
                lost = min(UNIT * (many + escorts), fight.mission_lost) * self.war.step_worth(self.side)
                won = fight.interceptors_lost * (1.0 if target.aim == "ships" else self.war.step_worth(self.enemy))
                aborts = (1 - fight.through) * 0.5 * many
                worth = gain - many * flak - max(0.0, lost - won) - aborts - 0.04 * escorts
                if best is None or worth > best.worth:
                    wing = (*bombers[:many], *fighters[:escorts])
                    best = Strike(target, tuple(plane.id for plane in wing), worth)
        return best


def staged(war: "AirWar", side: str) -> tuple[str, tuple[int, ...], str] | None:
    """Return a stage move from an overfull base, of which no unit is ready again (6.3.4), or from a rear base to one
    nearer the front: the base, the units and the new base; None if none is useful (9.3).
    """
    now = war.position
    fleet: dict[str, list[Aircraft]] = {}
    for plane in now.aircraft:
        if plane.side == side and plane.place and not now.number("staged", plane.id):
            fleet.setdefault(plane.place, []).append(plane)
    front = war.front(side)
    for base, planes in sorted(fleet.items()):
        is_overfull = _is_overfull(now, base, side)
        if not (is_overfull or now.is_box(base)):
            continue
        for plane in sorted(planes, key=lambda plane: (not plane.is_fighter, plane.id)):
            if not is_overfull and (not plane.is_ready or plane.role == "P"):
                continue
            homes = [place for place in war.ranges("stage-move", plane) if now.room(place, side) > 0]
            useful = [
                place
                for place in homes
                if not now.is_box(place) and min((now.distance(place, at) for at in front), default=99) <= plane.range
            ]
            if useful or (homes and is_overfull):
                best = min(useful or homes, key=lambda place: (-now.room(place, side), place))
                return base, (plane.id,), best
    return None


def _is_overfull(now: Position, base: str, side: str) -> bool:
    """Return whether more units than an airbase has room for are based there."""
    return (
        not now.is_box(base)
        and bool(now.at("airbase", base))
        and now.at("base", base) == "normal"
        and now.room(base, side) < 0
    )
