"""Dragged markers: they are carried along, and their followers come with them."""

import pytest

from rules_assist.advice.held_pieces import Hand
from rules_assist.chance.odds import Tries
from rules_assist.places.leaders import taken_up
from rules_assist.policy import new_findings
from rules_assist.position.situation import Situation
from tabletop.assistance import Where
from tabletop.game.change.outcome import Done
from tabletop.game.commands import AnyCommand, At, MovePieces
from tabletop.game.decide import decide
from tests.rules_assist.test_assistant import RULES

LEADERS = """
sides: '"Red"'
leaders: [{id: column, title: Column, rule: "8", who: not (move > 0), by: Map}]
"""
COLUMN = (
    ("red_infantry", "0303"),
    ("red_armour", "0303"),
    ("blue_infantry", "0303"),
    ("red_infantry", "0404"),
    ("disrupted", "0303"),
)
NEAR, FAR = Where("main", "0304"), Where("main", "0907")


@pytest.fixture
def column(situation_of) -> Situation:
    """Return two units of Red under a marker without a movement mode, with a unit of Blue, and another one
    elsewhere.
    """
    return situation_of(RULES, pieces=COLUMN)


def moved(situation: Situation, command: AnyCommand) -> Situation:
    outcome = decide(situation.game, command, "umpire", Tries(), situation.book.module.components)
    assert isinstance(outcome, Done)
    return situation.after(outcome.patch)


def test_a_marker_is_carried_by_those_that_move(column):
    foot, horse, _, _, marker = sorted(column.game.pieces)
    stack = (foot, horse, marker)
    hand = Hand(column, "umpire", stack)
    assert [way.mode.id for way in hand.ways] == ["march"]
    command = hand.drop(NEAR)
    assert command is not None
    after = moved(column, command)
    assert {after.where(piece) for piece in stack} == {NEAR}
    assert after.game.holder_of(marker).pieces[-1] == marker


def test_a_marker_alone_goes_nowhere_by_the_rules(column):
    assert Hand(column, "umpire", (max(column.game.pieces),)).ways == ()


@pytest.mark.parametrize(("to", "wrong"), [(NEAR, []), (FAR, ["4"])])
def test_a_stack_with_a_marker_is_judged_as_without_it(column, to, wrong):
    foot, _, _, _, marker = sorted(column.game.pieces)
    after = moved(column, MovePieces((foot, marker), At("main", to.place)))
    check = column.book.checks["move"]
    assert [found.rule for found in new_findings((check,), column, after, (foot, marker))] == wrong


def test_who_takes_hold_of_a_marker_takes_up_what_it_leads(situation_of):
    situation = situation_of(RULES + LEADERS, pieces=COLUMN)
    foot, horse, _, _, marker = sorted(situation.game.pieces)
    assert taken_up(situation, (marker,)) == (foot, horse, marker)
    assert taken_up(situation, (foot,)) == (foot,), "who takes a unit takes that alone"
    command = Hand(situation, "umpire", (marker,)).drop(NEAR)
    assert command is not None
    assert {moved(situation, command).where(piece) for piece in (foot, horse, marker)} == {NEAR}
