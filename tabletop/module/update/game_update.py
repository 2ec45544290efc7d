"""The update of a game to another version of its module, as a patch.

Kinds are found again by their keys, or else by name and side. Places are found by their names, never by position. If
the module no longer has a kind or a place, its pieces and stacks stay unchanged and are listed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from tabletop.board.map import Map
from tabletop.game.change.patch import (
    Adopt,
    Change,
    HolderPlace,
    Know,
    Make,
    MakeHolder,
    Option,
    Patch,
    Property,
    Recast,
)
from tabletop.game.kinds.compiled_kinds import CompiledKind, compile_kind
from tabletop.game.side_cells import whole_sides
from tabletop.game.state.game import Game
from tabletop.game.state.holder import TABLE, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.game.traits import Trait
from tabletop.game.traits.appearance_traits import Facing, Layer
from tabletop.module.contents.laid_boards import as_laid
from tabletop.module.module import Module
from tabletop.module.setup import NOWHERE
from tabletop.texts import listed, text

_MOST_NAMED: Final = 6


class MoveAlongError(ValueError):
    """The error of a game that cannot be updated to a module; the text is one sentence."""


class LeftBehind(Struct, frozen=True):
    """The things of a game that a module does not know, and which stay unchanged: their names.

    `kinds` have the number of their counters, and `places` the number of stacks and decks there.
    """

    kinds: tuple[tuple[str, int], ...] = ()
    places: tuple[tuple[str, int], ...] = ()
    maps: tuple[str, ...] = ()

    def told(self) -> str:
        """Return the report in sentences; "" if the module knows everything."""
        sentences = (
            ("counters-left-behind", self.kinds),
            ("places-left-behind", self.places),
            ("maps-left-behind", tuple((name, 1) for name in self.maps)),
        )
        return " ".join(text(key, names=_named(found)) for key, found in sentences if found)


def _named(found: Sequence[tuple[str, int]]) -> str:
    names = [name if count == 1 else f"{name} ({count})" for name, count in found[:_MOST_NAMED]]
    if len(found) > _MOST_NAMED:
        return text("names-and-more", names=", ".join(names), count=len(found) - _MOST_NAMED)
    return listed(names)


def moved_along(game: Game, module: Module) -> Patch:
    """Return the changes that update a game to a module; none if nothing would change.

    Pieces keep the states of traits that their kinds still have. Stacks in a place whose outline has moved move with
    it, unless the map keeps pixels (`Map.anchored`). Raises `MoveAlongError` if the module has other sides.
    """
    if whole_sides(game.sides) != module.sides:
        raise MoveAlongError(
            text(
                "other-sides",
                module=f"{module.about.title} {module.about.version}",
                theirs=listed(module.sides),
                ours=listed(whole_sides(game.sides)),
            )
        )
    module = as_laid(module, game.properties)
    maps = (*game.maps, *(name for name in module.components.maps if name not in game.maps))
    changes = (*_kinds(game, module), *_places(game, module), *_options(game, module), *_properties(game, module))
    return (*changes, Adopt(module.name, maps)) if changes or maps != game.maps else ()


def brought_along(game: Game, module: Module) -> Patch:
    """Return the changes of `moved_along`; if there are none, the change that names the module as the game's own."""
    return moved_along(game, module) or (Adopt(module.name, game.maps),)


def left_behind(game: Game, module: Module) -> LeftBehind:
    """Return the things that the module does not know."""
    module = as_laid(module, game.properties)
    gone = {id for id, kind in game.kinds.items() if becomes(kind, module) is None}
    kinds, places = Counter[str](), Counter[str]()
    for piece in game.pieces.values():
        if piece.kind in gone and game.holders[piece.at].name != TABLE:
            kinds[game.kinds[piece.kind].name] += 1
    used = dict.fromkeys(game.maps[holder.map] for holder in game.holders.values() if holder.map >= 0)
    maps = tuple(name for name in used if name not in module.components.maps)
    for holder in game.holders.values():
        name = game.maps[holder.map] if holder.map >= 0 else ""
        board = module.components.maps.get(name)
        if board is None or holder.carrier or _is_its_own_place(holder, board):
            continue
        if holder.place and not board.find(holder.place):
            places[holder.place] += 1
    return LeftBehind(tuple(sorted(kinds.items())), tuple(sorted(places.items())), maps)


# --- kinds ---------------------------------------------------------------------------------------------------------


def _kinds(game: Game, module: Module) -> Iterator[Change]:
    """Yield changes that give pieces the module's present definition of their kinds, and that make the piece of the
    table if it is missing.
    """
    known = {msgspec.msgpack.encode(kind): id for id, kind in game.kinds.items()}
    fresh = game.counters.next_id
    table = module.components.table
    if table is not None and TABLE not in game.named:
        yield Know(fresh, table)
        yield MakeHolder(fresh + 1, _at_the_table(game))
        yield Make(fresh + 2, fresh, fresh + 1, 0, compile_kind(table).slots, game.open_sight)
        known[msgspec.msgpack.encode(table)] = fresh
        fresh += 3
    recast: dict[int, tuple[int, _Carry]] = {}
    for id in sorted({piece.kind for piece in game.pieces.values()}):
        old = game.kinds[id]
        new = becomes(old, module)
        if new is None or new == old:
            continue
        content = msgspec.msgpack.encode(new)
        if content not in known:
            known[content] = fresh
            yield Know(fresh, new)
            fresh += 1
        recast[id] = known[content], _Carry(old, new)
    for id, piece in game.pieces.items():
        if piece.kind in recast:
            kind, carry = recast[piece.kind]
            yield Recast(id, kind, carry.over(piece.state))


