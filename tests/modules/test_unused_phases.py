"""The phases that a scenario leaves out are exactly those that the rules skip in it from its first turn to its last."""

from collections.abc import Iterator

import pytest

from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.expression import compile_expression
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game


def phases_skipped(book: RuleBook, scenario: str) -> Iterator[str]:
    """Yield the names of phases that are skipped at the set-up, by a condition that does not ask for the turn."""
    assert book.sequence is not None
    game = new_game(book.module, scenario, {}, SeededChance("phases", b"set-up", 0, 0))
    facts = RuleFactReader(Situation(game, book))
    for phase in book.sequence.record.phases:
        if phase.skip and "$tracker:" not in phase.skip and compile_expression(phase.skip).test(facts):
            yield phase.at


@pytest.mark.parametrize("name", ["cartwheel", "forlorn_hopes"])
def test_a_scenario_leaves_out_the_phases_that_the_rules_skip_in_it(name: str) -> None:
    book = load_rulebook(load_module(shipped.path("modules", name)))
    assert book.sequence is not None
    for id, scenario in book.module.scenarios.items():
        left_out = scenario.unused_phases.get(book.sequence.record.tracker, ())
        assert list(left_out) == list(phases_skipped(book, id)), id
