"""The ends of a simulated battle, counted. Every repetition makes the chances more certain."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from msgspec import Struct

from rules_assist.chance.many_throws import Throws
from rules_assist.chance.odds import SEED, TrialCounts

from ..procedures.battle.board import SIDES
from .air_forecast import fight_in_the_air, fly, settle_hits_aboard
from .chances import Chances
from .fight import FATES, Fight
from .land_forecast import Ashore
from .muster import Muster
from .sea_forecast import fight_at_sea

NOBODY: Final = "nobody"


class Ends(Struct, frozen=True):
    """The counted ends of a battle.

    They have the side with Sea Control, by water, the captures of the base by the phasing side, and the units of each
    side that are `sunk`, `damaged` or `lost`. `control_is_sure` and `taken_is_sure`: no die could have brought another
    end.
    """

    control: Mapping[str, TrialCounts[str]]
    taken: TrialCounts[bool]
    losses: Mapping[tuple[str, str], TrialCounts[int]]
    control_is_sure: bool
    taken_is_sure: bool

    @property
    def times(self) -> int:
        """The number of repetitions."""
        return self.taken.runs

    def __add__(self, other: "Ends") -> "Ends":
        """Return the ends of both groups of battles together."""
        return Ends(
            {water: each + other.control[water] for water, each in self.control.items()},
            self.taken + other.taken,
            {key: each + other.losses[key] for key, each in self.losses.items()},
            self.control_is_sure,
            self.taken_is_sure,
        )


def surer(muster: Muster, chances: Chances, batch: int, times: int) -> Iterator[Ends]:
    """Yield the ends of the battle, each time of `batch` more repetitions than before, up to `times` in all.

    Every call yields the same answers, because the dice have a fixed seed.
    """
    found = fought(muster, chances, batch)
    yield found
    for number in range(1, times // batch):
        found += fought(muster, chances, batch, SEED + number)
        yield found


def fought(muster: Muster, chances: Chances, times: int, seed: int = SEED) -> Ends:
    """Return the ends of this many fights from the present stage."""
    fight = Fight(muster, chances, Throws(times, seed))
    fight_to_the_end(fight)
    return Ends(
        {water: _holders(fight, water) for water in muster.waters},
        TrialCounts({True: int(fight.taken.sum()), False: int((~fight.taken).sum())}, times),
        {(side, word): _lost(fight, side, fate) for side in SIDES for word, fate in FATES.items()},
        fight.control_is_sure,
        fight.throws.are_sure,
    )


def fight_to_the_end(fight: Fight) -> None:
    """Fight the battle, step by step."""
    fight_in_the_air(fight)
    fly(fight)
    settle_hits_aboard(fight)
    fight_at_sea(fight)
    fight.control_is_sure = fight.throws.are_sure
    fight.taken = Ashore(fight).fight()


def _holders(fight: Fight, water: str) -> TrialCounts[str]:
    times = fight.throws.tries
    held = {side: int(where.sum()) for side, where in fight.control[water].items()}
    return TrialCounts({**held, NOBODY: times - sum(held.values())}, times)


def _lost(fight: Fight, side: str, fate: int) -> TrialCounts[int]:
    """Return, for each number of units of a side that can have this fate, the number of repetitions in which so
    many have it.
    """
    rows = fight.rows([unit for unit in fight.units if unit.side == side])
    counts = np.bincount((fight.fates[rows] == fate).sum(axis=0))
    return TrialCounts({number: int(count) for number, count in enumerate(counts) if count}, fight.throws.tries)
