"""Fire in the air: targets, modifiers, results, bombers that answer, lucky shots and aces."""

from typing import Any

import msgspec
import pytest

from tests.modules.air_war.flying import Hangar

CW, FH = "cartwheel", "forlorn_hopes"


def may_answer(hangar: Hangar, game: str, battle: Any) -> bool:
    return any(action.deed == "answer" for action in hangar.rules[game].legal(battle))


def duel(hangar: Hangar, game: str, firer: Any, target: Any, *others: Any, **state: Any) -> Any:
    return hangar.due(game, [firer, target, *others], **state)


def fighter(hangar: Hangar, at: str, model: str = "P-39", **changes: Any) -> Any:
    return hangar.flight("a", model, at, team="interceptor", **changes)


# Rule, place of a P-40, place of a Ki-21, of a third flight, whether the shot is possible.
SHOTS = [
    ("one hex ahead", "G09 N M", "G08 N M", "", True),
    ("four hexes ahead", "G09 N M", "G05 N M", "", True),
    ("five hexes ahead", "G10 N M", "G05 N M", "", False),
    ("the right row at two hexes", "G09 N M", "H07 N M", "", True),
    ("the right row at four hexes", "G09 N M", "H05 N M", "", True),
    ("beside the arc", "G09 N M", "H08 N M", "", False),
    ("behind", "G09 N M", "G10 N M", "", False),
    ("another altitude", "G09 N M", "G07 N L", "", False),
    ("the same hex", "G09 N M", "G09 N M", "", False),
    ("blocked", "G09 N M", "G06 N M", "G07 N M", False),
    ("not blocked at another altitude", "G09 N M", "G06 N M", "G07 N L", True),
    ("blocked beside a hexside", "G09 N M", "H07 N M", "G08 N M", False),
    ("blocked on the other side of it", "G09 N M", "H07 N M", "H08 N M", False),
    ("not blocked from behind the target", "G09 N M", "G07 N M", "G06 N M", True),
    ("not blocked from the hex of the target", "G09 N M", "G07 N M", "G07 S M", True),
    ("EX-18.2-24: G03 on F04", "G03 S L", "F04 N L", "", True),
    ("G03 on F04 when facing SW", "G03 SW L", "F04 N L", "", True),
]


@pytest.mark.parametrize("game", [CW, FH])
@pytest.mark.parametrize(("rule", "at", "target", "third", "is_possible"), SHOTS, ids=[shot[0] for shot in SHOTS])
def test_targets(hangar: Hangar, game: str, rule: str, at: str, target: str, third: str, is_possible: bool) -> None:
    def here(place: str) -> str:
        """Return the same place on the board of the game. Column A of Cartwheel is column 31 of Forlorn Hopes."""
        letter = ord(place[0]) - ord("A") + 31
        return place if game == CW else f"{letter}{place[1:]}"

    flights = [fighter(hangar, here(at), "P-40"), hangar.flight("b", "Ki-21", here(target), number=2, is_revealed=True)]
    if third:
        flights.append(hangar.flight("c", "P-40", here(third), team="interceptor", number=3))
    battle = hangar.due(game, flights)
    assert hangar.can(game, battle, "f:b") is is_possible


def test_a_fighter_fires_once_and_pays_a_point(hangar: Hangar) -> None:
    battle = duel(hangar, CW, fighter(hangar, "G09 N M"), hangar.flight("b", "Ki-21", "G06 N M", number=2))
    after = hangar.fly(CW, battle, "f:b =5")
    assert (after.motion.points, hangar.can(CW, after, "f:b")) == (3, False)


@pytest.mark.parametrize(("game", "is_parted"), [(CW, False), (FH, True)])
def test_fire_parts_turns_in_forlorn_hopes_only(hangar: Hangar, game: str, is_parted: bool) -> None:
    start, target = ("F09 N M", "H08 N M") if game == CW else ("3609 N M", "3808 N M")
    flights = [hangar.flight("a", "Ki-43", start), hangar.flight("b", "P-40", target, team="interceptor", number=2)]
    after = hangar.fly(game, hangar.due(game, flights), "t1 f:b =5")
    assert hangar.can(game, after, "t-1") is is_parted


FIRERS: dict[str, dict[str, Any]] = {"": {}, "ace": {"has_ace": True}, "disrupted": {"is_disrupted": True}}

