"""Cells: parts of a side that know different things. Each has an entry of its own in `Game.sides`.

A cell has a name with its side, `blue/Hussars`; no side has a slash in its name. Each entry has knowledge of its own:
sight, contacts, notes, reports and seats belong to one cell. Things belong to the whole side: its pieces, maps and
hands. The entry of the side itself is that of its headquarters.
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
    """Return the names of the sides and cells with these indices in `names`, and of the sides of these cells."""
    own = [names[number] for number in numbers]
    return frozenset(own).union(map(side_of, own))


@lru_cache(maxsize=256)
def numbers_meant(names: tuple[str, ...], name: str) -> tuple[int, ...]:
    """Return the indices in `names` that a name in a module means: a side with all its cells, or one cell; none for an
    unknown name.
    """
    return tuple(number for number, one in enumerate(names) if name in (one, side_of(one)))


def knows_own(names: tuple[str, ...], name: str, side: str) -> bool:
    """Return whether the side or cell `name` surely knows the pieces of a side because they are its own. Only a side
    without cells does.
    """
    return name == side and len(numbers_meant(names, name)) == 1


@lru_cache(maxsize=256)
def owners(names: tuple[str, ...], numbers: tuple[int, ...]) -> frozenset[int]:
    """Return the indices of the owners whose things belong to seats with these indices: the sides and cells themselves,
    and the sides of these cells.
    """
    return frozenset(numbers).union(names.index(side) for side in whole_sides(names[number] for number in numbers))


def is_any_of(name: str, meant: Collection[str]) -> bool:
    """Return whether the side or cell `name`, or the side of that cell, is among the names `meant`."""
    return name in meant or side_of(name) in meant
