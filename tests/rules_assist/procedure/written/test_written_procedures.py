"""Procedures in rule files: the example of docs/procedures.md is played, and mistakes are reported with their line."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "procedures.md").read_text(encoding="utf-8")
EXAMPLE, WAYS, WALK = re.findall(r"^```yaml\n(.*?)^```", PAGE.split("## In a rule file")[1], re.MULTILINE | re.DOTALL)
GIVEN = """
- id: played
  given:
    pieces:
      armour: {kind: red_armour, at: "0704"}
      guns: {kind: red_artillery, at: "0704"}
      far: {kind: red_infantry, at: "0101"}
      enemy: {kind: blue_infantry, at: Millbridge}
      other: {kind: blue_armour, at: Millbridge}
"""


@pytest.fixture
def book_of(tmp_path: Path) -> Callable[[str], RuleBook]:
    """Return a function that gives the rule book of a new module with these rules."""

    def make(rules: str) -> RuleBook:
        folder = tmp_path / "blank"
        if not folder.exists():
            copytree(ROOT / "tabletop" / "module" / "blank", folder)
            about = folder / "module.yaml"
            about.write_text(about.read_text() + "\nrules: [rules.yaml]\nproperties: {losses: 0}\n")
        (folder / "rules.yaml").write_text(rules)
        return load_rulebook(load_module(folder))

    return make


@pytest.fixture
def wrong(book_of, tmp_path) -> Callable[[str, str], list[str]]:
    """Return a function that runs a case under these rules, and returns its failures. The case begins with pieces at
    Millbridge.
    """

    def play(rules: str, case: str) -> list[str]:
        book = book_of(rules)
        file = tmp_path / "blank" / "case.yaml"
        file.write_text(f"module: blank\ncases:{GIVEN}{case}")
        return [line for result in run_cases(book, read_cases(file), "case.yaml") for line in result.wrong]

    return play


REPORTING = """
procedures:
  - id: advance
    title: Advance
    rule: "7"
    groups: {all: {pieces: Side == side}}
    steps:
      - id: go
        title: Advance
        rule: "7.1"
        asks: [{id: column, question: Who advances?, among: all, pieces: "true"}]
        effects: [{of: column, report: sighting, source: '"A patrol"', says: {count: "2"}}]
"""
FORMS = """
contacts:
  kinds: [{id: column, title: Column, says: {count: Units}}]
  reports:
  - {id: sighting, title: Sighting, contact: column, fields: [{claim: count, truth: "1", least: "1", most: "2"}]}
"""


def test_a_procedure_reports_to_the_other_side_in_a_form_of_the_module(book_of, wrong, tmp_path):
    book_of(EXAMPLE)
    about = tmp_path / "blank" / "module.yaml"
    about.write_text(about.read_text() + FORMS)
    case = """
  do: [{as: Red, run: advance}, {as: Red, answer: column, with: armour}]
  expect: [{procedure: nothing}, {as: Blue, hears: [contact-reported]}]
"""
    found = wrong(REPORTING, case)
    assert found == [], "\n".join(found)
    with pytest.raises(ModuleProblems, match=r"'sightings'.*'sighting'"):
        book_of(REPORTING.replace("report: sighting", "report: sightings"))


SEARCH = """
procedures:
  - id: search
    title: Search
    rule: "7"
    groups: {all: {pieces: Side == side}}
    steps:
      - id: look
        title: Search
        rule: "7.1"
        asks: [{id: target, question: Which hex is searched?, beside: all, places: "true"}]
"""


def test_a_place_beside_two_pieces_is_offered_once(wrong):
    case = """
  do: [{as: Red, move: far, to: "0705"}, {as: Red, run: search}]
  expect: {asked: {key: target, by: Red, options: {has: ["0605", "0804"]}}}
