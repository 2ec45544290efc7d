"""The explanation of numbers in the assistant's panel: of a place on the map, or of the whole table."""

from typing import Final, Literal

from PySide6.QtCore import QObject

from tabletop.assembly import TableAssistant
from tabletop.assistance import Where
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.number_sources import NumbersSection
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel

TOTALS: Final = "totals"


class Explanations(QObject):
    """The explanation that the player has asked for, updated after each step until it is closed."""

    def __init__(
        self,
        parent: QObject,
        model: TableModel,
        assistant: TableAssistant,
        section: NumbersSection,
        selection: Selection,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._assistant = assistant
        self._section = section
        self._selection = selection
        self._what: Where | Literal["totals"] | None = None
        section.closed.connect(self.forget)

    def explain(self, where: Where) -> None:
        """Explain the numbers of a place. If they are explained already, remove the explanation."""
        self._what = where if self._what != where else None
        self.refresh()
        if self._what is not None:
            self._section.opened.emit()

    def explain_totals(self) -> None:
        """Explain the numbers of the whole table."""
        self._what = TOTALS
        self.refresh()
        self._section.opened.emit()

    def refresh(self) -> None:
        """Update the explanations to the current position."""
        game, seat, what = self._model.game, self._model.seat, self._what
        if what is None:
            self._section.forget()
        elif what == TOTALS:
            self._section.explain(tr("Totals"), self._assistant.totals(game, seat))
        elif isinstance(what, Where):
            accounts = self._assistant.accounts(game, seat, self._selection.pieces, what)
            board = self._model.components.maps[what.map]
            self._section.explain(board.title(what.place) or what.place, accounts)

    def forget(self) -> None:
        """Stop explaining."""
        self._what = None
        self._section.forget()
