"""Deployment (7.0, 13.0), and the way from the off-map boxes (6.4)."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from tabletop.game.commands import AnyCommand, SetTrait
from tabletop.module.module_words import says

from ..position import units
from ..position.geography import BOXES
from ..position.points import Points
from ..position.table_steps import one_step
from ..position.units import Unit
from ..sea.deployment_legs import (
    Charge,
    Deployment,
    DeploymentRefusal,
    box_move_goal,
    charge_for,
    may_deploy,
    may_end_leg,
    one_hex_goals,
    sea_deployments,
)
from ..sea.sea_movement import AIR_ZOC, IMPASSABLE, course_of, sail
from .base_move import BaseMove, MoveObstacle, ReachableHex
from .move_reasons import closed, no_sea_way, of_way

_FAR: Final = 100
_ALL_THE_WORLD: Points = Points(tp_japan=10_000, tp_us=10_000, tp_britain=10_000)


class SeaDeployment(BaseMove):
    """Sea deployment: legs from friendly base to friendly base, each paid with Transport Points (7.1, 13.0)."""

    mode = "sea-deploy"

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        return may_deploy(self.facts, unit, "sea")

    def _reached(self) -> Mapping[str, ReachableHex]:
        found: dict[str, ReachableHex] = {}
        points = self.facts.points
        for place, way in sea_deployments(self.facts, self.members, self.start).items():
            found[place] = ReachableHex(
                hexes=len(way.path) - 1,
                cost=way.charge.total,
                pays=way.charge.split(points),
                path=self._path(way.path),
                legs=way.legs,
                via=self._path(way.bases[1:-1]),
                is_stopped=way.is_stopped,
            )
        return found

    def _why_not(self, goal: str) -> MoveObstacle | None:
        facts, title = self.facts, self._title(goal)
        if goal == self.start:
            return self.blocked(
                "deploy-end", "7.1", says("A leg must end in a base other than {place}.", place=title), goal
            )
        shut = closed(self, goal)
        if shut is not None:
            return shut
        if not facts.controls(goal, self.side):
            return self.blocked(
                "deploy-end", "7.1", says("A leg must end in a friendly base; {place} is not one.", place=title), goal
            )
        if facts.enemy_here(goal, self.side):
            return self.blocked(
                "deploy-end", "7.1", says("Enemy units are in {place}; a leg cannot end there.", place=title), goal
            )
        if not may_end_leg(facts, goal, self.members):
            sentence = says("{place} was captured in this turn; no air unit may deploy there.", place=title)
            return self.blocked("unpacking", "16.1.8", sentence, goal)
        return self._too_dear(goal) or self._no_way(goal)

    def _too_dear(self, goal: str) -> MoveObstacle | None:
        """Return the lack of Transport Points as the reason; None if the place is out of reach even with enough
        points.
        """
        way = self._paid_by_all_the_world.get(goal)
        if way is None:
            return None
        wanting = way.charge.missing(self.facts.points)
        had = way.charge.total - wanting
        place, points = self._title(goal), way.charge.total
        sentence = says(
            "{place} costs {points} Transport {points:Point|Points} in {legs} {legs:leg|legs};"
            " {left} {left:is|are} left.",
            place=place,
            points=points,
            legs=way.legs,
            left=had,
        )
        return self.blocked("points", "3.3.6", sentence, goal, cost=way.charge.total, left=had, legs=way.legs)

    @cached_property
    def _paid_by_all_the_world(self) -> Mapping[str, Deployment]:
        return sea_deployments(self.facts, self.members, self.start, _ALL_THE_WORLD)

    def _no_way(self, goal: str) -> MoveObstacle:
        facts, title = self.facts, self._title(goal)
        course = course_of(facts, self.mode, self.members)
        for check, waived in (("air-zoc", AIR_ZOC), ("impassable", IMPASSABLE)):
            open_course = course_of(facts, self.mode, self.members, waived)
            ways = sail(facts, open_course, [(self.start,)], course.allowance)
            if goal in ways:
                return of_way(self, check, "7.1", ways[goal], goal, ways.hexes(goal))
        ways = sail(facts, course, [(self.start,)], _FAR)
        if goal not in ways:
            return no_sea_way(self, goal)
        hexes, most = ways.hexes(goal), course.allowance
        sentence = says(
            "{place} is {hexes} {hexes:hex|hexes} away; a leg is {most} at most, and no friendly base lies on the way.",
            place=title,
            hexes=hexes,
            most=most,
        )
        return self.blocked("deploy-range", "7.1", sentence, goal, hexes=hexes, most=most)

    def charge(self, goal: str) -> Charge:
        """Return the Transport Points for a base that is reached: the Transport ratings of all units, once for each
        leg.
        """
        return charge_for(self.facts, self.members).times(self.reach()[goal].legs)

    def command(self, goal: str) -> AnyCommand:
        """Return the command that moves the units to a base and pays.

        The command also records the deployment by sea, and a stop by enemy Air ZOC.
        """
        reached = self.reach()[goal]
        done: list[AnyCommand] = [self._going(goal), *self._paying(reached.pays)]
        done.append(SetTrait(self.ids, units.DEPLOYED, "sea"))
        if reached.is_stopped:
            done.append(SetTrait(self.ids, units.STOPPED, units.YES))
        return one_step(*done)


class OneHexDeployment(BaseMove):
    """One-hex deployment: one step without a cost, in the First Deployment Phase (7.2)."""

    mode = "one-hex"

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        return may_deploy(self.facts, unit, "one-hex")

    def _reached(self) -> Mapping[str, ReachableHex]:
        goals = [set(one_hex_goals(self.facts, unit)) for unit in self.members]
        return {
            goal: ReachableHex(1, 0, {}, self._path((self.start, goal)))
            for goal in one_hex_goals(self.facts, self.members[0])
            if all(goal in each for each in goals)
        }

    def _why_not(self, goal: str) -> MoveObstacle | None:
        title, group = self._title(goal), self.members[0].group
        facts = self.facts
        if group == "land":
            if goal not in facts.geography.roads.get(self.start, ()):
                sentence = says(
                    "No road leads from {start} to {place}; land units move along roads only.",
                    start=self._title(self.start),
                    place=title,
                )
                return self.blocked("one-hex", "7.2", sentence, goal)
            sentence = says(
                "{units} leaves enemy units; {place} has enemies too, or is an enemy base.",
                units=self.name,
                place=title,
            )
            return self.blocked("one-hex", "7.2", sentence, goal)
        shut = closed(self, goal)
        if shut is not None:
            return shut
        if not facts.controls(goal, self.side):
            return self.blocked(
                "one-hex",
                "7.2",
                says("One-hex deployment ends in a friendly base; {place} is not one.", place=title),
                goal,
            )
        if group == "naval" and frozenset((self.start, goal)) in facts.geography.walls:
            sentence = says(
                "{place} is next to it, but the hexside between {start} and {place} is impassable.",
                place=title,
                start=self._title(self.start),
            )
            return self.blocked("impassable", "3.2.2", sentence, self.start, goal)
        if group == "air" and goal in facts.geography.adjacent.get(self.start, ()):
            return self.blocked("one-hex", "7.2", says("Enemy units are in {place}.", place=title), goal)
        hexes = facts.geography.distance(self.start, goal)
        sentence = (
            says("{place} is not one hex away.", place=title)
            if hexes is None
            else says("{place} is {hexes} {hexes:hex|hexes} away, not one.", place=title, hexes=hexes)
        )
        return self.blocked("one-hex", "7.2", sentence, goal, hexes=hexes)

    def command(self, goal: str) -> AnyCommand:
        """Return the command that moves the units to a goal, and records the deployment by one hex."""
        self.reach()[goal]
        return one_step(self._going(goal), SetTrait(self.ids, units.DEPLOYED, "one-hex"))


class BoxMove(BaseMove):
    """The move from an off-map box to the base that is connected to it, in the Allied Reinforcement Phase (6.4)."""

    mode = "box-move"

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        if unit.hex not in BOXES:
            return DeploymentRefusal("box-move", "6.4", says("{unit} is in no off-map box.", unit=unit.name))
        return None

    def _reached(self) -> Mapping[str, ReachableHex]:
        goals = {box_move_goal(self.facts, unit) for unit in self.members}
        goal = goals.pop() if len(goals) == 1 else ""
        return {goal: ReachableHex(1, 0, {}, self._path((self.start, goal)))} if goal else {}

    def _why_not(self, goal: str) -> MoveObstacle | None:
        base = self.facts.geography.sites[self.start].connected
        if goal != base:
            sentence = says(
                "{box} is connected to {base}, not to {place}.",
                box=self.start,
                base=self._title(base),
                place=self._title(goal),
            )
            return self.blocked("box-move", "6.4", sentence, goal)
        sentence = says("{place} must be under Allied control without Japanese units.", place=self._title(base))
        return self.blocked("box-move", "6.4", sentence, goal)

    def command(self, goal: str) -> AnyCommand:
        """Return the command that moves the units to the base."""
        self.reach()[goal]
        return self._going(goal)
