"""Things to be done a little later, as long as who wants them is there."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar
from weakref import ref

from PySide6.QtCore import QObject, QTimer

_Owner = TypeVar("_Owner", bound=QObject)
_Given = ParamSpec("_Given")


def soon(
    owner: _Owner,
    does: Callable[Concatenate[_Owner, _Given], object],
    *given: _Given.args,
    **named: _Given.kwargs,
) -> None:
    """Call `does` with the owner and what is given, when the events that wait have been heard.

    If the owner has gone by then, nothing is done. Until then nothing here keeps it: what is waiting neither holds a
    window that has gone, as `QTimer.singleShot` does, nor is it the last to let go of its own owner.
    """
    timer = QTimer(owner)
    timer.setSingleShot(True)
    there = ref(owner)

    def do() -> None:
        found = there()
        if found is not None:
            does(found, *given, **named)

    timer.timeout.connect(do)
    timer.timeout.connect(timer.deleteLater)
    timer.start(0)
