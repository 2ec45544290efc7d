"""A card beside the cursor: what letting go of the pieces in the hand would mean."""

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from tabletop.assisting import Finding, Preview
from tabletop.desktop.drawing.badges import badge_pixmap
from tabletop.desktop.panels.cards import column_in
from tabletop.desktop.panels.parts import announce, label, part

_AWAY: Final = QPoint(22, 18)
_WIDTH: Final = 290
_BADGE_PX: Final = 16
_MOST_FINDINGS: Final = 3


class PreviewCard(QFrame):
    """Follows the cursor while pieces are carried; it takes no mouse."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        part(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column = column_in(self, gap=2, sides=10, ends=8)
        self._headline = _line("title")
        self._lines = _line("caption")
        column.addWidget(self._headline)
        column.addWidget(self._lines)
        self._wrong = [_Wrong() for _ in range(_MOST_FINDINGS)]
        for each in self._wrong:
            column.addWidget(each)
        self._more = _line("caption")
        column.addWidget(self._more)
        self.hide()

    def show_preview(self, preview: Preview | None, at: QPoint) -> None:
        """Show it at a point of the screen; None hides the card."""
        if preview is None:
            self.hide()
            return
        shown = preview.findings[:_MOST_FINDINGS]
        _say(self._headline, preview.own_headline)
        _say(self._lines, "\n".join(preview.lines))
        for number, each in enumerate(self._wrong):
            each.say(shown[number] if number < len(shown) else None)
        _say(self._more, "\n".join(preview.besides))
        said = " ".join(preview.words)
        self.setAccessibleName(said)
        announce(self, said)
        self.adjustSize()
        area = self._over.rect()
        spot = self._over.mapFromGlobal(at) + _AWAY
        x = spot.x() if spot.x() + self.width() < area.width() else spot.x() - self.width() - 2 * _AWAY.x()
        self.move(max(x, 4), max(4, min(spot.y(), area.height() - self.height() - 4)))
        self.raise_()
        self.show()


class _Wrong(QWidget):
    """A finding in a line: its sign, its sentence, its rule."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 3, 0, 0)
        row.setSpacing(6)
        sign = QLabel()
        sign.setPixmap(badge_pixmap("advise", _BADGE_PX))
        self._said = _line("", _WIDTH - _BADGE_PX - 6)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._said, 1)

    def say(self, finding: Finding | None) -> None:
        """Show a finding; None for none."""
        self.setVisible(finding is not None)
        if finding is not None:
            self._said.setText(finding.sentence)


def _say(label: QLabel, words: str) -> None:
    """Show words; "" for none."""
    label.setText(words)
    label.setVisible(bool(words))


def _line(style: str, width: int = _WIDTH) -> QLabel:
    made = label("", style)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setFixedWidth(width)
    return made
