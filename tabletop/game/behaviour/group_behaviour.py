"""The behaviour of traits of groups: cargo gets on and off mats and behind screens, pieces are attached to others."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from tabletop.board.geometry import contains
from tabletop.expression import Value
from tabletop.game.actions.landing import layer_of
from tabletop.game.appearance.drawn_piece import GroupDrawing, PlacedDrawing
from tabletop.game.appearance.outline_paths import corners
from tabletop.game.appearance.rotation import exact_degrees, facing_degrees, swung
from tabletop.game.behaviour.target_behaviour import compile_condition, compile_target
from tabletop.game.change.patch import Go, Raise
from tabletop.game.kinds.kind_builder import Builder, MenuCondition, Run
from tabletop.game.properties.slot_texts import linked_ids
from tabletop.game.side_cells import names_of
from tabletop.game.state.values import NOBODY
from tabletop.game.traits.appearance_traits import OutlineTrait
from tabletop.game.traits.group_traits import Attachment, Cargo, Hold, Mat, Screen

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.kinds.compiled_kinds import CompiledKind
    from tabletop.game.properties.property_reader import PieceReader


def _mat(trait: Mat, builder: Builder) -> None:
    builder.mat = trait.name
    builder.holds = trait.holds
    builder.turns_cargo = trait.turns
    builder.spills_cargo = trait.spills
    builder.joins_stacks = trait.stacks
    builder.provide("MatName", lambda _reader: trait.name)


def _screen(trait: Screen, builder: Builder) -> None:
    side = builder.side
    builder.mat = trait.name
    builder.holds = (Hold(trait.name, trait.dx, trait.dy, open=False),)
    builder.spills_cargo = True
    builder.provide("MatName", lambda _reader: trait.name)
    others = MenuCondition(lambda reader: side not in reader.reading.side_names(), hidden=True)

    def of_side(does: Run) -> Run:
        return lambda action, screen: does(action, screen) if _looks_for(action, side) else None

    builder.call(trait.call, of_side(put_behind), bars=(others,))
    builder.call(trait.clear, of_side(bring_out), bars=(others,))


def _looks_for(action: "Action", side: str) -> bool:
    """Return whether the acting seat has the view of a side."""
    return side in names_of(action.game.sides, action.sides)


def put_behind(action: "Action", screen: int) -> None:
    """Move the pieces of a screen's side from its stack to behind it, except mats and other screens."""
    own, lying = action.kind_of(screen), action.draft.piece(screen)
    stack = action.draft.holder(lying.at) if lying is not None else None
    holds = action.draft.holds_of(screen)
    if own is None or stack is None or stack.form != "stack" or not holds:
        return
    others = ((piece, kind) for piece in stack.pieces if (kind := action.kind_of(piece)) is not None)
    going = [piece for piece, kind in others if kind.kind.side == own.kind.side and not kind.mat]
    if going:
        with action.pieces.marking_moves(marks=False):
            action.pieces.put(going, holds[0])


def bring_out(action: "Action", screen: int) -> None:
    """Put the pieces behind a screen back onto the map at its position."""
    move_cargo(action, screen, NOBODY)


def _cargo(trait: Cargo, builder: Builder) -> None:
    builder.cargo, builder.boards = trait, board_mat
    builder.call(trait.find, board_mat)
    builder.call(trait.leave, leave_mat)
    if trait.turns == "drawn":
        builder.shows.append(_turned_as_its_mat)


