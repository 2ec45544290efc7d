"""Phases in which sides act by turns: initiative, turns alone, passes that end the phase, quotas of procedures."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from rules_assist.advice.current_offers import now
from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.game.state.game import Seat
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module
from tabletop.module.new_module import BLANK
from tabletop.module.setup import new_game

MODULE = """
properties: {initiative: Red, missions: 2, flown: 0}
trackers:
- name: Turn
  levels: [{name: Turn, first: 1, last: 3}, {name: Phase, names: [Missions, Return, Return of the first]}]
rules: [rules.yaml]
"""
RULES = """
procedures:
- id: mission
  title: Mission
  rule: "8.2"
  steps: [{id: fly, title: Fly, effects: [{table: {flown: flown + 1}}]}]
- id: raid
  title: Raid
  rule: "11.7"
  steps: [{id: land, title: Land, effects: [{table: {flown: flown + 10}}]}]
sequence:
  tracker: Turn
  initiative: initiative
  phases:
  - id: missions
    at: Missions
    title: Missions
    rule: "8"
    offers: [mission, raid]
    quotas: [{of: raid}]
    alternates: {alone: missions, passes: 2, ends_turn: [mission]}
  - {id: return, at: Return, title: Return, rule: "12", acts: other}
  - {id: last, at: Return of the first, title: Return of the first, rule: "12", acts: phasing}
"""


@pytest.fixture
def book_of(tmp_path: Path) -> Callable[[str], RuleBook]:
    """Return a function that gives the rule book of a new module with these rules."""

    def make(rules: str) -> RuleBook:
        folder = tmp_path / "blank"
        copytree(BLANK, folder, dirs_exist_ok=True)
        about = (folder / "module.yaml").read_text()
        start, rest = about.split("\ntrackers:")
        (folder / "module.yaml").write_text(start + MODULE + "".join(rest.partition("\nmaps:")[1:]))
        (folder / "rules.yaml").write_text(rules)
        scenario = folder / "scenarios" / "meeting.yaml"
        scenario.write_text(scenario.read_text().replace("[0, 0, 0]", "[0, 0]"))
        return load_rulebook(load_module(folder))

    return make


def begun(book: RuleBook) -> Situation:
    return Situation(new_game(book.module, "meeting", {}, SeededChance("00" * 32, b"", 0, 0)), book)


def run(book: RuleBook, tmp_path: Path, cases: str) -> list[str]:
    file = tmp_path / "cases.yaml"
    file.write_text(f"module: blank\ncases:\n{cases}")
    return [
        f"{result.case}: {line}" for result in run_cases(book, read_cases(file), "cases.yaml") for line in result.wrong
    ]


FLY = {side: f"{{as: {side}, run: mission}}" for side in ("Red", "Blue")}
PASS = {side: f"{{as: {side}, run: pass-turn}}" for side in ("Red", "Blue")}


@pytest.mark.parametrize(
    ("given", "steps", "acting"),
    [
        ("{}", [], "Red"),
        ("{initiative: Blue}", [], "Blue"),
        ("{}", [FLY["Red"]], "Red"),
        ("{}", [FLY["Red"], FLY["Red"]], "Blue"),
        ("{}", [PASS["Red"]], "Blue"),
        ("{missions: 0}", [], "Blue"),
        ("{missions: 0}", [FLY["Blue"]], "Red"),
        ("{missions: 0, initiative: Blue}", [FLY["Red"]], "Blue"),
        ("{}", [PASS["Red"], PASS["Blue"], PASS["Red"], PASS["Blue"]], "Red"),
        ("{}", [PASS["Red"], PASS["Blue"], PASS["Red"], PASS["Blue"], PASS["Red"]], "nobody"),
        ("{}", [PASS["Red"], PASS["Blue"], PASS["Red"], FLY["Blue"], PASS["Red"], PASS["Blue"]], "Red"),
    ],
)
def test_the_side_whose_turn_it_is(book_of, tmp_path: Path, given: str, steps: list[str], acting: str):
    book = book_of(RULES)
    for side, passing in PASS.items():
        done = ", ".join([*steps, passing])
        expected = f"{{after: {len(steps) + 1}, refused: {'no' if side == acting else 'yes'}}}"
        case = f"- {{id: one, given: {{properties: {given}}}, do: [{done}], expect: {expected}}}\n"
        assert run(book, tmp_path, case) == []


CASES = """
- id: the phase ends when all have passed twice in succession
  given: {properties: {missions: 0}}
  do:
  - {as: Blue, run: pass-turn}
  - {as: Red, run: pass-turn}
  - {as: Red, run: next-phase}
  - {as: Blue, run: pass-turn}
  - {as: Red, run: pass-turn}
  - {as: Blue, run: next-phase}
  expect:
  - {after: 3, refused: "Next to act: Blue"}
  - {after: 4, table: {passes-in-succession: 3}}
  - {after: 6, table: {passes-in-succession: nothing, turn-of: nothing, "tracker:Turn:Phase": 1}}
