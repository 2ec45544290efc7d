"""A game that is being changed: the effect of each change of a patch, and the changes that undo it."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from tabletop.game.beliefs.contact import NOWHERE, Contact
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
from tabletop.game.state.frames import Frame
from tabletop.game.state.game import Counters, Game, Note, Seat, spot_bucket
from tabletop.game.state.holder import UNOWNED, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.levels import Knowledge, compare_knowledge, knowledge, known, level, levels_of, shown
from tabletop.game.state.paged_map import PagedChanges
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import FACE, FACES, SHUT, TOP, UNSEEN, Value
from tabletop.game.umpire.dispatch import Dispatch
from tabletop.game.umpire.held_order import HeldOrder


def apply(game: Game, patch: Iterable[Change]) -> tuple[Game, Patch]:
    """Return the game after a patch, and the patch that undoes it.

    The undo restores everything except the counters of ids and of the draw order, epochs, newly known kinds and added
    maps, which never go back. Raises PatchError.
    """
    draft = Draft(game)
    back: list[Change] = []
    for change in patch:
        back += _PERFORM[type(change)](draft, change)[::-1]
    back.reverse()
    return draft.close(), tuple(back)


class Draft:
    """A game that is being changed: reads see earlier writes.

    It serves `apply` and the one transaction of an action.
    """

    __slots__ = (
        "_access",
        "_carried",
        "_contacts",
        "_containers",
        "_dispatches",
        "_epoch",
        "_everybody",
        "_frames",
        "_held",
        "_holders",
        "_kinds",
        "_known_more",
        "_maps",
        "_module",
        "_named",
        "_next_id",
        "_next_z",
        "_notes",
        "_options",
        "_pieces",
        "_properties",
        "_seats",
        "_spots",
        "_veiled",
        "before",
        "changes",
        "contact",
        "dispatch",
        "frame",
        "held",
        "holder",
        "kind",
        "note",
        "piece",
        "secret_sides",
        "secret_slots",
    )

    piece: Callable[[int], Piece | None]
    """A function that returns a piece by its id, as it is now; None if there is none."""

    holder: Callable[[int], Holder | None]
    """A function that returns a holder by its id, as it is now; None if there is none."""

    kind: Callable[[int], Kind | None]
    """A function that returns a kind by its id; None if there is none."""

    note: Callable[[int], Note | None]
    """A function that returns a note by its id; None if there is none."""

    frame: Callable[[int], Frame | None]
    """A function that returns a procedure under way by its id; None if there is none."""

    contact: Callable[[int], Contact | None]
    """A function that returns a contact of a side by its id; None if there is none."""

    secret_slots: Callable[[Kind], frozenset[int]]
    """A function that returns the slots of a kind's pieces whose values only their own side knows."""

    secret_sides: frozenset[str]
    """The sides of pieces that have such slots."""

    held: Callable[[int], HeldOrder | None]
    """A function that returns an order that waits for the umpire, by its id; None if there is none."""

    dispatch: Callable[[int], Dispatch | None]
    """A function that returns a dispatch by its id; None if there is none."""

    def __init__(self, game: Game) -> None:
        self.before = game
        self.changes: list[Change] = []
        self._pieces = PagedChanges(game.pieces)
        self._holders = PagedChanges(game.holders)
        self._kinds = PagedChanges(game.kinds)
        self._notes = PagedChanges(game.notes)
        self._frames = PagedChanges(game.frames)
        self._contacts = PagedChanges(game.contacts)
        self._held = PagedChanges(game.held)
        self._dispatches = PagedChanges(game.dispatches)
        self._spots = PagedChanges(game.spots)
        self.piece = self._pieces.__getitem__
        self.holder = self._holders.__getitem__
        self.kind = self._kinds.__getitem__
        self.note = self._notes.__getitem__
        self.frame = self._frames.__getitem__
        self.contact = self._contacts.__getitem__
        self.secret_slots = _no_slots
        self.secret_sides = frozenset()
        self.held = self._held.__getitem__
        self.dispatch = self._dispatches.__getitem__
        self._named: dict[str, int] | None = None
        self._carried: dict[int, tuple[int, ...]] | None = None
        self._containers: dict[tuple[int, int, int], int] = {}  # the containers found at points, valid until one moves
        self._properties: dict[str, Value] | None = None
        self._options: dict[str, Value] | None = None
        self._module = game.module
        self._maps = game.maps
        self._seats: dict[str, Seat] | None = None
        self._access = game.access
        self._veiled: list[int] | None = None
        self._known_more: list[int] | None = None
        self._next_id = game.counters.next_id
        self._next_z = game.counters.next_z
        self._epoch = game.counters.epoch + 1
        self._everybody = [True] * (len(game.sides) + 1)

    # reading

    def frames(self) -> list[tuple[int, Frame]]:
        """Return all procedures under way with their ids."""
        return [(id, frame) for id in self._frames.present() if (frame := self.frame(id)) is not None]

    def notes(self) -> list[tuple[int, Note]]:
        """Return all notes with their ids."""
        return [(id, note) for id in self._notes.present() if (note := self.note(id)) is not None]

    def contacts(self) -> list[tuple[int, Contact]]:
        """Return all contacts of all sides with their ids."""
        return [(id, contact) for id in self._contacts.present() if (contact := self.contact(id)) is not None]

    def dispatches(self) -> list[tuple[int, Dispatch]]:
        """Return all dispatches with their ids."""
        return [(id, one) for id in self._dispatches.present() if (one := self.dispatch(id)) is not None]

    def property(self, name: str) -> Value:
        """Return a property of the game; None if there is none of that name."""
        return (self.before.properties if self._properties is None else self._properties).get(name)

    def named(self, name: str) -> int:
        """Return the id of the holder of that name; 0 if there is none."""
        return (self.before.named if self._named is None else self._named).get(name, 0)

    def properties(self) -> Mapping[str, Value]:
        """Return all properties of the game, by name."""
        return self.before.properties if self._properties is None else self._properties

    def holders(self) -> list[tuple[int, Holder]]:
        """Return all holders with their ids."""
        return [(id, holder) for id in self._holders.present() if (holder := self.holder(id)) is not None]

    def piece_ids(self) -> list[int]:
        """Return the ids of all pieces."""
        return self._pieces.present()

    def holders_at(self, map_index: int, x: int, y: int) -> list[int]:
        """Return the ids of the holders at exactly this point (map pixels), ascending."""
        return [
            i
            for i in self.near(map_index, x, y)
            if (at := self.holder(i)) is not None and at.map == map_index and at.x == x and at.y == y
        ]

    def near(self, map_index: int, x: int, y: int) -> tuple[int, ...]:
        """Return the ids of the holders that may be at a point, ascending.

        All holders that are at the point are among them.
        """
        return self._spots[spot_bucket(map_index, x, y)] or ()

    def container_at(self, map_index: int, x: int, y: int) -> int:
        """Return the id of the first deck or box at exactly this point (map pixels); 0 if there is none."""
        point = map_index, x, y
        found = self._containers.get(point)
        if found is None:
            there = (id for id in self.holders_at(*point) if self._the_holder(id).form in ("deck", "box"))
            found = self._containers[point] = next(there, 0)
        return found

    def holds_of(self, piece: int) -> tuple[int, ...]:
        """Return the ids of the holds that ride on a piece."""
        return (self.before.carried if self._carried is None else self._carried).get(piece, ())

    def fresh_id(self) -> int:
        """Return an id that was never used."""
        self._next_id += 1
        return self._next_id - 1

    def top_z(self) -> int:
        """Return the highest place in the draw order that has been given so far."""
        return self._next_z - 1

    def fresh_z(self) -> int:
        """Return a place in the draw order above everything."""
        self._next_z += 1
        return self._next_z - 1

    def level(self, id: int, side: int) -> int:
        """Return how much a side sees of a piece, considering everything that the piece lies in: UNSEEN, BACK or
        FACE.
        """
        return level(self._the_piece, self._the_holder, id, side)

    def knows(self, id: int, side: int) -> bool:
        """Return whether a side knows at least that the piece exists in its holder."""
        return known(self._the_piece, self._the_holder, id, side)

    def known_in(self, holder: int) -> tuple[int, ...]:
        """Return the pieces of a holder that are known to lie there."""
        held = self.holder(holder)
        return held.pieces if held is not None else ()

    def is_back(self, id: int) -> bool:  # noqa: ARG002 - here everything is seen
        """Return whether no more than the back of a piece is seen."""
        return False

    def keeps(self, id: int, slot: int) -> bool:  # noqa: ARG002 - here everything is known
        """Return whether a slot of a piece holds a value that only its own side knows, and that others do not
        change.
        """
        return False

    def lay_open(self, pieces: Iterable[int]) -> None:
        """Note that these pieces are about to lie open. Their faces count as known from now on, unless they are masked.
        This draft does nothing, since everything in it is seen.
        """

    def begun(self) -> "Draft":
        """Return a draft of the game as it was when this draft was begun."""
        draft = Draft(self.before)
        draft.secret_slots, draft.secret_sides = self.secret_slots, self.secret_sides
        return draft

    def inside(self, pieces: Iterable[int]) -> list[int]:
        """Return these pieces and everything that rides on them, at any depth."""
        found = list(pieces)
        if not (self.before.carried if self._carried is None else self._carried):
            return found
        for piece in found:  # grows while it is walked
            for hold in self.holds_of(piece):
                found.extend(self._the_holder(hold).pieces)
        return found

    def from_the_bottom(self, pieces: Iterable[int]) -> list[int]:
        """Return pieces in the order in which they lie above each other, the lowest first.

        Every view has this order, but numbers of its own. So rules follow it, and never the numbers of pieces.
        """
        return sorted(pieces, key=self._lies)

    def _lies(self, id: int) -> tuple[int, ...]:
        """Return where a piece lies, in a form to sort by. A piece comes before the pieces that it carries."""
        found: tuple[int, ...] = ()
        while id:
            holder = self._the_holder(self._the_piece(id).at)
            found = (holder.layer, holder.z, holder.pieces.index(id), *found)
            id = holder.carrier
        return found

    # writing

    def write(self, id: int, piece: Piece, slot: int, value: Value) -> None:
        """Write a value into a slot of a piece as it now is. It does the same as `Set`, but cannot be undone."""
        state = list(piece.state)
        state[slot] = value
        self._pieces[id] = replace(piece, state=tuple(state))

    def carried_out(self, change: Change) -> tuple[Change, ...]:
        """Return the changes of the truth that correspond to a change of the seen position."""
        return (change,)

    def perform(self, change: Change) -> list[Change]:
        """Make one change; return the changes that undo it, in the order in which they must be made."""
        self.changes.append(change)
        return _PERFORM[type(change)](self, change)

    def close(self) -> Game:
        """Return the game in its present state. Later changes of the draft do not affect it."""
        game = self.before
        return replace(
            game,
            module=self._module,
            maps=self._maps,
            pieces=self._pieces.close(),
            holders=self._holders.close(),
            kinds=self._kinds.close(),
            notes=self._notes.close(),
            frames=self._frames.close(),
            contacts=self._contacts.close(),
            held=self._held.close(),
            dispatches=self._dispatches.close(),
            properties=game.properties if self._properties is None else dict(self._properties),
            options=game.options if self._options is None else dict(self._options),
            seats=game.seats if self._seats is None else dict(self._seats),
            counters=Counters(self._next_id, self._next_z, self._epoch),
            spots=self._spots.close(),
            named=game.named if self._named is None else self._named,
            carried=game.carried if self._carried is None else self._carried,
            veiled=game.veiled if self._veiled is None else tuple(self._veiled),
            known_more=game.known_more if self._known_more is None else tuple(self._known_more),
            access=self._access,
        )

    def _the_piece(self, id: int) -> Piece:
        piece = self.piece(id)
        if piece is None:
            raise PatchError(f"there is no piece {id}")
        return piece

    def _the_holder(self, id: int) -> Holder:
        holder = self.holder(id)
        if holder is None:
            raise PatchError(f"there is no holder {id}")
        return holder

    def _used(self, id: int) -> None:
        self._next_id = max(self._next_id, id + 1)

    def _veil(self, old: tuple[int, ...], new: tuple[int, ...], whole: int) -> None:
        """Update, for each side, the count of things that it does not see completely, when one sight replaces another.

        () stands for no sight.
        """
        everything = (whole,) * len(self.before.sides)
        for each, by in ((old, -1), (new, 1)):
            if each and each != everything:
                found = self._veiled = [*self.before.veiled] if self._veiled is None else self._veiled
                for side, level in enumerate(each):
                    found[side] += by * (level < whole)

    def _the_side(self, side: int) -> int:
        if not 0 <= side < len(self.before.sides):
            raise PatchError(f"there is no side {side}")
        return side

    # A side loses track of a piece that it sees less of, and of a holder that it no longer sees. The epoch becomes the
    # number of this patch, which nothing had before. So no side can follow lost things, and no old name comes back.

    def _are_open(self, pieces: Iterable[Piece], holders: Iterable[Holder]) -> bool:
        """Return whether everybody sees these pieces, and all pieces in these holders."""
        sight, looks = self.before.open_sight, self.before.open_looks
        for holder in holders:
            if holder.carrier or holder.looks != looks:
                return False
        for piece in pieces:  # noqa: SIM110 - on the way of every move
            if piece.sight != sight:
                return False
        return True

    def _knowledge(self, pieces: Iterable[int], *holders: Holder) -> dict[int, Knowledge]:
        """Return how much each side knows of these pieces and of everything inside them. The pieces of those holders
        that show some sides only their top are included.
        """
        topped = (id for holder in holders if TOP in holder.looks for id in holder.pieces)
        return {id: self._known_of(id) for id in set(self.inside([*pieces, *topped]))}

    def _known_of(self, id: int) -> Knowledge:
        """Return how much each side knows of a piece; nothing if it is not there."""
        if self.piece(id) is None:
            nothing = [0] * len(self.before.sides)
            return Knowledge(nothing, nothing)
        return knowledge(self._the_piece, self._the_holder, id, len(self.before.sides))

    def _shown(self, holders: Iterable[int]) -> dict[int, list[bool]]:
        """Return, for each of these stacks, whether each side, and last the onlookers, see something in it."""
        sides = len(self.before.sides)
        found = {id: self._the_holder(id) for id in holders}
        return {id: shown(self._the_piece, h, sides) for id, h in found.items() if self._is_made_for_pieces(h)}

    def _is_made_for_pieces(self, holder: Holder) -> bool:
        """Return whether a holder exists only for its contents: a stack, or a hold that is not part of a kind."""
        if not holder.carrier:
            return holder.form == "stack"
        kind = self.kind(self._the_piece(holder.carrier).kind)
        return kind is not None and not kind.has_holds

    def _lose_track(
        self, known: dict[int, Knowledge], stacks: dict[int, list[bool]] | None = None, *, mixed: bool = False
    ) -> None:
        """Count again who knows more of these pieces, of which was `known` so much before, and give new epochs to sides
        that see fewer of them and of these stacks. If the pieces were mixed, only a face is not lost track of.
        """
        sides = len(self.before.sides)
        for id, was in known.items():
            now = self._known_of(id)
            self._compare(was, now)
            if self.piece(id) is not None:
                least = [each + (each < FACE) if mixed else each for each in levels_of(was)]
                self._fall(id, [less < more for less, more in zip(levels_of(now), least, strict=True)])
        for id, had in (stacks or {}).items():
            has = shown(self._the_piece, self._the_holder(id), sides)
            if has != had:
                self._fall_holder(id, [before and not after for before, after in zip(had, has, strict=True)])

    def _compare(self, was: Knowledge, now: Knowledge) -> None:
        """Update `known_more` for a piece of which the sides knew and now know so much."""
        if was != now:
            found = self._known_more = [*self.before.known_more] if self._known_more is None else self._known_more
            compare_knowledge(found, was, -1)
            compare_knowledge(found, now, 1)

    def knows_more(self, side: int, other: int) -> bool:
        """Return whether a side now knows more of any piece than another side does, or than it did at the beginning."""
        counts = (self.before.known_more, self._known_more or ())
        at = side * len(self.before.sides) + other
        return any(each[at] for each in counts if each)

    def _fall(self, id: int, lost: list[bool]) -> None:
        """Record that these sides have lost track of a piece, and of its cargo."""
        if any(lost):
            piece = self._the_piece(id)
            self._pieces[id] = replace(piece, epoch=self._risen(piece.epoch, lost))
            for hold in self.holds_of(id):
                self._fall_holder(hold, lost)

    def _fall_holder(self, id: int, lost: list[bool]) -> None:
        if any(lost):
            holder = self._the_holder(id)
            self._holders[id] = replace(holder, epoch=self._risen(holder.epoch, lost))

    def _risen(self, epoch: tuple[int, ...], lost: list[bool]) -> tuple[int, ...]:
        return tuple(self._epoch if gone else old for old, gone in zip(epoch, lost, strict=True))

    def _fresh_epoch(self) -> tuple[int, ...]:
        return (self._epoch,) * (len(self.before.sides) + 1)


