"""`Syncer`: brings a game's log to the disk once a second, beside the thread that plays."""

import threading
from pathlib import Path
from typing import Final

from tabletop.journal.file.store import sync_log

SYNC_SECONDS: Final = 1.0
"""The time between syncs in seconds, which is the most that a power cut can lose."""


class Syncer(threading.Thread):
    """A timer that syncs a file's log at most once in SYNC_SECONDS while something is written."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="journal-sync", daemon=True)
        self._path = path
        self._written = threading.Event()
        self._over = threading.Event()
        self.start()

    def touch(self) -> None:
        """Note that something was written, so that it will be synced."""
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
        ):  # checked again: the event that tells this thread to end may have been cleared below
            self._written.wait()
            if self._over.wait(SYNC_SECONDS):
                return
            self._written.clear()
            try:
                sync_log(self._path)
            except OSError:
                # The step after this one meets the same trouble and says so.
                continue
