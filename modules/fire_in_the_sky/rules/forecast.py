"""The forecast of a battle: who may have Sea Control, what it may cost, whether the base is taken (11.2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Final

from msgspec import Struct

from rules_assist.lookup.forecast import Likely, percent
from rules_assist.lookup.volley import volley
from rules_assist.odds import SEED, Tried
from rules_assist.queries import only_known, where_in
from rules_assist.rules import Data, Rules, Unanswerable
from rules_assist.situation import Situation
from tabletop.assisting import PieceId, Where

from .battle_odds import CHOICES, SIDES, Chances, Fight, Muster, Result, paired
from .combat import is_contested
from .facts import facts_of
from .geography import PACIFIC
from .units import Unit

RUNS: Final = 200
"""How often the battle is fought; a chance of one half is then known to 3.5 %."""

NOBODY: Final = "nobody"


class Average(Struct, frozen=True):
    """How much is lost on average, with the standard error of that."""

    mean: Fraction
    error: Fraction
    text: str


class Losses(Struct, frozen=True):
    """What a side may lose: ships sunk and damaged, other units lost."""

    sunk: Average
    damaged: Average
    other: Average


class FirstFire(Struct, frozen=True):
    """What the first round of surface combat may do to a ship, exactly."""

    ship: PieceId
    sunk: Likely
    damaged: Likely


class BattleForecast(Struct, frozen=True):
    """How a battle may end. `choices` are those by which both sides play; all but `first_round` was tried `runs` times.

    `sea_control` is by water (the hex, or the halves of Malaya) and side; `nobody` may have it. `taken`: the phasing
    side is alone ashore at a base that is not its own.
    """

    at: Where
    sea_control: Mapping[str, Mapping[str, Likely]]
    taken: Likely
    losses: Mapping[str, Losses]
    first_round: tuple[FirstFire, ...]
    runs: int
    choices: tuple[str, ...]


class ForecastQuery:
    """`{at: Wake}`: how the battle in a hex may end, with the units that are there and committed there now."""

    id = "forecast"
    title = "How may the battle end"
    rule = "11.2"

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> BattleForecast:
        """The chances."""
        only_known(given, ("at",))
        facts = facts_of(situation)
        place = where_in(situation, given.get("at"), PACIFIC).place
        if not facts.geography.is_hex(place) or not is_contested(facts, place):
            raise Unanswerable(f"There is no battle to be fought at {facts.title(place)}.")
        muster, chances, random = Muster(facts, place), Chances(facts), Random(SEED)
        results = [Fight(muster, chances, random).fought() for _ in range(RUNS)]
        return BattleForecast(
            at=facts.at(place),
            sea_control={facts.title(water): _control(results, water) for water in muster.waters},
            taken=_likely("yes" if result.is_taken else "no" for result in results)["yes"],
            losses={side: _losses(facts.units, results, side) for side in SIDES},
            first_round=tuple(_first_round(muster, chances)),
            runs=RUNS,
            choices=CHOICES,
        )


def _control(results: Iterable[Result], water: str) -> Mapping[str, Likely]:
    found = _likely(result.control.get(water, NOBODY) for result in results)
    return {holder: found[holder] for holder in (*SIDES, NOBODY)}


class _Likely(dict[str, Likely]):
    """Chances by word; what never came has one too."""

    def __init__(self, tried: Tried[str]) -> None:
        super().__init__()
        self._tried = tried

    def __missing__(self, name: str) -> Likely:
        chance = self._tried.chance(name)
        return Likely(chance, percent(chance), _rounded(self._tried.error(name)))


def _likely(words: Iterable[str]) -> _Likely:
    counts = Counter(words)
    return _Likely(Tried(counts, counts.total()))


def _losses(units: Mapping[int, Unit], results: Iterable[Result], side: str) -> Losses:
    sunk, damaged, other = (
        _average(
            sum(fate == word and units[piece].side == side for piece, fate in result.lost.items()) for result in results
        )
        for word in ("sunk", "damaged", "lost")
    )
    return Losses(sunk, damaged, other)


def _average(numbers: Iterable[int]) -> Average:
    counts = Counter(numbers)
    mean, error = Tried(counts, counts.total()).mean(float)
    return Average(_rounded(mean), _rounded(error), f"{mean:.1f}")


def _rounded(number: float) -> Fraction:
    return Fraction(round(number * 1000), 1000)


def _first_round(muster: Muster, chances: Chances) -> Iterable[FirstFire]:
    """The first round where nothing happens before it, each ship at the one that it is paired with."""
    tables = muster.facts.situation.book.tables
    for water in muster.waters:
        lines = {side: muster.fighting(side, water) for side in SIDES}
        for side, enemy in (SIDES, SIDES[::-1]):
            shots = paired(lines[enemy], lines[side])
            for target in lines[side]:
                looks = [chances.gunfire(ship, target, 1) for ship, at in shots if at is target]
                if looks:
                    fates = volley(looks, tables)
                    sunk = fates.chance_that(lambda fate: fate.result == "sunk")
                    damaged = fates.chance_that(lambda fate: fate.result == "damaged")
                    yield FirstFire(target.id, Likely(sunk, percent(sunk)), Likely(damaged, percent(damaged)))


RULES = Rules(queries=(ForecastQuery(),))
