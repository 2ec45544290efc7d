"""Stacking from rule files: numbers of a place, and the check."""

import pytest

from rules_assist.places.stacking import stack_of
from tabletop.assistance import Where
from tabletop.game.change.patch import Go

RULES = """
presence: [{id: units, title: Units}]
stacking:
- {id: units, title: Units in a hex, rule: "6", of: attack > 0, limit: "if(at_cost == 2, 2, 3)"}
- id: points
  title: Points
  rule: "6.1"
  of: attack > 0
  counts: attack
  limit: at_port
  where: at_name != "Millbridge"
- id: all
  title: Everybody
  rule: "6.2"
  limit: "4"
  sides: together
  due: step
  message: "{stands} at {place}, {limit} may"
"""
HARBOUR = ('cell: "0907"', 'cell: "0907", values: {port: "5"}')


@pytest.mark.parametrize(
    ("pieces", "place", "stacks"),
    [
        ([], "0304", []),
        (["red_infantry"], "0304", [("units", "Red", 1, 3), ("points", "Red", 3, None), ("all", "", 1, 4)]),
        (["red_infantry"] * 3, "0403", [("units", "Red", 3, 2), ("points", "Red", 9, None), ("all", "", 3, 4)]),
        (
            ["red_infantry", "blue_armour", "blue_infantry"],
            "0907",
            [
                ("units", "Red", 1, 2),
                ("units", "Blue", 2, 2),
                ("points", "Red", 3, 5),
                ("points", "Blue", 8, 5),
                ("all", "", 3, 4),
            ],
        ),
        (["game_turn"], "0604", [("all", "", 1, 4)]),
        (["red_infantry"], "0604", [("units", "Red", 1, 3), ("all", "", 1, 4)]),
    ],
)
def test_how_much_stands_in_a_place_and_may(made, pieces, place, stacks):
    situation = made(RULES, {place: pieces} if pieces else {}, HARBOUR)
    found = stack_of(situation, Where("main", place))
    assert [(stack.of, stack.side, stack.stands, stack.limit) for stack in found] == stacks
    assert all(stack.is_over == (stack.limit is not None and stack.stands > stack.limit) for stack in found)


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        (2, []),
        (3, [("units", "6", "Units in a hex: 4 of 3 at Annexed.")]),
        (4, [("units", "6", "Units in a hex: 5 of 3 at Annexed."), ("all", "6.2", "5 at Annexed, 4 may")]),
    ],
)
def test_too_many_are_found_where_a_piece_comes_to_stand(made, piece_at, pieces, found):
    named = ('{name: Northwood, cell: "0403"}', '{name: Northwood, cell: "0403"}\n  - {name: Annexed, cell: "0201"}')
    situation = made(RULES, {"0201": ["red_infantry"] * pieces, "0304": ["red_infantry"]}, named)
    mover, there = piece_at(situation, "0304"), situation.game.pieces[piece_at(situation, "0201")].at
    after = situation.after((Go((mover,), there, 0),))
    checks = [situation.book.checks[id] for id in ("units", "points", "all")]
    seen = [finding for check in checks for finding in check.findings(situation, after, (mover,))]
    assert [(finding.check, finding.rule, finding.message) for finding in seen] == found
    assert all(mover in finding.pieces and finding.places == (Where("main", "0201"),) for finding in seen)
    assert [finding.due for finding in seen if finding.check == "all"] == ["step"] * (pieces > 3)


def test_a_box_that_stands_for_a_cell_is_that_cell(made):
    situation = made(RULES, {"Annex": ["red_infantry"] * 2, "0201": ["red_infantry"] * 2})
    assert [stack.stands for stack in stack_of(situation, Where("main", "0201")) if stack.of == "units"] == [4]
