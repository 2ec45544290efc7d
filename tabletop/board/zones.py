"""Boards that are divided into zones. Each zone has a grid of its own, or the grid of the board, or none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import dist, floor
from typing import TYPE_CHECKING

from tabletop.board import forms
from tabletop.board.geometry import Area, OutlineIndex, Pixel, Point, Polygon, bounds, contains, in_area, mean_pixel
from tabletop.board.name_index import NameIndex
from tabletop.board.regions import RegionGrid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabletop.board.grid import CellGrid, Grid


@dataclass(frozen=True)
class BoardZone:
    """A named part of a board, with its outline in board pixels.

    `grid` is the grid inside it. `parent_grid`: it has the board's background grid instead. `form` is the form of its
    places' names, made of `{name}` (the zone's) and `{place}` (the grid's). Without `{place}` the whole zone is one
    place.
    """

    name: str
    polygon: Polygon
    grid: Grid | None = None
    parent_grid: bool = False
    form: str = "{name}"

    def __post_init__(self) -> None:
        forms.check(self.form, ("name", "place"))

    @property
    def has_places(self) -> bool:
        """True if the form has `{place}`. Otherwise, or if no grid is in use, the whole zone is one place."""
        return "place" in forms.fields(self.form)

    @cached_property
    def middle(self) -> Pixel | None:
        """The spot of a piece that is sent to the zone: the mean of its corners, or else the first corner.

        None for an outline that contains no point.
        """
        if len(self.polygon) < 3:
            return None
        mean = mean_pixel(self.polygon)
        return mean if contains(self.polygon, mean) else (int(self.polygon[0][0]), int(self.polygon[0][1]))


@dataclass(frozen=True)
class ZonedGrid:
    """A grid of zones over an optional background grid. Where zones overlap, the first one counts. It is a `Grid`."""

    zones: tuple[BoardZone, ...]
    background: Grid | None = None

    def zone_holding(self, point: Point) -> BoardZone | None:
        """Return the first zone that contains a point; None if there is none."""
        number = self._index.first(point)
        return None if number is None else self.zones[number]

    def zone_at(self, point: Point) -> str:
        """Return the name of the first zone that contains a point; '' if there is none."""
        zone = self.zone_holding(point)
        return zone.name if zone else ""

    def grid_of(self, zone: BoardZone | None) -> Grid | None:
        """Return the grid that is in use in a zone, or outside all zones (None); None if there is no grid."""
        return self.background if zone is None or zone.parent_grid else zone.grid

    def place_at(self, point: Point) -> str:
        """Return the name of the place that contains a point, in the form of its zone; '' if there is none."""
        zone = self.zone_holding(point)
        grid = self.grid_of(zone)
        inner = grid.place_at(point) if grid else ""
        return forms.fill(zone.form, {"name": zone.name, "place": inner}) if zone else inner

    def snap(self, point: Pixel) -> Pixel:
        """Return the point at which the grid in use puts a dropped piece; the same point if there is no grid."""
        grid = self.grid_of(self.zone_holding(point))
        return grid.snap(point) if grid else point

    def point_of(self, place: str) -> Pixel | None:
        """Return the point of a piece that is sent to a place; None for an unknown place."""
        found = self._find(place)
        if found is None:
            return None
        zone, inner = found
        grid = self.grid_of(zone)
        return grid.point_of(inner) if grid and inner else zone.middle if zone else None

    def region_within(self, name: str) -> Pixel | None:
        """Return the point of a region in the first zone that has one of this name, even if the zone counts as one
        place; None if there is none.
        """
        for zone in self.zones:
            grid = self.grid_of(zone)
            point = grid.point_of(name) if isinstance(grid, RegionGrid) else None
            if point is not None and contains(zone.polygon, point):
                return point
        return None

    def polygon_of(self, place: str) -> Polygon:
        """Return the outline of a place: that of its cell, or that of the zone if the zone is one place.

        It is empty for an unknown place.
        """
        found = self._find(place)
        if found is None:
            return ()
        zone, inner = found
        grid = self.grid_of(zone)
        return grid.polygon_of(inner) if grid and inner else zone.polygon if zone else ()

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """Return the places of the same grid next to a place, each with the name in the zone where it lies."""
        found = self._find(place)
        grid = self.grid_of(found[0]) if found else None
        if not (found and grid and found[1]):
            return ()
        points = map(grid.point_of, grid.neighbours_of(found[1]))
        names = (self.place_at(point) for point in points if point)
        return tuple(dict.fromkeys(name for name in names if name and name != place))

    def distance_between(self, a: str, b: str) -> int | None:
        """Return the number of steps between two places of one grid; None for other places."""
        found_a, found_b = self._find(a), self._find(b)
        if found_a is None or found_b is None:
            return None
        grid = self.grid_of(found_a[0])
        if grid is None or grid is not self.grid_of(found_b[0]):
            return None
        return grid.distance_between(found_a[1], found_b[1])

    def range_between(self, a: Point, b: Point) -> int:
        """Return the distance between two points: by the grid of their common zone, or else the background grid, or
        else in pixels.
        """
        zone = self.zone_holding(a)
        common = self.grid_of(zone) if zone is self.zone_holding(b) else None
        grid = common or self.background
        return grid.range_between(a, b) if grid else floor(dist(a, b) + 0.5)

    def is_named(self, point: Point) -> bool:
        """Return whether a zone contains the point, or the grid outside all zones gives it a name."""
        return self.zone_holding(point) is not None or (self.background is not None and self.background.is_named(point))

    def places(self, area: Area) -> Iterator[str]:
        """Yield the names of the places within zones, of zones that are one place, and of the places outside all
        zones.
        """
        for zone, grid in self._divided:
            yield from self._inner_places(zone, grid, _common(area, bounds(zone.polygon)))
        yield from (name for name, zone in self._whole.items() if zone.middle and in_area(area, zone.middle))
        if self.background:
            yield from self._inner_places(None, self.background, area)

    @property
    def lattice(self) -> CellGrid | None:
        """The cells of the background grid; None if it has none."""
        return self.background.lattice if self.background else None

    def _inner_places(self, zone: BoardZone | None, grid: Grid, area: Area) -> Iterator[str]:
        for inner in grid.places(area):
            point = grid.point_of(inner)
            if point and self.zone_holding(point) is zone:
                yield forms.fill(zone.form, {"name": zone.name, "place": inner}) if zone else inner

    @cached_property
    def _find(self) -> NameIndex[tuple[BoardZone | None, str]]:
        """The zone in which a place lies (None: outside all), and its name in the grid there ('': the zone itself)."""
        return NameIndex(self._read_place)

    def _read_place(self, place: str) -> tuple[BoardZone | None, str] | None:
        """Return the first zone that is the place or contains it, and the name of the place in the grid there.

        The zone is None for a place outside all zones. The name is "" if the zone itself is the place. Returns None for
        an unknown place.
        """
        whole = self._whole.get(place)
        for zone, grid in self._divided:
            if whole is not None and self._order[id(whole)] < self._order[id(zone)]:
                break
            for reading in forms.readings(zone.form, place, {"name": zone.name}):
                point = grid.point_of(reading["place"])
                if point and contains(zone.polygon, point):
                    return zone, reading["place"]
        if whole is not None:
            return whole, ""
        return (None, place) if self.background and self.background.point_of(place) else None

    @cached_property
    def _order(self) -> dict[int, int]:
        return {id(zone): number for number, zone in enumerate(self.zones)}

    @cached_property
    def _divided(self) -> tuple[tuple[BoardZone, Grid], ...]:
        """The zones that are divided into places, each with its grid."""
        zones = ((zone, self.grid_of(zone)) for zone in self.zones if zone.has_places)
        return tuple((zone, grid) for zone, grid in zones if grid)

    @cached_property
    def _whole(self) -> dict[str, BoardZone]:
        """The zones that are one place each, by the name of that place. Of several with one name, the first counts."""
        divided = {id(zone) for zone, _ in self._divided}
        whole = [zone for zone in self.zones if zone.middle and id(zone) not in divided]
        return {forms.fill(zone.form, {"name": zone.name, "place": ""}): zone for zone in reversed(whole)}

    @cached_property
    def _index(self) -> OutlineIndex:
        return OutlineIndex(tuple(zone.polygon for zone in self.zones))


def _common(a: Area, b: Area) -> Area:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
