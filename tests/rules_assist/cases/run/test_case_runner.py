"""Runs of case files, and the failures that they report."""

from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.library import find_module
from tabletop.module.loader import load_module


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(find_module("fire_in_the_sky")))


def run(book: RuleBook, folder: Path, text: str) -> dict[str, tuple[str, ...]]:
    """Run a case file with these cases, and return the failures by case."""
    file = folder / "some.yaml"
    file.write_text(f"module: fire_in_the_sky\ncases:\n{text}", encoding="utf-8")
    return {result.case: result.wrong for result in run_cases(book, read_cases(file), file.name)}


KONGO = """
- id: moved
  given:
    tracker: {Turn: ["3", Japan, "7"]}
    pieces: {kongo: {kind: jp_bb_kongo_haruna, at: Truk}}
  do:
  - {as: JP, move: kongo, to: Wake}
  - {as: JP, key: ctrl F, of: kongo}
"""


@pytest.mark.parametrize(
    "expected",
    [
        "{piece: {id: kongo, at: {one_of: [Truk, Wake]}}}",
        "{piece: {id: kongo, at: {not: Truk}}}",
        "{after: 0, piece: {id: kongo, at: Truk, Shows: deployment}}",
        "{after: 1, piece: {id: kongo, at: Wake}}",
        "{piece: {id: kongo, at: Wake, Shows: operational, class: BB}}",
        "{pieces: {kongo: Wake}}",
        "{at: {Wake: [kongo], Truk: nothing}}",
        "{refused: no}",
        "{table: {'tracker:Turn:Turn': 2, 'tracker:Turn:Part': 0, 'tracker:Turn:Phase': 2}}",
        "{options: {G-28: each-after-first}}",
        "{piece: {id: jp_bb_kongo_haruna, at: Wake}}",
    ],
)
def test_what_came_of_it_is_looked_at_after_any_step(book: RuleBook, tmp_path: Path, expected: str) -> None:
    assert run(book, tmp_path, f"{KONGO}  expect: {expected}\n") == {"moved": ()}


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("{piece: {id: kongo, at: Truk}}", "kongo.at: expected Truk, found Wake = 1207"),
        ("{piece: {id: kongo, class: CV}}", "kongo.class: expected CV, found BB"),
        ("{at: {Wake: nothing}}", "at.Wake: expected nothing, found [kongo]"),
        ("{refused: 3.1.1}", "refused: expected a text with '3.1.1', found it was done"),
        ("{answr: 3}", "'answr' cannot be expected; did you mean 'answer'?"),
        ("{after: 7, refused: no}", "There is no step 7: 2 were played."),
        ("{piece: {id: mutsu, at: Truk}}", "There is no piece 'mutsu'; did you mean jp_bb_nagato_mutsu?"),
    ],
)
def test_what_is_not_so_is_said(book: RuleBook, tmp_path: Path, expected: str, said: str) -> None:
    assert run(book, tmp_path, f"{KONGO}  expect: {expected}\n") == {"moved": (said,)}


def test_a_case_is_like_another_but_for_what_it_says(book: RuleBook, tmp_path: Path) -> None:
    like = "- {id: from-palau, like: moved, given: {pieces: {kongo: {kind: jp_bb_kongo_haruna, at: Palau}}}, expect: "
    text = f"{KONGO}  expect: {{after: 0, at: {{Truk: [kongo]}}}}\n{like}{{after: 0, at: {{Palau: [kongo]}}}}}}\n"
    assert run(book, tmp_path, text) == {"moved": (), "from-palau": ()}


def test_of_a_piece_only_what_is_said_is_otherwise(book: RuleBook, tmp_path: Path) -> None:
    like = "- {id: flipped, like: moved, given: {pieces: {kongo: {Shows: operational}}}, expect: "
    text = (
        f"{KONGO}  expect: {{refused: no}}\n{like}{{after: 0, piece: {{id: kongo, at: Truk, Shows: operational}}}}}}\n"
    )
    assert run(book, tmp_path, text) == {"moved": (), "flipped": ()}


def test_a_scenario_is_set_up_and_a_step_taken_back(book: RuleBook, tmp_path: Path) -> None:
    text = """
- id: arizona
  given: {scenario: december-1941}
  do: [{as: AL, move: us_bb_arizona_oklahoma, to: Midway}, {as: AL, undo: 1}]
  expect:
  - {after: 1, at: {Midway: {has: us_bb_arizona_oklahoma}}}
  - {piece: {id: us_bb_arizona_oklahoma, at: Pearl Harbor Holding}}
"""
    assert run(book, tmp_path, text) == {"arizona": ()}