def _no_slots(_kind: Kind) -> frozenset[int]:
    return frozenset()


def _set(draft: Draft, change: Set) -> list[Change]:
    id, slot = change.piece, change.slot
    piece = draft._the_piece(id)
    if not 0 <= slot < len(piece.state):
        raise PatchError(f"piece {id} has no slot {slot}")
    draft.write(id, piece, slot, change.value)
    return [Set(id, slot, piece.state[slot])]


def _insert(lying: tuple[int, ...], pieces: tuple[int, ...], above: int) -> tuple[int, ...]:
    """Return the order with these pieces directly above another, or at the bottom."""
    if lying and lying[-1] == above:
        return lying + pieces
    spot = lying.index(above) + 1 if above in lying else 0
    return lying[:spot] + pieces + lying[spot:]


def _go(draft: Draft, change: Go) -> list[Change]:
    goal = draft._the_holder(change.holder)
    moved = [draft._the_piece(id) for id in change.pieces]
    sources = {piece.at: draft._the_holder(piece.at) for piece in moved}
    if goal.carrier:
        _refuse_ring(draft, change)
    if len(set(change.pieces)) < len(moved):
        raise PatchError("a piece goes twice in one change")
    if draft._are_open(moved, (goal, *sources.values())):
        seen = {}
        stacks = {id: draft._everybody for id, source in sources.items() if source.form == "stack"}
    else:
        seen = draft._knowledge(change.pieces, goal, *sources.values())
        stacks = draft._shown(sources)
    back: list[Change] = []
    for id, source in sources.items():
        rest, ways = _without(id, source.pieces, change.pieces)
        back += ways
        draft._holders[id] = replace(source, pieces=rest)
    goal = draft._the_holder(change.holder)
    draft._holders[change.holder] = replace(goal, pieces=_insert(goal.pieces, change.pieces, change.above))
    for id, piece in zip(change.pieces, moved, strict=True):
        draft._pieces[id] = replace(piece, at=change.holder)
    draft._lose_track(seen, stacks)
    return back


