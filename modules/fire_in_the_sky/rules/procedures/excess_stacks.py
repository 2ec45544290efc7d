"""Excess stacking: units go to the Game Turn Track, and the opponent chooses them (3.3.1, 7.3, 12.3, 13.0)."""

from collections.abc import Sequence

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Next, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.module.module_words import says

from ..battle.damage import sent_off
from ..counters.india import entry_noted
from ..position.calendar import DEPLOYMENTS, enemy_of
from ..position.facts import Facts, facts_of
from ..position.stacks import Excess, excesses
from .state import NoState


def picker(facts: Facts, excess: Excess) -> str:
    """Return the side that chooses the units which go: the opponent, or in Return to Base the owner if G-55 decides
    so.
    """
    side = excess.units[0].side
    is_opponents = facts.moment.phase in DEPLOYMENTS or facts.rules("G-55", "opponent")
    return enemy_of(side) if is_opponents else side


@step("Choose the excess units", rule="3.3.1")
def pick(_state: NoState, situation: Situation) -> Steps:
    """Ask which units go, place by place, until no place holds more than its capacity."""
    facts = facts_of(situation)
    excess = next(excesses(facts), None)
    if excess is None:
        return Finish()
    place, group = excess.place, excess.group
    chosen = yield Choose(
        key=f"excess-{place}-{group}",
        by=picker(facts, excess),
        question=says(
            "{place} holds {amount}, and may hold {capacity}. Which units go?",
            place=facts.title(place),
            amount=excess.amount,
            capacity=excess.capacity,
        ),
        among=lambda seen: [unit.id for unit in excess.units if unit.id in seen.game.pieces],
        least=1,
        because=lambda seen, pieces: _enough(facts_of(seen), excess, pieces),
        rule="3.3.1",
        then=says("They go to the Game Turn Track, and come back in their next Reinforcement Phase."),
    )
    going = [unit for piece in chosen if (unit := facts.unit(piece)) is not None]
    effects = sent_off(facts, going, dutch_return=facts.rules("G-50", "return-to-surabaya"))
    return Next(pick, NoState(), [*entry_noted(facts), *effects])


def _enough(facts: Facts, excess: Excess, pieces: Sequence[int]) -> str:
    """Return the reason that a choice is not valid, too few or too many units; "" if it is valid."""
    ratings = [unit.transport for piece in pieces if (unit := facts.unit(piece)) is not None]
    left = excess.amount - sum(ratings)
    if left > excess.capacity:
        return says("{left} would stay, {excess} too many.", left=left, excess=left - excess.capacity)
    if any(left + rating <= excess.capacity for rating in ratings):
        return says("One of them need not go.")
    return ""


def _may_pick(situation: Situation, side: str) -> str:  # noqa: ARG001 - whoever acts may begin it
    return "" if next(excesses(facts_of(situation)), None) else says("3.3.1: No place holds too much.")


RULES = Rules(procedures=(Procedure("stacking", "Excess stacking", "3.3.1, 7.3, 12.3, 13.0", (pick,), _may_pick),))
