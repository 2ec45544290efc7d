"""Calls that are made a little later, if their owner still exists."""

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
    """Call `does` with the owner and these arguments after the waiting events.

    If the owner is gone by then, nothing is done. Unlike `QTimer.singleShot`, a waiting call does not keep its owner
    alive.
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
