"""The speed of the Tactical Battle Board: `PACES`, which `wartable bench` times on flights all over the board."""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from typing import Any, Final

from tabletop.assistance import Pace
from tabletop.module import shipped
from tabletop.module.source import FolderSource
from tabletop.module.trust import RuleSources, TrustedCode, load_rules, origin_of

TABLES: Final = 10
FLIGHTS: Final = 24
_GAME: Final = "air_paces"


@cache
def _python(name: str) -> Any:
    """Return a Python module of the family, as it is loaded for a game without rules of its own."""
    family = FolderSource(shipped.path("modules", "air_war"))
    own = FolderSource(shipped.path("modules", "air_war", "board"))
    sources = RuleSources(_GAME, own, origin_of(family)), RuleSources("air_war", family, origin_of(family))
    load_rules(sources[0], TrustedCode(), sources[1:])
    return import_module(f"wartable_module_{_GAME}.families.air_war.{name}")


@cache
def _rules() -> Any:
    content = shipped.path("modules", "air_war", "board", "charts.yaml").read_bytes()
    return _python("battle_rules").BattleRules(_python("air_charts").read_charts(content), "cartwheel")


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


def _reaches() -> Iterator[Callable[[], object]]:
    for battles in _battles():
        yield from (partial(_rules().steering(battle).reach, battle.motion) for battle in battles[:4])


PACES: Final = (
    Pace("air", "the legal actions of a flight", 1, _single),
    Pace("air-24", "the legal actions of 24 flights", 15, _all),
    Pace("air-reach", "the hexes that a flight can come to, with the points left in each", 30, _reaches),
)
