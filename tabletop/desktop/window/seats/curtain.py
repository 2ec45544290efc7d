"""The curtain between two players at one screen: it hides everything until the next player chooses a seat."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.panel_parts import button, label, part

_WIDTH: Final = 420
_MARGIN: Final = 28


class SeatChoice(NamedTuple):
    """A seat for which the curtain can open: its name, its sides and role, and its title."""

    name: str
    sides: tuple[str, ...]
    title: str
    role: str = ""


class Curtain(QWidget):
    """A curtain over the whole window, which opens for the seat that is chosen."""

    opened = Signal(object)
    """The `SeatChoice` of the players who now look at the screen."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hide()
        outer = QVBoxLayout(self)
        outer.addStretch(1)
        self._card = QWidget()
        part(self._card, "card")
        self._card.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._card.setFixedWidth(_WIDTH)
        column = QVBoxLayout(self._card)
        column.setContentsMargins(_MARGIN, 24, _MARGIN, 24)
        column.setSpacing(12)
        column.addWidget(label(tr("The curtain is down"), "head"))
        self._words = label("", "caption")
        self._words.setWordWrap(True)
        column.addWidget(self._words)
        self._choices = QGridLayout()
        column.addLayout(self._choices)
        outer.addWidget(self._card, 0, Qt.AlignmentFlag.AlignHCenter)
        outer.addStretch(1)

    def draw(self, seats: Sequence[SeatChoice], because: str = "") -> None:
        """Cover the window, and offer these seats. If the last choice was refused, show the reason."""
        usual = tr("Hand over the screen. Nothing is shown until the next player takes a side.")
        self._words.setText(because or usual)
        while self._choices.count():
            taken = self._choices.takeAt(0)
            widget = taken.widget() if taken is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        made = [button(seat.title, partial(self._open, seat)) for seat in seats]
        room = self._card.width() - 2 * _MARGIN
        widest = max(choice.sizeHint().width() + self._choices.horizontalSpacing() for choice in made)
        across = max(1, min(len(made), room // widest))
        for number, choice in enumerate(made):
            self._choices.addWidget(choice, number // across, number % across)
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()
        self.setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Cover the window with the colour of paper."""
        QPainter(self).fillRect(self.rect(), self._theme.colour("paper"))

    def _open(self, seat: SeatChoice) -> None:
        self.hide()  # the table stays hidden until the listeners have changed the viewer
        self.opened.emit(seat)
