"""Expressions that are evaluated for all places, or all steps, of a map at once.

Places that agree in everything that an expression reads of them form one class, and each class is evaluated once. A map
of 10,000 hexes with six sorts of ground takes six evaluations. Changing facts (`rules_assist.places.place_facts`) are
columns like any other, with a revision. So answers are kept until something that they read changes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from rules_assist.map.terrain import Ints, Terrain
from rules_assist.position.named_facts import Over
from tabletop.expression import Expression, ExpressionError, Reader, Value, as_number, is_true
from tabletop.expression.tree import Count, Distance, Node, PropertyOf, ScopeNode, children

Bools: TypeAlias = npt.NDArray[np.bool_]

NEVER: Final = 0
"""The revision of values that do not change in play."""

PLACE: Final = "place"
"""The name in expressions for a place's own name, for example 0805. It is read like a property of the place."""

_MOST_CLASSES: Final = 1 << 20


class ValueColumn(NamedTuple):
    """A value for each member (a place or a step), stored as an index of `values`. Two columns of one name with the
    same revision are the same.
    """

    codes: Ints
    values: Sequence[Value]
    revision: int


Columns: TypeAlias = Callable[[str], ValueColumn | None]
"""A function that returns the column of a name; None for a name that places or steps do not have."""


def coded(values: Iterable[Value]) -> ValueColumn:
    """Return a column that never changes, from a value for each member."""
    numbers: dict[Value, int] = {}
    codes = np.array([numbers.setdefault(value, len(numbers)) for value in values], np.int64)
    return ValueColumn(codes, tuple(numbers) or (None,), NEVER)


@lru_cache(maxsize=4096)
def asks_beyond(expression: Expression) -> bool:
    """Return whether an expression reads more than properties of its member: counts, distances, other places."""
    return any(isinstance(node, Count | Distance | PropertyOf) for node in _nodes(expression))


def reads_other_places(expression: Expression) -> bool:
    """Return whether an expression reads a property of a place that it names, `property("hits", place("Wake"))`."""
    scopes = (node.scope for node in _nodes(expression) if isinstance(node, PropertyOf))
    return any(scope is not None and scope.kind == "place" and bool(scope.arguments) for scope in scopes)


def _nodes(expression: Expression) -> Iterator[Node | ScopeNode]:
    """Yield every node of an expression's tree."""
    waiting: list[Node | ScopeNode] = [expression.tree]
    for node in waiting:  # grows during the loop
        yield node
        waiting.extend(children(node))


class Survey:
    """A survey of expressions over all members (the places or the steps of a map) at once.

    Names that members do not have are read from `reader`, which has the facts of the mover.
    """

    def __init__(self, columns: Columns, size: int, reader: Reader) -> None:
        self._columns = columns
        self._size = size
        self._reader = reader

    def holds(self, expression: Expression) -> Bools:
        """Return a mask of the members for which the expression is true. Raises ExpressionError."""
        codes, values = self._values(expression)
        return np.array([is_true(value) for value in values], np.bool_)[codes]

    def numbers(self, expression: Expression) -> Ints:
        """Return the number that the expression gives for each member. Raises ExpressionError for a value that is
        not a whole number.
        """
        codes, values = self._values(expression)
        found = []
        for value in values:
            number = as_number(value)
            if number is None:
                raise ExpressionError(f"It gives {value!r}, which is not a whole number.", expression.text)
            found.append(number)
        return np.array(found, np.int64)[codes]

    def _values(self, expression: Expression) -> tuple[Ints, list[Value]]:
        """Return the class of each member, and the value of each class."""
        names = [name for name in sorted(expression.reads) if self._columns(name) is not None]
        columns = [column for name in names if (column := self._columns(name)) is not None]
        if not columns:
            return np.zeros(self._size, np.int64), [expression.evaluate(self._reader)]
        codes, present = _classes(columns)
        values = []
        for left in present:
            given, number = {}, left
            for name, column in zip(reversed(names), reversed(columns), strict=True):
                code = number % len(column.values)
                number //= len(column.values)
                given[name] = column.values[code]
            values.append(expression.evaluate(Over(self._reader, given)))
        return codes, values


def _classes(columns: Sequence[ValueColumn]) -> tuple[Ints, list[int]]:
    """Return the class of each member by all columns together, and the number of each class.

    The digits of this number are the codes that the columns have for the class.
    """
    combined = columns[0].codes
    for column in columns[1:]:
        combined = combined * len(column.values) + column.codes
    top = int(combined.max(initial=0)) + 1
    if top > _MOST_CLASSES:
        present, codes = np.unique(combined, return_inverse=True)
        return codes, present.tolist()
    present = np.bincount(combined, minlength=1).nonzero()[0]
    table = np.zeros(top, np.int64)
    table[present] = np.arange(len(present))
    return table[combined], present.tolist()


class Land:
    """A terrain's own facts about its places and steps, as columns that never change."""

    def __init__(self, terrain: Terrain) -> None:
        self._terrain = terrain
        self._places: dict[str, ValueColumn | None] = {}
        self._steps: dict[str, ValueColumn | None] = {}

    def place(self, name: str) -> ValueColumn | None:
        """Return a property of the places; None for a name that no place has."""
        if name not in self._places:
            self._places[name] = self._printed(name)
        return self._places[name]

    def _printed(self, name: str) -> ValueColumn | None:
        if name == PLACE:
            return coded(self._terrain.names)
        return coded(self._terrain.column(name)) if name in self._terrain.known else None

    def step(self, name: str) -> ValueColumn | None:
        """Return a property of the steps: their own, or with `from_` and `to_` that of a place at one end.

        None if none has it.
        """
        if name not in self._steps:
            self._steps[name] = self._own(name) or at_ends(self._terrain, name, self.place)
        return self._steps[name]

    def _own(self, name: str) -> ValueColumn | None:
        known = name in self._terrain.known_ways
        return coded(way.get(name, "") for way in self._terrain.ways) if known else None


ENDS: Final = ("from_", "to_")
"""The prefixes in expressions for facts of the two ends of a step."""


def at_ends(terrain: Terrain, name: str, places: Columns) -> ValueColumn | None:
    """Return a fact in `places` for the beginnings (`from_...`) or the ends (`to_...`) of steps; None if there
    is none.
    """
    for prefix, ends in zip(ENDS, (terrain.origins, terrain.ends), strict=True):
        column = places(name.removeprefix(prefix)) if name.startswith(prefix) else None
        if column is not None:
            return ValueColumn(column.codes[ends], column.values, column.revision)
    return None
