"""The layout of Markdown pages for reading: space between lines and round headings, tables without a grid."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrame,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from tabletop.desktop.drawing.fonts import FACES
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.widgets.panel_parts import TextPage

_PROPORTIONAL: Final = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_LINE_PERCENT: Final = 135
_CELL_LINE_PERCENT: Final = 118
_MARGIN: Final = 26
_HEADINGS: Final = {1: (24, 0, 10), 2: (17, 22, 6), 3: (14, 16, 4)}
"""The height of the letters of headings of each level, and the space above and below them, in pixels."""

_LETTERS: Final = 13
_ROOM: Final = 9
"""The space below other paragraphs, in pixels; in lists half of it."""

_INDENT: Final = 20
_CELL_SIDES, _CELL_ENDS = 10, 6
_BOLD: Final = 1.1
"""The factor by which bold letters may be wider than plain ones."""

_NARROW: Final = 120
"""The width (in pixels) up to which the lines of a column are never broken."""


class ReadingPage(TextPage):
    """A page of Markdown in the colours of a theme. Its links never lead out of the program."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        font = self.font()
        font.setPixelSize(_LETTERS)
        self.document().setDefaultFont(font)
        self.document().setDocumentMargin(_MARGIN)
        self.document().setIndentWidth(_INDENT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def read(self, markdown: str) -> None:
        """Show a page from its beginning."""
        self.setMarkdown(markdown)
        document = self.document()
        laid_out_once = QTextCursor(document)
        laid_out_once.beginEditBlock()
        for table in _tables(document.rootFrame()):
            self._set_table(table)
        for block in _blocks(document.begin()):
            if QTextCursor(block).currentTable() is None:
                self._set_block(block)
        laid_out_once.endEditBlock()
        self.verticalScrollBar().setValue(0)

    def _set_block(self, block: QTextBlock) -> None:
        cursor = QTextCursor(block)
        level = block.blockFormat().headingLevel()
        letters, above, below = _HEADINGS.get(level, (_LETTERS, 0, _ROOM))
        form = QTextBlockFormat()
        form.setTopMargin(above)
        form.setBottomMargin(below / 2 if block.textList() else below)
        form.setLineHeight(_LINE_PERCENT, _PROPORTIONAL)
        cursor.mergeBlockFormat(form)
        if level:
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.mergeCharFormat(self._of_heading(level, letters))

    def _of_heading(self, level: int, letters: int) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont((FACES["display"] if level == 1 else FACES["text"]).font(letters))
        form.setForeground(self._theme.colour("ink" if level == 1 else "accent"))
        return form

    def _set_table(self, table: QTextTable) -> None:
        form = QTextTableFormat(table.format())
        form.setBorder(0)
        form.setCellSpacing(0)
        form.setCellPadding(0)
        form.setTopMargin(4)
        form.setBottomMargin(16)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setColumnWidthConstraints(self._columns(table))
        table.setFormat(form)
        for row in range(table.rows()):
            for column in range(table.columns()):
                self._set_cell(table, row, column)

    def _set_cell(self, table: QTextTable, row: int, column: int) -> None:
        cell = table.cellAt(row, column)
        form = cell.format().toTableCellFormat()
        form.setLeftPadding(_CELL_SIDES)
        form.setRightPadding(_CELL_SIDES)
        form.setTopPadding(_CELL_ENDS)
        form.setBottomPadding(_CELL_ENDS)
        form.setBottomBorder(1)
        form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(self._theme.colour("line2" if row == 0 else "line"))
        if row == 0:
            form.setBackground(self._theme.colour("sunk"))
        cell.setFormat(form)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        lines = QTextBlockFormat()
        lines.setLineHeight(_CELL_LINE_PERCENT, _PROPORTIONAL)
        cursor.mergeBlockFormat(lines)
        if row == 0:
            letters = QTextCharFormat()
            letters.setForeground(self._theme.colour("ink2"))
            cursor.mergeCharFormat(letters)

    def _columns(self, table: QTextTable) -> list[QTextLength]:
        """Return the widths of columns: narrow ones are as wide as their contents, and the others share the rest."""
        letters = QFontMetricsF(self.document().defaultFont())
        texts = [[_text(table, row, column) for row in range(table.rows())] for column in range(table.columns())]
        widest = [max(map(letters.horizontalAdvance, column)) * _BOLD + 2 * _CELL_SIDES for column in texts]
        return [
            QTextLength(QTextLength.Type.FixedLength, width) if width <= _NARROW else QTextLength() for width in widest
        ]


def _text(table: QTextTable, row: int, column: int) -> str:
    cell = table.cellAt(row, column)
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def _tables(frame: QTextFrame) -> Iterator[QTextTable]:
    for inside in frame.childFrames():
        if isinstance(inside, QTextTable):
            yield inside
        else:
            yield from _tables(inside)


def _blocks(block: QTextBlock) -> Iterator[QTextBlock]:
    while block.isValid():
        yield block
        block = block.next()