def _at_the_table(game: Game) -> Holder:
    """Return the holder of the piece that stands for the table."""
    return Holder("box", NOWHERE, 0, 0, "", 0, game.counters.next_z, (), game.open_looks, (), TABLE)


def becomes(old: Kind, module: Module) -> Kind | None:
    """Return the kind that pieces of a kind become in a module; None if there is none, or if it does not have the same
    holds for the cargo of such a piece.
    """
    new = _found_again(old, module)
    return new if new is not None and _holds_alike(compile_kind(old), compile_kind(new)) else None


def _found_again(old: Kind, module: Module) -> Kind | None:
    """Return the module's kind that corresponds to an older definition; None if there is none."""
    kinds, table = module.components.kinds, module.components.table
    if table is not None and old.key == table.key and old.key not in kinds:
        return table
    if old.key in kinds:
        return kinds[old.key]
    namesakes = [kind for kind in kinds.values() if (kind.name, kind.side) == (old.name, old.side)]
    return namesakes[0] if len(namesakes) == 1 else None


def _holds_alike(old: CompiledKind, new: CompiledKind) -> bool:
    """Return whether both kinds have holds with the same names, in the same order, for the cargo of a piece."""
    return [hold.name for hold in old.holds] == [hold.name for hold in new.holds]


class _Carry:
    """A carrier of the state of pieces to another kind.

    Traits that both kinds have keep their state; the others begin as new.
    """

    def __init__(self, old: Kind, new: Kind) -> None:
        there = {kept.name: kept for kept in _kept(old)}
        pairs = [(there[kept.name], kept) for kept in _kept(new) if kept.name in there]
        self._first = compile_kind(new).slots
        self._pairs = [(was.slots, now.slots) for was, now in pairs if _fits(was, now)]

    def over(self, state: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return the state that a piece of the new kind gets."""
        result = list(self._first)
        for was, now in self._pairs:
            result[now.start : now.stop] = state[was.start : was.stop]
        return tuple(result)


class _StoredTrait(Struct, frozen=True):
    """A trait with a state, and its slots.

    It is known by its class, its name, and its number among such traits of the kind.
    """

    name: tuple[type[Trait], str, int]
    trait: Trait
    slots: range


def _kept(kind: Kind) -> Iterator[_StoredTrait]:
    start, seen = 0, Counter[tuple[type[Trait], str]]()
    for count, trait in enumerate(kind.traits, 1):
        stop = len(compile_kind(Kind(kind.key, kind.name, kind.side, kind.traits[:count])).slots)
        sort, name = type(trait), str(getattr(trait, "name", ""))
        seen[sort, name] += 1
        if stop > start:
            yield _StoredTrait((sort, name, seen[sort, name]), trait, range(start, stop))
        start = stop


def _fits(old: _StoredTrait, new: _StoredTrait) -> bool:
    """Return whether the new trait can have every state that the old one can have."""
    match old.trait, new.trait:
        case Layer(levels=was), Layer(levels=now):
            return len(was) <= len(now)
        case Facing(ways=before), Facing(ways=after):
            return before == after
    return len(old.slots) == len(new.slots)


# --- places and options --------------------------------------------------------------------------------------------


def _places(game: Game, module: Module) -> Iterator[Change]:
    """Yield changes that keep pieces in the place of the same name, even if it has moved.

    On maps of pixels they keep pieces at the same point.
    """
    for id, holder in game.holders.items():
        board = module.components.maps.get(game.maps[holder.map]) if holder.map >= 0 and holder.place else None
        if board is None or holder.carrier or _is_its_own_place(holder, board):
            continue
        here = board.place_at(holder.x, holder.y)
        stays = board.anchored == "pixel" and not holder.name
        there = "" if stays else board.find(holder.place)
        spot = board.spot_of(there) if there and there != here else None
        if spot is not None:
            yield HolderPlace(id, holder.map, spot.x, spot.y, spot.place)
        elif here != holder.place:
            yield HolderPlace(id, holder.map, holder.x, holder.y, here)


def _is_its_own_place(holder: Holder, board: Map) -> bool:
    """Return whether a holder gives its name to its place. A deck does this if it lies in no other place of its map."""
    return bool(holder.name) and holder.place == holder.name and not board.find(holder.place)


def _options(game: Game, module: Module) -> Iterator[Change]:
    """Yield changes that set options which are new in the module to their defaults."""
    for option in module.about.options:
        if option.id not in game.options:
            yield Option(option.id, option.usual)


def _properties(game: Game, module: Module) -> Iterator[Change]:
    """Yield changes that give properties which are new in the module their values at the start of a game.

    A new property of a tracker that the game already has gets the label of its present position.
    """
    found: dict[str, Value] = dict(module.about.properties)
    for tracker in module.components.trackers.values():
        if any(level.property for level in tracker.levels):
            found.update(tracker.properties(tracker.positions(lambda name: game.properties.get(name, ""))))
    for name, value in found.items():
        if name not in game.properties:
            yield Property(name, value)