def _turned_as_its_mat(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
    """Turn the drawing inside the trait with the mat on which the piece rides."""
    mat = reader.reading.mat_of(reader.id)
    facing = reader.reading.reader(mat).kind.facing if mat else None
    angle = facing_degrees(reader.reading.reader(mat).state[facing[0]], facing[1]) if facing is not None else 0
    if angle:
        shown[:] = [PlacedDrawing(GroupDrawing(tuple(shown)), degrees=angle)]


def board_mat(action: "Action", piece: int) -> None:
    """Put a piece on a map onto the topmost mat beneath it. If there is none, take it off the mat that it rides on."""
    kind = action.kind_of(piece)
    at = action.table.whereabouts(piece)
    if kind is None or kind.cargo is None or at.map < 0:
        return
    found = _mat_beneath(action, piece, kind.cargo, at.map, at.x, at.y)
    if found is None:
        leave_mat(action, piece)
        return
    mat, definition, x, y = found
    if mat != action.table.mat_of(piece):
        lying = action.draft.piece(piece)
        hold = _hold_for(action, piece, mat, definition, (at.x - x, at.y - y))
        action.change(Go((piece,), hold, _top_of(action, hold)))
        action.pieces.sweep(lying.at if lying else 0)


def boards_at(action: "Action", piece: int, map_index: int, x: int, y: int) -> bool:
    """Return whether a piece that is put at a point of a map rides on a mat there."""
    kind = action.kind_of(piece)
    return (
        kind is not None
        and kind.cargo is not None
        and _mat_beneath(action, piece, kind.cargo, map_index, x, y) is not None
    )


def _mat_beneath(
    action: "Action", piece: int, cargo: Cargo, map_index: int, x: int, y: int
) -> "tuple[int, CompiledKind, int, int] | None":
    """Return the mat that cargo finds at a point of a map: the mat, its kind, and its position; None for no mat."""
    points = ((x + dx, y + dy) for dx, dy in _points_of(cargo))
    return next(filter(None, (_mat_at(action, piece, map_index, *point) for point in points)), None)


def _points_of(cargo: Cargo) -> tuple[tuple[int, int], ...]:
    """Return the points from which a piece looks for a mat, in order, as offsets from its middle."""
    dx, dy = cargo.dx, cargo.dy
    around = ((dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy)) if dx or dy else ()
    return (0, 0), *around


def _mat_at(
    action: "Action", piece: int, map_index: int, x: int, y: int
) -> "tuple[int, CompiledKind, int, int] | None":
    """Return the topmost mat over a point of a map: the mat, its kind, and its position. Returns None if there is
    no such mat.

    The piece itself, mats that ride on it, and screens of other sides do not count. A mat that rides on another one
    lies above it.
    """
    riding, loaded = set(action.draft.inside((piece,))), action.kind_of(piece)
    for _, holder in reversed(action.table.holders_in_draw_order()):
        for mat in reversed(action.draft.inside(holder.pieces)) if holder.map == map_index else ():
            definition = action.kind_of(mat)
            if definition is None or not definition.mat or mat in riding or _is_screen_of_another(definition, loaded):
                continue
            _, left, top, _ = action.table.point(mat)
            if _covers(definition, *_spot_on(definition, action.state(mat), x - left, y - top)):
                return mat, definition, left, top
    return None


def _is_screen_of_another(mat: "CompiledKind", loaded: "CompiledKind | None") -> bool:
    """Return whether a mat is a screen of another side than that of the cargo. The cargo does not go behind such a
    screen.
    """
    side = loaded.kind.side if loaded is not None else ""
    return mat.kind.side != side and any(isinstance(trait, Screen) for trait in mat.kind.traits)


def _spot_on(mat: "CompiledKind", state: tuple[Value, ...], dx: int, dy: int) -> tuple[int, int]:
    """Return an offset from the middle of a mat, turned back as if the mat were upright."""
    return swung(dx, dy, -exact_degrees(state[mat.facing[0]], mat.facing[1])) if mat.facing else (dx, dy)


def _covers(mat: "CompiledKind", dx: int, dy: int) -> bool:
    """Return whether a point at this offset from the middle of a mat is on the mat.

    It must be within the outline of the mat, or else within its rectangle of `width` by `height` pixels.
    """
    outline = next((trait.path for trait in reversed(mat.kind.traits) if isinstance(trait, OutlineTrait)), None)
    if outline is not None:
        return contains(corners(outline), (dx, dy))
    across, down = mat.kind.width, mat.kind.height
    return -(across // 2) <= dx < across - across // 2 and -(down // 2) <= dy < down - down // 2


def _top_of(action: "Action", holder: int) -> int:
    held = action.draft.holder(holder)
    return held.pieces[-1] if held is not None and held.pieces else 0


def _hold_for(action: "Action", piece: int, mat: int, kind: "CompiledKind", off: tuple[int, int]) -> int:
    """Return the hold of a mat for cargo that is put at this offset from the middle of the mat.

    If the module defines holds for the mat, it is the nearest of them. Otherwise it is the hold at exactly this offset
    if the cargo may stack with the pieces in it, or else a new hold.
    """
    holds = [(id, held) for id in action.draft.holds_of(mat) if (held := action.draft.holder(id)) is not None]
    if kind.holds and holds:
        return min(holds, key=lambda item: (item[1].x - off[0]) ** 2 + (item[1].y - off[1]) ** 2)[0]
    layer = layer_of(action, piece, action.components.habits_of(action.game.maps[action.table.point(mat)[0]]))
    for id, held in holds if action.pieces.stacks(piece) else ():
        lies_there = bool(held.pieces) and (held.x, held.y, held.layer) == (*off, layer)  # as far as the seat sees
        if lies_there and all(map(action.pieces.stacks, held.pieces)):
            return id
    made = action.pieces.new_hold(mat, Hold("", *off))
    if layer:
        action.change(Raise(made, layer, action.draft.fresh_z()))
    return made


def leave_mat(action: "Action", piece: int) -> None:
    """Put a piece that rides on a mat onto the map where it is."""
    _leave(action, (piece,))


def _leave(action: "Action", pieces: tuple[int, ...]) -> None:
    """Put the pieces of one hold of a mat onto the map where they are. Those that stack become one stack."""
    lying = action.draft.piece(pieces[0])
    at = action.table.whereabouts(pieces[0])
    if lying is None or at.map < 0 or not action.table.mat_of(pieces[0]):
        return
    together = tuple(filter(action.pieces.stacks, pieces))
    alone = [(piece,) for piece in pieces if piece not in together]
    for going in (*((together,) if together else ()), *alone):
        layer = layer_of(action, going[0], action.components.habits_of(action.game.maps[at.map]))
        stack = action.pieces.new_holder("stack", at.map, at.x, at.y, at.place, layer)
        action.change(Go(going, stack, 0))
    action.pieces.sweep(lying.at)


def move_cargo(action: "Action", mat: int, new: int) -> None:
    """Move the cargo of a mat into the holds of the mat `new`, in their order.

    Cargo for which the new mat has no hold is put onto the map; this is all cargo if `new` is `NOBODY`.
    """
    goals = action.draft.holds_of(new) if new else ()
    for number, hold in enumerate(action.draft.holds_of(mat)):
        held = action.draft.holder(hold)
        if held is None or not held.pieces:
            continue
        if number < len(goals):
            action.change(Go(held.pieces, goals[number], _top_of(action, goals[number])))
            continue
        _leave(action, held.pieces)


def _attachment(trait: Attachment, builder: Builder) -> None:
    count = f"{trait.name}_Count"
    if trait.auto:
        builder.auto_links[trait.name] = trait.itself
    else:
        builder.links[trait.name] = builder.slot("")
        builder.linking[trait.name] = trait
    slots = (builder.links[trait.name],) if trait.name in builder.links else ()
    builder.provide(count, lambda reader: len(reader.reading.linked(reader.id, trait.name)), slots)
    builder.asking.add(count)
    if not trait.auto:
        _attaching(trait, builder)


def _attaching(trait: Attachment, builder: Builder) -> None:
    """Compile the calls that attach the piece and those that detach it."""
    target = compile_target(trait.target)
    clear_when = compile_condition(trait.clear_when) if trait.clear_when.strip() else None

    def attach(action: "Action", piece: int) -> None:
        if trait.first_clears:
            clear(action, piece)
        linked = _LinkSet(action, trait.name)
        for other in target(action, piece):
            linked.add(piece, other)
        linked.write()

    def unlink(action: "Action", piece: int, gone: list[int]) -> None:
        _unlink(action, piece, trait.name, gone)
        for other in gone if trait.let_go else ():
            _unlink(action, other, trait.name, [piece])

    def clear(action: "Action", piece: int) -> None:
        unlink(action, piece, action.table.linked(piece, trait.name))

    def clear_some(action: "Action", piece: int) -> None:
        asker = action.reader(piece)
        linked = action.table.linked(piece, trait.name)
        condition = clear_when(asker) if clear_when else None
        unlink(action, piece, [o for o in linked if condition is None or condition.test(action.reader(o))])

    runs: tuple[Run, Run, Run] = (attach, clear, clear_some)
    for entry, run in zip((trait.attach, trait.clear, trait.clear_some), runs, strict=True):
        builder.call(entry, run, in_play=True)


_AT_ONCE: Final = 500
"""The number of checks for links that count as much as one call of a trait."""


class _LinkSet:
    """The new links of one name. They include the links back that the traits of the linked pieces make."""

    def __init__(self, action: "Action", link: str) -> None:
        self._action = action
        self._link = link
        self._held: dict[int, dict[int, None]] = {}
        self._looks = 0

    def add(self, piece: int, other: int) -> None:
        """Link a piece to another, and then make the further links that follow from each new one."""
        waiting = [iter(((piece, other),))]
        while waiting:
            pair = next(waiting[-1], None)
            if pair is None:
                waiting.pop()
            else:
                waiting.append(self._added(*pair))

    def _added(self, piece: int, other: int) -> Iterator[tuple[int, int]]:
        """Link a piece to another. If the link is new, yield the links that follow from it."""
        self._looks += 1
        if self._looks % _AT_ONCE == 0:
            self._action.keys.spend_call(piece)
        trait, held = self._trait(piece), self._held_by(piece)
        if trait is None or other in held or (other == piece and not trait.itself):
            return
        held[other] = None
        theirs = self._trait(other)
        if theirs is not None and theirs.in_return != "no":
            yield other, piece
            for one in tuple(held) if theirs.in_return == "all" else ():
                yield other, one

    def _trait(self, piece: int) -> Attachment | None:
        kind = self._action.kind_of(piece)
        return kind.attachments.get(self._link) if kind is not None else None

    def _held_by(self, piece: int) -> dict[int, None]:
        if piece not in self._held:
            kind = self._action.kind_of(piece)
            slot = kind.links.get(self._link) if kind is not None else None
            self._held[piece] = dict.fromkeys(linked_ids(self._action.state(piece)[slot])) if slot is not None else {}
        return self._held[piece]

    def write(self) -> None:
        """Store the links."""
        for piece, held in self._held.items():
            kind = self._action.kind_of(piece)
            if kind is not None and self._link in kind.links:
                self._action.write(piece, kind.links[self._link], " ".join(map(str, held)))


def _unlink(action: "Action", piece: int, link: str, gone: Iterable[int]) -> None:
    kind = action.kind_of(piece)
    slot = kind.links.get(link) if kind else None
    if slot is not None:
        left = (other for other in linked_ids(action.state(piece)[slot]) if other not in set(gone))
        action.write(piece, slot, " ".join(map(str, left)))


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    Attachment: _attachment,
    Cargo: _cargo,
    Mat: _mat,
    Screen: _screen,
}
