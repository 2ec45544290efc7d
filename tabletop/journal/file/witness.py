"""`Witness`: detects that the file of an open game was deleted, moved, replaced or overwritten.

The system reports no error in these cases: an open file can be written after it was deleted, and is lost at the end.
"""

import os
from pathlib import Path
from typing import Literal

from tabletop.journal.file.write_ahead_log import index_of, log_of

Harm = Literal["", "deleted", "moved", "replaced", "overwritten", "log-gone"]
"""The kinds of harm to an open file; "" if all is well. `log-gone`: the log beside it is gone or was changed."""


class Witness:
    """A record of the file and its log as the writing program last left them."""

    def __init__(self, path: Path) -> None:
        """Begin to watch a file that is open. Raises OSError."""
        self._path = path
        self._log = log_of(path)
        self._open = os.open(path, os.O_RDONLY)
        self._is_file = _identity(os.fstat(self._open))
        self._is_log: tuple[int, int] | None = None
        self.note()

    def note(self) -> None:
        """Record the state of the files, after something was written to them."""
        now = os.fstat(self._open)
        self._left = (now.st_size, now.st_mtime_ns)
        self._is_log, self._log_left = self._log_now()

    def harm(self) -> Harm:
        """Return the harm to the file since its state was recorded; "" for none. It needs at most two system calls."""
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
        """Return whether there is a log beside the file that differs from the recorded one.

        A log that is gone is not noticed here; see `harm`.
        """
        log, left = self._log_now()
        return log is not None and (log, left) != (self._is_log, self._log_left)

    def sweep(self) -> None:
        """Remove the log and its index if the log is still the recorded one, because its steps are kept elsewhere."""
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
