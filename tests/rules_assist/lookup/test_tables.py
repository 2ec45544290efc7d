"""Results tables of every shape, each written in YAML."""

from fractions import Fraction

import pytest

from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.module.documents.problems import ModuleProblems

GROUND = """
tables:
- id: ground
  title: Ground combat
  rule: 7.5
  needs:
    attack: {title: Attack strength}
    defence: {title: Defence strength}
    terrain: {title: Ground of the defender, kind: word, choices: [clear, hill], usual: '"clear"'}
    foul: {title: Foul weather, kind: yes-no, usual: no}
    flank: {title: The defender is flanked, kind: yes-no, usual: no}
  dice: 1d6
  modifiers:
  - {id: foul, title: Foul weather, when: foul, add: "-2", group: weather}
  - {id: fog, title: Fog, rule: 7.9, add: "-1", group: weather, option: {fog: "on"}}
  - {id: lead, title: Strong lead, when: attack > 9, add: attack - 9, limit: {most: 2}}
  groups: {weather: lowest}
  limit: {least: -2, most: 1}
  column:
    odds: {attack: attack, defence: defence}
    at: ["1:2", "1:1", "2:1", "3:1"]
    shifts:
    - {id: hill, title: Hill, when: 'terrain == "hill"', by: "-1"}
    - {id: flank, title: Flanked, when: flank, by: "1"}
  rows:
  - {at: "1", cells: [AE, AE, AR, DR]}
  - {at: 2-3, cells: [AE, AR, DR, DR]}
  - {at: 4-5, cells: [AR, DR, DR, DE]}
  - {at: "6", cells: [DR, DR, DE, DE]}
  results:
    AE: {title: attacker eliminated}
    DE: {title: defender eliminated}
"""


def test_odds_shifts_and_modifiers(asked):
    look = asked(GROUND, "lookup", table="ground", attack=7, defence=2, terrain="hill", foul=True, dice=[6])
    assert (look.column.value, look.column.at, look.column.shifted) == ("7:2", "2:1", -1)
    assert look.mods == {"foul": -2}
    assert (look.natural, look.drm, look.total, look.row.at) == (6, -2, 4, "4-5")
    assert (look.result, look.meaning) == ("DR", "")


def test_each_modifier_says_why(asked):
    look = asked(GROUND, "lookup", {"fog": "on"}, table="ground", attack=14, defence=4, foul=True)
    assert {id: (reason.applies, reason.why) for id, reason in look.modifiers.items()} == {
        "foul": (True, "foul is yes"),
        "fog": (False, "only the lowest counts: Foul weather"),
        "lead": (True, "attack is 14; +5 is beyond its limit"),
    }
    off = asked(GROUND, "lookup", table="ground", attack=4, defence=4)
    assert off.modifiers["fog"].why == "only with 'Hidden units' on; it is off"
    assert off.modifiers["lead"].why == "attack is 4"


@pytest.mark.parametrize(
    ("given", "drm", "capped"),
    [
        ({"attack": 9}, 0, False),
        ({"attack": 10}, 1, False),
        ({"attack": 11}, 1, True),
        ({"attack": 9, "foul": True}, -2, False),
        ({"attack": 12, "foul": True}, 0, True),
    ],
)
def test_limits_to_modifiers(asked, given, drm, capped):
    look = asked(GROUND, "lookup", table="ground", defence=9, **given)
    assert (look.drm, look.capped) == (drm, capped)


@pytest.mark.parametrize(("flank", "hill", "at"), [(True, False, "3:1"), (False, True, "2:1"), (True, True, "3:1")])
def test_shifts_stay_within_the_table(asked, flank, hill, at):
    look = asked(
        GROUND, "lookup", table="ground", attack=9, defence=1, flank=flank, terrain="hill" if hill else "clear"
    )
    assert look.column.at == at


def test_the_forecast_is_the_count_of_all_rolls(asked):
    found = asked(GROUND, "odds", table="ground", attack=4, defence=4, compare={"twice as many": {"attack": 8}})
    assert {name: likely.chance for name, likely in found.outcomes.items()} == {
        "DR": Fraction(1, 2),
        "AR": Fraction(1, 3),
        "AE": Fraction(1, 6),
    }
    assert found.compared["twice as many"].outcomes["DE"].percent == "16.7%"
    assert found.exact
    assert found.mean is None


POOLS = """
tables:
- id: strike
  title: Strike
  rule: 9.1
  needs:
    planes: {title: Planes}
    aces: {title: Aces among them, usual: "0"}
    cover: {title: Cover, usual: "99"}
  dice:
    each: 1d6
    pools:
      planes: {title: Planes, count: planes - aces}
      aces: {title: Aces, count: aces}
    hit: die >= 5 and natural > 1
    most_hits: cover
    again: {when: natural == 1, title: Duds, option: {fog: "on"}}
  modifiers:
  - {id: aces, title: Aces, add: "2", pools: [aces]}
  results:
    hit: {title: one step each}
"""


