"""The page of all rules, with the assistant's part in each, or the reason why it has none."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from tabletop.assistance import RuleState, RuleWork
from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.cards import column_in, paragraph
from tabletop.desktop.widgets.panel_parts import part

_SAID: Final[dict[RuleWork, str]] = {
    "done": tr_later("done by the program"),
    "flagged": tr_later("flagged"),
    "shown": tr_later("shown"),
    "players": tr_later("left to the players"),
}
_ICONS: Final[dict[RuleWork, str]] = {"done": "check", "flagged": "target", "shown": "eye", "players": "seats"}
_HEADS: Final = (tr_later("Rule"), tr_later("Subject"), tr_later("Handled"), tr_later("By"))
_WORK: Final = 2
_SIDES_PX: Final = 10
_ENDS_PX: Final = 7
_BESIDE_SIGN_PX: Final = 12
_HIGHEST_PX: Final = 10_000
_NONE: Final = tr_later("This module does not list its rules.")


class RulesWindow(QDialog):
    """A table of all rules, which can be filtered by words and by the program's part in a rule."""

    def __init__(self, parent: QWidget, rules: Sequence[RuleState], theme: Theme) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("All rules"))
        self.resize(900, min(760, max(parent.height() - 80, 400)))
        self._rules = rules
        column = column_in(self, gap=10, sides=14, ends=14)
        head = QHBoxLayout()
        self._filter = QLineEdit()
        part(self._filter, "search")
        self._filter.setPlaceholderText(tr("Filter by words or rule number"))
        self._filter.setAccessibleName(tr("Filter rules"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(lambda _: self._sift())
        self._work = QComboBox()
        self._work.setAccessibleName(tr("Filter rules by the program's part"))
        self._work.addItem(tr("all"), None)
        for work, said in _SAID.items():
            self._work.addItem(icon(_ICONS[work], theme.ink), tr(said), work)
        self._work.currentIndexChanged.connect(lambda _: self._sift())
        head.addWidget(self._filter, 1)
        head.addWidget(self._work)
        column.addLayout(head)
        self._table = QTableWidget(len(rules), len(_HEADS))
        self._table.setHorizontalHeaderLabels(list(map(tr, _HEADS)))
        self._table.setAccessibleName(tr("All rules"))
        self._table.verticalHeader().hide()
        self._table.setShowGrid(False)
        self._table.setAlternatingRowColors(True)
        self._table.setWordWrap(True)
        self._table.setItemDelegate(_WrappedCells(self._table))
        self._table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self._table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        widths = self._table.horizontalHeader()
        widths.setStretchLastSection(True)
        widths.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        widths.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for at, width in enumerate((76, 270, 170)):
            self._table.setColumnWidth(at, width)
        for row, rule in enumerate(rules):
            for at, item in enumerate(_items(rule, theme)):
                self._table.setItem(row, at, item)
        column.addWidget(self._table, 1)
        self._told = paragraph("", "caption")
        column.addWidget(self._told)
        widths.sectionResized.connect(self._table.resizeRowsToContents)
        self._sift()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the width of the last column to the window, and the heights of the rows to their words."""
        super().resizeEvent(event)
        soon(self._table, QTableWidget.resizeRowsToContents)

    def _sift(self) -> None:
        wanted, work = self._filter.text().strip().casefold(), self._work.currentData()
        shown = 0
        for row, rule in enumerate(self._rules):
            words = " ".join((rule.rule, rule.title, *rule.by, rule.because)).casefold()
            fits = wanted in words and (work is None or work in rule.work)
            self._table.setRowHidden(row, not fits)
            shown += fits
        self._table.resizeRowsToContents()
        self._told.setText(
            tr("{shown} of {count} {count:rule|rules}", shown=shown, count=len(self._rules))
            if self._rules
            else tr(_NONE)
        )


class _WrappedCells(QStyledItemDelegate):
    """A painter of cells with all their words, and with the sign of the program's part beside the first line.

    Qt's own heights are not used: they assume more room for the words than there is, so that a line could be cut off.
    """

    def __init__(self, table: QTableWidget) -> None:
        super().__init__(table)
        self._cells = table

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        super().initStyleOption(option, index)
        option.decorationAlignment = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return a size with the height that the words need in the width of the column."""
        sign = option.decorationSize.width() + _BESIDE_SIGN_PX if index.column() == _WORK else 0
        width = self._cells.columnWidth(index.column())
        room = max(width - sign - 2 * _SIDES_PX, 1)
        words = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        wrapped = QFontMetrics(self._cells.font()).boundingRect(
            QRect(0, 0, room, _HIGHEST_PX), Qt.TextFlag.TextWordWrap, words
        )
        return QSize(width, wrapped.height() + 2 * _ENDS_PX)


def _items(rule: RuleState, theme: Theme) -> tuple[QTableWidgetItem, ...]:
    work = QTableWidgetItem(", ".join(tr(_SAID[one]) for one in rule.work))
    if rule.work:
        work.setIcon(icon(_ICONS[rule.work[0]], theme.ink))
    by = QTableWidgetItem(rule.because or ", ".join(rule.by))
    found = (QTableWidgetItem(rule.rule), QTableWidgetItem(rule.title), work, by)
    for item in found:
        item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        item.setToolTip(item.text())
    return found
