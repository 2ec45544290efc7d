"""A random game of the air war in which every position is checked."""

from collections import Counter

from rules_assist.procedure.asked_views import Memory
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.workshop.random_air_war import RandomAirWar
from rules_assist.workshop.random_game import MOST_DEEDS
from tabletop.game.commands import Begin

from .sound_position import Roster, check_position, check_stacks, check_views


class AirWar(RandomAirWar):
    """A random game of a scenario of Cartwheel or Forlorn Hopes.

    After each step the position must be sound, and every side must be able to see it. `tally` counts the procedures
    that have begun.
    """

    def __init__(self, book: RuleBook, scenario: str, seed: int, most_deeds: int = MOST_DEEDS) -> None:
        super().__init__(book, scenario, seed, most_deeds)
        self.tally: Counter[str] = Counter()
        self._roster = Roster(self.seen())
        self._views = Memory(book)

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
