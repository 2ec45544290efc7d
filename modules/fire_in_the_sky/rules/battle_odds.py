"""A battle fought many times over in thought: what its dice may do, by plain choices (`CHOICES`), for `forecast`.

Every chance is read from the results tables; only how the steps of a battle follow each other is said here once more,
without questions and without a board.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import cycle
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.lookup.forecast import endings
from rules_assist.lookup.table import Look
from rules_assist.procedure.data import from_plain
from rules_assist.situation import Situation
from tabletop.game.values import Value

from .calendar import enemy_of
from .combat import has_divine_wind, long_range_air
from .damage import is_hurt, land_hit_at_sea
from .facts import Facts
from .geography import ALLIES, JAPAN
from .procedures.battle.air import elite_points, guns_of_base, has_supremacy, ratings_in_halves
from .procedures.battle.state import Battle
from .procedures.battle.surface import is_express
from .returning import landing_range
from .supply_lines import supply_of
from .units import FULL, Group, Unit

CHOICES: Final = (
    "Air Points attack Task Forces evenly, else the Base; those that find nothing there support the land combat.",
    "All ships of Bombardment Task Forces fight for Sea Control, the strongest against the strongest.",
    "Nobody withdraws.",
    "All that can land lands, and the phasing side attacks.",
)
"""How both sides play in a forecast."""

SIDES: Final = (JAPAN, ALLIES)
STRIKES: Final = ("announce", "strike")
"""The steps of a battle in which air strikes are announced and flown."""

_LANCERS: Final = ("CA", "DD")
LANCE: Final = 2
"""Which Japanese ships carry the Long Lance, and their Firepower in the first round (16.2.1)."""

MOST_ROUNDS: Final = 30
"""After so many rounds of surface combat nobody has Sea Control: ships that cannot hit each other part."""


HYBRIDS: Final = "A Task Force with no carriers but battleships that carry aircraft bombards (16.2.5)."


def choices_of(facts: Facts) -> tuple[str, ...]:
    """How both sides play in a forecast of this game."""
    return (*CHOICES, HYBRIDS) if facts.uses("16.2.5") else CHOICES


class Chances:
    """The chances of single dice and damage checks, looked up once each."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._dice: dict[tuple[object, ...], float] = {}
        self._shots: dict[tuple[object, ...], tuple[float, float]] = {}
        self.has_wind = has_divine_wind(facts)
        self._has_lances = facts.uses("16.2.1")
        self._later_checks_alike = facts.rules("G-28", "each-after-first")

    def look(self, table: str, piece: int = 0, **given: Value) -> Look:
        """A look at a table."""
        return self._facts.situation.book.tables[table].look(self._facts.situation, given, piece)

    def die(self, table: str, piece: int = 0, **given: Value) -> float:
        """How likely one die hits; `given` is for one die."""
        sort = self._facts.units[piece].sort if piece else None
        key = (table, *given.values(), *((sort.nation, sort.type) if sort else ()))
        if key not in self._dice:
            found = endings(self.look(table, piece, **given))
            self._dice[key] = float(found.chance_that(lambda ending: ending.whole > 0))
        return self._dice[key]

    def gunfire(self, ship: Unit, target: Unit, round: int) -> Look:
        """A look at the fire of a ship at another."""
        return self.look("surface-combat", ship.id, defence=target.sort.defence, round=round)

    def shot(self, ship: Unit, target: Unit, round: int) -> tuple[float, float]:
        """How likely a ship hits another, and how likely it half hits it."""
        round = min(round, 2) if self._has_lances else 2
        key = (ship.side, ship.sort.type in _LANCERS, ship.sort.firepower, target.sort.defence, round)
        if key not in self._shots:
            found = endings(self.gunfire(ship, target, round))
            hit = found.chance_that(lambda ending: ending.whole > 0)
            half = found.chance_that(lambda ending: ending.half > 0)
            self._shots[key] = float(hit), float(half)
        return self._shots[key]

    def sinking(self, ship: Unit, cause: str, firepower: int, check: int, hits: int) -> float:
        """How likely a damage check sinks a ship."""
        if self._later_checks_alike:
            check = hits = min(check, 2)
        key = (ship.side, ship.sort.defence, cause, firepower, check, hits)
        if key not in self._dice:
            look = self.look(
                "naval-damage",
                ship.id,
                cause=cause,
                firepower=firepower,
                check=check,
                hits=hits,
            )
            found = endings(look)
            self._dice[key] = float(found.chance_that(lambda ending: ending.result == "sunk"))
        return self._dice[key]

    def firepower(self, ship: Unit, round: int) -> int:
        """The Firepower that counts in a damage check: of the Long Lance 2 in the first round (16.2.1)."""
        is_lance = self._has_lances and round == 1 and ship.side == JAPAN and ship.sort.type in _LANCERS
        return LANCE if is_lance else ship.sort.firepower


