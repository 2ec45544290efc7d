"""The chance of each result of a lookup, with everything to which it leads.

It is exact if possible, otherwise simulated.
"""

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from rules_assist.chance.odds import RUNS, SEED, Distribution, TooMany, TrialCounts, Tries, tried
from rules_assist.lookup.lookup import NextTable
from rules_assist.lookup.results_table import RollEnding, Table, TableLookup, hits_text
from rules_assist.lookup.table_dice import PoolDice, SumDice
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.texts import text

DEEPEST: Final = 20
"""The most tables in a chain."""
_TEN_THOUSANDTH: Final = 10_000
_HALF: Final = Fraction(1, 2)

T = TypeVar("T", bound=Hashable)

Results: TypeAlias = tuple[str, ...]
"""The end of a chain of tables: its results in alphabetical order."""


class Likely(Struct, frozen=True):
    """The chance of a result.

    `percent` is the chance as a text. `error` is the standard error, if the chance was simulated. If a result came
    nearly always or hardly ever in a simulation, `percent` is a limit: at least 99.8%, fewer than 1 in 650.
    """

    chance: Fraction
    percent: str
    error: Fraction | None = None


class Forecast(Struct, frozen=True):
    """The results of a lookup before it is rolled.

    `outcomes` are those of the table itself. `ends` are those at the end of the tables to which it leads, if any.
    `exact` is true if nothing was simulated. `mean` is then the average value of the results, if all are numbers.
    `compared` are forecasts with other facts, by their titles.
    """

    table: str
    title: str
    exact: bool
    outcomes: dict[str, Likely]
    mean: Fraction | None
    ends: dict[str, Likely] = {}
    compared: dict[str, "Forecast"] = {}


def endings(look: TableLookup) -> Distribution[RollEnding]:
    """Return the chance of each ending of a lookup. Raises TooMany if there is no exact answer."""
    dice = look.table.dice
    if isinstance(dice, SumDice):
        return dice.distribution(look.facts, look.judged.total).map(look.of_total)
    if isinstance(dice, PoolDice):
        hitting = dice.distribution(look.with_cell, look.judged)
        return hitting.map(look.counted).map(lambda counted: look.of_hits(*counted))
    return Distribution.sure(look.ending({}))


def forecast(look: TableLookup, tables: Mapping[str, Table]) -> Forecast:
    """Return the forecast of a lookup.

    Raises Unanswerable for a result that the tables lack, and for more than `DEEPEST` tables in a row (a circle).
    """
    try:
        found = endings(look)
        ends = found.then(lambda ending: _ends(look, ending, tables, 0))
    except TooMany:
        return _by_trying(look, tables)
    outcomes = found.map(lambda ending: ending.name)
    return Forecast(
        table=look.table.id,
        title=look.table.title,
        exact=True,
        outcomes=_likely(outcomes, _in_order(found)),
        mean=_mean(found),
        ends=_likely(ends.map(_said), None) if _leads_on(found.weights) else {},
    )


def _ends(look: TableLookup, ending: RollEnding, tables: Mapping[str, Table], depth: int) -> Distribution[Results]:
    """Return the distribution of the final results of an ending, after everything to which it leads has been rolled."""
    if not ending.then:
        return Distribution.sure((ending.name,))
    found: Distribution[Results] = Distribution.sure(())
    for following in ending.then:
        after = _followed(look, following, tables, depth)
        found = found.with_(after, partial(_together, following.counts))
    return found


def _together(counts: Results, before: Results, more: Results) -> Results:
    """Return several results together: the one that counts, or all in alphabetical order."""
    results = before + more
    first = next((name for name in counts if name in results), None)
    return tuple(sorted(results)) if first is None else (first,)


def _followed(
    look: TableLookup, following: NextTable, tables: Mapping[str, Table], depth: int
) -> Distribution[Results]:
    if depth >= DEEPEST:
        raise Unanswerable(text("too-many-tables-in-a-row", table=look.table.title, most=DEEPEST))
    after = tables[following.table].look(look.situation, following.given, look.piece)
    return endings(after).then(lambda ending: _ends(after, ending, tables, depth + 1)).reduced()


