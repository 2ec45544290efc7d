"""The view of a map in a game opened for the first time: the side to move, with counters large enough to read."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize

from tabletop.board.map import Map
from tabletop.desktop.platform.window_state import MapView
from tabletop.game.state.game import Game
from tabletop.module.module import Module

_READABLE_PX: Final = 46.0
"""The width on the screen at which a counter's figures can be read."""
_MOST_STACKS: Final = 400
"""The most stacks that are considered. If there are more, only every n-th stack is considered."""

Point = tuple[float, float]


def opening_view(game: Game, module: Module, name: str, room: QSize) -> MapView | None:
    """Return the view of a map in a window of this size (screen pixels); None to show the whole map.

    The view contains as many stacks as possible of the side to move, or of all sides if no side is to move. Stacks in
    boxes and on tracks do not count. The whole map is shown if its counters can then be read, or if no stack counts.
    """
    board = module.components.maps[name]
    width, height = board.size
    side = side_to_move(game, module)
    sides = {side} if side else {each.id for each in module.about.sides}
    stacks, counter = _stacks_of(game, board, game.maps.index(name), sides)
    if not stacks or not counter or not width or not height:
        return None
    scale = _READABLE_PX / counter
    if scale <= min(room.width() / width, room.height() / height):
        return None
    x, y = _fullest(stacks, room.width() / scale, room.height() / scale)
    across, down = room.width() / scale / 2, room.height() / scale / 2
    return MapView(scale, _within(x, across, width), _within(y, down, height))


def side_to_move(game: Game, module: Module) -> str:
    """Return the id of the side to move, whose title is in the words of the turn tracker; "" if there is none."""
    tracker = next(iter(module.components.trackers.values()), None)
    if tracker is None:
        return ""
    side = module.side_named_in(" ".join(tracker.labels(tracker.positions(game.properties.get))))
    return side.id if side is not None else ""


def _stacks_of(game: Game, board: Map, map_index: int, sides: set[str]) -> tuple[list[Point], float]:
    """Return the positions of stacks with pieces of some sides, and the median width of their counters (map pixels)."""
    found: list[tuple[Point, float]] = []
    for held in game.holders.values():
        if held.map == map_index and not board.is_box(held.place):
            widths = [float(kind.width) for piece in held.pieces if (kind := game.kind_of(piece)).side in sides]
            if widths:
                found.append(((float(held.x), float(held.y)), max(widths)))
    widths = sorted(width for _, width in found if width)
    return [at for at, _ in found], widths[len(widths) // 2] if widths else 0.0


def _fullest(stacks: Sequence[Point], width: float, height: float) -> Point:
    """Return the middle of the stacks in the fullest view of this size (map pixels) that is centred on one of them."""
    looked_at = stacks[:: max(1, -(-len(stacks) // _MOST_STACKS))]

    def seen(centre: Point) -> list[Point]:
        area = QRectF(centre[0] - width / 2, centre[1] - height / 2, width, height)
        return [stack for stack in looked_at if area.contains(*stack)]

    best = max(map(seen, looked_at), key=len)
    return (
        (min(x for x, _ in best) + max(x for x, _ in best)) / 2,
        (min(y for _, y in best) + max(y for _, y in best)) / 2,
    )


def _within(middle: float, reach: float, size: int) -> float:
    """Return the middle of a view, shifted so that the view stays inside the map; the map's middle if the map is
    smaller than the view.
    """
    return size / 2 if 2 * reach >= size else min(max(middle, reach), size - reach)
