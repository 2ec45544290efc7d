"""A random game of Cartwheel or Forlorn Hopes, whose sides plan their air battles and fight them out."""

from collections.abc import Iterator, Sequence
from random import Random

from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.workshop.random_game import MOST_DEEDS, Luck, RandomGame
from tabletop.assistance import ProcedureQuestion
from tabletop.flight_page import FIGHT_ON
from tabletop.game.state.frames import Plain
from tabletop.game.state.values import Value
from tabletop.module.setup import new_game


class PlanOptions:
    """The options of the question for the plan of an air battle, each a word of a flight, a number and an altitude
    (9.7.3).
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Sort these options by their flights and numbers."""
        self._words = words
        self.flights = list(dict.fromkeys(word.rsplit(" ", 2)[0] for word in words))
        self.numbers = sorted({word.split(" ")[-2] for word in words})

    @classmethod
    def of(cls, asked: ProcedureQuestion) -> "PlanOptions | None":
        """Return the options of a question for a plan; None for any other question."""
        return cls([str(option.value) for option in asked.options]) if asked.key.startswith("plan-") else None

    def words(self, flight: str, number: str) -> list[str]:
        """Return the options that give this number to a flight, from the lowest altitude to the highest."""
        return [word for word in self._words if word.rsplit(" ", 1)[0] == f"{flight} {number}"]


class RandomAirWar(RandomGame):
    """A random game of a scenario. In each phase the sides do fewer things than `most_deeds`."""

    def __init__(self, book: RuleBook, scenario: str, seed: int, most_deeds: int = MOST_DEEDS) -> None:
        """Set up a scenario. The same seed plays the same game."""
        random = Random(seed)
        super().__init__(book, new_game(book.module, scenario, {}, Luck(random)), random)
        self._most_deeds = most_deeds

    @property
    def turn(self) -> int:
        """The number of the turn, from 1 up."""
        return self.sequence.positions(self.seen())[0] + 1

    def deeds(self) -> int:
        """Return a random number of actions for this phase."""
        return self.random.randrange(self._most_deeds)

    def likes(self, asked: ProcedureQuestion, options: Sequence[Value]) -> Sequence[Value]:  # noqa: ARG002
        """Return the option to fight a battle out, if there is one."""
        return [FIGHT_ON] if FIGHT_ON in options else ()

    def answers(self, asked: ProcedureQuestion) -> Iterator[Plain]:
        """Yield random answers. Each flight of a plan gets one number of its own, and one altitude."""
        plan = PlanOptions.of(asked)
        if plan is None:
            yield from super().answers(asked)
            return
        while True:
            numbers = self.random.sample(plan.numbers, len(plan.flights))
            yield [self.random.choice(plan.words(*pair)) for pair in zip(plan.flights, numbers, strict=True)]
