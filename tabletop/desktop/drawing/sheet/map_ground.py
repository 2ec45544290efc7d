"""Drawing of the lowest layer of a map: the area out of play, degrees, names of seas and lands, the grid and its
terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from tabletop.board.grid import CellGrid
from tabletop.desktop.drawing.fonts import outline
from tabletop.desktop.drawing.sheet.map_pen import FULL_PLATES_PX
from tabletop.desktop.platform.translation import tr

if TYPE_CHECKING:
    from tabletop.board.map import Board, Map
    from tabletop.desktop.drawing.sheet.map_layout import SheetLayout
    from tabletop.desktop.drawing.sheet.map_pen import MapPen
    from tabletop.module.schema.map.map_sheet_records import SheetRecord, WorldName

IsLand = Callable[[float, float], bool]
"""A function that returns whether a pixel of the sheet is on land."""

GRID_FROM_PX: Final = 40.0
HEX_IDS_FROM_PX: Final = 70.0
SMALLEST_NAME_PX: Final = 9.0
NAME_LINE: Final = 1.12
"""The distance between lines in the names of seas and lands, as a multiple of the font size."""

_SEA_GRID: Final = {"light": ("#FFFFFF", 0.52), "dark": ("#BFE0EA", 0.16)}
_LAND_GRID: Final = {"light": ("#6E6650", 0.26), "dark": ("#D8D0B8", 0.18)}
_OUT_OF_PLAY: Final = {"light": 0.22, "dark": 0.38}
_STEPS_ALONG_A_SIDE: Final = 28


@dataclass(frozen=True)
class GridLines:
    """The lines of the cell grids that are drawn on a sheet, in sheet pixels, computed once. `drawn` is false if there
    are none.
    """

    sea: list[QLineF]
    land: list[QLineF]
    edge: QPainterPath
    """The edge of play as a closed outline, filled by the odd-even rule."""
    drawn: bool

    @classmethod
    def of(cls, sheet: SheetRecord, table: Map, is_land: IsLand) -> GridLines:
        """Return the lines of a sheet with the map `table`. Lines on land are separate from those on the sea, since
        they look different.
        """
        sea: list[QLineF] = []
        land: list[QLineF] = []
        edge = QPainterPath()
        drawn = False
        for spec, board in zip(sheet.on_table, table.boards, strict=True):
            if not spec.drawn or not isinstance(board.grid, CellGrid):
                continue
            drawn = True
            on_sheet = placing_of(table, board)
            inner, outer = _sides(board.grid, board)
            for line in map(on_sheet.map, inner):
                for part, dry in _parted(line, is_land):
                    (land if dry else sea).append(part)
            edge.addPath(_loops(list(map(on_sheet.map, outer))))
        edge.setFillRule(Qt.FillRule.OddEvenFill)
        return cls(sea, land, edge, drawn)


def placing_of(table: Map, board: Board) -> QTransform:
    """Return the transformation from board pixels to sheet pixels."""
    left, top = table.origin_of(board)
    placing = QTransform.fromTranslate(left, top)
    if board.reversed:
        placing.translate(board.width, board.height).rotate(180)
    return placing


def _sides(grid: CellGrid, board: Board) -> tuple[list[QLineF], list[QLineF]]:
    """Return the sides between two cells, and the sides at the edge of play. Each of the latter begins where another
    one ends.
    """
    inner: dict[object, QLineF] = {}
    outer: list[QLineF] = []
    for cell in grid.cells(board.area):
        corners = grid.polygon(cell)
        for direction in range(len(grid.directions)):
            start, end = corners[direction], corners[(direction + 1) % len(corners)]
            line = QLineF(*start, *end)
            if grid.exists(grid.step(cell, direction)):
                inner[grid.side(cell, direction)] = line
            else:
                outer.append(line)
    return list(inner.values()), outer


def _parted(line: QLineF, is_land: IsLand) -> Iterator[tuple[QLineF, bool]]:
    """Yield the parts of a line, each with true if it is on land."""
    start, dry = 0.0, None
    for step in range(_STEPS_ALONG_A_SIDE):
        middle = line.pointAt((step + 0.5) / _STEPS_ALONG_A_SIDE)
        here = is_land(middle.x(), middle.y())
        if dry is not None and here != dry:
            at = step / _STEPS_ALONG_A_SIDE
            yield QLineF(line.pointAt(start), line.pointAt(at)), dry
            start = at
        dry = here
    yield QLineF(line.pointAt(start), line.p2()), bool(dry)


def _loops(lines: list[QLineF]) -> QPainterPath:
    """Return lines joined into closed outlines. The end of each line is the start of another one."""

    def key(point: QPointF) -> tuple[int, int]:
        return round(point.x() * 2), round(point.y() * 2)

    following: dict[tuple[int, int], list[QLineF]] = {}
    for line in lines:
        following.setdefault(key(line.p1()), []).append(line)
    path = QPainterPath()
    while following:
        line = next(iter(following.values()))[0]
        path.moveTo(line.p1())
        while True:
            start = key(line.p1())
            following[start].remove(line)
            if not following[start]:
                del following[start]
            if key(line.p2()) not in following:
                break
            path.lineTo(line.p2())
            line = following[key(line.p2())][0]
        path.closeSubpath()
    return path


def draw_out_of_play(pen: MapPen, sheet: SheetRecord, lines: GridLines) -> None:
    """Shade the part of the drawing that is not in play with the colour of paper."""
    if sheet.frame is None or lines.edge.isEmpty():
        return
    path = QPainterPath()
    path.addRect(QRectF(*sheet.frame))
    path.addPath(lines.edge)
    path.setFillRule(Qt.FillRule.OddEvenFill)
    pen.painter.fillPath(path, pen.colour("paper", _OUT_OF_PLAY[pen.theme.name]))


def draw_terrain(pen: MapPen, layout: SheetLayout) -> None:
    """Fill the cells of terrain that has a colour."""
    for area, ink, opacity in layout.terrain:
        pen.painter.fillPath(area, pen.colour(ink, opacity))


def draw_grid(pen: MapPen, lines: GridLines) -> None:
    """Draw the edge of play, and the lines between cells if hexes are large enough on the screen."""
    if not lines.drawn:
        return
    width = max(pen.px(0.8), pen.hexes(0.0095))
    if pen.k >= GRID_FROM_PX:
        for part, look in ((lines.sea, _SEA_GRID), (lines.land, _LAND_GRID)):
            pen.painter.setPen(pen.pen(pen.colour(*look[pen.theme.name]), width))
            pen.painter.drawLines(part)
    edge = pen.pen(pen.colour("seatext", 0.5), 1.5 * width)
    pen.painter.strokePath(lines.edge, edge)


def draw_graticule(pen: MapPen, sheet: SheetRecord) -> None:
    """Draw the lines of longitude and latitude, and write their degrees in the margins."""
    if sheet.graticule is None or sheet.frame is None:
        return
    frame = QRectF(*sheet.frame)
    thin = pen.pen(pen.colour("seatext", 0.20), pen.px(0.7))
    equator = pen.pen(pen.colour("seatext", 0.40), pen.px(0.9), dashes=(10.0, 5.0))
    size = sheet.graticule.label_size
    write = partial(pen.write, size=size, role="caption", colour=pen.colour("ink2"), align="centre")
    for longitude in _every(sheet.graticule.every, 360.0):
        x, _ = sheet.point((longitude, 0.0))
        if frame.left() < x < frame.right():
            pen.painter.setPen(thin)
            pen.painter.drawLine(QLineF(x, frame.top(), x, frame.bottom()))
            text = _degrees(longitude)
            write(text, QPointF(x, frame.top() - 0.9 * size))
            write(text, QPointF(x, frame.bottom() + 1.75 * size))
    for latitude in _every(sheet.graticule.every, 80.0):
        for signed, letter in ((latitude, "N"), (-latitude, "S")):
            _, y = sheet.point((0.0, signed))
            if frame.top() < y < frame.bottom() and not (letter == "S" and latitude == 0):
                pen.painter.setPen(thin if latitude else equator)
                pen.painter.drawLine(QLineF(frame.left(), y, frame.right(), y))
                text = f"{latitude:g}° {letter}" if latitude else "0°"
                write(text, QPointF(frame.right() + 1.75 * size, y), turn=90.0)


def _degrees(longitude: float) -> str:
    if longitude in (0.0, 180.0):
        return f"{longitude:g}°"
    return tr("{degrees:g}° E", degrees=longitude) if longitude < 180 else tr("{degrees:g}° W", degrees=360 - longitude)


def _every(step: float, last: float) -> Iterator[float]:
    number = 0
    while number * step <= last:
        yield number * step
        number += 1


def draw_frame(pen: MapPen, sheet: SheetRecord) -> None:
    """Draw the double line round the drawing."""
    if sheet.frame is None:
        return
    frame = QRectF(*sheet.frame)
    pen.painter.setBrush(Qt.BrushStyle.NoBrush)
    pen.painter.setPen(pen.pen(pen.colour("seatext", 0.85), 4.5))
    pen.painter.drawRect(frame)
    pen.painter.setPen(pen.pen(pen.colour("line2"), 2.5))
    pen.painter.drawRect(frame.adjusted(-12, -12, 12, 12))


def name_size(name: WorldName, k: float, hex_px: float) -> float:
    """Return the size of the name of a sea or land, in sheet pixels. In close views it grows with k to the power of
    0.7.
    """
    return float(name.size * hex_px * min(1.0, (k / FULL_PLATES_PX) ** -0.3))


def draw_names(pen: MapPen, layout: SheetLayout) -> None:
    """Write the names of seas and lands, except those that would be too small to read."""
    for name, middle in layout.names:
        size = name_size(name, pen.k, pen.hex_px)
        if size * pen.k / pen.hex_px < SMALLEST_NAME_PX:
            continue
        lines = name.text.splitlines()
        reach = size * max(map(len, lines))
        if not pen.exposed.adjusted(-reach, -reach, reach, reach).contains(middle):
            continue
        colour = pen.colour("seatext" if name.role == "sea" else "landtext", 0.92)
        turning = QTransform().translate(middle.x(), middle.y()).rotate(-name.turn)
        capitals = outline("H", name.role).capitals * size
        for number, text in enumerate(lines):
            down = (number - (len(lines) - 1) / 2) * NAME_LINE * size + capitals / 2
            pen.write(
                text,
                turning.map(QPointF(0, down)),
                size,
                role=name.role,
                colour=colour,
                align="centre",
                spacing=name.spacing,
                turn=name.turn,
            )


def draw_hex_ids(pen: MapPen, sheet: SheetRecord, table: Map) -> None:
    """Write the names of the cells along their upper left or upper side, if hexes are large enough on the screen."""
    if pen.k < HEX_IDS_FROM_PX:
        return
    colour = pen.colour("hexid")
    reach = pen.hex_px
    for spec, board in zip(sheet.on_table, table.boards, strict=True):
        grid = board.grid
        if not isinstance(grid, CellGrid):
            continue
        on_sheet = placing_of(table, board)
        slanted = getattr(spec.grid, "top", "") == "pointy"
        at, turn = (QPointF(-0.235, -0.395), 30.0) if slanted else (QPointF(0.0, -0.40), 0.0)
        seen = on_sheet.inverted()[0].mapRect(pen.exposed.adjusted(-reach, -reach, reach, reach))
        for cell in grid.cells((seen.left(), seen.top(), seen.right(), seen.bottom())):
            x, y = grid.centre(cell)
            pen.write(
                grid.name(cell),
                on_sheet.map(QPointF(x, y)) + at * pen.hex_px,
                pen.hexes(0.048) * pen.growth,
                role="caption",
                colour=colour,
                align="centre",
                turn=turn,
            )
