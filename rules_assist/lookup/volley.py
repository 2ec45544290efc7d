"""Several lookups at one target whose hits are checked together: a round of gunfire. The forecast is exact."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from rules_assist.chance.odds import Distribution
from rules_assist.lookup.lookup_forecast import endings
from rules_assist.lookup.results_table import Table, TableLookup

UNHURT: Final = ""


class Fate(NamedTuple):
    """The fate of a target: the hits on it, and the result of the checks that counts ("": none)."""

    hits: int
    result: str


class _Struck(NamedTuple):
    """The numbers of the shots that have hit so far, one for each hit. `half`: a half hit waits for another."""

    by: tuple[int, ...] = ()
    half: bool = False


def volley(
    shots: Sequence[TableLookup], tables: Mapping[str, Table], number: str = "check", all: str = "hits"
) -> Distribution[Fate]:
    """Return the distribution of the fates of a target when these lookups are rolled at once.

    Two half hits make one hit, which counts for the shot that completed it. Each hit leads to the next table (`then`)
    with two facts: `number`, its number among the hits on the target, and `all`, the number of these hits. Of several
    results, the first one in the table's `counts` counts.
    """
    struck: Distribution[_Struck] = Distribution.sure(_Struck())
    for shot, look in enumerate(shots):
        hitting = endings(look).map(lambda ending: 2 * ending.whole + ending.half)
        struck = struck.with_(hitting, partial(_more, shot))
    known: dict[tuple[int, ...], Distribution[Fate]] = {}

    def fate(so_far: _Struck) -> Distribution[Fate]:
        if so_far.by not in known:
            known[so_far.by] = _checked(shots, so_far.by, tables, number, all)
        return known[so_far.by]

    return struck.then(fate).reduced()


def _more(shot: int, before: _Struck, halves: int) -> _Struck:
    hits, half = divmod(halves + before.half, 2)
    return _Struck(before.by + (shot,) * hits, bool(half))


def _checked(
    shots: Sequence[TableLookup], by: tuple[int, ...], tables: Mapping[str, Table], number: str, all: str
) -> Distribution[Fate]:
    found = Distribution.sure(UNHURT)
    for place, shot in enumerate(by, 1):
        look = shots[shot]
        for following in look.of_hits(1, 0).then:
            given = {**following.given, number: place, all: len(by)}
            check = endings(tables[following.table].look(look.situation, given, look.piece))
            found = found.with_(check.map(lambda ending: ending.name), partial(_counting, following.counts))
    return found.map(lambda result: Fate(len(by), result))


def _counting(first: Sequence[str], before: str, result: str) -> str:
    return next((name for name in first if name in (before, result)), result)
