"""The lock on a game's file, so that only one program plays it at a time. It ends when the program ends, also after a
crash.

SQLite has its own locks (byte ranges by `fcntl`, or bytes below 2 GiB on Windows), which this lock does not touch. The
package `filelock` is no alternative: it would lock a file beside the game, so that a renamed game would not be locked,
or it would empty the game's file.
"""

import os
import sys
from pathlib import Path
from types import TracebackType

from tabletop.journal.journal_errors import JournalBusyError, JournalError
from tabletop.texts import text

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 40, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(path: Path) -> bool:
    """Return whether a program, which may be this one, is playing the game in a file. Raises JournalError."""
    try:
        Lock(path).release()
    except JournalBusyError:
        return True
    return False


class Lock:
    """The lock that gives the right to write to a game's file, until it is released. Raises JournalError, or
    JournalBusyError if it is already taken, by another program or by this one.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._descriptor = os.open(path, os.O_RDONLY)
        except OSError as problem:
            raise JournalError(text("file-unopened", file=path.name, why=problem.strerror)) from problem
        try:
            _take(self._descriptor)
        except OSError as problem:
            os.close(self._descriptor)
            raise JournalBusyError(text("file-in-use", file=path.name)) from problem

    def release(self) -> None:
        """Release the lock. SQLite must have closed the file: on POSIX, closing it here ends SQLite's locks too."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()
