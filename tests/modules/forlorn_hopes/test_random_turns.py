"""The scenarios, played at random by the rules: the battle comes to an end, and no procedure gets stuck."""

from random import Random

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import Luck
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tests.modules.air_war.random_turns import ComparedTurn, RandomTurn

PHASES = 40
TWO_WEEKS = 26


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "forlorn_hopes")))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_battle_comes_to_its_end(book: RuleBook, seed: int) -> None:
    """The sides have numbers of their own for the pieces, so no order of questions may depend on them."""
    random = Random(seed)
    game = ComparedTurn(book, new_game(book.module, "java-sea", {}, Luck(random)), random)
    game.play(PHASES)
    ending = game.ending()
    assert ending is not None
    assert ending.rule == "17.1.4"
    assert len(game.views.seen) > 20


def test_two_random_weeks_of_the_campaign_pass(book: RuleBook) -> None:
    random = Random(1)
    game = RandomTurn(book, new_game(book.module, "campaign", {}, Luck(random)), random)
    game.play(TWO_WEEKS)
    turn, _ = game.sequence.positions(game.seen())
    assert turn > 0
