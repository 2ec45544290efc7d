"""The parts of a window around its maps and over them: panels, rows, cards, and the line at the foot of the window."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, Slot
from PySide6.QtGui import QKeyEvent, QPixmap
from PySide6.QtWidgets import QMainWindow, QMenu, QVBoxLayout

from tabletop.desktop.assistant.window_assistant import AdvisedMaps, RulesDesk
from tabletop.desktop.contacts.contact_desk import ContactDesk
from tabletop.desktop.dispatches.dispatches_panel import DispatchesPanel
from tabletop.desktop.drawing.pictures.module_pictures import icon_in
from tabletop.desktop.map.go_to import Navigation
from tabletop.desktop.map.menus.piece_menu import PieceMenu
from tabletop.desktop.map.piece_actions import PieceActions
from tabletop.desktop.map.tools.place_tool import PlacePicker
from tabletop.desktop.map.view_changes import ViewButtons
from tabletop.desktop.map.viewer.piece_viewer import PieceViewer
from tabletop.desktop.panels.button_row import ButtonRow
from tabletop.desktop.panels.counter_palette import PalettePanel
from tabletop.desktop.panels.dice_tray import DicePanel
from tabletop.desktop.panels.inventory_panel import InventoryWindow
from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.panels.notes_panel import NotesPanel
from tabletop.desktop.panels.phase_ribbon import Ribbon
from tabletop.desktop.panels.replay_bar import ReplayBar
from tabletop.desktop.panels.status_line import StatusLine
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.counter_supply import left_of, tray_groups
from tabletop.desktop.umpire.beliefs_panel import BeliefsPanel
from tabletop.desktop.umpire.desk.umpire_desk import UmpireDesk
from tabletop.desktop.umpire.desk_views import DeskViews
from tabletop.desktop.widgets.toast import Toast
from tabletop.desktop.window.module_parts import DeskPanels, ModuleDesk, ModuleLook
from tabletop.desktop.window.panel_layout import (
    ASSISTANT,
    BELIEFS,
    CONTACTS,
    DESK,
    DICE,
    DISPATCHES,
    LOG,
    NOTES,
    ORDERS,
    SECRET_DICE,
    TRAY,
    PanelLayout,
)
from tabletop.desktop.window.seats.consent_bar import ConsentBar
from tabletop.desktop.window.seats.hot_seat import HotSeat
from tabletop.desktop.window.window_maps import WindowMaps
from tabletop.desktop.window.window_table import WindowTable
from tabletop.game.commands import Say
from tabletop.game.properties.stock_lists import Inventory
from tabletop.game.sight.view import Changes
from tabletop.game.state.kind import Kind
from tabletop.module.schema.view_buttons import SwitchRow


class PanelSurroundings(NamedTuple):
    """The parts of a window on which its panels act.

    `menu` builds the menus of pieces. `trigger` triggers an action of the window by its name. While `keeps_viewer()` is
    true, the viewer of stacks stays on show.
    """

    maps: WindowMaps
    rules: RulesDesk
    menu: PieceMenu
    trigger: Callable[[str], None]
    keeps_viewer: Callable[[], bool]


class WindowPanels(QObject):
    """The parts of a window around its maps and over them."""

    def __init__(self, window: QMainWindow, table: WindowTable, around: PanelSurroundings) -> None:
        """Make the parts. A new panel is made here, and passed to `PanelLayout` under its name."""
        super().__init__(window)
        self._table = table
        self._model = model = table.model
        self._maps, self._rules, self._menu, trigger, keeps_viewer = around
        theme, selection, area = table.theme, table.selection, self._maps.area
        module = model.module
        self._scales = {one.kind.key: one.scale for one in module.tray}
        self.ribbon = Ribbon(model, theme)
        self._further_ribbons = [Ribbon(model, theme, name) for name in list(model.components.trackers)[1:]]
        self.review = ReplayBar(model, theme)
        self._consents = ConsentBar(model, window)
        self.palette = PalettePanel(tray_groups(module, table.words), self._of_kind, self._count_left)
        self.log = LogPanel(theme)
        rolls = [(table.words(dice.title), dice.roll) for dice in module.about.dice]
        self.dice = DicePanel(model, theme, rolls, partial(icon_in, table.folder))
        self._notes = NotesPanel(model)
        self._picker = PlacePicker(window, model.components.maps, area.view, self._maps.tools)
        pick = self._picker.pick
        self.dispatches = DispatchesPanel(model, theme, lambda: selection.pieces, lambda: area.current, pick)
        self.contacts = ContactDesk(model, theme, area, self._maps.on_table, selection)
        self.viewer = PieceViewer(model, theme, area, self._maps.scenes, table.pictures, keeps_viewer)
        self.toast = Toast(area, theme)
        advised = AdvisedMaps(area, self._maps.layers, self._maps.scenes, self._maps.on_screen)
        self._rules.lay_over(window, advised, table.counter)
        self.navigation = Navigation(model, theme, area, self._maps.scenes, selection, self._rules)
        take_thread = partial(self._maps.rulers.take, self._maps.tools)
        drawn = {name: laid.drawn for name, laid in self._maps.on_table.items()}
        self._view_buttons = ViewButtons(model, area, drawn, trigger, self._switch_row, take_thread)
        self.hot_seat = HotSeat(window, model, theme)
        self.views = DeskViews(
            window, model, theme, area, self._maps.on_table, self.contacts, lambda: self.hot_seat.is_open
        )
        self.beliefs = BeliefsPanel(self.views, theme, lambda: self._maps.view, selection)
        self.piece_actions = PieceActions(model, area, self.palette.is_bin_at, selection)
        self.module_desk = ModuleDesk(
            window,
            ModuleLook(theme, table.folder, table.words),
            model,
            selection,
            DeskPanels(area, self.palette, self._view_buttons, self._listed),
        )
        self.umpire = UmpireDesk(
            model, theme, selection, lambda: area.current, self.next_phase, self.module_desk.show_seats, pick
        )
        self.status = StatusLine(theme)
        self.layout = PanelLayout(
            area,
            {
                TRAY: self.palette,
                LOG: self.log,
                DICE: self.dice,
                ASSISTANT: self._rules.panel,
                NOTES: self._notes,
                CONTACTS: self.contacts.panel,
                ORDERS: self.umpire.orders,
                DESK: self.umpire.panel,
                SECRET_DICE: self.umpire.dice,
                DISPATCHES: self.dispatches,
                BELIEFS: self.beliefs,
            },
            theme,
        )
        self._piece_count = len(model.game.pieces)

    def lay_rows(self, column: QVBoxLayout) -> None:
        """Add the rows above the maps to a column."""
        for bar in (*self._ribbons, self.review, self._consents):
            column.addWidget(bar)
        self.module_desk.lay_out(column)

    def connect_all(self) -> None:
        """Connect the parts to the game and to each other."""
        model = self._model
        model.line_added.connect(self.log.add)
        model.line_added.connect(self.show_last)
        model.lines_read.connect(self.show_lines)
        model.refused.connect(self.toast.say)
        for speaker in (
            model,
            self.navigation,
            self.module_desk,
            self._rules,
            self.dispatches,
            self.umpire,
            self._picker,
        ):
            speaker.remarked.connect(self.toast.say)
        self.log.spoken.connect(lambda text: model.submit(Say(text)))
        self.log.place_followed.connect(self.navigation.to_place)
        self.log.menu_made.connect(self._offer_undo_of_all)
        self.palette.taken.connect(self.piece_actions.take)
        self.module_desk.piece_picked.connect(self.navigation.to_piece)
        self._rules.panel.shown.connect(self.navigation.to_finding)
        for guide in (self.contacts.panel, self.views, self.dispatches):
            guide.followed.connect(self.navigation.to_point)
        self.beliefs.followed.connect(self.navigation.to_piece)
        self.beliefs.needed.connect(partial(self.layout.offer, BELIEFS))
        self.dispatches.report_wanted.connect(self.umpire.answer_by_report)
        self.umpire.orders.due.chosen.connect(self._show_dispatch)
        self.umpire.orders.followed.connect(self.navigation.to_piece)
        self.umpire.orders.needed.connect(partial(self.layout.offer, ORDERS))
        self._rules.switched.connect(partial(self.layout.offer, ASSISTANT))
        self.layout.shown.connect(lambda _name, _on: self.show_last())
        self.ribbon.next_wanted.connect(self.next_phase)
        for ribbon in self._further_ribbons:
            ribbon.next_wanted.connect(partial(ribbon.go, 1))

    # turns and rows

    @property
    def _ribbons(self) -> tuple[Ribbon, ...]:
        return (self.ribbon, *self._further_ribbons)

    @property
    def rows(self) -> dict[str, Ribbon | ButtonRow]:
        """The rows that can be folded, by the names that are used to save their state."""
        ribbons = zip(self._model.components.trackers, self._ribbons, strict=False)
        turns = {f"turns:{name}": ribbon for name, ribbon in ribbons}
        return {**turns, **{f"buttons:{name}": row for name, row in self.module_desk.rows.items()}}

    def _switch_row(self, view: SwitchRow) -> None:
        """Show a row over the table, or hide it."""
        if view.does == "clocks":
            self.module_desk.switch_clocks()
            return
        for name, ribbon in zip(self._model.components.trackers, self._ribbons, strict=False):
            if name == view.tracker:
                ribbon.switch()

    def next_phase(self) -> None:
        """Begin the next phase: by the rules if the assistant can do this, else by hand."""
        if not self._rules.onwards():
            self.ribbon.go(1)

    # contents

    def show_game(self) -> None:
        """Show the position in the parts that do not follow the game by themselves."""
        for ribbon in self._ribbons:
            ribbon.show_now()
        self._piece_count = len(self._model.game.pieces)
        self.palette.refresh()

    def show_changes(self, changes: Changes) -> None:
        """Update the numbers of counters left in the tray, if a step has made or removed any."""
        game = self._model.game
        if any(piece not in game.pieces for piece in changes.pieces) or len(game.pieces) != self._piece_count:
            self._piece_count = len(game.pieces)
            self.palette.refresh()

    def show_lines(self) -> None:
        """Show the past events in the log, as far as the table has told them, and the last rolls in the dice panel and
        on the module's buttons.
        """
        told = self._model.told_so_far()
        self.log.show_lines(self._model.lines(), is_reading=self._model.is_reading)
        self.show_last()
        self.dice.show_last(line.told for line in reversed(told))
        self.module_desk.show_thrown(line.told for line in told if line.told is not None)

    @Slot()
    def show_last(self) -> None:
        """Show the last event at the bottom of the window, if the log is hidden."""
        self.status.show_last("" if self.layout.is_shown(LOG) else self.log.last_line)

    def offer_counters(self) -> None:
        """Show the counter tray, with a message, if a game begins without counters on its maps."""
        model = self._model
        on_maps = any(held.map >= 0 and held.pieces for held in model.game.holders.values())
        if not on_maps and model.review is None and tray_groups(model.module, self._table.words):
            self.layout.show(TRAY, True)
            self.toast.say(tr("There are no counters on the maps you see: take some from Pieces (F7)."))

    def _show_dispatch(self, dispatch: int) -> None:
        """Open the panel of dispatches with one of them selected."""
        self.layout.show(DISPATCHES, on=True)
        self.dispatches.choose(dispatch)

    def _offer_undo_of_all(self, menu: QMenu) -> None:
        """Offer in the menu of the log to undo the last action, if that is another player's."""
        if self._model.can_undo_of_others:
            menu.addSeparator()
            menu.addAction(tr("Undo the last action of another player…"), self._model.undo_of_all)

    def let_go(self) -> None:
        """Close the line that asks for a name, and stop asking for a place on the map."""
        self.navigation.leave()
        self._picker.leave()

    def hide_passing(self) -> None:
        """Hide everything that is shown only for a while."""
        self.viewer.hide()
        self.module_desk.hide()
        self.toast.hide()

    # pictures

    def _of_kind(self, kind: Kind) -> QPixmap:
        """Return the picture of a kind of piece, as the tray shows it."""
        return self._table.pictures.of_kind(kind, self._scales.get(kind.key))

    def _count_left(self, kind: Kind) -> int | None:
        return left_of(self._model.game, kind)

    def _listed(self, inventory: Inventory) -> InventoryWindow:
        """Return the window of an inventory."""
        model, pictures = self._model, self._table.pictures

        def scaled(piece: int, scale: float) -> QPixmap:
            return pictures.picture(model.game, piece, scale).pixmap

        def across(piece: int, px: float) -> QPixmap:
            return scaled(piece, px / pictures.side(model.game, piece))

        return InventoryWindow(model, inventory, across, scaled, self._menu.build_own)

    # the mouse and the keys

    def hover(self, name: str, point: QPointF) -> None:
        """Follow the mouse to a point of a map; the point is NaN after it has left."""
        self._rules.hovered(name, point)
        self.viewer.hover(name, point)

    def press(self, event: QKeyEvent) -> None:
        """Pass a key to the selected pieces, or to the module's buttons."""
        if self.hot_seat.is_open and (self._menu.press(event) or self.module_desk.press(event)):
            event.accept()

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is for the selected pieces or the module's buttons, in a game in play."""
        is_played = self._model.review is None and self.hot_seat.is_open
        return is_played and (self._menu.hears(event) or self.module_desk.hears(event))
