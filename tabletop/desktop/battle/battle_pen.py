"""The pen of a battle board: it draws words and counters, and remembers the areas of the counters."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from tabletop.desktop.battle.battle_rolls import BattleRoll
from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.drawing.theme import Theme

Counter = Callable[[int, float], FacePixmap | None]
"""A function that returns the picture of a piece at a width in pixels; None for an unseen piece."""

LARGEST: Final = 88.0
SMALLEST: Final = 34.0
_CARRIED: Final = 0.35
"""The opacity of a dragged counter at the place from which it is dragged."""


class BattlePen:
    """A painter of words and counters. `stand` has the counters drawn so far, with their areas.

    `choices` get rings, and `fates` are words over counters. `goal` is the counter on which the `carried` one would be
    dropped.
    """

    def __init__(self, theme: Theme, picture: Counter) -> None:
        self.theme = theme
        self.choices: frozenset[int] = frozenset()
        self.fates: Mapping[int, str] = {}
        self.carried = 0
        self.goal = 0
        self.stand: list[tuple[QRectF, int]] = []
        self.usual = QFont()
        self._picture = picture

    def font(self, px: float, *, bold: bool = False) -> QFont:
        """Return the font of the board in a size (pixels, at least 8)."""
        font = QFont(self.usual)
        font.setPixelSize(max(round(px), 8))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def write(
        self,
        painter: QPainter,
        area: QRectF,
        words: str,
        colour: QColor,
        px: float = 11,
        *,
        bold: bool = False,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> float:
        """Write a text in an area, and shorten it with dots if it is too long; return its width."""
        font = self.font(px, bold=bold)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(area, align | Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)

    def draw_counters(self, painter: QPainter, pieces: Sequence[int], body: QRectF, side: float) -> None:
        """Draw counters in a row. They overlap if there are many."""
        many = len(pieces)
        side = max(min(side, body.width(), body.height()), SMALLEST)
        step = side + 5 if many * (side + 5) - 5 <= body.width() else (body.width() - side) / max(many - 1, 1)
        for number, piece in enumerate(pieces):
            self.draw_counter(painter, piece, QPointF(body.left() + number * step + side / 2, body.center().y()), side)

    def draw_counter(self, painter: QPainter, piece: int, middle: QPointF, side: float) -> None:
        """Draw a counter, with a ring if it can be chosen. If the dragged counter would be dropped on it, the ring has
        another colour.
        """
        side = round(side)
        around = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        self.stand.append((around, piece))
        if piece in self.choices or piece == self.goal:
            ink = self.theme.colour("accent" if piece == self.goal else "sel")
            painter.setPen(QPen(ink, max(3.0, side * 0.055)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(around.adjusted(-2, -2, 2, 2), 7, 7)
        picture = self._picture(piece, side)
        if picture is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("sunk"))
            painter.drawRoundedRect(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side), 6, 6)
            return
        painter.save()
        painter.setOpacity(_CARRIED if piece == self.carried else 1.0)
        painter.translate(middle)
        scale = side / picture.side_px
        painter.scale(scale, scale)
        painter.drawPixmap(picture.offset, picture.pixmap)
        painter.restore()
        if piece in self.fates:
            tag = QRectF(middle.x() - side / 2, middle.y() - 9, side, 18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("err"))
            painter.drawRoundedRect(tag, 4, 4)
            ink, centre = self.theme.colour("accentink"), Qt.AlignmentFlag.AlignHCenter
            self.write(painter, tag.adjusted(2, 0, -2, 0), self.fates[piece], ink, 11, bold=True, align=centre)


def colours_of(cast: BattleRoll, number: int, theme: Theme) -> tuple[str, str]:
    """Return the colours of a die, for its face and its ink. Dice that hit are highlighted; if dice count one by one,
    those that miss are pale.
    """
    if number in cast.hitting:
        return theme.err, theme.accentink
    return ("#FBF9F3", "#9AA1A6") if cast.counts_hits else ("#FBF9F3", "#16202A")


def draw_arrow(painter: QPainter, start: QPointF, goal: QPointF, ink: QColor) -> None:
    """Draw an arrow: a line with a head at its end."""
    way = goal - start
    length = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1.0)
    ahead = QPointF(way.x() / length, way.y() / length)
    across = QPointF(-ahead.y(), ahead.x())
    painter.setPen(QPen(ink, 2))
    painter.drawLine(start, goal)
    painter.setPen(QPen(ink, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([goal - ahead * 9 + across * 5, goal, goal - ahead * 9 - across * 5]))
