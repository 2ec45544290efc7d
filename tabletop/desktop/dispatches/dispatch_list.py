"""The list of dispatches: the title, state and way of each, and the texts of the selected one."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from tabletop.desktop.dispatches.dispatch_words import WayPoint
from tabletop.desktop.drawing.fonts import FACES
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.game.state.values import NOBODY

_PADDING_PX: Final = 9
_LINE_PX: Final = 3
_TRACK_PX: Final = 46
_POINT_PX: Final = 5.0
_SHOWN: Final = Qt.ItemDataRole.UserRole
_WRAPPED: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def caption_room(captions: Sequence[str], left: float, width: float) -> Iterator[tuple[int, float, float]]:
    """Yield the number of each point that has words, with the left and right end of the room for them.

    Points without words leave their room to their neighbours.
    """
    told = [number for number, words in enumerate(captions) if words]
    share = width / max(1, len(captions))
    between = [left + (one + other + 1) / 2 * share for one, other in pairwise(told)]
    for number, (start, end) in zip(told, pairwise((left, *between, left + width)), strict=False):
        yield number, start, end


class ShownDispatch(NamedTuple):
    """A dispatch of the list, in words. It `is_new` if the viewer has not read it yet."""

    id: int
    title: str
    when: str
    texts: Sequence[str]
    way: Sequence[WayPoint]
    is_new: bool


_HELD: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
"""The modifier keys. A letter that is pressed with one of them is a shortcut of the window."""


class DispatchList(QListWidget):
    """The list of dispatches. Its keys are shortcuts for the buttons below it."""

    def __init__(self, theme: Theme, keyed: Callable[[QKeyEvent], bool], tip: str) -> None:
        super().__init__()
        self._keyed = keyed
        self.setAccessibleName(tr("Dispatches"))
        self.setToolTip(tip)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(_DispatchPainter(self, theme))
        self.currentItemChanged.connect(lambda *_: self.scheduleDelayedItemsLayout())

    def show_all(self, shown: Sequence[ShownDispatch]) -> None:
        """Show these dispatches. The selected one stays selected if it is still there; else the one now in its row is
        selected.
        """
        chosen, row = self.chosen, self.currentRow()
        self.blockSignals(True)
        self.clear()
        for one in shown:
            item = QListWidgetItem()
            item.setData(_SHOWN, one)
            texts = " ".join((one.title, one.when, *one.texts))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, tr("unread: {text}", text=texts) if one.is_new else texts)
            self.addItem(item)
            if one.id == chosen:
                self.setCurrentItem(item)
        if shown and self.currentRow() < 0:
            self.setCurrentRow(max(0, min(row, len(shown) - 1)))
        self.blockSignals(False)

    @property
    def rows(self) -> list[ShownDispatch]:
        """The listed dispatches, from top to bottom."""
        return [self.item(row).data(_SHOWN) for row in range(self.count())]

    @property
    def chosen(self) -> int:
        """The selected dispatch; 0 for none."""
        item = self.currentItem()
        shown: ShownDispatch | None = item.data(_SHOWN) if item is not None else None
        return shown.id if shown is not None else NOBODY

    def choose(self, dispatch: int) -> None:
        """Select a dispatch, if it is in the list."""
        for row, one in enumerate(self.rows):
            if one.id == dispatch:
                self.setCurrentRow(row)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the rows to the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Carry out the command of a key, or move through the list."""
        if not self._keyed(event):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep single letters for the list, so that they do not trigger shortcuts of the window."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_key and isinstance(event, QKeyEvent) and event.text().isalpha() and not event.modifiers() & _HELD:
            event.accept()
            return True
        return super().event(event)


