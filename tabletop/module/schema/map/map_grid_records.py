"""Grids in map files: hexes, squares, regions, and zones that each have a grid of their own.

All points are pixels of the grid's board, measured from the upper left corner of the board. These are only the records;
the grids themselves are in `tabletop.board`.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.map.measures import Ink, Number, Pixel, Point, Positive, Share
from tabletop.module.schema.record_base import Count, MaybeFileName, Name, PlaceName, Record, Text, Whole, YesNo, refuse

MOST_CELLS = 250_000
"""The greatest number of cells of a grid on its board."""


class AxisRecord(Record):
    """The numbering of columns or of rows."""

    style: Literal["numbers", "letters", "spreadsheet", "names"] = Field(
        default="numbers", description="`letters` counts A to Z, AA, BB; `spreadsheet` A to Z, AA, AB."
    )
    start: Whole = Field(default=1, ge=-99_999, le=99_999, description="The number of the first column or row.")
    digits: Count = Field(default=1, le=12, description="The number of digits; shorter numbers get zeros on the left.")
    descending: YesNo = Field(default=False, description="True if the numbers count down from `start`.")
    names: tuple[Name, ...] = Field(default=(), description="The names themselves, for the style `names`.")


class NumberingRecord(Record):
    """The names of cells by their column and row."""

    columns: AxisRecord = Field(default_factory=AxisRecord)
    rows: AxisRecord = Field(default_factory=AxisRecord)
    form: Text = Field(default="{column}{row}", description="`{column}{row}` gives 0412, `{row}{column}` BB14.")
    stagger: Literal["", "odd columns", "even columns", "odd rows", "even rows"] = Field(
        default="", description="The lines that run one number ahead, counted from 0."
    )
    row_slant: Literal["-1", "0", "1"] = Field(
        default="0", description="The slant of the rows: the number of rows for every two columns."
    )
    column_slant: Literal["-1", "0", "1"] = Field(
        default="0", description="The slant of the columns: the number of columns for every two rows."
    )


class PrintedNumbers(Record):
    """The names of cells that are printed in the cells."""

    size: Positive = Field(default=9.0, description="Size of the type in pixels.")
    colour: Ink = "ink"
    turn: Literal["0", "90", "180", "270"] = Field(default="0", description="The turn to the right, in degrees.")
    offset: Pixel = Field(default=(0, 0), description="The shift of the names to the right and down.")


class GridLook(Record):
    """The parts of a grid that are printed over the picture of its board."""

    lines: Ink | None = Field(default=None, description="The colour of its lines; without it, there are none.")
    dots: Ink | None = Field(default=None, description="The colour of a dot in the middle of each cell.")
    numbers: PrintedNumbers | None = None


SnapPoint: TypeAlias = Literal["centre", "edge", "corner"]


class _Cells(Record):
    dx: Positive = Field(description="Pixels from the centre of a column to the next.")
    dy: Positive = Field(description="Pixels from the centre of a row to the next.")
    x0: float = Field(description="The centre of the first column, before half a hex is added where it is shifted.")
    y0: float = Field(description="The centre of the first row, before half a hex is added where it is shifted.")
    columns: Number | None = Field(
        default=None, description="The number of columns; without it, as many as fit on the board."
    )
    rows: Number | None = Field(
        default=None, description="The number of rows; without it, as many as fit on the board."
    )
    numbering: NumberingRecord = Field(default_factory=NumberingRecord)
    named: YesNo = Field(default=True, description="True if its cells have names.")
    only: tuple[tuple[PlaceName, ...], ...] = Field(
        default=(),
        description="The names of the cells that exist, if not all do, in lists of any length (usually one "
        "for each row).",
    )
    snap: tuple[SnapPoint, ...] = Field(
        default=("centre",),
        description="The points at which a dropped piece may come to lie; with `[]` it stays where it is dropped.",
    )
    rounding: Literal["exact", "vassal"] = Field(
        default="exact",
        description="`vassal` gives names and snaps exactly as VASSAL does, to the pixel, for imported maps.",
    )
    look: GridLook | None = Field(default=None, description="The look of the grid, if its board draws no lines itself.")

    @model_validator(mode="after")
    def _no_more_than_a_map_can_have(self) -> Self:
        if (self.columns or 0) * (self.rows or 0) > MOST_CELLS:
            raise refuse(f"a grid of at most {MOST_CELLS:,} cells, columns times rows")
        return self

    def only_names(self) -> Iterator[str]:
        """Yield the names of the only cells that exist; nothing if all cells exist."""
        for line in self.only:
            yield from line

    def cells_on(self, width: float, height: float) -> float:
        """Return the approximate number of cells on an area of this many pixels."""
        columns, rows = self.columns or width / self.dx + 1, self.rows or height / self.dy + 1
        return columns * rows


class HexGridRecord(_Cells):
    """A grid of hexes.

    `flat` hexes form columns, of which every other one is shifted down; `pointy` hexes form rows, of which every other
    one is shifted to the right.
    """

    kind: Literal["hex"]
    top: Literal["flat", "pointy"]
    shifted: Literal["odd", "even"] = Field(
        default="odd", description="The lines that are shifted by half a hex, counted from 0."
    )


class SquareGridRecord(_Cells):
    """A grid of squares, or rectangles."""

    kind: Literal["square"]
    diagonal: YesNo = Field(default=True, description="True if a step may go across a corner.")


class RegionRecord(Record):
    """An area of any shape with a name."""

    name: Text
    at: Point = Field(description="The point at which a piece in it lies.")
    outline: tuple[Point, ...] = Field(
        default=(),
        description="Its corners; without them, it contains all points nearer to it than to other such regions.",
    )
    next_to: tuple[Text, ...] = Field(default=(), description="The regions next to it.")


class RegionGridRecord(Record):
    """A grid of areas of any shape. A point outside all outlines belongs to the nearest area without an outline."""

    kind: Literal["regions"]
    regions: tuple[RegionRecord, ...]
    snap: YesNo = Field(default=True, description="True if a dropped piece goes to the region's point.")
    look: GridLook | None = Field(default=None, description="The look of the grid.")


PlainGrid: TypeAlias = Annotated[HexGridRecord | SquareGridRecord | RegionGridRecord, Field(discriminator="kind")]


class GridZoneRecord(Record):
    """A named part of a board. Where zones overlap, the first one counts."""

    name: Text
    outline: tuple[Point, ...] = Field(description="Its corners; an outline with fewer than three contains nothing.")
    form: Text = Field(
        default="{name}",
        description="The form of its places' names, made of `{name}` and `{place}`; without `{place}` it is one place.",
    )
    grid: PlainGrid | None = Field(default=None, description="The grid in it.")
    board_grid: YesNo = Field(default=False, description="True if it has the grid of the board round it.")
    highlight: Text = Field(default="", description="The property that names its highlighter.")


Fill: TypeAlias = Literal["plain", "stripes", "hatched", "tiled"]


class Highlighter(Record):
    """The highlight on a zone while its property has this name as its value."""

    name: Text
    colour: Ink = "accent"
    opacity: Share = 0.5
    part: Literal["whole", "edge"] = "whole"
    width: Positive = Field(default=4.0, description="The width of a highlighted edge, in pixels.")
    fill: Fill = "plain"
    picture: MaybeFileName = Field(default="", description="The picture that fills it as tiles.")


class ZonedGridRecord(Record):
    """A grid of zones, over another grid for everything outside them."""

    kind: Literal["zones"]
    zones: tuple[GridZoneRecord, ...] = ()
    grid: PlainGrid | None = Field(default=None, description="The grid outside all zones.")
    highlighters: tuple[Highlighter, ...] = ()


Grid: TypeAlias = Annotated[
    HexGridRecord | SquareGridRecord | RegionGridRecord | ZonedGridRecord, Field(discriminator="kind")
]


def cells_on(grid: Grid, width: float, height: float) -> float:
    """Return the approximate number of cells of a grid on a board of this many pixels."""
    match grid:
        case RegionGridRecord():
            return len(grid.regions)
        case ZonedGridRecord():
            inner = sum(cells_on(zone.grid, *_extent(zone.outline)) for zone in grid.zones if zone.grid)
            return inner + (cells_on(grid.grid, width, height) if grid.grid else 0)
        case _:
            return grid.cells_on(width, height)


def _extent(outline: tuple[Point, ...]) -> tuple[float, float]:
    xs, ys = [x for x, _ in outline] or [0], [y for _, y in outline] or [0]
    return max(xs) - min(xs), max(ys) - min(ys)
