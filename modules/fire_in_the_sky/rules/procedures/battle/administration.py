"""The end of a battle: survivors go back to the map, and bases are marked as occupied (11.2.6)."""

from collections.abc import Sequence
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Next, Steps, step
from tabletop.game.commands import AnyCommand, At, MovePieces, PlaceNew, SetProperty, SetTrait
from tabletop.module.module_words import says

from ...battle.combat import noted
from ...battle.damage import gone_ashore, turned_back
from ...counters.india import entry_noted
from ...position import units
from ...position.calendar import enemy_of
from ...position.facts import OCCUPIED, Facts, facts_of
from ...position.geography import ALLIES, JAPAN, PACIFIC
from ...position.units import Unit
from ...sea.return_ports import SINGAPORE_OCCUPIED
from ..step_questions import among
from .battle_state import Battle, water_of
from .board import AIR, AT_ANCHOR, BOMBARDMENT, LAND, LONG_RANGE, SIDES, TASK_FORCES, cleared, lying_in, put_back

_SHOWS: Final = {JAPAN: "by Japan", ALLIES: "by the Allies"}


@step("Administration", rule="11.2.6")
def administer(state: Battle, situation: Situation) -> Steps:
    """Return the survivors to the map.

    Aircraft aboard can disembark. Units that could not land go to the Game Turn Track.
    """
    facts = facts_of(situation)
    occupier = occupier_of(facts, state.place)
    ashore: dict[str, list[Unit]] = {side: [] for side in SIDES}
    for side in SIDES:
        able = [unit for unit in lying_in(facts, side, BOMBARDMENT) if _may_disembark(facts, state, unit, occupier)]
        chosen = yield Choose(
            key=f"disembark {side}",
            by=side,
            question=says("Which air units disembark?"),
            among=among(able),
            then=says("The others wait on the Game Turn Track until their side's next Reinforcement Phase."),
        )
        ashore[side] = [unit for unit in able if unit.id in chosen]
    below = enemy_of(occupier) if occupier else facts.control(state.place) or facts.moment.other
    effects = [*_returned(facts, below, ashore[below]), *_occupied(facts, state.place, occupier)]
    effects += [*_returned(facts, enemy_of(below), ashore[enemy_of(below)]), *cleared(facts)]
    return Next(mark, state, [*effects, *entry_noted(facts), noted(facts, state.place)])


@step("Occupied Base", rule="11.2.6")
def mark(state: Battle, situation: Situation) -> Finish:
    """Turn the Occupied Base marker, if there is one, to the side that alone has land units ashore.

    The marker is left as it is if that side controls the base already.
    """
    facts = facts_of(situation)
    side = _holder_ashore(facts, state.place)
    marker, shown = facts.occupied.get(state.place, (0, ""))
    is_wrong = marker and side and side != shown and not facts.controls(state.place, side)
    return Finish(effects=[SetTrait((marker,), units.SHOWS, _SHOWS[side])] if is_wrong else [])


def occupier_of(facts: Facts, place: str) -> str:
    """Return the side that occupies a base by this battle; "" for nobody.

    This side has land units ashore there, the enemy has none, and the base is not friendly to the side yet. Enemy ships
    and aircraft do not prevent the occupation, unless G-45 decides otherwise.
    """
    site = facts.site(place)
    side = _holder_ashore(facts, place)
    if site is None or site.kind != "base" or not side or facts.controls(place, side):
        return ""
    others = lying_in(facts, enemy_of(side), AIR, AT_ANCHOR)
    return "" if others and facts.rules("G-45", "not-placed") else side


def _holder_ashore(facts: Facts, place: str) -> str:
    """Return the side with land units ashore in a hex, if only one has any; otherwise ""."""
    sides = {unit.side for unit in facts.units_at(place, group="land") if not unit.is_at_sea}
    return sides.pop() if len(sides) == 1 else ""


def _may_disembark(facts: Facts, state: Battle, unit: Unit, occupier: str) -> bool:
    """Return whether an air unit aboard can come ashore: with Sea Control, at a base that is friendly or occupied
    (11.2.6).
    """
    if unit.group != "air" or state.control.get(water_of(facts, unit)) != unit.side:
        return False
    is_held = facts.occupied.get(state.place, (0, ""))[1] == unit.side
    return facts.controls(state.place, unit.side) or is_held or occupier == unit.side


def _returned(facts: Facts, side: str, ashore: Sequence[Unit]) -> list[AnyCommand]:
    """Return the commands that take a side's units off the board: to their former places, or to the Game Turn Track."""
    sailing = lying_in(facts, side, *TASK_FORCES)
    ships = [unit for unit in sailing if unit.group == "naval"]
    back = [unit for unit in sailing if unit.group != "naval" and unit not in ashore]
    staying = [*lying_in(facts, side, AIR, AT_ANCHOR, LAND, LONG_RANGE), *ashore, *ships]
    return [*put_back(facts, staying), *gone_ashore(ashore), *turned_back(facts, back)]


def _occupied(facts: Facts, place: str, side: str) -> list[AnyCommand]:
    """Return the commands that put an Occupied Base marker on top of the base, and record Japan's in Singapore (15.5).

    There are none without an occupier, or if all markers are in use.
    """
    if not side:
        return []
    found: list[AnyCommand] = []
    if place in facts.occupied:
        found.append(MovePieces((facts.occupied[place][0],), At(PACIFIC, place)))
    elif len(facts.occupied) >= _most_markers(facts):
        return []
    else:
        found.append(_a_marker(facts, At(PACIFIC, place)))
    if side == JAPAN and facts.title(place) == "Singapore":
        found.append(SetProperty(SINGAPORE_OCCUPIED, 1))
    return found


def _most_markers(facts: Facts) -> int:
    """Return the greatest number of Occupied Base markers in play: 5, 10, or as many as there are bases (G-01)."""
    if facts.rules("G-01", "no-limit"):
        return len(facts.geography.bases)
    return 5 if facts.rules("G-01", "five") else 10


def _a_marker(facts: Facts, there: At) -> AnyCommand:
    """Return the command that moves an unused Occupied Base marker to a place, or else puts a new one there."""
    used = {piece for piece, _ in facts.occupied.values()}
    piece = next((piece for piece in facts.of_kind(OCCUPIED) if piece not in used), None)
    return PlaceNew(OCCUPIED, there) if piece is None else MovePieces((piece,), there)
