"""Scroll bars over the edges of a map that is larger than its view. They need no room of their own."""

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar

_THICK: Final = 12
"""The width of a bar (pixels)."""


class OverlayBars(QObject):
    """The scroll bars of a view. They are over the view, so that nothing moves when they appear or vanish."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self._view = view
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.across = _bar_over(view.horizontalScrollBar(), view)
        self.down = _bar_over(view.verticalScrollBar(), view)

    def offer(self, *, across: bool, down: bool) -> None:
        """Show the bars for the directions in which the map can be scrolled."""
        area = self._view.contentsRect()
        self.across.setGeometry(area.left(), area.bottom() - _THICK + 1, area.width() - down * _THICK, _THICK)
        self.down.setGeometry(area.right() - _THICK + 1, area.top(), _THICK, area.height() - across * _THICK)
        self.across.setPageStep(self._view.horizontalScrollBar().pageStep())
        self.down.setPageStep(self._view.verticalScrollBar().pageStep())
        self.across.setVisible(across)
        self.down.setVisible(down)


def _bar_over(own: QScrollBar, view: QAbstractScrollArea) -> QScrollBar:
    """Make a bar that mirrors one of the view's own bars. The own bar stays hidden."""
    made = QScrollBar(own.orientation(), view)
    made.hide()
    made.setRange(own.minimum(), own.maximum())
    made.setSingleStep(own.singleStep())
    made.setValue(own.value())
    own.rangeChanged.connect(made.setRange)
    own.valueChanged.connect(made.setValue)
    made.valueChanged.connect(own.setValue)
    return made