def _by_trying(look: TableLookup, tables: Mapping[str, Table]) -> Forecast:
    """Return the forecast from many simulated rolls."""

    def once(chance: Tries) -> tuple[str, Results]:
        rolled = look.roll(chance)
        name = hits_text(rolled.hits, rolled.half_hits) if rolled.hits is not None else str(rolled.result)
        return name, _rolled_on(look, name, rolled.then, chance, tables, 0)

    found = tried(once, RUNS, SEED)
    names: dict[str, int] = {}
    ends: dict[str, int] = {}
    for (name, results), count in found.counts.items():
        names[name] = names.get(name, 0) + count
        ends[_said(results)] = ends.get(_said(results), 0) + count
    return Forecast(
        table=look.table.id,
        title=look.table.title,
        exact=False,
        outcomes=_tried(names),
        mean=None,
        ends=_tried(ends) if ends != names else {},
    )


def _rolled_on(
    look: TableLookup, name: str, then: Iterable[NextTable], chance: Tries, tables: Mapping[str, Table], depth: int
) -> Results:
    if depth >= DEEPEST:
        raise Unanswerable(text("too-many-tables-in-a-row", table=look.table.title, most=DEEPEST))
    found: Results = ()
    for following in then:
        after = tables[following.table].look(look.situation, following.given, look.piece)
        rolled = after.roll(chance)
        more = _rolled_on(after, str(rolled.result), rolled.then, chance, tables, depth + 1)
        found = _together(following.counts, found, more)
    return found or (name,)


def _tried(counts: Mapping[str, int]) -> dict[str, Likely]:
    found = TrialCounts(counts, sum(counts.values()))
    return {name: likely_by_trying(found, name) for name in sorted(counts, key=lambda name: -counts[name])}


def _likely(found: Distribution[str], order: Mapping[str, int] | None) -> dict[str, Likely]:
    names = sorted(found.weights, key=lambda name: (order[name] if order else -found.weights[name], name))
    return {name: surely(found.chance(name)) for name in names}


def surely(chance: Fraction) -> Likely:
    """Return a chance that is known exactly."""
    return Likely(chance, percent(chance))


def likely_by_trying(found: TrialCounts[T], name: T) -> Likely:
    """Return the chance of a result by its share of the trials.

    No chance counts as certain only because it has not failed so far.
    """
    chance, error = found.chance(name), found.error(name)
    low, high = found.bounds(name)
    if chance not in (0, 1) and round(error * 1000):
        says = percent(chance)
    elif chance < _HALF:
        says = text("chance-fewer-than", many=_two_digits(1 / high))
    else:
        says = text("chance-at-least", percent=f"{int(low * 1000) / 10:.1f}")
    return Likely(chance, says, _rounded(Fraction(error)))


def _two_digits(number: float) -> int:
    """Return a large number, rounded down to its first two digits."""
    digits = str(int(number))
    return int(digits[:2].ljust(len(digits), "0"))


def _in_order(found: Distribution[RollEnding]) -> dict[str, int] | None:
    """Return the number of each result, by its name; None if some results are not numbers."""
    numbers = {ending.name: ending.value for ending in found.weights}
    return {n: v for n, v in numbers.items() if isinstance(v, int)} if _are_numbers(numbers.values()) else None


def _are_numbers(values: Iterable[object]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def _mean(found: Distribution[RollEnding]) -> Fraction | None:
    if not _are_numbers(ending.value for ending in found.weights):
        return None
    return found.mean(lambda ending: ending.value if isinstance(ending.value, int) else 0)


def _leads_on(found: Iterable[RollEnding]) -> bool:
    return any(ending.then for ending in found)


def _said(results: Results) -> str:
    """Return several results in a few words: damaged, 2 × sunk."""
    counts = {result: results.count(result) for result in results}
    return ", ".join(result if count == 1 else f"{count} × {result}" for result, count in counts.items())


def percent(chance: Fraction) -> str:
    """Return a chance as players read it: 34.7%.

    A possible result never has 0%, and an uncertain one never has 100%.
    """
    tenths = round(chance * 1000)
    if chance and not tenths:
        return text("chance-under", percent="0.1")
    if chance != 1 and tenths == 1000:
        return text("chance-over", percent="99.9")
    return f"{tenths // 10}.{tenths % 10}%" if tenths % 10 else f"{tenths // 10}%"


def _rounded(number: Fraction) -> Fraction:
    return Fraction(round(number * _TEN_THOUSANDTH), _TEN_THOUSANDTH)
