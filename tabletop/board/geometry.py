"""Points, outlines and the two small indexes that find them quickly. All coordinates are in the frame of the caller."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, floor, inf
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Point: TypeAlias = tuple[float, float]
Pixel: TypeAlias = tuple[int, int]
Polygon: TypeAlias = tuple[Point, ...]
Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom; the right and bottom edges themselves lie outside."""


def nearest_pixel(point: Point) -> Pixel:
    """Return the whole pixel nearest to a point. A half goes to the right or down."""
    return floor(point[0] + 0.5), floor(point[1] + 0.5)


def square_of_distance(a: Point, b: Point) -> float:
    """Return the squared distance, which is enough for comparisons."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def bearing(start: Point, end: Point) -> float:
    """Return the direction from one point to another in degrees clockwise from north. On a map, y runs down."""
    return degrees(atan2(end[0] - start[0], start[1] - end[1])) % 360


def midpoint(a: Point, b: Point) -> Point:
    """Return the point halfway between two others."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def contains(polygon: Polygon, point: Point) -> bool:
    """Return whether a point lies inside an outline, by the even-odd rule.

    Left and top edges count as inside, right and bottom edges as outside. So outlines that share an edge share no
    point, as in `java.awt.Polygon` and therefore in VASSAL. An outline of fewer than three corners contains nothing.
    """
    x, y = point
    inside = False
    x1, y1 = polygon[-1] if polygon else (0, 0)
    for x2, y2 in polygon:
        if (y1 <= y) != (y2 <= y):  # measured from the edge's upper end, the same from both outlines that share it
            left, top = (x1, y1) if y1 < y2 else (x2, y2)
            if x - left < (y - top) / (y2 - y1) * (x2 - x1):
                inside = not inside
        x1, y1 = x2, y2
    return inside


def bounds(points: Iterable[Point]) -> Area:
    """Return the smallest area round some points; without points, an empty one."""
    xs, ys = zip(*points, strict=True) if (points := tuple(points)) else ((0.0,), (0.0,))
    return min(xs), min(ys), max(xs), max(ys)


def in_area(area: Area, point: Point) -> bool:
    """Return whether a point lies in an area, right and bottom edges excluded."""
    left, top, right, bottom = area
    return left <= point[0] < right and top <= point[1] < bottom


_BUCKETS_A_SIDE = 32
_FEW_POINTS = 128
"""The most points that are looked at one by one. For so few, this is quicker than going through empty buckets."""


@dataclass(frozen=True)
class _Buckets:
    """A square raster over an area. It is so coarse that no outline fills more than about 1,000 buckets."""

    left: float
    top: float
    side: float

    @classmethod
    def over(cls, area: Area) -> _Buckets:
        left, top, right, bottom = area
        return cls(left, top, max(right - left, bottom - top, 1.0) / _BUCKETS_A_SIDE)

    def of(self, point: Point) -> Pixel:
        return floor((point[0] - self.left) / self.side), floor((point[1] - self.top) / self.side)

    def touched(self, area: Area) -> Iterator[Pixel]:
        first, last = self.of(area[:2]), self.of(area[2:])
        for across in range(first[0], last[0] + 1):
            for down in range(first[1], last[1] + 1):
                yield across, down


@dataclass(frozen=True)
class OutlineIndex:
    """An index of many outlines by the points in them.

    It names outlines by their position in `outlines`, from 0, and looks only at those nearby.
    """

    outlines: tuple[Polygon, ...]

    @cached_property
    def _buckets(self) -> _Buckets:
        return _Buckets.over(bounds(corner for outline in self.outlines for corner in outline))

    @cached_property
    def _by_bucket(self) -> dict[Pixel, list[int]]:
        found: dict[Pixel, list[int]] = {}
        for number, outline in enumerate(self.outlines):
            if len(outline) > 2:
                for bucket in self._buckets.touched(bounds(outline)):
                    found.setdefault(bucket, []).append(number)
        return found

    def first(self, point: Point) -> int | None:
        """Return the number of the first outline that contains the point; None if none does."""
        for number in self._by_bucket.get(self._buckets.of(point), ()):
            if contains(self.outlines[number], point):
                return number
        return None


@dataclass(frozen=True)
class PointIndex:
    """An index of many points by nearness. Of several that are equally near, the first counts."""

    points: tuple[Point, ...]

    @cached_property
    def _buckets(self) -> _Buckets:
        return _Buckets.over(bounds(self.points))

    @cached_property
    def _by_bucket(self) -> dict[Pixel, list[int]]:
        found: dict[Pixel, list[int]] = {}
        for number, point in enumerate(self.points):
            found.setdefault(self._buckets.of(point), []).append(number)
        return found

    def nearest(self, point: Point) -> int | None:
        """Return the number of the nearest point; None if there are no points.

        Few points are compared one by one. Among many, it looks at rings of buckets round the point until no ring
        farther out can contain a nearer one.
        """
        if len(self.points) <= _FEW_POINTS:
            near = ((square_of_distance(at, point), number) for number, at in enumerate(self.points))
            return min(near, default=(0.0, None))[1]
        across, down = (min(max(at, 0), _BUCKETS_A_SIDE) for at in self._buckets.of(point))
        best: tuple[float, int] = (inf, -1)
        for reach in range(_BUCKETS_A_SIDE + 1):
            clear = reach - 1  # whole buckets between the point's own and this ring
            if clear > 0 and best[0] < (clear * self._buckets.side) ** 2:
                break
            numbers = (n for bucket in _ring(across, down, reach) for n in self._by_bucket.get(bucket, ()))
            best = min((best, *((square_of_distance(self.points[n], point), n) for n in numbers)))
        return best[1]


def _ring(across: int, down: int, reach: int) -> Iterator[Pixel]:
    for other_across in range(across - reach, across + reach + 1):
        on_side = abs(other_across - across) == reach
        for other_down in range(down - reach, down + reach + 1, 1 if on_side or not reach else 2 * reach):
            yield other_across, other_down


def mean_pixel(polygon: Sequence[Point]) -> Pixel:
    """Return the mean of an outline's corners, cut to whole pixels."""
    return int(sum(x for x, _ in polygon) / len(polygon)), int(sum(y for _, y in polygon) / len(polygon))
