"""The painted part of a battle board: the boxes of both sides, and between them who fights whom."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from tabletop.assisting import BattleBox, BattlePage, BattleSide, Throw
from tabletop.desktop.battle.battle_rolls import Cast, Exchange, dice_in
from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.drawing.dice_faces import PIPPED, Die, draw_die
from tabletop.desktop.drawing.symbols import paint_svg
from tabletop.desktop.drawing.theme import Theme, mixed
from tabletop.module.schema.module_file import SideRecord
from tabletop.texts import text

Counter = Callable[[int, float], FacePixmap | None]
"""Gives the picture of a piece so many pixels wide; None for one that is not seen."""

_GAP: Final = 8.0
_BAND_HEAD: Final = 28.0
_BOX_HEAD: Final = 22.0
_LARGEST: Final = 88.0
_LARGEST_AT_SEA: Final = 124.0
_SMALLEST: Final = 34.0
_DIE: Final = 22.0
_OVER_HEADS: Final = 10.0
"""What a counter may wear over its head."""
_TALL: Final = 720
"""From this height on a side's boxes stand in two rows."""
_MOST_DICE: Final = 12
_LINE: Final = 66.0
_SLICE_MS: Final = 8
"""How long pictures are drawn before the window hears its events again."""


class BattleCanvas(QWidget):
    """Both sides of a battle and the field between them. Pictures of counters come a few at a time."""

    picked = Signal(int)
    """A click on a counter that may be chosen."""

    def __init__(self, counter: Counter, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__()
        self._counter = counter
        self._sides = sides
        self._theme = theme
        self._page: BattlePage | None = None
        self._exchanges: Sequence[Exchange] = ()
        self._fates: Mapping[int, str] = {}
        self._choices: frozenset[int] = frozenset()
        self._stand: list[tuple[QRectF, int]] = []
        self._pictures: dict[tuple[int, float], FacePixmap | None] = {}
        self._wanted: dict[tuple[int, float], None] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._draw_some)
        self.setMinimumSize(420, 300)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As large as there is room."""
        return QSize(1000, 640)

    def show_page(
        self,
        page: BattlePage,
        exchanges: Sequence[Exchange],
        fates: Mapping[int, str],
        choices: frozenset[int] = frozenset(),
    ) -> None:
        """Show a battle as it stands; counters may look otherwise than before.

        `fates` is what became of some, `choices` are those that may be chosen, which are ringed.
        """
        self._page, self._exchanges, self._fates, self._choices = page, exchanges, fates, choices
        self._pictures.clear()
        self._wanted.clear()
        self.setAccessibleName(page.title)
        self.setAccessibleDescription("; ".join(filter(None, map(_said, exchanges))))
        self.update()

    # pictures, a few at a time

    def _picture(self, piece: int, side: float) -> FacePixmap | None:
        key = (piece, side)
        if key not in self._pictures:
            self._wanted[key] = None
            if not self._timer.isActive():
                self._timer.start()
            return None
        return self._pictures[key]

    def _draw_some(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._wanted and clock.elapsed() < _SLICE_MS:
            key = next(iter(self._wanted))
            del self._wanted[key]
            self._pictures[key] = self._counter(*key)
        self.update()
        if self._wanted:
            self._timer.start()

    # clicks

    def piece_at(self, point: QPointF) -> int:
        """Return the counter that may be chosen at a point, the topmost; 0 for none."""
        return next((piece for area, piece in reversed(self._stand) if area.contains(point)), 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A counter that may be chosen is picked."""
        piece = self.piece_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and piece:
            self.picked.emit(piece)
        else:
            super().mousePressEvent(event)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bands and the field."""
        page = self._page
        if page is None:
            return
        self._stand.clear()
        rows = 2 if self.height() >= _TALL else 1
        box = 112 if rows == 1 else min(max(self.height() * 0.13, 112), 160)
        band = _BAND_HEAD + rows * (box + _GAP)
        field = self.height() - 2 * band - 2 * _GAP
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            for number, side in enumerate(page.sides[:2]):
                top = number * (band + field + 2 * _GAP)
                self._draw_band(painter, side, QRectF(0, top, self.width(), band), rows)
            self._draw_field(painter, page, QRectF(0, band + _GAP, self.width(), field))

    def _font(self, px: float, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(max(round(px), 8))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def _write(
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
        """Write into an area, with dots where it is too long; how wide it is."""
        font = self._font(px, bold=bold)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(area, align | Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)

    def _draw_band(self, painter: QPainter, side: BattleSide, area: QRectF, rows: int) -> None:
        record = self._sides.get(side.side)
        full = self._theme.colour(record.colour if record else "accent")
        soft = QColor(mixed(self._theme.panel, self._theme.colour(record.soft).name(), 0.7)) if record else full
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(soft)
        painter.drawRoundedRect(area, 8, 8)
        painter.setBrush(full)
        painter.drawRoundedRect(QRectF(area.left(), area.top(), 5, area.height()), 2.5, 2.5)
        head = QRectF(area.left() + 18, area.top() + 2, area.width() - 30, _BAND_HEAD - 2)
        if record is not None:
            paint_svg(painter, "symbols", record.mark, QRectF(head.left(), head.top() + 6, 14, 14), full.name())
        title = ", ".join(filter(None, (record.title if record else side.side, side.note)))
        self._write(painter, head.adjusted(22, 0, 0, 0), title, full, 13, bold=True)
        inner = area.adjusted(14, _BAND_HEAD, -_GAP, -_GAP)
        half = -(-len(side.boxes) // rows)
        for row in range(rows):
            high = (inner.height() - (rows - 1) * _GAP) / rows
            line = QRectF(inner.left(), inner.top() + row * (high + _GAP), inner.width(), high)
            self._draw_boxes(painter, side.boxes[row * half : (row + 1) * half], line, full)

    def _draw_boxes(self, painter: QPainter, boxes: Sequence[BattleBox], line: QRectF, full: QColor) -> None:
        """Boxes side by side, those with more in them wider."""
        weights = [0.35 + 0.65 * min(max(len(box.pieces), 1 if box.points is None else 2), 6) for box in boxes]
        room = line.width() - _GAP * (len(boxes) - 1)
        left = line.left()
        for box, weight in zip(boxes, weights, strict=True):
            wide = room * weight / sum(weights)
            self._draw_box(painter, box, QRectF(left, line.top(), wide, line.height()), full)
            left += wide + _GAP

    def _draw_box(self, painter: QPainter, box: BattleBox, area: QRectF, full: QColor) -> None:
        painter.setPen(QPen(self._theme.colour("line"), 1))
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(area, 7, 7)
        head = QRectF(area.left() + 8, area.top() + 2, area.width() - 14, _BOX_HEAD)
        wide = self._write(painter, head, box.title, self._theme.colour("ink"), 11, bold=True)
        body = area.adjusted(8, _BOX_HEAD + 2, -8, -6)
        if box.note:
            beside = head.adjusted(wide + 10, 0, 0, 0)
            if beside.width() > 70:
                right = Qt.AlignmentFlag.AlignRight
                self._write(painter, beside, box.note, self._theme.colour("ink2"), 10.5, align=right)
            else:
                under = QRectF(body.left(), body.bottom() - 12, body.width(), 14)
                self._write(painter, under, box.note, self._theme.colour("ink2"), 10.5)
                body.setBottom(under.top())
        if box.points is not None:
            self._draw_points(painter, box, body, full)
        elif box.pieces:
            self._draw_counters(painter, box.pieces, body.adjusted(0, _OVER_HEADS, 0, 0), _LARGEST)
        else:
            centre = Qt.AlignmentFlag.AlignHCenter
            self._write(painter, body, text("battle-none"), self._theme.colour("ink3"), 11, align=centre)

    def _draw_points(self, painter: QPainter, box: BattleBox, body: QRectF, full: QColor) -> None:
        """A plane for each point: filled while it is there, an outline where it was lost."""
        left, of = box.points or (0, 0)
        if not of:
            centre = Qt.AlignmentFlag.AlignHCenter
            self._write(painter, body, text("battle-none"), self._theme.colour("ink3"), 11, align=centre)
            return
        if box.mark:
            mark = QRectF(body.left(), body.bottom() - 18, body.width(), 18)
            self._write(painter, mark, box.mark, full, 11, bold=True)
            body = body.adjusted(0, 0, 0, -20)
        step = min(22.0, body.width() / min(of, 10))
        for number in range(min(of, 20)):
            row, column = divmod(number, 10)
            place = QRectF(body.left() + column * step, body.top() + row * (step + 2), step - 3, step - 3)
            ink = full if number < left else self._theme.colour("line2")
            paint_svg(painter, "symbols", "plane", place, ink.name())
        said = QRectF(body.left(), body.top() + (2 if of > 10 else 1) * (step + 2), body.width(), 14)
        self._write(painter, said, text("battle-points", left=left, of=of), self._theme.colour("ink2"), 10.5)

    def _draw_counters(self, painter: QPainter, pieces: Sequence[int], body: QRectF, side: float) -> None:
        """Counters in a row, over each other where there are many."""
        many = len(pieces)
        side = max(min(side, body.width(), body.height()), _SMALLEST)
        step = side + 5 if many * (side + 5) - 5 <= body.width() else (body.width() - side) / max(many - 1, 1)
        for number, piece in enumerate(pieces):
            self._draw_counter(painter, piece, QPointF(body.left() + number * step + side / 2, body.center().y()), side)

    def _draw_counter(self, painter: QPainter, piece: int, middle: QPointF, side: float) -> None:
        side = round(side)
        if piece in self._choices:
            around = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
            self._stand.append((around, piece))
            painter.setPen(QPen(self._theme.colour("sel"), max(3.0, side * 0.055)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(around.adjusted(-2, -2, 2, 2), 7, 7)
        picture = self._picture(piece, side)
        if picture is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("sunk"))
            painter.drawRoundedRect(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side), 6, 6)
            return
        painter.save()
        painter.translate(middle)
        scale = side / picture.side_px
        painter.scale(scale, scale)
        painter.drawPixmap(picture.offset, picture.pixmap)
        painter.restore()
        if piece in self._fates:
            tag = QRectF(middle.x() - side / 2, middle.y() - 9, side, 18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("err"))
            painter.drawRoundedRect(tag, 4, 4)
            ink, centre = self._theme.colour("accentink"), Qt.AlignmentFlag.AlignHCenter
            self._write(painter, tag.adjusted(2, 0, -2, 0), self._fates[piece], ink, 11, bold=True, align=centre)

    # the field between the sides

    def _draw_field(self, painter: QPainter, page: BattlePage, area: QRectF) -> None:
        painter.setPen(QPen(self._theme.colour("accent"), 1.6))
        painter.setBrush(QColor(mixed(self._theme.panel, self._theme.sea1, 0.85)))
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 8, 8)
        head = QRectF(area.left() + 16, area.top() + 4, area.width() - 32, 24)
        wide = self._write(painter, head, page.field, self._theme.colour("ink"), 13, bold=True)
        beside = head.adjusted(wide + 12, 0, 0, 0)
        self._write(painter, beside, page.rule, self._theme.colour("accent"), 11, bold=True)
        body = area.adjusted(14, 30 + _OVER_HEADS, -14, -10)
        if page.ships:
            low = min(64.0, body.height() * 0.3) if self._exchanges else min(_LARGEST, body.height())
            wide = min(len(page.ships) * (low + 5), body.width())
            middle = QRectF(body.center().x() - wide / 2, body.top(), wide, low)
            self._draw_counters(painter, page.ships, middle, low)
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
            if each.other:
                self._draw_duel(painter, each, area)
            else:
                self._draw_alone(painter, each, area)

    def _draw_duel(self, painter: QPainter, each: Exchange, area: QRectF) -> None:
        """Two counters across from each other, with an arrow for each that throws at the other."""
        side = max(min(_LARGEST_AT_SEA, area.height() * 0.5, area.width() * 0.36), _SMALLEST)
        one = QPointF(area.left() + side / 2 + 2, area.top() + side / 2 + 2)
        wide = min(area.width(), side * 2.9)
        other = QPointF(area.left() + wide - side / 2 - 2, area.bottom() - side / 2 - 2)
        for piece, start, goal, above in ((each.one, one, other, True), (each.other, other, one, False)):
            throws = [throw for throw in each.throws if throw.piece == piece]
            casts = [cast for cast in each.casts if cast.piece == piece]
            if throws or casts:
                self._draw_fire(painter, throws, casts, start, goal, side, area, above=above)
        self._draw_counter(painter, each.one, one, side)
        self._draw_counter(painter, each.other, other, side)

    def _draw_fire(
        self,
        painter: QPainter,
        throws: Sequence[Throw],
        casts: Sequence[Cast],
        start: QPointF,
        goal: QPointF,
        side: float,
        area: QRectF,
        *,
        above: bool,
    ) -> None:
        """An arrow from who throws to whom it is thrown at, with what it needs or what it came to."""
        sign = 1 if above else -1
        from_ = QPointF(start.x() + sign * side * 0.56, start.y() + sign * -side * 0.12)
        to = QPointF(goal.x() + sign * side * 0.06, goal.y() - sign * side * 0.56)
        ink = self._theme.colour("JP" if above else "AL")
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
        font = self._font(11, bold=True)
        wide = QFontMetricsF(font).horizontalAdvance(words) + 12
        area = _kept_in(QRectF(middle.x() - wide / 2, middle.y() - 10, wide, 20), within)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(area, 4, 4)
        self._write(painter, area, words, ink, 11, bold=True, align=Qt.AlignmentFlag.AlignHCenter)

    def _draw_cast_about(self, painter: QPainter, cast: Cast, middle: QPointF, within: QRectF) -> None:
        """Dice on an arrow."""
        wide = min(len(cast.faces), _MOST_DICE) * (_DIE + 3) + 52
        area = _kept_in(QRectF(middle.x() - wide / 2, middle.y() - _DIE / 2 - 3, wide, _DIE + 6), within)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(area, 5, 5)
        self._draw_cast(painter, cast, QPointF(area.left() + 4, area.top() + 1), area)

    def _draw_cast(self, painter: QPainter, cast: Cast, at: QPointF, within: QRectF) -> None:
        """The dice as they fell, those that hit in the colour of what counts, and beside them what came."""
        many = min(len(cast.faces), _MOST_DICE)
        for number, shows in enumerate(cast.faces[:many]):
            place = QRectF(at.x() + number * (_DIE + 3), at.y() + 2, _DIE, _DIE)
            draw_die(painter, Die(shows, shows in PIPPED), place, *colours_of(cast, number, self._theme))
        left = at.x() + many * (_DIE + 3) + 6
        words = QRectF(left, at.y(), within.right() - left, _DIE + 4)
        colour = self._theme.colour("err" if cast.hitting else "ink")
        self._write(painter, words, cast.came, colour, 12, bold=True)

    def _draw_alone(self, painter: QPainter, each: Exchange, area: QRectF) -> None:
        """One counter that is thrown at, or a throw of a whole side, with its dice beside it."""
        left = area.left()
        if each.one:
            side = max(min(_LARGEST_AT_SEA, area.height() * 0.8, area.width() * 0.4), _SMALLEST)
            self._draw_counter(painter, each.one, QPointF(left + side / 2, area.center().y()), side)
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

    def _draw_throw(self, painter: QPainter, throw: Throw, below: QRectF) -> None:
        """The dice that will be thrown, blank, and what they need."""
        dice = min(dice_in((throw,)), _MOST_DICE)
        for number in range(dice):
            draw_die(painter, Die(""), QRectF(below.left() + number * (_DIE + 3), below.top() + 2, _DIE, _DIE))
        words = _needed(throw) if throw.needs or not dice else ""
        beside = QRectF(below.left() + dice * (_DIE + 3) + 6, below.top(), below.width(), _DIE + 4)
        self._write(painter, beside, words, self._theme.colour("accent"), 12, bold=True)

    def _draw_why(self, painter: QPainter, why: str, line: QRectF) -> QRectF:
        """Write what dice are for; the room under it."""
        self._write(painter, QRectF(line.left(), line.top(), line.width(), 16), why, self._theme.colour("ink2"), 11)
        return line.adjusted(0, 16, 0, 0)


def colours_of(cast: Cast, number: int, theme: Theme) -> tuple[str, str]:
    """Return the face and the ink of a die: one that hits stands out, one that misses is pale."""
    if number in cast.hitting:
        return theme.err, theme.accentink
    return ("#FBF9F3", "#9AA1A6") if cast.counts_hits else ("#FBF9F3", "#16202A")


def _needed(throw: Throw) -> str:
    return text("battle-needs", needs=throw.needs) if throw.needs else throw.dice


def _said(each: Exchange) -> str:
    """Return who throws what, for who hears it read."""
    found = [f"{throw.title}: {throw.dice} {throw.needs}".strip() for throw in each.throws]
    return ", ".join([*found, *(f"{cast.why}: {', '.join(cast.faces)}, {cast.came}" for cast in each.casts)])


def _kept_in(area: QRectF, within: QRectF) -> QRectF:
    """Return the area moved so far that it lies within another, if it goes in."""
    left = min(max(area.left(), within.left()), max(within.right() - area.width(), within.left()))
    top = min(max(area.top(), within.top()), max(within.bottom() - area.height(), within.top()))
    return QRectF(left, top, area.width(), area.height())


def draw_arrow(painter: QPainter, start: QPointF, goal: QPointF, ink: QColor) -> None:
    """Draw a line with a head where it ends."""
    way = goal - start
    length = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1.0)
    ahead = QPointF(way.x() / length, way.y() / length)
    across = QPointF(-ahead.y(), ahead.x())
    painter.setPen(QPen(ink, 2))
    painter.drawLine(start, goal)
    painter.setPen(QPen(ink, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([goal - ahead * 9 + across * 5, goal, goal - ahead * 9 - across * 5]))
