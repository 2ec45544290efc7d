"""Errors of the program itself: a sentence for the player, and a report that reveals nothing about the game.

A report has the versions of the program and its libraries, the kinds of the errors, and the places in the code. It
never has the message of an error or a value, since these may name hidden pieces and places.
"""

import platform
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_stack, extract_tb
from types import TracebackType
from typing import Final, NamedTuple

import PySide6
from platformdirs import user_state_path
from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
    qVersion,
)

import tabletop

MOST_REPORTS: Final = 20
MOST_FRAMES: Final = 60
_ROOT: Final = Path(tabletop.__file__).resolve().parents[1]
_GRAVE: Final = frozenset({QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg})


class CodePlace(NamedTuple):
    """A place in the code: the file (its path in this program or in a library), the line and the function."""

    file: str
    line: int
    function: str


class Mishap(NamedTuple):
    """An error: its kind, and the calls that led to it. The innermost call is last."""

    kind: str
    places: tuple[CodePlace, ...]


class Mishaps(QObject):
    """A listener for errors on all threads that nothing else has caught, and for critical messages of Qt. It listens
    while the context `heard` is open.
    """

    happened = Signal(object)
    """A new kind of error has happened: the file of its report, or None if it could not be written."""

    _arrived = Signal(object)

    def __init__(self, folder: Path | None = None) -> None:
        """Prepare to write reports into `folder`."""
        super().__init__()
        self._folder = folder or reports_folder()
        self._known: set[tuple[Mishap, ...]] = set()
        self._arrived.connect(self._note, Qt.ConnectionType.QueuedConnection)

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listen for all errors in this context."""
        hook, thread_hook = sys.excepthook, threading.excepthook
        before = qInstallMessageHandler(self._hear_qt)
        sys.excepthook = self._hear
        threading.excepthook = lambda given: self._hear(given.exc_type, given.exc_value, given.exc_traceback)
        try:
            yield
        finally:
            sys.excepthook, threading.excepthook = hook, thread_hook
            qInstallMessageHandler(before)

    def _hear(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error or kind(), trace)
            return
        self._arrived.emit(tuple(_mishaps(kind, error, trace)))
        sys.last_value = sys.last_traceback = None  # without this, the window and its workers stay in memory

    def _hear_qt(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        """Print Qt's messages to the terminal; report its critical and fatal ones as errors."""
        if sys.stderr is not None:
            with suppress(OSError):
                sys.stderr.write(f"{message}\n")
        if kind in _GRAVE:
            places = tuple(_place(frame.filename, frame.lineno or 0, frame.name) for frame in extract_stack()[:-1])
            self._arrived.emit((Mishap(f"Qt, {context.category}", places),))

    def _note(self, mishaps: tuple[Mishap, ...]) -> None:
        if mishaps in self._known:
            return
        self._known.add(mishaps)
        self.happened.emit(_write(self._folder, report(mishaps)))


def reports_folder() -> Path:
    """Return the default folder of error reports."""
    return user_state_path("wartable") / "reports"


def report(mishaps: tuple[Mishap, ...]) -> str:
    """Return a report as text."""
    lines = [
        f"Wartable {tabletop.__version__}",
        f"Python {platform.python_version()}, PySide6 {PySide6.__version__}, Qt {qVersion()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
    ]
    for mishap in mishaps:
        lines += ["", mishap.kind, *(f"  {at.file}:{at.line} {at.function}" for at in mishap.places)]
    return "\n".join(lines) + "\n"


def _mishaps(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> Iterator[Mishap]:
    """Yield an error and its causes, each once; the causes come first."""
    before = None if error is None else error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _mishaps(type(before), before, before.__traceback__)
    frames = extract_tb(trace, limit=-MOST_FRAMES) if trace is not None else ()
    places = tuple(_place(frame.filename, frame.lineno or 0, frame.name) for frame in frames)
    yield Mishap(f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins."), places)


def _place(file: str, line: int, function: str) -> CodePlace:
    """Return a place in the code. The file has its path in the program, a module or a library, without the player's
    folders.
    """
    path = Path(file)
    if path.is_absolute():
        with suppress(ValueError):
            return CodePlace(path.relative_to(_ROOT).as_posix(), line, function)
        parts = path.parts
        start = max((at + 1 for at, part in enumerate(parts) if part in ("site-packages", "lib")), default=-1)
        file = "/".join(parts[start:])
    return CodePlace(file, line, function)


def _write(folder: Path, text: str) -> Path | None:
    """Write a report, and delete the oldest ones if there are too many; return None if it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now(UTC).strftime("%Y-%m-%d %H.%M.%S.%f")
        file = folder / f"{stamp}.txt"
        file.write_text(text, encoding="utf-8")
        for old in sorted(folder.glob("*.txt"))[:-MOST_REPORTS]:
            old.unlink()
    except OSError:
        return None
    return file