def test_pools_hit_each_on_its_own(asked):
    look = asked(POOLS, "lookup", table="strike", planes=4, aces=1, dice=[5, 4, 6, 3])
    assert [(die.pool, die.natural, die.modified, die.hit) for die in look.rolled] == [
        ("planes", 5, 5, True),
        ("planes", 4, 4, False),
        ("planes", 6, 6, True),
        ("aces", 3, 5, True),
    ]
    assert (look.dice, look.count, look.hits, look.result, look.meaning) == ("4d6", 4, 3, "3", "one step each")
    assert {id: (pool.count, pool.drm, pool.hits_on) for id, pool in look.pools.items()} == {
        "planes": (3, 0, "5+"),
        "aces": (1, 2, "3+"),
    }


def test_no_more_hits_than_count(asked):
    assert asked(POOLS, "lookup", table="strike", planes=3, cover=2, dice=[5, 5, 5]).hits == 2
    found = asked(POOLS, "odds", table="strike", planes=3, cover=2)
    assert found.outcomes["2"].chance == Fraction(7, 27)


def test_dice_thrown_again_come_after_all_others(asked):
    look = asked(POOLS, "lookup", {"fog": "on"}, table="strike", planes=3, dice=[1, 2, 1, 6, 1])
    assert [(die.first, die.natural, die.hit) for die in look.rolled] == [(1, 6, True), (None, 2, False), (1, 1, False)]
    found = asked(POOLS, "odds", {"fog": "on"}, table="strike", planes=1)
    assert found.outcomes["1"].chance == Fraction(1, 3) + Fraction(1, 6) * Fraction(1, 3)


def test_no_dice_at_all(asked):
    look = asked(POOLS, "lookup", table="strike", planes=0, dice=[])
    assert (look.dice, look.result, look.meaning) == ("", "0", "")
    assert asked(POOLS, "odds", table="strike", planes=0).outcomes["0"].chance == 1


HALVES = """
tables:
- id: guns
  title: Guns
  rule: 11.2
  needs: {guns: {title: Guns}, armour: {title: Armour}}
  dice:
    each: 1d6
    pools: {guns: {title: Guns, count: guns}}
    hit: die >= cell
  row: {by: armour}
  rows:
  - {at: 0-3, gives: "4"}
  - {at: 4+, gives: "6*"}
  results:
    "6*": {title: half a hit, number: 6, hits: 0.5}
"""


@pytest.mark.parametrize(
    ("dice", "armour", "hits", "half", "result"),
    [
        ([6], 4, 0, 1, "½"),
        ([6, 6], 4, 1, 0, "1"),
        ([6, 6, 6], 4, 1, 1, "1½"),
        ([5, 5], 4, 0, 0, "0"),
        ([4, 6], 0, 2, 0, "2"),
    ],
)
def test_half_hits_make_whole_ones(asked, dice, armour, hits, half, result):
    look = asked(HALVES, "lookup", table="guns", guns=len(dice), armour=armour, dice=dice)
    assert (look.hits, look.half_hits, look.result) == (hits, half, result)


def test_odds_of_half_hits(asked):
    found = asked(HALVES, "odds", table="guns", guns=2, armour=5)
    chances = {name: likely.chance for name, likely in found.outcomes.items()}
    assert chances == {"0": Fraction(25, 36), "½": Fraction(10, 36), "1": Fraction(1, 36)}


CHAINED = """
facts:
- {id: night, title: Night, kind: yes-no, value: hour < 6}
tables:
- id: fire
  title: Fire
  rule: 1.1
  needs: {factors: {title: Factors}}
  column: {by: factors}
  row: {by: level, title: Level}
  rows:
  - {at: "1", steps: {"1": "*", "5": "0", "9": "1"}}
  - {at: "2", steps: {"1": "1", "5": "2"}}
  results:
    "*": &then {title: see the die, then: {table: die, given: {base: cell}}}
    "0": *then
    "1": *then
    "2": *then
- id: die
  title: The die
  rule: 1.2
  needs: {base: {title: Result number, kind: word}}
  dice: 1d6
  rows:
  - {when: base == "*" and total == 6, gives: "1"}
  - {when: base == "*", gives: "0"}
  - {when: total == 1, gives: "=max(0, base - 2)"}
  - {when: total == 2, gives: "=max(0, base - 1)"}
  - {when: total <= 4, gives: "=base"}
  - {when: total == 5, gives: "=base + 1"}
  - {when: total == 6, gives: "=base + 2"}
"""


