"""The table of who has seen what: each force that not everybody sees, and the knowledge of each side about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from tabletop.desktop.drawing.symbols import svg_pixmap
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.umpire.desk_facts import UNDER_WAY
from tabletop.desktop.widgets.panel_parts import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabletop.desktop.drawing.theme import Theme
    from tabletop.desktop.umpire.desk_views import DeskViews
    from tabletop.game.beliefs.force_knowledge import Force
    from tabletop.game.state.game import Game

_ROW_PX: Final = 25
_WIDTHS_PX: Final = (160, 112)
"""The first widths of the column of forces and of each other column."""


class SightingsTable(QTableWidget):
    """A table with a row for each force: the truth, the knowledge of each side, and the last report on the force."""

    chosen = Signal(int)
    """The umpire has selected the force with this piece on top."""

    def __init__(self, views: DeskViews, theme: Theme) -> None:
        facts = views.facts
        super().__init__(0, len(facts.sides) + 2)
        self._views = views
        self._theme = theme
        self._forces: list[Force] = []
        self._listed: Game | None = None
        self._was_recorded = False
        marks = map(views.mark, facts.sides)
        self._icons = [QIcon(svg_pixmap("symbols", mark.symbol, 24, mark.colour.name())) for mark in marks]
        self.setAccessibleName(tr("Who has seen what"))
        titles = [tr("Known to {side}", side=facts.title(side)) for side in facts.sides]
        self.setHorizontalHeaderLabels([tr("Force"), *titles, tr("Told last")])
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_PX)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        for column in range(self.columnCount()):
            self.setColumnWidth(column, _WIDTHS_PX[min(column, 1)])
        self.itemSelectionChanged.connect(self._tell)

    def show_facts(self) -> None:
        """List the forces, if the facts have changed, and keep the selection if that force is still there."""
        facts, selected = self._views.facts, self._selected
        if facts.game is self._listed and facts.is_recorded == self._was_recorded:
            return
        self._listed = facts.game
        self._forces = list(facts.forces)
        self.blockSignals(True)
        self.setRowCount(len(self._forces))
        for row, force in enumerate(self._forces):
            for column, item in enumerate(self._cells(force)):
                self.setItem(row, column, item)
        self.blockSignals(False)
        self._was_recorded = facts.is_recorded
        self.select(() if selected is None else selected.pieces[:1])

    def _cells(self, force: Force) -> list[QTableWidgetItem]:
        facts, game = self._views.facts, self._views.facts.game
        place = facts.place(force.lying.map, force.lying.place)
        first = _cell(tr("{place}: {force}", force=facts.name(force.pieces), place=place))
        if force.side in game.sides:
            first.setIcon(self._icons[game.sides.index(force.side)])
        sides = []
        for side in facts.sides:
            known = facts.knowledge(force, side)
            cell = _cell(facts.known_in_words(known), facts.time(known.time) if known.time is not None else "")
            if known.how in ("own", "never"):
                cell.setForeground(QColor(self._theme.ink3))
            sides.append(cell)
        told = facts.record.last_told(force.pieces)
        if told is None:
            return [first, *sides, _cell(tr("nobody") if facts.is_recorded else UNDER_WAY)]
        words = tr("{side}, {time}", side=facts.title(told.side), time=facts.age(told.time))
        return [first, *sides, _cell(words, facts.time(told.time))]

    @property
    def _selected(self) -> Force | None:
        rows = self.selectionModel().selectedRows()
        row = rows[0].row() if rows else -1
        return self._forces[row] if 0 <= row < len(self._forces) else None

    def select(self, pieces: Sequence[int]) -> None:
        """Select the force with one of these pieces, without a signal; none if there is no such force."""
        wanted = set(pieces)
        row = next((row for row, force in enumerate(self._forces) if wanted.intersection(force.pieces)), -1)
        self.blockSignals(True)
        if row < 0:
            self.clearSelection()
        elif self._selected is not self._forces[row]:
            self.selectRow(row)
        self.blockSignals(False)

    def _tell(self) -> None:
        selected = self._selected
        if selected is not None:
            self.chosen.emit(selected.pieces[0])


def _cell(words: str, more: str = "") -> QTableWidgetItem:
    item = QTableWidgetItem(words)
    item.setToolTip(plain("\n".join(filter(None, (words, more)))))
    return item
