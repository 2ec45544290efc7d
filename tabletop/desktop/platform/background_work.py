"""Long tasks, each on a thread of its own while a card shows the progress."""

import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from tabletop.desktop.platform.garbage_collection import collected_here
from tabletop.desktop.platform.translation import tr

T = TypeVar("T")
Progress: TypeAlias = Callable[[str, int, int], None]
"""A function that is told the progress: the name of the task, the amount done, and the total."""

_TELLING_S: Final = 0.05
_QUICK_MS: Final = 300
"""The time for which a task runs without a card, in ms."""

_CARD_WIDTH_PX: Final = 380


class _Cancellation(Exception):  # noqa: N818 - the player wanted it
    """A cancellation of the task by the player."""


class _Work(QObject, Generic[T]):
    """A long task that runs on a thread of its own."""

    told = Signal(str, int, int)
    ended = Signal()

    def __init__(self, does: Callable[[Progress], T]) -> None:
        super().__init__()
        self._does = does
        self._is_cancelled = threading.Event()
        self._told_at = 0.0
        self.is_ended = False
        self.made: T | None = None
        self.failure: Exception | None = None

    def cancel(self) -> None:
        """Cancel the task. Its results so far are discarded."""
        self._is_cancelled.set()

    def run(self) -> None:
        """Run the task. An error is stored for the window's thread."""
        try:
            self.made = self._does(self._hear)
        except Exception as failure:
            self.failure = failure
        self.is_ended = True
        self.ended.emit()

    def _hear(self, what: str, done: int, of: int) -> None:
        if self._is_cancelled.is_set():
            raise _Cancellation
        now = time.monotonic()
        if now - self._told_at > _TELLING_S:
            self._told_at = now
            self.told.emit(what, done, of)


def done_shown(name: str, how: str, does: Callable[[Progress], T], parent: QWidget | None) -> T | None:
    """Return the result of a long task, which runs on a thread of its own while a card shows the progress.

    `name` and `how` are the words on the card until the task reports progress. If the player cancels, the task ends at
    its next report of progress, and the result is None. Raises the errors of the task. Input before the card appears is
    handled after the task, so that a double click does not begin it twice.
    """
    work = _Work(does)
    waiting = QEventLoop()
    work.ended.connect(waiting.quit)
    with collected_here():
        threading.Thread(target=work.run, daemon=True).start()
        QTimer.singleShot(_QUICK_MS, waiting, waiting.quit)
        waiting.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        if not work.is_ended:
            _wait_with_card(work, waiting, name, how, parent)
    if isinstance(work.failure, _Cancellation):
        return None
    if work.failure is not None:
        raise work.failure
    return work.made


def _wait_with_card(work: _Work[T], waiting: QEventLoop, name: str, how: str, parent: QWidget | None) -> None:
    card = QProgressDialog(f"{name}\n{how}", tr("Cancel"), 0, 0, parent)
    card.setWindowTitle("Wartable")
    card.setMinimumWidth(_CARD_WIDTH_PX)
    card.setWindowModality(Qt.WindowModality.WindowModal)
    card.setAutoReset(False)

    def show(what: str, done: int, of: int) -> None:
        if not card.wasCanceled():
            card.setMaximum(of)
            card.setValue(min(done, of))
            card.setLabelText(tr("{name}\n{work}, {done} of {count}", name=name, work=what, done=done, count=of))

    work.told.connect(show)
    card.canceled.connect(work.cancel)
    card.show()
    waiting.exec()
    card.canceled.disconnect(work.cancel)
    card.close()
    card.deleteLater()
