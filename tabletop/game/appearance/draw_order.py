"""The order in which many things lie above each other. Their z numbers have gaps between them."""

from bisect import bisect_left, insort
from collections.abc import Mapping

_GAP = 1 << 16


class DrawOrder:
    """An order of things from the lowest to the highest. `moved` collects the things that got another number."""

    def __init__(self) -> None:
        self.moved: set[int] = set()
        self._z: dict[int, int] = {}
        self._order: list[tuple[int, int]] = []

    @classmethod
    def of(cls, numbers: Mapping[int, int]) -> "DrawOrder":
        """Return the order of things with these numbers."""
        found = cls()
        found._z = dict(numbers)
        found._order = sorted((z, thing) for thing, z in numbers.items())
        return found

    def copy(self) -> "DrawOrder":
        """Return a copy of the order, to be changed separately."""
        other = DrawOrder()
        other.moved, other._z, other._order = self.moved.copy(), self._z.copy(), self._order.copy()
        return other

    @property
    def top(self) -> int:
        """The highest number; 0 if there is nothing."""
        return self._order[-1][0] if self._order else 0

    def z(self, thing: int) -> int:
        """Return the number of a thing. Raises KeyError for an unknown thing."""
        return self._z[thing]

    def drop(self, thing: int) -> None:
        """Remove a thing, if it is there."""
        z = self._z.pop(thing, None)
        if z is not None:
            del self._order[bisect_left(self._order, (z, thing))]

    def lift(self, thing: int) -> None:
        """Put a thing above all others."""
        self.drop(thing)
        self._enter(thing, self.top + _GAP)

    def slide(self, thing: int, above: int) -> None:
        """Put a thing directly above another, or below all if `above` is 0. Raises KeyError if `above` is unknown."""
        self.drop(thing)
        low, high = self._room(above)
        if high - low < 2:
            self._spread()
            low, high = self._room(above)
        self._enter(thing, (low + high) // 2)

    def _room(self, above: int) -> tuple[int, int]:
        """Return the number of a thing (0: below all), and that of the next higher thing, or one far above if there is
        none.
        """
        if above:
            low = self._z[above]
            spot = bisect_left(self._order, (low, above)) + 1
        else:
            low = spot = 0
        return low, self._order[spot][0] if spot < len(self._order) else low + 2 * _GAP

    def _enter(self, thing: int, z: int) -> None:
        self._z[thing] = z
        insort(self._order, (z, thing))
        self.moved.add(thing)

    def _spread(self) -> None:
        """Renumber all things with wide gaps."""
        self._order = [(place * _GAP, thing) for place, (_, thing) in enumerate(self._order, 1)]
        self._z = {thing: z for z, thing in self._order}
        self.moved.update(self._z)
