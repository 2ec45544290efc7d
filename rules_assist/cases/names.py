"""The names a case gives to pieces, and values of the rules as plain data in those names."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, get_args, get_origin, get_type_hints

from msgspec import Struct

from rules_assist.eyes import SeenBy
from rules_assist.rulebook import RuleBook
from rules_assist.rules import Data, Unanswerable
from rules_assist.situation import Situation
from tabletop.assisting import Where
from tabletop.game.game import Game
from tabletop.module.problems import nearest


class CaseNames:
    """Which piece a case means by a name: one it gave, or the key of a kind of which there is just one.

    `akagi#2` is the second piece of a kind.
    """

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._given: dict[str, int] = {}

    def give(self, name: str, piece: int) -> None:
        """From here on the name means this piece."""
        self._given[name] = piece

    def piece(self, game: Game, name: str) -> int | None:
        """The piece in truth that a name means; None if it means none, or more than one."""
        if name in self._given:
            return self._given[name]
        key, _, number = name.partition("#")
        kinds = {id for id, kind in game.kinds.items() if kind.key == key}
        found = [id for id, piece in game.pieces.items() if piece.kind in kinds] if kinds else []
        if number.isdigit():
            return found[int(number) - 1] if 0 < int(number) <= len(found) else None
        return found[0] if len(found) == 1 else None

    def name(self, game: Game, piece: int) -> str:
        """What a case calls a piece."""
        given = next((name for name, id in self._given.items() if id == piece), None)
        if given is not None or piece not in game.pieces:
            return given or f"piece {piece}"
        kind = game.pieces[piece].kind
        alike = [id for id, each in game.pieces.items() if each.kind == kind]
        key = game.kinds[kind].key
        return key if len(alike) == 1 else f"{key}#{alike.index(piece) + 1}"

    def resolved(self, seen: SeenBy, truth: Game, said: Data) -> Data:
        """Plain data with every text that is the name of a piece replaced by the piece's number in a view."""
        if isinstance(said, Mapping):
            return {key: self.resolved(seen, truth, inner) for key, inner in said.items()}
        if isinstance(said, list | tuple):
            return tuple(self.resolved(seen, truth, inner) for inner in said)
        if isinstance(said, str):
            found = self.piece(truth, said)
            return said if found is None else seen.number(found)
        return said

    def title(self, where: Where) -> str:
        """What players call a place."""
        return self._book.module.components.maps[where.map].title(where.place) or where.place

    def plain(self, seen: SeenBy, truth: Game, value: object, *, pieces: bool = False) -> object:
        """A value of the rules as plain data: structs as mappings, places and pieces by name.

        `pieces`: whole numbers in it are pieces of that view.
        """
        if isinstance(value, Where):
            return self.title(value)
        if isinstance(value, Struct):
            hints = _hints(type(value))
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            return {name: self.plain(seen, truth, inner, pieces=_are_pieces(hints[name])) for name, inner in fields}
        if isinstance(value, Mapping):
            items = ((self.plain(seen, truth, key, pieces=pieces), inner) for key, inner in value.items())
            return {key: self.plain(seen, truth, inner, pieces=pieces) for key, inner in items}
        if isinstance(value, list | tuple | set | frozenset):
            ordered = sorted(value, key=str) if isinstance(value, set | frozenset) else value
            return [self.plain(seen, truth, inner, pieces=pieces) for inner in ordered]
        if isinstance(value, int) and not isinstance(value, bool) and pieces:
            piece = seen.piece(value)
            return f"piece {value}" if piece is None else self.name(truth, piece)
        return value if isinstance(value, str | int | Fraction) or value is None else str(value)


def where_named(situation: Situation, name: str, map_id: str = "") -> Where:
    """The place of that name, on that map or on the first that has one. Raises `Unanswerable`."""
    maps = situation.book.module.components.maps
    for id, board in maps.items():
        if map_id in ("", id):
            spot = board.spot_of(name)
            if spot is not None:
                return Where(id, spot.place)
    raise Unanswerable(f"There is no place '{name}'{_hint(situation, name)}.")


def _hint(situation: Situation, name: str) -> str:
    """What may have been meant by the name of a place that is none: a part of a divided cell, or a name like it."""
    atlas = situation.book.ground.atlas
    known: list[str] = []
    for terrain in map(atlas.terrain, atlas.maps):
        node = terrain.node(name)
        if node is not None:
            whole = terrain.titles[terrain.whole[node]]
            return f": it is a part of {whole}, where a piece is put; in which part it is, a property of it says"
        known += terrain.titles
    near = nearest(name, known)
    return f"; did you mean '{near}'?" if near else ""


_HINTS: dict[type, dict[str, object]] = {}


def _hints(kind: type) -> dict[str, object]:
    found = _HINTS.get(kind)
    if found is None:
        found = _HINTS[kind] = get_type_hints(kind, include_extras=True)
    return found


def _are_pieces(hint: object) -> bool:
    """Does a field hold pieces, by its annotation?"""
    if get_origin(hint) is Annotated and any(_names_pieces(mark) for mark in get_args(hint)[1:]):
        return True
    return any(_are_pieces(inner) for inner in get_args(hint))


def _names_pieces(mark: object) -> bool:
    extra = getattr(mark, "extra", None)
    return isinstance(extra, dict) and extra.get("ref") == "piece"
