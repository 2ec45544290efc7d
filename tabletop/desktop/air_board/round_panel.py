"""The panels about the round: the order of the flights, the flights by altitude, the signs, and the log."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from tabletop.desktop.air_board.drawn_panel import MIDDLE, DrawnPanel
from tabletop.desktop.air_board.flight_pixmaps import draw_ladder, draw_sign
from tabletop.desktop.platform.translation import tr
from tabletop.flight_page import LETTERS, UNKNOWN, FlightPage, FlightSign, OrderLine

_ROW = 31
_HEAD = 19
_LOW_ROW = 28
_LOW_HEAD = 15
_MANY = 7
"""The most flights whose rows have their full height."""
_STRIP = 30


class OrderPanel(DrawnPanel):
    """The rounds, and the order of the flights in the present round. A click on a flight shows its details."""

    def said(self, page: FlightPage) -> str:
        """Return the order in words."""
        rows = (f"{line.impulse or '?'} {line.flight} {line.note}" for line in page.order)
        return tr("round {round} of {rounds}: {order}", round=page.round, rounds=page.rounds, order="; ".join(rows))

    def tall(self, page: FlightPage) -> float:
        """Return the height of all rows."""
        heads = len({line.impulse for line in page.order})
        row, head = self._heights(page)
        return 54 + head * heads + row * len(page.order) + 4

    def _heights(self, page: FlightPage) -> tuple[int, int]:
        """Return the heights (pixels) of a flight's row and of an impulse's heading: lower ones for many flights."""
        return (_ROW, _HEAD) if len(page.order) <= _MANY else (_LOW_ROW, _LOW_HEAD)

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw a box for each round, then each impulse with its flights."""
        self.write(painter, QRectF(0, 0, self.width(), 18), tr("Order of the round"), "ink", 12.5, bold=True)
        wide = min((self.width() - 5 * 4) / page.rounds, 30)
        for number in range(1, page.rounds + 1):
            area = QRectF((number - 1) * (wide + 4), 22, wide, 24)
            is_now = number == page.round
            self.box(painter, area, "accent" if is_now else "raised", "line2" if not is_now else "accent")
            ink = "accentink" if is_now else "ink3" if number > page.round else "ink"
            self.write(painter, area, str(number), ink, 12, bold=True, align=MIDDLE)
        tall, head = self._heights(page)
        top, impulse = 54.0, -1
        for line in page.order:
            if line.impulse != impulse:
                impulse = line.impulse
                words = tr("IMPULSE {number}", number=impulse) if impulse else tr("NOT YET KNOWN")
                self.write(painter, QRectF(0, top, 130, head), words, "ink2", 10.5, bold=True)
                top += head
            self._draw_line(painter, page, line, QRectF(0.5, top, self.width() - 1, tall - 3))
            top += tall

    def _draw_line(self, painter: QPainter, page: FlightPage, line: OrderLine, area: QRectF) -> None:
        flight = page.flight(line.flight)
        is_now = line.turn == "now"
        self.box(
            painter, area, "warnsoft" if is_now else "raised", "sel" if is_now else "line", wide=2 if is_now else 1
        )
        painter.fillRect(QRectF(area.left() + 1, area.top() + 3, 3, area.height() - 6), self.colour_of(flight.side))
        self.plane(painter, flight, QPointF(area.left() + 20, area.center().y()), 24)
        room = area.width() - 36 - 50
        self.write(painter, QRectF(area.left() + 37, area.top() + 1, room, 15), flight.label, "ink", 12, bold=True)
        note = {"now": tr("acts now"), "next": tr("next")}.get(line.turn, line.note)
        below = QRectF(area.left() + 37, area.top() + 14, area.width() - 40, 12)
        is_long = QFontMetricsF(self.font_of(10)).horizontalAdvance(note) > below.width()
        self.write(painter, below, note, "ink2", 9 if is_long else 10)
        right, middle = area.right() - 10, area.top() + 8.5
        if flight.altitude != UNKNOWN:
            corner = QPointF(right - 34, middle - 5)
            draw_ladder(painter, corner, flight.altitude, self.theme.ink, self.theme.line2)
            letter = QRectF(right - 24, area.top(), 14, 17)
            self.write(painter, letter, LETTERS[flight.altitude], "ink", 11, bold=True)
        self._draw_turn(painter, QPointF(right, middle), line)
        self.offer(area, flight.id)

    def _draw_turn(self, painter: QPainter, at: QPointF, line: OrderLine) -> None:
        """Draw a tick for a flight that has acted, an arrow for the one that acts, and otherwise an empty ring."""
        painter.setPen(QPen(self.theme.colour("ok" if line.turn != "later" else "ink3"), 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if line.turn in ("done", "now"):
            painter.setBrush(self.theme.colour("ok" if line.turn == "done" else "accent"))
        painter.drawEllipse(at, 6, 6)
        painter.setPen(QPen(QColor("#FFFFFF"), 1.6))
        if line.turn == "done":
            painter.drawPolyline(QPolygonF([at + QPointF(-3, 0), at + QPointF(-1, 2.5), at + QPointF(3, -2.5)]))
        elif line.turn == "now":
            painter.setBrush(QColor("#FFFFFF"))
            painter.drawPolygon(QPolygonF([at + QPointF(-1.5, -3), at + QPointF(3, 0), at + QPointF(-1.5, 3)]))


class AltitudeStrip(DrawnPanel):
    """The flights of known altitude that have steps left, by altitude, with their numbers; those off the board are
    pale.
    """

    def tall(self, page: FlightPage) -> float:  # noqa: ARG002 - it is always as high
        """Return the height of the title and the three rows."""
        return 20 + 3 * _STRIP + 2

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw three rows, high altitude at the top."""
        self.write(painter, QRectF(0, 0, self.width(), 18), tr("By altitude"), "ink", 12, bold=True)
        for row, level in enumerate((2, 1, 0)):
            area = QRectF(0, 20 + _STRIP * row, self.width(), _STRIP)
            painter.fillRect(area, self.theme.colour(("sea0", "sea1", "sea2")[row]))
            self.write(painter, area.adjusted(6, 0, 0, 0), LETTERS[level], "ink", 12, bold=True)
            flights = [one for one in page.flights if one.altitude == level and one.steps[0]]
            step = min(27.0, (self.width() - 34) / max(len(flights), 1))
            for number, flight in enumerate(flights):
                at = QPointF(34 + step * number, area.top() + 11)
                if flight.id in page.active:
                    around = QRectF(at.x() - 12, area.top() + 1, 24, _STRIP - 2)
                    self.box(painter, around, "warnsoft", "sel", wide=1.6)
                painter.setOpacity(1.0 if flight.hex else 0.45)
                self.plane(painter, flight, at, 20)
                painter.setOpacity(1.0)
                below = QRectF(at.x() - 12, area.bottom() - 12, 24, 11)
                self.write(painter, below, str(flight.number or "?"), "ink2", 9, bold=True, align=MIDDLE)


class SignLegend(DrawnPanel):
    """The signs on flights and tags, with their meaning."""

    def tall(self, page: FlightPage) -> float:  # noqa: ARG002 - it is always as high
        """Return the height of the rows."""
        return 20 + 18 * 5

    def draw(self, painter: QPainter, page: FlightPage) -> None:  # noqa: ARG002 - the signs are always the same
        """Draw the signs in two columns."""
        self.write(painter, QRectF(0, 0, self.width(), 18), tr("Signs"), "ink", 12.5, bold=True)
        signs: tuple[tuple[FlightSign, str], ...] = (
            ("disrupted", tr("disrupted")),
            ("ace", tr("ace")),
            ("loaded", tr("loaded")),
            ("no-ammo", tr("no ammo")),
            ("surprise", tr("surprise")),
        )
        wide = self.width() / 2
        for number, (sign, words) in enumerate(signs):
            left, top = (number % 2) * wide, 20 + 18 * (number // 2)
            painter.save()
            painter.translate(left, top)
            draw_sign(painter, sign)
            painter.restore()
            self.write(painter, QRectF(left + 20, top, wide - 20, 16), words, "ink2", 10.5)
        rows = (tr("white on colour: still to act"), tr("the longer the shadow, the higher"))
        for number, words in enumerate(rows):
            self.write(painter, QRectF(0, 74 + 17 * number, self.width(), 16), words, "ink2", 10.5)


class LogPane(DrawnPanel):
    """The last lines of the log about the battle, each after the words for its player; the newest line is on top."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # the same arguments
        self._lines: tuple[tuple[str, str], ...] = ()

    def show_lines(self, lines: tuple[tuple[str, str], ...]) -> None:
        """Show these lines, each a pair of the words for its player and the words after them, the newest first."""
        self._lines = lines
        self.setAccessibleDescription("\n".join(f"{who} {words}" for who, words in lines[:20]))
        self._fit()
        self.update()

    def _rows(self) -> Iterator[tuple[str, str, QRectF]]:
        """Yield each line: the words for its player, the words after them, and its area."""
        metrics, top = QFontMetricsF(self.font_of(11)), 0.0
        bold = QFontMetricsF(self.font_of(10.5, bold=True))
        for who, words in self._lines:
            used = bold.horizontalAdvance(who) + 6 if who else 0.0
            room = QRectF(0, 0, max(self.width() - used - 12, 60), 1000)
            tall = max(metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, words).height() + 4, 19.0)
            yield who, words, QRectF(0, top, self.width(), tall)
            top += tall

    def tall(self, page: FlightPage) -> float:  # noqa: ARG002 - the lines are the content
        """Return the height of all lines."""
        return sum(area.height() for _, _, area in self._rows()) + 2

    def draw(self, painter: QPainter, page: FlightPage) -> None:  # noqa: ARG002 - the lines are the content
        """Draw the lines."""
        for row, (who, words, area) in enumerate(self._rows()):
            if row % 2 == 0:
                painter.fillRect(area, self.theme.colour("sunk"))
            head = QRectF(area.left() + 5, area.top(), area.width() - 10, 19)
            used = self.write(painter, head, who, "ink2", 10.5, bold=True) + 6 if who else 0
            painter.setFont(self.font_of(11))
            painter.setPen(self.theme.colour("ink"))
            painter.drawText(area.adjusted(5 + used, 2, -5, 0), Qt.TextFlag.TextWordWrap, words)
