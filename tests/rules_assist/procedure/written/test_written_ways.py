"""Costs of ways in procedures of rule files, steps that are played again, and words with conditions."""

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module
from tabletop.module.new_module import BLANK

RULES = """
modes:
  - {id: fly, title: Fly, rule: "9.2", who: attack == 3, allowance: "3"}
procedures:
  - id: raid
    title: Raid
    rule: "9"
    groups:
      gone: {pieces: Side == side and Strength_Level == 2}
    figures:
      cost: {sum_of: raider, value: out}
    ways:
      out: {mode: fly, to: target}
      home: {mode: fly, of: raider}
    steps:
      - id: target
        title: Target
        rule: "9.1"
        asks:
          - {id: target, question: Which place?, places: at_name == "Northwood"}
          - {id: sort, question: How?, words: [high, low, home], only: {home: target == "0101"}}
      - id: raid
        title: Raid
        rule: "9.2"
        asks:
          - {id: raider, question: Who flies?, pieces: Side == side and known(out) and Strength_Level == 1, least: "0"}
        effects: [{of: raider, key: ctrl F}, {table: {flown: flown + cost}}]
      - id: next
        title: Next
        rule: "9.2"
        again: raider > 0 and gone < 2
        again_from: raid
      - id: return
        title: Return
        rule: "9.11"
        asks: [{id: base, question: Where do they land?, places: home == 3, when: raider > 0}]
        effects: [{of: raider, move_to: base}]
  - id: patrol
    title: Patrol
    rule: "7.3"
    groups:
      fliers: {pieces: Side == side}
    ways:
      near: {mode: fly, any_of: fliers}
    steps:
      - {id: station, title: Station, rule: "7.3", asks: [{id: station, question: Which place?, places: near == 2}]}
      - {id: camp, title: Camp, rule: "7.3", asks: [{id: camp, question: Where do they stay?, places: near == 0}]}
"""
CASES = """
- id: only those that can get there are offered, one after the other
  given:
    pieces:
      here: {kind: red_infantry, at: "0403"}
      near: {kind: red_infantry, at: "0405"}
      far: {kind: red_infantry, at: "0108"}
      other: {kind: red_artillery, at: "0403"}
      enemy: {kind: blue_infantry, at: "0405"}
  do:
  - {as: Red, run: raid}
  - {as: Red, answer: sort, with: low}
  - {as: Red, answer: raider, with: near}
  - {as: Red, says: here}
  expect:
  - {after: 1, asked: {key: sort, options: [high, low]}}
  - {after: 2, asked: {key: raider, options: {set: [here, near]}}}
  - {after: 3, table: {flown: 2}, asked: {key: raider, options: [here]}}
  - {table: {flown: 2}, asked: {key: base, options: {has: "0406"}}}
- id: nobody flies
  given: {pieces: {here: {kind: red_infantry, at: "0403"}}}
  do: [{as: Red, run: raid}, {as: Red, answer: sort, with: high}, {as: Red, answer: raider, with: []}]
  expect: {pieces: {here: {at: Northwood}}, procedure: nothing}
- id: each place is offered that the nearest of them reaches
  given:
    pieces:
      west: {kind: red_infantry, at: "0101"}
      east: {kind: red_infantry, at: "0501"}
      gun: {kind: red_artillery, at: "0505"}
  do: [{as: Red, run: patrol}]
  expect:
    asked: {key: station, options: {set: ["0103", "0202", "0301", "0302", "0402", "0503", "0602", "0701", "0702"]}}
- id: the way of each of them to its own place costs nothing
  given: {pieces: {west: {kind: red_infantry, at: "0101"}, east: {kind: red_infantry, at: "0501"}}}
  do: [{as: Red, run: patrol}, {as: Red, answer: station, with: "0202"}]
  expect: {asked: {key: camp, options: {set: ["0101", "0501"]}}}
- id: none is offered if none of them can go
  given: {pieces: {gun: {kind: red_artillery, at: "0505"}}}
  do: [{as: Red, run: patrol}]
  expect: {asked: nothing, procedure: nothing}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a new module that can have rules."""
    copytree(BLANK, tmp_path / "blank")
    about = tmp_path / "blank" / "module.yaml"
    if "rules.yaml" not in about.read_text():
        about.write_text(about.read_text() + "\nrules: [rules.yaml]\nproperties: {flown: 0}\n")
    return tmp_path / "blank"


def book_with(folder: Path, rules: str) -> RuleBook:
    (folder / "rules.yaml").write_text(rules)
    return load_rulebook(load_module(folder))


def test_ways_again_and_words_with_conditions(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A way is searched for only if the condition comes to it, so never for enemies."""
    book = book_with(folder, RULES)
    searched: set[str] = set()
    reach = book.ground.modes["fly"].reach

    def noting(situation: Situation, pieces: tuple[int, ...], **given: Any) -> object:
        searched.update(map(situation.side_of, pieces))
        return reach(situation, pieces, **given)

    monkeypatch.setattr(book.ground.modes["fly"], "reach", noting)
    file = folder / "cases.yaml"
    file.write_text(f"module: blank\ncases:\n{CASES}")
    results = run_cases(book, read_cases(file), "cases.yaml")
    assert [f"{result.case}: {line}" for result in results for line in result.wrong] == []
    assert searched == {"Red"}


@pytest.mark.parametrize(
    ("instead_of", "written", "found"),
    [
        ("mode: fly, to: target", "mode: flew, to: target", "fly"),
        ("to: target", "to: nowhere", "target"),
        ("of: raider}", "of: nobody}", "raider"),
        ("to: target", "to: target, of: raider", "one of 'to' a place, 'of' pieces, and 'any_of' pieces"),
        ("any_of: fliers", "any_of: fleets", "fliers"),
        ("only: {home:", "only: {gone:", "words of 'words' in 'only'"),
        ("again_from: raid", "again_from: return", "an earlier step as 'again_from' of 'next'"),
        ("again: raider > 0 and gone < 2", "when: raider > 0", "'again_from' only beside 'again'"),
        ("again: raider", "for_each: {one: gone}\n        again: raider", "either 'again' or 'for_each'"),
    ],
)
def test_mistakes_are_reported(folder: Path, instead_of: str, written: str, found: str) -> None:
    with pytest.raises(ModuleProblems, match=found):
        book_with(folder, RULES.replace(instead_of, written))
