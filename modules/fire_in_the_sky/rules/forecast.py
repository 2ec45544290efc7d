"""The forecast of a battle: who may have Sea Control, what it may cost, whether the base is taken (11.2)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar, Final

from msgspec import Struct

from rules_assist.advice.accounts import title_of
from rules_assist.advice.outlooks import EXACT, share_of
from rules_assist.lookup.forecast import Likely, likely_by_trying, surely
from rules_assist.lookup.volley import volley
from rules_assist.odds import SEED, Tried
from rules_assist.queries import where_in
from rules_assist.rules import Data, Rules, Unanswerable
from rules_assist.situation import Situation
from tabletop.assisting import Odds, Outlook, PieceId, Where

from .battle_odds import SIDES, Chances, Fight, Muster, Result, Since, battles_under_way, choices_of, paired, since_of
from .combat import battle_hexes, is_contested
from .facts import Facts, facts_of
from .geography import PACIFIC
from .units import Unit

RUNS: Final = 200
"""How often the battle is fought for an answer; a chance of one half is then known to 3.5 %."""

BATCH: Final = 50
MOST_RUNS: Final = 2_500
"""How often at a time in the window, and at most; a chance of one half is then known to 1 %."""

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
    takes: ClassVar = {"at": "the hex, or base"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> BattleForecast:
        """The chances."""
        facts = facts_of(situation)
        place = where_in(situation, given.get("at"), PACIFIC).place
        if not facts.geography.is_hex(place) or not is_contested(facts, place):
            raise Unanswerable(f"There is no battle to be fought at {facts.title(place)}.")
        muster, chances = Muster(facts, place), Chances(facts)
        results = next(_fought(muster, chances, since_of(situation, place), RUNS))
        return BattleForecast(
            at=facts.at(place),
            sea_control={facts.title(water): _control(results, water) for water in muster.waters},
            taken=_likely("yes" if result.is_taken else "no" for result in results)["yes"],
            losses={side: _losses(facts.units, results, side) for side in SIDES},
            first_round=tuple(_first_round(muster, chances)),
            runs=RUNS,
            choices=choices_of(facts),
        )


def _fought(muster: Muster, chances: Chances, since: Since, runs: int) -> Iterator[Sequence[Result]]:
    """How the battle ended each time, so many times more with each answer; the same dice whenever it is asked."""
    random = Random(SEED)
    results: list[Result] = []
    while True:
        results += [Fight(muster, chances, random, since).fought() for _ in range(runs)]
        yield results


class BattlesForetold:
    """The same for the window: the first answer is rough, each further one surer."""

    id = "battle"
    title = "The battle"
    rule = "11.2"

    def places(self, situation: Situation) -> Iterable[Where]:
        """The hexes in which battles are under way or still to be fought."""
        facts = facts_of(situation)
        under_way = [place for place in battles_under_way(situation) if is_contested(facts, place)]
        return [facts.at(place) for place in dict.fromkeys((*under_way, *battle_hexes(facts)))]

    def pieces(self, situation: Situation, where: Where) -> Iterable[int]:
        """The units there."""
        return [unit.id for unit in facts_of(situation).units_at(where.place) if unit.group != "replacements"]

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        """Who may have Sea Control, whether the base is taken, the losses; the first round at sea exactly."""
        facts = facts_of(situation)
        if not is_contested(facts, where.place):
            raise Unanswerable(f"There is no battle to be fought at {facts.title(where.place)}.")
        muster, chances = Muster(facts, where.place), Chances(facts)
        since = since_of(situation, where.place)
        first = () if since.strikes_are_over and since.battle.round > 1 else tuple(_ships(muster, chances))
        for results in _fought(muster, chances, since, BATCH):
            yield _outlook(muster, results, first)
            if len(results) >= MOST_RUNS:
                return


def _outlook(muster: Muster, results: Sequence[Result], first: Sequence[Odds]) -> Outlook:
    facts, situation = muster.facts, muster.facts.situation
    names = {side: title_of(situation, side) for side in SIDES}
    odds = [
        Odds(
            f"Sea Control{_in(facts, muster, water)}",
            tuple(share_of(names.get(holder, holder), each) for holder, each in _control(results, water).items()),
        )
        for water in muster.waters
    ]
    if facts.is_enemy_base(muster.place, facts.moment.phasing):
        taken = _likely("yes" if result.is_taken else "no" for result in results)
        odds.append(
            Odds(f"{facts.title(muster.place)} is taken", tuple(share_of(each, taken[each]) for each in ("yes", "no")))
        )
    losses = {side: _losses(facts.units, results, side) for side in SIDES}
    figures = [
        (f"{names[side]}: {title}", _average_said(average))
        for side, lost in losses.items()
        for title, average in (
            ("ships sunk", lost.sunk),
            ("ships damaged", lost.damaged),
            ("other units lost", lost.other),
        )
    ]
    how = f"Fought {len(results)} times in thought; the first round at sea is exact."
    return Outlook(
        f"The battle at {facts.title(muster.place)}", "11.2", how, (*odds, *first), tuple(figures), choices_of(facts)
    )


def _in(facts: Facts, muster: Muster, water: str) -> str:
    return f" in {facts.title(water)}" if len(muster.waters) > 1 else ""


def _ships(muster: Muster, chances: Chances) -> Iterator[Odds]:
    """What the first round of fire may do to each ship, exactly."""
    for fate in _first_round(muster, chances):
        unit = muster.facts.units[fate.ship]
        unhurt = 1 - fate.sunk.chance - fate.damaged.chance
        chances_of = {"sunk": fate.sunk.chance, "damaged": fate.damaged.chance, "unhurt": unhurt}
        shares = tuple(share_of(word, surely(chance)) for word, chance in chances_of.items())
        yield Odds(unit.name, shares, side=unit.side, how=EXACT)


def _control(results: Iterable[Result], water: str) -> Mapping[str, Likely]:
    found = _likely(result.control.get(water, NOBODY) for result in results)
    return {holder: found[holder] for holder in (*SIDES, NOBODY)}


class _Likely(dict[str, Likely]):
    """Chances by word; what never came has one too."""

    def __init__(self, tried: Tried[str]) -> None:
        super().__init__()
        self._tried = tried

    def __missing__(self, name: str) -> Likely:
        return likely_by_trying(self._tried, name)


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


def _average_said(average: Average) -> str:
    """An average with its error; one that every battle came to has none."""
    if not average.error:
        return f"{float(average.mean):g} each time"
    return f"{float(average.mean):.2f} ± {max(float(average.error), 0.01):.2f}"


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
                    yield FirstFire(target.id, surely(sunk), surely(damaged))


RULES = Rules(queries=(ForecastQuery(),), forecasts=(BattlesForetold(),))
