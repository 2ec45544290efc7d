"""The exact odds of shots, answers and bombing runs, from what the acting side sees (9.7.10 to 9.7.13, 9.9, 9.10)."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct, structs

from .air_battle import AirBattle, Flight
from .air_shots import ACE_FROM, CLEAR, clearance_drm, defence, shot_modifiers
from .battle_rules import BattleRules
from .bombing_runs import DROP, bomb_cell, bomb_modifiers, bombed_thing, flak_cell, flak_modifiers
from .flight_motion import AirAction

K = TypeVar("K", bound=Hashable)
DICE: Final = range(1, 11)
NEVER: Final = Fraction(0)
BECOMES_ACE: Final = Fraction(len(DICE) + 1 - ACE_FROM, len(DICE))


class ShotOdds(Struct, frozen=True):
    """The odds of a shot, or of a bomber's answer, between the flights with these ids.

    `modifiers`: those of the die, by name. `defence`: the number with which the sum is compared. `clearance`: the
    chance that a bomber may fire at all. `nothing`, `disrupted`, `step` (the target loses one and is left) and `lost`
    add up to 1. `low_on_ammo` and `ace`: the chances that the firer runs out of ammunition, and becomes an ace.
    `is_sure`: false if the target's altitude is hidden; all chances then hold if it is that of the firer.
    """

    by: str
    at: str
    modifiers: Mapping[str, int]
    defence: int
    clearance: Fraction
    nothing: Fraction
    disrupted: Fraction
    step: Fraction
    lost: Fraction
    low_on_ammo: Fraction
    ace: Fraction
    is_sure: bool


class PassOdds(Struct, frozen=True):
    """The odds of a bombing run: first of the anti-aircraft fire, then of the bombs.

    `flak`: the modifier of each roll against the flight. `unharmed`, `disrupted`, `step` and `lost` add up to 1.
    `modifiers`: those of the bombs' die, for a flight that was not harmed. `results`: the chance of each cell of the
    bombing table; "-" also stands for bombs that did not fall.
    """

    by: str
    mode: str
    flak: tuple[int, ...]
    unharmed: Fraction
    disrupted: Fraction
    step: Fraction
    lost: Fraction
    modifiers: Mapping[str, int]
    results: Mapping[str, Fraction]


Odds: TypeAlias = ShotOdds | PassOdds


def odds_here(rules: BattleRules, battle: AirBattle) -> Mapping[AirAction, Odds]:
    """Return the odds of each shot, bombing run and answer that is legal now."""
    return dict(_odds_here(rules, battle))


def _odds_here(rules: BattleRules, battle: AirBattle) -> Iterator[tuple[AirAction, Odds]]:
    places = {flight.id: at for at, flight in enumerate(battle.flights)}
    for action in rules.legal(battle):
        if action.deed == "fire":
            yield action, shot_odds(rules, battle, battle.active[0], places[action.flight])
        elif action.deed == "answer":
            yield action, shot_odds(rules, battle, places[action.flight], battle.active[0])
        elif action.deed == "bomb":
            yield action, pass_odds(rules, battle, places[action.flight], action.mode)


def shot_odds(rules: BattleRules, battle: AirBattle, by: int, at: int) -> ShotOdds:
    """Return the odds of a shot between the flights at these positions. A flight that is not active answers."""
    firer, target = battle.flights[by], battle.flights[at]
    is_sure = target.is_revealed or target.team == firer.team
    if not is_sure:
        battle = battle.changed(at, altitude=firer.altitude)
        target = battle.flights[at]
    modifiers, df = shot_modifiers(rules, battle, by, at), defence(rules, target)
    clear = len(DICE)
    if by not in battle.active:
        drm = clearance_drm(rules, battle, by, at)
        clear = sum(die + drm <= CLEAR for die in DICE)
    totals = [die + sum(modifiers.values()) for die in DICE]
    reduced = sum(total >= 2 * df for total in totals)
    halves = 0
    if not target.is_disrupted:
        halves = 2 * sum(df < total < 2 * df for total in totals) + (totals[-1] <= df)
    is_last = target.losses + 1 >= len(target.craft.df)
    can_become_ace = firer.is_fighter and not (firer.craft.is_japanese or firer.has_ace) and battle.free_aces > 0

    def chance(twentieths: int) -> Fraction:
        return Fraction(clear * twentieths, 20 * len(DICE))

    return ShotOdds(
        by=firer.id,
        at=target.id,
        modifiers=modifiers,
        defence=df,
        clearance=Fraction(clear, len(DICE)),
        nothing=1 - chance(2 * reduced + halves),
        disrupted=chance(halves),
        step=chance(0 if is_last else 2 * reduced),
        lost=chance(2 * reduced if is_last else 0),
        low_on_ammo=chance(1),
        ace=chance(2 * reduced * can_become_ace) * BECOMES_ACE,
        is_sure=is_sure,
    )


def pass_odds(rules: BattleRules, battle: AirBattle, at: int, mode: str) -> PassOdds:
    """Return the odds of a bombing run of the flight at this position, where it is now."""
    flight = battle.flights[at]
    flak = tuple(flak_modifiers(rules, battle, flight))
    fates = {flight: Fraction(1)}
    for add in flak:
        fates = _added(
            (_shelled(rules, fate, die + add, mode), chance / len(DICE))
            for fate, chance in fates.items()
            for die in DICE
        )
    results = _added(
        (cell, chance / len(DICE)) for fate, chance in fates.items() for cell in _cells(rules, battle, fate, mode)
    )
    harm = _added((_harm(flight, fate), chance) for fate, chance in fates.items())
    return PassOdds(
        by=flight.id,
        mode=mode,
        flak=flak,
        unharmed=harm.get("unharmed", NEVER),
        disrupted=harm.get("disrupted", NEVER),
        step=harm.get("step", NEVER),
        lost=harm.get("lost", NEVER),
        modifiers=bomb_modifiers(rules, battle, flight, mode),
        results=results,
    )


def _added(chances: Iterable[tuple[K, Fraction]]) -> dict[K, Fraction]:
    """Return the sum of the chances of each thing."""
    found: dict[K, Fraction] = {}
    for thing, chance in chances:
        found[thing] = found.get(thing, NEVER) + chance
    return found


def _shelled(rules: BattleRules, flight: Flight, total: int, mode: str) -> Flight:
    """Return a flight after a roll of anti-aircraft fire."""
    cell = "-" if flight.is_lost else flak_cell(rules, flight, total, high_fire=rules.charts.modes[mode].high_fire)
    if cell == "-":
        return flight
    return structs.replace(flight, is_disrupted=True, losses=flight.losses + (cell == "X" and not flight.losses))


def _cells(rules: BattleRules, battle: AirBattle, flight: Flight, mode: str) -> Sequence[str]:
    """Return the result of the bombs for each number on their die."""
    if flight.is_lost or (rules.charts.modes[mode].undisrupted and flight.is_disrupted):
        return ["-"] * len(DICE)
    if rules.charts.modes[mode].drops:
        return [DROP] * len(DICE)
    add, target = sum(bomb_modifiers(rules, battle, flight, mode).values()), bombed_thing(battle, flight)
    return [bomb_cell(rules, target, die + add) for die in DICE]


def _harm(before: Flight, after: Flight) -> str:
    if after.is_lost:
        return "lost"
    if after.losses > before.losses:
        return "step"
    return "unharmed" if after == before else "disrupted"
