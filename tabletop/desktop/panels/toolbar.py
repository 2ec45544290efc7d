"""The module's own buttons: each presses a key of the table, or shows something; some are gathered in menus."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton, QWidget

from tabletop.desktop.panels.parts import plain
from tabletop.module.schema.module import ToolbarButton

_ICON_PX = 24


class ModuleToolbar(QToolBar):
    """A row of the module's buttons; without any it is not seen."""

    pressed = Signal(str)
    """A key of the table was pressed."""

    shown = Signal(str)
    """A map or page is to be shown."""

    def __init__(self, buttons: Sequence[ToolbarButton], picture: Callable[[str], Path]) -> None:
        """`picture` gives the file of a picture of the module."""
        super().__init__("Module")
        self.setObjectName("module-toolbar")
        self.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.setMovable(False)
        self._buttons = buttons
        self._picture = picture
        menus: dict[str, QMenu] = {}
        for button in buttons:
            if button.menu is None:
                self._add(button)
                continue
            menu = menus.get(button.menu)
            if menu is None:
                menu = menus[button.menu] = self._add_menu(button.menu)
            menu.addAction(self._icon(button), plain(button.title), partial(self._press, button))
        self.setVisible(bool(buttons))

    def press(self, key: str) -> bool:
        """Press the button with this key, if there is one."""
        for button in self._buttons:
            if button.key == key and key:
                self._press(button)
                return True
        return False

    def _press(self, button: ToolbarButton) -> None:
        if button.shows is not None:
            self.shown.emit(button.shows)
        else:
            self.pressed.emit(button.key)

    def _add(self, button: ToolbarButton) -> None:
        made = _tool(button.title, button.tip or button.title)
        icon = self._icon(button)
        if not icon.isNull():
            made.setIcon(icon)
            made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.clicked.connect(partial(self._press, button))
        self.addWidget(made)

    def _add_menu(self, title: str) -> QMenu:
        made = _tool(title, title)
        menu = QMenu(made)
        made.setMenu(menu)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.addWidget(made)
        return menu

    def _icon(self, button: ToolbarButton) -> QIcon:
        return QIcon(str(self._picture(button.picture))) if button.picture else QIcon()


def _tool(title: str, tip: str, parent: QWidget | None = None) -> QToolButton:
    made = QToolButton(parent)
    made.setText(title.replace("&", "&&"))
    made.setToolTip(plain(tip))
    made.setAccessibleName(title)
    return made
