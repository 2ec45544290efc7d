"""The behaviour of traits of movement: sending, shifting, returning to decks, and remembering moves."""

from collections.abc import Callable
from functools import partial
from math import dist, inf
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tabletop.board import Map
from tabletop.expression import Template, Value, as_number, as_text, compile_expression, compile_template
from tabletop.game.actions.landing import land, land_on_grid, on_grid
from tabletop.game.appearance.drawn_piece import ImageDrawing, PlacedDrawing
from tabletop.game.appearance.rotation import swung
from tabletop.game.behaviour.appearance_behaviour import degrees_inside, switches
from tabletop.game.behaviour.target_behaviour import Onlooker, Seeking, compile_target
from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import Builder, Whereabouts, Work, number_of
from tabletop.game.traits.movement_traits import (
    CameFrom,
    ClickMemory,
    MovedMark,
    NotStacking,
    Offset,
    ReturnTo,
    SendTo,
    Shift,
    ToHolder,
    ToPiece,
    ToPlace,
    ToPoint,
    ToRegion,
    ToZone,
    Trail,
)
from tabletop.game.traits.trait_base import is_given
from tabletop.texts import english, text

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PieceReader, PropertyReader

LONGEST_TRAIL: Final = 200

Goal: TypeAlias = tuple[int, int, int]
"""A map index and a point of that map (map pixels)."""


def _send_to(trait: SendTo, builder: Builder) -> None:
    if builder.acts:
        _sending(trait, builder)
    if is_given(trait.back):
        _way_back(trait, builder)


def _sending(trait: SendTo, builder: Builder) -> None:
    """Add the key that sends a piece away."""
    to = trait.to
    find = _finding_piece(to) if isinstance(to, ToPiece) else _finding(to, or_here=trait.or_here)
    off = _offset(trait.off)

    def run(action: "Action", piece: int) -> Work | None:
        reader = action.reader(piece)
        goal = find(action, reader)
        if goal is None:
            action.tell(Told("nowhere-to-go", {}, (piece,), sides=action.own_sides))
            return None
        at = action.table.whereabouts(piece)
        if isinstance(goal, str):
            with action.pieces.marking_moves(marks=trait.marks):
                action.pieces.put((piece,), action.draft.named(goal))
        else:
            dx, dy = off(reader)
            goal = goal[0], goal[1] + dx, goal[2] + dy
            if at[:3] == goal:
                return None
            with action.pieces.marking_moves(marks=trait.marks):
                land_on_grid(action, (piece,), *goal)
            _remember(action, piece, at)
        if at.map >= 0:
            _keep_way_back(action, piece, (action.game.maps[at.map], at.x, at.y))
        return action.pieces.arrival(piece)

    def is_elsewhere(reader: "PieceReader") -> bool:
        goal = find(Onlooker(reader.reading), reader)
        if goal is None or isinstance(goal, str):
            return goal is not None
        dx, dy = off(reader)
        return reader.reading.point(reader.id)[:3] != (goal[0], goal[1] + dx, goal[2] + dy)

    builder.call(trait.call, run, is_elsewhere, in_play=True)


def _remember(action: "Action", piece: int, old: Whereabouts) -> None:
    """Note the position of a piece as its former one if it was put where it already was. Real moves have already been
    noted.
    """
    kind = action.kind_of(piece)
    if kind is not None and action.table.whereabouts(piece) == old:
        for note in kind.placed:
            note(action, piece, old)


def _way_back(trait: SendTo, builder: Builder) -> None:
    """Add the key that returns the piece to the place from which it was sent."""
    back = (builder.slot(""), builder.slot(0), builder.slot(0))
    builder.private.update(back)
    builder.ways_back.append(back)

    def run(action: "Action", piece: int) -> Work | None:
        name, x, y = (action.state(piece)[slot] for slot in back)
        index = action.table.map_index(as_text(name))
        if index < 0:
            return None
        at = action.table.whereabouts(piece)
        with action.pieces.marking_moves(marks=trait.marks):
            land(action, (piece,), index, as_number(x) or 0, as_number(y) or 0)
        _remember(action, piece, at)
        _keep_way_back(action, piece, ("",))
        return action.pieces.arrival(piece)

    builder.call(trait.back, run, lambda reader: bool(reader.state[back[0]]), in_play=True)


