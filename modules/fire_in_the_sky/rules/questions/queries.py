"""The game's own questions besides those of every module: costs, landings, commitment, ports, the lifeline."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Data, Rules, Unanswerable
from rules_assist.rulebook.place_queries import mode_of, pieces_in, side_in, where_in
from tabletop.assistance import PieceId, Where

from ..moves.base_move import MoveObstacle, ReachableHex
from ..moves.offers import PacificMode
from ..moves.operation import MailDeployment
from ..position.facts import Facts, facts_of
from ..position.geography import ALLIES, BOXES, JAPAN, PACIFIC
from ..position.stacks import GROUPS, held_at
from ..position.units import Unit
from ..sea.return_ports import commitment_goals, landing_range, return_ports
from ..sea.supply_lines import bombing, chain, has_line, lifeline, lines_of, supply_of


class MoveAnswer(Struct, frozen=True):
    """The cost of a move to a place and the pools that pay it; if the move is not `allowed`, `why_not` is the reason.

    `hexes` is the length of the way, and `path` has its places. Sea deployment has `legs`, by way of the bases `via`.
    `is_stopped`: enemy Air ZOC ends the move for the phase.
    """

    allowed: bool
    hexes: int = 0
    cost: int = 0
    pays: Mapping[str, int] = {}
    legs: int = 0
    via: tuple[Where, ...] = ()
    path: tuple[Where, ...] = ()
    is_stopped: bool = False
    why_not: MoveObstacle | None = None


class MoveQuery:
    """`{of: [akagi], mode: operation, to: Wake}`: the cost of a move and its way, or the reason that it cannot
    be made.
    """

    id = "move"
    title = "Cost of a move"
    rule = "7.0, 8.0, 9.0"
    takes: ClassVar = {
        "of": "the unit, or units that move together",
        "mode": "the way of moving; the only one that they have, if left out",
        "to": "the place to get to",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> MoveAnswer:
        """Return the cost, or the reason that the move cannot be made. Raises `Unanswerable` for an unknown place
        or way.
        """
        pieces = pieces_in(situation, given)
        mode = mode_of(situation, pieces, given)
        if not isinstance(mode, PacificMode):
            raise Unanswerable(f"{mode.title} has no costs of this game.")
        move = mode.move(situation, pieces)
        place = facts_of(situation).geography.find(str(given.get("to")))
        if place is None:
            raise Unanswerable(f"There is no place '{given.get('to')}'.")
        why_not = move.why_not(place)
        if why_not is not None:
            return MoveAnswer(False, why_not=why_not)
        node = next(each for each in (place, *move.facts.geography.parts_of(place)) if each in move.reach())
        return _moved(move.reach()[node])


def _moved(reached: ReachableHex) -> MoveAnswer:
    return MoveAnswer(
        True, reached.hexes, reached.cost, reached.pays, reached.legs, reached.via, reached.path, reached.is_stopped
    )


class MailAnswer(Struct, frozen=True):
    """The reaction goals after a deployment to a base."""

    base: Where
    legs: int
    reactions: tuple[Where, ...]


class MailQuery:
    """`{of: [enterprise], via: Pearl Harbor}`: the reaction goals of ships after a deployment to a base (16.1.1)."""

    id = "radar-reaction"
    title = "Reaction after a deployment"
    rule = "16.1.1"
    takes: ClassVar = {"of": "the ships", "via": "the base that they deploy to first"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> MailAnswer:
        """Return the base, the number of legs to it, and the reaction goals from there.

        Raises `Unanswerable` if the ships cannot deploy there.
        """
        facts = facts_of(situation)
        members = facts.members(pieces_in(situation, given), whole_forces=True)
        move = MailDeployment(facts, members)
        base = where_in(situation, given.get("via"), PACIFIC).place
        fault = move.why_not(base)
        if fault is not None:
            raise Unanswerable(f"{fault.says} ({fault.rule})")
        reactions = tuple(Where(PACIFIC, goal) for goal in move.then_reacts_to(base))
        return MailAnswer(facts.at(base), move.reach()[base].legs, reactions)


class LandingAnswer(Struct, frozen=True):
    """The answer about a landing in a hex: whether it is in range, the nearest friendly base in range, and its
    distance.
    """

    in_range: bool
    base: Where | None
    hexes: int | None


class LandingQuery:
    """`{at: Wake, side: JP}`, or `{of: snlf}` for a unit's own hex: the friendly base in range of a landing, if any."""

    id = "landing"
    title = "Range of landings"
    rule = "11.2.5.1"
    takes: ClassVar = {
        "at": "the hex, or a half of Malaya",
        "of": "in place of `at`: a unit, for its own hex",
        "side": "the side that lands; the side that asks, if left out",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> LandingAnswer:
        """Return the nearest friendly base and its distance; None for both if none is in range.

        Raises `Unanswerable` for an unknown place.
        """
        facts = facts_of(situation)
        if "of" in given:
            unit = _unit(facts, situation, given)
            place, side = facts.nodes_of(unit.hex, [unit])[0], unit.side
        else:
            place, side = str(given.get("at")), side_in(situation, given.get("side"))
        node = facts.geography.find(place)
        if node is None or not (facts.geography.is_hex(facts.geography.hex_of(node)) or node in BOXES):
            raise Unanswerable(f"There is no hex '{place}'.")
        found = landing_range(facts, node, side)
        return LandingAnswer(
            found.in_range, facts.at(found.base) if found.base else None, found.hexes if found.in_range else None
        )


class PlacesAnswer(Struct, frozen=True):
    """An answer that consists of places."""

    places: tuple[Where, ...]


class CommitQuery:
    """`{of: air-1}`: the hexes to which an air unit can be committed (10.0).

    In the other side's part, this is only the unit's own hex.
    """

    id = "commit"
    title = "Air commitment"
    rule = "10.0"
    takes: ClassVar = {"of": "the air unit"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> PlacesAnswer:
        """Return the hexes: the air unit's own, and for the phasing player those next to it. A unit aboard has none."""
        facts = facts_of(situation)
        return PlacesAnswer(tuple(map(facts.at, commitment_goals(facts, _unit(facts, situation, given)))))


class ReturnQuery:
    """`{of: akagi}`: the ports to which a ship returns (12.1)."""

    id = "return"
    title = "Return to base"
    rule = "12.1"
    takes: ClassVar = {"of": "the ship"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> PlacesAnswer:
        """Return the ports. There are none if the ship has no port left. Raises `Unanswerable` for any other unit."""
        facts = facts_of(situation)
        unit = _unit(facts, situation, given)
        if unit.group != "naval":
            raise Unanswerable(f"{unit.name} is no ship; only ships return to base.")
        return PlacesAnswer(tuple(map(facts.at, return_ports(facts, unit))))


class LandSupplyAnswer(Struct, frozen=True):
    """The supply of a land unit in battle.

    `why` names the source of the supply, or the reason that there is none, and `line` is the Supply Line, if one is
    needed. If no line reaches the unit, `cut_at` are the hexes where enemy Air ZOC stops lines, and `by` are the air
    units behind it.
    """

    supplied: bool
    why: str
    line: tuple[Where, ...] = ()
    cut_at: tuple[Where, ...] = ()
    by: tuple[PieceId, ...] = ()


class LandSupplyQuery:
    """`{of: ija-18, sea_control: AL}`: the supply of a land unit in battle (11.2.5.4)."""

    id = "land-supply"
    title = "Supply in battle"
    rule = "11.2.5.4"
    takes: ClassVar = {"of": "the land unit", "sea_control": "the side that has Sea Control; nobody, if left out"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> LandSupplyAnswer:
        """Return the source of the supply (Home Base, Sea Control or a line), or the reason that there is none."""
        facts = facts_of(situation)
        unit = _unit(facts, situation, given)
        sea_control = side_in(situation, given["sea_control"]) if given.get("sea_control") else ""
        found = supply_of(facts, unit, sea_control)
        return LandSupplyAnswer(
            found.is_supplied,
            found.why,
            tuple(map(facts.at, found.line)),
            *_held(facts, dict(found.held)),
        )


class LineAnswer(Struct, frozen=True):
    """The line of a nation to a place: `chain` has the Home Base, the bases and the place.

    If the line is not `open`, `cut_at` are the hexes where enemy Air ZOC stops it, and `by` are the air units behind
    it.
    """

    open: bool
    chain: tuple[Where, ...] = ()
    cut_at: tuple[Where, ...] = ()
    by: tuple[PieceId, ...] = ()


class LineQuery:
    """`{to: Singapore, nation: Japan}`: a nation's Supply Line to a place, or the place of its cut. Without
    `to`, the lifeline from the West Coast to Brisbane.
    """

    id = "lifeline"
    title = "Supply Line or lifeline"
    rule = "3.3.4, 4.3.1"
    takes: ClassVar = {"to": "a place; Brisbane, if left out", "nation": "Japan, US, ANZAC or Britain; US, if left out"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> LineAnswer:
        """Return the chain of bases, or the cut. Raises `Unanswerable` for an unknown place or nation."""
        facts = facts_of(situation)
        place = facts.geography.find(str(given.get("to", "Brisbane")))
        nation = given.get("nation", "US")
        if place is None or nation not in ("Japan", "US", "ANZAC", "Britain"):
            raise Unanswerable(f"There is no line of '{nation}' to '{given.get('to')}'.")
        is_open = has_line(facts, str(nation), place) if "to" in given else lifeline(facts)
        if is_open:
            return LineAnswer(True, tuple(map(facts.at, chain(facts, str(nation), place))))
        held = lines_of(facts, str(nation)).held_before(facts.geography.hex_of(place))
        return LineAnswer(False, (), *_held(facts, held))


def _held(facts: Facts, held: Mapping[str, tuple[int, ...]]) -> tuple[tuple[Where, ...], tuple[PieceId, ...]]:
    """Return the hexes where enemy Air ZOC stops lines, and the air units behind it, each once."""
    return tuple(map(facts.at, held)), tuple(dict.fromkeys(piece for pieces in held.values() for piece in pieces))


class BombingAnswer(Struct, frozen=True):
    """The bombing of Japan (16.1.3): whether it is allowed, and the bases.

    `bases` are those in range with a Supply Line, and `unsupplied` those in range without one. `near` are those that
    give the dice +1 (`plus_one`).
    """

    allowed: bool
    bases: tuple[Where, ...]
    unsupplied: tuple[Where, ...]
    plus_one: bool
    near: tuple[Where, ...]


class BombingQuery:
    """`{}`: the bases from which strategic bombing is possible (16.1.3), even if the rule is not used."""

    id = "bombing"
    title = "Strategic bombing"
    rule = "16.1.3"
    takes: ClassVar[Mapping[str, str]] = {}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> BombingAnswer:  # noqa: ARG002 - no words
        """Return the bases with a Supply Line, those without one, and those near enough for +1."""
        facts = facts_of(situation)
        found = bombing(facts)
        bases, unsupplied, near = (tuple(map(facts.at, each)) for each in (found.bases, found.unsupplied, found.near))
        return BombingAnswer(bool(bases), bases, unsupplied, bool(near), near)


class CapacityAnswer(Struct, frozen=True):
    """The Transport ratings of a side's units in a place, and the capacities of the place.

    `air`, `naval` and `land` are each the amount and the capacity, in Transport ratings; a capacity of None means no
    limit. `controlled_by` is the side that controls the place ("": nobody).
    """

    place: Where
    controlled_by: str
    air: tuple[int, int | None]
    naval: tuple[int, int | None]
    land: tuple[int, int | None]


class CapacityQuery:
    """`{at: Truk, side: JP}`: a side's units in a base, and its capacity (3.3.1, 15.2): `air: [2, 4]` is 2 of 4."""

    id = "capacity"
    title = "Capacity of a base"
    rule = "3.3.1"
    takes: ClassVar = {"at": "the base", "side": "the side; the side that asks, if left out"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> CapacityAnswer:
        """Return air, port and land: the contents, and the capacity."""
        facts = facts_of(situation)
        place = where_in(situation, given.get("at"), PACIFIC).place
        side = side_in(situation, given.get("side"))
        there = (held_at(facts, place, side, group) for group in GROUPS)
        air, naval, land = ((one.amount, one.capacity) for one in there)
        return CapacityAnswer(facts.at(place), facts.control(place), air, naval, land)


class BasesAnswer(Struct, frozen=True):
    """The bases that a side controls, and their Victory Points."""

    side: str
    places: tuple[Where, ...]
    points: int


class BasesQuery:
    """`{side: JP}`: the bases that a side controls, and their Victory Points (3.3.10)."""

    id = "bases"
    title = "Bases of a side"
    rule = "3.3.10"
    takes: ClassVar = {"side": "the side; the side that asks, if left out"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> BasesAnswer:
        """Return the bases, and the sum of their Victory Points."""
        facts = facts_of(situation)
        side = side_in(situation, given.get("side"))
        held = facts.bases(side)
        return BasesAnswer(side, tuple(facts.at(site.place) for site in held), sum(site.points for site in held))


def _unit(facts: Facts, situation: Situation, given: Mapping[str, Data]) -> Unit:
    pieces = pieces_in(situation, given)
    unit = facts.unit(pieces[0])
    if unit is None or unit.side not in (JAPAN, ALLIES):
        raise Unanswerable(f"{situation.game.kind_of(pieces[0]).name} is no unit.")
    return unit


RULES = Rules(
    queries=(
        MoveQuery(),
        MailQuery(),
        LandingQuery(),
        CommitQuery(),
        ReturnQuery(),
        LandSupplyQuery(),
        LineQuery(),
        BombingQuery(),
        CapacityQuery(),
        BasesQuery(),
    )
)
