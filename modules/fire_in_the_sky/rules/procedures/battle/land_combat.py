"""The land combat of a battle: landings, Replacements, ground support, supply, the combat itself (11.2.5)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules_assist.lookup.lookup import Lookup
from rules_assist.lookup.results_table import tables_in
from rules_assist.position.situation import Situation
from rules_assist.procedure import Confirm, Draw, Next, Order, Pick, Steps, step
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand, SetTrait
from tabletop.module.module_words import says

from ...battle.damage import air_losses, gone_ashore, is_hurt, land_eliminated, land_reduced, to_the_pool
from ...battle.table_rolls import look, pause
from ...checks.replacement_checks import augmenters
from ...position import units
from ...position.calendar import enemy_of
from ...position.facts import Facts, facts_of
from ...position.units import FULL, Unit
from ...sea.return_ports import landing_range
from ...sea.supply_lines import supply_of
from ..step_questions import among
from .administration import administer
from .battle_state import Battle, faces_other_waters, lie_apart, water_of
from .board import AIR, AT_ANCHOR, BOMBARDMENT, LAND, SIDES, lying_in, moved_to, side_title

KEEP = "keep it"


# --- 11.2.5.1 ---


@step("Amphibious landings", rule="11.2.5.1")
def land_ashore(state: Battle, situation: Situation) -> Steps:
    """Land all units of both sides that can land, as far as there is room. Their owners choose the order."""
    facts = facts_of(situation)
    effects: list[AnyCommand] = []
    for side in SIDES:
        able = [unit for unit in lying_in(facts, side, BOMBARDMENT) if why_not_land(facts, state, unit) == ""]
        if not able:
            continue
        if not _fit(facts, state, side, able):
            order = yield Order(
                key=f"landing {side}",
                by=side,
                question=says("In which order do they land?"),
                among=among(able),
                then=says("Units for which there is no room stay aboard."),
            )
            able = _as_room_allows(facts, state, side, [facts.units[piece] for piece in order])
        effects += [moved_to(side, LAND, able), *gone_ashore(able)] if able else []
    return Next(replace_losses, state, effects)


def why_not_land(facts: Facts, state: Battle, unit: Unit) -> str:
    """Return the reason that a unit aboard a Bombardment Task Force cannot land, apart from stacking.

    "" if it can land; then it must.
    """
    if unit.group not in ("land", "replacements"):
        return says("{unit} cannot land: only land units and Replacements land.", unit=unit.name)
    water = water_of(facts, unit)
    if state.control.get(water) != unit.side and not _takes_it_at_once(facts, state, unit.side):
        return says("{unit} cannot land: its side has no Sea Control.", unit=unit.name)
    if not facts.geography.is_land(state.place):
        return says("{unit} cannot land: there is no land.", unit=unit.name)
    if is_hurt(facts, unit):
        return says("{unit} cannot land: it was damaged at sea.", unit=unit.name)
    if not landing_range(facts, water, unit.side).in_range:
        return says("{unit} cannot land: no friendly base is within two hexes.", unit=unit.name)
    return ""


def _takes_it_at_once(facts: Facts, state: Battle, side: str) -> bool:
    """Return whether no enemy is there, so that G-24 lets units land without Sea Control."""
    return facts.rules("G-24", "occupied-at-once") and not facts.enemy_here(state.place, side)


def _fit(facts: Facts, state: Battle, side: str, able: Sequence[Unit]) -> bool:
    return len(_as_room_allows(facts, state, side, able)) == len(able)


def _as_room_allows(facts: Facts, state: Battle, side: str, in_order: Sequence[Unit]) -> list[Unit]:
    """Return the units that find room, one after the other. Replacements need no room (3.3.1, 3.3.9)."""
    capacity = facts.capacity(state.place, "land") or 0
    taken = sum(unit.transport for unit in lying_in(facts, side, LAND) if unit.group == "land")
    found: list[Unit] = []
    for unit in in_order:
        room = unit.transport if unit.group == "land" else 0
        if taken + room <= capacity or not room:
            taken += room
            found.append(unit)
    return found


# --- 11.2.5.2 ---


@step("Replacements", rule="11.2.5.2")
def replace_losses(state: Battle, situation: Situation) -> Steps:
    """Ask, for each Replacements marker that has landed, which reduced unit here or along a road it restores, if
    any.
    """
    facts = facts_of(situation)
    effects: list[AnyCommand] = []
    restored: set[int] = set()
    for side in SIDES:
        landed = [unit for unit in lying_in(facts, side, LAND) if unit.group == "replacements" and unit.has_landed]
        for number, fresh in enumerate(landed, 1):
            able = [unit for unit in _restorable(facts, fresh) if unit.id not in restored]
            if not able:
                continue
            chosen = yield Pick(
                key=f"replacements {number} of {side}",
                by=side,
                question=says("Which unit do the Replacements of {strength} restore?", strength=fresh.strength),
                among=among(able, Choice(KEEP, says("none; keep them"))),
                then=says("It is turned to its full side, and the marker is used up."),
            )
            if chosen != KEEP:
                restored.add(chosen)
                effects += [SetTrait((chosen,), units.SHOWS, FULL), *to_the_pool(facts, (fresh.id,))]
    return Next(support, state, effects)


def _restorable(facts: Facts, fresh: Unit) -> Iterator[Unit]:
    for place in (fresh.hex, *facts.geography.roads.get(fresh.hex, ())):
        for unit in facts.units_at(place, fresh.side, "land"):
            if any(each.id == fresh.id for each in augmenters(facts, unit)):
                yield unit


# --- 11.2.5.3 ---


@step("Ground support", rule="11.2.5.3")
def support(state: Battle, situation: Situation) -> Steps:
    """Support the land units of both sides with the remaining Air Points and guns, if a land combat is possible."""
    facts = facts_of(situation)
    if not can_attack(facts):
        return Next(administer, state)
    able = [side for side in SIDES if strength(lying_in(facts, side, LAND)) and _support_dice(facts, state, side)]
    throws = [_ground_support(situation, state, side) for side in able]
    then = says("The remaining Air Points and guns fire; their hits count in the land combat.")
    rolled = yield pause(facts.moment.phasing, says("Ground support"), *throws, then=then)
    hits = {side: each.hits or 0 for side, each in zip(able, rolled, strict=True)}
    return Next(fight_on_land, replace(state, support=hits))


def can_attack(facts: Facts) -> bool:
    """Return whether the phasing side can begin a land combat.

    It needs a full-strength land unit, and land or air units as enemies.
    """
    ours, theirs = facts.moment.phasing, facts.moment.other
    is_able = any(unit.group == "land" and unit.shows == FULL for unit in lying_in(facts, ours, LAND))
    return is_able and any(unit.group in ("land", "air") for unit in lying_in(facts, theirs, LAND, AIR))


def strength(group: Sequence[Unit]) -> int:
    """Return the Combat Strength of the land units among some units. Reduced ones count with the number in brackets."""
    return sum(unit.strength for unit in group if unit.group == "land")


def guns_of(facts: Facts, state: Battle, side: str) -> int:
    """Return the Firepower of the ships that support the land combat: those left in Bombardment Task Forces.

    In Malaya, with enemies in the other half, only ships of a half in which their side has Sea Control count (15.1).
    """
    return sum(
        unit.sort.firepower
        for unit in lying_in(facts, side, BOMBARDMENT)
        if unit.group == "naval" and _may_support(facts, state, unit)
    )


def _may_support(facts: Facts, state: Battle, ship: Unit) -> bool:
    water = water_of(facts, ship)
    return state.control.get(water) == ship.side or not faces_other_waters(state, ship.side, water)


def _support_dice(facts: Facts, state: Battle, side: str) -> int:
    return state.points_of(side) + guns_of(facts, state, side)


def _ground_support(situation: Situation, state: Battle, side: str) -> Draw[Lookup]:
    facts = facts_of(situation)
    return look(
        situation,
        "ground-support",
        key=f"ground support of {side}",
        why=says("Ground support, {side}", side=side_title(side)),
        air_points=state.points_of(side),
        firepower=guns_of(facts, state, side),
        combat_strength=strength(lying_in(facts, side, LAND)),
        supremacy=state.is_supreme and state.superior == side,
    )


# --- 11.2.5.4, 11.2.5.5 ---


@step("Land combat", rule="11.2.5.5")
def fight_on_land(state: Battle, situation: Situation) -> Steps:
    """Ask whether the phasing side attacks. If it does, both sides roll, and only the side that does not attack can
    lose anything.
    """
    facts = facts_of(situation)
    ours, theirs = facts.moment.phasing, facts.moment.other
    dice = {side: strength(fighters(facts, side)) for side in SIDES}
    attacks = yield Confirm(key="attack", by=ours, question=says("Attack on land?"), then=_preview(facts, state, dice))
    if not attacks:
        return Next(administer, state)
    hits = {side: state.support.get(side, 0) for side in SIDES}
    fighting = [side for side in (ours, theirs) if dice[side]]
    throws = [_land_combat(situation, state, side) for side in fighting]
    then = says("Only the other side can lose anything.")
    rolled = yield pause(ours, says("Land combat"), *throws, then=then)
    for side, each in zip(fighting, rolled, strict=True):
        hits[side] += each.hits or 0
    hits[theirs] += sum(unit.strength for unit in lying_in(facts, theirs, AIR))
    table = tables_in(situation)["land-combat-result"]
    given = {"phasing_hits": hits[ours], "other_hits": hits[theirs], "other_strength": dice[theirs]}
    result = table.look(situation, given).lookup().result
    return Next(administer, state, _losses(facts, theirs, str(result)))


def _preview(facts: Facts, state: Battle, dice: dict[str, int]) -> str:
    ours, theirs = facts.moment.phasing, facts.moment.other
    air = sum(unit.strength for unit in lying_in(facts, theirs, AIR))
    ours_support, theirs_support = (state.support.get(side, 0) for side in (ours, theirs))
    return says(
        "{ours} {ours:die|dice} and {ours_support} support {ours_support:hit|hits} against "
        "{theirs} {theirs:die|dice}, {theirs_support} support {theirs_support:hit|hits} and "
        "{air} {air:hit|hits} by aircraft. The attacker loses nothing.",
        ours=dice[ours],
        ours_support=ours_support,
        theirs=dice[theirs],
        theirs_support=theirs_support,
        air=air,
    )


def fighters(facts: Facts, side: str) -> list[Unit]:
    """Return the land units of a side that fight. An attacker's reduced units do not fight if G-27 decides so."""
    there = [unit for unit in lying_in(facts, side, LAND) if unit.group == "land"]
    stand_by = side == facts.moment.phasing and facts.rules("G-27", "stand-by")
    return [unit for unit in there if unit.shows == FULL or not stand_by]


