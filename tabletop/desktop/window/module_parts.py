"""The parts that a module adds to the window of its game: buttons, clocks, pages, inventories and options."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tabletop.desktop.drawing.pictures.module_pictures import icon_in
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.map.menus.piece_menu import key_text
from tabletop.desktop.map.view_changes import ViewButtons
from tabletop.desktop.panels.button_row import ButtonRow
from tabletop.desktop.panels.clock_row import ClocksBar
from tabletop.desktop.panels.counter_palette import PalettePanel
from tabletop.desktop.panels.inventory_panel import InventoryWindow
from tabletop.desktop.panels.module_pages import PagesWindow, leaves
from tabletop.desktop.panels.module_toolbar import OF_MODULE, ModuleToolbar, presses_table
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.start.options_form import OptionsDialog
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.startup_keys import press_table
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.window.seats.seats_dialog import SeatsDialog
from tabletop.expression import as_text, compile_expression
from tabletop.game.actions.access import seat_of
from tabletop.game.appearance.piece_display import holds, table_of, viewed
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand, SetOption
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.stock_lists import Inventory
from tabletop.game.side_cells import names_of
from tabletop.module.module import Module
from tabletop.module.module_words import Words
from tabletop.module.schema.module_file import ToolbarButton
from tabletop.module.schema.structs import as_struct


class ModuleLook(NamedTuple):
    """The look of a module in a window. `folder` has its pictures. `words` returns its texts in the player's
    language.
    """

    theme: Theme
    folder: Path
    words: Words


class DeskPanels(NamedTuple):
    """The parts of the window that a module's buttons change. `listed` makes the window of an inventory."""

    maps: MapsArea
    palette: PalettePanel
    viewing: ViewButtons
    listed: Callable[[Inventory], InventoryWindow]


