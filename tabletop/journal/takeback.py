"""Take-back: the patch that undoes steps in the position as it now is, worked out from the recorded patches.

Its keys are where a piece lies, who sees it and how it stands, each for itself: a step can be taken back until another
step in force has touched the same (or the same property, note, seat, ...). Order within a stack is found anew: a piece
goes back above the nearest of those below it that is still there and that the acting seat saw, else below all. Holders
that have vanished are made again; those that are still in use stay. Ids,
epochs and draw order never go back. Redo is the take-back of a take-back.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.change.draft import Draft
from tabletop.game.change.patch import (
    Adopt,
    Believe,
    Change,
    Drop,
    DropHolder,
    Go,
    HolderOrder,
    HolderOwner,
    HolderPlace,
    HolderSight,
    Know,
    Make,
    MakeHolder,
    Option,
    Patch,
    PatchError,
    PieceSight,
    Proceed,
    Property,
    Raise,
    Recast,
    Reply,
    Set,
    Sit,
    Write,
)
from tabletop.game.state.game import Game
from tabletop.journal.records import StepEntry

Key: TypeAlias = tuple[str | int, ...]

_ORDERS: Final = ("order", "shuffled")
"""Keys of what lies together in an order, also unseen: a step that was not noticed is not in the way of that."""

_BELIEVED: Final = ("contact",)
"""Keys of what a side believes: a step that others did with it is not in their way."""


class History(Protocol):
    """The part of a journal that a take-back reads."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        ...

    def game_at(self, seq: int) -> Game:
        """Return the position after a step."""
        ...

    def chosen(self, seqs: Collection[int]) -> Iterable[StepEntry]:
        """Return these steps with their ways back, in their order."""
        ...

    def taken_back(self) -> frozenset[int]:
        """Return the steps that are not in force."""
        ...

    def taken_back_by(self, seq: int) -> tuple[int, ...]:
        """Return the steps that a take-back takes back; none where the step is not one."""
        ...


class BlockingSteps(Struct, frozen=True):
    """The later steps that prevent a take-back: they touched the same things. Taking them back too always works."""

    steps: tuple[int, ...]


Sees: TypeAlias = Callable[[Game, int], bool]
"""Tells whether somebody sees a piece in a position."""


def take_back(
    history: History,
    game: Game,
    seqs: Iterable[int],
    sees: Sees | None = None,
    notices: Callable[[int], bool] = lambda _seq: True,
) -> Patch | BlockingSteps:
    """Return the patch that takes back the steps `seqs`, all of them in force, in the game after the last step.

    Who takes them back `sees` some of the pieces (None: all), and `notices` some of the steps: what was put in another
    order since by a step that was not noticed is not in the way.
    """
    chosen = frozenset(seqs)
    standing = standing_after(history, chosen)
    entries = list(history.chosen(chosen.union(standing)))

    def unseen(piece: int) -> bool:
        return sees is not None and not any(
            piece in there.pieces and sees(there, piece) for there in (game, history.game_at(min(chosen) - 1))
        )

    blocked, passed_over = _in_the_way(entries, chosen, notices, unseen)
    if blocked:
        return BlockingSteps(blocked)
    back = _Back(game, entries, chosen, history, sees, passed_over)
    try:
        for entry in reversed(entries):
            if entry.step.seq in chosen:
                back.undo(entry)
        return back.close()
    except PatchError:
        # What came later stands on it without touching it: a hold that is in use, a name that is taken again.
        return BlockingSteps(tuple(standing))


def standing_after(history: History, chosen: frozenset[int]) -> list[int]:
    """Return the steps after the first of the chosen whose effects are there.

    A take-back of later steps, together with what it takes back, leaves none.
    """
    off = history.taken_back()
    first = min(chosen)
    found = []
    for seq in range(first + 1, history.last + 1):
        if seq not in chosen and seq not in off:
            undone = history.taken_back_by(seq)
            if not undone or min(undone) <= first:
                found.append(seq)
    return found


def _in_the_way(
    entries: Iterable[StepEntry],
    chosen: frozenset[int],
    notices: Callable[[int], bool],
    unseen: Callable[[int], bool],
) -> tuple[tuple[int, ...], frozenset[Key]]:
    """Return the later steps that touched the same things as the chosen steps, and the touches that do not count.

    A step that was not noticed is not in the way of an order or a contact, nor of a piece that was not seen and is not.
    """
    touched: set[Key] = set()
    found: list[int] = []
    passed_over: set[Key] = set()
    for entry in entries:
        here = keys(entry.step.patch)
        if entry.step.seq in chosen:
            touched |= here
        elif (both := touched & here) and notices(entry.step.seq):
            found.append(entry.step.seq)
        elif both:
            over = {
                key
                for key in both
                if key[0] in _ORDERS + _BELIEVED or (key[0] in ("lies", "state") and unseen(int(key[1])))
            }
            passed_over |= over
            found += [entry.step.seq] if over != both else []
    return tuple(found), frozenset(passed_over)


def keys(patch: Patch) -> frozenset[Key]:
    """Return the things that a patch touches, as far as they can prevent a take-back."""
    return frozenset(key for change in patch for key in _keys(change))


