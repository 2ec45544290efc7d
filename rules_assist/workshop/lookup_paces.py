"""The speed targets of forecasts, beside the simplest way: `PACES`, which `wartable bench` times."""

import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Final

from rules_assist.chance.odds import Tries
from rules_assist.lookup.results_table import TableLookup, tables_in
from rules_assist.lookup.volley import volley
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import bare_table
from tabletop.workshop.bench.assistant_rows import Pace

ACTS: Final = 20
SHIPS: Final = ((4, 11), (3, 10), (1, 9), (1, 9), (0, 8), (0, 7))
"""The Firepower and Defence of the six ships of either side."""

_TO_HIT: Final = ("456666", "345666", "234555", "223455", "222344")
_RULES: Final = """
tables:
- id: guns
  title: Guns
  rule: "1"
  needs: {{firepower: {{title: Firepower}}, defence: {{title: Defence}}}}
  dice: {{each: 1d6, pools: {{ship: {{title: The ship, count: "1"}}}}, hit: die >= cell}}
  row: {{by: firepower}}
  column: {{by: defence, at: ["7", "8", "9", "10", "11", "12"]}}
  rows: [{rows}]
  results:
    hit:
      title: a check
      then:
        table: check
        times: hits
        counts: [sunk, damaged]
        given: {{firepower: firepower, defence: defence, check: number}}
- id: check
  title: Check
  rule: "2"
  needs:
    firepower: {{title: Firepower}}
    defence: {{title: Defence}}
    check: {{title: Check}}
    hits: {{title: Hits, usual: "1"}}
  dice: 2d6
  modifiers:
  - {{id: guns, title: Guns, add: firepower}}
  - {{id: again, title: Again, when: check > 1, add: "1"}}
  - {{id: many, title: Many, when: hits > 9, add: "1"}}
  rows: [{{when: total >= defence, gives: sunk}}, {{when: total < defence, gives: damaged}}]
"""


@cache
def _situation() -> Situation:
    """Return a situation without pieces, whose rules have two results tables for gunfire."""
    rows = ", ".join(f'{{at: "{row}", cells: [{", ".join(map(repr, cells))}]}}' for row, cells in enumerate(_TO_HIT))
    with tempfile.TemporaryDirectory() as folder:
        module = new_module("Bench", Path(folder))
        (module / "rules.yaml").write_text(_RULES.format(rows=rows), encoding="utf-8")
        about = module / "module.yaml"
        about.write_text(about.read_text(encoding="utf-8") + "\nrules: [rules.yaml]\n", encoding="utf-8")
        book = load_rulebook(load_module(module))
        return Situation(bare_table(book.module, {}, Tries()), book)


def _shot(firepower: int, defence: int) -> TableLookup:
    situation = _situation()
    return tables_in(situation)["guns"].look(situation, {"firepower": firepower, "defence": defence})


def _round() -> None:
    """Forecast the fates of six ships against six, each of which fires at the ship opposite."""
    for _ in range(2):
        for (firepower, _), (_, defence) in zip(SHIPS, reversed(SHIPS), strict=True):
            volley([_shot(firepower, defence)], tables_in(_situation()))


def _concentrated() -> None:
    """Forecast the fire of six ships at one ship."""
    volley([_shot(firepower, SHIPS[0][1]) for firepower, _ in SHIPS], tables_in(_situation()))


def _plain_round() -> dict[tuple[bool, ...], int]:
    """Return the hits of one side alone, with the number of its 46,656 dice results that give them."""
    needed = [int(_TO_HIT[fp][df - 7]) for (fp, _), (_, df) in zip(SHIPS, reversed(SHIPS), strict=True)]
    found: dict[tuple[bool, ...], int] = {}
    for dice in product(range(1, 7), repeat=len(needed)):
        hits = tuple(die >= number for die, number in zip(dice, needed, strict=True))
        found[hits] = found.get(hits, 0) + 1
    return found


def _acts(act: Callable[[], object], count: int) -> Iterator[Callable[[], object]]:
    yield from [act] * count


PACES: Final = (
    Pace(
        "surface-round",
        "the exact odds of a surface round of 6 against 6, looked up and checked (plain: the hits of one side)",
        100,
        partial(_acts, _round, ACTS),
        partial(_acts, _plain_round, 5),
    ),
    Pace("volley", "the exact odds of six ships firing at one", 100, partial(_acts, _concentrated, ACTS)),
)
