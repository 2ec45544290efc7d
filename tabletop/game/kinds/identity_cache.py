"""A cache of facts about values, each kept as long as its value is in memory."""

from functools import partial
from typing import Generic, TypeVar
from weakref import ref

K = TypeVar("K")
V = TypeVar("V")


class IdentityCache(Generic[K, V]):
    """A cache of facts about things in memory. Equal things that are not the same have entries of their own.

    An entry is dropped together with its thing and for no other reason, so that no other table, and nothing that a seat
    does not see, makes later work for it.
    """

    def __init__(self) -> None:
        self._found: dict[int, tuple[ref[K], V]] = {}

    def get(self, thing: K) -> V | None:
        """Return what was worked out about a thing; None if nothing was."""
        known = self._found.get(id(thing))
        return known[1] if known is not None and known[0]() is thing else None

    def keep(self, thing: K, value: V) -> V:
        """Remember what was worked out about a thing, and return it."""
        self._found[id(thing)] = ref(thing, partial(self._forget, id(thing))), value
        return value

    def _forget(self, id: int, gone: ref[K]) -> None:
        """Forget what is known about a deleted thing, unless another thing has taken its id since."""
        if (known := self._found.get(id)) is not None and known[0] is gone:
            del self._found[id]
