"""The landing of pieces at a point of a map: on a stack, in a box, or by themselves."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from tabletop.board.geometry import Pixel
from tabletop.board.piece_rows import OccupiedSpot, Size, free_spots
from tabletop.board.places import Box
from tabletop.expression import as_text, is_true
from tabletop.game.change.patch import Raise
from tabletop.game.state.holder import Holder
from tabletop.game.state.map_habits import MapHabits
from tabletop.game.state.values import UNSEEN

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action

Joins: TypeAlias = Literal["topmost", "none", "as sent"]
"""The stack that pieces join at a point: the topmost one (by hand), none (at the start of a game), or the one for
pieces sent by traits.
"""

SMALLEST_PX: Final = 16
"""The smallest size that is assumed for a piece, when pieces are laid out side by side."""


def land(
    action: "Action",
    pieces: Sequence[int],
    map_index: int,
    x: int,
    y: int,
    place: str | None = None,
    *,
    heaped: bool = False,
    joins: Joins = "as sent",
) -> int:
    """Put pieces at a point of a map (map pixels), and return the holder of the piece that is put down last.

    `place` is the name of the place at the point; None looks it up. The pieces go into a deck or box that lies at the
    point, or else on a stack that they may join. In a box that is printed on the map, pieces lie side by side if there
    are several, if other pieces lie at the point, or if the point is the middle of the box; with `heaped` they never
    do. Pieces that do not stack lie alone. `joins` chooses the stack: "topmost" is the topmost one, as by hand; "as
    sent" is the one that the map has for pieces sent by traits; with "none" the pieces join no stack, deck or box.
    """
    board = action.components.maps.get(action.game.maps[map_index])
    if place is None:
        place = board.place_at(x, y) if board is not None else ""
    container = action.draft.container_at(map_index, x, y) if joins != "none" else 0
    if container:
        action.pieces.put(pieces, container)
        return container
    field = board.field_of(place) if board is not None and not heaped else None
    if field is not None:
        lying = lying_at(action, map_index, x, y)
        is_own = (x, y) != field.middle and all(held.pieces == tuple(pieces) for _, held in lying)
        if len(pieces) > 1 or not is_own:
            return _lay_out(action, pieces, map_index, field, (x, y))
    habits = action.components.habits_of(action.game.maps[map_index])
    by_layer: dict[int, list[int]] = {}
    for piece in pieces:
        by_layer.setdefault(layer_of(action, piece, habits), []).append(piece)
    holder = 0
    for layer, alike in by_layer.items():
        together = [piece for piece in alike if habits.stacking and action.pieces.stacks(piece)]
        if together:
            there = lying_at(action, map_index, x, y) if joins != "none" else []
            found = _stacks_to_join(action, together, there, layer)
            lowest = joins == "as sent" and habits.sends_lowest
            if found:
                holder, above = found[0 if lowest else -1]
            else:
                holder, above = action.pieces.new_holder("stack", map_index, x, y, place, layer), 0
            action.pieces.put(together, holder, above)
        for piece in alike:
            if piece not in together:
                z = None if habits.rises else _own_z(action, piece, map_index, layer)
                holder = action.pieces.new_holder("stack", map_index, x, y, place, layer, z)
                action.pieces.put([piece], holder)
    return holder


def _own_z(action: "Action", piece: int, map_index: int, layer: int) -> int | None:
    """Return the draw height of a piece that lies alone in a layer of a map; None for any other."""
    lying = action.draft.piece(piece)
    held = action.draft.holder(lying.at) if lying is not None else None
    is_alone = held is not None and held.form == "stack" and held.pieces == (piece,)
    return held.z if held is not None and is_alone and (held.map, held.layer) == (map_index, layer) else None


def land_on_grid(action: "Action", pieces: Sequence[int], map_index: int, x: int, y: int) -> None:
    """Put pieces at a point of a map as `land` does, moved to its grid unless the first of them ignores it."""
    land(action, pieces, map_index, *on_grid(action, pieces[0], map_index, x, y))


def on_grid(action: "Action", piece: int, map_index: int, x: int, y: int) -> Pixel:
    """Return the point of the map's grid at which a piece comes to lie (map pixels).

    The point is returned unchanged if the map has no board, or if the piece ignores the grid or rides on a mat.
    """
    kind = action.kind_of(piece)
    board = action.components.maps.get(action.game.maps[map_index])
    if board is None or (
        kind is not None and (not kind.grip.snaps or (kind.cargo is not None and action.table.mat_of(piece)))
    ):
        return x, y
    spot = board.snap(x, y)
    return spot.x, spot.y


def may_join_at(action: "Action", piece: int, map_index: int, x: int, y: int) -> bool:
    """Return whether a piece that is put at a point of a map (map pixels) would join a stack there."""
    habits = action.components.habits_of(action.game.maps[map_index])
    if not habits.stacking or not action.pieces.stacks(piece):
        return False
    layer = layer_of(action, piece, habits)
    return any(above for _, above in _stacks_to_join(action, (piece,), lying_at(action, map_index, x, y), layer))


def settle(action: "Action", piece: int) -> None:
    """Move a changed piece to the map layer to which it now belongs.

    There it joins a stack at its point, if it may, and otherwise lies on top. A piece whose layer is unchanged, or that
    lies in no stack on a map, is not moved.
    """
    lying = action.draft.piece(piece)
    held = action.draft.holder(lying.at) if lying is not None else None
    if lying is None or held is None or held.form != "stack" or held.map < 0:
        return
    habits = action.components.habits_of(action.game.maps[held.map])
    layer = layer_of(action, piece, habits) if habits.layers else held.layer
    if layer == held.layer:
        return
    if held.pieces == (piece,):
        action.change(Raise(lying.at, layer, action.draft.fresh_z()))
        if not action.pieces.stacks(piece) or not habits.stacking:
            return
    there = [(id, other) for id, other in lying_at(action, held.map, held.x, held.y) if id != lying.at]
    found = _stacks_to_join(action, (piece,), there, layer)
    if found:
        action.pieces.put([piece], *found[0 if habits.sends_lowest else -1])
    elif held.pieces != (piece,):
        action.pieces.put([piece], action.pieces.new_holder("stack", held.map, held.x, held.y, held.place, layer))


def layer_of(action: "Action", piece: int, habits: MapHabits) -> int:
    """Return the layer of a map on which a piece lies.

    For a masked piece, the property that chooses the layer counts as empty, so that the layer does not reveal it.
    """
    is_masked = bool(habits.layers) and is_true(action.table.read(piece, "Masked"))
    value = as_text(action.table.read(piece, habits.layered_by)) if habits.layers and not is_masked else ""
    return habits.layer_of(value, stacks=action.pieces.stacks(piece))


def _lay_out(action: "Action", pieces: Sequence[int], map_index: int, field: Box, near: Pixel) -> int:
    """Lay pieces side by side in a box, next to the pieces that the acting seat sees there.

    Returns the holder of the last piece. If there is no room for all of them, the rest lie on the last spot.
    """
    inside = [held for _, held in action.draft.holders() if held.map == map_index and held.place == field.name]
    there = [
        OccupiedSpot((held.x, held.y), size_of(action, (seen[-1],)))
        for held in sorted(inside, key=lambda held: (held.layer, held.z))
        if (seen := [one for one in held.pieces if one not in pieces and action.view.level(one) > UNSEEN])
    ]
    spots = free_spots(len(pieces), size_of(action, pieces), field.area, there, near)
    holder = 0
    for number, piece in enumerate(pieces):
        if number < len(spots):
            x, y = spots[number]
            holder = action.pieces.new_holder("stack", map_index, x, y, field.name)
        action.pieces.put([piece], holder)
    return holder


def size_of(action: "Action", pieces: Sequence[int]) -> Size:
    """Return the greatest width and height of these pieces (map pixels), each at least `SMALLEST_PX`."""
    kinds = [kind.kind for piece in pieces if (kind := action.kind_of(piece)) is not None]
    return (
        max([SMALLEST_PX, *(kind.width for kind in kinds)]),
        max([SMALLEST_PX, *(kind.height for kind in kinds)]),
    )


def lying_at(action: "Action", map_index: int, x: int, y: int) -> list[tuple[int, Holder]]:
    """Return the holders at exactly this point (map pixels), each with its id, by ascending ids."""
    draft = action.draft
    return [(id, held) for id in draft.holders_at(map_index, x, y) if (held := draft.holder(id)) is not None]


def _stacks_to_join(
    action: "Action", pieces: Sequence[int], lying: list[tuple[int, Holder]], layer: int
) -> list[tuple[int, int]]:
    """Return the stacks of a layer at this point that pieces may join, the lowest first.

    Each comes with the piece that will lie directly below the new ones: the topmost other piece that the acting seat
    sees, or 0 if the stack has no pieces but these. If the sides stack separately, only the stacks of the pieces' own
    side are returned.
    """
    apart = bool(lying) and action.game.maps[lying[0][1].map] in action.components.apart
    side, going = _side_of(action, pieces[-1]), frozenset(pieces)
    found = []
    for id, held in lying:
        if held.form != "stack" or held.layer != layer or not held.pieces:
            continue
        others = (piece for piece in reversed(held.pieces) if piece not in going)
        above = next((piece for piece in others if action.view.level(piece) > UNSEEN), 0)
        takes = above and action.pieces.stacks(above) and (not apart or _side_of(action, above) == side)
        if takes or going.issuperset(held.pieces):
            found.append((held.z, id, above))
    return [(id, above) for _, id, above in sorted(found)]


def _side_of(action: "Action", piece: int) -> str:
    kind = action.kind_of(piece)
    return kind.kind.side if kind else ""
