"""The painted part of a battle board: the boxes of both sides, and the fights between them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from tabletop.assistance import BattleBox, BattlePage, BattleSide
from tabletop.desktop.battle.battle_field import OVER_HEADS, BattleField
from tabletop.desktop.battle.battle_pen import LARGEST, BattlePen, Counter
from tabletop.desktop.battle.battle_rolls import Exchange
from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.drawing.symbols import paint_svg
from tabletop.desktop.drawing.theme import Theme, mixed
from tabletop.desktop.platform.translation import tr
from tabletop.module.schema.module_file import SideRecord

_GAP: Final = 8.0
_BAND_HEAD: Final = 28.0
_BOX_HEAD: Final = 22.0
_TALL: Final = 720
"""The least height of the canvas (pixels) at which a side's boxes are drawn in two rows."""
_SLICE_MS: Final = 8
"""The time (in ms) for which pictures are drawn before the window handles its events again."""
_HELD_PX: Final = 72
_HELD: Final = 0.8
"""The opacity of a dragged counter, which must not hide the counter under it."""


class Hands(NamedTuple):
    """The gestures that the counters of a battle allow: clicks, and drops on other counters.

    The `choices` can be clicked, and each counter in `drops` can be dropped on others. The counters in `loose` leave
    their pair when they are dropped elsewhere. `hint` tells the player in a few words what to do.
    """

    choices: frozenset[int] = frozenset()
    drops: Mapping[int, frozenset[int]] = {}
    loose: frozenset[int] = frozenset()
    hint: str = ""


