"""One action as one transaction: reads see what was written, and one patch comes out at its end."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from tabletop.board.geometry import Pixel
from tabletop.board.laying import Lying, Size, free_spots
from tabletop.board.places import Box
from tabletop.expression import Budget, ExpressionError, LimitReached, Value, as_text
from tabletop.expression.values import bounded_text
from tabletop.game.access import eyes, seat_of
from tabletop.game.behaviour.building import PICKED, Call, Whereabouts, Work
from tabletop.game.behaviour.groups import board_mat
from tabletop.game.behaviour.looks import facing_degrees, swung, turned
from tabletop.game.chance import Chance
from tabletop.game.components import Components
from tabletop.game.draft import Draft, apply
from tabletop.game.frames import Frame
from tabletop.game.game import Game, Seat
from tabletop.game.habits import USUAL, MapHabits
from tabletop.game.holder import UNOWNED, Form, Holder
from tabletop.game.kind import Kind
from tabletop.game.kinds import CompiledKind
from tabletop.game.outcome import Choice, Done, Performed, Prompt, RefusalCode, Refused
from tabletop.game.patch import (
    Change,
    Drop,
    DropHolder,
    Go,
    Know,
    Make,
    MakeHolder,
    Place,
    Proceed,
    Property,
    Raise,
    Recast,
    Reply,
    Set,
    Sight,
)
from tabletop.game.piece import Piece
from tabletop.game.reading import WORK, PieceReader, Reading
from tabletop.game.showing import name_of
from tabletop.game.step import Answers
from tabletop.game.told import Told
from tabletop.game.traits.base import Reads
from tabletop.game.traits.groups import Hold
from tabletop.game.values import FACE, FACES, SHUT, UNSEEN

MOST_CALLS: Final = 10_000
"""How many times traits may be called in one action."""

SMALLEST_PX: Final = 16
"""How large a piece is taken to be that does not say, where pieces are laid out side by side."""

_MAKING: Final = (Make, Recast, Drop)

MOST_BYTES: Final = 1_000_000
"""How large the patch of one action may be, written as JSON."""


_ThereAndBack: TypeAlias = tuple[Change, Change]
"""A change, and the one that leads back from it."""


NOTED: Final = frozenset({"trait-set", "property-set"})
"""What is told of values that are set by name."""


class Refusal(Exception):  # noqa: N818 - it is an answer, not an error
    """A decision ends here: the refusal is the answer."""

    def __init__(self, code: RefusalCode, because: str) -> None:
        super().__init__(because)
        self.answer = Refused(code, because)


class Ask(Exception):  # noqa: N818 - it is an answer, not an error
    """A decision cannot go on before this is answered; it begins again with the answer."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(prompt.question)
        self.prompt = prompt


