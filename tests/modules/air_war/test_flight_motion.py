"""Movement on the board: the prices of the charts, the moves of the examples, illegal deeds, the points of a round, and
the reach of a flight.
"""

from typing import Any

import pytest

from tests.modules.air_war.flying import Hangar, place

CW, FH = "cartwheel", "forlorn_hopes"

# The Air Combat Movement Chart: turn 1, turn 2, Immelmann, roll, second roll, climb 1, climb 2, gain of a dive, levels.
CHART = {
    CW: """
        bomber_loaded  1 - - - - ALL -   1 1
        bomber_unloaded 1 2 - - - ALL -  2 1
        transport      1 2 - - - ALL -   2 1
        Beaufighter    1 2 4 3 3 3   -   2 1
        F4U            1 2 2 2 2 2   ALL 2 2
        F6F            1 2 2 2 2 3   -   1 1
        P-38           1 3 3 2 2 2   ALL 2 1
        P-39           1 2 2 2 2 ALL -   2 1
        P-40           1 2 3 2 2 2   ALL 1 2
        A6M_Rufe       0 1 3 1 1 3   -   1 1
        A6M3_Zero      0 1 2 0 1 3   -   1 1
        Ki-43          0 1 2 0 1 3   -   1 1
        Ki-45          1 2 3 2 2 3   -   1 1
        Ki-61          0 1 2 1 1 2   ALL 2 2""",
    FH: """
        bomber_loaded  1 - - - - ALL -   1 1
        bomber_unloaded 1 2 - - - ALL -  2 1
        transport      1 2 - - - ALL -   2 1
        Ki-27          0 1 2 0 1 3   -   1 1
        Ki-43          0 1 2 0 1 3   -   1 1
        A6M            0 1 2 0 1 3   -   1 1
        P-40           1 2 3 2 2 2   -   1 2
        Buffalo        1 2 3 2 2 ALL -   2 1
        Hurricane      1 2 3 2 2 3   -   1 1
        Fulmar         1 2 - 3 3 ALL -   1 1""",
}
PRICED = ("t1", "t2", "i", "r1", "s r1 s r1", "c1", "c2")


def prices(hangar: Hangar, game: str, row: str) -> list[str]:
    """Return the prices in a row of the chart, as a flight of eight points pays them in the middle of the board.

    "-" stands for a manoeuvre that the flight cannot make, "ALL" for all its points. The last is the gain of a dive.
    """
    name = row.replace("_", " ")
    kinds = {"bomber_loaded": ("Ki-21", True), "bomber_unloaded": ("Ki-21", False), "transport": ("Ki-56", False)}
    model, is_loaded = kinds.get(row, (name, False))
    middle = "G09" if game == CW else "3609"
    found = []
    for deeds in PRICED:
        flight = hangar.flight("a", model, f"{middle} N L", points=(8,), is_loaded=is_loaded, emptied=1)
        battle = hangar.due(game, [flight])
        *before, last = deeds.split()
        battle = hangar.fly(game, battle, " ".join(before)) if before and found[3] != "-" else battle
        if not hangar.can(game, battle, last):
            found.append("-")
            continue
        paid = battle.motion.points - hangar.fly(game, battle, last).motion.points
        found.append("ALL" if paid == 8 else str(paid))
    flight = hangar.flight("a", model, f"{middle} N M", points=(8,), is_loaded=is_loaded, emptied=1)
    battle = hangar.due(game, [flight])
    found.append(str(hangar.fly(game, battle, "d").motion.points - battle.motion.points))
    return found


@pytest.mark.parametrize("game", [CW, FH])
def test_each_row_of_the_chart_costs_what_it_says(hangar: Hangar, game: str) -> None:
    chart = [line.split() for line in CHART[game].strip().splitlines()]
    assert [[row, *prices(hangar, game, row)] for row, *_ in chart] == [line[:-1] for line in chart]
    rows = hangar.rules[game].tables
    assert [rows[row if row in rows else row.replace("_", " ")].row.levels for row, *_ in chart] == [
        int(line[-1]) for line in chart
    ]