"""
    assert wrong(SEARCH, case) == []


CAPTURED = """like: [armour], traits: [{trait: layer, name: Side, levels: [{name: Red}, {name: Blue}]}]}"""


@pytest.mark.parametrize(
    ("is_captured", "options"), [(False, "[armour, guns, far]"), (True, "[armour, guns, far, other]")]
)
def test_the_side_of_a_piece_can_be_a_property_of_its_own(book_of, wrong, tmp_path, is_captured, options):
    book_of(SEARCH)
    if is_captured:
        units = tmp_path / "blank" / "counters" / "units.yaml"
        units.write_text(re.sub(r"(id: blue_armour.*)like: \[armour\]}", rf"\1{CAPTURED}", units.read_text()))
    case = f"""
  do: [{{as: Red, run: search}}]
  expect: {{asked: {{key: target, by: Red, options: {{set: {options}}}}}}}
"""
    assert wrong(SEARCH.replace('beside: all, places: "true"', 'among: all, pieces: "true"'), case) == []


ROUT = """
procedures:
  - id: rout
    title: Rout
    rule: "7"
    groups: {strong: {pieces: 'Side == enemy and Strength == "full"'}}
    steps:
      - {id: all, title: Rout, rule: "7.1", for_each: {unit: strong}, runs: [{procedure: weaken, given: {unit: unit}}]}
  - id: weaken
    title: Weakened
    rule: "7.2"
    when: "false"
    no: It is a part of a rout.
    takes: {unit: pieces}
    steps: [{id: flip, title: Weakened, rule: "7.2", effects: [{of: unit, set: {Strength: '"reduced"'}}]}]
"""


def test_a_step_runs_for_each_piece_that_was_in_the_group_as_it_began(wrong):
    case = """
  do: [{as: Red, run: rout}]
  expect: {pieces: {enemy: {Strength: reduced}, other: {Strength: reduced}}}
"""
    assert wrong(ROUT, case) == []


CLEARED = ROUT.replace("runs: [", "when: strong > 0, runs: [").replace(
    "given: {unit: unit}}]}", "given: {unit: unit}}], effects: [{table: {losses: losses + 1}}]}"
)


@pytest.mark.parametrize(
    ("rules", "losses"),
    [(CLEARED, 2), (CLEARED.replace("for_each: {unit: strong}, ", "").replace("unit: unit", "unit: strong"), 1)],
)
def test_a_step_goes_on_after_what_it_runs_though_its_condition_holds_no_more(wrong, rules, losses):
    case = f"""
  do: [{{as: Red, run: rout}}]
  expect: {{table: {{losses: {losses}}}}}
"""
    assert wrong(rules, case) == []


def test_a_step_runs_for_no_piece_that_has_left_the_game(wrong):
    rules = ROUT.replace(
        """[{of: unit, set: {Strength: '"reduced"'}}]""", "[{of: foes, remove: yes}, {table: {losses: losses + 1}}]"
    ).replace("takes: {unit: pieces}", "takes: {unit: pieces}\n    groups: {foes: {pieces: Side == enemy}}")
    case = """
  do: [{as: Red, run: rout}]
  expect: {table: {losses: 1}}
"""
    assert wrong(rules, case) == []


ALARM = """
procedures:
  - id: alarm
    title: Alarm
    rule: "7"
    groups: {seen: {pieces: 'Side == enemy and Strength == "reduced"'}}
    steps:
      - id: alarm
        title: Alarm
        rule: "7.1"
        asks:
          - {id: some, by: enemy, question: Who rises?, among: seen, pieces: "true", least: "0", most: "0", always: yes}
          - {id: leader, by: enemy, question: Who leads?, among: seen, pieces: "true", always: yes}
"""
ONE = "given: {pieces: {enemy: {Strength: reduced}}}"


@pytest.mark.parametrize(
    ("given", "some", "leader", "options"),
    [("", "[]", "nothing", "[nothing]"), (ONE, "[enemy]", "enemy", "[enemy]")],
    ids=["none", "one"],
)
def test_a_question_can_be_asked_though_only_one_answer_is_possible(wrong, given, some, leader, options):
    answers = f"{{as: Blue, answer: some, with: {some}}}, {{as: Blue, answer: leader, with: {leader}}}"
    case = f"""
- id: alarmed
  like: played
  {given}
  do: [{{as: Red, run: alarm}}, {answers}]
  expect:
  - {{after: 1, asked: {{key: some, by: Blue}}}}
  - {{after: 2, asked: {{key: leader, by: Blue, options: {options}}}}}
  - {{procedure: nothing}}
