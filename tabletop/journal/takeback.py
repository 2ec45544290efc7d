"""Take-backs: patches that undo steps in the present position, worked out from the recorded patches.

A step can be undone if no later step in force has touched the same key. The place of a piece, its sight and its state
are separate keys, and so are properties, notes and seats. The order within a stack is worked out again: a
piece returns to a place directly above the nearest piece that was below it, is still there and was seen by the acting
seat; without such a piece, to the bottom. Holders that are gone are made again. Ids, epochs and draw order are not
restored. Redo is the take-back of a take-back.

A late report or a dispatch that arrived in a step stays when this step is undone, since its side has read it. Only the
undo of the step that sent it removes it. A dispatch that has left stays, unless somebody who sees everything undoes the
step in which it was written.

Changes that the acting seat did not notice do not prevent an undo, and the result does not reveal them. Unseen things
that were touched since then stay as they are. If pieces return to a stack in which the seat sees nothing, the stack is
treated as if it were gone: it gets back its former place in the drawing order.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.patch import (
    Adopt,
    Believe,
    Change,
    Drop,
    DropHolder,
    Go,
    Grant,
    HolderOrder,
    HolderOwner,
    HolderPlace,
    HolderSight,
    KeepOrder,
    Know,
    Make,
    MakeHolder,
    Option,
    Patch,
    PatchError,
    PieceSight,
    Post,
    Proceed,
    Property,
    Raise,
    Recast,
    Reply,
    Set,
    Sit,
    Write,
)
from tabletop.game.side_cells import names_of
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.eyes import Eyes, eyes
from tabletop.game.sight.seen_draft import seen_draft
from tabletop.game.state.frames import GivenAnswer
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.values import FACE, UNSEEN
from tabletop.journal.records import StepEntry

Key: TypeAlias = tuple[str | int, ...]


class History(Protocol):
    """The parts of a journal that a take-back reads."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        ...

    def game_at(self, seq: int) -> Game:
        """Return the position after a step."""
        ...

    def chosen(self, seqs: Collection[int]) -> Iterable[StepEntry]:
        """Return these steps in order, with the patches that undo them."""
        ...

    def taken_back(self) -> frozenset[int]:
        """Return the steps that are not in force."""
        ...

    def taken_back_by(self, seq: int) -> tuple[int, ...]:
        """Return the steps that a take-back undoes; none if the step is not a take-back."""
        ...


class BlockingSteps(Struct, frozen=True):
    """The later steps that prevent an undo, because they touched the same things. Only steps that the seat noticed are
    named.

    If the seat noticed all of them, it can always undo them, too.
    """

    steps: tuple[int, ...]


def take_back(
    history: History,
    game: Game,
    seqs: Iterable[int],
    who: Audience | None = None,
    notices: Callable[[int], bool] = lambda _seq: True,
) -> Patch | BlockingSteps:
    """Return the patch that undoes the steps `seqs` in the game after the last step, or the steps that prevent the
    undo.

    All of these must be in force. The acting seat has the view of `who` (None: of all sides); `notices` returns whether
    it noticed a step.
    """
    chosen = frozenset(seqs)
    standing = standing_after(history, chosen)
    since = list(history.chosen(range(min(chosen), history.last + 1)))
    in_force = chosen.union(standing)
    entries = [entry for entry in since if entry.step.seq in in_force]
    looking = _Eyes(who, game)
    blocked, passed_over = _in_the_way(entries, chosen, notices, lambda entry: looking.touched(history, entry))
    if blocked:
        return BlockingSteps(blocked)
    unnoticed = frozenset(entry.step.seq for entry in entries if not notices(entry.step.seq))
    vanished = {change.id: change for entry in since for change in entry.back if isinstance(change, MakeHolder)}
    back = _Back(game, entries, chosen, history, looking, passed_over, unnoticed, vanished)
    try:
        for entry in reversed(entries):
            if entry.step.seq in chosen:
                back.undo(entry)
        return back.close()
    except PatchError:
        # Later steps may depend on this change without touching it: they use a hold of a piece that would be
        # removed, or have given the name of a removed holder to another one.
        return BlockingSteps(tuple(filter(notices, standing)))


