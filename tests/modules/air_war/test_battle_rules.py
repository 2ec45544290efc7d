"""The course of a battle: set-up, entry, impulses, exits, the contest for the order, secret numbers, and the end; and
random battles.
"""

import random
from typing import Any

import pytest

from tests.modules.air_war.flying import Hangar, place
from tests.modules.air_war.random_battles import bomber, interceptor, played, start

CW, FH = "cartwheel", "forlorn_hopes"
DICE = frozenset({"die"})


def actor(battle: Any) -> tuple[int, int, str]:
    """Return the round, the impulse and the flight that acts."""
    return battle.round, battle.impulse, battle.flights[battle.active[0]].id


# A sentence of the set-up's refusal, and flights that it refuses: model, place, number, changes.
REFUSED: list[tuple[str, str, list[tuple[str, str, int, dict[str, Any]]]]] = [
    ("must be on the board", CW, [("Ki-21", "M", 1, {"enters": 2})]),
    ("mission entry hex", CW, [("Ki-21", "G09 N M", 1, {})]),
    ("must face a hex of the board", CW, [("Ki-21", "G15 S M", 1, {})]),
    ("from 1 to 4", CW, [("Ki-21", "G15 N M", 5, {})]),
    ("this altitude", CW, [("Ki-21", "G15 N H", 1, {})]),
    ("this altitude", FH, [("Ki-21", "3515 N H", 1, {})]),
    ("Only one mission flight", CW, [("Ki-21", "G15 N M", 1, {}), ("Ki-21", "G15 N M", 2, {})]),
    ("higher numbers", CW, [("Ki-21", "G15 N M", 2, {}), ("Ki-21", "M", 1, {"enters": 2})]),
    ("may not fly in formation", CW, [("Ki-21", "G15 N M", 1, {}), ("Ki-43", "F14 N M", 1, {})]),
    ("may not fly in formation", CW, [("Ki-21", "G15 N M", 1, {}), ("D3A", "F14 N M", 1, {})]),
    ("may not fly in formation", FH, [("Ki-21", "3515 N M", 1, {}), ("Ki-21", "3614 N M", 1, {"is_disrupted": True})]),
    ("one altitude", CW, [("Ki-21", "G15 N M", 1, {}), ("Ki-21", "F14 N L", 1, {})]),
    ("one nationality", CW, [("Ki-21", "G15 N M", 1, {}), ("B-25", "F14 N M", 1, {})]),
    ("adjacent to each other", CW, [("Ki-21", "G15 N M", 1, {}), ("Ki-21", "I15 N M", 1, {})]),
    ("on the board may share number 2", CW, [("Ki-21", "G15 N M", 1, {})] + 2 * [("Ki-21", "M", 2, {"enters": 2})]),
    ("not have number 4", FH, [("B-17", "3515 N M", 4, {}), ("B-17", "3614 N M", 4, {})]),
]


@pytest.mark.parametrize(("sentence", "game", "flights"), REFUSED)
def test_set_ups_that_are_refused(hangar: Hangar, air_war: Any, sentence: str, game: str, flights: list[Any]) -> None:
    made = [
        bomber(hangar, f"f{at}", where, number, model, **changes)
        for at, (model, where, number, changes) in enumerate(flights)
    ]
    with pytest.raises(air_war("air_set_up").SetUpError, match=sentence):
        start(hangar, game, *made)


def test_set_ups_that_are_legal(hangar: Hangar) -> None:
    """X09: two units may have any two numbers. A loaded B-17 may begin high. Four units in a chain are a formation."""
    assert start(hangar, FH, bomber(hangar, "a", "3515 N M", 2), bomber(hangar, "b", "3614 N M", 4))
    assert start(hangar, FH, bomber(hangar, "a", "3515 N H", 2, "B-17"))
    chain = [bomber(hangar, hex, f"{hex} N M", 4) for hex in ("E15", "F14", "G15", "H14")]
    assert start(hangar, CW, *chain).active == (0, 1, 2, 3)


@pytest.mark.parametrize("game", [CW, FH])
@pytest.mark.parametrize(
    "numbers", [(1,), (1, 2, 3, 4), (1, 2, 2), (1, 1, 2), (1, 2, 2, 2), (1, 1, 2, 2), (1, 1, 1, 1)]
)
def test_places_are_proposed_for_every_mission(
    hangar: Hangar, air_war: Any, game: str, numbers: tuple[int, ...]
) -> None:
    """Bombers with the same number are a formation, whose places are adjacent (9.7.4)."""
    page, rules = air_war("board_procedure.air_page"), hangar.rules[game]
    flights = tuple(bomber(hangar, f"f{at}", "M", number) for at, number in enumerate(numbers))
    battle = hangar.battle.AirBattle(flights=flights)
    berths = list(page._berths(rules, battle))
    assert [berth.flight for berth in berths] == [flight.id for flight in flights]
    words = [page.berth_word(berth.hex, berth.facing) for berth in berths]
    assert page.berth_problem(rules, battle, words) == ""