"""
    first = "\n  expect: {procedure: nothing}\n"
    assert wrong(ALARM, first + case) == []
    skipped = wrong(ALARM.replace(", always: yes", ""), first + case)
    assert any("is not asked" in line for line in skipped)


BEGIN = "{as: Red, run: assault}, {as: Red, answer: target, with: Millbridge}"
ATTACK = f"{BEGIN}, {{as: Red, answer: attackers, with: [armour, guns]}}"
STAY = "{as: Blue, answer: retreat, with: no}"

PLAYED = {
    "it asks for the hex, then for the units beside it": f"""
  do: [{BEGIN}]
  expect: {{asked: {{key: attackers, by: Red, options: {{set: [armour, guns]}}, least: 1, most: 2}}}}
""",
    "a miss is the end of it": """
  do: [{as: Red, run: assault}, {as: Red, answer: target, with: Millbridge}, {as: Red, answer: attackers, with: [guns]}]
  dice: [{d: 3, why: "Fire (8.1)"}]
  expect: {procedure: nothing, table: {losses: 0}}
""",
    "after a hit each unit there is asked, one after the other": f"""
  do: [{ATTACK}, {STAY}]
  dice: [1]
  expect:
  - {{after: 3, asked: {{key: retreat, by: Blue, question: Does Blue infantry retreat?}}}}
  - {{asked: {{key: retreat, by: Blue, question: Does Blue armour retreat?}}, piece: {{id: enemy, Strength: reduced}}}}
""",
    "who retreats goes one step, where the expression holds": f"""
  do: [{ATTACK}, {{as: Blue, answer: retreat, with: yes}}, {{as: Blue, answer: refuge, with: "0603"}}]
  dice: [1]
  expect:
  - {{after: 4, asked: {{key: refuge, by: Blue, options: {{has: ["0603", "0605"]}}}}}}
  - {{pieces: {{enemy: {{at: "0603", Strength: full}}, other: {{at: Millbridge}}}}, table: {{losses: 1}}}}
""",
    "an answer of one unit is not that of the next": f"""
  do: [{ATTACK}, {{as: Blue, answer: retreat, with: yes}}, {{as: Blue, answer: refuge, with: "0603"}}, {STAY}]
  dice: [1]
  expect:
  - {{pieces: {{enemy: "0603", other: {{at: Millbridge, Strength: reduced}}}}}}
  - {{procedure: nothing, table: {{losses: 2}}}}
""",
    "who has nobody may not begin": """
  do: [{remove: armour}, {remove: guns}, {remove: far}, {as: Red, run: assault}]
  expect: {refused: Red has nobody beside an enemy.}
""",
    "a unit that is gone by hand is asked for no more": f"""
  do: [{ATTACK}, {{remove: enemy}}]
  dice: [1]
  expect: {{procedure: {{id: assault, step: losses}}}}
""",
}


@pytest.mark.parametrize("case", PLAYED.values(), ids=PLAYED.keys())
def test_the_example_of_the_page_is_played(wrong, case):
    assert wrong(EXAMPLE, case) == []


ASKING = """
procedures:
- id: plan
  title: A plan
  rule: "1"
  groups: {tanks: {pieces: symbol == "armour"}}
  steps:
  - id: say
    title: Say
    asks:
    - {id: many, question: How many?, number: yes, least: "0", most: 2 * tanks}
    - {id: line, question: In which order?, among: tanks, pieces: "true", order: yes}
  - id: each
    title: One after the other
    for_each: {unit: line}
    effects: [{table: {plan: 'if(known(plan), plan, "") ~ many ~ unit_names'}}]
  - id: guess
    title: Guess
    asks:
    - {id: red, question: High or low?, words: [high, low], secret: yes}
    - {id: blue, question: High or low?, words: [high, low], by: enemy, together: yes}
    effects:
    - {table: {met: red == blue}}
  - id: after
    title: After
    asks: [{id: seen, question: "Is it {red}?", confirm: yes, when: known(red)}]
