"""The eyes of an audience: what it sees of one position, piece by piece, in its own names.

Everything that a side is sent has come through here, and starts from nothing: what is not named is not shown.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from tabletop.game import levels
from tabletop.game.audience import Audience, name_of
from tabletop.game.game import Counters, Game, Note
from tabletop.game.holder import Holder
from tabletop.game.kind import Kind
from tabletop.game.kinds import compile_kind
from tabletop.game.piece import Piece
from tabletop.game.traits.looks import Art
from tabletop.game.traits.sight import Mask
from tabletop.game.values import FACE, FACES, UNSEEN, Value


class Eyes(Protocol):
    """One audience looking at one position. Each answer is None for what it does not see.

    `ids` gathers the true ids of what was seen, by name (none where names are ids), and `kinds` the kinds of the
    pieces among it. `counters` are those of the game, for whom they tell nothing new.
    """

    game: Game
    ids: dict[int, int]
    kinds: dict[int, Kind]
    counters: Counters | None

    def level(self, id: int) -> int:
        """How much it sees of a piece: UNSEEN, BACK or FACE."""
        ...

    def piece(self, id: int) -> tuple[int, Piece] | None:
        """A piece as it sees it, and its name."""
        ...

    def holder(self, id: int) -> tuple[int, Holder] | None:
        """A holder as it sees it, and its name.

        Furniture stands there for all to see, a hold rides on what is seen, a stack is what is known to lie in it.
        """
        ...

    def holder_name(self, id: int) -> int | None:
        """The name of a holder."""
        ...

    def note(self, id: int) -> tuple[int, Note] | None:
        """A note as it reads it, and its name."""
        ...

    def kind(self, id: int, /) -> tuple[int, Kind] | None:
        """A kind that it knows without having seen a piece of it, and its name."""
        ...

    def reads(self, name: str, /) -> bool:
        """Does it see the property of this name?"""
        ...


def eyes(game: Game, who: Audience) -> Eyes:
    """The eyes of an audience on a position."""
    return _AllEyes(game) if who.sees_all(game) else _SomeEyes(game, who)


class _AllEyes:
    """The umpire's: everything is what it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ids: dict[int, int] = {}
        self.kinds: dict[int, Kind] = {}
        self.counters: Counters | None = game.counters

    def level(self, id: int) -> int:
        return FACE if id in self.game.pieces else UNSEEN

    def piece(self, id: int) -> tuple[int, Piece] | None:
        piece = self.game.pieces.get(id)
        if piece is None:
            return None
        self.kinds[piece.kind] = self.game.kinds[piece.kind]
        return id, piece

    def holder(self, id: int) -> tuple[int, Holder] | None:
        holder = self.game.holders.get(id)
        return None if holder is None else (id, holder)

    def holder_name(self, id: int) -> int | None:
        return id if id in self.game.holders else None

    def note(self, id: int) -> tuple[int, Note] | None:
        note = self.game.notes.get(id)
        return None if note is None else (id, note)

    def kind(self, id: int) -> tuple[int, Kind] | None:
        kind = self.game.kinds.get(id)
        return None if kind is None else (id, kind)

    def reads(self, _name: str) -> bool:
        return True


class _Viewpoint(NamedTuple):
    """What an audience brings along to every position.

    Of what its `sides` see, it sees the most (onlookers the least): `together`. `epoch` is the audience's own.
    `open_sight` and `open_looks` are of what everybody sees. `same` has for each level the sight or the looks that say
    it for every side, and `no_epoch` says nothing.
    """

    sides: tuple[int, ...]
    side_names: frozenset[str]
    together: Callable[[list[int]], int]
    epoch: Callable[[tuple[int, ...]], int]
    open_sight: tuple[int, ...]
    open_looks: tuple[int, ...]
    same: tuple[tuple[int, ...], ...]
    no_epoch: tuple[int, ...]


@lru_cache(maxsize=256)
def _viewpoint(sides: tuple[str, ...], who: Audience) -> _Viewpoint:
    count = len(sides)
    same = tuple((level,) * count for level in range(FACES + 1))
    return _Viewpoint(
        sides=who.sides or tuple(range(count)),
        side_names=frozenset(sides[side] for side in who.sides),
        together=max if who.sides else min,
        epoch=itemgetter(*who.sides) if len(who.sides) == 1 else who.epoch,
        open_sight=same[FACE],
        open_looks=same[FACES],
        same=same,
        no_epoch=(0,) * (count + 1),
    )


