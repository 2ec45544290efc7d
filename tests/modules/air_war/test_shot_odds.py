"""The odds of shots, answers and bombing runs are those of the dice in a battle, and reveal no hidden altitude."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.modules.air_war.flying import Hangar

CW, FH = "cartwheel", "forlorn_hopes"
HEXES = {CW: ("G09", "G08"), FH: ("3709", "3708")}


def ends(rules: Any, battle: Any, chance: Fraction = Fraction(1)) -> list[tuple[Fraction, Any]]:
    """Return every outcome of the dice that are due now, each with its chance."""
    if not battle.casts:
        return [(chance, battle)]
    dice = rules.legal(battle)
    return [end for die in dice for end in ends(rules, rules.act(battle, die), chance / len(dice))]


def fate(before: Any, after: Any) -> str:
    if after.is_lost:
        return "lost"
    if after.losses > before.losses:
        return "step"
    return "disrupted" if after.is_disrupted and not before.is_disrupted else "nothing"


STATES: list[dict[str, Any]] = [{}, {"is_disrupted": True}, {"losses": 1, "is_disrupted": True}, {"has_ace": True}]


@pytest.mark.parametrize("game", [CW, FH])
@pytest.mark.parametrize("firing", STATES)
@pytest.mark.parametrize("fired_at", STATES)
def test_the_odds_of_a_shot_are_those_of_its_dice(
    hangar: Hangar, air_war: Any, game: str, firing: dict[str, Any], fired_at: dict[str, Any]
) -> None:
    rules, (here, there) = hangar.rules[game], HEXES[game]
    flights = [
        hangar.flight("a", "P-40", f"{here} N M", team="interceptor", **firing),
        hangar.flight("b", "Ki-43", f"{there} N M", number=2, is_revealed=True, **fired_at),
    ]
    battle = hangar.due(game, flights)
    odds = air_war("shot_odds").shot_odds(rules, battle, 0, 1)
    found: Counter[str] = Counter()
    for chance, end in ends(rules, rules.act(battle, hangar.action(battle, "f:b"))):
        found[fate(flights[1], end.flights[1])] += chance  # type: ignore[assignment]
        found["low_on_ammo"] += chance * end.flights[0].is_low_on_ammo
        found["ace"] += chance * (end.flights[0].has_ace and not flights[0].has_ace)
    for name in ("nothing", "disrupted", "step", "lost", "low_on_ammo", "ace"):
        assert getattr(odds, name) == found[name], name
    assert odds.nothing + odds.disrupted + odds.step + odds.lost == 1


@pytest.mark.parametrize("game", [CW, FH])
@pytest.mark.parametrize("points", [3, 5])
def test_the_odds_of_an_answer_include_the_clearance(hangar: Hangar, air_war: Any, game: str, points: int) -> None:
    rules, (here, _) = hangar.rules[game], HEXES[game]
    flights = [
        hangar.flight("a", "P-40", f"{here} N M", team="interceptor", number=2, points=(points,) * 2),
        hangar.flight("b", "Ki-21", f"{'G06' if game == CW else '3706'} N M"),
    ]
    battle = hangar.fly(game, hangar.due(game, flights), "s")
    (answer,) = [action for action in rules.legal(battle) if action.deed == "answer"]
    odds = air_war("shot_odds").odds_here(rules, battle)[answer]
    found: Counter[str] = Counter()
    for chance, end in ends(rules, rules.act(battle, answer)):
        found[fate(flights[0], end.flights[0])] += chance  # type: ignore[assignment]
    assert {name: getattr(odds, name) for name in found} == dict(found)
    assert (odds.by, odds.at) == ("b", "a")


RUNS: list[tuple[str, str, str, dict[str, Any], dict[str, Any], str]] = [
    (CW, "Ki-21", "M", {}, {"kind": "city", "aa": 2}, "regular"),
    (CW, "Ki-21", "L", {"is_disrupted": True}, {"kind": "airbase", "aa": 3}, "regular"),
    (CW, "B-25", "L", {"run": 2}, {"kind": "airbase", "aa": 5}, "parafrag"),
    (CW, "D3A", "L", {}, {"kind": "ground", "strength": 3, "aa": 1}, "dive"),
    (FH, "Ki-21", "M", {"losses": 1}, {"kind": "city", "aa": None}, "regular"),
    (FH, "Ki-56", "M", {"run": 2}, {"kind": "city", "aa": 9}, "assault"),
]


@pytest.mark.parametrize(("game", "model", "level", "state", "target", "mode"), RUNS)
def test_the_odds_of_a_bombing_run_are_those_of_its_dice(
    hangar: Hangar,
    air_war: Any,
    game: str,
    model: str,
    level: str,
    state: dict[str, Any],
    target: dict[str, Any],
    mode: str,
) -> None:
    rules, hex = hangar.rules[game], "F04" if game == CW else "3604"
    flight = hangar.flight("a", model, f"{hex} N {level}", is_loaded=True, **state)
    battle = hangar.due(game, [flight], target=hangar.battle.AirTarget(**target))
    action = hangar.action(battle, f"b:{mode}")
    odds = air_war("shot_odds").odds_here(rules, battle)[action]
    harm: Counter[str] = Counter()
    cells: Counter[str] = Counter()
    for chance, end in ends(rules, rules.act(battle, action)):
        harm[fate(flight, end.flights[0])] += chance  # type: ignore[assignment]
        cells[end.attacks[0].result] += chance  # type: ignore[assignment]
    assert odds.results == dict(cells)
    assert (odds.unharmed, odds.disrupted, odds.step, odds.lost) == tuple(
        harm[name] for name in ("nothing", "disrupted", "step", "lost")
    )


def test_fire_of_several_ships_is_counted(hangar: Hangar, air_war: Any) -> None:
    ship, rules = hangar.battle.TargetShip, hangar.rules[CW]
    ships = (ship("here", "F04", df=3, aa=3), ship("beside", "F03", df=3, aa=3), ship("far", "H03", df=3, aa=3))
    flights = [hangar.flight("a", "Ki-21", "F04 N M", is_loaded=True)]
    battle = hangar.due(CW, flights, target=hangar.battle.AirTarget(kind="naval"), ships=ships)
    odds = air_war("shot_odds").pass_odds(rules, battle, 0, "regular")
    found: Counter[str] = Counter()
    for chance, end in ends(rules, rules.act(battle, hangar.action(battle, "b:regular"))):
        found[end.attacks[0].result] += chance  # type: ignore[assignment]
    assert (odds.flak, odds.results) == ((3, 2), dict(found))


@pytest.fixture
def hidden(hangar: Hangar) -> Any:
    """Return a function that makes a battle with an unrevealed target at this altitude. With `between`, an unrevealed
    flight at that altitude is between it and the firer.
    """

    def at(level: str, between: str = "") -> Any:
        flights = [
            hangar.flight("a", "P-39", "G09 N M", team="interceptor"),
            hangar.flight("b", "Ki-43", f"G06 N {level}", number=2),
        ]
        if between:
            flights.append(hangar.flight("c", "Ki-43", f"G07 N {between}", number=3))
        return hangar.due(CW, flights)

    return at


def test_hidden_altitudes_change_neither_the_legal_actions_nor_the_odds(
    hangar: Hangar, air_war: Any, hidden: Any
) -> None:
    rules, odds_here = hangar.rules[CW], air_war("shot_odds").odds_here
    tables = [hidden(level, between) for level in "LMH" for between in "LMH"]
    assert len({rules.legal(battle) for battle in tables}) == 1
    seen = [rules.seen_by(battle, "interceptor") for battle in tables]
    assert {rules.legal(battle) for battle in seen} == {rules.legal(tables[0])}
    found = [odds_here(rules, battle) for battle in (*tables, *seen)]
    assert all(each == found[0] for each in found)
    assert [odds.is_sure for odds in found[0].values()] == [False, False]


@pytest.mark.parametrize(
    ("level", "between", "is_shot"), [("M", "", True), ("L", "", False), ("M", "M", False), ("M", "L", True)]
)
def test_fire_at_a_hidden_flight_shows_its_altitude(
    hangar: Hangar, hidden: Any, level: str, between: str, is_shot: bool
) -> None:
    after = hangar.fly(CW, hidden(level, between), "f:b")
    assert (bool(after.casts), after.motion.points, after.has_fired) == (is_shot, 3, True)
    assert all(flight.is_revealed for flight in after.flights)


def test_random_battles_look_alike_to_the_side_that_moves(hangar: Hangar) -> None:
    """A side has the same legal actions in its own view as in the true battle."""
    chance, rules = random.Random(3), hangar.rules[CW]
    for _ in range(20):
        flights = [hangar.flight("i", "P-40", team="interceptor")]
        places = zip(("E15", "F14", "G15"), "LML", (2, 3, 4), strict=True)
        flights += [hangar.flight(hex, "Ki-43", f"{hex} N {level}", number=number) for hex, level, number in places]
        battle = rules.start(hangar.battle.AirBattle(flights=tuple(flights)))
        while not battle.is_over and battle.round < 3:
            side = rules.decider(battle)
            if side:
                assert rules.legal(rules.seen_by(battle, side)) == rules.legal(battle)
            battle = rules.act(battle, chance.choice(rules.legal(battle)))
