"""No expectation is empty: each word of `expect` can fail, and a slip in one is reported with the nearest word."""

from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.cases.run.expectations import WORDS
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.library import find_module
from tabletop.module.loader import load_module

GIVEN = """
- id: a
  given:
    now: [2, AL, 5]
    points: {oil: 9, sub_us: 3, merchantmen: 60, tp_japan: 10}
    pieces: {escorts: {kind: jp_dd_escort, at: Convoy Escort}, kongo: {kind: jp_bb_kongo_haruna, at: Truk}}
    forces: {Fleet 1: [kongo]}
  do: [{as: AL, run: convoy-war}, {as: AL, answer: attack, with: yes}, {as: JP, answer: dice, with: 1}]
  dice: [5]
"""

SO_AND_OTHERWISE = {
    "answer": ("{steps: 2, path: {has: [Wake]}}", "{steps: {not: 2}}"),
    "answers": ("[{steps: {not: nothing}}]", "[nothing]"),
    "why_not": ("{Saipan: {rule: '7.0'}}", "nothing"),
    "findings": ("nothing", "{rule: '7.1'}"),
    "refused": ("no", "5.3"),
    "asks": ("nothing", "dice"),
    "piece": ("{id: kongo, at: Truk, class: BB}", "{id: kongo, class: CV}"),
    "pieces": ("{kongo: {not: Wake}, us_cv_saratoga_enterprise: gone}", "{kongo: gone}"),
    "at": ("{Truk: [kongo], Wake: nothing}", "{Truk: []}"),
    "options": ("{G-28: each-after-first}", "{G-28: {not: each-after-first}}"),
    "table": ("{mail_read: 0, captured: nothing}", "{mail_read: nothing}"),
    "hears": ("[procedure-answered]", "nothing"),
    "told": ("{key: rolled}", "{key: clock-pressed}"),
    "unseen": ("us_cv_saratoga_enterprise", "kongo"),
    "asked": ("{key: dice, by: AL, options: nothing}", "{key: dice, by: JP}"),
    "procedure": ("{id: convoy-war, step: attack}", "nothing"),
    "story": ("{has: {answer: '1'}}", "nothing"),
    "rolls": ("{1: {why: {has: escorts}}}", "nothing"),
    "ending": ("nothing", "{winner: JP}"),
    "now": ("[2, AL, 5]", "[2, AL, {not: 5}]"),
    "points": ("{oil: 8, vp: {between: [0, 9]}}", "{oil: {}}"),
    "control": ('{Truk: JP, "1207": AL}', "{Truk: {one_of: [AL, neutral]}}"),
    "forces": ("{Fleet 1: Truk, Fleet 2: nothing}", "{Fleet 1: nothing}"),
}
"""For each word, a true and a false example."""

ASKING = {
    "answer": "ask: {distance: {from: Wake, to: Midway}}\n  ",
    "answers": "ask: {distance: {from: Wake, to: Midway}}\n  ",
    "why_not": "ask: {reach: {of: kongo, mode: sea-deploy}}\n  ",
}


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(find_module("fire_in_the_sky")))


def run(book: RuleBook, folder: Path, text: str) -> list[str]:
    """Run a case file with this only case, and return its failures."""
    file = folder / "some.yaml"
    file.write_text(f"module: fire_in_the_sky\ncases:{text}", encoding="utf-8")
    return [line for result in run_cases(book, read_cases(file), file.name) for line in result.wrong]


def assert_told(found: list[str], wrong: list[str]) -> None:
    """Fail unless each line that was found has the words at its place in `wrong`, and there are no others."""
    assert len(found) == len(wrong)
    assert all(said in line for said, line in zip(wrong, found, strict=True))


def looking(word: str, expected: str) -> str:
    return f"{GIVEN}  {ASKING.get(word, '')}expect: {{{word}: {expected}}}\n"


def test_every_word_is_tried(book: RuleBook) -> None:
    assert SO_AND_OTHERWISE.keys() | {"holder", "places"} == WORDS.keys() | book.words.keys()


