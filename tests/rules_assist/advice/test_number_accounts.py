"""Explanations of numbers: the parts of a cost, of a supply line, of a stack, of a total."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_assist.advice.held_pieces import ways_of
from rules_assist.advice.number_accounts import accounts_at, totals
from rules_assist.position.situation import Situation
from tabletop.assistance import Where

UNITS = ("west_scouts", "west_foot", "west_guards", "east_guards", "east_foot")


def at(place: str) -> Where:
    return Where("ford", place)


def in_points(text: str) -> Fraction:
    whole = Fraction(text.removesuffix("½").strip("+") or 0)
    return whole + (Fraction(1, 2) if text.endswith("½") else 0)


def parts(account):
    return [(part.title, part.adds, part.rule) for part in account.parts]


def test_a_way_is_the_sum_of_its_steps_each_with_its_rule(ford, piece):
    situation = ford()
    (march, *_) = accounts_at(situation, (piece(situation, "west_scouts"),), at("0302"))
    assert (march.title, march.total, march.left, march.rule) == ("Movement", "2", "0", "4.1")
    assert parts(march) == [("0202", "+1", "4.2"), ("Mill Heath", "+1", "4.2")]


def test_what_decided_a_step_is_said(ford, piece):
    situation = ford(west_foot="0303")
    foot = piece(situation, "west_foot")
    steps = [part for account in accounts_at(situation, (foot,), at("0304")) for part in account.parts]
    assert all("is" in part.because for part in steps if part.rule == "4.2")


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(unit=st.sampled_from(UNITS), start=st.sampled_from(["0101", "0203", "0302", "0303", "0502", "0603"]))
def test_the_parts_always_come_to_the_cost(ford, piece, unit, start):
    side = "West" if unit.startswith("west") else "East"
    situation = ford(side, (0, 0 if side == "West" else 1, 0), **{unit: start})
    for way in ways_of(situation, (piece(situation, unit),)):
        for place in way.reach.places:
            [account] = way.reach.accounts(place)
            assert account.total == way.points(way.reach.cost(place))
            assert sum(in_points(part.adds) for part in account.parts) == in_points(account.total)


def test_a_line_counts_its_steps_from_its_source(ford, piece):
    situation = ford()
    where = situation.where(piece(situation, "west_scouts"))
    line = next(each for each in accounts_at(situation, (), where) if each.title.startswith("Supply"))
    assert line.total == "in supply"
    assert line.parts[0].because == "the source"
    assert [part.adds for part in line.parts][:2] == ["0", "1"]


def test_a_cut_line_says_where_and_by_whom(ford, piece):
    situation = ford(west_scouts="0604")
    line = next(each for each in accounts_at(situation, (), at("0604")) if each.title.startswith("Supply"))
    assert line.total == "cut off"
    assert [part.applies for part in line.parts][-1] is False


def test_a_stack_is_the_sum_of_what_its_pieces_count(ford, piece):
    situation = ford(west_scouts="0302")
    where = situation.where(piece(situation, "west_guards"))
    stack = next(each for each in accounts_at(situation, (), where) if " of " in each.total)
    assert sum(int(part.adds) for part in stack.parts) == int(stack.total.split()[0])


def test_a_game_without_totals_has_none(ford):
    assert totals(ford()) == ()


def test_a_game_explains_its_own(december, pacific_book):
    found = {account.title: account for account in totals(Situation(december, pacific_book, "JP"))}
    worth = found["Value of the bases of Japan"]
    assert int(worth.total) == sum(int(part.adds) for part in worth.parts)
    assert found["Victory Points"].total == "21"


@pytest.mark.parametrize("side", ["JP", "AL"])
def test_what_a_base_holds_is_said_against_what_it_may_hold(december, pacific_book, side):
    situation = Situation(december, pacific_book, side)
    where = Where("pacific", pacific_book.module.components.maps["pacific"].find("Kure"))
    port = next(each for each in accounts_at(situation, (), where) if each.title == "Ships, Japan")
    stands, limit = map(int, port.total.split(" of "))
    assert stands == sum(int(part.adds) for part in port.parts) <= limit
