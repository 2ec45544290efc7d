"""Python's garbage, collected on the window's thread alone: objects of Qt among it must not die on another."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QTimer

_COLLECTING_MS: Final = 500


@contextmanager
def collected_here() -> Iterator[None]:
    """Meanwhile let garbage be collected on this thread only, while it waits for events; others may work beside it."""
    was_enabled = gc.isenabled()
    gc.disable()
    often = QTimer()
    often.timeout.connect(_collect)
    often.start(_COLLECTING_MS)
    try:
        yield
    finally:
        often.stop()
        if was_enabled:
            gc.enable()


def _collect() -> None:
    """Collect what Python itself would have collected by now."""
    due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if any(due):
        gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))
