"""Optional rules of the Reinforcement Phase: Ranger (16.1.5), Divine Wind (16.2.4), extra ships (16.2.5), accidents
(16.3.1)."""

from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Confirm, Draw, Finish, Next, Pick, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.game.chance import Chance
from tabletop.module.module_words import says

from ..battle.damage import out_of_game
from ..battle.table_rolls import look
from ..counters.extra_ships import brought, is_to_come
from ..counters.part_records import done_in_part, now_done
from ..position.calendar import REINFORCEMENT
from ..position.facts import Facts, facts_of
from ..position.geography import ALLIES, JAPAN, WEST_COAST
from ..position.points import marker_of, points_to
from ..position.units import Unit
from .state import NoState

DIVINE_WIND: Final = "divine_wind"
"""The property of the table that is 1 after Japan has turned to suicide attacks (16.2.4)."""

MUTSU: Final = "mutsu"
ENDS: Final = "ends"
RANGER: Final = "us_cv_ranger"
EXTRA_CARRIERS: Final = "jp_cv_hosho_ryujo"

_CAPITAL: Final = {JAPAN: frozenset({"BB", "BBV", "CV", "CVL"}), ALLIES: frozenset({"BB", "CV", "CVL"})}


# --- 16.3.1 ---


def in_danger(facts: Facts, base: str, side: str) -> list[Unit]:
    """Return the capital ships in port that an accident can sink."""
    return [unit for unit in facts.units_at(base, side, "naval") if unit.sort.type in _CAPITAL[side]]


@step("Roll for accidents", rule="16.3.1")
def roll_for_accident(_state: NoState, situation: Situation) -> Steps:
    """Roll for an accident. On a 2, a capital ship blows up."""
    facts = facts_of(situation)
    rolled = yield look(situation, "mutsu")
    done = [now_done(facts, MUTSU)]
    return Next(blow_up, NoState(), done) if rolled.result == "explosion" else Finish(0, done)


@step("A ship blows up", rule="16.3.1")
def blow_up(_state: NoState, situation: Situation) -> Steps:
    """Sink a ship of the phasing side, if one is in danger.

    In the Allies' part it is a random ship. In Japan's part Japan chooses the Home Base, and the Allies the ship there.
    """
    facts = facts_of(situation)
    if facts.moment.phasing == ALLIES:
        ships = in_danger(facts, WEST_COAST, ALLIES)
        if not ships:
            return Finish(0)

        def drawn(chance: Chance) -> int:
            return chance.draw(len(ships), "16.3.1 which ship")

        lost = (yield Draw("ship", drawn, says("Ship that blows up"))) if len(ships) > 1 else 0
        return Finish(1, out_of_game(facts, (ships[lost].id,)))
    base = yield Pick(
        key="base",
        by=JAPAN,
        question=says("At which Home Base does a ship blow up?"),
        among=lambda seen: [
            facts_of(seen).at(each) for each in facts.home_bases("Japan") if in_danger(facts_of(seen), each, JAPAN)
        ],
        rule="16.3.1",
    )
    if base is None:
        return Finish(0)
    ship = yield Pick(
        key="ship",
        by=ALLIES,
        question=says("Which ship at {place} blows up?", place=facts.title(base.place)),
        among=lambda seen: [unit.id for unit in in_danger(facts_of(seen), base.place, JAPAN)],
        rule="16.3.1",
    )
    return Finish(1, out_of_game(facts, (ship,)))


