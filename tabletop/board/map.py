"""The map: boards side by side with boxes and tracks round them, and every place on it by name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from tabletop.board.geometry import Area, OutlineIndex, Pixel, Point, Polygon, bounds
from tabletop.board.name_index import NameIndex
from tabletop.board.regions import RegionGrid
from tabletop.board.zones import ZonedGrid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabletop.board.grid import Grid
    from tabletop.board.place_properties import PlaceProperty
    from tabletop.board.places import Box, NamedPoint, Track

PLAIN = ZonedGrid(())
"""The grid of a board without one: it has no places, placing is free, and ranges are in pixels."""


class Location(NamedTuple):
    """The spot of a piece or stack: map pixels, and the name of the place there ('' if there is none)."""

    x: int
    y: int
    place: str


@dataclass(frozen=True)
class Board:
    """A sheet of a map, with its grid.

    `width` and `height` are its size in pixels at full scale. `column` and `row` are its position in the table of
    boards. If it is `reversed`, it is turned by 180 degrees: its board pixels (x, y) are then at
    (width - x, height - y).
    """

    name: str
    width: int
    height: int
    grid: Grid = PLAIN
    column: int = 0
    row: int = 0
    reversed: bool = False

    @property
    def area(self) -> Area:
        """The board's own area in board pixels."""
        return 0, 0, self.width, self.height

    def turned(self, point: Point) -> Point:
        """Return a point (board pixels), rotated by 180 degrees if the board is `reversed`."""
        return (self.width - point[0], self.height - point[1]) if self.reversed else point


class _Sheet(NamedTuple):
    """A board in its position on the map, with its upper left corner in map pixels."""

    board: Board
    left: int
    top: int

    @property
    def grid(self) -> Grid:
        return self.board.grid

    def local(self, point: Point) -> Point:
        """Return a point of the map (map pixels) in board pixels."""
        return self.board.turned((point[0] - self.left, point[1] - self.top))

    def on_map(self, point: Point) -> Point:
        """Return a point of the board (board pixels) in map pixels."""
        x, y = self.board.turned(point)
        return x + self.left, y + self.top

    def snap(self, point: Pixel) -> Pixel:
        """Return the map pixel to which a piece that is dropped at a map pixel snaps by this board's grid."""
        return _pixel(self.on_map(self.grid.snap(_pixel(self.local(point)))))

    def holds(self, point: Point) -> bool:
        """Return whether a point of the map lies on this board."""
        return 0 <= point[0] - self.left < self.board.width and 0 <= point[1] - self.top < self.board.height

    def point_of(self, place: str) -> Pixel | None:
        """Return the map pixel of a piece that is sent to a place; None if the board has no such place."""
        point = self.grid.point_of(place)
        return None if point is None else _pixel(self.on_map(point))