def is_supplied(facts: Facts, state: Battle, unit: Unit) -> bool:
    """Return whether a land unit fights in supply.

    If Task Forces are in different halves of Malaya, the enemy's Sea Control in its half cuts off nobody (15.1).
    """
    holders = set(state.control.values())
    is_divided = lie_apart(state)
    if unit.side in holders:
        return supply_of(facts, unit, unit.side).is_supplied
    enemy = enemy_of(unit.side) if holders and not is_divided else ""
    return supply_of(facts, unit, enemy).is_supplied


def storms(facts: Facts, unit: Unit) -> bool:
    """Return whether a unit is a US Marine that came ashore in this part against an enemy where it had no friend
    (16.1.6).
    """
    if not (facts.uses("16.1.6") and unit.sort.is_marine and unit.sort.nation == "US" and unit.has_landed):
        return False
    friends = lying_in(facts, unit.side, LAND, AIR, AT_ANCHOR)
    return all(each.has_landed for each in friends) and bool(lying_in(facts, enemy_of(unit.side), LAND, AIR, AT_ANCHOR))


def _land_combat(situation: Situation, state: Battle, side: str) -> Draw[Lookup]:
    facts = facts_of(situation)
    there = fighters(facts, side)
    hungry = [unit for unit in there if not is_supplied(facts, state, unit)]
    marines = [unit for unit in there if unit not in hungry and storms(facts, unit)]
    return look(
        situation,
        "land-combat",
        key=f"land combat of {side}",
        why=says("Land combat, {side}", side=side_title(side)),
        combat_strength=strength(there),
        out_of_supply=strength(hungry),
        marines=strength(marines),
    )


def _losses(facts: Facts, side: str, result: str) -> list[AnyCommand]:
    """Return the commands for the losses of a side by a result of the land combat (11.3.5)."""
    if result == "no loss":
        return []
    is_rout = result == "all eliminated"
    found: list[AnyCommand] = []
    for unit in lying_in(facts, side, AIR):
        found += air_losses(facts, unit, unit.strength if is_rout else 1)
    for unit in lying_in(facts, side, LAND):
        if unit.group == "land":
            found += land_eliminated(facts, unit) if is_rout else land_reduced(facts, unit)
    return found
