"""A run of many random gestures at a window with the rules assistant on, which counts errors and memory."""

import os
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final

from msgspec import Struct

from tabletop.cli.game_arguments import begun, loaded
from tabletop.cli.window_start import draw_in_memory
from tabletop.journal.journal import Journal
from tabletop.texts import text
from tabletop.workshop.bench.measurement import memory_mb

MODULE: Final = "fire_in_the_sky"
SCENARIO: Final = "december-1941"
MOST_MB: Final = 450
TOLD_EVERY: Final = 1_000
_SEED: Final = "11" * 32


class GestureRun(Struct, frozen=True):
    """The outcome of a run: the program's errors by their places in the code, and the most memory (MB)."""

    errors: dict[str, int]
    highest_mb: float

    @property
    def is_well(self) -> bool:
        """True if nothing went wrong, and the memory stayed within its bound."""
        return not self.errors and self.highest_mb <= MOST_MB


def play(gestures: int, seed: int, say: Callable[[str], object]) -> GestureRun:
    """Make this many random gestures on a new game, in temporary folders; return the outcome. `say` gets the
    progress.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in ("DATA", "CONFIG", "STATE"):
            os.environ[f"XDG_{name}_HOME"] = str(Path(folder) / name.lower())
        draw_in_memory()
        return _played(Path(folder) / "evening.wartable", gestures, seed, say)


def _played(file: Path, gestures: int, seed: int, say: Callable[[str], object]) -> GestureRun:
    from tabletop.desktop.platform.garbage_collection import collected_here
    from tabletop.desktop.program.desktop_app import DesktopApp
    from tabletop.desktop.program.qt_application import application
    from tabletop.workshop.random_hands import RandomHands

    Journal.create(file, begun(loaded(MODULE), SCENARIO).game, _SEED).close()
    application()
    errors: Counter[str] = Counter()
    highest = 0.0

    def note(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        last = traceback.extract_tb(trace)[-1:]
        place = f"{kind.__name__} {last[0].filename}:{last[0].lineno}" if last else kind.__name__
        errors[place] += 1
        if errors[place] == 1:
            say("".join(traceback.format_exception(kind, error, trace)).rstrip())
        sys.last_value = sys.last_traceback = None  # without this, the window and its workers stay in memory

    def tell(left: int) -> None:
        nonlocal highest
        highest = max(highest, memory_mb())
        if left % TOLD_EVERY == 0:
            say(text("gestures-made", made=gestures - left, memory=round(memory_mb()), errors=errors.total()))

    before, sys.excepthook = sys.excepthook, note
    try:
        program = DesktopApp()
        program.resume(file)
        with collected_here():
            RandomHands(program, file, Random(seed)).play(gestures, tell)
    finally:
        sys.excepthook = before
    return GestureRun(dict(errors), highest)
