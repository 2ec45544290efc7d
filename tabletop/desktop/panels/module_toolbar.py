"""The module's own buttons: each presses a key of the table, or shows something; some are gathered in menus."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QLayout, QLayoutItem, QMenu, QToolButton, QWidget

from tabletop.desktop.widgets.panel_parts import as_entry, plain
from tabletop.module.schema.module_file import ToolbarButton
from tabletop.module.schema.view_buttons import HidePieces

_ICON_PX = 24
_EDGE = 3


class _Rows(QLayout):
    """Lays buttons side by side at their full size, in as many rows as they need."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Take an item to the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Return the item with this number."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Give an item away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Return the narrower the window, the more rows."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return how high all rows are."""
        return self._place(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, area: QRect) -> None:  # noqa: N802
        """Put every button where it belongs."""
        super().setGeometry(area)
        self._place(area, moves=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As much as the widest button takes: rows do the rest."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802
        """As much as the widest button takes."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.sizeHint())
        return size + QSize(2 * _EDGE, 2 * _EDGE)

    def _place(self, area: QRect, *, moves: bool) -> int:
        """Go through the rows, and move the buttons there if wanted; the height of it all."""
        x, y = area.x() + _EDGE, area.y() + _EDGE
        row = max((item.sizeHint().height() for item in self._items if not item.isEmpty()), default=0)
        for item in self._items:
            if item.isEmpty():  # its button is hidden
                continue
            wide = item.sizeHint().width()
            if x > area.x() + _EDGE and x + wide > area.x() + area.width() - _EDGE:
                x, y = area.x() + _EDGE, y + row + _EDGE
            if moves:
                item.setGeometry(QRect(x, y, wide, row))
            x += wide + _EDGE
        return y + row + _EDGE - area.y()


class ModuleToolbar(QWidget):
    """The module's buttons, in rows; without any it is not seen."""

    pressed = Signal(str)
    """A key of the table was pressed."""

    shown = Signal(str)
    """A map or page is to be shown."""

    viewed = Signal(object)
    """How a map is looked at is to change: a `View`."""

    def __init__(self, buttons: Sequence[ToolbarButton], picture: Callable[[str], QPixmap]) -> None:
        """`picture` gives the file of a picture of the module."""
        super().__init__()
        self.setObjectName("module-toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._rows = _Rows(self)
        self._buttons = buttons
        self._picture = picture
        self._off: Collection[int] = ()
        self._made: dict[int, QToolButton | QAction] = {}
        self._menus = {button.menu: QMenu(self) for button in buttons if button.menu is not None and not button.unseen}
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
                _let_open(self._put(_tool(button.menu, button.menu)), self._menus[button.menu])
            self._made[number] = self._add_line(self._menus[button.menu], number, button)
        self.setVisible(bool(self._made))

    def switch_off(self, numbers: Collection[int]) -> None:
        """Let the buttons with these numbers not be pressed, and all others be."""
        self._off = numbers
        for number, made in self._made.items():
            button, is_off = self._buttons[number], number in numbers
            made.setEnabled(not is_off)
            made.setVisible(not (is_off and button.hides))
            if button.off_picture is not None:
                made.setIcon(_icon(self._picture, button.off_picture if is_off else button.picture))

    def hears(self, key: str) -> bool:
        """Return whether there is a button with this key that can be pressed."""
        return bool(self._with_key(key))

    def press(self, key: str, *, by_table: bool = False) -> bool:
        """Press all buttons with this key that can be pressed, in their order; whether there are any.

        A key of the table's is pressed once, and not at all where it comes from there.
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
        """Do what a button does; a key of the table's is pressed only if the `tables` are."""
        button = self._buttons[number]
        made = self._made.get(number)
        if button.opens is not None:
            if isinstance(made, QToolButton):
                made.showMenu()
            return
        if isinstance(button.view, HidePieces) and button.view.hidden_picture is not None and made is not None:
            self._switched ^= {number}
            is_hidden = number in self._switched
            made.setIcon(_icon(self._picture, button.view.hidden_picture if is_hidden else button.picture))
        if tables and presses_table(button):
            self.pressed.emit(button.key)
        for does in (button, *button.also):
            if does.shows is not None:
                self.shown.emit(does.shows)
            elif does.view is not None:
                self.viewed.emit(does.view)

    def show_dice(self, name: str, pictures: Sequence[str]) -> None:
        """Show on the buttons of the dice of this name how they fell: files of the module, side by side."""
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
        icon = _icon(self._picture, button.picture)
        if not icon.isNull():
            made.setIcon(icon)
            style = Qt.ToolButtonStyle
            made.setToolButtonStyle(style.ToolButtonIconOnly if button.bare else style.ToolButtonTextBesideIcon)
        if button.opens is not None:
            _let_open(made, self._menus[button.opens])
        else:
            made.clicked.connect(partial(self._press, number))
        return self._put(made)

    def _add_line(self, menu: QMenu, number: int, button: ToolbarButton) -> QAction:
        """Put a button in a menu: as a line, or as a menu within it."""
        icon, title = _icon(self._picture, button.picture), as_entry(button.title)
        if button.opens is None:
            return menu.addAction(icon, title, partial(self._press, number))
        inner = self._menus[button.opens]
        inner.setTitle(title)
        inner.setIcon(icon)
        return menu.addMenu(inner)

    def _put(self, made: QToolButton) -> QToolButton:
        self._rows.addWidget(made)
        return made


def presses_table(button: ToolbarButton) -> bool:
    """Return whether a button presses a key of the table's."""
    return button.shows is None and button.view is None and button.opens is None


def _let_open(made: QToolButton, menu: QMenu) -> None:
    """Let a button open a menu."""
    made.setMenu(menu)
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)


def _icon(picture: Callable[[str], QPixmap], name: str | None) -> QIcon:
    return QIcon(picture(name)) if name else QIcon()


def _tool(title: str, tip: str, parent: QWidget | None = None) -> QToolButton:
    made = QToolButton(parent)
    made.setIconSize(QSize(_ICON_PX, _ICON_PX))
    made.setText(as_entry(title))
    made.setToolTip(plain(tip))
    made.setAccessibleName(title)
    return made
