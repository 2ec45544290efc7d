"""`Review`: the replay of a game's record, step by step. Nothing is written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from tabletop.game.change.step import Step
from tabletop.game.state.game import Game
from tabletop.journal.file.store import Store
from tabletop.journal.head import Head
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.record_reader import RecordedStep
from tabletop.journal.records import StepRow, decode_step
from tabletop.texts import text

KEPT_EVERY: Final = 16
"""The number of steps between two positions in memory, which limits the time to go back."""


class Review(Journal):
    """A record for replay, with a current step; it begins before the first step.

    `game`, `last` and everything else are as they were after the current step. `end` is the last step, and `ended` the
    position after it. Undone steps are replayed like others: first they happen, then they are undone. A copy
    (`copy_to`) ends at the current step, so that the game can be continued from there.
    """

    def __init__(self, store: Store) -> None:
        """Read the record to its end, so that damage is found at once. Raises JournalError."""
        self._kept: dict[int, Head] = {}
        self._ahead: list[StepRow] = []
        super().__init__(store, watching=True)
        self.why_read_only = text("replay-only")
        self.end = self.last
        self.ended = self.game
        self._all_taken_back = self._taken_back
        self.stand_at(self.first)

    @classmethod
    def of(cls, path: Path) -> "Review":
        """Return the record in a file; another program may play it meanwhile. Raises JournalError."""
        store = Store.open(path, "ro")
        try:
            return cls(store)
        except JournalError:
            store.close_untouched()
            raise

    def go_on(self) -> RecordedStep:
        """Move one step later, and return that step between its two positions. Raises JournalError at the end."""
        if self.last == self.end:
            raise JournalError(text("end-of-record"))
        before = self.game
        step = self._advance(self._coming())
        self._note_take_back(step)
        return RecordedStep(before, step, self.game)

    def go_back(self) -> RecordedStep:
        """Move one step earlier, and return that step reversed, with no messages. Raises JournalError at the start."""
        after, steps = self.game, tuple(self.steps(self.last))
        self.stand_at(self.last - 1)
        return RecordedStep(after, replace(steps[0], told=()), self.game)

    def stand_at(self, seq: int) -> None:
        """Move to the position after step `seq`, or to the first position. Raises JournalError if there is no such
        step.
        """
        self._stand(seq)
        self._taken_back = {at: steps for at, steps in self._all_taken_back.items() if at <= seq}
        self._off = None

    def ahead(self) -> Iterator[Step]:
        """Return the steps after the current one. Raises JournalError."""
        return (decode_step(row.record) for row in self._store.rows(self.last + 1, self.end))

    def game_at(self, seq: int) -> Game:
        """Return the position after step `seq`, without moving to it. Raises JournalError if there is no such step."""
        here = self._head
        try:
            self._stand(seq)
            return self.game
        finally:
            self._head = here

    def _stand(self, seq: int) -> None:
        if not self.first <= seq <= self.end:
            raise JournalError(text("step-out-of-record", first=self.first, last=self.end, seq=seq))
        if not self.last <= seq < self.last + KEPT_EVERY:
            self._head = self._nearest(seq)
        for row in self._store.rows(self.last + 1, seq):
            self._advance(row)
        if self.last != seq:
            raise self._lost()

    def _coming(self) -> StepRow:
        """Return the record of the next step. Some further ones are read in advance."""
        if not self._ahead or self._ahead[-1].seq != self.last + 1:
            rows = self._store.rows(self.last + 1, min(self.last + KEPT_EVERY, self.end))
            self._ahead = list(rows)[::-1]
        if not self._ahead:
            raise self._lost()
        return self._ahead.pop()

    def _lost(self) -> JournalError:
        return JournalError(text("step-compacted", seq=self.last + 1))

    def _nearest(self, seq: int) -> Head:
        """Return the head at the last position, up to a step, that is in memory or in the file."""
        near = max((at for at in self._kept if at <= seq), default=None)
        return self._begun(seq) if near is None else self._kept[near]

    def _begun(self, upto: int | None = None, known: Head | None = None) -> Head:
        head = super()._begun(upto, known)
        self._kept[head.last] = head
        return head

    def _advance(self, row: StepRow) -> Step:
        step = super()._advance(row)
        if step.seq % KEPT_EVERY == 0:
            self._kept[step.seq] = self._head
        return step

    def _complete(self, copy: Store) -> None:
        copy.end_at(self.last)
