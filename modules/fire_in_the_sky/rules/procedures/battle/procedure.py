"""The battle as one procedure, from the choice of the hex to the Occupied Base marker; and the battles that remain
(11.2).
"""

from rules_assist.position.situation import Situation
from rules_assist.procedure import Finish, Next, Pick, Procedure, Run, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.module.module_words import says

from ...battle.combat import battle_hexes, noted
from ...position.calendar import COMBAT
from ...position.facts import facts_of
from ..state import NoState
from .administration import administer, mark
from .air_combat import announce, count_air_points, fight_in_the_air, hits_aboard, strike
from .battle_state import Battle
from .land_combat import fight_on_land, land_ashore, replace_losses, support
from .page import page_of
from .preparation import choose, may_fight, prepare
from .surface_combat import commit, end_round, fire, fire_first, join, line_up, next_round, settle_sea_control, withdraw

STEPS = (
    choose,
    prepare,
    count_air_points,
    fight_in_the_air,
    announce,
    strike,
    hits_aboard,
    commit,
    next_round,
    line_up,
    join,
    withdraw,
    fire_first,
    fire,
    end_round,
    settle_sea_control,
    land_ashore,
    replace_losses,
    support,
    fight_on_land,
    administer,
    mark,
)

BATTLE = Procedure(
    "battle", "Battle", "11.2", STEPS, may_fight, page=page_of, must_finish=True, not_during=("submarines",)
)


@step("Battles that are left", rule="11.2")
def fight_on(_state: NoState, situation: Situation) -> Steps:
    """Fight the battles that are left before the phase ends, in the order that the phasing side chooses."""
    facts = facts_of(situation)
    where = yield Pick(
        key="battle",
        by=facts.moment.phasing,
        question=says("Which battle is resolved?"),
        among=lambda seen: [facts_of(seen).at(hex_) for hex_ in battle_hexes(facts_of(seen))],
        then=says("The phase cannot end before all battles are fought."),
    )
    if where is None:
        return Finish()
    yield Run("fought", BATTLE.id, Battle(place=where.place), facts.moment.phasing)
    return Next(fight_on, NoState(), [noted(facts, where.place)])


def _may_fight_on(situation: Situation, side: str) -> str:  # noqa: ARG001 - they are fought whoever ends the phase
    facts = facts_of(situation)
    is_any = facts.moment.phase == COMBAT and bool(battle_hexes(facts))
    return "" if is_any else says("11.2: No battle is left to be fought.")


LEFT = Procedure("battles-left", "Battles that are left", "11.2", (fight_on,), _may_fight_on)

RULES = Rules(procedures=(BATTLE, LEFT))
