"""The ways of moving as the assistant shows them, in the terms of the game.

`movement.yaml` has the steps, stops and allowances of all ways by sea. The rest is Python, because rule files have no
words for it: a Task Force pays for all its units together, from the pools of several nations and from the oil, so that
its reach ends where these points end (7.1, 8.0, 8.4); a sea deployment is a chain of legs between bases, each of them
paid (7.1); a commitment moves no counter (10.0), and a return has the whole map as its reach (12.1).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules_assist.movement.ways import STOP
from rules_assist.places.stacking import rule_passed
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules, Unanswerable
from rules_assist.rulebook.place_parts import BackWay, MoveHold, Why, WhyNot
from tabletop.assistance import Account, Where
from tabletop.game.commands import AnyCommand
from tabletop.game.state.values import Value
from tabletop.module.module_words import says
from tabletop.texts import listed

from ..position.calendar import enemy_of
from ..position.facts import Facts, facts_of
from ..position.geography import PACIFIC
from .accounts import accounts_of
from .base_move import BaseMove, MoveObstacle, ReachableHex
from .modes import MOVES, move_of
from .operation import Operation
from .orders import Commitment

_IN_ZONE_HEXES: Final = 1
"""The hexes left to a Task Force that has entered an enemy Air ZOC (8.0)."""

_WHY: Final[Mapping[str, Why]] = {
    "air-zoc": "stopped",
    "impassable": "blocked",
    "sea-hex": "blocked",
    "off-map-box": "blocked",
    "entry-flag": "blocked",
    "land-hex": "no-end",
    "deploy-end": "no-end",
    "unpacking": "no-end",
    "reaction-goal": "no-end",
    "points": "too-far",
    "oil": "too-far",
    "deploy-range": "too-far",
    "force-range": "too-far",
    "reaction-range": "too-far",
}
"""The sort of reason behind each check, by its id; `no-way` for any other check."""


class PacificReach:
    """The reach of some units. The cost is in hexes for Task Forces, and in Transport Points for sea deployment.

    It replaces the reach of rule files, in which each piece has an allowance of its own that no other piece can use.
    """

    map = PACIFIC

    def __init__(self, move: BaseMove) -> None:
        self.move = move
        self._refused = move.refused()
        self._reach: Mapping[str, ReachableHex] = {} if self._refused else move.reach()

    @property
    def places(self) -> Sequence[str]:
        """The places where the move can end, without its start, by the number of legs and then of hexes."""
        return sorted((place for place in self._reach if place not in self.move.here), key=self._order)

    def _order(self, place: str) -> tuple[int, int]:
        return self._reach[place].legs, self._reach[place].hexes

    def cost(self, place: str) -> int:
        """Return the number of hexes; for sea deployment, the Transport Points."""
        reached = self._reach[place]
        return reached.cost if reached.legs else reached.hexes

    def left(self, place: str) -> int:
        """Return the rest of a Task Force's allowance in hexes; for other moves, the Transport Points left in the
        paying pools.
        """
        reached, move = self._reach[place], self.move
        if isinstance(move, Operation):
            return move.allowance - reached.hexes
        points = move.facts.points
        return sum(points.transport(pool) - paid for pool, paid in reached.pays.items())

    def legs(self, place: str) -> int:
        """Return the number of legs; 1 for ways of moving without legs."""
        return max(self._reach[place].legs, 1)

    def path(self, place: str) -> tuple[str, ...]:
        """Return the places on the way, both ends included."""
        return tuple(where.place for where in self._reach[place].path)

    def back(self, place: str) -> BackWay | None:  # noqa: ARG002 - asked of every reach
        """Return None: no move needs a way back."""
        return None

    def note(self, place: str) -> str:
        """Return "stop" if enemy Air ZOC ends the move, or "+1" if it leaves one more hex (7.1, 8.0); otherwise ""."""
        move = self.move
        if self._reach[place].is_stopped:
            return STOP
        if not isinstance(move, Operation) or not move.facts.in_enemy_zone(place, move.side):
            return ""
        return "+1" if self._goes_on(place) else STOP

    def _goes_on(self, place: str) -> bool:
        return any(len(other.path) > 1 and other.path[-2].place == place for other in self._reach.values())

    def held(self, place: str) -> MoveHold | None:
        """Return the enemy Air ZOC on the way to a place, and its owners; None if there is none.

        For an operation, this is the first hex on the way in enemy Air ZOC; for a deployment, the last hex of the way.
        """
        move, reached = self.move, self._reach[place]
        operates = isinstance(move, Operation)
        if not operates and not reached.is_stopped:
            return None
        way = [step.place for step in (reached.path if operates else reached.path[-1:])]
        at = next((each for each in way if move.facts.in_enemy_zone(each, move.side)), None)
        if at is None:
            return None
        flown = move.facts.zone_from(at, enemy_of(move.side))
        whose = listed(list(dict.fromkeys(move.facts.title(unit.hex) for unit in flown)))
        leaves = _IN_ZONE_HEXES if operates and at == place and self._goes_on(place) else 0
        return MoveHold(at, says("enemy Air ZOC of {bases}", bases=whose), "8.0" if operates else "7.1", leaves)

    def dear(self, place: str) -> str:
        """Return the reason that a place costs more: two or more legs (7.1), or a long operation that burns more oil
        (8.4); "" for other places.
        """
        reached = self._reach[place]
        if reached.legs > 1:
            return says("{legs} legs", legs=reached.legs)
        return says("oil × 1½") if isinstance(self.move, Operation) and self.move.burns_more(reached.hexes) else ""

    def crowded(self, place: str) -> str:
        """Return "3.3.1" if the capacity of a place would be exceeded, otherwise "". For Task Forces and air commitment
        it is always "", because such units are not based in the place.
        """
        if isinstance(self.move, Operation | Commitment):
            return ""
        return rule_passed(self.move.facts.situation, Where(PACIFIC, place), self.move.ids)

    def accounts(self, place: str) -> Sequence[Account]:
        """Return the accounts of the hexes of the way, and of the points to pay for it."""
        return accounts_of(self.move, place)

    def why_not(self, place: str) -> WhyNot | None:
        """Return the reason that a place is not reached. None for a place that is reached, and for the start."""
        geography = self.move.facts.geography
        geography.node(place)
        here = self.move.members[0].hex
        if place in geography.parts_of(geography.hex_of(here)) or place == here:
            return None
        fault = self._refused or self.move.why_not(place)
        return None if fault is None else _why_not(self.move.facts, fault)

    def beside(self) -> Sequence[str]:
        """Return the unreached places next to reached ones or to the start."""
        terrain = self.move.facts.geography.terrain
        found = [
            terrain.numbers[place]
            for place in (*self._reach, *self.move.facts.geography.parts_of(self.move.members[0].hex))
        ]
        near = terrain.near(found, 1)
        return [
            terrain.names[node]
            for node in sorted(near.difference(found))
            if terrain.whole[node] != node or not terrain.parts(node)
        ]


def _why_not(facts: Facts, fault: MoveObstacle) -> WhyNot:
    numbers = dict(fault.numbers)
    return WhyNot(
        why=_WHY.get(fault.check, "no-way"),
        sentence=f"{fault.says} ({fault.rule})",
        rule=fault.rule,
        at=facts.title(fault.places[0].place) if fault.places else "",
        needs=_number(numbers.get("hexes", numbers.get("cost"))),
        has=_number(numbers.get("most", numbers.get("left"))),
        pieces=fault.by,
    )


def _number(value: Value) -> int | None:
    return value if isinstance(value, int) else None


class PacificMode:
    """A way of moving, for the assistant's searches, previews and questions, with its command."""

    per_point = 1

    def __init__(self, id: str, title: str, rule: str, groups: frozenset[str]) -> None:
        self.id = id
        self.title = title
        self.rule = rule
        self._groups = groups

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece moves in this way. It must be a unit of a group that does so, and on the map."""
        unit = facts_of(situation).unit(piece)
        return unit is not None and bool(unit.hex) and unit.group in self._groups

    def closed(self, situation: Situation, pieces: Sequence[int]) -> str:
        """Return the reason that units cannot move as a Task Force (8.0); "" if they can, or need not.

        Either some are in no Task Force, or they are in several, which move one at a time.
        """
        if not MOVES[self.id].takes_whole_force:
            return ""
        members = facts_of(situation).members(pieces, whole_forces=False)
        alone = ", ".join(unit.name for unit in members if not unit.force)
        if alone:
            return says("only as part of a Task Force; {units} must be in one first (8.0).", units=alone)
        forces = list(dict.fromkeys(unit.force for unit in members))
        return (
            says("one Task Force at a time; these belong to {forces} (8.0).", forces=listed(forces))
            if len(forces) > 1
            else ""
        )

    def move(self, situation: Situation, pieces: Sequence[int]) -> BaseMove:
        """Return the move of these pieces together. If the way of moving takes whole Task Forces, all units of their
        Task Forces move too.

        Raises `Unanswerable` for pieces that are no units, that are off the map, or that are not all in one hex, unless
        the move is an Operation.
        """
        facts = facts_of(situation)
        for piece in pieces:
            if facts.unit(piece) is None and not facts.is_force_marker(piece):
                raise Unanswerable(says("{piece} is not a unit.", piece=situation.game.kind_of(piece).name))
        members = facts.members(pieces, whole_forces=MOVES[self.id].takes_whole_force)
        if not members or not all(unit.hex for unit in members):
            raise Unanswerable(says("Only units on the map can move."))
        if len({unit.hex for unit in members}) > 1 and not issubclass(MOVES[self.id], Operation):
            raise Unanswerable(says("Units that move together must be in one hex."))
        return move_of(facts, self.id, members)

    def reach(self, situation: Situation, pieces: Sequence[int]) -> PacificReach:
        """Return the reach of these pieces when they move together."""
        return PacificReach(self.move(situation, pieces))

    def command(self, situation: Situation, pieces: Sequence[int], place: str) -> AnyCommand | None:
        """Return the command that moves these pieces to a place, pays for it and records it. None if they cannot go
        there.

        For Malaya as a whole, they go to the half with the shorter way.
        """
        move = self.move(situation, pieces)
        if move.refused() is not None:
            return None
        node = next(iter(sorted(_reached_parts(move, place), key=lambda each: move.reach()[each].hexes)), None)
        return None if node is None else move.command(node)


def _reached_parts(move: BaseMove, place: str) -> list[str]:
    parts = (place, *move.facts.geography.parts_of(place))
    return [each for each in dict.fromkeys(parts) if each in move.reach()]


_EVERY: Final = frozenset({"naval", "air", "land", "replacements"})
_SHIPS: Final = frozenset({"naval"})

MODES: Final = (  # free moves come first: a counter that is dropped takes the first one that leads there
    PacificMode("one-hex", title="One-hex deployment", rule="7.2", groups=frozenset({"naval", "air", "land"})),
    PacificMode("sea-deploy", title="Sea deployment", rule="7.1", groups=_EVERY),
    PacificMode("operation", title="Operational movement", rule="8.0", groups=_EVERY),
    PacificMode("reaction", title="Reaction", rule="9.0", groups=_SHIPS),
    PacificMode("radar-deploy", title="Sea deployment before Reaction", rule="16.1.1", groups=_SHIPS),
    PacificMode("box-move", title="From an off-map box", rule="6.4", groups=_EVERY),
    PacificMode("commit", title="Air commitment", rule="10.0", groups=frozenset({"air"})),
    PacificMode("return", title="Return to base", rule="12.1", groups=_SHIPS),
)


RULES = Rules(modes=MODES)
