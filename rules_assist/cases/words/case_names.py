"""The names of pieces in a case, and values of the rules as plain data in those names."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Annotated, Final, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from rules_assist.cases.case_errors import CaseError, unknown
from rules_assist.cases.run.matchers import CompleteMapping, NamedThing, Some
from rules_assist.cases.words.place_names import Gazetteer, gazetteer
from rules_assist.rulebook.authored_rules import Data
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.assistance import Where
from tabletop.game.state.game import Game

Refs: TypeAlias = frozenset[str]
PIECE: Final = "piece"
PLACE: Final = "place"


class CaseNames:
    """The pieces of a case by name: the names that it gave, and the keys of kinds with a single piece.

    `akagi#2` is the second piece of a kind.
    """

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._given: dict[str, int] = {}
        self._kind_of: dict[str, str] = {}

    def give(self, name: str, piece: int, kind: str) -> None:
        """Give a piece a name from now on. `kind` is the key of its kind."""
        self._given[name] = piece
        self._kind_of[name] = kind

    def piece(self, game: Game, name: str) -> int | None:
        """Return the piece that a name means in the true position. None if it means no piece, or several."""
        if name in self._given:
            return self._given[name]
        key, _, number = name.partition("#")
        kinds = {id for id, kind in game.kinds.items() if kind.key == key}
        found = [id for id, piece in game.pieces.items() if piece.kind in kinds] if kinds else []
        if number.isdigit():
            return found[int(number) - 1] if 0 < int(number) <= len(found) else None
        return found[0] if len(found) == 1 else None

    def known(self, game: Game, name: str) -> int | None:
        """Return the piece of a name; None if it is not (or no longer) there.

        Raises CaseError for a name that no piece ever has, or that several pieces have.
        """
        found = self.piece(game, name)
        if found is not None:
            return found
        key, _, number = name.partition("#")
        if key not in self._kinds or not (number.isdigit() or not number):
            raise unknown(f"There is no piece '{name}'", name, [*self._given, *self._kinds], listed=False)
        alike = sum(game.kinds[piece.kind].key == key for piece in game.pieces.values())
        if alike > 1 and not number:
            raise CaseError(f"There are {alike} of '{key}'; say which: {key}#1 to {key}#{alike}.")
        return None

    def there(self, game: Game) -> Iterator[str]:
        """Yield the names that the pieces on the table may have."""
        yield from self._given
        yield from {game.kinds[piece.kind].key for piece in game.pieces.values()}

    def must_be_kind(self, key: str) -> None:
        """Raise CaseError for an unknown kind of piece."""
        if key not in self._kinds:
            raise unknown(f"The counter tray holds no '{key}'", key, self._kinds, listed=False)

    @cached_property
    def _kinds(self) -> Mapping[str, str]:
        """The names of all kinds of the module, by their keys."""
        return {one.kind.key: one.kind.name for one in self._book.module.tray}

    def name(self, game: Game, piece: int) -> str:
        """Return the case's name for a piece."""
        given = next((name for name, id in self._given.items() if id == piece), None)
        if given is not None or piece not in game.pieces:
            return given or f"piece {piece}"
        kind = game.pieces[piece].kind
        alike = [id for id, each in game.pieces.items() if each.kind == kind]
        key = game.kinds[kind].key
        return key if len(alike) == 1 else f"{key}#{alike.index(piece) + 1}"

    def title_of(self, word: str) -> str:
        """Return the title for a word of a case: that of a piece or a side, or "" for any other word."""
        kind = self._kinds.get(self._kind_of.get(word, word.partition("#")[0]))
        return kind or next((side.title for side in self._book.module.about.sides if side.id == word), "")

    def resolved(self, seen: Game, truth: Game, said: Data) -> Data:
        """Return plain data in which every name of a piece is replaced by the piece's number in a view.

        A piece that the view does not have is replaced by None.
        """
        if isinstance(said, Mapping):
            return {key: self.resolved(seen, truth, inner) for key, inner in said.items()}
        if isinstance(said, list | tuple):
            return tuple(self.resolved(seen, truth, inner) for inner in said)
        if isinstance(said, str):
            found = self.piece(truth, said)
            return said if found is None else found if found in seen.pieces else None
        return said

    def title(self, where: Where) -> NamedThing:
        """Return the title of a place, and its other names."""
        title = self._book.module.components.maps[where.map].title(where.place) or where.place
        known = self._places.place(where.place)
        return NamedThing(title, known.names if known is not None and title in known.names else (where.place,))

    def plain(self, seen: Game, truth: Game, value: object, refs: Refs = frozenset()) -> object:
        """Return a value of the rules as plain data: structs as mappings, places and pieces by name.

        `refs` are the sorts of things that the numbers and texts in the value can stand for, by its type. Pieces have
        their numbers in the view `seen`.
        """
        if isinstance(value, Where):
            return self.title(value)
        if isinstance(value, Struct):
            own = _fields(type(value)).items()
            return CompleteMapping({name: self.plain(seen, truth, getattr(value, name), kinds) for name, kinds in own})
        if isinstance(value, Mapping):
            items = ((self.plain(seen, truth, key, refs), inner) for key, inner in value.items())
            found = {key: self.plain(seen, truth, inner, refs) for key, inner in items}
            return Some(found, self._places.must_know) if PLACE in refs else found
        if isinstance(value, list | tuple | set | frozenset):
            ordered = sorted(value, key=str) if isinstance(value, set | frozenset) else value
            return [self.plain(seen, truth, inner, refs) for inner in ordered]
        if PIECE in refs and isinstance(value, int) and not isinstance(value, bool):
            return self.name(truth, value) if value in seen.pieces else f"piece {value}"
        if PLACE in refs and isinstance(value, str):
            return self._places.place(value) or value
        return value if isinstance(value, str | int | Fraction) or value is None else str(value)

    def place(self, name: str) -> NamedThing | None:
        """Return all names of the place with this name; None if there is none."""
        return self._places.place(name)

    @property
    def _places(self) -> Gazetteer:
        return gazetteer(self._book.ground.atlas)


@lru_cache(maxsize=256)
def _fields(kind: type) -> Mapping[str, Refs]:
    """Return the fields of a struct, and the meaning of the numbers and texts in each."""
    hints, names = get_type_hints(kind, include_extras=True), {field.name for field in fields(kind)}
    return {name: frozenset(_refs(hints[name])) for name in hints if name in names}


def _refs(hint: object) -> Iterator[str]:
    """Yield the sorts of things that the numbers and texts of a type stand for, by its annotations."""
    if get_origin(hint) is Annotated:
        extras = (getattr(mark, "extra", None) for mark in get_args(hint)[1:])
        yield from (str(extra["ref"]) for extra in extras if isinstance(extra, dict) and "ref" in extra)
    for inner in get_args(hint):
        yield from _refs(inner)
