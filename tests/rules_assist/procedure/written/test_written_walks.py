"""Walks in rule files: a path that a player draws, played place by place, with rolls, interrupts and reports."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module
from tabletop.module.new_module import BLANK

RULES = """
presence: [{id: units, title: Units}]
modes:
  - id: sail
    title: Sail
    rule: "10.3"
    who: move > 0
    allowance: "6"
    steps: [{when: to_cost > 0, no: that is land, rule: "10.2"}, {cost: "1"}]
procedures:
  - id: voyage
    title: Naval mission
    rule: "10"
    groups:
      ships: {pieces: Side == side and move == 6}
      watchers: {pieces: 'Side == enemy and known(hex) and distance(place(hex)) <= 2'}
    steps:
      - id: course
        title: Course
        rule: "10.3"
        asks: [{id: way, question: Which way?, path: {of: ships, mode: sail}}]
      - id: sail
        title: Sail
        rule: "10.3.2"
        for_each: {hex: way}
        before: [{of: ships, move_to: hex}]
        roll: {dice: 1d10, why: "Spotting at {hex}", when: watchers > 0, result: spotted}
        runs:
          - procedure: react
            when: known(spotted) and spotted >= 6
            side: enemy
            given: {hex: hex, ships: ships}
            result: attacked
        until: known(attacked) and attacked
        effects:
          - {say: "The ships are seen at {hex}.", when: known(spotted) and spotted >= 6}
          - {of: ships, hide: yes, when: not known(spotted)}
          - {table: {steps_sailed: steps_sailed + 1}}
      - id: end
        title: End
        rule: "10.3.3"
        when: way > 0
        effects: [{table: {steps_left: way}}]
  - id: react
    title: Reaction
    rule: "10.3.3"
    when: "false"
    no: It is part of a naval mission.
    takes: {ships: pieces, hex: place}
    gives: sure
    steps:
      - id: react
        title: Reaction
        rule: "10.3.3"
        asks: [{id: sure, question: "Attack the ships at {hex}?", confirm: yes}]
        effects:
          - {of: ships, key: ctrl F, when: sure}
          - {at: hex, place: '"disrupted"', when: sure}
"""
GIVEN = """
  given:
    pieces:
      ships: {kind: red_armour, at: "0101"}
      watcher: {kind: blue_infantry, at: "0105"}
"""


@pytest.fixture
def book_of(tmp_path: Path) -> Callable[[str], RuleBook]:
    """Return a function that gives the rule book of a new module with these rules."""

    def make(rules: str) -> RuleBook:
        folder = tmp_path / "blank"
        copytree(BLANK, folder, dirs_exist_ok=True)
        about = folder / "module.yaml"
        if "rules.yaml" not in about.read_text():
            about.write_text(
                about.read_text() + "\nrules: [rules.yaml]\nproperties: {steps_sailed: 0, steps_left: 0}\n"
            )
        (folder / "rules.yaml").write_text(rules)
        return load_rulebook(load_module(folder))

    return make


CASES = f"""
- id: a path through given places is filled in and played to its end
{GIVEN}
  do: [{{as: Red, run: voyage}}, {{as: Red, answer: way, with: ["0301", "0401"]}}]
  expect:
  - {{after: 1, asked: {{key: way, by: Red}}}}
  - {{pieces: {{ships: "0401"}}, table: {{steps_sailed: 3, steps_left: 0}}, procedure: nothing}}
- id: a walk is stopped by a reaction, and the rest of the path is known
{GIVEN}
  do:
  - {{as: Red, run: voyage}}
  - {{as: Red, answer: way, with: ["0102", "0103", "0203"]}}
  - {{as: Blue, says: yes}}
  dice: [{{d: 6, why: Spotting at 0103}}]
  expect:
  - {{after: 2, asked: {{key: sure, by: Blue, question: "Attack the ships at 0103?"}}, pieces: {{ships: "0103"}}}}
  - {{pieces: {{ships: "0103"}}, table: {{steps_sailed: 2, steps_left: 1}}, procedure: nothing}}
  - {{at: {{"0103": {{has: [ships]}}}}}}
- id: a walk goes on after a reaction that is declined
{GIVEN}
  do:
  - {{as: Red, run: voyage}}
  - {{as: Red, answer: way, with: ["0103", "0203"]}}
  - {{as: Blue, says: no}}
  dice: [{{d: 9, why: Spotting at 0103}}, {{d: 2, why: Spotting at 0203}}]
  expect: {{pieces: {{ships: "0203"}}, table: {{steps_sailed: 3}}, procedure: nothing}}
- id: a path that is too long is refused
{GIVEN}
  do: [{{as: Red, run: voyage}}, {{as: Red, answer: way, with: ["0401", "0101", "0201"]}}]
  expect: {{refused: "cannot get to 0201: 0 left"}}
- id: a path must not cross land
{GIVEN}
  do: [{{as: Red, run: voyage}}, {{as: Red, answer: way, with: ["0403"]}}]
  expect: {{refused: "0403"}}
- id: effects hide the ships that are not seen
{GIVEN}
  do: [{{as: Red, run: voyage}}, {{as: Red, answer: way, with: ["0201"]}}]
  expect:
  - {{as: Blue, unseen: [ships]}}
  - {{as: Red, pieces: {{ships: "0201"}}}}