@pytest.mark.parametrize(
    ("changes", "because"),
    [({}, ""), ({"is_disrupted": True}, "f1 may not fly in formation"), ({"enters": 2}, "may share number 2")],
)
def test_a_plan_that_no_places_fit_is_refused(
    hangar: Hangar, air_war: Any, changes: dict[str, Any], because: str
) -> None:
    fight = air_war("board_procedure.air_fight")
    flights = [bomber(hangar, "f0", "M", 1), *(bomber(hangar, f"f{at}", "M", **changes) for at in (1, 2))]
    setting = fight.AirSetting("Air battle", FH, "JP", "AL", {}, {})
    said = fight.plan_problem(hangar.rules[FH], setting, flights, ["f0 1 M", "f1 2 M", "f2 2 M"])
    assert because in said
    assert bool(because) == bool(said)


def test_ships_fill_the_target_hexes_first(hangar: Hangar, air_war: Any) -> None:
    def ships(*hexes: str) -> dict[str, Any]:
        made = tuple(hangar.battle.TargetShip(hex, hex, df=3, aa=1) for hex in hexes)
        return {"ships": made, "target": hangar.battle.AirTarget(kind="naval")}

    flight = bomber(hangar, "a", "3515 N M")
    assert start(hangar, FH, flight, **ships("3604", "3605", "3505", "3705", "3603"))
    for hexes in (("3604", "3603"), ("3604", "3604"), ("3609",)):
        with pytest.raises(air_war("air_set_up").SetUpError):
            start(hangar, FH, flight, **ships(*hexes))


def test_the_mission_acts_first_in_each_impulse(hangar: Hangar) -> None:
    flights = (bomber(hangar, "a", "G15 N M", 1), bomber(hangar, "b", "F14 N M", 3), interceptor(hangar, "x", 1))
    battle = start(hangar, CW, *flights)
    order = [actor(battle)]
    for deeds in ("s s s e", "o0", "s s s e"):
        battle = hangar.fly(CW, battle, deeds)
        order.append(actor(battle))
    assert order == [(1, 1, "a"), (1, 1, "x"), (1, 3, "b"), (2, 1, "a")]


@pytest.mark.parametrize(("game", "hexes"), [(CW, {"A03", "A04", "A05"}), (FH, {"3003", "3004", "3005"})])
def test_a_roll_of_4_gives_these_entry_hexes(hangar: Hangar, game: str, hexes: set[str]) -> None:
    """EX-9.7.6-1 and X10. An interceptor that enters may face any adjacent hex of the board."""
    battle = start(
        hangar, game, bomber(hangar, "a", "G15 N M" if game == CW else "3515 N M", 2), interceptor(hangar, "x")
    )
    battle = hangar.fly(game, battle, "k =4")
    assert {action.hex for action in hangar.rules[game].legal(battle)} == hexes
    first = sorted(hexes)[1]
    facings = {action.facing for action in hangar.rules[game].legal(battle) if action.hex == first}
    assert facings == {0, 1, 2, 3}


def test_an_entry_costs_a_point_and_the_move_goes_on(hangar: Hangar) -> None:
    """EX-18.2-4: A3 enters at M05 and goes on to J06 with four points."""
    flights = (bomber(hangar, "a", "G15 N M", 2), interceptor(hangar, "A3", 1, "P-39", "H"))
    battle = hangar.fly(CW, start(hangar, CW, *flights), "k =5 @M05SW s s s")
    assert (place(battle.flights[1]), battle.motion.points) == ("J06 SW H", 0)


def test_the_attack_of_a4(hangar: Hangar) -> None:
    """EX-18.2-10, with the points of the chart: A4 pays for its shot with the sixth of seven points."""
    flights = [
        interceptor(hangar, "A4", 2, "P-40", "H"),
        bomber(hangar, "J2", "H07 N L", 4),
        bomber(hangar, "J1", "F07 N L", 3),
    ]
    battle = hangar.due(CW, flights, round=2)
    battle = hangar.fly(CW, battle, "k =7 @M10NW d d s s s n s n f:J2 =8 =9")
    assert (battle.flights[0].hex, battle.motion.points, battle.flights[0].has_ace) == ("I08", 1, True)
    assert (battle.flights[1].losses, battle.flights[1].is_disrupted) == (1, True)


