"""`Game`: the whole position as one immutable value. It shares unchanged parts with the position before."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tabletop.game.beliefs.contact import Contact
from tabletop.game.side_cells import cell_name, side_of
from tabletop.game.state.frames import Frame
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.levels import compare_knowledge, knowledge
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import FACE, FACES, Value
from tabletop.game.table_access import OPEN_TABLE, TableAccess
from tabletop.game.umpire.dispatch import Dispatch
from tabletop.game.umpire.held_order import HeldOrder

SPOT_BUCKETS = 4096


class ModuleName(Struct, frozen=True):
    """The game module from which a game was set up: its id, its version, and the digest of its files."""

    id: str
    version: str
    digest: str


class Seat(Struct, frozen=True):
    """A person at the table: their sides (indices of `Game.sides`), and whether they are the umpire.

    The name of their `role` is left out of files if they have none.
    """

    sides: tuple[int, ...] = ()
    umpire: bool = False
    role: str | UnsetType = UNSET

    @property
    def role_name(self) -> str:
        """The name of their role; "" for none."""
        return "" if isinstance(self.role, UnsetType) else self.role

    @property
    def is_taken(self) -> bool:
        """True for players and umpires; others observe."""
        return bool(self.sides) or self.umpire


NoteKind: TypeAlias = Literal["public", "private", "sealed", "together"]


IN_SETUP: Final = "in-setup"
"""The scope of table properties that only the umpire reads.

