"""Files dropped on a window."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


class FileDrops(QObject):
    """A receiver of files that are dropped on a window."""

    dropped = Signal(Path)
    """A file that can be opened was dropped."""

    def __init__(self, window: QWidget, can_open: Callable[[Path], bool]) -> None:
        super().__init__(window)
        self._can_open = can_open
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:  # noqa: N802
        """Accept a drag or a drop if one of its files can be opened; return whether it was accepted."""
        if isinstance(event, QDropEvent) and event.type() in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            wanted = next(filter(self._can_open, files), None)
            if wanted is not None:
                event.acceptProposedAction()
                if not isinstance(event, QDragEnterEvent):
                    self.dropped.emit(wanted)
                return True
        return False
