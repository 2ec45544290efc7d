"""The patch from one position to another. It serves code that gets positions and keeps a record of steps."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from msgspec.structs import replace

from tabletop.game.change.patch import (
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
    PieceSight,
    Post,
    Proceed,
    Property,
    Raise,
    Recast,
    Set,
    Sit,
    Write,
)
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.state.game import Game
from tabletop.game.state.holder import UNOWNED, Holder
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.piece import Piece

T = TypeVar("T")

_AS_MADE: Final = ("form", "name", "carrier", "more")
"""The names of the fields of a holder that no change can alter. If one of them differs, the holder is made again."""


def patch_between(before: Game, after: Game) -> Patch:
    """Return the patch from one position of a game to another, without counters and epochs.

    Both have the same sides, maps and module. Kinds that are known stay known.
    """
    kinds = [Know(id, kind) for id, _, kind in _differing(before.kinds, after.kinds) if kind is not None]
    return (
        *kinds,
        *_Rearrangement(before, after).changes(),
        *(Write(id, note) for id, _, note in _differing(before.notes, after.notes)),
        *(Proceed(id, frame) for id, _, frame in _differing(before.frames, after.frames)),
        *(Believe(id, contact) for id, _, contact in _differing(before.contacts, after.contacts)),
        *(KeepOrder(id, order) for id, _, order in _differing(before.held, after.held)),
        *(Post(id, dispatch) for id, _, dispatch in _differing(before.dispatches, after.dispatches)),
        *((Grant(after.access),) if after.access != before.access else ()),
        *(Property(name, value) for name, value in _values(before.properties, after.properties)),
        *(Option(name, value) for name, value in _values(before.options, after.options)),
        *(Sit(name, seat) for name, seat in _values(before.seats, after.seats)),
    )


def touched_between(before: Game, after: Game) -> TouchedThings:
    """Return the things that differ between two positions of a game, or have another name for somebody."""
    pieces = ((id, was) for id, was, _ in _differing(before.pieces, after.pieces) if was is not None)
    renamed: list[Change] = [Set(id, 0, None) for id, was in pieces if _is_renamed(was, after.pieces.get(id))]
    holders = ((id, was) for id, was, _ in _differing(before.holders, after.holders) if was is not None)
    renamed += [HolderOwner(id, UNOWNED) for id, was in holders if _is_renamed(was, after.holders.get(id))]
    return TouchedThings(before, after, (*patch_between(before, after), *renamed))


def _is_renamed(was: Piece | Holder, now: Piece | Holder | None) -> bool:
    return now is not None and was.epoch != now.epoch


def _differing(old: PagedMap[T], new: PagedMap[T]) -> list[tuple[int, T | None, T | None]]:
    """Return the differences of two tables: the ids, with their old and new values, which are None if missing."""
    pairs = [(id, old.get(id), new.get(id)) for id in old.differing(new)]
    return [(id, was, now) for id, was, now in pairs if was != now]


def _values(old: Mapping[str, T], new: Mapping[str, T]) -> list[tuple[str, T | None]]:
    return [(name, new.get(name)) for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name)]


class _Rearrangement:
    """The pieces and holders of two positions, and the changes between them.

    Missing ones are removed from the inside outwards, and new ones are made from the outside inwards. Pieces that would
    be carried along are put aside in between.
    """

    def __init__(self, before: Game, after: Game) -> None:
        self._before, self._after = before, after
        self._pieces = {id: (was, now) for id, was, now in _differing(before.pieces, after.pieces)}
        self._holders = {id: (was, now) for id, was, now in _differing(before.holders, after.holders)}
        self._leaving = {id: was for id, (was, now) in self._holders.items() if was and _is_made_anew(was, now)}
        self._coming = {id: now for id, (was, now) in self._holders.items() if now and _is_made_anew(now, was)}
        self._order = {id: list(was.pieces) for id, (was, _) in self._holders.items() if was}
        self._aside = max(before.counters.next_id, after.counters.next_id)

    def changes(self) -> Iterator[Change]:
        """Yield the changes, in order."""
        aside = self._laid_aside()
        if aside:
            looks = self._before.open_looks
            yield MakeHolder(self._aside, Holder("stack", -1, 0, 0, "", 0, 0, (), looks, ()))
            yield Go(aside, self._aside, 0)
        yield from self._take_away()
        yield from self._make()
        yield from self._put(aside)
        if aside:
            yield DropHolder(self._aside)
        yield from self._restate()

    def _laid_aside(self) -> tuple[int, ...]:
        """Return the remaining pieces that cannot wait where they are: their holder is removed, or they go into a
        hold that another piece carries.
        """
        staying = (id for was in self._leaving.values() for id in was.pieces if id in self._after.pieces)
        found = dict.fromkeys(staying)
        for id, (was, now) in self._pieces.items():
            if was and now and was.at != now.at and self._after.holders[now.at].carrier:
                found[id] = None
        for id in found:
            self._order[self._before.pieces[id].at].remove(id)
        return tuple(found)

    def _take_away(self) -> Iterator[Change]:
        gone = {id: was for id, (was, now) in self._pieces.items() if was and now is None}
        for id, was in gone.items():
            self._order[was.at].remove(id)
        level = _Levels(self._before)
        away: list[tuple[int, Change]] = [(level.of_piece(id), Drop(id)) for id in gone]
        away += [(level.of_holder(id), DropHolder(id)) for id in self._leaving]
        yield from _sorted(away, outside_in=False)

    def _make(self) -> Iterator[Change]:
        level = _Levels(self._after)
        made: list[tuple[int, Change]] = []
        for id, holder in self._coming.items():
            self._order[id] = []
            made.append((level.of_holder(id), MakeHolder(id, replace(holder, pieces=(), epoch=()))))
        for id, (was, now) in self._pieces.items():
            if was is None and now is not None:
                self._order[now.at].insert(0, id)
                made.append((level.of_piece(id), Make(id, now.kind, now.at, 0, now.state, now.sight)))
        yield from _sorted(made, outside_in=True)

    def _put(self, aside: tuple[int, ...]) -> Iterator[Change]:
        """Yield the changes that put the remaining pieces in place, in outer holders first, and in each from the bottom
        up.
        """
        level = _Levels(self._after)
        for id in sorted(self._holders, key=lambda each: level.of_holder(each) if each in self._after.holders else 0):
            now = self._after.holders.get(id)
            if now is None:
                continue
            below = 0
            for piece in now.pieces:
                was = self._before.pieces.get(piece)
                if was is not None and (piece in aside or was.at != id):
                    if piece not in aside:
                        self._order[was.at].remove(piece)
                    order = self._order[id]
                    order.insert(order.index(below) + 1 if below in order else 0, piece)
                    yield Go((piece,), id, below)
                below = piece

    def _restate(self) -> Iterator[Change]:
        for id, (was, now) in self._pieces.items():
            if was is not None and now is not None:
                yield from _restated(id, was, now)
        for id, (old, holder) in self._holders.items():
            if holder is None:
                continue
            if tuple(self._order[id]) != holder.pieces:
                yield HolderOrder(id, holder.pieces, False)
            if old is not None and id not in self._coming:
                yield from _moved(id, old, holder)


def _is_made_anew(one: Holder, other: Holder | None) -> bool:
    return other is None or any(getattr(one, name) != getattr(other, name) for name in _AS_MADE)


def _sorted(changes: Iterable[tuple[int, Change]], *, outside_in: bool) -> list[Change]:
    key: Callable[[tuple[int, Change]], int] = lambda each: each[0] if outside_in else -each[0]  # noqa: E731
    return [change for _, change in sorted(changes, key=key)]


class _Levels:
    """A counter of the things that contain a piece or a holder of a position, one inside the other."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[int, int] = defaultdict(int)

    def of_holder(self, id: int) -> int:
        """Return the number of things that contain a holder."""
        carrier = self._game.holders[id].carrier
        return self.of_piece(carrier) + 1 if carrier else 0

    def of_piece(self, id: int) -> int:
        """Return the number of things that contain a piece."""
        if id not in self._known:
            self._known[id] = self.of_holder(self._game.pieces[id].at) + 1
        return self._known[id]


def _restated(id: int, was: Piece, now: Piece) -> Iterator[Change]:
    if was.kind != now.kind or len(was.state) != len(now.state):
        yield Recast(id, now.kind, now.state)
    else:
        both = enumerate(zip(was.state, now.state, strict=True))
        yield from (Set(id, slot, new) for slot, (old, new) in both if (old, type(old)) != (new, type(new)))
    levels = enumerate(zip(was.sight, now.sight, strict=True))
    yield from (PieceSight(id, side, new) for side, (old, new) in levels if old != new)


def _moved(id: int, was: Holder, now: Holder) -> Iterator[Change]:
    if (was.map, was.x, was.y, was.place) != (now.map, now.x, now.y, now.place):
        yield HolderPlace(id, now.map, now.x, now.y, now.place)
    if (was.layer, was.z) != (now.layer, now.z):
        yield Raise(id, now.layer, now.z)
    if was.owner != now.owner:
        yield HolderOwner(id, now.owner)
    levels = enumerate(zip(was.looks, now.looks, strict=True))
    yield from (HolderSight(id, side, new) for side, (old, new) in levels if old != new)
