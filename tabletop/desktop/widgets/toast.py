"""A short message over the map, for example the reason why an action failed. It disappears by itself."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.widgets.panel_parts import announce, part

SHOWN_MS = 4_500
_WIDEST = 560
_ABOVE_FOOT = 28


class Toast(QLabel):
    """A card at the foot of the map that shows one sentence at a time. At the upper edge it would cover buttons."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        part(self, "card")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setStyleSheet(
            f"background: {theme.raised}; color: {theme.ink}; border: 1px solid {theme.line2};"
            f"border-left: 4px solid {theme.warn}; border-radius: 6px; padding: 8px 12px;"
        )
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def say(self, text: str) -> None:
        """Show a sentence for a while."""
        self.setText(text)
        self.setAccessibleName(text)
        announce(self, text)
        parent = self.parentWidget()
        room, foot = (parent.width(), parent.height()) if parent is not None else (_WIDEST, 0)
        width = min(_WIDEST, room - 40)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((room - width) // 2, max(0, foot - self.height() - _ABOVE_FOOT))
        self.show()
        self.raise_()
        self._timer.start()
