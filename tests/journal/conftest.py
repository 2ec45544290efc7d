"""A small table for the journal's tests: eight counters on three points and in a hand; moves made of plain changes."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.patch import (
    Change,
    Drop,
    DropHolder,
    Go,
    HolderOrder,
    Know,
    Make,
    MakeHolder,
    Patch,
    PieceSight,
    Property,
    Raise,
    Set,
    Sit,
)
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.commands import Say
from tabletop.game.state.game import Counters, Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.journal.journal import Journal
from tabletop.journal.records import StepEntry

PIECES = 8
POINTS = 3
HAND = "hand"
NO_EPOCH = (0, 0, 0)
Op: TypeAlias = tuple[str | int, ...]


def setup() -> Game:
    """Return a game with a stack at each point, and a hand of which the second side sees only the count. All hold
    counters.
    """
    game = empty_game(("red", "blue"), ("main",), ModuleName("small", "1", "0"), secret="s")
    changes: list[Change] = [Know(1, Kind("unit", "Unit")), Sit("anna", Seat((0,))), Sit("bert", Seat((1,)))]
    for point in range(POINTS):
        holder = Holder("stack", 0, point * 100, 0, f"0{point}", 0, point + 1, (), game.open_looks, NO_EPOCH)
        changes.append(MakeHolder(2 + point, holder))
    hand = Holder("hand", -1, 0, 0, "", 0, 0, (), (4, 1), NO_EPOCH, name=HAND, owner=0)
    changes.append(MakeHolder(2 + POINTS, hand))
    state = (0, "full")
    changes += [Make(10 + i, 1, 2 + i % (POINTS + 1), 0, state, game.open_sight) for i in range(PIECES)]
    return apply(game, changes)[0]


def patch_of(game: Game, op: Op) -> Patch | None:  # noqa: PLR0912 - one case an operation
    """Return the changes of an operation; None if it is impossible. Written without the code under test."""
    draft = Draft(game)
    changes: list[Change] = []

    def change(one: Change) -> None:
        draft.perform(one)
        changes.append(one)

    def goal(point: object) -> int:
        if point == POINTS:
            return game.named[HAND]
        assert isinstance(point, int)
        found = [i for i in game.holders_at(0, point * 100, 0) if game.holders[i].form == "stack"]
        if found:
            return max(found, key=lambda i: game.holders[i].z)
        id = draft.fresh_id()
        looks = game.open_looks
        change(MakeHolder(id, Holder("stack", 0, point * 100, 0, "", 0, draft.fresh_z(), (), looks, NO_EPOCH)))
        return id

    def sweep(holder: int) -> None:
        left = draft.holder(holder)
        if left is not None and left.form == "stack" and not left.pieces:
            change(DropHolder(holder))

    match op:
        case ("make", point):
            piece = draft.fresh_id()
            change(Make(piece, 1, goal(point), 0, (0, "new"), game.open_sight))
        case ("property", name, value):
            change(Property(str(name), value))
        case (_, int(piece), *_) if piece not in game.pieces:
            return None
        case ("move", int(piece), point):
            source, to = game.pieces[piece].at, goal(point)
            held = draft.holder(to)
            assert held is not None
            lying = [p for p in held.pieces if p != piece]
            change(Go((piece,), to, lying[-1] if lying else 0))
            if held.form == "stack":
                change(Raise(to, 0, draft.fresh_z()))
            sweep(source)
        case ("move two", int(piece), int(other), point):
            if other not in game.pieces or other == piece:
                return None
            sources, to = {game.pieces[piece].at, game.pieces[other].at}, goal(point)
            change(Go((piece, other), to, 0))
            for source in sources:
                sweep(source)
        case ("state", int(piece), value):
            change(Set(piece, 0, value))
        case ("sight", int(piece), level):
            assert isinstance(level, int)
            change(PieceSight(piece, 1, level))
        case ("turn over", int(piece)):
            held = game.holders[game.pieces[piece].at]
            change(HolderOrder(game.pieces[piece].at, held.pieces[::-1], mixed=False))
        case ("shuffle", int(piece)):
            held = game.holders[game.pieces[piece].at]
            change(HolderOrder(game.pieces[piece].at, held.pieces[1:] + held.pieces[:1], mixed=True))
        case ("remove", int(piece)):
            source = game.pieces[piece].at
            change(Drop(piece))
            sweep(source)
    return tuple(changes)


class Table:
    """A game in memory that is played by operations, and its record."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.counters: dict[int, Counters] = {}
        self.journal = journal or Journal.in_memory(setup(), seed="00" * 32)

    @property
    def game(self) -> Game:
        return self.journal.game

    def entry(self, op: Op, by: str = "anna") -> tuple[StepEntry, Game] | None:
        """Return the step of an operation, which is not recorded, and the position after it; None if the operation is
        impossible.
        """
        patch = patch_of(self.game, op)
        if patch is None:
            return None
        after, back = apply(self.game, patch)
        text = " ".join(map(str, op))
        step = Step(
            self.journal.last + 1, by, Say(text), patch, 1_700_000_000_000 + self.journal.last, told=(Told(text),)
        )
        return StepEntry(step, back), after

    def record(self, *patch: Change, by: str = "anna") -> int:
        """Record a step of these changes, and return its number."""
        after, back = apply(self.game, patch)
        self.journal.append(Step(self.journal.last + 1, by, Say(""), patch, 0), back, after)
        return self.journal.last

    def play(self, op: Op, by: str = "anna") -> int:
        """Apply and record an operation; return the step's number, 0 if it is impossible."""
        made = self.entry(op, by)
        if made is None:
            return 0
        entry, after = made
        self.journal.append(entry.step, entry.back, after)
        self.counters[entry.step.seq] = after.counters
        return entry.step.seq

    def take_back(self, patch: Patch, *steps: int, by: str = "anna") -> int:
        """Record a step that undoes other steps by this patch, and return its number."""
        after, back = apply(self.game, patch)
        step = Step(self.journal.last + 1, by, TakeBack(steps), patch, 1_700_000_000_000)
        self.journal.append(step, back, after)
        return step.seq


