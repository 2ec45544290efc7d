"""The common base of all ways of moving.

A move is made for units that go together: one unit that deploys, or all units of a Task Force. Its refusal has the id
of the check that reports the same error. So a badge, a refusal and the answer to "why not?" give the same reason.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from msgspec import Struct

from tabletop.assistance import CheckId, PieceId, RuleNumber, Where
from tabletop.game.commands import AnyCommand, At, MovePieces
from tabletop.game.state.values import Value
from tabletop.module.module_words import says
from tabletop.texts import listed

from ..position.facts import Facts
from ..position.geography import PACIFIC
from ..position.points import TRANSPORT, set_points
from ..position.units import Unit
from ..sea.deployment_legs import Charge, DeploymentRefusal


class ReachableHex(Struct, frozen=True):
    """A place that can be reached: the number of hexes, the way itself, and its cost.

    `pays` gives the points by their pool: `Japan`, `US` and `Britain` for Transport Points, `oil` for Oil Points.
    `cost` is their sum. Sea deployment has `legs`, by way of the bases `via`. `is_stopped`: enemy Air ZOC ends it for
    the phase.
    """

    hexes: int
    cost: int
    pays: Mapping[str, int]
    path: tuple[Where, ...]
    legs: int = 0
    via: tuple[Where, ...] = ()
    is_stopped: bool = False


class MoveObstacle(Struct, frozen=True):
    """The reason that a place cannot be reached, or that a move cannot be made: a sentence, its rule, and the id of the
    check that reports it.

    `pieces` would move, and `by` are in their way. `numbers` are the figures of the sentence, by name.
    """

    check: CheckId
    rule: RuleNumber
    says: str
    places: tuple[Where, ...] = ()
    pieces: tuple[PieceId, ...] = ()
    by: tuple[PieceId, ...] = ()
    numbers: tuple[tuple[str, Value], ...] = ()


class BaseMove(ABC):
    """A way of moving for some units that move together, with its results."""

    mode = ""
    takes_whole_force = False
    """True if all units of a Task Force move with any one of them."""

    def __init__(self, facts: Facts, members: Sequence[Unit]) -> None:
        self.facts = facts
        self.members = tuple(members)
        self.side = members[0].side
        self._reach: Mapping[str, ReachableHex] | None = None

    @property
    def start(self) -> str:
        """The place where the move begins."""
        return self.members[0].hex

    @property
    def here(self) -> tuple[str, ...]:
        """The nodes of the moving units: their hex, or their half of Malaya; both halves if they record none."""
        return self.facts.nodes_of(self.members[0].hex, self.members)

    def refused(self) -> MoveObstacle | None:
        """Return the reason that forbids this way of moving altogether; None if there is none."""
        for unit in self.members:
            found = self._refused(unit)
            if found is not None:
                return MoveObstacle(found.check, found.rule, found.says, self._places(unit.hex), (unit.id,))
        return None

    @abstractmethod
    def _refused(self, unit: Unit) -> DeploymentRefusal | None:
        """Return the reason that forbids one of the units to move in this way; None if it may."""

    def reach(self) -> Mapping[str, ReachableHex]:
        """Return all places that can be reached, by node, even if the move as a whole is forbidden."""
        if self._reach is None:
            self._reach = self._reached()
        return self._reach

    @abstractmethod
    def _reached(self) -> Mapping[str, ReachableHex]:
        """Return all places that can be reached, by node, for `reach`, which keeps them."""

    def why_not(self, goal: str) -> MoveObstacle | None:
        """Return the reason that a place cannot be reached; None if it can.

        For Malaya as a whole it is enough to reach either half.
        """
        refused = self.refused()
        if refused is not None:
            return refused
        nodes = self.facts.geography.parts_of(goal)
        if goal in self.reach() or any(node in self.reach() for node in nodes):
            return None
        return self._why_not(goal) or self.blocked(
            "out-of-reach", "3.2", says("{place} is out of reach.", place=self._title(goal)), goal
        )

    @abstractmethod
    def _why_not(self, goal: str) -> MoveObstacle | None:
        """Return the reason that a place is not reached; None if nothing more is known."""

    def charge(self, goal: str) -> Charge:  # noqa: ARG002 - some ways of moving are free
        """Return the Transport Points for a place that is reached, by the pool that pays; by default there are none."""
        return Charge()

    @abstractmethod
    def command(self, goal: str) -> AnyCommand:
        """Return the command that moves the units to a place that is reached, pays, and records the move.

        Raises KeyError for a place that is not reached.
        """

    def blocked(self, check: str, rule: str, sentence: str, *places: str, **numbers: Value) -> MoveObstacle:
        """Return a reason, with the moving units as its pieces."""
        pieces = tuple(unit.id for unit in self.members)
        return MoveObstacle(check, rule, sentence, self._places(*places), pieces, numbers=tuple(numbers.items()))

    def _places(self, *places: str) -> tuple[Where, ...]:
        return tuple(self.facts.at(place) for place in places if place)

    def _path(self, nodes: Sequence[str]) -> tuple[Where, ...]:
        return tuple(Where(PACIFIC, node) for node in nodes)

    def _title(self, place: str) -> str:
        return self.facts.title(place)

    @property
    def name(self) -> str:
        """The name of the Task Force, or else the names of the moving units."""
        force = self.members[0].force
        return force or listed([unit.name for unit in self.members])

    @property
    def ids(self) -> tuple[int, ...]:
        """The moving pieces."""
        return tuple(unit.id for unit in self.members)

    def _going(self, goal: str) -> MovePieces:
        return MovePieces(self.ids, At(PACIFIC, self.facts.geography.hex_of(goal)))

    def _paying(self, pays: Mapping[str, int]) -> list[AnyCommand]:
        points, situation = self.facts.points, self.facts.situation
        found: list[AnyCommand] = []
        for pool, amount in pays.items():
            name = TRANSPORT.get(pool, "oil")
            found.append(set_points(situation, name, points.of(name) - amount))
        return found
