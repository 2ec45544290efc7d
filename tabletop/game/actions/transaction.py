"""The transaction of an action: its reads see its earlier writes, and it ends in one patch without detours."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from tabletop.expression import Budget
from tabletop.game.actions.command_limits import CommandCosts, CommandLimits, LimitedChance
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.chance import Chance
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.outcome import Done, Performed
from tabletop.game.change.patch import Change, Drop, Go, Make, Patch, PieceSight, Proceed, Property, Recast, Reply, Set
from tabletop.game.change.told import Told
from tabletop.game.kinds.compiled_kinds import CompiledKind, secret_sides, secret_slots
from tabletop.game.properties.property_reader import WORK, PropertyReader
from tabletop.game.sight.seen_draft import seen_draft
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state.components import Components
from tabletop.game.state.frames import Frame
from tabletop.game.state.game import Game
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import Value

MOST_MISTAKES: Final = 5
"""The most mistakes in expressions that are reported for one action."""

MOST_ALERTS: Final = 20
"""The most texts that expressions show in one action."""

_MAKING: Final = (Make, Recast, Drop)

_ThereAndBack: TypeAlias = tuple[Change, Change]
"""A change, and the change that undoes it."""


class Transaction:
    """The changes and messages of one action, from which its patch is made.

    It is decided on `draft`, which holds only the things that its `sides` see, and carried out on the `truth`. The two
    are the same unless the table `hides` something from these sides. `table` reads the whole draft, `view` reads only
    what the back shows of a piece that is seen from its back, and `whole` reads the truth. All of them, and their live
    counts, include the changes so far. `frames_put` are the procedures that were changed, and `costs` are the costs so
    far.
    """

    def __init__(
        self,
        game: Game,
        components: Components,
        sides: tuple[int, ...],
        seat: str,
        chance: Chance,
        limits: CommandLimits,
        things: SeenThings | None = None,
    ) -> None:
        self.game = game
        self.components = components
        self.seat = seat
        self.costs = CommandCosts(limits)
        self.chance: Chance = LimitedChance(chance, self.costs)
        self.sides = sides
        self.truth = Draft(game)
        self.truth.secret_slots, self.truth.secret_sides = secret_slots, secret_sides(game.kinds)
        self.draft = seen_draft(self.truth, sides, things)
        self.hides = self.draft is not self.truth
        self._budget, self._budget_of_others = Budget(WORK), Budget(WORK)
        self.table = self.view = self.whole = self._reading(self.draft, sees_all=True)
        if len(set(sides)) < len(game.sides):
            self.view = self._reading(self.draft)
            self.view.share(self.table)
        if self.draft is not self.truth:
            self.whole = self._reading(self.truth, sees_all=True)
            self.whole.know(self.table)
        self._readings = tuple(dict.fromkeys((self.table, self.view, self.whole)))
        self.frames_put: dict[int, None] = {}
        self._changes: list[Change] = []
        self._backs: list[Change] = []  # the inverses of all changes in the patch; the first is applied last
        self._has_detours = False  # true if there are changes to undo beyond those in the patch
        self._written: dict[int, tuple[tuple[Value, ...], dict[int, None]]] = {}  # states before, slots
        self._properties: dict[str, None] = {}
        self._told: list[Told] = []
        self._unsaid: frozenset[str] = frozenset()

    # reading

    def _reading(self, draft: Draft, *, sees_all: bool = False) -> PropertyReader:
        return PropertyReader(
            draft, self.components, self.sides, self.seat, self.chance, self._budget, sees_all=sees_all
        )

    def exists(self, piece: int) -> bool:
        """Return whether the piece is in the draft."""
        return self.draft.piece(piece) is not None

    def state(self, piece: int) -> tuple[Value, ...]:
        """Return the state of a piece; the last state of one that has just gone; () if there is no such piece."""
        held = self.draft.piece(piece) or self.table.gone.get(piece)
        return held.state if held is not None else ()

    def kind_of(self, piece: int) -> CompiledKind | None:
        """Return the compiled kind of a piece, also of one that has just gone; None if there is no such piece."""
        held = self.draft.piece(piece) or self.table.gone.get(piece)
        if held is None:
            return None
        return self.table.compiled.get(held.kind) or self.table.kind(held.kind)

    # changing

    def change(self, change: Change) -> None:
        """Make one change and keep it for the patch."""
        if isinstance(change, Set):
            self.write(change.piece, change.slot, change.value)
            return
        if isinstance(change, Recast | Drop) and change.piece in self._written:
            self._has_detours = True  # the inverse would restore values written in between
        if self.draft is self.truth:
            self._carry_out(change)
        else:
            for true in self.draft.carried_out(change):
                self._carry_out(true)

    def _carry_out(self, change: Change) -> None:
        left = self._left_by(change)
        back = self.truth.perform(change)
        if isinstance(change, Property):
            self._properties[change.name] = None
        else:
            self._changes.append(change)
            self._backs += back[::-1]
        for reading in self._readings:
            reading.noticed(change, left)

    def write(self, piece: int, slot: int, value: Value) -> None:
        """Write a value into a slot of a piece's state.

        Pieces that have left the game, or of which only the back is seen, keep their values.
        """
        held = self.truth.piece(piece)
        if held is not None and self._may_write(piece, slot):
            self._write(piece, held, slot, value)

    def _may_write(self, piece: int, slot: int) -> bool:
        """Return whether the acting seat knows enough of a piece to write into a slot of it."""
        draft = self.draft
        return draft is self.truth or not (draft.is_back(piece) or draft.keeps(piece, slot))

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
        if self.table.counts.are_live or self.view.counts.are_live or self.whole.counts.are_live:
            for reading in self._readings:
                reading.counts.written(piece, held.kind, slot)

    def rewrite(self, piece: int, slot: int, change: Callable[[Value], Value]) -> None:
        """Replace the value in a slot of a piece's state by the result of `change`."""
        held = self.truth.piece(piece)
        if held is not None and self._may_write(piece, slot):
            self._write(piece, held, slot, change(held.state[slot]))

    def put_frame(self, id: int, frame: Frame | None) -> None:
        """Store the state of a running procedure; None ends it."""
        self.truth.perform(Proceed(id, frame))
        self.frames_put[id] = None

    def changed(self) -> Patch:
        """Return the true changes so far, except those of slots, properties and procedures."""
        return tuple(self._changes)

    def touched(self) -> frozenset[int]:
        """Return the pieces that were made, moved, changed or shown so far, or have gone."""
        return self._changed_pieces().union(self._written)

    def _changed_pieces(self) -> frozenset[int]:
        """Return the touched pieces, except those of which only properties have changed."""
        found: set[int] = set()
        for change in self._changes:
            if isinstance(change, Go):
                found.update(change.pieces)
            elif isinstance(change, Make | Recast | Drop | PieceSight):
                found.add(change.piece)
        return frozenset(found)

    def touched_in_private(self) -> frozenset[int]:
        """Return those of the touched pieces on which only properties have changed that other sides do not know."""
        found = set()
        for piece, (_, slots) in self._written.items():
            held = self.truth.piece(piece)
            kind = self.truth.kind(held.kind) if held is not None else None
            if kind is not None and slots.keys() <= secret_slots(kind):
                found.add(piece)
        return frozenset(found) - self._changed_pieces()

    def set_property(self, name: str, value: Value) -> None:
        """Set a property of the table, by its full name."""
        if self.draft.property(name) != value:
            self.change(Property(name, value))

    def _left_by(self, change: Change) -> tuple[int, ...]:
        """Return the holders that pieces leave by a change, if a live count needs to know them."""
        if not (self.table.counts.are_live or self.view.counts.are_live or self.whole.counts.are_live):
            return ()
        pieces = change.pieces if isinstance(change, Go) else (change.piece,) if isinstance(change, Drop) else ()
        return tuple({held.at: None for id in pieces if (held := self.truth.piece(id)) is not None})

    def drop(self, piece: int) -> None:
        """Remove a piece from the game. Its former state can still be read."""
        seen, true = self.draft.piece(piece), self.truth.piece(piece)
        if seen is not None and true is not None:
            self.table.gone[piece], self.whole.gone[piece] = seen, true
            self.change(Drop(piece))

    @property
    def acting(self) -> tuple[int, ...]:
        """The sides that hear messages for the acting seat. There are none if the seat sees and hears everything."""
        return () if self.view.sees_all else self.sides

    def tell(self, told: Told) -> None:
        """Add a message about the step."""
        if told.key not in self._unsaid:
            self._told.append(told)

    # closing

    def close(self) -> Done:
        """Return the result: one patch without detours, and the messages. Refuses a patch that is too large."""
        told = self.said()
        changes = self._settled()
        for change, back in (*self._sets(), *self._property_changes(), *self._frame_changes()):
            changes.append(change)
            self._backs.append(back)
        patch = tuple(changes)
        size = len(msgspec.json.encode(patch)) if len(patch) > 1 else 0
        if size > self.costs.limits.changed:
            raise Refusal("too-long", "too-much-at-once")
        return Done(patch, told)

    def said(self) -> tuple[Told, ...]:
        """Return all messages about the step."""
        self._tell_alerts()
        self._tell_mistakes()
        return tuple(self._told)

    def _tell_alerts(self) -> None:
        """Show the acting seat the texts of its expressions' alerts."""
        for text in islice(dict.fromkeys(self.table.alerts), MOST_ALERTS):
            self.tell(Told("alert", {"text": text}, sides=self.acting))

    def _tell_mistakes(self) -> None:
        """Tell the acting seat of expressions that failed: the mistakes if it sees everything, else the expressions."""
        for expression, mistake in islice(self.table.mistakes.items(), MOST_MISTAKES):
            facts: dict[str, Value] = {"mistake": str(mistake)} if self.view.sees_all else {"expression": expression}
            self.tell(Told("mistake-forgiven", facts, sides=self.acting))

    def performed(self, done: Done) -> Performed:
        """Return the result of `close`, with the game that this action has made."""
        if self._has_detours:
            return Performed(done, *apply(self.game, done.patch))
        return Performed(done, self.truth.close(), tuple(self._backs[::-1]))

    def _settled(self) -> list[Change]:
        """Return the changes without those of slots and properties; new pieces get their final state."""
        found: list[Change] = []
        settled: set[int] = set()
        for change in reversed(self._changes):
            if isinstance(change, _MAKING):
                last = self.truth.piece(change.piece)
                if change.piece not in settled and last is not None and not isinstance(change, Drop):
                    change = replace(change, state=last.state)  # noqa: PLW2901
                settled.add(change.piece)
            found.append(change)
        for piece in settled:
            self._written.pop(piece, None)
        return found[::-1]

    def _sets(self) -> Iterator[_ThereAndBack]:
        for piece, (old, slots) in self._written.items():
            held = self.truth.piece(piece)
            new = old if held is None else held.state
            for slot in slots:
                was, now = old[slot], new[slot]
                if was is not now and (was != now or type(was) is not type(now)):
                    yield Set(piece, slot, now), Set(piece, slot, was)

    def _property_changes(self) -> Iterator[_ThereAndBack]:
        for name in self._properties:
            value, old = self.truth.property(name), self.game.properties.get(name)
            if value != old or type(value) is not type(old):
                yield Property(name, value), Property(name, old)

    def _frame_changes(self) -> Iterator[_ThereAndBack]:
        for id in self.frames_put:
            old, new = self.game.frames.get(id), self.truth.frame(id)
            if old is None and new is None:
                self._has_detours = True  # its id was never given
            elif old is None or new is None or new != _replied(old, new):
                yield Proceed(id, new), Proceed(id, old)
            elif old != new:
                yield _reply(id, new), _reply(id, old)


def _replied(old: Frame, new: Frame) -> Frame:
    """Return a frame in which everything that can change within its step is brought up to date."""
    return replace(old, answers=new.answers, waiting=new.waiting, touched=new.touched, stale=new.stale)


def _reply(id: int, frame: Frame) -> Reply:
    return Reply(id, frame.answers, frame.waiting, frame.touched, frame.stale)
