"""Contacts at the window: their signs on all maps, the panel that lists them, and their commands."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QPointF
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QMenu

from tabletop.board.map import Map
from tabletop.desktop.contacts.contact_menu import ContactActions
from tabletop.desktop.contacts.contact_words import ContactWords
from tabletop.desktop.contacts.contacts_panel import ContactsPanel
from tabletop.desktop.drawing.contact_sign import ContactSign
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.map_widget import MapOnTable
from tabletop.desktop.scene.layers.contact_signs import ContactSigns
from tabletop.desktop.scene.layers.piece_surroundings import outline_round
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import plain
from tabletop.game.beliefs.contact import Contact
from tabletop.game.sight.view import Changes


class ContactDesk(QObject):
    """The display of contacts in a window: their signs on the maps, their menus, and their panel."""

    def __init__(
        self,
        model: TableModel,
        theme: Theme,
        maps: MapsArea,
        on_table: Mapping[str, MapOnTable],
        selection: Selection,
    ) -> None:
        super().__init__(maps)
        self._model = model
        self._maps = maps
        self._does = ContactActions(model, lambda: selection.pieces)
        self._words = ContactWords(model)
        self.panel = ContactsPanel(model, theme, self._does, lambda: maps.current)
        self.layers = {name: self._layer(laid, theme) for name, laid in on_table.items()}

    def _layer(self, laid: MapOnTable, theme: Theme) -> ContactSigns:
        scene = laid.scene
        board = self._model.components.maps[self._model.game.maps[scene.map_index]]
        layer = ContactSigns(scene, scene.map_index, theme, self._sign, self._tip, self.rings(board))
        scene.emptied.connect(layer.forget)
        scene.hid_pieces.connect(lambda hidden: layer.hide("pieces", hidden=hidden))
        return layer

    def show(self) -> None:
        """Show all current contacts on the maps."""
        self._words = ContactWords(self._model)
        for layer in self.layers.values():
            layer.show(self._model.game)

    def hide(self, hidden: bool) -> None:
        """Hide all contacts on the maps, so that only facts remain, or show them again."""
        for layer in self.layers.values():
            layer.hide("contacts", hidden=hidden)

    def show_changes(self, changes: Changes) -> None:
        """Show the contacts again if they have changed, or if there are any: their signs also depend on the counters
        beside them.
        """
        if changes.contacts or self._model.game.contacts:
            self.show()

    def menu_at(self, view: TableView, point: QPointF) -> QMenu | None:
        """Return the menu of the contacts whose sign is at a point of a map (map pixels), and select the last of
        them in the panel; None if there is no sign, or if the viewer only watches.
        """
        index = view.table_scene.map_index
        contacts = self.layers[self._model.game.maps[index]].at(point, view.scale_now)
        if not contacts or self._model.is_watching:
            return None
        self.panel.choose(contacts[-1])
        return self._does.menu(contacts)

    def rings(self, board: Map) -> Callable[[Contact], list[QPainterPath]]:
        """Return a function that takes a contact on a board, and returns the outlines of the areas in which the contact
        could be by the end of each turn since it was reported or seen.
        """

        def rings(contact: Contact) -> list[QPainterPath]:
            at = contact.x, contact.y
            return [outline_round(board, at, reach, only_places=True) for reach in self._words.reaches(contact)]

        return rings

    def _sign(self, contacts: Sequence[Contact]) -> ContactSign:
        return self._words.sign(contacts)

    def _tip(self, contacts: Sequence[Contact]) -> str:
        return plain("\n\n".join("\n".join(self._words.lines(contact)) for contact in contacts))
