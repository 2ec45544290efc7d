"""An immutable map from small whole numbers to values that shares its unchanged parts.

It has pages of 128 values, which are lists that never change once they are in a map. It is made for reading every
value, as the drawing of a map or a global command does, and for one change at a time. Nothing outside this file knows
about the pages.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, count, repeat, starmap, zip_longest
from operator import is_not
from typing import Generic, TypeVar, cast

V = TypeVar("V")

_SHIFT = 7
_SIZE = 1 << _SHIFT
_MASK = _SIZE - 1
_EMPTY_PAGE: list[None] = [None] * _SIZE


def _filled(page: list[V | None]) -> Iterator[bool]:
    """Return, for each spot of a page, whether there is a value. No line of Python runs for each spot."""
    return map(is_not, page, repeat(None))


class PagedMap(Generic[V]):
    """A map from whole numbers (0 up) to values (never None), iterated in the order of the numbers."""

    __slots__ = ("__weakref__", "_count", "_pages")

    def __init__(self) -> None:
        self._pages: list[list[V | None]] = []
        self._count = 0

    @classmethod
    def of(cls, items: Mapping[int, V] | Iterable[tuple[int, V]]) -> "PagedMap[V]":
        """Return a map of these items."""
        return cls().update(dict(items))

    def get(self, key: int) -> V | None:
        """Return the value of a key, or None if it has none."""
        if key >= 0:
            try:
                return self._pages[key >> _SHIFT][key & _MASK]
            except IndexError:
                return None
        return None

    def __getitem__(self, key: int) -> V:
        if key >= 0:
            try:
                value = self._pages[key >> _SHIFT][key & _MASK]
            except IndexError:
                value = None
            if value is not None:
                return value
        raise KeyError(key)

    def __contains__(self, key: int) -> bool:
        return self.get(key) is not None

    def __len__(self) -> int:
        return self._count

    def set(self, key: int, value: V) -> "PagedMap[V]":
        """Return this map with one value added or replaced."""
        return self.update({key: value})

    def update(self, changes: Mapping[int, V | None]) -> "PagedMap[V]":
        """Return this map with all these values put in. None removes a key."""
        if not changes:
            return self
        pages = self._pages.copy()
        pages += [cast("list[V | None]", _EMPTY_PAGE)] * ((max(changes) >> _SHIFT) + 1 - len(pages))
        opened: dict[int, list[V | None]] = {}
        count = self._count
        for key, value in changes.items():
            number = key >> _SHIFT
            page = opened.get(number)
            if page is None:
                page = pages[number] = opened[number] = pages[number].copy()
            spot = key & _MASK
            count += (value is not None) - (page[spot] is not None)
            page[spot] = value
        after: PagedMap[V] = PagedMap()
        after._pages, after._count = pages, count
        return after

    def delete(self, key: int) -> "PagedMap[V]":
        """Return this map without the key."""
        return self.update({key: None}) if key in self else self

    def items(self) -> list[tuple[int, V]]:
        """Return all pairs in the order of the keys."""
        return list(zip(self.keys(), self.values(), strict=True))

    def keys(self) -> list[int]:
        """Return all keys, ascending."""
        found: list[int] = []
        for number in self._used():
            start, page = number << _SHIFT, self._pages[number]
            numbers = range(start, start + _SIZE)
            found += numbers if all(page) else compress(numbers, _filled(page))
        return found

    def values(self) -> list[V]:
        """Return all values in the order of their keys."""
        found: list[V | None] = []
        for number in self._used():
            page = self._pages[number]
            found += page if all(page) else compress(page, _filled(page))
        return cast("list[V]", found)

    def _used(self) -> Iterator[int]:
        """Return the numbers of the pages that hold something."""
        return compress(count(), map(is_not, self._pages, repeat(_EMPTY_PAGE)))

    def differing(self, other: "PagedMap[V]") -> list[int]:
        """Return the keys at which two maps have different values, or only one of them has a value.

        It is quick if one map was made from the other. Values are compared by identity: two equal ones may count as
        different.
        """
        found: list[int] = []
        empty = cast("list[V | None]", _EMPTY_PAGE)
        pages = list(zip_longest(self._pages, other._pages, fillvalue=empty))
        for number in compress(count(), starmap(is_not, pages)):  # no line of Python is run for the others
            start = number << _SHIFT
            found += compress(range(start, start + _SIZE), map(is_not, *pages[number]))
        return found

    def falling(self) -> Iterator[tuple[int, V]]:
        """Yield all pairs from the highest key down, for callers that need only the first few."""
        for number in range(len(self._pages) - 1, -1, -1):
            page = self._pages[number]
            if page is not _EMPTY_PAGE:
                start = number << _SHIFT
                for spot, value in zip(range(_MASK, -1, -1), reversed(page), strict=True):
                    if value is not None:
                        yield start + spot, value

    def __iter__(self) -> Iterator[int]:
        return iter(self.keys())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PagedMap):
            return NotImplemented
        return self is other or (len(self) == len(other) and self.items() == other.items())

    def __hash__(self) -> int:
        return hash(tuple(self.items()))

    def __repr__(self) -> str:
        return f"PagedMap({dict(self.items())!r})"


class PagedChanges(dict[int, V | None], Generic[V]):
    """A map that is being changed. `changes[key]` is the written value, or else the one in the map; None if there is
    none.

    Values that were read are kept too, so that reading them again is quick.
    """

    __slots__ = ("_before", "_read")

    def __init__(self, before: PagedMap[V]) -> None:
        self._before = before
        self._read: dict[int, V | None] = {}

    def __missing__(self, key: int) -> V | None:
        value = self[key] = self._read[key] = self._before.get(key)
        return value

    def present(self) -> list[int]:
        """Return all keys: first those that were there before, then the new ones, both ascending."""
        if not self:
            return self._before.keys()
        before = self._before.keys()
        gone = {key for key, value in self.items() if value is None}
        return [key for key in before if key not in gone] + sorted(self.keys() - before - gone)

    def written(self) -> dict[int, V | None]:
        """Return the written values by key, without those that were only read; None for a removed key."""
        read = self._read.get
        return {key: value for key, value in self.items() if value is not read(key, self)}

    def close(self) -> PagedMap[V]:
        """Return the map in its present state."""
        return self._before.update(self.written()) if self else self._before
