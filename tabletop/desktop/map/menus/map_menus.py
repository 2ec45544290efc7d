"""The menus that open on a map, by the mouse or by a key: those of pieces, decks, contacts and places."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.menus.piece_menu import PieceMenu
from tabletop.desktop.map.menus.place_menu import PlaceMenu
from tabletop.desktop.map.tools.grip import choosable, deck_at
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.commands import Spot


def open_menu_by_key(window: QWidget) -> None:
    """Open the menu of the widget with the focus, for keyboards without a menu key."""
    asked = window.focusWidget()
    if asked is not None:
        reason, at = QContextMenuEvent.Reason.Keyboard, asked.rect().center()
        QApplication.sendEvent(asked, QContextMenuEvent(reason, at, asked.mapToGlobal(at)))


class MapMenus:
    """An opener of the menus on the maps of a window: of pieces, decks, contacts and places."""

    def __init__(
        self,
        window: QWidget,
        model: TableModel,
        selection: Selection,
        menu: PieceMenu,
        of_contacts: Callable[[TableView, QPointF], QMenu | None],
    ) -> None:
        """Make menus that belong to the `window`. `menu` builds the menus of pieces. `of_contacts` returns the menu of
        the contacts at a point of a view (map pixels).
        """
        self._window = window
        self._model = model
        self._selection = selection
        self._menu = menu
        self._of_contacts = of_contacts
        self._of_place = PlaceMenu(model)

    def open(self, view: TableView, at: QPoint, by_key: bool) -> None:
        """Open the menu of the piece at a point of a view, or of the selection if a key asks for it.

        If there are contacts at the point, their menu is opened instead. Unless a key asks for it, the menu of a piece
        or a deck ends with the properties of the place at the point; without a piece or a deck, it has only these. If
        there is nothing at the point, the view is centred on it. A deck whose only commands draw cards asks for the
        cards at once.
        """
        scene = view.table_scene
        contacts = None if by_key else self._of_contacts(view, view.mapToScene(at))
        if contacts is not None:
            self._show(contacts, view.viewport().mapToGlobal(at))
            return
        if by_key:
            drawn = [piece for piece in self._selection.pieces if scene.is_drawn(piece)]
            found = drawn[-1:]
            at = view.mapFromScene(scene.middle(drawn[-1])) if drawn else at
        else:
            drawn = scene.pieces_at(view.mapToScene(at))
            found = choosable(self._model.game, drawn, QApplication.keyboardModifiers(), self._selection.pieces)
        if found and not by_key and self._menu.takes_at_once(self._model.game.pieces[found[0]].at):
            return
        point = view.mapToScene(at)
        asked_at = None if by_key else self._spot(view, point)
        menu = self._menu.build(found[0], scene, asked_at) if found else None
        if by_key and not found:
            self._model.remarked.emit(tr("Select counters first: this menu is for them."))
        if not found and not by_key:
            deck = self._deck_at(view, point)
            menu = None if deck is None else self._menu.build_deck(deck, asked_at)
        if asked_at is not None:
            menu = self._with_place(menu, asked_at)
        if menu is None and not by_key:
            view.look_at(point.x(), point.y())
        self._show(menu, view.viewport().mapToGlobal(at))

    def pop_up(self, view: TableView, piece: int, at: QPoint) -> None:
        """Open the menu of a piece, at a point of the screen, after a click on the piece."""
        point = view.mapToScene(view.viewport().mapFromGlobal(at))
        self._show(self._menu.build(piece, view.table_scene, self._spot(view, point)), at)

    def _with_place(self, menu: QMenu | None, spot: Spot) -> QMenu | None:
        """Return the menu with the properties of the place at a spot; None if there is neither."""
        place = self._model.components.maps[spot.map].place_at(spot.x, spot.y)
        whole = menu if menu is not None else QMenu(self._window)
        if place and self._of_place.add_to(whole, spot.map, place):
            return whole
        if menu is None:
            whole.deleteLater()
        return menu

    def _show(self, menu: QMenu | None, at: QPoint) -> None:
        if menu is not None:
            menu.setParent(self._window, menu.windowFlags())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(at)

    def _deck_at(self, view: TableView, point: QPointF) -> int | None:
        """Return the deck whose outline contains a point; None if there is none."""
        return deck_at(self._model.game, self._model.components.decks, self._spot(view, point))

    def _spot(self, view: TableView, point: QPointF) -> Spot:
        """Return a point of a view as a spot for commands."""
        return Spot(self._model.game.maps[view.table_scene.map_index], round(point.x()), round(point.y()))
