"""Belief and truth side by side: small maps that show the same part of the map as each side sees it, and as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from tabletop.desktop.drawing.fonts import FACES
from tabletop.desktop.drawing.symbols import paint_svg
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.umpire.belief_marks import paint_letter, paint_small_claim, paint_unknown
from tabletop.desktop.umpire.desk_facts import TRUTH, DeskView

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabletop.desktop.drawing.theme import Theme
    from tabletop.desktop.map.map_view import TableView
    from tabletop.desktop.umpire.desk_views import DeskViews
    from tabletop.game.beliefs.belief_differences import BeliefDifference, BeliefPoint
    from tabletop.game.state.game import Game

_HEAD_PX: Final = 24
_NARROWEST_PX: Final = 150
_LOWEST_PX: Final = 150
_READABLE_PX: Final = 17.0
"""The size of a counter (screen pixels) up to which the small maps zoom in."""

_PIECE_PX: Final = (9.0, 24.0)
"""The least and the greatest size of a counter on the small maps (screen pixels)."""

_CLAIM_PX: Final = 20.0
_AGAIN_MS: Final = 60
_NOTCH: Final = 120


class BeliefStrip(QScrollArea):
    """The small maps: the first side, the truth, then the other sides. They show the part that the large map shows, or
    the middle of it.
    """

    def __init__(self, views: DeskViews, theme: Theme, view: Callable[[], TableView]) -> None:
        """Make the strip; `view` gives the view of the large map."""
        super().__init__()
        self._views = views
        self._view = view
        self._ground = QPixmap()
        self._watched: set[TableView] = set()
        self._counter = views.counter_side
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._paint_ground)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(_LOWEST_PX)
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        first, *others = views.facts.sides
        self.maps = [SmallMap(self, views, theme, side) for side in (first, TRUTH, *others)]
        for small in self.maps:
            row.addWidget(small, 1)
        self.setWidget(inside)

    def show_facts(self) -> None:
        """Show the current facts."""
        view = self._view()
        if view not in self._watched:
            self._watched.add(view)
            view.viewport().installEventFilter(self)
            view.zoomed.connect(lambda _: self._again.start())
            for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
                bar.valueChanged.connect(lambda _: self._again.start())
        self._again.start()
        for small in self.maps:
            small.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Follow the size of the large map."""
        if event.type() == QEvent.Type.Resize:
            self._again.start()
        return super().eventFilter(watched, event)

    @property
    def camera(self) -> tuple[QPointF, float]:
        """The point in the middle of the small maps (map pixels), and their number of screen pixels to a map pixel."""
        view, room = self._view(), self.maps[0].canvas
        large, scale = view.viewport().rect(), view.scale_now
        whole = scale * max(room.width() / large.width(), room.height() / large.height())
        return view.middle, max(whole, min(scale, _READABLE_PX / self._counter))

    def _paint_ground(self) -> None:
        """Paint the ground of all small maps from the tiles of the large one."""
        if not self.isVisible():
            return
        view, (middle, scale) = self._view(), self.camera
        room, ratio = self.maps[0].canvas.size(), self.devicePixelRatioF()
        if not room.isEmpty():
            wide = QSize(*(round(side * view.scale_now / scale) for side in (room.width(), room.height())))
            large = QPixmap(wide * ratio)
            large.setDevicePixelRatio(ratio)
            area = QRectF(0, 0, room.width() / scale, room.height() / scale)
            area.moveCenter(middle)
            with QPainter(large) as painter:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.scale(view.scale_now, view.scale_now)
                painter.translate(-area.topLeft())
                view.paint_sheet(painter, area, view.scale_now)
            mode = Qt.TransformationMode.SmoothTransformation
            self._ground = large.scaled(room.toSize() * ratio, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
            self._ground.setDevicePixelRatio(ratio)
        for small in self.maps:
            small.update()

    @property
    def ground(self) -> QPixmap:
        """The ground under the small maps."""
        return self._ground

    def pan(self, by: QPoint) -> None:
        """Move the shared camera by a distance on a small map (screen pixels)."""
        middle, scale = self.camera
        self._view().look_at(middle.x() - by.x() / scale, middle.y() - by.y() / scale)

    def zoom(self, turned: int) -> None:
        """Zoom the shared camera by a rotation of the wheel (eighths of a degree)."""
        self._view().zoom_by(turned / _NOTCH)

    @property
    def map_index(self) -> int:
        """The number of the map on show."""
        return self._view().table_scene.map_index


class SmallMap(QWidget):
    """One small map: a side's belief, or the truth."""

    def __init__(self, strip: BeliefStrip, views: DeskViews, theme: Theme, side: DeskView) -> None:
        super().__init__()
        self._strip = strip
        self._views = views
        self._theme = theme
        self.side = side
        self._grabbed: QPoint | None = None
        self.setMinimumSize(_NARROWEST_PX, _LOWEST_PX)
        self.setAccessibleName(self.title)

    @property
    def title(self) -> str:
        """The title over the map."""
        return tr("Truth") if self.side == TRUTH else tr("View of {side}", side=self._views.facts.title(self.side))

    @property
    def canvas(self) -> QRectF:
        """The area of the map under the title."""
        return QRectF(0, _HEAD_PX, self.width(), self.height() - _HEAD_PX)

    @property
    def differences(self) -> list[BeliefDifference]:
        """The differences that are marked here: those of the side, or all."""
        return self._views.facts.lettered(self.side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint the title, the ground, the pieces, the contacts and the letters."""
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            self._paint_head(painter)
            if not self._views.is_open:
                return
            painter.setClipRect(self.canvas)
            painter.fillRect(self.canvas, self._theme.colour("sea2"))
            painter.drawPixmap(self.canvas.topLeft(), self._strip.ground)
            self._paint_pieces(painter)
            self._paint_contacts(painter)
            self._paint_letters(painter)
            painter.setPen(QPen(self._theme.colour("line2"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.canvas.adjusted(0.5, 0, -0.5, -0.5))

    def _paint_head(self, painter: QPainter) -> None:
        head = QRectF(0, 0, self.width(), _HEAD_PX)
        mark = None if self.side == TRUTH else self._views.mark(self.side)
        soft = self._theme.colour("ums") if mark is None else mark.soft
        colour = self._theme.readable_on(soft.name(), "um" if mark is None else mark.colour.name())
        painter.fillRect(head, soft)
        box = QRectF(8, 6, 12, 12)
        paint_svg(painter, "symbols", "diamond" if mark is None else mark.symbol, box, colour.name())
        painter.setPen(colour)
        painter.setFont(FACES["text"].font(12))
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(head.adjusted(26, 0, -8, 0), left | middle, self.title)
        count = len(self.differences)
        said = tr("{count} {count:difference|differences}", count=count) if count else ""
        painter.setFont(FACES["place_minor"].font(11))
        painter.setPen(self._theme.readable_on(soft.name(), "ink2"))
        if painter.fontMetrics().horizontalAdvance(self.title + said) < self.width() - 60:
            painter.drawText(head.adjusted(26, 0, -8, 0), right | middle, said)

    def _game(self) -> Game:
        facts = self._views.facts
        return facts.game if self.side == TRUTH else facts.seen(self.side)

    def _at(self, x: float, y: float) -> QPointF:
        """Return the point of this widget over a point of the map (map pixels)."""
        middle, scale = self._strip.camera
        return self.canvas.center() + (QPointF(x, y) - middle) * scale

    def _paint_pieces(self, painter: QPainter) -> None:
        game, index, (_, scale) = self._game(), self._strip.map_index, self._strip.camera
        pictures = self._views.pictures(self.side)
        beside: dict[tuple[int, int], int] = {}
        for holder in game.holders.values():
            if holder.map != index or holder.form not in ("stack", "box") or not holder.pieces:
                continue
            at = self._at(holder.x, holder.y)
            if not self.canvas.adjusted(-20, -20, 20, 20).contains(at):
                continue
            key = holder.x, holder.y
            beside[key] = beside.get(key, -1) + 1
            side = pictures.side(game, holder.pieces[-1])
            across = min(max(side * scale, _PIECE_PX[0]), _PIECE_PX[1])
            picture = pictures.picture(game, holder.pieces[-1], across / side)
            ratio = across / side / picture.side_px * side if picture.side_px else 1.0
            painter.save()
            painter.translate(at + QPointF(beside[key] * across * 0.7, 0))
            painter.scale(ratio, ratio)
            painter.drawPixmap(picture.offset, picture.pixmap)
            painter.restore()

    def _paint_contacts(self, painter: QPainter) -> None:
        facts, index = self._views.facts, self._strip.map_index
        for contact in self._game().contacts.values() if self.side != TRUTH else ():
            if contact.map == index:
                at = self._at(contact.x, contact.y)
                paint_small_claim(painter, at, facts.words.sign([contact]), _CLAIM_PX, self._theme)

    def _paint_letters(self, painter: QPainter) -> None:
        used: dict[tuple[int, int], int] = {}
        for one in self.differences:
            point = self._point(one)
            if point is None or point.map != self._strip.map_index:
                continue
            at = self._at(point.x, point.y)
            if self.side != TRUTH and one.kind == "unknown":
                paint_unknown(painter, at, _CLAIM_PX, self._theme)
            elif self.side == TRUTH and one.kind == "invented":
                paint_unknown(painter, at, _CLAIM_PX * 0.7, self._theme)
            key = point.x, point.y
            used[key] = used.get(key, 0) + 1
            paint_letter(painter, at + QPointF(24, 4 - 17 * (used[key] - 1)), one.letter, self._theme)

    def _point(self, one: BeliefDifference) -> BeliefPoint | None:
        if self.side == TRUTH:
            return one.truth or one.believed
        return one.believed or one.truth

    # the camera

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin to pan."""
        self._grabbed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Pan all maps."""
        if self._grabbed is not None:
            here = event.position().toPoint()
            self._strip.pan(here - self._grabbed)
            self._grabbed = here

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002, N802
        """End panning."""
        self._grabbed = None

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom all maps."""
        self._strip.zoom(event.angleDelta().y())
        event.accept()