def test_an_interceptor_may_stay_off_and_change_its_altitude(hangar: Hangar) -> None:
    flights = (bomber(hangar, "a", "G15 N M", 2), interceptor(hangar, "x", 1, at="H"))
    battle = start(hangar, CW, *flights)
    assert [action.by for action in hangar.rules[CW].legal(battle) if action.deed == "stay"] == [-1, 0]
    battle = hangar.fly(CW, battle, "o-1 s s s e")
    assert (place(battle.flights[1]), actor(battle)) == ("off N M", (2, 1, "x"))


def test_a_ten_is_a_surprise_for_one_at_a_time(hangar: Hangar) -> None:
    flights = (bomber(hangar, "a", "G15 N M", 4), interceptor(hangar, "x", 1), interceptor(hangar, "y", 2))
    battle = hangar.fly(CW, start(hangar, CW, *flights), "k =10")
    assert {action.hex for action in hangar.rules[CW].legal(battle)} == hangar.rules[CW].board.edge
    battle = hangar.fly(CW, battle, "@M15N s s s s e k =10")
    assert [flight.has_surprise for flight in battle.flights] == [False, True, False]


def test_an_interceptor_that_left_stays_off_for_two_rounds(hangar: Hangar) -> None:
    """EX-18.2-23: A4 enters and leaves in round 1; the rule lets it return in round 4."""
    flights = (bomber(hangar, "a", "G15 N M", 2), interceptor(hangar, "A4", 1, at="H"))
    battle = hangar.fly(CW, start(hangar, CW, *flights), "k =6 @M07NW t2 x")
    order = []
    while battle.round < 4:
        order.append(actor(battle))
        battle = hangar.fly(CW, battle, "s s s e")
    assert order == [(1, 2, "a"), (2, 2, "a"), (3, 2, "a")]
    assert actor(battle) == (4, 1, "A4")
    assert hangar.can(CW, battle, "k")


def test_late_flights_are_placed_in_their_impulse(hangar: Hangar) -> None:
    flights = (bomber(hangar, "a", "G15 N M", 1), bomber(hangar, "b", "M", 2, enters=3))
    battle = hangar.fly(CW, start(hangar, CW, *flights), "s s s e s s s e s s s e")
    assert actor(battle) == (3, 2, "b")
    assert not hangar.can(CW, battle, "@A12NE")
    battle = hangar.fly(CW, battle, "@G15N s")
    assert place(battle.flights[1]) == "G14 N M"


def test_a_formation_moves_together(hangar: Hangar) -> None:
    pair = [bomber(hangar, "a", "G15 N M"), bomber(hangar, "b", "F14 N M")]
    battle = hangar.fly(CW, start(hangar, CW, *pair), "s t1 s")
    assert [place(flight) for flight in battle.flights] == ["H13 NE M", "G13 NE M"]
    apart = hangar.rules[CW].board.offset(battle.flights[0].hex, battle.flights[1].hex)
    assert apart == hangar.rules[CW].board.offset("G15", "F14")


def test_a_formation_leaves_together(hangar: Hangar) -> None:
    pair = [bomber(hangar, "a", "E02 N M", is_loaded=False), bomber(hangar, "b", "F01 N M", is_loaded=False)]
    battle = hangar.due(CW, [*pair, bomber(hangar, "c", "G15 N M", 2)])
    assert not hangar.can(CW, battle, "s")
    assert [flight.is_home for flight in hangar.fly(CW, battle, "x").flights] == [True, True, False]


def test_bombers_that_do_not_bomb_abort(hangar: Hangar) -> None:
    """9.8: one that jettisons, one that leaves, and one that still has its bombs at the end. An empty one does not."""
    flights = [
        bomber(hangar, "jettisons", "F04 N M", 1),
        bomber(hangar, "leaves", "F01 N M", 2),
        bomber(hangar, "stays", "G09 N M", 3),
        bomber(hangar, "empty", "A01 N M", 4, is_loaded=False),
    ]
    battle = hangar.due(CW, flights, round=6)
    battle = hangar.fly(CW, battle, "a s s s e x s s s e x")
    assert battle.is_over
    assert battle.aborts == 3
    assert hangar.rules[CW].legal(battle) == ()


def test_the_battle_ends_without_mission_flights_on_the_board(hangar: Hangar) -> None:
    """C-52: a late bomber that has not come has aborted, a fighter has not."""
    flights = [
        bomber(hangar, "a", "F01 N M", 1, is_loaded=False),
        bomber(hangar, "late", "M", 2, enters=2),
        hangar.flight("fighter", "Ki-43", "M", number=3, enters=2),
    ]
    battle = hangar.fly(CW, hangar.due(CW, flights), "x")
    assert (battle.is_over, battle.aborts) == (True, 1)