class _SomeEyes:
    def __init__(self, game: Game, who: Audience) -> None:
        self.game = game
        self.ids: dict[int, int] = {}
        self.kinds: dict[int, Kind] = {}
        self.counters: Counters | None = None
        self._who = who
        self._from = _viewpoint(game.sides, who)
        self._piece_of = game.pieces.__getitem__
        self._holder_of = game.holders.__getitem__
        self._shapes: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}

    def level(self, id: int) -> int:
        piece = self._piece_of(id)
        return self._level(id, piece, self._holder_of(piece.at))

    def _level(self, id: int, piece: Piece, holder: Holder) -> int:
        seen = self._from
        if piece.sight == seen.open_sight and holder.looks == seen.open_looks and not holder.carrier:
            return FACE
        return seen.together([levels.level(self._piece_of, self._holder_of, id, side) for side in seen.sides])

    def piece(self, id: int) -> tuple[int, Piece] | None:
        piece = self.game.pieces.get(id)
        if piece is None:
            return None
        holder = self._holder_of(piece.at)
        level = self._level(id, piece, holder)
        if not level:
            return None
        name = self._piece_name(id, piece)
        self.ids[name] = id
        kind, withheld = self._shapes.get((piece.kind, level)) or self._shape(piece.kind, level)
        state: tuple[Value, ...] = piece.state if level == FACE else ()
        if withheld:
            state = tuple([None if slot in withheld else value for slot, value in enumerate(state)])
        at = self._holder_name(piece.at, holder)
        return name, Piece(kind, at, state, self._from.same[level], self._from.no_epoch)

    def holder(self, id: int) -> tuple[int, Holder] | None:
        holder = self.game.holders.get(id)
        if holder is None:
            return None
        carrier = holder.carrier
        if carrier and self.level(carrier) < FACE:
            return None
        seen = self._contents(holder)
        more = 0 if len(seen) == len(holder.pieces) else self._more(holder)
        if not carrier and not seen and not more and holder.form == "stack":
            return None
        name = self._holder_name(id, holder)
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
            looks=self._from.same[self._from.together([holder.looks[side] for side in self._from.sides])],
            epoch=self._from.no_epoch,
            name=holder.name,
            owner=holder.owner,
            carrier=self._piece_name(carrier, self._piece_of(carrier)) if carrier else 0,
            more=more,
        )

    def _contents(self, holder: Holder) -> tuple[int, ...]:
        """The names of the pieces in a holder that it sees."""
        secret, who, epoch, open_sight = self.game.secret, self._who, self._from.epoch, self._from.open_sight
        is_open = holder.looks == self._from.open_looks and not holder.carrier
        return tuple(
            [
                name_of(secret, who, "piece", id, epoch(piece.epoch))
                for id, piece in zip(holder.pieces, map(self._piece_of, holder.pieces), strict=True)
                if (is_open and piece.sight == open_sight) or self._level(id, piece, holder)
            ]
        )

    def holder_name(self, id: int) -> int | None:
        holder = self.game.holders.get(id)
        if holder is None:
            return None
        if holder.carrier:
            is_seen = self.level(holder.carrier) == FACE
        else:
            is_seen = holder.form != "stack" or any(map(self.level, holder.pieces)) or self._more(holder) > 0
        return self._holder_name(id, holder) if is_seen else None

    def note(self, id: int) -> tuple[int, Note] | None:
        note = self.game.notes.get(id)
        if note is None:
            return None
        is_mine = note.kind == "public" or note.side in self._who.sides
        if not is_mine and note.kind == "private":
            return None
        name = name_of(self.game.secret, self._who, "note", id, 0)
        self.ids[name] = id
        return name, note if is_mine else replace(note, text="")

    def kind(self, _id: int) -> tuple[int, Kind] | None:
        return None

    def reads(self, name: str) -> bool:
        scope, _, rest = name.partition(":")
        return scope != "side" or rest.partition(":")[0] in self._from.side_names

    def _more(self, holder: Holder) -> int:
        """How many further pieces lie in a holder, for all that this audience knows."""
        known = any if self._who.sides else all
        return sum(
            not self.level(id) and known(self._counts(holder, id, side) for side in self._from.sides)
            for id in holder.pieces
        )

    def _counts(self, holder: Holder, id: int, side: int) -> bool:
        carrier = holder.carrier
        if carrier and levels.level(self._piece_of, self._holder_of, carrier, side) < FACE:
            return False
        return levels.counts(self._piece_of(id), holder, side)

    def _piece_name(self, id: int, piece: Piece) -> int:
        return name_of(self.game.secret, self._who, "piece", id, self._from.epoch(piece.epoch))

    def _holder_name(self, id: int, holder: Holder) -> int:
        return name_of(self.game.secret, self._who, "holder", id, self._from.epoch(holder.epoch))

    def _shape(self, id: int, level: int) -> tuple[int, tuple[int, ...]]:
        """The name of what a piece of a kind is seen as, and which slots of its state the kind withholds."""
        secret, kind = self.game.secret, self.game.kinds[id]
        withheld: tuple[int, ...] = ()
        if level == FACE:
            name = name_of(secret, self._who, "kind", id, 0)
            withheld = compile_kind(kind).withheld(self._from.side_names)
        else:
            kind = back_of(kind)
            name = name_of(secret, self._who, "back", msgspec.json.encode(kind).decode(), 0)
        self.kinds[name] = kind
        found = self._shapes[id, level] = (name, withheld)
        return found


def back_of(kind: Kind) -> Kind:
    """The kind as which a concealed piece is seen: whose it is, how large, and the back of its mask if it has one."""
    masks = [trait for trait in kind.traits if isinstance(trait, Mask)]
    if not masks:
        return Kind(f"back:{kind.side}", "?", kind.side, (), kind.width, kind.height)
    mask = masks[-1]
    art = (Art(mask.back),) if mask.back is not None else ()
    return Kind(f"back:{kind.side}", mask.back_name, kind.side, art, kind.width, kind.height)
