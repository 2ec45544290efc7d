"""The cases of the modules that come with the program. Each tests a fact from its rulebook."""

from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import CASES, read_cases, run_cases
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.library import modules_at_hand
from tabletop.module.loader import load_module

FILES = [file for shelved in modules_at_hand() for file in sorted((shelved.path / CASES).glob("*.yaml"))]
_books: dict[str, RuleBook] = {}


def book_of(folder: Path, id: str) -> RuleBook:
    if id not in _books:
        _books[id] = load_rulebook(load_module(folder))
    return _books[id]


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.parent.name}/{file.stem}" for file in FILES])
def test_every_case_comes_out_as_it_says(file: Path) -> None:
    cases = read_cases(file)
    results = list(run_cases(book_of(file.parent.parent, cases.module), cases, file.name))
    assert [f"{result.case}: {line}" for result in results for line in result.wrong] == []
    assert len(results) == len(cases.cases) > 0
