"""The speed of cases: `PACES`, which `wartable bench` times on cases of Fire in the Sky."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from rules_assist.cases.case_records import CaseFile
from rules_assist.cases.run.case_dice import CaseDice
from rules_assist.cases.run.case_runner import CASES, files_of, read_cases, run_cases
from rules_assist.cases.run.given_position import given_table
from rules_assist.cases.words.case_names import CaseNames
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.workshop.bench.assistant_rows import Pace

EVERY: Final = 4
"""The interval of the cases that are run: every fourth one."""

FORECASTS: Final = 20


def _acts() -> Iterator[Callable[[], object]]:
    """Yield calls that run every fourth case of Fire in the Sky, without those that are like another case."""
    folder = shipped.path("modules", "fire_in_the_sky")
    book = load_rulebook(load_module(folder))
    for file in files_of(folder / CASES):
        cases = read_cases(file)
        for case in cases.cases[::EVERY]:
            if case.like is None:
                yield partial(_run, book, cases.model_copy(update={"cases": (case,)}), file)


def _run(book: RuleBook, cases: CaseFile, file: Path) -> None:
    for _ in run_cases(book, cases, file.name):
        pass


def _forecasts() -> Iterator[Callable[[], object]]:
    """Yield calls that forecast a battle of six ships against six, each time in a new position."""
    folder = shipped.path("modules", "fire_in_the_sky")
    book = load_rulebook(load_module(folder))
    cases = read_cases(folder / CASES / "11_forecast.yaml").cases
    given = next(case.given for case in cases if case.id == "forecast-six-against-six")
    assert given is not None
    table = given_table(book, given, {}, CaseDice([]), CaseNames(book))
    for _ in range(FORECASTS):
        situation = table.situation(table.game, "")
        yield partial(book.queries["forecast"].answer, situation, {"at": "Rabaul"})


PACES: Final = (
    Pace("case", "a case of Fire in the Sky (200 a second)", 5, _acts),
    Pace(
        "battle", "the forecast of a battle of six ships against six, to 0.5% (simulated 10,000 times)", 100, _forecasts
    ),
)
