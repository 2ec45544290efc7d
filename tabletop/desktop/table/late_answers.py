"""Answers of the table that may come later, or never."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LateAnswers(Generic[K, V]):
    """The answers of the table to one sort of question, each asked once, when it is first needed."""

    def __init__(self, ask: Callable[[K, Callable[[V], None]], None], arrived: Callable[[], None]) -> None:
        """Make it without answers.

        `ask` puts a question to the table. `arrived` is called when an answer comes after `get` has returned None.
        """
        self._ask = ask
        self._arrived = arrived
        self._known: dict[K, V | None] = {}

    def get(self, key: K) -> V | None:
        """Return the answer to a question; None until it has come."""
        if key not in self._known:
            self._ask_for(key)
        return self._known[key]

    def _ask_for(self, key: K) -> None:
        known, is_late = self._known, False
        known[key] = None

        def hear(answer: V) -> None:
            known[key] = answer
            if is_late and known is self._known:
                self._arrived()

        self._ask(key, hear)
        is_late = True

    def forget(self) -> None:
        """Forget all answers, and ignore those that are still to come."""
        self._known = {}
