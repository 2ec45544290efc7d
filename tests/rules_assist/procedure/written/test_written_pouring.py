"""Quantities in rule files and in cases: things are split off, poured and merged."""

from pathlib import Path
from shutil import copytree

import pytest

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module

BLANK = Path(__file__).parents[4] / "tabletop" / "module" / "blank"
RULES = """
procedures:
  - id: losses
    title: Losses
    rule: "7"
    groups:
      depots: {pieces: Loads > 2}
      small: {pieces: Loads < 3}
      all: {pieces: Loads > 0}
    steps:
      - {id: lose, title: Losses, rule: "7.1", effects: [%s]}
"""
GIVEN = 'given: {pieces: {depot: {kind: supply, at: "0101", Loads: 5}, small: {kind: supply, at: "0102", Loads: 2}}}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copytree(BLANK, tmp_path / "blank")
    about = tmp_path / "blank" / "module.yaml"
    about.write_text(about.read_text() + "\nrules: [rules.yaml]\n")
    return tmp_path / "blank"


def book(folder: Path, effect: str) -> RuleBook:
    (folder / "rules.yaml").write_text(RULES % effect)
    return load_rulebook(load_module(folder))


def wrong(book: RuleBook, folder: Path, do: str, expect: str) -> list[str]:
    """Return the failures of a case that begins with a depot of 5 loads, and a small one of 2."""
    file = folder / "case.yaml"
    file.write_text(f"module: blank\ncases:\n- id: one\n  {GIVEN}\n  do: [{do}]\n  expect: {expect}\n")
    return [line for result in run_cases(book, read_cases(file), "case.yaml") for line in result.wrong]


EFFECTS = {
    "split off to a place": (
        "{of: depots, pour: '2', pour_to: '\"0201\"'}",
        '{pieces: {depot: {Loads: 3}, "supply#3": {at: "0201", Loads: 2}}}',
    ),
    "everything goes to the place": (
        "{of: small, pour: Loads, pour_to: '\"0201\"'}",
        '{pieces: {small: {at: "0201", Loads: 2}, depot: "0101"}}',
    ),
    "poured into another": (
        "{of: depots, pour: Loads - 4, pour_into: small}",
        "{pieces: {depot: {Loads: 4}, small: {Loads: 3}}}",
    ),
    "merged": ("{of: small, pour: Loads, pour_into: depots}", "{pieces: {depot: {Loads: 7}, small: gone}}"),
    "nothing to pour": ("{of: all, pour: Loads - 9, pour_to: '\"0201\"'}", "{pieces: {depot: {Loads: 5}}}"),
}


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_pours(folder: Path, effect: str):
    written, expect = EFFECTS[effect]
    assert wrong(book(folder, written), folder, "{as: Red, run: losses}", expect) == []


STEPS = {
    "{as: Red, pour: depot, count: 2, into: small}": "{pieces: {depot: {Loads: 3}, small: {Loads: 4}}}",
    "{as: Red, pour: small, count: 2, into: depot}": '{pieces: {depot: {at: "0101", Loads: 7}, small: gone}}',
    "{pour: depot, count: 5, into: small}": '{pieces: {depot: {at: "0102", Loads: 7}, small: gone}}',
    "{as: Red, pour: depot, count: 5, into: small}": '{pieces: {depot: gone, small: {at: "0102", Loads: 7}}}',
    '{pour: depot, count: 4, to: "0201"}': '{pieces: {depot: {at: "0201", Loads: 4}}, told: {key: pieces-split}}',
    '{as: Red, pour: depot, count: 4, to: "0201"}': '{pieces: {depot: {at: "0101", Loads: 1}}}',
    "{as: Red, pour: small, count: 3, into: depot}": "{refused: 3 cannot be poured out}",
}


def test_a_step_of_a_case_pours_and_the_numbers_can_be_expected(folder: Path):
    """A case has an umpire. So the ids stay with the pieces, even if a player pours the greater part into another."""
    rules = book(folder, "{table: {x: '1'}}")
    assert [line for do, expect in STEPS.items() for line in wrong(rules, folder, do, expect)] == []


@pytest.mark.parametrize(
    ("effect", "mistake"),
    [
        ("{of: depots, pour: '2'}", "either 'pour_into' or 'pour_to'"),
        ("{of: depots, key: F, pour_into: small}", "either 'pour_into' or 'pour_to'"),
        ("{of: depots, pour: '1', pour_into: smal}", "'small'"),
        ("{pour: '1', pour_into: small}", "'of' with the pieces for 'pour'"),
    ],
)
def test_a_mistake_in_such_an_effect_is_told(folder: Path, effect: str, mistake: str):
    with pytest.raises(ModuleProblems) as caught:
        book(folder, effect)
    assert mistake in str(caught.value)
