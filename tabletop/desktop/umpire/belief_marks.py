"""The umpire's marks on maps: letters of differences, plates with the sides that see a force, and places of unknown
forces.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from tabletop.desktop.drawing.contact_sign import ContactSign
from tabletop.desktop.drawing.fonts import FACES
from tabletop.desktop.drawing.symbols import paint_svg
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr

LETTER_PX: Final = 18.0
"""The height of the tile with the letter of a difference."""

PLATE_PX: Final = 18.0
"""The height of the plate under a force."""

_GLYPH_PX: Final = 11.0
_PADDING_PX: Final = 5.0
_BETWEEN_PX: Final = 7.0


class SideMark(NamedTuple):
    """The mark of a side: its drawing in `assets/symbols`, its colour, and a pale colour behind it."""

    symbol: str
    colour: QColor
    soft: QColor


class PlateEntry(NamedTuple):
    """One side's sight of a force, in words."""

    mark: SideMark
    words: str


def paint_letter(painter: QPainter, at: QPointF, letter: str, theme: Theme) -> None:
    """Paint the letter of a difference, centred on a point, in a tile with an edge in the umpire's colour."""
    painter.setFont(FACES["figure"].font(11))
    words = f"≠ {letter}"
    width = QFontMetricsF(painter.font()).horizontalAdvance(words) + 9
    tile = QRectF(at.x() - width / 2, at.y() - LETTER_PX / 2, width, LETTER_PX)
    painter.setPen(QPen(theme.colour("um"), 1.6))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(tile, 4, 4)
    painter.setPen(theme.colour("um"))
    painter.drawText(tile, Qt.AlignmentFlag.AlignCenter, words)


def paint_unknown(painter: QPainter, at: QPointF, side: float, theme: Theme) -> None:
    """Paint the place of a force that a side does not know: a broken ring, centred on a point, with a dash in it."""
    pen = QPen(theme.colour("um"), 1.6)
    pen.setDashPattern([2.5, 2.0])
    painter.setPen(pen)
    ground = theme.colour("raised")
    ground.setAlpha(150)
    painter.setBrush(ground)
    painter.drawEllipse(at, side / 2, side / 2)
    painter.setFont(FACES["figure"].font(12))
    painter.drawText(QRectF(at.x() - side / 2, at.y() - side / 2, side, side), Qt.AlignmentFlag.AlignCenter, "–")


def paint_seen_plate(painter: QPainter, at: QPointF, entries: Sequence[PlateEntry], theme: Theme) -> QRectF:
    """Paint the plate under a force, and return its area. A point gives the middle of its upper edge.

    Without entries the plate says "nobody".
    """
    painter.setFont(FACES["text"].font(11))
    metrics = QFontMetricsF(painter.font())
    texts = [entry.words for entry in entries] or [tr("nobody")]
    width = sum(_GLYPH_PX + 3 + metrics.horizontalAdvance(text) for text in texts)
    width += 2 * _PADDING_PX + _BETWEEN_PX * (len(texts) - 1)
    plate = QRectF(at.x() - width / 2, at.y(), width, PLATE_PX)
    painter.setPen(QPen(theme.colour("line2"), 1))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(plate, 5, 5)
    left = plate.left() + _PADDING_PX
    for number, words in enumerate(texts):
        box = QRectF(left, plate.top() + (PLATE_PX - _GLYPH_PX) / 2, _GLYPH_PX, _GLYPH_PX)
        ink = theme.colour("ink2")
        if entries:
            ink = theme.readable_on("raised", entries[number].mark.colour.name())
            paint_svg(painter, "symbols", entries[number].mark.symbol, box, ink.name())
        else:
            paint_svg(painter, "icons", "eye-off", box, ink.name())
        left += _GLYPH_PX + 3
        room = metrics.horizontalAdvance(words)
        painter.setPen(ink)
        painter.drawText(QRectF(left, plate.top(), room + 2, PLATE_PX), Qt.AlignmentFlag.AlignVCenter, words)
        left += room + _BETWEEN_PX
    return plate


def paint_small_claim(painter: QPainter, at: QPointF, sign: ContactSign, side: float, theme: Theme) -> None:
    """Paint a contact in its small form, centred on a point: its edge, and its figure."""
    box = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
    ground = theme.colour("raised")
    ground.setAlpha(225)
    pen = QPen(theme.colour("info" if sign.form != "mark" else "ink2"), 1.6)
    pen.setDashPattern([2.6, 1.6] if sign.form == "claim" else [1.0, 1.6])
    painter.setPen(pen)
    painter.setBrush(ground)
    if sign.shape == "circle":
        painter.drawEllipse(box)
    else:
        painter.drawRect(box)
    painter.setPen(theme.colour("ink"))
    painter.setFont(FACES["figure"].font(11))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign.figure[:3] or "?")
