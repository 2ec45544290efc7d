"""A line in which the player types a name from a list. Names that match are offered, the likeliest first."""

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

from tabletop.desktop.widgets.panel_parts import part

_SHOWN: Final = 12


class NameField(QLineEdit):
    """A field for a name, chosen with Enter or with a click in the list that opens below it."""

    named = Signal(str)
    """The likeliest name that contains the chosen or typed text, or this text if no name contains it."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        super().__init__()
        self._names = tuple(names)
        self._matches = QStringListModel(self)
        self._is_heard = False
        completer = QCompleter(self._matches, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(_SHOWN)
        completer.setPopup(_name_list())
        completer.activated.connect(self._say)
        self.textEdited.connect(self._show_matches)  # called before the completer opens its list
        self.setCompleter(completer)
        self.returnPressed.connect(lambda: self._say(self.text()))

    def offer(self, names: Sequence[str]) -> None:
        """Empty the field, and ask for one of these names."""
        self._names = tuple(names)
        self._is_heard = False
        self._matches.setStringList([])
        self.clear()

    def _show_matches(self, typed: str) -> None:
        self._is_heard = False
        self._matches.setStringList(ranked_matches(typed, self._names))

    def _say(self, typed: str) -> None:
        """Report a name only once until more is typed, since both the open list and the line receive Enter."""
        wanted = typed.strip()
        if wanted and not self._is_heard:
            self._is_heard = True
            self.named.emit(next(iter(ranked_matches(wanted, self._names)), wanted))


def ranked_matches(typed: str, names: Sequence[str]) -> list[str]:
    """Return the names that contain the typed text, the likeliest first.

    An equal name comes first, then names that begin with the text, then names in which a word begins with it, then the
    others. Within each group the order does not change.
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
    """Return the list that opens below the line. It is a separate window, so it paints its own background."""
    made = QListView()
    part(made, "names")
    made.setUniformItemSizes(True)
    made.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
    return made