def _without(holder: int, lying: tuple[int, ...], pieces: tuple[int, ...]) -> tuple[tuple[int, ...], list[Change]]:
    """Return the pieces left in a holder when others are removed, and the moves that put those back."""
    start = lying.index(pieces[0]) if pieces[0] in lying else 0
    end = start + len(pieces)
    if lying[start:end] == pieces:
        return lying[:start] + lying[end:], [Go(pieces, holder, lying[start - 1] if start else 0)]
    going = frozenset(pieces)
    return tuple([piece for piece in lying if piece not in going]), _ways_back(holder, lying, going)


def _ways_back(holder: int, lying: tuple[int, ...], going: frozenset[int]) -> list[Change]:
    """Return the moves that put removed pieces back, from the bottom up.

    Each group of neighbours goes above the piece below it.
    """
    found: list[Change] = []
    run: list[int] = []
    below = under = 0
    for id in lying:
        if id in going:
            if not run:
                under = below
            run.append(id)
        elif run:
            found.append(Go(tuple(run), holder, under))
            run = []
        below = id
    if run:
        found.append(Go(tuple(run), holder, under))
    return found


def _refuse_ring(draft: Draft, change: Go) -> None:
    """Refuse to put a piece into a hold that rides on the piece itself."""
    carrier = draft._the_holder(change.holder).carrier
    while carrier:
        if carrier in change.pieces:
            raise PatchError(f"piece {carrier} cannot be put into its own hold")
        carrier = draft._the_holder(draft._the_piece(carrier).at).carrier


