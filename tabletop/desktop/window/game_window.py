"""The window of one game: maps in the middle, panels round them, and the actions of its menus."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QImage, QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.assistant.window_assistant import RulesDesk
from tabletop.desktop.contacts.contact_desk import ContactDesk
from tabletop.desktop.dispatches.dispatches_panel import DispatchesPanel
from tabletop.desktop.drawing.counter_pixmaps import FacePixmap, FacePixmaps
from tabletop.desktop.drawing.pictures.module_pictures import icon_in
from tabletop.desktop.drawing.pictures.slow_drawings import slow_drawings
from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.go_to import Navigation
from tabletop.desktop.map.map_tabs import MapsArea, look_at_map
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.map_widget import MapOnTable
from tabletop.desktop.map.menus.map_menus import MapMenus, open_menu_by_key
from tabletop.desktop.map.menus.piece_menu import PieceMenu
from tabletop.desktop.map.menus.zoom_menu import offer_scales
from tabletop.desktop.map.opening_view import opening_view
from tabletop.desktop.map.piece_actions import PieceActions
from tabletop.desktop.map.rulers import Rulers
from tabletop.desktop.map.tools.place_tool import PlacePicker
from tabletop.desktop.map.tools.select_tool import HandListeners, SelectTool
from tabletop.desktop.map.view_changes import ViewButtons
from tabletop.desktop.map.viewer.piece_viewer import LookingCloser
from tabletop.desktop.panels.button_row import ButtonRow
from tabletop.desktop.panels.counter_palette import PalettePanel
from tabletop.desktop.panels.dice_tray import DicePanel, is_roll
from tabletop.desktop.panels.inventory_panel import InventoryWindow
from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.panels.notes_panel import NotesPanel
from tabletop.desktop.panels.phase_ribbon import Ribbon
from tabletop.desktop.panels.replay_bar import ReviewBar
from tabletop.desktop.panels.status_line import StatusLine
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.sound_player import Loudspeaker, Sounds
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.platform.window_state import Arrangement, GameView, WindowPlace
from tabletop.desktop.scene.layers.piece_surroundings import PieceChanges
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.counter_supply import left_of, tray_groups
from tabletop.desktop.table.mail_desk import MailDesk
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.startup_keys import stop_clocks
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.beliefs_panel import BeliefsPanel
from tabletop.desktop.umpire.desk.umpire_desk import UmpireDesk
from tabletop.desktop.umpire.desk_views import DeskViews
from tabletop.desktop.widgets.panel_parts import part, plain
from tabletop.desktop.widgets.toast import Toast
from tabletop.desktop.window.game_file import GameKeeper
from tabletop.desktop.window.help_pages import show_about, show_keys
from tabletop.desktop.window.map_export import MapFiles
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
    PANELS,
    SECRET_DICE,
    TRAY,
    UMPIRES,
    PanelLayout,
)
from tabletop.desktop.window.saved_decks import DeckFiles
from tabletop.desktop.window.screen_fit import fit_on_screen, stand_of
from tabletop.desktop.window.seats.consent_bar import ConsentBar
from tabletop.desktop.window.seats.hot_seat import HotSeat
from tabletop.desktop.window.vassal_export import VassalWriter
from tabletop.desktop.window.window_actions import ACTIONS, HELP, MENUS, REPLAY, RULES, UMPIRE, WINDOW, make_actions
from tabletop.game.actions.secret_setup import setups_of
from tabletop.game.change.told import Told
from tabletop.game.commands import FinishSetup, Say
from tabletop.game.properties.stock_lists import Inventory
from tabletop.game.sight.view import Changes
from tabletop.game.state.kind import Kind
from tabletop.module.module import Module
from tabletop.module.module_words import Words, as_written
from tabletop.module.schema.view_buttons import SwitchRow

FIRST_SIZE = QSize(1600, 1000)
"""The size of a window on a screen that has room for it."""

CORNER = ("undo", "redo", "find", "zoom-out", "zoom-in", "fit", "hex-ids", "hide-pieces", "charts")
"""The actions that have a button beside the tabs of the maps."""


class GameWindow(QMainWindow):
    """The window in which one game is played or replayed."""

    left = Signal()
    """The player wants the start page."""

    review_wanted = Signal()
    """The player wants to replay this game from its beginning."""

    last_report_wanted = Signal()
    """The player wants to replay the last report by mail."""

    gone_on = Signal()
    """The player wants to continue the game from the step that the replay shows."""

    own_setup_wanted = Signal()
    """The player wants a new game from a set-up of the umpire's own."""

    begun = Signal()
    """The player wants to begin another game."""

    opened = Signal()
    """The player wants to open a file."""

    tutorial_wanted = Signal(object)
    """The player wants to replay a tutorial of the module: a `TutorialRecord`."""

    saved_as = Signal(object)
    """The game now continues in this file."""

    other_version_wanted = Signal()
    """The player wants to update the game to another version of its module."""

    closing = Signal()
    """The window is about to close; its state can still be read."""

    assistant_switched = Signal(bool)
    """The player has switched the rules assistant on or off."""

    roll_at_once_switched = Signal(bool)
    """The player has switched rolling battles without pauses on or off."""

    sounds_switched = Signal(bool)
    """The player has switched the sounds of games on or off."""

    theme_chosen = Signal(bool, bool)
    """The player has chosen a theme: true for the dark one, and true for plain counters."""

    def __init__(self, model: TableModel, theme: Theme, folder: Path, words: Words = as_written) -> None:
        """Make the window. `folder` has the module's pictures. `words` returns the module's texts in the player's
        language.
        """
        super().__init__()
        self._model = model
        self._words = words
        self._theme = theme
        self._folder = folder
        self._selection = Selection(lambda piece: piece in model.game.pieces, self)
        module = model.module
        ratio = self.devicePixelRatioF()
        faces = FacePixmaps(module.faces, theme) if module.faces is not None else None
        self._pictures = ModulePictures(model.components, faces, folder, model.seat, ratio)
        self._sounds = Sounds(folder, Loudspeaker().play)
        self._scenes: dict[str, TableScene] = {}
        self._layers: dict[str, OverlayLayer] = {}
        self._rules = RulesDesk(self, model, theme, self._layers, self._scenes, self._selection)
        self._menu = PieceMenu(model, self._selection, self._pictures, self._words)
        self._menus = MapMenus(self, model, self._selection, self._menu, self._contact_menu)
        self._on_table: dict[str, MapOnTable] = {}
        self._select: dict[str, SelectTool] = {}
        self._map_entries: dict[str, QAction] = {}
        sheets = module.sheets.items()
        self._maps = MapsArea([(name, words(sheet.name), self._make_view(name)) for name, sheet in sheets])
        self._rulers = Rulers(model, theme, self._maps.view)
        self._make_panels(module)
        self._actions = self._make_actions()
        self._maps.set_corner([self._actions[name] for name in CORNER])
        self._lay_out()
        self._make_menus()
        self._connect()
        self.setWindowTitle(tr("{game} — Wartable", game=words(module.about.title)))
        self._looked: GameView | None = None
        self._views_of_seats: dict[str, GameView] = {}
        self._panels_of_seats: dict[str, Arrangement] = {}
        self._first_panels: Arrangement | None = None
        self.stand_where(None, None, None)
        self._offer_by_kind()
        self._show_everything()
        self._palette.open_group_with_some()
        self._is_fitted = False
        self._is_handed_over = False

    # putting it together

    def _make_view(self, name: str) -> TableView:
        model = self._model
        index, drawing, ratio = model.game.maps.index(name), self._rules.drawing, self.devicePixelRatioF()
        laid = MapOnTable(model.module, name, index, self._theme, self._pictures, drawing, ratio)
        self._on_table[name], self._scenes[name], self._layers[name] = laid, laid.scene, laid.layer
        view = laid.view
        self._select[name] = SelectTool(
            model,
            view,
            name,
            self._selection,
            self._theme,
            HandListeners(self._let_go, self._rules.advised, self._inspect, partial(self._menus.pop_up, view)),
        )
        view.use(self._select[name])
        view.menu_wanted.connect(partial(self._menus.open, view))
        view.hovered.connect(partial(self._hovered, name))
        view.dropped.connect(partial(self._drop_kind, name))
        view.key_pressed.connect(self._press)
        return view

    def _make_panels(self, module: Module) -> None:
        model, theme = self._model, self._theme
        self._scales = {one.kind.key: one.scale for one in module.tray}
        self._ribbon = Ribbon(model, theme)
        self._further_ribbons = [Ribbon(model, theme, name) for name in list(model.components.trackers)[1:]]
        self._review = ReviewBar(model, theme)
        self._consents = ConsentBar(model, self)
        self._palette = PalettePanel(
            tray_groups(module, self._words), self._of_kind, lambda kind: left_of(model.game, kind)
        )
        self._log = LogPanel(theme)
        rolls = [(self._words(dice.title), dice.roll) for dice in module.about.dice]
        self._dice = DicePanel(model, theme, rolls, partial(icon_in, self._folder))
        self._notes = NotesPanel(model)
        self._picker = PlacePicker(self, model.components.maps, self._maps.view, self._select)
        pick = self._picker.pick
        self._dispatches = DispatchesPanel(
            model, theme, lambda: self._selection.pieces, lambda: self._maps.current, pick
        )
        self._contacts = ContactDesk(model, theme, self._maps, self._on_table, self._selection)
        self._closer = LookingCloser(model, theme, self._maps, self._scenes, self._pictures, self._keeps_viewer)
        self._toast = Toast(self._maps, theme)
        self._rules.lay_over(self, self._maps, self._on_screen, self._counter)
        self._going = Navigation(model, theme, self._maps, self._scenes, self._selection, self._rules)
        take_thread = partial(self._rulers.take, self._select)
        drawn = {name: laid.drawn for name, laid in self._on_table.items()}
        self._viewing = ViewButtons(model, self._maps, drawn, self.trigger, self._switch_row, take_thread)
        self._hot_seat = HotSeat(self, model, theme)
        self._views = DeskViews(
            self, model, theme, self._maps, self._on_table, self._contacts, lambda: self._hot_seat.is_open
        )
        self._beliefs = BeliefsPanel(self._views, theme, lambda: self._view, self._selection)
        self._handling = PieceActions(model, self._maps, self._palette.is_bin_at, self._selection)
        self._desk = ModuleDesk(
            self,
            ModuleLook(theme, self._folder, self._words),
            model,
            self._selection,
            DeskPanels(self._maps, self._palette, self._viewing, self._listed),
        )
        self._umpire = UmpireDesk(
            model, theme, self._selection, lambda: self._maps.current, self._next_phase, self._desk.show_seats, pick
        )
        self._keeping = GameKeeper(self, model)
        self.mail = MailDesk(self, model)
        self._deck_files = DeckFiles(self, model)
        self._map_files = MapFiles(self, model, self._maps, self._pictures)
        self._for_vassal = VassalWriter(self, model)
        self._status = StatusLine(theme)
        self._around = PanelLayout(
            self._maps,
            {
                TRAY: self._palette,
                LOG: self._log,
                DICE: self._dice,
                ASSISTANT: self._rules.panel,
                NOTES: self._notes,
                CONTACTS: self._contacts.panel,
                ORDERS: self._umpire.orders,
                DESK: self._umpire.panel,
                SECRET_DICE: self._umpire.dice,
                DISPATCHES: self._dispatches,
                BELIEFS: self._beliefs,
            },
            theme,
        )

    def _lay_out(self) -> None:
        """Lay everything out from the outside in, because Qt styles a part again with all its contents when it is
        added.
        """
        page = self._page = QWidget()
        part(page, "page")
        self.setCentralWidget(page)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for bar in (self._ribbon, *self._further_ribbons, self._review, self._consents):
            column.addWidget(bar)
        self._desk.lay_out(column)
        inner = QHBoxLayout()
        inner.setContentsMargins(10, 10, 10, 10)
        column.addLayout(inner, 1)
        inner.addWidget(self._around.widget)
        for panel in (one for one in PANELS if one.name not in UMPIRES):
            self.statusBar().addWidget(self._switch_of(panel.name))
        self.statusBar().addPermanentWidget(self._status, 1)
        self.statusBar().setSizeGripEnabled(False)

    def _switch_of(self, name: str) -> QToolButton:
        """Return a button at the bottom of the window that shows or hides a panel."""
        made = QToolButton()
        part(made, "foot")
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        action = self._actions[name]
        made.setDefaultAction(action)
        made.setAccessibleName(action.text())
        action.setToolTip(f"{action.text()} ({action.shortcut().toString()})")
        return made

    def _make_actions(self) -> dict[str, QAction]:
        does: dict[str, Callable[..., object]] = {
            "new": self.begun.emit,
            "own-setup": self.own_setup_wanted.emit,
            "save-setup": self._map_files.save_setup,
            "open": self.opened.emit,
            "save-as": self._keeping.save_as,
            "picture": self._map_files.save_picture,
            "list": self._map_files.save_list,
            "for-vassal": self._for_vassal.export,
            "overview": self._switch_overview,
            "review": self.review_wanted.emit,
            "send-turn": self.mail.send,
            "open-turn": self.mail.open,
            "last-report": self.last_report_wanted.emit,
            "next-contact": self.mail.go_to_contact,
            "other-version": self.other_version_wanted.emit,
            "start-page": self.left.emit,
            "quit": self.close,
            "undo": self._model.undo,
            "redo": self._model.redo,
            "select-all": self._handling.choose_all,
            "put-away": self._handling.put_away,
            "clone": self._handling.clone,
            "menu": partial(open_menu_by_key, self),
            "zoom-in": lambda: self._view.zoom_on(1),
            "zoom-out": lambda: self._view.zoom_on(-1),
            "zoom-to": lambda: offer_scales(self._view, self),
            "fit": self._fit,
            "hex-ids": self._show_hex_ids,
            "ruler": self._take_ruler,
            "hide-pieces": self._hide_pieces,
            "hide-contacts": self._contacts.hide,
            "stack-viewer": lambda on: None if on else self._closer.hide(),
            "sounds": self._switch_sounds,
            "plain": lambda on: self.theme_chosen.emit(self._actions["dark"].isChecked(), on),
            "dark": lambda on: self.theme_chosen.emit(on, self._actions["plain"].isChecked()),
            "previous-phase": lambda: self._ribbon.go(-1),
            "next-phase": self._next_phase,
            "finish-setup": self._finish_setup,
            "curtain": self.draw_curtain,
            "find": self._going.find,
            "move-to": self._going.move_chosen,
            "next-map": self._maps.show_next,
            "beside": self._put_beside,
            "only-map": self._around.show_only_map,
            **{panel.name: partial(self._around.show, panel.name) for panel in PANELS},
            "send-report": self._umpire.send_report,
            "reveal": self._umpire.reveal,
            "act-for": self._umpire.act_for,
            "roll-back": self._umpire.roll_back,
            "roll-secretly": self._umpire.dice.roll_secretly,
            "roll-openly": self._umpire.dice.roll_openly,
            "hold": self._umpire.panel.hold,
            "step-back": self._review.back,
            "step-on": self._review.on,
            "to-start": self._review.to_start,
            "to-end": self._review.to_end,
            "play": self._review.play,
            "go-on": self.gone_on.emit,
            "assistant": self._rules.switch,
            "why-not": self._rules.say_why_not,
            "why-not-at": self._going.ask_why_not,
            "explain": self._rules.explain_numbers,
            "policies": self._rules.show_policies,
            "tables": self._rules.offer_tables,
            "all-rules": self._rules.show_rules,
            "battle-board": self._rules.show_battle,
            "options": self._desk.show_options,
            "seats": self._desk.show_seats,
            "charts": self._desk.show_pages,
            "keys": partial(show_keys, self),
            "about": lambda: show_about(self, self._model.module, self._model.game, self._theme),
        }
        actions = make_actions(self, does)
        for named in ACTIONS:
            if named.icon:
                actions[named.name].setIcon(icon(named.icon, self._theme.ink, self._theme.ink3))
        for name, on in (("dark", self._theme.name == "dark"), ("plain", self._theme.counters == "plain")):
            actions[name].blockSignals(True)
            actions[name].setChecked(on)
            actions[name].blockSignals(False)
        return actions

    def _make_menus(self) -> None:
        for title in MENUS:
            if title == REPLAY and self._model.review is None:
                continue
            menu = self.menuBar().addMenu(tr(title))
            for named in ACTIONS:
                if named.menu == title:
                    if named.begins:
                        menu.addSeparator()
                    menu.addAction(self._actions[named.name])
            if title == UMPIRE:
                self._umpire_menu = menu
            if title == RULES:
                self._rules.offer_in(menu, lambda: self._maps.current)
            if title == WINDOW:
                menu.addSeparator()
                for name, sheet in self._model.module.sheets.items():
                    shows = menu.addAction(self._words(sheet.name), partial(self._maps.show_map, name))
                    self._map_entries[name] = shows
            if title == HELP:
                for tutorial in self._model.module.about.tutorials:
                    words = tr("Tutorial: {title}", title=self._words(tutorial.title))
                    menu.addAction(plain(words), partial(self.tutorial_wanted.emit, tutorial))

    def _connect(self) -> None:
        model = self._model
        model.replaced.connect(self._show_everything)
        model.changed.connect(self._show_changes)
        model.properties_changed.connect(self._show_values)
        model.line_added.connect(self._log.add)
        model.line_added.connect(self._show_last)
        model.lines_read.connect(self._show_lines)
        model.told.connect(self._show_told)
        model.others_moved.connect(self._show_moved)
        model.refused.connect(self._toast.say)
        files = (self._deck_files, self._map_files, self._for_vassal)
        panels = (self._rules, self._dispatches, self._umpire, self._picker)
        for speaker in (model, self._going, self._keeping, self._desk, self.mail, *panels, *files):
            speaker.remarked.connect(self._toast.say)
        model.recorded.connect(self._show_record)
        slow_drawings().ended.connect(self._draw_anew)
        self._selection.changed.connect(self._mark_selection)
        self._log.spoken.connect(lambda text: model.submit(Say(text)))
        self._log.place_followed.connect(self._going.to_place)
        self._log.menu_made.connect(self._offer_undo_of_all)
        self._palette.taken.connect(self._handling.take)
        self._desk.piece_picked.connect(self._going.to_piece)
        self._hot_seat.covered.connect(self._cover)
        self._rules.panel.shown.connect(self._going.to_finding)
        for guide in (self._contacts.panel, self._views, self._dispatches):
            guide.followed.connect(self._going.to_point)
        self._beliefs.followed.connect(self._going.to_piece)
        self._beliefs.needed.connect(partial(self._around.offer, BELIEFS))
        self._beliefs.needed.connect(self._offer_panels)
        self._beliefs.say_whether_needed()
        self._dispatches.report_wanted.connect(self._umpire.answer_by_report)
        self._umpire.orders.due.chosen.connect(self._show_dispatch)
        orders = self._umpire.orders
        orders.followed.connect(self._going.to_piece)
        orders.needed.connect(partial(self._around.offer, ORDERS))
        orders.needed.connect(self._offer_panels)
        orders.counted.connect(self._count_orders)
        self._umpire.offered.connect(self._offer_desk)
        self._umpire.handed_over.connect(self.draw_curtain)
        orders.say_whether_needed()
        self._umpire.say_whether_offered()
        self._rules.switched.connect(partial(self._around.offer, ASSISTANT))
        self._rules.switched.connect(self._offer_panels)
        self._rules.switched.connect(self.assistant_switched)
        self._around.shown.connect(self._show_switched)
        self._rules.at_once_switched.connect(self.roll_at_once_switched)
        self._keeping.saved_as.connect(self.saved_as)
        self._keeping.changed.connect(self._show_record)
        self._review.gone_on.connect(self.gone_on)
        self._ribbon.next_wanted.connect(self._next_phase)
        for ribbon in self._further_ribbons:
            ribbon.next_wanted.connect(partial(ribbon.go, 1))

    # contents

    @property
    def model(self) -> TableModel:
        """The table, as the viewer of this window sees it."""
        return self._model

    @property
    def selection(self) -> Selection:
        """The selected pieces."""
        return self._selection

    @property
    def scenes(self) -> Mapping[str, TableScene]:
        """The scene of each map."""
        return self._scenes

    @property
    def rules(self) -> RulesDesk:
        """The rules assistant in this window."""
        return self._rules

    @property
    def views(self) -> DeskViews:
        """The umpire's views of the maps."""
        return self._views

    def assist(self) -> None:
        """Switch the rules assistant on, if the game has rules for it."""
        if self._model.module.rules:
            self._actions["assistant"].setChecked(True)

    def layer(self, name: str) -> OverlayLayer:
        """Return the assistant's layer over a map."""
        return self._layers[name]

    def view(self, name: str) -> TableView:
        """Return the view of a map."""
        return self._maps.view(name)

    def view_that_shows(self, piece: int) -> TableView | None:
        """Return the view of a map in which a piece is now visible; None if there is none."""
        for name, scene in self._scenes.items():
            view = self._maps.view(name)
            if view.isVisible() and scene.is_drawn(piece) and view.seen_area.contains(scene.middle(piece)):
                return view
        return None

    def _draw_anew(self) -> None:
        """Draw everything again, since a slow drawing is now ready."""
        self._pictures.forget()
        for laid in self._on_table.values():
            laid.draw_anew()
        self._palette.draw_anew()

    def stand_anew(self) -> None:
        """After an error of the program, end everything in progress, and show the recorded game."""
        self._let_everything_go()
        self._model.table_seat.look_anew()

    def _let_everything_go(self) -> None:
        """End every gesture and question when the game on the table is replaced."""
        self._going.leave()
        self._picker.leave()
        for name in self._scenes:
            self._maps.view(name).let_go()

    @property
    def _view(self) -> TableView:
        return self._maps.view(self._maps.current)

    def _show_everything(self) -> None:
        self._let_everything_go()
        self._pictures.sit_as(self._model.seat)
        self._selection.clear()
        self._offer_maps()
        everything = PieceChanges.everything(self._model.game)
        for laid in self._on_table.values():
            laid.drawn.show_game(self._model.game, everything)
        self._contacts.show()
        self._offer_setup()
        self._log.forget_typed()
        self._show_lines()
        for ribbon in (self._ribbon, *self._further_ribbons):
            ribbon.show_now()
        self._piece_count = len(self._model.game.pieces)
        self._palette.refresh()
        self._show_record()

    def _offer_maps(self) -> None:
        """Offer the maps whose pieces the viewer sees; all maps if there are none."""
        seen = [name for name in self._scenes if self._model.sees_map(name)] or list(self._scenes)
        self._maps.offer(seen)
        for name, entry in self._map_entries.items():
            entry.setVisible(name in seen)

    def _show_lines(self) -> None:
        """Show the past events in the log, as far as the table has told them, and the last roll of dice."""
        told = self._model.told_so_far()
        self._log.show_lines(self._model.lines(), is_reading=self._model.is_reading)
        self._show_last()
        self._dice.show_last(line.told for line in reversed(told))
        self._desk.show_thrown(line.told for line in told if line.told is not None)

    @Slot()
    def _show_last(self) -> None:
        """Show the last event at the bottom of the window, if the log is hidden."""
        self._status.show_last("" if self._around.is_shown(LOG) else self._log.last_line)

    def _offer_undo_of_all(self, menu: QMenu) -> None:
        """Offer in the menu of the log to undo the last action, if that is another player's."""
        if self._model.can_undo_of_others:
            menu.addSeparator()
            menu.addAction(tr("Undo the last action of another player…"), self._model.undo_of_all)

    def _count_orders(self, count: int) -> None:
        """Show the number of waiting orders on the switch of their panel."""
        words = tr("Orders ({count})", count=count) if count else tr("Orders")
        self._actions[ORDERS].setText(words)

    def _offer_desk(self, on: bool) -> None:
        """Show or hide the umpire's desk and its menu, which only an umpire has."""
        self._around.offer_desk(on)
        self._umpire_menu.menuAction().setVisible(on)
        self._enable_umpire()

    def _show_dispatch(self, dispatch: int) -> None:
        """Open the panel of dispatches with one of them selected."""
        self._around.show(DISPATCHES, on=True)
        self._dispatches.choose(dispatch)

    def _enable_umpire(self) -> None:
        """Enable the umpire's commands for an umpire alone, and the panels that have something to show."""
        is_umpire = self._umpire.is_umpire and self._hot_seat.is_open
        for named in ACTIONS:
            if named.menu == UMPIRE:
                self._actions[named.name].setEnabled(is_umpire)
        self._offer_panels()

    def _offer_panels(self) -> None:
        """Enable the switches of the panels that are not always of use: orders can wait, the assistant is on, an umpire
        looks at the game. Behind the curtain none is enabled.
        """
        needed = {
            ORDERS: self._umpire.is_umpire or self._umpire.orders.is_needed,
            BELIEFS: self._views.is_open,
            ASSISTANT: self._rules.is_on,
        }
        for name, is_needed in needed.items():
            self._actions[name].setEnabled(self._hot_seat.is_open and is_needed)

    def _show_switched(self, name: str, on: bool) -> None:
        """Set the switches of a panel that was shown or hidden."""
        self._actions[name].setChecked(on)
        self._show_last()

    def _show_values(self) -> None:
        for laid in self._on_table.values():
            laid.drawn.show_values(self._model.game)
        self._offer_setup()
        if self._model.game.contacts:
            self._contacts.show()

    def _show_changes(self, changes: Changes) -> None:
        game = self._model.game
        self._closer.hide()
        changed = PieceChanges.of(game, changes.holders, changes.pieces)
        touched = {game.maps[index] for index in changes.maps}
        for name, laid in self._on_table.items():
            if name in touched:
                laid.drawn.show_changes(game, changes.holders, changes.pieces, changed)
                laid.overview.draw_anew()
            else:
                laid.drawn.keep_up(game)
        self._contacts.show_changes(changes)
        for tool in self._select.values():
            tool.keep_up()
        if any(piece not in game.pieces for piece in changes.pieces) or len(game.pieces) != self._piece_count:
            self._piece_count = len(game.pieces)
            self._palette.refresh()
        self._selection.replace(self._selection.pieces)

    def trigger(self, name: str) -> None:
        """Trigger an action of the window by its name (see `window_actions`)."""
        self._actions[name].trigger()

    def _switch_row(self, view: SwitchRow) -> None:
        """Show a row over the table, or hide it."""
        if view.does == "clocks":
            self._desk.switch_clocks()
            return
        names = list(self._model.components.trackers)
        for name, ribbon in zip(names, (self._ribbon, *self._further_ribbons), strict=False):
            if name == view.tracker:
                ribbon.switch()

    def _secret_setups(self) -> dict[str, bool]:
        """Return the player's sides that set up in secret, each with true if the player has finished."""
        return setups_of(self._model.game, tuple(self._model.table_seat.sides))

    def _finish_setup(self) -> None:
        """Finish the secret set-up of the player's sides. If it is already finished, continue it."""
        sides = self._secret_setups()
        finished = not all(sides.values())
        for side in sides:
            self._model.submit(FinishSetup(side, finished))

    def _next_phase(self) -> None:
        """Begin the next phase: by the rules if the assistant can do this, else by hand."""
        if not self._rules.onwards():
            self._ribbon.go(1)

    def _mark_selection(self) -> None:
        self._closer.let_go()
        chosen = frozenset(self._selection.pieces)
        for laid in self._on_table.values():
            laid.drawn.choose(chosen)

    def _show_told(self, told: Told) -> None:
        if is_roll(told):
            self._dice.show_told(told)
        elif told.key == "key-pressed":
            self._desk.press_key(str(told.facts.get("key", "")))
        elif told.key == "choice-changed":
            self._change_choice(told)
        elif told.key == "deck-file":
            self._deck_files.answer(told)
        elif told.key == "pinged":
            map_index, x, y, way = (told.facts.get(name, 0) for name in ("map", "x", "y", "way"))
            if isinstance(map_index, int) and isinstance(x, int) and isinstance(y, int) and isinstance(way, int):
                self._show_ping(self._model.game.maps[map_index], x, y, way)
        elif told.key == "measured":
            self._rulers.hear(told)
        elif told.key == "sound":
            self._sounds.hear(told)

    def _change_choice(self, told: Told) -> None:
        """Change the selection as a trait of a counter asks."""
        match told.facts["how"]:
            case "drop-this":
                self._selection.remove(told.pieces)
            case "drop-all":
                self._selection.clear()
            case "only-this":
                self._selection.replace(told.pieces)

    def _switch_sounds(self, on: bool) -> None:
        self._sounds.is_on = on
        self.sounds_switched.emit(on)

    def sound(self, *, on: bool) -> None:
        """Switch the sounds of the game on or off."""
        self._actions["sounds"].setChecked(on)

    def _show_ping(self, name: str, x: int, y: int, number: int) -> None:
        ways = self._model.module.sheets[name].pings
        way = ways[number] if number < len(ways) else None
        colour = self._theme.ink_of(way.colour) if way is not None else self._theme.colour("accent")
        self._scenes[name].ping(x, y, colour, way)

    def _show_moved(self, pieces: tuple[int, ...]) -> None:
        for scene in self._scenes.values():
            scene.show_moved(pieces)
        if self._model.module.about.follows:
            self._going.follow(pieces)

    def _show_record(self) -> None:
        is_open = self._hot_seat.is_open
        self._actions["undo"].setEnabled(self._model.can_undo and is_open)
        self._actions["redo"].setEnabled(self._model.can_redo and is_open)
        self._status.show_file(*self._keeping.told())

    def _offer_setup(self) -> None:
        """Offer to finish the secret set-up only if there is one, and to save the position only if all is seen."""
        self._actions["finish-setup"].setVisible(bool(self._secret_setups()))
        self._actions["save-setup"].setVisible(self._model.sees_all)

    def _offer_by_kind(self) -> None:
        """Enable the actions for a game in play or for a replay. Behind the curtain no action is enabled."""
        is_open, is_played = self._hot_seat.is_open, self._model.review is None
        for named in ACTIONS:
            if named.menu == REPLAY:
                self._actions[named.name].setEnabled(not is_played and is_open)
        for name in ("save-as", "review", "other-version", "seats"):
            self._actions[name].setEnabled(is_played and is_open)
        is_by_mail = is_played and is_open and self.mail.is_played
        for name in ("send-turn", "open-turn", "last-report"):
            self._actions[name].setEnabled(is_by_mail)
        if is_by_mail:
            self._actions["other-version"].setEnabled(False)
        self._actions["for-vassal"].setVisible(self._for_vassal.is_offered)
        self._actions["for-vassal"].setEnabled(is_played and is_open and not is_by_mail)
        self._enable_umpire()

    # the mouse and the keys

    def _on_screen(self, name: str, point: QPointF) -> QPoint:
        view = self._maps.view(name)
        return view.viewport().mapToGlobal(view.mapFromScene(point))

    def _hovered(self, name: str, point: QPointF) -> None:
        self._rules.hovered(name, point)
        self._closer.hover(name, point)

    def _inspect(self, piece: int) -> None:
        self._closer.inspect(piece)

    def _keeps_viewer(self) -> bool:
        return self._actions["stack-viewer"].isChecked()

    def _let_go(self, at: QPoint, pieces: tuple[int, ...], grabbed: int) -> None:
        self._handling.let_go(at, pieces, grabbed)

    def _drop_kind(self, name: str, kind: str, point: QPointF) -> None:
        self._handling.place(name, kind, point)

    def _press(self, event: QKeyEvent) -> None:
        """Pass a key to the selected pieces, or to the module's buttons."""
        if self._hot_seat.is_open and (self._menu.press(event) or self._desk.press(event)):
            event.accept()

    def _contact_menu(self, view: TableView, point: QPointF) -> QMenu | None:
        return self._contacts.menu_at(view, point)

    def _is_modules(self, event: QKeyEvent) -> bool:
        """Return whether a key is for the selected pieces or the module's buttons, in a game in play."""
        is_played = self._model.review is None and self._hot_seat.is_open
        return is_played and (self._menu.hears(event) or self._desk.hears(event))

    def _of_kind(self, kind: Kind) -> QPixmap:
        """Return the picture of a kind of piece, as the tray shows it."""
        return self._pictures.of_kind(kind, self._scales.get(kind.key))

    def _counter(self, piece: int, px: float) -> FacePixmap | None:
        """Return the picture of a piece with this width in pixels; None if the piece is not visible."""
        game = self._model.game
        if piece not in game.pieces:
            return None
        return self._pictures.picture(game, piece, px / self._pictures.side(game, piece))

    def _listed(self, inventory: Inventory) -> InventoryWindow:
        """Return the window of an inventory."""
        model, pictures = self._model, self._pictures

        def scaled(piece: int, scale: float) -> QPixmap:
            return pictures.picture(model.game, piece, scale).pixmap

        def across(piece: int, px: float) -> QPixmap:
            return scaled(piece, px / pictures.side(model.game, piece))

        return InventoryWindow(model, inventory, across, scaled, self._menu.build_own)

    # actions of the menus

    def _fit(self) -> None:
        self._view.fit()

    def _show_hex_ids(self, on: bool) -> None:
        for laid in self._on_table.values():
            laid.show_hex_ids(on=on)

    def _take_ruler(self, on: bool) -> None:
        """Activate the ruler on every map, or put it away."""
        for name, select in self._select.items():
            view = self._maps.view(name)
            view.use(self._rulers.ruler(name) if on else select)

    def _hide_pieces(self, on: bool) -> None:
        for scene in self._scenes.values():
            scene.hide_pieces(hidden=on)

    def _put_beside(self) -> None:
        """Show this map beside the game's first map, or the first map beside the next one. If a map is already beside,
        put it back.
        """
        first, *others = self._maps.offered
        if self._maps.beside:
            self._maps.put_back()
        elif others:
            self._maps.put_beside(self._maps.current if self._maps.current != first else others[0])

    def draw_curtain(self) -> None:
        """Cover the table with the curtain, so that it is hidden, also from the keyboard and from screen readers."""
        self._hot_seat.draw_curtain()

    def _cover(self, covered: bool) -> None:
        if covered:
            self._views_of_seats[self._model.seat] = self._maps.game_view()
            self._panels_of_seats[self._model.seat] = self._around.arrangement()
            self._let_everything_go()
            self._selection.clear()
            self._closer.hide()
            self._desk.hide()
            self._toast.hide()
        self._page.setVisible(not covered)
        self.statusBar().setVisible(not covered)
        self.menuBar().setEnabled(not covered)
        for action in self._actions.values():
            action.setEnabled(not covered)
        self._rules.cover(covered=covered)
        self._offer_by_kind()
        self._show_record()
        if not covered:
            self._look_as_seat()
            self._view.setFocus()

    def _look_as_seat(self) -> None:
        """Show each seat the part of the map at which it looked last, with its own panels: at a table with secrets the
        view and the open panels of another seat would tell where something happens.
        """
        if self._model.game.access.kind == "open":
            return
        panels = self._panels_of_seats.get(self._model.seat, self._first_panels)
        self._around.arrange(panels, self.width())
        if self._umpire.is_umpire and self._model.game.held:
            self._around.offer(ORDERS, on=True)
        looked = self._views_of_seats.get(self._model.seat)
        if looked is not None:
            self._maps.look_as(looked)
        else:
            self._look_where_it_begins()

    def _switch_overview(self) -> None:
        self._on_table[self._maps.current].overview.switch()

    def picture(self, name: str) -> QImage:
        """Return a picture of the visible part of a map."""
        return self._on_table[name].picture()

    # the window itself

    def event(self, event: QEvent) -> bool:
        """Handle an event of the window; return whether it was handled.

        A key of the module is accepted here, so that it does not trigger a shortcut of the window.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._is_modules(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Pass a key that nothing in the window uses to the module."""
        event.ignore()
        self._press(event)
        if not event.isAccepted():
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Hide the thing that a held key has shown when the key is released."""
        if not event.isAutoRepeat():
            self._rules.released(event.key())
        super().keyReleaseEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show the opening view of each map when the window gets its first size, and fit the curtain to every size."""
        super().resizeEvent(event)
        self._hot_seat.stretch()
        soon(self._rules, RulesDesk.stand)
        if not self._is_fitted:
            self._is_fitted = True
            soon(self, GameWindow._fit_all)

    def _fit_all(self) -> None:
        self._look_where_it_begins()
        if self._looked is not None:
            self._maps.look_as(self._looked)
        else:
            self._offer_counters()
        if self._hot_seat.is_open:
            self._view.setFocus()  # else the first of the module's buttons has the keys

    def _offer_counters(self) -> None:
        """Show the counter tray, with a message, if a game begins without counters on its maps."""
        on_maps = any(held.map >= 0 and held.pieces for held in self._model.game.holders.values())
        if not on_maps and self._model.review is None and tray_groups(self._model.module, self._words):
            self._around.show(TRAY, True)
            self._toast.say(tr("There are no counters on the maps you see: take some from Pieces (F7)."))

    def _look_where_it_begins(self) -> None:
        """Show the opening view of each map: the one that the module sets, else the stacks of the side to move."""
        for name, laid in self._on_table.items():
            laid.begin()
            view = (
                None
                if laid.begins_at_scale
                else opening_view(self._model.game, self._model.module, name, self._view.viewport().size())
            )
            if view is not None:
                look_at_map(laid.view, view)

    def stand_where(self, stand: WindowPlace | None, panels: Arrangement | None, looked: GameView | None) -> None:
        """Restore the last position of a window, with its panels and map views, before it is shown.

        Defaults depend on the screen's size and on the beginning of the game.
        """
        fit_on_screen(self, FIRST_SIZE, stand)
        self._first_panels = panels
        self._around.arrange(panels, self.width())
        for name, row in self._rows().items():
            row.fold(on=panels is not None and name in panels.folded)
        self._looked = looked

    def kept(self) -> "tuple[WindowPlace, Arrangement, GameView]":
        """Return this window's position, the arrangement of its panels, and the views of its maps."""
        folded = tuple(name for name, row in self._rows().items() if row.is_folded)
        return stand_of(self), replace(self._around.arrangement(), folded=folded), self._maps.game_view()

    def _rows(self) -> dict[str, Ribbon | ButtonRow]:
        """Return the rows that can be folded, by the names that are used to save their state."""
        ribbons = zip(self._model.components.trackers, (self._ribbon, *self._further_ribbons), strict=False)
        turns = {f"turns:{name}": ribbon for name, ribbon in ribbons}
        return {**turns, **{f"buttons:{name}": row for name, row in self._desk.rows.items()}}

    def hand_over(self) -> TableModel:
        """Return the table for another window. From then on, closing this window does not end the game."""
        self._is_handed_over = True
        self._model.part_from_all()
        return self._model

    def stand_as(self, other: "GameWindow") -> None:
        """Take over the position, size, map views and known findings of another window."""
        self.stand_where(*other.kept())
        self._rules.stand_as(other._rules)

    def may_leave(self) -> bool:
        """Return whether the table can be left.

        It can if everything is on the disk, if the player agrees to lose the rest, or if another window has taken the
        table over.
        """
        return self._is_handed_over or self._keeping.may_be_left()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Leave the table. Everything that was played is already in the record."""
        if not self.may_leave():
            event.ignore()
            return
        self.closing.emit()
        self._rules.leave()
        self._desk.close()
        if not self._is_handed_over:
            stop_clocks(self._model, self._model.now_ms())
            self._model.leave()
            if self._model.table_seat.file is not None:
                self._model.table_seat.file.close()
        super().closeEvent(event)
