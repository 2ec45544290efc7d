"""The stack viewer: the pieces under the cursor, enlarged, with names, in a lower corner of the map."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPixmap,
    QStaticText,
    QTextDocumentFragment,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.drawing.theme import Theme

SIDE: Final = 90.0
_GAP: Final = 8.0
_COLUMNS: Final = 6
_ROWS: Final = 3
_MARGIN: Final = 12.0
_HEAD: Final = 30.0
_HEAD_TYPE_PX: Final = 13
_NOTE_TYPE_PX: Final = 11
_NAME_TYPE_PX: Final = 11
_LINE: Final = 7
_OVER_HEADS: Final = 12.0
"""The room between two rows for the signs over the counters of the lower row."""
_LEAST_WIDE: Final = 48.0
_SIDE_GAP: Final = 10.0
_APART: Final = 14


class ViewedThing(NamedTuple):
    """An entry of a card: a picture with its size (screen pixels), or none, and words under it."""

    picture: FacePixmap | None
    words: str
    wide: float = SIDE
    high: float = SIDE


class Dress(NamedTuple):
    """The look of a card: its colours, the pixels between its pictures, and the size of its text; 0 and None stand for
    the defaults.

    With `is_html`, the words of the card are HTML without pictures.
    """

    paper: QColor | None = None
    ink: QColor | None = None
    gap: float = _GAP
    type_px: int = 0
    is_html: bool = False


class ViewerCard(NamedTuple):
    """The contents of a card: a title, a note beside it, and entries. The topmost piece is the last entry."""

    title: str
    note: str
    shown: Sequence[ViewedThing]
    dress: Dress = Dress()


class StackViewer(QWidget):
    """A widget that shows a `ViewerCard` over the map. It ignores the mouse."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self._card = ViewerCard("", "", ())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Change to another theme."""
        self._theme = theme
        self.update()

    def show_card(self, card: ViewerCard, above: int = 0, *, at_right: bool = False) -> int:
        """Show a card this many pixels above the lower left corner, or with `at_right` above the lower right one.

        Return the height for the next card.
        """
        self._card = card
        words = ", ".join(each.words for each in card.shown if each.words)
        name = ": ".join(filter(None, (card.title, words)))
        self.setAccessibleName(QTextDocumentFragment.fromHtml(name).toPlainText() if card.dress.is_html else name)
        self.setAccessibleDescription(card.note)
        columns = max(self._columns, 1)
        rows = -(-len(self._things) // columns)
        width = int(max(columns * self._pitch, min(self._head_width(), _COLUMNS * (SIDE + _GAP))) + 2 * _MARGIN)
        last = self._row - _OVER_HEADS if rows else 0.0
        height = int(self._head + max(rows - 1, 0) * self._row + last + _MARGIN)
        parent = self.parentWidget()
        room = parent.rect() if parent is not None else QRect(0, 0, width, height)
        left = room.width() - width - _APART if at_right else _APART
        self.setGeometry(left, room.height() - height - _APART - above, width, height)
        self.show()
        self.raise_()
        self.update()
        return above + height + _LINE

    # layout

    @property
    def _things(self) -> Sequence[ViewedThing]:
        return self._card.shown[-_COLUMNS * _ROWS :]

    @property
    def _columns(self) -> int:
        parent = self.parentWidget()
        room = (parent.width() if parent is not None else 0) - 2 * (_MARGIN + _APART)
        return min(len(self._things), _COLUMNS, max(int(room // self._pitch), 1))

    @property
    def _head(self) -> float:
        if not (self._card.title or self._card.note):
            return _MARGIN
        return max(_HEAD, self._title().size().height() + _LINE) if self._card.dress.is_html else _HEAD

    @property
    def _type_px(self) -> int:
        return self._card.dress.type_px or _NAME_TYPE_PX

    @property
    def _pitch(self) -> float:
        widest = max((each.wide for each in self._things), default=0.0)
        return max(widest, _LEAST_WIDE) + self._card.dress.gap

    @property
    def _pictures_high(self) -> float:
        return max((each.high for each in self._things if each.picture is not None), default=0.0)

    @property
    def _row(self) -> float:
        words: float = self._type_px + _LINE if any(each.words for each in self._things) else 0
        if self._card.dress.is_html:
            words = max((self._laid(each.words).size().height() for each in self._things), default=0.0)
        return self._pictures_high + words + 8.0 + _OVER_HEADS

    def _title(self) -> QStaticText:
        """Return the title as HTML, laid out."""
        return _as_html(self._card.title, self._head_fonts()[0])

    def _laid(self, words: str) -> QStaticText:
        """Return the words under a counter as HTML, laid out."""
        return _as_html(words, self._words_font(), self._pitch - 4)

    def _words_font(self) -> QFont:
        font = QFont("Roboto Condensed")
        font.setPixelSize(self._type_px)
        return font

    def _head_fonts(self) -> tuple[QFont, QFont]:
        """Return the fonts of the title and the note."""
        bold, plain = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        bold.setPixelSize(max(self._card.dress.type_px, _HEAD_TYPE_PX))
        plain.setPixelSize(_NOTE_TYPE_PX)
        return bold, plain

    def _head_width(self) -> float:
        bold, plain = map(QFontMetricsF, self._head_fonts())
        if self._card.dress.is_html:
            return self._title().size().width()
        return bold.horizontalAdvance(self._card.title) + _SIDE_GAP + plain.horizontalAdvance(self._card.note)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the card."""
        dress = self._card.dress
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.setPen(dress.ink or self._theme.colour("line2"))
            painter.setBrush(dress.paper or self._theme.colour("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            self._draw_head(painter)
            columns = max(self._columns, 1)
            for number, thing in enumerate(self._things):
                row, column = divmod(number, columns)
                left = _MARGIN + column * self._pitch
                self._draw(painter, left + self._pitch / 2, self._head + row * self._row + 6, thing)

    def _draw_head(self, painter: QPainter) -> None:
        bold, plain = self._head_fonts()
        painter.setFont(bold)
        painter.setPen(self._card.dress.ink or self._theme.colour("ink"))
        if self._card.dress.is_html:
            painter.drawStaticText(QPointF(_MARGIN, 6), self._title())
            return
        painter.drawText(QPointF(_MARGIN, 20), self._card.title)
        left = _MARGIN + QFontMetricsF(bold).horizontalAdvance(self._card.title) + _SIDE_GAP
        painter.setFont(plain)
        painter.setPen(self._card.dress.ink or self._theme.colour("ink2"))
        painter.drawText(QPointF(left, 20), self._card.note)

    def _draw(self, painter: QPainter, middle: float, top: float, thing: ViewedThing) -> None:
        if thing.picture is not None:
            scale = max(thing.wide, thing.high) / thing.picture.side_px
            painter.save()
            painter.translate(middle, top + self._pictures_high / 2)
            painter.scale(scale, scale)
            painter.drawPixmap(thing.picture.offset, thing.picture.pixmap)
            painter.restore()
        font = self._words_font()
        painter.setFont(font)
        painter.setPen(self._card.dress.ink or self._theme.colour("ink2"))
        if self._card.dress.is_html:
            words = self._laid(thing.words)
            painter.drawStaticText(QPointF(middle - self._pitch / 2 + 2, top + self._pictures_high + 4), words)
            return
        text = QFontMetricsF(font).elidedText(thing.words, Qt.TextElideMode.ElideRight, self._pitch - 4)
        area = QRectF(middle - self._pitch / 2, top + self._pictures_high + 4, self._pitch, self._type_px + _LINE)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)


def as_shown(pixmap: QPixmap, words: str) -> ViewedThing:
    """Return an entry that shows a plain picture unchanged."""
    size = pixmap.deviceIndependentSize()
    side = max(size.width(), size.height())
    picture = FacePixmap(pixmap, side, QPointF(-size.width() / 2, -size.height() / 2))
    return ViewedThing(picture, words, size.width(), size.height())


def _as_html(text: str, font: QFont, width: float = -1) -> QStaticText:
    """Return a text as HTML, laid out: centred in a width (pixels), or in one line."""
    laid = QStaticText(text)
    laid.setTextFormat(Qt.TextFormat.RichText)
    if width > 0:
        laid.setTextOption(QTextOption(Qt.AlignmentFlag.AlignHCenter))
        laid.setTextWidth(width)
    laid.prepare(font=font)
    return laid
