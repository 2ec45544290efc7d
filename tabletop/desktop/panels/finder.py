"""One line over the map to name a place or a counter in: completed while it is typed, answered with Enter."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QHBoxLayout, QLineEdit, QListView, QWidget

from tabletop.desktop.panels.parts import part

_WIDTH: Final = 460
_TOP: Final = 48
_SHOWN: Final = 12


class Finder(QFrame):
    """Asks for one of some names. Escape leaves it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        part(self, "card")
        self._names: Sequence[str] = ()
        self._matches = QStringListModel(self)
        self._does: Callable[[str], object] | None = None
        self._completer = QCompleter(self._matches, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setMaxVisibleItems(_SHOWN)
        self._completer.setPopup(_name_list())
        self._completer.activated.connect(self._answer)
        self._field = QLineEdit()
        self._field.textEdited.connect(self._show_matches)  # heard before the completer opens its list
        self._field.setCompleter(self._completer)
        self._field.returnPressed.connect(lambda: self._answer(self._field.text()))
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 8, 10, 8)
        row.addWidget(self._field)
        self.hide()

    def ask(self, question: str, names: Sequence[str], does: Callable[[str], object]) -> None:
        """Ask; `does` gets the name that is meant, or what was typed where no name holds it."""
        self._does = does
        self._names = tuple(names)
        self._matches.setStringList([])
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

    def _show_matches(self, typed: str) -> None:
        self._matches.setStringList(ranked_matches(typed, self._names))

    def _answer(self, text: str) -> None:
        does, wanted, names = self._does, text.strip(), self._names
        self.leave()
        if does is not None and wanted:
            does(next(iter(ranked_matches(wanted, names)), wanted))

    def leave(self) -> None:
        """Ask no more."""
        self._does = None
        self._names = ()
        self._matches.setStringList([])
        self.hide()


def ranked_matches(typed: str, names: Sequence[str]) -> list[str]:
    """Return the names that hold what was typed, the likeliest first.

    The same name comes first, then those that begin so, then those in which a word begins so, then the others; among
    these each keeps its order.
    """
    text = typed.strip().casefold()
    begins_word = re.compile(rf"(?<!\w){re.escape(text)}")

    def rank(name: str) -> int:
        if name.startswith(text):
            return 0 if name == text else 1
        return 2 if begins_word.search(name) else 3

    found = [(rank(folded), name) for name in names if text in (folded := name.casefold())]
    found.sort(key=lambda each: each[0])
    return [name for _, name in found]


def _name_list() -> QListView:
    """Return the list that opens below the line: a window of its own, so it paints its own ground."""
    made = QListView()
    part(made, "names")
    made.setUniformItemSizes(True)
    made.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
    return made