There is one for each piece of no side in a secret set-up.
"""


class Note(Struct, frozen=True, omit_defaults=True):
    """A written note.

    Everybody reads a public note, and only its side reads a private one. Everybody knows of a sealed note, and reads it
    once it is opened. Notes of the kind "together" are sealed until each side has one of the same title; then they all
    open at once. A note that was sealed and is `opened` is public, and still belongs to its side.
    """

    kind: NoteKind
    side: int
    title: str
    text: str
    opened: bool = False


class Counters(Struct, frozen=True):
    """The numbers that only ever rise, even when steps are undone: the next id, the next place in the draw order, and
    the number of patches (`epoch`).
    """

    next_id: int = 1
    next_z: int = 1
    epoch: int = 0


class Game(Struct, frozen=True):
    """A position.

    Pieces, holders, kinds, notes, frames (procedures under way), contacts, held orders and dispatches share one
    series of ids.

    `properties` holds global properties by name. A name of a narrower scope is written `map:<map>:<name>`,
    `zone:<map>:<zone>:<name>` or `side:<side>:<name>`; only that side sees the last one. `sides` and `maps` are names;
    elsewhere their indices are used. The names by which sides know pieces are made from `secret`, which is empty in a
    projection.

    `spots` (the holders at points, by buckets), `named` (the holders by name) and `carried` (the holds that ride on a
    piece) are worked out from the holders and never stored. So is `veiled`: for each side, the number of pieces and
    holders that it does not see completely. In a projection it is zero. `known_more` is worked out too: for each side
    and each other one, in this order, the number of pieces of which the first knows more: it sees them, or knows that
    they are there, and the other is not sure to. A view does not keep it up to date. `access` holds the rights of the
    seats.
    """

    sides: tuple[str, ...]
    maps: tuple[str, ...]
    module: ModuleName
    scenario: str
    pieces: PagedMap[Piece]
    holders: PagedMap[Holder]
    kinds: PagedMap[Kind]
    notes: PagedMap[Note]
    frames: PagedMap[Frame]
    contacts: PagedMap[Contact]
    held: PagedMap[HeldOrder]
    dispatches: PagedMap[Dispatch]
    properties: Mapping[str, Value]
    options: Mapping[str, Value]
    seats: Mapping[str, Seat]
    counters: Counters
    secret: str
    spots: PagedMap[tuple[int, ...]]
    named: Mapping[str, int]
    carried: Mapping[int, tuple[int, ...]]
    veiled: tuple[int, ...]
    known_more: tuple[int, ...]
    access: TableAccess = OPEN_TABLE

    @property
    def open_sight(self) -> tuple[int, ...]:
        """The sight of a piece that everybody sees."""
        return (FACE,) * len(self.sides)

    @property
    def open_looks(self) -> tuple[int, ...]:
        """The looks of a holder that is open to everybody."""
        return (FACES,) * len(self.sides)

    def holder_of(self, piece: int) -> Holder:
        """Return the holder a piece lies in. Raises KeyError for an unknown piece."""
        return self.holders[self.pieces[piece].at]

    def lying(self, piece: int) -> Holder:
        """Return the holder of a piece with its position on the table. A piece that rides on another lies where that
        one lies.

        Raises KeyError for an unknown piece.
        """
        held = self.holder_of(piece)
        if not held.carrier:
            return held
        under = self.lying(held.carrier)
        x, y, layer = under.x + held.x, under.y + held.y, max(under.layer, held.layer)
        return replace(held, map=under.map, x=x, y=y, place=under.place, layer=layer, z=under.z)

    def kind_of(self, piece: int) -> Kind:
        """Return the kind of a piece. Raises KeyError for an unknown piece."""
        return self.kinds[self.pieces[piece].kind]

    def holders_at(self, map_index: int, x: int, y: int) -> tuple[int, ...]:
        """Return the ids of all holders on that map at exactly this point (map pixels), ascending."""
        found = self.spots.get(spot_bucket(map_index, x, y)) or ()
        return tuple(h for h in found if (at := self.holders[h]).map == map_index and at.x == x and at.y == y)


def spot_bucket(map_index: int, x: int, y: int) -> int:
    """Return the bucket of `Game.spots` for a point. It is the same on every machine and in every run."""
    return (map_index * 7919 + x * 131 + y * 8191) % SPOT_BUCKETS


def empty_game(
    sides: tuple[str, ...],
    maps: tuple[str, ...],
    module: ModuleName,
    scenario: str = "",
    secret: str = "",
) -> Game:
    """Return a table with nothing on it."""
    return Game(
        sides=sides,
        maps=maps,
        module=module,
        scenario=scenario,
        pieces=PagedMap(),
        holders=PagedMap(),
        kinds=PagedMap(),
        notes=PagedMap(),
        frames=PagedMap(),
        contacts=PagedMap(),
        held=PagedMap(),
        dispatches=PagedMap(),
        properties={},
        options={},
        seats={},
        counters=Counters(),
        secret=secret,
        spots=PagedMap(),
        named={},
        carried={},
        veiled=(0,) * len(sides),
        known_more=(0,) * len(sides) ** 2,
    )


def with_indexes(game: Game) -> Game:
    """Return the game with `spots`, `named`, `carried` and `veiled` worked out again, after it was read from a file."""
    buckets: dict[int, list[int]] = {}
    named: dict[str, int] = {}
    carried: dict[int, tuple[int, ...]] = {}
    for i, holder in game.holders.items():
        if holder.map >= 0:
            buckets.setdefault(spot_bucket(holder.map, holder.x, holder.y), []).append(i)
        if holder.name:
            named[holder.name] = i
        if holder.carrier:
            carried[holder.carrier] = (*carried.get(holder.carrier, ()), i)
    spots = PagedMap.of({bucket: tuple(ids) for bucket, ids in buckets.items()})
    veiled = veiled_after(
        (0,) * len(game.sides),
        ((None, piece) for piece in game.pieces.values()),
        ((None, holder) for holder in game.holders.values()),
    )
    return replace(game, spots=spots, named=named, carried=carried, veiled=veiled)


def with_known_more(game: Game) -> Game:
    """Return a consistent game with `known_more` worked out again, after it was read from a file."""
    sides = len(game.sides)
    found = [0] * sides**2
    piece_of, holder_of = game.pieces.__getitem__, game.holders.__getitem__
    for id, piece in game.pieces.items():
        holder = game.holders[piece.at]
        if piece.sight != game.open_sight or holder.looks != game.open_looks or holder.carrier:
            compare_knowledge(found, knowledge(piece_of, holder_of, id, sides), 1)
    return replace(game, known_more=tuple(found))


def with_cells(game: Game, cells: Mapping[str, Iterable[str]]) -> Game:
    """Return a game whose sides have these cells as well. At first, each cell knows as much as its side does.

    Raises ValueError for a side that the game does not have.
    """
    named = (cell_name(side, cell) for side, parts in cells.items() for cell in parts)
    new = tuple(name for name in named if name not in game.sides)
    if not new:
        return game
    old = tuple(game.sides.index(side_of(name)) for name in new)

    def known(levels: tuple[int, ...]) -> tuple[int, ...]:
        return (*levels, *(levels[side] for side in old))

    def epochs(each: tuple[int, ...]) -> tuple[int, ...]:
        return (*known(each[:-1]), each[-1])

    pieces = {id: replace(one, sight=known(one.sight), epoch=epochs(one.epoch)) for id, one in game.pieces.items()}
    holders = {id: replace(one, looks=known(one.looks), epoch=epochs(one.epoch)) for id, one in game.holders.items()}
    changed = replace(game, sides=(*game.sides, *new), pieces=PagedMap.of(pieces), holders=PagedMap.of(holders))
    return with_known_more(with_indexes(changed))


def veiled_after(
    veiled: tuple[int, ...],
    pieces: Iterable[tuple[Piece | None, Piece | None]],
    holders: Iterable[tuple[Holder | None, Holder | None]],
) -> tuple[int, ...]:
    """Return, for each side, the number of things that it does not see completely, after some things have replaced
    others.
    """
    levels = [(old.sight if old else (), new.sight if new else (), FACE) for old, new in pieces]
    levels += [(old.looks if old else (), new.looks if new else (), FACES) for old, new in holders]
    changed = [each for each in levels if each[0] != each[1]]
    if not changed:
        return veiled
    found = list(veiled)
    for old, new, whole in changed:
        for side, level in enumerate(old):
            found[side] -= level < whole
        for side, level in enumerate(new):
            found[side] += level < whole
    return tuple(found)


def with_holders(game: Game, changes: Mapping[int, Holder | None]) -> Game:
    """Return the game with these holders replaced, and its indexes updated. None removes a holder."""
    spots: dict[int, tuple[int, ...]] = {}
    named: dict[str, int] | None = None
    carried: dict[int, tuple[int, ...]] | None = None
    for i, new in changes.items():
        old = game.holders.get(i)
        is_same = old is not None and new is not None and _index_keys(old) == _index_keys(new)
        for holder, is_there in () if is_same else ((old, False), (new, True)):
            if holder is None:
                continue
            if holder.map >= 0:
                bucket = spot_bucket(holder.map, holder.x, holder.y)
                found = spots[bucket] if bucket in spots else game.spots.get(bucket)
                spots[bucket] = _entered(found, i, is_there=is_there)
            if holder.carrier:
                carried = dict(game.carried) if carried is None else carried
                carried[holder.carrier] = _entered(carried.get(holder.carrier), i, is_there=is_there)
            if holder.name:
                named = dict(game.named) if named is None else named
                if is_there:
                    named[holder.name] = i
                elif named.get(holder.name) == i:
                    del named[holder.name]
    return replace(
        game,
        holders=game.holders.update(changes),
        spots=game.spots.update({bucket: ids or None for bucket, ids in spots.items()}),
        named=game.named if named is None else named,
        carried=game.carried if carried is None else {piece: holds for piece, holds in carried.items() if holds},
    )


def _index_keys(holder: Holder) -> tuple[int, int, int, str, int]:
    """Return the parts of a holder under which the indexes have it."""
    return holder.map, holder.x, holder.y, holder.name, holder.carrier


def _entered(ids: tuple[int, ...] | None, id: int, *, is_there: bool) -> tuple[int, ...]:
    """Return ascending ids after one was added or removed."""
    if not ids:
        return (id,) if is_there else ()
    others = set(ids) - {id}
    return tuple(sorted(others | {id} if is_there else others))
