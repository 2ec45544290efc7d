"""The bend of a map whose grid does not fit its projection: a thin plate through pinned points.

A stylised map stretches some seas and squeezes others. If places are pinned to points of the sheet, all between them is
shifted smoothly, as a thin metal plate bends that is held at these points (Duchon 1977; Bookstein 1989). The shift is
the sum of a linear part and, for each pin, a weight times r² log r, with r the distance to the pin.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

PlanePoint: TypeAlias = tuple[float, float]


class ThinPlate:
    """The smooth shift of a plane that carries each of some points exactly to its goal. All lengths are in pixels."""

    def __init__(self, pairs: Sequence[tuple[PlanePoint, PlanePoint]]) -> None:
        """Bend the plane so that each first point of a pair comes to the second.

        Raises `ValueError` if there are fewer than three pairs, or if all first points lie on one line.
        """
        self._points = [point for point, _ in pairs]
        rows = [
            [*(_kernel(a, b) for b in self._points), 1.0, *a, goal[0] - a[0], goal[1] - a[1]]
            for a, (_, goal) in zip(self._points, pairs, strict=True)
        ]
        count = len(pairs)
        level = [[1.0] * count, [x for x, _ in self._points], [y for _, y in self._points]]
        rows += [[*row, 0.0, 0.0, 0.0, 0.0, 0.0] for row in level]
        self._weights = _solve(rows)

    def bent(self, point: PlanePoint) -> PlanePoint:
        """Return the point to which the plate moves this one."""
        x, y = point
        terms = [*(_kernel(point, each) for each in self._points), 1.0, x, y]
        east = sum(term * weight for term, (weight, _) in zip(terms, self._weights, strict=True))
        south = sum(term * weight for term, (_, weight) in zip(terms, self._weights, strict=True))
        return x + east, y + south


def _kernel(a: PlanePoint, b: PlanePoint) -> float:
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    return square * math.log(square) if square else 0.0


def _solve(rows: list[list[float]]) -> list[PlanePoint]:
    """Return the two solutions of linear equations, whose right sides are the last two numbers of each row."""
    count = len(rows)
    for at in range(count):
        best = max(range(at, count), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        pivot = rows[at]
        if abs(pivot[at]) < 1e-9:
            raise ValueError("the points of a thin plate lie on one line, or are fewer than three")
        for row in rows[at + 1 :]:
            share = row[at] / pivot[at]
            if share:
                row[at:] = [mine - share * theirs for mine, theirs in zip(row[at:], pivot[at:], strict=True)]
    found: list[PlanePoint] = []
    for row in reversed(rows):
        known = row[count - len(found) : count]
        east = row[-2] - sum(each * solved[0] for each, solved in zip(known, reversed(found), strict=True))
        south = row[-1] - sum(each * solved[1] for each, solved in zip(known, reversed(found), strict=True))
        own = row[count - len(found) - 1]
        found.append((east / own, south / own))
    return found[::-1]


@cache
def plate_of(pairs: tuple[tuple[PlanePoint, PlanePoint], ...]) -> ThinPlate:
    """Return the plate of these pairs of points. It is computed once and then cached."""
    return ThinPlate(pairs)
