"""VASSAL's grids, numberings, zones and regions, as the records of our map files.

Coordinates are pixels of the board, as in VASSAL. VASSAL exchanges x and y in sideways hex grids, which is undone here.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Final, TypeAlias

from tabletop.module.schema.map import map_grid_records
from tabletop.vassal.files.attributes import BLACK, Attributes
from tabletop.vassal.files.scalars import whole
from tabletop.vassal.files.sequence import split
from tabletop.vassal.import_report import EXACT, Verdict, approximated, inactive, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabletop.vassal.files.build_file import Component

Size: TypeAlias = tuple[float, float]
"""The width and height of the area of a grid: its board, or the rectangle round its zone."""
Judge: TypeAlias = "Callable[[Component, Verdict], None]"
"""A function that records the verdict on each component."""

_HALF_ROOT: Final = math.sqrt(3) / 2
_USUAL_DX: Final = _HALF_ROOT * 64
_LARGEST_NUMBER: Final = 99_999


def grid_of(component: Component, size: Size, judge: Judge) -> map_grid_records.Grid | None:
    """Return the grid of a board or zone; None if it has none, or if its grid cannot be used here.

    Of several grids the last counts, as in VASSAL.
    """
    found: map_grid_records.Grid | None = None
    for child in component.children:
        read = _READERS.get(child.short)
        if read is not None:
            found = read(child, size, judge)
        elif child.short.endswith("Grid"):
            judge(child, inactive("a grid of the module's own class cannot be read; pieces there do not snap"))
    return found


# --- cells ---------------------------------------------------------------------------------------------------------


def _hexes(component: Component, size: Size, judge: Judge) -> map_grid_records.HexGridRecord | None:
    given = Attributes(component.attributes)
    dy = given.decimal("dy", 64.0)
    dx = given.decimal("dx", _USUAL_DX)
    if dx == _USUAL_DX:
        dx = _HALF_ROOT * dy
    x0, y0 = given.whole("x0", 0), given.whole("y0", 32)
    sideways = given.yes("sideways")
    if sideways:
        dx, dy, x0, y0 = dy, dx, y0, x0
    between = given.whole("snapscale") > 0
    if not _fits(component, dx, dy, size, judge, approximated(_NOT_BETWEEN) if between else EXACT):
        return None
    numbering = _numbering_of(component, judge)
    return map_grid_records.HexGridRecord(
        kind="hex",
        top="pointy" if sideways else "flat",
        dx=dx,
        dy=dy,
        x0=x0,
        y0=y0,
        named=numbering is not None,
        numbering=_hex_numbers(numbering, sideways, (dx, dy), size)
        if numbering
        else map_grid_records.NumberingRecord(),
        snap=_snap(given),
        rounding="vassal",
        look=_look(given, numbering),
    )


def _squares(component: Component, size: Size, judge: Judge) -> map_grid_records.SquareGridRecord | None:
    given = Attributes(component.attributes)
    dx, dy = given.decimal("dx", 48.0), given.decimal("dy", 48.0)
    if not _fits(component, dx, dy, size, judge):
        return None
    numbering = _numbering_of(component, judge)
    return map_grid_records.SquareGridRecord(
        kind="square",
        dx=dx,
        dy=dy,
        x0=given.whole("x0", 24),
        y0=given.whole("y0", 24),
        named=numbering is not None,
        numbering=_square_numbers(numbering, (dx, dy), size) if numbering else map_grid_records.NumberingRecord(),
        snap=_snap(given),
        rounding="vassal",
        diagonal=given.text("range", "Metric") == "Metric",
        look=_look(given, numbering),
    )


_LONGEST: Final = 2.0**31 - 1  # the greatest length that VASSAL's whole numbers can hold
_NOT_BETWEEN: Final = "pieces snap to the middle of its hexes, not to points between them"


def _fits(component: Component, dx: float, dy: float, size: Size, judge: Judge, otherwise: Verdict = EXACT) -> bool:
    """Return whether a board can have cells of this size, and record the verdict on its grid."""
    if not (dx > 0 and dy > 0):
        judge(component, refused("its cells have no width or no height"))
        return False
    if max(dx, dy) > _LONGEST:
        judge(component, refused("its cells are larger than any board"))
        return False
    if (size[0] / dx + 1) * (size[1] / dy + 1) > map_grid_records.MOST_CELLS:
        judge(
            component,
            approximated(
                f"it has more than {map_grid_records.MOST_CELLS:,} cells: pieces do not snap, and places have no names"
            ),
        )
        return False
    judge(component, otherwise)
    return True


def _snap(given: Attributes) -> tuple[map_grid_records.SnapPoint, ...]:
    if not given.yes("snapTo", True):
        return ()
    edge: tuple[map_grid_records.SnapPoint, ...] = ("edge",) if given.yes("edgesLegal") else ()
    corner: tuple[map_grid_records.SnapPoint, ...] = ("corner",) if given.yes("cornersLegal") else ()
    return ("centre", *edge, *corner)


def _look(given: Attributes, numbering: _Numbers | None) -> map_grid_records.GridLook | None:
    color = given.color("color", BLACK)
    numbers = numbering.printed if numbering else None
    lines = color.text if color and given.yes("visible") else None
    dots = color.text if color and given.yes("dotsVisible") else None
    return map_grid_records.GridLook(lines=lines, dots=dots, numbers=numbers) if lines or dots or numbers else None


# --- numbering -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Numbers:
    """A numbering in VASSAL's terms: `h` counts VASSAL's columns, `v` its rows, even if the grid is sideways."""

    h: _Run
    v: _Run
    h_first: bool
    separator: str
    location: str
    stagger: bool
    printed: map_grid_records.PrintedNumbers | None

    def form(self, h_field: str, v_field: str) -> str:
        """Return the format of a cell's name; the arguments are our fields for its column and row."""
        h, v, between = f"{{{h_field}}}", f"{{{v_field}}}", _literal(self.separator)
        whole_name = h + between + v if self.h_first else v + between + h
        return form_of(self.location, {"gridLocation": whole_name, "row": v, "column": h}, unknown="")


