"""The origins of numbers: a sum with its parts, each with the rule's number."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from tabletop.assistance import Account, NumberPart
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.cards import FittingButton, Section, card, column_in, headed, paragraph, row_of
from tabletop.desktop.widgets.panel_parts import Fold, announce, label, part

NOTHING: str = tr_later("No number here can be explained.")


class AccountTable(QWidget):
    """A table of the parts of a number, with their reasons, rules and amounts. The last row is the whole number."""

    def __init__(self, account: Account) -> None:
        super().__init__()
        self.setAccessibleName(said(account))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        for row, each in enumerate(account.parts):
            self._add(grid, row, each)
        line = QFrame()
        part(line, "rule")
        line.setFixedHeight(1)
        last = grid.rowCount()
        grid.addWidget(line, last, 0, 1, 3)
        grid.addWidget(paragraph(account.title, "strong"), last + 1, 0, 1, 2)
        grid.addWidget(label(account.total, "strong"), last + 1, 2, _RIGHT)

    def _add(self, grid: QGridLayout, row: int, each: NumberPart) -> None:
        style = "" if each.applies else "caption"
        words = QWidget()
        column = column_in(words, gap=0)
        column.addWidget(paragraph(each.title, style))
        if each.because:
            column.addWidget(paragraph(each.because, "caption"))
        grid.addWidget(words, row, 0)
        if each.rule:
            grid.addWidget(label(each.rule, "tag"), row, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(each.adds, style), row, 2, _RIGHT)


class NumbersSection(Section):
    """A section that explains numbers: those of a place, or of the whole table."""

    closed = Signal()
    """The player closes the section."""

    opened = Signal()
    """The player has asked for the numbers of another place, or of the whole table."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(tr("Numbers explained"))
        self._theme = theme
        self.hide()

    def explain(self, title: str, accounts: Sequence[Account]) -> None:
        """Explain these numbers; the first one is unfolded."""
        self.show()
        rows = self.start_anew()
        made, column = card("asked")
        column.addWidget(headed(title, ""))
        self._fill(column, accounts)
        column.addLayout(row_of(FittingButton(tr("Close"), self.closed.emit)))
        rows.addWidget(made)
        announce(self, "; ".join(map(said, accounts)) or NOTHING)

    def forget(self) -> None:
        """Remove the explanations."""
        self.start_anew()
        self.hide()

    def _fill(self, column: QVBoxLayout, accounts: Sequence[Account]) -> None:
        if not accounts:
            column.addWidget(paragraph(tr(NOTHING), "caption"))
        for number, account in enumerate(accounts):
            fold = Fold(f"{account.title}: {account.total}", self._theme)
            fold.body.addWidget(AccountTable(account))
            fold.unfold(on=not number)
            column.addWidget(fold)


def said(account: Account) -> str:
    """Return a number with the parts that apply, in one sentence."""
    parts = ", ".join(f"{each.title} {each.adds}" for each in account.parts if each.applies)
    return f"{account.title} {account.total}" + (f": {parts}" if parts else "")


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