def _make(draft: Draft, change: Make) -> list[Change]:
    if draft.piece(change.piece) is not None:
        raise PatchError(f"there is a piece {change.piece} already")
    if draft.kind(change.kind) is None:
        raise PatchError(f"there is no kind {change.kind}")
    if len(change.sight) != len(draft.before.sides):
        raise PatchError(f"piece {change.piece} says for {len(change.sight)} sides who sees it")
    goal = draft._the_holder(change.holder)
    seen = draft._knowledge((), goal)
    seen[change.piece] = draft._known_of(change.piece)
    piece = Piece(change.kind, change.holder, change.state, change.sight, draft._fresh_epoch())
    draft._holders[change.holder] = replace(goal, pieces=_insert(goal.pieces, (change.piece,), change.above))
    draft._pieces[change.piece] = piece
    draft._veil((), piece.sight, FACE)
    draft._used(change.piece)
    draft._lose_track(seen)
    return [Drop(change.piece)]


def _drop(draft: Draft, change: Drop) -> list[Change]:
    piece = draft._the_piece(change.piece)
    if draft.holds_of(change.piece):
        raise PatchError(f"piece {change.piece} still has a hold")
    holder = draft._the_holder(piece.at)
    seen = draft._knowledge((change.piece,), holder)
    stacks = draft._shown((piece.at,))
    spot = holder.pieces.index(change.piece)
    below = holder.pieces[spot - 1] if spot else 0
    draft._holders[piece.at] = replace(holder, pieces=holder.pieces[:spot] + holder.pieces[spot + 1 :])
    draft._pieces[change.piece] = None
    draft._veil(piece.sight, (), FACE)
    draft._lose_track(seen, stacks)
    return [Make(change.piece, piece.kind, piece.at, below, piece.state, piece.sight)]