@pytest.mark.parametrize("word", SO_AND_OTHERWISE)
def test_every_word_can_hold_and_can_fail(book: RuleBook, tmp_path: Path, word: str) -> None:
    is_so, otherwise = SO_AND_OTHERWISE[word]
    assert run(book, tmp_path, looking(word, is_so)) == []
    wrong = run(book, tmp_path, looking(word, otherwise))
    assert wrong
    assert all(
        line.partition(".")[0].partition("[")[0].partition(":")[0] in (word, "kongo", "unseen") for line in wrong
    )


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("{}", "An entry expects nothing: {}."),
        ("{after: 1}", "An entry expects nothing: {after}."),
        ("{when: {G-28: hits-minus-one}, points: {oil: 1}}", "The case is never run with"),
        ("{when: {G-28: each-after-first}, points: {oil: 1}}", "points.oil: expected 1, found 8"),
        ("{when: {G-288: x}, refused: no}", "There is no option 'G-288'; did you mean 'G-28'?"),
        ("{answr: 3}", "'answr' cannot be expected; did you mean 'answer'?"),
        ("{as: Jp, refused: no}", "'Jp' plays no side; did you mean 'JP'?"),
        ("{pieces: {}}", "'pieces' is followed by names"),
        ("{pieces: {kongo: {}}}", "Nothing is expected of 'kongo'"),
        ("{pieces: {kngo: gone}}", "There is no piece 'kngo'; did you mean 'kongo'?"),
        ("{pieces: {kongo: {clas: nothing}}}", "kongo has no property 'clas'; did you mean 'class'?"),
        ("{pieces: {kongo: {not: Wakke}}}", "kongo.at: there is no place 'Wakke'; did you mean 'Wake'?"),
        ("{pieces: {kongo: {kind: {not: jp_bb_kongo}}}}", "The counter tray holds no 'jp_bb_kongo'; did you mean"),
        ("{at: {Truk: {not: kongo}}}", "at.Truk: it is [kongo], which can never be kongo"),
        ("{at: {Truk: {not: {has: kngo}}}}", "There is no piece 'kngo'; did you mean 'kongo'?"),
        ("{at: {Trok: nothing}}", "There is no place 'Trok'; did you mean 'Truk'?"),
        ("{unseen: []}", "'unseen' is followed by pieces"),
        ("{unseen: [kngo]}", "There is no piece 'kngo'; did you mean 'kongo'?"),
        ("{holder: {id: Deck, count: 3}}", "There is no deck, hand or box 'Deck'"),
        ("{table: {mail: nothing}}", "The table has no property 'mail'; did you mean 'mail_read'?"),
        ("{options: {G-288: nothing}}", "options has no 'G-288'; did you mean 'G-28'?"),
        ("{points: {oyl: nothing}}", "points has no 'oyl'; did you mean 'oil'?"),
        ("{control: {Trukk: nothing}}", "control has no 'Trukk'; did you mean 'Truk'?"),
        ("{findings: {not: {has: [{rul: '7.1'}]}}, after: 1}", "findings has no 'rul'; did you mean 'rule'?"),
        ("{asked: {kee: dice}}", "asked has no 'kee'; did you mean 'key'?"),
        ("{asked: {has: []}}", "asked: 'has' names nothing"),
        ("{procedure: {stepp: nothing}}", "procedure has no 'stepp'; did you mean 'step'?"),
        ("{procedure: {state: {submarine: nothing}}}", "procedure.state has no 'submarine'; known are"),
        ("{points: {oil: {between: [9, 1]}}}", "points.oil: 'between' has two numbers, the lower one first"),
        ("{points: {oil: {one_of: []}}}", "points.oil: 'one_of' names nothing"),
        ("{points: {oil: {not: a lot}}}", "points.oil: it is 8, which can never be a lot"),
        ("{findings: {not: {has: {rule: '7.99'}}}}", "findings.rule: there is no rule '7.99'"),
        ("{findings: {not: {has: {rule: '7.1', places: [Wakke]}}}}", "findings.places: there is no place 'Wakke'"),
        ("{findings: {not: {has: {pieces: {has: kngo}}}}}", "There is no piece 'kngo'; did you mean 'kongo'?"),
        ("{findings: {not: {has: {check: stackin}}}}", "there is no check 'stackin'; did you mean 'stacking'?"),
        ("{findings: {not: {has: {due: steps}}}}", "findings.due: there is no 'steps'; did you mean 'step'?"),
        ("{refused: {not: 7.99}}", "refused: there is no rule '7.99'"),
        (
            "{refused: {not: against-the-rule}}",
            "refused: there is no reason 'against-the-rule'; did you mean 'against-the-rules'?",
        ),
        ("{asks: {not: {key: finding:stackin}}}", "asks: there is no check 'stackin'; did you mean 'stacking'?"),
        ("{asks: {not: {kee: x}}}", "asks has no 'kee'; did you mean 'key'?"),
        ("{hears: {not: {has: rollled}}}", "hears: there is no sentence 'rollled'; did you mean 'rolled'?"),
        ("{told: {not: {has: {key: rollled}}}}", "told: there is no sentence 'rollled'; did you mean 'rolled'?"),
        ("{ending: {not: {id: drow}}}", "ending.id: there is no ending 'drow'; did you mean 'draw'?"),
        ("{ending: {not: {winner: Jp}}}", "ending.winner: there is no side 'Jp'; did you mean 'JP'?"),
        ("{asked: {not: {has: {key: atack}}}}", "asked.key: there is no question 'atack'; did you mean 'attack'?"),
        ("{asked: {not: {has: {by: Jp}}}}", "asked.by: there is no side 'Jp'; did you mean 'JP'?"),
        ("{procedure: {not: {id: convoy-wars}}}", "there is no procedure 'convoy-wars'; did you mean 'convoy-war'?"),
        ("{procedure: {not: {step: atack}}}", "procedure: there is no step 'atack'; did you mean 'attack'?"),
        ("{refused: {nt: x}}", "'refused' is followed by no, yes, a part of the reason, or a matcher"),
    ],
)
def test_a_slip_is_told(book: RuleBook, tmp_path: Path, expected: str, said: str) -> None:
    first, *_ = run(book, tmp_path, f"{GIVEN}  expect: {expected}\n")
    assert said in first


