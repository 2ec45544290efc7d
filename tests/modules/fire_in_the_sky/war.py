"""Wars of Fire in the Sky between two players by rule of thumb, for the balance of the scenarios.

    python tests/modules/fire_in_the_sky/war.py december-1941 --wars 100

Japan takes what history took first, then what is weakly held; the Allies hold, and come back where it pays. Both send
armies with ships where they outnumber what stands there, garrison what they hold, and keep aircraft in front. The same
seed plays the same war, so a run that was broken off goes on where it stopped: each war that is over is a line of
`wars.yaml`, and is not played again. A war is given up after a minute of processor time.

The players are no match for people: the table says how the scenarios go between these two, and no more.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import DeadEndError, Luck, RandomGame
from tabletop.assisting import Asked
from tabletop.game.state.frames import Plain
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

TABLE: Final = Path(__file__).with_name("wars.yaml")
SCENARIOS: Final = ("december-1941", "july-1942")
SECONDS: Final = 60
MOST_PHASES: Final = 400

HISTORY: Final[Mapping[str, int]] = {
    "Manila": 18,
    "Malaya": 18,
    "Singapore": 16,
    "Wake": 5,
    "Rabaul": 5,
    "Brunei": 6,
    "Surabaya": 6,
    "Bangkok": 5,
    "Rangoon": 4,
    "Ambon": 3,
    "Tarawa": 2,
    "Guadalcanal": 2,
    "Attu": 1,
}
"""What Japan took, and how much it wants it beside the Victory Points that are there."""

RAID: Final = (1, "Paramushiro", "Pearl Harbor")
"""The striking force: in which turn, from where, and at whom."""

ENOUGH: Final = 0.7
"""How many times the strength of what holds a place an attacker wants on land, with gunfire and aircraft."""


def code(name: str) -> ModuleType:
    """A file of the module's Python."""
    return import_module(f"wartable_module_fire_in_the_sky.rules.{name}")


def other(side: str) -> str:
    """The enemy of a side."""
    return "AL" if side == "JP" else "JP"


