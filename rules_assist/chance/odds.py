"""Probabilities: exact if possible, otherwise simulated.

A `Distribution` keeps whole-number weights, so that nothing is rounded. Chance here is only for forecasts; the table
makes the rolls of play.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, gcd, sqrt
from random import Random
from typing import Final, Generic, TypeVar

from tabletop.game.chance import Chance
from tabletop.game.rolls import Dice, DiceError, FixedNumber, Spec, parse, roll

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

MOST_OUTCOMES: Final = 100_000
"""The most combinations of dice that are counted one by one, and the most results that are kept separate."""
RUNS: Final = 20_000
SEED: Final = 1941
_WILSON: Final = 1.96


class TooMany(ValueError):  # noqa: N818 - the name says enough without Error
    """An error: an exact answer would need too many combinations."""


@dataclass(frozen=True, slots=True)
class Distribution(Generic[T]):
    """The possible results, each with its weight. The chance of a result is its weight divided by `total`."""

    weights: Mapping[T, int]
    total: int

    @classmethod
    def of(cls, weights: Mapping[T, int]) -> "Distribution[T]":
        """Return the distribution with these weights; those of 0 are left out."""
        kept = {result: weight for result, weight in weights.items() if weight}
        return cls(kept, sum(kept.values()))

    @classmethod
    def sure(cls, result: T) -> "Distribution[T]":
        """Return the distribution of a certain result."""
        return cls({result: 1}, 1)

    @classmethod
    def even(cls, results: Iterable[T]) -> "Distribution[T]":
        """Return the distribution of equally likely results. A result that is named twice is twice as likely."""
        weights: dict[T, int] = {}
        for result in results:
            weights[result] = weights.get(result, 0) + 1
        return cls.of(weights)

    def chance(self, result: T) -> Fraction:
        """Return the chance of a result."""
        return Fraction(self.weights.get(result, 0), self.total)

    def chance_that(self, holds: Callable[[T], bool]) -> Fraction:
        """Return the chance that a condition holds for the result."""
        return Fraction(sum(weight for result, weight in self.weights.items() if holds(result)), self.total)

    def mean(self, worth: Callable[[T], int | Fraction]) -> Fraction:
        """Return the average value of a result."""
        worths = (Fraction(worth(result)) * weight for result, weight in self.weights.items())
        return sum(worths, Fraction()) / self.total

    def map(self, change: Callable[[T], U]) -> "Distribution[U]":
        """Return the distribution of a function of the results; equal values are merged."""
        weights: dict[U, int] = {}
        for result, weight in self.weights.items():
            new = change(result)
            weights[new] = weights.get(new, 0) + weight
        return Distribution(weights, self.total)

    def then(self, follow: "Callable[[T], Distribution[U]]") -> "Distribution[U]":
        """Return the results that follow each of these results, with their chances. Raises TooMany for more than
        `MOST_OUTCOMES` results.
        """
        found = [(weight, follow(result)) for result, weight in self.weights.items()]
        common = 1
        for _, after in found:
            common = common * after.total // gcd(common, after.total)
        weights: dict[U, int] = {}
        for weight, after in found:
            scale = weight * (common // after.total)
            for result, part in after.weights.items():
                weights[result] = weights.get(result, 0) + scale * part
        return _bounded(weights, self.total * common)

    def with_(self, other: "Distribution[U]", join: "Callable[[T, U], V]") -> "Distribution[V]":
        """Return the distribution of `join(a, b)`, where `a` is a result of this distribution and `b` an independent
        result of `other`. Raises TooMany for more than `MOST_OUTCOMES` results.
        """
        weights: dict[V, int] = {}
        for left, weight in self.weights.items():
            for right, part in other.weights.items():
                joined = join(left, right)
                weights[joined] = weights.get(joined, 0) + weight * part
        return _bounded(weights, self.total * other.total)

    def unless(self, holds: Callable[[T], bool]) -> "Distribution[T]":
        """Return the distribution of trials that are repeated while a condition holds; unchanged if the condition
        always holds.
        """
        kept = {result: weight for result, weight in self.weights.items() if not holds(result)}
        return Distribution.of(kept) if kept else self

    def once_again(self, holds: Callable[[T], bool]) -> "Distribution[T]":
        """Return the distribution in which a trial is repeated once after a result for which a condition holds."""
        return self.then(lambda result: self if holds(result) else Distribution.sure(result))

    def reduced(self) -> "Distribution[T]":
        """Return the same distribution in the smallest whole weights."""
        common = gcd(self.total, *self.weights.values())
        return Distribution({result: weight // common for result, weight in self.weights.items()}, self.total // common)


V = TypeVar("V", bound=Hashable)


def _bounded(weights: dict[T, int], total: int) -> Distribution[T]:
    if len(weights) > MOST_OUTCOMES:
        raise TooMany(f"There are more than {MOST_OUTCOMES} different results.")
    return Distribution(weights, total)


# --- sums --------------------------------------------------------------------------------------------------------


def plus(left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    """Return the distribution of the sum of two independent numbers."""
    return left.with_(right, int.__add__)


def times(each: Distribution[int], count: int) -> Distribution[int]:
    """Return the distribution of the sum of this many independent numbers with the same distribution.

    Raises TooMany for more than `MOST_OUTCOMES` different sums, unless each number has only two values.
    """
    if len(each.weights) == 2:
        return _binomial(each, count)
    found, power = Distribution.sure(0), each
    while count > 0:
        if count % 2:
            found = plus(found, power)
        count //= 2
        if count:
            power = plus(power, power)
    return found


def _binomial(each: Distribution[int], count: int) -> Distribution[int]:
    """Return the distribution of the sum of this many numbers, each of which has one of two values."""
    (low, weight), (high, other) = sorted(each.weights.items())
    weights = {
        low * (count - n) + high * n: comb(count, n) * weight ** (count - n) * other**n for n in range(count + 1)
    }
    return Distribution(weights, each.total**count)


def total_of(parts: Iterable[Distribution[int]]) -> Distribution[int]:
    """Return the distribution of the sum of independent numbers."""
    found = Distribution.sure(0)
    for part in parts:
        found = plus(found, part)
    return found


# --- dice --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def of_dice(text: str) -> Distribution[int]:
    """Return the distribution of the total of a roll in dice notation. Raises DiceError; TooMany for exploding dice and
    other long rolls.
    """
    return total_of(_of_term(term) for term in parse(text))


def _of_term(term: Dice | FixedNumber) -> Distribution[int]:
    if isinstance(term, FixedNumber):
        return Distribution.sure(term.value)
    if term.explode is not None:
        raise TooMany("Dice that explode have no last result.")
    faces = faces_of(term)
    if term.succeed is not None:
        succeed = term.succeed
        counted = Distribution.even(int(succeed.holds(face)) for face in faces)
        if term.keep is None:
            return times(counted, term.count).map(lambda number: term.sign * number)
    if term.keep is None:
        return times(Distribution.even(faces), term.count).map(lambda number: term.sign * number)
    return _kept(term, faces)


def _kept(term: Dice, faces: tuple[int, ...]) -> Distribution[int]:
    """Return the distribution of the total of the kept dice, by trying all combinations. Raises TooMany for more
    than `MOST_OUTCOMES` combinations.
    """
    assert term.keep is not None
    if len(faces) ** term.count > MOST_OUTCOMES:
        raise TooMany(f"{term.count} dice of {len(faces)} sides come in too many combinations.")
    count, highest, succeed = term.keep.count, term.keep.highest, term.succeed
    sums: list[int] = []
    for thrown in product(faces, repeat=term.count):
        kept = sorted(thrown, reverse=highest)[:count]
        sums.append(term.sign * (sum(kept) if succeed is None else sum(map(succeed.holds, kept))))
    return Distribution.even(sums)


def faces_of(term: Dice) -> tuple[int, ...]:
    """Return the numbers on the faces of a die; a word counts as 0."""
    if not term.faces:
        return tuple(range(1, term.sides + 1))
    return tuple(int(face) if face.lstrip("+-").isdigit() else 0 for face in term.faces)


def one_die(text: str) -> Dice:
    """Return the die of a roll in dice notation that is one plain die, with nothing added. Raises DiceError for any
    other text.
    """
    spec: Spec = parse(text)
    if len(spec) == 1 and isinstance(spec[0], Dice) and spec[0] == Dice(1, spec[0].sides, faces=spec[0].faces):
        return spec[0]
    raise DiceError(f"'{text}' is not one plain die, for example 1d6.")


# --- many trials ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrialCounts(Generic[T]):
    """The count of each result in `runs` trials."""

    counts: Mapping[T, int]
    runs: int

    def __add__(self, other: "TrialCounts[T]") -> "TrialCounts[T]":
        """Return the counts of both sets of trials together."""
        results = self.counts.keys() | other.counts.keys()
        counts = {result: self.counts.get(result, 0) + other.counts.get(result, 0) for result in results}
        return TrialCounts(counts, self.runs + other.runs)

    def chance(self, result: T) -> Fraction:
        """Return the share of the runs that gave a result."""
        return Fraction(self.counts.get(result, 0), self.runs)

    def error(self, result: T) -> float:
        """Return the standard error of `chance`: about two times in three, the true chance is no farther away.

        A result that never came counts as if it had come half a time, because it may still be possible. A result that
        always came counts as if it had failed half a time.
        """
        share = min(max(self.counts.get(result, 0), 0.5), self.runs - 0.5) / self.runs
        return sqrt(share * (1 - share) / self.runs)

    def bounds(self, result: T) -> tuple[float, float]:
        """Return the lower and the upper limit of the chance with 95% confidence.

        This is Wilson's interval, which is also valid for results that came never or always.
        """
        share, z2 = float(self.chance(result)), _WILSON**2 / self.runs
        middle, spread = share + z2 / 2, sqrt(z2 * (share * (1 - share) + z2 / 4))
        return max((middle - spread) / (1 + z2), 0.0), min((middle + spread) / (1 + z2), 1.0)

    def mean(self, worth: Callable[[T], float]) -> tuple[float, float]:
        """Return the average value of a result, and its standard error."""
        mean = sum(worth(result) * count for result, count in self.counts.items()) / self.runs
        spread = sum((worth(result) - mean) ** 2 * count for result, count in self.counts.items()) / self.runs
        return mean, sqrt(spread / max(self.runs - 1, 1))


def tried(once: Callable[["Tries"], T], runs: int = RUNS, seed: int = SEED) -> TrialCounts[T]:
    """Return the counts of the results of many trials; the same seed gives the same counts."""
    chance = Tries(seed)
    counts: dict[T, int] = {}
    for _ in range(runs):
        result = once(chance)
        counts[result] = counts.get(result, 0) + 1
    return TrialCounts(counts, runs)


class Tries(Chance):
    """A seeded source of chance for forecasts, never used in play."""

    def __init__(self, seed: int = SEED) -> None:
        self._random = Random(seed)

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - nobody hears of it
        """Return a number from 0 to `sides` - 1."""
        return self._random.randrange(sides)

    def rolled(self, text: str) -> int:
        """Return the total of a roll in dice notation."""
        return roll(text, self, "").total
