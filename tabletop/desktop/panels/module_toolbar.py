"""The module's own buttons: each presses a key of the table, or shows something; some are gathered in menus."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QToolButton

from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.panels.button_row import ButtonRow
from tabletop.desktop.widgets.panel_parts import as_entry, plain
from tabletop.module.schema.module_file import ToolbarButton
from tabletop.module.schema.view_buttons import HidePieces

_ICON_PX = 24


OF_MODULE = ""
"""The name of the row for buttons that belong to no map."""


class ModuleToolbar(QObject):
    """The module's buttons. The buttons of each map have a row with the name of the map; all other buttons
    share a row.
    """

    pressed = Signal(str)
    """A button has pressed this key of the table."""

    shown = Signal(str)
    """The player wants to see a map, an inventory, a group of the tray or a page: its name."""

    viewed = Signal(object)
    """The player wants to change the view of a map: a `View`."""

    def __init__(
        self,
        buttons: Sequence[ToolbarButton],
        picture: Callable[[str], QPixmap],
        theme: Theme,
        titles: Mapping[str, str] = {},
    ) -> None:
        """Make the toolbar; `picture` returns a picture file of the module, `titles` has the titles of the maps."""
        super().__init__()
        names = dict.fromkeys((OF_MODULE, *(button.map or OF_MODULE for button in buttons if not button.unseen)))
        self.rows = {name: ButtonRow(titles.get(name, name), theme) for name in names}
        self._buttons = buttons
        self._picture = picture
        self._theme = theme
        self._off: Collection[int] = ()
        self._made: dict[int, QToolButton | QAction] = {}
        self._menus = {
            button.menu: QMenu(self.rows[button.map or OF_MODULE])
            for button in buttons
            if button.menu is not None and not button.unseen
        }
        self._switched: set[int] = set()
        opened = {button.opens for button in buttons if button.opens is not None and not button.unseen}
        for number, button in enumerate(buttons):
            if button.unseen or (button.opens is not None and button.opens not in self._menus):
                continue
            if button.menu is None:
                self._made[number] = self._add(number, button)
                continue
            if button.menu not in opened:
                opened.add(button.menu)
                _let_open(self._put(_tool(button.menu, button.menu), button), self._menus[button.menu])
            self._made[number] = self._add_line(self._menus[button.menu], number, button)

    def switch_off(self, numbers: Collection[int]) -> None:
        """Disable the buttons with these numbers, and enable all others. A disabled button that `hides` is hidden."""
        self._off = numbers
        for number, made in self._made.items():
            button, is_off = self._buttons[number], number in numbers
            made.setEnabled(not is_off)
            is_seen = not (is_off and button.hides)
            if isinstance(made, QToolButton):
                self.rows[button.map or OF_MODULE].let_be(made, seen=is_seen)
            else:
                made.setVisible(is_seen)
            if button.off_picture is not None:
                made.setIcon(_icon(self._picture, button.off_picture) if is_off else self._icon_of(button))

    def hears(self, key: str) -> bool:
        """Return whether an enabled button has this key."""
        return bool(self._with_key(key))

    def press(self, key: str, *, by_table: bool = False) -> bool:
        """Press all enabled buttons with this key, in their order; return whether there are any.

        A key of the table is pressed once, and not at all if it comes from the table.
        """
        numbers, tables = self._with_key(key), not by_table
        for number in numbers:
            self._press(number, tables=tables)
            tables = tables and not presses_table(self._buttons[number])
        return bool(numbers)

    def _with_key(self, key: str) -> list[int]:
        keys = (number for number, button in enumerate(self._buttons) if key and button.key == key)
        return [number for number in keys if number not in self._off]

    def _press(self, number: int, *, tables: bool = True) -> None:
        """Carry out a button. A key of the table is pressed only if `tables` is true."""
        button = self._buttons[number]
        made = self._made.get(number)
        if button.opens is not None:
            if isinstance(made, QToolButton):
                made.showMenu()
            return
        if isinstance(button.view, HidePieces) and button.view.hidden_picture is not None and made is not None:
            self._switched ^= {number}
            is_hidden = number in self._switched
            made.setIcon(_icon(self._picture, button.view.hidden_picture) if is_hidden else self._icon_of(button))
        if tables and presses_table(button):
            self.pressed.emit(button.key)
        for does in (button, *button.also):
            if does.shows is not None:
                self.shown.emit(does.shows)
            elif does.view is not None:
                self.viewed.emit(does.view)

    def show_dice(self, name: str, pictures: Sequence[str]) -> None:
        """Show a roll of the dice with this name on their buttons: these picture files of the module, side by side."""
        if not name or not pictures:
            return
        row = QPixmap(_ICON_PX * len(pictures), _ICON_PX)
        row.fill(Qt.GlobalColor.transparent)
        painter = QPainter(row)
        for number, file in enumerate(pictures):
            _icon(self._picture, file).paint(painter, number * _ICON_PX, 0, _ICON_PX, _ICON_PX)
        painter.end()
        for number, made in self._made.items():
            if self._buttons[number].dice == name:
                made.setIcon(QIcon(row))
                if isinstance(made, QToolButton):
                    made.setIconSize(row.size())
                    made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def _add(self, number: int, button: ToolbarButton) -> QToolButton:
        made = _tool(button.title, button.tip or button.title)
        found = self._icon_of(button)
        if not found.isNull():
            made.setIcon(found)
            style = Qt.ToolButtonStyle
            made.setToolButtonStyle(style.ToolButtonIconOnly if button.bare else style.ToolButtonTextBesideIcon)
        if button.opens is not None:
            _let_open(made, self._menus[button.opens])
        else:
            made.clicked.connect(partial(self._press, number))
        return self._put(made, button)

    def _icon_of(self, button: ToolbarButton) -> QIcon:
        """Return the picture of a button: the module's, else an icon of the window."""
        if button.picture is None and button.icon is not None:
            return icon(button.icon, self._theme.ink, self._theme.ink3)
        return _icon(self._picture, button.picture)

    def _add_line(self, menu: QMenu, number: int, button: ToolbarButton) -> QAction:
        """Add a button to a menu, as an entry or as a submenu, and return the action for it."""
        found, title = self._icon_of(button), as_entry(button.title)
        if button.opens is None:
            return menu.addAction(found, title, partial(self._press, number))
        inner = self._menus[button.opens]
        inner.setTitle(title)
        inner.setIcon(found)
        return menu.addMenu(inner)

    def _put(self, made: QToolButton, button: ToolbarButton) -> QToolButton:
        self.rows[button.map or OF_MODULE].add(made)
        return made


def presses_table(button: ToolbarButton) -> bool:
    """Return whether a button presses a key of the table."""
    return button.shows is None and button.view is None and button.opens is None


def _let_open(made: QToolButton, menu: QMenu) -> None:
    """Connect a button to a menu, which it opens."""
    made.setMenu(menu)
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)


def _icon(picture: Callable[[str], QPixmap], name: str | None) -> QIcon:
    return QIcon(picture(name)) if name else QIcon()


def _tool(title: str, tip: str) -> QToolButton:
    made = QToolButton()
    made.setIconSize(QSize(_ICON_PX, _ICON_PX))
    made.setText(as_entry(title))
    made.setToolTip(plain(tip))
    made.setAccessibleName(title)
    return made
