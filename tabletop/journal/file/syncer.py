"""`Syncer`: a thread that syncs a game's log to the disk, at most once a second."""

import threading
from pathlib import Path
from typing import Final

from tabletop.journal.file.store import sync_log

SYNC_SECONDS: Final = 1.0
"""The time between two syncs in seconds. A power cut can lose the steps of this time."""


class Syncer(threading.Thread):
    """A thread that syncs a file's log after writes, at most once in SYNC_SECONDS."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="journal-sync", daemon=True)
        self._path = path
        self._written = threading.Event()
        self._over = threading.Event()
        self.start()

    def touch(self) -> None:
        """Ask for a sync, because something was written."""
        self._written.set()

    def stop(self) -> None:
        """End the thread, and wait for it."""
        self._over.set()
        self._written.set()
        self.join()

    def run(self) -> None:
        """Sync until it is stopped."""
        while (
            not self._over.is_set()
        ):  # checked again, since the line below may have cleared the event by which this thread is stopped
            self._written.wait()
            if self._over.wait(SYNC_SECONDS):
                return
            self._written.clear()
            try:
                sync_log(self._path)
            except OSError:
                # The next step has the same problem, and reports it.
                continue
