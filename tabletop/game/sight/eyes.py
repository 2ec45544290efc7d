"""`Eyes`: the view that an audience has of one position, piece by piece, in its own names.

Everything that is sent to a side passes through here. A view starts empty, and only things that are added explicitly
are shown.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from operator import itemgetter
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from tabletop.game.beliefs.contact import Contact
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.side_cells import names_of
from tabletop.game.sight.audience import Audience, Thing, name_of
from tabletop.game.sight.backs import back_of
from tabletop.game.state import levels
from tabletop.game.state.frames import Frame, as_seen, is_known, renamed_frame
from tabletop.game.state.game import IN_SETUP, Counters, Game, Note
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import OF_MAPS
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import FACE, FACES, NOBODY, SHUT, UNSEEN, Value
from tabletop.game.umpire.dispatch import Dispatch
from tabletop.game.umpire.held_order import HeldOrder


class Eyes(Protocol):
    """The view that one audience has of one position. Each answer is None for a thing that it does not see.

    `ids` gathers the true ids of the things that are seen, by name. It stays empty if names are ids. `kinds` gathers
    the kinds of the pieces seen so far. `counters` are those of the game, for an audience that may know them.
    """

    game: Game
    ids: dict[int, int]
    kinds: dict[int, Kind]
    counters: Counters | None

    def onward(self, game: Game, touched: Iterable[int]) -> "Eyes":
        """Return the same audience's view of the next position. Only these pieces can look different there."""
        ...

    def level(self, id: int) -> int:
        """Return how much the audience sees of a piece: UNSEEN, BACK or FACE."""
        ...

    def piece(self, id: int) -> tuple[int, Piece] | None:
        """Return a piece as the audience sees it, and its name; None if the audience does not see the piece."""
        ...

    def piece_name(self, id: int) -> tuple[int, int] | None:
        """Return the name of a piece, and how much the audience sees of it; None if it does not see the piece."""
        ...

    def restated(self, id: int, old: tuple[Value, ...]) -> tuple[int, Piece] | None:
        """Return a piece of which only the state has changed; None if it looks the same in both states."""
        ...

    def holder(self, id: int) -> tuple[int, Holder] | None:
        """Return a holder as the audience sees it, and its name; None if the audience does not see the holder.

        Everybody sees decks, hands and boxes. A hold is seen with the face of its carrier. A stack, or a hold that was
        made for cargo, is seen if something is known to lie in it.
        """
        ...

    def holder_name(self, id: int) -> int | None:
        """Return the name of a holder; None if the audience does not see the holder."""
        ...

    def look(self, id: int) -> int:
        """Return the level at which the audience sees into a holder, from SHUT to FACES."""
        ...

    def note(self, id: int) -> tuple[int, Note] | None:
        """Return a note as the audience reads it, and its name; None if the audience does not know of the note."""
        ...

    def frame(self, id: int) -> tuple[int, Frame] | None:
        """Return a procedure under way, as far as the audience knows of it, and its name; None if it knows nothing."""
        ...

    def contact(self, id: int) -> tuple[int, Contact] | None:
        """Return a contact, and its name; None if no side of the audience holds the contact."""
        ...

    def held(self, id: int) -> tuple[int, HeldOrder] | None:
        """Return a waiting order, as far as the audience knows of it, and its name; None if it knows nothing."""
        ...

    def dispatch(self, id: int) -> tuple[int, Dispatch] | None:
        """Return a dispatch, as far as the audience knows of it, and its name; None if it knows nothing.

        The author of a dispatch knows that it was written, and its readers know that it has arrived.
        """
        ...

    def kind(self, id: int, /) -> tuple[int, Kind] | None:
        """Return a kind that the audience knows without having seen a piece of it, and its name; else None."""
        ...

    def reads(self, name: str, /) -> bool:
        """Return whether the audience sees the property of this name."""
        ...


def eyes(game: Game, who: Audience) -> Eyes:
    """Return the view that an audience has of a position."""
    return _AllEyes(game) if who.sees_all(game) else _SomeEyes(game, _viewpoint(game.sides, game.secret, who))


def sees_faces(game: Game, who: Audience, holder: int) -> bool:
    """Return whether an audience looks into a holder and sees the faces of all pieces that it knows to lie there."""
    if who.sees_all(game):
        return True
    looking = eyes(game, who)
    seen = looking.holder(holder)
    if seen is None or seen[1].more or min(seen[1].looks) < FACES:
        return False
    return all(looking.level(id) in (UNSEEN, FACE) for id in game.holders[holder].pieces)


