"""The panels of the flight that acts: its points, its shots, its actions, the suggested actions, and the last dice."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPolygonF

from tabletop.desktop.air_board.drawn_panel import MIDDLE, RIGHT, DrawnPanel
from tabletop.desktop.drawing.dice_faces import DieFace, draw_die
from tabletop.desktop.drawing.theme import mixed
from tabletop.desktop.platform.translation import tr
from tabletop.flight_page import FACINGS, LETTERS, UNKNOWN, BoardDeed, BoardDie, BoardShot, FlightPage

_CELL: Final = 29
_DEED: Final = 25
_FEW: Final = 5
_SMALL: Final = 11
_REASON: Final = 9
_SHOT: Final = 57
_NO_SHOT: Final = 27
_SUM: Final = 13
_ITEM: Final = 15


class FlightHead(DrawnPanel):
    """The flight that the player looks at, or else the flight that acts: its drawing, name, place, altitude and
    state.
    """

    looked_at = ""

    def tall(self, page: FlightPage) -> float:  # noqa: ARG002 - it is always as high
        """Return the height of the head."""
        return 64

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the flight."""
        id = self.looked_at or (page.active[0] if page.active else "")
        flight = next((one for one in page.flights if one.id == id), None)
        if flight is None:
            self.write(painter, QRectF(0, 6, self.width(), 22), page.title, "ink", 15, bold=True)
            return
        around = QRectF(1, 2, 58, 58)
        self.box(painter, around, "sea1", "sel" if flight.id in page.active else "line", wide=2)
        self.plane(painter, flight, around.center(), 50)
        room = self.width() - 70
        self.write(painter, QRectF(70, 1, room, 19), f"{flight.title} · {flight.label}", "ink", 14.5, bold=True)
        where = tr("{hex}, facing {facing}", hex=flight.hex, facing=FACINGS[flight.facing]) if flight.hex else ""
        letter = LETTERS[flight.altitude] if flight.altitude != UNKNOWN else "?"
        number = flight.number or "?"
        words = [where, tr("altitude {letter}", letter=letter), tr("number {number}", number=number)]
        self.write(painter, QRectF(70, 20, room, 15), " · ".join(filter(None, words)), "ink2", 11.5)
        self.write(painter, QRectF(70, 34, room, 14), " · ".join(flight.figures), "ink2", 11)
        self.write(painter, QRectF(70, 48, room, 14), flight.note, "ok", 11, bold=True)


