"""The SQLite file of a game: its tables, the checks when it is opened, and SQLite's errors as sentences.

Durability: the write-ahead log with `synchronous=NORMAL`. After a commit the system has the step, so it survives a
crash of the program (`kill -9`). A power cut may lose the steps after the last sync.
"""

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import quote
from weakref import WeakSet

from tabletop.journal.file.file_lock import Lock, is_locked
from tabletop.journal.file.witness import Harm, Witness
from tabletop.journal.file.write_ahead_log import Loss, index_of, log_loss, log_of
from tabletop.journal.journal_errors import JournalError, UnreadableError
from tabletop.journal.records import MOST_RECORD_BYTES, StepRow
from tabletop.texts import text

FORMAT: Final = 2
"""The number of this file format, in SQLite's `user_version`."""

APPLICATION: Final = int.from_bytes(b"WTBL", "big")
"""The mark of a SQLite file as a game of Wartable, in `application_id`."""

OPENING_WAIT_S: Final = 1.0
"""The time that opening a file waits for another program that has locked it, in seconds."""

STEP_WAIT_S: Final = 0.02
"""The time that writing a step waits for another program that has locked the file, in seconds. After that the game
continues, and the next step tries again.
"""

CLOSING_WAIT_S: Final = 0.5
"""The time that closing waits for programs that read the file, in seconds. If they end in time, the game is a single
file again.
"""

MOST_POSITION_BYTES: Final = 256 << 20

_TABLES: Final = {
    "positions": """
        CREATE TABLE positions (seq INTEGER PRIMARY KEY, position BLOB NOT NULL, chain BLOB NOT NULL,
            digest BLOB NOT NULL)""",
    "steps": """
        CREATE TABLE steps (seq INTEGER PRIMARY KEY, seat TEXT NOT NULL, takes_back INTEGER NOT NULL,
            record BLOB NOT NULL, back BLOB NOT NULL, chain BLOB NOT NULL)""",
    "take_backs": "CREATE INDEX take_backs ON steps (seq) WHERE takes_back",
}
_COLUMNS: Final = "seq, seat, takes_back, record, back, chain"
_LINK_BYTES: Final = 32
_DRAFT: Final = ".{}.{}.part"
_DRAFT_NAME: Final = re.compile(r"\.(?P<meant>.+)\.[0-9]+\.part")


class StoredPosition(NamedTuple):
    """A stored position: the number of its step, its bytes, its link of the chain, and the digest of both."""

    seq: int
    position: bytes
    chain: bytes
    digest: bytes


