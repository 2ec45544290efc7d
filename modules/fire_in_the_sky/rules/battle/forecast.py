"""The forecast of a battle: Sea Control, the losses, the capture of the base (11.2)."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import ClassVar, Final, TypeVar

from msgspec import Struct

from rules_assist.advice.number_accounts import title_of
from rules_assist.advice.outlooks import share_of
from rules_assist.chance.odds import TrialCounts
from rules_assist.lookup.lookup_forecast import Likely, likely_by_trying, surely
from rules_assist.lookup.results_table import Table, tables_in
from rules_assist.lookup.volley import Fate, volley
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Data, Rules, Unanswerable
from rules_assist.rulebook.place_queries import where_in
from tabletop.assistance import Odds, Outlook, PieceId, Share, Where
from tabletop.module.module_words import says
from tabletop.texts import text

from ..position.facts import Facts, facts_of
from ..position.geography import JAPAN, PACIFIC
from ..position.units import Unit
from ..prediction.chances import Chances
from ..prediction.ends import NOBODY, Ends, fought, surer
from ..prediction.muster import Muster, battles_under_way, choices_of, since_of
from ..procedures.battle.board import SIDES
from .combat import battle_hexes, is_contested

T = TypeVar("T", bound=Hashable)

TIMES: Final = 10_000
"""The number of simulated battles for an answer. With it, the error of a chance of one half is 0.5%."""

BATCH: Final = 2_500
"""The number of simulated battles in each step of the window's forecast."""


class Average(Struct, frozen=True):
    """An average loss, with its standard error. `text` is the average as players read it."""

    mean: Fraction
    error: Fraction
    text: str


class Losses(Struct, frozen=True):
    """The possible losses of a side: ships sunk and damaged, other units lost."""

    sunk: Average
    damaged: Average
    other: Average


class FirstFire(Struct, frozen=True):
    """The exact chances that a ship is sunk, or is damaged, in the first round of surface combat."""

    ship: PieceId
    sunk: Likely
    damaged: Likely


class BattleForecast(Struct, frozen=True):
    """The possible ends of a battle.

    `choices` are the choices of both sides. Everything except `first_round` was simulated `runs` times. `sea_control`
    is given by water (the hex, or the halves of Malaya) and side; it can belong to `nobody`. `taken`: the phasing side
    is alone ashore at a base that is not its own.
    """

    at: Where
    sea_control: Mapping[str, Mapping[str, Likely]]
    taken: Likely
    losses: Mapping[str, Losses]
    first_round: tuple[FirstFire, ...]
    runs: int
    choices: tuple[str, ...]


class ForecastQuery:
    """`{at: Wake}`: the possible ends of the battle in a hex, with the units that are there and committed there now."""

    id = "forecast"
    title = "Forecast of a battle"
    rule = "11.2"
    takes: ClassVar = {"at": "the hex, or base"}

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> BattleForecast:
        """Return the forecast of the battle. Raises `Unanswerable` if there is no battle to be fought."""
        facts = facts_of(situation)
        place = where_in(situation, given.get("at"), PACIFIC).place
        if not facts.geography.is_hex(place) or not is_contested(facts, place):
            raise Unanswerable(says("There is no battle to be fought at {place}.", place=facts.title(place)))
        muster, chances = Muster(facts, place, since_of(situation, place)), Chances(facts)
        ends = fought(muster, chances, TIMES)
        return BattleForecast(
            at=facts.at(place),
            sea_control={facts.title(water): _control(ends, water) for water in muster.waters},
            taken=_taken(ends)["yes"],
            losses={side: _losses(ends, side) for side in SIDES},
            first_round=tuple(_first_round(muster, chances)),
            runs=ends.times,
            choices=choices_of(facts, muster),
        )


class BattleForecasts:
    """The forecast of battles for the window: a rough first answer, then better ones."""

    id = "battle"
    title = "The battle"
    rule = "11.2"

    def places(self, situation: Situation) -> Iterable[Where]:
        """Return the hexes in which battles are under way or still to be fought."""
        facts = facts_of(situation)
        under_way = [place for place in battles_under_way(situation) if is_contested(facts, place)]
        return [facts.at(place) for place in dict.fromkeys((*under_way, *battle_hexes(facts)))]

    def pieces(self, situation: Situation, where: Where) -> Iterable[int]:
        """Return the units in a hex, without Replacements."""
        return [unit.id for unit in facts_of(situation).units_at(where.place) if unit.group != "replacements"]

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        """Yield outlooks of the battle, each with more simulated battles. Raises `Unanswerable` if there is no battle.

        Each gives the chances of Sea Control and of the base's capture, the losses, and the exact chances of the first
        round at sea.
        """
        facts = facts_of(situation)
        if not is_contested(facts, where.place):
            raise Unanswerable(says("There is no battle to be fought at {place}.", place=facts.title(where.place)))
        muster, chances = Muster(facts, where.place, since_of(situation, where.place)), Chances(facts)
        first = tuple(_ships(muster, chances))
        for ends in surer(muster, chances, BATCH, TIMES):
            yield _outlook(muster, ends, first)