class _AllEyes:
    """The umpire's view of a position, in which everything is as it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ids: dict[int, int] = {}
        self.kinds: dict[int, Kind] = {}
        self.counters: Counters | None = game.counters

    def onward(self, game: Game, _touched: Iterable[int], /) -> "_AllEyes":
        return _AllEyes(game)

    def level(self, id: int) -> int:
        return FACE if id in self.game.pieces else UNSEEN

    def piece(self, id: int) -> tuple[int, Piece] | None:
        piece = self.game.pieces.get(id)
        if piece is None:
            return None
        self.kinds[piece.kind] = self.game.kinds[piece.kind]
        return id, piece

    def piece_name(self, id: int) -> tuple[int, int] | None:
        return (id, FACE) if id in self.game.pieces else None

    def restated(self, id: int, old: tuple[Value, ...]) -> tuple[int, Piece] | None:
        return None if self.game.pieces[id].state == old else self.piece(id)

    def holder(self, id: int) -> tuple[int, Holder] | None:
        holder = self.game.holders.get(id)
        return None if holder is None else (id, holder)

    def holder_name(self, id: int) -> int | None:
        return id if id in self.game.holders else None

    def look(self, id: int) -> int:
        return FACES if id in self.game.holders else SHUT

    def note(self, id: int) -> tuple[int, Note] | None:
        note = self.game.notes.get(id)
        return None if note is None else (id, note)

    def frame(self, id: int) -> tuple[int, Frame] | None:
        frame = self.game.frames.get(id)
        return None if frame is None else (id, frame)

    def contact(self, id: int) -> tuple[int, Contact] | None:
        contact = self.game.contacts.get(id)
        return None if contact is None else (id, contact)

    def held(self, id: int) -> tuple[int, HeldOrder] | None:
        order = self.game.held.get(id)
        return None if order is None else (id, order)

    def dispatch(self, id: int) -> tuple[int, Dispatch] | None:
        dispatch = self.game.dispatches.get(id)
        return None if dispatch is None else (id, dispatch)

    def kind(self, id: int) -> tuple[int, Kind] | None:
        kind = self.game.kinds.get(id)
        return None if kind is None else (id, kind)

    def reads(self, _name: str) -> bool:
        return True


class _Viewpoint(NamedTuple):
    """The facts about an audience that hold for every position.

    `played` are its sides, and `sides` the same, or all sides for onlookers. `together` takes the most that these sides
    see; for onlookers, the least that any side sees. `name` gives the audience's name for a thing from the id and an
    epoch, and `epoch` picks its own epoch. `open_sight` and `open_looks` are those of things that everybody sees.
    `same` has, for each level, the sight or looks with that level for every side. `no_epoch` is an epoch that reveals
    nothing.
    """

    played: tuple[int, ...]
    sides: tuple[int, ...]
    side_names: frozenset[str]
    shut: frozenset[str]
    together: Callable[[list[int]], int]
    name: Callable[[Thing, int | str, int], int]
    epoch: Callable[[tuple[int, ...]], int]
    open_sight: tuple[int, ...]
    open_looks: tuple[int, ...]
    same: tuple[tuple[int, ...], ...]
    no_epoch: tuple[int, ...]


@lru_cache(maxsize=256)
def _viewpoint(sides: tuple[str, ...], secret: str, who: Audience) -> _Viewpoint:
    count = len(sides)
    same = tuple((level,) * count for level in range(FACES + 1))
    return _Viewpoint(
        played=who.sides,
        sides=who.sides or tuple(range(count)),
        side_names=names_of(sides, who.sides),
        shut=who.shut,
        together=max if who.sides else min,
        name=partial(name_of, secret, who),
        epoch=itemgetter(*who.sides) if len(who.sides) == 1 else who.epoch,
        open_sight=same[FACE],
        open_looks=same[FACES],
        same=same,
        no_epoch=(0,) * (count + 1),
    )


class _SomeEyes:
    def __init__(self, game: Game, viewpoint: _Viewpoint) -> None:
        self.game = game
        self.ids: dict[int, int] = {}
        self.kinds: dict[int, Kind] = {}
        self.counters: Counters | None = None
        self._from = viewpoint
        self._name = viewpoint.name
        self._epoch = viewpoint.epoch
        self._piece_of = game.pieces.__getitem__
        self._holder_of = game.holders.__getitem__
        self._shapes: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        self._pieces: dict[int, int] = {}

    def onward(self, game: Game, touched: Iterable[int]) -> "_SomeEyes":
        now = _SomeEyes(game, self._from)
        if game.kinds is self.game.kinds:
            now.kinds, now._shapes = self.kinds, self._shapes
        now._pieces, self._pieces = self._pieces, {}
        for id in touched:
            now._pieces.pop(id, None)
        return now

    def level(self, id: int) -> int:
        piece = self._piece_of(id)
        return self._level(id, piece, self._holder_of(piece.at))

    def _level(self, id: int, piece: Piece, holder: Holder) -> int:
        seen = self._from
        if piece.sight == seen.open_sight and holder.looks == seen.open_looks and not holder.carrier:
            return FACE
        return seen.together(
            [levels.level_in(self._piece_of, self._holder_of, id, piece, holder, side) for side in seen.sides]
        )

    def piece(self, id: int) -> tuple[int, Piece] | None:
        piece = self.game.pieces.get(id)
        if piece is None:
            return None
        holder = self._holder_of(piece.at)
        level = self._level(id, piece, holder)
        if not level:
            return None
        name = self._pieces[id] = self._name("piece", id, self._epoch(piece.epoch))
        self.ids[name] = id
        kind, withheld = self._shapes.get((piece.kind, level)) or self._shape(piece.kind, level)
        state = _without(withheld, piece.state) if level == FACE else ()
        at = self._name("holder", piece.at, self._epoch(holder.epoch))
        return name, Piece(kind, at, state, self._from.same[level], self._from.no_epoch)

    def piece_name(self, id: int) -> tuple[int, int] | None:
        piece = self.game.pieces.get(id)
        level = self._level(id, piece, self._holder_of(piece.at)) if piece is not None else UNSEEN
        return (self._name_of(id), level) if level else None

    def restated(self, id: int, old: tuple[Value, ...]) -> tuple[int, Piece] | None:
        found = self.piece(id)
        if found is None or found[1].sight != self._from.open_sight:
            return None
        _, withheld = self._shapes[self._piece_of(id).kind, FACE]
        return None if found[1].state == _without(withheld, old) else found

    def holder(self, id: int) -> tuple[int, Holder] | None:
        holder = self.game.holders.get(id)
        if holder is None:
            return None
        carrier = holder.carrier
        if carrier and self.level(carrier) < FACE:
            return None
        seen = self._contents(holder)
        more = holder.more + (0 if len(seen) == len(holder.pieces) else self._more(holder))
        if not seen and not more and self._is_made_for_pieces(holder):
            return None
        name = self._name("holder", id, self._epoch(holder.epoch))
        self.ids[name] = id
        return name, Holder(
            form=holder.form,
            map=holder.map,
            x=holder.x,
            y=holder.y,
            place=holder.place,
            layer=holder.layer,
            z=0,
            pieces=seen,
            looks=self._looks(holder),
            epoch=self._from.no_epoch,
            name=holder.name,
            owner=holder.owner,
            carrier=self._name_of(carrier) if carrier else 0,
            more=more,
        )

    def _is_made_for_pieces(self, holder: Holder) -> bool:
        """Return whether a holder exists only for its contents: a stack, or a hold that is not part of a kind."""
        if not holder.carrier:
            return holder.form == "stack"
        return not self.game.kinds[self._piece_of(holder.carrier).kind].has_holds

    def _contents(self, holder: Holder) -> tuple[int, ...]:
        """Return the names of the pieces in a holder that the audience sees."""
        names = [*map(self._pieces.get, holder.pieces)]
        if None in names:
            names = [*map(self._name_of, holder.pieces)]
        return tuple(filter(None, names))

    def _name_of(self, id: int) -> int:
        """Return the name of a piece, made once; NOBODY if the audience does not see it."""
        name = self._pieces.get(id)
        if name is None:
            is_seen = self.level(id)
            name = self._name("piece", id, self._epoch(self._piece_of(id).epoch)) if is_seen else NOBODY
            self._pieces[id] = name
        return name

    def _looks(self, holder: Holder) -> tuple[int, ...]:
        """Return, for every side, the level at which it sees a holder's contents, as far as this audience may know
        that.
        """
        seen = self._from
        if holder.looks == seen.open_looks:
            return seen.open_looks
        return seen.same[seen.together([holder.looks[side] for side in seen.sides])]

    def holder_name(self, id: int) -> int | None:
        holder = self.game.holders.get(id)
        if holder is None:
            return None
        is_seen = not holder.carrier or self.level(holder.carrier) == FACE
        if is_seen and self._is_made_for_pieces(holder):
            is_seen = any(map(self._name_of, holder.pieces)) or self._more(holder) > 0
        return self._name("holder", id, self._epoch(holder.epoch)) if is_seen else None

    def look(self, id: int) -> int:
        holder = self.game.holders.get(id)
        return SHUT if holder is None else self._looks(holder)[0]

    def note(self, id: int) -> tuple[int, Note] | None:
        note = self.game.notes.get(id)
        if note is None:
            return None
        is_mine = note.kind == "public" or note.side in self._from.played
        if not is_mine and note.kind == "private":
            return None
        name = self._name("note", id, 0)
        self.ids[name] = id
        return name, note if is_mine else replace(note, text="")

    def frame(self, id: int) -> tuple[int, Frame] | None:
        frame = self.game.frames.get(id)
        name = self._called("frame", id)
        if frame is None or name is None:
            return None
        self.ids[name] = id
        seen = as_seen(frame, self._from.side_names)
        if seen.touched:  # a changed piece is not reported to those who see only its back
            pieces = self.game.pieces
            seen = replace(seen, touched=tuple(id for id in seen.touched if id in pieces and self.level(id) == FACE))
        return name, renamed_frame(seen, self._called)

    def contact(self, id: int) -> tuple[int, Contact] | None:
        contact = self.game.contacts.get(id)
        if contact is None or contact.late or contact.side not in self._from.played:
            return None
        name = self._name("contact", id, 0)
        self.ids[name] = id
        if not contact.of and not contact.answers:
            return name, contact
        return name, replace(contact, of=(), answers=self._answered(contact.answers))

    def held(self, id: int) -> tuple[int, HeldOrder] | None:
        order = self.game.held.get(id)
        if order is None or not order.is_known_to(self._from.played):
            return None
        name = self._name("order", id, 0)
        self.ids[name] = id
        return name, HeldOrder(order.seat, order.sides, order.kind, time=order.time, about=order.about)

    def dispatch(self, id: int) -> tuple[int, Dispatch] | None:
        dispatch = self.game.dispatches.get(id)
        seen = dispatch.as_seen(self._from.played) if dispatch is not None else None
        if seen is None:
            return None
        name = self._name("dispatch", id, 0)
        self.ids[name] = id
        return name, replace(seen, answers=self._answered(seen.answers)) if seen.answers else seen

    def _answered(self, id: int) -> int:
        """Return the name of the dispatch that a dispatch or a contact answers; NOBODY if the audience does not know
        it.
        """
        other = self.game.dispatches.get(id)
        is_known = other is not None and other.as_seen(self._from.played) is not None
        return self._name("dispatch", id, 0) if is_known else NOBODY

    def _called(self, thing: Thing, id: int) -> int | None:
        """Return the name of something that the audience sees; None if it does not see it."""
        if thing == "holder":
            return self.holder_name(id)
        if thing == "frame":
            frame = self.game.frames.get(id)
            is_there = frame is not None and is_known(frame, self._from.side_names)
            return self._name(thing, id, 0) if is_there else None
        return (self._name_of(id) or None) if id in self.game.pieces else None

    def kind(self, _id: int) -> tuple[int, Kind] | None:
        return None

    def reads(self, name: str) -> bool:
        scope, _, rest = name.partition(":")
        of = rest.partition(":")[0]
        if scope == "side":
            return of in self._from.side_names
        if scope == IN_SETUP:
            return False
        return scope not in OF_MAPS or of not in self._from.shut

    def _more(self, holder: Holder) -> int:
        """Return the number of further pieces in a holder, as far as this audience knows."""
        together = any if self._from.played else all
        return sum(
            not self._name_of(id)
            and together(levels.known(self._piece_of, self._holder_of, id, side) for side in self._from.sides)
            for id in holder.pieces
        )

    def _shape(self, id: int, level: int) -> tuple[int, tuple[int, ...]]:
        """Return the name of the kind that pieces of a kind have for the audience at a level of sight, and the slots of
        their state that are hidden from it.
        """
        kind = self.game.kinds[id]
        withheld: tuple[int, ...] = ()
        if level == FACE:
            name = self._name("kind", id, 0)
            withheld = compile_kind(kind).withheld(self._from.side_names)
        else:
            kind = back_of(kind)
            name = self._name("back", msgspec.json.encode(kind).decode(), 0)
        self.kinds[name] = kind
        found = self._shapes[id, level] = (name, withheld)
        return found


def _without(withheld: tuple[int, ...], state: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return a state without the values of these slots."""
    if not withheld:
        return state
    return tuple([None if slot in withheld else value for slot, value in enumerate(state)])
