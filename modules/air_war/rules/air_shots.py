"""Fire in the air: field, range, blocking, modifiers and results (9.7.10 to 9.7.13; Forlorn Hopes 9.7.9 to 9.7.13)."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import structs

from .air_battle import FIGHTERS, AirBattle, BoardRules, Cast, Flight
from .flight_motion import LOW

FIGHTER_REACH: Final = 4
BOMBER_REACH: Final = 2
CLEAR: Final = 5
"""The highest result with which a bomber may answer."""
ACE_FROM: Final = 9
UNSEEN: Final = -1
"""The altitude of a flight whose altitude a team does not see."""


def shot_targets(rules: BoardRules, battle: AirBattle, at: int) -> tuple[int, ...]:
    """Return the positions in `flights` of those that a moving flight can fire at; none if it may not fire at all.

    The answer depends only on what its side sees: an enemy whose markers are hidden may be at any altitude.
    """
    flight = battle.flights[at]
    reach = fighter_reach(battle, flight)
    if not reach or battle.has_fired or flight.is_low_on_ammo or flight.rating(flight.craft.af) is None:
        return ()
    arc = rules.board.front_arc(flight.hex, flight.facing, reach)
    return tuple(
        other
        for other, enemy in enumerate(battle.flights)
        if enemy.team != flight.team and enemy.hex in arc and _has_line(rules, battle, flight, enemy)
    )


def asked_bombers(rules: BoardRules, battle: AirBattle, mover: int) -> tuple[int, ...]:
    """Return the positions in `flights` of the bombers that are asked whether they answer an interceptor where it is.

    They are those that may answer as far as the interceptors see: a hidden bomber may be at any altitude (9.7.3). If
    only bombers at the altitude of the interceptor were asked, the question would show their altitude.
    """
    target = battle.flights[mover]
    seen = battle.with_(
        flights=tuple(
            structs.replace(flight, altitude=UNSEEN) if _is_hidden(flight, target) else flight
            for flight in battle.flights
        )
    )
    supposed = (
        (at, seen.changed(at, altitude=target.altitude) if _is_hidden(battle.flights[at], target) else seen)
        for at in battle.members("mission")
    )
    return tuple(at for at, maybe in supposed if may_answer(rules, maybe, at, mover))


def fighter_reach(battle: AirBattle, flight: Flight) -> int:
    """Return the distance to which a flight fires as fighters do; 0 if it does not."""
    if flight.is_fighter:
        return FIGHTER_REACH
    is_able = flight.craft.fights_when_empty and not flight.is_loaded
    return BOMBER_REACH if FIGHTERS in battle.options and is_able and len(battle.active) == 1 else 0


def may_answer(rules: BoardRules, battle: AirBattle, at: int, mover: int) -> bool:
    """Return whether the flight at a position in `flights` may answer an interceptor where it is now (9.7.10)."""
    bomber, target = battle.flights[at], battle.flights[mover]
    if not bomber.hex or bomber.is_fighter or bomber.is_low_on_ammo or bomber.fought_in == battle.round:
        return False
    if bomber.hex == target.hex or rules.board.distance(bomber.hex, target.hex) > BOMBER_REACH:
        return False
    if bomber.rating(bomber.craft.af) is None or not _has_line(rules, battle, bomber, target):
        return False
    is_free = rules.book.single_engine_front and FIGHTERS not in battle.options
    if is_free or bomber.craft.engines == "multi":
        return True
    return target.hex not in rules.board.front_arc(bomber.hex, bomber.facing, BOMBER_REACH)


def _has_line(rules: BoardRules, battle: AirBattle, firer: Flight, target: Flight) -> bool:
    """Return whether the firer's side sees both at one altitude, in different hexes, with no third flight of this
    altitude between them.

    Hidden enemies may be at this altitude, and are not known to be between.
    """
    is_level = target.altitude == firer.altitude or _is_hidden(target, firer)
    if not is_level or firer.hex == target.hex:
        return False
    return not any(
        other.altitude == firer.altitude and not _is_hidden(other, firer)
        for other in _between(rules, battle, firer, target)
    )


def _is_hidden(flight: Flight, firer: Flight) -> bool:
    return flight.team != firer.team and not flight.is_revealed


def _between(rules: BoardRules, battle: AirBattle, firer: Flight, target: Flight) -> Iterator[Flight]:
    """Yield the flights, at any altitude, in the hexes between two flights."""
    ends = {"", firer.hex, target.hex}
    for other in battle.flights:
        if other.hex not in ends and rules.board.crosses(firer.hex, target.hex, other.hex):
            yield other


def declared(rules: BoardRules, battle: AirBattle, by: int, at: int) -> AirBattle:
    """Return the battle after a flight declared fire, with the die of the shot if the shot is possible.

    Hidden markers that decide this are shown: those of the target and of flights between.
    """
    firer = battle.flights[by]
    hidden = {other.id for other in (battle.flights[at], *_between(rules, battle, firer, battle.flights[at]))}
    for place, other in enumerate(battle.flights):
        if other.id in hidden and _is_hidden(other, firer):
            battle = battle.changed(place, is_revealed=True)
    has_line = _has_line(rules, battle, firer, battle.flights[at])
    return battle.with_(casts=(Cast("shot", by, at),)) if has_line else battle


def shot_modifiers(rules: BoardRules, battle: AirBattle, by: int, at: int) -> Mapping[str, int]:
    """Return the modifiers of a shot that are not 0, by name. Fire of a flight that is not active is an answer."""
    firer, target = battle.flights[by], battle.flights[at]
    attacks = by in battle.active
    zone = rules.board.zone(target.hex, target.facing, firer.hex)
    ace = 2 if firer.craft.is_japanese else 1
    slower = rules.points(firer, battle.round) - rules.points(target, battle.round)
    found = {
        "AF": firer.rating(firer.craft.af),
        "DF": -defence(rules, target),
        "rear": 2 * (attacks and zone == "rear"),
        "front": int(attacks and zone == "front" and not target.is_fighter),
        "side": -int(zone == "side"),
        "disrupted": firer.is_disrupted * rules.book.firer_disrupted,
        "distance": 1 - rules.board.distance(firer.hex, target.hex),
        "target_ace": -int(target.has_ace),
        "ace": firer.has_ace * ace,
        "low_fighter": -int(target.is_fighter and target.craft.is_japanese and target.altitude == LOW),
        "surprise": int(firer.has_surprise),
        "speed": slower if not attacks and rules.book.shot_by_points else 0,
        "single_engine": -int(attacks and not firer.is_fighter),
    }
    return {name: value for name, value in found.items() if value}


def defence(rules: BoardRules, flight: Flight) -> int:
    """Return a flight's DF in the air, at least 1."""
    df: int = flight.rating(flight.craft.df)
    return max(1, df + flight.is_disrupted * rules.book.target_disrupted)


