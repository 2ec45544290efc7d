"""Whole scenarios of Cartwheel, played at random by the rules: each comes to an end, and no procedure gets stuck."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.sequence.phase_procedure import NEXT_PHASE, PASS
from rules_assist.workshop.random_game import Luck, RandomGame
from tabletop.assistance import ProcedureQuestion
from tabletop.flight_page import FIGHT_ON
from tabletop.game.commands import Begin
from tabletop.game.state.frames import Plain
from tabletop.game.state.values import Value
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

PHASES = 20
PASSES = 4


class RandomTurn(RandomGame):
    """A random game in whose phases the sides pass when they have done enough. Battles on the board are fought out."""

    def likes(self, asked: ProcedureQuestion, options: Sequence[Value]) -> Sequence[Value]:
        return [FIGHT_ON] if FIGHT_ON in options else ()

    def answers(self, asked: ProcedureQuestion) -> Iterator[Plain]:
        """Yield random answers. Each flight of a plan gets one number of its own, and one altitude."""
        if not asked.key.startswith("plan-"):
            yield from super().answers(asked)
        words = [str(option.value) for option in asked.options]
        flights = list(dict.fromkeys(word.rsplit(" ", 2)[0] for word in words))
        while True:
            numbers = self.random.sample(sorted({word.split(" ")[-2] for word in words}), len(flights))
            yield [
                self.random.choice([word for word in words if word.rsplit(" ", 1)[0] == f"{flight} {number}"])
                for flight, number in zip(flights, numbers, strict=True)
            ]

    def go_on(self) -> None:
        for _ in range(PASSES):
            for side in self.game.sides:
                if side in self.sequence.acting(self.seen()):
                    self.do(side, Begin(PASS.id, {}, side))
        if self.sequence.closing(self.seen()):
            super().go_on()
        else:
            self.begin(Begin(NEXT_PHASE, {}, self.game.sides[0]))


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
