"""The fields for other dice of a roll: the number of dice of each kind, and what is added."""

from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QSpinBox, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.cards import Caption
from tabletop.game.rolls import RollTerm, roll_text

_MOST_DICE: Final = 99
_MOST_ADDED: Final = 99


class ChangedRoll(NamedTuple):
    """A roll that the umpire is changing: its order, the terms of its dice, and the number of each so far."""

    order: int
    terms: tuple[RollTerm, ...]

    @property
    def text(self) -> str:
        """The dice so far, as they are written; "" if none are left."""
        return roll_text(self.terms)

    def with_number(self, at: int, number: int) -> "ChangedRoll":
        """Return the roll with another number in one of its terms."""
        terms = list(self.terms)
        terms[at] = terms[at]._replace(number=number)
        return self._replace(terms=tuple(terms))


class OtherDice(QWidget):
    """The fields for the dice that an order rolls instead: a number for each kind of die, and one that is added."""

    changed = Signal(int, int)
    """The umpire has changed the number of a term: its index, and the number."""

    entered = Signal()
    """Enter was pressed in one of the fields."""

    left = Signal()
    """The umpire wants to leave the order as it is."""

    def __init__(self, change: ChangedRoll) -> None:
        """Make the fields."""
        super().__init__()
        self._fields: list[QSpinBox] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        for at, term in enumerate(change.terms):
            grid.addWidget(Caption(tr("Number of {die}", die=term.die) if term.die else tr("Added")), at, 0)
            grid.addWidget(self._field(at, term), at, 1)

    def _field(self, at: int, term: RollTerm) -> QSpinBox:
        field = QSpinBox()
        if term.die:
            field.setRange(term.least, max(_MOST_DICE, term.number))
            field.setAccessibleName(tr("Number of {die}", die=term.die))
        else:
            most = max(_MOST_ADDED, abs(term.number))
            field.setRange(-most, most)
            field.setAccessibleName(tr("Added"))
        field.setValue(term.number)
        field.valueChanged.connect(lambda number: self.changed.emit(at, number))
        field.installEventFilter(self)
        self._fields.append(field)
        return field

    def focus(self) -> None:
        """Put the keyboard into the first field."""
        self._fields[0].setFocus()
        self._fields[0].selectAll()

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802
        """Roll the dice with Enter, and leave the order as it is with Esc."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                for field in self._fields:
                    field.interpretText()
                self.entered.emit()
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]