def _keep_way_back(action: "Action", piece: int, place: tuple[Value, ...]) -> None:
    """Store the place from which a piece was sent, for all its traits that bring it back."""
    kind = action.kind_of(piece)
    for slots in kind.ways_back if kind is not None else ():
        for slot, value in zip(slots, place, strict=False):
            action.write(piece, slot, value)


def _offset(offsets: tuple[Offset, ...]) -> Callable[["PieceReader"], tuple[int, int]]:
    """Return a function that gives the sum of the offsets, in map pixels."""
    parts = tuple(tuple(map(compile_expression, (one.dx, one.dy, one.times))) for one in offsets)

    def off(reader: "PieceReader") -> tuple[int, int]:
        found = [tuple(number_of(part, reader) for part in one) for one in parts]
        return sum(dx * times for dx, _, times in found), sum(dy * times for _, dy, times in found)

    return off


_Finding: TypeAlias = "Callable[[Seeking, PieceReader], Goal | str | None]"
"""A function that finds the goal of a piece that is sent: a point, the name of a holder, or nothing."""


def _finding(to: ToHolder | ToPlace | ToPoint | ToRegion | ToZone, *, or_here: bool) -> _Finding:
    """Return a function that finds a named holder or point; it gives None if there is no such thing.

    With `or_here`, the piece's own map is used if the named map is unknown.
    """
    if isinstance(to, ToHolder):
        name = compile_template(to.holder)

        def holder(seeking: "Seeking", reader: "PieceReader") -> str | None:
            found = name.render(reader)
            return found if seeking.draft.named(found) else None

        return holder
    on_map = compile_template(to.map)
    if isinstance(to, ToPoint):
        x, y, board_name = compile_expression(to.x), compile_expression(to.y), compile_template(to.board)

        def point(seeking: "Seeking", reader: "PieceReader") -> Goal | None:
            index = _map_meant(seeking.table, reader, on_map, or_here=or_here)
            if index < 0:
                return None
            left, top = corner_of(seeking.table.board(index), board_name.render(reader))
            return index, left + number_of(x, reader), top + number_of(y, reader)

        return point
    point_on = _point_on(to)

    def named(seeking: "Seeking", reader: "PieceReader") -> Goal | None:
        index = _map_meant(seeking.table, reader, on_map, or_here=or_here)
        board = seeking.table.board(index)
        found = point_on(board, reader) if board is not None else None
        return (index, *found) if found is not None else None

    return named


def _point_on(to: ToPlace | ToRegion | ToZone) -> "Callable[[Map, PieceReader], tuple[int, int] | None]":
    """Return a function that finds the named point on a map; it gives None if the map does not have it."""
    if isinstance(to, ToRegion):
        region = compile_template(to.region)
        return lambda board, reader: board.region_called(region.render(reader))
    if isinstance(to, ToZone):
        zone = compile_template(to.zone)
        return lambda board, reader: zone_point(board, zone.render(reader))
    place, of_board, any_board = compile_template(to.place), compile_template(to.board), to.any_board

    def at_place(board: Map, reader: "PieceReader") -> tuple[int, int] | None:
        owner = of_board.render(reader)
        return board.point_sent_to(place.render(reader), owner) if owner or any_board else None

    return at_place


def corner_of(on: Map | None, board: str) -> tuple[int, int]:
    """Return the upper left corner of the board with this name; if there is no such board, return that of the map."""
    found = next((one for one in on.boards if one.name == board), None) if on is not None and board else None
    return on.origin_of(found) if on is not None and found is not None else (0, 0)


