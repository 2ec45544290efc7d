"""The log: the events of the game, line by line, and a field for messages."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.panels.log_text import LogText
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.table_model import LogLine
from tabletop.desktop.widgets.panel_parts import Panel, announce, forget

GATHERED_MS = 60
"""The time for which new lines are collected, to be written together."""

SHOWS = {
    tr_later("all"): None,
    tr_later("dice"): {"dice"},
    tr_later("moves"): {"move"},
    tr_later("talk"): {"talk"},
}


class LogPanel(Panel):
    """A panel with the log, a filter of its lines, and a field for messages.

    A place in a line is a link that shows the place on the map.
    """

    place_followed = Signal(str, str)
    """The link of a place was followed: a map and the place on it."""

    spoken = Signal(str)
    """The player has typed a message."""

    menu_made = Signal(object)
    """The menu of the log is about to open: a `QMenu`, to which entries can be added."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(tr("Log"))
        self._lines: list[LogLine] = []
        self._waiting: list[LogLine] = []
        self._writing = QTimer(self)
        self._writing.setSingleShot(True)
        self._writing.setInterval(GATHERED_MS)
        self._writing.timeout.connect(self._write_waiting)
        self._filter = QComboBox()
        for words in SHOWS:
            self._filter.addItem(tr(words), words)
        self._filter.setAccessibleName(tr("Lines shown in the log"))
        self._filter.currentTextChanged.connect(lambda _: self._write_all())
        self.head.addWidget(self._filter)
        self._text = LogText(theme)
        self._text.setAccessibleName(tr("Log"))
        self._text.setMinimumHeight(36)
        self._text.place_followed.connect(self.place_followed)
        self._text.menu_made.connect(self.menu_made)
        self.body.addWidget(self._text, 1)
        row = QHBoxLayout()
        self._say = QLineEdit()
        self._say.setPlaceholderText(tr("Say something to the table"))
        self._say.setAccessibleName(tr("Say something to the table"))
        self._say.returnPressed.connect(self._speak)
        row.addWidget(self._say)
        self.body.addLayout(row)

    def show_lines(self, lines: list[LogLine], *, is_reading: bool = False) -> None:
        """Show these lines instead of those before. If there are none and `is_reading`, say that the log is on
        its way.
        """
        self._lines = list(lines)
        self._text.setPlaceholderText(tr("The log is on its way.") if is_reading else "")
        self._write_all()

    def forget_typed(self) -> None:
        """Clear typed text that was not sent, since another player may be looking now."""
        forget(self._say)

    def add(self, line: LogLine) -> None:
        """Add one more line."""
        self._lines.append(line)
        if self._passes(line):
            self._waiting.append(line)
            announce(self._text, line.whole)
            if not self._writing.isActive():
                self._writing.start()

    def _write_waiting(self) -> None:
        """Write the collected lines, all at once."""
        if self._waiting:
            self._text.add_lines(self._waiting)
            self._waiting = []

    @property
    def last_line(self) -> str:
        """The newest line as text; "" if the log is empty."""
        return self._lines[-1].text if self._lines else ""

    def _passes(self, line: LogLine) -> bool:
        kinds = SHOWS[self._filter.currentData()]
        return kinds is None or line.kind in kinds

    def _write_all(self) -> None:
        self._write_waiting()
        self._text.show_lines([line for line in self._lines if self._passes(line)])

    def _speak(self) -> None:
        text = self._say.text().strip()
        if text:
            forget(self._say)
            self.spoken.emit(text)