def _keys(change: Change) -> list[Key]:  # noqa: PLR0912 - one case a kind of change
    match change:
        case Set(piece=piece) | Recast(piece=piece):
            return [("state", piece)]
        case PieceSight(piece=piece):
            return [("sight", piece)]
        case Make(piece=piece) | Drop(piece=piece):
            return [("lies", piece), ("shuffled", piece), ("state", piece), ("sight", piece)]
        case Go(pieces=pieces):
            return [(key, piece) for piece in pieces for key in ("lies", "shuffled")]
        case HolderOrder(holder=holder, pieces=pieces, mixed=mixed):
            return [("shuffled", piece) for piece in pieces] if mixed else [("order", holder)]
        case MakeHolder(id=id, holder=holder):
            return [("holder", id)] if holder.form != "stack" else []
        case HolderPlace(holder=id):
            return [("place", id)]
        case HolderSight(holder=id, side=side):
            return [("look", id, side)]
        case HolderOwner(holder=id):
            return [("owner", id)]
        case Property(name=name):
            return [("property", name)]
        case Option(name=name):
            return [("option", name)]
        case Write(id=id):
            return [("note", id)]
        case Sit(name=name):
            return [("seat", name)]
        case Proceed(id=id) | Reply(id=id):
            return [("frame", id)]
        case Believe(id=id):
            return [("contact", id)]
        case Know(id=id):
            return [("kind", id)]
        case Adopt():
            return [("module",)]
        case DropHolder() | Raise():
            return []  # stacks come and go with their pieces; draw order is found anew


def _sees_all(_game: Game, _piece: int) -> bool:
    return True


class _Back:
    """A patch in the making: ways back, fitted to the position as it now is."""

    def __init__(
        self,
        game: Game,
        entries: Iterable[StepEntry],
        chosen: frozenset[int],
        history: History,
        sees: Sees | None,
        passed_over: frozenset[Key],
    ) -> None:
        self._draft = Draft(game)
        self._history = history
        self._sees = sees
        self._passed_over = passed_over
        ways = (change for entry in entries for change in entry.back)
        since = (change for entry in entries if entry.step.seq not in chosen for change in entry.step.patch)
        self._vanished = {change.id: change for change in ways if isinstance(change, MakeHolder)}  # as they last were
        self._raised = {change.holder for change in since if isinstance(change, Raise)}
        self._changes: list[Change] = []
        self._sources: set[int] = set()

    def undo(self, entry: StepEntry) -> None:
        """Apply one way back."""
        for change in entry.back:
            left = self._left_of(change)
            if left is not None:
                self._fit(self._among_seen(entry, left) if isinstance(left, Go | Make) else left)

    def _left_of(self, change: Change) -> Change | None:
        """Return the rest of a way back without the passed-over touches; None for nothing."""
        match change:
            case Set(piece=piece) if ("state", piece) in self._passed_over:
                return None
            case Go(pieces=pieces):
                going = tuple(piece for piece in pieces if ("lies", piece) not in self._passed_over)
                return replace(change, pieces=going) if going else None
            case _:
                return change

    def _among_seen(self, entry: StepEntry, change: Go | Make) -> Go | Make:
        """Return a way back that leads above what lay next below, of what is still there and was seen."""
        lying = self._draft.holder(change.holder)
        there = frozenset(lying.pieces) if lying is not None else frozenset()
        if not change.above or (self._sees is None and change.above in there):
            return change
        before = self._history.game_at(entry.step.seq - 1)
        was = before.holders.get(change.holder)
        lay = was.pieces if was is not None else ()
        below = lay[: lay.index(change.above) + 1] if change.above in lay else ()
        sees = self._sees or _sees_all
        above = next((id for id in reversed(below) if id in there and sees(before, id)), 0)
        return replace(change, above=above)

    def close(self) -> Patch:
        """Return all of it, with the stacks swept that were left empty."""
        for id in sorted(self._sources):
            holder = self._draft.holder(id)
            if holder is not None and holder.form == "stack" and not holder.pieces:
                self._perform(DropHolder(id))
        return tuple(self._changes)

    def _perform(self, change: Change) -> None:
        self._draft.perform(change)
        self._changes.append(change)

    def _fit(self, change: Change) -> None:
        draft = self._draft
        match change:
            case Go(pieces=pieces, holder=holder):
                self._leave(pieces)
                self._make_again(holder)
                self._perform(change)
            case Make(holder=holder):
                self._make_again(holder)
                self._perform(change)
            case Drop(piece=piece):
                self._leave((piece,))
                self._perform(change)
            case MakeHolder(id=id):
                if draft.holder(id) is None:
                    self._perform(change)
            case DropHolder(id=id):
                holder_now = draft.holder(id)
                if holder_now is not None and not (holder_now.form == "stack" and holder_now.pieces):
                    self._perform(change)
            case HolderOrder(holder=holder, pieces=pieces, mixed=mixed):
                self._reorder(holder, pieces, mixed=mixed)
            case Raise(holder=holder):
                if holder not in self._raised and draft.holder(holder) is not None:
                    self._perform(change)
            case _:
                self._perform(change)

    def _leave(self, pieces: Iterable[int]) -> None:
        self._sources.update(piece.at for id in pieces if (piece := self._draft.piece(id)) is not None)

    def _make_again(self, holder: int) -> None:
        """Remake a stack that is gone, where it was."""
        was = self._vanished.get(holder)
        if self._draft.holder(holder) is None and was is not None and was.holder.form == "stack":
            self._perform(was)

    def _reorder(self, id: int, order: tuple[int, ...], *, mixed: bool) -> None:
        """Return the former order of the pieces that are still there; pieces that came since stay where they are."""
        holder = self._draft.holder(id)
        if holder is None:
            return
        lying = holder.pieces
        found = [piece for piece in order if piece in lying]
        below = 0
        for piece in lying:
            if piece not in order:
                found.insert(found.index(below) + 1 if below in found else 0, piece)
            below = piece
        if tuple(found) != lying:
            self._perform(HolderOrder(id, tuple(found), mixed))
