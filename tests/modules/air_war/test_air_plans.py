"""Plans of an impulse: chains of legal actions for all points, from what the side sees."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.modules.air_war.flying import Hangar
from tests.modules.air_war.random_battles import bomber, interceptor, random_battle, start

CW, FH = "cartwheel", "forlorn_hopes"
PLANS = ("press_on", "at_bombers", "defend", "break_off")


@pytest.fixture
def planner(hangar: Hangar, air_war: Any) -> Any:
    """Return a function that returns a planner for a game."""
    planners = {game: air_war("air_plans").AirPlanner(rules) for game, rules in hangar.rules.items()}
    return planners.__getitem__


def deeds(chain: Any) -> list[str]:
    return [action.deed for action in chain]


def flown(hangar: Hangar, battle: Any, chain: Any, die: int = 5) -> Any:
    """Return the battle after a chain, where bombers hold their fire and every die has the same result."""
    rules = hangar.rules[CW]
    for action in chain:
        battle = rules.act(battle, action)
        while battle.casts or battle.asked:
            answers = rules.legal(battle)
            battle = rules.act(battle, answers[die - 1] if battle.casts else answers[1])
    return battle


@pytest.mark.parametrize("game", [CW, FH])
@pytest.mark.parametrize("plan", PLANS)
def test_a_chain_is_legal_and_ends_the_impulse(hangar: Hangar, planner: Any, game: str, plan: str) -> None:
    """A chain is followed up to its first die or question. One without them ends the impulse."""
    rules = hangar.rules[game]
    for seed in range(12):
        battle, chance = random_battle(hangar, game, seed), random.Random(seed)
        while not battle.is_over:
            if rules.decider(battle) is None or chance.random() < 0.5:
                battle = rules.act(battle, chance.choice(rules.legal(battle)))
                continue
            moment = (battle.round, battle.impulse, battle.active)
            chain = planner(game).chain(battle, plan)
            assert chain
            for action in chain:
                assert action in rules.legal(battle), (seed, battle, action)
                battle = rules.act(battle, action)
                if battle.casts or battle.asked:
                    break
            else:
                assert (battle.round, battle.impulse, battle.active) != moment or chain[0].deed in ("hold", "answer")


@pytest.mark.parametrize("plan", PLANS)
def test_hidden_markers_do_not_change_a_plan(hangar: Hangar, planner: Any, plan: str) -> None:
    chains = set()
    for level in "LMH":
        flights = [
            hangar.flight("a", "P-40", "G09 N M", team="interceptor"),
            hangar.flight("b", "Ki-43", f"G06 N {level}", number=2),
            hangar.flight("c", "Ki-43", f"H06 N {level}", number=3),
        ]
        chains.add(planner(CW).chain(hangar.due(CW, flights), plan))
    assert len(chains) == 1


def test_a_fighter_fires_from_the_rear(hangar: Hangar, planner: Any, air_war: Any) -> None:
    flights = [interceptor(hangar, "a", at="G10 N M"), bomber(hangar, "b", "G06 N M", 2, is_revealed=True)]
    battle = hangar.due(CW, flights)
    chain = planner(CW).chain(battle)
    assert deeds(chain).count("fire") == 1
    for action in chain[: deeds(chain).index("fire")]:
        battle = hangar.rules[CW].act(battle, action)
        battle = battle.with_(asked=())
    assert air_war("air_shots").shot_modifiers(hangar.rules[CW], battle, 0, 1)["rear"] == 2


def test_a_flight_ends_out_of_the_guns_if_it_can(hangar: Hangar, planner: Any) -> None:
    """The Ki-43 could fire at hexes G08 to G05 and beside them."""
    flights = [
        interceptor(hangar, "a", at="G05 SW M"),
        bomber(hangar, "b", "J14 N L", 3, is_revealed=True),
        hangar.flight("z", "Ki-43", "G09 N M", number=2, is_revealed=True),
    ]
    battle = hangar.due(CW, flights)
    after = flown(hangar, battle, planner(CW).chain(battle))
    end, rules = after.flights[0], hangar.rules[CW]
    assert end.altitude != 1 or end.hex not in rules.board.front_arc("G09", 0)


def test_a_bomber_bombs_and_goes_on(hangar: Hangar, planner: Any) -> None:
    battle = hangar.due(CW, [bomber(hangar, "b", "F06 N M")])
    chain = planner(CW).chain(battle)
    assert "bomb" in deeds(chain)
    after = flown(hangar, battle, chain)
    assert [attack.flight for attack in after.attacks] == ["b"]
    home = hangar.due(CW, [bomber(hangar, "b", "F02 N M", is_loaded=False, emptied=1)])
    assert deeds(planner(CW).chain(home))[-1] == "leave"


def test_a_bomber_comes_nearer_to_the_target(hangar: Hangar, planner: Any) -> None:
    rules = hangar.rules[CW]
    battle = start(hangar, CW, bomber(hangar, "b", "E15 NE M"))
    rounds = []
    while not battle.is_over and not battle.attacks:
        battle = flown(hangar, battle, planner(CW).chain(battle))
        rounds.append(min(rules.board.distance(battle.flights[0].hex, hex) for hex in rules.board.chart.targets))
    assert battle.attacks
    assert rounds == sorted(rounds, reverse=True)
    assert battle.round <= 5


@pytest.mark.parametrize(("game", "mode", "at"), [(FH, "assault", "3715 N M"), (CW, "drop", "E15 NE M")])
def test_paratroops_stay_at_the_altitude_of_their_drop(
    hangar: Hangar, planner: Any, game: str, mode: str, at: str
) -> None:
    """A dive would bring the transport nearer, but paratroops drop at medium altitude only (9.11, 11.6.1)."""
    transport = hangar.flight("b", "Ki-56", at, is_loaded=True)
    transport = replace(transport, craft=replace(transport.craft, modes=(mode,)))
    battle, levels = hangar.due(game, [transport]), set[int]()
    while not battle.attacks:
        assert battle.round <= 6
        for action in planner(game).chain(battle):
            if not battle.attacks:
                levels.add(battle.flights[0].altitude)
            battle = hangar.rules[game].act(battle, action)
            while battle.casts:
                battle = hangar.rules[game].act(battle, hangar.rules[game].legal(battle)[4])
    assert (battle.attacks[0].mode, levels) == (mode, {1})


def test_all_bombers_of_a_formation_bomb(hangar: Hangar, planner: Any) -> None:
    hexes = ("F14", "G15", "H14")
    battle = start(hangar, CW, *(bomber(hangar, hex, f"{hex} N M") for hex in hexes))
    while not battle.is_over:
        battle = flown(hangar, battle, planner(CW).chain(battle))
    assert {attack.flight for attack in battle.attacks} == set(hexes)
    assert battle.aborts == 0


def test_flights_that_break_off_drop_their_bombs_and_leave(hangar: Hangar, planner: Any) -> None:
    battle = start(hangar, CW, bomber(hangar, "b", "G15 N M"), hangar.flight("z", "Ki-43", "H14 N M", number=2))
    while not battle.is_over:
        battle = flown(hangar, battle, planner(CW).chain(battle, "break_off"))
    assert (battle.aborts, battle.attacks) == (1, ())
    assert all(flight.is_home for flight in battle.flights)
    assert battle.round < 6


def test_fighters_without_bombers_fight_on_and_escorts_follow_their_bombers_home(hangar: Hangar, planner: Any) -> None:
    fighter = hangar.flight("m", "P-40", "G02 N M")
    gone = bomber(hangar, "b", "M", 2, is_loaded=False, is_home=True)
    for flights, leaves in (([fighter], False), ([fighter, gone], True)):
        chain = planner(CW).chain(hangar.due(CW, flights), "press_on")
        assert ("leave" in deeds(chain)) is leaves


def test_interceptors_break_off_or_go_at_the_bombers(hangar: Hangar, planner: Any) -> None:
    near = [
        interceptor(hangar, "a", at="G10 N M"),
        bomber(hangar, "b", "H06 N M", 2, is_revealed=True, points=(5, 5)),
        hangar.flight("z", "Ki-43", "G08 N M", number=3, is_revealed=True),
    ]
    chain = planner(CW).chain(hangar.due(CW, near), "at_bombers")
    assert [action.flight for action in chain if action.deed == "fire"] == ["b"]
    assert "fire" not in deeds(planner(CW).chain(hangar.due(CW, near), "break_off"))


def test_nobody_leaves_the_board_where_all_stay(hangar: Hangar, planner: Any) -> None:
    battle = hangar.due(
        CW, [bomber(hangar, "b", "F02 N M", is_loaded=False, emptied=1)], options=frozenset({"all_stay"})
    )
    for _ in range(3):
        battle = flown(hangar, battle, planner(CW).chain(battle))
        assert battle.flights[0].hex


def test_unarmed_fighters_end_out_of_the_guns_wherever_they_can(hangar: Hangar, planner: Any) -> None:
    """Every end that can be reached is looked at: if one of them is in no front arc, the plan ends in such a place."""
    rules, chance = hangar.rules[CW], random.Random(8)
    hexes, threatened = sorted(rules.board.centres), 0
    for _ in range(60):
        flights = [hangar.flight("a", chance.choice(["P-38", "P-40", "F6F"]), "G09 N M", af=(None,))]
        flights += [interceptor(hangar, name, 2, "Ki-43", f"{chance.choice(hexes)} N M") for name in "xyz"]
        turn = [chance.randrange(6) for _ in flights]
        battle = hangar.battle.AirBattle(flights=tuple(flights), options=frozenset({"all_stay"}))
        for at, facing in enumerate(turn):
            battle = battle.changed(at, facing=facing, is_revealed=True)
        battle = rules.activated(battle, (0,))
        guns = {hex for enemy in battle.flights[1:] for hex in rules.board.front_arc(enemy.hex, enemy.facing)}
        seen, waiting, free = {battle.motion}, [battle.motion], False
        while waiting:
            motion = waiting.pop()
            free = free or (motion.points == 0 and not (motion.hex in guns and motion.ledger.altitude == 1))
            ways = [after for _, after in rules.steering(battle).steps(motion) if after and after not in seen]
            seen.update(ways)
            waiting.extend(ways)
        after = battle
        for action in planner(CW).chain(battle)[:-1]:
            after = rules.act(after, action)
        threatened += "G09" in guns
        end = after.flights[0]
        assert after.motion.points == 0
        assert free is not (end.hex in guns and end.altitude == 1)
    assert threatened > 3


def test_a_flight_that_must_fly_straight_is_planned_so(hangar: Hangar, planner: Any) -> None:
    """The bomber of the training game in its first round (9.7.14)."""
    betty = bomber(hangar, "betty", "G15 N L", 1, "G4M", losses=1, is_loaded=False, straight_until=1)
    battle = start(hangar, CW, betty, options=frozenset({"all_stay"}))
    assert deeds(planner(CW).chain(battle)) == ["straight"] * 4 + ["end"]
