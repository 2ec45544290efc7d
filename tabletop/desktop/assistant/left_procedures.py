"""The procedures that players left in this phase to finish by hand; each can be resumed where it was left."""

from typing import Final, NamedTuple

from PySide6.QtCore import QObject

from tabletop.desktop.table.table_model import TableModel
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
        for read in (model.replaced, model.lines_read):
            read.connect(self.forget)

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
        """Forget the list, so that it is read again from the log when it is needed."""
        self._steps = None

    def _hear(self, told: Told) -> None:
        if told.key in _NEWS:
            self.forget()

    def _read(self) -> tuple[LeftStep, ...]:
        found: list[LeftStep] = []
        off = self._model.table_seat.taken_back
        for line in self._model.told_so_far():
            if line.told is None or line.step in off:
                continue
            if line.told.key == _TURNED:
                found.clear()
            if line.told.key == _LEFT:
                facts = line.told.facts
                found.append(LeftStep(line.step, str(facts["procedure"]), str(facts.get("step", ""))))
        return tuple(found)