def clearance_drm(rules: BoardRules, battle: AirBattle, bomber: int, target: int) -> int:
    """Return the modifier of the roll with which a bomber tries to answer."""
    if not rules.book.clearance_by_points:
        return 0
    return rules.points(battle.flights[target], battle.round) - rules.points(battle.flights[bomber], battle.round)


def shot(rules: BoardRules, battle: AirBattle, cast: Cast, die: int) -> AirBattle:
    """Return the battle after a shot, with the dice that it calls for."""
    firer, target = battle.flights[cast.by], battle.flights[cast.at]
    total = die + sum(shot_modifiers(rules, battle, cast.by, cast.at).values())
    is_hit, is_reduced = total > defence(rules, target), total >= 2 * defence(rules, target)
    battle = battle.changed(cast.by, has_fired=True, has_surprise=False, is_revealed=True)
    if is_hit or is_reduced:
        battle = wounded(battle, cast.at, steps=int(is_reduced))
    casts: list[Cast] = []
    if die in (1, 10):
        casts.append(Cast("lucky", cast.by, cast.at, natural=die))
    can_become_ace = firer.is_fighter and not firer.craft.is_japanese and not firer.has_ace
    if is_reduced and can_become_ace and battle.free_aces:
        casts.append(Cast("ace", cast.by))
    return battle.with_(casts=(*casts, *battle.casts))


def lucky_shot(rules: BoardRules, battle: AirBattle, cast: Cast, die: int) -> AirBattle:
    """Return the battle after the second die of a lucky shot."""
    if cast.natural == 1:
        return battle.changed(cast.by, is_low_on_ammo=True) if die % 2 else battle
    return wounded(battle, cast.at) if die % 2 == rules.book.lucky_ten else battle


def new_ace(battle: AirBattle, cast: Cast, die: int) -> AirBattle:
    """Return the battle after the roll for a new ace."""
    if die < ACE_FROM:
        return battle
    return battle.changed(cast.by, has_ace=True).with_(free_aces=battle.free_aces - 1)


def wounded(battle: AirBattle, at: int, steps: int = 0) -> AirBattle:
    """Return the battle after a flight was disrupted, and lost steps. A lost flight leaves the board."""
    flight = battle.flights[at]
    losses = flight.losses + steps
    is_lost = losses >= len(flight.craft.df)
    is_shaken = flight.is_shaken or not steps
    return battle.changed(at, is_disrupted=True, is_shaken=is_shaken, losses=losses, hex="" if is_lost else flight.hex)
