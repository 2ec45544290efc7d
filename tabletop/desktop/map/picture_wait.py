"""A line over a map while its huge or slow picture is prepared."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel

from tabletop.desktop.drawing.pictures.prepared_pictures import Preparation
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.layers.sheet_tiles import SheetTiles
from tabletop.desktop.widgets.panel_parts import announce, part

_MARGIN = 12


class PreparationLine(QObject):
    """A line over a map that tells how far its pictures are prepared, or why one failed. Whenever a preparation ends,
    the map is painted again.
    """

    def __init__(self, view: TableView, tiles: SheetTiles, tilings: Sequence[Preparation]) -> None:
        super().__init__(view)
        self._view = view
        self._tiles = tiles
        self._tilings = tilings
        self._line = QLabel(view)
        part(self._line, "card")
        self._line.setTextFormat(Qt.TextFormat.PlainText)
        self._line.move(_MARGIN, _MARGIN)
        for tiling in tilings:
            tiling.progressed.connect(self._show)
            tiling.ended.connect(self._show_anew)
            tiling.begin()
        self._show()

    def _show(self) -> None:
        waiting = [tiling for tiling in self._tilings if not tiling.is_done]
        failures = [tiling.failure for tiling in waiting if tiling.failure]
        percent = min((tiling.percent for tiling in waiting), default=100)
        so_far = (
            tr("Preparing the map image: {percent}%", percent=percent) if percent else tr("Preparing the map image")
        )
        self._line.setText(failures[0] if failures else so_far)
        self._line.adjustSize()
        self._line.setVisible(bool(waiting))

    def _show_anew(self) -> None:
        self._show()
        announce(self._line, self._line.text() if self._line.isVisible() else tr("The map image is ready."))
        self._tiles.forget()
        self._view.look_anew()
