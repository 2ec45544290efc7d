"""`Shapes`: the places of a map as polygons, and unions of them as clean outlines. All points are map pixels."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from tabletop.assistance import Point
from tabletop.board.geometry import nearest_pixel
from tabletop.board.map import Map

Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Polygons: TypeAlias = npt.NDArray[np.object_]
Ring: TypeAlias = tuple[Point, ...]

DECIMALS: Final = 3
"""The number of decimals to which corners are rounded.

Neighbours share their corners to the last bit, as an exact union requires.
"""


class Shapes:
    """The outlines of places, by their names; places that are only a point have none."""

    def __init__(self, board: Map, places: Sequence[str] | None = None) -> None:
        outlines = [(place, board.polygon_of(place)) for place in (board.places() if places is None else places)]
        known = [(place, outline) for place, outline in outlines if len(outline) > 2]
        self.names = tuple(place for place, _ in known)
        self.numbers = {place: number for number, place in enumerate(self.names)}
        self.polygons = _polygons([outline for _, outline in known])
        points = [board.point_of(place) for place in self.names]
        self.centres: Floats = np.array([point or (0, 0) for point in points], np.float64).reshape(len(self.names), 2)

    @cached_property
    def tree(self) -> shapely.STRtree:
        """The index of the polygons."""
        return shapely.STRtree(self.polygons)

    def at(self, points: Floats) -> list[str]:
        """Return the place that contains each point; "" if none does."""
        asked, found = self.tree.query(shapely.points(points), predicate="intersects")
        names = [""] * len(points)
        for point, number in zip(asked.tolist(), found.tolist(), strict=True):
            names[point] = names[point] or self.names[number]
        return names

    def outline(self, places: Iterable[str]) -> tuple[Ring, ...]:
        """Return the common outline of these places as rings. Holes are rings, too (even-odd rule).

        Cells of one grid are joined exactly. Unknown places are left out.
        """
        numbers = sorted({self.numbers[place] for place in places if place in self.numbers})
        return rings(union(self.polygons[numbers])) if numbers else ()


def union(polygons: Polygons) -> shapely.Geometry:
    """Return polygons joined. Polygons that share only edges are joined much faster."""
    try:
        found = shapely.coverage_union_all(polygons)
    except shapely.GEOSException:
        return shapely.union_all(polygons)
    return found if _adds_up(found, polygons) else shapely.union_all(polygons)


def _adds_up(found: shapely.Geometry, polygons: Polygons) -> bool:
    """Return whether nothing overlaps: the area of the union is the sum of the areas of its parts."""
    parts = float(shapely.area(polygons).sum())
    return abs(float(shapely.area(found)) - parts) <= parts * 1e-6


def rings(geometry: shapely.Geometry) -> tuple[Ring, ...]:
    """Return all rings of polygons, in whole pixels, each without its repeated last point.

    Corners on a straight line are left out.
    """
    found = []
    for polygon in shapely.get_parts(shapely.simplify(geometry, 0)):
        for ring in shapely.get_rings(polygon):
            points = [nearest_pixel((x, y)) for x, y in shapely.get_coordinates(ring).tolist()[:-1]]
            found.append(tuple(dict.fromkeys(points)))
    return tuple(found)


def _polygons(outlines: Sequence[Sequence[tuple[float, float]]]) -> Polygons:
    """Return many polygons. Those with the same number of corners are made together."""
    found: Polygons = np.empty(len(outlines), dtype=object)
    by_corners: dict[int, list[int]] = {}
    for number, outline in enumerate(outlines):
        by_corners.setdefault(len(outline), []).append(number)
    for numbers in by_corners.values():
        corners = np.round(np.array([outlines[number] for number in numbers], np.float64), DECIMALS)
        found[numbers] = shapely.polygons(corners)
    return found