SUBMARINES = """
  given:
    now: [6, JP, 11]
    points: {sub_japan: 2, sub_us: 0}
    pieces: {ca: {kind: us_ca_crudiv6, at: "1410"}}
    forces: {TF 1: [ca]}
"""


def test_the_only_question_is_answered_without_its_key(book: RuleBook, tmp_path: Path) -> None:
    text = f"""
- id: said
{SUBMARINES}
  do: [{{as: JP, run: submarines}}, {{as: JP, says: []}}]
  expect: {{procedure: nothing}}
- id: not-asked
{SUBMARINES}
  do: [{{as: JP, run: submarines}}, {{as: AL, says: []}}]
  expect: {{procedure: nothing}}
"""
    assert run(book, tmp_path, text) == {
        "said": (),
        "not-asked": ("'says' needs exactly one question to AL, but there are 0; asked is targets of JP (of JP).",),
    }


def test_one_finding_among_others(book: RuleBook, tmp_path: Path) -> None:
    text = """
- id: a
  given: {now: [4, JP, 10], pieces: {air: {kind: jp_air, at: Truk}}}
  do: [{as: JP, move: air, to: "1010"}]
  expect: {findings: {rule: "10.0", pieces: [air]}}
- id: b
  like: a
  expect: {findings: [{rule: "10.0"}]}
- id: c
  like: a
  expect: {findings: {rule: "7.1"}}
"""
    passed = {case: not wrong for case, wrong in run(book, tmp_path, text).items()}
    assert passed == {"a": True, "b": False, "c": False}


def test_a_step_that_was_not_done_is_told_where_a_case_fails(book: RuleBook, tmp_path: Path) -> None:
    text = f"""
- id: a
{SUBMARINES}
  do: [{{as: JP, run: submarines}}, {{as: JP, answer: targets of JP, with: [TF 2]}}]
  expect: {{procedure: nothing}}
"""
    ((wrong, told),) = run(book, tmp_path, text).values()
    assert wrong.startswith("procedure: expected nothing")
    assert told == "step 2 was not done: TF 2 cannot be chosen here. Choose from: TF 1 at 1410."


def test_a_case_runs_once_for_each_choice(book: RuleBook, tmp_path: Path) -> None:
    text = """
- id: both
  for_options: {G-28: [each-after-first, hits-minus-one]}
  expect:
  - {options: {G-28: each-after-first}, when: {G-28: each-after-first}}
  - {options: {G-28: each-after-first}, when: {G-28: hits-minus-one}}
"""
    wrong = "G-28 = hits-minus-one: options.G-28: expected each-after-first, found hits-minus-one"
    assert run(book, tmp_path, text) == {"both": (wrong,)}


FIRES = (
    "ask: {lookup: {table: surface-combat, firepower: 2, defence: 9, allied_target: yes, long_lance: no, dice: [5]}}"
)


def test_a_table_reads_otherwise_in_one_case_alone(book: RuleBook, tmp_path: Path) -> None:
    text = f"""
- id: as-printed
  {FIRES}
  expect: {{answer: {{cell: "4", hits: 1}}}}
- id: otherwise
  tables: {{surface-combat: {{"2,9": "6"}}}}
  {FIRES}
  expect: {{answer: {{cell: "6", hits: 0}}}}
- id: as-printed-again
  like: as-printed
"""
    assert run(book, tmp_path, text) == {"as-printed": (), "otherwise": (), "as-printed-again": ()}


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ('{surface: {"2,9": "6"}}', "There is no table 'surface' with cells to replace"),
        ('{surface-combat: {"22,9": "6"}}', "Surface combat has no row '22'; did you mean '2'?"),
        ('{surface-combat: {"2,99": "6"}}', "Surface combat has no column '99'; did you mean '9'?"),
        ('{surface-combat: {"2": "6"}}', "Surface combat has no column ''"),
    ],
)
def test_a_cell_that_is_not_there_is_told(book: RuleBook, tmp_path: Path, tables: str, said: str) -> None:
    ((wrong,),) = run(book, tmp_path, f"- {{id: a, tables: {tables}, expect: {{refused: no}}}}\n").values()
    assert wrong.startswith(said)