# Example, game, aircraft, place, deeds, place at the end, points left. `+` is a loaded bomber, `*` a disrupted one.
MOVES = [
    ("EX-9.7.9-1", CW, "Ki-43", "G09 N M", "r1", "H08 N M", 4),
    ("EX-9.7.9-2", CW, "Ki-43", "G09 N M", "i", "G08 S M", 2),
    ("X13", FH, "A6M", "3309 N M", "r1", "3408 N M", 5),
    ("X14", FH, "A6M", "3309 N M", "i", "3308 S M", 3),
    ("EX-18.2-1", CW, "+Ki-21", "F14 N M", "s s s", "F11 N M", 0),
    ("EX-18.2-2", CW, "+Ki-21", "H14 N M", "s s s", "H11 N M", 0),
    ("EX-18.2-3", CW, "Ki-43", "I15 NW H", "s s t1 i", "G13 S H", 0),
    ("EX-18.2-5", CW, "Ki-43", "E15 N M", "s s s t-1 s", "D11 NW M", 0),
    ("EX-18.2-6", CW, "+Ki-21", "F11 N M", "d s s s s", "F07 N L", 0),
    ("EX-18.2-7", CW, "Ki-43", "G13 S H", "t2 s t1 s t1 s", "G11 NE H", 0),
    ("EX-18.2-8", CW, "P-39", "J06 SW H", "d t2 s r-1 s", "I04 N M", 0),
    ("EX-18.2-8, the other way", CW, "P-39", "J06 SW H", "d s t2 s s s", "I04 N M", 0),
    ("EX-18.2-9", CW, "Ki-43", "D11 NW M", "t1 s t1 s s t-2", "F09 NW M", 0),
    ("EX-18.2-16", CW, "+*Ki-21", "H07 N L", "a t1 s s", "J06 NE L", 0),
    ("EX-18.2-17", CW, "Ki-43", "G11 NE H", "d t1 s t1 s s s", "H14 S M", 1),
    ("EX-18.2-19", CW, "Ki-43", "F09 NW M", "t-1 s s s s", "B11 SW M", 0),
    ("EX-18.2-20", CW, "Ki-21", "F04 N L", "s s s", "F01 N L", 1),
    ("EX-18.2-21", CW, "Ki-21", "J06 NE L", "s s s", "M05 NE L", 1),
    ("EX-18.2-24", CW, "P-39", "I04 N M", "d t-1 s s t-2", "G03 S L", 1),
    ("EX-18.2-25, A4", CW, "P-40", "E06 NW L", "s s s s", "A04 NW L", 1),
    ("EX-18.2-25, J4", CW, "Ki-43", "B11 SW M", "s", "A12 SW M", 3),
    ("9.7.9, two levels", CW, "P-40", "M10 NW H", "d d s s s s s s", "G07 NW L", 1),
]


@pytest.mark.parametrize(("id", "game", "model", "start", "deeds", "end", "left"), MOVES, ids=[m[0] for m in MOVES])
def test_moves(hangar: Hangar, id: str, game: str, model: str, start: str, deeds: str, end: str, left: int) -> None:
    marks, name = model[: len(model) - len(model.lstrip("+*"))], model.lstrip("+*")
    flight = hangar.flight("a", name, start, is_loaded="+" in marks, is_disrupted="*" in marks)
    after = hangar.fly(game, hangar.due(game, [flight]), deeds)
    assert (place(after.flights[0]), after.motion.points) == (end, left)


def test_leaving_the_board_ends_the_move_with_points_unspent(hangar: Hangar) -> None:
    flights = [hangar.flight("J4", "Ki-43", "B11 SW M"), hangar.flight("J1", "Ki-21", "F04 N L", number=2)]
    after = hangar.fly(CW, hangar.due(CW, flights), "s x")
    assert (after.flights[0].hex, after.flights[0].is_home, after.active) == ("", True, (1,))