def contest(hangar: Hangar, game: str) -> Any:
    """Return the battle of EX-9.7.7-1 and X11 before the contest of round 4."""
    middle = "G09" if game == CW else "3609"
    flights = [
        hangar.flight("i1", "Ki-43", f"{middle} N H", team="interceptor", number=1, has_ace=True, has_surprise=True),
        hangar.flight("i2", "Ki-43", f"{middle} N H", team="interceptor", number=2, is_disrupted=True),
        hangar.flight("m1", "P-40", f"{middle} N M", number=1, has_ace=True),
        hangar.flight("m2", "P-40", f"{middle} N M", number=2),
        hangar.flight("b1", "B-25", f"{middle} N M", number=3, is_disrupted=True),
        hangar.flight("b2", "B-25", f"{middle} N M", number=4, is_disrupted=True),
    ]
    state = {"round": 3, "impulse": 4, "team": "interceptor", "options": frozenset({"variable_sequence"})}
    return hangar.rules[game].advanced(hangar.battle.AirBattle(flights=tuple(flights), **state))


@pytest.mark.parametrize("game", [CW, FH])
def test_the_contest_for_the_order(hangar: Hangar, game: str) -> None:
    battle = contest(hangar, game)
    assert [hangar.rules[game].contest_drm(battle, team) for team in ("interceptor", "mission")] == [2, -1]
    won = hangar.fly(game, battle, "=3 =5")
    assert (won.winner, won.exchanges) == ("interceptor", 1 if game == CW else 3)
    tied = hangar.fly(game, battle, "=2 =5")
    assert tied.winner is None
    assert actor(tied) == (4, 1, "m1")


def test_the_winner_exchanges_two_numbers(hangar: Hangar) -> None:
    battle = hangar.fly(CW, contest(hangar, CW), "=3 =5")
    exchange = next(action for action in hangar.rules[CW].legal(battle) if action.deed == "renumber")
    after = hangar.rules[CW].act(battle, exchange)
    assert [flight.number for flight in after.flights[:2]] == [2, 1]
    assert (after.winner, actor(after)) == (None, (4, 1, "m1"))


def test_numbers_and_altitudes_are_secret_until_the_first_impulse(hangar: Hangar) -> None:
    flights = (bomber(hangar, "a", "G15 N M", 1), bomber(hangar, "b", "F14 N L", 3), interceptor(hangar, "x", 2))
    battle = start(hangar, CW, *flights)
    seen = hangar.rules[CW].seen_by(battle, "interceptor").flights
    assert [(flight.number, flight.altitude) for flight in seen] == [(1, 1), (0, -1), (2, 1)]
    own = hangar.rules[CW].seen_by(battle, "mission").flights
    assert [(flight.number, flight.altitude) for flight in own] == [(1, 1), (3, 0), (0, -1)]


@pytest.mark.parametrize("game", [CW, FH])
def test_random_battles_end_and_are_never_stuck(hangar: Hangar, game: str) -> None:
    seen = set().union(*(played(hangar, game, seed) for seed in range(40)))
    assert seen >= {"straight", "leave", "turn", "roll", "immelmann", "climb", "dive", "end", "fire", "abort", "answer"}
    assert seen >= {"hold", "place", "stay", "seek", "enter", "renumber", "keep", "die"}


def test_nobody_leaves_when_all_stay(hangar: Hangar) -> None:
    """The training game of Cartwheel (9.7.14): no plane leaves the board in six rounds."""
    rules = hangar.rules[CW]
    for seed in range(10):
        flights = [
            bomber(hangar, "betty", "G15 N L", 1, "G4M", losses=1, is_loaded=False),
            hangar.flight("zero", "Ki-43", "H14 N L", number=2),
            hangar.flight("late", "Ki-43", "L", number=3, enters=3),
            interceptor(hangar, "x", 1, "P-38", "L"),
            interceptor(hangar, "y", 2, "P-38", "M"),
        ]
        battle, chance = start(hangar, CW, *flights, options=frozenset({"all_stay"})), random.Random(seed)
        while not battle.is_over:
            assert (rules.decider(battle) is None) == (rules.legal(battle)[0].deed == "die")
            battle = rules.act(battle, chance.choice(rules.legal(battle)))
            assert not any(flight.is_home or flight.left for flight in battle.flights)


@pytest.mark.parametrize("game", [CW, FH])
def test_the_winner_of_a_contest_gives_a_single_flight_any_number(hangar: Hangar, game: str) -> None:
    hex = "F10" if game == CW else "3610"
    flights = (hangar.flight("a", "Ki-21", f"{hex} N M", number=4), hangar.flight("b", "P-40", team="interceptor"))
    battle = hangar.battle.AirBattle(flights=flights, round=2, winner="interceptor", exchanges=1)
    found = {action.by for action in hangar.rules[game].legal(battle) if action.deed == "renumber"}
    assert found == {2, 3, 4}
