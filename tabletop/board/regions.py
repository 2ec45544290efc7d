"""Grids of named points or areas: point-to-point maps, sea zones, provinces."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from math import dist, floor
from typing import TYPE_CHECKING

from tabletop.board.geometry import Area, OutlineIndex, Pixel, Point, PointIndex, Polygon, in_area

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Region:
    """A named place at a point, in board pixels.

    `polygon` is its outline. A region without an outline is the place of all points that are nearer to it than to other
    such regions. `neighbours` are the names of the regions next to it. It is enough if one of two neighbours names the
    other.
    """

    name: str
    x: int
    y: int
    polygon: Polygon = ()
    neighbours: tuple[str, ...] = ()


@dataclass(frozen=True)
class RegionGrid:
    """A grid of regions. If several contain a point, the first one counts. It is a `Grid`.

    `snapping`: dropped pieces go to the region's point. Otherwise they lie where they are dropped.
    """

    regions: tuple[Region, ...]
    snapping: bool = True

    def __post_init__(self) -> None:
        names = {region.name for region in self.regions}
        for region in self.regions:
            for unknown in sorted(set(region.neighbours) - names):
                raise ValueError(f"Region '{region.name}' names the neighbour '{unknown}', which is not a region.")

    def region_at(self, point: Point) -> Region | None:
        """Return the region that contains a point; None if there is none."""
        number = self._outlines.first(point)
        if number is not None:
            return self.regions[number]
        number = self._points.nearest(point)
        return None if number is None else self._without_outline[number]

    def region(self, name: str) -> Region | None:
        """Return the region of that name, or the first if there are several; None if there is none."""
        return self._by_name.get(name)

    def place_at(self, point: Point) -> str:
        """Return the name of the region that contains a point; '' if there is none."""
        region = self.region_at(point)
        return region.name if region else ""

    def is_named(self, point: Point) -> bool:
        """Return whether a region contains the point."""
        return self.region_at(point) is not None

    def snap(self, point: Pixel) -> Pixel:
        """Return the point of the region that contains this point.

        It is the same point if no region contains it, or without `snapping`.
        """
        region = self.region_at(point) if self.snapping else None
        return (region.x, region.y) if region else point

    def point_of(self, place: str) -> Pixel | None:
        """Return the point of a region; None for an unknown name."""
        region = self.region(place)
        return (region.x, region.y) if region else None

    def polygon_of(self, place: str) -> Polygon:
        """Return the outline of a region; empty if it has none, or if there is no such region."""
        region = self.region(place)
        return region.polygon if region else ()

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """Return the names of the regions next to a region, in the order in which the regions name each other."""
        return self._links.get(place, ())

    def distance_between(self, a: str, b: str) -> int | None:
        """Return the fewest steps from neighbour to neighbour; None if there is no way, or if a name is unknown."""
        if self.region(a) is None or self.region(b) is None:
            return None
        steps, waiting = {a: 0}, deque([a])
        while waiting and b not in steps:
            here = waiting.popleft()
            for beyond in self._links.get(here, ()):
                if beyond not in steps:
                    steps[beyond] = steps[here] + 1
                    waiting.append(beyond)
        return steps.get(b)

    def range_between(self, a: Point, b: Point) -> int:
        """Return the distance between two points in pixels."""
        return floor(dist(a, b) + 0.5)

    def zone_at(self, point: Point) -> str:  # noqa: ARG002
        """Return the empty text, because regions are places, not zones."""
        return ""

    def places(self, area: Area) -> Iterator[str]:
        """Return the names of the regions whose point lies in an area."""
        return (name for name, region in self._by_name.items() if in_area(area, (region.x, region.y)))

    @property
    def lattice(self) -> None:
        """None, because regions do not continue beyond their board."""
        return None

    @cached_property
    def _by_name(self) -> dict[str, Region]:
        found: dict[str, Region] = {}
        for region in self.regions:
            found.setdefault(region.name, region)
        return found

    @cached_property
    def _links(self) -> dict[str, tuple[str, ...]]:
        links: dict[str, dict[str, None]] = {}
        for region in self.regions:
            for other in region.neighbours:
                links.setdefault(region.name, {})[other] = None
                links.setdefault(other, {})[region.name] = None
        return {name: tuple(others) for name, others in links.items()}

    @cached_property
    def _outlines(self) -> OutlineIndex:
        return OutlineIndex(tuple(region.polygon for region in self.regions))

    @cached_property
    def _without_outline(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if not region.polygon)

    @cached_property
    def _points(self) -> PointIndex:
        return PointIndex(tuple((region.x, region.y) for region in self._without_outline))
