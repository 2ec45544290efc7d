"""The rest of a battle by plans: fought with dice that are asked for, and simulated; and its result in sentences."""

import random
from typing import Any

import pytest

from tests.modules.air_war.flying import Hangar
from tests.modules.air_war.random_battles import bomber, check_invariants, interceptor, random_battle, start

CW, FH = "cartwheel", "forlorn_hopes"
PRESS_ON = {"mission": "press_on", "interceptor": "press_on"}


@pytest.fixture
def fight(air_war: Any) -> Any:
    return air_war("whole_fight")


def raid(hangar: Hangar, game: str = CW, **state: Any) -> Any:
    """Return the start of a raid of three bombers in formation and two fighters against three fighters."""
    shift = {"F14": "3614", "G15": "3715", "H14": "3814", "E15": "3515", "I15": "3915"}
    hexes = {hex: hex if game == CW else other for hex, other in shift.items()}
    flights = [bomber(hangar, f"b{hex}", f"{hexes[hex]} N M") for hex in ("F14", "G15", "H14")]
    flights += [hangar.flight(f"z{n}", "Ki-43", f"{hexes[hex]} N L", number=n) for n, hex in ((2, "E15"), (3, "I15"))]
    flights += [interceptor(hangar, f"p{number}", number) for number in (1, 2, 3)]
    return start(hangar, game, *flights, target=hangar.battle.AirTarget("city", aa=2), **state)


def dice(seed: int, hangar: Hangar) -> Any:
    chance = random.Random(seed)
    return lambda battle: chance.choice(hangar.rules[CW].legal(battle))


@pytest.mark.parametrize("game", [CW, FH])
@pytest.mark.parametrize("plan", ["press_on", "at_bombers", "defend", "break_off"])
def test_any_battle_is_fought_to_its_end(hangar: Hangar, fight: Any, game: str, plan: str) -> None:
    rules = hangar.rules[game]
    for seed in range(6):
        pilot = fight.Autopilot(rules, {"mission": plan, "interceptor": plan})
        battle = random_battle(hangar, game, seed)
        for action, after in fight.fight_out(rules, battle, pilot, dice(seed, hangar)):
            assert action in rules.legal(battle)
            check_invariants(rules, after)
            battle = after
        assert battle.is_over


def test_a_fight_ends_as_its_simulation(hangar: Hangar, fight: Any) -> None:
    """With the same dice, a fight that asks for each die ends as a simulated one."""
    rules, chance, battle = hangar.rules[CW], random.Random(4), raid(hangar)
    thought = fight.simulated(rules, battle, fight.Autopilot(rules, PRESS_ON), random.Random(4))
    pilot = fight.Autopilot(rules, PRESS_ON)
    while not battle.is_over:
        battle = rules.act(battle, pilot.next(battle) or chance.choice(rules.legal(battle)))
    assert battle == thought
    assert battle.attacks


def test_a_fight_stops_at_shots_and_at_losses(hangar: Hangar, fight: Any) -> None:
    rules = hangar.rules[CW]
    for until in ("shot", "step"):
        battle, pilot = raid(hangar), fight.Autopilot(rules, PRESS_ON)
        before = battle
        for _, after in fight.fight_out(rules, battle, pilot, dice(1, hangar), until):
            before, battle = battle, after
        assert not battle.is_over
        assert until == "step" or before.casts[0].kind in ("shot", "lucky", "ace")
        assert fight.stops(before, battle, until)
        lost = sum(fight.steps_lost(battle, team) for team in ("mission", "interceptor"))
        assert lost == 1 if until == "step" else lost <= 1


def test_forecasts_grow_sharper_and_repeat_with_their_generator(hangar: Hangar, fight: Any) -> None:
    rules, battle = hangar.rules[CW], raid(hangar)

    def found(count: int) -> list[Any]:
        each = fight.forecasts(rules, battle, "mission", PRESS_ON, random.Random(7))
        return [next(each) for _ in range(count)]

    first, *_, last = found(3)
    assert (first.fights, last.fights) == (8, 24)
    assert sum(last.bombers) == 24
    assert all(0 <= last.shot_down[flight.id] <= 24 for flight in battle.flights)
    assert sum(last.shot_down.values()) > 0
    assert sum(count * number for number, count in enumerate(last.bombers)) / 24 == pytest.approx(last.over_target.mean)
    assert found(1) == [first]
    assert 0 <= last.over_target.mean <= 3
    assert 0 < last.lost["interceptor"].error < 1
    assert sum(last.lost[team].mean for team in last.lost) > 1


