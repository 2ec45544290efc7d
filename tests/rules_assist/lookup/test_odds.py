"""Exact chances of dice, and how near the results of random tries come to them."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_assist.chance.odds import (
    Distribution,
    TooMany,
    TrialCounts,
    Tries,
    of_dice,
    one_die,
    plus,
    times,
    total_of,
    tried,
)
from rules_assist.lookup.lookup_forecast import likely_by_trying, percent
from tabletop.game.rolls import DiceError, parse


def enumerated(*faces):
    return Distribution.even(map(sum, product(*faces)))


def same(one, other):
    assert {k: one.chance(k) for k in one.weights} == {k: other.chance(k) for k in other.weights}


D6 = range(1, 7)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("2d6", enumerated(D6, D6)),
        ("1d10+2", enumerated(range(1, 11), [2])),
        ("2d6-1d4", enumerated(D6, D6, range(-4, 0))),
        ("3d6>=5", Distribution.even(sum(die >= 5 for die in dice) for dice in product(D6, D6, D6))),
        ("3d6kh2", Distribution.even(sum(sorted(dice)[1:]) for dice in product(D6, D6, D6))),
        ("4d[0,0,1]", enumerated([0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1])),
    ],
)
def test_dice_are_as_if_counted_one_by_one(text, plain):
    same(of_dice(text), plain)


@pytest.mark.parametrize("text", ["2d6!", "9d10kh2"])
def test_some_dice_have_too_many_ends(text):
    with pytest.raises(TooMany):
        of_dice(text)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4), st.integers(0, 6))
def test_many_alike_are_one_after_the_other(faces, count):
    same(times(Distribution.even(faces), count), total_of([Distribution.even(faces)] * count))


@given(st.integers(0, 9), st.integers(1, 5))
def test_hits_are_binomial(count, low):
    hit = Distribution.even(die >= low for die in D6).map(int)
    found = times(hit, count)
    assert found.mean(int) == count * hit.chance(1)
    assert sum(found.chance(n) for n in range(count + 1)) == 1


def test_rolling_again_once_and_for_ever():
    die = Distribution.even(D6)
    assert die.once_again(lambda face: face == 1).chance(1) == Fraction(1, 36)
    assert die.unless(lambda face: face == 1).chance(6) == Fraction(1, 5)
    assert die.unless(lambda _: True) is die


def test_what_follows_what():
    twice = Distribution.even(D6).then(lambda first: Distribution.even(range(first)))
    assert twice.chance(0) == sum(Fraction(1, 6 * n) for n in D6)
    assert plus(twice, Distribution.sure(1)).chance(1) == twice.chance(0)


def test_tries_come_near_and_say_how_near():
    found = tried(lambda chance: chance.rolled("2d6"), runs=4_000)
    assert abs(found.chance(7) - Fraction(1, 6)) < 4 * found.error(7)
    mean, error = found.mean(float)
    assert abs(mean - 7) < 4 * error
    assert found.counts == tried(lambda chance: chance.rolled("2d6"), runs=4_000).counts
    assert found.error(99) > 0


@given(st.integers(0, 400), st.integers(0, 400))
def test_what_is_tried_lies_within_its_bounds_and_is_never_called_sure(came, failed):
    found = TrialCounts({"yes": came}, came + failed + 1)
    low, high = found.bounds("yes")
    assert 0 <= low <= found.chance("yes") <= high <= 1
    assert low < 1
    assert high > 0


@pytest.mark.parametrize(
    ("came", "runs", "says"),
    [
        (0, 2_500, "fewer than 1 in 650"),
        (0, 50, "fewer than 1 in 14"),
        (1, 2_500, "fewer than 1 in 440"),
        (2_499, 2_500, "at least 99.7%"),
        (2_500, 2_500, "at least 99.8%"),
        (1_250, 2_500, "50%"),
        (20, 2_500, "0.8%"),
    ],
)
def test_what_came_never_or_always_is_said_as_a_bound(came, runs, says):
    assert likely_by_trying(TrialCounts({"yes": came}, runs), "yes").percent == says


def test_tries_never_share_chance():
    assert [Tries(1).draw(6, "") for _ in range(9)] == [Tries(1).draw(6, "")] * 9


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(1, 2), "50%"),
        (Fraction(1, 5000), "under 0.1%"),
        (Fraction(4999, 5000), "over 99.9%"),
        (Fraction(1), "100%"),
    ],
)
def test_chances_in_percent(chance, text):
    assert percent(chance) == text


@pytest.mark.parametrize("text", ["2d6", "1d6+1", "1d6>=5", "7"])
def test_not_one_plain_die(text):
    parse(text)
    with pytest.raises(DiceError, match="not one plain die"):
        one_die(text)
