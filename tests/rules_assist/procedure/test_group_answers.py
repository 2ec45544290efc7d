"""The answers behind the groups of a procedure: a group is searched for again only when one of them changes."""

from collections import Counter

import pytest

from rules_assist.position.expression_facts import RuleFact
from rules_assist.procedure.procedure_names import Answers, GroupAnswers, ProcedureNames, WhenRead
from rules_assist.schema.procedure_rules import ProcedureRecord
from rules_assist.workshop.walk_paces import Walk, walk_book
from tabletop.assistance import Where
from tabletop.expression import compile_expression

RECORD = """
id: voyage
title: Voyage
rule: "1"
groups:
  ships: {pieces: Side == side}
  near: {pieces: distance(place(hex)) <= 2}
  there: {at: hex}
  among: {among: near, pieces: strength > 0}
  strong: {pieces: strength > most}
  named: {pieces: 'Name != near_names'}
  far: {pieces: is_far}
  any: {pieces: 'property("a" ~ hex) > 0'}
  python: {pieces: is_odd}
figures:
  most: {sum_of: near, value: strength}
steps: [{id: one, title: One, rule: "1"}]
"""


class _Python:
    """A fact of a module's Python, which may read any name."""

    id, title, rule = "is_odd", "Odd", "1"

    def value(self, facts):
        return facts.read("hex") == "0101"


@pytest.fixture(scope="module")
def behind() -> GroupAnswers:
    import yaml

    record = ProcedureRecord.model_validate(yaml.safe_load(RECORD))
    far = RuleFact("is_far", "Far", "1", compile_expression("distance(place(hex)) > 9"))
    return GroupAnswers(record, {"is_far": far, "is_odd": _Python()})


HERE = Answers("Red", places={"hex": Where("main", "0101")}, values={"spotted": 3})
THERE = Answers("Red", places={"hex": Where("main", "0102")}, values={"spotted": 3})
SPOTTED = Answers("Red", places={"hex": Where("main", "0101")}, values={"spotted": 9})
BLUE = Answers("Blue", places={"hex": Where("main", "0101")}, values={"spotted": 3})


@pytest.mark.parametrize(
    ("group", "follows_hex", "follows_roll"),
    [
        ("ships", False, False),
        ("near", True, False),
        ("there", True, False),
        ("among", True, False),
        ("strong", True, False),
        ("named", True, False),
        ("far", True, False),
        ("any", True, True),
        ("python", True, True),
    ],
)
def test_a_group_follows_the_answers_that_it_reads(behind, group, follows_hex, follows_roll):
    assert (behind.of(group, HERE) != behind.of(group, THERE)) == follows_hex
    assert (behind.of(group, HERE) != behind.of(group, SPOTTED)) == follows_roll
    assert behind.of(group, HERE) != behind.of(group, BLUE)


def test_at_each_place_of_a_walk_a_group_is_searched_for_once(monkeypatch):
    """The ships and those who watch them are groups. The ships visit each place once."""
    searched: list[str] = []
    search = ProcedureNames.pieces

    def noting(names, which, condition):
        searched.append(condition)
        return search(names, which, condition)

    walk = Walk(walk_book())
    monkeypatch.setattr(ProcedureNames, "pieces", noting)
    walk.answer("sure", False)
    assert set(Counter(searched).values()) == {1}


def test_a_value_is_worked_out_once_and_is_missing_meanwhile():
    made: list[tuple[str, list[str]]] = []

    def make(name: str) -> int:
        made.append((name, list(values)))
        return values.get("late", 0) + 1

    values: WhenRead[int] = WhenRead({"known": 5, "both": 6}, ("early", "late", "both"), make)
    assert (list(values), len(values), "late" in values, "none" in values) == (
        ["known", "both", "early", "late"],
        4,
        True,
        False,
    )
    assert [values["early"], values["late"], values["early"], values["both"], values.get("none")] == [2, 1, 2, 6, None]
    assert made == [("early", ["known", "both", "late"]), ("late", ["known", "both"])]
    assert list(values) == ["known", "both", "late", "early"]
