"""The menu of scales at which a map can be looked at."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu, QWidget

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.platform.translation import tr

USUAL_LEVELS: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
"""The scales that are offered for a map without scales of its own."""


def offer_scales(view: TableView, window: QWidget) -> None:
    """Open a menu at the cursor from which the player selects the scale of a map."""
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for level in sorted(view.levels or USUAL_LEVELS, reverse=True):
        line = menu.addAction(f"{round(level * 100)}%", partial(view.zoom_to, level))
        line.setCheckable(True)
        line.setChecked(view.is_at(level))
    menu.addSeparator()
    menu.addAction(tr("Whole width"), view.fit_width)
    menu.addAction(tr("Whole height"), view.fit_height)
    menu.addAction(tr("Whole map"), view.fit)
    menu.popup(QCursor.pos())
