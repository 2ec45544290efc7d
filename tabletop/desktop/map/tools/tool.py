"""The protocol of tools. A tool handles the mouse from press to release, and draws over the map."""

from typing import Protocol

from PySide6.QtCore import QPointF
from PySide6.QtGui import QKeyEvent, QMouseEvent


class Tool(Protocol):
    """A tool of a map view, which handles the gestures of the mouse. Points are in map pixels."""

    @property
    def is_busy(self) -> bool:
        """True while a gesture is in progress."""
        ...

    @property
    def is_carrying(self) -> bool:
        """True while the gesture carries or draws something; the map then scrolls at its edge."""
        ...

    def press(self, event: QMouseEvent, point: QPointF) -> None:
        """Handle a press of a button."""
        ...

    def move(self, event: QMouseEvent, point: QPointF) -> None:
        """Handle a move of the mouse, with or without a button."""
        ...

    def release(self, event: QMouseEvent, point: QPointF) -> None:
        """Handle a release of a button."""
        ...

    def double_click(self, event: QMouseEvent, point: QPointF) -> None:
        """Handle a double click."""
        ...

    def key(self, event: QKeyEvent) -> bool:
        """Handle a key; return True if the tool has used it."""
        ...

    def cancel(self) -> None:
        """Cancel the gesture without a command, and remove its drawing."""
        ...
