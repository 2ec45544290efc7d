"""Actions at any time: breaking up and combining air units (3.1.2), Replacements that restore a land unit (3.3.9)."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.procedure import Finish, Pick, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.game.commands import AnyCommand, At, Into, MovePieces, SetTrait
from tabletop.module.module_words import says

from ..battle.damage import to_the_pool
from ..checks.replacement_checks import augmenters
from ..counters.air_counters import MOST, in_pool, shows
from ..counters.screens import is_behind, known_to
from ..position import units
from ..position.facts import Facts, facts_of
from ..position.geography import PACIFIC
from ..position.units import FULL, Unit
from .state import ActingSide

_SHARED: Final = (
    units.OPERATED_FROM,
    units.DEPLOYED,
    units.STOPPED,
    units.COMMITTED,
    units.LANDED,
)
"""The names of the properties that both parts of a broken-up air unit keep.

Units that are combined must have the same values.
"""


# --- 3.1.2 ---


def _stands(facts: Facts, unit: Unit) -> bool:
    """Return whether an air unit can be broken up or combined. It must be on the map and not aboard."""
    where = facts.situation.where(unit.id)
    return unit.group == "air" and bool(unit.hex) and not unit.is_at_sea and where is not None and where.map == PACIFIC


def partners(facts: Facts, unit: Unit) -> tuple[Unit, ...]:
    """Return the air units with which a single point can be combined; none for a unit of strength 2.

    They are single points in the same spot that have done the same in this player part.
    """
    if unit.strength >= MOST:
        return ()
    done = _done(facts, unit)
    return tuple(
        other
        for other in facts.units_at(unit.hex, unit.side, "air")
        if other.id != unit.id
        and other.spot == unit.spot
        and other.strength < MOST
        and _stands(facts, other)
        and _done(facts, other) == done
    )


def _done(facts: Facts, unit: Unit) -> tuple[object, ...]:
    return tuple(facts.situation.read(unit.id, name) for name in _SHARED)


def changeable(facts: Facts, side: str) -> Iterator[Unit]:
    """Yield the air units that can be broken up or combined."""
    planes = [unit for unit in facts.in_play(side) if unit.group == "air"]
    is_free = bool(planes) and bool(in_pool(facts, side))
    for unit in planes:
        if _stands(facts, unit) and ((is_free and unit.strength == MOST) or partners(facts, unit)):
            yield unit


@step("Break up or combine", rule="3.1.2")
def change(state: ActingSide, situation: Situation) -> Steps:
    """Break up an air unit of strength 2 into two of strength 1, or combine two of strength 1."""
    facts = facts_of(situation)
    picked = yield Pick(
        key="unit",
        by=state.side,
        question=says("Which air unit is broken up or combined?"),
        among=lambda seen: [unit.id for unit in changeable(facts_of(seen), state.side)],
        rule="3.1.2",
        then=says(
            "A unit of strength 2 becomes two of strength 1; one of strength 1 is combined with another in its place."
        ),
    )
    unit = facts.units[picked]
    if unit.strength == MOST:
        return Finish(0, _broken_up(facts, unit))
    other = yield Pick(
        key="other",
        by=state.side,
        question=says("Which unit is it combined with?"),
        among=lambda seen: [each.id for each in partners(facts_of(seen), unit)],
        rule="3.1.2",
    )
    return Finish(0, [SetTrait((unit.id,), units.SHOWS, shows(MOST)), *to_the_pool(facts, (other,))])


def _broken_up(facts: Facts, unit: Unit) -> list[AnyCommand]:
    """Return the commands that break up an air unit. Behind a screen both halves stay there (16.1.4)."""
    free = in_pool(facts, unit.side)
    new = next((each for each in free if each.sort.key == unit.sort.key), free[0])
    place = Into(facts.situation.game.pieces[unit.id].at) if is_behind(facts, unit.id) else At(PACIFIC, unit.spot)
    found: list[AnyCommand] = [SetTrait((unit.id, new.id), units.SHOWS, shows(1)), MovePieces((new.id,), place)]
    return [*found, *(SetTrait((new.id,), name, facts.situation.read(unit.id, name)) for name in _SHARED)]


def _may_change(situation: Situation, side: str) -> str:
    if any(True for _ in changeable(facts_of(situation), side)):
        return ""
    return says("3.1.2: No air unit can be broken up (a free counter is needed), and no two can be combined.")


# --- 3.3.9 ---


def restorable(facts: Facts, side: str) -> Iterable[Unit]:
    """Return the reduced land units that a marker can restore. The marker must be near enough and strong enough."""
    return (unit for unit in facts.in_play(side) if any(True for _ in augmenters(facts, unit)))


@step("Restore a land unit", rule="3.3.9")
def augment(state: ActingSide, situation: Situation) -> Steps:
    """Turn a reduced land unit to its full side, and use up the Replacements marker that restores it."""
    facts = facts_of(situation)
    army = yield Pick(
        key="unit",
        by=state.side,
        question=says("Which land unit is restored?"),
        among=lambda seen: [unit.id for unit in restorable(facts_of(seen), state.side)],
        rule="3.3.9",
    )
    marker = yield Pick(
        key="marker",
        by=state.side,
        question=says("Which Replacements restore it?"),
        among=lambda seen: [each.id for each in augmenters(facts_of(seen), facts_of(seen).units[army])],
        rule="3.3.9",
        then=says("The marker is used up, whatever its value."),
    )
    return Finish(1, [SetTrait((army,), units.SHOWS, FULL), *to_the_pool(facts, (marker,))])


def _may_restore(situation: Situation, side: str) -> str:
    if any(True for _ in restorable(facts_of(situation), side)):
        return ""
    return says("3.3.9: No reduced land unit has Replacements of its strength in its hex or along a road.")


RULES = Rules(
    procedures=(
        Procedure(
            "make-change", "Change of air units", "3.1.2", (change,), _may_change, several=True, known_to=known_to
        ),
        Procedure(
            "restore", "Replacements restore a unit", "3.3.9", (augment,), _may_restore, several=True, known_to=known_to
        ),
    )
)
