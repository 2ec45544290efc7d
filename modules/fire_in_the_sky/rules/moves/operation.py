"""The moves of Task Forces: operational movement (8.0), Reaction (9.0), and the deployment before it (16.1.1)."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Final

from msgspec.structs import replace

from rules_assist.movement.courses import Course
from tabletop.game.commands import AnyCommand, At, MovePieces, SetProperty, SetTrait
from tabletop.module.module_words import says

from ..position import units
from ..position.facts import Facts
from ..position.forces import LONG_HAUL_HEXES, MOST_PASSENGERS, MOST_SHIPS, TaskForce, oil_for
from ..position.geography import BOXES, JAPAN, PACIFIC
from ..position.points import TRANSPORT, title_of_pool
from ..position.table_steps import one_step
from ..position.units import Unit
from ..sea.deployment_legs import Charge, DeploymentRefusal, charge_for, has_pool, in_its_box
from ..sea.sea_movement import AIR_ZOC, IMPASSABLE, Ways, course_of, sail
from .base_move import BaseMove, MoveObstacle, ReachableHex
from .deployment import SeaDeployment
from .move_reasons import closed, no_sea_way, of_way

OIL: Final = "oil"
FREE_FUEL_TURN: Final = 10
"""The turn from which ships that start in a resource hex burn no oil (15.3)."""

MAIL: Final = "mail_read"
"""The property of the table that is 1 after 16.1.1 has been used."""

_FAR: Final = 100


class Operation(BaseMove):
    """Operational movement of a Task Force (8.0).

    If it has begun to move, it continues from its place with the rest of its allowance.
    """

    mode = "operation"
    takes_whole_force = True
    rule = "8.0"
    is_reaction = False

    def __init__(self, facts: Facts, members: Sequence[Unit], start: str = "") -> None:
        super().__init__(facts, members)
        self._start = start or self.members[0].operated_from or self.members[0].hex
        self.force = TaskForce(self.side, self.members[0].force, self.members)
        self._sailed: dict[tuple[tuple[str, ...], int], Ways] = {}

    @property
    def start(self) -> str:
        """The place where its operation began in this player part, or else its present place."""
        return self._start

    def refused(self) -> MoveObstacle | None:
        """Return the reason that forbids all movement: a unit that cannot move, or an invalid Task Force; None if there
        is none.
        """
        return super().refused() or self.misformed()

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        name = unit.name
        boxed = in_its_box(self.facts, unit)
        if boxed is not None:
            return boxed
        if unit.group != "naval" and not has_pool(self.facts, unit):
            return DeploymentRefusal(
                "own-pool", "15.4", says("{unit} is Dutch: no Transport Points move it.", unit=name)
            )
        if (unit.operated_from or unit.hex) != self.start:
            sentence = says(
                "{unit} begins in {place}, the others in {start}.",
                unit=name,
                place=self._title(unit.operated_from or unit.hex),
                start=self._title(self.start),
            )
            return DeploymentRefusal("force-start", "8.1", sentence)
        return None

    def misformed(self) -> MoveObstacle | None:
        """Return the reason that these units cannot be one Task Force: their start, or their number (8.1).

        None if they can.
        """
        facts, force = self.facts, self.force
        if not facts.is_base(self.start):
            sentence = says("A Task Force starts at a base; {place} is not one.", place=self._title(self.start))
            return self.blocked("force-start", "8.1", sentence, self.start)
        if self.start in BOXES and facts.rules("G-12", "reinforcements-only"):
            return self.blocked(
                "off-map-box", "3.2.5", says("A Task Force cannot start in {place}.", place=self.start), self.start
            )
        passengers = [
            unit
            for unit in force.passengers
            if unit.group != "replacements" or facts.rules("G-20", "count-as-its-land-unit")
        ]
        if len(force.ships) > MOST_SHIPS:
            sentence = says(
                "A Task Force has at most {most} naval {most:unit|units}, not {count}: {force}.",
                force=self.name,
                count=len(force.ships),
                most=MOST_SHIPS,
            )
            return self.blocked("force-size", "8.1", sentence, self.start, ships=len(force.ships), most=MOST_SHIPS)
        if len(passengers) > MOST_PASSENGERS:
            sentence = says(
                "{force} carries {count} {count:unit|units}; a Task Force carries one air or land unit.",
                force=self.name,
                count=len(passengers),
            )
            return self.blocked(
                "force-size", "8.1", sentence, self.start, carried=len(passengers), most=MOST_PASSENGERS
            )
        return None

    @property
    def allowance(self) -> int:
        """The number of hexes that the Task Force can move."""
        return self.course.allowance

    @cached_property
    def course(self) -> Course:
        """The way of moving of the Task Force, from the rule files."""
        return course_of(self.facts, self.mode, self.members)

    def _ways(self, hexes: int, *waived: str) -> Ways:
        """Return the ways to all nodes within this number of hexes if some rules are waived.

        The answer is cached, because the reasons for all unreached places need it.
        """
        if (waived, hexes) not in self._sailed:
            begins = [self.made] if self.made else [(node,) for node in self.here]
            course = course_of(self.facts, self.mode, self.members, *waived) if waived else self.course
            self._sailed[waived, hexes] = sail(self.facts, course, begins, hexes)
        return self._sailed[waived, hexes]

    @cached_property
    def made(self) -> tuple[str, ...]:
        """The way that it has already made, from its start to its place. It is empty if it has not begun to move.

        If the way is not recorded, or does not lead to its place, the shortest one is assumed.
        """
        if not self.members[0].operated_from:
            return ()
        written = self.members[0].way
        if written and written[-1] in self.here:
            return written
        begins = self.facts.nodes_of(self.start, self.members)
        ways = sail(self.facts, self.course, [(node,) for node in begins], self.allowance)
        found = [ways[node] for node in self.here if node in ways]
        return min(found, key=len, default=self.here[:1])

    def hexes(self, goal: str) -> int:
        """Return the number of hexes to a node that is reached. Hexes moved earlier are included."""
        return self._made_hexes + self.ways().hexes(goal)

    @property
    def _made_hexes(self) -> int:
        return max(len(self.made) - 1, 0)

    def ways(self) -> Ways:
        """Return the ways to all nodes within its allowance.

        With the choice `by-the-edge-it-came-over` of G-09, only the half of Malaya behind the crossed edge is reached;
        otherwise both halves are.
        """
        ways = self._ways(self.allowance)
        return ways if self.facts.rules("G-09", "by-the-edge-it-came-over") else ways.with_other_halves()

    def _reached(self) -> Mapping[str, ReachableHex]:
        ways = self.ways()
        paid = self.paid()
        found: dict[str, ReachableHex] = {}
        rest = cache(lambda hexes: self._still_to_pay(self.pays(hexes), paid))
        for node in ways:
            hexes = self.hexes(node)
            if self._may_end(node) and self._can_pay(rest(hexes)):
                path = self._path((*self.made[:-1], *ways[node]))
                found[node] = ReachableHex(hexes, sum(rest(hexes).values()), rest(hexes), path)
        return found

    def can_be_paid(self) -> bool:
        """Return whether there are enough points to form this Task Force.

        Its cargo is paid for even if it stays, unless G-21 makes that free.
        """
        return self._can_pay(self.pays(0))

    def pays(self, hexes: int | None) -> Mapping[str, int]:
        """Return the total cost of moving this number of hexes, by the pool that pays.

        If the Task Force does not operate at all (None), it costs nothing.
        """
        if hexes is None:
            return {}
        found = dict(self._charge(hexes).split(self.facts.points))
        oil = self._oil(hexes)
        return {**found, OIL: oil} if oil else found

    def charge(self, goal: str) -> Charge:
        """Return the Transport Points for its passengers, by the pool that pays; none if it has begun to operate
        before.
        """
        return Charge() if self.members[0].operated_from else self._charge(self.reach()[goal].hexes)

    def _charge(self, hexes: int) -> Charge:
        """Return twice the Transport rating of each passenger (8.2, 8.3). Staying in the hex costs as much, unless G-21
        makes it free.
        """
        if hexes == 0 and self.facts.rules("G-21", "free"):
            return Charge()
        return charge_for(self.facts, self.force.passengers, times=2)

    def burns_more(self, hexes: int) -> bool:
        """Return whether a way of this length costs half as much oil again (8.4)."""
        return self._oil(hexes) > self._oil(min(hexes, LONG_HAUL_HEXES))

    def paid(self) -> Mapping[str, int]:
        """Return the payments that it has already made, by the pool that paid; none if it has not begun to operate."""
        return self.pays(self._made_hexes if self.made else None)

    def _oil(self, hexes: int) -> int:
        if self.side != JAPAN:
            return 0
        site = self.facts.site(self.start)
        if self.facts.moment.turn >= FREE_FUEL_TURN and site is not None and site.resource:
            return 0
        return oil_for(
            self.force.ships,
            hexes,
            is_reaction=self.is_reaction,
            long_reaction_costs_more=self.facts.rules("G-22", "times-one-and-a-half"),
        )

    @staticmethod
    def _still_to_pay(pays: Mapping[str, int], paid: Mapping[str, int]) -> dict[str, int]:
        rest = {pool: amount - paid.get(pool, 0) for pool, amount in pays.items()}
        return {pool: amount for pool, amount in rest.items() if amount > 0}

    def _can_pay(self, pays: Mapping[str, int]) -> bool:
        points = self.facts.points
        return all(amount <= points.of(TRANSPORT.get(pool, "oil")) for pool, amount in pays.items())

    def _may_end(self, node: str) -> bool:
        if node in BOXES and self.facts.rules("G-12", "reinforcements-only"):
            return False
        return not self.force.needs_land or node in BOXES or self.facts.geography.is_land(node)

    def _why_not(self, goal: str) -> MoveObstacle | None:
        title = self._title(goal)
        shut = closed(self, goal)
        if shut is not None:
            return shut
        nodes = self.facts.geography.parts_of(goal)
        ways = self.ways()
        node = next((each for each in nodes if each in ways), None)
        if node is not None:
            return self._no_end(node) or self._no_points(self.hexes(node), node)
        for check, waived in (("air-zoc", AIR_ZOC), ("impassable", IMPASSABLE)):
            open_ways = self._ways(self.allowance, waived)
            node = next((each for each in nodes if each in open_ways), None)
            if node is not None:
                hexes = self._made_hexes + open_ways.hexes(node)
                return of_way(self, check, self.rule, open_ways[node], goal, hexes)
        far = self._ways(_FAR, AIR_ZOC)
        node = next((each for each in nodes if each in far), None)
        if node is None:
            return no_sea_way(self, goal)
        hexes = self._made_hexes + far.hexes(node)
        sentence = says(
            "{place} is {hexes} {hexes:hex|hexes} away; {units} may go {allowance}.",
            place=title,
            hexes=hexes,
            units=self.name,
            allowance=self.allowance,
        )
        return self.blocked(self._range_check, self.rule, sentence, goal, hexes=hexes, most=self.allowance)

    _range_check = "force-range"

    def _no_end(self, node: str) -> MoveObstacle | None:
        if self._may_end(node):
            return None
        if node in BOXES:
            return self.blocked("off-map-box", "3.2.5", says("A Task Force cannot go to {place}.", place=node), node)
        sentence = says(
            "{units} carries a land unit, which must end in a land hex; {place} is open sea.",
            units=self.name,
            place=self._title(node),
        )
        return self.blocked("land-hex", "3.2.3", sentence, node)

    def _no_points(self, hexes: int, node: str) -> MoveObstacle | None:
        pays = self._still_to_pay(self.pays(hexes), self.paid())
        points = self.facts.points
        for pool, amount in pays.items():
            name = TRANSPORT.get(pool, "oil")
            left = points.of(name)
            if amount > left:
                place = self._title(node)
                check, rule = ("oil", "8.4") if pool == OIL else ("points", "8.2")
                sentence = (
                    says(
                        "{place} costs {points} Oil {points:Point|Points}; {left} {left:is|are} left.",
                        place=place,
                        points=amount,
                        left=left,
                    )
                    if pool == OIL
                    else says(
                        "{place} costs {points} Transport {points:Point|Points} of {pool}; {left} {left:is|are} left.",
                        place=place,
                        points=amount,
                        pool=title_of_pool(pool),
                        left=left,
                    )
                )
                return self.blocked(check, rule, sentence, node, cost=amount, left=left)
        return None

    def command(self, goal: str) -> AnyCommand:
        """Return the command that moves the Task Force to a node, pays, and turns the ships to their operational side.

        The command also records the start, the way and the half of Malaya.
        """
        reached = self.reach()[goal]
        here = self.facts.geography.hex_of(goal) == self.members[0].hex
        done: list[AnyCommand] = [] if here else [self._going_with_marker(goal)]
        done += self._paying(reached.pays)
        done.append(SetTrait(self.ids, units.OPERATED_FROM, self.start))
        done.append(SetTrait(self.ids, units.WAY, units.way_written(step.place for step in reached.path)))
        done.append(SetTrait(self.ids, units.HALF, goal if goal in self.facts.geography.parts else ""))
        if self.force.ships:
            done.append(SetTrait(tuple(unit.id for unit in self.force.ships), units.SHOWS, units.OPERATIONAL))
        return one_step(*done)

    def _going_with_marker(self, goal: str) -> MovePieces:
        markers = self.facts.force_markers(self.side, self.force.name) if self.force.name else ()
        return MovePieces((*self.ids, *markers), At(PACIFIC, self.facts.geography.hex_of(goal)))


class Reaction(Operation):
    """Reaction of a Task Force of ships (9.0). It goes half as far, to an enemy, and not out of an off-map box."""

    mode = "reaction"
    rule = "9.0"
    is_reaction = True
    _range_check = "reaction-range"

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        if unit.group != "naval":
            return DeploymentRefusal(
                "reaction-ships", "9.0", says("{unit} is not a ship; only ships react.", unit=unit.name)
            )
        if (unit.operated_from or unit.hex) in BOXES:
            return DeploymentRefusal(
                "reaction-box", "9.0", says("{unit} is in an off-map box; no unit reacts from there.", unit=unit.name)
            )
        return super()._refused(unit)

    def _may_end(self, node: str) -> bool:
        if node in self.here and not self.made and not self.facts.rules("G-23", "allowed-and-free"):
            return False
        return self.facts.may_meet(node, self.side)

    def _no_end(self, node: str) -> MoveObstacle | None:
        if self._may_end(node):
            return None
        if self.facts.may_meet(node, self.side):
            sentence = says("{units} must leave {place} to react.", units=self.name, place=self._title(node))
        elif self.facts.enemies_at(node, self.side):
            sentence = says("The enemy Task Force at {place} is in the other half.", place=self._title(node))
            return self.blocked("reaction-goal", "15.1", sentence, node)
        else:
            sentence = says(
                "A Reaction ends in a hex with an enemy unit; there is none in {place}.", place=self._title(node)
            )
        return self.blocked("reaction-goal", "9.0", sentence, node)


class MailDeployment(SeaDeployment):
    """The sea deployment of one Allied Task Force before it reacts (16.1.1). All its ships deploy together."""

    mode = "radar-deploy"
    takes_whole_force = True

    def refused(self) -> MoveObstacle | None:
        """Return the reason that forbids the deployment, for example the wrong side or an earlier use in this game;
        None if none.
        """
        facts = self.facts
        if not facts.uses("16.1.1"):
            return self.blocked("mail", "16.1.1", says("This optional rule is not used."), self.start)
        if self.side == JAPAN:
            return self.blocked("mail", "16.1.1", says("Only the Allies read other people's mail."), self.start)
        if facts.is_first_turn:
            return self.blocked("mail", "16.1.1", says("It cannot be used on the first turn."), self.start)
        if facts.situation.table(MAIL) == 1:
            return self.blocked(
                "mail", "16.1.1", says("It has been used already; it works only once a game."), self.start
            )
        return super().refused() or Reaction(facts, self.members).misformed()

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        boxed = in_its_box(self.facts, unit)
        if boxed is not None:
            return boxed
        if unit.group != "naval":
            return DeploymentRefusal(
                "reaction-ships", "9.0", says("{unit} is not a ship; only ships react.", unit=unit.name)
            )
        if not has_pool(self.facts, unit):
            return DeploymentRefusal(
                "own-pool", "15.4", says("{unit} is Dutch: no Transport Points move it.", unit=unit.name)
            )
        if not self.facts.controls(unit.hex, unit.side):
            sentence = says(
                "{unit} must start in a friendly base; {place} is not one.", unit=unit.name, place=self._title(unit.hex)
            )
            return DeploymentRefusal("deploy-start", "7.1", sentence)
        return None

    def command(self, goal: str) -> AnyCommand:
        """Return the command that deploys the Task Force to a base, and records that the Allies have read the mail."""
        return one_step(super().command(goal), SetProperty(MAIL, 1))

    def _going(self, goal: str) -> MovePieces:
        """Return the command that moves the Task Force with its marker."""
        markers = self.facts.force_markers(self.side, self.members[0].force)
        return MovePieces((*self.ids, *markers), At(PACIFIC, self.facts.geography.hex_of(goal)))

    def then_reacts_to(self, base: str) -> Mapping[str, ReachableHex]:
        """Return the reaction goals of the Task Force, by node, from a base to which it has deployed; none from an
        off-map box.
        """
        if base in BOXES:
            return {}
        moved = tuple(replace(unit, hex=base, operated_from="", way=()) for unit in self.members)
        return Reaction(self.facts, moved).reach()
