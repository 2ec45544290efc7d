"""`Journal`: the record of a game, open for writing, or for watching while another program writes it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabletop.game.change.patch import Patch
from tabletop.game.change.step import SET_UP, PressOpenings, Step
from tabletop.game.change.told import Told
from tabletop.game.state.game import Game
from tabletop.game.state.position import position_of
from tabletop.journal.file.file_lock import Lock
from tabletop.journal.file.store import Store, beside
from tabletop.journal.file.syncer import Syncer
from tabletop.journal.file.write_ahead_log import log_of
from tabletop.journal.head import NO_LINK, Head, head_at, replay, stored
from tabletop.journal.journal_errors import JournalError, UnreadableError
from tabletop.journal.record_reader import RecordReader
from tabletop.journal.records import (
    Snapshot,
    StepEntry,
    StreamCount,
    TapeUse,
    game_of,
    row_of,
)
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.journal.file.witness import Harm

SNAPSHOT_EVERY: Final = 2_000
"""The number of steps between two snapshots. At most this many are replayed to open a game after a crash, or to undo a
step.
"""

SNAPSHOT_AT_CLOSE: Final = 500
"""The least number of steps since the last snapshot for which closing stores a new one."""

UNWRITTEN_WAIT_S: Final = 2.0
"""The time (in seconds) that closing waits for another program's lock on the file, if steps are not written yet."""


