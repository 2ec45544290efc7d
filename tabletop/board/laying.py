"""Side by side in an area: where pieces lie in rows. Everything is in map pixels."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabletop.board.geometry import Pixel

Rectangle: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom."""

Size: TypeAlias = tuple[int, int]
"""Width and height."""

_APART_PERCENT: Final = 12
"""How much of a piece's width is left free between pieces that lie side by side."""

_CLOSER_PERCENT: Final = (100, 75, 50, 25)
"""How near to each other pieces lie, of the distance at which they lie side by side: as far apart as there is room."""


class Lying(NamedTuple):
    """Something that lies there already: its middle and its size."""

    middle: Pixel
    size: Size


def row(count: int, size: Size, area: Rectangle) -> list[Pixel]:
    """The middles of so many pieces side by side in the middle of an area, closer together where they must be."""
    left, top, right, bottom = area
    y = (top + bottom) // 2
    return [(x, y) for x in _spread(count, size[0], left, right)]


def grid(count: int, size: Size, area: Rectangle) -> list[Pixel]:
    """The middles of so many pieces in rows that fill an area."""
    left, top, right, bottom = area
    columns = max(1, min(count, (right - left) // _step(size[0])))
    rows = _spread(ceil(count / columns), size[1], top, bottom)
    across = _spread(columns, size[0], left, right)
    return [(across[number % columns], rows[number // columns]) for number in range(count)]


def free_spots(count: int, size: Size, area: Rectangle, lying: Iterable[Lying], near: Pixel) -> list[Pixel]:
    """The middles of so many pieces in rows, beside what lies there and next to the point `near`, in reading order.

    Where there is not room enough they come to lie over each other, as little as can be; where there is none at all
    there are fewer spots than pieces, but always one.
    """
    there = tuple(lying)
    for percent in _CLOSER_PERCENT:
        spots = [spot for spot in _all_spots(size, area, percent) if not _is_taken(spot, size, there, percent)]
        if len(spots) >= count:
            break
    is_crowded = bool(there) and percent < _CLOSER_PERCENT[0]
    found = _emptiest(count, spots, there) if is_crowded else _nearest(count, spots, near)
    return sorted(found, key=lambda spot: (spot[1], spot[0])) or [near]


def _nearest(count: int, spots: Iterable[Pixel], near: Pixel) -> list[Pixel]:
    """As many of the spots, those that are next to a point."""
    return sorted(spots, key=lambda spot: _apart(spot, near))[:count]


def _emptiest(count: int, spots: Iterable[Pixel], lying: Iterable[Lying]) -> list[Pixel]:
    """As many of the spots, each as far from all that lies there as can be."""
    there = tuple(lying)
    room = {spot: min(_apart(spot, one.middle) for one in there) for spot in spots}
    found: list[Pixel] = []
    while room and len(found) < count:
        best = max(room, key=lambda spot: room[spot])
        found.append(best)
        del room[best]
        room = {spot: min(far, _apart(spot, best)) for spot, far in room.items()}
    return found


def _apart(one: Pixel, other: Pixel) -> int:
    """How far two points are apart, squared."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _all_spots(size: Size, area: Rectangle, percent: int) -> list[Pixel]:
    left, top, right, bottom = area
    across, down = (_fill(one, *ends, percent) for one, ends in zip(size, ((left, right), (top, bottom)), strict=True))
    return [(x, y) for y in down for x in across]


def _fill(size: int, first: int, last: int, percent: int) -> list[int]:
    """The middles of as many lengths along a line as it has room for, round its middle."""
    step = max(1, _step(size) * percent // 100)
    count = max(0, last - first - size) // step + 1
    start = (first + last - step * (count - 1)) // 2
    return [start + step * number for number in range(count)]


def _is_taken(spot: Pixel, size: Size, lying: Iterable[Lying], percent: int) -> bool:
    """Whether a piece at a spot would lie more over another than pieces so near to each other do."""
    return any(
        all(200 * abs(spot[axis] - one.middle[axis]) < (size[axis] + one.size[axis]) * percent for axis in range(2))
        for one in lying
    )


def _spread(count: int, size: int, first: int, last: int) -> list[int]:
    """The middles of so many lengths along a line, round its middle."""
    step = _step(size)
    if count > 1:
        step = max(1, min(step, (last - first - size) // (count - 1)))
    start = (first + last - step * (count - 1)) // 2
    return [start + step * number for number in range(count)]


def _step(size: int) -> int:
    """From one middle to the next, side by side."""
    return size + size * _APART_PERCENT // 100
