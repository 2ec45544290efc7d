"""A results table beside a battle, with the cells of the current shots highlighted."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from tabletop.assistance import PendingThrow, ResultsTable
from tabletop.desktop.drawing.theme import Theme, mixed
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.cards import column_in, headed

_ROW: Final = 19
_LABELS: Final = 0.2
"""The share of the width for the labels of the rows."""


class BattleTable(QWidget):
    """A results table with its title."""

    def __init__(self, table: ResultsTable, theme: Theme) -> None:
        super().__init__()
        column = column_in(self)
        column.addWidget(headed(table.title, table.rule, "title"))
        self.grid = TableGrid(table, theme)
        column.addWidget(self.grid)


class TableGrid(QWidget):
    """The rows and columns of a results table."""

    def __init__(self, table: ResultsTable, theme: Theme) -> None:
        super().__init__()
        self._table = table
        self._theme = theme
        self._lit: Mapping[tuple[int, int], Sequence[str]] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(table.title)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of all rows."""
        return QSize(200, _ROW * (len(self._table.rows) + 1 + bool(self._table.column_title)))

    @property
    def lit(self) -> Mapping[tuple[int, int], Sequence[str]]:
        """The highlighted cells, by row and column from 0, each with the rolls that use it."""
        return self._lit

    def light(self, throws: Sequence[PendingThrow]) -> None:
        """Highlight the cells of these rolls. If only the row or the column is known, highlight all of it."""
        lit: dict[tuple[int, int], list[str]] = {}
        for throw in throws:
            if throw.table == self._table.id and (throw.row or throw.column):
                for cell in self._cells_of(throw):
                    lit.setdefault(cell, []).append(throw.title)
        self._lit = lit
        self.setAccessibleDescription("; ".join(self._said(*cell) for cell in lit))
        self.update()

    def _cells_of(self, throw: PendingThrow) -> list[tuple[int, int]]:
        rows = [at for at, row in enumerate(self._table.rows) if throw.row in ("", row.label)]
        columns = [at for at, label in enumerate(self._table.columns) if throw.column in ("", label)]
        return [(row, column) for row in rows for column in columns]

    def _said(self, row: int, column: int) -> str:
        """Return a highlighted cell in words, for a screen reader and for the tooltip."""
        table = self._table
        cell = tr(
            "{row_title} {row}, {column_title} {column}: {cell}",
            row_title=table.row_title,
            row=table.rows[row].label,
            column_title=table.column_title,
            column=table.columns[column],
            cell=table.rows[row].cells[column],
        )
        return f"{cell} ({', '.join(self._lit[row, column])})"

    def event(self, event: QEvent) -> bool:
        """Show the rolls of a highlighted cell in a tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = next((cell for cell in self._lit if self._area(*cell).contains(QPointF(event.pos()))), None)
            QToolTip.showText(event.globalPos(), self._said(*at) if at is not None else "", self)
            return True
        return super().event(event)

    def _area(self, row: int, column: int) -> QRectF:
        """Return the area of a cell. Row -1 has the labels of the columns, and column -1 the labels of the rows."""
        labels = self.width() * _LABELS
        wide = (self.width() - labels) / max(len(self._table.columns), 1)
        top = _ROW * (row + 1 + bool(self._table.column_title))
        return QRectF(0, top, labels, _ROW) if column < 0 else QRectF(labels + column * wide, top, wide, _ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the cells, with a frame round those that are highlighted."""
        theme, table = self._theme, self._table
        font = QFont(self.font())
        font.setPixelSize(11)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number in range(0, len(table.rows), 2):
                stripe = QRectF(0, self._area(number, -1).top(), self.width(), _ROW)
                painter.fillRect(stripe, theme.colour("sunk"))
            for cell in self._lit:
                painter.setPen(QPen(theme.colour("accent"), 1.4))
                painter.setBrush(QColor(mixed(theme.panel, theme.accent, 0.28)))
                painter.drawRoundedRect(self._area(*cell).adjusted(4, 1.5, -4, -1.5), 4, 4)
            painter.setFont(font)
            painter.setPen(theme.colour("ink2"))
            self._write(painter, self._area(-1, -1), table.row_title)
            if table.column_title:
                heads = QRectF(self.width() * _LABELS, 0, self.width() * (1 - _LABELS), _ROW)
                self._write(painter, heads, table.column_title)
            for column, label in enumerate(table.columns):
                self._write(painter, self._area(-1, column), label)
            for row, each in enumerate(table.rows):
                painter.setPen(theme.colour("ink2"))
                self._write(painter, self._area(row, -1), each.label)
                for column, words in enumerate(each.cells):
                    is_lit = (row, column) in self._lit
                    font.setBold(is_lit)
                    painter.setFont(font)
                    painter.setPen(theme.colour("ink"))
                    self._write(painter, self._area(row, column), words)
                    font.setBold(False)
                    painter.setFont(font)

    def _write(self, painter: QPainter, area: QRectF, words: str) -> None:
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, shown)
