"""A look-up by name that keeps its results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Found = TypeVar("Found")


class NameIndex(Generic[Found]):
    """A look-up by name that keeps the things it found.

    Names that were not found are looked up again each time. So unknown names from outside cannot fill the memory.
    """

    def __init__(self, find: Callable[[str], Found | None]) -> None:
        self._find = find
        self._found: dict[str, Found] = {}

    def __call__(self, name: str) -> Found | None:
        """Return the thing with this name; None if there is none."""
        found = self._found.get(name)
        if found is None:
            found = self._find(name)
            if found is not None:
                self._found[name] = found
        return found
