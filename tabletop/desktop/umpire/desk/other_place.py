"""The field for another place of a move: the umpire clicks the place on a map, or chooses it by its name."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.cards import FittingButton, paragraph
from tabletop.desktop.widgets.name_field import NameField
from tabletop.game.commands import At


class MoveElsewhere(NamedTuple):
    """A move that the umpire is changing: its order, the map of the new place, and the place's title as it is written
    so far.
    """

    order: int
    map: str
    title: str


class OtherPlace(QWidget):
    """The field for the place to which an order moves its counters instead."""

    written = Signal(str)
    """The umpire has typed or chosen this title."""

    entered = Signal()
    """Enter was pressed while the field has the name of a place."""

    left = Signal()
    """The umpire wants to leave the order as it is."""

    def __init__(self, model: TableModel, change: MoveElsewhere, click: Callable[[], object]) -> None:
        """Make the field. `click` lets the umpire click the place on a map."""
        super().__init__()
        self._map = change.map
        board, titles = model.components.maps[change.map], model.titles
        self._places = {titles.place(change.map, place): place for place in board.places()}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(3)
        column.addWidget(paragraph(tr("Click the new place on the map, or choose it here."), "caption"))
        row = QHBoxLayout()
        self._field = NameField(sorted(self._places))
        self._field.setAccessibleName(tr("New place"))
        self._field.setText(change.title)
        self._field.textChanged.connect(self.written)
        self._field.named.connect(self._field.setText)
        self._field.installEventFilter(self)
        row.addWidget(self._field, 1)
        row.addWidget(FittingButton(tr("Click it…"), click, tip=tr("Click the place on the map")))
        column.addLayout(row)

    @property
    def at(self) -> At | None:
        """The place; None if no place of the map has the written name."""
        written = self._field.text().strip().casefold()
        found = (place for title, place in self._places.items() if written in (title.casefold(), place.casefold()))
        place = next(found, None)
        return At(self._map, place) if place is not None else None

    @property
    def text(self) -> str:
        """The written name."""
        return self._field.text().strip()

    def focus(self) -> None:
        """Put the keyboard into the field."""
        self._field.setFocus()
        self._field.selectAll()

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802
        """Take the place with Enter, and leave the order as it is with Esc."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.at is not None:
                self.entered.emit()
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]