"""
ASKED = "{as: Red, run: plan}, {as: Red, answer: many, with: 3}, {as: Red, answer: line, with: [other, armour]}"


@pytest.mark.parametrize(
    "case",
    [
        """
  do: [{as: Red, run: plan}]
  expect: {asked: {key: many, by: Red}}
""",
        f"""
  do: [{ASKED}]
  expect: {{table: {{plan: 3Blue armour3Red armour}}}}
""",
        f"""
  do: [{ASKED}, {{as: Blue, answer: blue, with: low}}]
  expect: {{asked: {{key: red, by: Red}}}}
""",
        f"""
  do: [{ASKED}, {{as: Blue, answer: blue, with: low}}, {{as: Red, answer: red, with: low}}]
  expect: {{procedure: nothing, table: {{met: yes}}}}
""",
    ],
    ids=[
        "a number",
        "an order, one after the other by it",
        "both sides at once",
        "a secret is forgotten with its step",
    ],
)
def test_numbers_orders_and_secret_choices(wrong, case):
    assert wrong(ASKING, case) == []


def test_words_numbers_and_properties_are_kept(wrong):
    rules = """
procedures:
- id: plan
  title: A plan
  rule: "1"
  figures: {twice: {value: 2 * tanks}}
  groups: {tanks: {pieces: symbol == "armour"}}
  steps:
  - {id: say, title: Say, asks: [{id: how, question: How?, words: [high, low]}]}
  - id: done
    title: Done
    effects:
    - {table: {plan: how ~ " " ~ twice}}
    - {of: tanks, set: {Strength: '"reduced"'}, when: how == "low"}
    - {of: tanks, move_to: '"Northwood"'}
"""
    case = """
  do: [{as: Red, run: plan}, {as: Red, answer: how, with: low}]
  expect:
  - {table: {plan: low 4}, piece: {id: armour, at: Northwood, Strength: reduced}}
  - {piece: {id: other, at: Northwood, Strength: reduced}}
"""
    assert wrong(rules, case) == []


def test_a_figure_adds_up_facts_of_places(wrong):
    rules = """
procedures:
- id: count
  title: Count
  rule: "1"
  figures: {letters: {sum_over: at_name == "Northwood" or at_name == "Millbridge", value: length(at_name)}}
  steps: [{id: say, title: Say, effects: [{table: {plan: letters}}]}]
"""
    assert wrong(rules, "\n  do: [{as: Red, run: count}]\n  expect: {table: {plan: 19}}\n") == []


def test_several_places_can_be_chosen_and_pieces_of_one_name_are_counted(wrong):
    rules = """
procedures:
- id: disrupt
  title: Disrupt
  rule: "1"
  groups: {markers: {pieces: Kind == "disrupted" and (Place == "0403" or Place == "0604")}}
  steps:
  - id: disrupt
    title: Disrupt
    asks: [{id: towns, question: Which towns?, places: at_name != "", least: "0", most: "2"}]
    effects: [{at: towns, place: '"disrupted"', count: length(at_name)}]
  - {id: count, title: Count, effects: [{table: {losses: towns * 100 + markers, plan: markers_names}}]}
"""
    case = """
  do: [{as: Red, run: disrupt}, {as: Red, answer: towns, with: [Northwood, Millbridge]}]
  expect:
  - {after: 1, asked: {key: towns, least: 0, most: 2}}
  - {table: {losses: 219, plan: 19 × Disrupted}}
"""
    assert wrong(rules, case) == []


def test_an_expression_that_cannot_be_worked_out_is_told_as_a_mistake(wrong):
    rules = """
procedures:
- {id: odd, title: Odd, rule: "1", steps: [{id: halve, title: Halve, effects: [{table: {half: 1 / nothing}}]}]}
"""
    case = """
  do: [{as: Red, run: odd}]
  expect: {refused: "The module has a mistake: 'odd, halve'"}
