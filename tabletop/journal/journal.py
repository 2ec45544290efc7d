"""`Journal`: the record of one game, open to be written, or to be watched while another program writes it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain as one_after_another
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.draft import apply
from tabletop.game.game import Game
from tabletop.game.patch import Patch, Sit
from tabletop.game.position import position_of
from tabletop.game.step import SET_UP, PressOpenings, Step, TakeBack
from tabletop.game.told import Told
from tabletop.journal.errors import JournalError, NewerRecordError, UnreadableError
from tabletop.journal.head import NO_LINK, Head, Replayed, checked, head_at, is_as_written, replay, stored
from tabletop.journal.lock import Lock
from tabletop.journal.log import log_of, told_loss
from tabletop.journal.records import (
    Drawn,
    Entry,
    Row,
    Snapshot,
    chained,
    decode_step,
    entry_of,
    game_of,
    row_of,
)
from tabletop.journal.store import Store, StoredPosition, beside
from tabletop.journal.syncer import Syncer
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.journal.witness import Harm

SNAPSHOT_EVERY: Final = 2_000
"""Steps from one snapshot to the next: what must be replayed when a game is opened after a crash, or to undo a step."""

SNAPSHOT_AT_CLOSE: Final = 500
"""Steps that make a snapshot at the end worth its while."""

UNWRITTEN_WAIT_S: Final = 2.0
"""So long closing waits for another program that has locked the file, if something is not written yet."""

WALKED_BACK: Final = 1_000
"""A position no more steps ago than this is found by going back from the last one."""

_LEAST: Final = -(1 << 63)


class Followed(Struct, frozen=True):
    """A step of the record between the positions before and after it."""

    before: Game
    step: Step
    after: Game


class Journal:
    """The append-only record of a game.

    `game` is the position after the last step, `seed` the tape of chance's in hex, `drawn` how much of it is used.
    `trouble` is a sentence while something that was played is not on the disk; the game goes on and each further
    step tries again; `warning` is one where steps may be gone that were played before. `is_read_only` with the
    sentence `why_read_only`: watched, or played on in a newer version.

    One thread only; use as a context manager or call `close`.
    """

    def __init__(
        self, store: Store, lock: Lock | None = None, *, watching: bool = False, start: Head | None = None
    ) -> None:
        """A record that lies in a store. If it begins at `start`, as its chain says, that need not be read."""
        self._store = store
        self._lock = lock
        self._waiting: list[Row] = []
        self._syncer: Syncer | None = None
        self.trouble = ""
        self._warned = {"log": told_loss(store.log_loss, store.path.name) if store.path is not None else ""}
        self._harm: Harm = ""
        self.why_read_only = "This game is being played in another program: it is open here to watch."
        self.is_read_only = watching
        self._start: Head
        self._head: Head
        self._taken_back: dict[int, tuple[int, ...]]
        self._off: frozenset[int] | None = None
        self._changing: dict[int, bool] = {}
        self._proven = 0
        self._mended: dict[int, Row] = {}
        self._torn: set[int] = set()
        self._read(start)

    # opening and closing

    @classmethod
    def in_memory(cls, game: Game, seed: str, at_ms: int = 0, told: tuple[Told, ...] = ()) -> "Journal":
        """A new game that lies nowhere yet; `save_as` gives it a file. What was `told` at set-up is its first step."""
        store = Store.in_memory()
        snapshot = Snapshot(0, position_of(game), seed, Drawn(), at_ms)
        begun = stored(snapshot, NO_LINK)
        store.begin_at(begun)
        journal = cls(store, start=Head(0, 0, begun.chain, game_of(snapshot.position), seed, Drawn(), 0))
        if told:
            journal.append(Step(1, SET_UP, PressOpenings(), (), at_ms, told=told), (), journal.game)
        return journal

    @classmethod
    def create(cls, path: Path, game: Game, seed: str, at_ms: int = 0, told: tuple[Told, ...] = ()) -> "Journal":
        """A new game in a new file, with the set-up position as its first record; what lay there is replaced.

        `seed` is the tape of chance's in hex, `at_ms` is UTC in milliseconds; `told` as `in_memory` takes it. Raises
        JournalError.
        """
        with cls.in_memory(game, seed, at_ms, told) as draft:
            draft.copy_to(path)
        return cls.open(path, draft.begun)

    @classmethod
    def open(cls, path: Path, start: Head | None = None) -> "Journal":
        """A game to play on. Where the file cannot be written it plays on all the same, with `trouble`.

        If the file begins as a record that is known, `start` is where that has `begun`. Raises JournalError;
        JournalBusyError where another program has it (then `watch` opens it).
        """
        _refuse_missing(path)
        lock = Lock(path)
        try:
            return cls._open(path, lock, start)
        except JournalError:
            lock.release()
            raise

    @classmethod
    def _open(cls, path: Path, lock: Lock, start: Head | None) -> "Journal":
        _prove_log(path)
        store = Store.open(path, "rw")
        try:
            journal = cls(store, lock, start=start)
        except JournalError:
            store.close_untouched()
            raise
        try:
            if not journal.is_read_only:
                store.write_ahead()
                journal._syncer = Syncer(path)
                journal._mend()
        except JournalError as problem:
            journal.trouble = _unsaved(problem)
        return journal

    @classmethod
    def watch(cls, path: Path) -> "Journal":
        """A game that another program plays: to read, and to `follow`. Raises JournalError."""
        store = Store.open(path, "ro")
        try:
            return cls(store, watching=True)
        except JournalError:
            store.close_untouched()
            raise

    def close(self) -> None:
        """Bring everything into the one file and let go of it."""
        if self._syncer is not None:
            self._syncer.stop()
            self._syncer = None
        if self.is_read_only:
            self._store.close_untouched()
        elif self.see_harm():
            self._store.abandon(self._harm, is_kept_elsewhere=not self._waiting and not self.trouble)
        else:
            if self._waiting:
                self.wait_for_locks(UNWRITTEN_WAIT_S)
            self._write()
            if not self.trouble and self.last - self._head.snapshot >= SNAPSHOT_AT_CLOSE:
                self._take_snapshot()
            self._store.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def wait_for_locks(self, seconds: float) -> None:
        """Let each step wait so long where another program has locked the file: for who plays without a window."""
        self._store.wait_for_locks(seconds)

    def check_records(self) -> None:
        """Hold all records in the file against their chain, from the first position on. Raises JournalError."""
        if damage := self._store.damage():
            raise JournalError(damage)
        first = checked(self._store.positions()[0])
        seq, chain = first.seq, first.chain
        for row in self._store.rows(_LEAST):
            if row.seq != seq + 1 or chained(chain, row.record) != row.chain:
                raise JournalError(text("chain-broken", seq=seq))
            seq, chain = row.seq, row.chain

    # where it stands

    @property
    def warning(self) -> str:
        """What is wrong with the file that is played all the same, in sentences; "" where nothing is."""
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
        """Where reading began."""
        return self._start

    @property
    def game(self) -> Game:
        """The position after the last step."""
        return self._head.game

    @property
    def first(self) -> int:
        """The step whose position the record begins with: 0, or where it was compacted."""
        return self._head.first

    @property
    def last(self) -> int:
        """The number of the last step."""
        return self._head.last

    @property
    def is_played(self) -> bool:
        """Whether somebody has done something, and the game is not as it was set up."""
        return any(not isinstance(step.command, PressOpenings) for step in self.steps(self.first + 1))

    @property
    def chain(self) -> bytes:
        """The link of the chain that binds everything up to the last step."""
        return self._head.chain

    @property
    def seed(self) -> str:
        """The seed of the tape of chance, in hex."""
        return self._head.seed

    @property
    def drawn(self) -> Drawn:
        """How much of the tape of chance is used."""
        return self._head.drawn

    # reading

    def entries(self, first: int, last: int | None = None) -> Iterator[Entry]:
        """Return the steps from `first` to `last` with their ways back, in their order. Raises JournalError."""
        self.prove(first)
        return map(entry_of, self._rows(first, last))

    def steps(self, first: int = 1, last: int | None = None) -> Iterator[Step]:
        """Return the steps from `first` to `last`, in their order. Raises JournalError."""
        return (decode_step(row.record) for row in self._rows(first, last))

    def chosen(self, seqs: Collection[int]) -> Iterator[Entry]:
        """Return these steps with their ways back, in their order. Raises JournalError."""
        self.prove(min(seqs))
        return (entry_of(row) for row in self._rows(min(seqs), max(seqs)) if row.seq in seqs)

    def _rows(self, first: int, last: int | None = None) -> Iterator[Row]:
        end = self.last if last is None else min(last, self.last)
        for row in self._store.rows(first, end):
            yield self._mended.get(row.seq, row)
        yield from (row for row in self._waiting if first <= row.seq <= end)

    def prove(self, first: int) -> None:
        """Replay the record from before step `first` on: a way back is taken only as the replay gives it.

        The chain covers the records of steps, and not what lies beside them. Each step is replayed once, from the
        nearest stored position. Raises JournalError where the record is damaged.
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

    def _compare(self, row: Row, found: Replayed) -> None:
        """Put what a replay gives in the place of a row that lies otherwise in the file."""
        if found.row == row:
            return
        self._mended[row.seq] = found.row
        self._taken_back.pop(row.seq, None)
        self._note_take_back(found.step)
        told = text("ways-back-mended", file=self._file, seq=min(self._mended), count=len(self._mended))
        self._warned["steps"] = told

    def _mend(self) -> None:
        """Write what was replayed over what lies otherwise in the file, where it may be written."""
        if not (self._mended or self._torn) or self.is_read_only or self.path is None or self.see_harm():
            return
        with suppress(JournalError):  # what cannot be written now is replayed again when it is needed
            self._store.mend(self._mended.values(), self._torn)

    def to_undo(self, by: str | None = None, noticed: Callable[[int], bool] = bool) -> int:
        """The step that undo would take back: the last in force of a seat, or of the table (None); 0: none.

        Steps that changed nothing but who sits where (talk, rolls) are passed over, as there is nothing to undo, and so
        are those that are not `noticed`.
        """
        return next((seq for seq in self._in_force(by) if seq not in self._taken_back and noticed(seq)), 0)

    def to_redo(self, by: str | None = None, noticed: Callable[[int], bool] = bool) -> int:
        """The take-back that redo would take back: the last that no other step of the seat has followed; 0: none."""
        for seq in filter(noticed, self._in_force(by)):
            if seq not in self._taken_back:
                return 0
            if not any(self.taken_back_by(other) for other in self.taken_back_by(seq)):
                return seq
        return 0

    def _in_force(self, by: str | None) -> Iterator[int]:
        """The steps in force that changed something, the last first."""
        off = self.taken_back()
        for seq in self._newest_first(by):
            if seq not in off and (seq in self._taken_back or self._changes_the_table(seq)):
                yield seq

    def _newest_first(self, by: str | None) -> Iterable[int]:
        if by is None:
            return range(self.last, self.first, -1)
        waiting = [row.seq for row in reversed(self._waiting) if row.by == by]
        return one_after_another(waiting, (seq for seq in self._store.steps_of(by) if seq <= self.last))

    def _changes_the_table(self, seq: int) -> bool:
        """Whether a step changed more than who sits where. A record never changes: it is looked at once."""
        if seq not in self._changing:
            steps = self.steps(seq, seq)
            self._changing[seq] = any(not isinstance(change, Sit) for step in steps for change in step.patch)
        return self._changing[seq]

    def game_at(self, seq: int) -> Game:
        """The position after step `seq`. Raises JournalError where the record does not hold it."""
        if seq == self.last:
            return self.game
        if not self.first <= seq < self.last:
            raise JournalError(f"The record goes from step {self.first} to {self.last}: it holds no step {seq}.")
        head = self._begun(seq, self._start)
        for row in self._rows(head.last + 1, seq):
            head = replay(head, row).head
        return head.game

    def taken_back(self) -> frozenset[int]:
        """The steps (take-backs among them) that are not in force, as a take-back in force names them."""
        if self._off is None:
            off: set[int] = set()
            for seq in sorted(self._taken_back, reverse=True):
                if seq not in off:
                    off.update(self._taken_back[seq])
            self._off = frozenset(off)
        return self._off

    def taken_back_by(self, seq: int) -> tuple[int, ...]:
        """The steps that the take-back `seq` takes back; none where it is not one."""
        return self._taken_back.get(seq, ())

    def around(self, seq: int) -> Followed:
        """A step between its two positions, which are right but for counters and epochs. Raises JournalError."""
        if not self.first < seq <= self.last:
            raise JournalError(f"The record goes from step {self.first} to {self.last}: it holds no step {seq}.")
        if self.last - seq > WALKED_BACK:
            head = self._begun(seq - 1, self._start)
            for row in self._rows(head.last + 1, seq):
                before, found = head.game, replay(head, row)
                head = found.head
            return Followed(before, found.step, head.game)
        game = self.game
        for entry in reversed(list(self.entries(seq))):
            before, _ = apply(game, entry.back)
            if entry.step.seq == seq:
                return Followed(before, entry.step, game)
            game = before
        raise JournalError(f"The record holds no step {seq}.")

    def stored(self) -> tuple[StoredPosition, Iterator[Row]]:
        """The records as they lie in the file: the position it begins with, and all steps."""
        return self._store.positions()[0], one_after_another(self._store.rows(0), self._waiting)

    # writing

    def append(self, step: Step, back: Patch, after: Game) -> None:
        """Add a step, with the patch that leads back and the game after it.

        When this returns the step is on the disk (see `store`), or `trouble` says why it is not. Raises
        JournalError where the step cannot be recorded at all: then nothing has happened.
        """
        self.extend([Entry(step, back)], after)

    def extend(self, entries: Sequence[Entry], after: Game) -> None:
        """Add several steps at once: after a crash all of them are there, or none. Raises as `append` does."""
        if self.is_read_only:
            raise JournalError(self.why_read_only)
        rows, chain, drawn = [], self.chain, self.drawn
        for entry in entries:
            row = row_of(entry, chain)
            rows.append(row)
            chain, drawn = row.chain, drawn.after(entry.step)
        for entry in entries:
            self._note_take_back(entry.step)
        last = entries[-1].step.seq
        self._head = replace(self._head, last=last, chain=chain, game=after, drawn=drawn)
        self._waiting.extend(rows)
        self._write()
        if last - self._head.snapshot >= SNAPSHOT_EVERY and not self.trouble:
            self._take_snapshot()

    def _write(self) -> None:
        """Bring what waits to the disk, or say why not."""
        if not self._waiting or self.see_harm():
            return
        try:
            self._store.insert(self._waiting)
        except JournalError as problem:
            self.trouble = _unsaved(problem)
            return
        self._waiting.clear()
        self.trouble = ""
        if self._syncer is not None:
            self._syncer.touch()

    def see_harm(self) -> bool:
        """Return whether others harmed the file while it is open; `trouble` then says so, and it is written no more."""
        if not self._harm and self.path is not None and not self.is_read_only:
            self._harm = self._store.harm()
            if self._harm:
                self.trouble = _harmed(self._harm, self.path.name)
        return bool(self._harm)

    def _take_snapshot(self) -> None:
        if self.see_harm():
            return
        try:
            self._store.put_position(stored(self._snapshot(), self.chain), SNAPSHOT_EVERY)
        except JournalError:
            # A snapshot is a short cut: without it the game opens a little later.
            return
        self._head = replace(self._head, snapshot=self.last)

    def _snapshot(self, at_ms: int = 0) -> Snapshot:
        return Snapshot(self.last, position_of(self.game), self.seed, self.drawn, at_ms)

    def save(self) -> None:
        """Bring everything to the disk for good: what was played before it survives a power cut as well.

        Raises JournalError where it is not possible.
        """
        self.see_harm()
        self._write()
        if self.trouble:
            raise JournalError(self.trouble)
        self._store.checkpoint()

    def copy_to(self, path: Path) -> None:
        """Write the whole record, what waits included, to another file; whatever lay there is replaced at the end.

        Raises JournalError; then the other file is as it was.
        """
        target = path.resolve()
        if self.path is not None and target == self.path.resolve() and not self._harm:
            raise JournalError(f"'{path.name}' is the game itself: choose another name.")
        with beside(target) as draft:
            try:
                self._copy_whole(draft)
            except JournalError:
                if self._harm != "overwritten":
                    raise
                draft.unlink(missing_ok=True)
                self._copy_position(draft)

    def _copy_whole(self, draft: Path) -> None:
        """Write all records to a file. Raises JournalError, also where another program has written among them."""
        self._store.copy_to(draft)
        copy = Store.open(draft, "rw")
        try:
            self._complete(copy)
            if self._harm:
                with_all = Journal(copy, watching=True)
                if (with_all.last, with_all.chain) != (self.last, self.chain):
                    raise JournalError(self.trouble)
        finally:
            copy.close()

    def _copy_position(self, draft: Path) -> None:
        """Write a record that begins at the position as it now is: what came before it was overwritten."""
        copy = Store.create(draft)
        try:
            copy.begin_at(stored(self._snapshot(), self.chain))
        finally:
            copy.close()

    def _complete(self, copy: Store) -> None:
        """Make a copy of the file say what the record says."""
        copy.insert(self._waiting)
        copy.mend(self._mended.values(), self._torn)

    def save_as(self, path: Path) -> None:
        """Go on in another file: the old one stays as it was last written. Raises JournalError; then all is as before.

        To the game's own file: `save`.
        """
        if self.path is not None and path.resolve() == self.path.resolve() and not self.see_harm():
            self.save()
            return
        self.see_harm()
        self.copy_to(path)
        lock = Lock(path)
        try:
            store = Store.open(path, "rw")
            store.write_ahead()
        except JournalError:
            lock.release()
            raise
        is_read_anew = self.is_read_only or bool(self._harm)
        self._waiting.clear()
        self.trouble = ""
        self.close()
        self._store, self._lock, self._syncer = store, lock, Syncer(path)
        self.is_read_only, self.trouble, self._harm = False, "", ""
        if is_read_anew:
            self._read()

    def compact(self, at_ms: int = 0) -> None:
        """Drop all records before the position as it now is: take-back ends here, and verification begins here.

        What is dropped is replayed first: it can prove nothing any more. Raises JournalError; then all is as before.
        """
        if self.is_read_only:
            raise JournalError(self.why_read_only)
        self.save()
        if self.last == self.first:
            return
        self._refuse_other_than_replayed()
        self._store.begin_at(stored(self._snapshot(at_ms), self.chain))
        self._taken_back.clear()
        self._mended.clear()
        self._torn.clear()
        self._off = None
        self._head = replace(self._head, first=self.last, snapshot=self.last)

    def _refuse_other_than_replayed(self) -> None:
        """Replay all records from the first position on. Raises JournalError where that leads to another game."""
        self.check_records()
        head = head_at(self._store.positions()[0], self.first)
        for row in self._rows(self.first + 1):
            head = replay(head, row).head
        if position_of(head.game) != position_of(self.game):
            raise JournalError(text("short-cut-changed"))

    # watching

    def follow(self) -> list[Followed]:
        """The steps that the other program has added since. Raises JournalError.

        Where it has compacted the game meanwhile, steps may be left out: `first` then says where the record begins.
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
            found.append(Followed(before, step, self.game))
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
            self.why_read_only = f"{problem} It is shown as it stood after step {self.last}."
        if self._store.least() <= self.first or (not self.is_read_only and self._store.last() > self.last):
            raise JournalError(text("rows-out-of-range", first=self.first, last=self.last))
        flagged = (self._mended.get(row.seq, row) for row in self._store.take_backs() if row.seq <= self.last)
        self._taken_back |= {row.seq: _named_in(row) for row in flagged if row.takes_back}
        self._off = None

    def _begun(self, upto: int | None = None, known: Head | None = None) -> Head:
        """Where reading begins: the last stored position that stands in the record, at a step or before it.

        What follows the link of the chain that is `known` is known by that.
        """
        positions = self._store.positions()
        if not positions:
            raise JournalError("The game's file is damaged: it holds no position.")
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
        """Return whether a short cut is whole and stands where the chain of the records says."""
        row = next(self._store.rows(position.seq, position.seq), None)
        if is_as_written(position) and row is not None and row.chain == position.chain:
            return True
        self._torn.add(position.seq)
        self._warned["short cuts"] = text("short-cut-damaged", file=self._file, seq=min(self._torn))
        return False

    def _advance(self, row: Row) -> Step:
        found = replay(self._head, row)
        self._head = found.head
        self._compare(row, found)
        return found.step


def _named_in(row: Row) -> tuple[int, ...]:
    command = decode_step(row.record).command
    return command.steps if isinstance(command, TakeBack) else ()


def _unsaved(problem: JournalError) -> str:
    return f"Not saved yet. {problem} The game goes on; save it under another name to keep what is played."


def _prove_log(path: Path) -> None:
    """Read a game with the log that a crash has left beside it, before the log is brought into it for good.

    A log of another file, beside a backup for instance, would destroy it. Raises JournalError, with nothing written.
    """
    log = log_of(path)
    if not log.exists() or not log.stat().st_size:
        return
    try:
        with Journal.watch(path) as journal:
            journal.check_records()
    except UnreadableError:
        raise
    except JournalError as problem:
        raise JournalError(text("log-of-another", problem=problem, log=log.name)) from problem


def _harmed(harm: "Harm", file: str) -> str:
    match harm:
        case "deleted":
            return text("file-deleted", file=file)
        case "moved":
            return text("file-moved", file=file)
        case "replaced":
            return text("file-replaced", file=file)
        case "log-gone":
            return text("file-log-gone", file=file)
    return text("file-overwritten", file=file)


def _refuse_missing(path: Path) -> None:
    if not path.is_file():
        raise JournalError(f"There is no file '{path}'.")
