"""The log: what has happened, line by line, and a place to say something."""

from datetime import datetime
from html import escape

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit

from tabletop.desktop.panels.parts import Page, Panel, announce, forget
from tabletop.desktop.table_model import Line, Link
from tabletop.desktop.theme import Theme

GATHERED_MS = 30
"""Lines that come so quickly after one another are written together."""

SHOWS = {"all": None, "dice": {"dice"}, "moves": {"move"}, "talk": {"talk"}}


class LogPanel(Panel):
    """Lines with their clock time. A place in a line is a link; following it brings the map there."""

    place_followed = Signal(str, str)
    """A map and a place on it."""

    spoken = Signal(str)
    """Somebody has typed a line."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("Log")
        self._theme = theme
        self._lines: list[Line] = []
        self._waiting: list[Line] = []
        self._writing = QTimer(self)
        self._writing.setSingleShot(True)
        self._writing.setInterval(GATHERED_MS)
        self._writing.timeout.connect(self._write_waiting)
        self._filter = QComboBox()
        self._filter.addItems(list(SHOWS))
        self._filter.setAccessibleName("Which lines the log shows")
        self._filter.currentTextChanged.connect(lambda _: self._write_all())
        self.head.addWidget(self._filter)
        self._text = Page()
        self._text.setAccessibleName("Log")
        self._text.anchorClicked.connect(self._follow)
        self._is_at_end = True
        bar = self._text.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._stay_at_end)
        self.body.addWidget(self._text, 1)
        row = QHBoxLayout()
        self._say = QLineEdit()
        self._say.setPlaceholderText("Say something to the table")
        self._say.setAccessibleName("Say something to the table")
        self._say.returnPressed.connect(self._speak)
        row.addWidget(self._say)
        self.body.addLayout(row)

    def show_lines(self, lines: list[Line]) -> None:
        """Show just these lines. What was typed and not said goes, too: somebody else may look now."""
        forget(self._say)
        self._lines = list(lines)
        self._write_all()

    def add(self, line: Line) -> None:
        """One more line."""
        self._lines.append(line)
        if self._passes(line):
            self._waiting.append(line)
            announce(self._text, line.whole)
            if not self._writing.isActive():
                self._writing.start()

    def _write_waiting(self) -> None:
        """Write the lines that have come, all at once."""
        if not self._waiting:
            return
        together = QTextCursor(self._text.document())
        together.beginEditBlock()
        for line in self._waiting:
            self._text.append(self._html(line))
        together.endEditBlock()
        self._waiting = []
        self._to_end()

    @property
    def plain_text(self) -> str:
        """What the log shows, without its looks."""
        self._write_waiting()
        return self._text.toPlainText()

    def _passes(self, line: Line) -> bool:
        kinds = SHOWS[self._filter.currentText()]
        return kinds is None or line.kind in kinds

    def _write_all(self) -> None:
        self._waiting = []
        self._text.setHtml(
            "".join(f"<p style='margin:3px 0'>{self._html(x)}</p>" for x in self._lines if self._passes(x))
        )
        self._to_end()

    def _to_end(self) -> None:
        self._text.moveCursor(QTextCursor.MoveOperation.End)
        bar = self._text.verticalScrollBar()
        bar.setValue(bar.maximum())
        self._is_at_end = True

    def _scrolled(self, value: int) -> None:
        self._is_at_end = value >= self._text.verticalScrollBar().maximum()

    def _stay_at_end(self, _least: int, most: int) -> None:
        """Where the end is changes with the size of the log."""
        if self._is_at_end:
            self._text.verticalScrollBar().setValue(most)

    def _html(self, line: Line) -> str:
        theme = self._theme
        who = f"<b>{escape(line.who)}</b> " if line.who else ""
        clock = datetime.fromtimestamp(line.at_ms / 1000).strftime("%H:%M")
        return (
            f"<span style='font-family:JetBrains Mono;color:{theme.ink3}'>{clock}</span>&nbsp;&nbsp;"
            f"<span style='color:{theme.ink}'>{who}{self._linked(line)}</span>"
        )

    def _linked(self, line: Line) -> str:
        """The words of a line, its places as links. A sentence names its places last."""
        spans: dict[int, Link] = {}
        free = len(line.text)
        for place in reversed(line.places):
            at = line.text.rfind(place.words, 0, free)
            if at >= 0:
                spans[at] = place
                free = at
        html, done = "", 0
        for at, place in sorted(spans.items()):
            link = QUrl()
            link.setScheme("place")
            link.setPath(f"{place.map}/{place.place}")
            html += escape(line.text[done:at])
            target = escape(link.toString(QUrl.ComponentFormattingOption.FullyEncoded))
            html += f'<a href="{target}" style="color:{self._theme.accent}">{escape(place.words)}</a>'
            done = at + len(place.words)
        return html + escape(line.text[done:])

    def _follow(self, link: QUrl) -> None:
        map_name, _, place = link.path().partition("/")
        self.place_followed.emit(map_name, place)

    def _speak(self) -> None:
        text = self._say.text().strip()
        if text:
            forget(self._say)
            self.spoken.emit(text)