@dataclass(frozen=True)
class Map:
    """The boards, boxes and tracks of a map, and the places on them. All points are whole map pixels at full scale.

    A map's pixels start at the upper left, `edge` pixels (across, down) before the first board. The boards are
    arranged in a table, as in VASSAL: each to the right of those before it in its row and below those above it in its
    column.
    Boxes lie over boards and over tracks. If several boards know the same place name, the first has it (see
    `duplicates`).

    `aliases` are further names for places (`Kure` for `0805`). Every method takes either name. Results, and the names
    that a game stores, are the places' own names. Players see `titled` aliases in place of the own name. `anchored`
    says what pieces keep when a later version of the map is corrected: their `place` (native modules) or their `pixel`
    (imported ones). `points` are points with names of their own. `properties` are those of its places that change in
    play, by name.
    """

    name: str
    boards: tuple[Board, ...] = ()
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    titled: frozenset[str] = frozenset()
    edge: tuple[int, int] = (0, 0)
    anchored: Literal["place", "pixel"] = "place"
    points: tuple[NamedPoint, ...] = ()
    properties: Mapping[str, PlaceProperty] = field(default_factory=dict, hash=False)

    # Layout

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the whole map in pixels: all boards and their edge, all boxes and tracks."""
        rights = [sheet.left + sheet.board.width + self.edge[0] for sheet in self._sheets]
        bottoms = [sheet.top + sheet.board.height + self.edge[1] for sheet in self._sheets]
        boxes = self._boxes.values()
        return (
            max((*rights, *(box.x + box.width for box in boxes)), default=0),
            max((*bottoms, *(box.y + box.height for box in boxes)), default=0),
        )

    def board_at(self, x: int, y: int) -> Board | None:
        """Return the board under a pixel of the map; None if there is none."""
        sheet = self._sheet_under((x, y))
        return sheet.board if sheet else None

    def origin_of(self, board: Board) -> Pixel:
        """Return the upper left corner of one of the map's boards, in map pixels."""
        before = {b.column: b.width for b in self.boards if b.row == board.row and b.column < board.column}
        above = {b.row: b.height for b in self.boards if b.column == board.column and b.row < board.row}
        return self.edge[0] + sum(before.values()), self.edge[1] + sum(above.values())

    # From points to places

    def place_at(self, x: int, y: int) -> str:
        """Return the name of the place at a pixel of the map; '' if there is none."""
        box = self._box_at((x, y))
        if box:
            return box.name
        sheet = self._sheet_under((x, y))
        return sheet.grid.place_at(sheet.local((x, y))) if sheet else ""

    @cached_property
    def named_points(self) -> Mapping[Pixel, str]:
        """The names that points of the map have of their own, by their pixel.

        Of several at a pixel, the first counts.
        """
        corners = {board.name: self.origin_of(board) for board in reversed(self.boards)}
        found: dict[Pixel, str] = {}
        for point in self.points:
            left, top = corners.get(point.board, self.edge) if point.board else self.edge
            found.setdefault((left + point.x, top + point.y), point.name)
        return found

    def has_word_at(self, x: int, y: int) -> bool:
        """Return whether a pixel of the map lies in a place or a zone. The name of either may be the empty text."""
        sheet = self._sheet_under((x, y))
        return self._box_at((x, y)) is not None or (sheet is not None and sheet.grid.is_named(sheet.local((x, y))))

    def snap(self, x: int, y: int) -> Location:
        """Return the spot of a piece that is dropped at a pixel.

        The box or grid there decides it. Outside the boards placing is free.
        """
        box = self._box_at((x, y))
        if box:
            return self._stop(box.middle) if box.snapping else Location(x, y, box.name)
        sheet = self._sheet_under((x, y))
        if sheet is None:
            return Location(x, y, "")
        snapped = self._snapped(sheet, (x, y))
        return self._stop(snapped) if snapped != (x, y) else Location(x, y, sheet.grid.place_at(sheet.local((x, y))))

    def zone_at(self, x: int, y: int) -> str:
        """Return the name of the zone at a pixel of the map; '' if there is none."""
        sheet = self._sheet_under((x, y))
        return sheet.grid.zone_at(sheet.local((x, y))) if sheet else ""

    def range_between(self, a: Pixel, b: Pixel) -> int:
        """Return the distance between two pixels, by the grid of the board under the first: in cells, or else in
        pixels.
        """
        sheet = self._sheet_under(a)
        return sheet.grid.range_between(sheet.local(a), sheet.local(b)) if sheet else PLAIN.range_between(a, b)

    def has_cells_at(self, at: Pixel) -> bool:
        """Return whether the board under a pixel is divided into hexes or squares."""
        sheet = self._sheet_under(at)
        return sheet is not None and sheet.grid.lattice is not None

    # From names to places

    def find(self, name: str) -> str:
        """Return a place's own name, from that name or an alias; '' if no place has it."""
        place = self._own_names.get(name, name)
        return place if self._box(place) or self._sheet_of(place) else ""

    def title(self, place: str) -> str:
        """Return the name of a place for players.

        It is its titled alias, or the title of its track with the label of the cell, or else its own name.
        """
        place = self._own_names.get(place, place)
        track, cell = self._track_cells.get(place, (None, 0))
        own = f"{track.title} {track.labels[cell]}" if track is not None and track.title else place
        return self._titles.get(place, own)

    def point_of(self, place: str) -> Pixel | None:
        """Return the pixel of a piece that is sent to a place; None for an unknown place."""
        place = self._own_names.get(place, place)
        if box := self._box(place):
            return box.middle
        sheet = self._sheet_of(place)
        return sheet.point_of(place) if sheet else None

    def point_sent_to(self, name: str, board: str = "") -> Pixel | None:
        """Return the pixel of a piece that is sent to a place, or to a region of a zone that counts as one place.

        If a board is named, the place is on that board. Returns None if there is no such place.
        """
        sheets = [sheet for sheet in self._sheets if not board or sheet.board.name == board]
        on_boards = (at for sheet in sheets if (at := sheet.point_of(name)) is not None)
        found = next(on_boards, None) if board else self.point_of(name)
        if found is not None:
            return found
        for sheet in sheets:
            inside = sheet.grid.region_within(name) if isinstance(sheet.grid, ZonedGrid) else None
            if inside is not None:
                return _pixel(sheet.on_map(inside))
        return None

    def has_zone(self, name: str) -> bool:
        """Return whether a board has a zone of this name."""
        grids = (sheet.grid for sheet in self._sheets)
        return any(zone.name == name for grid in grids if isinstance(grid, ZonedGrid) for zone in grid.zones)

    def middle_of_zone(self, name: str) -> Pixel | None:
        """Return the middle of the rectangle round a zone; None if no board has such a zone with an outline."""
        for sheet in self._sheets:
            for zone in sheet.grid.zones if isinstance(sheet.grid, ZonedGrid) else ():
                if zone.name == name and zone.polygon:
                    left, top, right, bottom = map(int, bounds(zone.polygon))
                    return _pixel(sheet.on_map((left + (right - left) // 2, top + (bottom - top) // 2)))
        return None

    def spot_of(self, place: str) -> Location | None:
        """Return the full position of a piece that is sent to a place; None for an unknown place."""
        place = self._own_names.get(place, place)
        point = self.point_of(place)
        return Location(*point, place) if point else None

    def polygon_of(self, place: str) -> Polygon:
        """Return the outline of a place on the map.

        It is empty for an unknown place, or for one that is only a point.
        """
        place = self._own_names.get(place, place)
        if box := self._box(place):
            return box.polygon
        sheet = self._sheet_of(place)
        return tuple(map(sheet.on_map, sheet.grid.polygon_of(place))) if sheet else ()

    def is_box(self, place: str) -> bool:
        """Return whether a place is a box or a cell of a track, and not a place of a grid."""
        return self._box(self._own_names.get(place, place)) is not None

    def field_of(self, place: str) -> Box | None:
        """Return the box in which pieces lie side by side, by its own name; None for every place in which they
        stack.
        """
        return self._fields.get(place)

    def zone_of(self, place: str) -> str:
        """Return the name of the zone in which a place lies; '' if it lies in none."""
        point = self.point_of(place)
        return self.zone_at(*point) if point else ""

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Return the places next to a place: those of its grid, those across the seam to the next board, and those
        before and after it on its track.
        """
        place = self._own_names.get(place, place)
        if place in self._track_cells:
            track, number = self._track_cells[place]
            return tuple(cell.name for cell in track.cells[max(number - 1, 0) : number + 2] if cell.name != place)
        sheet = None if self._box(place) else self._sheet_of(place)
        if sheet is None:
            return ()
        names = sheet.grid.neighbours_of(place)
        here = [name for name in names if (point := sheet.point_of(name)) and sheet.holds(point)]
        return (*here, *self._across_seams(sheet, place))

    def distance(self, a: str, b: str) -> int | None:
        """Return the number of steps between two places: cells of a grid (also across a seam) or of a track, or links
        of regions.

        None if nothing measures it, for example for an unknown place, a box, or cells of different tracks.
        """
        a, b = self._own_names.get(a, a), self._own_names.get(b, b)
        if a in self._track_cells and b in self._track_cells:
            (track, first), (other_track, last) = self._track_cells[a], self._track_cells[b]
            return abs(first - last) if track is other_track else None
        sheet, other = (None if self._box(place) else self._sheet_of(place) for place in (a, b))
        if sheet is None or other is None:
            return None
        if sheet is other:
            return sheet.grid.distance_between(a, b)
        from_point, to_point, lattice = sheet.grid.point_of(a), other.point_of(b), sheet.grid.lattice
        if not (lattice and from_point and to_point):
            return None
        return lattice.range_between(from_point, sheet.local(to_point))

    def places(self) -> tuple[str, ...]:
        """Return the names of all places: boxes, cells of tracks, then the places of each board."""
        return tuple(dict.fromkeys(self._every_place()))

    def regions(self) -> Iterator[tuple[str, Pixel]]:
        """Yield the names of the regions of the boards, with their points.

        These are the regions' own names, even if their zones give them others.
        """
        for sheet in self._sheets:
            own = sheet.grid
            within = [*(zone.grid for zone in own.zones), own.background] if isinstance(own, ZonedGrid) else [own]
            for grid in within:
                for region in grid.regions if isinstance(grid, RegionGrid) else ():
                    yield region.name, _pixel(sheet.on_map((region.x, region.y)))

    def region_called(self, name: str) -> Pixel | None:
        """Return the point of the first region with this name of its own; None if no board has one."""
        return next((point for own, point in self.regions() if own == name), None)

    def zones(self) -> Iterator[tuple[str, Pixel]]:
        """Yield the names of the boards' zones that have an outline, and their middles."""
        for sheet in self._sheets:
            for zone in sheet.grid.zones if isinstance(sheet.grid, ZonedGrid) else ():
                middle = self.middle_of_zone(zone.name)
                if middle is not None:
                    yield zone.name, middle

    def duplicates(self) -> tuple[str, ...]:
        """Return the names that occur more than once among the places and the aliases.

        Such a name finds the place of its last alias, or without aliases the first place.
        """
        names = Counter([*self._every_place(), *(alias for alias, _ in self.aliases)])
        return tuple(name for name, times in names.items() if times > 1)

    # Inner workings

    def _every_place(self) -> Iterator[str]:
        yield from (box.name for box in self.boxes)
        yield from (cell.name for track in self.tracks for cell in track.cells)
        for sheet in self._sheets:
            yield from sheet.grid.places(sheet.board.area)

    def _snapped(self, sheet: _Sheet, point: Pixel) -> Pixel:
        """Return the point to which a piece snaps by the grid of a board.

        If that is on another board, the piece snaps once more, by the grid of that board. If it is one pixel off all
        boards, it is moved back on.
        """
        snapped = sheet.snap(point)
        under = self._sheet_under(snapped)
        if under is not None and under is not sheet:
            snapped = under.snap(snapped)
        return snapped if self._sheet_under(snapped) else _back_on(sheet, snapped)

    def _stop(self, point: Pixel) -> Location:
        """Return the spot of a piece that snaps to a point.

        The same points occur often, so the results are cached. The point may be in another box, which makes the piece
        snap again. Each such box lies over the one before.
        """
        stop = self._stops.get(point)
        if stop is None:
            box = self._box_at(point)
            drawn_on = box is not None and box.snapping and box.middle != point
            stop = self._stop(box.middle) if box and drawn_on else Location(*point, self.place_at(*point))
            self._stops[point] = stop
        return stop

    @cached_property
    def _stops(self) -> dict[Pixel, Location]:
        return {}

    def _across_seams(self, sheet: _Sheet, place: str) -> Iterator[str]:
        """Yield the places of other boards that lie where the cells of this board would continue."""
        lattice, point = sheet.grid.lattice, sheet.grid.point_of(place)
        cell = lattice.cell_at(point) if lattice and point else None
        if len(self._sheets) == 1 or lattice is None or cell is None:
            return
        for beyond in lattice.around(cell):
            point_beyond = sheet.on_map(lattice.centre(beyond))
            other = self._sheet_under(point_beyond)
            if other and other is not sheet and (name := other.grid.place_at(other.local(point_beyond))):
                yield name

    def _sheet_under(self, point: Point) -> _Sheet | None:
        for sheet in self._sheets:
            if sheet.holds(point):
                return sheet
        return None

    @cached_property
    def _sheet_of(self) -> NameIndex[_Sheet]:
        """The first board whose grid knows a place."""
        return NameIndex(self._read_sheet)

    def _read_sheet(self, place: str) -> _Sheet | None:
        return next((sheet for sheet in self._sheets if sheet.grid.point_of(place)), None)

    def _box_at(self, point: Point) -> Box | None:
        number = self._box_index.first(point)
        return None if number is None else self._all_boxes[number]

    def _box(self, place: str) -> Box | None:
        return self._boxes.get(place)

    @cached_property
    def _sheets(self) -> tuple[_Sheet, ...]:
        return tuple(_Sheet(board, *self.origin_of(board)) for board in self.boards)

    @cached_property
    def _all_boxes(self) -> tuple[Box, ...]:
        return (*self.boxes, *(cell for track in self.tracks for cell in track.cells))

    @cached_property
    def _boxes(self) -> dict[str, Box]:
        return {box.name: box for box in reversed(self._all_boxes)}

    @cached_property
    def _fields(self) -> dict[str, Box]:
        return {name: box for name, box in self._boxes.items() if not box.snapping}

    @cached_property
    def _box_index(self) -> OutlineIndex:
        return OutlineIndex(tuple(box.polygon for box in self._all_boxes))

    @cached_property
    def _track_cells(self) -> dict[str, tuple[Track, int]]:
        return {cell.name: (track, n) for track in self.tracks for n, cell in enumerate(track.cells)}

    @cached_property
    def _own_names(self) -> dict[str, str]:
        return dict(self.aliases)

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {place: alias for alias, place in reversed(self.aliases) if alias in self.titled}


def _pixel(point: Point) -> Pixel:
    """Return the pixel at a point that has whole coordinates."""
    return int(point[0]), int(point[1])


def _back_on(sheet: _Sheet, point: Pixel) -> Pixel:
    """Return a point back on a board, as VASSAL does, if it is one pixel off the board. Any other point stays."""
    x, y = point[0] - sheet.left, point[1] - sheet.top
    x = {-1: 0, sheet.board.width: sheet.board.width - 1}.get(x, x)
    y = {-1: 0, sheet.board.height: sheet.board.height - 1}.get(y, y)
    return x + sheet.left, y + sheet.top