class ModuleDesk(QObject):
    """The parts that a module adds to a window, and the effects of its buttons."""

    remarked = Signal(str)
    """A message to the player."""

    piece_picked = Signal(int)
    """The player wants to see a piece on the table."""

    def __init__(
        self,
        window: QWidget,
        look: ModuleLook,
        model: TableModel,
        selection: Selection,
        panels: DeskPanels,
    ) -> None:
        super().__init__(window)
        theme, folder, words = look
        maps, palette, viewing, listed = panels
        about = model.module.about
        self._window = window
        self._model = model
        self._theme = theme
        self._words = words
        self._maps = maps
        self._palette = palette
        self._listed = listed
        self._selection = selection
        named = {name: words(sheet.name) for name, sheet in model.module.sheets.items()}
        titles = {OF_MODULE: words(about.title), **named}
        self._toolbar = ModuleToolbar(_buttons(model.module, words), partial(icon_in, folder), theme, titles)
        self._toolbar.pressed.connect(self._press_table)
        self._toolbar.shown.connect(self._show_named)
        self._toolbar.viewed.connect(viewing.change)
        model.told.connect(self._hear)
        self._gates = [compile_expression(button.off) if button.off else None for button in about.buttons]
        if any(self._gates):
            for changes in (model.replaced, model.properties_changed):
                changes.connect(self._gate_buttons)
        table = model.components.table
        hears = compile_kind(table).hears if table is not None else {}
        self._own_keys = frozenset(hears) - {button.key for button in about.buttons if presses_table(button)}
        self._clocks = ClocksBar(model, about.clocks, model.titles.side, partial(icon_in, folder))
        pages = [leaf._replace(title=words(leaf.title)) for leaf in leaves(model.module)]
        self._pages = PagesWindow(words(about.title), pages, folder, theme)
        self._inventories = {one.title: as_struct(one, Inventory) for one in about.inventories}
        self._open: dict[str, InventoryWindow] = {}

    def _hear(self, told: Told) -> None:
        """Show alerts of expressions, and the results of a button's dice on the button."""
        if told.key == "alert":
            self.remarked.emit(str(told.facts["text"]))
        self.show_thrown((told,))

    def show_thrown(self, thrown: Iterable[Told]) -> None:
        """Show the results of dice on their buttons, if these messages have any."""
        for told in thrown:
            pictures = str(told.facts.get("pictures", "")).split("\n")
            self._toolbar.show_dice(str(told.facts.get("dice", "")), [file for file in pictures if file])

    @property
    def rows(self) -> Mapping[str, ButtonRow]:
        """The rows of the module's buttons: those of each map, by its id, and the row of the module."""
        return self._toolbar.rows

    def lay_out(self, column: QVBoxLayout) -> None:
        """Put the rows of clocks and buttons at the end of the column, and the rows of maps over the maps."""
        column.addWidget(self._clocks)
        for name, row in self._toolbar.rows.items():
            if name == OF_MODULE:
                row.setHidden(row.is_bare)
                column.addWidget(row)
            else:
                self._maps.put_over(name, row)

    def switch_clocks(self) -> None:
        """Show the row of clocks. If it is visible, stop the running clock; if no clock runs, hide the row."""
        self._clocks.switch()

    def hears(self, event: QKeyEvent) -> bool:
        """Return whether the buttons, the clocks or the table respond to a key."""
        key = key_text(event)
        return self._toolbar.hears(key) or self._clocks.hears(key) or key in self._own_keys

    def press(self, event: QKeyEvent) -> bool:
        """Pass a key to the buttons, the clocks and the table; return whether any of them responds to it."""
        if not self.hears(event):
            return False
        key = key_text(event)
        self._toolbar.press(key)
        self._clocks.press(key)
        if key in self._own_keys:
            self._press_table(key)
        return True

    def _press_table(self, key: str) -> None:
        press_table(self._model, key, self._selection.pieces)

    def press_key(self, key: str) -> None:
        """Press all buttons and clocks that have this key, after a piece has pressed it."""
        self._toolbar.press(key, by_table=True)
        self._clocks.press(key)

    def hide(self) -> None:
        """Close the pages and the inventories, since the next player may belong to another side."""
        self._pages.hide()
        for shown in self._open.values():
            shown.close()
            shown.deleteLater()
        self._open.clear()

    def close(self) -> None:
        """Close all windows of the module, when the table is left."""
        self.hide()
        self._pages.close()
        self._pages.deleteLater()  # without this, its signals would keep the whole window in memory

    def show_pages(self) -> None:
        """Show the module's charts and player aids."""
        self._pages.show()
        self._pages.raise_()

    def show_options(self) -> None:
        """Show the options, and carry out the player's changes one by one."""
        options = self._model.module.about.options
        if not options:
            self.remarked.emit(tr("This game has no options."))
            return
        now = {option.id: as_text(self._model.game.options.get(option.id, option.usual)) for option in options}
        dialog = OptionsDialog(self._window, options, now, self._theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.agreed.connect(self._set_options)
        dialog.open()

    def _set_options(self, changed: Mapping[str, str]) -> None:
        for id, choice in changed.items():
            self._model.submit(SetOption(id, choice))

    def show_seats(self) -> None:
        """Show the players' sides and the rights of seats, and carry out the changes one by one."""
        dialog = SeatsDialog(self._window, self._model)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.agreed.connect(self._seat)
        dialog.open()

    def _seat(self, commands: tuple[AnyCommand, ...]) -> None:
        for command in commands:
            self._model.submit(command)

    def _gate_buttons(self) -> None:
        """Disable the buttons whose condition holds. A condition that cannot be evaluated does not hold."""
        game = self._model.game
        reader = viewed(game, self._model.components, self._model.seat).reader(table_of(game))
        self._toolbar.switch_off({number for number, gate in enumerate(self._gates) if gate and holds(gate, reader)})

    def _show_named(self, name: str) -> None:
        """Show a map, an inventory, a group of the tray or a page."""
        if name in self._model.module.sheets and not self._model.sees_map(name):
            self.remarked.emit(
                tr("{map} belongs to another side.", map=self._words(self._model.module.sheets[name].name))
            )
        elif name in self._model.module.sheets:
            self._maps.show_map(name)
        elif name in self._inventories:
            self._show_inventory(self._inventories[name])
        elif self._palette.has_group(self._words(name)):
            self._palette.show_group(self._words(name))
        else:
            self._pages.show_page(self._words(name))

    def _show_inventory(self, inventory: Inventory) -> None:
        """Open an inventory, if this seat may look into it. An open one that does not stay is closed instead."""
        game = self._model.game
        sides = names_of(game.sides, seat_of(game, self._model.seat).sides)
        if inventory.sides and sides.isdisjoint(inventory.sides):
            self.remarked.emit(tr("{inventory} belongs to another side.", inventory=inventory.title))
            return
        shown = self._open.get(inventory.title)
        if shown is not None and shown.isVisible() and not inventory.stays:
            shown.hide()
            return
        if shown is None:
            shown = self._listed(inventory)
            shown.picked.connect(self.piece_picked)
            self._open[inventory.title] = shown
        shown.show()
        shown.raise_()


def _buttons(module: Module, words: Words) -> list[ToolbarButton]:
    """Return the module's buttons, in the player's language."""
    return [
        button.model_copy(
            update={
                "title": words(button.title),
                "tip": words(button.tip),
                "menu": None if button.menu is None else words(button.menu),
                "opens": None if button.opens is None else words(button.opens),
            }
        )
        for button in module.about.buttons
    ]
