"""The procedures that players left in this phase to finish by hand; each can be resumed where it was left."""

from typing import Final, NamedTuple

from PySide6.QtCore import QObject

from tabletop.desktop.table.table_model import HISTORY, TableModel
from tabletop.game.change.told import Told

_LEFT: Final = "procedure-left"
_TURNED: Final = "tracker-moved"
_NEWS: Final = frozenset({_LEFT, _TURNED, "taken-back", "done-again"})
"""The message keys after which the list may have changed."""


class LeftStep(NamedTuple):
    """A step that left a procedure: its number, the procedure's title, and the title of the stage reached (or "")."""

    number: int
    title: str
    at: str = ""


class LeftByHand(QObject):
    """The procedures of this phase that were left, read from the steps of the log.

    To resume a procedure, the step that left it is undone: its answers and dice are restored. Answers that no longer
    fit the table are asked for again.
    """

    def __init__(self, parent: QObject, model: TableModel) -> None:
        super().__init__(parent)
        self._model = model
        self._steps: tuple[LeftStep, ...] | None = None
        model.told.connect(self._hear)
        model.replaced.connect(self.forget)

    @property
    def steps(self) -> tuple[LeftStep, ...]:
        """The procedures that were left, the oldest first."""
        if self._steps is None:
            self._steps = self._read()
        return self._steps

    def pick_up(self, step: int) -> None:
        """Resume a procedure: undo the step that left it."""
        self._model.take_back((step,))

    def forget(self) -> None:
        """Forget the list, so that it is read again from the history when it is needed."""
        self._steps = None

    def _hear(self, told: Told) -> None:
        if told.key in _NEWS:
            self.forget()

    def _read(self) -> tuple[LeftStep, ...]:
        found: list[LeftStep] = []
        for step in self._model.table_seat.heard(HISTORY):
            told = {one.key: one for one in step.told} if step.stands else {}
            if _TURNED in told:
                found.clear()
            if _LEFT in told:
                facts = told[_LEFT].facts
                found.append(LeftStep(step.number, str(facts["procedure"]), str(facts.get("step", ""))))
        return tuple(found)
