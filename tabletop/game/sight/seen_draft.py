"""A game that is being changed by sides that do not see all of it. For them, unseen things do not exist."""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from tabletop.game.beliefs.contact import Contact
from tabletop.game.change.draft import Draft
from tabletop.game.change.patch import (
    Change,
    Drop,
    DropHolder,
    Go,
    HolderOrder,
    HolderSight,
    Make,
    MakeHolder,
    PieceSight,
    Recast,
)
from tabletop.game.side_cells import names_of
from tabletop.game.sight.backs import back_of
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state import levels
from tabletop.game.state.frames import Frame
from tabletop.game.state.game import Game, Note
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import BACK_OF, Kind
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import BACK, COUNT, FACE, TOP, UNSEEN, Value
from tabletop.game.umpire.dispatch import Dispatch


class _SeenNow:
    """The pieces that are seen while a game is changed, and the holders that may be seen, up to date with the first
    `read` changes of the truth.

    The `unsettled` pieces may be seen at another level than when the draft was begun. The `doubted` pieces must still
    be looked at. `tops` are changed holders that show their topmost piece to somebody.
    """

    __slots__ = ("doubted", "holders", "pieces", "read", "tops", "unsettled")

    def __init__(self, pieces: set[int], holders: set[int]) -> None:
        self.pieces = pieces
        self.holders = holders
        self.unsettled: set[int] = set()
        self.doubted: set[int] = set()
        self.tops: set[int] = set()
        self.read = 0


