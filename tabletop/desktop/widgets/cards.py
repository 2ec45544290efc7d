"""Parts of panels: cards, sentences that wrap, buttons that shrink, switches."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.panel_parts import label, part, plain

_PADDING = 28
_PADDING_MAIN = 38
_NARROWEST = 64
_MOST_NUMBERS = 2


class CardColumn(QWidget):
    """A column inside a scroll area. Its height always fits its sentences, which wrap."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = column_in(self)

    def event(self, event: QEvent) -> bool:
        """Adapt the height after the contents have changed; return whether the event was handled."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._grow()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Adapt the height after the width has changed."""
        super().resizeEvent(event)
        self._grow()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return a size that lets the card take the available width."""
        return QSize(0, super().minimumSizeHint().height())

    def _grow(self) -> None:
        self.setMinimumHeight(max(self.rows.totalHeightForWidth(self.width()), 0))


class FittingButton(QPushButton):
    """A button that may be narrower than its words; then its tooltip has all of them, and so has its accessible name.

    `noticed` reports when the mouse or the keyboard focus comes to the button or leaves it.
    """

    noticed = Signal(bool)

    def __init__(self, words: str, does: Callable[[], object], *, main: bool = False, tip: str = "") -> None:
        super().__init__(words)
        self._words = words
        self._tip = tip
        self._padding = _PADDING_MAIN if main else _PADDING
        if main:
            part(self, "main")
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda *_: does())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with room for all the words."""
        return QSize(self._metrics().horizontalAdvance(self._words) + self._padding, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return a size that may be narrower than the words."""
        return QSize(min(_NARROWEST, self.sizeHint().width()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many of the words as fit."""
        super().resizeEvent(event)
        self._fit()

    def say(self, words: str) -> None:
        """Change the words on the button."""
        self._words = words
        self.setAccessibleName(words)
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        shown = self._metrics().elidedText(self._words, Qt.TextElideMode.ElideRight, self.width() - self._padding + 2)
        self.setText(shown.replace("&", "&&"))
        self.setToolTip("\n".join(filter(None, [self._words if shown != self._words else "", self._tip])))

    def _metrics(self) -> QFontMetrics:
        self.ensurePolished()
        return self.fontMetrics()

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Report that the mouse is on the button."""
        super().enterEvent(event)
        self.noticed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Report that the mouse has left the button."""
        super().leaveEvent(event)
        self.noticed.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Report that the button has the keyboard focus."""
        super().focusInEvent(event)
        self.noticed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Report that the button has lost the keyboard focus."""
        super().focusOutEvent(event)
        self.noticed.emit(False)


class Caption(QLabel):
    """A line that is cut with dots if there is not enough room. Its tooltip has the whole text."""

    def __init__(self, words: str, cut: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle) -> None:
        """Make the line. `cut` sets the part that is left out if there is not enough room."""
        super().__init__()
        self._cut = cut
        part(self, "caption")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.say(words)

    def say(self, words: str) -> None:
        """Show another text."""
        self._words = words
        self.setToolTip(plain(words))
        self.setAccessibleName(words)
        self.setText(self.fontMetrics().elidedText(words, self._cut, self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many of the words as fit."""
        super().resizeEvent(event)
        self.setText(self.fontMetrics().elidedText(self._words, self._cut, self.width()))


class FittingTick(QCheckBox):
    """A tick box that may be narrower than its words, like a `FittingButton`. Its tooltip has all of them."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def hitButton(self, at: QPoint) -> bool:  # noqa: N802
        """Return whether a point is on the line of the tick box, which accepts a click anywhere."""
        return self.rect().contains(at)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return a size that may be narrower than the words."""
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many of the words as fit."""
        super().resizeEvent(event)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self).width()
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))


_LEVELS: Final = {
    "off": tr_later("Off"),
    "advise": tr_later("Advise"),
    "confirm": tr_later("Confirm"),
    "enforce": tr_later("Enforce"),
}
"""The words for the levels of enforcement, by their names in files."""


class Switch(QWidget):
    """A row of choices, of which one is set, or none, for example if it stands for several rules with different levels.
    The arrow keys move along the row.
    """

    taken = Signal(str)
    """The player has set this choice."""

    def __init__(self, name: str, choices: Sequence[str], now: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        for choice in choices:
            words = tr(_LEVELS.get(choice, choice))
            made = QPushButton(words)
            part(made, "switch")
            made.setCheckable(True)
            made.setAccessibleName(f"{name}: {words}")
            made.clicked.connect(lambda *_, choice=choice: self.taken.emit(choice))
            self._group.addButton(made)
            row.addWidget(made)
            self._buttons[choice] = made
        self.show_taken(now)

    def show_taken(self, choice: str) -> None:
        """Show which choice is set; "" stands for none."""
        self._group.setExclusive(False)
        for name, made in self._buttons.items():
            made.setChecked(name == choice)
        self._group.setExclusive(True)


class Section(QWidget):
    """A part of a panel with a heading, whose contents are replaced as a whole."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self._column = column_in(self, gap=6)
        self._column.addWidget(label(title, "section"))
        self._inside: QWidget | None = None

    def start_anew(self) -> QVBoxLayout:
        """Remove everything, and return the empty column."""
        if self._inside is not None:
            self._column.removeWidget(self._inside)
            self._inside.hide()
            self._inside.deleteLater()
        self._inside = QWidget()
        column = column_in(self._inside, gap=6)
        self._column.addWidget(self._inside)
        return column


def column_in(widget: QWidget, *, gap: int = 4, sides: int = 0, ends: int = 0) -> QVBoxLayout:
    """Give a widget a column layout, and return the layout."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(sides, ends, sides, ends)
    column.setSpacing(gap)
    return column


def row_of(*widgets: QWidget) -> QHBoxLayout:
    """Return a row of widgets side by side from the left, each at its preferred width while there is room."""
    row = QHBoxLayout()
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def card(name: str) -> tuple[QFrame, QVBoxLayout]:
    """Return a card with this name in the style sheet, and its column."""
    made = QFrame()
    part(made, name)
    return made, column_in(made, gap=5, sides=10, ends=8)


def paragraph(words: str, style: str = "") -> QLabel:
    """Return a sentence that wraps and can be copied."""
    made = label(words, style)
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made


def in_short(rules: str) -> str:
    """Return rule numbers as text. If there are many, it has the first two and the number of the others: `8.1, 16.1.4
    +1`.
    """
    numbers = rules.split(", ")
    more = len(numbers) - _MOST_NUMBERS
    return f"{', '.join(numbers[:_MOST_NUMBERS])} +{more}" if more > 0 else rules


def headed(words: str, rule: str, style: str = "strong") -> QWidget:
    """Return a sentence with its rule numbers at the right. If there are many, only the first are shown, and a tooltip
    has all of them.
    """
    row = QWidget()
    across = QHBoxLayout(row)
    across.setContentsMargins(0, 0, 0, 0)
    across.setSpacing(8)
    across.addWidget(paragraph(words, style), 1)
    if rule:
        number = label(in_short(rule), "tag")
        number.setAccessibleName(tr("Rule {rule}", rule=rule))
        number.setToolTip(tr("Rule {rule}", rule=rule) if in_short(rule) != rule else "")
        across.addWidget(number, 0, Qt.AlignmentFlag.AlignTop)
    return row


def scrolled(inside: QWidget) -> QScrollArea:
    """Return a column that scrolls up and down, with the background of its panel."""
    scroll = QScrollArea()
    scroll.setWidget(inside)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for ground in (scroll.viewport(), inside):
        part(ground, "ground")
        ground.setAutoFillBackground(False)
    return scroll
