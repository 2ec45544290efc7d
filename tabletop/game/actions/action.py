"""What a seat does in one step: what it may, what it is asked, the verbs for holders and pieces, and keys that run."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeAlias

from msgspec.structs import replace

from tabletop.expression import Value
from tabletop.expression.values import bounded_text
from tabletop.game.actions.access import eyes, seat_of
from tabletop.game.actions.ending import Ask, Refusal, refusing_mistakes
from tabletop.game.actions.transaction import MOST_MISTAKES, Transaction
from tabletop.game.appearance.piece_display import name_of
from tabletop.game.behaviour.appearance import exact_degrees, swung, turned
from tabletop.game.behaviour.groups import board_mat
from tabletop.game.behaviour.heard_words import hearers, readings
from tabletop.game.behaviour.kind_builder import BEFORE, PICKED, Call, Whereabouts, Work
from tabletop.game.chance import Chance
from tabletop.game.change.outcome import AnswerForm, Choice, Prompt
from tabletop.game.change.patch import (
    Change,
    Drop,
    DropHolder,
    Go,
    Know,
    Make,
    MakeHolder,
    Place,
    Raise,
    Recast,
    Sight,
)
from tabletop.game.change.step import Answers
from tabletop.game.change.told import Told
from tabletop.game.properties.compiled_kinds import CompiledKind
from tabletop.game.properties.property_reader import PieceReader, Reading
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.holder import UNOWNED, Form, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import USUAL
from tabletop.game.state.values import FACE, FACES, NOBODY, SHUT
from tabletop.game.traits.base import Reads
from tabletop.game.traits.groups import Hold

MOST_CALLS: Final = 30_000
"""How many times traits may be called in one action."""

DEEPEST: Final = 50
"""How deep traits may set each other going; one that would go deeper does nothing, and what was done stays."""

SMALLEST_PX: Final = 16
"""How large a piece is taken to be that does not say, where pieces are laid out side by side."""

_MAKING: Final = (Make, Recast, Drop)

MOST_BYTES: Final = 1_000_000
"""How large the patch of one action may be, written as JSON."""


_ThereAndBack: TypeAlias = tuple[Change, Change]
"""A change, and the one that leads back from it."""


NOTED: Final = frozenset({"trait-set", "property-set"})
"""What is told of values that are set by name."""


class Action(Transaction):
    """What a seat does: one transaction, inside one `decide`; nobody else ever sees it.

    `seat` is the name of the acting seat, `own_sides` the indices of the sides it plays, `sides` of those through whose
    eyes it looks (all for the umpire), `rights` what it may do: what its seat may. `answers` are the answers already
    given to prompts of this command. `table` reads everything, `reading` what the running trait may know: what its seat
    sees, unless the trait says otherwise. `frames_put` are the procedures that were changed. `picked`
    is what was picked in the menu with the key that is performed, if anything was. `recalled` is what reports tell of
    how pieces were when they were called upon, for each who may hear it.
    """

    def __init__(self, game: Game, components: Components, seat: str, chance: Chance, answers: Answers = ()) -> None:
        self.rights = seat_of(game, seat)
        super().__init__(game, components, tuple(eyes(game, self.rights)), seat, chance)
        self.answers = dict(answers)
        self.own_sides = self.rights.sides
        self.reading = self.view
        self.is_quiet = False
        self.is_mute = False
        self.picked = ""
        self.recalled: dict[int, dict[int, dict[str, Value]]] = {}
        self._marks_moves = True
        self._is_by_hand = False
        self._unplaced = 0
        self._calls = 0
        self._depth = 0
        self._ended: set[tuple[int, str]] = set()
        self._asked = 0

    # reading

    def reader(self, piece: int) -> PieceReader:
        """Return what reads a piece, as the running trait may know it."""
        return PieceReader(self.reading, piece)

    def read(self, piece: int, name: str) -> Value:
        """Return a property of a piece, as the running trait may know it."""
        return PieceReader(self.reading, piece).read(name)

    def reading_of(self, sides: tuple[int, ...]) -> Reading:
        """Return the table as it now is, as sides see it that do not act (none: onlookers), for what they hear of
        this.
        """
        reading = Reading(self.draft, self.components, sides, self.seat, None, self.table.budget)
        reading.overhear(self.view)
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
    def by_hand(self) -> Iterator[None]:
        """What goes elsewhere meanwhile is moved by hand: maps may want that to leave no marks."""
        self._is_by_hand = True
        try:
            yield
        finally:
            self._is_by_hand = False

    def is_unmarked(self, piece: int) -> bool:
        """Return whether a piece that has just moved loses what marked it as moved: by hand, where its map wants no
        marks.
        """
        index = self.table.point(piece)[0]
        return self._is_by_hand and index >= 0 and not self.components.habits_of(self.game.maps[index]).marks_moves

    @contextmanager
    def leaving_unsaid(self, keys: frozenset[str]) -> Iterator[None]:
        """What is told by these keys meanwhile is not told."""
        before, self._unsaid = self._unsaid, self._unsaid | keys
        try:
            yield
        finally:
            self._unsaid = before

    @contextmanager
    def as_umpire(self) -> Iterator[None]:
        """What is done meanwhile is done for the table, not for the seat: nothing is out of reach.

        What is noted on pieces and on the table is not told: it is the bookkeeping of what is told.
        """
        before = self.rights, self.own_sides, self.sides, self.view
        self.rights = Seat(tuple(range(len(self.game.sides))), umpire=True)
        self.own_sides = self.sides = self.rights.sides
        self.view = self.reading = self.table
        try:
            with self.leaving_unsaid(NOTED):
                yield
        finally:
            self.rights, self.own_sides, self.sides, view = before
            if view is not self.table:  # what it knew may be otherwise by now
                self.view = Reading(self.draft, self.components, self.sides, self.seat, self.chance, self.table.budget)
                self.view.share(self.table)
            self.reading = self.view

    # changing and asking

    def set_piece_property(self, piece: int, name: str, value: Value) -> bool:
        """Give a property of a piece a value, as far as its limits allow; False if it has none of that name."""
        kind = self.kind_of(piece)
        writer = kind.writers.get(name) if kind else None
        if writer is None:
            return False
        writer(self, piece, value)
        return True

    def ask(
        self,
        question: str,
        default: Value = None,
        choices: Sequence[str] = (),
        *,
        may_be_left: bool = False,
        suits: Callable[[Value], bool] = lambda _answer: True,
        form: AnswerForm = "text",
        turns: int = NOBODY,
        about: tuple[int, int] = (0, 0),
    ) -> Value:
        """Return the answer of the acting seat to a question; None where that was left.

        Where there is none yet, or one that does not suit, the action ends here, asking. See `Prompt`.
        """
        self._asked += 1
        key = f"{self._asked} {question}"
        answer = self.answers.get(key)
        if key in self.answers:
            is_left = answer is None and may_be_left
            if is_left or ((not choices or answer in choices) and suits(answer)):
                return bounded_text(answer) if isinstance(answer, str) else answer
        offered = tuple(Choice(choice, choice) for choice in choices)
        raise Ask(Prompt(key, question, offered, default, may_be_left=may_be_left, form=form, turns=turns, about=about))

    def ask_all(self, title: str, questions: Sequence[Prompt]) -> tuple[Value, ...]:
        """Return the answers of the acting seat to questions, whose keys do not count, which may be put on one card."""
        prompts = [
            replace(each, key=f"{number} {each.question}", title=title)
            for number, each in enumerate(questions, self._asked + 1)
        ]
        for number, prompt in enumerate(prompts):
            if prompt.key not in self.answers:
                raise Ask(replace(prompt, also=tuple(prompts[number + 1 :])))
        return tuple(self.ask(each.question, each.default) for each in questions)

    # holders and pieces

    def new_holder(
        self, form: Form, map_index: int, x: int, y: int, place: str, layer: int = 0, z: int | None = None
    ) -> int:
        """Return a new holder, drawn above all others of its layer, unless `z` says how high.

        It is open to everybody, unless it is on a map of some sides.
        """
        id = self.draft.fresh_id()
        z = self.draft.fresh_z() if z is None else z
        looks, owner = self._rights_on(map_index)
        self.change(MakeHolder(id, Holder(form, map_index, x, y, place, layer, z, (), looks, (), "", owner)))
        return id

    def _rights_on(self, map_index: int) -> tuple[tuple[int, ...], int]:
        """Return who looks into what lies on a map, and the side that it belongs to."""
        habits = self.components.habits_of(self.game.maps[map_index]) if map_index >= 0 else USUAL
        if not habits.owners:
            return self.game.open_looks, UNOWNED
        owner = self.game.sides.index(habits.owners[0]) if len(habits.owners) == 1 else UNOWNED
        if habits.open:
            return self.game.open_looks, owner
        return tuple(FACES if side in habits.owners else SHUT for side in self.game.sides), owner

    def new_hold(self, carrier: int, hold: Hold) -> int:
        """Return a new hold that rides on a piece."""
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

        The holder comes to the top of its layer, if its map is so and unless that would tell of pieces that not
        everybody sees; stacks that are left empty are gone. Pieces that remember their moves do so.
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
        if goal is not None and self._rises(goal) and self._are_open(pieces):
            self.change(Raise(holder, goal.layer, draft.fresh_z()))
        self._note_moves(minding)
        for source in sorted(sources - {holder}):
            self.sweep(source)
        if goal is not None and goal.form == "stack" and goal.map >= 0:
            for id in pieces:
                if (loaded := self.kind_of(id)) is not None and loaded.cargo is not None:
                    board_mat(self, id)

    def _rises(self, holder: Holder) -> bool:
        """Return whether something that pieces join has to come to the top for it."""
        habits = self.components.habits_of(self.game.maps[holder.map]) if holder.map >= 0 else USUAL
        return holder.form == "stack" and habits.rises and holder.z != self.draft.top_z()

    def _are_open(self, pieces: Sequence[int]) -> bool:
        """Return whether everybody sees these pieces, as far as they are not inside something shut."""
        is_open = self.game.open_sight
        return all((piece := self.draft.piece(id)) is not None and piece.sight == is_open for id in pieces)

    def _minding(self, pieces: Sequence[int]) -> list[tuple[int, CompiledKind, Whereabouts]]:
        """Return the pieces, and what rides on them, that do something when they have moved, with where they are."""
        return [
            (id, kind, self.table.whereabouts(id))
            for id in self.draft.inside(pieces)
            if id != self._unplaced and (kind := self.kind_of(id)) is not None and (kind.moved or kind.placed)
        ]

    def _note_moves(self, minding: Sequence[tuple[int, CompiledKind, Whereabouts]]) -> None:
        """Let pieces that came elsewhere notice it."""
        for id, kind, old in minding:
            if self._has_moved(id, old):
                for note in (*(kind.moved if self._marks_moves else ()), *kind.placed):
                    note(self, id, old)

    def _has_moved(self, piece: int, old: Whereabouts) -> bool:
        """Return whether a piece came elsewhere; new pieces come from nowhere and have not moved."""
        return (old.map >= 0 or bool(old.holder)) and self.table.whereabouts(piece) != old

    def arrive(self, pieces: Sequence[int]) -> None:
        """Let pieces that were moved by hand hear that they have arrived."""
        for piece in pieces:
            with refusing_mistakes():
                self.recall(piece)
                self.run(self.arrival(piece))

    def arrival(self, piece: int) -> Work | None:
        """Let a piece, and then what rides on it, hear the key of the map on which they now lie, as `send` does."""
        key = self._key_of_arrival(piece)
        return self._sending_all(self.draft.inside((piece,)), key) if key else None

    def _key_of_arrival(self, piece: int) -> str:
        """Return the key that the map on which a piece lies sends to what comes to lie there; "" for none."""
        index = self.table.point(piece)[0]
        return self.components.habits_of(self.game.maps[index]).moved_key if index >= 0 else ""

    def _sending_all(self, pieces: Sequence[int], key: str) -> Work:
        """Pieces hear a key, one after the other, as far as they are still there."""
        for piece in pieces:
            work = self.send(piece, key) if self.exists(piece) else None
            if work is not None:
                yield work

    def stacks(self, piece: int) -> bool:
        """Return whether the piece stacks with others."""
        kind = self.kind_of(piece)
        return kind is None or kind.stacks

    def sweep(self, holder: int) -> None:
        """Take an empty stack off the map, and an empty hold that was made just for what lay there off its mat."""
        left = self.draft.holder(holder)
        if left is None or left.pieces or left.form not in ("stack", "hold"):
            return
        carrier = self.kind_of(left.carrier) if left.carrier else None
        if carrier is None or not carrier.holds:
            self.change(DropHolder(holder))

    def know(self, kind: Kind) -> int:
        """Return the id of a kind in this game, entering it where the game does not know it yet."""
        for id, other in self.draft.kinds():
            if other.key == kind.key and other == kind:
                return id
        id = self.draft.fresh_id()
        self.change(Know(id, kind))
        return id

    def make(self, kind: int, holder: int, state: tuple[Value, ...]) -> int:
        """Return a new piece of a kind on top of a holder, seen by everybody who may look there, with its holds;
        its id.
        """
        id = self.draft.fresh_id()
        goal = self.draft.holder(holder)
        above = goal.pieces[-1] if goal is not None and goal.pieces else 0
        self.change(Make(id, kind, holder, above, state, self.game.open_sight))
        compiled = self.table.kind(kind)
        for hold in compiled.holds if compiled else ():
            self.new_hold(id, hold)
        for slot, start, begins in reversed(compiled.begins) if compiled else ():
            if state[slot] == start:
                self.write(id, slot, begins.evaluate(PieceReader(self.table, id)))
        return id

    def count_of(self, kind: int) -> int:
        """Return how many pieces of a kind there are, for all that the acting seat sees: a refusal must not tell of
        others.
        """
        draft = self.draft
        ids = [id for id in draft.piece_ids() if (held := draft.piece(id)) is not None and held.kind == kind]
        return sum(self.view.level(id) == FACE for id in ids)

    def refuse_beyond_limit(self, kind: int) -> None:
        """Refuse one piece more of a kind than the game has."""
        definition = self.draft.kind(kind)
        if definition is not None and definition.limit and self.count_of(kind) >= definition.limit:
            raise Refusal("no-more-counters", f"The game has only {definition.limit} of '{definition.name}'.")

    def copy(self, piece: int) -> int:
        """Return a copy of a piece, on top of where it lies, seen by whom it is seen; its id, 0 if there is no such
        piece.
        """
        held = self.draft.piece(piece)
        if held is None:
            return 0
        self.refuse_beyond_limit(held.kind)
        kind = self.kind_of(piece)
        if kind is not None and kind.kin is not None and held.state[kind.kin[1]] is None:
            self.write(piece, kind.kin[1], piece)
        copy = self.make(held.kind, held.at, self.state(piece))
        at = self.draft.holder(held.at)
        if at is not None and at.form == "stack" and not self.stacks(piece):
            self.put([copy], self.new_holder("stack", at.map, at.x, at.y, at.place, at.layer))
        for side, level in enumerate(held.sight):
            if level != FACE:
                self.change(Sight(copy, side, level))
        return copy

    @contextmanager
    def placing(self, piece: int) -> Iterator[None]:
        """A new piece is brought to where it begins: it does not move meanwhile."""
        self._unplaced = piece
        try:
            yield
        finally:
            self._unplaced = 0

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

    def turn(self, piece: int, slot: int, ways: int, held: int) -> Work | None:
        """Turn a piece to what its facing's slot shall hold, and with it what lies on it.

        What comes back, if anything, lets that hear that it has come elsewhere.
        """
        by = (exact_degrees(held, ways) - exact_degrees(self.state(piece)[slot], ways)) % 360
        self.write(piece, slot, held)
        kind = self.kind_of(piece)
        if not by or kind is None or not kind.mat or not kind.turns_cargo:
            return None
        riding = self.draft.inside((piece,))[1:]
        minding = self._minding(riding)
        self._turn_cargo(piece, by)
        self._note_moves(minding)
        key = self._key_of_arrival(piece)
        return self._sending_all(riding, key) if riding and key else None

    def _turn_cargo(self, mat: int, by: float) -> None:
        """Swing the holds of a piece by degrees clockwise; what lies in them turns as it does."""
        for hold in self.draft.holds_of(mat):
            at = self.draft.holder(hold)
            if at is None:
                continue
            self.change(Place(hold, at.map, *swung(at.x, at.y, by), at.place))
            for cargo in at.pieces:
                loaded = self.kind_of(cargo)
                if loaded is None or loaded.facing is None:
                    continue
                if loaded.cargo is not None and loaded.cargo.turns != "facing":
                    continue
                slot, ways = loaded.facing
                self.write(cargo, slot, turned(self.state(cargo)[slot], ways, round(by)))
                if loaded.mat and loaded.turns_cargo:
                    self._turn_cargo(cargo, by)

    # keys

    def recall(self, piece: int) -> None:
        """A piece is called upon: what its reports tell of how it was is how it is now."""
        kind = self.kind_of(piece)
        if kind is not None and kind.recalled:
            self.recalled[piece] = {
                side: {BEFORE + name: reading.read(piece, name) for name in kind.recalled}
                for side, reading in readings(self, hearers(self)).items()
            }

    def send(self, piece: int, key: str, *, recalls: bool = False) -> Work | None:
        """Let a piece hear a key; with `recalls` it is called upon by that, as `recall` says.

        What comes back, if anything, must be yielded before anything else is done.
        """
        kind = self.kind_of(piece)
        if recalls and kind is not None and kind.recalled:
            self.recall(piece)
        calls = kind.hears.get(key) if kind is not None else None
        if not calls:
            if key in self.components.stack_keys:
                self._restack(piece, key)
            return None
        first = calls[0]
        if len(calls) > 1 or first.run is None or key in self.components.stack_keys:
            return self._pass(piece, key, calls)
        self.spend_call(piece)
        return first.run(self, piece)

    def sending(self, piece: int, key: str) -> Work:
        """As `send`, begun where it is yielded: for what sends a key at its end, so that rings are not deep."""
        work = self.send(piece, key)
        if work is not None:
            yield work

    def _pass(self, piece: int, key: str, calls: tuple[Call, ...]) -> Work:
        """Yield one key on its way through the traits of a piece, from the outermost in."""
        closing: list[Callable[[], Work | None]] = []
        for call in calls:
            self.spend_call(piece)
            if call.run is None:
                closing += [call.opens(self, piece)] if call.opens else []
                if call.stops is not None and call.stops(self.reader(piece)):
                    break
                continue
            if call.is_last:
                closing.append(partial(call.run, self, piece))
                continue
            work = call.run(self, piece)
            if work is not None:
                yield work
        else:
            if key in self.components.stack_keys:
                self._restack(piece, key)
        for close in reversed(closing):
            work = close()
            if work is not None:
                yield work

    def _restack(self, piece: int, key: str) -> None:
        """Move a piece within its stack, if the key is the one for that on its map."""
        held = self.draft.piece(piece)
        holder = self.draft.holder(held.at) if held is not None else None
        if held is None or holder is None or holder.form != "stack" or holder.map < 0:
            return
        how = self.components.habits_of(self.game.maps[holder.map]).stack_keys.get(key)
        at = holder.pieces.index(piece)
        others = [other for other in holder.pieces if other != piece]
        to = {"top": len(others), "bottom": 0, "up": min(at + 1, len(others)), "down": max(at - 1, 0)}.get(
            how or "", at
        )
        if to != at:
            self.change(Go((piece,), held.at, others[to - 1] if to else 0))

    def spend_call(self, piece: int, work: int = 1) -> None:
        """Count one call of a trait, or what is as much work as several.

        Refuses an action that calls too many, as one that goes round in a ring that branches does.
        """
        self._calls += work
        if self._calls > MOST_CALLS:
            raise self._too_long(piece)

    def _too_long(self, piece: int) -> Refusal:
        return Refusal(
            "too-long",
            f"This would go on and on: after {MOST_CALLS:,} calls it was at {name_of(self.table, piece)}. Nothing was "
            "done. Look for a trigger that loops without end, or pieces that send each other keys in a ring.",
        )

    def may_go_deeper(self, piece: int) -> bool:
        """Return whether a trait of a piece may set others going; where that has gone too deep already, it is told."""
        if self._depth < DEEPEST:
            return True
        self.end_early(piece, f"traits had set each other going {DEEPEST} deep")
        return False

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """A trait sets others going meanwhile."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def end_early(self, piece: int, why: str) -> None:
        """Tell those who act, once, that what a piece does was ended, though it would have gone on."""
        if (piece, why) not in self._ended and len(self._ended) < MOST_MISTAKES:
            self._ended.add((piece, why))
            self.tell(Told("ended-early", {"why": why}, (piece,), sides=self.sides or None))

    def run(self, work: Work | None) -> None:
        """Do work, and what it yields before it goes on, and so on, on a list of our own instead of Python's stack."""
        waiting = [work] if work is not None else []
        while waiting:
            nested = next(waiting[-1], None)
            if nested is None:
                waiting.pop()
            else:
                waiting.append(nested)


