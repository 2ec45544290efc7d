"""The speed of the Tactical Battle Board: `PACES`, which `wartable bench` times on flights all over the board."""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from typing import Any, Final

from tabletop.module import shipped
from tabletop.module.source import FolderSource
from tabletop.module.trust import RuleSources, TrustedCode, load_rules, origin_of
from tabletop.workshop.bench.assistant_rows import Pace

TABLES: Final = 10
FLIGHTS: Final = 24
_GAME: Final = "battle_board_paces"


@cache
def _python(name: str) -> Any:
    """Return a Python module of the family, as it is loaded for a game without rules of its own."""
    family = FolderSource(shipped.path("modules", "air_war"))
    own = FolderSource(shipped.path("modules", "air_war", "board"))
    sources = RuleSources(_GAME, own, origin_of(family)), RuleSources("air_war", family, origin_of(family))
    load_rules(sources[0], TrustedCode(), sources[1:])
    return import_module(f"wartable_module_{_GAME}.families.air_war.{name}")


@cache
def _charts() -> Any:
    content = shipped.path("modules", "air_war", "board", "charts.yaml").read_bytes()
    return _python("air_charts").read_charts(content)


@cache
def _rules() -> Any:
    return _python("battle_rules").BattleRules(_charts(), "cartwheel")


def _battles() -> Iterator[list[Any]]:
    """Yield lists of battles. A list has the same 24 flights in each battle, and each of them is active in one."""
    chance, rules, air = random.Random(5), _rules(), _python("air_battle")
    hexes = list(rules.board.centres)
    crafts = [air.Aircraft(row, "F", (2, 1), (3, 2), (5, 5), row=row) for row in ("P-38", "P-40", "Ki-43", "Ki-61")]
    for _ in range(TABLES):
        flights = tuple(
            air.Flight(
                str(number),
                "mission" if number % 2 else "interceptor",
                chance.choice(crafts),
                1,
                hex=chance.choice(hexes),
                facing=chance.randrange(6),
            )
            for number in range(FLIGHTS)
        )
        battle = air.AirBattle(flights)
        yield [rules.activated(battle, (number,)) for number in range(FLIGHTS)]


def _single() -> Iterator[Callable[[], object]]:
    for battles in _battles():
        yield from (partial(_rules().legal, battle) for battle in battles)


def _all() -> Iterator[Callable[[], object]]:
    for battles in _battles():
        yield partial(_legal_of_all, battles)


def _legal_of_all(battles: list[Any]) -> None:
    for battle in battles:
        _rules().legal(battle)


def _with_tables() -> Iterator[Callable[[], object]]:
    for battles in _battles():
        yield partial(_legal_from_scratch, battles)


def _legal_from_scratch(battles: list[Any]) -> None:
    rules = _python("battle_rules").BattleRules(_charts(), "cartwheel")
    for battle in battles:
        rules.legal(battle)


def _odds() -> Iterator[Callable[[], object]]:
    odds_of, rules = _python("shot_odds").shot_odds, _rules()
    for battles in _battles():
        for battle in battles:
            by = battle.active[0]
            for at in _python("air_shots").shot_targets(rules, battle, by):
                yield partial(odds_of, rules, battle, by, at)


def _runs() -> Iterator[Callable[[], object]]:
    """Yield calls for the odds of bombing runs at ships; those in the hex and beside it fire."""
    air, rules, odds_of = _python("air_battle"), _rules(), _python("shot_odds").pass_odds
    bomber = air.Aircraft("G4M", "B", (1, 0), (4, 3), (3, 3), (4, 2), engines="multi", is_japanese=True)
    ships = tuple(air.TargetShip(hex, hex, df=3, aa=3) for hex in rules.board.chart.targets)
    for hex in rules.board.chart.targets:
        flight = air.Flight("bomber", "mission", bomber, 1, hex=hex, is_loaded=True)
        battle = rules.activated(air.AirBattle((flight,), target=air.AirTarget("naval"), ships=ships), (0,))
        yield partial(odds_of, rules, battle, 0, "regular")


def _plans() -> Iterator[Callable[[], object]]:
    planner = _python("air_plans").AirPlanner(_rules())
    for battles in _battles():
        yield from (partial(planner.chain, battle) for battle in battles[:6])


def _raid() -> Any:
    """Return a raid of three bombers in formation and three fighters, against the four interceptors of a full side."""
    air = _python("air_battle")
    bomber = air.Aircraft("Ki-21", "B", (1, 0), (4, 3), (3, 3), (5, 3), engines="multi", is_japanese=True)
    zero = air.Aircraft("Ki-43", "F", (2, 1), (2, 2), (5, 5), row="Ki-43", is_japanese=True)
    flights = [air.Flight(hex, "mission", bomber, 1, hex=hex, is_loaded=True) for hex in ("F14", "G15", "H14")]
    escorts = enumerate(("E15", "I15", "J14"), 2)
    flights += [air.Flight(hex, "mission", zero, number, hex=hex) for number, hex in escorts]
    fighters = [air.Aircraft(row, "F", (2, 1), (3, 2), (5, 5), row=row) for row in ("P-40", "P-38")]
    flights += [air.Flight(str(number), "interceptor", fighters[number % 2], number) for number in range(1, 5)]
    return _rules().start(air.AirBattle(tuple(flights), target=air.AirTarget("city", aa=2)))


def _fights() -> Iterator[Callable[[], object]]:
    plans = {"mission": "press_on", "interceptor": "at_bombers"}
    for seed in range(3):
        yield partial(_first_figure, _raid(), plans, seed)


def _first_figure(battle: Any, plans: dict[str, str], seed: int) -> None:
    next(_python("whole_fight").forecasts(_rules(), battle, "mission", plans, random.Random(seed)))


def _reaches() -> Iterator[Callable[[], object]]:
    for battles in _battles():
        yield from (partial(_rules().steering(battle).reach, battle.motion) for battle in battles[:4])


PACES: Final = (
    Pace("air", "the legal actions of a flight", 1, _single),
    Pace("air-24", "the legal actions of 24 flights", 15, _all),
    Pace("air-tables", "the legal actions of 24 flights, with the tables of their points", 30, _with_tables),
    Pace("air-reach", "the hexes that a flight can come to, with the points left in each", 30, _reaches),
    Pace("air-odds", "the exact odds of a shot", 1, _odds),
    Pace("air-run", "the exact odds of a bombing run at ships", 1, _runs),
    Pace("air-plan", "the proposed plan of a flight for all its points", 30, _plans),
    Pace("air-fight", "the first figure of a fight of 6 flights against 4 by plans", 1000, _fights),
)
