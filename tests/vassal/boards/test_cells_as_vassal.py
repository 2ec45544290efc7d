"""Names, snapping and named places of hexes and squares, compared with VASSAL's arithmetic in plain code.

Coordinates are the board's pixels, which are whole; Java truncates decimals towards zero.
"""

import re
import struct
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.board.geometry import Pixel
from tabletop.board.grid import Grid
from tabletop.module.contents.map_files import build_map
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord
from tabletop.vassal.components.grid_components import grid_of
from tabletop.vassal.files.build_file import Component

BOARD = "VASSAL.build.module.map.boardPicker.board."


def rounded(number: float) -> int:
    """Return a number rounded as in Java: to the nearest whole number, and to the higher of two that are
    equally near.
    """
    return floor(Fraction(number) + Fraction(1, 2))


def single(number: float) -> float:
    """Return a number in Java's single precision."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


@dataclass(frozen=True)
class Counting:
    """The way in which a numbering labels its columns (`h`) or its rows (`v`)."""

    letters: bool
    leading: int
    offset: int
    descending: bool

    def written(self, index: int) -> str:
        number = index + self.offset
        sign, number = "-" if number < 0 else "", abs(number)
        if self.letters:
            return sign + chr(ord("A") + number % 26) * (number // 26 + 1)
        zeros = 0
        while self.leading - zeros > 0 and number < 10 ** (self.leading - zeros):
            zeros += 1
        return sign + "0" * zeros + str(number)

    @property
    def pattern(self) -> str:
        if self.letters:
            return "(-?(?:" + "|".join(f"{letter}+" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "))"
        return f"(-?[0-9]{{{self.leading + 1},}})"

    def read(self, text: str) -> int:
        if not self.letters:
            return int(text) - self.offset
        letters = text.removeprefix("-")
        number = 26 * (len(letters) - 1) + ord(letters[-1]) - ord("A")
        return (number if letters == text else -number) - self.offset


@dataclass(frozen=True)
class Settings:
    """A grid with its numbering, as a module has them."""

    dx: float
    dy: float
    x0: int
    y0: int
    size: tuple[int, int]
    h: Counting
    v: Counting
    first: str
    separator: str
    stagger: bool
    sideways: bool
    edges: bool
    corners: bool

    def name(self, column: int, row: int) -> str:
        h, v = self.h.written(column), self.v.written(row)
        return h + self.separator + v if self.first == "H" else v + self.separator + h

    def cell(self, name: str) -> tuple[int, int] | None:
        """Return the column and row that a name counts; None if it is no name of this numbering."""
        ways = (self.h.pattern, self.v.pattern) if self.first == "H" else (self.v.pattern, self.h.pattern)
        match = re.fullmatch(re.escape(self.separator).join(ways), name)
        if match is None:
            return None
        h, v = match.groups() if self.first == "H" else match.groups()[::-1]
        return self.h.read(h), self.v.read(v)

    def made(self, kind: str) -> Grid:
        """Return the grid that the importer makes from these settings."""
        numbering = {"first": self.first, "sep": self.separator, "stagger": str(self.stagger).lower()}
        for axis, counting in (("h", self.h), ("v", self.v)):
            numbering[f"{axis}Type"] = "A" if counting.letters else "N"
            numbering[f"{axis}Leading"] = str(counting.leading)
            numbering[f"{axis}Off"] = str(counting.offset)
            numbering[f"{axis}Descend"] = str(counting.descending).lower()
        given = {
            "dx": repr(self.dx),
            "dy": repr(self.dy),
            "x0": str(self.x0),
            "y0": str(self.y0),
            "sideways": str(self.sideways).lower(),
            "edgesLegal": str(self.edges).lower(),
            "cornersLegal": str(self.corners).lower(),
        }
        numbers = Component(f"{BOARD}mapgrid.{kind}GridNumbering", numbering, "", ())
        grid = Component(f"{BOARD}{kind}Grid", given, "", (numbers,))
        record = grid_of(Component(f"{BOARD}Board", {}, "", (grid,)), self.size, lambda *_: None)
        sheet = SheetRecord(id="map", name="Map", size=self.size, boards=(BoardRecord(name="board", grid=record),))
        return build_map(sheet).boards[0].grid


class Squares:
    """VASSAL's arithmetic of squares."""

    def __init__(self, given: Settings) -> None:
        self.given = given
        self.columns = int(given.size[0] / given.dx + 0.5)
        self.rows = int(given.size[1] / given.dy + 0.5)

    def place_at(self, point: Pixel) -> str:
        given = self.given
        column = floor((point[0] - given.x0) / given.dx + 0.5)
        row = int((point[1] - given.y0) / given.dy + 0.5)
        return given.name(
            self.columns - column if given.h.descending else column, self.rows - row if given.v.descending else row
        )

    def point_of(self, name: str) -> Pixel | None:
        given, cell = self.given, self.given.cell(name)
        if cell is None:
            return None
        column = self.columns - cell[0] if given.h.descending else cell[0]
        row = self.rows - cell[1] if given.v.descending else cell[1]
        return int(column * given.dx + given.x0), int(row * given.dy + given.y0)

    def snap(self, point: Pixel) -> Pixel:
        given = self.given
        right, down = point[0] - given.x0, point[1] - given.y0
        across, along = rounded(right / (0.5 * given.dx)), rounded(down / (0.5 * given.dy))
        if given.corners and not given.edges:
            across = 2 * rounded(right / given.dx) if along % 2 == 0 else 1 + 2 * rounded(right / given.dx - 0.5)
        elif given.edges and not given.corners:
            across = across if along % 2 == 0 and across % 2 else 2 * rounded(right / given.dx)
        elif not given.edges:
            across, along = 2 * rounded(right / given.dx), 2 * rounded(down / given.dy)
        return given.x0 + rounded(across * given.dx / 2), given.y0 + rounded(along * given.dy / 2)