@dataclass(frozen=True)
class _Run:
    """The numbering of one direction."""

    letters: bool
    leading: int
    offset: int
    descending: bool

    def axis(self, last: int) -> map_grid_records.AxisRecord:
        """Return our axis; descending numbers begin at the board's other end, `last` cells away."""
        start = self.offset + self.letters + (last if self.descending else 0)
        return map_grid_records.AxisRecord(
            style="letters" if self.letters else "numbers",
            start=max(-_LARGEST_NUMBER, min(start, _LARGEST_NUMBER)),
            digits=1 if self.letters else max(1, min(self.leading + 1, 12)),
            descending=self.descending,
        )


def _numbering_of(component: Component, judge: Judge) -> _Numbers | None:
    found = None
    for child in component.children:
        if child.short.endswith("GridNumbering"):
            oblique = child.short.startswith("Oblique")
            location = Attributes(child.attributes).text("locationFormat", _BY_NUMBERS)
            verdict = _verdict_on(location, _OF_CELLS, "its cells are called by their numbers")
            judge(child, approximated("oblique numbers are read as straight ones") if oblique else verdict)
            found = _numbers(Attributes(child.attributes))
    return found


_BY_NUMBERS: Final = "$gridLocation$"
_OF_CELLS: Final = frozenset({"gridLocation", "row", "column"})


def _numbers(given: Attributes) -> _Numbers:
    location = given.text("locationFormat", _BY_NUMBERS)
    return _Numbers(
        h=_run(given, "h"),
        v=_run(given, "v"),
        h_first=given.text("first", "H")[:1] == "H",
        separator=given.text("sep"),
        location=_BY_NUMBERS if _is_expression(location) else location,
        stagger=given.yes("stagger", True),
        printed=_printed(given) if given.yes("visible") else None,
    )


def _run(given: Attributes, axis: str) -> _Run:
    return _Run(
        letters=given.text(f"{axis}Type", "N")[:1] == "A",
        leading=given.whole(f"{axis}Leading", 1),
        offset=given.whole(f"{axis}Off", 1),
        descending=given.yes(f"{axis}Descend"),
    )


def _printed(given: Attributes) -> map_grid_records.PrintedNumbers | None:
    color = given.color("color", BLACK)
    if color is None:
        return None
    turn = given.text("rotateText", "0")
    return map_grid_records.PrintedNumbers(
        size=max(1.0, float(given.whole("fontSize", 9))),
        colour=color.text,
        turn="90" if turn == "90" else "180" if turn == "180" else "270" if turn == "270" else "0",
        offset=(given.whole("hDrawOff"), given.whole("vDrawOff")),
    )


