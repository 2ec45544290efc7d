"""A game that was begun with another version of its module, moved along to the one that is here, as a patch.

Kinds are found again by their keys, or else by name and side, and places by their names; never by position. What a game
holds of kinds and places that the module no longer has stays as it is.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from tabletop.game.game import Game
from tabletop.game.kind import Kind
from tabletop.game.kinds import CompiledKind, compile_kind
from tabletop.game.patch import Adopt, Change, Know, Option, Patch, Place, Recast
from tabletop.game.traits import Trait
from tabletop.game.traits.looks import Facing, Layer
from tabletop.game.values import Value
from tabletop.module.module import Module


class MoveAlongError(ValueError):
    """A game cannot be moved along to a module; the text is one sentence."""


def moved_along(game: Game, module: Module) -> Patch:
    """What moves a game along to a module; nothing where it would find all on the table as it is.

    Pieces keep their states, as far as their kinds still have what these are of. What stands in a place whose outline
    has moved moves with it. Raises `MoveAlongError` where the module has other sides.
    """
    if game.sides != module.sides:
        raise MoveAlongError(
            f"{module.about.title} {module.about.version} is played by {', '.join(module.sides)}, and this game by"
            f" {', '.join(game.sides)}: it cannot be moved along."
        )
    maps = (*game.maps, *(name for name in module.components.maps if name not in game.maps))
    changes = (*_kinds(game, module), *_places(game, module), *_options(game, module))
    return (*changes, Adopt(module.name, maps)) if changes or maps != game.maps else ()


# --- kinds ---------------------------------------------------------------------------------------------------------


def _kinds(game: Game, module: Module) -> Iterator[Change]:
    """Pieces become what the module now says of their kinds."""
    known = {msgspec.msgpack.encode(kind): id for id, kind in game.kinds.items()}
    fresh = game.counters.next_id
    becomes: dict[int, tuple[int, _Carry]] = {}
    for id in sorted({piece.kind for piece in game.pieces.values()}):
        old = game.kinds[id]
        new = _found_again(old, module)
        if new is None or new == old or not _holds_alike(compile_kind(old), compile_kind(new)):
            continue
        content = msgspec.msgpack.encode(new)
        if content not in known:
            known[content] = fresh
            yield Know(fresh, new)
            fresh += 1
        becomes[id] = known[content], _Carry(old, new)
    for id, piece in game.pieces.items():
        if piece.kind in becomes:
            kind, carry = becomes[piece.kind]
            yield Recast(id, kind, carry.over(piece.state))


def _found_again(old: Kind, module: Module) -> Kind | None:
    """The kind of the module that is meant by an older definition."""
    kinds = module.components.kinds
    if old.key in kinds:
        return kinds[old.key]
    namesakes = [kind for kind in kinds.values() if (kind.name, kind.side) == (old.name, old.side)]
    return namesakes[0] if len(namesakes) == 1 else None


def _holds_alike(old: CompiledKind, new: CompiledKind) -> bool:
    """Whether what lies on a piece finds its place on the new one too."""
    return [hold.name for hold in old.holds] == [hold.name for hold in new.holds]


class _Carry:
    """Carries the state of pieces over to another kind: what traits keep that both have; else it is as in the box."""

    def __init__(self, old: Kind, new: Kind) -> None:
        there = {kept.name: kept for kept in _kept(old)}
        pairs = [(there[kept.name], kept) for kept in _kept(new) if kept.name in there]
        self._first = compile_kind(new).slots
        self._pairs = [(was.slots, now.slots) for was, now in pairs if _fits(was, now)]

    def over(self, state: tuple[Value, ...]) -> tuple[Value, ...]:
        """The state of a piece of the new kind."""
        result = list(self._first)
        for was, now in self._pairs:
            result[now.start : now.stop] = state[was.start : was.stop]
        return tuple(result)


class _Kept(Struct, frozen=True):
    """A trait that keeps something, by its sort, its name and its number among its likes, and where it is kept."""

    name: tuple[type[Trait], str, int]
    trait: Trait
    slots: range


def _kept(kind: Kind) -> Iterator[_Kept]:
    start, seen = 0, Counter[tuple[type[Trait], str]]()
    for count, trait in enumerate(kind.traits, 1):
        stop = len(compile_kind(Kind(kind.key, kind.name, kind.side, kind.traits[:count])).slots)
        sort, name = type(trait), str(getattr(trait, "name", ""))
        seen[sort, name] += 1
        if stop > start:
            yield _Kept((sort, name, seen[sort, name]), trait, range(start, stop))
        start = stop


def _fits(old: _Kept, new: _Kept) -> bool:
    """Whether the new trait can be in whatever state the old one is."""
    match old.trait, new.trait:
        case Layer(levels=was), Layer(levels=now):
            return len(was) <= len(now)
        case Facing(ways=before), Facing(ways=after):
            return before == after
    return len(old.slots) == len(new.slots)


# --- places and options --------------------------------------------------------------------------------------------


def _places(game: Game, module: Module) -> Iterator[Change]:
    """What lies in a place lies in the place of that name, wherever that is now."""
    for id, holder in game.holders.items():
        board = module.components.maps.get(game.maps[holder.map]) if holder.map >= 0 and holder.place else None
        if board is None or holder.carrier:
            continue
        here = board.place_at(holder.x, holder.y)
        there = board.find(holder.place)
        spot = board.spot_of(there) if there and there != here else None
        if spot is not None:
            yield Place(id, holder.map, spot.x, spot.y, spot.place)
        elif here != holder.place:
            yield Place(id, holder.map, holder.x, holder.y, here)


def _options(game: Game, module: Module) -> Iterator[Change]:
    """Options that the module has got since are in force as they usually are."""
    for option in module.about.options:
        if option.id not in game.options:
            yield Option(option.id, option.usual)
