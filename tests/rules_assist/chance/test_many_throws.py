"""Dice thrown for many tries at once have the exact distribution."""

import numpy as np
import pytest

from rules_assist.chance.many_throws import Throws
from rules_assist.chance.odds import Distribution, of_dice

TRIES = 20_000


def is_near(found: int, chance: float) -> bool:
    return abs(found / TRIES - chance) <= 4 * (chance * (1 - chance) / TRIES) ** 0.5


def test_numbers_come_as_often_as_they_should() -> None:
    expected = of_dice("2d6")
    thrown = Throws(TRIES).of(expected)
    assert all(is_near((thrown == number).sum(), float(expected.chance(number))) for number in range(2, 13))


@pytest.mark.parametrize("chance", [1 / 6, 1 / 2, 5 / 6])
def test_each_die_hits_on_its_own(chance: float) -> None:
    dice = np.arange(TRIES) % 3
    hits = Throws(TRIES).hits(dice, chance)
    assert (hits <= dice).all()
    two = hits[dice == 2]
    assert abs((two == 2).mean() - chance**2) <= 4 * (chance**2 / len(two)) ** 0.5


def test_what_has_a_higher_chance_than_its_share_comes() -> None:
    throws = Throws(TRIES)
    assert is_near((throws.shares((TRIES,)) < 0.3).sum(), 0.3)
    assert is_near(throws.come(np.full(TRIES, 0.3)).sum(), 0.3)


def test_the_same_seed_throws_the_same() -> None:
    one, same, other = (Throws(50, seed).of(of_dice("3d6")).tolist() for seed in (1, 1, 2))
    assert one == same != other


@pytest.mark.parametrize(
    ("throw", "is_sure"),
    [
        (lambda throws: throws.of(Distribution.sure(3)), True),
        (lambda throws: throws.of(of_dice("1d6")), False),
        (lambda throws: throws.hits(np.zeros(9, np.int64), 1 / 2), True),
        (lambda throws: throws.hits(np.ones(9, np.int64), 1.0), True),
        (lambda throws: throws.hits(np.ones(9, np.int64), 1 / 2), False),
        (lambda throws: throws.come(np.array([0.0, 1.0])), True),
        (lambda throws: throws.come(np.array([0.0, 0.5])), False),
        (lambda throws: throws.shares((3,)), False),
    ],
)
def test_all_tries_are_alike_as_long_as_nothing_was_left_to_chance(throw, is_sure: bool) -> None:
    throws = Throws(9)
    throw(throws)
    assert throws.are_sure is is_sure
