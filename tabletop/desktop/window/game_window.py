"""The window of one game: maps in the middle, panels round them, and the actions of its menus."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize
from PySide6.QtGui import QCloseEvent, QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QVBoxLayout, QWidget

from tabletop.desktop.assistant.window_assistant import RulesDesk
from tabletop.desktop.drawing.counter_pixmaps import FacePixmaps
from tabletop.desktop.drawing.pictures.slow_drawings import slow_drawings
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.menus.map_menus import MapMenus
from tabletop.desktop.map.menus.piece_menu import PieceMenu
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.sound_player import Loudspeaker, Sounds
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.platform.window_state import Arrangement, GameView, WindowPlace
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.mail_desk import MailDesk
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.startup_keys import stop_clocks
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.desk_views import DeskViews
from tabletop.desktop.widgets.panel_parts import part
from tabletop.desktop.widgets.prompts import PromptsCard
from tabletop.desktop.window.files.window_files import WindowFiles
from tabletop.desktop.window.screen_fit import fit_on_screen
from tabletop.desktop.window.seat_views import SeatViews
from tabletop.desktop.window.told_events import ToldEvents
from tabletop.desktop.window.window_maps import MapGestures, WindowMaps
from tabletop.desktop.window.window_menus import ActedOn, WindowMenus
from tabletop.desktop.window.window_panels import PanelSurroundings, WindowPanels
from tabletop.desktop.window.window_requests import WindowRequests
from tabletop.desktop.window.window_table import WindowTable
from tabletop.game.sight.view import Changes
from tabletop.module.module_words import Words, as_written

FIRST_SIZE: Final = QSize(1600, 1000)
"""The first size of a window on a screen that has room for it."""


class GameWindow(QMainWindow):
    """The window in which one game is played or replayed.

    Its maps, panels, menus and files are parts of their own. `requests` has the requests of its player that reach
    beyond the window.
    """

    def __init__(self, model: TableModel, theme: Theme, folder: Path, words: Words = as_written) -> None:
        """Make the window. `folder` has the module's pictures. `words` returns the module's texts in the player's
        language.
        """
        super().__init__()
        self.requests = WindowRequests(self)
        self._model = model
        selection = Selection(lambda piece: piece in model.game.pieces, self)
        faces = FacePixmaps(model.module.faces, theme) if model.module.faces is not None else None
        pictures = ModulePictures(model.components, faces, folder, model.seat, self.devicePixelRatioF())
        self._table = table = WindowTable(model, theme, folder, words, pictures, selection)
        sounds = Sounds(folder, Loudspeaker().play)
        self._rules = RulesDesk(self, model, theme, selection)
        self.piece_menu = PieceMenu(model, selection, pictures, words)
        menus = MapMenus(self, model, selection, self.piece_menu, self._contact_menu)
        self.maps = WindowMaps(self, table, MapGestures(self._rules, menus, self._drop, self._inspect))
        self.panels = WindowPanels(
            self,
            table,
            PanelSurroundings(self.maps, self._rules, self.piece_menu, self.trigger, self._keeps_viewer),
        )
        self.files = WindowFiles.of(self, table, self.maps)
        acted_on = ActedOn(table, self.maps, self.panels, self._rules, self.files, sounds, self.requests)
        self.menus = WindowMenus(self, acted_on)
        self._seats = SeatViews(self, model, self.maps, self.panels)
        self._lay_out()
        self.menus.lay_out()
        self._connect()
        ToldEvents(table, self.maps, self.panels, self.files.decks, sounds)
        self.setWindowTitle(tr("{game} — Wartable", game=words(model.module.about.title)))
        self.stand_where(None, None, None)
        self.menus.offer_by_kind()
        self._show_everything()
        self.panels.palette.open_group_with_some()
        self._is_fitted = False
        self._is_handed_over = False

    # putting it together

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
        self.panels.lay_rows(column)
        inner = QHBoxLayout()
        inner.setContentsMargins(10, 10, 10, 10)
        column.addLayout(inner, 1)
        inner.addWidget(self.panels.layout.widget)
        for switch in self.menus.switches():
            self.statusBar().addWidget(switch)
        self.statusBar().addPermanentWidget(self.panels.status, 1)
        self.statusBar().setSizeGripEnabled(False)

    def _connect(self) -> None:
        model = self._model
        model.replaced.connect(self._show_everything)
        model.changed.connect(self._show_changes)
        model.properties_changed.connect(self._show_values)
        model.recorded.connect(self._show_record)
        slow_drawings().ended.connect(self._draw_anew)
        self._table.selection.changed.connect(self._mark_selection)
        self.panels.connect_all()
        self._connect_maps()
        self._connect_files()
        self._connect_menus()

    def _connect_maps(self) -> None:
        self.maps.hovered.connect(self.panels.hover)
        self.maps.kind_dropped.connect(self.panels.piece_actions.place)
        self.maps.key_pressed.connect(self.panels.press)

    def _connect_files(self) -> None:
        files = self.files
        for speaker in (files.game, files.mail, files.decks, files.maps, files.vassal):
            speaker.remarked.connect(self.panels.toast.say)
        files.game.saved_as.connect(self.requests.saved_as)
        files.game.changed.connect(self._show_record)

    def _connect_menus(self) -> None:
        panels, menus, requests = self.panels, self.menus, self.requests
        panels.hot_seat.covered.connect(self._cover)
        panels.beliefs.needed.connect(menus.offer_panels)
        panels.beliefs.say_whether_needed()
        umpire = panels.umpire
        umpire.orders.needed.connect(menus.offer_panels)
        umpire.orders.counted.connect(menus.count_orders)
        umpire.offered.connect(menus.offer_desk)
        umpire.handed_over.connect(self.draw_curtain)
        umpire.orders.say_whether_needed()
        umpire.say_whether_offered()
        self._rules.handed_over.connect(self.draw_curtain)
        self._rules.switched.connect(menus.offer_panels)
        self._rules.switched.connect(requests.assistant_switched)
        self._rules.at_once_switched.connect(requests.roll_at_once_switched)
        panels.layout.shown.connect(menus.mark_panel)
        panels.review.gone_on.connect(requests.gone_on)

    # the parts, as others see them

    @property
    def model(self) -> TableModel:
        """The table, as the viewer of this window sees it."""
        return self._model

    @property
    def selection(self) -> Selection:
        """The selected pieces."""
        return self._table.selection

    @property
    def pictures(self) -> ModulePictures:
        """The pictures of the pieces."""
        return self._table.pictures

    @property
    def scenes(self) -> Mapping[str, TableScene]:
        """The scene of each map."""
        return self.maps.scenes

    @property
    def rules(self) -> RulesDesk:
        """The rules assistant in this window."""
        return self._rules

    @property
    def views(self) -> DeskViews:
        """The umpire's views of the maps."""
        return self.panels.views

    @property
    def mail(self) -> MailDesk:
        """The commands of a game by mail."""
        return self.files.mail

    def layer(self, name: str) -> OverlayLayer:
        """Return the assistant's layer over a map."""
        return self.maps.layers[name]

    def view(self, name: str) -> TableView:
        """Return the view of a map."""
        return self.maps.area.view(name)

    def picture(self, name: str) -> QImage:
        """Return a picture of the visible part of a map."""
        return self.maps.on_table[name].picture()

    def trigger(self, name: str) -> None:
        """Trigger an action of the window by its name (see `window_actions`)."""
        self.menus.actions[name].trigger()

    def assist(self) -> None:
        """Switch the rules assistant on, if the game has rules for it."""
        if self._model.module.rules:
            self.menus.actions["assistant"].setChecked(True)

    def sound(self, *, on: bool) -> None:
        """Switch the sounds of the game on or off."""
        self.menus.actions["sounds"].setChecked(on)

    def draw_curtain(self) -> None:
        """Cover the table with the curtain, so that it is hidden, also from the keyboard and from screen readers."""
        self.panels.hot_seat.draw_curtain()

    def _keeps_viewer(self) -> bool:
        return self.menus.actions["stack-viewer"].isChecked()

    # gestures on the maps, which are made before the panels

    def _contact_menu(self, view: TableView, at: QPointF) -> QMenu | None:
        return self.panels.contacts.menu_at(view, at)

    def _drop(self, at: QPoint, pieces: tuple[int, ...], grabbed: int) -> None:
        self.panels.piece_actions.let_go(at, pieces, grabbed)

    def _inspect(self, piece: int) -> None:
        self.panels.viewer.inspect(piece)

    # contents

    def _show_everything(self) -> None:
        self._let_everything_go()
        self._table.pictures.sit_as(self._model.seat)
        self._table.selection.clear()
        self.menus.offer_maps(self.maps.offer())
        self.maps.show_game()
        self.panels.contacts.show()
        self.menus.offer_setup()
        self.panels.log.forget_typed()
        self.panels.show_lines()
        self.panels.show_game()
        self._show_record()

    def _show_values(self) -> None:
        self.maps.show_values()
        self.menus.offer_setup()
        if self._model.game.contacts:
            self.panels.contacts.show()

    def _show_changes(self, changes: Changes) -> None:
        self.panels.viewer.hide()
        self.maps.show_changes(changes)
        self.panels.contacts.show_changes(changes)
        self.maps.keep_tools_up()
        self.panels.show_changes(changes)
        self._table.selection.replace(self._table.selection.pieces)

    def _show_record(self) -> None:
        self.menus.offer_undo()
        self.panels.status.show_file(*self.files.game.told())

    def _mark_selection(self) -> None:
        self.panels.viewer.let_go()
        self.maps.mark_selection()

    def _draw_anew(self) -> None:
        """Draw everything again, since a slow drawing is now ready."""
        self._table.pictures.forget()
        self.maps.draw_anew()
        self.panels.palette.draw_anew()

    def stand_anew(self) -> None:
        """End everything in progress after an error of the program, and show the recorded game."""
        self._let_everything_go()
        self._model.table_seat.look_anew()

    def _let_everything_go(self) -> None:
        """End every gesture and question, because the position or the viewer is about to change."""
        for card in self.findChildren(PromptsCard):
            card.close()
        self.panels.let_go()
        self.maps.let_go()

    def _cover(self, covered: bool) -> None:
        if covered:
            self._seats.keep_of_seat()
            self._let_everything_go()
            self._table.selection.clear()
            self.panels.hide_passing()
        self._page.setVisible(not covered)
        self.statusBar().setVisible(not covered)
        self.menus.cover(covered=covered)
        self._rules.cover(covered=covered)
        self.menus.offer_by_kind()
        self._show_record()
        if not covered:
            self._seats.look_as_seat()
            self.maps.view.setFocus()

    # the window itself

    def event(self, event: QEvent) -> bool:
        """Handle an event of the window; return whether it was handled.

        A key of the module is accepted here, so that it does not trigger a shortcut of the window.
        """
        is_override = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self.panels.takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Pass a key that nothing in the window uses to the module."""
        event.ignore()
        self.panels.press(event)
        if not event.isAccepted():
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Hide the thing that a held key has shown when the key is released."""
        if not event.isAutoRepeat():
            self._rules.released(event.key())
        super().keyReleaseEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show the first view of each map when the window gets its first size, and fit the curtain to every size."""
        super().resizeEvent(event)
        self.panels.hot_seat.stretch()
        soon(self._rules, RulesDesk.stand)
        if not self._is_fitted:
            self._is_fitted = True
            soon(self, GameWindow._fit_all)

    def _fit_all(self) -> None:
        self._seats.fit()
        if self.panels.hot_seat.is_open:
            self.maps.view.setFocus()  # else the first of the module's buttons would have the keyboard focus

    def stand_where(self, stand: WindowPlace | None, panels: Arrangement | None, looked: GameView | None) -> None:
        """Restore the last position of a window, with its panels and map views, before it is shown.

        Defaults depend on the screen's size and on the beginning of the game.
        """
        fit_on_screen(self, FIRST_SIZE, stand)
        self._seats.restore(panels, looked)

    def kept(self) -> tuple[WindowPlace, Arrangement, GameView]:
        """Return this window's position, the arrangement of its panels, and the views of its maps."""
        return self._seats.kept()

    def hand_over(self) -> TableModel:
        """Return the table for another window. From then on, closing this window does not end the game."""
        self._is_handed_over = True
        self._model.part_from_all()
        return self._model

    def stand_as(self, other: "GameWindow") -> None:
        """Take over the position, size, panels, map views and known findings of another window."""
        self.stand_where(*other.kept())
        self._rules.stand_as(other._rules)

    def may_leave(self) -> bool:
        """Return whether the table can be left.

        It can if everything is on the disk, if the window only watches, if the player agrees to lose the rest, or if
        another window has taken the table over.
        """
        return self._is_handed_over or self.files.game.may_be_left()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Leave the table. Everything that was played is already in the record."""
        if not self.may_leave():
            event.ignore()
            return
        self.requests.closing.emit()
        self._rules.leave()
        self.panels.module_desk.close()
        if not self._is_handed_over:
            stop_clocks(self._model, self._model.now_ms())
            self._model.leave()
            if self._model.table_seat.file is not None:
                self._model.table_seat.file.close()
        super().closeEvent(event)
