"""The texts on pieces. A text is plain, or HTML if it begins with `<html>`. Lengths are map pixels."""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QPainter,
    QPalette,
    QTextDocument,
)

from tabletop.game.appearance.drawn_piece import TextDrawing

_MOST_TEXT_PX: Final = 4096
_HTML: Final = "<html>"


@lru_cache(maxsize=4096)
def text_size(what: TextDrawing) -> tuple[float, float]:
    """Return the width and height of a text."""
    if _is_html(what):
        size = _page(what).size()
        return min(size.width(), _MOST_TEXT_PX), min(size.height(), _MOST_TEXT_PX)
    room = QRect(0, 0, _MOST_TEXT_PX, _MOST_TEXT_PX)
    bounds = QFontMetrics(_font(what)).boundingRect(room, 0, what.text)
    return bounds.width() + 2.0, bounds.height() + 2.0


def lettered(painter: QPainter, what: TextDrawing, box: QRectF, colour: QColor) -> None:
    """Write a text in a box of its size, in this colour, unless the text has its own colour."""
    if not _is_html(what):
        painter.setFont(_font(what))
        painter.setPen(colour)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, what.text)
        return
    page, how = _page(what), QAbstractTextDocumentLayout.PaintContext()
    how.palette.setColor(QPalette.ColorRole.Text, colour)
    painter.save()
    painter.translate(box.topLeft())
    painter.setClipRect(QRectF(0, 0, box.width(), box.height()), Qt.ClipOperation.IntersectClip)
    page.documentLayout().draw(painter, how)
    painter.restore()


def _is_html(what: TextDrawing) -> bool:
    return what.text[: len(_HTML)].lower() == _HTML


class _Page(QTextDocument):
    """An HTML page that loads no other files."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:  # noqa: N802
        """Return an empty picture instead of any resource, since a module's text may not read files."""
        clear = QImage(1, 1, QImage.Format.Format_ARGB32)
        clear.fill(0)
        return clear


def _page(what: TextDrawing) -> QTextDocument:
    page = _Page()
    page.setDocumentMargin(0)
    page.setDefaultFont(_font(what))
    page.setHtml(what.text)
    page.setTextWidth(page.idealWidth())
    return page


def _font(what: TextDrawing) -> QFont:
    font = QFont(what.look.font or "Inter")
    font.setPixelSize(max(what.look.size, 1))
    font.setBold(what.look.bold)
    font.setItalic(what.look.italic)
    return font
