"""One order in the queue: closed, or open with its result and a button for each answer."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from tabletop.desktop.widgets.cards import FittingButton
from tabletop.desktop.widgets.panel_parts import label, part

_ROUND_PX: Final = 10
"""The height of the edges of a card and of the gap under it."""


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
        for first, last in ((0, 3), (3, 5), (5, 7)):
            row = QHBoxLayout()
            row.setSpacing(5)
            for answer in answers[first:last]:
                made = FittingButton(answer.words, answer.does, main=answer.is_usual)
                made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                row.addWidget(made)
            if row.count():
                column.addLayout(row)

    def height_at(self, width: int) -> int:
        """Return the height that the card needs at a width (pixels)."""
        column = self.layout()
        self.ensurePolished()
        return column.totalHeightForWidth(width) + _ROUND_PX if column is not None else 0


def _line(words: str, style: str) -> QLabel:
    """Return a label whose words wrap. It leaves the mouse to the list."""
    made = label(words, style)
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made
