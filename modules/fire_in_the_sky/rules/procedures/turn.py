"""The beginning of a part and of a Deployment Phase, the End Phase (14.0), and the winner (4.3)."""

from typing import Final

from rules_assist.position.expression_facts import RuleFactReader as Reader
from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.game.commands import AnyCommand, SetProperty
from tabletop.game.state.values import Value
from tabletop.module.module_words import says

from ..battle.damage import sent_off, to_the_pool
from ..counters.india import entry_noted
from ..counters.part_records import done_in_part, now_done
from ..counters.resets import new_deployment, new_part
from ..position.calendar import DEPLOYMENTS, ECONOMIC, END, LAST_TURN
from ..position.facts import CAPTURED, Facts, facts_of
from ..position.geography import ALLIES, CONVOY_ESCORT, JAPAN
from ..position.points import marker_of, points_to
from ..position.units import Unit
from ..sea.supply_lines import lifeline
from .homecoming import POINTS_DUE, points_due, was_ever_japanese
from .state import NoState

NEVER_TAKEN_FROM: Final = 4
"""The turn from which Japan loses a point each turn for Manila, and for Singapore, until it has taken them (4.3.1)."""
LIFELINE: Final = 2
BEGUN: Final = "begun"
ENDED: Final = "ended"
OVER: Final = "over"
"""The property of the table that is 1 after the last turn has been played."""


# --- the beginning ---


@step("A part begins", rule="4.2")
def begin_part(_state: NoState, situation: Situation) -> Finish:
    """Clear the records of units from the last part.

    When Japan's part begins, the captures of the last turn are cleared too, and Japan loses points for Manila and
    Singapore, as `NEVER_TAKEN_FROM` says (4.3.1).
    """
    facts = facts_of(situation)
    effects: list[AnyCommand] = [new_part(facts), now_done(facts, BEGUN)]
    if facts.moment.phasing == JAPAN:
        effects.append(SetProperty(CAPTURED, ""))
        if facts.moment.turn >= NEVER_TAKEN_FROM and marker_of(situation, "vp") is not None:
            never = sum(not was_ever_japanese(facts, name) for name in ("Manila", "Singapore"))
            effects += points_to(situation, vp=facts.points.vp - never)
    return Finish(effects=effects)


def _may_begin_part(situation: Situation, side: str) -> str:  # noqa: ARG001 - it begins by itself
    facts = facts_of(situation)
    if facts.moment.phase != ECONOMIC:
        return says("4.2: A part begins with its Economic Phase.")
    return says("4.2: This part has begun.") if BEGUN in done_in_part(facts) else ""


@step("Deployment begins", rule="7.0")
def begin_deployment(_state: NoState, situation: Situation) -> Finish:
    """Clear the records of deployment in an earlier phase (7.0, 13.0, G-49), and record an entry into India (15.6)."""
    facts = facts_of(situation)
    return Finish(effects=[new_deployment(facts), *entry_noted(facts), now_done(facts, _deployment(facts))])


def _deployment(facts: Facts) -> str:
    """Return the word that records the beginning of this Deployment Phase."""
    return f"deployment-{facts.moment.phase}"


def _may_begin_deployment(situation: Situation, side: str) -> str:  # noqa: ARG001 - it begins by itself
    facts = facts_of(situation)
    if facts.moment.phase not in DEPLOYMENTS:
        return says("7.0: Deployment begins with a Deployment Phase.")
    return says("7.0: This Deployment Phase has begun.") if _deployment(facts) in done_in_part(facts) else ""


# --- 14.0 ---


