"""The line at the foot of a window: the last line of the log, the side whose view is shown, and the file."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tabletop.desktop.drawing.theme import Theme

_HIGH: Final = 22
_GAP: Final = 24.0
_BETWEEN: Final = "   ·   "


class StatusLine(QWidget):
    """A line that always shows the viewer and the file, and the last event if there is room.

    It paints its own words, because a label would lay out the window again at each step.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._eyes = self._steps = self._file = self._state = self._last = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of one line. Its width is only a default, since the line takes all the room there is."""
        return QSize(400, _HIGH)

    def show_file(self, eyes: str, steps: str, file: str, state: str) -> None:
        """Show the viewer, the number of steps played, the file, and how it is saved."""
        self._eyes, self._steps, self._file, self._state = eyes, steps, file, state
        self.setAccessibleName(_BETWEEN.join(filter(None, (eyes, steps, file, state))))
        self.setToolTip(self.accessibleName())
        self.update()

    def show_last(self, line: str) -> None:
        """Show this line of the log as the last event; "" shows none."""
        if line != self._last:
            self._last = line
            self.setAccessibleDescription(line)
            self.update()

    def told(self, width: float) -> str:
        """Return the text about the viewer and the file for this width (pixels). If there is too little room, the
        number of steps is left out, and then the file's name is cut in its middle.
        """
        metrics = QFontMetricsF(self.font())
        for parts in ((self._eyes, self._steps, self._file, self._state), (self._eyes, self._file, self._state)):
            whole = _BETWEEN.join(filter(None, parts))
            if metrics.horizontalAdvance(whole) <= width:
                return whole
        eyes, state = f"{self._eyes}{_BETWEEN}", f"{_BETWEEN}{self._state}"
        room = width - metrics.horizontalAdvance(eyes + state)
        file = metrics.elidedText(self._file, Qt.TextElideMode.ElideMiddle, max(room, 60.0))
        return metrics.elidedText(eyes + file + state, Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw both texts, the file at the right."""
        metrics = QFontMetricsF(self.font())
        area = QRectF(self.rect()).adjusted(4, 0, -10, 0)
        told = self.told(area.width())
        with QPainter(self) as painter:
            painter.setFont(self.font())
            painter.setPen(self._theme.colour("ink2"))
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, told)
            room = area.width() - metrics.horizontalAdvance(told) - _GAP
            if self._last and room > 60:
                area.setWidth(room)
                last = metrics.elidedText(self._last, Qt.TextElideMode.ElideRight, room)
                painter.setPen(self._theme.colour("ink"))
                painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, last)
