"""The beginning of a battle: its choice, suicide attacks, and the units laid out on the Battle Board (11.2, 11.2.1)."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Confirm, Next, Pick, Steps, step
from rules_assist.sequence.play_sequence import called
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand, SetProperty
from tabletop.module.module_words import says

from ...battle.combat import DIVINE_WIND, battle_hexes, has_divine_wind, long_range_air
from ...position.facts import Facts, facts_of
from ...position.forces import TaskForce
from ...position.geography import JAPAN
from ...position.units import Unit
from ..step_questions import Asking, among
from ..submarines import attackers
from .air_combat import count_air_points
from .battle_state import Battle, water_of
from .board import AIR, AT_ANCHOR, BOMBARDMENT, CARRIERS, LAND, LONG_RANGE, SIDES, Box, battle_marked, is_free, laid_out

DIVINE_WIND_TURN = 10
DIVINE_WIND_POINTS = 27
"""The first turn and the most Victory Points for Japan's suicide attacks (16.2.4)."""


@step("Choose a battle", rule="11.2")
def choose(state: Battle, situation: Situation) -> Steps:
    """Ask the phasing side for the hex of the next battle, unless the given place has a battle, and put the Battle
    marker there.
    """
    facts = facts_of(situation)
    place = facts.geography.hex_of(facts.geography.find(state.place) or "")
    if place not in battle_hexes(facts):
        where = yield Pick(
            key="battle",
            by=facts.moment.phasing,
            question=says("Which battle is resolved?"),
            among=lambda seen: [facts_of(seen).at(hex_) for hex_ in battle_hexes(facts_of(seen))],
            then=says("The units of both sides are laid out on the Battle Board."),
        )
        place = where.place
    return Next(prepare, Battle(side=state.side, place=place), battle_marked(facts, place))


@step("Preparation", rule="3.4.1, 11.2.1")
def prepare(state: Battle, situation: Situation) -> Steps:
    """Ask Japan whether it turns to suicide attacks, if it can. Then move units from the map to the Battle Board.

    Each Task Force goes to one box as a whole.
    """
    facts = facts_of(situation)
    effects: list[AnyCommand] = []
    if may_turn_to_suicide(facts):
        turns = yield Confirm(
            key="divine wind",
            by=JAPAN,
            question=says("Turn to suicide attacks?"),
            rule="16.2.4",
            then=says(
                "For the rest of the game each Air Point that gets through to a Task Force hits. Allied guns have +1."
            ),
        )
        effects += [SetProperty(DIVINE_WIND, 1)] if turns else []
    for side in SIDES:
        effects += yield from _laid_out(facts, state.place, side)
    forces = _by_water(facts, state.place)
    return Next(count_air_points, replace(state, forces=forces), effects)


def may_turn_to_suicide(facts: Facts) -> bool:
    """Return whether Japan can declare suicide attacks now, and has not done so yet."""
    is_time = facts.moment.turn >= DIVINE_WIND_TURN and facts.points.vp <= DIVINE_WIND_POINTS
    return facts.uses("16.2.4") and is_time and not has_divine_wind(facts)


def _by_water(facts: Facts, place: str) -> dict[str, tuple[str, ...]]:
    sides: dict[str, tuple[str, ...]] = dict.fromkeys(facts.geography.parts_of(place), ())
    for force in facts.forces:
        water = water_of(facts, force.members[0])
        if force.hex == place and force.side not in sides[water]:
            sides[water] = (*sides[water], force.side)
    return sides


def _laid_out(facts: Facts, place: str, side: str) -> Asking[list[AnyCommand]]:
    found: list[AnyCommand] = []
    for force in facts.forces:
        if force.side == side and force.hex == place:
            box = yield from _box_of(force)
            found += laid_out(side, box, force.members)
    there = [unit for unit in facts.units_at(place, side) if not unit.is_at_sea]
    ships = [unit for unit in there if unit.group == "naval"]
    ashore = [unit for unit in there if unit.group in ("land", "replacements")]
    far = [unit for unit in long_range_air(facts, place) if unit.side == side]
    found += [*laid_out(side, AT_ANCHOR, ships), *laid_out(side, LAND, ashore), *laid_out(side, LONG_RANGE, far)]
    planes = [unit for unit in there if unit.group == "air"]
    return [*found, *(yield from _air_at_base(facts, side, planes))]


def _box_of(force: TaskForce) -> Asking[Box]:
    """Return the box for a Task Force: the Carrier box if it has a CV or CVL.

    With only a BBV, the owner chooses (16.2.5).
    """
    if force.has_carrier:
        return CARRIERS
    if not any(unit.sort.is_carrier for unit in force.ships):
        return BOMBARDMENT
    chosen = yield Pick(
        key=f"box of {force.name}",
        by=force.side,
        question=says("How does {force} fight?", force=force.name),
        among=lambda _: [
            Choice(CARRIERS, says("as carriers, with Air Points")),
            Choice(BOMBARDMENT, says("as battleships, with Firepower")),
        ],
        rule="16.2.5",
    )
    return CARRIERS if chosen == CARRIERS else BOMBARDMENT


def _air_at_base(facts: Facts, side: str, planes: Sequence[Unit]) -> Asking[list[AnyCommand]]:
    """Return the commands that lay out the air units at the base.

    Units of Naval Aviation either leave its box for good to fight here, or are only targets, as their owner chooses
    (6.1.1). With the choice `never` of G-19, they are not laid out.
    """
    trained = [unit for unit in planes if facts.is_naval_aviation(unit)]
    regular = [unit for unit in planes if unit not in trained]
    found = laid_out(side, AIR, regular)
    if not trained or facts.rules("G-19", "never"):
        return found
    fight = yield Choose(
        key="naval aviation",
        by=side,
        question=says("Which units of Naval Aviation fight?"),
        among=among(trained),
        rule="6.1.1",
        then=says("They become regular air units for good. The others give no Air Points, and can be attacked."),
    )
    fighting = [replace(unit, spot=unit.hex) for unit in trained if unit.id in fight]
    return [*found, *laid_out(side, AIR, [*fighting, *(unit for unit in trained if unit.id not in fight)])]


def may_fight(situation: Situation, side: str) -> str:
    """Return the reason that a side cannot begin a battle now; "" if it can."""
    facts = facts_of(situation)
    if side != facts.moment.phasing:
        return says("11.2: The phasing side chooses the battle to resolve.")
    due = attackers(facts)
    if due:
        return says(
            "11.1: Submarines attack before the first battle; {sides} may still attack.", sides=called(situation, due)
        )
    if not is_free(facts):
        return says("11.2.1: Units lie on the Battle Board; end that battle first.")
    return "" if battle_hexes(facts) else says("11.2: There is no battle to be fought.")