def lying(game: Game) -> dict[object, list[int]]:
    """Return the pieces at each point or in the hand, the lowest first."""
    found: dict[object, list[int]] = {}
    for _, id in sorted((holder.z, id) for id, holder in game.holders.items()):
        holder = game.holders[id]
        if holder.pieces:
            found.setdefault(holder.name or holder.x, []).extend(holder.pieces)
    return found


def plain(game: Game) -> Game:
    """Return a game without the parts that an undo does not restore: counters, epochs, draw order."""
    pieces = game.pieces.update({i: replace(p, epoch=NO_EPOCH) for i, p in game.pieces.items()})
    holders = game.holders.update({i: replace(h, z=0, epoch=NO_EPOCH) for i, h in game.holders.items()})
    return replace(game, pieces=pieces, holders=holders, counters=empty_game((), (), game.module).counters)


_piece = st.integers(10, 9 + PIECES)
_point = st.integers(0, POINTS)
OPS = st.one_of(
    st.tuples(st.just("move"), _piece, _point),
    st.tuples(st.just("move"), _piece, _point),
    st.tuples(st.just("move two"), _piece, _piece, _point),
    st.tuples(st.just("state"), _piece, st.integers(0, 3)),
    st.tuples(st.just("sight"), _piece, st.integers(0, 2)),
    st.tuples(st.just("turn over"), _piece),
    st.tuples(st.just("shuffle"), _piece),
    st.tuples(st.just("remove"), _piece),
    st.tuples(st.just("make"), _point),
    st.tuples(st.just("property"), st.sampled_from(["turn", "weather"]), st.integers(0, 3)),
)


class Tools:
    """Tools shared by the tests of this folder."""

    ops = OPS
    Table = Table
    setup = staticmethod(setup)
    patch_of = staticmethod(patch_of)
    lying = staticmethod(lying)
    plain = staticmethod(plain)


@pytest.fixture(scope="session")
def tools() -> type[Tools]:
    return Tools


@pytest.fixture(scope="session")
def new_table() -> Callable[[], Table]:
    return Table
