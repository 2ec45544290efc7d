"""A line over the map in which the player types the name of a place or a counter."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from tabletop.desktop.widgets.name_field import NameField
from tabletop.desktop.widgets.panel_parts import part

_WIDTH: Final = 460
_TOP: Final = 48


class NameFinder(QFrame):
    """A field in which the player types one of several names; Escape closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        part(self, "card")
        self._does: Callable[[str], object] | None = None
        self._field = NameField()
        self._field.named.connect(self._answer)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 8, 10, 8)
        row.addWidget(self._field)
        self.hide()

    def ask(self, question: str, names: Sequence[str], does: Callable[[str], object]) -> None:
        """Ask for a name. `does` is called with the chosen name, or with the typed text if no name contains it."""
        self._does = does
        self._field.offer(names)
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
        """Close the field with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _answer(self, name: str) -> None:
        does = self._does
        self.leave()
        if does is not None:
            does(name)

    def leave(self) -> None:
        """Close the line."""
        self._does = None
        self._field.offer(())
        self.hide()