class Result(Struct, frozen=True):
    """How a battle ended once: Sea Control by water, whether the phasing side took the base, who was lost.

    `lost` says of ships `sunk` or `damaged`, of all others `lost`.
    """

    control: Mapping[str, str]
    is_taken: bool
    lost: Mapping[int, str]


class Muster:
    """Who takes part in a battle in a hex, as the Battle Board would have them."""

    def __init__(self, facts: Facts, place: str) -> None:
        self.facts = facts
        self.place = place
        self.waters = facts.geography.parts_of(place)
        self.forces = [force for force in facts.forces if force.hex == place]
        self.at_base = {side: [unit for unit in facts.units_at(place, side) if not unit.is_at_sea] for side in SIDES}
        self._supplied: dict[tuple[int, str], bool] = {}
        self.far = {side: [unit for unit in long_range_air(facts, place) if unit.side == side] for side in SIDES}

    def water(self, unit: Unit) -> str:
        """The water in which a ship is."""
        return unit.half if unit.half in self.waters else self.waters[0]

    def group(self, side: str, group: Group) -> list[Unit]:
        """What a side has at the base."""
        return [unit for unit in self.at_base[side] if unit.group == group]

    def fighting(self, side: str, water: str) -> Sequence[Unit]:
        """The ships of a water that can fight for Sea Control, the strongest first."""
        return self._fighting[side, water]

    @cached_property
    def _fighting(self) -> Mapping[tuple[str, str], Sequence[Unit]]:
        found: dict[tuple[str, str], list[Unit]] = {(side, water): [] for side in SIDES for water in self.waters}
        for force in self.forces:
            for ship in () if force.has_carrier else force.ships:
                found[force.side, self.water(ship)].append(ship)
        for ships in found.values():
            ships.sort(key=lambda ship: (-ship.sort.firepower, -ship.sort.defence, ship.id))
        return found

    @cached_property
    def cargo(self) -> Sequence[Unit]:
        """The land units of the phasing side that may land."""
        side = self.facts.moment.phasing
        forces = [force for force in self.forces if force.side == side and not force.has_carrier]
        return [unit for force in forces for unit in force.passengers if unit.group == "land"]

    @cached_property
    def elite(self) -> int:
        """Of Japan's Air Points those of elite pilots (16.2.3)."""
        forces = [force for force in self.forces if force.side == JAPAN and force.has_carrier]
        return elite_points(self.facts, [ship for force in forces for ship in force.ships])

    @cached_property
    def express(self) -> frozenset[int]:
        """The ships of the Tokyo Express, which fire first (16.2.2)."""
        ships = (ship for force in self.forces for ship in force.ships)
        return frozenset(ship.id for ship in ships if is_express(self.facts, ship))

    def storms(self, unit: Unit) -> bool:
        """Whether a unit aboard will be US Marines that storm: they land where the enemy is and no friend (16.1.6)."""
        is_marine = unit.sort.is_marine and unit.sort.nation == "US" and unit in self.cargo
        has_friends = any(unit.group != "replacements" for unit in self.at_base[unit.side])
        return self.facts.uses("16.1.6") and is_marine and not has_friends and bool(self.at_base[enemy_of(unit.side)])

    @cached_property
    def air_points(self) -> Mapping[str, int]:
        """The Air Points of both sides (11.2.2.1)."""
        return {side: self._air_points(side) for side in SIDES}

    def _air_points(self, side: str) -> int:
        forces = [force for force in self.forces if force.side == side and force.has_carrier]
        carriers = sum(ship.sort.air for force in forces for ship in force.ships)
        afar = sum(unit.strength for unit in self.far[side]) // 2
        return carriers + afar + sum(unit.strength for unit in self.group(side, "air") if self._fights(unit))

    def _fights(self, unit: Unit) -> bool:
        is_away = unit.side == self.facts.moment.phasing and unit.committed not in ("", self.place)
        return not is_away and not self.facts.is_naval_aviation(unit)

    def is_supplied(self, unit: Unit, holder: str) -> bool:
        """Whether a land unit fights supplied, where this side has Sea Control; asked once."""
        key = (unit.id, holder)
        if key not in self._supplied:
            self._supplied[key] = supply_of(self.facts, unit, holder).is_supplied
        return self._supplied[key]

    @cached_property
    def landing(self) -> frozenset[str]:
        """The waters in which the phasing side is in range of a friendly base."""
        side = self.facts.moment.phasing
        return frozenset(each for each in self.waters if landing_range(self.facts, each, side).in_range)


