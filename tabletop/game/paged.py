"""An immutable map from small whole numbers to values that shares what did not change.

Pages of 128 values in a tuple: made for walking (a scene, a join, a global command read every piece) and for
one change at a time. Nothing outside this file knows about the pages.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")

_SHIFT = 7
_SIZE = 1 << _SHIFT
_MASK = _SIZE - 1
_EMPTY_PAGE: tuple[None, ...] = (None,) * _SIZE


class PagedMap(Generic[V]):
    """Whole numbers from 0 up to values (never None), walked in the order of the numbers."""

    __slots__ = ("_count", "_pages")

    def __init__(self, pages: tuple[tuple[V | None, ...], ...] = (), count: int = 0) -> None:
        self._pages = pages
        self._count = count

    @classmethod
    def of(cls, items: Mapping[int, V] | Iterable[tuple[int, V]]) -> "PagedMap[V]":
        """A map of these items."""
        return cls().update(dict(items))

    def get(self, key: int) -> V | None:
        """The value, or None where there is none."""
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
        """This map with one value more, or changed."""
        return self.update({key: value})

    def update(self, changes: Mapping[int, V | None]) -> "PagedMap[V]":
        """This map with all these values put in; None takes a key out."""
        if not changes:
            return self
        pages: list[tuple[V | None, ...]] = list(self._pages)
        missing = (max(changes) >> _SHIFT) + 1 - len(pages)
        if missing > 0:
            pages.extend([_EMPTY_PAGE] * missing)
        opened: dict[int, list[V | None]] = {}
        count = self._count
        for key, value in changes.items():
            number = key >> _SHIFT
            page = opened.get(number)
            if page is None:
                page = opened[number] = list(pages[number])
            spot = key & _MASK
            count += (value is not None) - (page[spot] is not None)
            page[spot] = value
        for number, page in opened.items():
            pages[number] = tuple(page)
        return PagedMap(tuple(pages), count)

    def delete(self, key: int) -> "PagedMap[V]":
        """This map without the key."""
        return self.update({key: None}) if key in self else self

    def items(self) -> list[tuple[int, V]]:
        """All pairs in the order of the keys."""
        found: list[tuple[int, V]] = []
        for number, page in enumerate(self._pages):
            if page is not _EMPTY_PAGE:
                start = number << _SHIFT
                found += [(start + i, v) for i, v in enumerate(page) if v is not None]
        return found

    def keys(self) -> list[int]:
        """All keys, rising."""
        return [key for key, _ in self.items()]

    def values(self) -> list[V]:
        """All values in the order of their keys."""
        return [v for page in self._pages if page is not _EMPTY_PAGE for v in page if v is not None]

    def falling(self) -> Iterator[tuple[int, V]]:
        """All pairs from the highest key down, for who needs but the first few."""
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
