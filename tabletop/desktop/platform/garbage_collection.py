"""Collection of Python's garbage on the window's thread, since Qt's objects must not be deleted on another thread.

Freed memory is returned to the system. The C library itself does this late or never, because small blocks between many
freed pictures would keep all the memory of these pictures.
"""

import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from PySide6.QtCore import QTimer

_COLLECTING_MS: Final = 500
_GIVING_BACK_MS: Final = 5_000
_M_MMAP_THRESHOLD: Final = -3
_LARGE_BYTES: Final = 256 * 1024
"""The size from which a block of memory gets its own pages, so that it leaves no hole when it is freed."""


@contextmanager
def collected_here() -> Iterator[None]:
    """Collect garbage only on this thread in this context, while the thread waits for events."""
    was_enabled = gc.isenabled()
    gc.disable()
    part_from_large()
    timers = [(QTimer(), _collect, _COLLECTING_MS), (QTimer(), _collect_young, _GIVING_BACK_MS)]
    for timer, does, ms in timers:
        timer.timeout.connect(does)
        timer.start(ms)
    try:
        yield
    finally:
        for timer, _, _ in timers:
            timer.stop()
        if was_enabled:
            gc.enable()


def collect_all(has_gone: Callable[[], bool] = lambda: True) -> bool:
    """Collect all garbage, for example after a window was closed, and return its memory to the system.

    Return the answer of `has_gone`, which is asked after collecting: it is False while objects that must go still
    exist. If it is True, the objects that remain are not examined again until the next call.
    """
    gc.unfreeze()
    gc.collect()
    is_done = has_gone()
    if is_done:
        gc.freeze()
    give_back()
    return is_done


def _collect_young() -> None:
    """Collect the garbage made since the last `collect_all`, and return its memory to the system."""
    gc.collect()
    give_back()


def _collect() -> None:
    """Collect the garbage that Python itself would collect now."""
    due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if any(due):
        gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))


@cache
def _c_library() -> ctypes.CDLL | None:
    """Return the C library; None if it has no functions that return memory to the system."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


def part_from_large() -> None:
    """Separate large blocks of memory from small ones, so that freed blocks leave no holes."""
    library = _c_library()
    if library is not None:
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)


def give_back() -> None:
    """Return unused memory to the system."""
    library = _c_library()
    if library is not None:
        library.malloc_trim(0)