class _DispatchPainter(QStyledItemDelegate):
    """A painter of the rows of the list. The selected row shows its texts; others show the beginning of the first."""

    def __init__(self, list: DispatchList, theme: Theme) -> None:
        super().__init__(list)
        self._list = list
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the size of a row: the width of the list, and the height that its text needs."""
        one: ShownDispatch = index.data(_SHOWN)
        width = self._list.viewport().width() - 2 * _PADDING_PX
        lines = [_height(words, font, width) + _LINE_PX for words, font, _ in self._lines(option, one, index)]
        return QSize(width, sum(lines) + _TRACK_PX + 2 * _PADDING_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row."""
        one: ShownDispatch = index.data(_SHOWN)
        room: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(room, self._theme.colour("ums"))
            painter.fillRect(QRect(room.left(), room.top(), 4, room.height()), self._theme.colour("um"))
        painter.setPen(QPen(self._theme.colour("line"), 1))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        at = room.adjusted(_PADDING_PX, _PADDING_PX, -_PADDING_PX, -_PADDING_PX)
        for words, font, colour in self._lines(option, one, index):
            height = _height(words, font, at.width())
            painter.setFont(font)
            painter.setPen(self._theme.colour(colour))
            painter.drawText(QRect(at.left(), at.top(), at.width(), height), _WRAPPED, words)
            at.setTop(at.top() + height + _LINE_PX)
        self._paint_way(painter, QRectF(at), one.way)
        painter.restore()

    def _lines(
        self, option: QStyleOptionViewItem, one: ShownDispatch, index: QModelIndex | QPersistentModelIndex
    ) -> list[tuple[str, QFont, str]]:
        """Return the lines of a row, each with its font and the name of its colour."""
        plain: QFont = option.font
        bold = QFont(plain)
        bold.setBold(one.is_new)
        lines = [(one.title, bold, "ink"), (one.when, plain, "ink2")]
        if index.row() == self._list.currentRow():
            return [*lines, *((text, bold, "ink") for text in one.texts)]
        width = self._list.viewport().width() - 2 * _PADDING_PX
        first = next(iter(one.texts), "")
        cut = QFontMetrics(bold).elidedText(first, Qt.TextElideMode.ElideRight, width)
        return [*lines, *([(cut, bold, "ink2")] if cut else [])]

    def _paint_way(self, painter: QPainter, room: QRectF, way: Sequence[WayPoint]) -> None:
        """Paint the way: filled points are passed, rings planned, broken rings not known; the courier is a square."""
        painter.setFont(FACES["place_minor"].font(11))
        y = room.top() + _POINT_PX + 3
        left, right = room.left() + _POINT_PX + 1, room.right() - _POINT_PX - 1
        step = (right - left) / max(1, len(way) - 1)
        for number, following in enumerate(way[1:]):
            painter.setPen(self._pen("passed" if following.state in ("passed", "here") else following.state))
            painter.drawLine(QPointF(left + number * step, y), QPointF(left + (number + 1) * step, y))
        for number, point in enumerate(way):
            at = QPointF(left + number * step, y)
            painter.setPen(self._pen("passed" if point.state == "here" else point.state))
            painter.setBrush(self._theme.colour("ink" if point.state in ("passed", "here") else "panel"))
            if point.state == "here":
                painter.drawRect(QRectF(at.x() - 6, at.y() - 5, 12, 10))
            else:
                painter.drawEllipse(at, _POINT_PX, _POINT_PX)
        for number, words in enumerate(([point.words for point in way], [point.time for point in way])):
            self._paint_captions(painter, words, QRectF(left, y, right - left, 0), room, number)

    def _paint_captions(self, painter: QPainter, captions: Sequence[str], way: QRectF, room: QRectF, line: int) -> None:
        """Paint a line of words under the points of a way, each cut if there is no room for it."""
        metrics = painter.fontMetrics()
        painter.setPen(self._theme.colour("ink2"))
        for number, start, end in caption_room(captions, room.left(), room.width()):
            cut = metrics.elidedText(captions[number], Qt.TextElideMode.ElideRight, int(end - start) - 4)
            wide = metrics.horizontalAdvance(cut)
            middle = way.left() + number * way.width() / max(1, len(captions) - 1)
            x = min(max(middle - wide / 2, start), end - wide)
            painter.drawText(QPointF(x, way.top() + _POINT_PX + 3 + metrics.ascent() + line * metrics.height()), cut)

    def _pen(self, state: str) -> QPen:
        pen = QPen(self._theme.colour("ink" if state == "passed" else "ink3"), 2)
        if state == "unknown":
            pen.setDashPattern([1.5, 1.5])
        return pen


def _height(words: str, font: QFont, width: int) -> int:
    return QFontMetrics(font).boundingRect(QRect(0, 0, max(width, 1), 100_000), _WRAPPED, words).height()