class PointsStrip(DrawnPanel):
    """The movement points of the flight that acts: cells of the points that are spent, and a cell for each that is
    left.
    """

    def said(self, page: FlightPage) -> str:
        """Return the points in words."""
        return tr("{count} {count:point|points} left", count=page.points)

    def tall(self, page: FlightPage) -> float:
        """Return the height of the cells; 0 if no flight moves."""
        return 72 if page.active and (page.spent or page.points) else 0

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the cells from left to right."""
        paid = [(one.words, one.points) for one in page.spent]
        total = sum(points for _, points in paid if points > 0) + page.points
        used = self.write(painter, QRectF(0, 0, 160, 18), tr("Movement points"), "ink", 12.5, bold=True) + 8
        left = tr("{left} left of {total}", left=page.points, total=total)
        counted = self.write(painter, QRectF(0, 0, self.width(), 18), left, "ok", 12, bold=True, align=RIGHT) + 8
        note = QRectF(used, 1, self.width() - used - counted, 18)
        self.write(painter, note, tr("all points must be spent"), "ink2", 10.5, align=MIDDLE)
        step = min(44.0, self.width() / max(total, 1))
        at = free = 0.0
        for words, points in paid:
            if points <= 0:
                middle = QPointF(max(at - 1, 5), 20)
                triangle = [middle + QPointF(-4, 0), middle + QPointF(4, 0), middle + QPointF(0, 5)]
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.theme.colour("accent"))
                painter.drawPolygon(QPolygonF(triangle))
                said = words if points == 0 else tr("{deed} +{points}", deed=words, points=-points)
                free = max(at - 18, free)
                free += 6 + self.write(painter, QRectF(free, 26 + _CELL, 70, 14), said, "accent", 10)
                continue
            area = QRectF(at, 26, step * points - 3, _CELL)
            self.box(painter, area, "sunk", "line")
            self.write(painter, area.adjusted(2, 0, -2, 0), words, "ink3", 10.5, align=MIDDLE)
            at += step * points
        green = QColor(mixed(self.theme.panel, self.theme.reach, 0.14))
        for number in range(page.points, 0, -1):
            area = QRectF(at, 26, step - 3, _CELL)
            self.box(painter, area, green, "reach", wide=1.4)
            self.write(painter, area, str(number), "reach", 13, bold=True, align=MIDDLE)
            at += step


class ShotList(DrawnPanel):
    """The shots of the flight from its present place: each with its odds or, if it is not possible, with the reason."""

    target = ""

    def said(self, page: FlightPage) -> str:
        """Return the shots in words."""
        return "; ".join(f"{one.flight}: {one.why_not or one.sum}" for one in page.shots)

    def tall(self, page: FlightPage) -> float:
        """Return the height of all rows."""
        return 21 + sum(map(self._tall, page.shots)) if page.shots else 0

    def _tall(self, shot: BoardShot) -> float:
        return _SHOT + _SUM * (len(self._sum_lines(shot)) - 1) if shot.word else _NO_SHOT

    def _sum_lines(self, shot: BoardShot) -> list[str]:
        """Return the calculation of a shot in lines that fit; a line ends after a comma."""
        metrics, lines = QFontMetricsF(self.font_of(10.5)), [""]
        for words in shot.sum.split(", "):
            longer = f"{lines[-1]}, {words}" if lines[-1] else words
            if lines[-1] and metrics.horizontalAdvance(f"{longer},") > self.width() - 53:
                lines[-1] += ","
                lines.append(words)
            else:
                lines[-1] = longer
        return lines

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the rows."""
        self.write(painter, QRectF(0, 0, 200, 18), tr("Shots from here"), "ink", 12.5, bold=True)
        top, number = 21.0, 0
        for shot in page.shots:
            number += bool(shot.word)
            tall = self._tall(shot)
            area = QRectF(0.5, top, self.width() - 1, tall - 4)
            if shot.word:
                self._draw_shot(painter, page, shot, area, number)
            else:
                self._draw_none(painter, page, shot, area)
            top += tall

    def _draw_shot(self, painter: QPainter, page: FlightPage, shot: BoardShot, area: QRectF, number: int) -> None:
        flight = page.flight(shot.flight)
        is_aimed = shot.flight == self.target or (number == 1 and not self.target)
        self.box(painter, area, "raised", "sel" if is_aimed else "line", wide=2 if is_aimed else 1)
        self.plane(painter, flight, QPointF(area.left() + 22, area.center().y() - 4), 32)
        left, room = area.left() + 44, area.width() - 52
        used = self.write(painter, QRectF(left, area.top() + 2, room, 16), flight.label, "ink", 12, bold=True)
        self.write(painter, QRectF(left + used + 8, area.top() + 2, room - used - 36, 16), shot.note, "ink2", 11)
        self.key_cap(painter, area.right() - 24, area.top() + 11, str(number))
        bar = QRectF(left, area.top() + 19, room, 17)
        self._draw_bar(painter, bar, shot.chances)
        for row, words in enumerate(self._sum_lines(shot)):
            self.write(painter, QRectF(left, area.top() + 37 + _SUM * row, room, 14), words, "ink2", 10.5)
        self.offer(area, shot.flight)

    def _draw_bar(self, painter: QPainter, bar: QRectF, chances: tuple[int, int, int]) -> None:
        """Draw the chances (thousandths) as one bar: no effect, disrupted, a step lost."""
        theme, left = self.theme, bar.left()
        percents = [round(chance / 10) for chance in chances]
        words = (
            tr("none {percent}%", percent=percents[0]),
            tr("disr. {percent}%", percent=percents[1]),
            tr("step {percent}%", percent=percents[2]),
        )
        grounds = (theme.sunk, mixed(theme.panel, theme.accent, 0.3), theme.accent)
        for chance, said, ground in zip(chances, words, grounds, strict=True):
            wide = bar.width() * chance / 1000
            area = QRectF(left, bar.top(), wide, bar.height())
            painter.fillRect(area, QColor(ground))
            ink = "accentink" if ground == theme.accent else "ink"
            shown = said if wide > 58 else tr("{percent}%", percent=round(chance / 10)) if wide > 27 else ""
            self.write(painter, area, shown, ink, 10.5, bold=True, align=MIDDLE)
            left += wide

    def _draw_none(self, painter: QPainter, page: FlightPage, shot: BoardShot, area: QRectF) -> None:
        flight = page.flight(shot.flight)
        painter.setOpacity(0.45)
        self.plane(painter, flight, QPointF(area.left() + 22, area.center().y()), 22)
        painter.setOpacity(1.0)
        left, room = area.left() + 44, area.width() - 90
        heading = tr("{flight} in {hex}", flight=flight.label, hex=flight.hex)
        self.write(painter, QRectF(left, area.top(), room, 12), heading, "ink2", 10.5)
        self.write(painter, QRectF(left, area.top() + 11, room + 6, 12), shot.why_not, "ink3", 10.5)
        self.write(painter, area, shot.rule, "accent", 10, align=RIGHT)
        self.offer(area, shot.flight)