class Hexes:
    """VASSAL's arithmetic of hexes. For a sideways grid, points are transposed before it and after it."""

    def __init__(self, given: Settings) -> None:
        if given.dx == sqrt(3) / 2 * 64:  # the usual width is that of a regular hex, whatever its height
            given = replace(given, dx=sqrt(3) / 2 * given.dy)
        self.given = given
        self.columns = floor(given.size[0] / given.dy + 0.5)
        self.rows = floor(given.size[1] / given.dx + 0.5)

    def turned(self, point: Pixel) -> Pixel:
        return (point[1], point[0]) if self.given.sideways else point

    def raw(self, point: Pixel) -> tuple[int, int]:
        given, (x, y) = self.given, self.turned(point)
        half = given.dy / 2 if rounded((x - given.x0) / given.dx) % 2 else 0
        return floor((x - given.x0) / given.dx + 0.5), rounded((y - given.y0 - half) / given.dy)

    def place_at(self, point: Pixel) -> str:
        given, (column, row) = self.given, self.raw(point)
        odd = column % 2 != 0
        of_columns, of_rows = (given.v, given.h) if given.sideways else (given.h, given.v)
        last_column, last_row = (self.rows, self.columns) if given.sideways else (self.columns, self.rows)
        row = last_row - row if of_rows.descending else row
        column = last_column - column if of_columns.descending else column
        if given.stagger and odd:
            row += -1 if of_rows.descending else 1
        return given.name(column, row)

    def point_of(self, name: str) -> Pixel | None:
        given, cell = self.given, self.given.cell(name)
        if cell is None:
            return None
        column, row = cell
        of_columns, of_rows = (given.v, given.h) if given.sideways else (given.h, given.v)
        last_column, last_row = (self.rows, self.columns) if given.sideways else (self.columns, self.rows)
        # VASSAL tests whether the counted column is odd. If the grid's own column differs, the point is beside the hex.
        odd = (last_column - column if of_columns.descending else column) % 2 != 0
        if given.stagger and odd:
            row += 1 if of_rows.descending else -1
        column = last_column - column if of_columns.descending else column
        row = last_row - row if of_rows.descending else row
        half = given.dy / 2 if column % 2 else 0
        return self.turned((int(column * given.dx) + given.x0, int(row * given.dy + half) + given.y0))

    def middle(self, column: int, row: int) -> Pixel:
        given, half = self.given, int(self.given.dy / 2) if column % 2 else 0
        return int(given.dx * column + given.x0), int(given.dy * row + half + given.y0)

    def outline(self, middle: Pixel) -> list[Pixel]:
        """Return the corners of a hex, rounded from numbers of single precision. Those on the right and below are a
        pixel farther out.
        """
        x, y = middle
        dx, dy = single(self.given.dx), single(self.given.dy)
        r = single(single(2 * dx) / 3)
        west, left = (rounded(single(x - away)) for away in (r, 0.5 * r))
        east, right = (rounded(single(x + away)) + 1 for away in (r, 0.5 * r))
        top, bottom = rounded(single(y - 0.5 * dy)), rounded(single(y + 0.5 * dy)) + 1
        return [(west, y), (left, top), (right, top), (east, y), (right, bottom), (left, bottom)]

    def centre(self, point: Pixel) -> Pixel:
        """Return the middle of the hex that contains a point.

        The hex in whose rectangle the point lies is tried first, then its neighbours; the first one is also the answer
        if none contains the point.
        """
        given, (x, y) = self.given, self.turned(point)
        column = floor((x - given.x0 + given.dx / 2) / given.dx)
        row = floor((y - given.y0 + (0 if column % 2 else given.dy / 2)) / given.dy)
        first = 0 if column % 2 else -1
        tried = [(0, 0), (-1, first), (-1, first + 1), (1, first), (1, first + 1)]
        middles = [self.middle(column + right, row + down) for right, down in tried]
        holding = (middle for middle in middles if _holds(self.outline(middle), (x, y)))
        return self.turned(next(holding, middles[0]))

    def snap(self, point: Pixel) -> Pixel:
        given, centre = self.given, self.centre(point)
        x, y = self.turned(point)
        edge, corner = self.edge(x, y), self.corner(x, y)
        nearer = edge if _apart(edge, (x, y)) < _apart(corner, (x, y)) else corner
        near = {(True, True): nearer, (True, False): edge, (False, True): corner}.get((given.edges, given.corners))
        if near is None or _apart(self.turned(near), centre) <= 2:
            return centre
        return self.turned(near)

    def edge(self, x: int, y: int) -> Pixel:
        given = self.given
        half_lines = floor((x - given.x0 + given.dx / 4) * 2 / given.dx)
        across = int(given.dx / 2 * half_lines + given.x0)
        if half_lines % 2 == 0:
            return across, int(given.dy / 2 * floor((y - given.y0 + given.dy / 4) * 2 / given.dy) + given.y0)
        along = (given.dy / 2) * floor((y - given.y0) * 2 / given.dy) + int(given.dy / 4) + given.y0
        return across, int(along)

    def corner(self, x: int, y: int) -> Pixel:
        given = self.given
        half_rows = floor((y - given.y0 + given.dy / 4) * 2 / given.dy)
        dx = given.dx
        if half_rows % 2 == 0:
            across = 2 * dx / 3 * int(floor(x - given.x0 + dx / 3) * 3 / (2 * dx)) + given.x0
        else:
            thirds = int(floor(x - given.x0 + dx / 3 + dx / 3) * 3 / (2 * dx))
            across = 2 * dx / 3 * thirds - int(dx / 3) + given.x0
        return int(across), int(given.dy / 2 * half_rows + given.y0)


