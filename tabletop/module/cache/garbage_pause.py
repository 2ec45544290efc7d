"""The frequency of Python's garbage collection.

Modules and games consist of many small values that stay in memory, and a full collection looks through them all.
Python's default, a collection after some hundred or a few thousand new values, suits programs with few values.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

_IN_PLAY: Final = (50_000, 10, 10)
_WHILE_READING: Final = (100_000, 50, 100)


def collect_seldom() -> None:
    """Make garbage collection rarer in the whole program. Otherwise it takes a fifth of the time to open a game."""
    gc.set_threshold(*_IN_PLAY)


def keep_what_is_there() -> None:
    """Exclude all present objects from garbage collection.

    They are the program's own parts, which stay as long as it runs.
    """
    gc.freeze()


class _Readers:
    """The readers at work, on any threads. The first makes collections rarer, and the last restores the
    earlier frequency.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._reading = 0
        self._before = gc.get_threshold()

    def begin(self) -> None:
        with self._lock:
            if not self._reading:
                self._before = gc.get_threshold()
                gc.set_threshold(*_WHILE_READING)
            self._reading += 1

    def end(self) -> None:
        with self._lock:
            self._reading -= 1
            if not self._reading:
                gc.set_threshold(*self._before)


_READERS: Final = _Readers()


@contextmanager
def few_collections() -> Iterator[None]:
    """Make garbage collection rarer still while many small lasting values are made, which then takes half the time."""
    _READERS.begin()
    try:
        yield
    finally:
        _READERS.end()
