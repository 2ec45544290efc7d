"""Hex grids, flat-topped or pointy-topped, stretched or regular."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor
from struct import Struct
from typing import TYPE_CHECKING, Literal

from tabletop.board.geometry import Pixel, Point, Polygon, midpoint, nearest_pixel, square_of_distance
from tabletop.board.grid import CENTRES, CellGrid

if TYPE_CHECKING:
    from tabletop.board.numbering import Cell

_STEPS = {  # axial (q, r), clockwise from north
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
_DIRECTIONS = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
_SINGLE = Struct("f")
_LARGEST = 3.4028234e38
_MOST_POINTS = 10_000
# Corners about a centre: thirds of the pitch across the lines, halves of the pitch along them.
_CORNERS = {
    "flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    "pointy": ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)),
}


@dataclass(frozen=True, kw_only=True)
class HexGrid(CellGrid):
    """A grid of hexes in lines. Every other line is shifted by half a hex.

    With the top `flat`, hexes form columns and the odd columns are shifted down. With the top `pointy`, hexes form rows
    and the odd rows are shifted to the right. If `shifted` is `even`, the even lines are shifted instead (lines
    count from 0). Regular flat-topped hexes have `dx` = 0.866 `dy`, and pointy-topped ones `dy` = 0.866 `dx`. Other
    hexes are stretched, and everything works for them too.

    `as_vassal`: pieces snap by outlines that are rounded to pixels. A point gets its name from the upright rectangle in
    which it is, not from the hex. The two differ only near hexsides, so only for pieces that were not snapped. Edges
    and corners lie on two lattices, and each also contains the centres. The nearer point of the two counts.

    Source of VASSAL's formulas: the frame of its hex grid is ours for flat tops. For its sideways grids, swap x and y,
    `x0` and `y0`, `dx` and `dy`. Centres are cut to whole pixels, and so is half a hex before it is added.
    """

    top: Literal["flat", "pointy"] = "flat"
    shifted: Literal["odd", "even"] = "odd"

    # The upright frame: lines (columns of flat tops, rows of pointy ones), places along a line, and points
    # measured across the lines and along them.

    def _upright(self, pair: tuple[float, float]) -> tuple[float, float]:
        return pair if self.top == "flat" else (pair[1], pair[0])

    @cached_property
    def _origin(self) -> Point:
        return self._upright((self.x0, self.y0))

    @cached_property
    def _pitch(self) -> Point:
        return self._upright((self.dx, self.dy))

    def _line_and_place(self, cell: Cell) -> Cell:
        return cell if self.top == "flat" else (cell[1], cell[0])

    def _is_shifted(self, line: int) -> bool:
        return bool(line % 2) == (self.shifted == "odd")

    # Axial coordinates

    def axial(self, cell: Cell) -> tuple[int, int]:
        """Return the axial coordinates (q, r) of a cell, with (0, 0) at cell (0, 0)."""
        line, place = self._line_and_place(cell)
        place -= self._half_lines(line)
        return (line, place) if self.top == "flat" else (place, line)

    def from_axial(self, q: int, r: int) -> Cell:
        """Return the cell at axial coordinates."""
        line, place = (q, r) if self.top == "flat" else (r, q)
        return self._line_and_place((line, place + self._half_lines(line)))

    def _half_lines(self, line: int) -> int:
        """Return the number of whole places by which a line is shifted against the slanted axial axis."""
        return line // 2 if self.shifted == "odd" else (line + 1) // 2

    # Cells

    @property
    def directions(self) -> tuple[str, ...]:
        """The directions N, NE, SE, S, SW, NW for flat tops; NE, E, SE, SW, W, NW for pointy ones."""
        return _DIRECTIONS[self.top]

    def step(self, cell: Cell, direction: int) -> Cell:
        """Return the hex across a hexside, whether or not it exists."""
        q, r = self.axial(cell)
        dq, dr = _STEPS[self.top][direction % 6]
        return self.from_axial(q + dq, r + dr)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the six hexes round one, by direction, whether or not they exist."""
        return tuple(self.step(cell, direction) for direction in range(6))

    def distance(self, a: Cell, b: Cell) -> int:
        """Return the number of hexsides that the shortest way crosses."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    def within(self, cell: Cell, radius: int) -> frozenset[Cell]:
        """Return the existing hexes at most `radius` away."""
        q, r = self.axial(cell)
        around = (
            self.from_axial(q + dq, r + dr)
            for dq in range(-radius, radius + 1)
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
        )
        return frozenset(filter(self.exists, around))

    def range_between(self, a: Point, b: Point) -> int:
        """Return the number of hexes between two points.

        With `as_vassal`, it is measured between the points to which pieces that are dropped there would snap.
        """
        if not self.as_vassal:
            (aq, ar), (bq, br) = self._axial_at(a), self._axial_at(b)
            return max(abs(bq - aq), abs(br - ar), abs(bq - aq + br - ar))
        cells = (self._cell_of_rectangle(self.snap((int(x), int(y)))) for x, y in (a, b))
        return self.distance(*cells)

    def centre(self, cell: Cell) -> Pixel:
        """Return the middle of a hex, cut to whole pixels. As in VASSAL, half a hex is cut too, before it is added."""
        line, place = self._line_and_place(cell)
        x0, y0 = self._origin
        dx, dy = self._pitch
        half = int(dy / 2) if self._is_shifted(line) else 0
        x, y = self._upright((int(line * dx + x0), int(place * dy + half + y0)))
        return int(x), int(y)

    def _sent_to(self, cell: Cell) -> Pixel:
        """Return the point of a piece that is sent to a hex by name.

        As in VASSAL, this is rounded differently from the middle of the hex, and can be a pixel away.
        """
        if not self.as_vassal:
            return self.centre(cell)
        line, place = self._line_and_place(cell)
        (x0, y0), (dx, dy) = self._origin, self._pitch
        half = dy / 2 if self._is_shifted(line) else 0.0
        x, y = self._upright((int(line * dx) + x0, int(place * dy + half) + y0))
        return int(x), int(y)

    def polygon(self, cell: Cell) -> Polygon:
        """Return the six corners clockwise: from the upper left for flat tops, from the top for pointy ones."""
        line, place = self._line_and_place(cell)
        x0, y0 = self._origin
        dx, dy = self._pitch
        thirds, halves = 3 * line, 2 * place + self._is_shifted(line)
        return tuple(
            self._upright((x0 + (thirds + across) * dx / 3, y0 + (halves + along) * dy / 2))
            for across, along in _CORNERS[self.top]
        )

    def snap(self, point: Pixel) -> Pixel:
        """Return the nearest of the allowed points in the hex that contains the point.

        It is the same point if there is no hex, or if placing is free.
        """
        cell = self.cell_at(point)
        if cell is None or not self.snap_to:
            return point
        if self.as_vassal:
            return self._snap_by_lattices(point, self.centre(cell))
        return min(self._snap_points(cell), key=lambda candidate: square_of_distance(candidate, point))

    def _snap_points(self, cell: Cell) -> list[Pixel]:
        points = [self.centre(cell)] if "centre" in self.snap_to else []
        corners = () if self.snap_to == CENTRES else self.polygon(cell)
        if "edge" in self.snap_to:
            ends = zip(corners, corners[1:] + corners[:1], strict=True)
            points += [nearest_pixel(midpoint(a, b)) for a, b in ends]
        if "corner" in self.snap_to:
            points += map(nearest_pixel, corners)
        return points

    def _snap_by_lattices(self, point: Pixel, centre: Pixel) -> Pixel:
        """Return the nearer of the nearest middle of an edge and the nearest corner, of those that are allowed.

        Return the centre if neither is allowed, or if the point found is the centre apart from rounding.
        """
        x, y = self._upright(point)
        found = [self._edge_near(x, y)] if "edge" in self.snap_to else []
        found += [self._corner_near(x, y)] if "corner" in self.snap_to else []
        if not found:
            return centre
        near = min(reversed(found), key=lambda candidate: square_of_distance(candidate, (x, y)))
        across, along = self._upright(near)
        return centre if square_of_distance(centre, (across, along)) <= 2 else (int(across), int(along))

    def _edge_near(self, x: float, y: float) -> Point:
        """Return the nearest middle of a side, or the centre, in the upright frame.

        It is cut to whole pixels as in VASSAL.
        """
        (x0, y0), (dx, dy) = self._origin, self._pitch
        line = floor((x - x0 + dx / 4) * 2 / dx)
        if line % 2 == 0:
            along = int(dy / 2 * floor((y - y0 + dy / 4) * 2 / dy) + y0)
        else:
            along = int(dy / 2 * floor((y - y0) * 2 / dy) + int(dy / 4) + y0)
        return int(dx / 2 * line + x0), along

    def _corner_near(self, x: float, y: float) -> Point:
        """Return the nearest corner or centre by VASSAL's calculation, which starts from a whole pixel and cuts towards
        zero.
        """
        (x0, y0), (dx, dy) = self._origin, self._pitch
        row = floor((y - y0 + dy / 4) * 2 / dy)
        third = dx / 3
        if row % 2 == 0:
            across = int(2 * third * int(floor(x - x0 + third) * 3 / (2 * dx)) + x0)
        else:
            across = int(2 * third * int(floor(x - x0 + third + third) * 3 / (2 * dx)) - int(third) + x0)
        return across, int(dy / 2 * row + y0)

    # Points to hexes

    def _axial_at(self, point: Point) -> tuple[int, int]:
        """Return the axial coordinates of the hex that contains a point. Pieces lie on few points, so they are kept."""
        found = self._axials.get(point)
        if found is None:
            if len(self._axials) >= _MOST_POINTS:
                self._axials.clear()
            found = self._axials[point] = self.axial(self._cell_holding(point))
        return found

    @cached_property
    def _axials(self) -> dict[Point, tuple[int, int]]:
        return {}

    def _cell_holding(self, point: Point) -> Cell:
        if self.as_vassal:
            return self._by_whole_pixels(*self._upright(point))
        across, along = self._in_pitches(point)
        line = floor(across + 0.5)
        along_line = along - self._shift(line)
        place = floor(along_line + 0.5)
        right, down = across - line, along_line - place
        if abs(down) + 1.5 * abs(right) > 1:
            line += 1 if right > 0 else -1
            place = floor(along - self._shift(line) + 0.5)
        return self._line_and_place((line, place))

    def _cell_to_name(self, point: Point) -> Cell:
        return self._cell_of_rectangle(point) if self.as_vassal else self._cell_holding(point)

    def _cell_of_rectangle(self, point: Point) -> Cell:
        """Return the hex in whose upright rectangle, one pitch by one pitch, a point lies. This is the hex that
        contains the point, or one beside it.
        """
        across, along = self._in_pitches(point)
        line = floor(across + 0.5)
        return self._line_and_place((line, floor(along - self._shift(line) + 0.5)))

    def _in_pitches(self, point: Point) -> Point:
        """Return a point as lines across and hexes along, measured from the middle of hex (0, 0) without a shift."""
        x0, y0 = self._origin
        dx, dy = self._pitch
        x, y = self._upright(point)
        return (x - x0) / dx, (y - y0) / dy

    def _shift(self, line: int) -> float:
        return 0.5 if self._is_shifted(line) else 0.0

    def _by_whole_pixels(self, x: float, y: float) -> Cell:
        """Return the hex that a point is in, by outlines in whole pixels.

        The hex in whose rectangle the point lies is tried first, then two hexes in each of the lines beside it. If no
        outline contains the point, the first is returned. The point is in the upright frame.
        """
        (x0, y0), (dx, dy) = self._origin, self._pitch
        line = floor((x - x0 + dx / 2) / dx)
        shifted = self._is_shifted(line)
        place = floor((y - y0) / dy) if shifted else floor((y - y0 + dy / 2) / dy)
        first = place - (not shifted)
        beside = [(line + side, first + further) for side in (-1, 1) for further in (0, 1)]
        cells = map(self._line_and_place, ((line, place), *beside))
        return next((cell for cell in cells if self._holds(cell, x, y)), self._line_and_place((line, place)))

    def _holds(self, cell: Cell, x: float, y: float) -> bool:
        """Return whether the outline of a hex contains a point of the upright frame, as VASSAL rounds it.

        It uses numbers of single precision, and is a pixel larger to the right and below.
        """
        across, along = self._upright(self.centre(cell))
        third, half = self._third_and_half
        top, bottom = _pixel(along - half), _pixel(along + half) + 1
        if not top <= y < bottom:
            return False
        left, right = _pixel(across - third), _pixel(across + third) + 1
        west, east = _pixel(across - 2 * third), _pixel(across + 2 * third) + 1
        if y < along:
            down, whole = y - top, along - top
            return left + down * (west - left) / whole <= x < right + down * (east - right) / whole
        down, whole = y - along, bottom - along
        return west + down * (left - west) / whole <= x < east + down * (right - east) / whole

    @cached_property
    def _third_and_half(self) -> Point:
        """A third of the pitch across the lines, and half of the pitch along them, in single precision."""
        dx, dy = map(_single, self._pitch)
        return _single(_single(2 * dx) / 3) / 2, dy / 2


def _single(number: float) -> float:
    """Return the nearest number of single precision. A number beyond the largest one becomes the largest one."""
    return float(_SINGLE.unpack(_SINGLE.pack(max(-_LARGEST, min(number, _LARGEST))))[0])


def _pixel(number: float) -> int:
    """Return the whole pixel that is nearest to a number of single precision."""
    return floor(_single(number) + 0.5)
