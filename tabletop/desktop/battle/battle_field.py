"""The field of a battle board between the two sides: the opponents, with arrows, dice, and the results needed."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from tabletop.assistance import BattlePage, PendingThrow
from tabletop.desktop.battle.battle_pen import LARGEST, SMALLEST, BattlePen, colours_of, draw_arrow
from tabletop.desktop.battle.battle_rolls import BattleRoll, Exchange
from tabletop.desktop.drawing.dice_faces import PIPPED, DieFace, draw_die
from tabletop.desktop.drawing.theme import mixed
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.roll_words import dice_in
from tabletop.module.schema.module_file import SideRecord

OVER_HEADS: Final = 10.0
"""The height above a counter that its signs may need."""

_LARGEST_AT_SEA: Final = 124.0
_DIE: Final = 22.0
_MOST_DICE: Final = 12
_LINE: Final = 66.0


class BattleField:
    """A painter of the field between the sides. `lanes` are the areas of the exchanges that were drawn so far."""

    def __init__(self, pen: BattlePen, sides: Mapping[str, SideRecord]) -> None:
        self.lanes: list[tuple[QRectF, Exchange]] = []
        self._pen = pen
        self._theme = pen.theme
        self._sides = sides
        self._page: BattlePage | None = None
        self._exchanges: Sequence[Exchange] = ()

    def draw(
        self, painter: QPainter, page: BattlePage, exchanges: Sequence[Exchange], area: QRectF, hint: str = ""
    ) -> None:
        """Draw the field: the unpaired counters, and below them the exchanges. `hint` tells the player what to do."""
        self._page, self._exchanges = page, exchanges
        self.lanes.clear()
        painter.setPen(QPen(self._theme.colour("accent"), 1.6))
        painter.setBrush(QColor(mixed(self._theme.panel, self._theme.sea1, 0.85)))
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 8, 8)
        head = QRectF(area.left() + 16, area.top() + 4, area.width() - 32, 24)
        wide = self._pen.write(painter, head, page.field, self._theme.colour("ink"), 13, bold=True)
        beside = head.adjusted(wide + 12, 0, 0, 0)
        self._pen.write(painter, beside, page.rule, self._theme.colour("accent"), 11, bold=True)
        body = area.adjusted(14, 30 + OVER_HEADS, -14, -10)
        if hint:
            right = Qt.AlignmentFlag.AlignRight
            room = head.adjusted(wide + 90, 0, 0, 0)
            self._pen.write(painter, room, hint, self._theme.colour("ink2"), 11, align=right)
        paired = {piece for each in exchanges for piece in (each.one, each.other)}
        ships = [piece for piece in page.ships if piece not in paired]
        if ships:
            low = min(64.0, body.height() * 0.3) if self._exchanges else min(LARGEST, body.height())
            wide = min(len(ships) * (low + 5), body.width())
            middle = QRectF(body.center().x() - wide / 2, body.top(), wide, low)
            self._pen.draw_counters(painter, ships, middle, low)
            body.setTop(body.top() + low + 4)
        if self._exchanges:
            self._draw_exchanges(painter, body)

    def _draw_exchanges(self, painter: QPainter, body: QRectF) -> None:
        many = len(self._exchanges)
        rows = 1 if many <= max(int(body.width() // 190), 1) or body.height() < 190 else 2
        across = -(-many // rows)
        wide, high = min(body.width() / across, 330.0), body.height() / rows
        for number, each in enumerate(self._exchanges):
            row, column = divmod(number, across)
            start = body.left() + max(body.width() - wide * min(across, many - row * across), 0) / 2
            area = QRectF(start + column * wide, body.top() + row * high, wide - 6, high - 4)
            self.lanes.append((area, each))
            if each.other or each.is_open:
                self._draw_duel(painter, each, area)
            else:
                self._draw_alone(painter, each, area)

    def _draw_duel(self, painter: QPainter, each: Exchange, area: QRectF) -> None:
        """Draw two counters opposite each other, with an arrow for each that rolls against the other."""
        side = max(min(_LARGEST_AT_SEA, area.height() * 0.5, area.width() * 0.36), SMALLEST)
        one = QPointF(area.left() + side / 2 + 2, area.top() + side / 2 + 2)
        wide = min(area.width(), side * 2.9)
        other = QPointF(area.left() + wide - side / 2 - 2, area.bottom() - side / 2 - 2)
        for piece, start, goal, above in ((each.one, one, other, True), (each.other, other, one, False)):
            throws = [throw for throw in each.throws if throw.piece == piece]
            casts = [cast for cast in each.casts if cast.piece == piece]
            if throws or casts:
                self._draw_fire(painter, throws, casts, start, goal, side, area, above=above)
        for piece, middle in ((each.one, one), (each.other, other)):
            if piece:
                self._pen.draw_counter(painter, piece, middle, side)
            else:
                self._draw_slot(painter, middle, side)

    def _draw_slot(self, painter: QPainter, middle: QPointF, side: float) -> None:
        """Draw the outline of a counter that is still to be chosen."""
        painter.setPen(QPen(self._theme.colour("accent"), 1.6, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side), 7, 7)

    def _draw_fire(
        self,
        painter: QPainter,
        throws: Sequence[PendingThrow],
        casts: Sequence[BattleRoll],
        start: QPointF,
        goal: QPointF,
        side: float,
        area: QRectF,
        *,
        above: bool,
    ) -> None:
        """Draw an arrow from a counter to its target. On it are the results with which the first coming roll hits, or
        else the dice of the first roll made.
        """
        sign = 1 if above else -1
        from_ = QPointF(start.x() + sign * side * 0.56, start.y() + sign * -side * 0.12)
        to = QPointF(goal.x() + sign * side * 0.06, goal.y() - sign * side * 0.56)
        ink = self._theme.colour("neutral")
        colours = [
            self._sides[each.side].colour
            for each in (self._page.sides if self._page else ())
            if each.side in self._sides
        ]
        if len(colours) > 1:
            ink = self._theme.colour(colours[0] if above else colours[1])
        draw_arrow(painter, from_, to, ink)
        middle = QPointF((from_.x() + to.x()) / 2 + sign * 30, (from_.y() + to.y()) / 2 - sign * (side * 0.2 + 6))
        if throws:
            self._draw_tag(painter, _needed(throws[0]), middle, ink, area)
        else:
            self._draw_cast_about(painter, casts[0], middle, area)

    def _draw_tag(self, painter: QPainter, words: str, middle: QPointF, ink: QColor, within: QRectF) -> None:
        font = self._pen.font(11, bold=True)
        wide = QFontMetricsF(font).horizontalAdvance(words) + 12
        area = _kept_in(QRectF(middle.x() - wide / 2, middle.y() - 10, wide, 20), within)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(area, 4, 4)
        self._pen.write(painter, area, words, ink, 11, bold=True, align=Qt.AlignmentFlag.AlignHCenter)

    def _draw_cast_about(self, painter: QPainter, cast: BattleRoll, middle: QPointF, within: QRectF) -> None:
        """Draw rolled dice on an arrow."""
        wide = min(len(cast.faces), _MOST_DICE) * (_DIE + 3) + 52
        area = _kept_in(QRectF(middle.x() - wide / 2, middle.y() - _DIE / 2 - 3, wide, _DIE + 6), within)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(area, 5, 5)
        self._draw_cast(painter, cast, QPointF(area.left() + 4, area.top() + 1), area)

    def _draw_cast(self, painter: QPainter, cast: BattleRoll, at: QPointF, within: QRectF) -> None:
        """Draw the first dice of a roll, at most 12, with its result beside them. Dice that hit have the colour of
        hits.
        """
        many = min(len(cast.faces), _MOST_DICE)
        for number, shows in enumerate(cast.faces[:many]):
            place = QRectF(at.x() + number * (_DIE + 3), at.y() + 2, _DIE, _DIE)
            draw_die(painter, DieFace(shows, shows in PIPPED), place, *colours_of(cast, number, self._theme))
        left = at.x() + many * (_DIE + 3) + 6
        words = QRectF(left, at.y(), within.right() - left, _DIE + 4)
        colour = self._theme.colour("err" if cast.hitting else "ink")
        self._pen.write(painter, words, cast.came, colour, 12, bold=True)

    def _draw_alone(self, painter: QPainter, each: Exchange, area: QRectF) -> None:
        """Draw a counter without an opponent, or the roll of a whole side, with its dice beside it."""
        left = area.left()
        if each.one:
            side = max(min(_LARGEST_AT_SEA, area.height() * 0.8, area.width() * 0.4), SMALLEST)
            self._pen.draw_counter(painter, each.one, QPointF(left + side / 2, area.center().y()), side)
            left += side + 10
        many = len(each.throws) + len(each.casts)
        high = min(_LINE, area.height() / max(many, 1))
        top = area.center().y() - high * many / 2
        for cast in each.casts:
            line = QRectF(left, top, area.right() - left, high)
            self._draw_cast(painter, cast, self._draw_why(painter, cast.why, line).topLeft(), area)
            top += high
        for throw in each.throws:
            line = QRectF(left, top, area.right() - left, high)
            self._draw_throw(painter, throw, self._draw_why(painter, throw.title, line))
            top += high

    def _draw_throw(self, painter: QPainter, throw: PendingThrow, below: QRectF) -> None:
        """Draw the blank dice of a coming roll, at most 12, and the results that they need."""
        dice = min(dice_in((throw,)), _MOST_DICE)
        for number in range(dice):
            draw_die(painter, DieFace(""), QRectF(below.left() + number * (_DIE + 3), below.top() + 2, _DIE, _DIE))
        words = _needed(throw) if throw.needs or not dice else ""
        beside = QRectF(below.left() + dice * (_DIE + 3) + 6, below.top(), below.width(), _DIE + 4)
        self._pen.write(painter, beside, words, self._theme.colour("accent"), 12, bold=True)

    def _draw_why(self, painter: QPainter, why: str, line: QRectF) -> QRectF:
        """Write the purpose of a roll, and return the area below it."""
        self._pen.write(painter, QRectF(line.left(), line.top(), line.width(), 16), why, self._theme.colour("ink2"), 11)
        return line.adjusted(0, 16, 0, 0)


def _needed(throw: PendingThrow) -> str:
    return tr("hits on {needs}", needs=throw.needs) if throw.needs else throw.dice


def _kept_in(area: QRectF, within: QRectF) -> QRectF:
    """Return an area moved into another area, if it fits."""
    left = min(max(area.left(), within.left()), max(within.right() - area.width(), within.left()))
    top = min(max(area.top(), within.top()), max(within.bottom() - area.height(), within.top()))
    return QRectF(left, top, area.width(), area.height())