# Game, the firer and its place, its state, the target and its place, its state, the modifiers.
MODIFIERS: list[tuple[str, str, str, dict[str, Any], str, str, dict[str, Any], dict[str, int]]] = [
    (CW, "P-40", "I08 NW L", {}, "Ki-21", "H07 N L", {}, {"AF": 2, "DF": -4, "rear": 2}),  # EX-18.2-11
    (CW, "P-39", "G03 S L", {}, "Ki-21", "F04 N L", {}, {"AF": 2, "DF": -4, "front": 1, "distance": -1}),  # EX-18.2-24
    (CW, "P-39", "G09 N M", {}, "Ki-21", "G05 N M", {}, {"AF": 2, "DF": -4, "rear": 2, "distance": -3}),
    (CW, "P-39", "G09 N M", {}, "Ki-43", "G08 S M", {}, {"AF": 2, "DF": -2}),
    (CW, "P-39", "G09 N M", {}, "Ki-21", "H07 N M", {}, {"AF": 2, "DF": -4, "rear": 2, "distance": -1}),
    (CW, "P-39", "G09 N M", {}, "Ki-21", "H07 SE M", {}, {"AF": 2, "DF": -4, "side": -1, "distance": -1}),
    (CW, "P-39", "G09 N M", {"has_ace": True}, "Ki-43", "G08 S M", {}, {"AF": 2, "DF": -2, "ace": 1}),
    (CW, "P-39", "G09 N M", {"is_disrupted": True}, "Ki-43", "G08 S M", {}, {"AF": 2, "DF": -2, "disrupted": -1}),
    (FH, "P-40", "3709 N M", {"is_disrupted": True}, "Ki-43", "3708 S M", {}, {"AF": 2, "DF": -2, "disrupted": -2}),
    (CW, "P-39", "G09 N M", {"has_surprise": True}, "Ki-43", "G08 S M", {}, {"AF": 2, "DF": -2, "surprise": 1}),
    (CW, "P-39", "G09 N M", {}, "Ki-43", "G08 S M", {"has_ace": True}, {"AF": 2, "DF": -2, "target_ace": -1}),
    (CW, "P-39", "G09 N L", {}, "Ki-43", "G08 S L", {}, {"AF": 2, "DF": -2, "low_fighter": -1}),
    (CW, "P-39", "G09 N L", {}, "Ki-21", "G08 S L", {}, {"AF": 2, "DF": -4, "front": 1}),
    (CW, "P-39", "G09 N M", {"losses": 1}, "Ki-21", "G08 S M", {"losses": 1}, {"AF": 1, "DF": -3, "front": 1}),
    (CW, "P-39", "G09 N M", {}, "Ki-21", "G08 S M", {"is_disrupted": True}, {"AF": 2, "DF": -4, "front": 1}),
    (FH, "P-40", "3709 N M", {}, "Ki-21", "3708 S M", {"is_disrupted": True}, {"AF": 2, "DF": -3, "front": 1}),
]


@pytest.mark.parametrize("case", MODIFIERS)
def test_modifiers_of_a_shot(hangar: Hangar, air_war: Any, case: tuple[Any, ...]) -> None:
    game, model, at, state, target, place, its_state, expected = case
    flights = [fighter(hangar, at, model, **state), hangar.flight("b", target, place, number=2, **its_state)]
    battle = hangar.due(game, flights)
    assert air_war("air_shots").shot_modifiers(hangar.rules[game], battle, 0, 1) == expected


def test_a_japanese_ace_counts_two(hangar: Hangar, air_war: Any) -> None:
    flights = [
        hangar.flight("a", "Ki-43", "G09 N M", has_ace=True),
        hangar.flight("b", "P-39", "G08 S M", team="interceptor", number=2),
    ]
    found = air_war("air_shots").shot_modifiers(hangar.rules[CW], hangar.due(CW, flights), 0, 1)
    assert found == {"AF": 2, "DF": -3, "ace": 2}


# Rule, the die, further dice, then: steps lost, disrupted, the firer an ace, the firer low on ammo. The net DRM is 0.
RESULTS = [
    ("9.7.11 up to the DF: nothing", "=4", (0, False, False, False)),
    ("9.7.11 above the DF: disrupted", "=5", (0, True, False, False)),
    ("9.7.11 below twice the DF", "=7", (0, True, False, False)),
    ("EX-18.2-11 twice the DF: reduced", "=8 =8", (1, True, False, False)),
    ("EX-18.2-12 an ace at 9", "=8 =9", (1, True, True, False)),
    ("9.7.13 a natural 1, odd", "=1 =3", (0, False, False, True)),
    ("9.7.13 a natural 1, even", "=1 =4", (0, False, False, False)),
    ("9.7.13 a natural 10", "=10 =2 =1", (1, True, False, False)),
]


@pytest.mark.parametrize(("rule", "dice", "expected"), RESULTS, ids=[result[0] for result in RESULTS])
def test_results(hangar: Hangar, rule: str, dice: str, expected: tuple[Any, ...]) -> None:
    flights = [fighter(hangar, "I08 NW L", "P-40"), hangar.flight("b", "Ki-21", "H07 N L", number=2)]
    after = hangar.fly(CW, hangar.due(CW, flights), f"f:b {dice}")
    firer, target = after.flights
    assert not after.casts
    assert (target.losses, target.is_disrupted, firer.has_ace, firer.is_low_on_ammo) == expected


