"""The journeys of a step: the units, their goals, their ways of moving, and the errors."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from rules_assist.position.situation import Situation

from ..moves.base_move import BaseMove, MoveObstacle
from ..moves.deployment import BoxMove, OneHexDeployment, SeaDeployment
from ..moves.operation import Operation, Reaction
from ..position.calendar import DEPLOYMENTS, FORCES_SAIL, OPERATIONS, REINFORCEMENT
from ..position.facts import Facts, facts_of
from ..position.geography import BOXES
from ..position.units import Unit
from ..sea.deployment_legs import may_deploy, one_hex_goals


@dataclass(frozen=True)
class Journey:
    """A move of some units to a node. It is judged on the position in which it began."""

    move: BaseMove
    goal: str

    @cached_property
    def node(self) -> str:
        """The goal. For Malaya as a whole, it is the half with the shorter way."""
        reached = self.move.reach()
        nodes = [each for each in self.move.facts.geography.parts_of(self.goal) if each in reached]
        return min(nodes, key=lambda node: reached[node].hexes, default=self.goal)

    @cached_property
    def fault(self) -> MoveObstacle | None:
        """The error of the journey; None if it is allowed."""
        return self.move.why_not(self.goal)


@dataclass(frozen=True)
class JudgedStep:
    """A step as the checks see it: the position before, the position after, and the units that it touched."""

    before: Facts
    after: Facts
    moved: tuple[int, ...]

    @property
    def travelled(self) -> Iterator[tuple[Unit, Unit]]:
        """The units in play that changed place, before and after."""
        for old, new in self.touched:
            if old.hex and new.hex and old.hex != new.hex:
                yield old, new

    @property
    def touched(self) -> Iterator[tuple[Unit, Unit]]:
        """The units that the step touched, before and after."""
        for piece in self.moved:
            old, new = self.before.unit(piece), self.after.unit(piece)
            if old is not None and new is not None:
                yield old, new

    @cached_property
    def journeys(self) -> tuple[Journey, ...]:
        """The journeys, by the ways of moving of the phase; none in a phase without movement."""
        phase = self.before.moment.phase
        if phase in DEPLOYMENTS:
            return tuple(self._deployments())
        if phase in FORCES_SAIL:
            return tuple(self._sailings())
        if phase == REINFORCEMENT:
            return tuple(
                Journey(BoxMove(self.before, (old,)), new.hex) for old, new in self.travelled if old.hex in BOXES
            )
        return ()

    @cached_property
    def faults(self) -> tuple[tuple[Journey, MoveObstacle], ...]:
        """The journeys with an error, each with the error."""
        return tuple((journey, journey.fault) for journey in self.journeys if journey.fault is not None)

    def _deployments(self) -> Iterator[Journey]:
        for old, new in self.travelled:
            yield Journey(self._way(old, new)(self.before, (old,)), new.hex)

    def _way(self, old: Unit, new: Unit) -> type[BaseMove]:
        """Return the way in which a unit deployed: by its own record, or else by one hex if that leads there, or else
        by sea.
        """
        if new.deployed != old.deployed:
            return OneHexDeployment if new.deployed == "one-hex" else SeaDeployment
        goals = one_hex_goals(self.before, old)
        along_road = old.group == "land" and new.hex in self.before.geography.roads.get(old.hex, ())
        if along_road or (new.hex in goals and may_deploy(self.before, old, "one-hex") is None):
            return OneHexDeployment
        return SeaDeployment

    def _sailings(self) -> Iterator[Journey]:
        """Yield the journeys of the Task Forces that moved, or were formed in place."""
        names = {(new.side, new.force) for old, new in self.touched if new.force and new.hex and self._sailed(old, new)}
        way = Operation if self.before.moment.phase == OPERATIONS else Reaction
        for side, name in sorted(names):
            force = self.after.force(side, name)
            members = (
                []
                if force is None
                else [
                    replace(old, force=name)
                    for unit in force.members
                    if (old := self.before.unit(unit.id)) is not None and old.hex
                ]
            )
            if force is not None and members and self.is_together(force.members):
                nodes = self.after.nodes_of(force.hex, force.members)
                yield Journey(way(self.before, members), nodes[0] if len(nodes) == 1 else force.hex)

    @staticmethod
    def _sailed(old: Unit, new: Unit) -> bool:
        return bool(old.hex) and (old.hex != new.hex or old.force != new.force or old.half != new.half)

    @staticmethod
    def is_together(members: Sequence[Unit]) -> bool:
        """Return whether all units of a Task Force are in one hex."""
        return len({unit.hex for unit in members}) == 1

    @cached_property
    def strays(self) -> tuple[tuple[Unit, ...], ...]:
        """The units of each Task Force that the step has separated."""
        found = defaultdict(list)
        for unit in self.after.in_play():
            if unit.force:
                found[unit.side, unit.force].append(unit)
        return tuple(
            tuple(members)
            for members in found.values()
            if not self.is_together(members) and any(unit.id in self.moved for unit in members)
        )


_last: list[JudgedStep] = []


def judged(before: Situation, after: Situation, moved: Sequence[int]) -> JudgedStep:
    """Return a step as the checks see it. The last few are kept, because all checks look at the same step."""
    was, now, pieces = facts_of(before), facts_of(after), tuple(moved)
    for known in _last:
        if known.before is was and known.after is now and known.moved == pieces:
            return known
    made = JudgedStep(was, now, pieces)
    _last[:] = [made, *_last[:3]]
    return made