class War(RandomGame):
    """A war in which both sides play by rule of thumb; what no rule of thumb decides, chance does."""

    def __init__(self, book: RuleBook, scenario: str, seed: int) -> None:
        random = Random(seed)
        super().__init__(book, new_game(book.module, scenario, {}, Luck(random)), random)
        self.tally: Counter[str] = Counter()
        self.plan: dict[str, Plain] = {}

    @property
    def facts(self) -> Any:
        """The position in the words of the rules."""
        return code("facts").facts_of(self.seen())

    # --- a phase ---

    def play_phase(self) -> None:
        """Do what is done in this phase, then go on."""
        facts = self.facts
        side, phase, calendar = facts.moment.phasing, facts.moment.phase, code("calendar")
        match phase:
            case calendar.ECONOMIC:
                self.all_of("oil-transport", "convoy-war")
            case calendar.REINFORCEMENT:
                self.all_of("replenish")
                self.refresh(side)
                self.leave_boxes(side)
            case calendar.FIRST_DEPLOYMENT:
                self.take_to_the_road(side)
                self.stage(side)
                self.escort(side)
                self.send_home(side)
                self.bring_forward(side, "air")
                self.bring_forward(side, "land")
                self.bring_forward(side, "naval")
            case calendar.OPERATIONS:
                self.raid(side)
                self.land(side)
                self.support(side)
            case calendar.REACTION:
                self.react(other(side))
            case calendar.AIR_COMMITMENT:
                self.commit(side)
            case calendar.SECOND_DEPLOYMENT:
                self.bring_forward(side, "naval")
                self.bring_forward(side, "land")
        if not self.is_over():
            self.go_on()

    def all_of(self, *procedures: str) -> None:
        """Begin each of these that is offered, once."""
        for id in procedures:
            offer = next((offer for offer in self.offers() if offer.procedure == id), None)
            if offer is not None and not self.is_over():
                self.begin(offer)

    def moved(self, mode_id: str, pieces: Sequence[int], place: str) -> bool:
        """Move pieces together by a way of moving; whether they went."""
        seen = self.seen()
        mode = self.book.ground.modes[mode_id]
        if not all(mode.applies(seen, piece) for piece in pieces) or mode.closed(seen, tuple(pieces)):
            return False
        if place not in mode.reach(seen, tuple(pieces)).places:
            return False
        command = mode.command(seen, tuple(pieces), place)
        return command is not None and not self.do(seen.side_of(pieces[0]), command)

    def reach(self, mode_id: str, pieces: Sequence[int]) -> Sequence[str]:
        """Where pieces can get to by a way of moving."""
        seen = self.seen()
        mode = self.book.ground.modes[mode_id]
        if not all(mode.applies(seen, piece) for piece in pieces) or mode.closed(seen, tuple(pieces)):
            return ()
        return mode.reach(seen, tuple(pieces)).places

    # --- what a place is worth, and how it is held ---

    def worth(self, place: str, side: str) -> float:
        """What a side wants with a place that it does not hold."""
        facts = self.facts
        site = facts.site(place)
        if site is None or site.kind == "box":
            return 0
        history = HISTORY.get(site.name, 0) if side == "JP" else 0
        return 2 * site.points + 2 * site.resource + history

    def guard(self, place: str, side: str) -> float:
        """How strongly the enemies of a side hold a place on land: aircraft always hit, armies one time in three."""
        enemies = [unit for unit in self.facts.enemies_at(place, side) if not unit.is_at_sea]
        land = sum(unit.strength for unit in enemies if unit.group == "land")
        return land + (3 * sum(unit.strength for unit in enemies if unit.group == "air") if land else 0)

    def fleet(self, place: str, side: str) -> float:
        """The guns and aircraft of the enemies of a side at sea or at anchor in a place."""
        enemies = self.facts.enemies_at(place, side)
        return sum(unit.sort.firepower + unit.sort.air for unit in enemies if unit.group == "naval")

    def goals(self, side: str) -> list[str]:
        """The places that a side would take, best first."""
        facts = self.facts
        found = [
            site.place
            for site in facts.geography.sites.values()
            if (site.kind == "base" and not facts.controls(site.place, side))
            or (
                site.name == "Malaya"
                and side == "JP"
                and not facts.controls(facts.geography.find("Singapore"), "JP")
                and not facts.units_at(site.place, "JP", "land")
            )
        ]
        in_range = [at for at in found if any(self.in_range(node, side) for node in facts.geography.parts_of(at))]
        return sorted(in_range, key=lambda at: (self.guard(at, side) * 0.8 - self.worth(at, side), at))

    def in_range(self, node: str, side: str) -> bool:
        return bool(code("returning").landing_range(self.facts, node, side).in_range)

    def threat(self, place: str, side: str) -> float:
        """How near the enemy is to a place: his bases within 3 hexes, nearer ones more."""
        facts = self.facts
        apart = (
            facts.geography.distance(place, site.place) for site in facts.bases(other(side)) if site.kind == "base"
        )
        return sum(4 - hexes for hexes in apart if hexes is not None and 0 < hexes <= 3)

    # --- deployment ---

    def leave_boxes(self, side: str) -> None:
        """What waits in an off-map box goes to the base it is joined to, while there is room (6.4)."""
        for unit in list(self.facts.in_play(side)):
            places = self.reach("box-move", [unit.id]) if side == "AL" else ()
            if places and self.has_room(places[0], unit):
                self.moved("box-move", [unit.id], places[0])

    def refresh(self, side: str) -> None:
        """Replacements arrive at Home Bases where there are reduced armies, and make them whole (6.3, 3.3.9)."""
        for unit in self.worn(side):
            home = self.home_of(unit)
            offers = {(one.procedure, one.side): one for one in self.offers()}
            offer = offers.get(("replacements", side))
            if unit.hex not in home or offer is None:
                continue
            self.plan = {"base": f"place:pacific:{unit.hex}", "one": "largest"}
            self.begin(offer)
            self.plan = {}
            offer = next((one for one in self.offers() if (one.procedure, one.side) == ("restore", side)), None)
            if offer is not None:
                self.begin(offer)

    def worn(self, side: str) -> list[Any]:
        """The reduced armies of a side."""
        return [unit for unit in self.facts.in_play(side) if unit.group == "land" and unit.shows == "reduced"]

    def home_of(self, unit: Any) -> tuple[str, ...]:
        """The Home Bases of a unit's nation."""
        return tuple(self.facts.home_bases(unit.sort.pool))

    def send_home(self, side: str) -> None:
        """Reduced armies go home to be made whole, where others stay behind or nobody is near."""
        for unit in self.worn(side):
            places = [at for at in self.reach("sea-deploy", [unit.id]) if at in self.home_of(unit)]
            if places and unit.hex not in places and (self.is_free(unit) or not self.alone(unit)):
                self.moved("sea-deploy", [unit.id], places[0])

    def has_room(self, place: str, unit: Any) -> bool:
        """Whether a unit finds room at a base."""
        facts = self.facts
        most = facts.capacity(place, unit.group)
        there = sum(one.transport for one in facts.units_at(place, unit.side, unit.group) if not one.is_at_sea)
        return most is None or there + unit.transport <= most

    def take_to_the_road(self, side: str) -> None:
        """Armies march into enemy or neutral bases next door where they are stronger, or that are empty (7.2)."""
        for unit in [unit for unit in self.facts.in_play(side) if unit.group == "land" and unit.shows != "reduced"]:
            facts = self.facts
            places = [
                at
                for at in self.reach("one-hex", [unit.id])
                if (facts.is_base(at) or facts.title(at) == "Malaya") and not facts.controls(at, side)
            ]
            places = [at for at in places if self.worth(at, side) > 0 and self.guard(at, side) <= 2.5 * unit.strength]
            leaves = side == "AL" and facts.is_base(unit.hex) and self.threat(unit.hex, side) > 3 and self.alone(unit)
            if places and not leaves:
                self.moved("one-hex", [unit.id], max(places, key=lambda at: (self.worth(at, side), at)))

    def alone(self, unit: Any) -> bool:
        """Whether no other army of its side holds its hex."""
        return len(self.facts.units_at(unit.hex, unit.side, "land")) == 1

    def stage(self, side: str) -> None:
        """Armies that reach no goal go to a base from which they would, and ships to where armies wait (7.1)."""
        for goal in self.goals(side)[:8]:
            armies = self.armies(side)
            near = [unit for unit in armies if self.apart(unit.hex, goal) <= 4]
            if len(near) > 1 or not armies:
                continue
            ports = [site.place for site in self.facts.bases(side) if self.apart(site.place, goal) <= 4]
            for army in sorted(armies, key=lambda unit: (self.apart(unit.hex, goal), unit.id)):
                places = [at for at in self.reach("sea-deploy", [army.id]) if at in ports and self.has_room(at, army)]
                if places and self.can_spend(army, side):
                    self.moved("sea-deploy", [army.id], min(places, key=lambda at: (self.apart(at, goal), at)))
                    break

    def escort(self, side: str) -> None:
        """Ships go to where armies wait that have something to take, four to an army (7.1)."""
        if side == "JP" and self.is_first_deployment_of_all():
            return
        for army in self.armies(side):
            if army.hex in code("geography").BOXES or not self.is_near_goal(army.hex, side):
                continue
            ships = [unit for unit in self.facts.in_play(side) if unit.group == "naval" and not unit.is_dutch]
            there = [ship for ship in ships if ship.hex == army.hex and not ship.sort.is_carrier]
            free = [ship for ship in ships if ship.hex != army.hex and not self.facts.units_at(ship.hex, side, "land")]
            home = [ship for ship in ships if self.apart(ship.hex, army.hex) <= 4 and ship.hex != army.hex]
            for ship in sorted(
                {ship.id: ship for ship in (*free, *home)}.values(), key=lambda one: (-one.sort.firepower, one.id)
            ):
                if len(there) >= 4 or not self.can_escort(ship, army, side):
                    break
                if self.has_room(army.hex, ship) and self.moved("sea-deploy", [ship.id], army.hex):
                    there.append(ship)

    def can_escort(self, ship: Any, army: Any, side: str) -> bool:
        """Whether the passage of a ship leaves enough for that of the army."""
        points = self.facts.points
        pool = points.tp_japan if side == "JP" else points.tp_britain if ship.sort.pool == "Britain" else points.tp_us
        return bool(pool - 2 * ship.transport >= 2 * army.transport)

    def apart(self, a: str, b: str) -> int:
        """Hexes between two places; far for a box."""
        found = self.facts.geography.distance(a, b)
        return 99 if found is None else int(found)

    def armies(self, side: str) -> list[Any]:
        """The armies that may attack: at full strength, and not the last in a place that is threatened."""
        return [
            unit
            for unit in self.facts.in_play(side)
            if unit.group == "land"
            and unit.shows != "reduced"
            and not unit.is_dutch
            and (not self.alone(unit) or not self.facts.is_base(unit.hex) or self.is_free(unit))
        ]

    def is_free(self, unit: Any) -> bool:
        """Whether its base can be left: it is worth little, or no enemy army is near."""
        facts = self.facts
        site = facts.site(unit.hex)
        near = any(
            self.apart(unit.hex, enemy.hex) <= 3 for enemy in facts.in_play(other(unit.side)) if enemy.group == "land"
        )
        return unit.side == "JP" or site is None or site.kind == "box" or (site.points < 3 and not near)

    def can_spend(self, unit: Any, side: str) -> bool:
        """Whether there are Transport Points to deploy with: some are kept for landings, and for oil."""
        points = self.facts.points
        if side == "JP":
            return bool(points.tp_japan - unit.transport >= self.kept())
        mine = points.tp_britain if unit.sort.pool == "Britain" else points.tp_us
        is_first = self.facts.moment.phase == code("calendar").FIRST_DEPLOYMENT
        income = 12 if unit.sort.pool == "Britain" else 8 + 4 * self.facts.moment.turn
        return bool(mine - unit.transport >= (income * 0.6 if is_first else 0))

    def kept(self) -> int:
        """The Transport Points that Japan keeps: for the oil that it can carry home, before landings for these too."""
        facts = self.facts
        oil = 8 * sum(site.resource for site in facts.bases("JP"))
        if facts.moment.phase != code("calendar").FIRST_DEPLOYMENT:
            return oil
        goals = self.goals("JP")
        ready = [unit for unit in self.armies("JP") if any(self.apart(unit.hex, goal) <= 4 for goal in goals)]
        return oil + min(48 if facts.moment.turn == 1 else 24, sum(2 * unit.transport for unit in ready))

    def bring_forward(self, side: str, group: str) -> None:
        """Units at Home Bases and in quiet places go by sea to where the enemy is near."""
        units = [unit for unit in self.facts.in_play(side) if unit.group == group and not unit.is_dutch]
        if side == "JP" and self.is_first_deployment_of_all():  # they stand where they are needed
            units = []
        for unit in sorted(units, key=lambda one: (one.sort.key, one.id)):
            if group == "land" and (
                side == "JP" or unit.shows == "reduced" or (not self.is_free(unit) and self.alone(unit))
            ):
                continue
            here = self.need(unit.hex, side, unit)
            if not self.can_spend(unit, side):
                continue
            places = self.reach("sea-deploy", [unit.id])
            places = [at for at in places if self.has_room(at, unit)]
            best = max(places, key=lambda at: (self.need(at, side, unit), at), default="")
            if best and self.need(best, side, unit) > here + 1:
                self.moved("sea-deploy", [unit.id], best)

    def is_first_deployment_of_all(self) -> bool:
        """Whether this is the First Deployment of December 1941, for which everything is placed."""
        moment = self.facts.moment
        return bool(moment.turn == 1 and moment.phase == code("calendar").FIRST_DEPLOYMENT)

    def need(self, place: str, side: str, unit: Any) -> float:
        """How much a unit is needed in a place: what it is worth, how near the enemy is, who is there already."""
        facts = self.facts
        site = facts.site(place)
        if site is None or site.kind == "box":
            return -1
        there = [one for one in facts.units_at(place, side, unit.group) if one.id != unit.id]
        weight = {"land": 4, "air": 3, "naval": 0.4}[unit.group]
        load = weight * len(there)
        wanted = self.threat(place, side) + (site.points if unit.group == "land" else 0)
        if unit.group == "air":
            near = (goal for goal in self.goals(side)[:8] if self.apart(place, goal) <= 1)
            wanted += sum(3 if facts.units_at(goal, side, "land") else 1 for goal in near)
        if unit.group == "naval":
            waiting = [one for one in facts.units_at(place, side, "land") if one.shows != "reduced"]
            wanted += 6 * len(waiting) if len(there) < 4 * len(waiting) and self.is_near_goal(place, side) else 0
        return float(wanted - load)

    def is_near_goal(self, place: str, side: str) -> bool:
        """Whether armies of a base have something to take within their reach."""
        return any(self.apart(place, goal) <= 4 for goal in self.goals(side)[:6])

    # --- operations ---

    def formed(self, side: str, base: str, units: Sequence[int]) -> bool:
        """Form a Task Force of units of a base; whether that is done."""
        offer = next((one for one in self.offers() if (one.procedure, one.side) == ("form-task-force", side)), None)
        if offer is None:
            return False
        self.plan = {"base": f"place:pacific:{base}", "units": [f"piece:{unit}" for unit in units]}
        try:
            self.begin(offer)
        finally:
            self.plan = {}
        return all(self.facts.units[unit].is_at_sea for unit in units)

    def ships(self, side: str, base: str) -> list[Any]:
        """The ships of a base that may form a Task Force, the heaviest guns first."""
        found = [unit for unit in code("procedures.operations").available(self.facts, side) if unit.hex == base]
        ships = [unit for unit in found if unit.group == "naval"]
        return sorted(ships, key=lambda ship: (-ship.sort.firepower, ship.transport, ship.id))

    def raid(self, side: str) -> None:
        """Japan's striking force sails for Pearl Harbor in December 1941; later carriers go where armies land."""
        turn, base, goal = RAID
        facts = self.facts
        if side != "JP" or facts.moment.turn != turn:
            return
        ships = self.ships("JP", facts.geography.find(base))
        carriers = [ship for ship in ships if ship.sort.is_carrier][:3]
        escorts = [ship for ship in ships if not ship.sort.is_carrier][:1]
        if carriers:
            self.sail(side, facts.geography.find(base), [*carriers, *escorts], facts.geography.find(goal))

    def sail(self, side: str, base: str, units: Sequence[Any], goal: str) -> bool:
        """Form a Task Force and go to a place, if it is in reach."""
        ids = [unit.id for unit in units]
        move = code("modes").move_of(self.facts, self.way(), list(units))
        if goal not in move.reach() or not self.formed(side, base, ids):
            return False
        self.tally[f"{self.way()} {side}"] += 1
        return self.moved(self.way(), ids, goal)

    def way(self) -> str:
        return "reaction" if self.facts.moment.phase == code("calendar").REACTION else "operation"

    def land(self, side: str) -> None:
        """Armies land at the best goals, where with gunfire they are stronger than what is there."""
        for goal in self.goals(side):
            if self.is_thrifty(side):
                return
            for node in self.facts.geography.parts_of(goal):
                if self.in_range(node, side) and self.landed(side, goal, node):
                    break

    def is_thrifty(self, side: str) -> bool:
        """Whether a side must keep what Transport Points and oil it has."""
        points = self.facts.points
        return bool(side == "JP" and (points.tp_japan < 8 or points.oil < 4))

    def support(self, side: str) -> None:
        """Guns and carriers go to where armies fight already."""
        facts = self.facts
        fights = {
            unit.hex
            for unit in facts.in_play(side)
            if unit.group == "land" and facts.units_at(unit.hex, other(side), "land")
        }
        for goal in sorted(fights):
            bases = {
                unit.hex
                for unit in self.facts.in_play(side)
                if unit.group == "naval" and self.apart(unit.hex, goal) <= 5
            }
            for base in sorted(bases, key=lambda at: (self.apart(at, goal), at))[:2]:
                for node in facts.geography.parts_of(goal)[-1:]:
                    self.guns(side, base, node)
                    self.cover(side, goal, node)

    def landed(self, side: str, goal: str, node: str) -> bool:
        """Send armies and ships to a goal; whether they went."""
        facts = self.facts
        guard, fleet = self.guard(goal, side), self.fleet(goal, side)
        worth = self.worth(goal, side)
        if worth <= 0 or guard > 16:
            return False
        able = {unit.id for unit in code("procedures.operations").available(facts, side)}
        room = facts.site(goal).land
        armies = [
            unit
            for unit in self.armies(side)
            if unit.id in able and unit.transport <= room and self.ships(side, unit.hex)
        ]
        armies = [unit for unit in armies if node in code("modes").move_of(facts, "operation", [unit]).reach()]
        armies.sort(
            key=lambda unit: (unit.transport if guard == 0 else -unit.strength, self.apart(unit.hex, goal), unit.id)
        )
        strength, chosen = 0.0, []
        for army in armies:
            if strength >= ENOUGH * guard and chosen:
                break
            if sum(one.transport for one in chosen) + army.transport <= room:
                chosen.append(army)
                guns = sum(ship.sort.firepower for ship in self.ships(side, army.hex)[:4])
                strength += army.strength + min(army.strength, guns)
        if not chosen or strength < ENOUGH * guard:
            return False
        sent = False
        for army in chosen:
            ships = [ship for ship in self.ships(side, army.hex) if not ship.sort.is_carrier]
            many = 4 if guard or fleet or self.near_fleet(goal, side) else 1
            if many == 1:
                ships = ships[-1:]
            if not ships:
                continue
            if self.sail(side, army.hex, [army, *ships[:many]], node):
                sent = True
                if self.near_fleet(goal, side):
                    self.guns(side, army.hex, node)
        if sent and (guard > 1 or fleet):
            self.cover(side, goal, node)
        if sent:
            self.tally[f"landing {side}"] += 1
        return sent

    def near_fleet(self, goal: str, side: str) -> bool:
        """Whether ships of the enemy lie within 3 hexes."""
        return any(
            unit.group == "naval" and self.apart(unit.hex, goal) <= 3 for unit in self.facts.in_play(other(side))
        )

    def guns(self, side: str, base: str, node: str) -> None:
        """The heavy ships that are left at a base go along, where the enemy's might come."""
        ships = [ship for ship in self.ships(side, base) if not ship.sort.is_carrier and ship.sort.firepower > 0][:4]
        if ships and not (side == "JP" and self.facts.points.oil < 16):
            self.sail(side, base, ships, node)

    def cover(self, side: str, goal: str, node: str) -> None:
        """Carriers of the nearest base go along."""
        if side == "JP" and self.facts.points.oil < 16:
            return
        bases = {unit.hex for unit in self.facts.in_play(side) if unit.sort.is_carrier and unit.group == "naval"}
        for base in sorted(bases, key=lambda at: (self.apart(at, goal), at))[:2]:
            carriers = [ship for ship in self.ships(side, base) if ship.sort.is_carrier][:3]
            escorts = [ship for ship in self.ships(side, base) if not ship.sort.is_carrier and ship.sort.type == "DD"]
            if carriers and self.sail(side, base, [*carriers, *escorts[:1]], node):
                return

    def react(self, side: str) -> None:
        """Ships come to where the enemy is, if they are not much weaker."""
        facts = self.facts
        for goal in sorted({force.hex for force in facts.forces if force.side != side}):
            hits = self.fleet(goal, side) + self.flying(goal, other(side))
            bases = {
                unit.hex for unit in facts.in_play(side) if unit.group == "naval" and self.apart(unit.hex, goal) <= 4
            }
            for base in sorted(bases, key=lambda at: (self.apart(at, goal), at))[:2]:
                ships = self.ships(side, base)
                guns = [ship for ship in ships if not ship.sort.is_carrier][:4]
                carriers = [ship for ship in ships if ship.sort.is_carrier][:4]
                for group in (carriers, guns):
                    mine = sum(ship.sort.firepower + ship.sort.air for ship in group)
                    if not group or mine < 0.6 * hits or (side == "JP" and self.facts.points.oil < 12):
                        continue
                    for node in facts.geography.parts_of(goal):
                        if self.sail(side, base, group, node):
                            break

    def flying(self, goal: str, side: str) -> float:
        """The Air Points that land-based aircraft of a side bring to a hex."""
        units = [unit for unit in self.facts.in_play(side) if unit.group == "air" and self.apart(unit.hex, goal) <= 1]
        return sum(unit.strength / (1 if unit.hex == goal else 2) for unit in units)

    def commit(self, side: str) -> None:
        """Aircraft next to a battle fight in it, those in the battle stay."""
        facts = self.facts
        battles = {force.hex for force in facts.forces} | set(code("combat").battle_hexes(facts))
        for unit in [unit for unit in facts.in_play(side) if unit.group == "air"]:
            facts = self.facts
            near = [at for at in sorted(battles) if at in code("returning").commitment_goals(facts, unit)]
            near = [at for at in near if facts.enemies_at(at, side)]
            if near and unit.hex not in battles:
                self.moved(
                    "commit", [unit.id], max(near, key=lambda at: (self.fleet(at, side) + self.guard(at, side), at))
                )

    # --- answers ---

    def answers(self, asked: Asked) -> Iterator[Plain]:
        """What was planned, then by rule of thumb, then by chance."""
        if asked.key in self.plan:
            yield self.plan[asked.key]
        if asked.key == "markers":
            yield [asked.options[-1].value]
        thumb = self.thumb(asked)
        if thumb is not None:
            yield thumb
        yield from super().answers(asked)

    def thumb(self, asked: Asked) -> Plain:
        """An answer by rule of thumb, None where there is none."""
        options = [choice.value for choice in asked.options]
        key = asked.key
        if asked.kind == "pause":
            return "roll-the-rest"
        if key in {"oil", "dice"}:
            return asked.most
        if key == "attack" and asked.kind == "confirm":
            return True
        if key.startswith("none commits"):
            return False
        if key.startswith("withdraws"):
            return self.is_outgunned(asked.by)
        if key.startswith("at "):
            return self.shared(asked)
        if key == "targets":
            ranked = sorted(options, key=self.prize, reverse=True)
            return [ranked[number % len(ranked)] for number in range(asked.most)]
        if key == "target":
            return max(options, key=self.prize)
        if key.startswith("commits"):
            return self.committed(asked, options)
        if key.startswith(("disembark", "targets of", "landing")):
            return options[: asked.most]
        if key == "ports":
            return self.ports(options)
        return None

    def unit_of(self, value: object) -> Any:
        kind, _, number = str(value).partition(":")
        return self.facts.units.get(int(number)) if kind == "piece" and number.isdigit() else None

    def prize(self, value: object) -> float:
        """How much a unit is worth sinking: what it carries, its aircraft, its guns."""
        unit = self.unit_of(value)
        if unit is None:
            return 0.5 if self.facts.moment.phasing == "JP" else 1.5
        if unit.group in ("land", "air", "replacements"):
            return 3 + unit.strength
        return float(2 * unit.sort.air + unit.sort.firepower)

    def shared(self, asked: Asked) -> int:
        """Air Points against carriers and transports first, the rest against the base."""
        name = asked.key.removeprefix("at ")
        force = self.facts.force(other(asked.by), name)
        if force is None:
            return asked.most
        is_prize = force.has_carrier or force.passengers
        return max(asked.least, asked.most if is_prize else (asked.most + 1) // 2)

    def committed(self, asked: Asked, options: Sequence[Plain]) -> Plain:
        """All ships but one for Sea Control; the weaker side stays out, unless it brought an army."""
        side = asked.by
        ships = [self.unit_of(value) for value in options]
        enemies = [
            unit
            for unit in self.on_the_board(other(side))
            if unit.group == "naval" and unit.force and not unit.sort.is_carrier
        ]
        mine = sum(ship.sort.firepower + 0.5 for ship in ships)
        theirs = sum(ship.sort.firepower + 0.5 for ship in enemies)
        carried = any(unit.group == "land" and unit.force for unit in self.on_the_board(side))
        if not carried and mine < 0.6 * theirs:
            return []
        fights = any(unit.group == "land" for unit in self.on_the_board(side))
        if not enemies and fights and len(options) > 1:
            weakest = min(options, key=lambda value: self.unit_of(value).sort.firepower)
            return [weakest]
        return list(options)

    def on_the_board(self, side: str) -> list[Any]:
        seen = self.seen()
        board = (unit for unit in self.facts.units.values() if unit.side == side)
        return [unit for unit in board if (where := seen.where(unit.id)) and where.map == "battle-board"]

    def is_outgunned(self, side: str) -> bool:
        guns = {
            each: sum(unit.sort.firepower + 0.5 for unit in self.on_the_board(each) if unit.group == "naval")
            for each in ("JP", "AL")
        }
        carried = any(unit.group == "land" and unit.force for unit in self.on_the_board(side))
        return not carried and guns[side] < 0.4 * guns[other(side)]

    def ports(self, options: Sequence[Plain]) -> Plain:
        """Half of the ships by their ratings go to Kure."""
        units = [(value, self.unit_of(value)) for value in options]
        total, kure, chosen = sum(unit.transport for _, unit in units), 0, []
        for value, unit in units:
            if kure + unit.transport <= total / 2:
                chosen.append(value)
                kure += unit.transport
        return chosen


def war(book: RuleBook, scenario: str, seed: int) -> tuple[War, str]:
    """A war that is played to its end; how it ended, by the id of its ending."""
    one, began = War(book, scenario, seed), time.process_time()
    for _ in range(MOST_PHASES):
        ending = one.ending()
        if ending is not None or one.is_over():
            break
        if time.process_time() - began > SECONDS:
            return one, "given up"
        one.play_phase()
    ending = one.ending()
    return one, ending.id if ending else "none"


def row(one: War, scenario: str, seed: int, ended: str) -> str:
    """A line of the table."""
    facts = one.facts
    return (
        f"- {{scenario: {scenario}, seed: {seed}, ended: {ended}, turn: {facts.moment.turn}, "
        f"part: {facts.moment.phasing}, points: {facts.points.vp}, steps: {one.steps}}}\n"
    )


def main(arguments: Sequence[str]) -> int:
    """Play the wars that are not in the table yet."""
    parser = argparse.ArgumentParser(description="Play wars by rule of thumb.")
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("--wars", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first war")
    parser.add_argument("--table", type=Path, default=TABLE)
    given = parser.parse_args(arguments)
    book = load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))
    known = given.table.read_text(encoding="utf-8") if given.table.exists() else ""
    for seed in range(given.seed, given.seed + given.wars):
        if f"scenario: {given.scenario}, seed: {seed}," in known:
            continue
        began = time.process_time()
        try:
            one, ended = war(book, given.scenario, seed)
        except DeadEndError as problem:
            sys.stdout.write(f"seed {seed}: {problem}\n")
            continue
        line = row(one, given.scenario, seed, ended)
        with given.table.open("a", encoding="utf-8") as table:
            table.write(line)
        sys.stdout.write(f"{line.strip()} {time.process_time() - began:.1f} s {dict(one.tally)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