class Journal(RecordReader):
    """The record of a game, to which steps are only appended.

    `trouble` is a sentence while some steps are not on the disk; the game continues, and each further step tries again.
    `count_streams` returns the counts of seats' streams for snapshots.

    Use it in one thread only, as a context manager, or call `close`.
    """

    def __init__(
        self, store: Store, lock: Lock | None = None, *, watching: bool = False, start: Head | None = None
    ) -> None:
        """Open the record in a store. If it begins at the known head `start`, that position is not read again."""
        self._lock = lock
        self._syncer: Syncer | None = None
        self._harm: Harm = ""
        self.trouble = ""
        self.count_streams: Callable[[], dict[str, StreamCount]] = dict
        super().__init__(store, watching=watching, start=start)

    # opening and closing

    @classmethod
    def in_memory(cls, game: Game, seed: str, at_ms: int = 0, told: tuple[Told, ...] = ()) -> "Journal":
        """Return the journal of a new game without a file; `save_as` gives it one. The messages of the set-up (`told`)
        are told by a first step; without messages there is no such step.
        """
        store = Store.in_memory()
        snapshot = Snapshot(0, position_of(game), seed, TapeUse(), at_ms)
        begun = stored(snapshot, NO_LINK)
        store.begin_at(begun)
        journal = cls(store, start=Head(0, 0, begun.chain, game_of(snapshot.position), seed, TapeUse(), 0))
        if told:
            journal.append(Step(1, SET_UP, PressOpenings(), (), at_ms, told=told), (), journal.game)
        return journal

    @classmethod
    def create(cls, path: Path, game: Game, seed: str, at_ms: int = 0, told: tuple[Told, ...] = ()) -> "Journal":
        """Return the journal of a new game in a new file, with the set-up as its first position.

        An old file is replaced. `seed` (hex) is the seed of all random draws. `at_ms` is UTC in milliseconds. `told`
        are the messages of the set-up. Raises JournalError.
        """
        with cls.in_memory(game, seed, at_ms, told) as draft:
            draft.copy_to(path)
        return cls.open(path, draft.begun)

    @classmethod
    def open(cls, path: Path, start: Head | None = None) -> "Journal":
        """Return the journal in a file, to continue the game. If the file cannot be written, the game can still be
        played; `trouble` then says why.

        If the file begins like a known record, `start` is the `begun` of that record. Raises JournalError, or
        JournalBusyError if another program has it; then `watch` can open it.
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
        """Return the journal of a game that another program plays, to read and to `follow` it. Raises JournalError."""
        store = Store.open(path, "ro")
        try:
            return cls(store, watching=True)
        except JournalError:
            store.close_untouched()
            raise

    def close(self) -> None:
        """Write everything into the single file, if it may be written, and close it.

        A file that other programs have harmed is closed as it is.
        """
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
        """Set the time that each step waits for another program's lock, for programs without a window."""
        self._store.wait_for_locks(seconds)

    # writing

    def append(self, step: Step, back: Patch, after: Game) -> None:
        """Add a step, with the patch that undoes it and the game after it.

        When this returns, the step is on the disk (see `store`), or `trouble` says why it is not. Raises JournalError
        if the step cannot be recorded; then nothing has changed.
        """
        self.extend([StepEntry(step, back)], after)

    def extend(self, entries: Sequence[StepEntry], after: Game) -> None:
        """Add several steps at once: after a crash either all or none of them are in the file. Raises the errors of
        `append`.
        """
        if self.is_read_only:
            raise JournalError(self.why_read_only)
        rows, chain, drawn = [], self.chain, self.drawn
        if self.last - self._head.snapshot >= SNAPSHOT_EVERY and not self.trouble:
            self._take_snapshot()  # only now, after everybody has heard of the last step
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

    def _mend(self) -> None:
        """Replace data in the file that differs from the replay, if the file may be written."""
        if not (self._mended or self._torn) or self.is_read_only or self.path is None or self.see_harm():
            return
        with suppress(JournalError):  # rows that cannot be written now will be replayed again when they are needed
            self._store.mend(self._mended.values(), self._torn)

    def _write(self) -> None:
        """Write the waiting steps to the disk. If that fails, `trouble` says why."""
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
        """Return whether other programs have harmed the open file. If so, `trouble` says how, and nothing more is
        written to it.
        """
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
            # The game is complete without a snapshot, but takes longer to open.
            return
        self._head = replace(self._head, snapshot=self.last)

    def _snapshot(self, at_ms: int = 0) -> Snapshot:
        return Snapshot(self.last, position_of(self.game), self.seed, self.drawn, at_ms, self.count_streams())

    def save(self) -> None:
        """Sync everything to the disk, so that all steps also survive a power cut.

        Raises JournalError if that fails.
        """
        self.see_harm()
        self._write()
        if self.trouble:
            raise JournalError(self.trouble)
        self._store.checkpoint()

    def copy_to(self, path: Path) -> None:
        """Write the whole record, including steps that are still waiting, to another file.

        An old file there is replaced at the end. If another program has overwritten this game's file, the copy may
        begin at the present position. Raises JournalError; then the other file is unchanged.
        """
        target = path.resolve()
        if self.path is not None and target == self.path.resolve() and not self._harm:
            raise JournalError(text("copy-onto-itself", file=path.name))
        with beside(target) as draft:
            try:
                self._copy_whole(draft)
            except JournalError:
                if self._harm != "overwritten":
                    raise
                draft.unlink(missing_ok=True)
                self._copy_position(draft)

    def _copy_whole(self, draft: Path) -> None:
        """Write all records to a file. Raises JournalError, also if the game's file was harmed and the copy does not
        end at the present step.
        """
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
        """Write a record that begins at the present position, because earlier steps are no longer in the file."""
        copy = Store.create(draft)
        try:
            copy.begin_at(stored(self._snapshot(), self.chain))
        finally:
            copy.close()

    def _complete(self, copy: Store) -> None:
        """Add to a copy of the file the steps and corrections that are only in memory."""
        copy.insert(self._waiting)
        copy.mend(self._mended.values(), self._torn)

    def save_as(self, path: Path) -> None:
        """Continue in another file. The old file stays as it was last written.

        For the game's own file this is the same as `save`. Raises JournalError; then nothing has changed.
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
        """Delete all records before the present position.

        After that, earlier steps cannot be undone or verified. The records are replayed before they are deleted, to
        check that they lead to this position. Raises JournalError; then nothing has changed.
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
        """Replay all records from the first position on. Raises JournalError if the result is another game."""
        self.check_records()
        head = head_at(self._store.positions()[0], self.first)
        for row in self._rows(self.first + 1):
            head = replay(head, row).head
        if position_of(head.game) != position_of(self.game):
            raise JournalError(text("short-cut-changed"))


def _unsaved(problem: JournalError) -> str:
    return text("not-saved-yet", problem=problem)


def _prove_log(path: Path) -> None:
    """Read a game with the log that a crash left beside it, before SQLite merges the log into the file.

    The log of another file, for example beside a backup, would destroy the game. Nothing is written. Raises
    JournalError.
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
        raise JournalError(text("no-file", file=path))