def _outlook(muster: Muster, ends: Ends, first: Sequence[Odds]) -> Outlook:
    facts, situation = muster.facts, muster.facts.situation
    names = {**_ends(), **{side: title_of(situation, side) for side in SIDES}}
    odds = [Odds(_sea_control(facts, muster, water), _shares(_control(ends, water), names)) for water in muster.waters]
    if facts.is_enemy_base(muster.place, facts.moment.phasing):
        odds.append(Odds(says("{place} is taken", place=facts.title(muster.place)), _shares(_taken(ends), names)))
    figures = [
        (f"{names[side]}: {title}", _average_said(average))
        for side in SIDES
        for title, average in _titled(_losses(ends, side))
    ]
    how = (
        says("Simulated {times:,} {times:time|times}; the first round at sea is exact.", times=ends.times)
        if first
        else says("Simulated {times:,} {times:time|times}.", times=ends.times)
    )
    return Outlook(
        says("The battle at {place}", place=facts.title(muster.place)),
        "11.2",
        how,
        (*odds, *first),
        tuple(figures),
        choices_of(facts, muster),
    )


def _shares(chances: Mapping[str, Likely], names: Mapping[str, str]) -> tuple[Share, ...]:
    return tuple(share_of(names.get(word, word), likely) for word, likely in chances.items())


def _titled(losses: Losses) -> Iterable[tuple[str, Average]]:
    return (
        (says("ships sunk"), losses.sunk),
        (says("ships damaged"), losses.damaged),
        (says("other units lost"), losses.other),
    )


def _sea_control(facts: Facts, muster: Muster, water: str) -> str:
    if len(muster.waters) > 1:
        return says("Sea Control in {place}", place=facts.title(water))
    return says("Sea Control")


def _ends() -> Mapping[str, str]:
    """Return the titles of all results in a forecast except the two sides, by the words for the results."""
    return {
        NOBODY: says("nobody"),
        "yes": says("yes"),
        "no": says("no"),
        "sunk": says("sunk"),
        "damaged": says("damaged"),
        "unhurt": says("unhurt"),
    }


def _ships(muster: Muster, chances: Chances) -> Iterator[Odds]:
    """Yield the exact chances of the first round of fire for each ship."""
    for fate in _first_round(muster, chances):
        unit = muster.facts.units[fate.ship]
        unhurt = 1 - fate.sunk.chance - fate.damaged.chance
        chances_of = {"sunk": fate.sunk.chance, "damaged": fate.damaged.chance, "unhurt": unhurt}
        shares = _shares({word: surely(chance) for word, chance in chances_of.items()}, _ends())
        yield Odds(unit.name, shares, side=unit.side, how=text("odds-exact"))


def _control(ends: Ends, water: str) -> Mapping[str, Likely]:
    tried = ends.control[water]
    return {holder: _likely(tried, holder, is_sure=ends.control_is_sure) for holder in (*SIDES, NOBODY)}


def _taken(ends: Ends) -> Mapping[str, Likely]:
    words = {"yes": True, "no": False}
    return {word: _likely(ends.taken, is_so, is_sure=ends.taken_is_sure) for word, is_so in words.items()}


def _likely(tried: TrialCounts[T], result: T, *, is_sure: bool) -> Likely:
    """Return the chance of an end. It is certain if no die decides it."""
    return surely(tried.chance(result)) if is_sure else likely_by_trying(tried, result)


def _losses(ends: Ends, side: str) -> Losses:
    return Losses(*(_average(ends.losses[side, word]) for word in ("sunk", "damaged", "lost")))


def _average(tried: TrialCounts[int]) -> Average:
    mean, error = tried.mean(float)
    return Average(_rounded(mean), _rounded(error), f"{mean:.1f}")


def _average_said(average: Average) -> str:
    """Return an average with its error. An average that is the same in every battle has no error."""
    if not average.error:
        return says("{number:g} each time", number=float(average.mean))
    return f"{float(average.mean):.2f} ± {max(float(average.error), 0.01):.2f}"


def _rounded(number: float) -> Fraction:
    return Fraction(round(number * 1000), 1000)


def _first_round(muster: Muster, chances: Chances) -> Iterable[FirstFire]:
    """Yield the chances of the first round, if nothing happens before it and each ship fires at its paired target.

    There are none after ships have been lined up, and none for a water with the Tokyo Express, which fires first.
    """
    if not muster.since.awaits("join") or muster.battle.round > 1:
        return
    for water in muster.waters:
        lines = {side: muster.line(side, water) for side in SIDES}
        if not all(lines.values()) or any(muster.is_express(ship) for ship in lines[JAPAN]):
            continue
        for side, enemy in (SIDES, SIDES[::-1]):
            shooters: dict[int, list[Unit]] = {}
            for number, ship in enumerate(lines[enemy]):
                shooters.setdefault(number % len(lines[side]), []).append(ship)
            for number, ships in shooters.items():
                yield _fate(chances, ships, lines[side][number], tables_in(muster.facts.situation))


def _fate(chances: Chances, ships: Sequence[Unit], target: Unit, tables: Mapping[str, Table]) -> FirstFire:
    fates = volley([chances.gunfire(ship, target, 1) for ship in ships], tables)
    sunk, damaged = (fates.chance_that(partial(_is, word)) for word in ("sunk", "damaged"))
    return FirstFire(target.id, surely(sunk), surely(damaged))


def _is(word: str, fate: Fate) -> bool:
    return fate.result == word


RULES = Rules(queries=(ForecastQuery(),), forecasts=(BattleForecasts(),))
