"""Things to be done a little later, as long as who wants them is there."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def soon(owner: QObject, does: Callable[[], object], after_ms: int = 0) -> None:
    """Do something when the events that wait have been heard; never, if `owner` has gone by then.

    `QTimer.singleShot` would keep `does`, and with it a whole window, for ever in that case.
    """
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.timeout.connect(does)
    timer.timeout.connect(timer.deleteLater)
    timer.start(after_ms)
