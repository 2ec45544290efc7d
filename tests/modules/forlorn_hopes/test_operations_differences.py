"""The page of differences by sea and on land: each row names a case of its rule for each game."""

import re
from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import read_cases
from tabletop.module import shipped

PAGE = Path(__file__).parents[3] / "docs" / "operations-differences.md"
ROWS = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if re.match(r"\| \d", line)]
CASE = re.compile(r"\(`([a-z0-9.-]+)`\)")


def rules_of(game: str) -> set[tuple[str, str]]:
    """Return the cases of a game, each with its rule."""
    files = shipped.path("modules", game, "cases").glob("*.yaml")
    return {(case.rule, case.id) for file in files for case in read_cases(file).cases}


CARTWHEEL, FORLORN_HOPES = rules_of("cartwheel"), rules_of("forlorn_hopes")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2])
def test_a_row_names_a_case_of_its_rule_for_each_game(row: list[str]) -> None:
    [first], [second] = CASE.findall(row[3]), CASE.findall(row[4])
    assert (row[0], first) in CARTWHEEL
    assert (row[1], second) in FORLORN_HOPES


def test_all_rows_are_read() -> None:
    assert len(ROWS) == 56