def _recast(draft: Draft, change: Recast) -> list[Change]:
    piece = draft._the_piece(change.piece)
    if draft.kind(change.kind) is None:
        raise PatchError(f"there is no kind {change.kind}")
    draft._pieces[change.piece] = replace(piece, kind=change.kind, state=change.state)
    return [Recast(change.piece, piece.kind, piece.state)]


def _spot(draft: Draft, id: int, holder: Holder, *, there: bool) -> None:
    """Enter a holder in the index of points, or remove it from there."""
    if holder.map < 0:
        return
    if holder.form != "stack":
        draft._containers.clear()
    bucket = spot_bucket(holder.map, holder.x, holder.y)
    found = draft._spots[bucket] or ()
    at = bisect_left(found, id)
    draft._spots[bucket] = (*found[:at], id, *found[at:]) if there else found[:at] + found[at + 1 :] or None


def _make_holder(draft: Draft, change: MakeHolder) -> list[Change]:
    holder = change.holder
    if draft.holder(change.id) is not None:
        raise PatchError(f"there is a holder {change.id} already")
    if holder.pieces:
        raise PatchError("a holder is made empty")
    if len(holder.looks) != len(draft.before.sides):
        raise PatchError(f"holder {change.id} says for {len(holder.looks)} sides who looks into it")
    _check_map(draft, holder.map)
    _check_owner(draft, holder.owner)
    if holder.name:
        if draft.named(holder.name):
            raise PatchError(f"there is a holder named '{holder.name}' already")
        named = draft.before.named if draft._named is None else draft._named
        draft._named = {**named, holder.name: change.id}
    if holder.carrier:
        draft._the_piece(holder.carrier)
        carried = draft.before.carried if draft._carried is None else draft._carried
        holds = (*carried.get(holder.carrier, ()), change.id)
        draft._carried = {**carried, holder.carrier: tuple(sorted(holds))}
    draft._holders[change.id] = replace(holder, epoch=draft._fresh_epoch())
    draft._veil((), holder.looks, FACES)
    draft._used(change.id)
    draft._next_z = max(draft._next_z, holder.z + 1)
    _spot(draft, change.id, holder, there=True)
    return [DropHolder(change.id)]


