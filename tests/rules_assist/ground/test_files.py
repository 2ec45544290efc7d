"""Mistakes about places in rule files are reported with their line, the expected value, and the nearest name."""

import pytest

from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module

MODE = "modes:\n- {id: march, title: March, rule: '4', allowance: move, "
PHASE = "modes: [{id: march, title: March, rule: '4', allowance: move}]\nsequence:\n  tracker: Turn\n"
PHASE += "  phases:\n  - {id: a, at: Movement, title: A, rule: '2', "


@pytest.mark.parametrize(
    ("rules", "line", "said", "nearest"),
    [
        (MODE + "over: [adjacnt]}", 2, "'adjacnt'", "adjacent"),
        (
            MODE + "ends: [{when: at_own_unts > 1, no: too many}]}\npresence: [{id: units, title: U}]",
            2,
            "at_own_unts",
            "",
        ),
        (MODE + "steps: [{when: to_costs == 2, cost: '1'}]}", 2, "to_costs", ""),
        (MODE + "steps: [{cost: '1', no: never}]}", 2, "either `cost`, or `no`", ""),
        (MODE + "steps: [{cost: 1 +}]}", 2, "an expression that can be understood", ""),
        (MODE + "stops: [{when: at_enemy_zoc > 0, why: a zone}]}", 2, "at_enemy_zoc", ""),
        ("modes:\n- {id: march, title: March, rule: '4'}", 2, "an `allowance`, or another way of moving", ""),
        (MODE + "like: mrch}", 2, "'mrch'", ""),
        (MODE.replace(" allowance: move,", "") + "like: march}", 2, "an earlier way of moving", ""),
        (MODE + "walk: yes}", 2, "'walk'", ""),
        ("supply:\n- {id: line, title: Line, rule: '9', like: lin}", 2, "an earlier kind of supply", ""),
        ("supply:\n- {id: line, title: Line, rule: '9', reach: '2'}", 2, "`sources` and `reach`, or another kind", ""),
        (MODE + "per_point: 0}", 2, "a number of 1 or more", ""),
        (PHASE + "modes: [mrch]}", 5, "'mrch'", "march"),
        (PHASE + "offers: [next-phas]}", 5, "'next-phas'", "next-phase"),
        (PHASE + "begins: [march]}", 5, "a procedure", ""),
        (PHASE + "ends: [next-phase, tidy]}", 5, "'tidy'", ""),
        (PHASE + "reactions: [nxt-phase]}", 5, "'nxt-phase'", "next-phase"),
        (PHASE + "modes: [march]}\n  phasing: {Red: Rad}", 6, "'Rad'", "Red"),
        (
            PHASE + "modes: [march]}\n  endings: [{id: e, when: 'true', rule: '1', says: E, winner: Blu}]",
            6,
            "'Blu'",
            "Blue",
        ),
        (PHASE.replace("Turn", "Tern") + "modes: [march]}", 3, "'Tern'", "Turn"),
        (PHASE.replace("at: Movement", "at: Moving") + "modes: [march]}", 5, "a phase of Turn", "Movement"),
        (
            "checks:\n- {id: c, title: C, rule: '1', wrong: 'true', message: C}\n"
            "- {id: c, title: D, rule: '2', wrong: 'true', message: D}",
            3,
            "two rules are called 'c'",
            "",
        ),
        ("control: [{title: Holder, printed: sid}]", 1, "'sid'", ""),
        ("control: [{title: Holder, printed: 'if(sid == 1, owner, \"\")'}]", 1, "a property of places", ""),
        ("stands: [{on: boord, at: from}]", 1, "'boord'", ""),
        ("stands:\n- {on: main, at: from}\n- {on: main, at: home}", 3, "is given twice", ""),
        ("stands: [{on: main, at: from, map: man}]", 1, "'man'", "main"),
        ("presence: [{id: Units, title: U}]", 1, "'Units'", ""),
        ("zones: [{id: a, title: A, rule: '1', of: at_enemy_a > 0}]", 1, "at_enemy_a", ""),
        ("zones:\n- {id: a, title: A, rule: '1'}\n- {id: a, title: B, rule: '2'}", 3, "ids must differ", ""),
        ("supply:\n- {id: s, title: S, rule: '1', reach: '1'}", 2, "sources", ""),
        ("stacking:\n- {id: s, title: S, rule: '1', limit: at_nothing}", 2, "at_nothing", ""),
    ],
)
def test_a_mistake_is_told_by_its_place(written, rules: str, line: int, said: str, nearest: str):
    module = load_module(written(rules, {}))
    with pytest.raises(ModuleProblems) as problems:
        load_rulebook(module)
    first = str(problems.value.problems[0])
    assert first.startswith(f"rules.yaml:{line}:")
    assert said in first
    assert nearest in first


def test_a_second_sequence_of_play_is_told_where_it_stands(written):
    folder = written(PHASE + "modes: [march]}", {})
    about = folder / "module.yaml"
    about.write_text(about.read_text().replace("rules: [rules.yaml]", "rules: [rules.yaml, more.yaml]"))
    (folder / "more.yaml").write_text("# More.\n" + PHASE.partition("\n")[2] + "}")
    with pytest.raises(ModuleProblems) as problems:
        load_rulebook(load_module(folder))
    said = [str(problem) for problem in problems.value.problems]
    assert said == ["more.yaml:2:1: the sequence of play stands in rules.yaml already"]