# Rule, game, aircraft, place, deeds before, deed, whether it is legal.
LEGAL = [
    ("9.7.9 all points are spent", CW, "P-39", "G09 N M", "s s s", "e", False),
    ("9.7.9 all points are spent", CW, "P-39", "G09 N M", "s s s s", "e", True),
    ("9.7.9 no second turn", CW, "Ki-43", "G09 N M", "t1", "t1", False),
    ("9.7.9 no roll after a turn", CW, "Ki-43", "G09 N M", "t1", "r1", False),
    ("9.7.9 no turn after a roll", CW, "Ki-43", "G09 N M", "r1", "t1", False),
    ("9.7.9 a move parts turns", CW, "Ki-43", "G09 N M", "t1 s", "t1", True),
    ("9.7.9 a dive parts turns", CW, "Ki-43", "G09 N M", "t1 d", "t1", True),
    ("9.7.9 a climb parts turns", CW, "Ki-43", "G09 N M", "t1 c1", "t1", True),
    ("9.7.9 an Immelmann parts turns", CW, "Ki-43", "G09 N M", "t1 i", "t1", True),
    ("9.7.9 free turns remain without points", CW, "Ki-43", "G09 N M", "s s s s", "t1", True),
    ("9.7.9 bombers never roll", CW, "Ki-21", "G09 N M", "", "r1", False),
    ("9.7.9 bombers never loop", CW, "Ki-21", "G09 N M", "", "i", False),
    ("9.7.9 a loaded bomber turns one side", CW, "+Ki-21", "G09 N M", "", "t2", False),
    ("9.7.9 an empty bomber turns two sides", CW, "Ki-21", "G09 N M", "", "t2", True),
    ("9.7.9 not below low", CW, "P-40", "G09 N L", "", "d", False),
    ("9.7.9 not above high", CW, "P-40", "G09 N H", "", "c1", False),
    ("9.7.9 one level of dive", CW, "Ki-43", "G09 N H", "d", "d", False),
    ("9.7.9 two levels of the P-40", CW, "P-40", "G09 N H", "d", "d", True),
    ("9.7.9 two levels only straight", CW, "P-40", "G09 N H", "t1 d", "d", False),
    ("9.7.9 two levels only straight", CW, "P-40", "G09 N H", "d d", "t1", False),
    ("9.7.9 two levels only straight", CW, "P-40", "G09 N H", "d d", "i", False),
    ("9.7.9 two levels only straight", CW, "P-40", "G09 N H", "d d", "s", True),
    ("9.7.9 one climb a round", CW, "P-40", "G09 N L", "c1", "c1", False),
    ("9.7.9 ALL is the whole allowance", CW, "P-39", "G09 N L", "s", "c1", False),
    ("9.7.9 loaded bombers not above medium", CW, "+Ki-21", "G09 N M", "", "c1", False),
    ("chart: empty bombers not above medium", CW, "Ki-21", "G09 N M", "", "c1", False),
    ("chart: P bombers may climb high", CW, "+B-17", "G09 N M", "", "c1", True),
    ("C: climb after a dive", CW, "F4U", "G09 N M", "d", "c1", True),
    ("9.7.8 one change of altitude a round", FH, "P-40", "3609 N M", "d", "c1", False),
    ("9.7.8 one change of altitude a round", FH, "P-40", "3609 N M", "c1", "d", False),
    ("9.7.8 P-40 dives two levels", FH, "P-40", "3609 N H", "d", "d", True),
    ("9.7.8 others climb one level", FH, "P-40", "3609 N L", "", "c2", False),
    ("note 3: empty bombers may climb high", FH, "Ki-21", "3609 N M", "", "c1", True),
    ("note 1: loaded bombers may not", FH, "+Ki-21", "3609 N M", "", "c1", False),
    ("9.7.9 straight needs a hex", CW, "P-39", "F01 N M", "", "s", False),
    ("9.7.9 leaving needs the edge", CW, "P-39", "F02 N M", "", "x", False),
    ("9.7.9 leaving from the edge", CW, "P-39", "F01 N M", "", "x", True),
    ("9.7.9 no roll over the edge", CW, "P-39", "A05 N M", "", "r-1", False),
    ("9.7.9 leaving costs a point", CW, "+Ki-21", "F04 N M", "s s s", "x", False),
]