def _map_meant(table: "PropertyReader", reader: "PieceReader", on_map: Template, *, or_here: bool) -> int:
    """Return the number of the named map.

    Without a name, it is the number of the piece's own map. For an unknown name it is -1, or with `or_here` also the
    number of the piece's own map.
    """
    name = on_map.render(reader)
    index = table.map_index(name) if name else -1
    return index if index >= 0 or (name and not or_here) else table.point(reader.id)[0]


def zone_point(board: Map, zone: str) -> tuple[int, int] | None:
    """Return the point to which a piece is sent in a zone: the middle of the zone. If there is no such zone, return the
    point of the place of that name; None if there is none either.
    """
    return board.middle_of_zone(zone) or board.point_of(zone)


def _finding_piece(to: ToPiece) -> _Finding:
    target = compile_target(to.target)

    def find(seeking: "Seeking", reader: "PieceReader") -> Goal | None:
        table, piece = seeking.table, reader.id
        index, x, y, _ = table.point(piece)
        goals = [table.point(other)[:3] for other in target(seeking, piece) if to.itself or other != piece]
        if not goals:
            return None
        chosen = 0
        if to.which != "first":
            away = [dist((x, y), goal[1:]) if goal[0] == index else inf for goal in goals]
            chosen = away.index(min(away))
        if to.which == "next":
            after = [(chosen + step) % len(goals) for step in range(1, len(goals) + 1)]
            chosen = next((number for number in after if goals[number] != (index, x, y)), -1)
        return goals[chosen] if chosen >= 0 and goals[chosen][0] >= 0 else None

    return find


def _shift(trait: Shift, builder: Builder) -> None:
    dx, dy = compile_expression(trait.dx), compile_expression(trait.dy)
    off = _offset(trait.off)

    def run(action: "Action", piece: int) -> Work | None:
        at, kind = action.table.whereabouts(piece), action.kind_of(piece)
        pieces = _shifted(action, piece, whole=trait.stack)
        if not pieces or kind is None or at.map < 0:
            return None
        reader = action.reader(piece)
        more = off(reader)
        way = number_of(dx, reader) + more[0], number_of(dy, reader) + more[1]
        if trait.turned:
            way = swung(*way, degrees_inside(kind, trait, action.state(piece)))
        return _shifting(action, pieces, at.map, *on_grid(action, piece, at.map, at.x + way[0], at.y + way[1]))

    builder.call(trait.call, run, in_play=True)


def _shifted(action: "Action", piece: int, *, whole: bool) -> tuple[int, ...]:
    """Return the pieces that a shift moves: the piece alone, or with `whole` its stack or deck.

    Only the topmost piece that the seat sees moves its stack; for any other piece of the stack the result is empty.
    """
    held = action.draft.piece(piece)
    holder = action.draft.holder(held.at) if held is not None else None
    if holder is None:
        return ()
    if not whole or holder.form not in ("stack", "deck"):
        return (piece,)
    top = next((one for one in reversed(holder.pieces) if action.view.level(one)), piece)
    return holder.pieces if top == piece else ()


def _shifting(action: "Action", pieces: tuple[int, ...], map_index: int, x: int, y: int) -> Work:
    """Return the work of moving pieces to a point, the lowest first. Each gets its key for moved pieces before the next
    moves. Pieces that are not on this map by then are skipped.
    """
    for piece in pieces:
        if action.table.point(piece)[0] != map_index:
            continue
        land(action, (piece,), map_index, x, y)
        work = action.pieces.arrival(piece)
        if work is not None:
            yield work


