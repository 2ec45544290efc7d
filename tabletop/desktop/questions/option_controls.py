"""The controls for the options of a question: buttons and tick boxes with names that wrap, and rows of like options."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QStyle, QStyleOptionButton, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.cards import FittingButton, FittingTick, column_in, paragraph
from tabletop.game.state.values import Value

_MOST_LINES: Final = 3
"""The most lines of a name; the rest is cut with dots."""
_TICK_PX: Final = 24
_TICK_GAP_PX: Final = 6
"""The least height of a tick box, and the room above and below the lines of its name."""
_IN_A_ROW: Final = 8
"""The most tick boxes in a row of like options."""


class OptionButton(FittingButton):
    """A button with the name of an option, which wraps and begins with a capital letter."""

    def __init__(self, words: str, does: Callable[[], object]) -> None:
        super().__init__(words, does)
        _let_grow(self)

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height (pixels) with all lines of the name, at a width of the button (pixels)."""
        one = super().sizeHint().height() - self.text().count("\n") * self.fontMetrics().lineSpacing()
        return one + (len(self._lines(width)) - 1) * self.fontMetrics().lineSpacing()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with room for the name in one line, or for its lines at the present width."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def _lines(self, width: int) -> list[str]:
        return lines_of(self._words, self._metrics(), width - self._padding + 2)

    def _fit(self) -> None:
        lines = self._lines(self.width())
        shown = "\n".join(lines).replace("&", "&&")
        self.setText(shown[:1].upper() + shown[1:])
        self.setToolTip(self._words if lines[-1].endswith("…") else "")


class OptionTick(FittingTick):
    """A tick box with the name of an option, which wraps."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        _let_grow(self)

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height (pixels) with all lines of the name, at a width of the tick box (pixels)."""
        return max(len(self._lines(width)) * self.fontMetrics().lineSpacing() + _TICK_GAP_PX, _TICK_PX)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with room for the lines of the name at the present width."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show the name in lines."""
        super().resizeEvent(event)
        self.setText("\n".join(self._lines(self.width())).replace("&", "&&"))

    def _lines(self, width: int) -> list[str]:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, width, self.height())
        room = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self).width()
        return lines_of(self._words, self.fontMetrics(), room)


class AlikeTicks(QWidget):
    """Options with the same name: their number with the name once, and a row of tick boxes."""

    def __init__(self, words: str, values: Sequence[Value]) -> None:
        super().__init__()
        column = column_in(self, gap=2)
        column.addWidget(paragraph(tr("{count} × {name}", count=len(values), name=words)))
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(_IN_A_ROW, 1)
        column.addLayout(grid)
        self.ticks: dict[Value, QCheckBox] = {}
        for number, value in enumerate(values):
            tick = QCheckBox()
            tick.setAccessibleName(tr("{name}, {number} of {count}", name=words, number=number + 1, count=len(values)))
            tick.setToolTip(words)
            grid.addWidget(tick, number // _IN_A_ROW, number % _IN_A_ROW)
            self.ticks[value] = tick


def lines_of(words: str, metrics: QFontMetrics, room: int) -> list[str]:
    """Return a name in lines that fit into a width (pixels), broken at spaces. What is too long ends with dots."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and metrics.horizontalAdvance(longer) > room and len(lines) < _MOST_LINES:
            lines.append(word)
        else:
            lines[-1] = longer
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, max(room, 0)) for line in lines]


def _let_grow(made: FittingButton | FittingTick) -> None:
    """Let the layout ask a control for its height at a width."""
    policy = made.sizePolicy()
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
