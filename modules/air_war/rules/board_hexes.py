"""The hexes of a Tactical Battle Board: neighbours, distances, front arcs, zones of a target, and blocked shots.

Every hex has a centre in whole numbers: x is three times the number of its column, y is twice its row, and one more in
an even column. The corners of a hex then lie at (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1) and (1, -1) from its centre,
so no geometry needs a fraction. Facings count clockwise from north, 0 to 5.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Final, Literal, TypeAlias

from .air_charts import BoardChart

Zone: TypeAlias = Literal["front", "side", "rear"]
Offset: TypeAlias = tuple[int, int]

STEPS: Final[tuple[Offset, ...]] = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
LONGEST_SHOT: Final = 4


class BoardHexes:
    """The hexes of one board, known by their names, with their neighbours, distances and arcs."""

    def __init__(self, chart: BoardChart) -> None:
        self.chart = chart
        self.centres = {
            f"{column.name}{row:02}": (3 * column.number, 2 * row + (column.number % 2 == 0))
            for column in chart.columns
            for row in range(1, column.rows + 1)
        }
        self._names = {centre: name for name, centre in self.centres.items()}
        self._distances: dict[tuple[str, str], int] = {}
        self._ahead = {name: tuple(self.shifted(name, step) for step in STEPS) for name in self.centres}

    def shifted(self, name: str, offset: Offset) -> str | None:
        """Return the hex whose centre lies at this offset from that of a hex; None if it is not on the board."""
        x, y = self.centres[name]
        return self._names.get((x + offset[0], y + offset[1]))

    def ahead(self, name: str, facing: int) -> str | None:
        """Return the neighbour in this direction; None if it is not on the board."""
        return self._ahead[name][facing % 6]

    def offset(self, start: str, end: str) -> Offset:
        """Return the offset from the centre of one hex to that of another."""
        (x1, y1), (x2, y2) = self.centres[start], self.centres[end]
        return x2 - x1, y2 - y1

    def distance(self, start: str, end: str) -> int:
        """Return the number of hexes from one hex to another."""
        known = self._distances.get((start, end))
        if known is None:
            x, y = self.offset(start, end)
            columns = abs(x) // 3
            known = self._distances[start, end] = columns + max(0, (abs(y) - columns) // 2)
        return known

    @cached_property
    def edge(self) -> frozenset[str]:
        """The hexes from which a flight can leave the board."""
        return frozenset(name for name, around in self._ahead.items() if None in around)

    @cached_property
    def middle(self) -> str:
        """The hex in the middle of the board."""
        column = self.chart.columns[len(self.chart.columns) // 2]
        return f"{column.name}{column.rows // 2:02}"

    def inward(self, name: str) -> tuple[int, ...]:
        """Return the facings that lead from a hex onto the board."""
        return tuple(facing for facing, ahead in enumerate(self._ahead[name]) if ahead is not None)

    def front_arc(self, name: str, facing: int, reach: int = LONGEST_SHOT) -> frozenset[str]:
        """Return the hexes of the board in the front arc of a hex, up to this distance."""
        found = (self.shifted(name, offset) for distance, offset in front_offsets(facing) if distance <= reach)
        return frozenset(hex for hex in found if hex is not None)

    def zone(self, target: str, facing: int, firer: str) -> Zone:
        """Return the zone of a target in which the firer is. `facing` is that of the target.

        The front reaches to 60 degrees on either side of the facing, the rear from 120 degrees.
        """
        (x1, y1), (x2, y2) = STEPS[facing], self.offset(target, firer)
        along = x1 * x2 + 3 * y1 * y2
        if 4 * along * along < (x1 * x1 + 3 * y1 * y1) * (x2 * x2 + 3 * y2 * y2):
            return "side"
        return "front" if along > 0 else "rear"

    def crosses(self, start: str, end: str, hex: str) -> bool:
        """Return whether the line from centre to centre crosses a hex or touches its border."""
        return _line_meets_hex(self.offset(hex, start), self.offset(hex, end))


@cache
def front_offsets(facing: int) -> tuple[tuple[int, Offset], ...]:
    """Return the offsets of the front arc, each with its distance: ten hexes in three rows."""
    return tuple(
        (distance, (first[0] + (distance - 1) * ahead[0], first[1] + (distance - 1) * ahead[1]))
        for ahead in (STEPS[facing],)
        for distance in range(1, LONGEST_SHOT + 1)
        for first in _first_steps(facing, distance)
    )


def _first_steps(facing: int, distance: int) -> Iterator[Offset]:
    yield STEPS[facing]
    if distance > 1:
        yield STEPS[(facing - 1) % 6]
        yield STEPS[(facing + 1) % 6]


def _line_meets_hex(start: Offset, end: Offset) -> bool:
    """Return whether a line meets the hex about (0, 0).

    Two convex shapes are apart if and only if one of their sides has them on different sides: on each side
    of a hex y, x + y or x - y is constant. The last test compares the line itself with the corners.
    """
    (x1, y1), (x2, y2) = start, end
    for one, other, most in ((y1, y2, 1), (x1 + y1, x2 + y2, 2), (x1 - y1, x2 - y2, 2)):
        if min(one, other) > most or max(one, other) < -most:
            return False
    x, y = x2 - x1, y2 - y1
    furthest = max(abs(2 * y), abs(x - y), abs(x + y))
    return abs(x * y1 - y * x1) <= furthest