- id: the reacting side acts first
  given: {tracker: {Turn: ["1", Return]}}
  do: [{as: Red, run: next-phase}, {as: Blue, run: next-phase}, {as: Red, run: next-phase}]
  expect:
  - {after: 1, refused: Only Blue may end this phase}
  - {after: 3, table: {"tracker:Turn:Turn": 1, "tracker:Turn:Phase": 0}}
- id: a quota of raids for each side, which ends no turn
  given: {properties: {missions: 1}}
  do:
  - {as: Red, run: raid}
  - {as: Red, run: raid}
  - {as: Red, run: mission}
  - {as: Blue, run: raid}
  - {as: Blue, run: end-turn}
  - {as: Red, run: end-turn}
  expect:
  - {after: 2, refused: "8: in this phase a side may begin it at most 1 time"}
  - {after: 4, table: {flown: 21}}
  - {after: 6, refused: no}
- id: no turns in other phases
  given: {tracker: {Turn: ["1", Return]}}
  do: {as: Blue, run: pass-turn}
  expect: {refused: do not act by turns}
- id: the count of a side is known to it alone
  do: {as: Red, run: raid}
  expect:
  - {as: Red, table: {"side:Red:begun-raid": 1}}
  - {as: Blue, table: {"side:Red:begun-raid": nothing}}
"""


def test_passes_quotas_and_the_order_of_sides(book_of, tmp_path: Path):
    assert run(book_of(RULES), tmp_path, CASES) == []


def test_a_reaction_does_not_end_the_turn_of_the_acting_side(book_of, tmp_path: Path):
    rules = RULES.replace("ends_turn: [mission]", "ends_turn: [mission, raid]").replace(
        "    quotas:", "    reactions: [raid]\n    quotas:"
    )
    case = """
- id: one
  given: {properties: {missions: 0, initiative: Blue}}
  do: [{as: Blue, run: raid}, {as: Red, run: pass-turn}]
  expect: [{after: 1, table: {flown: 10}}, {after: 2, refused: no, table: {turn-of: Blue}}]
"""
    assert run(book_of(rules), tmp_path, case) == []


def test_a_side_does_not_pass_while_its_own_procedure_waits(book_of, tmp_path: Path):
    rules = RULES.replace("title: Fly, ", "title: Fly, asks: [{id: high, question: High?, confirm: yes}], ")
    case = """
- id: waits
  do:
  - {as: Red, run: mission}
  - {as: Red, run: pass-turn}
  - {as: Red, run: end-turn}
  - {as: Red, answer: high, with: yes}
  - {as: Red, run: pass-turn}
  expect:
  - {after: 2, refused: Mission is under way. Finish it before your turn ends}
  - {after: 3, refused: Mission is under way}
  - {refused: no, table: {flown: 1}}
"""
    assert run(book_of(rules), tmp_path, case) == []


def test_the_turn_and_the_pass_are_offered_to_the_side_whose_turn_it_is(book_of):
    situation = begun(book_of(RULES))
    found = now(situation, "Red", (), ())
    assert found is None or found.acting == ("Red",)
    sequence = situation.book.sequence
    assert sequence is not None
    assert sequence.has_turns
    assert {"pass-turn", "end-turn"} <= situation.book.procedures.keys()


@pytest.mark.parametrize(("ended", "title"), [("[mission]", "End your turn, played by hand"), ("[]", "End your turn")])
def test_the_end_of_a_turn_is_offered_last_and_says_if_it_is_for_what_is_played_by_hand(book_of, ended, title):
    start = begun(book_of(RULES.replace("ends_turn: [mission]", f"ends_turn: {ended}")))
    situation = Situation(replace(start.game, seats={"Anna": Seat((0, 1))}), start.book)
    found = now(situation, "Anna", (), ())
    assert found is not None
    titles = list(dict.fromkeys(offer.title for offer in found.offers))
    assert titles == ["Mission", "Raid", "Pass", title]


@pytest.mark.parametrize(
    ("old", "new"), [("ends_turn: [mission]", "ends_turn: [flight]"), ("quotas: [{of: raid", "quotas: [{of: flight")]
)
def test_unknown_procedures_in_turns_and_quotas_are_reported(book_of, old: str, new: str):
    with pytest.raises(ModuleProblems, match="flight"):
        book_of(RULES.replace(old, new))
