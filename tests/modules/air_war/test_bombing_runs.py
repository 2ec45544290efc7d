"""Bombing on the board: when a way of bombing is possible, anti-aircraft fire, and results."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.air_war.flying import Hangar

CW, FH = "cartwheel", "forlorn_hopes"

FIRED = {"has_fired": True}

# Rule, game, target, aircraft, place, changes, way of bombing, whether it is possible.
WAYS: list[tuple[str, str, str, str, str, dict[str, Any], str, bool]] = [
    ("9.10.8 a target hex", CW, "city", "Ki-21", "F04 N M", {}, "regular", True),
    ("9.10.8 no target hex", CW, "city", "Ki-21", "F05 N M", {}, "regular", False),
    ("9.10 once", CW, "city", "Ki-21", "F04 N M", {"has_attacked": True}, "regular", False),
    ("9.10 only loaded", CW, "city", "Ki-21", "F04 N M", {"is_loaded": False}, "regular", False),
    ("9.10.2 a fighter at low altitude", CW, "city", "Ki-43", "F04 N L", {"is_loaded": False}, "strafe", True),
    ("9.10.2 not higher", CW, "city", "Ki-43", "F04 N M", {"is_loaded": False}, "strafe", False),
    ("9.10.2 not after it fired", CW, "city", "Ki-43", "F04 N L", {"is_loaded": False} | FIRED, "strafe", False),
    ("9.10.3 low", CW, "ground", "D3A", "F04 N L", {}, "dive", True),
    ("9.10.3 not higher", CW, "ground", "D3A", "F04 N M", {}, "dive", False),
    ("9.10.3 D units may choose regular bombing", CW, "ground", "D3A", "F04 N M", {}, "regular", True),
    ("9.10.4 high, second hex of the run", CW, "city", "B-17", "F04 N H", {"run": 2}, "precision", True),
    ("9.10.4 third hex of the run", CW, "city", "B-17", "F04 N H", {"run": 3}, "precision", True),
    ("9.10.4 first hex of the run", CW, "city", "B-17", "F04 N H", {"run": 1}, "precision", False),
    ("9.10.4 not at medium", CW, "city", "B-17", "F04 N M", {"run": 3}, "precision", False),
    ("9.10.4 not at ships", CW, "naval", "B-17", "F04 N H", {"run": 3}, "precision", False),
    ("9.10.4 P units never at ships", CW, "naval", "B-17", "F04 N M", {}, "regular", False),
    ("9.10.4 P units at a sound ship", FH, "naval", "B-17", "3604 N M", {}, "regular", False),
    ("9.10.5 skip bombing", CW, "naval", "B-25", "F04 N L", {"run": 2}, "skip", True),
    ("9.10.5 not disrupted", CW, "naval", "B-25", "F04 N L", {"run": 2, "is_disrupted": True}, "skip", False),
    ("9.10.5 only ships", CW, "city", "B-25", "F04 N L", {"run": 2}, "skip", False),
    ("no skip bombing in the other book", FH, "naval", "B-25", "3604 N L", {"run": 2}, "skip", False),
    ("9.10.6 torpedo", CW, "naval", "G4M", "F04 N L", {"run": 2}, "torpedo", True),
    ("9.10.6 two straight hexes", CW, "naval", "G4M", "F04 N L", {"run": 1}, "torpedo", False),
    ("9.10.6 torpedo", FH, "naval", "G4M", "3604 N L", {"run": 2}, "torpedo", True),
    ("9.10.8 the hex of a ship", CW, "naval", "Ki-21", "F03 N M", {}, "regular", False),
    ("9.10.7 parafrag", CW, "airbase", "B-25", "F04 N L", {"run": 2}, "parafrag", True),
    ("9.10.7 not at a ground unit", CW, "ground", "B-25", "F04 N L", {"run": 2}, "parafrag", False),
    ("9.11 paratroops at medium", FH, "ground", "Ki-56", "3604 N M", {"run": 3}, "assault", True),
    ("9.11 not disrupted", FH, "ground", "Ki-56", "3604 N M", {"run": 3, "is_disrupted": True}, "assault", False),
    ("9.11 paratroops, not lower", FH, "ground", "Ki-56", "3604 N L", {"run": 3}, "assault", False),
]  # fmt: skip


def over(hangar: Hangar, game: str, kind: str, model: str, at: str, **changes: Any) -> Any:
    """Return a battle in which an aircraft, loaded unless `changes` say otherwise, is the next to move.

    A naval target is one ship, in F04 (Cartwheel) or 3604 (Forlorn Hopes).
    """
    given = {"is_loaded": True} | changes
    target = hangar.battle.AirTarget(kind=kind, aa=2, strength=3)
    ship = hangar.battle.TargetShip("ship", "F04" if game == CW else "3604", df=3, aa=2)
    ships = (ship,) if kind == "naval" else ()
    return hangar.due(game, [hangar.flight("a", model, at, **given)], target=target, ships=ships)


@pytest.mark.parametrize("case", WAYS, ids=[f"{case[0]} {case[1]}" for case in WAYS])
def test_ways_of_bombing(hangar: Hangar, case: tuple[Any, ...]) -> None:
    _, game, kind, model, at, changes, mode, is_possible = case
    assert hangar.can(game, over(hangar, game, kind, model, at, **changes), f"b:{mode}") is is_possible


# Example, DF, altitude, total of die and factor, whether the bomber is disrupted, cell of the anti-aircraft table.
FLAK = [
    ("EX-9.9.2-1, X17", 4, "M", 12, True, "D"),
    ("EX-9.9.2-2, X18", 4, "L", 12, True, "X"),
    ("EX-18.2-13", 4, "L", 6, False, "-"),
    ("9.9.2 the first column", 3, "L", 1, False, "-"),
    ("9.9.2 the last column", 4, "H", 15, False, "X"),
    ("9.9.2 above the last column", 1, "M", 20, False, "X"),
]


@pytest.mark.parametrize("game", [CW, FH])
def test_anti_aircraft_fire(hangar: Hangar, air_war: Any, game: str) -> None:
    for id, df, level, total, is_disrupted, cell in FLAK:
        flight = hangar.flight("a", "Ki-21", level, df=(df, df), is_disrupted=is_disrupted)
        assert air_war("bombing_runs").flak_cell(hangar.rules[game], flight, total) == cell, id


def test_a_dive_bomber_is_fired_at_as_if_higher(hangar: Hangar) -> None:
    """Factor 2 and a die of 5 make 7: that disrupts a DF of 3 at low altitude, but not at medium or high."""
    battle = hangar.fly(CW, over(hangar, CW, "ground", "D3A", "F04 N L"), "b:dive =5")
    assert not battle.flights[0].is_disrupted
    battle = hangar.fly(CW, over(hangar, CW, "ground", "D3A", "F04 N L"), "b:regular =5")
    assert battle.flights[0].is_disrupted


def test_anti_aircraft_fire_never_eliminates_a_reduced_unit(hangar: Hangar) -> None:
    battle = over(hangar, CW, "city", "Ki-21", "F04 N L", losses=1)
    battle = hangar.fly(CW, battle, "b:regular =10 =5")
    assert (battle.flights[0].losses, battle.flights[0].is_disrupted) == (1, True)


def test_the_raid_of_the_example(hangar: Hangar) -> None:
    """EX-18.2-13 and 14: J1 is missed with a 4 and scores four hits with a 6; it keeps its points this round."""
    battle = over(hangar, CW, "city", "Ki-21", "F04 N L")
    battle = hangar.fly(CW, battle, "b:regular =4 =6")
    [attack] = battle.attacks
    assert (attack.column, attack.result) == (12, "4")
    assert (battle.flights[0].is_loaded, battle.motion.points) == (False, 3)
    assert hangar.rules[CW].points(battle.flights[0], 2) == 4


# Rule, game, target, aircraft, altitude, changes, way, modifiers of the bombing roll.
DRM: list[tuple[str, str, str, str, str, dict[str, Any], str, int]] = [
    ("low", CW, "city", "Ki-21", "L", {}, "regular", 1),
    ("medium", CW, "city", "Ki-21", "M", {}, "regular", 0),
    ("disrupted", CW, "city", "Ki-21", "M", {"is_disrupted": True}, "regular", -2),
    ("extended range", CW, "city", "Ki-21", "M", {"bombing_drm": -2}, "regular", -2),
    ("precision", CW, "city", "B-17", "H", {}, "precision", 1),
    ("dive at a ground unit", CW, "ground", "D3A", "L", {}, "dive", 3),
    ("dive at an airbase", CW, "airbase", "D3A", "L", {}, "dive", 1),
    ("dive at an airbase", FH, "airbase", "D3A", "L", {}, "dive", 3),
    ("torpedo", CW, "naval", "G4M", "L", {}, "torpedo", 2),
    ("skip", CW, "naval", "B-25", "L", {}, "skip", 2),
    ("parafrag", CW, "airbase", "B-25", "L", {}, "parafrag", 3),
]


def test_modifiers_of_a_bombing_roll(hangar: Hangar, air_war: Any) -> None:
    for rule, game, kind, model, level, changes, mode, drm in DRM:
        flight = hangar.flight("a", model, level, **changes)
        battle = hangar.battle.AirBattle(flights=(flight,), target=hangar.battle.AirTarget(kind=kind))
        modifiers = air_war("bombing_runs").bomb_modifiers
        found = dict(modifiers(hangar.rules[game], battle, flight, mode))
        assert (found.pop("BF"), sum(found.values())) == (flight.craft.bf[0], drm), (rule, game)
        foul = battle.with_(foul=True)
        assert modifiers(hangar.rules[game], foul, flight, mode)["foul"] == -4, rule


def test_a_precision_run_goes_on_straight(hangar: Hangar) -> None:
    """The target is the second of three hexes, so the third one must lie straight ahead."""
    battle = over(hangar, CW, "city", "B-17", "F04 N H", run=2)
    battle = hangar.fly(CW, battle, "b:precision =1 =5")
    assert {action.deed for action in hangar.rules[CW].legal(battle)} == {"straight"}
    assert hangar.can(CW, hangar.fly(CW, battle, "s"), "t1")
    third = hangar.fly(CW, over(hangar, CW, "city", "B-17", "F04 N H", run=3), "b:precision =1 =5")
    assert hangar.can(CW, third, "t1")


def test_a_turn_breaks_a_run_and_a_dive_does_not(hangar: Hangar) -> None:
    battle = hangar.due(CW, [hangar.flight("a", "G4M", "F06 N M", is_loaded=True)])
    assert hangar.fly(CW, battle, "s d s").flights[0].run == 2
    assert hangar.fly(CW, battle, "s t1").flights[0].run == 0


def test_ships_in_and_beside_the_hex_fire(hangar: Hangar, air_war: Any) -> None:
    """The factor of a ship is 1 less in an adjacent hex, 1 less if it is disrupted, and 1 less with a flight of its own
    side beside it.
    """
    ship = hangar.battle.TargetShip
    ships = (
        ship("here", "F04", df=3, aa=3),
        ship("beside", "F03", df=3, aa=3),
        ship("hurt", "G04", df=3, aa=3, is_disrupted=True),
        ship("far", "H03", df=3, aa=3),
    )
    flights = [
        hangar.flight("a", "Ki-21", "F04 N M", is_loaded=True),
        hangar.flight("b", "P-40", "F02 S H", team="interceptor"),
    ]
    target = hangar.battle.AirTarget(kind="naval")
    battle = hangar.fly(CW, hangar.due(CW, flights, target=target, ships=ships), "b:regular")
    assert [cast.add for cast in battle.casts if cast.kind == "flak"] == [3, 1, 1]
    after = hangar.fly(CW, battle, "=1 =1 =1 =10")
    assert [each.is_disrupted for each in after.ships] == [True, False, True, False]


def test_no_anti_aircraft_fire_meets_paratroops(hangar: Hangar) -> None:
    """It meets bombers and strafing fighters (9.9), and a transport is neither."""
    battle = over(hangar, FH, "ground", "Ki-56", "3604 N M", run=3)
    assert hangar.fly(FH, battle, "b:assault").attacks[0].result == "drop"


def test_strafing_has_a_bombing_factor_of_1_and_costs_a_point(hangar: Hangar) -> None:
    battle = over(hangar, CW, "city", "Ki-43", "F04 N L", is_loaded=False)
    battle = hangar.fly(CW, battle, "b:strafe =1 =5")
    assert (battle.attacks[0].column, battle.motion.points) == (7, 3)


@pytest.mark.parametrize(("game", "cells"), [(CW, ["-", "D"]), (FH, ["-", "-"])])
def test_a_disrupted_ship_is_hit_more_easily_in_cartwheel(
    hangar: Hangar, air_war: Any, game: str, cells: list[str]
) -> None:
    """Its DF is one less there (9.10.10)."""
    cell, ship = air_war("bombing_runs").bomb_cell, hangar.battle.TargetShip("a", "F04", df=2, aa=3)
    hurt = hangar.battle.TargetShip("a", "F04", df=2, aa=3, is_disrupted=True)
    assert [cell(hangar.rules[game], each, 5) for each in (ship, hurt)] == cells


def test_every_ruling_has_its_rule_and_reason(charts: Any) -> None:
    assert len({ruling.id for ruling in charts.rulings}) == len(charts.rulings) > 0
    assert all(ruling.rule[:2] == "9." and ruling.ruling and ruling.reason for ruling in charts.rulings)


def test_the_die_of_bombs_shows_their_column_and_result(air_war: Any) -> None:
    fight, page = air_war("board_procedure.air_fight"), air_war("board_procedure.air_page")
    die = page._die(fight.RollNote("bomb", 6, "b", column=9, cell="D"))
    assert (die.needs, die.result) == ("column 9", "result D")
    assert page._die(fight.RollNote("bomb", 1, "b", column=4, cell="-")).result == "no effect"


class Sheet:
    """The values of one Betty."""

    def __init__(self, armed: str) -> None:
        self._values = {"model": "G4M", "role": "T", "modes": "regular torpedo", "armed": armed}

    def read(self, piece: int, name: str) -> str:
        return self._values.get(name, "")

    def side_of(self, piece: int) -> str:
        return "JP"


@pytest.mark.parametrize(
    ("armed", "modes"), [("", ("regular", "torpedo")), ("torpedoes", ("torpedo",)), ("bombs", ("regular",))]
)
def test_a_torpedo_bomber_attacks_as_it_is_armed(
    air_war: Callable[[str], Any], armed: str, modes: tuple[str, ...]
) -> None:
    assert air_war("board_procedure.air_units").craft_of(Sheet(armed), 1).modes == modes
