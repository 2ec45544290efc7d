"""Whole scenarios of Cartwheel, played at random by the rules: each comes to an end, and no procedure gets stuck."""

from random import Random

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import Luck
from tabletop.game.commands import SetTracker
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tests.modules.air_war.random_turns import RandomTurn

PHASES = 20


class RandomWar(RandomTurn):
    """A random game of several turns, with few actions in each phase."""

    def deeds(self) -> int:
        return self.random.randrange(4)


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


@pytest.mark.parametrize(
    ("scenario", "seed"), [("bismarck-sea", 6), ("bismarck-sea", 24), ("bismarck-sea", 29), ("iron-bottom-sound", 2)]
)
def test_a_random_turn_comes_to_its_end(book: RuleBook, scenario: str, seed: int) -> None:
    random = Random(seed)
    game = RandomTurn(book, new_game(book.module, scenario, {}, Luck(random)), random)
    game.play(PHASES)
    ending = game.ending()
    assert ending is not None
    assert ending.rule in {"17.1.4", "10.4.3"}


@pytest.mark.parametrize(
    ("scenario", "seed"), [("toenails", 1), ("toenails", 2), ("bougainville", 1), ("bougainville", 2)]
)
def test_a_random_war_of_three_turns_is_won_or_drawn(book: RuleBook, scenario: str, seed: int) -> None:
    random = Random(seed)
    war = RandomWar(book, new_game(book.module, scenario, {}, Luck(random)), random)
    war.play(3 * PHASES)
    ending = war.ending()
    assert ending is not None
    assert ending.rule == "16.3"


@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_turns_of_a_random_campaign_are_won_or_drawn(book: RuleBook, seed: int) -> None:
    random = Random(seed)
    war = RandomWar(book, new_game(book.module, "campaign", {}, Luck(random)), random)
    assert not war.do("AL", SetTracker("Turn", (10, 2)))
    war.play(2 * PHASES)
    ending = war.ending()
    assert ending is not None
    assert ending.rule == "16.3"
