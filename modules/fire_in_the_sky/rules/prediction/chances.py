"""The chances of single dice, of whole throws and of damage checks. Each is looked up once in the results tables."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from rules_assist.chance.many_throws import Floats
from rules_assist.chance.odds import Distribution
from rules_assist.lookup.lookup_forecast import endings
from rules_assist.lookup.results_table import TableLookup, tables_in
from tabletop.game.state.values import Value

from ..battle.combat import has_divine_wind
from ..position.facts import Facts
from ..position.geography import JAPAN
from ..position.units import Unit

LANCERS: Final = ("CA", "DD")
LANCE: Final = 2
"""The classes of Japanese ships with the Long Lance, and their Firepower in the first round (16.2.1)."""


class Gunnery(Struct, frozen=True, eq=False):
    """The gunnery of some ships in a round.

    It has the chance that each ship (first axis) hits each target (second axis), or half hits it, and the chance that
    the check of that hit sinks the target. The chance of a check depends on the number of checks before it on the
    target, or on the number of all checks (`by_all`), as G-28 decides. The first axis of `sinks` is the number of
    checks before, or with `by_all` the number of all checks minus one; higher numbers use the last entry.
    """

    hit: Floats
    half: Floats
    sinks: Floats
    by_all: bool


class Chances:
    """The chances of the dice in a position, by its results tables. Each is worked out only once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._dice: dict[tuple[object, ...], float] = {}
        self._throws: dict[tuple[object, ...], Distribution[int]] = {}
        self._shots: dict[tuple[object, ...], tuple[float, float]] = {}
        self._gunnery: dict[tuple[object, ...], Gunnery] = {}
        self._has_lances = facts.uses("16.2.1")
        self._later_checks_alike = facts.rules("G-28", "each-after-first")
        self.has_wind = has_divine_wind(facts)

    def look(self, table: str, piece: int = 0, **given: Value) -> TableLookup:
        """Return a lookup in a table."""
        return tables_in(self._facts.situation)[table].look(self._facts.situation, given, piece)

    def throw(self, table: str, **given: Value) -> Distribution[int]:
        """Return the chance of each number of hits of a whole throw."""
        key = (table, *given.values())
        if key not in self._throws:
            self._throws[key] = endings(self.look(table, 0, **given)).map(lambda ending: ending.whole)
        return self._throws[key]

    def die(self, table: str, piece: int = 0, **given: Value) -> float:
        """Return the chance that one die hits. `given` are the facts of a lookup with one die."""
        sort = self._facts.units[piece].sort if piece else None
        key = (table, *given.values(), *((sort.nation, sort.type) if sort else ()))
        if key not in self._dice:
            found = endings(self.look(table, piece, **given))
            self._dice[key] = float(found.chance_that(lambda ending: ending.whole > 0))
        return self._dice[key]

    # ships

    def gunfire(self, ship: Unit, target: Unit, round: int) -> TableLookup:
        """Return a lookup for the fire of a ship at another."""
        return self.look("surface-combat", ship.id, defence=target.sort.defence, round=round)

    def gunnery(self, ships: Sequence[Unit], targets: Sequence[Unit], round: int) -> Gunnery:
        """Return the gunnery of some ships against others in a round.

        All rounds after the first have the same chances.
        """
        key = (*(ship.id for ship in ships), 0, *(ship.id for ship in targets), min(round, 2))
        if key not in self._gunnery:
            self._gunnery[key] = self._guns(ships, targets, round)
        return self._gunnery[key]

    def _guns(self, ships: Sequence[Unit], targets: Sequence[Unit], round: int) -> Gunnery:
        most = 2 if self._later_checks_alike else len(ships)
        hit, half = np.zeros((len(ships), len(targets))), np.zeros((len(ships), len(targets)))
        sinks = np.zeros((most, len(ships), len(targets)))
        for i, ship in enumerate(ships):
            firepower = self._firepower(ship, round)
            for j, target in enumerate(targets):
                hit[i, j], half[i, j] = self.shot(ship, target, round)
                for number in range(most):
                    sinks[number, i, j] = self._sinks(target, "surface", firepower, number + 1)
        return Gunnery(hit, half, sinks, by_all=not self._later_checks_alike)

    def shot(self, ship: Unit, target: Unit, round: int) -> tuple[float, float]:
        """Return the chance that a ship hits another, and the chance that it half hits it."""
        round = min(round, 2) if self._has_lances else 2
        key = (ship.side, ship.sort.type in LANCERS, ship.sort.firepower, target.sort.defence, round)
        if key not in self._shots:
            found = endings(self.gunfire(ship, target, round))
            hit = found.chance_that(lambda ending: ending.whole > 0)
            half = found.chance_that(lambda ending: ending.half > 0)
            self._shots[key] = float(hit), float(half)
        return self._shots[key]

    def _firepower(self, ship: Unit, round: int) -> int:
        """Return the Firepower that counts in a damage check: 2 for the Long Lance in the first round (16.2.1)."""
        is_lance = self._has_lances and round == 1 and ship.side == JAPAN and ship.sort.type in LANCERS
        return LANCE if is_lance else ship.sort.firepower

    def sinking_by_hits(self, ship: Unit, most: int) -> Floats:
        """Return the chances that hits from the air sink a ship, for each number of hits from 0 to `most` (11.3.1,
        G-40).
        """
        one_by_one = self._facts.rules("G-40", "checked-one-by-one")
        afloat = np.ones(most + 1)
        for hits in range(1, most + 1):
            for check in range(1, hits + 1):
                number = 1 if one_by_one else min(check, 2) if self._later_checks_alike else hits
                afloat[hits] *= 1 - self._sinks(ship, "air-strike", 0, number)
        return 1 - afloat

    def _sinks(self, ship: Unit, cause: str, firepower: int, number: int) -> float:
        """Return the chance that a damage check sinks a ship.

        `number` is the place of the check among the checks of the ship, or the number of all its checks, as G-28
        decides.
        """
        key = (ship.side, ship.sort.defence, cause, firepower, number)
        if key not in self._dice:
            given: Mapping[str, Value] = {"cause": cause, "firepower": firepower, "check": number, "hits": number}
            found = endings(self.look("naval-damage", ship.id, **given))
            self._dice[key] = float(found.chance_that(lambda ending: ending.result == "sunk"))
        return self._dice[key]
