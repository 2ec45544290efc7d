"""Preparation of slow pictures: once, in the background, with the result on disk."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")


class PreparingError(Exception):
    """A failure to prepare a picture; its message is a sentence."""


class Preparation(QObject):
    """The preparation of one picture. `failure` is the reason if it can never be completed; "" otherwise."""

    progressed = Signal(int)
    """The completed share has changed (percent)."""
    ended = Signal()
    """The preparation is done, or has failed."""

    def __init__(self) -> None:
        super().__init__()
        self.percent = 0
        self.failure = ""
        self._is_under_way = False

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """True when the picture is on disk."""

    @abstractmethod
    def _make(self) -> None:
        """Prepare the picture. It is called on a separate thread. Raises `PreparingError`."""

    def begin(self) -> None:
        """Begin the preparation in the background, unless it is done, in progress or has failed."""
        if not (self._is_under_way or self.is_done or self.failure):
            self._is_under_way = True
            thread = Thread(target=self._run, name="preparing", daemon=True)
            _BEGUN[:] = [*(each for each in _BEGUN if each.is_alive()), thread]
            thread.start()

    def _run(self) -> None:
        try:
            self._make()
        except PreparingError as error:
            self.failure = str(error)
        with suppress(RuntimeError):  # at the end of the program Qt may be gone before this thread
            self.ended.emit()

    def _tell(self, percent: int) -> None:
        if percent != self.percent:
            self.percent = percent
            with suppress(RuntimeError):
                self.progressed.emit(percent)


_BEGUN: Final[list[Thread]] = []
"""The threads of the preparations in progress, with the last one that was begun at the end. Finished ones are removed
when another begins.
"""


def drawn(draw: Callable[[], _T]) -> tuple[_T, bool]:
    """Return the result of a drawing function, and true if no preparation was in progress before it or was begun by it,
    so that all pictures that it needed were ready.
    """
    was_idle, last = not any(thread.is_alive() for thread in _BEGUN), _BEGUN[-1:]
    found = draw()
    return found, was_idle and _BEGUN[-1:] == last


def drawn_whole(draw: Callable[[], _T]) -> _T:
    """Return the result of a drawing function after all pictures that it needs are ready, for programs without a
    window.
    """
    found, is_whole = drawn(draw)
    if is_whole:
        return found
    wait_for_all()
    return draw()


def wait_for_all() -> None:
    """Wait until nothing is being prepared, for programs that draw without a window."""
    for thread in _BEGUN:
        thread.join()