@pytest.mark.parametrize(
    ("game", "die", "is_disrupted"), [(CW, 1, True), (CW, 2, False), (FH, 1, False), (FH, 2, True)]
)
def test_a_natural_10_disrupts_by_another_die(hangar: Hangar, game: str, die: int, is_disrupted: bool) -> None:
    """The DF is 12, so the shot itself has no effect."""
    at, place = ("G09 N M", "G08 N M") if game == CW else ("3709 N M", "3708 N M")
    flights = [fighter(hangar, at, "P-40"), hangar.flight("b", "Ki-21", place, number=2, df=(12,))]
    after = hangar.fly(game, hangar.due(game, flights), f"f:b =10 ={die}")
    assert after.flights[1].is_disrupted is is_disrupted


def test_a_lost_flight_leaves_the_board(hangar: Hangar) -> None:
    flights = [
        fighter(hangar, "I08 NW L", "P-40"),
        hangar.flight("b", "Ki-21", "H07 N L", number=2, losses=1),
        hangar.flight("c", "Ki-21", "E15 N L", number=3),
    ]
    after = hangar.fly(CW, hangar.due(CW, flights), "f:b =9 =1")
    assert (after.flights[1].hex, after.flights[1].is_lost, after.flights[1].is_aborted) == ("", True, False)


def test_no_third_allied_ace(hangar: Hangar) -> None:
    flights = [fighter(hangar, "I08 NW L", "P-40"), hangar.flight("b", "Ki-21", "H07 N L", number=2)]
    after = hangar.fly(CW, hangar.due(CW, flights, free_aces=0), "f:b =8")
    assert not after.casts


def test_surprise_ends_with_the_shot(hangar: Hangar) -> None:
    flights = [fighter(hangar, "I08 NW L", "P-40", has_surprise=True), hangar.flight("b", "Ki-21", "H07 N L", number=2)]
    after = hangar.fly(CW, hangar.due(CW, flights), "f:b =4")
    assert (after.flights[0].has_surprise, after.flights[1].is_disrupted) == (False, True)


# Rule, game, the bomber, its place, the interceptor's place, its deeds, whether the bomber may answer.
ANSWERS = [
    ("9.7.10 two hexes away", CW, "Ki-21", "G06 N M", "G09 N M", "s", True),
    ("9.7.10 three hexes away", CW, "Ki-21", "G05 N M", "G09 N M", "s", False),
    ("9.7.10 not in the first hex", CW, "Ki-21", "G08 N M", "G09 N M", "", False),
    ("9.7.10 a turn enters no hex", CW, "Ki-21", "G08 N M", "G09 N M", "t1", False),
    ("9.7.10 a roll enters a hex", CW, "Ki-21", "G08 N M", "G09 N M", "r1", True),
    ("9.7.10 an Immelmann enters a hex", CW, "Ki-21", "G06 N M", "G09 N M", "i", True),
    ("9.7.10 another altitude", CW, "Ki-21", "G06 N L", "G09 N M", "s", False),
    ("9.7.10 the same hex", CW, "Ki-21", "G08 N M", "G09 N M", "s", False),
    ("9.7.10 no AF", CW, "Ki-56", "G06 N M", "G09 N M", "s", False),
    ("9.7.10 fighters do not answer", CW, "Ki-43", "G06 N M", "G09 N M", "s", False),
    ("9.7.10 single engine to the rear", CW, "D3A", "G06 N M", "G09 N M", "s", True),
    ("9.7.10 single engine not ahead", CW, "D3A", "G06 S M", "G09 N M", "s", False),
    ("9.7.9h single engine ahead", FH, "D3A", "3706 S M", "3709 N M", "s", True),
    ("9.7.9h reaches the altitude", FH, "Ki-21", "3707 N L", "3709 N M", "d", True),
    ("altitude is no entry", CW, "Ki-21", "G07 N L", "G09 N M", "d", False),
]


@pytest.mark.parametrize(("rule", "game", "model", "place", "at", "deeds", "may"), ANSWERS, ids=[a[0] for a in ANSWERS])
def test_bombers_answer(
    hangar: Hangar, rule: str, game: str, model: str, place: str, at: str, deeds: str, may: bool
) -> None:
    flights = [fighter(hangar, at, "P-40"), hangar.flight("b", model, place, number=2)]
    after = hangar.fly(game, hangar.due(game, flights), deeds)
    assert may_answer(hangar, game, after) is may


