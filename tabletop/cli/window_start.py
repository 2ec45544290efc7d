"""Opening the window, and the messages if something that it needs is missing."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import GAME_SUFFIX, existing
from tabletop.texts import text

Extra = Literal["desktop", "art", "mail"]

_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""The environment variables by which Qt finds a screen on Linux, or is told to draw without one."""

_PACKAGES: Final[dict[Extra, tuple[str, ...]]] = {
    "desktop": ("PySide6", "shiboken6"),
    "mail": ("nacl",),
    "art": ("PySide6", "shiboken6", "numpy", "scipy", "PIL"),
}


def open_table(target: str | None) -> ExitCode:
    """Open the window on a game's file, on a module, or on the start page. Raises Failure, LibraryError."""
    from tabletop.module.library import find_module

    if target is not None:
        target = str(existing(Path(target)) if target.endswith(GAME_SUFFIX) else find_module(target))
    if sys.platform == "linux" and not any(map(os.environ.get, _SCREENS)):
        raise Failure(text("no-screen"), ExitCode.MISSING)
    with needing("desktop"):
        from tabletop.desktop.program import desktop_app

    return ExitCode(desktop_app.run(target))


def draw_in_memory() -> None:
    """Make Qt draw in memory, even if there is a screen. If drawing in memory is already set, nothing changes."""
    if not os.environ.get("QT_QPA_PLATFORM", "").startswith("offscreen"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


@contextmanager
def needing(extra: Extra) -> Iterator[None]:
    """Raise Failure, which says what to install, if an import in this context lacks a package of an extra.

    Qt can also lack a library of the system.
    """
    try:
        yield
    except ImportError as problem:
        missing = (problem.name or "").partition(".")[0]
        if missing in _PACKAGES[extra]:
            said = text("package-missing", package=missing, python=Path(sys.executable).name, extra=extra)
            raise Failure(said, ExitCode.MISSING) from problem
        if missing == "":  # Qt is installed, but a system library that it needs is missing
            raise Failure(text("qt-not-loaded", why=problem), ExitCode.MISSING) from problem
        raise
