"""The page of differences between the two books: each row has a case of the family for each game."""

import re
from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import read_cases
from tabletop.module import shipped

PAGE = Path(__file__).parents[3] / "docs" / "air-war-differences.md"
ROWS = [line.split(" | ") for line in PAGE.read_text().splitlines() if re.match(r"\| \d", line)]
CASE = re.compile(r"\(`([a-z0-9-]+)`\)")


@pytest.fixture(scope="module")
def books() -> dict[str, bool]:
    """Return for each case of the family whether it asks the book of Forlorn Hopes."""
    files = shipped.path("modules", "air_war", "cases").glob("*.yaml")
    cases = [case for file in files for case in read_cases(file).cases]
    return {case.id: "forlorn_hopes" in str(case.ask) for case in cases}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_a_row_has_a_case_of_each_book(row: list[str], books: dict[str, bool]) -> None:
    [cartwheel], [forlorn_hopes] = CASE.findall(row[2]), CASE.findall(row[3])
    assert (books[cartwheel], books[forlorn_hopes]) == (False, True)


def test_no_case_for_a_book_is_forgotten(books: dict[str, bool]) -> None:
    named = {name for row in ROWS for name in CASE.findall(" ".join(row))}
    assert {name for name in books if name.endswith("-in-cartwheel")} - named == LESSER


LESSER = {
    "a-natural-10-and-an-even-die-in-cartwheel",
    "one-engine-behind-in-cartwheel",
}
"""The cases for Cartwheel that no row names: their results are the same in both books, or follow from a case that a row
names.
"""
