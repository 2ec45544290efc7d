"""A dialog to set a turn tracker by hand. Each current level is set by a name or a number."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.panel_parts import plain
from tabletop.game.state.tracker import NumberLevel, Tracker

_MOST_NAMED: Final = 200
"""The most positions of a level that is set by name; a level with more is set by number."""
_HIGHEST: Final = 1_000_000


class TurnDialog(QDialog):
    """A dialog that asks for the position of a tracker. At first it shows the present one."""

    agreed = Signal(object)
    """The positions of all levels that the player wants."""

    def __init__(
        self,
        parent: QWidget | None,
        tracker: Tracker,
        positions: Sequence[int],
        words: Callable[[int, int], str],
        said: Callable[[str], str],
    ) -> None:
        """Make the dialog; `words` gives the name of a position of a level, `said` a name in the player's language."""
        super().__init__(parent)
        self.setWindowTitle(tr("Set {tracker}", tracker=said(tracker.name)))
        self._positions = list(positions)
        self._fields: dict[int, Callable[[], int]] = {}
        form = QFormLayout()
        for level in tracker.in_turn(positions):
            field, self._fields[level] = _field(tracker, level, positions[level], lambda *at: said(words(*at)))
            form.addRow(plain(said(tracker.levels[level].name)), field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(buttons)
        self.accepted.connect(self._agree)

    def _agree(self) -> None:
        wanted = list(self._positions)
        for level, read in self._fields.items():
            wanted[level] = read()
        if wanted != self._positions:
            self.agreed.emit(tuple(wanted))


def _field(
    tracker: Tracker, level: int, now: int, words: Callable[[int, int], str]
) -> tuple[QWidget, Callable[[], int]]:
    """Return a field for a level, and a function that reads the position in it."""
    what, length = tracker.levels[level], tracker.length(level)
    if isinstance(what, NumberLevel) and not 0 < length <= _MOST_NAMED:
        number = QSpinBox()
        last = what.first + what.step * ((length or _HIGHEST) - 1)
        number.setRange(min(what.first, last), max(what.first, last))
        number.setSingleStep(abs(what.step))
        number.setValue(what.first + now * what.step)
        return number, lambda: max(0, (number.value() - what.first) // what.step)
    names = QComboBox()
    names.addItems([plain(words(level, position)) for position in range(length)])
    names.setCurrentIndex(now)
    return names, names.currentIndex
