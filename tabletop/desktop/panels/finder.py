"""One line over the map to name a place or a counter in: completed while it is typed, answered with Enter."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QWidget

from tabletop.desktop.panels.parts import part

_WIDTH = 460
_TOP = 48
_SHOWN = 12


class Finder(QWidget):
    """Asks for one of some names. Escape leaves it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        part(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._names = QStringListModel(self)
        self._does: Callable[[str], object] | None = None
        self._completer = QCompleter(self._names, self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setMaxVisibleItems(_SHOWN)
        self._completer.activated.connect(self._answer)
        self._field = QLineEdit()
        self._field.setCompleter(self._completer)
        self._field.returnPressed.connect(lambda: self._answer(self._field.text()))
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 8, 10, 8)
        row.addWidget(self._field)
        self.hide()

    def ask(self, question: str, names: Sequence[str], does: Callable[[str], object]) -> None:
        """Ask; `does` gets the name that is meant, or what was typed where no name holds it."""
        self._does = does
        self._names.setStringList(list(names))
        self._field.clear()
        self._field.setPlaceholderText(question)
        self._field.setAccessibleName(question)
        parent = self.parentWidget()
        room = parent.width() if parent is not None else _WIDTH
        self.setFixedWidth(min(_WIDTH, room - 20))
        self.adjustSize()
        self.move((room - self.width()) // 2, _TOP)
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Leave it with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _answer(self, text: str) -> None:
        does, wanted, names = self._does, text.strip(), self._names.stringList()
        self.leave()
        if does is not None and wanted:
            does(best_match(wanted, names))

    def leave(self) -> None:
        """Ask no more."""
        self._does = None
        self._names.setStringList([])
        self.hide()


def best_match(wanted: str, names: Sequence[str]) -> str:
    """The name that is meant: the same, one that begins so, or one that holds it; else what is wanted itself."""
    text = wanted.casefold()
    folded = [(name.casefold(), name) for name in names]
    for is_meant in (text.__eq__, lambda name: name.startswith(text), lambda name: text in name):
        for name, whole in folded:
            if is_meant(name):
                return whole
    return wanted
