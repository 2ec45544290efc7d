"""The page of all rules: each number, its handling by program or players, and its code."""

from dataclasses import replace

import pytest

from rules_assist.advice.rules_list import numbers_in, rule_states
from rules_assist.schema.movement_rules import LeaderRecord
from rules_assist.schema.sight_rules import NearestRecord, SightRecord
from tabletop.module import shipped
from tests.rules_assist.advice.conftest import shipped_book


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("5.3, 5.4 and 11.1.2", {"5.3", "5.4", "11.1.2"}), ("", set()), ("7", {"7"}), ("rule 3.1.", {"3.1"})],
)
def test_the_numbers_in_a_text(text, numbers):
    assert numbers_in(text) == numbers


def test_each_rule_names_the_parts_that_do_it(ford_book):
    found = {state.rule: state.by for state in rule_states(ford_book)}
    assert found["4.4"] == ("March", "Supply")
    assert found["7.3"] == ("Combat", "Attack: The battle")
    assert found["7.6"] == ("Attack: The attackers retreat", "Attack: The defenders retreat")
    assert found["8.3"] == ("Garrison of Hollin",)


def test_rules_of_sight_arcs_overlays_and_forecasts_name_these_parts(ford_book):
    class Part:
        title, rule = "A part of its own", "4.4"

    kinds = ("overlays", "forecasts", "accounts")
    for kind in kinds:
        book = replace(ford_book, **{kind: {"own": Part()}})
        assert "A part of its own" in {state.rule: state.by for state in rule_states(book)}["4.4"]
    files = {"rules.yaml": next(file for file in ford_book.files.values() if file.rules)}
    for record in (
        {"sight": (SightRecord(id="sight", title="A part of its own", rule="4.4"),)},
        {"leaders": (LeaderRecord(id="lead", title="A part of its own", rule="4.4", who="true", by="Corps"),)},
        {"nearest": (NearestRecord(id="near", title="A part of its own", rule="4.4", where="true"),)},
    ):
        book = replace(ford_book, files={"rules.yaml": files["rules.yaml"].model_copy(update=record)})
        assert "A part of its own" in {state.rule: state.by for state in rule_states(book)}["4.4"]


def test_a_heading_points_to_the_rules_beneath_it(pacific_book):
    found = {state.rule: state.by for state in rule_states(pacific_book)}
    assert found["3.0"] == ("see 3.1 to 3.5",)
    assert found["4.0"] == ("see 4.1 to 4.3.1",)


def test_what_is_not_left_to_the_players_is_done_by_something(ford_book):
    for state in rule_states(ford_book):
        assert bool(state.by) == (state.work != ("players",)), state
        assert bool(state.because) == (state.work == ("players",)), state


@pytest.mark.parametrize("module", ["larch_hill", "millers_ford", "sallow_bridge"])
def test_the_list_has_every_rule_of_the_rulebook(module):
    rulebook = shipped.path("modules", module).joinpath("charts", "rules.md").read_text(encoding="utf-8")
    told = [line.split("**")[1].split()[0].rstrip(".") for line in rulebook.splitlines() if line.startswith("* **")]
    assert [state.rule for state in rule_states(shipped_book(module))] == told