def _holds(outline: list[Pixel], point: Pixel) -> bool:
    """Return whether an odd number of edges is to the right of a point; calculated exactly."""
    x, y = point
    found = 0
    for one, other in zip(outline, outline[1:] + outline[:1], strict=True):
        (left, top), (low_x, low_y) = sorted([one, other], key=lambda corner: corner[1])
        found += top <= y < low_y and x - left < Fraction((y - top) * (low_x - left), low_y - top)
    return found % 2 == 1


def _apart(one: Pixel, other: Pixel) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


COUNTINGS = st.builds(
    Counting,
    letters=st.booleans(),
    leading=st.integers(0, 3),
    offset=st.integers(-30, 120),
    descending=st.booleans(),
)
LENGTHS = st.one_of(
    st.integers(5, 120).map(float),
    st.integers(50, 1200).map(lambda tenths: tenths / 10),
    st.floats(5, 120),
    st.sampled_from([55.42562584220407, 64.0, 93.90000000000086, 84.29999999999907, 58.8]),
)
GRIDS = st.builds(
    Settings,
    dx=LENGTHS,
    dy=LENGTHS,
    x0=st.integers(-200, 200),
    y0=st.integers(-200, 200),
    size=st.tuples(st.integers(100, 900), st.integers(100, 900)),
    h=COUNTINGS,
    v=COUNTINGS,
    first=st.sampled_from("HV"),
    separator=st.sampled_from(["", "-", ".", " of "]),
    stagger=st.booleans(),
    sideways=st.booleans(),
    edges=st.booleans(),
    corners=st.booleans(),
)
POINTS = st.lists(st.tuples(st.integers(-300, 1200), st.integers(-300, 1200)), min_size=1, max_size=40)


@settings(max_examples=100, deadline=None)
@given(GRIDS, POINTS)
def test_squares(given: Settings, points: list[Pixel]) -> None:
    ours, vassal = given.made("Square"), Squares(given)
    for point in points:
        name = vassal.place_at(point)
        assert ours.place_at(point) == name, point
        assert ours.snap(point) == vassal.snap(point), point
        assert ours.point_of(name) == vassal.point_of(name), name


@settings(max_examples=100, deadline=None)
@given(GRIDS, POINTS)
def test_hexes(given: Settings, points: list[Pixel]) -> None:
    ours, vassal = given.made("Hex"), Hexes(given)
    for point in points:
        name, snapped = vassal.place_at(point), vassal.snap(point)
        assert ours.place_at(point) == name, point
        assert ours.snap(point) == snapped, point
        assert ours.point_of(name) == vassal.point_of(name), name