class Store:
    """A store of a game's record: an open SQLite file, or a database in memory. Every method can raise JournalError."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self._connection = connection
        self._anchor: sqlite3.Connection | None = None
        self._witness: Witness | None = None
        self.path = path
        self.log_loss: Loss = ""
        """The damage to the log of a file that was not closed properly, so that its last steps may be lost; "" if there
        is none.
        """

    @classmethod
    def in_memory(cls) -> "Store":
        """Return a new store without a file."""
        return cls(_made(sqlite3.connect(":memory:", isolation_level=None)), None)

    @classmethod
    def create(cls, path: Path) -> "Store":
        """Return a new store in a file that does not exist yet."""
        with told(path):
            return cls(_made(sqlite3.connect(_address(path, "rwc"), uri=True, isolation_level=None)), path)

    @classmethod
    def open(cls, path: Path, mode: Literal["rw", "ro"]) -> "Store":
        """Open the store in a file, and return it: for reading, or for writing if this program has its lock. The file
        is checked first.

        Opening for reading leaves the log's index unchanged, so that the traces of a crash can still be reported when
        the game is opened to play.
        """
        _refuse_foreign(path)
        loss = _loss(path, is_own=mode == "rw")
        try:
            store = cls._opened(path, _address(path, mode, is_kept=mode == "ro" and index_of(path).exists()))
        except JournalError:
            # SQLite does not read a log with a damaged beginning if it may not rebuild the index.
            store = cls._opened(path, _address(path, mode))
        store.log_loss = loss
        _OPEN.add(store)
        return store

    @classmethod
    def _opened(cls, path: Path, address: str) -> "Store":
        with told(path):
            store = cls(sqlite3.connect(address, OPENING_WAIT_S, uri=True, isolation_level=None), path)
        try:
            with told(path):
                store._harden()
        except JournalError:
            store.close_untouched()
            raise
        return store

    def _harden(self) -> None:
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_POSITION_BYTES)
        for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
            self._connection.execute(f"PRAGMA {pragma}")
        found = self._connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        if {name: _plain(sql) for name, sql in found} != {name: _plain(sql) for name, sql in _TABLES.items()}:
            raise JournalError(text("tables-damaged", file=_name(self.path)))

    def write_ahead(self) -> None:
        """Switch to the write-ahead log, and begin to watch the file. Only the program that writes does this."""
        with told(self.path):
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            # From now on the log is never empty while the game is open. An empty log means that steps are lost.
            self._connection.execute(f"PRAGMA user_version={FORMAT}")
            self.wait_for_locks(STEP_WAIT_S)
            if self.path is not None:
                self._watch_over(self.path)

    def wait_for_locks(self, seconds: float) -> None:
        """Set the time to wait for another program that has locked the file."""
        with told(self.path):
            self._connection.execute(f"PRAGMA busy_timeout={int(seconds * 1_000)}")

    def _watch_over(self, path: Path) -> None:
        """Begin to watch the file for damage by other programs."""
        # While another connection reads, closing the writing one does not merge the log into the file.
        self._anchor = sqlite3.connect(_address(path, "ro"), uri=True, isolation_level=None)
        self._anchor.execute("SELECT count(*) FROM positions").fetchone()
        with suppress(OSError):
            self._witness = Witness(path)

    def harm(self) -> Harm:
        """Return the kind of damage that other programs have done to the open file; "" if there is none, or if it is
        not watched.
        """
        return self._witness.harm() if self._witness is not None else ""

    def abandon(self, harm: Harm, *, is_kept_elsewhere: bool) -> None:
        """Close a file that was harmed, without writing to it, except that a file that was only renamed gets the steps
        in its log.

        The log beside the old path is removed once its steps are in the renamed file, or are kept elsewhere
        (`is_kept_elsewhere`).
        """
        is_finished = harm == "moved" and self._finish_moved()
        self._connection.close()
        self._let_go(sweep=is_kept_elsewhere or is_finished)

    def _finish_moved(self) -> bool:
        """Write the log into a file that was renamed, because the log has the old name. Return whether all of it is
        there; otherwise the log is still needed.
        """
        if self._witness is None or self._witness.is_log_changed():
            return False
        self._close_anchor()
        is_finished = False
        with suppress(sqlite3.Error, JournalError):
            self.wait_for_locks(CLOSING_WAIT_S)
            ((is_busy, _, _),) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_finished = not is_busy
            # No rollback journal can be made beside a file that was moved, so it is in memory.
            self._connection.execute("PRAGMA journal_mode=MEMORY")
        return is_finished

    def _close_anchor(self) -> None:
        if self._anchor is not None:
            self._anchor.close()
            self._anchor = None

    def _let_go(self, *, sweep: bool = False) -> None:
        _OPEN.discard(self)
        self._close_anchor()
        if self._witness is not None:
            if sweep:
                self._witness.sweep()
            self._witness.close()
        self._witness = None

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Record the state of the files after a write in this context, even if the write fails."""
        try:
            yield
        finally:
            if self._witness is not None:
                self._witness.note()

    def close(self) -> None:
        """Close the file. If no other program reads it, the game is a single file again."""
        self._let_go()
        # If another program watches, or the disk is full, the log beside the file stays a part of the game.
        with suppress(sqlite3.Error, JournalError):
            self.wait_for_locks(CLOSING_WAIT_S)
            self._connection.execute("PRAGMA journal_mode=DELETE")
        self._connection.close()

    def close_untouched(self) -> None:
        """Close the file without changing the files beside it, for programs that only read."""
        self._let_go()
        self._connection.close()

    # reading

    def positions(self) -> list[StoredPosition]:
        """Return all stored positions, the oldest first. The record begins with the oldest one."""
        with told(self.path):
            found = self._connection.execute("SELECT seq, position, chain, digest FROM positions ORDER BY seq")
            return [self._position(values) for values in found]

    def _position(self, values: tuple[object, ...]) -> StoredPosition:
        match values:
            case (int(seq), bytes(position), bytes(chain), bytes(digest)):
                return StoredPosition(seq, position, chain, digest)
        raise JournalError(text("position-damaged", file=_name(self.path)))

    def rows(self, first: int, last: int | None = None) -> Iterator[StepRow]:
        """Yield the stored steps from `first` to `last` (None: to the end), in order."""
        end = (1 << 63) - 1 if last is None else last
        with told(self.path):
            found = self._connection.execute(
                f"SELECT {_COLUMNS} FROM steps WHERE seq BETWEEN ? AND ? ORDER BY seq", (first, end)
            )
            for values in found:
                yield self._row(values)

    def _row(self, values: tuple[object, ...]) -> StepRow:
        match values:
            case (int(seq), str(seat), int(takes_back), bytes(record), bytes(back), bytes(chain)) if (
                max(len(record), len(back)) <= MOST_RECORD_BYTES and len(chain) == _LINK_BYTES
            ):
                return StepRow(seq, seat, bool(takes_back), record, back, chain)
        raise JournalError(text("row-damaged", file=_name(self.path)))

    def first(self) -> int:
        """Return the number of the step with whose position the record begins; 0 if no position is stored."""
        with told(self.path):
            ((first,),) = self._connection.execute("SELECT coalesce(min(seq), 0) FROM positions")
            return int(first)

    def take_backs(self) -> Iterator[StepRow]:
        """Yield the stored take-backs, in order."""
        with told(self.path):
            for values in self._connection.execute(f"SELECT {_COLUMNS} FROM steps WHERE takes_back ORDER BY seq"):
                yield self._row(values)

    def last(self) -> int:
        """Return the number of the last step; 0 if there is none."""
        with told(self.path):
            ((last,),) = self._connection.execute("SELECT coalesce(max(seq), 0) FROM steps")
            return int(last)

    def least(self) -> int:
        """Return the lowest number of a step. If there is none, return a number above all others."""
        with told(self.path):
            ((least,),) = self._connection.execute("SELECT min(seq) FROM steps")
            return int(least) if least is not None else 1 << 63

    def steps_of(self, seat: str) -> Iterator[int]:
        """Yield the numbers of a seat's steps, the newest first."""
        with told(self.path):
            for (seq,) in self._connection.execute("SELECT seq FROM steps WHERE seat = ? ORDER BY seq DESC", (seat,)):
                yield int(seq)

    def damage(self) -> str | None:
        """Return a sentence if SQLite finds damage in the file; None if it finds none."""
        with told(self.path):
            ((found,),) = self._connection.execute("PRAGMA integrity_check(1)")
            return None if found == "ok" else text("pages-damaged", file=_name(self.path))

    # writing

    def insert(self, rows: Sequence[StepRow]) -> None:
        """Add steps, either all of them or none."""
        if not rows:
            return
        with told(self.path), self._noted():
            if len(rows) == 1:
                self._connection.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?)", rows[0])
            else:
                with self._transaction():
                    self._connection.executemany("INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?)", rows)

    def mend(self, rows: Iterable[StepRow], torn: Iterable[int]) -> None:
        """Rewrite the data that is stored beside the records of steps, and delete the positions at the `torn` steps."""
        due, gone = [(row.by, row.takes_back, row.back, row.seq) for row in rows], [(seq,) for seq in torn]
        if not due and not gone:
            return
        with told(self.path), self._noted(), self._transaction():
            self._connection.executemany("UPDATE steps SET seat = ?, takes_back = ?, back = ? WHERE seq = ?", due)
            self._connection.executemany("DELETE FROM positions WHERE seq = ?", gone)

    def put_position(self, position: StoredPosition, apart: int) -> None:
        """Store a position, from which later steps can be replayed.

        The newest stored position is replaced if it is less than `apart` steps after the position before it.
        """
        with told(self.path), self._noted(), self._transaction():
            seqs = [seq for (seq,) in self._connection.execute("SELECT seq FROM positions ORDER BY seq DESC LIMIT 2")]
            if len(seqs) > 1 and seqs[0] - seqs[1] < apart:
                self._connection.execute("DELETE FROM positions WHERE seq = ?", seqs[:1])
            self._connection.execute("INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?)", position)

    def begin_at(self, position: StoredPosition) -> None:
        """Let the record begin at this position: store it, and delete all steps up to it and all other positions."""
        with told(self.path), self._noted():
            with self._transaction():
                self._connection.execute("DELETE FROM positions")
                self._connection.execute("DELETE FROM steps WHERE seq <= ?", (position.seq,))
                self._connection.execute("INSERT INTO positions VALUES (?, ?, ?, ?)", position)
            self._connection.execute("VACUUM")

    def end_at(self, seq: int) -> None:
        """Delete everything in the record after this step."""
        with told(self.path):
            with self._transaction():
                for table in ("positions", "steps"):
                    self._connection.execute(f"DELETE FROM {table} WHERE seq > ?", (seq,))
            self._connection.execute("VACUUM")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def copy_to(self, path: Path) -> None:
        """Write the whole store to a compact file that does not exist yet."""
        with told(path):
            self._connection.execute("VACUUM INTO ?", (str(path),))

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file itself, as far as other readers allow, and sync both."""
        with told(self.path), self._noted():
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


_OPEN: Final[WeakSet[Store]] = WeakSet()
"""The stores in files that this program has open."""


def _loss(path: Path, *, is_own: bool) -> Loss:
    """Return the loss in the log of a file; "" if a program plays it. With `is_own` the caller has the lock.

    A file that this program has open is not opened again, because closing it would end SQLite's locks on it. Raises
    JournalError.
    """
    if not is_own and is_locked(path):
        return ""
    own = path.resolve()
    for other in tuple(_OPEN):
        if other.path is not None and other.path.resolve() == own:
            return other.log_loss
    try:
        loss = log_loss(path)
    except OSError as problem:
        raise UnreadableError(text("file-unread", file=path.name, why=problem.strerror)) from problem
    return "" if loss and not is_own and is_locked(path) else loss  # another program may have begun to play meanwhile


def _made(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute(f"PRAGMA application_id={APPLICATION}")
    connection.execute(f"PRAGMA user_version={FORMAT}")
    for sql in _TABLES.values():
        connection.execute(sql)
    return connection


def _address(path: Path, mode: Literal["rw", "ro", "rwc"], *, is_kept: bool = False) -> str:
    """Return the URI with which SQLite opens a file. With `is_kept` the index of its log stays unchanged."""
    return f"file:{quote(str(path.absolute()))}?mode={mode}{'&readonly_shm=1' if is_kept else ''}"


def _plain(sql: object) -> str:
    return " ".join(str(sql).split())


def _name(path: Path | None) -> str:
    """Return the name of a file for the player. A draft has the name of the file that it will become."""
    if path is None:
        return text("the-game")
    draft = _DRAFT_NAME.fullmatch(path.name)
    return text("quoted-file", file=draft["meant"] if draft else path.name)


def _refuse_foreign(path: Path) -> None:
    """Check by its first bytes that a file is a whole game of a known format, before SQLite touches it.

    Raises JournalError if it is not.
    """
    try:
        with path.open("rb") as file:
            head = file.read(100)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError as problem:
        raise JournalError(text("no-file", file=path)) from problem
    except OSError as problem:
        raise UnreadableError(text("file-unread", file=path.name, why=problem.strerror)) from problem
    if not head.startswith(b"SQLite format 3\0") or int.from_bytes(head[68:72], "big") != APPLICATION:
        raise JournalError(text("file-foreign", file=path.name))
    number = int.from_bytes(head[60:64], "big")
    if number > FORMAT:
        raise JournalError(text("file-too-new", file=path.name, format=number, known=FORMAT))
    page = int.from_bytes(head[16:18], "big") or 65536
    page = 65536 if page == 1 else page
    if size < page * int.from_bytes(head[28:32], "big") and not log_of(path).exists():
        raise JournalError(text("file-cut-short", file=path.name))


_KEYS: Final[dict[str, str]] = {
    "SQLITE_FULL": "disk-full",
    "SQLITE_READONLY": "disk-read-only",
    "SQLITE_CANTOPEN": "disk-unopened",
    "SQLITE_PERM": "disk-read-only",
    "SQLITE_IOERR": "disk-error",
    "SQLITE_CORRUPT": "file-damaged",
    "SQLITE_NOTADB": "file-damaged",
    "SQLITE_BUSY": "file-busy",
    "SQLITE_LOCKED": "file-busy",
    "SQLITE_PROTOCOL": "file-busy",
    "SQLITE_TOOBIG": "row-out-of-bounds",
}
_NOT_THE_FILE: Final = frozenset(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_BUSY", "SQLITE_LOCKED"))
"""The names of SQLite's errors that do not mean damage to the file."""