def _drop_holder(draft: Draft, change: DropHolder) -> list[Change]:
    holder = draft._the_holder(change.id)
    if holder.pieces:
        raise PatchError(f"holder {change.id} is not empty")
    if holder.name:
        named = dict(draft.before.named if draft._named is None else draft._named)
        del named[holder.name]
        draft._named = named
    if holder.carrier:
        carried = dict(draft.before.carried if draft._carried is None else draft._carried)
        rest = tuple(i for i in carried.pop(holder.carrier) if i != change.id)
        draft._carried = {**carried, holder.carrier: rest} if rest else carried
    draft._holders[change.id] = None
    draft._veil(holder.looks, (), FACES)
    _spot(draft, change.id, holder, there=False)
    return [MakeHolder(change.id, holder)]


def _check_map(draft: Draft, map_index: int) -> None:
    if not -1 <= map_index < len(draft.before.maps):
        raise PatchError(f"there is no map {map_index}")


def _check_owner(draft: Draft, owner: int) -> None:
    if owner != UNOWNED:
        draft._the_side(owner)


def _place(draft: Draft, change: HolderPlace) -> list[Change]:
    holder = draft._the_holder(change.holder)
    _check_map(draft, change.map)
    _spot(draft, change.holder, holder, there=False)
    moved = replace(holder, map=change.map, x=change.x, y=change.y, place=change.place)
    draft._holders[change.holder] = moved
    _spot(draft, change.holder, moved, there=True)
    return [HolderPlace(change.holder, holder.map, holder.x, holder.y, holder.place)]


