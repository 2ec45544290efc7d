"""Verbs for pieces and their holders: make, move, turn, copy, and take out of the game."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from tabletop.expression import Value
from tabletop.game.actions.early_ends import Refusal, refusing_mistakes
from tabletop.game.appearance.rotation import exact_degrees, swung, turned
from tabletop.game.change.patch import DropHolder, Go, HolderPlace, Know, Make, MakeHolder, PieceSight, Raise
from tabletop.game.kinds.compiled_kinds import CompiledKind, ids_of_key
from tabletop.game.kinds.kind_builder import Whereabouts, Work
from tabletop.game.properties.property_reader import PieceReader
from tabletop.game.side_cells import side_of
from tabletop.game.state.holder import UNOWNED, Form, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import USUAL
from tabletop.game.state.values import FACE, FACES, SHUT
from tabletop.game.traits.group_traits import Hold

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action

T = TypeVar("T")
U = TypeVar("U")


class PieceVerbs:
    """The verbs of an action for pieces and their holders."""

    def __init__(self, action: "Action") -> None:
        self._action = action
        self._marks_moves = True
        self._is_by_hand = False
        self._unplaced = 0
        self._new_kinds: dict[str, tuple[int, ...]] = {}

    @contextmanager
    def marking_moves(self, *, marks: bool) -> Iterator[None]:
        """Mark pieces that move as moved, or do not mark them, while the context lasts.

        This concerns moved marks and trails.
        """
        before = self._marks_moves
        self._marks_moves = marks
        try:
            yield
        finally:
            self._marks_moves = before

    @contextmanager
    def by_hand(self) -> Iterator[None]:
        """Treat moves as made by hand while the context lasts. Some maps leave no marks for such moves."""
        self._is_by_hand = True
        try:
            yield
        finally:
            self._is_by_hand = False

    def is_unmarked(self, piece: int) -> bool:
        """Return whether a piece that has just moved loses its moved marks, because its map keeps none for moves by
        hand.
        """
        index = self._action.table.point(piece)[0]
        return (
            self._is_by_hand
            and index >= 0
            and not self._action.components.habits_of(self._action.game.maps[index]).marks_moves
        )

    def new_holder(
        self, form: Form, map_index: int, x: int, y: int, place: str, layer: int = 0, z: int | None = None
    ) -> int:
        """Make a new holder, and return its id. It is drawn above all others of its layer, unless `z` is given.

        It is open to everybody, unless it is on a map that belongs to some sides.
        """
        id = self._action.draft.fresh_id()
        z = self._action.draft.fresh_z() if z is None else z
        looks, owner = self._rights_on(map_index)
        self._action.change(MakeHolder(id, Holder(form, map_index, x, y, place, layer, z, (), looks, (), "", owner)))
        return id

    def _rights_on(self, map_index: int) -> tuple[tuple[int, ...], int]:
        """Return the looks and the owner that a holder on this map gets."""
        habits = self._action.components.habits_of(self._action.game.maps[map_index]) if map_index >= 0 else USUAL
        if not habits.owners:
            return self._action.game.open_looks, UNOWNED
        owner = self._action.game.sides.index(habits.owners[0]) if len(habits.owners) == 1 else UNOWNED
        if habits.open:
            return self._action.game.open_looks, owner
        return tuple(FACES if habits.shows_to(side) else SHUT for side in self._action.game.sides), owner

    def new_hold(self, carrier: int, hold: Hold) -> int:
        """Make a new hold on a piece, and return its id. A closed hold belongs to the piece's side."""
        kind = self._action.kind_of(carrier)
        side = kind.kind.side if kind else ""
        sides = self._action.game.sides
        looks = tuple(FACES if hold.open or side_of(name) == side else SHUT for name in sides)
        owner = UNOWNED if hold.open or side not in sides else sides.index(side)
        id = self._action.draft.fresh_id()
        z = self._action.draft.fresh_z()
        made = Holder("hold", -1, hold.dx, hold.dy, "", 0, z, (), looks, (), "", owner, carrier)
        self._action.change(MakeHolder(id, made))
        return id

    def put(self, pieces: Sequence[int], holder: int, above: int | None = None) -> None:
        """Put pieces into a holder, bottom first: directly above a piece (0: at the bottom), or on top (None).

        On maps where stacks rise, the holder comes to the top of its layer. It keeps its height if rising would reveal
        pieces that not everybody sees, or would show the acting seat which pieces others see. Empty stacks vanish,
        pieces that remember their moves note this move, and cargo gets onto a mat beneath its stack.
        """
        draft = self._action.draft
        going = set(pieces)
        sources = {piece.at for id in pieces if (piece := self._action.truth.piece(id)) is not None}
        goal = draft.holder(holder)
        if above is None:
            lying = [p for p in draft.known_in(holder) if p not in going]
            above = lying[-1] if lying else 0
        minding = self._truly(self._minding, pieces)
        self._action.change(Go(tuple(pieces), holder, above))
        if goal is not None and self._rises(goal) and self.are_open(pieces):
            self._action.change(Raise(holder, goal.layer, draft.fresh_z()))
        self._truly(self._note_moves, minding)
        for source in sorted(sources - {holder}):
            self.sweep(source)
        if goal is not None and goal.form == "stack" and goal.map >= 0:
            for id in pieces:
                if (loaded := self._action.kind_of(id)) is not None and loaded.boards is not None:
                    loaded.boards(self._action, id)

    def _truly(self, does: Callable[[T], U], what: T) -> U:
        """Return the result of a function that works on the true game, for the records of pieces that the seat may not
        see.
        """
        if self._action.draft is self._action.truth:
            return does(what)
        with self._action.on_truth():
            return does(what)

    def _rises(self, holder: Holder) -> bool:
        """Return whether a holder that pieces join must come to the top."""
        habits = self._action.components.habits_of(self._action.game.maps[holder.map]) if holder.map >= 0 else USUAL
        return holder.form == "stack" and habits.rises and holder.z != self._action.draft.top_z()

    def are_open(self, pieces: Sequence[int]) -> bool:
        """Return whether every side may see the faces of these pieces. The holders round them are not considered.

        With an umpire at the table, the answer to a seat that does not see everything is always False, because the true
        one could reveal something.
        """
        is_open, seats = self._action.game.open_sight, self._action.game.seats.values()
        if not self._action.view.sees_all and any(seat.umpire for seat in seats):
            return False
        return all((piece := self._action.draft.piece(id)) is not None and piece.sight == is_open for id in pieces)

    def _minding(self, pieces: Sequence[int]) -> list[tuple[int, CompiledKind, Whereabouts]]:
        """Return the pieces, and their riders, that react to a move, with their positions."""
        return [
            (id, kind, self._action.table.whereabouts(id))
            for id in self._action.draft.inside(pieces)
            if id != self._unplaced and (kind := self._action.kind_of(id)) is not None and (kind.moved or kind.placed)
        ]

    def _note_moves(self, minding: Sequence[tuple[int, CompiledKind, Whereabouts]]) -> None:
        """Notify pieces that have moved elsewhere."""
        for id, kind, old in minding:
            if self._has_moved(id, old):
                for note in (*(kind.moved if self._marks_moves else ()), *kind.placed):
                    note(self._action, id, old)

    def _has_moved(self, piece: int, old: Whereabouts) -> bool:
        """Return whether a piece has moved elsewhere. A new piece had no earlier position, so it has not moved."""
        return (old.map >= 0 or bool(old.holder)) and self._action.table.whereabouts(piece) != old

    def arrive(self, pieces: Sequence[int]) -> None:
        """Send pieces that were moved by hand the key of their arrival."""
        for piece in pieces:
            with refusing_mistakes():
                self._action.keys.recall(piece)
                self._action.keys.run(self.arrival(piece))

    def arrival(self, piece: int) -> Work | None:
        """Return the work of sending a piece, then its cargo, the key of arrival of the map on which they now lie; None
        if the map has no such key.
        """
        key = self._key_of_arrival(piece)
        return self._sending_all(self._action.draft.inside((piece,)), key) if key else None

    def _key_of_arrival(self, piece: int) -> str:
        """Return the key that the map sends to a piece arriving on it; "" for none."""
        index = self._action.table.point(piece)[0]
        return self._action.components.habits_of(self._action.game.maps[index]).moved_key if index >= 0 else ""

    def _sending_all(self, pieces: Sequence[int], key: str) -> Work:
        """Return the work of sending a key to each of these pieces in turn. Pieces that have left the game by then are
        skipped.
        """
        for piece in pieces:
            work = self._action.keys.send(piece, key) if self._action.exists(piece) else None
            if work is not None:
                yield work

    def stacks(self, piece: int) -> bool:
        """Return whether the piece stacks with others."""
        kind = self._action.kind_of(piece)
        return kind is None or kind.stacks

    def sweep(self, holder: int) -> None:
        """Remove an empty stack from the map, or an empty hold that was made only for its cargo."""
        left = self._action.draft.holder(holder)
        if left is None or left.pieces or left.form not in ("stack", "hold"):
            return
        carrier = self._action.kind_of(left.carrier) if left.carrier else None
        if carrier is None or not carrier.holds:
            self._action.change(DropHolder(holder))

    def kind_in_game(self, key: str, *, is_fixed: bool) -> Kind | None:
        """Return the first kind with this key in the game, for a key that the module lacks (a save can have brought the
        kind). Return None if there is none.

        With `is_fixed`, the key is written in the trait that asks, so the kind came into the game together with this
        trait. A key that is worked out could name the kind of an unseen piece: nothing is found if something is hidden
        from the acting seat.
        """
        kinds = self._action.game.kinds
        if self._action.hides and not is_fixed:
            return None
        return next((kinds[id] for id in ids_of_key(kinds, key)), None)

    def know(self, kind: Kind) -> int:
        """Return the id of a kind in this game, adding the kind if it is new."""
        draft = self._action.draft
        for id in (*ids_of_key(draft.before.kinds, kind.key), *self._new_kinds.get(kind.key, ())):
            if draft.kind(id) == kind:
                return id
        id = draft.fresh_id()
        self._new_kinds[kind.key] = (*self._new_kinds.get(kind.key, ()), id)
        self._action.change(Know(id, kind))
        return id

    def make(self, kind: int, holder: int, state: tuple[Value, ...]) -> int:
        """Make a piece of a kind, with its holds, on top of a holder, and return its id.

        Everybody who may look into the holder sees the piece.
        """
        self._action.costs.spend("made")
        id = self._action.draft.fresh_id()
        lying = self._action.draft.known_in(holder)
        above = lying[-1] if lying else 0
        self._action.change(Make(id, kind, holder, above, state, self._action.game.open_sight))
        compiled = self._action.table.kind(kind)
        for hold in compiled.holds if compiled else ():
            self.new_hold(id, hold)
        for slot, start, begins in reversed(compiled.begins) if compiled else ():
            if state[slot] == start:
                self._action.write(id, slot, begins.evaluate(PieceReader(self._action.table, id)))
        return id

    def count_of(self, kind: int) -> int:
        """Return the number of pieces of a kind whose faces the acting seat sees: a refusal must not reveal others."""
        draft = self._action.draft
        ids = [id for id in draft.piece_ids() if (held := draft.piece(id)) is not None and held.kind == kind]
        return sum(self._action.view.level(id) == FACE for id in ids)

    def refuse_beyond_limit(self, kind: int) -> None:
        """Refuse to make another piece of a kind if the game allows no more."""
        definition = self._action.draft.kind(kind)
        if definition is not None and definition.limit and self.count_of(kind) >= definition.limit:
            raise Refusal("no-more-counters", "no-more-counters", limit=definition.limit, kind=definition.name)

    def copy(self, piece: int) -> int:
        """Make a copy of a piece, seen by the same sides, and return its id; 0 if there is no such piece.

        The copy lies on top of the piece, or by itself at the same point if the piece does not stack. Raises Refusal if
        the game allows no more pieces of this kind.
        """
        held = self._action.draft.piece(piece)
        if held is None:
            return 0
        self.refuse_beyond_limit(held.kind)
        kind = self._action.kind_of(piece)
        if kind is not None and kind.kin is not None and held.state[kind.kin[1]] is None:
            self._action.write(piece, kind.kin[1], piece)
        copy = self.make(held.kind, held.at, self._action.state(piece))
        at = self._action.draft.holder(held.at)
        if at is not None and at.form == "stack" and not self.stacks(piece):
            self.put([copy], self.new_holder("stack", at.map, at.x, at.y, at.place, at.layer))
        for side, level in enumerate(held.sight):
            if level != FACE:
                self._action.change(PieceSight(copy, side, level))
        return copy

    @contextmanager
    def placing(self, piece: int) -> Iterator[None]:
        """Treat a new piece as placed, not as moved, while the context lasts."""
        self._unplaced = piece
        try:
            yield
        finally:
            self._unplaced = 0

    def drop(self, pieces: Sequence[int]) -> None:
        """Remove pieces from the game, with everything that rides on them."""
        for piece in reversed(self._action.draft.inside(pieces)):
            held = self._action.draft.piece(piece)
            if held is None:
                continue
            for hold in self._action.draft.holds_of(piece):
                self._action.change(DropHolder(hold))
            self._action.drop(piece)
            self.sweep(held.at)

    def turn(self, piece: int, slot: int, ways: int, held: int) -> Work | None:
        """Turn a piece by writing this value into the slot of its facing. If the piece is a mat that turns its cargo,
        the cargo turns too.

        Returns the work of sending the cargo the key of its arrival; None if no key is sent.
        """
        by = (exact_degrees(held, ways) - exact_degrees(self._action.state(piece)[slot], ways)) % 360
        self._action.write(piece, slot, held)
        kind = self._action.kind_of(piece)
        if not by or kind is None or not kind.mat or not kind.turns_cargo:
            return None
        riding = self._action.draft.inside((piece,))[1:]
        with self._action.on_truth():
            minding = self._minding(self._action.draft.inside((piece,))[1:])
            self._turn_cargo(piece, by)
            self._note_moves(minding)
        key = self._key_of_arrival(piece)
        return self._sending_all(riding, key) if riding and key else None

    def _turn_cargo(self, mat: int, by: float) -> None:
        """Turn the holds of a piece by degrees clockwise, with the pieces in them that can turn."""
        for hold in self._action.draft.holds_of(mat):
            at = self._action.draft.holder(hold)
            if at is None:
                continue
            self._action.change(HolderPlace(hold, at.map, *swung(at.x, at.y, by), at.place))
            for cargo in at.pieces:
                loaded = self._action.kind_of(cargo)
                if loaded is None or loaded.facing is None:
                    continue
                if loaded.cargo is not None and loaded.cargo.turns != "facing":
                    continue
                slot, ways = loaded.facing
                self._action.write(cargo, slot, turned(self._action.state(cargo)[slot], ways, round(by)))
                if loaded.mat and loaded.turns_cargo:
                    self._turn_cargo(cargo, by)
