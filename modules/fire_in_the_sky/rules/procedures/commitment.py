"""Air commitment (10.0), and the fate of units aboard without a battle (8.2, 8.3, 11.2.6)."""

from collections.abc import Iterator, Sequence

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Pick, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Where
from tabletop.game.commands import SetTrait
from tabletop.module.module_words import says

from ..battle.combat import battle_hexes
from ..battle.damage import gone_ashore, turned_back
from ..position import units
from ..position.calendar import AIR_COMMITMENT, COMBAT
from ..position.facts import Facts, facts_of
from ..position.units import Unit
from ..sea.return_ports import commitment_goals
from .state import ActingSide, NoState

# --- 10.0 ---


def committable(facts: Facts, side: str) -> Iterator[Unit]:
    """Return the air units that their side can commit: all at a base, except those in Naval Aviation."""
    return (
        unit
        for unit in facts.in_play(side)
        if commitment_goals(facts, unit) and facts.is_base(unit.hex) and not facts.is_naval_aviation(unit)
    )


@step("Commit aircraft", rule="10.0")
def commit(state: ActingSide, situation: Situation) -> Steps:
    """Commit some air units of one base to a hex next to it, or back to their own. The counters stay in place."""
    chosen = yield Choose(
        key="units",
        by=state.side,
        question=says("Which air units are committed?"),
        among=lambda seen: [unit.id for unit in committable(facts_of(seen), state.side)],
        least=1,
        because=lambda seen, pieces: _apart(facts_of(seen), pieces),
        rule="10.0",
        then=says("Break up units first to send them to several hexes. In another hex they add half their strength."),
    )
    goal = yield Pick(
        key="goal",
        by=state.side,
        question=says("In which hex do they fight?"),
        among=lambda seen: _goals(facts_of(seen), chosen[0]),
        rule="10.0",
    )
    own = facts_of(situation).units[chosen[0]].hex
    return Finish(len(chosen), [SetTrait(chosen, units.COMMITTED, "" if goal.place == own else goal.place)])


def _apart(facts: Facts, pieces: Sequence[int]) -> str:
    hexes = {facts.units[piece].hex for piece in pieces}
    return says("Take those of one base at a time.") if len(hexes) > 1 else ""


def _goals(facts: Facts, piece: int) -> list[Where]:
    return [facts.at(goal) for goal in commitment_goals(facts, facts.units[piece])]


def _may_commit(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != facts.moment.phasing or facts.moment.phase != AIR_COMMITMENT:
        return says("10.0: The phasing player commits aircraft in the Air Commitment Phase.")
    return "" if any(True for _ in committable(facts, side)) else says("10.0: No aircraft are at a base.")


# --- the end of the Combat Phase ---


def still_aboard(facts: Facts) -> tuple[Unit, ...]:
    """Return the land units, air units and Replacements that are aboard a Task Force."""
    return tuple(unit for force in facts.forces for unit in force.passengers)


def may_go_ashore(facts: Facts, unit: Unit) -> bool:
    """Return whether a unit aboard comes ashore without a battle: in a friendly base without enemy units (G-24), or in
    a box.
    """
    return facts.controls(unit.hex, unit.side) and not facts.enemy_here(unit.hex, unit.side)


@step("Units come ashore", rule="8.2, 8.3, 11.2.6")
def disembark(_state: NoState, situation: Situation) -> Finish:
    """Put all units ashore in friendly bases without an enemy.

    Of the others, Replacements go out of play, and land and air units wait for their side's next Reinforcement Phase.
    """
    facts = facts_of(situation)
    aboard = still_aboard(facts)
    ashore = [unit for unit in aboard if may_go_ashore(facts, unit)]
    others = [unit for unit in aboard if unit not in ashore]
    return Finish(len(ashore), [*gone_ashore(ashore), *turned_back(facts, others)])


def _may_disembark(situation: Situation, side: str) -> str:  # noqa: ARG001 - it is done for both
    facts = facts_of(situation)
    if facts.moment.phase != COMBAT:
        return says("8.2: Units aboard come ashore in the Combat Phase, when all battles have been fought.")
    if battle_hexes(facts):
        return says("8.2: Units aboard come ashore when all battles of the phase have been fought.")
    return "" if still_aboard(facts) else says("8.2: No unit is aboard a Task Force.")


RULES = Rules(
    procedures=(
        Procedure("air-commitment", "Air commitment", "10.0", (commit,), _may_commit),
        Procedure("disembark", "Units come ashore", "8.2, 8.3, 11.2.6", (disembark,), _may_disembark),
    )
)
