"""The maps of a window, with everything on them and the tools that are used on them."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, QPointF, Signal
from PySide6.QtWidgets import QWidget

from tabletop.desktop.assistant.window_assistant import RulesDesk
from tabletop.desktop.map.map_tabs import MapsArea, look_at_map
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.map_widget import MapOnTable
from tabletop.desktop.map.menus.map_menus import MapMenus
from tabletop.desktop.map.opening_view import opening_view
from tabletop.desktop.map.rulers import Rulers
from tabletop.desktop.map.tools.select_tool import HandListeners, SelectTool
from tabletop.desktop.scene.layers.piece_surroundings import PieceChanges
from tabletop.desktop.window.window_table import WindowTable
from tabletop.game.sight.view import Changes


class MapGestures(NamedTuple):
    """The parts of a window that follow gestures on its maps.

    `menus` open at a point. `let_go` is called when pieces are dropped outside their view, with the point of the screen
    and the piece by which they were dragged. `inspect` shows a double-clicked counter.
    """

    rules: RulesDesk
    menus: MapMenus
    let_go: Callable[[QPoint, tuple[int, ...], int], None]
    inspect: Callable[[int], None]


class WindowMaps(QObject):
    """The maps of a window: their views, their scenes with the pieces, and their tools."""

    hovered = Signal(str, QPointF)
    """The mouse is over a point of a map (map pixels); the point is NaN after it has left."""

    kind_dropped = Signal(str, str, QPointF)
    """A counter of the tray was dropped: the map, the kind of the counter, and the point (map pixels)."""

    key_pressed = Signal(object)
    """A key was pressed over a map: a `QKeyEvent`."""

    def __init__(self, window: QWidget, table: WindowTable, gestures: MapGestures) -> None:
        super().__init__(window)
        self._table = table
        self._model = table.model
        self._ratio = window.devicePixelRatioF()
        self.on_table: dict[str, MapOnTable] = {}
        self.tools: dict[str, SelectTool] = {}
        sheets = [each for each in table.model.module.sheets.items() if each[0] in table.model.game.maps]
        self.area = MapsArea(
            [(name, table.words(sheet.name), self._make_view(name, gestures)) for name, sheet in sheets]
        )
        self.scenes = {name: laid.scene for name, laid in self.on_table.items()}
        self.layers = {name: laid.layer for name, laid in self.on_table.items()}
        self.rulers = Rulers(table.model, table.theme, self.area.view)

    def _make_view(self, name: str, gestures: MapGestures) -> TableView:
        table, (rules, menus, let_go, inspect) = self._table, gestures
        index = self._model.game.maps.index(name)
        laid = MapOnTable(self._model.module, name, index, table.theme, table.pictures, rules.drawing, self._ratio)
        view = laid.view
        listeners = HandListeners(let_go, rules.advised, inspect, partial(menus.pop_up, view))
        tool = SelectTool(self._model, view, name, table.selection, table.theme, listeners)
        self.on_table[name], self.tools[name] = laid, tool
        view.use(tool)
        view.menu_wanted.connect(partial(menus.open, view))
        view.hovered.connect(partial(self.hovered.emit, name))
        view.dropped.connect(partial(self.kind_dropped.emit, name))
        view.key_pressed.connect(self.key_pressed)
        return view

    # views

    @property
    def view(self) -> TableView:
        """The view of the map in front."""
        return self.area.view(self.area.current)

    def fit(self) -> None:
        """Show the whole map in front."""
        self.view.fit()

    def on_screen(self, name: str, point: QPointF) -> QPoint:
        """Return the point of the screen for a point of a map (map pixels)."""
        view = self.area.view(name)
        return view.viewport().mapToGlobal(view.mapFromScene(point))

    def view_that_shows(self, piece: int) -> TableView | None:
        """Return the view of a map in which a piece is now visible; None if there is none."""
        for name, scene in self.scenes.items():
            view = self.area.view(name)
            if view.isVisible() and scene.is_drawn(piece) and view.seen_area.contains(scene.middle(piece)):
                return view
        return None

    def look_where_it_begins(self) -> None:
        """Show the first map on which the viewer sees pieces, and the opening view of each map: the one that the module
        sets, else the stacks of the side to move.
        """
        game, filled = self._model.game, self._filled
        front = next((name for name in self.area.offered if name in filled), self.area.current)
        self.area.show_map(front)
        size = self.view.viewport().size()
        for name, laid in self.on_table.items():
            laid.begin()
            view = None if laid.begins_at_scale else opening_view(game, self._model.module, name, size)
            if view is not None:
                look_at_map(laid.view, view)

    def put_beside(self) -> None:
        """Show the map in front beside the first map, or if the first map is in front, show the next one beside it. If
        a map is already beside the tabs, put it back.
        """
        first, *others = self.area.offered
        if self.area.beside:
            self.area.put_back()
        elif others:
            self.area.put_beside(self.area.current if self.area.current != first else others[0])

    def switch_overview(self) -> None:
        """Show or hide the overview of the map in front."""
        self.on_table[self.area.current].overview.switch()

    # contents

    def offer(self) -> list[str]:
        """Offer the maps whose pieces the viewer sees, or all maps if there are none; return their names.

        Empty maps without a part in the scenario are left out.
        """
        scenario = self._model.scenario
        idle = frozenset(scenario.unused_maps if scenario is not None else ()) - self._filled
        used = [name for name in self.scenes if name not in idle] or list(self.scenes)
        seen = [name for name in used if self._model.sees_map(name)] or used
        self.area.offer(seen)
        return seen

    @property
    def _filled(self) -> frozenset[str]:
        """The names of the maps on which the viewer sees pieces."""
        game = self._model.game
        return frozenset(game.maps[held.map] for held in game.holders.values() if held.pieces and held.map >= 0)

    def show_game(self) -> None:
        """Show the whole game."""
        everything = PieceChanges.everything(self._model.game)
        for laid in self.on_table.values():
            laid.drawn.show_game(self._model.game, everything)

    def show_changes(self, changes: Changes) -> None:
        """Show the changes of a step."""
        game = self._model.game
        changed = PieceChanges.of(game, changes.holders, changes.pieces)
        touched = {game.maps[index] for index in changes.maps}
        for name, laid in self.on_table.items():
            if name in touched:
                laid.drawn.show_changes(game, changes.holders, changes.pieces, changed)
                laid.overview.draw_anew()
            else:
                laid.drawn.keep_up(game)

    def keep_tools_up(self) -> None:
        """Let the tools follow a step."""
        for tool in self.tools.values():
            tool.keep_up()

    def show_values(self) -> None:
        """Show changed properties of the table."""
        for laid in self.on_table.values():
            laid.drawn.show_values(self._model.game)

    def show_moved(self, pieces: tuple[int, ...]) -> None:
        """Mark the pieces that others have moved."""
        for scene in self.scenes.values():
            scene.show_moved(pieces)

    def mark_selection(self) -> None:
        """Mark the selected pieces."""
        chosen = frozenset(self._table.selection.pieces)
        for laid in self.on_table.values():
            laid.drawn.choose(chosen)

    def draw_anew(self) -> None:
        """Draw everything again, since a slow drawing is now ready."""
        for laid in self.on_table.values():
            laid.draw_anew()

    def let_go(self) -> None:
        """End every gesture."""
        for name in self.scenes:
            self.area.view(name).let_go()

    # switches

    def show_hex_ids(self, on: bool) -> None:
        """Show or hide the numbers of hexes."""
        for laid in self.on_table.values():
            laid.show_hex_ids(on=on)

    def hide_pieces(self, on: bool) -> None:
        """Hide all pieces, or show them again."""
        for scene in self.scenes.values():
            scene.hide_pieces(hidden=on)

    def take_ruler(self, on: bool) -> None:
        """Activate the ruler on every map, or put it away."""
        for name, select in self.tools.items():
            self.area.view(name).use(self.rulers.ruler(name) if on else select)
