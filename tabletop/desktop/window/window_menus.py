"""The menus of a window: the function of each action, and when it can be used."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QToolButton

from tabletop.desktop.assistant.window_assistant import RulesDesk
from tabletop.desktop.drawing.symbols import icon
from tabletop.desktop.map.menus.map_menus import open_menu_by_key
from tabletop.desktop.map.menus.zoom_menu import offer_scales
from tabletop.desktop.platform.sound_player import Sounds
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.panel_parts import part, plain
from tabletop.desktop.window.files.window_files import WindowFiles
from tabletop.desktop.window.help_pages import show_about, show_keys
from tabletop.desktop.window.panel_layout import ASSISTANT, BELIEFS, ORDERS, PANELS, UMPIRES
from tabletop.desktop.window.window_actions import ACTIONS, HELP, MENUS, REPLAY, RULES, UMPIRE, WINDOW, make_actions
from tabletop.desktop.window.window_maps import WindowMaps
from tabletop.desktop.window.window_panels import WindowPanels
from tabletop.desktop.window.window_requests import WindowRequests
from tabletop.desktop.window.window_table import WindowTable
from tabletop.game.actions.secret_setup import setups_of
from tabletop.game.commands import FinishSetup

CORNER = ("undo", "redo", "find", "zoom-out", "zoom-in", "fit", "hex-ids", "hide-pieces", "charts")
"""The actions that have a button beside the tabs of the maps."""


@dataclass(frozen=True, eq=False)
class ActedOn:
    """The parts of a window on which the actions of its menus act."""

    table: WindowTable
    maps: WindowMaps
    panels: WindowPanels
    rules: RulesDesk
    files: WindowFiles
    sounds: Sounds
    requests: WindowRequests


class WindowMenus(QObject):
    """The actions of a window by name, in its menus and on the buttons beside its maps."""

    def __init__(self, window: QMainWindow, parts: ActedOn) -> None:
        super().__init__(window)
        self._window = window
        self._model = parts.table.model
        self._theme = parts.table.theme
        self._parts = parts
        self.map_entries: dict[str, QAction] = {}
        self.actions = self._make_actions()
        parts.maps.area.set_corner([self.actions[name] for name in CORNER])

    def _make_actions(self) -> dict[str, QAction]:
        actions = make_actions(self._window, self._functions())
        for named in ACTIONS:
            if named.icon:
                actions[named.name].setIcon(icon(named.icon, self._theme.ink, self._theme.ink3))
        for name, on in (("dark", self._theme.name == "dark"), ("plain", self._theme.counters == "plain")):
            actions[name].blockSignals(True)
            actions[name].setChecked(on)
            actions[name].blockSignals(False)
        return actions

    # functions

    def _functions(self) -> dict[str, Callable[..., object]]:
        """Return the function of each action, by the action's name."""
        return {
            **self._functions_of_files(),
            **self._functions_of_pieces(),
            **self._functions_of_views(),
            **self._functions_of_rules(),
            **self._functions_of_umpires(),
        }

    def _functions_of_files(self) -> dict[str, Callable[..., object]]:
        files, requests = self._parts.files, self._parts.requests
        return {
            "new": requests.begun.emit,
            "own-setup": requests.own_setup_wanted.emit,
            "save-setup": files.maps.save_setup,
            "open": requests.opened.emit,
            "save-as": files.game.save_as,
            "picture": files.maps.save_picture,
            "list": files.maps.save_list,
            "for-vassal": files.vassal.export,
            "review": requests.review_wanted.emit,
            "send-turn": files.mail.send,
            "open-turn": files.mail.open,
            "last-report": requests.last_report_wanted.emit,
            "next-contact": files.mail.go_to_contact,
            "other-version": requests.other_version_wanted.emit,
            "start-page": requests.left.emit,
            "quit": self._window.close,
            "keys": partial(show_keys, self._window),
            "about": lambda: show_about(self._window, self._model.module, self._model.game, self._theme),
        }

    def _functions_of_pieces(self) -> dict[str, Callable[..., object]]:
        panels = self._parts.panels
        return {
            "undo": self._model.undo,
            "redo": self._model.redo,
            "select-all": panels.piece_actions.choose_all,
            "put-away": panels.piece_actions.put_away,
            "clone": panels.piece_actions.clone,
            "menu": partial(open_menu_by_key, self._window),
            "find": panels.navigation.find,
            "move-to": panels.navigation.move_chosen,
            "previous-phase": lambda: panels.ribbon.go(-1),
            "next-phase": panels.next_phase,
            "finish-setup": self._finish_setup,
            "curtain": panels.hot_seat.draw_curtain,
            "options": panels.module_desk.show_options,
            "seats": panels.module_desk.show_seats,
            "charts": panels.module_desk.show_pages,
        }

    def _functions_of_views(self) -> dict[str, Callable[..., object]]:
        maps, panels, requests = self._parts.maps, self._parts.panels, self._parts.requests
        return {
            "zoom-in": lambda: maps.view.zoom_on(1),
            "zoom-out": lambda: maps.view.zoom_on(-1),
            "zoom-to": lambda: offer_scales(maps.view, self._window),
            "fit": maps.fit,
            "hex-ids": maps.show_hex_ids,
            "ruler": maps.take_ruler,
            "hide-pieces": maps.hide_pieces,
            "hide-contacts": panels.contacts.hide,
            "stack-viewer": lambda on: None if on else panels.viewer.hide(),
            "overview": maps.switch_overview,
            "next-map": maps.area.show_next,
            "beside": maps.put_beside,
            "only-map": panels.layout.show_only_map,
            **{panel.name: partial(panels.layout.show, panel.name) for panel in PANELS},
            "sounds": self._switch_sounds,
            "plain": lambda on: requests.theme_chosen.emit(self.actions["dark"].isChecked(), on),
            "dark": lambda on: requests.theme_chosen.emit(on, self.actions["plain"].isChecked()),
            "step-back": panels.review.back,
            "step-on": panels.review.on,
            "to-start": panels.review.to_start,
            "to-end": panels.review.to_end,
            "play": panels.review.play,
            "go-on": requests.gone_on.emit,
        }

    def _functions_of_rules(self) -> dict[str, Callable[..., object]]:
        rules = self._parts.rules
        return {
            "assistant": rules.switch,
            "why-not": rules.say_why_not,
            "why-not-at": self._parts.panels.navigation.ask_why_not,
            "explain": rules.explain_numbers,
            "policies": rules.show_policies,
            "tables": rules.offer_tables,
            "all-rules": rules.show_rules,
            "battle-board": rules.show_battle,
        }

    def _functions_of_umpires(self) -> dict[str, Callable[..., object]]:
        umpire = self._parts.panels.umpire
        return {
            "send-report": umpire.send_report,
            "reveal": umpire.reveal,
            "act-for": umpire.act_for,
            "roll-back": umpire.roll_back,
            "roll-secretly": umpire.dice.roll_secretly,
            "roll-openly": umpire.dice.roll_openly,
            "hold": umpire.panel.hold,
        }

    def _switch_sounds(self, on: bool) -> None:
        self._parts.sounds.is_on = on
        self._parts.requests.sounds_switched.emit(on)

    def _secret_setups(self) -> dict[str, bool]:
        """Return the player's sides that set up in secret, each with true if the player has finished."""
        return setups_of(self._model.game, tuple(self._model.table_seat.sides))

    def _finish_setup(self) -> None:
        """Finish the secret set-up of the player's sides. If it is already finished, continue it."""
        sides = self._secret_setups()
        finished = not all(sides.values())
        for side in sides:
            self._model.submit(FinishSetup(side, finished))

    # layout

    def lay_out(self) -> None:
        """Fill the menu bar of the window."""
        words = self._parts.table.words
        for title in MENUS:
            if title == REPLAY and self._model.review is None:
                continue
            menu = self._window.menuBar().addMenu(tr(title))
            for named in ACTIONS:
                if named.menu == title:
                    if named.begins:
                        menu.addSeparator()
                    menu.addAction(self.actions[named.name])
            if title == UMPIRE:
                self._umpire_menu = menu
            if title == RULES:
                self._parts.rules.offer_in(menu, lambda: self._parts.maps.area.current)
            if title == WINDOW:
                menu.addSeparator()
                for name in self._parts.maps.scenes:
                    sheet = self._model.module.sheets[name]
                    shows = menu.addAction(words(sheet.name), partial(self._parts.maps.area.show_map, name))
                    self.map_entries[name] = shows
            if title == HELP:
                for tutorial in self._model.module.about.tutorials:
                    called = tr("Tutorial: {title}", title=words(tutorial.title))
                    menu.addAction(plain(called), partial(self._parts.requests.tutorial_wanted.emit, tutorial))

    def switches(self) -> list[QToolButton]:
        """Return new buttons for the bottom of the window that show and hide the panels."""
        return [self._switch_of(panel.name) for panel in PANELS if panel.name not in UMPIRES]

    def _switch_of(self, name: str) -> QToolButton:
        made = QToolButton()
        part(made, "foot")
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        action = self.actions[name]
        made.setDefaultAction(action)
        made.setAccessibleName(action.text())
        action.setToolTip(f"{action.text()} ({action.shortcut().toString()})")
        return made

    # actions that can be used

    @property
    def _is_open(self) -> bool:
        """True while the table is not behind the curtain."""
        return self._parts.panels.hot_seat.is_open

    def offer_maps(self, seen: Collection[str]) -> None:
        """Offer these maps in the menu."""
        for name, entry in self.map_entries.items():
            entry.setVisible(name in seen)

    def offer_setup(self) -> None:
        """Offer to finish the secret set-up only if there is one, and to save the position only if all is seen."""
        self.actions["finish-setup"].setVisible(bool(self._secret_setups()))
        self.actions["save-setup"].setVisible(self._model.sees_all)

    def offer_undo(self) -> None:
        """Enable undo and redo if there is something to undo and redo."""
        self.actions["undo"].setEnabled(self._model.can_undo and self._is_open)
        self.actions["redo"].setEnabled(self._model.can_redo and self._is_open)

    def offer_by_kind(self) -> None:
        """Enable or disable the actions that are only for a game in play, a game by mail, a replay or an umpire. Behind
        the curtain none of them is enabled.
        """
        is_open, is_played, files = self._is_open, self._model.review is None, self._parts.files
        for named in ACTIONS:
            if named.menu == REPLAY:
                self.actions[named.name].setEnabled(not is_played and is_open)
        for name in ("save-as", "review", "other-version", "seats"):
            self.actions[name].setEnabled(is_played and is_open)
        is_by_mail = is_played and is_open and files.mail.is_played
        for name in ("send-turn", "open-turn", "last-report"):
            self.actions[name].setEnabled(is_by_mail)
        if is_by_mail:
            self.actions["other-version"].setEnabled(False)
        self.actions["for-vassal"].setVisible(files.vassal.is_offered)
        self.actions["for-vassal"].setEnabled(is_played and is_open and not is_by_mail)
        self._offer_to_umpire()

    def cover(self, *, covered: bool) -> None:
        """Disable everything behind the curtain, or enable it again."""
        self._window.menuBar().setEnabled(not covered)
        for action in self.actions.values():
            action.setEnabled(not covered)

    def offer_desk(self, on: bool) -> None:
        """Show or hide the umpire's desk and its menu, which only an umpire has."""
        self._parts.panels.layout.offer_desk(on)
        self._umpire_menu.menuAction().setVisible(on)
        self._offer_to_umpire()

    def _offer_to_umpire(self) -> None:
        """Enable the umpire's commands for an umpire alone, and the panels that have something to show."""
        is_umpire = self._parts.panels.umpire.is_umpire and self._is_open
        for named in ACTIONS:
            if named.menu == UMPIRE:
                self.actions[named.name].setEnabled(is_umpire)
        self.offer_panels()

    def offer_panels(self) -> None:
        """Enable the switches of the panels for orders, beliefs and the assistant, each only while it has something to
        show. Behind the curtain none is enabled.
        """
        umpire = self._parts.panels.umpire
        needed = {
            ORDERS: umpire.is_umpire or umpire.orders.is_needed,
            BELIEFS: self._parts.panels.views.is_open,
            ASSISTANT: self._parts.rules.is_on,
        }
        for name, is_needed in needed.items():
            self.actions[name].setEnabled(self._is_open and is_needed)

    def mark_panel(self, name: str, on: bool) -> None:
        """Set the switches of a panel that was shown or hidden."""
        self.actions[name].setChecked(on)

    def count_orders(self, count: int) -> None:
        """Show the number of waiting orders on the switch of their panel."""
        words = tr("Orders ({count})", count=count) if count else tr("Orders")
        self.actions[ORDERS].setText(words)