def _return_to(trait: ReturnTo, builder: Builder) -> None:
    deck = compile_template(trait.deck)

    def is_unladen(reader: "PieceReader") -> bool:
        """Return whether the piece carries no cargo that would stay behind."""
        return not (reader.kind.spills_cargo and reader.read("CargoCount"))

    def run(action: "Action", piece: int) -> Work | None:
        if not is_unladen(action.table.reader(piece)):
            return None
        name = deck.render(action.reader(piece))
        if not trait.deck:
            decks = [held.name for _, held in action.table.holders_in_draw_order() if held.form == "deck" and held.name]
            chosen = action.questions.ask(
                trait.ask or text("which-deck"),
                None,
                trait.choices or tuple(decks),
                may_be_left=True,
                known_as=trait.ask or english("which-deck"),
            )
            if chosen is None:
                return None
            name = as_text(chosen)
        holder = action.draft.named(name)
        if not holder:
            action.tell(Told("nowhere-to-go", {"holder": name}, (piece,), sides=action.own_sides))
            return None
        if action.draft.piece(piece) is None:
            return None
        with action.pieces.marking_moves(marks=trait.marks):
            return _put_into(action, piece, holder)

    builder.call(trait.call, run, is_unladen)


def _put_into(action: "Action", piece: int, holder: int) -> Work | None:
    """Put a piece onto a deck. Return the work of its arrival; None if there is none.

    A piece that is already there keeps its place, and the deck counts as its former place. A piece that came to another
    point gets the key of its arrival.
    """
    lying, old = action.draft.piece(piece), action.table.whereabouts(piece)
    if lying is not None and lying.at != holder:
        action.pieces.put((piece,), holder)
    _remember(action, piece, old)
    has_moved = action.table.whereabouts(piece)[:3] != old[:3]
    return action.pieces.arrival(piece) if has_moved else None