@step("Disband units", rule="14.0")
def disband(_state: NoState, situation: Situation) -> Steps:
    """Disband the units that their owner chooses. Ships and land units go to the Turn Track, air units to the pool."""
    facts = facts_of(situation)
    side = facts.moment.phasing
    chosen = yield Choose(
        key="units",
        by=side,
        question=says("Which units are disbanded?"),
        among=lambda seen: [unit.id for unit in disbandable(facts_of(seen), side)],
        least=1,
        rule="14.0",
        then=says("Ships and land units come back in their next Reinforcement Phase; air counters are free for later."),
    )
    going = [unit for piece in chosen if (unit := facts.unit(piece)) is not None]
    planes = tuple(unit.id for unit in going if unit.group == "air")
    effects = sent_off(facts, [unit for unit in going if unit.group != "air"])
    return Finish(len(going), [*effects, *to_the_pool(facts, planes)])


def disbandable(facts: Facts, side: str) -> list[Unit]:
    """Return the units that a side can disband: its units in play except Replacements, and its convoy escorts."""
    escorts = (unit for unit in facts.units.values() if unit.side == side and unit.spot == CONVOY_ESCORT)
    return [unit for unit in (*facts.in_play(side), *escorts) if unit.group in ("naval", "air", "land")]


def _may_disband(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != facts.moment.phasing or facts.moment.phase != END:
        return says("14.0: A side disbands units in its own End Phase.")
    return "" if disbandable(facts, side) else says("14.0: There is nothing to disband.")


@step("The part ends", rule="14.0")
def end_part(_state: NoState, situation: Situation) -> Finish:
    """Remove the phasing side's Replacements, and count the captures of this part.

    In Japan's part, two points are added if the lifeline to Brisbane is cut and no side has won yet (4.3.1, G-63). The
    Allies' part of the last turn ends the game.
    """
    facts = facts_of(situation)
    side, points = facts.moment.phasing, facts.points
    markers = tuple(unit.id for unit in facts.in_play(side) if unit.group == "replacements")
    effects: list[AnyCommand] = to_the_pool(facts, markers)
    after_captures = _counted(facts, points.vp)
    is_decided = not LOST < after_captures < WON
    cut = side == JAPAN and not is_decided and not lifeline(facts)
    if marker_of(situation, "vp") is not None:
        effects += points_to(situation, vp=after_captures + (LIFELINE if cut else 0))
    effects += [*entry_noted(facts), SetProperty(POINTS_DUE, 0), now_done(facts, ENDED)]
    if facts.moment.turn == LAST_TURN and side == ALLIES:
        effects.append(SetProperty(OVER, 1))
    return Finish(effects=effects)


def _counted(facts: Facts, points: int) -> int:
    """Return the Victory Points with the captures of this part.

    The captures are counted all together, or one by one until a side has won (G-63).
    """
    if facts.rules("G-63", "one-sum"):
        return points + sum(points_due(facts))
    for due in points_due(facts):
        if LOST < points < WON:
            points += due
    return points


def _may_end(situation: Situation, side: str) -> str:  # noqa: ARG001 - it is done for both
    facts = facts_of(situation)
    if facts.moment.phase != END:
        return says("14.0: A part ends with its End Phase.")
    return says("14.0: This has been done in this part.") if ENDED in done_in_part(facts) else ""


# --- 4.3 ---

WON: Final = 40
LOST: Final = 19


class VictoryPoints:
    """The fact of the Victory Points, for the ends of the game. It is None if their marker is not on the table."""

    id = "victory_points"
    title = "Victory Points"
    rule = "4.3"

    def value(self, facts: Reader) -> Value:
        """Return the position of the marker; None if it is not on the table."""
        if marker_of(facts.situation, "vp") is None:
            return None
        return facts_of(facts.situation).points.vp


RULES = Rules(
    facts=(VictoryPoints(),),
    procedures=(
        Procedure("part-begins", "A part begins", "3.3.11, 4.2, 4.3.1", (begin_part,), _may_begin_part),
        Procedure("deployment-begins", "Deployment begins", "7.0", (begin_deployment,), _may_begin_deployment),
        Procedure("disband", "Disbanding", "14.0", (disband,), _may_disband),
        Procedure("end-phase", "The end of a part", "4.3.1, 14.0", (end_part,), _may_end),
    ),
)
