"""The steps of a record that a seat noticed, numbered for it: no other number of a step is told to it."""

from bisect import bisect_left

from tabletop.game.change.draft import apply
from tabletop.game.change.step import Step
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.seen_changes import NOTHING, all_told_for, delta
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal


def is_noticed(step: Step, before: Game, after: Game, seat: str, who: Audience) -> bool:
    """Return whether a seat made a step, or sees or hears anything of it with these eyes."""
    return (
        step.by == seat
        or delta(before, after, step.patch, who) != NOTHING
        or bool(all_told_for(step.told, before, after, who))
    )


class NoticedSteps:
    """The steps that one seat noticed with its eyes, in their order.

    They are numbered from 1, whoever asks and however often it has left the table and come back: gaps in the numbers of
    the record would tell how much happens unseen. Each step is looked at once.
    """

    def __init__(self, journal: Journal, seat: str, who: Audience) -> None:
        self._journal = journal
        self._seat = seat
        self._who = who
        self._steps: list[int] = []
        self._upto = journal.first

    def number(self, seq: int) -> int:
        """Return the number of a step of the record; 0 where it was not noticed. Raises JournalError."""
        self._catch_up()
        at = bisect_left(self._steps, seq)
        return at + 1 if at < len(self._steps) and self._steps[at] == seq else 0

    def step(self, number: int) -> int:
        """Return the step of the record that has this number; 0 where there is none. Raises JournalError."""
        self._catch_up()
        return self._steps[number - 1] if 0 < number <= len(self._steps) else 0

    def _catch_up(self) -> None:
        journal = self._journal
        if journal.last < self._upto:
            self._steps, self._upto = [], journal.first
        if journal.last == self._upto + 1:
            here = journal.around(journal.last)
            self._look_at(here.step, here.before, here.after)
        elif journal.last > self._upto:
            before = journal.game_at(self._upto)
            for step in journal.steps(self._upto + 1, journal.last):
                after, _ = apply(before, step.patch)
                self._look_at(step, before, after)
                before = after

    def _look_at(self, step: Step, before: Game, after: Game) -> None:
        if is_noticed(step, before, after, self._seat, self._who):
            self._steps.append(step.seq)
        self._upto = step.seq