class DeedGrid(DrawnPanel):
    """The actions in two columns, each with its key and its price or, if it is not possible, with the reason."""

    def said(self, page: FlightPage) -> str:
        """Return the possible actions in words."""
        return "; ".join(f"{deed.key} {deed.title}" for deed in page.deeds if deed.word)

    def tall(self, page: FlightPage) -> float:
        """Return the height of all rows."""
        columns = self._columns(page)
        return 20 + _DEED * ((len(page.deeds) + columns - 1) // columns) + 2 if page.deeds else 0

    def _columns(self, page: FlightPage) -> int:
        """Return 1 for few actions, whose titles may be long, otherwise 2."""
        return 1 if len(page.deeds) <= _FEW else 2

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the actions."""
        self.write(painter, QRectF(0, 0, 200, 18), tr("Actions"), "ink", 12.5, bold=True)
        self.write(painter, QRectF(0, 0, self.width(), 18), tr("key · price"), "ink2", 11, align=RIGHT)
        columns = self._columns(page)
        wide = (self.width() - 6 * (columns - 1)) / columns
        for number, deed in enumerate(page.deeds):
            row, column = divmod(number, columns)
            area = QRectF(0.5 + column * (wide + 6), 20 + _DEED * row, wide - 1, _DEED - 3)
            self._draw_deed(painter, deed, area)

    def _draw_deed(self, painter: QPainter, deed: BoardDeed, area: QRectF) -> None:
        is_possible = bool(deed.word)
        self.box(painter, area, "raised" if is_possible else "sunk", "line2" if is_possible else "line")
        key = deed.key.replace("Shift+", "\N{UPWARDS WHITE ARROW}")
        used = self.key_cap(painter, area.left() + 4, area.center().y(), key) + 9
        room = area.width() - used - 8
        taken = self.write(
            painter,
            QRectF(area.left() + used, area.top(), room, area.height()),
            deed.title,
            "ink" if is_possible else "ink3",
            11.5 if is_possible else _SMALL,
        )
        rest = QRectF(area.left() + used + taken + 5, area.top(), room - taken - 3, area.height())
        if is_possible:
            self.write(painter, rest, deed.price, "ok", 12, bold=True, align=RIGHT)
            self.offer(area, deed.word)
        else:
            self.write(painter, rest, deed.why_not, "ink2", _REASON, align=RIGHT)


class SuggestedChain(DrawnPanel):
    """The suggested actions as a chain. A click on a link does the actions up to this one."""

    def said(self, page: FlightPage) -> str:
        """Return the suggested actions in words."""
        return ", ".join(title for _, title in page.usual)

    def tall(self, page: FlightPage) -> float:
        """Return the height of the chain."""
        return 22 + 25 * self._rows(page) if page.usual else 0

    def _rows(self, page: FlightPage) -> int:
        at, rows = 0.0, 1
        for _, title in page.usual:
            wide = self._wide(title)
            if at and at + wide > self.width():
                at, rows = 0.0, rows + 1
            at += wide + 8
        return rows

    def _wide(self, title: str) -> float:
        return 16 + 6.3 * len(title)

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the links."""
        used = self.write(painter, QRectF(0, 0, 150, 18), tr("Suggested actions"), "ink", 12.5, bold=True)
        note = QRectF(used + 8, 0, self.width() - used - 8, 18)
        self.write(painter, note, page.usual_note, "ink2", 10.5, align=RIGHT)
        at, top = 0.0, 22.0
        for number, (_, title) in enumerate(page.usual):
            wide = self._wide(title)
            if at and at + wide > self.width():
                at, top = 0.0, top + 25
            area = QRectF(at + 0.5, top, min(wide, self.width() - 1), 21)
            self.box(painter, area, QColor(mixed(self.theme.panel, self.theme.reach, 0.12)), "reach")
            self.write(painter, area, title, "reach", 11, bold=True, align=MIDDLE)
            self.offer(area, str(number))
            at += wide + 8


class DicePane(DrawnPanel):
    """The dice of the last action, each with its sum item by item and its result."""

    def said(self, page: FlightPage) -> str:
        """Return the dice in words."""
        return "; ".join(f"{die.title}: {die.die}, {die.result}" for die in page.dice)

    def tall(self, page: FlightPage) -> float:
        """Return the height of all dice."""
        return 21 + sum(_tray(die) + 4 + _ITEM * _items(die) for die in page.dice) if page.dice else 0

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the dice."""
        self.write(painter, QRectF(0, 0, 120, 18), tr("Dice"), "ink", 12.5, bold=True)
        top = 21.0
        for die in page.dice:
            tray = QRectF(0, top, self.width(), _tray(die))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("tray"))
            painter.drawRoundedRect(tray, 6, 6)
            draw_die(painter, DieFace(str(die.die)), QRectF(8, top + 6, 28, 28))
            white = QColor("#FFFFFF")
            room = self.width() - 52
            self.write(painter, QRectF(46, top + 4, room, 16), die.title, white, 11.5, bold=True)
            words = filter(None, (die.result, die.needs))
            for row, said in enumerate(words):
                self.write(painter, QRectF(46, top + 20 + 15 * row, room, 15), said, white, 11)
            top += _tray(die) + 4
            if not die.items:
                continue
            rows = [(tr("die"), "", die.die), *die.items, (tr("total"), "", die.total)]
            for row, (title, rule, value) in enumerate(rows):
                area = QRectF(4, top, self.width() - 8, _ITEM)
                is_last = row == len(rows) - 1
                self.write(painter, area, title, "ink" if is_last else "ink2", 11, bold=is_last)
                self.write(painter, area.adjusted(0, 0, -44, 0), rule, "accent", 10, align=RIGHT)
                shown = str(value) if row == 0 or is_last else f"{value:+}".replace("-", "\N{MINUS SIGN}")
                self.write(painter, area, shown, "ink", 11, bold=True, align=RIGHT)
                top += _ITEM


def _tray(die: BoardDie) -> float:
    """Return the height of a die with its title, its result and the number that it needs (pixels)."""
    return 54 if die.result and die.needs else 40


def _items(die: BoardDie) -> int:
    """Return the rows of a die's sum: the die, its modifiers and the total."""
    return len(die.items) + 2 if die.items else 0
