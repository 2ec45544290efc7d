"""The view of one map: zooming, panning, and the passing of events to the current tool."""

import math
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView, QWidget

from tabletop.desktop.map.edge_scroll import EdgeScroll
from tabletop.desktop.map.map_scroll_bars import OverlayBars
from tabletop.desktop.map.tools.tool import Tool
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.scene.table_scene import TableScene

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MIME = "application/x-wartable-kind"
"""The type of the data dragged from the counter tray to a map: the key of a kind."""

ZOOM_STEP = 1.25
NOTCH = 120
"""The rotation of the wheel for one notch, in Qt's units."""

ROOM = 0.6
"""The distance that one can scroll beyond the edges of a map, as a part of the map's width or height."""

SETTLE_MS = 60
"""The time (in ms) for which the map must not move before sharp pictures are made."""

REVEAL_S = 0.003
SHARPEN_S = 0.024
"""The greatest times (in seconds) of one slice of work: for parts that come into view, and for sharper pictures."""

MOST_RECTS = 8
"""The most rectangles in which an exposed area is painted; with more, it is painted as one."""

MOST_PIXELS = 64_000_000
"""The most pixels of a picture of a whole map."""

PREPARED_S = 10.0
"""The longest time (in seconds) that a picture of a whole map waits for the sheet to be ready."""

SAME_SCALE = 1e-3
"""The relative difference up to which two scales count as the same."""

IN_SIGHT_PX = 24
"""The least distance from the edge of the view of a point that is well in view (screen pixels)."""

CLOSEST = 4.0
"""The most screen pixels for a map pixel, unless the map itself sets a larger scale."""


_LEAVE_THE_PAINTER = QGraphicsView.OptimizationFlag.DontSavePainterState
"""A flag for speed: Qt does not save the painter's state. All items set the state that they need."""