@pytest.mark.parametrize(
    ("question", "expected", "said"),
    [
        ("supply: {of: kongo}", "{line: {not: {has: Yokosuca}}}", "answer.line: there is no place 'Yokosuca'; did you"),
        ("supply: {of: kongo}", "{not: {line: {has: [Truk, Yokosuca]}}}", "answer.line: there is no place 'Yokosuca'"),
        ("supply: {of: kongo}", "{by: {not: {set: [kngo]}}}", "There is no piece 'kngo'; did you mean 'kongo'?"),
        ("distance: {from: Wake, to: Midway}", "{path: {not: {has: {one_of: [Wakke]}}}}", "answer.path: there is no"),
        (
            "zone: {zone: air_zone, side: AL}",
            "{places: {not: {has: Wakke}}}",
            "answer.places: there is no place 'Wakke'",
        ),
        ("reach: {of: kongo, mode: sea-deploy}", "{rule: {not: '7.99'}}", "answer.rule: there is no rule '7.99'"),
        (
            "reach: {of: kongo, mode: sea-deploy}",
            "{why_not: {Wake: {not: {check: rnge}}}}",
            "answer.why_not.Wake",
        ),
    ],
)
def test_a_slip_in_an_answer_is_told(book: RuleBook, tmp_path: Path, question: str, expected: str, said: str) -> None:
    first, *_ = run(book, tmp_path, f"{GIVEN}  ask: {{{question}}}\n  expect: {{answer: {expected}}}\n")
    assert said in first


