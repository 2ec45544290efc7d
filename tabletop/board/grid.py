"""The questions that every grid answers, and the common parts of hex and square grids."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from tabletop.board.geometry import Area, Pixel, Point, Polygon, in_area
from tabletop.board.name_index import NameIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabletop.board.numbering import Cell, Numbering

SnapTo: TypeAlias = Literal["centre", "edge", "corner"]

CENTRES: frozenset[SnapTo] = frozenset({"centre"})
FREE: frozenset[SnapTo] = frozenset()


class Grid(Protocol):
    """The places of one board, by name. All points are board pixels; '' means no place."""

    def place_at(self, point: Point) -> str:
        """Return the name of the place that contains a point; '' if there is none."""

    def is_named(self, point: Point) -> bool:
        """Return whether a point has a name, which may be the empty text."""

    def snap(self, point: Pixel) -> Pixel:
        """Return the point to which a piece snaps when it is dropped at a point.

        Where placing is free, it is the same point.
        """

    def point_of(self, place: str) -> Pixel | None:
        """Return the point of a piece that is sent to a place; None for a name that this grid does not know."""

    def polygon_of(self, place: str) -> Polygon:
        """Return the outline of a place. It is empty for an unknown place, or for one that is only a point."""

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """Return the names of the places next to a place."""

    def distance_between(self, a: str, b: str) -> int | None:
        """Return the number of steps from place to place. None if no steps lead there, or if a name is unknown."""

    def range_between(self, a: Point, b: Point) -> int:
        """Return the distance between two points: in cells if there are any, or else in pixels."""

    def zone_at(self, point: Point) -> str:
        """Return the name of the zone that contains a point; '' if there is none."""

    def places(self, area: Area) -> Iterator[str]:
        """Yield the names of the places whose point lies in an area."""

    @property
    def lattice(self) -> CellGrid | None:
        """The grid of cells that can continue beyond the board's edge; None if this grid has no cells."""


class Side(NamedTuple):
    """A hexside (or a square's side). It is the same value from either of its two cells. `CellGrid.side` makes it."""

    cell: Cell
    direction: int


class Corner(NamedTuple):
    """A corner. It is the same value from each of the cells that meet there. `CellGrid.corner` makes it."""

    cell: Cell
    number: int


