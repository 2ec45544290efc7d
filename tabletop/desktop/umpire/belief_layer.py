"""One side's view over the true map of the window. It has the same ground and the same camera, but other pieces."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from tabletop.desktop.drawing.fonts import FACES
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.scene.layers.contact_signs import ContactSigns
from tabletop.desktop.scene.layers.piece_surroundings import PieceChanges
from tabletop.desktop.scene.map_scene import MapScene
from tabletop.desktop.umpire.belief_marks import SideMark
from tabletop.game.state.game import Game

_FRAME_PX: Final = 3.0
_TITLE_PX: Final = 24.0
_BELOW_PX: Final = 10.0


class BeliefScene:
    """The scene of one map as one side sees it, with its contacts. `show` lays it out again if the view has changed."""

    def __init__(self, drawn: MapScene, signs: ContactSigns) -> None:
        self.drawn = drawn
        self._signs = signs
        self._shown: Game | None = None
        drawn.table.emptied.connect(signs.forget)

    def show(self, seen: Game) -> None:
        """Show a side's view of the game."""
        if seen is not self._shown:
            self._shown = seen
            self.drawn.show_game(seen, PieceChanges.everything(seen))
            self._signs.show(seen)

    def forget(self) -> None:
        """Forget the shown view, so that the next `show` lays everything out again."""
        self._shown = None

    def paint(self, painter: QPainter, view: TableView) -> None:
        """Paint the part of the scene that a view shows."""
        table, area, scale = self.drawn.table, view.seen_area, view.scale_now
        table.set_scale(scale)
        table.refresh(area)
        table.render(painter, QRectF(view.viewport().rect()), area, Qt.AspectRatioMode.IgnoreAspectRatio)


class BeliefLayer(QWidget):
    """A cover over a map that paints a side's view, everywhere or to the right of a line. The only gestures that it
    handles are panning and zooming, which move the map under it.
    """

    def __init__(self, view: TableView, theme: Theme, over: Callable[[QPainter], None]) -> None:
        """Make the cover; `over` paints the umpire's marks over everything."""
        super().__init__(view)
        self._view = view
        self._theme = theme
        self._over = over
        self._scene: BeliefScene | None = None
        self._mark: SideMark | None = None
        self._title = ""
        self._from: float | None = None
        self.setMouseTracking(True)
        self.hide()
        view.viewport().installEventFilter(self)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self.update())
        view.zoomed.connect(lambda _: self.update())

    def show_view(self, scene: BeliefScene | None, mark: SideMark | None = None, title: str = "") -> None:
        """Show a side's view with a title. None shows the map itself, with only the marks over it."""
        self._scene, self._mark, self._title, self._from = scene, mark, title, None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, scene is None)
        self._fit()
        self.show()
        self.raise_()
        self.update()

    def swipe(self, x: float | None) -> None:
        """Show the view only to the right of a line (pixels from the left). None shows it everywhere."""
        self._from = x
        self.update()

    @property
    def title(self) -> str:
        """The title of the shown view; "" while the map itself is shown."""
        return self._title if self._scene is not None else ""

    def _fit(self) -> None:
        self.setGeometry(self._view.viewport().geometry())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002, N802
        """Follow the size of the map."""
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint the view, its frame and title, and the marks."""
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            room = QRectF(self.rect())
            if self._scene is not None and self._mark is not None:
                room.setLeft(self._from or 0.0)
                self._paint_view(painter, room, self._scene, self._mark)
            painter.setClipRect(room)
            self._over(painter)

    def _paint_view(self, painter: QPainter, room: QRectF, scene: BeliefScene, mark: SideMark) -> None:
        painter.save()
        painter.setClipRect(room)
        painter.setWorldTransform(self._view.viewportTransform(), combine=True)
        self._view.paint_sheet(painter, self._view.seen_area, self._view.scale_now)
        painter.resetTransform()
        scene.paint(painter, self._view)
        painter.restore()
        painter.setPen(QPen(mark.colour, _FRAME_PX))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = _FRAME_PX / 2
        painter.drawRect(room.adjusted(inset, inset, -inset, -inset))
        self._paint_title(painter, room, mark)

    def _paint_title(self, painter: QPainter, room: QRectF, mark: SideMark) -> None:
        painter.setFont(FACES["text"].font(12))
        width = painter.fontMetrics().horizontalAdvance(self._title) + 20
        plate = QRectF(room.right() - width - _BELOW_PX, room.bottom() - _TITLE_PX - _BELOW_PX, width, _TITLE_PX)
        painter.setPen(QPen(mark.colour, 1))
        painter.setBrush(mark.soft)
        painter.drawRoundedRect(plate, 5, 5)
        painter.setPen(self._theme.readable_on(mark.soft.name(), mark.colour.name()))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, self._title)

    # gestures: only those that move the camera reach the map

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom or scroll the map under the cover."""
        QApplication.sendEvent(self._view.viewport(), event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin to pan with the middle button."""
        self._pass_on(event, Qt.MouseButton.MiddleButton)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """End panning."""
        self._pass_on(event, Qt.MouseButton.MiddleButton)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Pan, or move the line of a swipe."""
        if event.buttons() & Qt.MouseButton.MiddleButton:
            QApplication.sendEvent(self._view.viewport(), event)
        elif self._from is not None:
            self.swipe(event.position().x())
        event.accept()

    def _pass_on(self, event: QMouseEvent, button: Qt.MouseButton) -> None:
        if event.button() == button:
            QApplication.sendEvent(self._view.viewport(), event)
        event.accept()