REFUSED = """
- id: a
  given: {policy: enforce, now: [3, JP, 7], points: {tp_japan: 7}, pieces: {army: {kind: jp_land_army14, at: Formosa}}}
  do: [{as: JP, move: army, to: Hainan}]
"""


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ("{refused: 3.3.6}", ""),
        ("{refused: yes}", ""),
        ("{refused: {not: 7.1}}", ""),
        ("{refused: {one_of: [7.1, 3.3.6]}}", ""),
        ("{refused: {has: [against, 7 are]}}", ""),
        ("{refused: {not: 3.3.6}}", "refused: expected anything but {has: 3.3.6}, found against-the-rules: 3.3.6: "),
        ("{refused: no}", "refused: expected nothing, found against-the-rules: 3.3.6: "),
        ("{refused: 7.1}", "refused: expected a text with '7.1', found against-the-rules: 3.3.6: "),
    ],
)
def test_a_refusal_is_looked_at(book: RuleBook, tmp_path: Path, expected: str, wrong: str) -> None:
    found = run(book, tmp_path, f"{REFUSED}  expect: {expected}\n")
    assert [line[: len(wrong)] for line in found] == ([wrong] if wrong else [])


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ("{pieces: {army: Formosa}}", ["step 1 was not done: 3.3.6: "]),
        ("{pieces: {army: Formosa}, asks: nothing}", ["step 1 was not done: 3.3.6: "]),
        ("[{when: {G-28: each-after-first}, refused: yes}]", []),
        ("{refused: yes, pieces: {army: Formosa}}", []),
    ],
)
def test_a_step_that_is_not_done_is_told(book: RuleBook, tmp_path: Path, expected: str, wrong: list[str]) -> None:
    assert_told(run(book, tmp_path, f"{REFUSED}  expect: {expected}\n"), wrong)


def test_what_a_side_may_not_know_is_done_too(book: RuleBook, tmp_path: Path) -> None:
    text = """
- id: a
  given: {policy: enforce, now: [3, JP, 7], points: {tp_japan: 9}, pieces: {army: {kind: jp_land_army14, at: Formosa}}}
  do: [{as: JP, roll: 1d6}]
  dice: [1]
  same_for: {side: AL, given: {points: {tp_japan: 7}}, do: [{as: JP, move: army, to: Hainan}]}
"""
    assert any("same_for: step 1 was not done: " in line for line in run(book, tmp_path, text))


SECRET = """
- id: a
  options: {rule-16-1-4: used}
  given:
    now: [4, AL, 8]
    pieces: {cv: {kind: us_cv_hornet_wasp, at: Pearl Harbor}, ca: {kind: us_ca_crudiv6, at: Pearl Harbor}}
    forces: {US Task Force 1: [cv]}
  do: [{as: AL, run: operate}, {as: AL, answer: goal, with: Midway}, {as: AL, roll: 1d6}]
  dice: [1]
"""


@pytest.mark.parametrize(
    ("variant", "wrong"),
    [
        ("dice: [1]", []),
        ("dice: [2]", ["same_for: JP can tell them apart by step 2"]),
        ("do: [{as: AL, run: operate}, {as: AL, answer: goal, with: Wake}, {as: AL, roll: 1d6}]", ["by step 1"]),
        ("do: [{as: AL, run: operate}, {as: AL, answer: goal, with: Midway}]", ["by step 2"]),
        ("given: {pieces: {dd: {kind: us_dd_desron1, at: Noumea}}}", ["from the start"]),
    ],
)
def test_a_side_tells_tables_apart_by_what_it_sees_and_hears(
    book: RuleBook, tmp_path: Path, variant: str, wrong: list[str]
) -> None:
    assert_told(run(book, tmp_path, f"{SECRET}  same_for: {{side: JP, {variant}}}\n"), wrong)


def test_names_that_are_drawn_anew_for_each_table_do_not_count(book: RuleBook, tmp_path: Path) -> None:
    """A procedure of which the side does not know takes a number, so the next stack has another name."""
    text = """
- id: a
  options: {rule-16-1-4: used}
  given:
    now: [4, AL, 8]
    pieces: {cv: {kind: us_cv_hornet_wasp, at: Pearl Harbor}, ca: {kind: us_ca_crudiv6, at: Pearl Harbor}}
  do: [{as: AL, run: form-task-force}, {as: AL, move: ca, to: Midway}]
  same_for: {side: JP, do: [{as: AL, move: ca, to: Midway}]}
"""
    assert run(book, tmp_path, text) == []


