"""Decisions about pieces: moving, restacking, taking new ones, removing, showing."""

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.move_words import all_standing, tell_arrival
from tabletop.game.behaviour.deck_behaviour import given_for
from tabletop.game.change.patch import DropHolder, HolderOrder, PieceSight
from tabletop.game.change.told import Told
from tabletop.game.commands import ClonePieces, MovePieces, PlaceNew, RemovePieces, Restack, Show, Spot
from tabletop.game.decisions.decision import demand, movable, side_indices, touchable
from tabletop.game.decisions.goals import put
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.side_cells import is_any_of, names_of
from tabletop.game.state.values import SIGHT_LEVELS, Value


def move(action: Action, command: MovePieces) -> None:
    """Move pieces together, with everything that rides on them."""
    pieces = _not_riding(action, given_for(action, movable(action, command.pieces)))
    lay_in = {id: lying.at for id in pieces if (lying := action.draft.piece(id)) is not None}
    came_from = all_standing(action, action.draft.inside(pieces))
    with action.pieces.by_hand():
        gone = list(_put_together(action, pieces, command))
    for group, goal in gone:
        sources = dict.fromkeys(lay_in[piece] for piece in group if piece in lay_in)
        lying = action.draft.piece(group[-1])
        now_in = lying.at if lying is not None else goal
        tell_arrival(action, Told("pieces-moved", pieces=group, holders=(*sources, now_in)), came_from)
    action.pieces.arrive(pieces)


def _not_riding(action: Action, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the pieces that do not ride on other pieces of this group."""
    riders = frozenset(action.draft.inside(pieces)[len(pieces) :])
    return tuple(piece for piece in pieces if piece not in riders) if riders else pieces


def _put_together(
    action: Action, pieces: tuple[int, ...], command: MovePieces
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Put pieces at their goals; yield the pieces for each point, and the holder in which they lie afterwards."""
    if command.around not in action.draft.inside(pieces):
        yield pieces, put(action, pieces, command.to)
        return
    groups = _by_point(action, pieces)
    lead = next(p for group in groups.values() for p in group if command.around in action.draft.inside((p,)))
    was, grabbed = action.table.point(lead), action.table.point(command.around)
    to = command.to
    if isinstance(to, Spot):
        to = replace(to, x=to.x + was[1] - grabbed[1], y=to.y + was[2] - grabbed[2])
    first = tuple(groups.pop(was[:3]))
    goal = put(action, first, to)
    yield first, goal
    held, (index, x, y, _) = action.draft.holder(goal), action.table.point(lead)
    for (_, old_x, old_y), group in groups.items():
        if held is not None and held.form == "stack" and index >= 0:
            free = isinstance(to, Spot) and to.free
            to = Spot(action.game.maps[index], old_x - was[1] + x, old_y - was[2] + y, free)
        yield tuple(group), put(action, group, to)


def _by_point(action: Action, pieces: tuple[int, ...]) -> dict[tuple[int, int, int], list[int]]:
    """Return the pieces at each point of a map, except those that ride on other pieces of this group."""
    riding = {rider for piece in pieces for rider in action.draft.inside((piece,))[1:]}
    groups: dict[tuple[int, int, int], list[int]] = {}
    for piece in pieces:
        if piece not in riding:
            groups.setdefault(action.table.point(piece)[:3], []).append(piece)
    return groups


def restack(action: Action, command: Restack) -> None:
    """Swap pieces with their neighbours in their holder, or move them to its top or bottom."""
    pieces = touchable(action, command.pieces)
    holders = dict.fromkeys(lying.at for id in pieces if (lying := action.draft.piece(id)) is not None)
    for id in holders:
        held = action.draft.holder(id)
        if held is None:
            continue
        action.costs.spend("handled", len(held.pieces))
        order = _restacked(held.pieces, frozenset(pieces), command.how)
        if order != held.pieces:
            action.change(HolderOrder(id, order, mixed=False))
    action.tell(Told("pieces-restacked", {"how": command.how}, pieces, tuple(holders)))


def _restacked(lying: tuple[int, ...], chosen: frozenset[int], how: str) -> tuple[int, ...]:
    """Return the new order, bottom first. The moved pieces keep their order among themselves."""
    up = tuple(p for p in lying if p in chosen)
    rest = tuple(p for p in lying if p not in chosen)
    if how == "top":
        return rest + up
    if how == "bottom":
        return up + rest
    order = list(lying) if how == "up" else list(reversed(lying))
    for spot in reversed(range(len(order) - 1)):
        if order[spot] in chosen and order[spot + 1] not in chosen:
            order[spot], order[spot + 1] = order[spot + 1], order[spot]
    return tuple(order if how == "up" else reversed(order))


def place_new(action: Action, command: PlaceNew) -> None:
    """Place new pieces from the counter tray."""
    kind = action.components.kinds.get(command.kind)
    demand(action, "place", kind)
    if kind is None:
        raise Refusal("no-such-kind", "tray-without-kind", kind=command.kind)
    most = action.costs.limits.made
    if not 1 <= command.count <= most:
        raise Refusal("too-long", "too-many-placed", most=most)
    id = action.pieces.know(kind)
    if kind.limit and action.pieces.count_of(id) + command.count > kind.limit:
        raise Refusal("no-more-counters", "no-more-counters", limit=kind.limit, kind=kind.name)
    tray = action.pieces.new_holder("box", -1, 0, 0, "")
    state: tuple[Value, ...] = compile_kind(kind).slots
    pieces = tuple(action.pieces.make(id, tray, state) for _ in range(command.count))
    demand(action, "touch", pieces[0])
    goal = put(action, pieces, command.to)
    action.change(DropHolder(tray))
    tell_arrival(action, Told("pieces-placed", {"count": command.count}, pieces, (goal,)), {})
    action.pieces.arrive(pieces)


def remove(action: Action, command: RemovePieces) -> None:
    """Remove pieces from the game, with everything that rides on them."""
    pieces = touchable(action, command.pieces, "remove")
    action.tell(Told("pieces-removed", {"count": len(pieces)}, pieces))
    action.pieces.drop(pieces)


def clone(action: Action, command: ClonePieces) -> None:
    """Put a copy of each piece on top of the piece, or by itself at the same point if the piece does not stack."""
    pieces = touchable(action, command.pieces, "copy")
    if any(map(action.draft.is_back, pieces)):
        raise Refusal("not-yours", "back-not-copied")
    copies = tuple(action.pieces.copy(piece) for piece in pieces)
    action.tell(Told("pieces-cloned", {"count": len(copies)}, copies))


def show(action: Action, command: Show) -> None:
    """Set how much sides see of pieces. Only a seat that sees the faces may do this.

    If no sides are named, all sides that the seat does not play are meant. A patch is written even if nothing changes.
    So an undo does not reveal how much a side saw before.
    """
    pieces, seat = touchable(action, command.pieces, "show"), action.rights
    own = names_of(action.game.sides, seat.sides)
    sides = side_indices(action, command.sides) or tuple(
        side for side, name in enumerate(action.game.sides) if not is_any_of(name, own)
    )
    level = SIGHT_LEVELS[command.level]
    for piece in pieces:
        for side in sides:
            action.change(PieceSight(piece, side, level))
    action.tell(Told("pieces-shown", {"level": command.level}, pieces, sides=(*seat.sides,)))
