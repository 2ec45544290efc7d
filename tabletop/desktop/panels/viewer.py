"""The stack viewer: what lies under the cursor, large, with names, in a corner of the map."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from tabletop.desktop.drawing.pixmaps import FacePixmap
from tabletop.desktop.theme import Theme

SIDE = 90.0
_PITCH = 98.0
_COLUMNS = 6
_ROWS = 3
_MARGIN = 12.0
_HEAD = 30.0
_NAME = 18.0
_ROW = _PITCH + _NAME + 12.0
"""A counter, its name, and what the counter below may wear over its head."""
_GAP = 10.0


class StackViewer(QWidget):
    """A card over the map. It takes no mouse: it only shows."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = ""
        self._note = ""
        self._pieces: Sequence[tuple[FacePixmap, str]] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Show in another theme."""
        self._theme = theme
        self.update()

    def show_stack(self, title: str, note: str, pieces: Sequence[tuple[FacePixmap, str]]) -> None:
        """Show these pieces, the topmost last: pictures 90 px wide, and names."""
        self._title, self._note, self._pieces = title, note, pieces
        self.setAccessibleName(f"{title}: {', '.join(name for _, name in pieces)}")
        self.setAccessibleDescription(note)
        shown = min(len(pieces), _COLUMNS * _ROWS)
        columns = min(max(shown, 2), _COLUMNS)
        rows = -(-shown // _COLUMNS)
        width = int(max(columns * _PITCH, min(self._head_width(), _COLUMNS * _PITCH)) + 2 * _MARGIN)
        height = int(_HEAD + (rows - 1) * _ROW + _PITCH + _NAME + _MARGIN)
        parent = self.parentWidget()
        room = parent.height() if parent is not None else height
        self.setGeometry(14, room - height - 14, width, height)
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the card."""
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.setPen(self._theme.colour("line2"))
            painter.setBrush(self._theme.colour("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            self._draw_head(painter)
            for number, (picture, name) in enumerate(self._pieces[-_COLUMNS * _ROWS :]):
                row, column = divmod(number, _COLUMNS)
                middle = QPointF(_MARGIN + column * _PITCH + _PITCH / 2, _HEAD + row * _ROW + SIDE / 2 + 6)
                self._draw_piece(painter, middle, picture, name)

    def _head_fonts(self) -> tuple[QFont, QFont]:
        """Those of the title and of the note."""
        bold, plain = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        bold.setPixelSize(13)
        plain.setPixelSize(11)
        return bold, plain

    def _head_width(self) -> float:
        bold, plain = map(QFontMetricsF, self._head_fonts())
        return bold.horizontalAdvance(self._title) + _GAP + plain.horizontalAdvance(self._note)

    def _draw_head(self, painter: QPainter) -> None:
        bold, plain = self._head_fonts()
        painter.setFont(bold)
        painter.setPen(self._theme.colour("ink"))
        painter.drawText(QPointF(_MARGIN, 20), self._title)
        left = _MARGIN + QFontMetricsF(bold).horizontalAdvance(self._title) + _GAP
        painter.setFont(plain)
        painter.setPen(self._theme.colour("ink2"))
        painter.drawText(QPointF(left, 20), self._note)

    def _draw_piece(self, painter: QPainter, middle: QPointF, picture: FacePixmap, name: str) -> None:
        scale = SIDE / picture.side_px
        painter.save()
        painter.translate(middle)
        painter.scale(scale, scale)
        painter.drawPixmap(picture.offset, picture.pixmap)
        painter.restore()
        font = QFont("Roboto Condensed")
        font.setPixelSize(11)
        painter.setFont(font)
        painter.setPen(self._theme.colour("ink2"))
        text = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, _PITCH - 4)
        area = QRectF(middle.x() - _PITCH / 2, middle.y() + SIDE / 2 + 4, _PITCH, _NAME)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
