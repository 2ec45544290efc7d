"""Pictures of flights on the board: silhouettes turned to their headings, tags and badges, drawn once and shared."""

from collections.abc import Callable, Hashable
from typing import Final

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from tabletop.desktop.drawing.aircraft_outlines import HALF, silhouette_svg
from tabletop.desktop.drawing.fonts import FACES
from tabletop.desktop.drawing.theme import Theme
from tabletop.flight_page import LETTERS, UNKNOWN, BoardFlight, FlightSign

_FULL_TAG: Final = 44.0
"""The least height of a hex (pixels) at which a tag has all its parts."""
_ORANGE: Final = "#C4500A"
_DARK: Final = "#16202A"


class FlightPixmaps:
    """The maker of pictures of flights for one theme. Flights that look alike share their picture."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[Hashable, QPixmap] = {}

    def plane(self, name: str, heading: int, colour: str, box: float, ratio: float, *, rim: float = 2.0) -> QPixmap:
        """Return a silhouette, turned clockwise by `heading` hexsides. `box` is the width of 100 units of the drawing,
        and `rim` that of its white rim, in pixels; `ratio` is the number of pixels of the screen for each of these.
        """
        side = round(box * 2 * HALF / 100)

        def draw(painter: QPainter) -> None:
            svg = silhouette_svg(name, heading, colour, rim=rim * 100 / box)
            QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))

        return self._once(("plane", name, heading, colour, side, ratio, rim), (side, side), ratio, draw)

    def tag(self, flight: BoardFlight, colour: str, height: float, ratio: float) -> QPixmap:
        """Return the tag of a flight: its number, the ladder and letter of its altitude, and the dots of its steps."""
        grown = max(height / 54, 0.82)
        is_full = height >= _FULL_TAG
        width, tall = (47 if is_full else 32) * grown, 15.5 * grown
        state = (colour, flight.number, flight.has_acted, flight.altitude, flight.steps, is_full)

        def draw(painter: QPainter) -> None:
            painter.scale(grown, grown)
            self._draw_tag(painter, flight, QColor(colour), is_full=is_full)

        return self._once(("tag", *state, round(width), ratio), (round(width) + 1, round(tall) + 1), ratio, draw)

    def badge(self, sign: FlightSign, side: float, ratio: float) -> QPixmap:
        """Return the badge of a state, in a box with this side (pixels)."""

        def draw(painter: QPainter) -> None:
            painter.scale(side / 16, side / 16)
            draw_sign(painter, sign)

        return self._once(("badge", sign, round(side), ratio), (round(side), round(side)), ratio, draw)

    def _once(self, key: Hashable, size: tuple[int, int], ratio: float, draw: Callable[[QPainter], None]) -> QPixmap:
        if key not in self._made:
            pixmap = QPixmap(round(size[0] * ratio), round(size[1] * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                draw(painter)
            self._made[key] = pixmap
        return self._made[key]

    def _draw_tag(self, painter: QPainter, flight: BoardFlight, colour: QColor, *, is_full: bool) -> None:
        """Draw a tag of 47 x 15.5 units, or 32 x 15.5 without ladder and dots."""
        width = 46 if is_full else 31
        painter.setPen(QPen(colour, 1.2))
        painter.setBrush(QColor("#FFFFFF"))
        painter.drawRoundedRect(QRectF(0.6, 0.6, width, 14.3), 2.5, 2.5)
        is_dark = not flight.has_acted
        painter.setPen(Qt.PenStyle.NoPen)
        if is_dark:
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(0.6, 0.6, 15, 14.3), 2.5, 2.5)
        painter.setFont(_font(10.5))
        painter.setPen(QColor("#FFFFFF") if is_dark else colour)
        number = str(flight.number) if flight.number else "?"
        painter.drawText(QRectF(0.6, 0.6, 15, 14.3), Qt.AlignmentFlag.AlignCenter, number)
        painter.setPen(QColor(_DARK))
        letter = LETTERS[flight.altitude] if flight.altitude != UNKNOWN else "?"
        left = 26 if is_full else 16.5
        painter.drawText(QRectF(left, 0.6, 13, 14.3), Qt.AlignmentFlag.AlignCenter, letter)
        if is_full:
            draw_ladder(painter, QPointF(18, 3), flight.altitude)
            for step in range(flight.steps[1]):
                is_left = step < flight.steps[0]
                painter.setPen(QPen(QColor(_DARK if is_left else _ORANGE), 1))
                painter.setBrush(QColor(_DARK) if is_left else QColor("#FFFFFF"))
                painter.drawEllipse(QPointF(42.5, 5 + 5.4 * step), 1.7, 1.7)


def draw_ladder(painter: QPainter, corner: QPointF, altitude: int, ink: str = _DARK, pale: str = "#C9CFD3") -> None:
    """Draw the ladder of an altitude: three bars, the lowest at the bottom, those up to the altitude in ink."""
    painter.setPen(Qt.PenStyle.NoPen)
    for level in range(3):
        painter.setBrush(QColor(ink if level <= altitude else pale))
        painter.drawRect(QRectF(corner.x(), corner.y() + 3.4 * (2 - level), 8, 2.5))


def draw_sign(painter: QPainter, sign: FlightSign) -> None:
    """Draw the badge of a state in a box of 16 x 16 units."""
    around = QRectF(1, 1, 14, 14)
    painter.setPen(QPen(QColor("#FFFFFF"), 1.4))
    match sign:
        case "disrupted":
            painter.setBrush(QColor(_ORANGE))
            painter.drawEllipse(around)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor("#FFFFFF"))
            bolt = [(9, 2.5), (5, 9), (7.8, 9), (7, 13.5), (11, 7), (8.2, 7)]
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in bolt]))
        case "ace" | "surprise":
            painter.setBrush(QColor("#8A5A00" if sign == "ace" else "#6A2E8A"))
            painter.drawPolygon(QPolygonF([QPointF(8, 0.8), QPointF(15.2, 8), QPointF(8, 15.2), QPointF(0.8, 8)]))
            painter.setFont(_font(9))
            painter.drawText(around, Qt.AlignmentFlag.AlignCenter, "A" if sign == "ace" else "!")
        case _:
            painter.setPen(QPen(QColor(_DARK), 1.2))
            painter.setBrush(QColor("#FFFFFF"))
            painter.drawEllipse(around)
            bomb = QPainterPath(QPointF(8, 3))
            bomb.cubicTo(11.5, 6, 10.5, 10, 8, 12.5)
            bomb.cubicTo(5.5, 10, 4.5, 6, 8, 3)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(_DARK))
            painter.drawPath(bomb)
            if sign == "no-ammo":
                painter.setPen(QPen(QColor(_ORANGE), 1.8))
                painter.drawLine(QPointF(3.5, 12.5), QPointF(12.5, 3.5))


def _font(px: float) -> QFont:
    font = FACES["figure"].font(12)
    font.setPixelSize(round(px))
    return font
