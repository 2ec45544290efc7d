"""What traits of groups do: cargo gets on and off mats, pieces are attached to each other."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from tabletop.expression import Value, as_text
from tabletop.game.behaviour.building import Builder, Run
from tabletop.game.behaviour.looks import facing_degrees, swung
from tabletop.game.behaviour.targeting import compile_condition, compile_target
from tabletop.game.patch import Go
from tabletop.game.traits.groups import Attachment, Cargo, Hold, Mat

if TYPE_CHECKING:
    from tabletop.game.action import Action
    from tabletop.game.kinds import CompiledKind


def _mat(trait: Mat, builder: Builder) -> None:
    builder.mat = trait.name
    builder.holds = trait.holds
    builder.turns_cargo = trait.turns
    builder.spills_cargo = trait.spills
    builder.provide("MatName", lambda _reader: trait.name)


def _cargo(trait: Cargo, builder: Builder) -> None:
    builder.cargo = trait
    builder.call(trait.find, board_mat)
    builder.call(trait.leave, leave_mat)


def board_mat(action: "Action", piece: int) -> None:
    """Put a piece that lies on a map onto the topmost mat beneath it, if there is one."""
    kind = action.kind_of(piece)
    at = action.table.whereabouts(piece)
    if kind is None or kind.cargo is None or at.map < 0 or action.table.mat_of(piece):
        return
    riding = set(action.draft.inside((piece,)))
    for _, holder in reversed(action.table.holders_in_draw_order()):
        for mat in reversed(holder.pieces) if holder.map == at.map else ():
            definition = action.kind_of(mat)
            if definition is None or not definition.mat or mat in riding:
                continue
            spot = _spot_on(definition, action.state(mat), at.x - holder.x, at.y - holder.y)
            if _covers(definition, spot[0] + kind.cargo.dx, spot[1] + kind.cargo.dy):
                lying = action.draft.piece(piece)
                hold = _hold_for(action, mat, definition, (at.x - holder.x, at.y - holder.y))
                action.change(Go((piece,), hold, _top_of(action, hold)))
                action.sweep(lying.at if lying else 0)
                return


def _spot_on(mat: "CompiledKind", state: tuple[Value, ...], dx: int, dy: int) -> tuple[int, int]:
    """A way from the middle of a mat as the mat would have it upright."""
    return swung(dx, dy, -facing_degrees(state[mat.facing[0]], mat.facing[1])) if mat.facing else (dx, dy)


def _covers(mat: "CompiledKind", dx: int, dy: int) -> bool:
    return 2 * abs(dx) <= mat.kind.width and 2 * abs(dy) <= mat.kind.height


def _top_of(action: "Action", holder: int) -> int:
    held = action.draft.holder(holder)
    return held.pieces[-1] if held is not None and held.pieces else 0


def _hold_for(action: "Action", mat: int, kind: "CompiledKind", off: tuple[int, int]) -> int:
    """The hold of a mat for cargo put so far from its middle: the nearest one it has, or one just there."""
    holds = [(id, held) for id in action.draft.holds_of(mat) if (held := action.draft.holder(id)) is not None]
    if kind.holds and holds:
        return min(holds, key=lambda item: (item[1].x - off[0]) ** 2 + (item[1].y - off[1]) ** 2)[0]
    there = next((id for id, held in holds if (held.x, held.y) == off), 0)
    return there or action.new_hold(mat, Hold("", *off))


def leave_mat(action: "Action", piece: int) -> None:
    """Put a piece that rides on a mat onto the map where it is."""
    lying = action.draft.piece(piece)
    at = action.table.whereabouts(piece)
    if lying is not None and at.map >= 0 and action.table.mat_of(piece):
        stack = action.new_holder("stack", at.map, at.x, at.y, at.place)
        action.change(Go((piece,), stack, 0))
        action.sweep(lying.at)


def move_cargo(action: "Action", mat: int, new: int) -> None:
    """What lies on a mat goes into the same holds of another, or, where there are none, onto the map."""
    goals = action.draft.holds_of(new) if new else ()
    for number, hold in enumerate(action.draft.holds_of(mat)):
        held = action.draft.holder(hold)
        if held is None or not held.pieces:
            continue
        if number < len(goals):
            action.change(Go(held.pieces, goals[number], _top_of(action, goals[number])))
            continue
        for piece in held.pieces:
            leave_mat(action, piece)


def linked_ids(held: Value) -> tuple[int, ...]:
    """The pieces that the slot of an attachment names."""
    return tuple(map(int, as_text(held).split()))


def _attachment(trait: Attachment, builder: Builder) -> None:
    count = f"{trait.name}_Count"
    if trait.auto:
        builder.auto_links[trait.name] = trait.itself
    else:
        builder.links[trait.name] = builder.slot("")
    slots = (builder.links[trait.name],) if trait.name in builder.links else ()
    builder.provide(count, lambda reader: len(reader.reading.linked(reader.id, trait.name)), slots)
    builder.asking.add(count)
    if not trait.auto:
        _attaching(trait, builder)


def _attaching(trait: Attachment, builder: Builder) -> None:
    """What attaches and lets go."""
    target = compile_target(trait.target)
    clear_when = compile_condition(trait.clear_when) if trait.clear_when.strip() else None

    def attach(action: "Action", piece: int) -> None:
        if trait.first_clears:
            clear(action, piece)
        found = [other for other in target(action, piece) if trait.itself or other != piece]
        _link(action, piece, trait.name, found)
        for other in found if trait.in_return != "no" else ():
            others = (piece, *(one for one in found if one != other)) if trait.in_return == "all" else (piece,)
            _link(action, other, trait.name, others)

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
        builder.call(entry, run)


def _link(action: "Action", piece: int, link: str, others: Iterable[int]) -> None:
    kind = action.kind_of(piece)
    slot = kind.links.get(link) if kind else None
    if slot is not None:
        linked = dict.fromkeys((*linked_ids(action.state(piece)[slot]), *others))
        action.write(piece, slot, " ".join(map(str, linked)))


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
}