"""


def run(book: RuleBook, tmp_path: Path, cases: str) -> list[str]:
    file = tmp_path / "cases.yaml"
    file.write_text(f"module: blank\ncases:\n{cases}")
    results = run_cases(book, read_cases(file), "cases.yaml")
    return [f"{result.case}: {line}" for result in results for line in result.wrong]


def test_walks(book_of, tmp_path: Path):
    assert run(book_of(RULES), tmp_path, CASES) == []


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("procedure: react\n", "procedure: reply\n", "'reply', expected a procedure"),
        (
            "path: {of: ships, mode: sail}",
            "path: {of: ships, mode: fly}",
            "'fly', expected a way of moving of a rule file",
        ),
        ("path: {of: ships,", "path: {of: boats,", "'boats', expected a name that this procedure knows"),
        ("for_each: {hex: way}", "for_each: {hex: road}", "'road', expected a name that this procedure knows"),
        ("until: known(attacked) and attacked", "until: known(", "rules.yaml"),
        ("for_each: {hex: way}", "when: way > 0", "'until' only beside 'for_each'"),
    ],
)
def test_a_mistake_in_a_walk_is_told_with_its_line(book_of, old: str, new: str, mistake: str):
    with pytest.raises(ModuleProblems) as caught:
        book_of(RULES.replace(old, new))
    assert mistake in str(caught.value)


def test_a_path_ends_only_where_the_way_of_moving_may_end(book_of, tmp_path: Path):
    ends = 'ends: [{when: at_place == "0401", no: no anchorage, rule: "10.4"}]'
    book = book_of(RULES.replace('    allowance: "6"\n', f'    allowance: "6"\n    {ends}\n', 1))
    case = f"""
- id: there
{GIVEN}
  do: [{{as: Red, run: voyage}}, {{as: Red, answer: way, with: ["0301", "0401"]}}]
  expect: {{refused: "10.4"}}
- id: past it
{GIVEN}
  do: [{{as: Red, run: voyage}}, {{as: Red, answer: way, with: ["0401", "0501"]}}]
  expect: {{piece: {{id: ships, at: "0501"}}}}
- id: nor back where it began
  given: {{pieces: {{ships: {{kind: red_armour, at: "0401"}}}}}}
  do: [{{as: Red, run: voyage}}, {{as: Red, answer: way, with: ["0301", "0401"]}}]
  expect: {{refused: "10.4"}}
"""
    assert run(book, tmp_path, case) == []


EFFECTS = """
procedures:
  - id: deal
    title: Deal
    rule: "5"
    takes: {}
    groups: {mine: {pieces: Side == side}}
    steps:
      - id: deal
        title: Deal
        rule: "5"
        asks: [{id: town, question: Where?, places: at_name != ""}]
        effects: [%s]
"""


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ('{at: town, place: \'"disrupted"\', count: "2"}', "{at: {Millbridge: [disrupted#1, disrupted#2]}}"),
        ('{places: at_name == "Millbridge", place: \'"disrupted"\'}', "{at: {Millbridge: [disrupted]}}"),
        ("{of: mine, remove: yes}", "{as: Red, unseen: [ships]}"),
        ("{of: mine, hide: yes}", "{as: Blue, unseen: [ships]}"),
        ("{of: mine, show: back, to: enemy}", "{as: Red, pieces: {ships: '0101'}}"),
        ('{say: "{side} deals at {town}."}', "{told: {has: [{key: said}]}}"),
    ],
)
def test_an_effect_places_removes_hides_shows_or_says(book_of, tmp_path: Path, effect: str, expected: str):
    case = f"""
- id: one
{GIVEN}
  do: [{{as: Red, run: deal}}, {{as: Red, says: Millbridge}}]
  expect: {expected}
"""
    assert run(book_of(EFFECTS % effect), tmp_path, case) == []


@pytest.mark.parametrize(
    ("effect", "mistake"),
    [
        ("{hide: yes}", "'of' with the pieces for 'hide'"),
        ("{place: '\"disrupted\"'}", "'at' with the places for 'place'"),
        ("{at: town, places: at_cost > 1, place: '\"disrupted\"'}", "either 'of' with a group"),
        ("{places: at_cost > 1, remove: yes}", "'of' with the pieces for 'remove'"),
        ("{at: town, remove: yes}", "'of' with the pieces for 'remove'"),
        ("{draw: '1', deck: '\"a\"'}", "'draw' with a number, 'deck' and 'into' together"),
    ],
)
def test_a_mistake_in_an_effect_is_told(book_of, effect: str, mistake: str):
    with pytest.raises(ModuleProblems) as caught:
        book_of(EFFECTS % effect)
    assert mistake in str(caught.value)


SIGHT = """
sight: [{id: view, title: Line of sight, rule: "7", blocks: at_cost > 1, range: "%s"}]
procedures:
  - id: spot
    title: Spot
    rule: "7"
    groups:
      scouts: {pieces: Side == side}
      spotted: {pieces: Side == enemy, seen_by: scouts, sight: view}
    steps:
      - {id: spot, title: Spot, rule: "7", effects: [{of: spotted, move_to: '"Blue losses"'}]}
"""


@pytest.mark.parametrize(
    ("range", "watcher", "seen"),
    [("6", "0105", True), ("6", "0305", True), ("1", "0305", False), ("6", "0605", False)],
)
def test_a_group_is_in_sight_of_pieces(book_of, tmp_path: Path, range: str, watcher: str, seen: bool):
    case = f"""
- id: one
  given: {{pieces: {{scout: {{kind: red_armour, at: "0303"}}, watcher: {{kind: blue_infantry, at: "{watcher}"}}}}}}
  do: {{as: Red, run: spot}}
  expect: {{pieces: {{watcher: {"Blue losses" if seen else f'"{watcher}"'}}}}}
"""
    assert run(book_of(SIGHT % range), tmp_path, case) == []


def test_an_unknown_line_of_sight_is_reported(book_of):
    with pytest.raises(ModuleProblems, match="'look'"):
        book_of((SIGHT % 6).replace("sight: view}", "sight: look}"))
