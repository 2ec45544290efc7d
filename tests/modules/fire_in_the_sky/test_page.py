"""The page of all rules lists every number of the rulebook, and each automation that it claims exists."""

import re

import pytest

from rules_assist.advice.rules_list import rule_states

RULEBOOK = """
2.0
3.0 3.1 3.1.1 3.1.2 3.1.3 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 3.2.6 3.2.7
3.3 3.3.1 3.3.2 3.3.3 3.3.4 3.3.5 3.3.6 3.3.7 3.3.8 3.3.9 3.3.10 3.3.11 3.4 3.4.1 3.4.2 3.4.3 3.5
4.0 4.1 4.2 4.3 4.3.1 5.0 5.1 5.2 5.3 5.4 6.0 6.1 6.1.1 6.2 6.3 6.4 7.0 7.1 7.2 7.3 8.0 8.1 8.2 8.3 8.4 9.0 10.0
11.0 11.1 11.1.1 11.1.2 11.1.3 11.2 11.2.1 11.2.2 11.2.2.1 11.2.2.2 11.2.2.3 11.2.2.4 11.2.3 11.2.4
11.2.5 11.2.5.1 11.2.5.2 11.2.5.3 11.2.5.4 11.2.5.5 11.2.6 11.3 11.3.1 11.3.2 11.3.3 11.3.4 11.3.5
12.0 12.1 12.2 12.3 13.0 14.0 15.0 15.1 15.2 15.3 15.4 15.5 15.6
16.0 16.1 16.1.1 16.1.2 16.1.3 16.1.4 16.1.5 16.1.6 16.1.7 16.1.8
16.2 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.2.6 16.3 16.3.1
"""
NUMBERS = RULEBOOK.split()
"""Every number of the rulebook from chapter 2 on."""


def test_every_number_stands_once_and_in_its_order(book):
    assert [state.rule for state in rule_states(book)] == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_not_the_players_is_done_by_something(book, number):
    state = next(state for state in rule_states(book) if state.rule == number)
    assert bool(state.by) == (state.work != ("players",)), state
    assert bool(state.because) == ("players" in state.work), state


def test_titles_differ(book):
    titles = [state.title for state in rule_states(book)]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_said_to_be_flagged_has_a_check_and_the_other_way_round(book, number):
    checked = {each for check in book.checks.values() for each in re.findall(r"\d+(?:\.\d+)+", check.rule)}
    state = next(state for state in rule_states(book) if state.rule == number)
    beneath = number.removesuffix(".0") + "."
    if "flagged" in state.work:
        assert number in checked or any(each.startswith(beneath) for each in checked)
    else:
        assert number not in checked
