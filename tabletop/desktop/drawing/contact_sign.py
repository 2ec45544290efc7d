"""The signs of contacts: a claim has a dashed edge, and a side's own mark a solid one.

Ghosts (pieces that the side has lost sight of) and older contacts have only the corners of the edge; a cross replaces
the oldest. So the kinds differ not only in colour.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from tabletop.desktop.drawing.fonts import FACES

if TYPE_CHECKING:
    from tabletop.desktop.drawing.theme import Theme
    from tabletop.game.beliefs.contact import ContactForm
    from tabletop.game.beliefs.contact_rules import ContactShape

SIDE_PX: Final = 44.0
"""The width and height of a sign (screen pixels), which are the same at every scale of the map."""

PLATE_PX: Final = 17.0
"""The height of the plate under a sign that shows its age."""

_EMPTY_AT: Final = 3
"""The age in turns from which only the corners of the edge are drawn."""

_CROSS_AT: Final = 5
"""The age in turns from which a cross replaces the sign."""

_DASHES: Final = ((4.0, 2.0), (2.0, 2.0), (0.6, 2.2))
"""The dashes of the edges of claims that are new, one turn old and two turns old, as multiples of the pen's width."""

_EDGE_PX: Final = 2.2
_SIXTHS: Final = 6

_FIGURE_PX: Final = (17, 17, 17, 14, 12)
"""The font size (pixels) of a figure with 0, 1, 2, 3 or 4 characters. Further characters are left out."""


class ContactSign(NamedTuple):
    """The content of the sign of a contact. `shape` is the shape of its edge, and `form` decides how the edge is drawn.

    `figure` is the claimed value that the sign shows, cut to four characters; "" for none. `age` is in turns, and
    `age_words` are the same in words. `more` is the number of further contacts in this place.
    """

    form: ContactForm
    shape: ContactShape
    figure: str
    age: int
    age_words: str
    more: int = 0


def sign_pixmap(sign: ContactSign, theme: Theme, ratio: float) -> QPixmap:
    """Return the picture of a sign without its plate, for lists. `ratio` is the ratio of device to logical pixels."""
    side = round(SIDE_PX * ratio)
    pixmap = QPixmap(QSize(side, side))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(SIDE_PX / 2, SIDE_PX / 2)
        paint_sign(painter, sign, theme)
    return pixmap


def paint_sign(painter: QPainter, sign: ContactSign, theme: Theme) -> None:
    """Paint a sign with its middle at the painter's origin."""
    half = SIDE_PX / 2 - 3
    edge = theme.colour("info" if sign.form != "mark" else "ink2")
    path = _outline(sign.shape, half)
    if sign.age >= _CROSS_AT:
        _paint_cross(painter, edge)
        return
    ground = theme.colour("raised")
    ground.setAlpha(235 if sign.age < _EMPTY_AT and sign.form != "ghost" else 120)
    painter.fillPath(path, ground)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if sign.form == "ghost" or sign.age >= _EMPTY_AT:
        _paint_corners(painter, half, edge)
    else:
        painter.setPen(_pen(sign, edge))
        painter.drawPath(path)
    if sign.form == "ghost":
        _paint_crossed_eye(painter, edge)
    else:
        _paint_lines(painter, sign.age, half, theme.colour("line2"))
    _paint_words(painter, sign, theme)
    if sign.more:
        _paint_count(painter, sign.more, half, theme)


