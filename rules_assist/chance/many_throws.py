"""Many simulated throws of dice at once: for forecasts that cannot be exact, never for play."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from rules_assist.chance.odds import SEED, Distribution

Bools: TypeAlias = npt.NDArray[np.bool_]
Ints: TypeAlias = npt.NDArray[np.int64]
Small: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float64]


class Throws:
    """A source of chance for many trials at once. The same seed gives the same throws.

    `are_sure` is true as long as no trial has depended on chance, so that all trials are the same.
    """

    def __init__(self, tries: int, seed: int = SEED) -> None:
        self.tries = tries
        self.are_sure = True
        self._random = np.random.default_rng(seed)

    def shares(self, shape: tuple[int, ...]) -> Floats:
        """Return an array of random numbers from 0 to 1. An event happens where its chance is higher than the
        number.
        """
        self.are_sure = False
        return self._random.random(shape)

    def come(self, chances: Floats) -> Bools:
        """Return a mask of the events that happen, each by its own chance."""
        self._may_differ(chances)
        return self._random.random(chances.shape) < chances

    def hits(self, dice: Ints, chance: float) -> Ints:
        """Return the number of hits in each trial.

        Each trial has its own number of dice, and all dice have the same chance.
        """
        self._may_differ(np.where(dice > 0, chance, 0.0))
        return self._random.binomial(dice, chance)

    def of(self, distribution: Distribution[int]) -> Ints:
        """Return a number for each trial, drawn from a distribution."""
        values = np.array(list(distribution.weights), dtype=np.int64)
        chances = np.array([float(distribution.chance(value)) for value in distribution.weights])
        self._may_differ(chances)
        return self._random.choice(values, self.tries, p=chances / chances.sum())

    def _may_differ(self, chances: Floats) -> None:
        if self.are_sure:
            self.are_sure = not bool(((chances > 0) & (chances < 1)).any())
