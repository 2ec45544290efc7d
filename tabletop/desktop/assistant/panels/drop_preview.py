"""A card beside the cursor: the effect of dropping the carried pieces there."""

from collections.abc import Sequence
from itertools import product
from typing import Final, TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from tabletop.assistance import Finding, Preview, Remark
from tabletop.desktop.drawing.badges import Badge, badge_pixmap
from tabletop.desktop.widgets.cards import column_in
from tabletop.desktop.widgets.panel_parts import announce, label, part

T = TypeVar("T")

_AWAY: Final = QPoint(22, 18)
_EDGE_PX: Final = 4
_WIDTH: Final = 340
_SIDES: Final = 10
_TITLES_PX: Final = 104
_SIGN_PX: Final = 16
_MOST_REMARKS: Final = 9
_MOST_FINDINGS: Final = 3


class PreviewCard(QFrame):
    """A card that follows the cursor while pieces are dragged. It ignores the mouse."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        part(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(_WIDTH)
        self._column = column_in(self, gap=4, sides=_SIDES, ends=8)
        head = _grid()
        self._headline, self._rule = _line("title"), label("", "tag")
        head.addWidget(self._headline, 0, 0)
        head.addWidget(self._rule, 0, 1, Qt.AlignmentFlag.AlignTop)
        head.setColumnStretch(0, 1)
        self._column.addLayout(head)
        rows = _grid()
        rows.setColumnStretch(2, 1)
        self._remarks = [_Row(rows, number, "refused") for number in range(_MOST_REMARKS)]
        self._column.addLayout(rows)
        wrong = _grid()
        wrong.setColumnStretch(2, 1)
        self._wrong = [_Row(wrong, number, "advise") for number in range(_MOST_FINDINGS)]
        self._column.addLayout(wrong)
        self._more = _line("caption")
        self._column.addWidget(self._more)
        self._grids = (head, rows, wrong)
        self.hide()

    def show_preview(self, preview: Preview | None, at: QPoint, clear_of: QRect) -> None:
        """Show a preview beside a point of the screen, outside `clear_of` if possible; None hides the card."""
        if preview is None:
            self.hide()
            return
        _say(self._headline, preview.own_headline)
        _say(self._rule, preview.rule if preview.own_headline else "")
        for row, remark in zip(self._remarks, _filled(preview.remarks, _MOST_REMARKS), strict=True):
            row.remark(remark)
        for row, finding in zip(self._wrong, _filled(preview.findings, _MOST_FINDINGS), strict=True):
            row.warn(finding)
        _say(self._more, "\n".join(preview.besides))
        said = " ".join(preview.words)
        self.setAccessibleName(said)
        announce(self, said)
        for layout in (
            *self._grids,
            self._column,
        ):  # rows that changed while the card was hidden did not notify the layout
            layout.invalidate()
        self.resize(_WIDTH, self._column.totalHeightForWidth(_WIDTH))
        self.move(place_beside(self._over.mapFromGlobal(at), self.size(), self._over.rect(), clear_of))
        self.raise_()
        self.show()


def place_beside(at: QPoint, size: QSize, room: QRect, clear_of: QRect) -> QPoint:
    """Return the position of a card beside a point.

    It is inside the room, and does not cover `clear_of` if there is space. If possible it is at the right of the point
    and below it, else at the left or above, else anywhere in the room.
    """
    inner = room.adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX)
    xs = (at.x() + _AWAY.x(), at.x() - _AWAY.x() - size.width())
    ys = (at.y() + _AWAY.y(), at.y() - _AWAY.y() - size.height(), clear_of.top() - _EDGE_PX - size.height())
    spots = [QRect(QPoint(x, y), size) for y, x in product(ys, xs)]
    inside = [spot for spot in spots if inner.contains(spot)]
    free = (spot for spot in inside if not spot.intersects(clear_of) and not spot.contains(at))
    best = next(free, inside[0] if inside else spots[0])
    x = max(inner.left(), min(best.x(), inner.right() + 1 - size.width()))
    y = max(inner.top(), min(best.y(), inner.bottom() + 1 - size.height()))
    return QPoint(x, y)


class _Row:
    """A row of a grid: its subject, a warning sign if needed, a text, and the rule's number."""

    def __init__(self, grid: QGridLayout, number: int, badge: Badge) -> None:
        self._title, self._says, self._rule, self._sign = _line("caption"), _line(""), label("", "tag"), QLabel()
        self._title.setFixedWidth(_TITLES_PX)
        self._sign.setPixmap(badge_pixmap(badge, _SIGN_PX))
        for column, widget in enumerate((self._title, self._sign, self._says, self._rule)):
            grid.addWidget(widget, number, column, Qt.AlignmentFlag.AlignTop if column != 2 else Qt.AlignmentFlag(0))

    def remark(self, remark: Remark | None) -> None:
        """Show a remark; None empties the row."""
        title, says, rule = (remark.title, remark.says, remark.rule) if remark is not None else ("", "", "")
        self._show(title, says, rule, is_grave=remark is not None and remark.is_grave)

    def warn(self, finding: Finding | None) -> None:
        """Show a finding; None empties the row."""
        message, rule = (finding.message, finding.rule) if finding is not None else ("", "")
        self._show("", message, rule, is_grave=finding is not None)

    def _show(self, title: str, says: str, rule: str, *, is_grave: bool) -> None:
        for line, words in ((self._title, title), (self._says, says), (self._rule, rule)):
            _say(line, words)
        self._sign.setVisible(is_grave)


def _filled(said: Sequence[T], rows: int) -> list[T | None]:
    """Return one item for each of these rows: the first items, then None for the rows that remain."""
    shown = said[:rows]
    return [*shown, *(None for _ in range(rows - len(shown)))]


def _grid() -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(6)
    grid.setVerticalSpacing(3)
    return grid


def _say(line: QLabel, words: str) -> None:
    """Show a text in a label; "" hides the label."""
    line.setText(words)
    line.setVisible(bool(words))


def _line(style: str) -> QLabel:
    made = label("", style)
    made.setWordWrap(True)
    made.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return made