@pytest.mark.parametrize("is_revealed", [False, True])
def test_the_question_to_a_bomber_shows_no_altitude(hangar: Hangar, is_revealed: bool) -> None:
    """9.7.3: a hidden bomber is asked at each altitude, though it may answer at one alone."""
    found = []
    for place in ("G06 N L", "G06 N M"):
        bomber = hangar.flight("b", "Ki-21", place, number=2, is_revealed=is_revealed)
        battle = hangar.fly(CW, hangar.due(CW, [fighter(hangar, "G09 N M", "P-40"), bomber]), "s")
        found.append((hangar.rules[CW].seen_by(battle, "interceptor"), may_answer(hangar, CW, battle)))
    (low, low_can), (level, level_can) = found
    assert (low_can, level_can) == (False, True)
    assert (msgspec.json.encode(low) == msgspec.json.encode(level)) is not is_revealed


def test_a_hidden_bomber_hides_no_other_from_the_question(hangar: Hangar) -> None:
    """A bomber behind another flight is left out of the question only if that flight is revealed."""
    for is_revealed in (False, True):
        flights = [
            fighter(hangar, "G09 N M", "P-40"),
            hangar.flight("b", "Ki-21", "G06 N M", number=2),
            hangar.flight("c", "Ki-56", "G07 N M", number=3, is_revealed=is_revealed),
        ]
        battle = hangar.fly(CW, hangar.due(CW, flights), "s")
        assert bool(battle.asked) is not is_revealed
        assert not may_answer(hangar, CW, battle)


def test_each_bomber_may_answer_in_each_new_hex(hangar: Hangar) -> None:
    flights = [
        fighter(hangar, "G10 N M", "P-40"),
        hangar.flight("b", "Ki-21", "F07 N M", number=2),
        hangar.flight("c", "Ki-21", "H07 N M", number=2),
    ]
    battle = hangar.fly(CW, hangar.due(CW, flights), "s")
    assert battle.asked == (1, 2)
    battle = hangar.fly(CW, battle, "y =6 n s")
    assert battle.asked == (1, 2)


# Game, points of the interceptor and the bomber, the greatest die that clears the shot, the speed modifier of the shot.
CLEARANCE = [(CW, 5, 3, 5, -2), (CW, 2, 3, 5, 1), (FH, 4, 3, 4, 0), (FH, 5, 3, 3, 0), (FH, 3, 3, 5, 0)]


@pytest.mark.parametrize(("game", "fast", "slow", "clears", "speed"), CLEARANCE)
def test_clearance(hangar: Hangar, air_war: Any, game: str, fast: int, slow: int, clears: int, speed: int) -> None:
    """X15: in Forlorn Hopes an interceptor with one point more than the bomber adds 1 to the die."""
    letter = "G" if game == CW else "37"
    flights = [
        fighter(hangar, f"{letter}09 N M", "P-40", points=(fast,)),
        hangar.flight("b", "Ki-21", f"{letter}06 N M", number=2, points=(slow,), is_loaded=True),
    ]
    battle = hangar.fly(game, hangar.due(game, flights), "s y")
    cleared = [die for die in range(1, 11) if hangar.fly(game, battle, f"={die}").casts]
    found = air_war("air_shots").shot_modifiers(hangar.rules[game], battle, 1, 0)
    assert (max(cleared), found.get("speed", 0)) == (clears, speed)


def test_a_fighter_shot_down_by_a_bomber_ends_its_move(hangar: Hangar) -> None:
    flights = [
        fighter(hangar, "G09 N M", "P-40", losses=1, df=(1, 1)),
        hangar.flight("b", "Ki-21", "G06 N M", number=2),
    ]
    after = hangar.fly(CW, hangar.due(CW, flights), "s y =5 =9")
    assert (after.flights[0].is_lost, after.active) == (True, (1,))


def test_empty_single_engine_bombers_act_as_fighters_by_an_option(hangar: Hangar, air_war: Any) -> None:
    flights = [
        hangar.flight("a", "D3A", "G09 N M"),
        hangar.flight("b", "P-40", "G07 S M", team="interceptor", number=1),
        hangar.flight("c", "P-40", "G06 S M", team="interceptor", number=2),
    ]
    assert not hangar.can(CW, hangar.due(CW, flights), "f:b")
    battle = hangar.due(CW, flights, options=frozenset({"fighter_bombers"}))
    found = air_war("air_shots").shot_modifiers(hangar.rules[CW], battle, 0, 1)
    assert found == {"AF": 1, "DF": -3, "distance": -1, "single_engine": -1}
    after = hangar.fly(CW, battle, "f:b =5 t1 s s e")
    assert after.flights[after.active[0]].id == "b"
    assert not hangar.fly(CW, after, "s").asked, "its gunner fires no more in this round"
