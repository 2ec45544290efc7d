"""The battle board of a window: the stages of a battle, the boxes of both sides, the ships at sea (3.4)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules_assist.advice.outlooks import throw_of
from rules_assist.position.situation import Situation
from tabletop.assistance import BattleBox, BattlePage, BattleSide, PendingThrow
from tabletop.module.module_words import says

from ...position.facts import Facts, facts_of
from ...position.units import Unit
from .air_combat import air_points
from .battle_state import Battle, in_order
from .board import (
    AIR,
    AT_ANCHOR,
    BOMBARDMENT,
    CARRIERS,
    LAND,
    LONG_RANGE,
    SEA_CONTROL,
    Box,
    box_title,
    lying_in,
    side_title,
)
from .land_combat import is_supplied
from .surface_combat import SURFACE_COMBAT, possible_shots

_STAGE_OF: Final[Mapping[str, int]] = {
    "choose": 0,
    "prepare": 0,
    "count-air-points": 1,
    "fight-in-the-air": 1,
    "announce": 1,
    "strike": 1,
    "hits-aboard": 1,
    "commit": 2,
    "next-round": 2,
    "line-up": 2,
    "join": 2,
    "withdraw": 2,
    "fire-first": 2,
    "fire": 2,
    "end-round": 2,
    "settle-sea-control": 3,
    "land-ashore": 4,
    "replace-losses": 4,
    "support": 4,
    "fight-on-land": 4,
}
_WITH_SHOTS: Final = frozenset({"line-up", "join", "withdraw", "fire-first", "fire"})
"""The ids of the steps in which ships face each other, or soon will."""

_WEIGHED: Final = "withdraw"
"""The id of the step in which a side weighs the odds of the round, before any dice are shown."""


def _stages() -> tuple[str, ...]:
    return (says("Preparation"), says("Air"), says("Surface"), says("Sea control"), says("Land"), says("End"))


def _fields() -> Sequence[tuple[str, str]]:
    """Return the title and the rule of the field in the middle of the board at each stage."""
    return (
        (says("The battle"), "11.2.1"),
        (says("In the air"), "11.2.2"),
        (says("Sea Control"), "11.2.3"),
        (says("Sea Control"), "11.2.4"),
        (says("On land"), "11.2.5"),
        (says("Administration"), "11.2.6"),
    )


def page_of(situation: Situation, step: str, state: Battle) -> BattlePage | None:
    """Return the battle board at a step of a battle; None while its hex is chosen on the map."""
    if not state.place:
        return None
    facts = facts_of(situation)
    stages = _stages()
    now = _STAGE_OF.get(step, len(stages) - 1)
    field, rule = _fields()[now]
    sides = (facts.moment.phasing, facts.moment.other)
    at_sea = [unit for side in sides for unit in lying_in(facts, side, SEA_CONTROL)]
    pairs = tuple(dict.fromkeys(_pairs(state, {unit.id for unit in at_sea}, sides[0], facts)))
    paired = {ship for pair in pairs for ship in pair}
    return BattlePage(
        says("Battle of {place}", place=facts.title(state.place)),
        _note(facts, state),
        stages,
        now,
        tuple(_side(facts, state, side) for side in sides),
        field,
        rule,
        tuple(unit.id for unit in at_sea if unit.id not in paired),
        pairs,
        SURFACE_COMBAT if step in _WITH_SHOTS else "",
        tuple(_shots(situation, step, state)) if step in _WITH_SHOTS else (),
    )


def _shots(situation: Situation, step: str, state: Battle) -> Iterator[PendingThrow]:
    """Yield the shots that ships fire at each other in this round, or may fire."""
    for shot, is_settled in possible_shots(situation, state):
        yield throw_of(shot, situation, weighed=is_settled and step == _WEIGHED)


def _pairs(state: Battle, there: set[int], first: str, facts: Facts) -> Iterator[tuple[int, int]]:
    """Yield the pairs of ships that face each other, each with the ship of the first side first."""
    for match in state.matches:
        for foe in match.foes:
            if match.ship in there and foe in there and facts.units[match.ship].side == first:
                yield match.ship, foe


def _note(facts: Facts, state: Battle) -> str:
    """Return the round, the side that chooses first, and the state of the air."""
    found = [says("round {round}", round=state.round)] if state.round else []
    if state.superior:
        found.append(says("chooses first: {side}", side=side_title(in_order(facts, state)[0])))
        superior = side_title(state.superior)
        found.append(
            says("Air Supremacy: {side}", side=superior)
            if state.is_supreme
            else says("Air Superiority: {side}", side=superior)
        )
    return " · ".join(found)


def _side(facts: Facts, state: Battle, side: str) -> BattleSide:
    boxes = [
        _box(facts, side, CARRIERS, _forces(facts, side, CARRIERS)),
        _box(facts, side, BOMBARDMENT, _forces(facts, side, BOMBARDMENT)),
        _box(facts, side, AT_ANCHOR, ""),
        _box(facts, side, AIR, _strength(lying_in(facts, side, AIR))),
        _box(facts, side, LONG_RANGE, _strength(lying_in(facts, side, LONG_RANGE))),
        _box(facts, side, LAND, _on_land(facts, state, side)),
        _points(facts, state, side),
    ]
    return BattleSide(side, says("phasing") if side == facts.moment.phasing else "", tuple(boxes))


def _box(facts: Facts, side: str, name: Box, note: str) -> BattleBox:
    return BattleBox(box_title(name), note, tuple(unit.id for unit in lying_in(facts, side, name)))


def _forces(facts: Facts, side: str, name: Box) -> str:
    return ", ".join(dict.fromkeys(unit.force for unit in lying_in(facts, side, name) if unit.force))


def _strength(group: Sequence[Unit]) -> str:
    return says("strength {strength}", strength=sum(unit.strength for unit in group)) if group else ""


def _on_land(facts: Facts, state: Battle, side: str) -> str:
    ashore = [unit for unit in lying_in(facts, side, LAND) if unit.group == "land"]
    if not ashore:
        return ""
    if all(is_supplied(facts, state, unit) for unit in ashore):
        return says("{strength} · in supply", strength=_strength(ashore))
    return says("{strength} · out of supply", strength=_strength(ashore))


def _points(facts: Facts, state: Battle, side: str) -> BattleBox:
    """Return a box with a side's remaining Air Points, out of all those of its units.

    Before they are counted, all remain.
    """
    made = air_points(facts, state.place, side)
    left = state.points.get(side, made)
    mark = (says("Air Supremacy") if state.is_supreme else says("Air Superiority")) if state.superior == side else ""
    elite = state.elite_of(side)
    return BattleBox(
        says("Air Points"),
        says("{count} elite", count=elite) if elite else "",
        points=(left, max(left, made)),
        mark=mark,
    )