def paint_plate(painter: QPainter, sign: ContactSign, theme: Theme) -> QRectF:
    """Paint the plate with a sign's age under it: a pie with a sixth for each turn (at most six), and words. Return its
    area.
    """
    painter.setFont(FACES["text"].font(11))
    width = painter.fontMetrics().horizontalAdvance(sign.age_words) + PLATE_PX + 8
    area = QRectF(-width / 2, SIDE_PX / 2 - 2, width, PLATE_PX)
    painter.setPen(QPen(theme.colour("line2"), 1))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(area, PLATE_PX / 2, PLATE_PX / 2)
    pie = QRectF(area.left() + 4, area.top() + 3.5, 10, 10)
    painter.setPen(QPen(theme.colour("ink"), 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(pie)
    if sign.age:
        painter.setBrush(theme.colour("ink"))
        painter.drawPie(pie, 90 * 16, -round(360 * 16 * min(sign.age, _SIXTHS) / _SIXTHS))
    painter.drawText(area.adjusted(PLATE_PX, 0, -4, 0), Qt.AlignmentFlag.AlignCenter, sign.age_words)
    return area


def _pen(sign: ContactSign, edge: QColor) -> QPen:
    pen = QPen(edge, _EDGE_PX)
    if sign.form == "claim":
        pen.setDashPattern(_DASHES[min(sign.age, len(_DASHES) - 1)])
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if sign.age > 1 else Qt.PenCapStyle.FlatCap)
    else:
        pen.setWidthF(1.2)
    return pen


def _outline(shape: ContactShape, half: float) -> QPainterPath:
    path = QPainterPath()
    if shape == "circle":
        path.addEllipse(QPointF(), half, half)
    elif shape == "square":
        path.addRect(-half, -half, 2 * half, 2 * half)
    else:
        corners, turn = (6, 0.0) if shape == "hexagon" else (3, -90.0)
        angles = [math.radians(turn + 360 * number / corners) for number in range(corners)]
        path.moveTo(half * math.cos(angles[0]), half * math.sin(angles[0]))
        for angle in angles[1:]:
            path.lineTo(half * math.cos(angle), half * math.sin(angle))
        path.closeSubpath()
    return path


def _paint_corners(painter: QPainter, half: float, edge: QColor) -> None:
    painter.setPen(QPen(edge, _EDGE_PX))
    arm = half * 0.45
    for right in (-1, 1):
        for down in (-1, 1):
            corner = QPointF(right * half, down * half)
            painter.drawLine(QLineF(corner, corner - QPointF(right * arm, 0)))
            painter.drawLine(QLineF(corner, corner - QPointF(0, down * arm)))


def _paint_cross(painter: QPainter, edge: QColor) -> None:
    painter.setPen(QPen(edge, _EDGE_PX))
    for down in (-1, 1):
        painter.drawLine(QLineF(-7, -7 * down, 7, 7 * down))


def _paint_crossed_eye(painter: QPainter, edge: QColor) -> None:
    painter.setPen(QPen(edge, 1.4))
    top = -SIDE_PX / 2 + 11
    lid = QPainterPath(QPointF(-8, top))
    lid.quadTo(0, top - 7, 8, top)
    lid.quadTo(0, top + 7, -8, top)
    painter.drawPath(lid)
    painter.drawEllipse(QPointF(0, top), 2, 2)
    painter.drawLine(QLineF(-7, top + 5, 7, top - 5))


def _paint_lines(painter: QPainter, age: int, half: float, colour: QColor) -> None:
    """Paint two lines at the lower edge for each turn of age, for two turns at most."""
    painter.setPen(QPen(colour, 1))
    for number in range(2 * min(age, 2)):
        y = half - 4 - 3.5 * number
        painter.drawLine(QLineF(-half + 5, y, half - 5, y))


def _paint_words(painter: QPainter, sign: ContactSign, theme: Theme) -> None:
    ink = theme.colour("ink" if sign.age < 2 and sign.form == "claim" else "ink2")
    painter.setPen(ink)
    figure = sign.figure[:4]
    face = "figure" if sign.form == "claim" else "place_minor"
    painter.setFont(FACES[face].font(_FIGURE_PX[len(figure)]))
    low = 5 if sign.form == "ghost" else 1
    painter.drawText(QRectF(-SIDE_PX / 2, -12 + low, SIDE_PX, 24), Qt.AlignmentFlag.AlignCenter, figure)
    if sign.form != "ghost":
        painter.setFont(FACES["figure"].font(15))
        opens = "“" if sign.form == "claim" else "?"
        corner = QRectF(-SIDE_PX / 2 + 6, -SIDE_PX / 2 + 4, 12, 14)
        painter.drawText(corner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, opens)


def _paint_count(painter: QPainter, more: int, half: float, theme: Theme) -> None:
    painter.setPen(QPen(theme.colour("raised"), 1))
    painter.setBrush(theme.colour("ink"))
    disc = QRectF(half - 9, -half - 7, 16, 16)
    painter.drawEllipse(disc)
    painter.setFont(FACES["figure"].font(9))
    painter.setPen(theme.colour("raised"))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(min(more + 1, 99)))