"""
    assert wrong(rules, case) == []


SKELETON = "procedures: [{{id: p, title: P, rule: '1', {groups}steps: [{{id: s, title: S, {step}}}]}}]"

MISTAKES = [
    ("", "look: {table: fier}", "found 'fier', expected a name that this procedure knows"),
    ("", "for_each: {unit: nobody}", "found 'nobody'"),
    ("", "effects: [{of: them, key: ctrl F}]", "found 'them'"),
    ("groups: {near: {beside: target}}, ", "", "found 'target'"),
    ("groups: {some: {among: al}, all: {}}, ", "", "did you mean 'all'?"),
    ("", "asks: [{id: a, question: Q, pieces: at_enemy_unit > 0}]", "'at_enemy_unit'"),
    ("", "asks: [{id: a, question: Q}]", "one of 'pieces', 'places', 'path', 'words', 'confirm' and 'number'"),
    ("", "effects: [{key: ctrl F}]", "'of' with the pieces"),
    ("", "effects: [{table: {x: '1'}, key: F}]", "one of 'move_to', 'key', 'report', 'set', 'show'"),
    ("", "for_each: {a: b, c: d}", "one name with one group"),
    ("figures: {f: {value: '1', at: x, sum_of: y}}, ", "", "either a value 'at' a place"),
    ("figures: {f: {value: '1', at: x, sum_over: 'true'}}, ", "", "a sum over places has no 'at'"),
]


@pytest.mark.parametrize(("groups", "step", "says"), MISTAKES)
def test_a_mistake_is_told_with_its_line(book_of, groups, step, says):
    rules = SKELETON.format(groups=groups, step=step)
    with pytest.raises(ModuleProblems) as told:
        book_of(rules)
    assert says in str(told.value)
    assert "rules.yaml:1:" in str(told.value)


ROLLED = "  dice: [1]\n  expect: {told: {has: [{key: rolled}]}}\n"
PAUSED = EXAMPLE.replace("look: {table: fire}", "look: {table: fire, pause: enemy}")


def test_a_look_waits_for_the_side_that_gives_the_word(wrong):
    waits = "{asked: [{key: pause before fire, kind: pause, by: Blue, question: Fire}]}"
    done = "{as: Blue, answer: pause before fire, with: roll-these}"
    case = f"    properties: {{pauses: 'on'}}\n  do: [{ATTACK}]\n  expect: {waits}\n"
    assert wrong(PAUSED, case) == []
    assert wrong(PAUSED, f"    properties: {{pauses: 'on'}}\n  do: [{ATTACK}, {done}]\n{ROLLED}") == []


def test_a_look_without_a_pause_waits_for_nobody(wrong):
    assert wrong(EXAMPLE, f"    properties: {{pauses: 'on'}}\n  do: [{ATTACK}]\n{ROLLED}") == []


def test_who_gives_the_word_is_an_expression(book_of):
    with pytest.raises(ModuleProblems, match=r"rules\.yaml:\d+:\d+"):
        book_of(EXAMPLE.replace("look: {table: fire}", "look: {table: fire, pause: 'side +'}"))


def test_a_secret_look_is_told_to_one_side(wrong):
    case = f"  do: [{ATTACK}]\n  dice: [6]\n  expect: {{as: Blue, hears: {{has: rolled}}}}\n"
    secret = EXAMPLE.replace("look: {table: fire}", "look: {table: fire, secret_to: side}")
    assert wrong(EXAMPLE, case) == []
    assert len(wrong(secret, case)) == 1
    assert wrong(secret, case.replace("as: Blue", "as: Red")) == []


AMBUSH = """
procedures:
- id: ambush
  title: Ambush
  rule: "9"
  known_to: side
  steps:
  - {id: lay, title: Where, asks: [{id: where, question: Where do you lie in wait?, words: [wood, hill]}]}
  - {id: roll, title: Luck, asks: [{id: sure, question: Go ahead?, confirm: yes}], look: {table: luck}}
  - {id: strike, title: Strike, when: result == "hit", effects: [{table: {losses: losses + 1}}]}
