"""The changes that a module's buttons make to a player's view: they hide layers and pieces, or move the view."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.scene.map_scene import MapScene
from tabletop.desktop.table.table_model import TableModel
from tabletop.expression import Expression, ExpressionError, LimitReached, compile_expression, compile_template
from tabletop.game.appearance.piece_display import holds, rendered, table_of, viewed
from tabletop.game.behaviour.movement_behaviour import corner_of, zone_point
from tabletop.game.kinds.kind_builder import number_of
from tabletop.game.properties.property_reader import PieceReader
from tabletop.module.schema.view_buttons import (
    ChangeLayers,
    HidePieces,
    LookAt,
    SwitchRow,
    SwitchShade,
    UseThread,
    UseWindow,
    View,
)


@dataclass
class LayerView:
    """The player's view of the layers of a map: their numbers from the lowest up, and the hidden ones."""

    order: list[int]
    hidden: set[int]

    @classmethod
    def usual(cls, count: int) -> "LayerView":
        """Return this many layers, all shown, in their usual order."""
        return cls(list(range(count)), set())

    def change(self, asked: ChangeLayers, layers: Iterable[int], filled: frozenset[int]) -> None:
        """Carry out a change of these layers. `filled` are the layers with pieces."""
        match asked.does:
            case "hide-layers":
                self.hidden.update(layers)
            case "show-layers":
                self.hidden.difference_update(layers)
            case "switch-layers":
                self.hidden.symmetric_difference_update(layers)
            case "layers-up":
                self._turn(-1, filled if asked.skip else frozenset(self.order))
            case "layers-down":
                self._turn(1, filled if asked.skip else frozenset(self.order))
            case "all-layers":
                self.order, self.hidden = sorted(self.order), set()

    def _turn(self, by: int, counted: frozenset[int]) -> None:
        """Rotate the layers up (-1) or down (1), one at a time, until one of the `counted` layers is on top."""
        for _ in self.order:
            self.order = [*self.order[by:], *self.order[:by]]
            if self.order[-1] in counted:
                return


class ViewButtons:
    """The changes that a module's buttons make to a player's view. They last until the window is closed."""

    def __init__(
        self,
        model: TableModel,
        maps: MapsArea,
        drawn: Mapping[str, MapScene],
        press: Callable[[str], None],
        switch_row: Callable[[SwitchRow], None],
        take_thread: Callable[[str, str], None],
    ) -> None:
        """Prepare the changes.

        `press` triggers an action of the window by its name. `switch_row` shows or hides one of its rows. `take_thread`
        activates a thread of a map; it gets the names of both.
        """
        self._model = model
        self._maps = maps
        self._drawn = drawn
        self._press = press
        self._switch_row = switch_row
        self._take_thread = take_thread
        self._layers: dict[str, LayerView] = {}
        self._bare: set[str] = set()

    def change(self, view: View) -> None:
        """Carry out the change that a button asks for."""
        if isinstance(view, UseWindow):
            if view.map is not None:
                self._maps.show_map(view.map)
            self._press(view.does)
            return
        if isinstance(view, SwitchRow):
            self._switch_row(view)
            return
        name = view.map or self._maps.current
        match view:
            case HidePieces():
                self._bare ^= {name}
                self._drawn[name].table.hide_pieces(hidden=name in self._bare)
            case ChangeLayers():
                self._change_layers(name, view)
            case SwitchShade():
                self._drawn[name].shades.switch(view.shade)
            case LookAt():
                self._look_at(name, view)
            case UseThread():
                self._maps.show_map(name)
                self._take_thread(name, view.thread)

    def _change_layers(self, name: str, asked: ChangeLayers) -> None:
        values = self._model.components.habits_of(name).layers
        known = {**{str(number): number for number in range(len(values) + 1)}, **{v: i for i, v in enumerate(values)}}
        game = self._model.game
        index = game.maps.index(name)
        filled = frozenset(held.layer for held in game.holders.values() if held.map == index and held.pieces)
        layers = self._layers.setdefault(name, LayerView.usual(len(values)))
        layers.change(asked, [known[layer] for layer in asked.layers if layer in known], filled)
        self._drawn[name].table.show_layers(layers.order, frozenset(layers.hidden))

    def _look_at(self, name: str, asked: LookAt) -> None:
        game = self._model.game
        reader = viewed(game, self._model.components, self._model.seat).reader(table_of(game))
        found = self._goal(name, asked, reader)
        if found is None:
            return
        name, (x, y) = found
        right, down = (_worked_out(text, reader) for text in asked.offset)
        self._maps.show_map(name)
        view = self._maps.view(name)
        if asked.zoom is not None:
            view.zoom_to(asked.zoom)
        view.look_at(x + right, y + down)

    def _goal(self, name: str, asked: LookAt, reader: PieceReader) -> tuple[str, tuple[float, float]] | None:
        """Return the goal of a button: a map, and a point of it; None if the goal does not exist."""
        if asked.piece is not None:
            return self._piece(name, compile_expression(asked.piece), asked.which)
        board = self._model.components.maps[name]
        place, region, zone, on = (
            rendered(compile_template(text), reader) for text in (asked.place, asked.region, asked.zone, asked.board)
        )
        if asked.point is not None:
            left, top = corner_of(board, on)
            x, y = (_worked_out(text, reader) for text in asked.point)
            return name, (x + left, y + top)
        if asked.region:
            point = board.region_called(region)
        else:
            point = zone_point(board, zone) if asked.zone else board.point_sent_to(place, on)
        return (name, point) if point is not None else None

    def _piece(self, name: str, holds_of: Expression, which: str) -> tuple[str, tuple[float, float]] | None:
        """Return the map and the point of a piece for which a condition holds; None if there is none.

        `which` selects the first piece in drawing order, the piece nearest to the middle of the view, or the piece that
        follows the nearest one. Pieces on this map count as nearer than all others.
        """
        game = self._model.game
        reading = viewed(game, self._model.components, self._model.seat)
        lying = [held for _, held in reading.holders_in_draw_order() if held.map >= 0]
        found = [
            (game.maps[held.map], (float(game.lying(piece).x), float(game.lying(piece).y)))
            for held in lying
            for piece in reading.draft.inside(held.pieces)
            if holds(holds_of, reading.reader(piece))
        ]
        spots = list(dict.fromkeys(found))
        if not spots or which == "first":
            return spots[0] if spots else None
        middle = self._maps.view(name).middle
        here = [number for number, (where, _) in enumerate(spots) if where == name]
        nearest = min(here, key=lambda number: math.dist(spots[number][1], (middle.x(), middle.y())), default=0)
        return spots[(nearest + (which == "next")) % len(spots)]


def _worked_out(text: str, reader: PieceReader) -> int:
    """Return the value of an expression as a number; 0 if it cannot be calculated."""
    try:
        return number_of(compile_expression(text), reader)
    except (ExpressionError, LimitReached):
        return 0
