"""`RecordReader`: the reader of a game's record in a store."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain as one_after_another
from itertools import takewhile
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Grant, Sit
from tabletop.game.change.step import PressOpenings, Step, TakeBack
from tabletop.game.state.game import Game
from tabletop.journal.file.store import Store, StoredPosition
from tabletop.journal.file.write_ahead_log import told_loss
from tabletop.journal.head import Head, ReplayedStep, checked, head_at, is_as_written, replay
from tabletop.journal.journal_errors import JournalError, NewerRecordError
from tabletop.journal.records import PUT_OFF, StepEntry, StepRow, TapeUse, chained, decode_step, entry_of
from tabletop.texts import text

WALKED_BACK: Final = 1_000
"""The number of last steps whose positions are found by going back from the end."""

_LEAST: Final = -(1 << 63)


class RecordedStep(Struct, frozen=True):
    """A step of the record between the positions before and after it."""

    before: Game
    step: Step
    after: Game


class RecordReader:
    """A reader of the record of a game. The last steps may not be in the file yet.

    It `is_read_only` if it is watched, or if a newer version wrote it; `why_read_only` is the sentence about that.
    """

    def __init__(self, store: Store, *, watching: bool = False, start: Head | None = None) -> None:
        """Read a record in a store. If its chain shows that it begins at the known head `start`, that position is not
        read again.
        """
        self._store = store
        self._waiting: list[StepRow] = []
        self._warned = {"log": told_loss(store.log_loss, store.path.name) if store.path is not None else ""}
        self.why_read_only = text("watched-only")
        self.is_read_only = watching
        self._start: Head
        self._head: Head
        self._taken_back: dict[int, tuple[int, ...]]
        self._off: frozenset[int] | None = None
        self._changing: dict[int, bool] = {}
        self._proven = 0
        self._mended: dict[int, StepRow] = {}
        self._torn: set[int] = set()
        self._read(start)

    def check_records(self) -> None:
        """Check all records in the file against their chain, from the first position on. Raises JournalError."""
        if damage := self._store.damage():
            raise JournalError(damage)
        first = checked(self._store.positions()[0])
        seq, chain = first.seq, first.chain
        for row in self._store.rows(_LEAST):
            if row.seq != seq + 1 or chained(chain, row.record) != row.chain:
                raise JournalError(text("chain-broken", seq=seq))
            seq, chain = row.seq, row.chain

    # position

    @property
    def warning(self) -> str:
        """Sentences about faults of a file that can nevertheless be played; "" if there are none."""
        return " ".join(filter(None, self._warned.values()))

    @property
    def _file(self) -> str:
        return self.path.name if self.path is not None else ""

    @property
    def path(self) -> Path | None:
        """The file; None for a game in memory."""
        return self._store.path

    @property
    def begun(self) -> Head:
        """The head of the record at which reading began."""
        return self._start

    @property
    def game(self) -> Game:
        """The position after the last step."""
        return self._head.game

    @property
    def first(self) -> int:
        """The step with whose position the record begins: 0, or the step at which it was last compacted."""
        return self._head.first

    @property
    def last(self) -> int:
        """The number of the last step."""
        return self._head.last

    @property
    def is_played(self) -> bool:
        """True if a player has done something since the beginning of the record."""
        return any(not isinstance(step.command, PressOpenings) for step in self.steps(self.first + 1))

    @property
    def chain(self) -> bytes:
        """The link of the chain at the last step."""
        return self._head.chain

    @property
    def seed(self) -> str:
        """The seed of the game's random draws, in hex."""
        return self._head.seed

    @property
    def drawn(self) -> TapeUse:
        """The random draws of the game so far."""
        return self._head.drawn

    # reading

    def entries(self, first: int, last: int | None = None) -> Iterator[StepEntry]:
        """Return the steps from `first` to `last` in order, with the patches that undo them. Raises JournalError."""
        self.prove(first)
        return map(entry_of, self._rows(first, last))

    def steps(self, first: int = 1, last: int | None = None) -> Iterator[Step]:
        """Return the steps from `first` to `last` in order. Raises JournalError."""
        return (decode_step(row.record) for row in self._rows(first, last))

    def earliest(self) -> Step | None:
        """Return the first step in the record; None if it has none."""
        at = self.first + 1
        rows = one_after_another(self._store.rows(at, at), (row for row in self._waiting if row.seq == at))
        return next((decode_step(row.record) for row in rows), None)

    def chosen(self, seqs: Collection[int]) -> Iterator[StepEntry]:
        """Return these steps in order, with the patches that undo them. Raises JournalError."""
        self.prove(min(seqs))
        return (entry_of(row) for row in self._rows(min(seqs), max(seqs)) if row.seq in seqs)

    def _rows(self, first: int, last: int | None = None) -> Iterator[StepRow]:
        end = self.last if last is None else min(last, self.last)
        for row in self._store.rows(first, end):
            yield self._mended.get(row.seq, row)
        yield from (row for row in self._waiting if first <= row.seq <= end)

    def prove(self, first: int) -> None:
        """Replay the record from step `first` on, to check the patches that undo its steps.

        The chain does not cover these patches, only the records of steps; the replay corrects wrong ones. Each step is
        replayed only once, from the nearest stored position. Raises JournalError if the record is damaged.
        """
        if first > self._proven:
            return
        start = head = self._begun(first - 1)
        for row in self._store.rows(start.last + 1, self._proven):
            found = replay(head, row)
            head = found.head
            self._compare(row, found)
        self._proven = start.last
        self._mend()

    def _compare(self, row: StepRow, found: ReplayedStep) -> None:
        """Replace a stored row that differs from the result of a replay."""
        if found.row == row:
            return
        self._mended[row.seq] = found.row
        self._taken_back.pop(row.seq, None)
        self._note_take_back(found.step)
        told = text("ways-back-mended", file=self._file, seq=min(self._mended), count=len(self._mended))
        self._warned["steps"] = told

    def _mend(self) -> None:
        """Do nothing, because a reader does not write."""

    def to_undo(self, by: str | None = None, noticed: Callable[[int], bool] = bool) -> int:
        """Return the next step to undo: the last step in force of a seat, or of the whole table (None); 0 if there is
        none.

        Take-backs, steps that changed nothing on the table (talk, rolls, seats), and steps that are not `noticed` are
        skipped.
        """
        return next((seq for seq in self._in_force(by) if seq not in self._taken_back and noticed(seq)), 0)

    def to_redo(self, by: str | None = None, noticed: Callable[[int], bool] = bool) -> int:
        """Return the next take-back to redo: the last one that is not itself a redo, if only redos have followed it; 0
        if there is none. Only steps in force that are `noticed` count, of one seat or of the whole table (None).
        """
        for seq in filter(noticed, self._in_force(by)):
            if seq not in self._taken_back:
                return 0
            if not any(self.taken_back_by(other) for other in self.taken_back_by(seq)):
                return seq
        return 0

    def _in_force(self, by: str | None) -> Iterator[int]:
        """Yield the steps in force of a seat (None: of all) that changed something on the table or are take-backs, the
        latest first.
        """
        off = self.taken_back()
        for seq in self._newest_first(by):
            if seq not in off and (seq in self._taken_back or self._changes_the_table(seq)):
                yield seq

    def _newest_first(self, by: str | None) -> Iterable[int]:
        if by is None:
            return range(self.last, self.first, -1)
        waiting = [row.seq for row in reversed(self._waiting) if row.by == by]
        return one_after_another(waiting, (seq for seq in self._store.steps_of(by) if seq <= self.last))

    def steps_by(self, by: str, first: int) -> list[int]:
        """Return the steps of a seat from step `first` on, ascending. Raises JournalError."""
        return sorted(takewhile(lambda seq: seq >= first, self._newest_first(by)))

    def _changes_the_table(self, seq: int) -> bool:
        """Return whether a step changed more than seats and access, or gave an order that waits by mail.

        Each step is only read once, since a record never changes.
        """
        if seq not in self._changing:
            self._changing[seq] = any(
                any(not isinstance(change, Sit | Grant) for change in step.patch)
                or any(told.key == PUT_OFF for told in step.told)
                for step in self.steps(seq, seq)
            )
        return self._changing[seq]

    def game_at(self, seq: int) -> Game:
        """Return the position after step `seq`. Raises JournalError if it is not in the record."""
        if seq == self.last:
            return self.game
        if not self.first <= seq < self.last:
            raise JournalError(text("step-out-of-record", first=self.first, last=self.last, seq=seq))
        return self._head_after(seq).game

    def _head_after(self, seq: int) -> Head:
        """Return the head of the record after a step. Raises JournalError if the record no longer has the step."""
        head = self._begun(seq, self._start)
        for row in self._rows(head.last + 1, seq):
            head = replay(head, row).head
        if head.last != seq:
            raise JournalError(text("no-such-step", seq=seq))
        return head

    def taken_back(self) -> frozenset[int]:
        """Return the steps that are not in force, because a take-back in force names them. They may be
        take-backs, too.
        """
        if self._off is None:
            off: set[int] = set()
            for seq in sorted(self._taken_back, reverse=True):
                if seq not in off:
                    off.update(self._taken_back[seq])
            self._off = frozenset(off)
        return self._off

    def taken_back_by(self, seq: int) -> tuple[int, ...]:
        """Return the steps that the take-back `seq` undoes; none if it is not a take-back."""
        return self._taken_back.get(seq, ())

    def around(self, seq: int) -> RecordedStep:
        """Return a step between its two positions, which are right except for id counters and epochs. Raises
        JournalError.
        """
        if not self.first < seq <= self.last:
            raise JournalError(text("step-out-of-record", first=self.first, last=self.last, seq=seq))
        if self.last - seq > WALKED_BACK:
            start, row = self._head_after(seq - 1), next(self._rows(seq, seq), None)
            if row is None:
                raise JournalError(text("no-such-step", seq=seq))
            found = replay(start, row)
            return RecordedStep(start.game, found.step, found.head.game)
        game = self.game
        for entry in reversed(list(self.entries(seq))):
            before, _ = apply(game, entry.back)
            if entry.step.seq == seq:
                return RecordedStep(before, entry.step, game)
            game = before
        raise JournalError(text("no-such-step", seq=seq))

    def stored(self) -> tuple[StoredPosition, Iterator[StepRow]]:
        """Return the stored records: the first position, and all steps."""
        return self._store.positions()[0], one_after_another(self._store.rows(0), self._waiting)

    # watching

    def follow(self) -> list[RecordedStep]:
        """Return the steps that the other program has added since the last call. Raises JournalError.

        If the other program has compacted the game, some steps may be missing; `first` is then the new beginning of the
        record.
        """
        first = self._store.first()
        if first > self.last:
            self._read()
            return []
        self._head = replace(self._head, first=first)
        found = []
        for row in self._store.rows(self.last + 1):
            before = self.game
            step = self._advance(row)
            self._note_take_back(step)
            found.append(RecordedStep(before, step, self.game))
        return found

    # loading

    def _read(self, start: Head | None = None) -> None:
        self._start = self._head = self._begun(known=start)
        self._proven, self._mended = self._head.last, {}
        self._taken_back, self._off = {}, None
        try:
            for row in self._store.rows(self.last + 1):
                self._advance(row)
        except NewerRecordError as problem:
            self.is_read_only = True
            self.why_read_only = text("shown-as-of", problem=problem, seq=self.last)
        if self._store.least() <= self.first or (not self.is_read_only and self._store.last() > self.last):
            raise JournalError(text("rows-out-of-range", first=self.first, last=self.last))
        flagged = (self._mended.get(row.seq, row) for row in self._store.take_backs() if row.seq <= self.last)
        self._taken_back |= {row.seq: _named_in(row) for row in flagged if row.takes_back}
        self._off = None

    def _begun(self, upto: int | None = None, known: Head | None = None) -> Head:
        """Return the head at which reading begins: the last undamaged stored position, up to a step if given.

        If the `known` head is at this position, it is returned, and the position is not decoded. Raises JournalError.
        """
        positions = self._store.positions()
        if not positions:
            raise JournalError(text("no-position"))
        first, *later = positions
        checked(first)
        if later and later[-1].seq > self._store.last():
            raise JournalError(text("short-cut-too-new", seq=later[-1].seq))
        near = (p for p in reversed(later) if (upto is None or p.seq <= upto) and self._follows(p))
        start = next(near, first)
        if known is not None and (known.first, known.last, known.chain) == (first.seq, start.seq, start.chain):
            return known
        return head_at(start, first.seq)

    def _note_take_back(self, step: Step) -> None:
        if isinstance(step.command, TakeBack):
            self._taken_back[step.seq] = step.command.steps
        self._off = None

    def _follows(self, position: StoredPosition) -> bool:
        """Return whether a stored position is undamaged and matches the chain of the records; if not, add a warning."""
        row = next(self._store.rows(position.seq, position.seq), None)
        if is_as_written(position) and row is not None and row.chain == position.chain:
            return True
        self._torn.add(position.seq)
        self._warned["short cuts"] = text("short-cut-damaged", file=self._file, seq=min(self._torn))
        return False

    def _advance(self, row: StepRow) -> Step:
        found = replay(self._head, row)
        self._head = found.head
        self._compare(row, found)
        return found.step


def _named_in(row: StepRow) -> tuple[int, ...]:
    command = decode_step(row.record).command
    return command.steps if isinstance(command, TakeBack) else ()
