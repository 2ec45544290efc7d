"""The overview: a small picture of the whole map in a corner of the view, with a frame round the visible part."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.platform.translation import tr

_AGAIN_MS: Final = 200
"""The time (in ms) after a change until the picture is drawn again."""
_LINE_PX: Final = 2.0
_DARK: Final = 0.5
_CASING_PX: Final = 4.0
"""The width of the frame including its casing, which makes it visible on any map."""
_LONGEST_PX: Final = 240.0
"""The most pixels of the picture's longer side."""


class Overview(QWidget):
    """A small picture of the whole map in a corner of the view. A click on a part of it centres the view there."""

    def __init__(self, view: TableView, scale: float, colour: QColor) -> None:
        """Make the overview. `scale` is the largest scale of the picture (screen pixels for each map pixel); large maps
        have a smaller one.
        """
        super().__init__(view)
        self._view = view
        self._largest = scale
        self._colour = colour
        self._image = QImage()
        self.setAccessibleName(tr("Overview"))
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._draw)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self.update())
        self.hide()

    @property
    def scale(self) -> float:
        """The scale of the picture: its screen pixels for each map pixel."""
        area, room = self._view.map_area, self._view.viewport().size()
        wide, high = min(room.width(), _LONGEST_PX), min(room.height(), _LONGEST_PX)
        return min(self._largest, wide / max(area.width(), 1.0), high / max(area.height(), 1.0))

    def switch(self) -> None:
        """Show the overview, or hide it."""
        self.setVisible(not self.isVisible())
        if self.isVisible():
            self.raise_()
            self._draw()

    def draw_anew(self) -> None:
        """Draw the picture again soon, if it is visible, because the pieces have changed."""
        if self.isVisible():
            self._again.start()

    def _draw(self) -> None:
        self._image = self._view.whole_picture(self.scale)
        self.setGeometry(0, 0, self._image.width(), self._image.height())
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the picture."""
        return self._image.size()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the map, and a frame round the visible part."""
        corner, scale = self._view.map_area.topLeft(), self.scale
        seen = self._view.seen_area
        with QPainter(self) as painter:
            painter.drawImage(0, 0, self._image)
            line = QRectF((seen.topLeft() - corner) * scale, seen.size() * scale)
            for colour, width in ((_beside(self._colour), _CASING_PX), (self._colour, _LINE_PX)):
                painter.setPen(QPen(colour, width))
                painter.drawRect(line)
            painter.setPen(QPen(self.palette().mid(), 1.0))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Accept the click, so that the map under the overview does not get it."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Centre the view on the part under the mouse."""
        at: QPointF = self._view.map_area.topLeft() + event.position() / self.scale
        self._view.look_at(at.x(), at.y())


def _beside(colour: QColor) -> QColor:
    """Return white for a dark colour, and black for a light one."""
    return QColor("white" if colour.lightnessF() < _DARK else "black")