def _moved_mark(trait: MovedMark, builder: Builder) -> None:
    slot = builder.slot(False)
    builder.provide("Moved", lambda reader: reader.state[slot] is True, (slot,))
    _minding_marks(builder, lambda action, piece, moved: action.write(piece, slot, moved))
    switches(builder, slot, trait.toggle, trait.mark, trait.clear, then=_tell_whether_moved)

    def moved(action: "Action", piece: int, old: Whereabouts) -> None:
        if action.pieces.is_unmarked(piece):
            action.write(piece, slot, False)
        elif trait.within_place or not _same_place(action, piece, old):
            action.write(piece, slot, True)

    builder.moved.append(moved)
    if trait.picture:
        mark = PlacedDrawing(ImageDrawing(trait.picture), trait.dx, trait.dy)

        def show(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
            if reader.state[slot] is True:
                shown.append(mark)

        builder.shows.append(show)


def _minding_marks(builder: Builder, mind: Callable[["Action", int, bool], None]) -> None:
    """Run `mind` with the new value whenever the property `Moved` of the piece is set."""
    before = builder.writers.get("Moved")

    def write(action: "Action", piece: int, value: Value) -> None:
        if before is not None:
            before(action, piece, value)
        mind(action, piece, bool(as_number(value)))

    builder.writers["Moved"] = write


def _tell_whether_moved(action: "Action", piece: int, *, is_on: bool) -> None:
    """Mark a piece as moved or as not moved, for all its traits."""
    action.set_piece_property(piece, "Moved", is_on)


def _same_place(action: "Action", piece: int, old: Whereabouts) -> bool:
    index, _, _, place = action.table.point(piece)
    return bool(place) and (index, place) == (old.map, old.place)


def _trail(trait: Trail, builder: Builder) -> None:
    shown = builder.slot(trait.shown)
    points = builder.slot("")
    builder.trail = (trait, shown)
    if "Moved" not in builder.provides:  # with a trail alone, the property exists, but it is always false
        builder.provide_fixed("Moved", False)
    if not trait.everyone:
        builder.private.update((shown, points))
    switches(builder, shown, trait.toggle, trait.show, trait.hide, in_play=True)
    builder.call(trait.clear, lambda action, piece: action.write(piece, points, ""))
    _minding_marks(builder, lambda action, piece, moved: None if moved else action.write(piece, points, ""))

    def moved(action: "Action", piece: int, old: Whereabouts) -> None:
        if action.table.point(piece)[0] != old.map or action.pieces.is_unmarked(piece):
            action.write(piece, points, "")
        elif trait.within_place or not _same_place(action, piece, old):
            so_far = as_text(action.state(piece)[points]).split()
            kept = [*so_far, f"{old.x},{old.y}"][-LONGEST_TRAIL:]
            action.write(piece, points, " ".join(kept))

    builder.moved.append(moved)


# fmt: off
_REMEMBERED: Final = (
    "OldMap", "OldX", "OldY", "OldPlace", "OldZone", "OldHolder", "OldBoard", "OldDeck",
    "OldMat", "OldMatPiece", "OldMatBasicName", "OldLocation",
)
_OF_MATS: Final = ("OldMatId", "OldMatOffsetX", "OldMatOffsetY")
# fmt: on


def _numbered(slot: int, reader: "PieceReader") -> Value:
    """Return the value of a slot that holds a piece: the number by which the viewer knows that piece."""
    held = reader.state[slot]
    return reader.reading.number_of(held) if isinstance(held, int) else held


def _came_from(trait: CameFrom, builder: Builder) -> None:
    slots = [builder.slot(None) for _ in _REMEMBERED]
    builder.kin = (builder.slot(None), builder.slot(None))
    of_mats = [builder.slot(None) for _ in _OF_MATS if trait.mats]
    builder.old_mat = of_mats[0] if of_mats else None
    builder.private.update(slots, builder.kin, of_mats)
    names = (*_REMEMBERED, *_OF_MATS[: len(of_mats)])
    for name, slot in zip(names, (*slots, *of_mats), strict=True):
        builder.provide_slot(name, slot)
    for name, slot in zip(("PlacedBy", "CopyOf", *_OF_MATS[:1]), (*builder.kin, *of_mats[:1]), strict=False):
        builder.provide(name, partial(_numbered, slot), (slot,))

    def moved(action: "Action", piece: int, old: Whereabouts) -> None:
        for slot, value in zip(slots, _remembered(action, old), strict=True):
            action.write(piece, slot, value)
        mat = (old.mat, old.mat_dx, old.mat_dy) if old.mat else (None, None, None)
        for slot, value in zip(of_mats, mat, strict=False):
            action.write(piece, slot, value)

    builder.placed.append(moved)


def _clicked(trait: ClickMemory, builder: Builder) -> None:
    builder.clicked = x, y = builder.slot(trait.x), builder.slot(trait.y)
    builder.private.update(builder.clicked)
    builder.provide_slot("ClickedX", x)
    builder.provide_slot("ClickedY", y)


def _remembered(action: "Action", old: Whereabouts) -> tuple[Value, ...]:
    """Return the stored values of a piece's former position, in the order of `_REMEMBERED`."""
    table = action.table
    name = action.game.maps[old.map] if old.map >= 0 else ""
    holder = action.draft.holder(action.draft.named(old.holder)) if old.holder else None
    deck = old.holder if holder is not None and holder.form == "deck" else ""
    at = (old.map, old.x, old.y)
    mat = (table.mat_name(old.mat), table.read(old.mat, "Name"), table.read(old.mat, "BasicName"))
    where = (name, old.x, old.y, old.place, table.zone_at(*at), old.holder, table.board_at(*at), deck)
    return (*where, *(mat if old.mat else ("", "", "")), table.location_at(*at, old.place))


def _not_stacking(trait: NotStacking, builder: Builder) -> None:
    builder.grip = trait


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    CameFrom: _came_from,
    ClickMemory: _clicked,
    MovedMark: _moved_mark,
    NotStacking: _not_stacking,
    ReturnTo: _return_to,
    SendTo: _send_to,
    Shift: _shift,
    Trail: _trail,
}
