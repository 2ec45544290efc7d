"""The payment for moves in the same step: Transport Points and oil (3.3.6, 7.1, 8.2 to 8.4, 9.0)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Due, Finding, Fix
from tabletop.module.module_words import says
from tabletop.texts import listed

from ..moves.operation import OIL
from ..position.facts import Facts
from ..position.points import TRANSPORT, Name, set_points, title_of_points
from ..position.table_steps import one_step
from ..sea.deployment_legs import Charge
from .journeys import Journey, JudgedStep, judged

_NAMES: Final[Mapping[str, Name]] = {**TRANSPORT, OIL: "oil"}


class Unpaid:
    """The check that moves are paid for when they are made.

    It compares the costs of a step's journeys with the points that the markers lost in the step. A player who moves the
    markers in a separate step can use the fix, or switch this check off.
    """

    id = "unpaid"
    title = "Moves are paid for"
    rule = "3.3.6"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for the unpaid costs of a step, with the payment as the fix."""
        step = judged(before, after, moved)
        allowed = [journey for journey in step.journeys if journey.fault is None]
        owed = owing(step, allowed) if allowed else {}
        missing = {pool: amount for pool, amount in owed.items() if amount > 0}
        if not missing:
            return
        pieces = tuple(unit.id for journey in allowed for unit in journey.move.members)
        costs = listed(
            [
                says("{amount} of the {points}", amount=amount, points=title_of_points(_NAMES[pool]))
                for pool, amount in missing.items()
            ]
        )
        rule = "8.4" if set(missing) == {OIL} else self.rule
        yield Finding(
            self.id,
            rule,
            says("This costs {costs}, not yet paid.", costs=costs),
            pieces,
            numbers=tuple(missing.items()),
            due=self.due,
            fix=_fix(step.after, missing, costs),
        )


def owing(step: JudgedStep, journeys: Iterable[Journey]) -> Mapping[str, int]:
    """Return the costs of allowed journeys minus the payments of the step, for each pool that pays.

    Costs that either Allied pool can pay are divided between both. First, payments of these pools beyond their own
    costs are deducted.
    """
    charge, oil = Charge(), 0
    for journey in journeys:
        charge += journey.move.charge(journey.node)
        oil += journey.move.reach()[journey.node].pays.get(OIL, 0)
    paid = {pool: step.before.points.of(name) - step.after.points.of(name) for pool, name in _NAMES.items()}
    owed = {
        "Japan": charge.japan - paid["Japan"],
        "US": charge.us - paid["US"],
        "Britain": charge.britain - paid["Britain"],
        OIL: oil - paid[OIL],
    }
    spare = max(0, -owed["US"]) + max(0, -owed["Britain"])
    either = max(0, charge.either - spare)
    if either:
        for pool, amount in Charge(either=either).split(step.after.points).items():
            owed[pool] = max(0, owed[pool]) + amount
    return owed


def _fix(facts: Facts, missing: Mapping[str, int], costs: str) -> Fix | None:
    points = facts.points
    if any(points.of(_NAMES[pool]) < amount for pool, amount in missing.items()):
        return None
    commands = [
        set_points(facts.situation, _NAMES[pool], points.of(_NAMES[pool]) - amount) for pool, amount in missing.items()
    ]
    return Fix(says("Pay {costs}.", costs=costs), one_step(*commands))


RULES = Rules(checks=(Unpaid(),))
