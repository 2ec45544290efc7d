"""Questions that take too long for the window's thread.

Another thread answers them one by one. That thread does not use Qt; the window regularly checks for answers.
"""

import gc
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QTimer

A = TypeVar("A")

_LOOKING_MS: Final = 30


class _Question(NamedTuple, Generic[A]):
    """A question and its name."""

    name: str
    find: Callable[[], A]


class BackgroundQuestions(Generic[A]):
    """The questions of one part of the window, each with a name. A new question replaces an earlier one with the same
    name.
    """

    def __init__(self, parent: QObject, hear: Callable[[str, A], None]) -> None:
        """Prepare for questions; `hear` is called on the window's thread with the name of a question and its answer."""
        self._hear = hear
        self._asked: dict[str, _Question[A]] = {}
        self._at_work: _Question[A] | None = None
        self._answers: SimpleQueue[list[A]] = SimpleQueue()
        self._timer = QTimer(parent)
        self._timer.setInterval(_LOOKING_MS)
        self._timer.timeout.connect(self._look)

    @property
    def are_open(self) -> bool:
        """True while a question has no answer yet."""
        return bool(self._asked)

    def ask(self, name: str, find: Callable[[], A]) -> None:
        """Ask a question with this name. `find` is called in the background, and returns the answer."""
        self._asked[name] = _Question(name, find)
        self._timer.start()
        self._begin_next()

    def forget(self, name: str) -> None:
        """Ignore the answer to this question."""
        self._asked.pop(name, None)

    def forget_all(self) -> None:
        """Ignore the answers to all questions."""
        self._asked.clear()

    def _begin_next(self) -> None:
        if self._at_work is None and self._asked:
            self._at_work = next(iter(self._asked.values()))
            thread = Thread(target=_work, args=(self._at_work.find, self._answers), name="question", daemon=True)
            thread.start()

    def _look(self) -> None:
        if not self._answers.empty() and self._at_work is not None:
            found, question = self._answers.get(), self._at_work
            self._at_work = None
            is_wanted = self._asked.get(question.name) is question
            if is_wanted:
                del self._asked[question.name]
            self._begin_next()
            if is_wanted and found:
                self._hear(question.name, found[0])
        if self._at_work is None:
            self._timer.stop()


def _work(find: Callable[[], A], answers: "SimpleQueue[list[A]]") -> None:
    """Put the answer that `find` returns into the queue, without collecting garbage meanwhile.

    If `find` raises an error, the queue gets an empty list, and the error is reported as one of the thread.
    """
    found: list[A] = []
    collects = gc.isenabled()
    gc.disable()
    try:
        found.append(find())
    finally:
        answers.put(found)
        if collects:
            gc.enable()
