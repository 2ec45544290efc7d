"""Many simultaneous repetitions of one battle: the survivors of each, as arrays."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from rules_assist.chance.many_throws import Bools, Ints, Small, Throws

from ..position.geography import JAPAN
from ..position.units import Unit
from ..procedures.battle.board import SIDES
from .chances import Chances
from .muster import Muster

PRESENT: Final = 0
DAMAGED: Final = 1
SUNK: Final = 2
LOST: Final = 3
AWAY: Final = 4
"""The fates of a unit: it is still there; a ship was damaged or sunk; another unit was lost; it has left undamaged."""

FATES: Final[Mapping[str, int]] = {"sunk": SUNK, "damaged": DAMAGED, "lost": LOST}


class Fight:
    """Many simultaneous repetitions of a battle.

    Each array has an entry for each repetition. `fates`, `hits` and `strength` have a row for each unit. `points` are
    the remaining Air Points of each side, and `elite` the elite ones of Japan. `supreme` marks a side's Air Supremacy.
    `control` marks, by water and side, the Sea Control of that side (`control_is_sure`: no die decides it). `taken`
    marks the capture of the base by the phasing side.
    """

    def __init__(self, muster: Muster, chances: Chances, throws: Throws) -> None:
        self.muster = muster
        self.chances = chances
        self.throws = throws
        self.facts = muster.facts
        self.since = muster.since
        self.units = muster.units
        self._rows = {unit.id: row for row, unit in enumerate(self.units)}
        self.fates: Small = np.zeros((len(self.units), throws.tries), np.uint8)
        self.hits: Ints = self._each(unit.hits for unit in self.units)
        self.strength: Ints = self._each(unit.strength for unit in self.units)
        self.points = {side: self.constant(muster.air_points[side]) for side in SIDES}
        self.elite = self.constant(muster.elite)
        self.supreme = {
            side: self.everywhere(muster.battle.is_supreme and muster.battle.superior == side) for side in SIDES
        }
        self.control: dict[str, Mapping[str, Bools]] = {}
        self.control_is_sure = False
        self.taken = self.everywhere(False)

    def _each(self, numbers: Iterable[int]) -> Ints:
        return np.repeat(np.array(list(numbers), np.int64)[:, None], self.throws.tries, axis=1)

    # arrays

    def constant(self, number: int) -> Ints:
        """Return the same number for every repetition."""
        return np.full(self.throws.tries, number, np.int64)

    def everywhere(self, holds: bool = True) -> Bools:
        """Return a mask that is true for every repetition, or false for every one."""
        return np.full(self.throws.tries, holds)

    def row(self, unit: Unit) -> int:
        """Return the number of a unit's row in the arrays."""
        return self._rows[unit.id]

    def rows(self, units: Sequence[Unit]) -> Ints:
        """Return the numbers of the rows of some units, as an array."""
        return np.array([self._rows[unit.id] for unit in units], np.int64)

    def remain(self, unit: Unit) -> Bools:
        """Return a mask of the repetitions in which a unit is still there."""
        found: Bools = self.fates[self.row(unit)] == PRESENT
        return found

    def any_remain(self, units: Iterable[Unit]) -> Bools:
        """Return a mask of the repetitions in which any of some units is still there."""
        found = self.everywhere(False)
        for unit in units:
            found |= self.remain(unit)
        return found

    def befalls(self, unit: Unit, fate: int, where: Bools) -> None:
        """Set the fate of a unit in the repetitions in which it is still there."""
        row = self.fates[self.row(unit)]
        row[where & (row == PRESENT)] = fate

    def elite_of(self, side: str) -> Ints:
        """Return the number of a side's elite Air Points (16.2.3)."""
        return self.elite if side == JAPAN else self.constant(0)
