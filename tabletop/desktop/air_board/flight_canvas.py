"""The picture of the air board: ground, reach, arc, guns, flights with tags, and the ghost at the mouse."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from tabletop.desktop.air_board.board_view import AHEAD, BoardView
from tabletop.desktop.air_board.drawn_panel import side_colour
from tabletop.desktop.air_board.flight_pixmaps import FlightPixmaps
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.flight_page import FACINGS, LETTERS, BoardFlight, BoardShot, FlightPage, MotionStep
from tabletop.module.schema.module_file import SideRecord

_EDGE: Final = 28
"""The room (pixels) left, right and above the board, for the numbers of the interceptors' groups."""
_BOX: Final = 0.92
"""The width of a silhouette's box, in heights of a hex."""
_SHADOWS: Final = (3, 7, 12)
"""The distance of the shadow below the flight at each altitude, in pixels for a hex 54 pixels high."""
_TAG: Final = 0.3
"""The distance of the tags in one hex, in heights of a hex."""
_LOWEST_TAG: Final = 0.72
"""The distance of the lowest of several tags from the centre of their hex, in heights of a hex."""
_ARC: Final = "#B36B00"
_MIDDLE: Final = Qt.AlignmentFlag.AlignCenter


class FlightCanvas(QWidget):
    """The hexes of an air board with its flights. Everything is kept as one picture, except the ghost: the pale
    picture of the moving flight in the hex under the mouse, where a click would take it.
    """

    flown = Signal(object)
    """The player wants these actions, in this order (a tuple of words)."""

    aimed = Signal(str)
    """The player has clicked a flight; the word is its id."""

    berthed = Signal(str)
    """The player has clicked this hex ("" off the board) while flights are placed before the battle."""

    def __init__(self, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__()
        self._sides = sides
        self._theme = theme
        self._pixmaps = FlightPixmaps(theme)
        self._page: FlightPage | None = None
        self._is_mine = False
        self._still: QPixmap | None = None
        self._ground: QPixmap | None = None
        self._hovered = ""
        self._turned = 0
        self.shown = {"arc", "reach", "guns"}
        self.target = ""
        self.looked_at = ""
        self.berths: dict[str, tuple[str, int]] = {}
        self.why = False
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(300, 320)
        self.setAccessibleName(tr("Air board"))

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the preferred size."""
        return QSize(560, 620)

    def show_page(self, page: FlightPage, *, is_mine: bool) -> None:
        """Show a page. If the decision `is_mine`, a click in a hex within reach moves the flight."""
        if page.hexes != (self._page.hexes if self._page else ()):
            self._forget_view()
        self._page, self._is_mine, self._turned = page, is_mine, 0
        self.setAccessibleDescription("; ".join(self._said(flight) for flight in page.flights if flight.hex))
        self.draw_again()

    def draw_again(self) -> None:
        """Draw everything anew, after a change of the things to show."""
        self._still = None
        self.update()

    def switch(self, name: str, *, on: bool) -> None:
        """Show or hide the arc, the reach, the guns or the ids of hexes."""
        (self.shown.add if on else self.shown.discard)(name)
        self._ground = None
        self.draw_again()

    def _forget_view(self) -> None:
        self.__dict__.pop("view", None)
        self._ground = None

    def turn_ghost(self, by: int) -> bool:
        """Turn the ghost at the mouse to its next possible facing; return False if there is no ghost."""
        if len(self._choices(self._hovered)) < 1:
            return False
        self._turned += by
        self.update()
        return True

    @cached_property
    def view(self) -> BoardView:
        """The geometry of the hexes in the widget."""
        assert self._page is not None, "there is a page"
        area = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -8)
        return BoardView(self._page.hexes, area)

    def _said(self, flight: BoardFlight) -> str:
        """Return a flight in words, for a screen reader."""
        letter = LETTERS[flight.altitude] if flight.altitude >= 0 else "?"
        return f"{flight.label} {flight.hex} {FACINGS[flight.facing]} {letter}, {flight.note}"

    # the mouse

    def _choices(self, hex: str) -> list[tuple[int, MotionStep]]:
        """Return the places that the moving flight can come to in a hex, each with its index in the page's `reach`:
        one for each facing, with the most points left; the place with the most of all comes first.
        """
        if self._page is None or not self._is_mine:
            return []
        best: dict[int, tuple[int, MotionStep]] = {}
        for at, step in enumerate(self._page.reach):
            if step.hex == hex and step.before >= 0:
                held = best.get(step.facing)
                if held is None or step.points > held[1].points:
                    best[step.facing] = at, step
        return sorted(best.values(), key=lambda one: (-one[1].points, one[0]))

    def _ghost(self) -> tuple[int, MotionStep] | None:
        choices = self._choices(self._hovered)
        return choices[self._turned % len(choices)] if choices else None

    def _words_to(self, at: int) -> tuple[str, ...]:
        assert self._page is not None, "there is a page"
        words = []
        while self._page.reach[at].before >= 0:
            words.append(self._page.reach[at].word)
            at = self._page.reach[at].before
        return tuple(reversed(words))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show the ghost in the hex under the mouse."""
        hex = self.view.hex_at(event.position()) if self._page is not None else ""
        if hex != self._hovered:
            self._hovered, self._turned = hex, 0
            self.setToolTip(self._tip(hex))
            self.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Hide the ghost."""
        super().leaveEvent(event)
        self._hovered = ""
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Turn the ghost."""
        self.turn_ghost(1 if event.angleDelta().y() > 0 else -1)
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Aim at the clicked flight, or fly to the clicked hex; before the battle, place a flight there."""
        if self._page is None:
            return
        hex = self.view.hex_at(event.position())
        self._hovered = hex
        if self.berths and self._is_mine:
            self.berthed.emit(hex)
            return
        there = [flight.id for flight in self._page.flights if flight.hex == hex and hex]
        active = set(self._page.active)
        enemies = [id for id in there if id not in active]
        ghost = self._ghost()
        if enemies and (event.button() == Qt.MouseButton.LeftButton and self._shot_at(enemies)):
            self.aimed.emit(self._shot_at(enemies))
        elif ghost is not None and event.button() == Qt.MouseButton.LeftButton:
            self.flown.emit(self._words_to(ghost[0]))
        elif there:
            self.looked_at = there[0]
            self.aimed.emit(there[0])

    def _shot_at(self, flights: Sequence[str]) -> str:
        assert self._page is not None, "there is a page"
        return next((shot.flight for shot in self._page.shots if shot.word and shot.flight in flights), "")

    def _tip(self, hex: str) -> str:
        if self._page is None:
            return ""
        lines = [
            f"{flight.label}, {flight.title}: {', '.join((flight.note, *flight.figures))}"
            for flight in self._page.flights
            if flight.hex == hex and hex
        ]
        return "\n".join(lines)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the board to the new size."""
        super().resizeEvent(event)
        self._forget_view()
        self.draw_again()

    # drawing

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the kept picture, and the ghost over it."""
        if self._page is None:
            return
        ratio = self.devicePixelRatioF()
        if self._still is None:
            self._still = QPixmap(self.size() * ratio)
            self._still.setDevicePixelRatio(ratio)
            self._still.fill(Qt.GlobalColor.transparent)
            with QPainter(self._still) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw_board(painter, self._page)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPixmap(0, 0, self._still)
            ghost = self._ghost()
            if ghost is not None:
                self._draw_ghost(painter, self._page, ghost[1])

    def _draw_board(self, painter: QPainter, page: FlightPage) -> None:
        self._lay_ground(painter, page)
        if "reach" in self.shown:
            self._draw_reach(painter, page)
        if "guns" in self.shown and page.guns:
            path = self.view.area(page.guns)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for pen in (QPen(QColor("#FFFFFF"), 4), QPen(self._theme.colour("err"), 1.8, Qt.PenStyle.DashLine)):
                painter.setPen(pen)
                painter.drawPath(path)
        if "arc" in self.shown and page.arc:
            path = self.view.area(page.arc)
            ground = self._theme.colour("sel")
            ground.setAlphaF(0.22)
            painter.fillPath(path, ground)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for pen in (QPen(QColor("#FFFFFF"), 4.6), QPen(QColor(_ARC), 2.6)):
                painter.setPen(pen)
                painter.drawPath(path)
        self._draw_path(painter, page)
        self._draw_flights(painter, page)
        if "reach" in self.shown:
            self._draw_figures(painter, page)
        self._draw_chips(painter, page)

    def _lay_ground(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the ground, which is kept as a picture of its own, and the labels of the zones, which move aside for
        flights.
        """
        ratio = self.devicePixelRatioF()
        if self._ground is None:
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(Qt.GlobalColor.transparent)
            with QPainter(self._ground) as below:
                below.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw_ground(below, page)
        painter.drawPixmap(0, 0, self._ground)
        bounds = self.view.bounds
        for zone in page.zones:
            colour = self._zone_ink(page, zone.use)
            self._label_zone(painter, zone.use, zone.hexes, zone.label, colour, bounds)

    def _draw_ground(self, painter: QPainter, page: FlightPage) -> None:
        view, theme = self.view, self._theme
        every = view.area(hex.name for hex in page.hexes)
        bounds = view.bounds
        sea = QLinearGradient(bounds.topLeft(), bounds.bottomLeft())
        sea.setColorAt(0, theme.colour("sea0"))
        sea.setColorAt(0.5, theme.colour("sea1"))
        sea.setColorAt(1, theme.colour("sea2"))
        painter.fillPath(every, QBrush(sea))
        for zone in page.zones:
            ground = self._zone_ground(page, zone.use)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            for hex in zone.hexes:
                painter.drawPolygon(view.outline(hex, 0.92))
        line = QColor("#FFFFFF")
        line.setAlphaF(0.75 if theme.name == "light" else 0.2)
        painter.setPen(QPen(line, 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for each in page.hexes:
            painter.drawPolygon(view.outline(each.name))
        for zone in page.zones:
            colour = self._zone_ink(page, zone.use)
            painter.setPen(QPen(colour, 1.1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for hex in zone.hexes:
                painter.drawPolygon(view.outline(hex, 0.92))
        painter.setPen(QPen(theme.colour("seatext"), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(every)
        if "ids" in self.shown:
            painter.setPen(theme.colour("hexid"))
            painter.setFont(self._font(max(view.height * 0.18, 8)))
            for each in page.hexes:
                area = QRectF(0, 0, 40, 12)
                area.moveCenter(view.point(each.x, each.y - 0.72))
                painter.drawText(area, _MIDDLE, each.name)

    def _label_zone(
        self, painter: QPainter, use: str, hexes: Sequence[str], label: str, colour: QColor, bounds: QRectF
    ) -> None:
        view = self.view
        if use == "group":
            middle = view.centre(hexes[len(hexes) // 2])
            far = bounds.center()
            if abs(middle.x() - far.x()) > bounds.width() / 4:
                side = bounds.left() - 15 if middle.x() < far.x() else bounds.right() + 15
                place = QPointF(side, middle.y())
            else:
                place = QPointF(middle.x(), bounds.top() - 14)
            plate = QRectF(0, 0, 18, 20)
            plate.moveCenter(place)
            painter.setPen(QPen(colour, 1.2))
            painter.setBrush(self._theme.colour("raised"))
            painter.drawRoundedRect(plate, 3, 3)
            self._write(painter, plate, label, colour, 11, bold=True)
            return
        free = {flight.hex for flight in (self._page.flights if self._page else ())}
        for hex in hexes:
            at = view.centre(hex) if hex not in free else view.edge(hex, 0, 0.34)
            area = QRectF(0, 0, 18, 18)
            area.moveCenter(at)
            if use == "target":
                painter.setPen(QPen(colour, 1))
                painter.setBrush(QColor("#FFF8E6"))
                painter.drawEllipse(at, 7.5, 7.5)
            self._write(painter, area, label, colour, 10 if use == "target" else view.height * 0.26, bold=True)

    def _zone_ground(self, page: FlightPage, use: str) -> QColor:
        """Return the colour of the ground of a zone with this use: sand for targets, otherwise the soft colour of the
        side.
        """
        if use == "target":
            return QColor(201, 162, 90, 110)
        ground = QColor(self._theme.colour(self._soft(page, use)))
        ground.setAlphaF(0.72)
        return ground

    def _zone_ink(self, page: FlightPage, use: str) -> QColor:
        return QColor("#7A5B1E") if use == "target" else self._colour(self._side_of(page, use))

    def _side_of(self, page: FlightPage, use: str) -> str:
        """Return the side of the mission (that of the first flight), or for any other use the side of the
        interceptors.
        """
        sides = [flight.side for flight in page.flights]
        return next((side for side in sides if (side == sides[0]) == (use == "mission")), "")

    def _soft(self, page: FlightPage, use: str) -> str:
        record = self._sides.get(self._side_of(page, use))
        return record.soft if record is not None and record.soft else "sunk"

    def _colour(self, side: str) -> QColor:
        record = self._sides.get(side)
        return self._theme.colour(record.colour if record is not None and record.colour else "neutral")

    @property
    def _most(self) -> Mapping[str, int]:
        """The most points that the moving flight can have left in each hex that it can reach."""
        found: dict[str, int] = {}
        for step in self._page.reach if self._page is not None else ():
            if step.hex and step.before >= 0:
                found[step.hex] = max(found.get(step.hex, -1), step.points)
        return found

    def _draw_reach(self, painter: QPainter, page: FlightPage) -> None:
        shades = (0.10, 0.19, 0.28, 0.34)
        green = self._theme.colour("reach")
        most = self._most
        painter.setPen(Qt.PenStyle.NoPen)
        for hex, points in most.items():
            ground = QColor(green)
            ground.setAlphaF(shades[min(points, 3)])
            painter.setBrush(ground)
            painter.drawPolygon(self.view.outline(hex))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        path = self.view.area([*most, *(step.hex for step in page.reach[:1] if step.hex)])
        for pen in (QPen(QColor(255, 255, 255, 150), 4), QPen(green, 2.2)):
            painter.setPen(pen)
            painter.drawPath(path)

    def _draw_figures(self, painter: QPainter, page: FlightPage) -> None:
        held = {flight.hex for flight in page.flights if flight.hex}
        green = self._theme.colour("reach")
        px = max(self.view.height * 0.24, 9)
        for hex, points in self._most.items():
            area = QRectF(0, 0, 20, 20)
            area.moveCenter(self.view.centre(hex))
            if hex in held:
                at = self.view.beside(hex, -1.42, 0.12)
                painter.setPen(QPen(green, 1.2))
                painter.setBrush(self._theme.colour("raised"))
                painter.drawEllipse(at, px * 0.68, px * 0.68)
                area.moveCenter(at)
            self._write(painter, area, str(points), green, px if hex not in held else px * 0.9, bold=points > 0)

    def _draw_path(self, painter: QPainter, page: FlightPage) -> None:
        hexes = [(hex, word) for hex, word in page.path if hex]
        if len(hexes) < 2:
            return
        accent = self._theme.colour("accent")
        painter.setPen(QPen(accent, 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF([self.view.centre(hex) for hex, _ in hexes]))
        number, before = 0, ""
        for hex, word in hexes:
            at = self.view.centre(hex)
            if hex != before:
                painter.setPen(QPen(accent, 2))
                painter.setBrush(self._theme.colour("raised"))
                painter.drawEllipse(at, 8 if number else 5, 8 if number else 5)
                if number:
                    area = QRectF(0, 0, 16, 16)
                    area.moveCenter(at)
                    self._write(painter, area, str(number), accent, 10.5, bold=True)
                number, before = number + 1, hex
            if word:
                self._chip(painter, self.view.edge(hex, 3, 0.62), word, accent)

    def _draw_flights(self, painter: QPainter, page: FlightPage) -> None:
        for hex in {flight.hex for flight in page.flights if flight.id in page.active and flight.hex}:
            painter.setPen(QPen(self._theme.colour("sel"), 4.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(self.view.outline(hex, 0.93))
        ratio = self.devicePixelRatioF()
        stands = list(self._stands(page))
        for flight, at, _ in stands:
            if flight.id == self.looked_at and flight.id not in page.active:
                painter.setPen(QPen(self._theme.colour("sel"), 2, Qt.PenStyle.DashLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPolygon(self.view.outline(flight.hex, 0.93))
            self._draw_plane(painter, flight, at, ratio)
        for flight, at, below in stands:
            self._draw_tag(painter, flight, at, below, ratio)

    def _stands(self, page: FlightPage) -> Iterator[tuple[BoardFlight, QPointF, QPointF]]:
        """Yield the flights on the board with the middles of their planes and tags in the widget.

        In one hex the planes are side by side; their tags are one below the other, in the order of the planes.
        """
        by_hex: dict[str, list[BoardFlight]] = defaultdict(list)
        for flight in page.flights:
            berth = self.berths.get(flight.id)
            hex = berth[0] if berth else flight.hex
            if hex:
                by_hex[hex].append(flight)
        for hex, flights in by_hex.items():
            for number, flight in enumerate(flights):
                aside = (number - (len(flights) - 1) / 2) * self.view.height * 0.42
                at = self.view.centre(hex) + QPointF(aside, -self.view.height * 0.06 + abs(aside) * 0.1)
                if len(flights) == 1:
                    yield flight, at, at + QPointF(0, self.view.height * 0.46)
                    continue
                up = len(flights) - 1 - number
                down = self.view.height * (_LOWEST_TAG - _TAG * up)
                yield flight, at, self.view.centre(hex) + QPointF(0, down)

    def _draw_plane(self, painter: QPainter, flight: BoardFlight, at: QPointF, ratio: float) -> None:
        facing = self.berths[flight.id][1] if flight.id in self.berths else flight.facing
        colour = side_colour(self._sides, flight.side).name()
        box = self.view.height * _BOX
        away = _SHADOWS[max(flight.altitude, 0)] * self.view.height / 54
        shadow = self._pixmaps.plane(flight.silhouette, facing, "#0D1B22", box, ratio, rim=0)
        painter.setOpacity(0.24)
        self._put(painter, shadow, at + QPointF(away * 0.6, away))
        painter.setOpacity(1.0)
        self._put(painter, self._pixmaps.plane(flight.silhouette, facing, colour, box, ratio), at)
        self._draw_nose(painter, at, facing, QColor(colour))

    def _draw_nose(self, painter: QPainter, at: QPointF, facing: int, colour: QColor) -> None:
        """Draw the small triangle on the hexside ahead of a flight at a point."""
        start, goal = self.view.point(0, 0), self.view.point(*AHEAD[facing])
        ahead = (goal - start) / self.view.height
        across = QPointF(-ahead.y(), ahead.x())
        tip = at + ahead * (self.view.height * 0.5)
        size = self.view.height * 0.075
        painter.setPen(QPen(QColor("#FFFFFF"), 1))
        painter.setBrush(colour)
        painter.drawPolygon(
            QPolygonF(
                [tip + ahead * size, tip - ahead * size * 0.5 + across * size, tip - ahead * size * 0.5 - across * size]
            )
        )

    def _draw_tag(self, painter: QPainter, flight: BoardFlight, at: QPointF, below: QPointF, ratio: float) -> None:
        """Draw the tag of a flight, and its badges about its plane."""
        height = self.view.height
        colour = side_colour(self._sides, flight.side).name()
        tag = self._pixmaps.tag(flight, colour, height, ratio)
        self._put(painter, tag, below)
        side = max(height * 0.28, 12)
        left = 0
        for sign in flight.signs:
            badge = self._pixmaps.badge(sign, side, ratio)
            if sign == "disrupted":
                self._put(painter, badge, at + QPointF(height * 0.34, -height * 0.3))
            else:
                self._put(painter, badge, at + QPointF(-height * 0.34, -height * 0.3 + left * side))
                left += 1

    def _put(self, painter: QPainter, pixmap: QPixmap, middle: QPointF) -> None:
        size = pixmap.deviceIndependentSize()
        painter.drawPixmap(middle - QPointF(size.width() / 2, size.height() / 2), pixmap)

    def _draw_chips(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the key and the chance of each possible shot beside its target; after F1, also why the other shots are
        not possible.
        """
        if not self._is_mine:
            return
        number = 0
        for shot in page.shots:
            flight = page.flight(shot.flight)
            if not flight.hex:
                continue
            number += bool(shot.word)
            is_right = self.view.centre(flight.hex).x() >= self.width() / 2
            at = self.view.beside(flight.hex, 2.6 if is_right else -2.6, -0.2)
            if shot.word:
                words = tr("{number}: {percent}%", number=number, percent=_percent(shot))
                self._chip(painter, at, words, QColor(_ARC), bold=True, chosen=shot.flight == self.target)
            elif self.why:
                self._chip(painter, at, f"{shot.why_not} · {shot.rule}", self._theme.colour("ink2"))

    def _chip(
        self, painter: QPainter, at: QPointF, words: str, colour: QColor, *, bold: bool = False, chosen: bool = False
    ) -> None:
        font = self._font(10.5, bold=bold)
        wide = QFontMetricsF(font).horizontalAdvance(words) + 12
        area = QRectF(0, 0, wide, 17)
        area.moveCenter(at)
        area.moveLeft(min(max(area.left(), 2), self.width() - wide - 2))
        painter.setPen(QPen(colour, 1.6 if bold else 1.1))
        painter.setBrush(colour if chosen else self._theme.colour("raised"))
        painter.drawRoundedRect(area, 4.5, 4.5)
        ink = QColor("#FFFFFF") if chosen else self._theme.readable_on("raised", colour.name())
        self._write(painter, area, words, ink, 10.5, bold=bold)

    def _draw_ghost(self, painter: QPainter, page: FlightPage, step: MotionStep) -> None:
        flight = page.flight(page.active[0]) if page.active else None
        if flight is None:
            return
        ratio, box = self.devicePixelRatioF(), self.view.height * _BOX
        at = self.view.centre(step.hex)
        colour = side_colour(self._sides, flight.side)
        painter.setPen(QPen(self._theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(self.view.outline(step.hex, 0.95))
        painter.setOpacity(0.55)
        self._put(painter, self._pixmaps.plane(flight.silhouette, step.facing, colour.name(), box, ratio), at)
        painter.setOpacity(1.0)
        self._draw_nose(painter, at, step.facing, colour)
        self._draw_card(painter, page, step, at)

    def _draw_card(self, painter: QPainter, page: FlightPage, step: MotionStep, at: QPointF) -> None:
        """Draw the card beside the ghost: where it goes, the points left, the best shot there, and guns in range."""
        lines = [
            tr("{hex}, facing {facing}", hex=step.hex, facing=FACINGS[step.facing]),
            tr("{count} {count:point|points} left", count=step.points),
        ]
        if len(self._choices(step.hex)) > 1:
            lines.append(tr("turn the mouse wheel to change the facing"))
        shot = next((one for one in page.placed_shots if (one.hex, one.facing) == (step.hex, step.facing)), None)
        if shot is not None:
            nothing, disrupted, lost = (round(chance / 10) for chance in shot.chances)
            lines.append(tr("then fire at {flight}, range {range}:", flight=shot.flight, range=shot.range))
            chances = {"nothing": nothing, "disrupted": disrupted, "lost": lost}
            lines.append(tr("nothing {nothing} %, disrupted {disrupted} %, step {lost} %", **chances))
        is_gun = step.hex in page.guns and step.hex != page.reach[0].hex
        if is_gun:
            lines.append(tr("bombers may answer first"))
        font = self._font(11)
        wide = max(QFontMetricsF(font).horizontalAdvance(line) for line in lines) + 20
        area = QRectF(at.x() + self.view.height * 0.7, at.y() + self.view.height * 0.3, wide, 16.0 * len(lines) + 10)
        if area.right() > self.width() - 4:
            area.moveRight(at.x() - self.view.height * 0.7)
        if area.bottom() > self.height() - 4:
            area.moveBottom(at.y() - self.view.height * 0.3)
        painter.setPen(QPen(self._theme.colour("line2"), 1))
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(area, 6, 6)
        for number, line in enumerate(lines):
            row = QRectF(area.left() + 10, area.top() + 5 + 16 * number, wide, 16)
            ink = self._theme.colour(
                "accent" if is_gun and number == len(lines) - 1 else "ink" if number == 0 else "ink2"
            )
            self._write(painter, row, line, ink, 11, bold=number == 0, align=Qt.AlignmentFlag.AlignLeft)

    def _font(self, px: float, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(max(round(px), 8))
        font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
        return font

    def _write(
        self,
        painter: QPainter,
        area: QRectF,
        words: str,
        colour: QColor,
        px: float,
        *,
        bold: bool = False,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
    ) -> None:
        painter.setFont(self._font(px, bold=bold))
        painter.setPen(colour)
        painter.drawText(area, align | Qt.AlignmentFlag.AlignVCenter, words)


def _percent(shot: BoardShot) -> int:
    """Return the chance that a shot takes a step, in percent."""
    return round(shot.chances[2] / 10)