class SeenDraft(Draft):
    """A game that is being changed, as some sides see it. Each change is made in the `truth` beneath it, which alone
    holds the changed game.

    A piece of which they see only the back has the kind of its back (with a number below 0), and no state. Until the
    draft is closed, these sides know everything that they saw at the beginning or made since, except shuffled pieces.
    Ids are the true ones. So changes can be carried out on the truth, and pieces go next to the neighbours that are
    seen. Carrying out a change never fails because of an unseen thing.
    """

    __slots__ = (
        "_first",
        "_made",
        "_now",
        "_open_looks",
        "_open_sight",
        "_own",
        "_played",
        "_things",
        "sides",
        "truth",
    )

    def __init__(self, truth: Draft, sides: tuple[int, ...], things: SeenThings | None = None) -> None:
        """Draft changes to a game as these sides see it; without sides, as everybody sees it.

        `things` is everything that they see of it at the beginning; without it, every question searches the game.
        """
        game = truth.before
        self.before = game
        self.truth = truth
        self.sides = sides
        self._own = sides or tuple(range(len(game.sides)))
        self._played = names_of(game.sides, sides)
        self._open_sight, self._open_looks = game.open_sight, game.open_looks
        self._first: dict[int, int] = {}
        self._made: set[int] = set()
        self._things = things
        self._now: _SeenNow | None = None
        self.piece = self._piece
        self.holder = self._holder
        self.kind = self._kind
        self.note = truth.note
        self.frame = truth.frame
        self.contact = truth.contact
        self.held = truth.held
        self.dispatch = truth.dispatch

    # sight

    def seen_level(self, id: int) -> int:
        """Return the most that these sides see of a piece now, or saw at the beginning: UNSEEN, BACK or FACE."""
        piece = self.truth.piece(id)
        return UNSEEN if piece is None else self._level_of(id, piece)

    def _level_of(self, id: int, piece: Piece) -> int:
        if piece.sight == self._open_sight:
            holder = self.truth.holder(piece.at)
            if holder is not None and holder.looks == self._open_looks and not holder.carrier:
                return FACE
        if id in self._made:
            return FACE
        now = self._most([self.truth.level(id, side) for side in self._own])
        return now if now == FACE else max(now, self._at_first(id))

    def _most(self, found: list[int]) -> int:
        return (max if self.sides else min)(found, default=FACE)

    def _at_first(self, id: int) -> int:
        known = self._first.get(id)
        if known is None:
            game = self.before
            looks = (levels.level(game.pieces.__getitem__, game.holders.__getitem__, id, side) for side in self._own)
            known = self._first[id] = self._most(list(looks)) if id in game.pieces else UNSEEN
        return known

    def _piece(self, id: int) -> Piece | None:
        piece = self.truth.piece(id)
        level = UNSEEN if piece is None else self._level_of(id, piece)
        if piece is None or level == UNSEEN:
            return None
        if level == BACK:
            kind = self.truth.kind(piece.kind)
            return piece if kind is None or kind.key.startswith(BACK_OF) else replace(piece, kind=-piece.kind, state=())
        kept = self._kept_slots(piece)
        if not kept:
            return piece
        return replace(piece, state=tuple([None if slot in kept else value for slot, value in enumerate(piece.state)]))

    def _kept_slots(self, piece: Piece) -> frozenset[int]:
        """Return the slots of a piece whose values only its own side knows; none if that side is among these sides."""
        kind = self.truth.kind(piece.kind)
        if kind is None or kind.side in self._played or kind.side not in self.truth.secret_sides:
            return frozenset()
        return self.truth.secret_slots(kind)

    def keeps(self, id: int, slot: int) -> bool:
        """Return whether a slot of a piece holds a value that only its own side knows, and that these sides do not
        change.
        """
        piece = self.truth.piece(id)
        return piece is not None and slot in self._kept_slots(piece)

    def _kind(self, id: int) -> Kind | None:
        kind = self.truth.kind(abs(id))
        return back_of(kind) if kind is not None and id < 0 else kind

    def is_back(self, id: int) -> bool:
        """Return whether no more than the back of a piece is seen."""
        return self.seen_level(id) == BACK

    def _holder(self, id: int) -> Holder | None:
        holder = self.truth.holder(id)
        if holder is None or (holder.carrier and self.seen_level(holder.carrier) < FACE):
            return None
        if self._is_open(holder):
            return holder
        seen = self._among(holder.pieces)
        if len(seen) == len(holder.pieces):
            return holder
        more = holder.more + self._known_unseen(id, holder)
        if holder.form == "stack" and not seen and not more and id not in self._made:
            return None
        return replace(holder, pieces=seen, more=more)

    def _is_open(self, holder: Holder) -> bool:
        """Return whether a holder and everything in it is open to everybody. For most holders the answer is quick."""
        if holder.looks != self._open_looks or holder.carrier:
            return False
        piece_of, sight = self.truth.piece, self._open_sight
        for id in holder.pieces:
            piece = piece_of(id)
            if piece is None or piece.sight != sight:
                return False
        return True

    def _standing(self, things: SeenThings) -> "_SeenNow":
        """Return the things that are seen now: those seen when the draft was begun, with every change since."""
        now, changes = self._now, self.truth.changes
        if now is None:
            now = self._now = _SeenNow(things.pieces.copy(), things.holders.copy())
        if now.read < len(changes) or now.doubted:
            self._follow(now, changes[now.read :])
            now.read = len(changes)
        return now

    def _follow(self, now: "_SeenNow", changes: Iterable[Change]) -> None:
        doubted, now.doubted = now.doubted, set()
        for change in changes:
            match change:
                case Go(pieces=pieces, holder=holder):
                    doubted.update(pieces)
                    now.holders.add(holder)
                case Make(piece=id) | Drop(piece=id) | PieceSight(piece=id) | Recast(piece=id):
                    doubted.add(id)
                case HolderSight(holder=id) | HolderOrder(holder=id):
                    held = self.truth.holder(id)
                    doubted.update(held.pieces if held is not None else ())
                case MakeHolder(id=id):
                    now.holders.add(id)
        lying = (one for id in doubted for one in (self.before.pieces.get(id), self.truth.piece(id)) if one is not None)
        places = {piece.at for piece in lying}
        now.holders |= places
        now.tops |= {id for id in places if (held := self.truth.holder(id)) is not None and TOP in held.looks}
        for id in now.tops:
            held = self.truth.holder(id)
            doubted.update(held.pieces if held is not None else ())
        now.unsettled |= doubted
        inside = self.truth.inside([id for id in doubted if self.truth.piece(id) is not None])
        now.unsettled.update(inside)
        for id in doubted.union(inside):
            if self.seen_level(id):
                now.pieces.add(id)
            else:
                now.pieces.discard(id)

    def _among(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of these pieces that are seen."""
        if self._things is None:
            return tuple([id for id in pieces if self.seen_level(id)])
        return tuple(filter(self._standing(self._things).pieces.__contains__, pieces))

    def _known_unseen(self, id: int, holder: Holder) -> int:
        """Return how many unseen pieces of a holder are known to lie there."""
        together = any if self.sides else all
        if not together(holder.looks[side] >= COUNT for side in self._own):
            return 0
        if self._things is not None and holder is self.before.holders.get(id):
            unsettled = self._standing(self._things).unsettled
            if unsettled.isdisjoint(holder.pieces):
                return self._things.more.get(id, 0)
        return sum(not self.seen_level(piece) and self._is_counted(piece, holder) for piece in holder.pieces)

    def _is_counted(self, id: int, holder: Holder) -> bool:
        """Return whether a piece is known to lie in its holder."""
        piece = self.truth.piece(id)
        together = any if self.sides else all
        return piece is not None and together(
            holder.looks[side] >= COUNT and piece.sight[side] > UNSEEN for side in self._own
        )

    def known_in(self, holder: int) -> tuple[int, ...]:
        """Return the pieces of a holder that are known to lie there, even if only by their number."""
        held = self.truth.holder(holder)
        if held is None:
            return ()
        if not self._known_unseen(holder, held):
            return self._among(held.pieces)
        return tuple([id for id in held.pieces if self.seen_level(id) or self._is_counted(id, held)])

    # reading

    def notes(self) -> list[tuple[int, Note]]:
        """Return all notes with their ids, including those that these sides cannot read."""
        return self.truth.notes()

    def contacts(self) -> list[tuple[int, Contact]]:
        """Return the contacts that these sides hold, with their ids."""
        found = self.truth.contacts()
        return [(id, contact) for id, contact in found if contact.side in self.sides and not contact.late]

    def dispatches(self) -> list[tuple[int, Dispatch]]:
        """Return the dispatches that these sides know of, with their ids."""
        return [(id, one) for id, one in self.truth.dispatches() if one.as_seen(self.sides) is not None]

    def frames(self) -> list[tuple[int, Frame]]:
        """Return all procedures under way with their ids."""
        return self.truth.frames()

    def property(self, name: str) -> Value:
        """Return a property of the game; None if there is none of that name."""
        return self.truth.property(name)

    def properties(self) -> Mapping[str, Value]:
        """Return all properties of the game, by name."""
        return self.truth.properties()

    def named(self, name: str) -> int:
        """Return the id of the holder of that name; 0 if there is none."""
        return self.truth.named(name)

    def holders(self) -> list[tuple[int, Holder]]:
        """Return the holders that are seen, with their ids."""
        if self._things is None:
            return [(id, seen) for id, _ in self.truth.holders() if (seen := self._holder(id)) is not None]
        standing = sorted(self._standing(self._things).holders)
        return [(id, seen) for id in standing if (seen := self._holder(id)) is not None]

    def piece_ids(self) -> list[int]:
        """Return the ids of the pieces that are seen."""
        if self._things is None:
            return [id for id in self.truth.piece_ids() if self.seen_level(id)]
        return sorted(self._standing(self._things).pieces)

    def holders_at(self, map_index: int, x: int, y: int) -> list[int]:
        """Return the ids of the holders that are seen at exactly this point (map pixels), ascending."""
        if self._things is None:
            return [id for id in self.truth.holders_at(map_index, x, y) if self._holder(id) is not None]
        near = self._standing(self._things).holders.intersection(self.truth.near(map_index, x, y))
        seen = ((id, held) for id in sorted(near) if (held := self._holder(id)) is not None)
        return [id for id, held in seen if (held.map, held.x, held.y) == (map_index, x, y)]

    def container_at(self, map_index: int, x: int, y: int) -> int:
        """Return the id of the first deck or box that is seen at exactly this point (map pixels); 0 for none."""
        lying = ((id, self.truth._the_holder(id)) for id in self.holders_at(map_index, x, y))
        return next((id for id, held in lying if held.form in ("deck", "box")), 0)

    def holds_of(self, piece: int) -> tuple[int, ...]:
        """Return the ids of the holds that ride on a piece; none if the face of the piece is not seen."""
        return self.truth.holds_of(piece) if self.seen_level(piece) == FACE else ()

    def fresh_id(self) -> int:
        """Return an id that was never used."""
        return self.truth.fresh_id()

    def top_z(self) -> int:
        """Return the highest place in the draw order that has been given so far."""
        return self.truth.top_z()

    def fresh_z(self) -> int:
        """Return a place in the draw order above everything."""
        return self.truth.fresh_z()

    def level(self, id: int, side: int) -> int:
        """Return how much a side sees of a piece, considering everything that the piece lies in: UNSEEN, BACK or
        FACE.
        """
        return self.truth.level(id, side)

    def knows(self, id: int, side: int) -> bool:
        """Return whether a side knows at least that the piece exists in its holder."""
        return self.truth.knows(id, side)

    def inside(self, pieces: Iterable[int]) -> list[int]:
        """Return these pieces and everything that is seen to ride on them, at any depth."""
        found = list(pieces)
        for piece in found:  # grows while it is walked
            for hold in self.holds_of(piece):
                held = self._holder(hold)
                found.extend(held.pieces if held is not None else ())
        return found

    def lay_open(self, pieces: Iterable[int]) -> None:
        """Note that these pieces are about to lie open.

        Their faces count as known from now on, unless they are masked.
        """
        for id in pieces:
            piece = self.truth.piece(id)
            if piece is not None:
                self._first[id] = max(self._at_first(id), self._most([piece.sight[side] for side in self._own]))
        if self._now is not None:
            self._now.doubted.update(pieces)

    def begun(self) -> "SeenDraft":
        """Return a draft for these sides of the game as it was when this draft was begun."""
        return SeenDraft(self.truth.begun(), self.sides, self._things)

    # writing

    def write(self, id: int, piece: Piece, slot: int, value: Value) -> None:
        """Write a value into a slot of a piece in the true game."""
        self.truth.write(id, piece, slot, value)

    def carried_out(self, change: Change) -> tuple[Change, ...]:
        """Return the changes of the truth that correspond to a change of the seen position."""
        match change:
            case MakeHolder(id=id) | Make(piece=id):
                self._made.add(id)
            case HolderOrder(holder=id, pieces=pieces, mixed=mixed):
                if mixed:
                    self._first.update(dict.fromkeys(pieces, UNSEEN))
                return (replace(change, pieces=self._among_all(id, pieces)),)
            case DropHolder(id=id):
                held = self.truth.holder(id)
                return (change,) if held is not None and not held.pieces else ()
            case Drop(piece=id):
                return (*self._left_behind(id), change)
            case _:
                pass
        return (change,)

    def perform(self, change: Change) -> list[Change]:
        """Make one change of the truth; return the changes that undo it, in the order in which they must be made."""
        return self.truth.perform(change)

    def close(self) -> Game:
        """Return the true game in its present state."""
        return self.truth.close()

    def _among_all(self, holder: int, order: tuple[int, ...]) -> tuple[int, ...]:
        """Return a whole order of a holder's pieces from an order of some of them. The others stay where they are."""
        held, rest, ordered = self.truth.holder(holder), iter(order), frozenset(order)
        lying = held.pieces if held is not None else ()
        return tuple([next(rest) if id in ordered else id for id in lying])

    def _left_behind(self, piece: int) -> tuple[Change, ...]:
        """Return the changes that put unseen cargo of a removed piece onto the map."""
        found: list[Change] = []
        for id in self.truth.holds_of(piece):
            hold = self.truth.holder(id)
            if hold is None:
                continue
            if hold.pieces:
                stack, lies = self.truth.fresh_id(), self._beneath(piece)
                made = replace(
                    lies,
                    form="stack",
                    z=self.truth.fresh_z(),
                    pieces=(),
                    looks=hold.looks,
                    epoch=(),
                    name="",
                    carrier=0,
                )
                found += [*self._kept_from_others(piece, hold), MakeHolder(stack, made), Go(hold.pieces, stack, 0)]
            found.append(DropHolder(id))
        return tuple(found)

    def _kept_from_others(self, carrier: int, hold: Holder) -> list[Change]:
        """Return the changes that hide cargo from those who see no more than the back of its carrier."""
        blind = [side for side in range(len(self.before.sides)) if self.truth.level(carrier, side) < FACE]
        return [
            PieceSight(id, side, UNSEEN)
            for id in hold.pieces
            for side in blind
            if self.truth._the_piece(id).sight[side]
        ]

    def _beneath(self, piece: int) -> Holder:
        """Return the holder on the table in which a piece lies, directly or on the pieces that carry it."""
        lying = self.truth._the_holder(self.truth._the_piece(piece).at)
        while lying.carrier:
            lying = self.truth._the_holder(self.truth._the_piece(lying.carrier).at)
        return lying


def seen_draft(truth: Draft, sides: Collection[int], things: SeenThings | None = None) -> Draft:
    """Return a draft as these sides see it, or the truth itself if nothing is hidden from them.

    `things` is everything that they see, if that is known.
    """
    if not hides_from(truth.before, sides, truth.secret_sides):
        return truth
    is_theirs = things is not None and things.sides == frozenset(sides)
    return SeenDraft(truth, tuple(sides), things if is_theirs else None)


def hides_from(game: Game, sides: Collection[int], secretive: Collection[str] = ()) -> bool:
    """Return whether a game may hide pieces, or a holder's contents, from these sides together; without sides, from
    anybody.

    For several sides the answer is cautious: each may lack something that another of them sees.

    Pieces of the `secretive` sides count as hidden too, because only their own side knows some of their properties.
    """
    if len(set(sides)) == len(game.sides):
        return False
    if not set(secretive) <= names_of(game.sides, tuple(sides)):
        return True
    if not any(game.veiled):
        return False
    return not sides or all(game.veiled[side] for side in sides)