@dataclass(frozen=True, kw_only=True)
class CellGrid(ABC):
    """A regular grid of cells. Points are board pixels; cells are (column, row) from 0.

    `dx` and `dy` are the distances between the centres of neighbouring columns and of neighbouring rows, in pixels.
    `x0` and `y0` are the centre of cell (0, 0), before a hex grid shifts it by half a hex. `columns` and `rows` say how
    many there are; None means no limit. If `only` is given, no other cells exist (for a map with an irregular coast, or
    a board whose odd columns are longer).
    `numbering` gives the cells names; without it they have none. `snap_to` says where a dropped piece may be placed; if
    it is empty, anywhere. `as_vassal` is for imported boards: points get names and pieces snap exactly as in VASSAL
    3.7, to the pixel.
    """

    dx: float
    dy: float
    x0: float = 0
    y0: float = 0
    columns: int | None = None
    rows: int | None = None
    only: frozenset[Cell] | None = None
    numbering: Numbering | None = None
    snap_to: frozenset[SnapTo] = CENTRES
    as_vassal: bool = False

    def __post_init__(self) -> None:
        if not (self.dx > 0 and self.dy > 0):
            raise ValueError(f"The cells of a grid need a width and a height above 0, not {self.dx} and {self.dy}.")

    # Cells

    @property
    @abstractmethod
    def directions(self) -> tuple[str, ...]:
        """The compass names of a cell's sides, clockwise from north. Side 0 runs from corner 0 to corner 1."""

    @abstractmethod
    def step(self, cell: Cell, direction: int) -> Cell:
        """Return the cell across a side, whether or not it exists. Directions wrap round: -1 is the last one."""

    @abstractmethod
    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells one step away, clockwise from north, whether or not they exist."""

    @abstractmethod
    def distance(self, a: Cell, b: Cell) -> int:
        """Return the number of steps between two cells, as if no cell were missing."""

    @abstractmethod
    def within(self, cell: Cell, radius: int) -> frozenset[Cell]:
        """Return the existing cells at most `radius` steps away, the cell itself included."""

    @abstractmethod
    def centre(self, cell: Cell) -> Pixel:
        """Return the pixel of a piece in the middle of the cell."""

    @abstractmethod
    def polygon(self, cell: Cell) -> Polygon:
        """Return the corners of a cell, clockwise from the upper left or the top.

        Neighbours have exactly the same common corners.
        """

    @abstractmethod
    def snap(self, point: Pixel) -> Pixel:
        """Return the point to which a piece snaps when it is dropped at a point. `snap_to` decides it."""

    @abstractmethod
    def _cell_holding(self, point: Point) -> Cell:
        """Return the cell that contains a point, on a grid without end."""

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the existing cells one step away, clockwise from north."""
        return tuple(filter(self.exists, self.around(cell)))

    def _sent_to(self, cell: Cell) -> Pixel:
        """Return the point of a piece that is sent to a cell by name."""
        return self.centre(cell)

    def _cell_to_name(self, point: Point) -> Cell:
        """Return the cell that gives a point its name."""
        return self._cell_holding(point)

    def exists(self, cell: Cell) -> bool:
        """Return whether the grid has such a cell."""
        column, row = cell
        if self.columns is not None and not 0 <= column < self.columns:
            return False
        if self.rows is not None and not 0 <= row < self.rows:
            return False
        return self.only is None or cell in self.only

    def cell_at(self, point: Point) -> Cell | None:
        """Return the cell that contains a point; None if there is no such cell."""
        cell = self._cell_holding(point)
        return cell if self.exists(cell) else None

    def cells(self, area: Area) -> Iterator[Cell]:
        """Yield the existing cells whose centre lies in an area, row by row."""
        left, top, right, bottom = area
        columns = _numbers((left - self.x0) / self.dx, (right - self.x0) / self.dx, self.columns)
        for row in _numbers((top - self.y0) / self.dy, (bottom - self.y0) / self.dy, self.rows):
            for column in columns:
                if self.exists((column, row)) and in_area(area, self.centre((column, row))):
                    yield column, row

    def ring(self, cell: Cell, radius: int) -> frozenset[Cell]:
        """Return the existing cells exactly `radius` steps away."""
        return frozenset(other for other in self.within(cell, radius) if self.distance(cell, other) == radius)

    # Sides and corners

    def direction(self, a: Cell, b: Cell) -> int | None:
        """Return the direction of the side of `a` that faces its neighbour `b`; None if they share no side."""
        return next((d for d in range(len(self.directions)) if self.step(a, d) == b), None)

    def side(self, cell: Cell, direction: int) -> Side:
        """Return a side of a cell. It is the same value from both its cells."""
        count = len(self.directions)
        direction %= count
        across = Side(self.step(cell, direction), (direction + count // 2) % count)
        return min(Side(cell, direction), across)

    def sides(self, cell: Cell) -> tuple[Side, ...]:
        """Return all sides of a cell, by direction."""
        return tuple(self.side(cell, direction) for direction in range(len(self.directions)))

    def side_between(self, a: Cell, b: Cell) -> Side | None:
        """Return the side that two cells share; None if they share none."""
        direction = self.direction(a, b)
        return None if direction is None else self.side(a, direction)

    def side_cells(self, side: Side) -> tuple[Cell, Cell]:
        """Return the two cells on either side of a side, whether or not they exist."""
        return side.cell, self.step(side.cell, side.direction)

    def side_line(self, side: Side) -> tuple[Point, Point]:
        """Return the two ends of a side."""
        corners = self.polygon(side.cell)
        return corners[side.direction], corners[(side.direction + 1) % len(corners)]

    def corner(self, cell: Cell, number: int) -> Corner:
        """Return a corner of a cell. It is the same value from all the cells that meet there."""
        count = len(self.directions)
        number %= count
        here = Corner(cell, number)
        meeting = [here]
        turn = self._corner_across(here)
        while turn != here:
            meeting.append(turn)
            turn = self._corner_across(turn)
        return min(meeting)

    def _corner_across(self, corner: Corner) -> Corner:
        """Return the same corner in the numbering of the neighbouring cell.

        Side n starts at corner n, where the neighbour's matching side ends.
        """
        count = len(self.directions)
        across = self.step(corner.cell, corner.number)
        return Corner(across, (corner.number + count // 2 + 1) % count)

    # Places by name

    @property
    def lattice(self) -> CellGrid:
        """The grid itself."""
        return self

    def name(self, cell: Cell) -> str:
        """Return the name of a cell; '' without a numbering."""
        return self.numbering.name(cell) if self.numbering else ""

    def cell(self, name: str) -> Cell | None:
        """Return the existing cell of that name, the first in the numbering's order if there are several; None if
        there is none.
        """
        return self._find_cell(name)

    @cached_property
    def _find_cell(self) -> NameIndex[Cell]:
        return NameIndex(self._read_cell)

    def _read_cell(self, name: str) -> Cell | None:
        if not (self.numbering and name):
            return None
        return next(filter(self.exists, self.numbering.cells(name)), None)

    def place_at(self, point: Point) -> str:
        """Return the name that a point has from its cell; '' if the cell has none, or if there is no cell."""
        cell = self._cell_to_name(point)
        return self.name(cell) if self.exists(cell) else ""

    def is_named(self, point: Point) -> bool:
        """Return whether a numbered cell exists at a point. Its name may be the empty text."""
        return self.numbering is not None and self.exists(self._cell_to_name(point))

    def point_of(self, place: str) -> Pixel | None:
        """Return the point of a piece that is sent to the cell of that name; None if there is none."""
        cell = self.cell(place)
        return None if cell is None else self._sent_to(cell)

    def polygon_of(self, place: str) -> Polygon:
        """Return the outline of the cell of that name; empty if there is none."""
        cell = self.cell(place)
        return () if cell is None else self.polygon(cell)

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """Return the names of the existing cells next to the one of that name."""
        cell = self.cell(place)
        return () if cell is None else tuple(filter(None, map(self.name, self.neighbours(cell))))

    def distance_between(self, a: str, b: str) -> int | None:
        """Return the number of steps between two cells by name; None if a name is unknown."""
        from_cell, to_cell = self.cell(a), self.cell(b)
        return None if from_cell is None or to_cell is None else self.distance(from_cell, to_cell)

    def range_between(self, a: Point, b: Point) -> int:
        """Return the number of steps between the cells that contain two points, as if the grid had no edge."""
        return self.distance(self._cell_holding(a), self._cell_holding(b))

    def zone_at(self, point: Point) -> str:  # noqa: ARG002
        """Return the empty text, because a plain grid has no zones."""
        return ""

    def places(self, area: Area) -> Iterator[str]:
        """Return the names of the cells whose centre lies in an area, row by row."""
        return filter(None, map(self.name, self.cells(area)))


def _numbers(first: float, last: float, limit: int | None) -> range:
    """Return the columns (or rows) between two positions, and one more at each end.

    `limit` is the number of columns (or rows) of the grid. It keeps the range short even for a large area.
    """
    if limit is not None:
        first, last = min(max(first, 0), limit), min(max(last, 0), limit)
    return range(floor(first) - 1, floor(last) + 2)
