"""Grids of squares, or of any rectangles of one size."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from tabletop.board.geometry import Pixel, Point, Polygon, nearest_pixel
from tabletop.board.grid import CellGrid

if TYPE_CHECKING:
    from tabletop.board.numbering import Cell

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@dataclass(frozen=True, kw_only=True)
class SquareGrid(CellGrid):
    """A grid of squares in columns and rows.

    `diagonal`: a step may go across a corner, and neighbours and distances follow from that (VASSAL's `Metric` range).
    Without it, steps go only across sides (`Manhattan`). `as_vassal`: points above the first row get the name of the
    row below theirs, because VASSAL cuts towards 0. Ranges are measured from point to point, in squares.
    """

    diagonal: bool = True

    @property
    def directions(self) -> tuple[str, ...]:
        """The directions N, E, S, W."""
        return ("N", "E", "S", "W")

    def step(self, cell: Cell, direction: int) -> Cell:
        """Return the square across a side, whether or not it exists."""
        right, down = _SIDES[direction % 4]
        return cell[0] + right, cell[1] + down

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the squares one step away, clockwise from north, whether or not they exist."""
        steps = _AROUND if self.diagonal else _SIDES
        return tuple((cell[0] + right, cell[1] + down) for right, down in steps)

    def distance(self, a: Cell, b: Cell) -> int:
        """Return the number of steps between two squares."""
        right, down = abs(b[0] - a[0]), abs(b[1] - a[1])
        return max(right, down) if self.diagonal else right + down

    def within(self, cell: Cell, radius: int) -> frozenset[Cell]:
        """Return the existing squares at most `radius` steps away."""
        reach = range(-radius, radius + 1)
        around = ((cell[0] + right, cell[1] + down) for right in reach for down in reach)
        return frozenset(c for c in around if self.distance(cell, c) <= radius and self.exists(c))

    def centre(self, cell: Cell) -> Pixel:
        """Return the middle of a square, to the nearest whole pixel."""
        return self._half_point(2 * cell[0], 2 * cell[1])

    def polygon(self, cell: Cell) -> Polygon:
        """Return the four corners clockwise from the upper left."""
        left, right = (self.x0 + half * self.dx / 2 for half in (2 * cell[0] - 1, 2 * cell[0] + 1))
        top, bottom = (self.y0 + half * self.dy / 2 for half in (2 * cell[1] - 1, 2 * cell[1] + 1))
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def snap(self, point: Pixel) -> Pixel:
        """Return the nearest allowed point on the nearest line of allowed points. This is VASSAL's rule, to the pixel.

        Lines through centres hold the centres and the middles of vertical edges. Lines between them hold the middles of
        horizontal edges and the corners. It is the same point if there is no square, or if placing is free.
        """
        if self.cell_at(point) is None or not self.snap_to:
            return point
        through_centres = _Halves("centre" in self.snap_to, "edge" in self.snap_to)
        between = _Halves("edge" in self.snap_to, "corner" in self.snap_to)
        half_down = _Halves(any(through_centres), any(between)).nearest((point[1] - self.y0) / self.dy)
        line = between if half_down % 2 else through_centres
        return self._half_point(line.nearest((point[0] - self.x0) / self.dx), half_down)

    def range_between(self, a: Point, b: Point) -> int:
        """Return the number of steps between the squares that contain two points.

        With `as_vassal`, it is the distance of the points in squares, rounded in each direction.
        """
        if not self.as_vassal:
            return super().range_between(a, b)
        right, down = (floor((b[0] - a[0]) / self.dx + 0.5), floor((b[1] - a[1]) / self.dy + 0.5))
        return self.distance((0, 0), (right, down))

    def _sent_to(self, cell: Cell) -> Pixel:
        """Return the point of a piece that is sent to a square by name.

        As in VASSAL, it is cut to whole pixels.
        """
        if not self.as_vassal:
            return self.centre(cell)
        return int(cell[0] * self.dx + self.x0), int(cell[1] * self.dy + self.y0)

    def _cell_holding(self, point: Point) -> Cell:
        return floor((point[0] - self.x0) / self.dx + 0.5), floor((point[1] - self.y0) / self.dy + 0.5)

    def _cell_to_name(self, point: Point) -> Cell:
        column, row = self._cell_holding(point)
        return (column, int((point[1] - self.y0) / self.dy + 0.5)) if self.as_vassal else (column, row)

    def _half_point(self, half_across: int, half_down: int) -> Pixel:
        """Return the pixel at this number of half squares from the origin.

        As in VASSAL, the whole pixels of the origin are added last.
        """
        x, y = nearest_pixel((self.x0 % 1 + half_across * self.dx / 2, self.y0 % 1 + half_down * self.dy / 2))
        return floor(self.x0) + x, floor(self.y0) + y


class _Halves(NamedTuple):
    """The allowed points along an axis, in half squares from the origin: even numbers, odd numbers, or both."""

    even: bool
    odd: bool

    def nearest(self, squares: float) -> int:
        """Return the nearest allowed point, in half squares."""
        if self.even and self.odd:
            return floor(2 * squares + 0.5)
        return 2 * floor(squares + 0.5) if self.even else 2 * floor(squares) + 1