def standing_after(history: History, chosen: frozenset[int]) -> list[int]:
    """Return the steps in force after the first of the chosen ones, without the chosen ones.

    A take-back that undid only later steps is left out, as are those steps.
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
    seen: Callable[[StepEntry], frozenset[Key]],
) -> tuple[tuple[int, ...], frozenset[Key]]:
    """Return the later steps that prevent an undo: the seat sees that they touched the same things as the chosen steps.
    Also return the keys that other later steps touched.
    """
    touched: set[Key] = set()
    meant: list[StepEntry] = []
    known: frozenset[Key] | None = None
    found: list[int] = []
    passed_over: set[Key] = set()
    for entry in entries:
        here = keys(entry.step.patch)
        if entry.step.seq in chosen:
            touched |= here - _arrived(entry)
            meant, known = [*meant, entry], None
            continue
        if touched.isdisjoint(here):
            continue
        known = frozenset[Key]().union(*map(seen, meant)) if known is None else known
        if notices(entry.step.seq) and not known.isdisjoint(seen(entry)):
            found.append(entry.step.seq)
        else:
            passed_over.update(here, *map(_slots, entry.step.patch))
    return tuple(found), frozenset(passed_over)


def _arrived(entry: StepEntry) -> frozenset[Key]:
    """Return the keys of the late contacts and the dispatches that arrived by themselves in a step."""
    patch, back = entry.step.patch, entry.back
    given = {change.id for change in patch if isinstance(change, Believe) and change.contact is not None}
    late = {change.id for change in back if isinstance(change, Believe) and change.contact and change.contact.late}
    sent = {change.id: change.dispatch for change in back if isinstance(change, Post)}
    came = (change for change in patch if isinstance(change, Post) and change.dispatch is not None)
    due = {change.id for change in came if change.dispatch and change.dispatch.arrives_by_itself(sent.get(change.id))}
    return frozenset((*(("contact", id) for id in given & late), *(("dispatch", id) for id in due)))


def _slots(change: Change) -> list[Key]:
    """Return a list with the key of the single part of a piece that a change touches: a slot of its state, or its sight
    for one side. The list is empty for other changes.
    """
    match change:
        case Set(piece=piece, slot=slot):
            return [("slot", piece, slot)]
        case PieceSight(piece=piece, side=side):
            return [("sight", piece, side)]
        case _:
            return []


def keys(patch: Patch) -> frozenset[Key]:
    """Return the keys of the things that a patch touches and that can prevent an undo."""
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
        case Grant():
            return [("access",)]
        case Proceed(id=id) | Reply(id=id):
            return [("frame", id)]
        case Believe(id=id):
            return [("contact", id)]
        case KeepOrder(id=id):
            return [("order-held", id)]
        case Post(id=id):
            return [("dispatch", id)]
        case Know(id=id):
            return [("kind", id)]
        case Adopt():
            return [("module",)]
        case DropHolder() | Raise():
            return []  # stacks appear and vanish with their pieces; draw order is worked out again


def seen_keys(before: Game, after: Game, patch: Patch, who: Audience) -> frozenset[Key]:
    """Return the keys of the things that an audience sees a patch touch."""
    was, now = eyes(before, who), eyes(after, who)
    return frozenset(key for key in keys(patch) if _is_seen(key, was, now))


def _is_seen(key: Key, was: Eyes, now: Eyes) -> bool:
    """Return whether an audience sees that a thing was touched."""
    match key:
        case ("state", int(piece)):
            return max(_level(was, piece), _level(now, piece)) == FACE
        case ("lies" | "shuffled" | "sight", int(piece)):
            return max(_level(was, piece), _level(now, piece)) > UNSEEN
        case ("order", int(holder)):
            return _order(was, holder) != _order(now, holder)
        case ("frame", int(id)):
            return was.frame(id) != now.frame(id)
        case ("note", int(id)):
            return was.note(id) != now.note(id)
        case ("contact", int(id)):
            return was.contact(id) != now.contact(id)
        case ("order-held", int(id)):
            return was.held(id) != now.held(id)
        case ("dispatch", int(id)):
            return was.dispatch(id) != now.dispatch(id)
        case ("property", str(name)):
            return now.reads(name)
        case _:
            return True


def _level(seen: Eyes, piece: int) -> int:
    return seen.level(piece) if piece in seen.game.pieces else UNSEEN


def _order(seen: Eyes, holder: int) -> tuple[int, ...]:
    """Return the visible contents of a holder, in order."""
    held = seen.game.holders.get(holder)
    return tuple(piece for piece in held.pieces if seen.level(piece)) if held is not None else ()


class _Eyes:
    """The sight of the seat that undoes steps."""

    def __init__(self, who: Audience | None, game: Game) -> None:
        self.who = None if who is None or who.sees_all(game) else who
        self._game = game

    def sees(self, game: Game, piece: int) -> bool:
        """Return whether the seat sees a piece in a position."""
        return self.who is None or (piece in game.pieces and eyes(game, self.who).level(piece) > UNSEEN)

    def knows(self, game: Game, holder: int) -> bool:
        """Return whether the seat sees a holder in a position."""
        return self.who is None or eyes(game, self.who).holder_name(holder) is not None

    def touched(self, history: History, entry: StepEntry) -> frozenset[Key]:
        """Return the keys of the things that the seat sees a step touch."""
        if self.who is None:
            return keys(entry.step.patch)
        before = history.game_at(entry.step.seq - 1)
        return seen_keys(before, apply(before, entry.step.patch)[0], entry.step.patch, self.who)

    def answers(self, given: tuple[GivenAnswer, ...], frame: int, draft: Draft) -> tuple[GivenAnswer, ...]:
        """Return earlier answers of a procedure; answers that the seat cannot read keep their current values."""
        held = draft.frame(frame)
        if self.who is None or held is None:
            return given
        own = names_of(self._game.sides, self.who.sides)
        now = {(one.key, one.by): one for one in held.answers if one.secret and one.by not in own}
        return tuple(now.get((one.key, one.by), one) for one in given)

    def sees_now(self, piece: int) -> bool:
        """Return whether the seat sees a piece in the current position."""
        return self.sees(self._game, piece)

    def has_lost(self, piece: int) -> bool:
        """Return whether a piece is in the present game, but the seat does not see it."""
        return piece in self._game.pieces and not self.sees_now(piece)

    def is_own(self, side: int) -> bool:
        """Return whether the seat belongs to a side."""
        return self.who is None or side in self.who.sides

    def reads(self, change: Property | Proceed | Reply | Write) -> bool:
        """Return whether the seat sees the thing that a change changes."""
        if self.who is None:
            return True
        now = eyes(self._game, self.who)
        match change:
            case Property(name=name):
                return now.reads(name)
            case Write(id=id):
                return now.note(id) is not None
            case Proceed(id=id) | Reply(id=id):
                return now.frame(id) is not None

    def draft(self, truth: Draft) -> Draft:
        """Return the draft as the seat sees it."""
        return truth if self.who is None else seen_draft(truth, self.who.sides)


class _Back:
    """The patch of a take-back while it is made: the undoing patches, adapted to the present position."""

    def __init__(
        self,
        game: Game,
        entries: Iterable[StepEntry],
        chosen: frozenset[int],
        history: History,
        looking: _Eyes,
        passed_over: frozenset[Key],
        unnoticed: frozenset[int],
        vanished: dict[int, MakeHolder],
    ) -> None:
        self._draft = Draft(game)
        self._seen = looking.draft(self._draft)
        self._history = history
        self._looking = looking
        self._passed_over = passed_over
        known = (entry for entry in entries if entry.step.seq not in chosen | unnoticed)
        since = (change for entry in known for change in entry.step.patch)
        self._vanished = vanished  # removed holders as they last were, also those that an undo or redo removed
        self._raised = {change.holder for change in since if isinstance(change, Raise)}
        self._made_again: set[int] = set()
        self._put: set[int] = set()
        self._changes: list[Change] = []
        self._sources: set[int] = set()

    def undo(self, entry: StepEntry) -> None:
        """Undo one step."""
        arrived, within = _arrived(entry), Draft(self._history.game_at(entry.step.seq))
        for change in entry.back:
            self._undo(entry, change, arrived, within)
            within.perform(change)

    def _undo(self, entry: StepEntry, change: Change, arrived: frozenset[Key], within: Draft) -> None:
        """Apply one of the changes that undo a step, except the parts that the seat cannot undo.

        These are arrivals, dispatches that have left, and things that unnoticed steps have touched since. `within` is
        the position after the step, with the earlier undoing changes applied.
        """
        if not arrived.isdisjoint(_keys(change)) or self._has_left(change):
            return
        if isinstance(change, Reply) and not self._is_seen_to_touch(entry, ("frame", change.id)):
            return
        left = self._left_of(change)
        match left:
            case None:
                pass
            case Go() | Make():
                self._fit(entry, self._among_seen(entry, left, within))
            case HolderOrder(holder=holder, pieces=pieces):
                known = frozenset(self._looking.draft(within).known_in(holder))
                self._fit(entry, replace(left, pieces=tuple(filter(known.__contains__, pieces))))
            case _:
                self._fit(entry, left)

    def _has_left(self, change: Change) -> bool:
        """Return whether a change would remove a dispatch that has left, for somebody who does not see all."""
        if self._looking.who is None or not isinstance(change, Post) or change.dispatch is not None:
            return False
        dispatch = self._draft.dispatch(change.id)
        return dispatch is not None and dispatch.is_sent

    def _is_seen_to_touch(self, entry: StepEntry, key: Key) -> bool:
        """Return whether the acting seat sees that a step touched a thing."""
        return self._looking.who is None or key in self._looking.touched(self._history, entry)

    def _left_of(self, change: Change) -> Change | None:
        """Return an undoing change without those things that unnoticed steps have touched since, and that the seat does
        not see; None if nothing is left.

        Sides to which such steps have shown a piece keep their sight of it.
        """
        over, looking = self._passed_over, self._looking
        if not over:
            return change
        match change:
            case Set(piece=piece, slot=slot) if ("state", piece) in over:
                return None if ("slot", piece, slot) in over or not looking.sees_now(piece) else change
            case Recast(piece=piece) if ("state", piece) in over:
                return change if looking.sees_now(piece) else None
            case Go(pieces=pieces):
                going = tuple(id for id in pieces if ("lies", id) not in over or looking.sees_now(id))
                return replace(change, pieces=going) if going else None
            case PieceSight(piece=piece, side=side, level=level) if ("sight", piece) in over:
                held = self._draft.piece(piece)
                if held is None:
                    return None
                is_shown_since = ("sight", piece, side) in over and level < held.sight[side]
                return None if is_shown_since and not looking.is_own(side) else change
            case HolderSight(holder=id, side=side, level=level) if ("look", id, side) in over:
                lying = self._draft.holder(id)
                return None if lying is not None and level < lying.looks[side] and not looking.is_own(side) else change
            case Reply(id=id, answers=answers) if over.intersection(_keys(change)):
                if not looking.reads(change):
                    return None
                return replace(change, answers=looking.answers(answers, id, self._draft))
            case Post(dispatch=dispatch) if over.intersection(_keys(change)):
                return change if dispatch is None else None
            case Property() | Proceed() | Write() if over.intersection(_keys(change)):
                return change if looking.reads(change) else None
            case _:
                return change

    def _among_seen(self, entry: StepEntry, change: Go | Make, within: Draft) -> Go | Make:
        """Return a change that puts pieces back above the next lower piece that is still there and was seen."""
        lying, lay = self._draft.holder(change.holder), within.holder(change.holder)
        there = frozenset(lying.pieces) if lying is not None else frozenset()
        there -= frozenset(change.pieces if isinstance(change, Go) else ())
        if not change.above or (self._looking.who is None and change.above in there):
            return change
        games = [self._history.game_at(seq) for seq in (entry.step.seq - 1, entry.step.seq)]
        order = lay.pieces if lay is not None and change.above in lay.pieces else ()
        below = order[: order.index(change.above) + 1] if order else ()
        seen = (id for id in reversed(below) if any(self._looking.sees(game, id) for game in games))
        known = (id for id in seen if id in self._put or not self._looking.has_lost(id))
        return replace(change, above=next(filter(there.__contains__, known), 0))

    def close(self) -> Patch:
        """Return the whole patch, with empty stacks removed."""
        for id in sorted(self._sources):
            holder = self._draft.holder(id)
            if holder is not None and holder.form == "stack" and not holder.pieces:
                self._perform(DropHolder(id))
        return tuple(self._changes)

    def _perform(self, change: Change) -> None:
        if isinstance(change, Go | Make):
            self._put.update(change.pieces if isinstance(change, Go) else (change.piece,))
        self._draft.perform(change)
        self._changes.append(change)

    def _carry_out(self, change: Drop | DropHolder | HolderOrder) -> None:
        """Make a change, and the changes of unseen things that it needs."""
        for each in self._seen.carried_out(change):
            self._perform(each)

    def _fit(self, entry: StepEntry, change: Change) -> None:
        draft = self._draft
        match change:
            case Go(pieces=pieces, holder=holder):
                self._leave(pieces)
                self._make_again(entry, holder)
                self._perform(change)
            case Make(holder=holder):
                self._make_again(entry, holder)
                self._perform(change)
            case Drop(piece=piece):
                self._leave((piece,))
                self._carry_out(change)
            case MakeHolder(id=id):
                if draft.holder(id) is None:
                    self._perform(change)
            case DropHolder():
                self._drop(change)
            case HolderOrder(holder=holder, pieces=pieces, mixed=mixed):
                self._reorder(holder, pieces, mixed=mixed)
            case HolderPlace() | HolderSight() | HolderOwner():
                self._change_holder(entry, change)
            case Raise(holder=holder):
                if holder not in self._raised | self._made_again and draft.holder(holder) is not None:
                    self._perform(change)
            case _:
                self._perform(change)

    def _drop(self, change: DropHolder) -> None:
        """Remove a holder, unless it is a stack in which something lies."""
        holder = self._draft.holder(change.id)
        if holder is not None and not (holder.form == "stack" and holder.pieces):
            self._carry_out(change)

    def _change_holder(self, entry: StepEntry, change: HolderPlace | HolderSight | HolderOwner) -> None:
        """Change a holder if it is still there. Raises PatchError if the seat has lost it from sight, as if it were
        gone.
        """
        if self._is_lost(entry, change.holder):
            raise PatchError(f"holder {change.holder} is lost from sight")
        if self._draft.holder(change.holder) is not None:
            self._perform(change)

    def _is_lost(self, entry: StepEntry, holder: int) -> bool:
        """Return whether the seat saw a holder after a step and does not see it now."""
        return self._seen.holder(holder) is None and self._looking.knows(self._history.game_at(entry.step.seq), holder)

    def _leave(self, pieces: Iterable[int]) -> None:
        self._sources.update(piece.at for id in pieces if (piece := self._draft.piece(id)) is not None)

    def _make_again(self, entry: StepEntry, id: int) -> None:
        """Make a removed stack again. A stack in which the seat sees nothing gets back its former place in the drawing
        order.
        """
        there, was = self._draft.holder(id), self._vanished.get(id)
        if there is None:
            if was is not None and was.holder.form == "stack":
                lay = self._lay(entry, id) if self._seen is not self._draft else None
                self._made_again.add(id)
                self._perform(was if lay is None else MakeHolder(id, replace(was.holder, layer=lay.layer, z=lay.z)))
        elif there.form == "stack" and self._seen.holder(id) is None:
            lay = self._lay(entry, id)
            self._made_again.add(id)
            if lay is not None and (lay.layer, lay.z) != (there.layer, there.z):
                self._perform(Raise(id, lay.layer, lay.z))

    def _lay(self, entry: StepEntry, holder: int) -> Holder | None:
        """Return a holder as it was before a step; None if it did not exist."""
        return self._history.game_at(entry.step.seq - 1).holders.get(holder)

    def _reorder(self, id: int, order: tuple[int, ...], *, mixed: bool) -> None:
        """Restore the former order of the pieces that are known to be still there.

        Pieces that came later stay above the same pieces, and unknown pieces keep their positions. A shuffle is undone
        by another one even if the order stays the same, since the backs would keep their names otherwise.
        """
        if self._seen.holder(id) is None:
            return
        lying = self._seen.known_in(id)
        still = [piece for piece in order if piece in lying]
        found = still.copy()
        below = 0
        for piece in lying:
            if piece not in still:
                found.insert(found.index(below) + 1 if below in found else 0, piece)
            below = piece
        if still and (mixed or tuple(found) != lying):
            self._carry_out(HolderOrder(id, tuple(found), mixed))