def chained(level: int) -> str:
    return (
        CHAINED.replace("by: level", f"by: '{level}'")
        .replace("&then ", "")
        .replace("*then", "{title: see the die, then: {table: die, given: {base: cell}}}")
    )


@pytest.mark.parametrize(
    ("level", "factors", "ends"),
    [
        (1, 4, {"0": Fraction(5, 6), "1": Fraction(1, 6)}),
        (1, 9, {"0": Fraction(1, 3), "1": Fraction(1, 3), "2": Fraction(1, 6), "3": Fraction(1, 6)}),
        (2, 80, {n: Fraction(1, 6) * (2 if n == "2" else 1) for n in "01234"}),
    ],
)
def test_steps_and_what_they_lead_to(asked, level, factors, ends):
    found = asked(chained(level), "odds", table="fire", factors=factors)
    assert {name: likely.chance for name, likely in found.ends.items()} == ends


def test_a_look_says_what_comes_next(asked):
    look = asked(chained(2), "lookup", table="fire", factors=6)
    assert (look.row.title, look.row.at, look.column.at, look.result) == ("Level", "2", "5", "2")
    assert [(then.table, then.given) for then in look.then] == [("die", {"base": 2})]
    assert asked(chained(2), "lookup", table="die", base=2, dice=[5]).value == 3


WORDS = """
tables:
- {id: worth, title: Worth, rule: "4", needs: {base: {title: Base, kind: word}}, row: {by: base},
   rows: [{at: [Kure, Pearl Harbor], gives: "5"}, {at: otherwise, gives: "1"}]}
- id: chart
  title: Chart
  rule: "8"
  needs: {unit: {title: Unit, kind: word, choices: [air, land]}}
  row: {by: unit}
  column: {at: [sea, road]}
  rows:
  - {at: air, cells: ["4", "no"]}
  - {at: land, cells: ["4", "2"]}
- id: d66
  title: Names
  rule: "3"
  dice: {roll: 2d6, read: digits, again: {when: natural == 66, for_ever: yes}}
  rows: [{at: 11-36, gives: low}, {at: 41-65, gives: high}]
- id: luck
  title: Luck
  rule: "5"
  dice: 3d6!
  rows: [{at: 3-10, gives: less}, {at: 11+, gives: more}]
- id: strict
  title: Strict
  rule: "6"
  needs: {size: {title: Size}}
  row: {by: size, outside: refuse}
  rows: [{at: 1-3, gives: a}, {at: 4-6, gives: b}]
- {id: off, title: Fog table, rule: "7", option: {fog: "on"}, dice: 1d6, rows: [{at: 1-6, gives: fog}]}
"""


@pytest.mark.parametrize(("base", "worth"), [("Kure", 5), ("Pearl Harbor", 5), ("Wake", 1)])
def test_rows_of_words(asked, base, worth):
    assert asked(WORDS, "lookup", table="worth", base=base).value == worth


def test_a_row_as_a_whole(asked):
    assert asked(WORDS, "lookup", table="chart", unit="land").cells == {"sea": "4", "road": "2"}


def test_dice_read_digit_by_digit(asked):
    look = asked(WORDS, "lookup", table="d66", dice=[6, 6, 4, 1])
    assert (look.natural, look.result) == (41, "high")
    chances = {name: likely.chance for name, likely in asked(WORDS, "odds", table="d66").outcomes.items()}
    assert chances == {"low": Fraction(18, 35), "high": Fraction(17, 35)}


def test_what_cannot_be_counted_is_tried(asked):
    found = asked(WORDS, "odds", table="luck")
    assert not found.exact
    assert found.outcomes["more"].error > 0
    assert abs(found.outcomes["more"].chance - Fraction(1, 2)) < Fraction(1, 8)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"table": "chrt", "unit": "air"}, "There is no table 'chrt'. Did you mean 'chart'?"),
        ({"table": "chart"}, "Chart asks for unit: Unit."),
        ({"table": "chart", "unit": "sea"}, "unit (Unit) is one of air, land, not 'sea'."),
        ({"table": "chart", "unti": "air"}, "Chart knows no 'unti'; did you mean 'unit'?"),
        ({"table": "strict", "of": "x", "size": 1}, "'x' is no piece on the table."),
        ({"table": "off"}, "Fog table is not used: only with 'Hidden units' on; it is off."),
        ({"table": "d66", "dice": [3]}, "Names takes more dice than were given."),
        ({"table": "d66", "dice": [3, 3, 3]}, "Names takes 2 dice; 3 were given."),
        ({"table": "d66", "dice": [3, 7]}, "A die of 6 sides does not show 7."),
    ],
)
def test_questions_that_cannot_be_answered(asked, given, sentence):
    with pytest.raises(Unanswerable) as refused:
        asked(WORDS, "lookup", **given)
    assert str(refused.value) == sentence


