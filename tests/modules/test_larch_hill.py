"""Larch Hill: random games under enforced rules end, and shots are fired in them."""

from random import Random

import pytest

from rules_assist.assistant import Assistant
from rules_assist.places.stacking import stack_of
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import Luck, RandomGame
from tabletop.game.change.step import Step
from tabletop.game.commands import Act
from tabletop.game.state.game import Game
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

PHASES = 7 * 2 * 4


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "larch_hill")))


class Duel(RandomGame):
    """A game in which both sides drive, turn and shoot at random, at a table that enforces every rule."""

    def __init__(self, book: RuleBook, game: Game, random: Random) -> None:
        super().__init__(book, game, random)
        self.assistant = Assistant(book)
        self.shots = 0
        self.game.properties["policy"] = "enforce"

    def deeds(self) -> int:
        return 8

    def stops(self, before: Game, after: Game, step: Step) -> str:
        stopped = self.assistant.policy(before, after, step, step.by)
        return "" if stopped is None else str(stopped)

    def done(self) -> None:
        self.shots += getattr(self.last, "procedure", "") == "shoot"

    def move_something(self) -> None:
        super().move_something()
        seen = self.seen()
        phase = self.sequence.phase(seen)
        if phase is not None and phase.id == "movement":
            mine = [piece for piece in seen.pieces() if seen.side_of(piece) in self.sequence.acting(seen)]
            piece = self.random.choice(mine)
            assert not self.do(seen.side_of(piece), Act((piece,), self.random.choice("[]")))


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_whatever_is_legal_comes_to_its_end(book: RuleBook, seed: int) -> None:
    random = Random(seed)
    duel = Duel(book, new_game(book.module, "meeting", {}, Luck(random)), random)
    duel.play(PHASES)
    ending = duel.ending()
    assert ending is not None
    assert duel.shots > 0
    end = duel.seen()
    assert not any(stack.is_over for where in end.occupied() for stack in stack_of(end, where))
    assert len([piece for piece in end.pieces() if end.side_of(piece)]) == 12