def test_dice_that_are_not_rolled_fail(book: RuleBook, tmp_path: Path) -> None:
    text = "- {id: dice, do: [{as: JP, roll: 2d6, why: luck}], dice: [1, 2, 3], expect: {hears: [rolled]}}\n"
    assert run(book, tmp_path, text) == {"dice": ("dice were not rolled: 3",)}


def test_a_known_conflict_must_stay_one(book: RuleBook, tmp_path: Path) -> None:
    text = """
- {id: a, known_conflict: misprint, expect: {options: {G-28: hits-minus-one}}}
- {id: b, known_conflict: misprint, expect: {options: {G-28: each-after-first}}}
"""
    assert run(book, tmp_path, text) == {
        "a": (),
        "b": ("it no longer conflicts with the published example (misprint)",),
    }


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (
            "{id: a, expect: {refused: no}, do: [{as: JP, mve: x}]}",
            "'mve' is not a step; did you mean 'move'?",
        ),
        ("{id: a, expect: {refused: no}, do: [{as: UK, roll: 1d6}]}", "'UK' plays no side"),
        ("{id: a, ask: {reech: {of: x}}, expect: {answer: 1}}", "'reech' cannot be asked; did you mean 'reach'?"),
        ("{id: a, ask: {zzz: {of: x}}, expect: {answer: 1}}", "'zzz' cannot be asked; known are lookup, "),
        ("{id: a, given: {scenario: december-1914}, expect: {refused: no}}", "has no scenario 'december-1914'"),
        ("{id: a, given: {pieces: {x: {kind: jp_air}}}, expect: {refused: no}}", "Where is x?"),
        ("{id: a, given: {controll: {Wake: JP}}, expect: {refused: no}}", "'controll' is not a word of this module"),
        ("{id: a, given: {policy: strict}, expect: {refused: no}}", "'strict' is no policy; known are off, advise,"),
        (
            "{id: a, given: {policy: {oyl: off}}, expect: {refused: no}}",
            "There is no check 'oyl' for a policy; did",
        ),
        (
            "{id: a, given: {pieces: {x: {kind: jp_air, at: Truk, Shows: two}}}, expect: {refused: no}}",
            "x: 'Shows' cannot be 'two'; it is strength 2.",
        ),
        ("{id: a, like: b, expect: {refused: no}}", "There is no case 'b' for 'like'"),
        (
            '{id: a, expect: {refused: no}, do: [{as: JP, roll: 1d6, saying: {"finding:oyl": yes}}], dice: [1]}',
            "'finding:oyl' is never asked: there is no check 'oyl'; did you mean 'oil'?",
        ),
        ("{id: a}", "It expects nothing."),
    ],
)
def test_a_case_that_cannot_be_played_says_why(book: RuleBook, tmp_path: Path, case: str, said: str) -> None:
    ((wrong,),) = run(book, tmp_path, f"- {case}\n").values()
    assert said in wrong


def test_mistakes_are_told_by_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("module: fire_in_the_sky\ncases:\n- id: a\n  expct: {}\n", encoding="utf-8")
    with pytest.raises(ModuleProblems, match=r"wrong\.yaml:4:3: .*expect"):
        read_cases(file)


def test_a_move_by_a_way_of_moving_pays_and_notes(book: RuleBook, tmp_path: Path) -> None:
    given = "{now: [2, JP, 7], points: {tp_japan: 9}, pieces: {kongo: {kind: jp_bb_kongo_haruna, at: Truk}}}"
    step, done = (
        "as: JP, move: kongo, to: Palau",
        "{points: {tp_japan: 7}, piece: {id: kongo, deployed: sea}, findings: nothing}",
    )
    text = f"""
- {{id: by, given: {given}, do: [{{{step}, by: sea-deploy}}], expect: {done}}}
- {{id: plain, given: {given}, do: [{{{step}}}], expect: {{points: {{tp_japan: 9}}, findings: [{{rule: 3.3.6}}]}}}}
- {{id: slip, given: {given}, do: [{{{step}, by: sea-deployment}}], expect: {done}}}
"""
    assert run(book, tmp_path, text) == {
        "by": (),
        "plain": (),
        "slip": ("'sea-deployment' is no way of moving; did you mean 'sea-deploy'?",),
    }
