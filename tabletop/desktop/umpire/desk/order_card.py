"""One order in the queue: closed, or open with its result and a button for each answer."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from tabletop.desktop.widgets.cards import FittingButton
from tabletop.desktop.widgets.panel_parts import label, part

_ROUND_PX: Final = 10
"""The height of the edges of a card and of the gap under it."""

_GAP_PX: Final = 5
"""The gap between two buttons of a row."""

_MOST_BESIDE: Final = 3
"""The most buttons of a row."""


class CardAnswer(NamedTuple):
    """A way to answer an order: the words of its button with its key, and the function that gives the answer.

    The answer that `is_usual` is given by Enter, and its button is filled.
    """

    words: str
    does: Callable[[], object]
    is_usual: bool = False


class OrderCard(QFrame):
    """The card of an order. Only the chosen one is open."""

    def __init__(
        self,
        title: str,
        when: str,
        *,
        is_open: bool,
        lines: Sequence[str] = (),
        warning: str = "",
        fields: QWidget | None = None,
        answers: Sequence[CardAnswer] = (),
    ) -> None:
        super().__init__()
        self.fields = fields
        part(self, "order-open" if is_open else "order")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 7, 8, 8)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(_line(title, "strong"), 1)
        head.addWidget(label(when, "due"), 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        for line in lines:
            column.addWidget(_line(line, "caption"))
        if warning:
            column.addWidget(_line(warning, "warning"))
        if fields is not None:
            column.addWidget(fields)
        self._buttons = [self._button(answer) for answer in answers]
        self._rows = [QHBoxLayout() for _ in answers]
        self._counts: list[int] = []
        for row in self._rows:
            row.setSpacing(_GAP_PX)
            column.addLayout(row)

    def _button(self, answer: CardAnswer) -> FittingButton:
        made = FittingButton(answer.words, answer.does, main=answer.is_usual)
        made.setParent(self)
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return made

    def height_at(self, width: int) -> int:
        """Put the buttons into as many rows as their words need at a width (pixels), and return the height that the
        card then needs.
        """
        column = self.layout()
        if column is None:
            return 0
        self.ensurePolished()
        edges = column.contentsMargins()
        self._arrange(width - edges.left() - edges.right())
        return column.totalHeightForWidth(width) + _ROUND_PX

    def _arrange(self, width: int) -> None:
        counts = _counts_of_rows([made.sizeHint().width() for made in self._buttons], width)
        if counts == self._counts:
            return
        for row in self._rows:
            for made in self._buttons:
                row.removeWidget(made)
        self._counts = counts
        left = iter(self._buttons)
        for row, count in zip(self._rows, counts, strict=False):
            for made in islice(left, count):
                row.addWidget(made)


def _counts_of_rows(widths: Sequence[int], room: int) -> list[int]:
    """Return the number of buttons in each row, so that no row is wider than the room unless it is a single button."""
    counts: list[int] = []
    used = 0
    for width in widths:
        used += _GAP_PX + width
        if counts and used <= room and counts[-1] < _MOST_BESIDE:
            counts[-1] += 1
        else:
            counts.append(1)
            used = width
    return counts


def _line(words: str, style: str) -> QLabel:
    """Return a label whose words wrap. It leaves the mouse to the list."""
    made = label(words, style)
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made
