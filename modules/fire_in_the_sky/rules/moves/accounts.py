"""The costs of a move, part by part: the hexes of the way, and the points, each with the units that cost them."""

from collections.abc import Sequence
from itertools import pairwise

from tabletop.assistance import Account, NumberPart, Where
from tabletop.module.module_words import says
from tabletop.texts import listed

from ..position.calendar import enemy_of
from ..position.facts import Facts
from ..position.points import TRANSPORT, title_of_points
from ..position.units import Unit
from ..sea.deployment_legs import pool_of
from .base_move import BaseMove, ReachableHex
from .operation import OIL, Operation


def accounts_of(move: BaseMove, place: str) -> Sequence[Account]:
    """Return the accounts of the hexes to a place, and of the points to pay, with the units that cost them.

    The more important number comes first: the hexes of a Task Force, or the points of a deployment.
    """
    reached = move.reach()[place]
    hexes, paid = _hexes(move, reached), [_paid(move, reached, pool) for pool in reached.pays]
    return (hexes, *paid) if isinstance(move, Operation) else (*paid, hexes)


def _hexes(move: BaseMove, reached: ReachableHex) -> Account:
    """Return the account of the way, hex by hex, with the enemy Air ZOC on it."""
    facts = move.facts
    rule = "8.2" if isinstance(move, Operation) else "7.1"
    parts = [
        NumberPart(facts.title(step.place), "+1", rule, _watched(facts, move.side, step)) for step in reached.path[1:]
    ]
    hexes = str(reached.hexes)
    if isinstance(move, Operation):
        hexes = says("{hexes} of {allowance}", hexes=reached.hexes, allowance=move.allowance)
    return Account(says("Hexes"), hexes, rule, tuple(parts))


def _watched(facts: Facts, side: str, step: Where) -> str:
    if not facts.in_enemy_zone(step.place, side):
        return ""
    bases = dict.fromkeys(facts.title(unit.hex) for unit in facts.zone_from(step.place, enemy_of(side)))
    return says("3.3.2: in the enemy Air ZOC of {bases}", bases=listed(list(bases)))


def _paid(move: BaseMove, reached: ReachableHex, pool: str) -> Account:
    if isinstance(move, Operation):
        return _oil(move, reached) if pool == OIL else _passage(move, reached, pool)
    facts = move.facts
    legs = [*(facts.title(base.place) for base in (reached.path[0], *reached.via, reached.path[-1]))]
    payers = [unit for unit in move.members if _pays(facts, unit, pool)]
    parts = [
        NumberPart(
            says("{start} to {end}: {unit}", start=start, end=end, unit=unit.name), f"+{unit.transport}", "3.3.6, 7.1"
        )
        for start, end in pairwise(legs)
        for unit in payers
    ]
    return _points(move, reached, pool, "7.1", _with_rest(parts, reached, pool))


def _points(move: BaseMove, reached: ReachableHex, pool: str, rule: str, parts: Sequence[NumberPart]) -> Account:
    """Return the account of the payment from a pool, with the rest of the pool."""
    name, paid = TRANSPORT.get(pool, "oil"), reached.pays[pool]
    return Account(title_of_points(name), str(paid), rule, tuple(parts), str(move.facts.points.of(name) - paid))


def _oil(move: Operation, reached: ReachableHex) -> Account:
    """Return the account of the oil: the Transport ratings, 50 % more for a long way, minus the earlier
    payments (8.4).
    """
    parts = [NumberPart(ship.name, f"+{ship.transport}", "8.4") for ship in move.force.ships]
    parts += [NumberPart(says("More than four hexes: half as much again"), _signed(_more_oil(move, reached)), "8.4")]
    parts += _before(move, OIL)
    return _points(move, reached, OIL, "8.4", [part for part in parts if part.adds != "+0"])


def _more_oil(move: Operation, reached: ReachableHex) -> int:
    return move.pays(reached.hexes).get(OIL, 0) - sum(ship.transport for ship in move.force.ships)


def _passage(move: Operation, reached: ReachableHex, pool: str) -> Account:
    """Return the account of the passage: twice the Transport rating of each passenger (8.2, 8.3)."""
    payers = [unit for unit in move.force.passengers if _pays(move.facts, unit, pool)]
    parts = [
        NumberPart(says("{unit}, twice its Transport rating", unit=unit.name), f"+{2 * unit.transport}", "8.2")
        for unit in payers
    ]
    return _points(move, reached, pool, "8.2", _with_rest([*parts, *_before(move, pool)], reached, pool))


def _before(move: Operation, pool: str) -> list[NumberPart]:
    paid = move.paid().get(pool, 0)
    return [NumberPart(says("Paid before, on the way so far"), f"-{paid}", "8.1")] if paid else []


def _pays(facts: Facts, unit: Unit, pool: str) -> bool:
    return pool in pool_of(facts, unit)


def _with_rest(parts: Sequence[NumberPart], reached: ReachableHex, pool: str) -> tuple[NumberPart, ...]:
    """Return the parts. If two pools pay together, add the share of the other pool (G-59)."""
    rest = reached.pays[pool] - sum(int(part.adds) for part in parts)
    shared = NumberPart(says("Paid by the other Allied pool"), _signed(rest), "3.3.6") if rest else None
    return (*parts, *((shared,) if shared else ()))


def _signed(number: int) -> str:
    return f"{number:+}"
