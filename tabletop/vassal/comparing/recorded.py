"""A position as VASSAL recorded it, to be read piece by piece without an imported module.

What a piece is asked for is looked up among its recorded properties, under VASSAL's names.
"""

from collections.abc import Callable, Iterator, Mapping
from math import dist
from typing import Any, Final, TypeAlias

from msgspec import Struct, convert

from tabletop.expression import Budget, CountQuestion, Reader, Scope, Value, as_number, as_text
from tabletop.expression.reader import Unit
from tabletop.vassal.properties import BUILT_IN, own_name

Cells: TypeAlias = Callable[[str, tuple[int, int], tuple[int, int]], int | None]
"""How far two points of a map are apart in cells of its grid; None where there is no grid."""

_WORK: Final = 50_000_000
_VASSAL_NAMES: Final[dict[str, list[str]]] = {
    ours: [name for name, asked in BUILT_IN.items() if asked.ours == ours]
    for ours in {asked.ours for asked in BUILT_IN.values()}
}


class RecordedPiece(Struct, frozen=True):
    """A piece of a recorded position."""

    id: str
    map: str | None
    x: int
    y: int
    props: dict[str, str]
    parent: str | None = None


class RecordedGlobal(Struct, frozen=True):
    """A global property of a recorded position."""

    path: str
    name: str
    value: str | None


class RecordedDeck(Struct, frozen=True):
    """A deck of a recorded position."""

    name: str
    children: list[str]


class RecordedGame(Struct, frozen=True):
    """A recorded position, as far as expressions look at it."""

    pieces: list[RecordedPiece]
    globals: list[RecordedGlobal]
    decks: list[RecordedDeck]


def recorded_position(save: Mapping[str, Any], cells: Cells | None = None) -> "Position":
    """The position of a recorded save. Raises msgspec.ValidationError where it is not in the form of the recordings."""
    return Position(convert(save["game"], RecordedGame), cells)


class Position:
    """A recorded position, to be read piece by piece."""

    def __init__(self, game: RecordedGame, cells: Cells | None = None) -> None:
        self.pieces = {piece.id: piece for piece in game.pieces}
        self.cells = cells
        self.budget = Budget(_WORK)
        self.globals = {one.name: one.value for one in game.globals if one.value is not None}
        self.globals |= {"playerName": "newbie", "playerSide": "", "PlayerName": "newbie", "PlayerSide": ""}
        self.globals |= {f"{deck.name}_numPieces": str(len(deck.children)) for deck in game.decks}

    def reader(self, id: str) -> "RecordedReader":
        """What reads a piece."""
        self.budget = Budget(_WORK)
        return RecordedReader(self, self.pieces[id])


class RecordedReader:
    """A recorded piece as expressions read it."""

    __slots__ = ("_piece", "_position")

    def __init__(self, position: Position, piece: RecordedPiece) -> None:
        self._position = position
        self._piece = piece

    def read(self, name: str) -> Value:
        """The recorded property, under VASSAL's name for it."""
        own = name[:-1] if name.endswith("_") and own_name(name[:-1]) == name else name
        known = (self._piece.props, self._position.globals)
        found = (kept.get(vassal) for vassal in _VASSAL_NAMES.get(name, [own]) for kept in known)
        return next((value for value in found if value is not None), None)

    def read_at(self, name: str, scope: Scope) -> Value:  # noqa: ARG002 - recorded globals are all the table's
        """A property of a map or zone: recorded ones are looked up by their name alone."""
        return self._position.globals.get(name)

    def count(self, question: CountQuestion, reader: Reader) -> Value:  # noqa: ARG002 - it asks itself
        """The answer, by asking each piece in scope."""
        return question.tally(RecordedReader(self._position, piece) for piece in self._scoped(question.scope))

    def _scoped(self, scope: Scope) -> Iterator[RecordedPiece]:
        here = self._piece
        fits = _FITS[scope.kind](self, scope)
        return (piece for piece in self._position.pieces.values() if piece is here or fits(piece))

    def stack(self, _scope: Scope) -> Callable[[RecordedPiece], bool]:
        """In the same stack."""
        parent = self._piece.parent
        return lambda piece: parent is not None and piece.parent == parent

    def everywhere(self, _scope: Scope) -> Callable[[RecordedPiece], bool]:
        """On a map."""
        return lambda piece: piece.map is not None

    def on_map(self, scope: Scope) -> Callable[[RecordedPiece], bool]:
        """On the same map, or the named one."""
        board = as_text(scope.arguments[0]) if scope.arguments else self._piece.map
        return lambda piece: piece.map is not None and piece.map == board

    def by(self, name: str) -> Callable[[Scope], Callable[[RecordedPiece], bool]]:
        """With the same value of a property, on the same map, or with the named ones."""

        def fits(scope: Scope) -> Callable[[RecordedPiece], bool]:
            wanted = [as_text(argument) for argument in scope.arguments]
            value = wanted[0] if wanted else self._piece.props.get(name)
            board = wanted[1] if len(wanted) > 1 else self._piece.map
            return lambda piece: piece.map == board and piece.props.get(name) == value

        return fits

    def near(self, scope: Scope) -> Callable[[RecordedPiece], bool]:
        """So far away on the same map."""
        least, most = (as_number(argument) or 0 for argument in scope.arguments)
        here = self._piece
        away = self._in_points if scope.kind == "points" else self._in_cells
        return lambda piece: piece.map == here.map and least <= away((here.x, here.y), (piece.x, piece.y)) <= most

    def _in_points(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        return int(dist(a, b) + 0.5)

    def _in_cells(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        cells = self._position.cells
        found = cells(self._piece.map or "", a, b) if cells is not None else None
        return self._in_points(a, b) if found is None else found

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        """Between two points, or from the piece to one."""
        ends = [(self._piece.x, self._piece.y) if one is None else _point(one) for one in (start, to)]
        return (self._in_points if unit == "points" else self._in_cells)(ends[0], ends[1])

    def chance(self, low: int, high: int) -> int:
        """The highest; an expression that draws can only be compared where there is nothing to draw."""
        return high if low == 1 and high == 1 else low

    def spend(self, work: int) -> None:
        """From the budget of this evaluation."""
        self._position.budget.spend(work)


def _point(scope: Scope) -> tuple[int, int]:
    x, y, *_ = (as_number(argument) or 0 for argument in scope.arguments)
    return x, y


_FITS: Final[Mapping[str, Callable[[RecordedReader, Scope], Callable[[RecordedPiece], bool]]]] = {
    "stack": RecordedReader.stack,
    "all": RecordedReader.everywhere,
    "map": RecordedReader.on_map,
    "place": lambda reader, scope: reader.by("LocationName")(scope),
    "zone": lambda reader, scope: reader.by("CurrentZone")(scope),
    "range": RecordedReader.near,
    "points": RecordedReader.near,
}
