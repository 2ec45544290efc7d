"""A random game of the air war: the sides fly, sail, march, fight out their battles, and go on to the next phase."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from rules_assist.procedure.asked_views import Memory
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.workshop.random_game import MOST_DEEDS, Luck, RandomGame
from tabletop.assistance import ProcedureQuestion
from tabletop.flight_page import FIGHT_ON
from tabletop.game.commands import Begin
from tabletop.game.state.frames import Plain
from tabletop.game.state.values import Value
from tabletop.module.setup import new_game

from .sound_position import Roster, check_position, check_stacks, check_views


class AirWar(RandomGame):
    """A random game of a scenario of Cartwheel or Forlorn Hopes.

    After each step the position must be sound, and every side must be able to see it. `tally` counts the procedures
    that have begun.
    """

    def __init__(self, book: RuleBook, scenario: str, seed: int, most_deeds: int = MOST_DEEDS) -> None:
        """Set up a scenario. In each phase the sides do fewer things than `most_deeds`."""
        random = Random(seed)
        super().__init__(book, new_game(book.module, scenario, {}, Luck(random)), random)
        self.tally: Counter[str] = Counter()
        self._most_deeds = most_deeds
        self._roster = Roster(self.seen())
        self._views = Memory(book)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1 up."""
        return self.sequence.positions(self.seen())[0] + 1

    def deeds(self) -> int:
        return self.random.randrange(self._most_deeds)

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

    def done(self) -> None:
        """Count what begins, and check the position."""
        if isinstance(self.last, Begin):
            self.tally[self.last.procedure] += 1
        seen = self.seen()
        check_position(seen, self._roster)
        check_views(seen, self._views)

    def go_on(self) -> None:
        """Go on to the next phase. Before it, the assistant must tell every stack that is too large."""
        check_stacks(self.seen())
        super().go_on()