@pytest.mark.parametrize(("rule", "game", "model", "start", "before", "deed", "is_legal"), LEGAL)
def test_what_is_legal(
    hangar: Hangar, rule: str, game: str, model: str, start: str, before: str, deed: str, is_legal: bool
) -> None:
    others = [hangar.flight("z", "Ki-21", "E15 N M" if game == CW else "3515 N M", number=4)]
    flight = hangar.flight("a", model.lstrip("+"), start, is_loaded="+" in model, emptied=1)
    battle = hangar.fly(game, hangar.due(game, [flight, *others]), before)
    assert hangar.can(game, battle, deed) is is_legal, rule


# Game, aircraft, changes, round, points
POINTS: list[tuple[str, str, dict[str, Any], int, int]] = [
    (CW, "Ki-21", {"is_loaded": True}, 1, 3),
    (CW, "Ki-21", {"emptied": 3}, 3, 3),
    (CW, "Ki-21", {"emptied": 3}, 4, 4),
    (CW, "G4M", {}, 1, 4),  # 9.7.14: carries no bombs, and so has the higher value from the beginning
    (CW, "Ki-21", {"is_loaded": True, "is_disrupted": True}, 1, 3),
    (CW, "Ki-43", {"has_ace": True}, 1, 4),
    (FH, "Ki-43", {"has_ace": True}, 1, 5),
    (FH, "Ki-43", {"is_disrupted": True}, 1, 3),
    (FH, "P-40", {"has_ace": True}, 1, 5),
    (FH, "Ki-21", {"is_loaded": True, "is_disrupted": True}, 1, 2),
]


def test_the_points_of_a_round(hangar: Hangar) -> None:
    for game, model, changes, round, points in POINTS:
        flight = hangar.flight("a", model, "M", **changes)
        assert hangar.rules[game].points(flight, round) == points, (game, model, changes)


def test_two_rounds_at_high_altitude_tire_japanese_fighters(hangar: Hangar) -> None:
    flight = hangar.flight("a", "Ki-43", "3609 N H")
    battle = hangar.due(FH, [flight])
    battle = hangar.fly(FH, battle, "s s s s e s s s s")
    assert battle.flights[0].hex == "3601"
    battle = hangar.fly(FH, battle, "e")
    assert [action.deed for action in hangar.rules[FH].legal(battle)] == ["dive"]


def test_the_reach_of_a_flight_has_the_most_points_left_in_each_hex(hangar: Hangar) -> None:
    battle = hangar.due(CW, [hangar.flight("a", "Ki-43", "G09 N M")])
    steering = hangar.rules[CW].steering(battle)
    reach = steering.reach(battle.motion)
    assert {hex: reach.get(hex) for hex in ("G09", "G08", "H08", "G07", "G04", "G03")} == {
        "G09": 5,  # a dive gains a point
        "G08": 5,  # a free turn to the left, the dive, and a free roll to the right
        "H08": 5,
        "G07": 4,
        "G04": 1,
        "G03": None,
    }
    assert steering.can_stay(battle.motion)
    corner = hangar.due(CW, [hangar.flight("a", "Ki-21", "A01 N M", is_loaded=True)])
    last = corner.motion.ledger._replace(points=1, altitude=0, just_turned=True)
    assert not hangar.rules[CW].steering(corner).can_stay(corner.motion._replace(ledger=last))
