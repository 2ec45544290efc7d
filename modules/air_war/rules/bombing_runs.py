"""Bombing on the board: anti-aircraft fire first, then the bombs (9.9, 9.10)."""

from collections.abc import Iterator, Mapping

from msgspec import structs

from .air_battle import AirBattle, AirTarget, BoardRules, BombingResult, Cast, Flight, TargetShip
from .air_charts import BombingMode
from .air_shots import wounded
from .flight_motion import LOW

STRAFE = "strafe"
DROP = "drop"
SHAKEN_DROP = "drop-disrupted"


def bombing_modes(rules: BoardRules, battle: AirBattle, at: int, points: int) -> Iterator[str]:
    """Yield the names of the modes in which a flight can bomb from where it is, with these points left."""
    flight = battle.flights[at]
    if flight.team != "mission" or flight.has_attacked or not _is_over_target(rules, battle, flight):
        return
    if flight.craft.strafes and flight.is_fighter and not flight.has_fired:
        names: tuple[str, ...] = (STRAFE,)
    else:
        names = flight.craft.modes if flight.is_loaded else ()
    for name in names:
        mode = rules.charts.modes[name]
        if name in rules.book.modes and mode.price <= points and _fits(battle, flight, mode):
            yield name


def _is_over_target(rules: BoardRules, battle: AirBattle, flight: Flight) -> bool:
    if battle.target.kind != "naval":
        return flight.hex in rules.board.chart.targets
    ships = [ship for ship in battle.ships if ship.hex == flight.hex]
    return bool(ships) and (flight.craft.role != "P" or (rules.book.heavy_at_crippled and ships[0].is_crippled))


def _fits(battle: AirBattle, flight: Flight, mode: BombingMode) -> bool:
    kind = battle.target.kind
    return (
        flight.altitude in mode.altitudes
        and flight.run >= mode.run
        and (not mode.only_at or kind in mode.only_at)
        and kind not in mode.not_at
        and not (mode.undisrupted and flight.is_disrupted)
    )


def bombed(rules: BoardRules, battle: AirBattle, at: int, mode: str) -> AirBattle:
    """Return the battle with the dice of a bombing run: first those of the anti-aircraft fire."""
    flak = [Cast("flak", at=at, add=add, mode=mode) for add in flak_modifiers(rules, battle, battle.flights[at])]
    straight = rules.charts.modes[mode].straight_on and battle.flights[at].run == 2
    battle = battle.changed(at, has_attacked=True, must_go_straight=straight)
    return battle.with_(casts=(*flak, Cast("bomb", at, mode=mode)))


def flak_modifiers(rules: BoardRules, battle: AirBattle, flight: Flight) -> Iterator[int]:
    """Yield the modifier of each roll of anti-aircraft fire against a flight, which never meets a transport (9.9)."""
    if flight.craft.role == "C":
        return
    if battle.target.kind != "naval":
        if battle.target.aa is not None:
            yield battle.target.aa
        return
    for ship in battle.ships:
        away = rules.board.distance(ship.hex, flight.hex)
        friends = (other.hex for other in battle.flights if other.team != flight.team and other.hex)
        has_friend = any(rules.board.distance(ship.hex, hex) == 1 for hex in friends)
        if away <= 1:
            yield ship.aa - ship.is_disrupted - away - has_friend


def flak_cell(rules: BoardRules, flight: Flight, total: int, *, high_fire: bool = False) -> str:
    """Return the cell of the anti-aircraft table: `-`, D or X."""
    half = rules.charts.anti_aircraft["high" if high_fire or flight.altitude > LOW else "low"]
    row: int = flight.rating(flight.craft.df) - flight.is_disrupted
    return half[min(max(row, 1), 5) - 1][min(max(total - 3, 0), 12)]


def flak(rules: BoardRules, battle: AirBattle, cast: Cast, die: int) -> AirBattle:
    """Return the battle after a roll of anti-aircraft fire, which never eliminates a reduced flight."""
    flight = battle.flights[cast.at]
    if flight.is_lost:
        return battle
    cell = flak_cell(rules, flight, die + cast.add, high_fire=rules.charts.modes[cast.mode].high_fire)
    return battle if cell == "-" else wounded(battle, cast.at, steps=int(cell == "X" and not flight.losses))


def bomb_modifiers(rules: BoardRules, battle: AirBattle, flight: Flight, name: str) -> Mapping[str, int]:
    """Return the modifiers of a bombing roll in this mode that are not 0, by name, the BF among them."""
    mode, kind, thing = rules.charts.modes[name], battle.target.kind, bombed_thing(battle, flight)
    found = {
        "BF": 1 if name == STRAFE else flight.rating(flight.craft.bf) or 0,
        "mode": mode.drm if name != "dive" or kind in rules.book.dive_at else 0,
        "low": mode.low_drm if flight.altitude == LOW else 0,
        "place": battle.target.drm,
        "ship": thing.drm if isinstance(thing, TargetShip) else 0,
        "range": flight.bombing_drm,
        "disrupted": -2 * flight.is_disrupted,
        "foul": -4 * battle.foul,
    }
    return {name: value for name, value in found.items() if value}


def bombed_thing(battle: AirBattle, flight: Flight) -> AirTarget | TargetShip:
    """Return the target of a flight's bombs: the ship in its hex if the mission attacks ships."""
    ship = next((ship for ship in battle.ships if ship.hex == flight.hex), None)
    return ship if battle.target.kind == "naval" and ship is not None else battle.target


def bomb_cell(rules: BoardRules, target: AirTarget | TargetShip, total: int) -> str:
    """Return the cell of the bombing table."""
    if isinstance(target, TargetShip):
        df = target.df + target.is_disrupted * rules.book.ship_disrupted
        row = f"strength_{min(max(df, 1), 5)}"
    elif target.kind in ("ground", "naval"):
        row = f"strength_{min(max(target.strength, 1), 5)}"
    else:
        row = "city" if target.kind == "supply" else target.kind
    return rules.charts.bombing[row][min(max(total - 4, 0), 11)]


def damaged(ship: TargetShip, result: str) -> TargetShip:
    """Return a ship after a D or DX: a DX, or a D while it is disrupted, cripples it (9.10.10)."""
    now = ship.crippled
    if now is None or (result == "D" and not ship.is_disrupted):
        return structs.replace(ship, is_disrupted=True)
    return structs.replace(ship, df=now.df, aa=now.aa, drm=now.drm, is_disrupted=True, is_crippled=True, crippled=None)


def bombs(rules: BoardRules, battle: AirBattle, cast: Cast, die: int) -> AirBattle:
    """Return the battle after the bombs, with the result noted.

    A lost flight drops none, nor does a disrupted flight in the modes that are not for it.
    """
    flight = battle.flights[cast.by]
    mode = rules.charts.modes[cast.mode]
    target = bombed_thing(battle, flight)
    column, result = 0, "-"
    if not flight.is_lost and not (mode.undisrupted and flight.is_disrupted):
        column = die + sum(bomb_modifiers(rules, battle, flight, cast.mode).values())
        jump = SHAKEN_DROP if flight.is_disrupted else DROP
        result = jump if mode.drops else bomb_cell(rules, target, column)
    attack = BombingResult(flight.id, cast.mode, flight.hex, flight.altitude, column, result)
    if isinstance(target, TargetShip) and result.startswith("D"):
        ships = tuple(damaged(each, result) if each is target else each for each in battle.ships)
        battle = battle.with_(ships=ships)
    if flight.is_loaded:
        battle = battle.changed(cast.by, is_loaded=False, emptied=battle.round)
    return battle.with_(attacks=(*battle.attacks, attack))
