"""Orders to units whose goals need no search: air commitment (10.0), return to base (12.1)."""

from collections.abc import Mapping
from typing import Final

from tabletop.game.commands import AnyCommand, At, MovePieces, SetTrait
from tabletop.module.module_words import says
from tabletop.texts import listed_or

from ..position import units
from ..position.geography import PACIFIC
from ..position.table_steps import one_step
from ..position.units import Unit
from ..sea.deployment_legs import DeploymentRefusal
from ..sea.return_ports import commitment_goals, must_return, return_ports
from .base_move import BaseMove, MoveObstacle, ReachableHex


class Commitment(BaseMove):
    """The commitment of air units to their own hex or one next to it. The counters stay in place."""

    mode = "commit"

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        if unit.side != self.facts.moment.phasing:
            return DeploymentRefusal(
                "commitment",
                "10.0",
                says("{unit} fights in its own hex: it is not the phasing player's.", unit=unit.name),
            )
        if not commitment_goals(self.facts, unit):
            return DeploymentRefusal("commitment", "10.0", says("{unit} is not an air unit at a base.", unit=unit.name))
        return None

    def _reached(self) -> Mapping[str, ReachableHex]:
        goals = commitment_goals(self.facts, self.members[0])
        return {goal: ReachableHex(int(goal != self.start), 0, {}, self._path((self.start, goal))) for goal in goals}

    def _why_not(self, goal: str) -> MoveObstacle | None:
        sentence = says("{place} is not next to {start}.", place=self._title(goal), start=self._title(self.start))
        return self.blocked("commitment", "10.0", sentence, goal)

    def command(self, goal: str) -> AnyCommand:
        """Return the command that records the hex on the units. For their own hex, it records ""."""
        self.reach()[goal]
        return SetTrait(self.ids, units.COMMITTED, "" if goal == self.start else goal)


class ReturnToBase(BaseMove):
    """The return of ships to the port of their nation, over any distance."""

    mode = "return"

    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        if not must_return(unit):
            return DeploymentRefusal(
                "return-port", "12.1", says("{unit} did not leave port; it does not return.", unit=unit.name)
            )
        return None

    def _reached(self) -> Mapping[str, ReachableHex]:
        ports = [set(return_ports(self.facts, unit)) for unit in self.members]
        return {
            port: ReachableHex(0, 0, {}, self._path((self.start, port)))
            for port in return_ports(self.facts, self.members[0])
            if all(port in each for each in ports)
        }

    def _why_not(self, goal: str) -> MoveObstacle | None:
        home = listed_or([self._title(port) for port in self.reach()]) or says("the Turn Track")
        return self.blocked(
            "return-port",
            "12.1",
            says("{units} returns to {home}, not to {place}.", units=self.name, home=home, place=self._title(goal)),
            goal,
        )

    def command(self, goal: str) -> AnyCommand:
        """Return the command that moves ships to a port, to anchor, and takes them out of the Task Force."""
        self.reach()[goal]
        return to_port(self.ids, goal)


_AT_ANCHOR: Final[Mapping[str, str]] = {units.SHOWS: units.AT_ANCHOR, units.FORCE: "", units.HALF: ""}


def to_port(ships: tuple[int, ...], port: str) -> AnyCommand:
    """Return the command that brings ships home: to a port, at anchor, and out of their Task Force."""
    written = (SetTrait(ships, name, value) for name, value in _AT_ANCHOR.items())
    return one_step(MovePieces(ships, At(PACIFIC, port)), *written)