class MapPainter(Protocol):
    """The painter of the map under the pieces."""

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Paint the part `exposed` of the sheet (map pixels), with `scale` screen pixels for each map pixel."""
        ...

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        """Return whether all pictures that a part of the sheet needs are ready."""
        ...

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        """Make some of the missing pictures, for a few milliseconds."""
        ...


class TableView(QGraphicsView):
    """A view of one map: its pieces (the scene) over its sheet.

    The wheel scrolls; with Ctrl it zooms at the cursor. The middle button pans.
    """

    zoomed = Signal(float)
    """The map now has this scale (screen pixels for each map pixel)."""

    hovered = Signal(QPointF)
    """The cursor is at this point (map pixels); the point is NaN after the cursor has left the map."""

    dropped = Signal(str, QPointF)
    """A kind from the counter tray was dropped at this point (map pixels)."""

    menu_wanted = Signal(QPoint, bool)
    """A menu is requested: at this point (viewport), or by the keyboard for the selection."""

    key_pressed = Signal(object)
    """A key that the module may use: a `QKeyEvent`, accepted if it does."""

    def __init__(
        self, scene: TableScene, sheet: MapPainter, levels: "Sequence[float]" = (), parent: QWidget | None = None
    ) -> None:
        """Make the view; `levels` are the scales to zoom between, if the map has any (screen pixels to a map pixel)."""
        super().__init__(scene, parent)
        self.levels = levels
        self._turned = 0
        self.table_scene = scene
        # Room to scroll beyond the map's edges, so that the point under the cursor can stay there while zooming.
        self._map = scene.sceneRect()
        self.setSceneRect(self._map.adjusted(*(edge * ROOM for edge in _edges(self._map))))
        self._sheet = sheet
        self._tool: Tool | None = None
        self._panning: QPoint | None = None
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)  # Qt's own way forgets the position after a zoom
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setOptimizationFlags(_LEAVE_THE_PAINTER | QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self._exposed = QRect()
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAcceptDrops(True)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._sharpen)
        scene.left_bare.connect(self._settle.start)
        self._was_seen = self._was_placed = self._is_on_its_way = False
        self._first_scale = 0.0
        self._covered_px = 0
        self._middle: QPointF | None = None
        self._room = QRect()
        self.bars = OverlayBars(self)
        self._carried: QMouseEvent | None = None
        self._edge = EdgeScroll(self)
        self._edge.scrolled.connect(self._carry_on)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(self._scrolled)

    def use(self, tool: Tool) -> None:
        """Use this tool. The previous tool removes its drawing."""
        if self._tool is not None:
            self._tool.cancel()
        self._tool = tool

    def let_go(self) -> None:
        """Cancel the current gesture, without a command."""
        if self._tool is not None:
            self._tool.cancel()

    # looking

    def look_anew(self) -> None:
        """Paint the sheet again after its appearance has changed. Sharp pictures follow when the map is still."""
        self.viewport().update()
        self._settle.start()

    @property
    def scale_now(self) -> float:
        """The number of screen pixels for each map pixel."""
        return self.transform().m11()

    @property
    def map_area(self) -> QRectF:
        """The whole of the map (map pixels)."""
        return QRectF(self._map)

    @property
    def seen_area(self) -> QRectF:
        """The part of the map that is in view (map pixels)."""
        return self._seen_area()

    @property
    def middle(self) -> QPointF:
        """The point of the map in the middle of the view (map pixels)."""
        return self.mapToScene(self.viewport().rect().center())

    def zoom_to(self, scale: float, about: QPoint | None = None) -> None:
        """Zoom to a scale (screen pixels for each map pixel), or to the nearest one that is allowed.

        The point at `about` (viewport; by default the middle) stays in place.
        """
        self._was_placed = True
        still = about or self.viewport().rect().center()
        furthest = min(self._fitting_scale() * 0.8, *self.levels, math.inf)
        scale = min(max(scale, furthest), max(CLOSEST, *self.levels, 0.0))
        before = self.mapToScene(still)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        was = self.transform()  # `QGraphicsView.scale` would multiply, with an error of rounding
        self.setTransform(QTransform(scale, 0, 0, scale, was.dx(), was.dy()))
        moved = self.mapToScene(still) - before
        self.translate(moved.x(), moved.y())
        self._middle = None
        self.table_scene.set_scale(scale)
        self._offer_bars()
        self._reveal()
        self._settle.start()
        self.zoomed.emit(scale)

    def zoom_by(self, steps: float, about: QPoint | None = None) -> None:
        """Zoom in (or out, below 0) by this many steps."""
        self.zoom_to(self.scale_now * ZOOM_STEP**steps, about)

    def zoom_on(self, step: int, about: QPoint | None = None) -> None:
        """Zoom in (1) or out (-1) to the next of the map's scales; if the map has none, by one step."""
        now = self.scale_now * (1 + step * SAME_SCALE)
        beyond = [level for level in self.levels if (level > now if step > 0 else level < now)]
        if beyond:
            self.zoom_to(min(beyond) if step > 0 else max(beyond), about)
        elif not self.levels:
            self.zoom_by(step, about)

    def begin_at(self, scale: float) -> None:
        """Show the map at a scale from its upper left corner; a map smaller than the view is centred."""
        self.zoom_to(scale)
        room = self.viewport().rect()
        area = self._map
        wide, high = (
            min(room.width() / self.scale_now, area.width()),
            min(room.height() / self.scale_now, area.height()),
        )
        self.centerOn(area.left() + wide / 2, area.top() + high / 2)
        self._first_scale, self._was_placed = scale, False

    def fit(self) -> None:
        """Show the whole map."""
        self.zoom_to(self._fitting_scale())
        self.centerOn(self._map.center() - QPointF(0, self._covered_px / 2 / self.scale_now))
        self._was_placed = False

    def leave_free(self, top: int) -> None:
        """Show the whole map below an upper strip of the view (screen pixels), which something else covers."""
        if top != self._covered_px:
            self._covered_px = top
            if self.isVisible() and not self._was_placed and not self._first_scale:
                self.fit()

    def fit_width(self) -> None:
        """Zoom so that the map is as wide as the view."""
        self.zoom_to(self.viewport().width() / max(self._map.width(), 1.0))

    def fit_height(self) -> None:
        """Zoom so that the map is as high as the view."""
        self.zoom_to(self.viewport().height() / max(self._map.height(), 1.0))

    def is_at(self, scale: float) -> bool:
        """Return whether the map is shown at this scale."""
        return abs(self.scale_now - scale) <= scale * SAME_SCALE

    def sees(self, x: float, y: float) -> bool:
        """Return whether a point of the map (map pixels) is well in view, not just at the edge."""
        beside = IN_SIGHT_PX / self.scale_now
        return self._seen_area().adjusted(beside, beside, -beside, -beside).contains(x, y)

    def look_at(self, x: float, y: float) -> None:
        """Centre the view on a point of the map (map pixels)."""
        self._was_placed = True
        self._centre(QPointF(x, y))
        self._reveal()

    def _centre(self, point: QPointF) -> None:
        """Centre the view on a point of the map, and keep it there when the view is resized."""
        self._is_on_its_way = True  # both bars move, one after the other
        self.centerOn(point)
        self._is_on_its_way = False
        self._middle = point

    def scroll_on_map(self, by: QPoint) -> bool:
        """Scroll by a distance (screen pixels), but not beyond the edges of the map; return whether the map moved."""
        seen, area, scale = self._seen_area(), self._map, self.scale_now
        steps = (
            (self.horizontalScrollBar(), by.x(), area.left() - seen.left(), area.right() - seen.right()),
            (self.verticalScrollBar(), by.y(), area.top() - seen.top(), area.bottom() - seen.bottom()),
        )
        moved = False
        for bar, wanted, back, on in steps:
            furthest = max(math.floor(on * scale), 0) if wanted > 0 else min(math.ceil(back * scale), 0)
            step = min(wanted, furthest, key=abs)
            moved = moved or step != 0
            bar.setValue(bar.value() + step)
        return moved

    def _offer_bars(self) -> None:
        """Offer scroll bars only where the map is larger than the view."""
        area, room, scale = self._map, self.viewport().rect(), self.scale_now
        self.bars.offer(across=area.width() * scale > room.width() + 1, down=area.height() * scale > room.height() + 1)

    def _fitting_scale(self) -> float:
        area, room = self._map, self.viewport().rect().adjusted(0, self._covered_px, 0, 0)
        return min(room.width() / max(area.width(), 1.0), room.height() / max(area.height(), 1.0))

    def _seen_area(self) -> QRectF:
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def _scrolled(self) -> None:
        if not self._is_on_its_way:
            self._middle = None
        self._reveal()
        self._settle.start()

    def _reveal(self) -> None:
        """Draw the parts that have just come into view, but only for the time that a frame may take."""
        if self.isVisible() and not self._is_on_its_way:
            self.table_scene.reveal(self._seen_area(), REVEAL_S)

    def _sharpen(self) -> None:
        """Draw sharp pictures of the visible part, a little at a time, after zooming or scrolling."""
        if self._settle.isActive() or not self.isVisible():
            return
        self._was_seen = True
        seen = self._seen_area()
        if not self.table_scene.refresh(seen, SHARPEN_S):
            soon(self, TableView._sharpen)
            return
        if not self._is_smooth():
            self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            self.viewport().update()
        if not self._sheet.is_ready(seen, self.scale_now):
            self._sheet.prepare_some(seen, self.scale_now)
            if self._sheet.is_ready(seen, self.scale_now):
                self.viewport().update()
            soon(self, TableView._sharpen)

    def _is_smooth(self) -> bool:
        return bool(self.renderHints() & QPainter.RenderHint.SmoothPixmapTransform)

    # painting

    def whole_picture(self, scale: float) -> QImage:
        """Return a picture of the whole map with its pieces, at this scale, or at the largest scale that is
        possible.
        """
        area = self._map
        scale = min(scale, math.sqrt(MOST_PIXELS / max(area.width() * area.height(), 1.0)))
        image = QImage(
            max(round(area.width() * scale), 1), max(round(area.height() * scale), 1), QImage.Format.Format_RGB32
        )
        until = perf_counter() + PREPARED_S
        while not self._sheet.is_ready(area, scale) and perf_counter() < until:
            self._sheet.prepare_some(area, scale)
        self.table_scene.refresh(area)
        with QPainter(image) as painter:
            painter.setRenderHints(self.renderHints() | QPainter.RenderHint.SmoothPixmapTransform)
            painter.scale(scale, scale)
            painter.translate(-area.topLeft())
            self._sheet.paint(painter, area, scale)
            painter.resetTransform()
            self.table_scene.render(painter, QRectF(image.rect()), area)
        return image

    def paint_sheet(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Paint a part of the sheet (map pixels) with `scale` screen pixels for each map pixel, as well as is now
        possible.
        """
        self._sheet.paint(painter, area, scale)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the exposed area one rectangle at a time: Qt copies pictures fast only inside a single one."""
        self.table_scene.look_at(self._seen_area())
        region = event.region()
        exposed = cast("Iterable[QRect]", region) if region.rectCount() <= MOST_RECTS else [region.boundingRect()]
        for self._exposed in exposed:
            super().paintEvent(QPaintEvent(self._exposed))

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802
        """Paint the sheet, and clip the painting of the items to the same rectangle of the viewport."""
        onto_map = painter.worldTransform()
        painter.resetTransform()
        painter.setClipRect(self._exposed)
        painter.setWorldTransform(onto_map)
        self._sheet.paint(painter, QRectF(rect), self.scale_now)

    # events

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom with Ctrl, scroll otherwise."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_with_wheel(event.angleDelta().y(), event.position().toPoint())
            event.accept()
            return
        super().wheelEvent(event)

    def _zoom_with_wheel(self, turned: int, about: QPoint) -> None:
        """Zoom as far as the wheel was turned, or to the next of the map's scales for each notch."""
        if not self.levels:
            self.zoom_by(turned / NOTCH, about)
            return
        self._turned += turned
        notches = int(self._turned / NOTCH)
        self._turned -= notches * NOTCH
        for _ in range(abs(notches)):
            self.zoom_on(1 if notches > 0 else -1, about)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin to pan with the middle button; pass any other press to the tool."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._panning = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._tool is not None:
            self._tool.press(event, self.mapToScene(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Pan, or pass the movement to the tool."""
        here = event.position().toPoint()
        if self._panning is not None:
            moved = here - self._panning
            self._panning = here
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())
            return
        point = self.mapToScene(here)
        self.hovered.emit(point)
        if self._tool is not None:
            self._tool.move(event, point)
            self._feel_edge(event)

    def _feel_edge(self, event: QMouseEvent) -> None:
        """Scroll if the cursor is near the edge of a map during a drag."""
        if self._tool is None or not self._tool.is_carrying:
            self._edge.stop()
            return
        self._carried = event.clone()
        self._edge.carry_to(event.globalPosition().toPoint())

    def _carry_on(self) -> None:
        """Tell the tool that the map has moved under the cursor."""
        if self._tool is None or self._carried is None or not self._tool.is_carrying:
            self._edge.stop()
            return
        self._tool.move(self._carried, self.mapToScene(self._carried.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Clear the mark of others' last moves, and end panning or the tool's gesture."""
        self._edge.stop()
        self.table_scene.show_moved(())
        if event.button() == Qt.MouseButton.MiddleButton:
            self._panning = None
            self.viewport().unsetCursor()
        elif self._tool is not None:
            self._tool.release(event, self.mapToScene(event.position().toPoint()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Pass a double click to the tool."""
        if self._tool is not None:
            self._tool.double_click(event, self.mapToScene(event.position().toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Ask for the menu, unless a gesture is under way."""
        event.accept()
        if self._tool is None or not self._tool.is_busy:
            self.menu_wanted.emit(event.pos(), event.reason() == QContextMenuEvent.Reason.Keyboard)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Pass a key to the module, and if the module does not use it, to the tool. Escape goes only to the tool."""
        event.ignore()
        if event.key() != Qt.Key.Key_Escape:
            self.key_pressed.emit(event)
        if event.isAccepted() or (self._tool is not None and self._tool.key(event)):
            event.accept()
            return
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Accept counters from the tray."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802
        """Accept counters from the tray anywhere on the view."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Report the drop of a counter from the tray."""
        kind = bytes(event.mimeData().data(MIME).data()).decode()
        event.acceptProposedAction()
        self.dropped.emit(kind, self.mapToScene(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Report that the cursor has left the map."""
        self.hovered.emit(QPointF(float("nan"), float("nan")))
        super().leaveEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Tell Qt that the sheet covers everything, so that scrolling moves the pixels that are already painted."""
        super().showEvent(event)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # a style sheet has reset it
        self._settle.start()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the middle of the view in place. A map that was never visible before is shown whole, or at its first
        scale.
        """
        middle = self._middle or self._point_at(QRectF(self._room).center())
        super().resizeEvent(event)
        if self._room.isValid():
            self._centre(middle)
        self._room = self.viewport().rect()
        self._offer_bars()
        soon(self, TableView._fit_unseen)
        self._settle.start()

    def _point_at(self, at: QPointF) -> QPointF:
        """Return the exact point of the map at a point of the viewport, with fractions."""
        return self.viewportTransform().inverted()[0].map(at)

    def _fit_unseen(self) -> None:
        if self._was_seen or self._was_placed:
            return
        if self._first_scale:
            self.begin_at(self._first_scale)
        else:
            self.fit()


def _edges(area: QRectF) -> tuple[float, float, float, float]:
    """Return the adjustments that widen an area on each side by its own width or height."""
    return -area.width(), -area.height(), area.width(), area.height()
