"""Rows of results tables as bands of numbers, and odds rounded to a column."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_assist.lookup.table_bands import band, odds_column, overlapping, place_of, ratio


@pytest.mark.parametrize(
    ("text", "holds", "holds_not"),
    [
        ("7", [7, "7"], [6, 8, "x", None, ""]),
        ("-3", [-3], [3]),
        ("1-4", [1, 4], [0, 5]),
        ("-26 to -2", [-26, -2, "-7"], [-27, -1]),
        ("6+", [6, 99], [5]),
        ("6 or more", [6, 99], [5]),
        ("3 or less", [3, -9], [4]),
        ("<=3", [3, 0], [4]),
        ("<3", [2], [3]),
        (">= 15", [15], [14]),
        (">15", [16], [15]),
        ("Pearl Harbor", ["Pearl Harbor"], ["Kure", None]),
        ("otherwise", [1, "Kure", None], []),
    ],
)
def test_what_a_row_stands_for(text, holds, holds_not):
    assert [value for value in (*holds, *holds_not) if band(text).holds(value)] == holds


def test_rows_that_share_a_number():
    assert overlapping(map(band, ["1-3", "4", "5+"])) is None
    assert [each.text for each in overlapping(map(band, ["1-4", "x", "4-6"]))] == ["1-4", "4-6"]


@pytest.mark.parametrize(
    ("value", "to_ends", "place"),
    [(0, True, 0), (0, False, None), (9, True, 2), (9, False, None), (4, True, 1), ("x", True, None), (2, True, None)],
)
def test_values_beyond_the_last_row_come_to_it(value, to_ends, place):
    bands = [(band("1"),), (band("3-4"),), (band("5-6"),)]
    assert place_of(bands, value, to_ends=to_ends) == place


COLUMNS = [Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3)]


@pytest.mark.parametrize(
    ("attack", "defence", "down", "up", "nearest"),
    [
        (4, 4, 1, 1, 1),
        (5, 4, 1, 2, 1),  # halfway between 1:1 and 3:2 goes down
        (11, 8, 1, 2, 2),
        (7, 3, 3, 4, 3),
        (5, 2, 3, 4, 3),
        (8, 3, 3, 4, 4),
        (2, 5, -1, 0, -1),  # 1:2.5, halfway between 1:3 and 1:2
        (4, 9, -1, 0, 0),
        (1, 3, -1, -1, -1),
        (7, 2, 4, 5, 4),
        (4, 1, 5, 5, 5),
        (0, 0, -1, -1, -1),
        (3, 0, 5, 5, 5),
    ],
)
def test_odds_round_to_a_column(attack, defence, down, up, nearest):
    found = [odds_column(COLUMNS, attack, defence, rounding) for rounding in ("down", "up", "nearest")]
    assert found == [down, up, nearest]


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 9))
def test_odds_are_the_same_for_equal_shares(attack, defence, times):
    for rounding in ("down", "up", "nearest"):
        once = odds_column(COLUMNS, attack, defence, rounding)
        assert once == odds_column(COLUMNS, attack * times, defence * times, rounding)


@given(st.integers(1, 60), st.integers(1, 60))
def test_rounding_down_never_favours_the_attacker(attack, defence):
    down, nearest, up = (odds_column(COLUMNS, attack, defence, rounding) for rounding in ("down", "nearest", "up"))
    assert down <= nearest <= up <= down + 1


@pytest.mark.parametrize(("text", "value"), [("3:1", 3), ("1:2", Fraction(1, 2)), ("3-2", Fraction(3, 2)), ("x", None)])
def test_ratios(text, value):
    assert ratio(text) == value