def _raise(draft: Draft, change: Raise) -> list[Change]:
    holder = draft._the_holder(change.holder)
    draft._holders[change.holder] = replace(holder, layer=change.layer, z=change.z)
    draft._next_z = max(draft._next_z, change.z + 1)
    return [Raise(change.holder, holder.layer, holder.z)]


def _look(draft: Draft, change: HolderSight) -> list[Change]:
    holder = draft._the_holder(change.holder)
    old = holder.looks[draft._the_side(change.side)]
    if not SHUT <= change.level <= FACES:
        raise PatchError(f"there is no level {change.level} of looking into a holder")
    seen = draft._knowledge(holder.pieces)
    stacks = draft._shown((change.holder,))
    looks = (*holder.looks[: change.side], change.level, *holder.looks[change.side + 1 :])
    draft._holders[change.holder] = replace(holder, looks=looks)
    draft._veil(holder.looks, looks, FACES)
    draft._lose_track(seen, stacks)
    return [HolderSight(change.holder, change.side, old)]


def _own(draft: Draft, change: HolderOwner) -> list[Change]:
    holder = draft._the_holder(change.holder)
    _check_owner(draft, change.owner)
    draft._holders[change.holder] = replace(holder, owner=change.owner)
    return [HolderOwner(change.holder, holder.owner)]


def _order(draft: Draft, change: HolderOrder) -> list[Change]:
    holder = draft._the_holder(change.holder)
    if sorted(change.pieces) != sorted(holder.pieces):
        raise PatchError(f"holder {change.holder} does not hold just these pieces")
    seen = draft._knowledge(holder.pieces)
    draft._holders[change.holder] = replace(holder, pieces=change.pieces)
    draft._lose_track(seen, mixed=change.mixed)
    return [HolderOrder(change.holder, holder.pieces, change.mixed)]


def _sight(draft: Draft, change: PieceSight) -> list[Change]:
    piece = draft._the_piece(change.piece)
    old = piece.sight[draft._the_side(change.side)]
    if not UNSEEN <= change.level <= FACE:
        raise PatchError(f"there is no level {change.level} of seeing a piece")
    seen = draft._knowledge((change.piece,), draft._the_holder(piece.at))
    stacks = draft._shown((piece.at,))
    sight = (*piece.sight[: change.side], change.level, *piece.sight[change.side + 1 :])
    draft._pieces[change.piece] = replace(piece, sight=sight)
    draft._veil(piece.sight, sight, FACE)
    draft._lose_track(seen, stacks)
    return [PieceSight(change.piece, change.side, old)]


def _written(table: dict[str, Value], name: str, value: Value) -> dict[str, Value]:
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value
    return table


