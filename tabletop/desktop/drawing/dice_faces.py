"""Drawing of dice: faces with pips, a number or a picture."""

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

PIPPED: Final = frozenset({"1", "2", "3", "4", "5", "6"})
"""The faces that a die with six sides shows with pips."""

_FACE: Final = "#FBF9F3"
_INK: Final = "#16202A"
_PIPS: Final = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.27, 0.22), (0.73, 0.22), (0.27, 0.5), (0.73, 0.5), (0.27, 0.78), (0.73, 0.78)),
}


class DieFace(NamedTuple):
    """The look of one rolled die: the text that it `shows`, as `pips` if that is set, or a `picture` in their place.

    `counts` is false for a die that does not count in the result.
    """

    shows: str
    pips: bool = False
    counts: bool = True
    picture: QPixmap | None = None


def draw_die(painter: QPainter, die: DieFace, area: QRectF, face: str = _FACE, ink: str = _INK) -> None:
    """Draw a die in a square. A die that does not count is faint, unless it is a picture."""
    if die.picture is not None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = die.picture.size().scaled(area.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        shown = QRectF(QPointF(0, 0), size)
        shown.moveCenter(area.center())
        painter.drawPixmap(shown, die.picture, QRectF(die.picture.rect()))
        return
    painter.setOpacity(1.0 if die.counts else 0.45)
    painter.setPen(QPen(QColor(0, 0, 0, 60), 1))
    painter.setBrush(QColor(face))
    painter.drawRoundedRect(area, area.width() * 0.18, area.width() * 0.18)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ink))
    if die.pips:
        radius = area.width() * 0.085
        for x, y in _PIPS[int(die.shows)]:
            painter.drawEllipse(QPointF(area.left() + x * area.width(), area.top() + y * area.height()), radius, radius)
    else:
        painter.setPen(QColor(ink))
        font = painter.font()
        font.setPixelSize(max(9, int(area.height() * (0.44 if len(die.shows) < 4 else 0.28))))
        font.setBold(True)
        painter.setFont(font)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, die.shows)
    painter.setOpacity(1.0)