def test_a_mission_that_breaks_off_gives_a_point_for_each_bomber(hangar: Hangar, fight: Any) -> None:
    plans = {"mission": "break_off", "interceptor": "break_off"}
    forecast = next(fight.forecasts(hangar.rules[CW], raid(hangar), "mission", plans, random.Random(1)))
    assert (forecast.over_target.mean, forecast.over_target.error) == (0, 0)
    assert (forecast.points["interceptor"].mean, forecast.points["mission"].mean) == (3, 0)
    assert forecast.lost["mission"].mean == forecast.lost["interceptor"].mean == 0


def test_steps_count_where_the_scenario_says_so(hangar: Hangar, fight: Any) -> None:
    stakes = fight.FightStakes(per_step={"mission": 0.5})
    forecast = next(fight.forecasts(hangar.rules[CW], raid(hangar), "mission", PRESS_ON, random.Random(1), stakes))
    assert forecast.points["mission"].mean == forecast.lost["interceptor"].mean / 2 > 0


def test_more_dangerous_guns_cost_more(hangar: Hangar, fight: Any) -> None:
    rules = hangar.rules[CW]

    def lost(strength: int) -> float:
        flights = [bomber(hangar, "b", "G15 N M", df=(4, 3)), interceptor(hangar, "p", 2, af=(strength, strength))]
        battle = start(hangar, CW, *flights)
        forecast = list(
            zip(range(3), fight.forecasts(rules, battle, "mission", PRESS_ON, random.Random(1)), strict=False)
        )
        return float(forecast[-1][1].lost["mission"].mean)

    assert lost(-9) == 0 < lost(6)


def test_a_forecast_knows_no_hidden_markers(hangar: Hangar, fight: Any) -> None:
    """Battles that differ in what the interceptors cannot see have the same forecasts for them."""
    found = []
    for level, other in (("L", "M"), ("M", "L")):
        flights = [
            bomber(hangar, "b", f"G15 N {level}", 3),
            hangar.flight("z", "Ki-43", f"F14 N {other}", number=4),
            interceptor(hangar, "p", 1),
        ]
        battle = start(hangar, CW, *flights)
        found.append(next(fight.forecasts(hangar.rules[CW], battle, "interceptor", PRESS_ON, random.Random(2))))
    assert found[0] == found[1]


def test_supposed_battles_agree_with_what_is_seen(hangar: Hangar, fight: Any) -> None:
    rules, chance = hangar.rules[CW], random.Random(3)
    for seed in range(20):
        battle = random_battle(hangar, CW, seed)
        while battle.round < 2 and not battle.is_over:
            for team in ("mission", "interceptor"):
                guess = fight.supposed(rules, battle, team, chance)
                if rules.decider(battle) == team:
                    assert rules.legal(guess) == rules.legal(battle)
                for own, flight in zip(battle.flights, guess.flights, strict=True):
                    assert 1 <= flight.number <= 4
                    assert 0 <= flight.altitude <= rules.ceiling(flight) or flight.altitude == own.altitude
                    assert flight == own or not (own.is_revealed or own.team == team)
            battle = rules.act(battle, chance.choice(rules.legal(battle)))


# The result in sentences

SIDES = {"mission": "Allies", "interceptor": "Japan"}


@pytest.fixture
def told(air_war: Any, hangar: Hangar) -> Any:
    """Return a function that returns the sentences about these flights, none of which had lost a step before."""

    def lines(*flights: Any, attacks: Any = ()) -> list[str]:
        battle = hangar.battle.AirBattle(flights=flights, attacks=attacks, is_over=True)
        return [*air_war("board_procedure.battle_result").result_lines(battle, dict.fromkeys("abcz", 0), SIDES)]

    return lines


def test_bombers_over_the_target_aborts_and_losses_are_counted(told: Any, hangar: Hangar) -> None:
    bombs = hangar.battle.BombingResult("a", "regular", "G05", 1, 8, "D")
    assert told(
        bomber(hangar, "a", "M", is_loaded=False, has_attacked=True, emptied=2),
        bomber(hangar, "b", "M", is_aborted=True, losses=1),
        bomber(hangar, "c", "M", losses=2),
        interceptor(hangar, "z", losses=1),
        attacks=(bombs,),
    ) == [
        "Bombers over the target: 1 of 3.",
        "Bombers that aborted: 1 (each a Victory Point for Japan).",
        "Steps lost: Allies 3 of 6, Japan 1 of 2.",
        "Shot down: c.",
    ]


def test_nothing_is_said_of_bombs_that_nobody_brought(told: Any, hangar: Hangar) -> None:
    assert told(bomber(hangar, "a", "M", is_loaded=False), interceptor(hangar, "z")) == [
        "Steps lost: Allies 0 of 2, Japan 0 of 2.",
        "No flight was shot down.",
    ]