def _property(draft: Draft, change: Property) -> list[Change]:
    table = dict(draft.before.properties) if draft._properties is None else draft._properties
    old = table.get(change.name)
    draft._properties = _written(table, change.name, change.value)
    return [Property(change.name, old)]


def _option(draft: Draft, change: Option) -> list[Change]:
    table = dict(draft.before.options) if draft._options is None else draft._options
    old = table.get(change.name)
    draft._options = _written(table, change.name, change.value)
    return [Option(change.name, old)]


def _know(draft: Draft, change: Know) -> list[Change]:
    old = draft.kind(change.id)
    draft._kinds[change.id] = change.kind
    draft._used(change.id)
    return [Know(change.id, old)] if old is not None else []


def _write(draft: Draft, change: Write) -> list[Change]:
    old = draft.note(change.id)
    draft._notes[change.id] = change.note
    draft._used(change.id)
    return [Write(change.id, old)]


def _sit(draft: Draft, change: Sit) -> list[Change]:
    seats = dict(draft.before.seats) if draft._seats is None else draft._seats
    old = seats.get(change.name)
    if change.seat is None:
        seats.pop(change.name, None)
    else:
        seats[change.name] = change.seat
    draft._seats = seats
    return [Sit(change.name, old)]


def _keep_order(draft: Draft, change: KeepOrder) -> list[Change]:
    old = draft.held(change.id)
    for side in change.order.sides if change.order is not None else ():
        draft._the_side(side)
    draft._held[change.id] = change.order
    draft._used(change.id)
    return [KeepOrder(change.id, old)]


def _post(draft: Draft, change: Post) -> list[Change]:
    old, new = draft.dispatch(change.id), change.dispatch
    if new is not None:
        for side in (*new.sides, *new.readers):
            draft._the_side(side)
        if new.map != NOWHERE:
            _check_map(draft, new.map)
    draft._dispatches[change.id] = new
    draft._used(change.id)
    return [Post(change.id, old)]


def _grant(draft: Draft, change: Grant) -> list[Change]:
    old, draft._access = draft._access, change.access
    return [Grant(old)]


def _adopt(draft: Draft, change: Adopt) -> list[Change]:
    old, maps = draft._module, draft._maps
    if change.maps[: len(maps)] != maps or len(set(change.maps)) != len(change.maps):
        raise PatchError("a game keeps the maps it has")
    draft._module, draft._maps = change.module, change.maps
    return [Adopt(old, change.maps)]


def _proceed(draft: Draft, change: Proceed) -> list[Change]:
    old = draft.frame(change.id)
    draft._frames[change.id] = change.frame
    draft._used(change.id)
    return [Proceed(change.id, old)]


def _reply(draft: Draft, change: Reply) -> list[Change]:
    old = draft.frame(change.id)
    if old is None:
        raise PatchError(f"there is no procedure {change.id} under way")
    draft._frames[change.id] = replace(
        old, answers=change.answers, waiting=change.waiting, touched=change.touched, stale=change.stale
    )
    return [Reply(change.id, old.answers, old.waiting, old.touched, old.stale)]


def _believe(draft: Draft, change: Believe) -> list[Change]:
    old, new = draft.contact(change.id), change.contact
    if new is not None:
        draft._the_side(new.side)
        if new.map != NOWHERE:
            _check_map(draft, new.map)
    draft._contacts[change.id] = new
    draft._used(change.id)
    return [Believe(change.id, old)]


_PERFORM: Final[dict[type, Callable[..., list[Change]]]] = {
    Set: _set,
    Go: _go,
    Make: _make,
    Drop: _drop,
    Recast: _recast,
    MakeHolder: _make_holder,
    DropHolder: _drop_holder,
    HolderPlace: _place,
    Raise: _raise,
    HolderSight: _look,
    HolderOwner: _own,
    HolderOrder: _order,
    PieceSight: _sight,
    Property: _property,
    Option: _option,
    Know: _know,
    Write: _write,
    Sit: _sit,
    Adopt: _adopt,
    Proceed: _proceed,
    Reply: _reply,
    Believe: _believe,
    Grant: _grant,
    KeepOrder: _keep_order,
    Post: _post,
}