class Action:
    """Lives inside one `decide`; nobody else ever sees it.

    `seat` is the name of the acting seat, `own_sides` the indices of the sides it plays, `sides` of those through whose
    eyes it looks (all for the umpire), `rights` what it may do: what its seat may. `answers` are the answers already
    given to prompts of this command. `table` reads everything, `reading` what the running trait may know: what its seat
    sees, unless the trait says otherwise. `frames_put` are the procedures that were changed. `picked`
    is what was picked in the menu with the key that is performed, if anything was.
    """

    def __init__(self, game: Game, components: Components, seat: str, chance: Chance, answers: Answers = ()) -> None:
        self.game = game
        self.components = components
        self.seat = seat
        self.chance = chance
        self.answers = dict(answers)
        self.draft = Draft(game)
        self.rights = seat_of(game, seat)
        self.own_sides = self.rights.sides
        self.sides = tuple(eyes(game, self.rights))
        budget = Budget(WORK)
        self.table = Reading(self.draft, components, self.sides, seat, chance, budget, sees_all=True)
        self.view = self.table
        if len(set(self.sides)) < len(game.sides):
            self.view = Reading(self.draft, components, self.sides, seat, chance, budget)
            self.view.gone = self.table.gone
        self.reading = self.view
        self.is_quiet = False
        self.is_mute = False
        self.picked = ""
        self._marks_moves = True
        self.frames_put: dict[int, None] = {}
        self._changes: list[Change] = []
        self._backs: list[Change] = []  # what leads back from all that is in the patch, the first to be made last
        self._has_detours = False  # is there more to lead back from than what is in the patch?
        self._written: dict[int, tuple[tuple[Value, ...], dict[int, None]]] = {}  # states before, slots
        self._properties: dict[str, None] = {}
        self._told: list[Told] = []
        self._unsaid: frozenset[str] = frozenset()
        self._calls = 0
        self._asked = 0

    # reading

    def exists(self, piece: int) -> bool:
        """Whether the piece is in the game."""
        return self.draft.piece(piece) is not None

    def reader(self, piece: int) -> PieceReader:
        """What reads a piece, as the running trait may know it."""
        return PieceReader(self.reading, piece)

    def read(self, piece: int, name: str) -> Value:
        """A property of a piece, as the running trait may know it."""
        return PieceReader(self.reading, piece).read(name)

    def state(self, piece: int) -> tuple[Value, ...]:
        """The state of a piece; of one that has just gone, its last."""
        held = self.draft.piece(piece) or self.table.gone.get(piece)
        return held.state if held is not None else ()

    def kind_of(self, piece: int) -> CompiledKind | None:
        """The compiled kind of a piece, also of one that has just gone."""
        held = self.draft.piece(piece) or self.table.gone.get(piece)
        if held is None:
            return None
        return self.table.compiled.get(held.kind) or self.table.kind(held.kind)

    def reading_of(self, side: int) -> Reading:
        """The table as it now is, as one side sees it."""
        reading = Reading(self.draft, self.components, (side,), self.seat, None, self.table.budget)
        reading.gone = self.table.gone
        return reading

    @contextmanager
    def reading_as(self, reads: Reads) -> Iterator[None]:
        """What is done meanwhile reads what the seat sees, or everything."""
        before = self.reading
        self.reading = self.table if reads == "table" else self.view
        try:
            yield
        finally:
            self.reading = before

    @contextmanager
    def marking_moves(self, *, marks: bool) -> Iterator[None]:
        """What goes elsewhere meanwhile has moved, for moved marks and trails, or it has not."""
        before = self._marks_moves
        self._marks_moves = marks
        try:
            yield
        finally:
            self._marks_moves = before

    @contextmanager
    def as_umpire(self) -> Iterator[None]:
        """What is done meanwhile is done for the table, not for the seat: nothing is out of reach.

        What is noted on pieces and on the table is not told: it is the bookkeeping of what is told.
        """
        before = self.rights, self.own_sides, self.sides, self.view
        unsaid, self._unsaid = self._unsaid, NOTED
        self.rights = Seat(tuple(range(len(self.game.sides))), umpire=True)
        self.own_sides = self.sides = self.rights.sides
        self.view = self.reading = self.table
        try:
            yield
        finally:
            self.rights, self.own_sides, self.sides, view = before
            self._unsaid = unsaid
            if view is not self.table:  # what it knew may be otherwise by now
                self.view = Reading(self.draft, self.components, self.sides, self.seat, self.chance, self.table.budget)
                self.view.gone = self.table.gone
            self.reading = self.view

    # changing

    def change(self, change: Change) -> None:
        """Make one change and keep it for the patch."""
        if isinstance(change, Set):
            self.write(change.piece, change.slot, change.value)
            return
        if isinstance(change, Recast | Drop) and change.piece in self._written:
            self._has_detours = True  # the way back would lead to what was written meanwhile
        left = self._left_by(change)
        back = self.draft.perform(change)
        if isinstance(change, Property):
            self._properties[change.name] = None
        else:
            self._changes.append(change)
            self._backs += back[::-1]
        self._notice(change, left)

    def write(self, piece: int, slot: int, value: Value) -> None:
        """A slot of a piece's state holds this value. Pieces that have gone keep what they had."""
        held = self.draft.piece(piece)
        if held is not None:
            self._write(piece, held, slot, value)

    def _write(self, piece: int, held: Piece, slot: int, value: Value) -> None:
        old = held.state[slot]
        if old is value or (old == value and type(old) is type(value)):
            return
        self.draft.write(piece, held, slot, value)
        written = self._written.get(piece)
        if written is None:
            self._written[piece] = (held.state, {slot: None})
        else:
            written[1][slot] = None
        if self.table.counts.are_live:
            self.table.counts.written(piece, held.kind, slot)
        if self.view is not self.table and self.view.counts.are_live:
            self.view.counts.written(piece, held.kind, slot)

    def rewrite(self, piece: int, slot: int, change: Callable[[Value], Value]) -> None:
        """A slot of a piece's state holds what this makes of what it held."""
        held = self.draft.piece(piece)
        if held is not None:
            self._write(piece, held, slot, change(held.state[slot]))

    def put_frame(self, id: int, frame: Frame | None) -> None:
        """A procedure under way stands so; None: it is over."""
        self.draft.perform(Proceed(id, frame))
        self.frames_put[id] = None

    def touched(self) -> frozenset[int]:
        """The pieces that were made, moved, changed or shown so far, or have gone."""
        found = set(self._written)
        for change in self._changes:
            if isinstance(change, Go):
                found.update(change.pieces)
            elif isinstance(change, Make | Recast | Drop | Sight):
                found.add(change.piece)
        return frozenset(found)

    def set_property(self, name: str, value: Value) -> None:
        """A property of the table (by its full name) holds this value."""
        if self.draft.property(name) != value:
            self.change(Property(name, value))

    def set_piece_property(self, piece: int, name: str, value: Value) -> bool:
        """Give a property of a piece a value, as far as its limits allow; False if it has none of that name."""
        kind = self.kind_of(piece)
        writer = kind.writers.get(name) if kind else None
        if writer is None:
            return False
        writer(self, piece, value)
        return True

    def tell(self, told: Told) -> None:
        """Say something about the step."""
        if told.key not in self._unsaid:
            self._told.append(told)

    def ask(self, question: str, default: Value = None, choices: Sequence[str] = ()) -> Value:
        """The answer of the acting seat to a question. Where there is none yet, the action ends here, asking."""
        self._asked += 1
        key = f"{self._asked} {question}"
        answer = self.answers.get(key)
        if key in self.answers and (not choices or answer in choices):
            return bounded_text(answer) if isinstance(answer, str) else answer
        offered = tuple(Choice(choice, choice) for choice in choices)
        raise Ask(Prompt(key, question, offered, default))

    def _left_by(self, change: Change) -> tuple[int, ...]:
        """The holders that pieces leave by a change, as far as a live count asks."""
        if not (self.table.counts.are_live or self.view.counts.are_live):
            return ()
        pieces = change.pieces if isinstance(change, Go) else (change.piece,) if isinstance(change, Drop) else ()
        return tuple({held.at: None for id in pieces if (held := self.draft.piece(id)) is not None})

    def _notice(self, change: Change, left: tuple[int, ...]) -> None:
        self.table.noticed(change, left)
        if self.view is not self.table:
            self.view.noticed(change, left)

    # holders and pieces

    def new_holder(self, form: Form, map_index: int, x: int, y: int, place: str, layer: int = 0) -> int:
        """A new holder, drawn above all others of its layer: open to everybody, unless it is on a map of some sides."""
        id = self.draft.fresh_id()
        z = self.draft.fresh_z()
        looks, owner = self._rights_on(map_index)
        self.change(MakeHolder(id, Holder(form, map_index, x, y, place, layer, z, (), looks, (), "", owner)))
        return id

    def _rights_on(self, map_index: int) -> tuple[tuple[int, ...], int]:
        """Who looks into what lies on a map, and the side that it belongs to."""
        habits = self.components.habits_of(self.game.maps[map_index]) if map_index >= 0 else USUAL
        if not habits.owners:
            return self.game.open_looks, UNOWNED
        owner = self.game.sides.index(habits.owners[0]) if len(habits.owners) == 1 else UNOWNED
        if habits.open:
            return self.game.open_looks, owner
        return tuple(FACES if side in habits.owners else SHUT for side in self.game.sides), owner

    def new_hold(self, carrier: int, hold: Hold) -> int:
        """A new hold that rides on a piece."""
        kind = self.kind_of(carrier)
        side = kind.kind.side if kind else ""
        looks = tuple(FACES if hold.open or name == side else SHUT for name in self.game.sides)
        id = self.draft.fresh_id()
        z = self.draft.fresh_z()
        made = Holder("hold", -1, hold.dx, hold.dy, "", 0, z, (), looks, (), "", UNOWNED, carrier)
        self.change(MakeHolder(id, made))
        return id

    def put(self, pieces: Sequence[int], holder: int, above: int | None = None) -> None:
        """Put pieces into a holder, bottom first: directly above a piece (0: at the bottom), or on top (None).

        The holder comes to the top of its layer, unless that would tell of pieces that not everybody sees; stacks
        that are left empty are gone. Pieces that remember their moves do so.
        """
        draft = self.draft
        going = set(pieces)
        sources = {piece.at for id in pieces if (piece := draft.piece(id)) is not None}
        goal = draft.holder(holder)
        if above is None:
            lying = [p for p in goal.pieces if p not in going] if goal is not None else []
            above = lying[-1] if lying else 0
        minding = self._minding(pieces)
        self.change(Go(tuple(pieces), holder, above))
        if goal is not None and goal.form == "stack" and goal.z != draft.top_z() and self._are_open(pieces):
            self.change(Raise(holder, goal.layer, draft.fresh_z()))
        for id, kind, old in minding:
            if self._has_moved(id, old):
                for note in (*(kind.moved if self._marks_moves else ()), *kind.placed):
                    note(self, id, old)
        for source in sorted(sources - {holder}):
            self.sweep(source)
        if goal is not None and goal.form == "stack" and goal.map >= 0:
            for id in pieces:
                if (loaded := self.kind_of(id)) is not None and loaded.cargo is not None:
                    board_mat(self, id)

    def _are_open(self, pieces: Sequence[int]) -> bool:
        """Whether everybody sees these pieces, as far as they are not inside something shut."""
        is_open = self.game.open_sight
        return all((piece := self.draft.piece(id)) is not None and piece.sight == is_open for id in pieces)

    def _minding(self, pieces: Sequence[int]) -> list[tuple[int, CompiledKind, Whereabouts]]:
        """The pieces, and what rides on them, that do something when they have moved, with where they are."""
        return [
            (id, kind, self.table.whereabouts(id))
            for id in self.draft.inside(pieces)
            if (kind := self.kind_of(id)) is not None and (kind.moved or kind.placed)
        ]

    def _has_moved(self, piece: int, old: Whereabouts) -> bool:
        """Whether a piece came elsewhere; new pieces come from nowhere and have not moved."""
        return (old.map >= 0 or bool(old.holder)) and self.table.whereabouts(piece) != old

    def land(
        self, pieces: Sequence[int], map_index: int, x: int, y: int, place: str | None = None, *, heaped: bool = False
    ) -> int:
        """Put pieces at a point of a map (map pixels): into the box there, else on the topmost stack they may join.

        In a box of the map several pieces, or one whose point is taken or is but the box's middle, lie side by side,
        unless they are to be `heaped`. What does not stack lies for itself. The holder in which the last of them lies.
        """
        board = self.components.maps.get(self.game.maps[map_index])
        if place is None:
            place = board.place_at(x, y) if board is not None else ""
        lying = self.lying_at(map_index, x, y)
        for id, held in lying:
            if held.form in ("deck", "box"):
                self.put(pieces, id)
                return id
        field = board.field_of(place) if board is not None and not heaped else None
        if field is not None:
            is_own = (x, y) != field.middle and all(held.pieces == tuple(pieces) for _, held in lying)
            if len(pieces) > 1 or not is_own:
                return self._lay_out(pieces, map_index, field, (x, y))
        habits = self.components.habits_of(self.game.maps[map_index])
        by_layer: dict[int, list[int]] = {}
        for piece in pieces:
            by_layer.setdefault(self._layer_of(piece, habits), []).append(piece)
        holder = 0
        for layer, alike in by_layer.items():
            together = [piece for piece in alike if habits.stacking and self.stacks(piece)]
            if together:
                apart = self.game.maps[map_index] in self.components.apart
                holder = self._stack_to_join(together[-1], lying, layer, apart=apart)
                holder = holder or self.new_holder("stack", map_index, x, y, place, layer)
                self.put(together, holder)
            for piece in alike:
                if piece not in together:
                    holder = self.new_holder("stack", map_index, x, y, place, layer)
                    self.put([piece], holder)
        return holder

    def _layer_of(self, piece: int, habits: MapHabits) -> int:
        return habits.layer_of(as_text(self.table.read(piece, habits.layered_by))) if habits.layers else 0

    def arrive(self, pieces: Sequence[int]) -> None:
        """Let pieces that were moved by hand hear that they have arrived."""
        for piece in pieces:
            with refusing_mistakes():
                self.run(self.arrival(piece))

    def arrival(self, piece: int) -> Work | None:
        """Let a piece hear the key of the map on which it now lies, as `send` does."""
        index = self.table.point(piece)[0]
        key = self.components.habits_of(self.game.maps[index]).moved_key if index >= 0 else ""
        return self.send(piece, key) if key and self.exists(piece) else None

    def _lay_out(self, pieces: Sequence[int], map_index: int, field: Box, near: Pixel) -> int:
        """Let pieces lie side by side in a box, beside what the acting seat sees there; the holder of the last.

        Where there is no room for all of them, the rest lies on the last spot.
        """
        inside = [held for _, held in self.draft.holders() if held.map == map_index and held.place == field.name]
        there = [
            Lying((held.x, held.y), self.size_of((seen[-1],)))
            for held in sorted(inside, key=lambda held: (held.layer, held.z))
            if (seen := [one for one in held.pieces if one not in pieces and self.view.level(one) > UNSEEN])
        ]
        spots = free_spots(len(pieces), self.size_of(pieces), field.area, there, near)
        holder = 0
        for number, piece in enumerate(pieces):
            if number < len(spots):
                x, y = spots[number]
                holder = self.new_holder("stack", map_index, x, y, field.name)
            self.put([piece], holder)
        return holder

    def size_of(self, pieces: Sequence[int]) -> Size:
        """Width and height of the largest of these pieces (map pixels)."""
        kinds = [kind.kind for piece in pieces if (kind := self.kind_of(piece)) is not None]
        return (
            max([SMALLEST_PX, *(kind.width for kind in kinds)]),
            max([SMALLEST_PX, *(kind.height for kind in kinds)]),
        )

    def stacks(self, piece: int) -> bool:
        """Whether the piece stacks with others."""
        kind = self.kind_of(piece)
        return kind is None or kind.stacks

    def lying_at(self, map_index: int, x: int, y: int) -> list[tuple[int, Holder]]:
        """The holders whose point is exactly this (map pixels), by their ids, rising."""
        draft = self.draft
        return [(id, held) for id in draft.holders_at(map_index, x, y) if (held := draft.holder(id)) is not None]

    def _stack_to_join(self, piece: int, lying: list[tuple[int, Holder]], layer: int, *, apart: bool) -> int:
        """The topmost stack of a layer, of those that lie there, which a piece may join, or 0. `apart`: its side's."""
        side = self._side_of(piece)
        found = [
            (held.z, id)
            for id, held in lying
            if held.form == "stack"
            and held.layer == layer
            and held.pieces
            and self.stacks(held.pieces[-1])
            and (not apart or self._side_of(held.pieces[-1]) == side)
        ]
        return max(found)[1] if found else 0

    def _side_of(self, piece: int) -> str:
        kind = self.kind_of(piece)
        return kind.kind.side if kind else ""

    def sweep(self, holder: int) -> None:
        """Take an empty stack off the map, and an empty hold that was made just for what lay there off its mat."""
        left = self.draft.holder(holder)
        if left is None or left.pieces or left.form not in ("stack", "hold"):
            return
        carrier = self.kind_of(left.carrier) if left.carrier else None
        if carrier is None or not carrier.holds:
            self.change(DropHolder(holder))

    def know(self, kind: Kind) -> int:
        """The id of a kind in this game, entering it where the game does not know it yet."""
        for id, other in self.draft.kinds():
            if other.key == kind.key and other == kind:
                return id
        id = self.draft.fresh_id()
        self.change(Know(id, kind))
        return id

    def make(self, kind: int, holder: int, state: tuple[Value, ...]) -> int:
        """A new piece of a kind on top of a holder, seen by everybody who may look there, with its holds; its id."""
        id = self.draft.fresh_id()
        goal = self.draft.holder(holder)
        above = goal.pieces[-1] if goal is not None and goal.pieces else 0
        self.change(Make(id, kind, holder, above, state, self.game.open_sight))
        compiled = self.table.kind(kind)
        for hold in compiled.holds if compiled else ():
            self.new_hold(id, hold)
        return id

    def count_of(self, kind: int) -> int:
        """How many pieces of a kind there are, for all that the acting seat sees: a refusal must not tell of others."""
        draft = self.draft
        ids = [id for id in draft.piece_ids() if (held := draft.piece(id)) is not None and held.kind == kind]
        return sum(self.view.level(id) == FACE for id in ids)

    def refuse_beyond_limit(self, kind: int) -> None:
        """Refuse one piece more of a kind than the game has."""
        definition = self.draft.kind(kind)
        if definition is not None and definition.limit and self.count_of(kind) >= definition.limit:
            raise Refusal("no-more-counters", f"The game has only {definition.limit} of '{definition.name}'.")

    def copy(self, piece: int) -> int:
        """A copy of a piece, directly above it, seen by whom it is seen; its id, 0 if there is no such piece."""
        held = self.draft.piece(piece)
        if held is None:
            return 0
        self.refuse_beyond_limit(held.kind)
        copy = self.make(held.kind, held.at, held.state)
        self.change(Go((copy,), held.at, piece))
        for side, level in enumerate(held.sight):
            if level != FACE:
                self.change(Sight(copy, side, level))
        return copy

    def drop(self, pieces: Sequence[int]) -> None:
        """Take pieces out of the game, with all that rides on them."""
        for piece in reversed(self.draft.inside(pieces)):
            held = self.draft.piece(piece)
            if held is None:
                continue
            for hold in self.draft.holds_of(piece):
                self.change(DropHolder(hold))
            self.table.gone[piece] = held
            self.change(Drop(piece))
            self.sweep(held.at)

    def turn(self, piece: int, slot: int, ways: int, held: int) -> None:
        """Turn a piece to what its facing's slot shall hold, and with it what lies on it."""
        by = (facing_degrees(held, ways) - facing_degrees(self.state(piece)[slot], ways)) % 360
        self.write(piece, slot, held)
        kind = self.kind_of(piece)
        if not by or kind is None or not kind.mat or not kind.turns_cargo:
            return
        for hold in self.draft.holds_of(piece):
            at = self.draft.holder(hold)
            if at is None:
                continue
            self.change(Place(hold, at.map, *swung(at.x, at.y, by), at.place))
            for cargo in at.pieces:
                facing = loaded.facing if (loaded := self.kind_of(cargo)) else None
                if facing is not None:
                    self.turn(cargo, *facing, turned(self.state(cargo)[facing[0]], facing[1], by))

    # keys

    def send(self, piece: int, key: str) -> Work | None:
        """Let a piece hear a key. What comes back, if anything, must be yielded before anything else is done."""
        kind = self.kind_of(piece)
        calls = kind.hears.get(key) if kind is not None else None
        if not calls:
            return None
        first = calls[0]
        if len(calls) > 1 or first.run is None:
            return self._pass(piece, calls)
        self.spend_call(piece)
        return first.run(self, piece)

    def _pass(self, piece: int, calls: tuple[Call, ...]) -> Work:
        """One key on its way through the traits of a piece, from the outermost in."""
        closing: list[Callable[[], Work | None]] = []
        for call in calls:
            self.spend_call(piece)
            if call.run is None:
                closing += [call.opens(self, piece)] if call.opens else []
                if call.stops is not None and call.stops.test(self.reader(piece)):
                    break
                continue
            if call.is_last:
                closing.append(partial(call.run, self, piece))
                continue
            work = call.run(self, piece)
            if work is not None:
                yield work
        for close in reversed(closing):
            work = close()
            if work is not None:
                yield work

    def spend_call(self, piece: int) -> None:
        """Count one call of a trait. Refuses an action that calls too many, as one that goes round in a ring does."""
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise self._too_long(piece)

    def _too_long(self, piece: int) -> Refusal:
        return Refusal(
            "too-long",
            f"This would go on and on: after {MOST_CALLS:,} calls it was at {name_of(self.table, piece)}. Nothing was "
            "done. Look for a trigger that loops without end, or pieces that send each other keys in a ring.",
        )

    def run(self, work: Work | None) -> None:
        """Do work, and what it yields before it goes on, and so on, on a list of our own instead of Python's stack."""
        waiting = [work] if work is not None else []
        while waiting:
            nested = next(waiting[-1], None)
            if nested is None:
                waiting.pop()
            else:
                waiting.append(nested)

    def close(self) -> Done:
        """What has happened: one patch without detours, and what is said. Refuses a patch that is too large."""
        changes = self._settled()
        for change, back in (*self._sets(), *self._property_changes(), *self._frame_changes()):
            changes.append(change)
            self._backs.append(back)
        patch = tuple(changes)
        size = len(msgspec.json.encode(patch)) if len(patch) > 1 else 0
        if size > MOST_BYTES:
            raise Refusal("too-long", "This would change too much at once. Do it in several smaller steps.")
        return Done(patch, tuple(self._told))

    def performed(self, done: Done) -> Performed:
        """What `close` has given, with the game that this action has made."""
        if self._has_detours:
            return Performed(done, *apply(self.game, done.patch))
        return Performed(done, self.draft.close(), tuple(self._backs[::-1]))

    def _settled(self) -> list[Change]:
        """The changes but for slots and properties; pieces come to be with the state in which they end."""
        found: list[Change] = []
        settled: set[int] = set()
        for change in reversed(self._changes):
            if isinstance(change, _MAKING):
                last = self.draft.piece(change.piece)
                if change.piece not in settled and last is not None and not isinstance(change, Drop):
                    change = replace(change, state=last.state)  # noqa: PLW2901
                settled.add(change.piece)
            found.append(change)
        for piece in settled:
            self._written.pop(piece, None)
        return found[::-1]

    def _sets(self) -> Iterator[_ThereAndBack]:
        for piece, (old, slots) in self._written.items():
            held = self.draft.piece(piece)
            new = old if held is None else held.state
            for slot in slots:
                was, now = old[slot], new[slot]
                if was is not now and (was != now or type(was) is not type(now)):
                    yield Set(piece, slot, now), Set(piece, slot, was)

    def _property_changes(self) -> Iterator[_ThereAndBack]:
        for name in self._properties:
            value, old = self.draft.property(name), self.game.properties.get(name)
            if value != old or type(value) is not type(old):
                yield Property(name, value), Property(name, old)

    def _frame_changes(self) -> Iterator[_ThereAndBack]:
        for id in self.frames_put:
            old, new = self.game.frames.get(id), self.draft.frame(id)
            if old is None and new is None:
                self._has_detours = True  # its id was never given
            elif old is None or new is None or new != _replied(old, new):
                yield Proceed(id, new), Proceed(id, old)
            elif old != new:
                yield _reply(id, new), _reply(id, old)