def run_key(action: Action, pieces: Sequence[int], key: str) -> None:
    """Let pieces hear a key, one after the other: what a player asks for with the command `Act`.

    Refuses what no piece hears, what is kept from the acting seat's sides, and what goes wrong on the way.
    """
    kinds = [(piece, action.kind_of(piece)) for piece in pieces]
    key, _, action.picked = key.partition(PICKED)
    if key not in action.components.stack_keys and not any(kind and key in kind.hears for _, kind in kinds):
        raise Refusal("no-such-key", f"Nothing here does anything on '{key}'.")
    for piece, kind in kinds:
        if kind is not None and kind.restricted and is_kept_from(action.reader(piece), kind.hears.get(key, ())):
            raise Refusal("not-yours", f"{kind.kind.name} is another side's.")
    with refusing_mistakes():
        for piece in pieces:
            if action.exists(piece):
                action.run(action.send(piece, key, recalls=True))


def is_kept_from(reader: PieceReader, calls: Sequence[Call]) -> bool:
    """Return whether no trait of a piece hears a key of somebody, since it is stopped at once."""
    return bool(calls) and calls[0].stops is not None and calls[0].stops(reader)


def give_property(action: Action, piece: int, name: str, value: Value) -> None:
    """Give a property of a piece a value by hand. Refuses a name the piece has not, and a value it cannot take."""
    kind = action.kind_of(piece)
    if kind is None or name not in kind.writers:
        raise Refusal("no-such-name", f"{kind.kind.name if kind else 'It'} has no property '{name}' to be set.")
    with refusing_mistakes():
        action.set_piece_property(piece, name, value)