def test_a_question_instead_of_a_step_is_told(book: RuleBook, tmp_path: Path) -> None:
    asking = REFUSED.replace("enforce", "confirm")
    assert "step 1 was not done: asked was finding:" in run(book, tmp_path, f"{asking}  expect: {{refused: no}}\n")[0]
    assert run(book, tmp_path, f"{asking}  expect: {{asks: finding:points, refused: no}}\n") == []


def test_a_failure_shows_what_else_came(book: RuleBook, tmp_path: Path) -> None:
    text = """
- id: a
  given: {now: [3, JP, 7], points: {tp_japan: 7}, pieces: {army: {kind: jp_land_army14, at: Formosa}}}
  do: [{as: JP, move: army, to: Hainan}]
  expect: {findings: {rule: "7.1", pieces: [army]}}
"""
    assert run(book, tmp_path, text) == [
        "findings: expected among others {rule: 7.1, pieces: [army]}, found [{rule: 3.3.6, pieces: [army]}]"
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n- {id: a, known_conflict: x, expect: {anser: 3}}\n", "'anser' cannot be expected"),
        ("\n- {id: a, for_options: {G-28: []}, expect: {refused: no}}\n", "'for_options' gives no choice for 'G-28'"),
        ("\n- {id: a, same_for: {side: JP}}\n", "'same_for' names no difference"),
        ("\n- {id: a, expect: {ending: nothing}}\n- {id: a, expect: {ending: nothing}}\n", "has the same id"),
        ("\n- {id: a, given: {properties: {mail: 1}}, expect: {ending: nothing}}\n", "did you mean 'mail_read'?"),
        ("\n- {id: a, ask: {reach: {off: x}}, expect: {answer: {not: nothing}}}\n", "did you mean 'of'?"),
        ("\n- {id: a, do: [{roll: 1d6, wy: x}], dice: [1], expect: {rolls: [{total: 1}]}}\n", "did you mean 'why'?"),
        ("\n- {id: a, do: [{run: next-phase, with: {to: operatins}}], expect: {ending: nothing}}\n", "'operations'?"),
        ("\n- {id: a, do: [{undo: 1}], expect: {ending: nothing}}\n", "only 0 had changed anything"),
        (
            "\n- {id: a, given: {pieces: {a: {kind: jp_bb_kongo_haruna, at: Truk}, b: {kind: jp_dd_desron1, at: Wake}},"
            " forces: {Fleet: [a, b]}}, expect: {ending: nothing}}\n",
            "Fleet is one Task Force, but its units are in Truk and Wake.",
        ),
        (
            "\n- {id: a, given: {pieces: {a: {kind: jp_dd_escort, at: Truk}, b: {kind: us_dd_desron1, at: Truk}},"
            " forces: {Fleet: [a, b]}}, expect: {ending: nothing}}\n",
            "Fleet is one Task Force, but its units are of JP and AL.",
        ),
        ("\n- {id: a, do: [{place: jp_ar, at: Truk}], expect: {ending: nothing}}\n", "holds no 'jp_ar'"),
    ],
)
def test_a_slip_elsewhere_is_told(book: RuleBook, tmp_path: Path, text: str, said: str) -> None:
    assert said in run(book, tmp_path, text)[0]


def test_several_steps_are_taken_back_one_by_one(book: RuleBook, tmp_path: Path) -> None:
    text = """
- id: a
  given: {pieces: {kongo: {kind: jp_bb_kongo_haruna, at: Truk}}}
  do: [{move: kongo, to: Wake}, {move: kongo, to: Palau}, {undo: 2}]
  expect: [{after: 3, pieces: {kongo: Wake}}, {pieces: {kongo: Truk}}]
"""
    assert run(book, tmp_path, text) == []
