"""Operations, Reaction and Air Commitment by simple rules: forces are compared first, and sail together or stay."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from .outlook import SAILS, Attack, Outlook, code, guns, other, planes

if TYPE_CHECKING:
    from .war import War

ENOUGH: Final = 1.1
AMPLE: Final = 1.8
"""An attacker needs `ENOUGH` hits of its own for each of the enemy, and adds ships up to `AMPLE` hits."""

FLEET: Final = 0.7
AIR: Final = 0.8
"""The guns (`FLEET`) and the aircraft that a landing brings along, as shares of those of the ships that may react."""

SCREENS: Final = frozenset({"DD", "CLAA", "CA", "CL"})

RAID: Final = (1, "Paramushiro", "Pearl Harbor")
"""The striking force: its turn, its base and its target."""

MOST_SHIPS: Final = 4
THRIFT: Final = 5
"""The Oil Points that Japan keeps for Reaction, unless it goes for more oil."""


class Plan:
    """Task Forces for one goal, each of the units of one base, before they sail."""

    def __init__(self, goal: str, node: str) -> None:
        """Make an empty plan for a goal; `node` is the place of its ships there."""
        self.goal = goal
        self.node = node
        self.forces: list[list[Any]] = []

    @property
    def units(self) -> list[Any]:
        """All its units."""
        return [unit for force in self.forces for unit in force]

    @property
    def ids(self) -> set[int]:
        """The ids of its units."""
        return {unit.id for unit in self.units}

    def strength(self) -> float:
        """Return its Combat Strength."""
        return float(sum(unit.strength for unit in self.units if unit.group == "land"))

    def firepower(self) -> float:
        """Return the Firepower in support of the land combat: that of the Task Forces without carriers. The weakest
        ship with guns fights for Sea Control instead.
        """
        found = [unit.sort.firepower for force in self.forces if planes(force) == 0 for unit in force]
        return float(sum(found) - min((ship for ship in found if ship), default=0))

    def air(self) -> float:
        """Return the Air Points of its carriers."""
        return planes(self.units)


class Operations:
    """The actions of a side's Task Forces and aircraft."""

    def __init__(self, war: "War", side: str) -> None:
        """Prepare the operations of a side of a war."""
        self.war = war
        self.side = side

    @property
    def outlook(self) -> Outlook:
        """The position as the side judges it."""
        return self.war.outlook(self.side)

    @property
    def facts(self) -> Any:
        """The facts of the position."""
        return self.war.facts

    def ships(self, base: str, besides: Iterable[int] = ()) -> list[Any]:
        """Return the ships of a base that may form a Task Force, the heaviest guns first."""
        gone = set(besides)
        found = [unit for unit in self._available() if unit.hex == base and unit.id not in gone]
        ships = [unit for unit in found if unit.group == "naval"]
        return sorted(ships, key=lambda ship: (-ship.sort.firepower, ship.transport, ship.id))

    def _available(self) -> Sequence[Any]:
        found: Sequence[Any] = code("procedures.operations").available(self.facts, self.side)
        return found

    def _reaches(self, units: Sequence[Any], node: str) -> bool:
        alike = tuple((unit.hex, unit.sort.nation, unit.sort.movement, unit.group, unit.transport) for unit in units)
        key = ("reach", self.war.way(), alike)
        found = self.war.kept(self.outlook, key)
        if found is None:
            found = self.war.keep(
                self.outlook,
                key,
                frozenset(code("moves.modes").move_of(self.facts, self.war.way(), list(units)).reach()),
            )
        return node in found

    # --- operations ---

    def operate(self) -> None:
        """Raid, land for profitable goals, and continue until nothing more can be sent."""
        self._raid()
        tried: set[str] = set()
        while True:
            goal = next((at for at in self.outlook.goals if at not in tried), None)
            if goal is None or (self.side == "JP" and not self.facts.points.oil):
                return
            tried.add(goal)
            for node in self.facts.geography.parts_of(goal):
                if self.outlook.is_in_range(node) or self.outlook.is_fought(goal):
                    plan = self._plan(goal, node)
                    if plan is not None and self._sail(plan):
                        break

    def _raid(self) -> None:
        """Send Japan's striking force to Pearl Harbor in December 1941."""
        turn, name, target = RAID
        facts = self.facts
        if self.side != "JP" or facts.moment.turn != turn:
            return
        base, goal = facts.geography.find(name), facts.geography.find(target)
        ships = self.ships(base)
        carriers = [ship for ship in ships if ship.sort.is_carrier][:3]
        escorts = [ship for ship in ships if not ship.sort.is_carrier][:1]
        if carriers:
            self.war.sail(self.side, base, [*carriers, *escorts], goal)

    def _plan(self, goal: str, node: str) -> Plan | None:
        """Return a force that captures a goal; None if the goal is worth nothing, or too little can be sent."""
        outlook = self.outlook
        if outlook.worth(goal) <= 0:
            return None
        plan = Plan(goal, node)
        ashore = [unit for unit in self.facts.units_at(goal, self.side, "land") if not unit.is_at_sea]
        there = float(sum(unit.strength for unit in ashore))
        can_begin = any(unit.shows != "reduced" for unit in ashore)
        held = outlook.hold(goal) > 0
        self._add_armies(plan, there, can_begin=can_begin)
        if not plan.forces and not (can_begin and held):
            return None
        foes = outlook.reactors(goal)
        own_air = outlook.flying(goal, self.side)

        def odds() -> float:
            air = own_air + plan.air()
            return Attack(outlook, goal, there + plan.strength(), air, plan.firepower()).odds

        air_foes = planes(foes)
        self._add_guns(plan, lambda: guns(plan.units) >= max(FLEET * guns(foes), 0.5), any_ship=True)
        self._add_carriers(plan, lambda: plan.air() + own_air >= AIR * air_foes)
        if held:
            self._add_guns(plan, lambda: odds() >= AMPLE or plan.firepower() >= 3 * (there + plan.strength()))
            self._add_carriers(plan, lambda: odds() >= AMPLE)
        if not any(unit.group == "naval" and not unit.sort.is_carrier for unit in plan.units):
            return None
        risk = AIR * air_foes / 2 > plan.air() + own_air + 2
        beaten = guns(plan.units) < FLEET * guns(foes) / 2
        if (held and odds() < ENOUGH) or ((risk or beaten) and not can_begin):
            return None
        return plan if self._has_oil(plan) else None

    def _has_oil(self, plan: Plan) -> bool:
        """Return whether Japan has the oil for a plan, and a little more, unless the goal has oil."""
        site = self.facts.site(plan.goal)
        rest = 0 if site is not None and site.resource else THRIFT
        return bool(self.side == "AL" or self._oil(plan) + rest <= self.facts.points.oil)

    def _oil(self, plan: Plan) -> float:
        """Return the approximate oil cost of a plan."""
        return 1.25 * sum(unit.transport for unit in plan.units if unit.group == "naval")

    def _add_armies(self, plan: Plan, there: float, *, can_begin: bool) -> None:
        """Add armies until they should beat the defenders with all guns and aircraft that may come."""
        outlook, goal = self.outlook, plan.goal
        able = {unit.id for unit in self._available()}
        room = self.facts.site(goal).land
        room -= sum(unit.transport for unit in self.facts.units_at(goal, self.side, "land"))
        hold = outlook.hold(goal)
        armies = [unit for unit in outlook.armies if unit.id in able and unit.hex != goal]
        armies = [unit for unit in armies if unit.transport <= room and self._reaches([unit], plan.node)]
        armies.sort(
            key=lambda unit: (unit.transport if not hold else -unit.strength, outlook.apart(unit.hex, goal), unit.id)
        )
        strength = there if can_begin else 0.0
        for army in armies:
            if strength and strength >= 1.3 * hold:
                break
            escorts = [ship for ship in self.ships(army.hex, plan.ids) if not ship.sort.is_carrier]
            escorts = [ship for ship in escorts if ship.sort.movement >= SAILS]
            many = MOST_SHIPS if hold or outlook.reactors(goal) else 1
            chosen = escorts[:many] if many > 1 else escorts[-1:]
            if army.transport > room or not self._can_pay(plan, army):
                continue
            if self._joins(plan, [army, *chosen]):
                room -= army.transport
                strength += army.strength

    def _can_pay(self, plan: Plan, army: Any) -> bool:
        """Return whether the passage of one more army can be paid for."""
        points, pool = self.facts.points, army.sort.pool
        mine = {"Japan": points.tp_japan, "US": points.tp_us, "Britain": points.tp_britain}.get(pool, 0)
        spent = sum(2 * unit.transport for unit in plan.units if unit.group == "land" and unit.sort.pool == pool)
        return bool(mine >= spent + 2 * army.transport)

    def _bases(self, plan: Plan) -> list[str]:
        """Return the bases of ships that might join, the nearest first."""
        found = {unit.hex for unit in self._available() if unit.group == "naval"}
        return sorted(found, key=lambda at: (self.outlook.apart(at, plan.goal), at))

    def _add_guns(self, plan: Plan, enough: Callable[[], bool], *, any_ship: bool = False) -> None:
        """Add ships, the heaviest guns first, until they suffice; with `any_ship` also ships without guns."""
        for base in self._bases(plan):
            ships = [ship for ship in self.ships(base, plan.ids) if not ship.sort.is_carrier]
            ships = [ship for ship in ships if ship.sort.firepower or any_ship]
            self._add_one_by_one(plan, ships, enough)

    def _add_carriers(self, plan: Plan, enough: Callable[[], bool]) -> None:
        """Add carriers until their Air Points suffice, and a fast ship to screen them."""
        for base in self._bases(plan):
            ships = self.ships(base, plan.ids)
            carriers = [ship for ship in ships if ship.sort.air and ship.sort.is_carrier]
            carriers.sort(key=lambda ship: (-ship.sort.air, ship.id))
            group = self._add_one_by_one(plan, carriers, enough)
            if not group or len(group) == MOST_SHIPS:
                continue
            screen = [ship for ship in ships if ship.sort.type in SCREENS and self._reaches([ship], plan.node)]
            screen.sort(key=lambda ship: (-ship.sort.anti_aircraft, ship.sort.firepower, ship.id))
            if screen:
                group.append(screen[0])

    def _add_one_by_one(self, plan: Plan, ships: Sequence[Any], enough: Callable[[], bool]) -> list[Any]:
        """Add ships of a base to Task Forces of four until they suffice. Return the last Task Force."""
        group: list[Any] = []
        for ship in ships:
            if enough():
                break
            if not self._reaches([ship], plan.node):
                continue
            if group and len(group) < MOST_SHIPS:
                group.append(ship)
                if not self._has_oil(plan):
                    group.pop()
                    break
            else:
                group = [ship]
                if not self._joins(plan, group):
                    return []
        return group

    def _joins(self, plan: Plan, group: list[Any]) -> bool:
        """Add ships to a plan, if there are any and enough oil; return whether they were added."""
        if not group:
            return False
        plan.forces.append(group)
        if self._has_oil(plan):
            return True
        plan.forces.pop()
        return False

    def _sail(self, plan: Plan) -> bool:
        """Send the Task Forces of a plan; return whether any sailed."""
        went = [self.war.sail(self.side, force[0].hex, force, plan.node) for force in plan.forces]
        if any(went):
            self.war.tally[f"attack {self.side}"] += 1
        return any(went)

    # --- reaction ---

    def react(self) -> None:
        """Send ships against the enemy if together they are not much weaker. The most valuable places come first."""
        goals = {force.hex for force in self.facts.forces if force.side != self.side}
        for goal in sorted(goals, key=lambda at: (-self._stake(at), at)):
            self._react_to(goal)

    def _stake(self, goal: str) -> float:
        site = self.facts.site(goal)
        mine = site is not None and site.kind != "circle" and self.facts.controls(goal, self.side)
        army = sum(unit.strength for unit in self.facts.units_at(goal, self.side, "land"))
        return float((2 * site.points + site.resource if mine else 0) + army)

    def _react_to(self, goal: str) -> None:
        outlook, facts = self.outlook, self.facts
        enemies = [unit for force in facts.forces if force.side != self.side for unit in force.members]
        enemies = [unit for unit in enemies if unit.hex == goal]
        nodes = facts.geography.parts_of(goal)
        near = [unit for unit in self._available() if outlook.apart(unit.hex, goal) <= SAILS]
        carriers = self._fit([unit for unit in near if unit.sort.air], nodes)
        heavy = self._fit([unit for unit in near if not unit.sort.is_carrier], nodes)
        their_air = planes(enemies) + outlook.flying(goal, other(self.side))
        my_air = outlook.flying(goal, self.side)
        flies = planes(carriers) + my_air >= 0.8 * their_air and carriers
        covered = my_air + (planes(carriers) if flies else 0) >= 0.5 * their_air - 2
        fights = guns(heavy) >= 0.8 * guns(enemies) and covered
        if self.side == "JP" and facts.points.oil < THRIFT // 2:
            return
        if flies:
            self._send(carriers, 3, min(len(carriers), 6), nodes)
        if fights:
            wanted, chosen = 1.6 * guns(enemies) + 1, []
            for ship in sorted(heavy, key=lambda one: (-one.sort.firepower, one.id)):
                if guns(chosen) < wanted:
                    chosen.append(ship)
            self._send(chosen, MOST_SHIPS, len(chosen), nodes)

    def _fit(self, units: Sequence[Any], nodes: Sequence[str]) -> list[Any]:
        return [unit for unit in units if any(self._reaches([unit], node) for node in nodes)]

    def _send(self, ships: Sequence[Any], group: int, most: int, nodes: Sequence[str]) -> None:
        """Send ships base by base, with a number of ships per Task Force."""
        chosen = sorted(ships, key=lambda ship: (-ship.sort.air, -ship.sort.firepower, ship.id))[:most]
        for base in sorted({ship.hex for ship in chosen}):
            there = [ship for ship in chosen if ship.hex == base]
            for first in range(0, len(there), group):
                if self.side == "JP" and self.facts.points.oil < 2 * group:
                    return
                for node in nodes:
                    if self.war.sail(self.side, base, there[first : first + group], node):
                        break

    # --- air commitment ---

    def commit(self) -> None:
        """Commit aircraft to an adjacent battle; those in a battle stay."""
        facts = self.facts
        battles = {force.hex for force in facts.forces} | set(code("battle.combat").battle_hexes(facts))
        for unit in [unit for unit in facts.in_play(self.side) if unit.group == "air"]:
            outlook = self.outlook
            near = [at for at in sorted(battles) if at in code("sea.return_ports").commitment_goals(self.facts, unit)]
            near = [at for at in near if self.facts.enemies_at(at, self.side)]
            if near and unit.hex not in battles:
                best = max(near, key=lambda at: (self._support(outlook, at), at))
                self.war.moved("commit", [unit.id], best)

    def _support(self, outlook: Outlook, place: str) -> float:
        lands = 5 if self.facts.units_at(place, self.side, "land") else 0
        return outlook.fleet(place) + outlook.hold(place) + lands
