"""The contacts panel: a list of the reports, last sightings and own marks in a view, the newest first."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QIcon, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem

from tabletop.desktop.contacts.contact_menu import ContactActions
from tabletop.desktop.contacts.contact_words import ContactWords
from tabletop.desktop.drawing.contact_sign import SIDE_PX, ContactSign, sign_pixmap
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import Panel, button, forget, label
from tabletop.game.beliefs.contact import NOWHERE

_ID: Final = Qt.ItemDataRole.UserRole


class ContactsPanel(Panel):
    """The list of contacts in a view, and its commands."""

    followed = Signal(str, int, int)
    """The player wants to see a contact: its map, and its point there (map pixels)."""

    def __init__(self, model: TableModel, theme: Theme, actions: ContactActions, map_name: Callable[[], str]) -> None:
        """Make the panel. `map_name` returns the map for a new contact."""
        super().__init__(tr("Contacts"))
        self._model = model
        self._theme = theme
        self._does = actions
        self._icons: dict[ContactSign, QIcon] = {}
        self._is_outdated = True
        self._filter = QLineEdit()
        self._filter.setPlaceholderText(tr("Filter"))
        self._filter.setAccessibleName(tr("Filter contacts"))
        self._filter.textChanged.connect(self.show_contacts)
        self._none = label(tr("No contacts"), "caption")
        self._list = _ContactList(self)
        self._list.itemSelectionChanged.connect(self._show_buttons)
        self._list.itemActivated.connect(self._follow)
        for part in (self._filter, self._none):
            self.body.addWidget(part)
        self.body.addWidget(self._list, 1)
        above, below = QHBoxLayout(), QHBoxLayout()
        self._show, self._note = button(tr("Show"), self._follow, main=True), button(tr("Note…"), self.note)
        self._merge, self._drop = button(tr("Merge"), self.merge), button(tr("Drop"), self.drop)
        for made, row in ((self._show, above), (self._note, above), (self._merge, below), (self._drop, below)):
            row.addWidget(made)
        self._new = button(tr("New…"), lambda: actions.new(map_name()))
        below.addStretch(1)
        below.addWidget(self._new)
        self.body.addLayout(above)
        self.body.addLayout(below)
        model.replaced.connect(self._show_other_eyes)
        for signal in (model.contacts_changed, model.properties_changed):
            signal.connect(self._outdate)
        self.show_contacts()

    @property
    def chosen(self) -> tuple[int, ...]:
        """The selected contacts, in the order of the list."""
        rows = sorted(self._list.row(item) for item in self._list.selectedItems())
        return tuple(self._list.item(row).data(_ID) for row in rows)

    def _show_other_eyes(self) -> None:
        """Clear the filter when the view changes, since another player may be looking."""
        forget(self._filter)
        self._outdate()

    def _outdate(self) -> None:
        """List the contacts again: at once if the panel is visible, or else when it is shown."""
        self._is_outdated = True
        if self.isVisible():
            self.show_contacts()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """List the contacts again if they have changed while the panel was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self.show_contacts()

    def show_contacts(self) -> None:
        """List the contacts of the view, the newest first. Selected contacts that still exist stay selected."""
        self._is_outdated = False
        words, game = ContactWords(self._model), self._model.game
        chosen, wanted = set(self.chosen), self._filter.text().casefold()
        ordered = sorted(game.contacts.items(), key=lambda one: (words.age(one[1]), -one[0]))
        self._list.blockSignals(True)
        self._list.clear()
        for id, contact in ordered:
            title, *more = words.lines(contact)
            if wanted and wanted not in "\n".join((title, *more)).casefold():
                continue
            item = QListWidgetItem("\n".join((title, *more)))
            item.setIcon(self._icon(words.sign([contact])))
            item.setData(_ID, id)
            self._list.addItem(item)
            item.setSelected(id in chosen)
        self._list.blockSignals(False)
        self._none.setVisible(not self._list.count())
        self._show_buttons()

    def _icon(self, sign: ContactSign) -> QIcon:
        if sign not in self._icons:
            self._icons[sign] = QIcon(sign_pixmap(sign, self._theme, self.devicePixelRatioF()))
        return self._icons[sign]

    def choose(self, contact: int) -> None:
        """Select a contact in the list."""
        for row in range(self._list.count()):
            item = self._list.item(row)
            if item.data(_ID) == contact:
                self._list.setCurrentItem(item)

    def note(self) -> None:
        """Write a note on the first of the selected contacts."""
        for contact in self.chosen[:1]:
            self._does.note(contact)

    def merge(self) -> None:
        """Merge the selected contacts into one."""
        if len(self.chosen) > 1:
            self._does.merge(self.chosen)

    def drop(self) -> None:
        """Drop the selected contacts."""
        if self.chosen:
            self._does.drop(self.chosen)

    def _follow(self) -> None:
        for id in self.chosen[:1]:
            contact = self._model.game.contacts[id]
            if contact.map != NOWHERE:
                self.followed.emit(self._model.game.maps[contact.map], contact.x, contact.y)

    def _show_buttons(self) -> None:
        count, plays = len(self.chosen), not self._model.is_watching
        for made, is_possible in (
            (self._show, count == 1),
            (self._note, plays and count == 1),
            (self._merge, plays and count > 1),
            (self._drop, plays and count > 0),
            (self._new, plays),
        ):
            made.setEnabled(is_possible)

    def keyed(self, event: QKeyEvent) -> bool:
        """Execute the command of a key in the list; return whether it has one. While watching, no key has one."""
        does = {
            Qt.Key.Key_M: self.merge,
            Qt.Key.Key_T: self.note,
            Qt.Key.Key_X: self.drop,
            Qt.Key.Key_Delete: self.drop,
        }.get(Qt.Key(event.key()))
        is_with_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if does is None or is_with_ctrl or self._model.is_watching:
            return False
        does()
        return True

    def open_menu(self, event: QContextMenuEvent) -> None:
        """Open the menu of the selected contacts, by the mouse or by its key."""
        if self.chosen:
            menu = self._does.menu(self.chosen)
            menu.setParent(self, menu.windowFlags())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())


class _ContactList(QListWidget):
    """The list of contacts. Its keys are shortcuts for the buttons below it."""

    def __init__(self, panel: ContactsPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self.setAccessibleName(tr("Contacts"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setIconSize(QSize(int(SIDE_PX), int(SIDE_PX)))
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setToolTip(tr("Enter shows a contact, T writes a note on it, M merges, X drops"))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Execute the command of a key, or move through the list."""
        if not self._panel.keyed(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of the selection."""
        self._panel.open_menu(event)