def _may_roll(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if not facts.uses("16.3.1"):
        return says("Optional rule 16.3.1 is not used in this game.")
    if side != facts.moment.phasing or facts.moment.phase != REINFORCEMENT:
        return says("16.3.1: The phasing player rolls in the Reinforcement Phase, after the arrivals.")
    return says("16.3.1: It has already been rolled for in this part.") if MUTSU in done_in_part(facts) else ""


# --- the end of the phase: 16.1.5, 16.2.4 ---


def may_ranger_come(facts: Facts) -> bool:
    """Return whether CV Ranger can come (16.1.5): in a part of the Allies, while no Allied CV is in a hex or box,
    and only once.
    """
    if not facts.uses("16.1.5") or facts.moment.phasing != ALLIES or not is_to_come(facts, RANGER):
        return False
    return all(unit.sort.type != "CV" for unit in facts.in_play(ALLIES))


def suicide_losses(facts: Facts) -> list[Unit]:
    """Return the Japanese air units, one of which is removed, if Japan has declared suicide attacks; otherwise none
    (16.2.4).
    """
    if not facts.uses("16.2.4") or facts.situation.table(DIVINE_WIND) != 1:
        return []
    return [unit for unit in facts.in_play(JAPAN) if unit.group == "air"]


@step("Ranger to the rescue", rule="16.1.5")
def call_ranger(_state: NoState, situation: Situation) -> Steps:
    """Ask the Allies whether CV Ranger comes to the West Coast. It gives Japan a Victory Point."""
    facts = facts_of(situation)
    if not may_ranger_come(facts):
        return Next(lose_pilots, NoState())
    comes = yield Confirm(
        key="ranger",
        by=ALLIES,
        question=says("Does CV Ranger come to the West Coast?"),
        rule="16.1.5",
        then=says("Japan has one Victory Point more."),
    )
    if not comes:
        return Next(lose_pilots, NoState())
    effects = brought(facts, RANGER, WEST_COAST)
    if marker_of(situation, "vp") is not None:
        effects += points_to(situation, vp=facts.points.vp + 1)
    return Next(lose_pilots, NoState(), effects)


@step("Losses by suicide attacks", rule="16.2.4")
def lose_pilots(_state: NoState, situation: Situation) -> Steps:
    """Remove a Japanese air unit from the game.

    In its own part Japan chooses the unit. In the Allies' part they may choose one.
    """
    facts = facts_of(situation)
    side = facts.moment.phasing
    lost: tuple[int, ...] = yield Choose(
        key="aircraft",
        by=side,
        question=says("Which Japanese air unit is removed for good?"),
        among=lambda seen: [unit.id for unit in suicide_losses(facts_of(seen))],
        least=1 if side == JAPAN else 0,
        most=1,
        rule="16.2.4",
    )
    return Finish(len(lost), [*out_of_game(facts, lost), now_done(facts, ENDS)])


def _may_end(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != facts.moment.phasing or facts.moment.phase != REINFORCEMENT:
        return says("6.0: This is done at the end of your own Reinforcement Phase.")
    if ENDS in done_in_part(facts):
        return says("6.0: This has been done in this part.")
    return (
        "" if may_ranger_come(facts) or suicide_losses(facts) else says("6.0: No optional rule has anything to do now.")
    )


# --- 16.2.5 ---


@step("Hosho and Ryujo join the fleet", rule="16.2.5")
def add_carriers(_state: NoState, situation: Situation) -> Finish:
    """Bring Hosho and Ryujo to Kure, at the beginning of the game."""
    facts = facts_of(situation)
    return Finish(1, brought(facts, EXTRA_CARRIERS, facts.geography.find("Kure") or ""))


def _may_add(situation: Situation, side: str) -> str:  # noqa: ARG001 - whoever sets up may do it
    facts = facts_of(situation)
    if not facts.uses("16.2.5"):
        return says("Optional rule 16.2.5 is not used in this game.")
    return "" if is_to_come(facts, EXTRA_CARRIERS) else says("16.2.5: Hosho and Ryujo are in the game already.")


RULES = Rules(
    procedures=(
        Procedure("mutsu", "Accidents", "16.3.1", (roll_for_accident, blow_up), _may_roll),
        Procedure("reinforcement-ends", "Reinforcements end", "16.1.5, 16.2.4", (call_ranger, lose_pilots), _may_end),
        Procedure("extra-carriers", "Hosho and Ryujo", "16.2.5", (add_carriers,), _may_add),
    )
)