def _hex_numbers(numbers: _Numbers, sideways: bool, pitch: Size, size: Size) -> map_grid_records.NumberingRecord:
    """Return the numbering of a hex grid. In a sideways grid, VASSAL's rows are our columns; only the settings for
    descending numbers are not exchanged.

    Descending numbers begin at the last column or row. As in VASSAL, the last ones of a grid that is not sideways are
    calculated with the width and the height of a hex exchanged.
    """
    (dx, dy), (width, height) = pitch, size
    if sideways:
        return map_grid_records.NumberingRecord(
            columns=_Run(numbers.v.letters, numbers.v.leading, numbers.v.offset, numbers.h.descending).axis(
                floor(width / dx + 0.5)
            ),
            rows=_Run(numbers.h.letters, numbers.h.leading, numbers.h.offset, numbers.v.descending).axis(
                floor(height / dy + 0.5)
            ),
            form=numbers.form("row", "column"),
            stagger="odd rows" if numbers.stagger else "",
        )
    return map_grid_records.NumberingRecord(
        columns=numbers.h.axis(floor(width / dy + 0.5)),
        rows=numbers.v.axis(floor(height / dx + 0.5)),
        form=numbers.form("column", "row"),
        stagger="odd columns" if numbers.stagger else "",
    )


def _square_numbers(numbers: _Numbers, pitch: Size, size: Size) -> map_grid_records.NumberingRecord:
    last_column, last_row = (int(side / step + 0.5) for side, step in zip(size, pitch, strict=True))
    return map_grid_records.NumberingRecord(
        columns=numbers.h.axis(last_column), rows=numbers.v.axis(last_row), form=numbers.form("column", "row")
    )


# --- regions -------------------------------------------------------------------------------------------------------


