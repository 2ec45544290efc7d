"""Rows of pieces side by side in an area. Everything is in map pixels."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabletop.board.geometry import Pixel

Rectangle: TypeAlias = tuple[int, int, int, int]
"""The left, top, right and bottom edges."""

Size: TypeAlias = tuple[int, int]
"""Width and height."""

_APART_PERCENT: Final = 12
"""The gap between pieces that lie side by side, in percent of a piece's width (between rows, of its height)."""

_SHIFTS: Final = 4
_MOST_SHIFTS: Final = 24
"""The most steps between the positions that are tried in each direction for a piece that must cover others: for each
length of the piece, and in all.
"""

_CELLS: Final = 6
_MOST_CELLS: Final = 128
"""About the most cells in each direction into which a piece or an area is divided, to measure its visible part."""


class OccupiedSpot(NamedTuple):
    """The middle and size of a piece that lies in the area already."""

    middle: Pixel
    size: Size


def row(count: int, size: Size, area: Rectangle) -> list[Pixel]:
    """Return the middles of a number of pieces side by side in the middle of an area.

    They move closer together if necessary.
    """
    left, top, right, bottom = area
    y = (top + bottom) // 2
    return [(x, y) for x in _spread(count, size[0], left, right)]


def grid(count: int, size: Size, area: Rectangle) -> list[Pixel]:
    """Return the middles of a number of pieces in rows that fill an area."""
    left, top, right, bottom = area
    columns = max(1, min(count, (right - left) // _step(size[0])))
    rows = _spread(ceil(count / columns), size[1], top, bottom)
    across = _spread(columns, size[0], left, right)
    return [(across[number % columns], rows[number // columns]) for number in range(count)]


def free_spots(count: int, size: Size, area: Rectangle, lying: Iterable[OccupiedSpot], near: Pixel) -> list[Pixel]:
    """Return the middles of a number of pieces in rows, beside the pieces there and next to the point `near`, in
    reading order.

    If there is not enough room, the rest go on top. Each is placed so that as much as possible of the pieces under it
    can be seen; `lying` is in drawing order. If a piece would be hidden completely, there are fewer spots than pieces,
    but at least one.
    """
    there = [*lying]
    free = [spot for spot in _all_spots(size, area) if not any(_overlap(spot, size, one) for one in there)]
    found = sorted(_nearest(count, free, near), key=lambda spot: (spot[1], spot[0]))
    if len(found) < count:
        there += [OccupiedSpot(spot, size) for spot in found]
        found += _most_showing(count - len(found), size, area, there)
    return found or [near]


def _nearest(count: int, spots: Iterable[Pixel], near: Pixel) -> list[Pixel]:
    """Return this number of the spots, those nearest to a point."""
    return sorted(spots, key=lambda spot: _apart(spot, near))[:count]


def _most_showing(count: int, size: Size, area: Rectangle, there: Iterable[OccupiedSpot]) -> list[Pixel]:
    """Return this number of spots, or fewer if a further piece would hide another completely.

    They are chosen so that the most covered piece shows as much as possible, and then all pieces together.
    """
    left, top, right, bottom = area
    raster = _Raster(area, _cell(size[0], right - left), _cell(size[1], bottom - top))
    shown: list[int] = []
    for one in there:
        shown = _with(raster.cells(one), shown)
    free = {
        (x, y): raster.cells(OccupiedSpot((x, y), size))
        for y in _shifts(size[1], top, bottom)
        for x in _shifts(size[0], left, right)
    }
    found: list[Pixel] = []
    while free and len(found) < count:
        shows = {spot: _under(cells, shown) for spot, cells in free.items()}
        best = max(shows, key=lambda spot: shows[spot])
        if not shows[best].least:
            break
        shown = _with(free.pop(best), shown)
        found.append(best)
    return found


class _Raster(NamedTuple):
    """An area in small cells. A set of cells is a number with a bit for each."""

    area: Rectangle
    width: int
    height: int

    def cells(self, piece: OccupiedSpot) -> int:
        """Return the cells that a piece covers."""
        (x, y), (width, height) = piece
        left, top, right, bottom = self.area
        columns = _cells_under(x - left, width, self.width, right - left)
        row = sum(1 << column for column in columns)
        across = (right - left) // self.width + 1
        return sum(row << line * across for line in _cells_under(y - top, height, self.height, bottom - top))


def _cell(size: int, length: int) -> int:
    """Return the length of a cell, for pieces of this size in an area of this length."""
    return max(1, size // _CELLS, length // _MOST_CELLS)


def _cells_under(middle: int, length: int, cell: int, end: int) -> range:
    """Return the cells of a line, counted from its beginning, whose middles lie under a length."""
    first, beyond = ((2 * middle + way * length + cell) // (2 * cell) for way in (-1, 1))
    return range(max(0, first), min(beyond, end // cell + 1))


class _Shows(NamedTuple):
    """The number of visible cells of the piece that shows least, and minus the number of newly hidden cells."""

    least: int
    change: int


def _with(piece: int, shown: Iterable[int]) -> list[int]:
    """Return the visible cells of each piece, with one more piece on top."""
    return [*(cells & ~piece for cells in shown), piece]


def _under(piece: int, shown: Iterable[int]) -> _Shows:
    """Return how much would be visible of this piece on top, and of the pieces that it covers."""
    least, change = piece.bit_count(), 0
    for cells in shown:
        hidden = (cells & piece).bit_count()
        if hidden:
            least, change = min(least, cells.bit_count() - hidden), change - hidden
    return _Shows(least, change)


def _shifts(size: int, first: int, last: int) -> list[int]:
    """Return middles at which a length fits on a line, in equal steps from end to end."""
    room = max(0, last - first - size)
    count = min(-(-room * _SHIFTS // size), _MOST_SHIFTS)
    return [(first + last - room) // 2 + room * number // max(1, count) for number in range(count + 1)]


def _apart(one: Pixel, other: Pixel) -> int:
    """Return the squared distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _all_spots(size: Size, area: Rectangle) -> list[Pixel]:
    left, top, right, bottom = area
    across, down = (_fill(one, *ends) for one, ends in zip(size, ((left, right), (top, bottom)), strict=True))
    return [(x, y) for y in down for x in across]


def _fill(size: int, first: int, last: int) -> list[int]:
    """Return the middles of as many lengths as fit on a line, arranged round the middle of the line."""
    step = _step(size)
    count = max(0, last - first - size) // step + 1
    start = (first + last - step * (count - 1)) // 2
    return [start + step * number for number in range(count)]


def _overlap(middle: Pixel, size: Size, other: OccupiedSpot) -> bool:
    """Return whether a piece with its middle there would lie over another."""
    return all(2 * abs(middle[axis] - other.middle[axis]) < size[axis] + other.size[axis] for axis in range(2))


def _spread(count: int, size: int, first: int, last: int) -> list[int]:
    """Return the middles of a number of lengths along a line, arranged round its middle."""
    step = _step(size)
    if count > 1:
        step = max(1, min(step, (last - first - size) // (count - 1)))
    start = (first + last - step * (count - 1)) // 2
    return [start + step * number for number in range(count)]


def _step(size: int) -> int:
    """Return the distance from one middle to the next when pieces lie side by side."""
    return size + size * _APART_PERCENT // 100