def test_numbers_of_the_wrong_kind(asked):
    with pytest.raises(Unanswerable, match=r"planes \(Planes\) is a whole number, not 'many'\."):
        asked(POOLS, "lookup", table="strike", planes="many")


def test_no_row_beyond_the_table(asked):
    with pytest.raises(Unanswerable, match="There is no row for 7"):
        asked(WORDS, "lookup", table="strict", size=7)


def test_facts_of_the_module(asked):
    rules = (
        CHAINED[: CHAINED.index("tables:")]
        + """
tables:
- id: dark
  title: Dark
  rule: "1"
  modifiers: [{id: night, title: At night, when: night, add: "1"}]
  needs: {hour: {title: Hour}}
  dice: 1d6
  rows: [{at: 1-7, gives: x}]
"""
    )
    assert asked(rules, "lookup", table="dark", hour=3).mods == {"night": 1}
    assert asked(rules, "lookup", table="dark", hour=9).mods == {}
    assert asked(rules, "lookup", table="dark", hour=9, night=True).mods == {"night": 1}


def test_explained_in_lines(asked):
    lines = asked(GROUND, "explain", table="ground", attack=7, defence=2, foul="yes", dice=["4"]).lines
    assert lines == (
        "Ground combat (7.5)",
        "1d6, -2",
        "-2 Foul weather: foul is yes",
        "no Fog (7.9): only with 'Hidden units' on; it is off",
        "no Strong lead: attack is 7",
        "no Hill: terrain is clear",
        "no Flanked: flank is no",
        "row: 2-3 for 2",
        "column: 3:1 for 7:2",
        "Rolled: 4; 4 -2 = 2",
        "Result: DR",
    )


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("{at: 4-5,", "{at: 3-5,", "the rows 2-3 and 3-5 overlap"),
        ("[AE, AE, AR, DR]", "[AE, AE, AR]", "this row has 3 cells, but there are 4 columns"),
        ('"2:1"', '"1:4"', "columns of odds must be odds that rise, for example 1:2, 1:1, 3:2, 2:1"),
        ("dice: 1d6", "dice: 1x6", "'1x6' is not a roll"),
        ("option: {fog:", "option: {fgo:", "there is no option 'fgo'; did you mean 'fog'?"),
        ('{fog: "on"}', '{fog: "onn"}', "'onn' is no choice of fog; did you mean 'on'?"),
        ("group: weather, option", "group: wether, option", "it has no group 'wether'; did you mean 'weather'?"),
        (
            "AE: {title: attacker eliminated}",
            "AE: {title: x, then: {table: grund}}",
            "there is no table 'grund'; did you",
        ),
        ("id: fog, title", "id: foul, title", "two of its modifiers are called 'foul'"),
        ("when: foul,", "when: foul +,", "expected an expression"),
        ("attack: {title: Attack strength}", "dice: {title: Dice}", "no fact can be called 'dice'"),
        ("groups: {", "group: {", "did you mean 'groups'?"),
    ],
)
def test_mistakes_in_tables_are_told_by_their_place(situation_of, old, new, mistake):
    assert old in GROUND
    with pytest.raises(ModuleProblems) as problems:
        situation_of(GROUND.replace(old, new, 1))
    assert any(mistake in str(problem) and problem.line for problem in problems.value.problems), problems.value


@pytest.mark.parametrize(
    ("rules", "table", "titles", "columns", "first", "last"),
    [
        (GROUND, "ground", ("row", "column"), ("1:2", "1:1", "2:1", "3:1"), "1 AE AE AR DR", "6 DR DR DE DE"),
        (chained(1), "fire", ("Level", "column"), ("1", "5", "9"), "1 * 0 1", "2 1 2 2"),
        (chained(1), "die", ("row", ""), ("",), 'base == "*" and total == 6 1', "total == 6 base + 2"),
    ],
    ids=["columns", "steps of their own", "one cell"],
)
def test_a_table_is_shown_as_it_is_written(situation_of, rules, table, titles, columns, first, last):
    shown = situation_of(rules).book.tables[table].shown()
    assert (shown.row_title, shown.column_title) == titles
    assert shown.columns == columns
    assert [" ".join((row.label, *row.cells)) for row in (shown.rows[0], shown.rows[-1])] == [first, last]


def test_a_table_without_rows_shows_none(situation_of):
    assert situation_of(POOLS).book.tables["strike"].shown() is None
