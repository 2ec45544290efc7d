"""The few dispatches that are due next, one line each, for the foot of the umpire's queue."""

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tabletop.desktop.dispatches.dispatch_words import DispatchWords
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.cards import FittingButton
from tabletop.desktop.widgets.panel_parts import label, part

_MOST: Final = 3


class DueDispatches(QWidget):
    """The lines of the first dispatches that are due; the widget is hidden while there are none."""

    chosen = Signal(int)
    """The umpire wants to decide on a dispatch, given by its number; 0 opens the list without selecting one."""

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self._model = model
        self._shown: list[tuple[int, str]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self._title = label("", "section")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        column.addWidget(self._title)
        column.addLayout(self._rows)
        model.replaced.connect(self.show_now)
        for signal in (model.dispatches_changed, model.properties_changed):
            signal.connect(self.show_now)
        self.show_now()

    def open_first(self) -> None:
        """Ask, as the umpire, to open the first dispatch that is due; if there is none, the list of dispatches."""
        if DispatchWords(self._model).is_umpire:
            self.chosen.emit(self._shown[0][0] if self._shown else 0)

    def show_now(self) -> None:
        """Show the present lines."""
        words = DispatchWords(self._model)
        due = words.due() if words.is_umpire else []
        lines = [(id, tr("{dispatch}, {when}", dispatch=words.title(one), when=words.when(one))) for id, one in due]
        self.setVisible(bool(lines))
        self._title.setText(tr("{count} {count:dispatch|dispatches} due  C", count=len(lines)))
        if lines[:_MOST] == self._shown:
            return
        self._shown = lines[:_MOST]
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        for id, line in self._shown:
            made = FittingButton(line, partial(self.chosen.emit, id))
            part(made, "desk-act")
            self._rows.addWidget(made)