class Since(Struct, frozen=True):
    """From where a battle is fought on in thought: what is known of it, and the step at which it stands."""

    battle: Battle = Battle()
    step: str = ""

    @property
    def strikes_are_over(self) -> bool:
        """Whether all air strikes have been flown."""
        return bool(self.battle.superior) and self.step not in STRIKES


NOT_BEGUN: Final = Since()


def battles_under_way(situation: Situation) -> Mapping[str, Since]:
    """The battles that have begun, by their hexes."""
    found = (frame for frame in situation.game.frames.values() if frame.procedure == "battle")
    begun = [Since(from_plain(frame.state, Battle), frame.step) for frame in found if frame.state.get("place")]
    return {since.battle.place: since for since in begun}


def since_of(situation: Situation, place: str) -> Since:
    """Where the battle of a hex stands, if it is under way."""
    return battles_under_way(situation).get(place, NOT_BEGUN)


class Fight:
    """One battle in thought; what is lost is crossed off."""

    def __init__(self, muster: Muster, chances: Chances, random: Random, since: Since = NOT_BEGUN) -> None:
        self._muster = muster
        self._chances = chances
        self._random = random
        self._since = since
        self._facts = muster.facts
        self._lost: dict[int, str] = {}
        self._hits: dict[int, int] = {}
        self._strength = {unit.id: unit.strength for side in SIDES for unit in muster.group(side, "air")}
        self._elite = since.battle.elite if since.battle.superior else muster.elite
        self._supreme = since.battle.superior if since.battle.is_supreme else ""

    def fought(self) -> Result:
        """The battle from the air combat, or from where it stands, to its end."""
        battle = self._since.battle
        points, superior = self._in_the_air() if not battle.superior else (self._points_left(), battle.superior)
        first = enemy_of(superior)
        for side in () if self._since.strikes_are_over else (first, superior):
            points[side] = self._strikes(side, points[side])
        control = {
            water: battle.control[water] if water in battle.control else self._at_sea(water, first)
            for water in self._muster.waters
        }
        is_taken = self._on_land(control, points)
        return Result({water: side for water, side in control.items() if side}, is_taken, self._lost)

    def _points_left(self) -> dict[str, int]:
        return {side: self._since.battle.points_of(side) for side in SIDES}

    def _rolled(self, dice: int, chance: float) -> int:
        random = self._random.random
        return sum(random() < chance for _ in range(dice))

    # 11.2.2

    def _in_the_air(self) -> tuple[dict[str, int], str]:
        points = self._muster.air_points
        left = dict(points)
        if all(points.values()):
            for side in SIDES:
                elite = self._elite if side == JAPAN else 0
                hits = sum(
                    self._rolled(
                        dice,
                        self._chances.die(
                            "air-to-air", side=side, air_points=1, elite=best, kamikaze=self._chances.has_wind
                        ),
                    )
                    for best, dice in ((0, points[side] - elite), (1, elite))
                )
                left[enemy_of(side)] = max(0, points[enemy_of(side)] - hits)
        self._elite = min(self._elite, left[JAPAN])
        if left[JAPAN] != left[ALLIES]:
            superior = max(SIDES, key=lambda side: left[side])
            if has_supremacy(self._facts, superior, points, left):
                self._supreme = superior
            return left, superior
        if self._facts.rules("G-25", "phasing-side-has-it"):
            return left, self._facts.moment.phasing
        return left, self._random.choice(SIDES)

    def _strikes(self, side: str, points: int) -> int:
        """All strikes of a side, the elite pilots at the first targets; the Air Points left for ground support."""
        enemy, muster = enemy_of(side), self._muster
        own = {muster.water(force.members[0]) for force in muster.forces if force.side == side}
        targets = [
            self._alive(force.members)
            for force in muster.forces
            if force.side == enemy and (not own or muster.water(force.members[0]) in own)
        ]
        targets = [members for members in targets if members]
        if targets:
            elite = self._elite if side == JAPAN else 0
            for number, members in enumerate(targets):
                share = points // len(targets) + (number < points % len(targets))
                best = min(share, elite)
                elite -= best
                self._strike(side, members, share, best)
            return 0
        members = self._alive([*muster.group(enemy, "naval"), *muster.group(enemy, "air")])
        guns = self._chances.die("anti-aircraft-base", side=enemy, air_capacity=2)
        points = max(0, points - self._rolled(guns_of_base(self._facts, muster.place, side) // 2, guns))
        if members:
            self._bomb(side, members, points, self._elite if side == JAPAN else 0, at_base=True)
        return 0 if members else points

    def _strike(self, side: str, members: Sequence[Unit], points: int, elite: int) -> None:
        halves = ratings_in_halves(self._facts, members)
        guns = self._chances.die(
            "anti-aircraft", ratings_in_halves=2, side=enemy_of(side), kamikaze=self._chances.has_wind
        )
        left = max(0, points - self._rolled(halves // 2, guns))
        self._bomb(side, members, left, elite, at_base=False)

    def _bomb(self, side: str, members: Sequence[Unit], points: int, elite: int, *, at_base: bool) -> None:
        """The Air Points that the guns have left attack, the elite ones first: they are shot down last (G-41)."""
        order = sorted(members, key=lambda unit: (not unit.sort.is_carrier, unit.id))
        shares: dict[int, int] = {}
        for unit, _ in zip(cycle(order), range(points), strict=False):
            shares[unit.id] = shares.get(unit.id, 0) + 1
        for unit in order:
            dice = shares.get(unit.id, 0)
            if not dice:
                continue
            if side == JAPAN and not at_base and self._chances.has_wind:
                self._bombed(unit, dice)
                continue
            best = min(dice, elite)
            elite -= best
            hits = self._rolled(dice - best, self._bombing(side, unit, at_base, elite=0))
            hits += self._rolled(best, self._bombing(side, unit, at_base, elite=1)) if best else 0
            self._bombed(unit, hits)

    def _bombing(self, side: str, unit: Unit, at_base: bool, *, elite: int) -> float:
        target = {"naval": "ship", "air": "air"}.get(unit.group, "land")
        return self._chances.die(
            "air-strike",
            unit.id,
            side=side,
            air_points=1,
            elite=elite,
            target=target,
            supremacy=self._supreme == side,
            at_anchor=at_base,
            transported=not at_base,
        )

    def _bombed(self, unit: Unit, hits: int) -> None:
        if unit.group == "naval":
            self._checked(unit, "air-strike", [0] * hits)
        elif unit.group == "air":
            left = self._strength.get(unit.id, unit.strength) - hits
            self._strength[unit.id] = left
            if left <= 0:
                self._lost[unit.id] = "lost"
        else:
            self._hits[unit.id] = self._hits.get(unit.id, unit.hits) + hits

    def _checked(self, ship: Unit, cause: str, firepowers: Sequence[int]) -> None:
        hits = len(firepowers)
        for number, firepower in enumerate(firepowers, 1):
            if self._random.random() < self._chances.sinking(ship, cause, firepower, number, hits):
                self._lost[ship.id] = "sunk"
        if hits:
            self._lost.setdefault(ship.id, "damaged")

    def _alive(self, group: Iterable[Unit]) -> list[Unit]:
        return [unit for unit in group if unit.id not in self._lost]

    # 11.2.3

    def _at_sea(self, water: str, first: str) -> str:
        """Surface combat in one water: who has Sea Control after it."""
        begun = self._since.battle.round if self._since.battle.water == water else 1
        for number in range(max(begun, 1), MOST_ROUNDS + 1):
            fleets = {side: self._alive(self._muster.fighting(side, water)) for side in SIDES}
            if not all(fleets.values()):
                return next((side for side in SIDES if fleets[side]), "")
            self._round(fleets[first], fleets[enemy_of(first)], number)
        return ""

    def _round(self, line: Sequence[Unit], others: Sequence[Unit], number: int) -> None:
        """The Tokyo Express fires first; then all others that are left, at once (16.2.2)."""
        shots = (*paired(line, others), *paired(others, line))
        express = self._muster.express
        for is_first in (True, False) if express else (False,):
            self._salvo([shot for shot in shots if (shot[0].id in express) == is_first], number)

    def _salvo(self, shots: Sequence[tuple[Unit, Unit]], number: int) -> None:
        hits: dict[int, list[int]] = {}
        halves: dict[int, int] = {}
        targets = {target.id: target for _, target in shots}
        for ship, target in shots:
            if ship.id in self._lost or target.id in self._lost:
                continue
            hit, half = self._chances.shot(ship, target, number)
            drawn = self._random.random()
            if drawn < hit:
                hits.setdefault(target.id, []).append(self._chances.firepower(ship, number))
            elif drawn < hit + half:
                halves[target.id] = halves.get(target.id, 0) + 1
        for piece, count in halves.items():
            hits.setdefault(piece, []).extend([0] * (count // 2))
        for piece, firepowers in hits.items():
            self._checked(targets[piece], "surface", firepowers)

    # 11.2.5

    def _on_land(self, control: Mapping[str, str], points: Mapping[str, int]) -> bool:
        """Landings and land combat: whether the phasing side then holds the base alone."""
        facts, muster = self._facts, self._muster
        ours, theirs = facts.moment.phasing, facts.moment.other
        there = {side: muster.group(side, "land") for side in SIDES}
        there[ours] += self._landed(control, there[ours])
        site = facts.site(muster.place)
        planes = self._alive(muster.group(theirs, "air"))
        if any(unit.shows == FULL for unit in there[ours]) and (there[theirs] or planes):
            hits = {
                side: self._support(side, points, there[side]) + self._land_dice(side, control, there[side])
                for side in SIDES
            }
            hits[theirs] += sum(self._strength[unit.id] for unit in planes)
            strength = sum(unit.strength for unit in there[theirs])
            if hits[ours] > hits[theirs] + strength:
                self._lost |= {unit.id: "lost" for unit in (*there[theirs], *planes)}
            elif hits[ours] > hits[theirs]:
                lost = [unit for unit in there[theirs] if unit.shows != FULL or not unit.sort.reduced]
                lost += [unit for unit in planes if self._strength[unit.id] == 1]
                self._lost |= {unit.id: "lost" for unit in lost}
        is_base = site is not None and site.kind == "base" and not facts.controls(muster.place, ours)
        return is_base and bool(there[ours]) and not self._alive(there[theirs])

    def _landed(self, control: Mapping[str, str], there: Sequence[Unit]) -> list[Unit]:
        facts, muster = self._facts, self._muster
        room = (facts.capacity(muster.place, "land") or 0) - sum(unit.transport for unit in there)
        found: list[Unit] = []
        for unit in muster.cargo:
            hits = self._hits.get(unit.id, unit.hits)
            if hits and land_hit_at_sea(facts, unit, hits) == "eliminated":
                self._lost[unit.id] = "lost"
            water = muster.water(unit)
            is_able = control.get(water) == unit.side and water in muster.landing
            if is_able and unit.transport <= room and not is_hurt(facts, replace(unit, half_hits=2 * hits)):
                room -= unit.transport
                found.append(unit)
        return found

    def _support(self, side: str, points: Mapping[str, int], group: Sequence[Unit]) -> int:
        strength = sum(unit.strength for unit in group)
        chance = self._chances.die("ground-support", air_points=1, combat_strength=1, supremacy=self._supreme == side)
        return min(strength, self._rolled(points[side], chance)) if points[side] else 0

    def _land_dice(self, side: str, control: Mapping[str, str], group: Sequence[Unit]) -> int:
        holders = set(control.values()) - {""}
        holder = side if side in holders else next(iter(holders), "") if len(self._muster.waters) == 1 else ""
        hits = 0
        stand_by = side == self._facts.moment.phasing and self._facts.rules("G-27", "stand-by")
        for unit in group:
            if stand_by and unit.shows != FULL:
                continue
            out = 0 if self._muster.is_supplied(unit, holder) else 1
            marines = int(not out and self._muster.storms(unit))
            chance = self._chances.die("land-combat", combat_strength=1, out_of_supply=out, marines=marines)
            hits += self._rolled(unit.strength, chance)
        return hits


def paired(shooters: Sequence[Unit], targets: Sequence[Unit]) -> list[tuple[Unit, Unit]]:
    """At whom each of some ships fires: the strongest at the strongest; those left over begin again at the first."""
    return list(zip(shooters, cycle(targets), strict=False)) if targets else []
