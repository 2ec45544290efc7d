"""Whole scenarios of Cartwheel, played at random by the rules: each comes to an end, and no procedure gets stuck."""

from random import Random

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.sequence.phase_procedure import NEXT_PHASE, PASS
from rules_assist.workshop.random_game import Luck, RandomGame
from tabletop.game.commands import Begin
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

PHASES = 20
PASSES = 4


class RandomTurn(RandomGame):
    """A random game in whose phases the sides pass when they have done enough."""

    def go_on(self) -> None:
        for _ in range(PASSES):
            for side in self.game.sides:
                if side in self.sequence.acting(self.seen()):
                    self.do(side, Begin(PASS.id, {}, side))
        if self.sequence.closing(self.seen()):
            super().go_on()
        else:
            self.begin(Begin(NEXT_PHASE, {}, self.game.sides[0]))


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
