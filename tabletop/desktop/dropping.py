"""Files dropped on a window, and VASSAL's among them: imported in the background, with their progress shown."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QProgressDialog, QWidget

VASSAL_MODULES: Final = (".vmod",)
VASSAL_SAVES: Final = (".vsav", ".vlog", ".sav", ".log")


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


class _Import(QObject):
    """An import on a thread of its own."""

    told = Signal(str, int, int)
    ended = Signal()

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self.folder: Path | None = None
        self.failure: Exception | None = None

    def run(self) -> None:
        """Import; what goes wrong is kept for the window's thread."""
        from tabletop.vassal.shelving import shelved

        try:
            self.folder = shelved(self._file, self.told.emit)
        except Exception as failure:
            self.failure = failure
        self.ended.emit()


def import_shown(file: Path, parent: QWidget | None) -> Path:
    """The folder of a module of VASSAL's on the user's shelf, imported if need be while a card shows how far it is.

    Raises as `tabletop.vassal.importing.import_module`.
    """
    work = _Import(file)
    card = QProgressDialog(f"Importing {file.name}", "", 0, 0, parent)
    card.setCancelButton(None)
    card.setWindowModality(Qt.WindowModality.WindowModal)
    card.setMinimumDuration(300)
    waiting = QEventLoop()

    def show(what: str, done: int, of: int) -> None:
        card.setMaximum(of)
        card.setValue(min(done, of - 1))
        card.setLabelText(f"{file.name}\n{what} …")

    work.told.connect(show)
    work.ended.connect(waiting.quit)
    threading.Thread(target=work.run, daemon=True).start()
    waiting.exec()
    card.reset()
    card.deleteLater()
    if work.failure is not None:
        raise work.failure
    if work.folder is None:
        raise OSError(f"{file.name} was not imported.")
    return work.folder
