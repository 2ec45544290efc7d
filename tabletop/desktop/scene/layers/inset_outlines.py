"""Outlines that are moved slightly inwards, so that two areas with a common edge both have a visible outline."""

from collections.abc import Sequence
from typing import Final, TypeAlias

Ring: TypeAlias = Sequence[tuple[float, float]]

_SHARPEST: Final = 4.0
"""The most by which a corner may move inwards, as a multiple of the inset. Longer spikes are cut."""


def inset(rings: Sequence[Ring], by: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return the rings of an area moved inwards: outer rings shrink, holes grow. Holes follow from the even-odd rule.

    Rings with fewer than three corners are left out.
    """
    opened = [_open(ring) for ring in rings]
    found = []
    for number, ring in enumerate(opened):
        if len(ring) < 3:
            continue
        others = (other for at, other in enumerate(opened) if at != number and len(other) >= 3)
        is_hole = sum(_holds(other, ring[0]) for other in others) % 2 == 1
        found.append(_moved(ring, -by if is_hole else by))
    return tuple(found)


def _open(ring: Ring) -> list[tuple[float, float]]:
    """Return the corners of a ring without repetitions, also without the first corner at the end."""
    corners = [point for number, point in enumerate(ring) if point != ring[number - 1] or len(ring) == 1]
    return [(float(x), float(y)) for x, y in corners]


def _moved(ring: list[tuple[float, float]], by: float) -> tuple[tuple[float, float], ...]:
    turn = 1.0 if _doubled_area(ring) > 0 else -1.0
    found = []
    for number, (x, y) in enumerate(ring):
        before, after = _normal(ring[number - 1], (x, y), turn), _normal((x, y), ring[(number + 1) % len(ring)], turn)
        dx, dy = before[0] + after[0], before[1] + after[1]
        share = max(1.0 + before[0] * after[0] + before[1] * after[1], 2.0 / _SHARPEST**2)
        found.append((x + by * dx / share, y + by * dy / share))
    return tuple(found)


def _normal(start: tuple[float, float], end: tuple[float, float], turn: float) -> tuple[float, float]:
    """Return the direction from an edge to the inside."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    return -dy * turn / length, dx * turn / length


def _doubled_area(ring: list[tuple[float, float]]) -> float:
    return sum(x * ring[n - 1][1] * -1 + ring[n - 1][0] * y for n, (x, y) in enumerate(ring))


def _holds(ring: list[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Return whether a point is inside a ring."""
    x, y = point
    inside = False
    for number, (x1, y1) in enumerate(ring):
        x2, y2 = ring[number - 1]
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
