"""Files dropped on a window, and VASSAL's among them: imported in the background, with their progress shown."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QProgressDialog, QWidget

VASSAL_MODULES: Final = (".vmod",)
VASSAL_EXTENSIONS: Final = (".vmdx",)
VASSAL_SAVES: Final = (".vsav", ".vlog", ".sav", ".log")

T = TypeVar("T")
Progress: TypeAlias = Callable[[str, int, int], None]
"""Hears what is being done, and how much of how much of it."""

_TELLING_S: Final = 0.05
_CARD_WIDTH_PX: Final = 380


class FileDrops(QObject):
    """Takes files that are dropped on a window."""

    dropped = Signal(Path)
    """A file that can be opened was dropped."""

    def __init__(self, window: QWidget, can_open: Callable[[Path], bool]) -> None:
        super().__init__(window)
        self._can_open = can_open
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take what can be opened, leave all else."""
        if isinstance(event, QDropEvent) and event.type() in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            wanted = next(filter(self._can_open, files), None)
            if wanted is not None:
                event.acceptProposedAction()
                if not isinstance(event, QDragEnterEvent):
                    self.dropped.emit(wanted)
                return True
        return False


class _Cancelled(Exception):  # noqa: N818 - the player wanted it
    """The player does not want the module any more."""


class _Work(QObject, Generic[T]):
    """Something that takes long, done on a thread of its own."""

    told = Signal(str, int, int)
    ended = Signal()

    def __init__(self, does: Callable[[Progress], T]) -> None:
        super().__init__()
        self._does = does
        self._is_cancelled = threading.Event()
        self._told_at = 0.0
        self.made: T | None = None
        self.failure: Exception | None = None

    def cancel(self) -> None:
        """Leave it; what was made so far goes away."""
        self._is_cancelled.set()

    def run(self) -> None:
        """Do it; what goes wrong is kept for the window's thread."""
        try:
            self.made = self._does(self._hear)
        except Exception as failure:
            self.failure = failure
        self.ended.emit()

    def _hear(self, what: str, done: int, of: int) -> None:
        if self._is_cancelled.is_set():
            raise _Cancelled
        now = time.monotonic()
        if now - self._told_at > _TELLING_S:
            self._told_at = now
            self.told.emit(what, done, of)


def import_shown(file: Path, parent: QWidget | None) -> Path | None:
    """The folder of a module of VASSAL's on the user's shelf, imported if need be while a card shows how far it is.

    None where the player cancels it. Raises as `tabletop.vassal.importing.import_module`.
    """

    def does(progress: Progress) -> Path:
        from tabletop.module.cache import ModuleCache
        from tabletop.module.loader import load_module
        from tabletop.vassal.shelving import shelved

        folder = shelved(file, progress)
        progress("Opening it", 1, 1)
        load_module(folder, ModuleCache())  # read for the first time here, the window finds it read
        return folder

    return done_shown(file.name, "is being imported …", does, parent)


def done_shown(name: str, how: str, does: Callable[[Progress], T], parent: QWidget | None) -> T | None:
    """What comes of something that takes long, done on a thread of its own while a card says how far it is.

    None where the player cancels it, which is noticed when it next tells how far it is. Raises what it raises.
    """
    work = _Work(does)
    card = QProgressDialog(f"{name}\n{how}", "Cancel", 0, 0, parent)
    card.setWindowTitle("Wartable")
    card.setMinimumWidth(_CARD_WIDTH_PX)
    card.setWindowModality(Qt.WindowModality.WindowModal)
    card.setMinimumDuration(300)
    card.setAutoReset(False)
    waiting = QEventLoop()

    def show(what: str, done: int, of: int) -> None:
        if not card.wasCanceled():
            card.setMaximum(of)
            card.setValue(min(done, of))
            card.setLabelText(f"{name}\n{what}, {done} of {of}")

    work.told.connect(show)
    work.ended.connect(waiting.quit)
    card.canceled.connect(work.cancel)
    threading.Thread(target=work.run, daemon=True).start()
    waiting.exec()
    card.canceled.disconnect(work.cancel)
    card.close()
    card.deleteLater()
    if isinstance(work.failure, _Cancelled):
        return None
    if work.failure is not None:
        raise work.failure
    return work.made
