"""The letter keys of the umpire's desk: each means the same in all of its panels, and nothing elsewhere."""

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tabletop.desktop.widgets.panel_parts import Panel

_HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier

Key: TypeAlias = tuple[Qt.Key, bool]
"""A key, and True if it is pressed with Shift."""


class DeskKeys:
    """The keys of the desk, with their commands."""

    def __init__(self) -> None:
        self._does: dict[Key, Callable[[], object]] = {}

    def add(self, key: Qt.Key, does: Callable[[], object], *, shift: bool = False) -> None:
        """Let a key carry out a command."""
        self._does[key, shift] = does

    def hears(self, event: QKeyEvent) -> bool:
        """Return whether a key has a command."""
        return not event.modifiers() & _HELD and _key(event) in self._does

    def press(self, event: QKeyEvent) -> bool:
        """Carry out the command of a key; return whether it has one."""
        if not self.hears(event):
            return False
        self._does[_key(event)]()
        return True


def _key(event: QKeyEvent) -> Key:
    return Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)


class KeyedPanel(Panel):
    """A panel with letter keys. They work wherever the focus is in the panel, except in a text field."""

    def __init__(self, title: str, keys: DeskKeys, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.keys = keys

    def event(self, event: QEvent) -> bool:
        """Keep the letters of the desk from being handled as keys of the window."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_key and isinstance(event, QKeyEvent) and self.keys.hears(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Carry out the command of a letter."""
        if not self.keys.press(event):
            super().keyPressEvent(event)
