"""`Witness`: notices that a game's file was deleted, moved, replaced or overwritten while it is open.

The system takes none of that as an error: a deleted file that is open can still be written, and is gone at the end.
"""

import os
from pathlib import Path
from typing import Literal

from tabletop.journal.file.write_ahead_log import index_of, log_of

Harm = Literal["", "deleted", "moved", "replaced", "overwritten", "log-gone"]
"""The ways in which an open file ceases to be the game; "" while all is well."""


class Witness:
    """The file and the log beside it as the one writing program last left them."""

    def __init__(self, path: Path) -> None:
        """Begin to watch a file that is open. Raises OSError."""
        self._path = path
        self._log = log_of(path)
        self._open = os.open(path, os.O_RDONLY)
        self._is_file = _identity(os.fstat(self._open))
        self._is_log: tuple[int, int] | None = None
        self.note()

    def note(self) -> None:
        """Note the state of the files, after something was written to them."""
        now = os.fstat(self._open)
        self._left = (now.st_size, now.st_mtime_ns)
        self._is_log, self._log_left = self._log_now()

    def harm(self) -> Harm:
        """Return the harm to the file since its state was noted; "" for none. Takes three looks at the folder."""
        try:
            here = os.stat(self._path)
        except OSError:
            return "moved" if os.fstat(self._open).st_nlink else "deleted"
        if _identity(here) != self._is_file:
            return "replaced"
        if (here.st_size, here.st_mtime_ns) != self._left:
            return "overwritten"
        return "log-gone" if self._is_log and self._log_now() != (self._is_log, self._log_left) else ""

    def is_log_changed(self) -> bool:
        """Return whether a log beside the file's name differs from the one noted."""
        log, left = self._log_now()
        return log is not None and (log, left) != (self._is_log, self._log_left)

    def sweep(self) -> None:
        """Remove the log beside the file if it is still the watched one: its game is elsewhere now."""
        if self._is_log and self._log_now()[0] == self._is_log:
            for left in (self._log, index_of(self._path)):
                left.unlink(missing_ok=True)

    def close(self) -> None:
        """Stop watching."""
        os.close(self._open)

    def _log_now(self) -> tuple[tuple[int, int] | None, tuple[int, int]]:
        try:
            found = os.stat(self._log)
        except OSError:
            return None, (0, 0)
        return _identity(found), (found.st_size, found.st_mtime_ns)


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino
