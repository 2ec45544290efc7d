"""The fate of units that were hit: damage checks of ships (11.3.1), and hits at sea when the combat is over
(11.3.2).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from rules_assist.lookup.lookup import Lookup
from rules_assist.position.situation import Situation
from rules_assist.procedure import Draw, Finish, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import PieceId
from tabletop.game.commands import AnyCommand, Report, SetTrait
from tabletop.module.module_words import says

from ..battle.combat import battle_hexes
from ..battle.damage import hits_at_sea, out_of_game, ship_damaged
from ..battle.table_rolls import look, pause
from ..position import units
from ..position.calendar import COMBAT
from ..position.facts import Facts, facts_of
from ..position.units import Unit
from .state import NoState
from .step_questions import Asking

Cause: TypeAlias = Literal["air-strike", "surface", "submarine"]


def checked(
    situation: Situation,
    by: str,
    cause: Cause,
    hits: Mapping[Unit, Sequence[int]],
    *,
    number: int = 1,
    one_by_one: bool = False,
) -> Asking[list[AnyCommand]]:
    """Roll a damage check for each hit on some ships, after a pause for `by`, and return the effects.

    Each hit has its Firepower (0: none). `number` distinguishes several such rolls in a step. With `one_by_one` each
    hit is checked by itself, so that no hit adds to the next (G-40).
    """
    facts = facts_of(situation)
    checks = [
        (ship, check)
        for ship, firepowers in hits.items()
        for check in _checks(situation, ship, cause, firepowers, one_by_one=one_by_one)
    ]
    rolled = yield pause(
        by,
        says("Damage checks: do they sink?") if len(checks) > 1 else says("A damage check: does it sink?"),
        *(check for _, check in checks),
        key=f"damage checks {number}",
        rule="11.3.1",
        then=says("A ship that does not sink is damaged: for each hit it is out for two of its Reinforcement Phases."),
    )
    came = list(zip((ship for ship, _ in checks), rolled, strict=True))
    sunk = {ship.id for ship, each in came if each.result == "sunk"}
    effects: list[AnyCommand] = []
    for ship, firepowers in hits.items():
        if ship.id in sunk:
            effects.append(Report((ship.id,), says("is sunk"), tuple(out_of_game(facts, (ship.id,)))))
        elif firepowers:
            effects += ship_damaged(facts, ship, len(firepowers))
    return effects


def _checks(
    situation: Situation, ship: Unit, cause: Cause, firepowers: Sequence[int], *, one_by_one: bool
) -> Iterator[Draw[Lookup]]:
    for number, firepower in enumerate(firepowers, 1):
        check, hits = (1, 1) if one_by_one else (number, len(firepowers))
        yield look(
            situation,
            "naval-damage",
            key=f"check {number} of {ship.sort.key}",
            piece=ship.id,
            aimed_at=ship.id,
            why=says("Damage check of {unit}", unit=ship.name),
            cause=cause,
            firepower=firepower,
            check=check,
            hits=hits,
        )


class NavalHits(Struct, frozen=True):
    """A ship that was hit, the number of hits, their cause, and their Firepower (in surface combat)."""

    unit: PieceId
    hits: int = 1
    cause: Cause = "surface"
    firepower: int = 0


@step("Damage checks", rule="11.3.1")
def check_ship(state: NavalHits, situation: Situation) -> Steps:
    """Roll a damage check for each hit on a ship. The ship sinks if any check says so; otherwise it is damaged."""
    ship = facts_of(situation).units[state.unit]
    effects = yield from checked(situation, "", state.cause, {ship: [state.firepower] * state.hits})
    return Finish(effects=effects)


# --- when the fighting is over ---


def hit_aboard(facts: Facts) -> tuple[Unit, ...]:
    """Return the land units and Replacements aboard on the map that have hits.

    Those in a battle have had their result there.
    """
    aboard = (unit for force in facts.forces if facts.geography.is_hex(force.hex) for unit in force.passengers)
    return tuple(unit for unit in aboard if unit.hits)


@step("Hits at sea", rule="11.3.2")
def hits_are_due(_state: NoState, situation: Situation) -> Finish:
    """Apply submarine hits to land units and Replacements that were in no battle, unless G-51 ignores the hits.

    Then remove the hits.
    """
    facts = facts_of(situation)
    hit = hit_aboard(facts)
    effects = hits_at_sea(facts, hit) if facts.rules("G-51", "at-the-end-of-combat") else []
    return Finish(effects=[*effects, SetTrait(tuple(unit.id for unit in hit), units.HITS, 0)])


def _may_end(situation: Situation, side: str) -> str:  # noqa: ARG001 - it is done for both
    facts = facts_of(situation)
    if facts.moment.phase != COMBAT:
        return says("11.0: This ends the Combat Phase.")
    if not hit_aboard(facts):
        return says("11.3.2: No land unit aboard was hit.")
    open_ = battle_hexes(facts)
    return says("11.2: There is a battle to be fought at {place}.", place=facts.title(open_[0])) if open_ else ""


NAVAL_DAMAGE = Procedure("naval-damage", "Damage checks of a ship", "11.3.1", (check_ship,))
AT_SEA = Procedure("damage-at-sea", "Hits at sea when combat is over", "11.3.2", (hits_are_due,), _may_end)

RULES = Rules(procedures=(NAVAL_DAMAGE, AT_SEA))