tables:
- {id: luck, title: Luck, rule: "9.1", dice: 1d6, rows: [{at: "1", gives: hit}, {at: otherwise, gives: miss}]}
"""
LAID = "{as: Red, run: ambush}, {as: Red, answer: where, with: wood}"


@pytest.mark.parametrize(
    ("do", "dice"),
    [
        ("{as: Red, run: ambush}", "[]"),
        (LAID, "[]"),
        (f"{LAID}, {{as: Red, answer: sure, with: yes}}", "[6]"),
        (f"{LAID}, {{as: Red, leave: ambush}}", "[]"),
    ],
    ids=["begun", "answered", "over", "left"],
)
def test_who_may_not_know_of_a_procedure_learns_nothing_of_it(wrong, do, dice):
    seen = "{as: Red, set: {table: {losses: 5}}}"
    case = f"""
  do: [{do}, {seen}]
  dice: {dice}
  same_for: {{side: Blue, do: [{seen}], dice: []}}
"""
    assert wrong(AMBUSH, case) == []
    assert wrong(AMBUSH.replace("known_to: side", "known_to: all"), case)


def test_what_an_unknown_procedure_does_is_seen_and_its_own_side_is_told_all(wrong):
    case = f"""
  do: [{LAID}, {{as: Red, answer: sure, with: yes}}]
  dice: [1]
  expect:
  - {{after: 2, as: Blue, procedure: nothing, asked: nothing}}
  - {{after: 2, as: Red, asked: {{key: sure, by: Red}}}}
  - {{as: Blue, table: {{losses: 1}}}}
"""
    assert wrong(AMBUSH, case) == []


def test_both_sides_may_play_one_that_the_other_does_not_know_of(wrong):
    case = f"""
  do: [{LAID}, {{as: Blue, run: ambush}}]
  expect: {{as: Blue, asked: [{{key: where, by: Blue}}]}}
"""
    assert wrong(AMBUSH, case) == []


PHASES = """
sequence:
  tracker: Turn
  phasing: {Red: Red, Blue: Blue}
  phases:
  - {id: one, at: Movement, title: One, rule: "1", acts: all, offers: [ambush]}
  - {id: two, at: Combat, title: Two, rule: "2", acts: all}
"""


def test_a_phase_ends_over_a_procedure_that_others_do_not_know_of_without_a_question(wrong):
    case = f"""
  do: [{LAID.replace("Red", "Blue")}, {{as: Red, run: next-phase}}]
  expect: [{{procedure: nothing, hears: {{has: procedure-left}}, as: Blue}}, {{asked: nothing, as: Red}}]
  same_for: {{side: Red, do: [{{as: Red, run: next-phase}}]}}
"""
    assert wrong(AMBUSH.replace("known_to: side", "known_to: side\n  must_finish: yes") + PHASES, case) == []


def test_a_procedure_that_one_side_knows_of_asks_no_other_and_is_run_by_no_phase(book_of):
    with pytest.raises(ModuleProblems, match="questions, pauses and rolls for 'side' alone"):
        book_of(AMBUSH.replace("confirm: yes}", "confirm: yes, by: enemy}"))
    with pytest.raises(ModuleProblems, match="a procedure that everybody knows of"):
        book_of(AMBUSH + PHASES.replace("offers", "begins"))


def test_the_walk_of_the_page_is_played(wrong):
    case = """
  do: [{as: Red, run: voyage}, {as: Red, says: ["0804", "0904"]}]
  dice: [{d: 2, why: Spotting at 0804}]
  expect: {pieces: {armour: "0904"}, procedure: nothing}
"""
    assert wrong(WALK, case) == []


def test_the_raid_of_the_page_is_played(book_of, tmp_path: Path):
    file = tmp_path / "raid.yaml"
    file.write_text("""module: blank
cases:
- id: out and home
  given: {pieces: {guns: {kind: red_artillery, at: "0303"}, foot: {kind: red_infantry, at: "0303"}}}
  do: [{as: Red, run: raid}, {as: Red, answer: target, with: Northwood}, {as: Red, answer: base, with: "0304"}]
  expect:
  - {after: 2, pieces: {guns: Northwood}, asked: {key: base}}
  - {pieces: {guns: "0304", foot: "0303"}, procedure: nothing}
""")
    results = run_cases(book_of(WAYS), read_cases(file), "raid.yaml")
    assert [line for result in results for line in result.wrong] == []