class BattleCanvas(QWidget):
    """The canvas with both sides of a battle and the field between them.

    Pictures of counters are drawn a few at a time.
    """

    picked = Signal(int)
    """A counter that may be chosen was clicked."""

    paired = Signal(int, int)
    """A counter was dropped on another."""

    parted = Signal(int)
    """A counter was removed from its pair."""

    considered = Signal(int, int)
    """A counter is held over another on which it can be dropped; 0 and 0 after that."""

    def __init__(self, counter: Counter, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__()
        self._counter = counter
        self._sides = sides
        self._theme = theme
        self._page: BattlePage | None = None
        self._exchanges: Sequence[Exchange] = ()
        self._hands = Hands()
        self._pressed: tuple[int, QPointF] | None = None
        self._at: QPointF | None = None
        self._pictures: dict[tuple[int, float], FacePixmap | None] = {}
        self._wanted: dict[tuple[int, float], None] = {}
        self._pen = BattlePen(theme, self._picture)
        self._field = BattleField(self._pen, sides)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._draw_some)
        self.setMouseTracking(True)
        self.setMinimumSize(420, 300)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a large size, so that the canvas gets all free room."""
        return QSize(1000, 640)

    @property
    def carried(self) -> int:
        """The counter that is being dragged, 0 for none."""
        return self._pen.carried

    def show_page(
        self,
        page: BattlePage,
        exchanges: Sequence[Exchange],
        fates: Mapping[int, str],
        hands: Hands = Hands(),  # noqa: B008 - a value
    ) -> None:
        """Show the current state of a battle. `fates` are words about the fate of some counters."""
        self._pictures.clear()
        self._wanted.clear()
        self._page = page
        self._pen.fates = fates
        self.setAccessibleName(page.title)
        self.show_exchanges(exchanges, hands)

    def show_exchanges(self, exchanges: Sequence[Exchange], hands: Hands) -> None:
        """Show the current pairs, and allow these gestures."""
        self._exchanges, self._hands = exchanges, hands
        self._pen.choices = hands.choices
        if self.carried not in hands.drops:
            self.drop_nothing()
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

    # clicks and drags

    def piece_at(self, point: QPointF) -> int:
        """Return the topmost counter at a point that can be clicked, dragged or dropped on; 0 for none."""
        hands = self._hands
        known = hands.choices.union(hands.drops, *hands.drops.values())
        return next((piece for area, piece in reversed(self._pen.stand) if piece in known and area.contains(point)), 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take hold of a counter."""
        piece = self.piece_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and piece:
            self._pressed = piece, event.position()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drag a counter along."""
        if self._pressed is None:
            can = self.piece_at(event.position()) in self._hands.drops
            self.setCursor(Qt.CursorShape.OpenHandCursor if can else Qt.CursorShape.ArrowCursor)
            return
        piece, start = self._pressed
        if not self.carried and piece in self._hands.drops:
            if (event.position() - start).manhattanLength() < QApplication.startDragDistance():
                return
            self._pen.carried = piece
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self.carried:
            self._at = event.position()
            self._aim(self._goal_at(event.position()))
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drop a counter on another, or elsewhere; or end a plain click."""
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        (piece, _), carried, goal = self._pressed, self.carried, self._pen.goal
        is_apart = carried in self._hands.loose and not self._is_home(carried, event.position())
        self.drop_nothing()
        if carried and goal:
            self.paired.emit(carried, goal)
        elif carried and is_apart:
            self.parted.emit(carried)
        elif not carried and piece in self._hands.choices and self.piece_at(event.position()) == piece:
            self.picked.emit(piece)

    def drop_nothing(self) -> None:
        """Cancel the drag; the counter goes back."""
        self._aim(0)
        self._pressed, self._at, self._pen.carried = None, None, 0
        self.unsetCursor()
        self.update()

    def _goal_at(self, point: QPointF) -> int:
        """Return the counter that a drop here would hit: the one at the point or in the pair there; 0 for none."""
        able = self._hands.drops.get(self.carried, frozenset())
        here = next((piece for area, piece in reversed(self._pen.stand) if piece in able and area.contains(point)), 0)
        lanes = (each for area, each in self._field.lanes if area.contains(point))
        near = [piece for each in lanes for piece in (each.one, each.other) if piece in able]
        return here or (near[0] if len(near) == 1 else 0)

    def _is_home(self, piece: int, point: QPointF) -> bool:
        """Return whether a point is in the area of the pair to which a piece belongs."""
        return any(area.contains(point) and piece in (each.one, each.other) for area, each in self._field.lanes)

    def _aim(self, goal: int) -> None:
        if goal != self._pen.goal:
            self._pen.goal = goal
            self.considered.emit(self.carried if goal else 0, goal)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the boxes of both sides, the field, and the dragged counter."""
        page = self._page
        if page is None:
            return
        self._pen.stand.clear()
        self._pen.usual = self.font()
        rows = 2 if self.height() >= _TALL else 1
        box = 112 if rows == 1 else min(max(self.height() * 0.13, 112), 160)
        band = _BAND_HEAD + rows * (box + _GAP)
        field = self.height() - 2 * band - 2 * _GAP
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            for number, side in enumerate(page.sides[:2]):
                top = number * (band + field + 2 * _GAP)
                self._draw_band(painter, side, QRectF(0, top, self.width(), band), rows)
            area = QRectF(0, band + _GAP, self.width(), field)
            self._field.draw(painter, page, self._exchanges, area, self._hands.hint)
            held = self._picture(self.carried, _HELD_PX) if self.carried else None
            if held is not None and self._at is not None:
                painter.setOpacity(_HELD)
                painter.translate(self._at)
                painter.scale(_HELD_PX / held.side_px, _HELD_PX / held.side_px)
                painter.drawPixmap(held.offset, held.pixmap)

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
        self._pen.write(painter, head.adjusted(22, 0, 0, 0), title, full, 13, bold=True)
        inner = area.adjusted(14, _BAND_HEAD, -_GAP, -_GAP)
        half = -(-len(side.boxes) // rows)
        for row in range(rows):
            high = (inner.height() - (rows - 1) * _GAP) / rows
            line = QRectF(inner.left(), inner.top() + row * (high + _GAP), inner.width(), high)
            self._draw_boxes(painter, side.boxes[row * half : (row + 1) * half], line, full)

    def _draw_boxes(self, painter: QPainter, boxes: Sequence[BattleBox], line: QRectF, full: QColor) -> None:
        """Draw boxes side by side. Boxes with more contents are wider."""
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
        wide = self._pen.write(painter, head, box.title, self._theme.colour("ink"), 11, bold=True)
        body = area.adjusted(8, _BOX_HEAD + 2, -8, -6)
        if box.note:
            beside = head.adjusted(wide + 10, 0, 0, 0)
            if beside.width() > 70:
                right = Qt.AlignmentFlag.AlignRight
                self._pen.write(painter, beside, box.note, self._theme.colour("ink2"), 10.5, align=right)
            else:
                under = QRectF(body.left(), body.bottom() - 12, body.width(), 14)
                self._pen.write(painter, under, box.note, self._theme.colour("ink2"), 10.5)
                body.setBottom(under.top())
        if box.points is not None:
            self._draw_points(painter, box, body, full)
        elif box.pieces:
            self._pen.draw_counters(painter, box.pieces, body.adjusted(0, OVER_HEADS, 0, 0), LARGEST)
        else:
            centre = Qt.AlignmentFlag.AlignHCenter
            self._pen.write(painter, body, tr("none"), self._theme.colour("ink3"), 11, align=centre)

    def _draw_points(self, painter: QPainter, box: BattleBox, body: QRectF, full: QColor) -> None:
        """Draw a plane for each point, at most 20, pale if the point was lost. Write both numbers under them."""
        left, of = box.points or (0, 0)
        if not of:
            centre = Qt.AlignmentFlag.AlignHCenter
            self._pen.write(painter, body, tr("none"), self._theme.colour("ink3"), 11, align=centre)
            return
        if box.mark:
            mark = QRectF(body.left(), body.bottom() - 18, body.width(), 18)
            self._pen.write(painter, mark, box.mark, full, 11, bold=True)
            body = body.adjusted(0, 0, 0, -20)
        step = min(22.0, body.width() / min(of, 10))
        for number in range(min(of, 20)):
            row, column = divmod(number, 10)
            place = QRectF(body.left() + column * step, body.top() + row * (step + 2), step - 3, step - 3)
            ink = full if number < left else self._theme.colour("line2")
            paint_svg(painter, "symbols", "plane", place, ink.name())
        said = QRectF(body.left(), body.top() + (2 if of > 10 else 1) * (step + 2), body.width(), 14)
        self._pen.write(painter, said, tr("{left} of {of} left", left=left, of=of), self._theme.colour("ink2"), 10.5)


def _said(each: Exchange) -> str:
    """Return rolls in words, for a screen reader."""
    found = [f"{throw.title}: {throw.dice} {throw.needs}".strip() for throw in each.throws]
    return ", ".join([*found, *(f"{cast.why}: {', '.join(cast.faces)}, {cast.came}" for cast in each.casts)])
