"""Cells: parts of a side that know different things. Each is a place of its own in `Game.sides`.

A cell has a name with its side, `blue/Hussars`; no side has a slash in its name. Each place has knowledge of its own:
sight, contacts, notes, reports and seats belong to one cell. Things belong to the whole side: its pieces, maps and
hands. The place of the side itself is that of its headquarters.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

_STROKE: Final = "/"


def cell_name(side: str, cell: str) -> str:
    """Return the full name of a cell of a side."""
    return f"{side}{_STROKE}{cell}"


def side_of(name: str) -> str:
    """Return the side of a cell by its full name. For a side, return the side itself."""
    return name.partition(_STROKE)[0]


def cell_of(name: str) -> str:
    """Return the cell in a full name; "" for a side itself."""
    return name.partition(_STROKE)[2]


def whole_sides(names: Iterable[str]) -> tuple[str, ...]:
    """Return the sides among these names, each once, in place of their cells."""
    return tuple(dict.fromkeys(map(side_of, names)))


@lru_cache(maxsize=256)
def names_of(names: tuple[str, ...], numbers: tuple[int, ...]) -> frozenset[str]:
    """Return the names that stand for the places with these numbers: their own names, and those of their sides."""
    own = [names[number] for number in numbers]
    return frozenset(own).union(map(side_of, own))


@lru_cache(maxsize=256)
def numbers_meant(names: tuple[str, ...], name: str) -> tuple[int, ...]:
    """Return the places that a name in a module stands for: a side with all its cells, or one cell; none for an unknown
    name.
    """
    return tuple(number for number, one in enumerate(names) if name in (one, side_of(one)))


def knows_own(names: tuple[str, ...], name: str, side: str) -> bool:
    """Return whether a place of `Game.sides` sees the pieces of a side as its own. Only sides without cells do."""
    return name == side and len(numbers_meant(names, name)) == 1


@lru_cache(maxsize=256)
def owners(names: tuple[str, ...], numbers: tuple[int, ...]) -> frozenset[int]:
    """Return the places whose things belong to seats with these numbers: their own places, and those of their sides."""
    return frozenset(numbers).union(names.index(side) for side in whole_sides(names[number] for number in numbers))


def is_any_of(name: str, meant: Collection[str]) -> bool:
    """Return whether one of the names `meant` stands for the side or cell `name`."""
    return name in meant or side_of(name) in meant