def _replied(old: Frame, new: Frame) -> Frame:
    """A frame with all that can change within its step as it now is."""
    return replace(old, answers=new.answers, waiting=new.waiting, touched=new.touched, stale=new.stale)


def _reply(id: int, frame: Frame) -> Reply:
    return Reply(id, frame.answers, frame.waiting, frame.touched, frame.stale)


@contextmanager
def refusing_mistakes() -> Iterator[None]:
    """What goes wrong meanwhile in what a module's author wrote is refused in a sentence."""
    try:
        yield
    except ExpressionError as error:
        raise Refusal("bad-expression", f"The module's author made a mistake. {error}") from None
    except LimitReached as limit:
        raise Refusal("too-long", str(limit)) from None


def run_key(action: Action, pieces: Sequence[int], key: str) -> None:
    """Let pieces hear a key, one after the other: what a player asks for with the command `Act`.

    Refuses what no piece hears, what is kept from the acting seat's sides, and what goes wrong on the way.
    """
    kinds = [(piece, action.kind_of(piece)) for piece in pieces]
    key, _, action.picked = key.partition(PICKED)
    if not any(kind is not None and key in kind.hears for _, kind in kinds):
        raise Refusal("no-such-key", f"Nothing here does anything on '{key}'.")
    sides = frozenset(action.game.sides[side] for side in action.sides)
    for _, kind in kinds:
        if kind is not None and kind.bars_side(sides, moving=False):
            raise Refusal("not-yours", f"{kind.kind.name} is another side's.")
    with refusing_mistakes():
        for piece in pieces:
            if action.exists(piece):
                action.run(action.send(piece, key))


def give_property(action: Action, piece: int, name: str, value: Value) -> None:
    """Give a property of a piece a value by hand. Refuses a name the piece has not, and a value it cannot take."""
    kind = action.kind_of(piece)
    if kind is None or name not in kind.writers:
        raise Refusal("no-such-name", f"{kind.kind.name if kind else 'It'} has no property '{name}' to be set.")
    with refusing_mistakes():
        action.set_piece_property(piece, name, value)
