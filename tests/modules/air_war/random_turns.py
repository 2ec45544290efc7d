"""Random games of the air war: the sides act in each phase, pass, and go on to the next one."""

from collections.abc import Iterator, Sequence
from random import Random

from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.sequence.phase_procedure import NEXT_PHASE, PASS
from rules_assist.workshop.random_game import RandomGame
from tabletop.assistance import ProcedureQuestion
from tabletop.flight_page import FIGHT_ON
from tabletop.game.commands import Begin
from tabletop.game.state.frames import Plain
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tests.rules_assist.workshop.renumbered_view import ViewsCompared

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


class ComparedTurn(RandomTurn):
    """A random game in which every kind of question is compared with that in a renumbered view of the asked side."""

    def __init__(self, book: RuleBook, game: Game, random: Random) -> None:
        super().__init__(book, game, random)
        self.views = ViewsCompared()

    def done(self) -> None:
        self.views.compare(self.seen())