def _as_looked_through(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return points in the order in which VASSAL visits the regions at them: the order of a Java map whose keys are
    points.

    Menus list regions in this order. Of two regions that are equally near, or that have the same name, the first
    counts.
    """
    size = 16
    while len(points) > size * 3 // 4:
        size *= 2
    return sorted(points, key=lambda point: _hash(*point) & (size - 1))


def _hash(x: int, y: int) -> int:
    """Return the hash of a Java point as a Java map uses it."""
    bits = _bits(x) ^ (_bits(y) * 31 & (1 << 64) - 1)
    folded = (bits ^ bits >> 32) & (1 << 32) - 1
    return folded ^ folded >> 16


def _bits(coordinate: int) -> int:
    """Return the 64 bits of a coordinate stored as a Java `double`, as a whole number."""
    return int.from_bytes(struct.pack(">d", coordinate))


def _regions(component: Component, _size: Size, judge: Judge) -> map_grid_records.RegionGridRecord:
    given = Attributes(component.attributes)
    judge(component, EXACT)
    by_point: dict[tuple[int, int], str] = {}  # of two regions at one point, the later one counts
    for child in component.children:
        if child.short == "Region":
            region = Attributes(child.attributes)
            by_point[region.whole("originx"), region.whole("originy")] = region.text("name")
            judge(child, EXACT)
    found = tuple(
        map_grid_records.RegionRecord(name=by_point[point], at=point) for point in _as_looked_through(list(by_point))
    )
    numbers = map_grid_records.PrintedNumbers(size=max(1.0, float(given.whole("fontsize", 9))), colour=BLACK.text)
    look = map_grid_records.GridLook(dots=BLACK.text, numbers=numbers) if given.yes("visible") else None
    return map_grid_records.RegionGridRecord(kind="regions", regions=found, snap=given.yes("snapto", True), look=look)


# --- zones ---------------------------------------------------------------------------------------------------------


def _zoned(component: Component, size: Size, judge: Judge) -> map_grid_records.ZonedGridRecord:
    judge(component, EXACT)
    zones = tuple(_zone(child, judge) for child in component.children if child.short == "Zone")
    highlighters: dict[str, map_grid_records.Highlighter] = {}
    for child in component.children:
        if child.short == "ZonedGridHighlighter":
            judge(child, EXACT)
            highlighters = _highlighters(child, judge)
    return map_grid_records.ZonedGridRecord(
        kind="zones",
        zones=zones,
        grid=_plain_grid(component, size, judge),
        highlighters=tuple(highlighters.values()),
    )


def _zone(component: Component, judge: Judge) -> map_grid_records.GridZoneRecord:
    given = Attributes(component.attributes)
    name, location = given.text("name"), given.text("locationFormat", "$name$")
    judge(component, _verdict_on(location, frozenset({"name", "gridLocation"}), "its places are called by its name"))
    if _is_expression(location):
        location = "$name$"
    outline = polygon_of(given.text("path"))
    xs, ys = [x for x, _ in outline] or [0], [y for _, y in outline] or [0]
    return map_grid_records.GridZoneRecord(
        name=name,
        outline=outline,
        form=form_of(location, {"name": "{name}", "gridLocation": "{place}"}),
        grid=_plain_grid(component, (max(xs) - min(xs), max(ys) - min(ys)), judge),
        board_grid=given.yes("useParentGrid"),
        highlight=given.text("highlightProperty") if given.yes("useHighlight") else "",
    )


def _plain_grid(component: Component, size: Size, judge: Judge) -> map_grid_records.PlainGrid | None:
    found = grid_of(component, size, judge)
    return None if isinstance(found, map_grid_records.ZonedGridRecord) else found


def _highlighters(component: Component, judge: Judge) -> dict[str, map_grid_records.Highlighter]:
    """Return the highlighters by name, the first of each name; one without a colour only shows its picture."""
    found: dict[str, map_grid_records.Highlighter] = {}
    for child in component.children:
        given = Attributes(child.attributes)
        judge(child, EXACT)
        colour, fill = given.color("color"), _FILLS.get(given.text("style", "Plain"), "plain")
        shows = colour is not None or fill == "tiled"
        light = map_grid_records.Highlighter(
            name=given.text("name"),
            colour=(colour or BLACK).text,
            opacity=max(0.0, min(given.whole("opacity", 100) / 100, 1.0)) if shows else 0.0,
            part="whole" if given.text("coverage", "Entire Zone") == "Entire Zone" else "edge",
            width=max(1.0, float(given.whole("width", 1))),
            fill=fill,
        )
        in_vassal = {"picture": given.text("image")}  # the name in VASSAL; the file in our module is found later
        found.setdefault(light.name, light.model_copy(update=in_vassal))
    return found


_FILLS: Final[dict[str, map_grid_records.Fill]] = {
    "Plain": "plain",
    "Striped": "stripes",
    "Crosshatched": "hatched",
    "Tiled Image": "tiled",
}

_READERS: Final[dict[str, Callable[[Component, Size, Judge], map_grid_records.Grid | None]]] = {
    "HexGrid": _hexes,
    "SquareGrid": _squares,
    "RegionGrid": _regions,
    "ZonedGrid": _zoned,
}


# --- texts ---------------------------------------------------------------------------------------------------------


def polygon_of(path: str) -> tuple[tuple[int, int], ...]:
    """Return the corners of `x,y;x,y;...`. Unreadable corners, and anything after the second number of a corner, are
    left out.
    """
    corners = (corner.split(",") for corner in path.split(";"))
    pairs = ((whole(pair[0].strip()), whole(pair[1].strip())) for pair in corners if len(pair) > 1)
    return tuple((x, y) for x, y in pairs if x is not None and y is not None)


def form_of(location: str, known: dict[str, str], unknown: str | None = None) -> str:
    """Return our name form of a location format, for example `$name$ ($gridLocation$)`.

    Unknown names stay as plain text without their `$`, or are replaced by `unknown` if that is given.
    """
    tokens = split(location, "$")
    found = []
    for index, token in enumerate(tokens):
        if index % 2 and index < len(tokens) - 1:
            found.append(known.get(token, _literal(token) if unknown is None else unknown))
        else:
            found.append(_literal(token))
    return "".join(found)


def _is_expression(location: str) -> bool:
    """Return whether a location format is an expression rather than a text with names in it."""
    return location.strip().startswith("{") and location.strip().endswith("}")


def _verdict_on(location: str, known: frozenset[str], instead: str) -> Verdict:
    """Return the verdict on a location format that may contain these names."""
    if _is_expression(location):
        return approximated(f"its location format is an expression: {instead}")
    others = sorted({*split(location, "$")[1:-1:2]} - known - {""})
    return (
        approximated(f"its location format uses names that are unknown there: {', '.join(others)}") if others else EXACT
    )


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
