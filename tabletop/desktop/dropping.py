"""Files dropped on a window, and the import of VASSAL's modules among them, with its progress shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from tabletop.desktop.working import Progress, done_shown

VASSAL_MODULES: Final = (".vmod",)
VASSAL_EXTENSIONS: Final = (".vmdx",)
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
