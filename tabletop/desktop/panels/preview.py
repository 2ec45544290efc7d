"""A card beside the cursor: what letting go of the pieces in the hand would mean."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from tabletop.assisting import Preview
from tabletop.desktop.panels.parts import label, part

_AWAY = QPoint(22, 18)
_WIDTH = 300
_MOST_FINDINGS = 3


class PreviewCard(QFrame):
    """Follows the cursor while pieces are carried; it takes no mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        part(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 8, 10, 8)
        self._column.setSpacing(2)
        self._headline = label("", "title")
        self._lines = label("", "caption")
        self._wrong = label("", "bad")
        for each in (self._headline, self._lines, self._wrong):
            each.setWordWrap(True)
            each.setFixedWidth(_WIDTH)
            self._column.addWidget(each)
        self.hide()

    def show_preview(self, preview: Preview | None, at: QPoint) -> None:
        """Show it at a point of the screen; None hides the card."""
        if preview is None:
            self.hide()
            return
        self._headline.setText(preview.headline)
        self._lines.setText("\n".join(preview.lines))
        wrong = [f"⚠ {one.message} ({one.rule})" for one in preview.findings[:_MOST_FINDINGS]]
        self._wrong.setText("\n".join(wrong))
        for each in (self._lines, self._wrong):
            each.setVisible(bool(each.text()))
        self.adjustSize()
        area = self._over.rect()
        spot = self._over.mapFromGlobal(at) + _AWAY
        self.move(min(spot.x(), area.width() - self.width() - 4), min(spot.y(), area.height() - self.height() - 4))
        self.raise_()
        self.show()
