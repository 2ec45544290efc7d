"""The entries in the menu of a place: its properties that change in play, each with its possible values."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from tabletop.board.place_properties import full_name
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.commands import SetProperty
from tabletop.game.state.values import Value


class PlaceMenu:
    """A builder of the menu entries that set the properties of places."""

    def __init__(self, model: TableModel) -> None:
        self._model = model

    def add_to(self, menu: QMenu, map: str, place: str) -> bool:
        """Add the properties of a place to a menu: a submenu of values for each, with the present one checked.

        Return whether there were any to add. In a replay there are none.
        """
        board = self._model.components.maps[map]
        had = {name: one for name, one in board.properties.items() if place in one.starts}
        if not had or self._model.review is not None:
            return False
        if menu.actions():
            menu.addSeparator()
        titles = self._model.titles
        for name, declared in had.items():
            of, at = titles.place_property(map, name), titles.place(map, place)
            title = tr("{property} of {place}", property=of, place=at)
            of_values = menu.addMenu(title)
            full = full_name(map, place, name)
            now = self._model.game.properties.get(full, declared.starts[place])
            for value in declared.values:
                of_values.addAction(self._choice(of_values, full, value, is_now=value == now))
        return True

    def _choice(self, menu: QMenu, name: str, value: Value, *, is_now: bool) -> QAction:
        action = QAction(self._model.titles.words(str(value)), menu)
        action.setCheckable(True)
        action.setChecked(is_now)
        action.triggered.connect(lambda: self._model.submit(SetProperty(name, value)))
        return action
