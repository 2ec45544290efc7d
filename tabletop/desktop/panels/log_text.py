"""The text of the log: a paragraph for each line, with links to its places; only changed lines are rewritten."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QKeyEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.table.table_model import LogLine, PlaceLink
from tabletop.desktop.widgets.panel_parts import TextPage
from tabletop.game.change.step import UNKNOWN_MS

_APART_PX: Final = 3.0
_BETWEEN: Final = "\N{NO-BREAK SPACE}" * 2
_BREAKS: Final = dict.fromkeys(map(ord, "\n\r\u2028\u2029\ufdd0\ufdd1"), " ")
"""The characters that Qt takes for the end of a line, a paragraph or a frame. In lines of the log, spaces replace
them.
"""


class LogText(TextPage):
    """The text of a log: its lines, each with its clock time if that is known.

    The last line stays in view unless the player has scrolled up.
    """

    place_followed = Signal(str, str)
    """The link of a place was followed: a map and the place on it."""

    menu_made = Signal(object)
    """The menu of the text is about to open: a `QMenu`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._lines: list[LogLine] = []
        self._paragraph = QTextBlockFormat()
        self._paragraph.setTopMargin(_APART_PX)
        self._paragraph.setBottomMargin(_APART_PX)
        self._plain, self._clock, self._who = (_ink(colour) for colour in (theme.ink, theme.ink3, theme.ink))
        self._clock.setFontFamilies(["JetBrains Mono"])
        self._who.setFontWeight(QFont.Weight.Bold)
        self._accent = theme.accent
        self._is_at_end = True
        self.anchorClicked.connect(self._follow)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._stay_at_end)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of the text, with the entries that the panel adds to it."""
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu_made.emit(menu)
        menu.popup(event.globalPos())

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802
        """Leave the log with Tab, instead of moving through its links; return whether another widget has the focus."""
        return QTextEdit.focusNextPrevChild(self, forwards)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Go from link to link with the arrows to the right and left; Enter follows the link."""
        way = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}.get(Qt.Key(event.key()))
        if way is None or event.modifiers():
            super().keyPressEvent(event)
            return
        was = self.textCursor()
        if not TextPage.focusNextPrevChild(self, way) or not self.hasFocus():
            self.setFocus()
            self.setTextCursor(was)

    def add_lines(self, lines: Sequence[LogLine]) -> None:
        """Write these lines below the others."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for line in lines:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            if self._lines:
                cursor.insertBlock(self._paragraph, self._plain)
            else:
                cursor.setBlockFormat(self._paragraph)
            self._write(cursor, line)
            self._lines.append(line)
        cursor.endEditBlock()
        self._to_end()

    def show_lines(self, lines: Sequence[LogLine]) -> None:
        """Show exactly these lines. Lines that are already there are not written again."""
        first, kept = _standing(self._lines, lines)
        if not kept:
            self.clear()
            self._lines = []
            self.add_lines(lines)
            return
        document, cursor = self.document(), QTextCursor(self.document())
        cursor.beginEditBlock()
        last = document.findBlockByNumber(first + kept - 1)
        cursor.setPosition(last.position() + last.length() - 1)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.setPosition(document.findBlockByNumber(first).position())
        cursor.movePosition(QTextCursor.MoveOperation.Start, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        for line in lines[: len(lines) - kept]:
            self._write(cursor, line)
            cursor.insertBlock(self._paragraph, self._plain)
        cursor.endEditBlock()
        self._lines = list(lines)
        self._to_end()

    def _write(self, cursor: QTextCursor, line: LogLine) -> None:
        """Write a line into an empty paragraph."""
        if line.at_ms != UNKNOWN_MS:
            when = datetime.fromtimestamp(line.at_ms / 1000)
            cursor.insertText(f"{when.hour:02}:{when.minute:02}{_BETWEEN}", self._clock)
        if line.who:
            cursor.insertText(line.who.translate(_BREAKS), self._who)
            cursor.insertText(" ", self._plain)
        for words, place in _linked(line):
            cursor.insertText(words.translate(_BREAKS), self._plain if place is None else self._link(place))

    def _link(self, place: PlaceLink) -> QTextCharFormat:
        url = QUrl()
        url.setScheme("place")
        url.setPath(f"{place.map}/{place.place}")
        link = _ink(self._accent)
        link.setAnchor(True)
        link.setAnchorHref(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        link.setFontUnderline(True)
        return link

    def _follow(self, link: QUrl) -> None:
        map_name, _, place = link.path().partition("/")
        self.place_followed.emit(map_name, place)

    def _to_end(self) -> None:
        self.moveCursor(QTextCursor.MoveOperation.End)
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())
        self._is_at_end = True

    def _scrolled(self, value: int) -> None:
        self._is_at_end = value >= self.verticalScrollBar().maximum()

    def _stay_at_end(self, _least: int, most: int) -> None:
        """Keep the end in view after the size of the log has changed."""
        if self._is_at_end:
            self.verticalScrollBar().setValue(most)


def _ink(colour: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(colour))
    return made


def _standing(before: Sequence[LogLine], lines: Sequence[LogLine]) -> tuple[int, int]:
    """Return the index of the first of the earlier lines that can stay, and the number of such lines; 0 if none can.

    They are the longest run of lines in both sequences that ends with the last of the new lines, and begins at the
    first line of one of the sequences.
    """
    for end in range(len(before), 0, -1) if lines else ():
        kept = min(end, len(lines))
        if before[end - 1] == lines[-1] and before[end - kept : end] == lines[-kept:]:
            return end - kept, kept
    return 0, 0


def _linked(line: LogLine) -> Iterator[tuple[str, PlaceLink | None]]:
    """Yield the text of a line in parts, each with the place that it names, or None.

    Places are searched from the end, where sentences name them.
    """
    spans: dict[int, PlaceLink] = {}
    free = len(line.text)
    for place in reversed(line.places):
        at = line.text.rfind(place.words, 0, free)
        if at >= 0:
            spans[at] = place
            free = at
    done = 0
    for at, place in sorted(spans.items()):
        yield line.text[done:at], None
        yield place.words, place
        done = at + len(place.words)
    yield line.text[done:], None