_OTHERWISE: Final = "file-damaged"


@contextmanager
def told(path: Path | None) -> Iterator[None]:
    """Turn an error of SQLite in this context into a JournalError with a sentence."""
    try:
        yield
    except sqlite3.Error as problem:
        code = "_".join(getattr(problem, "sqlite_errorname", "").split("_")[:2])
        kind = UnreadableError if code in _NOT_THE_FILE else JournalError
        raise kind(text(_KEYS.get(code, _OTHERWISE), file=_name(path))) from problem
    except (OverflowError, UnicodeError) as problem:
        raise JournalError(text("value-damaged", file=_name(path))) from problem


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Yield the path of a draft beside `path`. At the end the draft is synced and replaces `path`.

    If writing fails, `path` is unchanged, and the draft is removed. Drafts of programs that were killed are removed,
    too. Raises JournalError; JournalBusyError if another program plays the game at `path`.
    """
    lock = Lock(path) if path.exists() else None
    draft = path.with_name(_DRAFT.format(path.name, os.getpid()))
    try:
        draft.unlink(missing_ok=True)
        _clear_drafts(path)
        yield draft
        _sync(draft)
        for left in (log_of(path), index_of(path)):  # after a crash: these belong to the replaced file
            left.unlink(missing_ok=True)
        draft.replace(path)
        if os.name == "posix":
            _sync(path.parent)
    except OSError as problem:
        raise JournalError(text("file-unwritten", file=path.name, why=problem.strerror)) from problem
    finally:
        with suppress(OSError):  # the folder is gone or cannot be written: then the draft is not there either
            draft.unlink(missing_ok=True)
        if lock is not None:
            lock.release()


def _clear_drafts(path: Path) -> None:
    """Remove the drafts of a file left by programs that no longer run."""
    draft = re.compile(rf"\.{re.escape(path.name)}\.(?P<program>[0-9]+)\.part(-wal|-shm|-journal)?")
    with suppress(OSError):  # a draft that stays does no harm
        for left in list(path.parent.iterdir()):
            found = draft.fullmatch(left.name)
            if found is not None and not _runs(int(found["program"])):
                left.unlink(missing_ok=True)


def _runs(program: int) -> bool:
    """Return whether a process with this number runs. On Windows, return only whether it is this program."""
    if os.name != "posix":
        return program == os.getpid()
    try:
        os.kill(program, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_log(path: Path) -> None:
    """Sync the write-ahead log of a file. After that, committed steps also survive a power cut."""
    log = log_of(path)
    if log.exists():
        _sync(log)
