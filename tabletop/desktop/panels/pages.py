"""Charts and player aids of the module, as pages beside the table."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QSplitter, QWidget

from tabletop.desktop.panels.reading import ReadingPage
from tabletop.desktop.theme import Theme


class PagesWindow(QWidget):
    """A list of pages and the one that is open. Pages are Markdown; no link leads out of the program."""

    def __init__(self, title: str, pages: Sequence[tuple[str, str]], theme: Theme) -> None:
        super().__init__()
        self.setWindowTitle(f"Charts — {title}")
        self.resize(1080, 800)
        self._pages = pages
        self._list = QListWidget()
        self._list.setAccessibleName("Pages")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.addItems([name for name, _ in pages])
        self._text = ReadingPage(theme)
        split = QSplitter()
        split.addWidget(self._list)
        split.addWidget(self._text)
        split.setStretchFactor(1, 1)
        split.setSizes([250, 830])
        row = QHBoxLayout(self)
        row.addWidget(split)
        self._list.currentRowChanged.connect(self._open)
        if pages:
            self._list.setCurrentRow(0)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Lay the rows out anew: the first time they were, they did not know yet how high they are."""
        super().showEvent(event)
        self._list.doItemsLayout()

    def _open(self, number: int) -> None:
        if 0 <= number < len(self._pages):
            self._text.read(self._pages[number][1])
