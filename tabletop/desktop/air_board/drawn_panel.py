"""The common part of the panels beside the air board: drawn text and boxes, and areas that can be clicked."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tabletop.desktop.air_board.flight_pixmaps import FlightPixmaps
from tabletop.desktop.drawing.theme import LIGHT, Theme
from tabletop.flight_page import BoardFlight, FlightPage
from tabletop.module.schema.module_file import SideRecord

LEFT = Qt.AlignmentFlag.AlignLeft
RIGHT = Qt.AlignmentFlag.AlignRight
MIDDLE = Qt.AlignmentFlag.AlignHCenter


def side_colour(sides: Mapping[str, SideRecord], side: str) -> QColor:
    """Return the colour of a side's flights: like that of its counters, it is the same in both themes."""
    record = sides.get(side)
    return LIGHT.colour(record.colour if record is not None and record.colour else "neutral")


class DrawnPanel(QWidget):
    """A panel that shows a part of a page. A subclass draws it from top to bottom."""

    chosen = Signal(str)
    """The player has clicked an area; the word is that of `offer`."""

    def __init__(self, name: str, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.page: FlightPage | None = None
        self.is_mine = False
        self._sides = sides
        self._pixmaps = FlightPixmaps(theme)
        self._areas: list[tuple[QRectF, str]] = []
        self._height = 10.0
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_page(self, page: FlightPage, *, is_mine: bool) -> None:
        """Show a page."""
        self.page, self.is_mine = page, is_mine
        self.setAccessibleDescription(self.said(page))
        self._fit()
        self.update()

    def said(self, page: FlightPage) -> str:  # noqa: ARG002 - subclasses say something
        """Return the content in words, for a screen reader."""
        return ""

    def tall(self, page: FlightPage) -> float:
        """Return the height (pixels) that the panel needs for a page; 0 hides the panel. Every subclass defines it."""
        raise NotImplementedError

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw the panel. Every subclass defines it."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the height to a new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        if self.page is not None:
            self._height = self.tall(self.page)
            self.setFixedHeight(round(self._height))
            self.setVisible(self._height > 0)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with the height of the content."""
        return QSize(200, round(self._height))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the panel, and note the areas that can be clicked."""
        self._areas = []
        if self.page is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self.page)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Emit the word of the clicked area."""
        for area, word in self._areas:
            if area.contains(event.position()):
                self.chosen.emit(word)
                return

    def offer(self, area: QRectF, word: str) -> None:
        """Let the player click an area of the panel (pixels); `chosen` then gives this word."""
        self._areas.append((area, word))

    def colour_of(self, side: str) -> QColor:
        """Return the colour of a side."""
        return side_colour(self._sides, side)

    def title_of(self, side: str) -> str:
        """Return the name of a side."""
        record = self._sides.get(side)
        return record.title if record is not None else side

    def font_of(self, px: float, *, bold: bool = False) -> QFont:
        """Return the window's font in a size (pixels, at least 8)."""
        font = QFont(self.font())
        font.setPixelSize(max(round(px), 8))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def write(
        self,
        painter: QPainter,
        area: QRectF,
        words: str,
        colour: str | QColor = "ink",
        px: float = 11,
        *,
        bold: bool = False,
        align: Qt.AlignmentFlag = LEFT,
    ) -> float:
        """Write a text in an area, shortened with dots if it is too long; return its width (pixels)."""
        font = self.font_of(px, bold=bold)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        painter.setFont(font)
        painter.setPen(self.theme.colour(colour) if isinstance(colour, str) else colour)
        painter.drawText(area, align | Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)

    def box(
        self, painter: QPainter, area: QRectF, ground: str | QColor, edge: str = "line", *, wide: float = 1
    ) -> None:
        """Draw a box with round corners."""
        painter.setPen(QPen(self.theme.colour(edge), wide))
        painter.setBrush(self.theme.colour(ground) if isinstance(ground, str) else ground)
        painter.drawRoundedRect(area, 5, 5)

    def key_cap(self, painter: QPainter, left: float, middle: float, key: str) -> float:
        """Draw the cap of a key; return its width (pixels)."""
        wide = QFontMetricsF(self.font_of(10, bold=True)).horizontalAdvance(key) + 10
        area = QRectF(left, middle - 8, max(wide, 17), 16)
        self.box(painter, area, "sunk", "line2")
        self.write(painter, area, key, "ink2", 10, bold=True, align=MIDDLE)
        return area.width()

    def plane(self, painter: QPainter, flight: BoardFlight, at: QPointF, box: float, *, facing: int = 0) -> None:
        """Draw the silhouette of a flight about a point, turned clockwise by `facing` hexsides."""
        colour = self.colour_of(flight.side).name()
        pixmap = self._pixmaps.plane(flight.silhouette, facing, colour, box, self.devicePixelRatioF(), rim=0.8)
        size = pixmap.deviceIndependentSize()
        painter.drawPixmap(at - QPointF(size.width() / 2, size.height() / 2), pixmap)
