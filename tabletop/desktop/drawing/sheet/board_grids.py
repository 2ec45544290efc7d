"""Drawing of grids over the picture of a board, in their own colours, with lines one screen pixel wide.

Maps drawn by this program have their lines in `map_ground`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF, QTransform

from tabletop.board.grid import CellGrid
from tabletop.board.hexes import HexGrid
from tabletop.board.regions import RegionGrid
from tabletop.board.zones import ZonedGrid
from tabletop.module.schema.map import map_grid_records as spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabletop.board.grid import Grid
    from tabletop.board.map import Board
    from tabletop.desktop.drawing.sheet.map_pen import MapPen
    from tabletop.module.schema.map.map_sheet_records import BoardRecord

DOT_PX = 2.0
REGION_DOT_PX = 4.0
SMALLEST_NUMBER_PX = 5.0
SMALLEST_CELL_PX = 4.0
"""The size of a cell on the screen below which its lines would only darken the board."""

_ROUND_THE_POINT = 0.35
_BELOW_THE_POINT = 0.95
"""The distances from a point down to the base line of a number: centred on the point, and below it. They are multiples
of the font size.
"""


def draw_printed_grid(pen: MapPen, board_spec: BoardRecord, board: Board, placing: QTransform, seen: QRectF) -> None:
    """Draw the printed part of a board's grid; `seen` is in board pixels, which `placing` puts on the sheet."""
    if board_spec.grid is None:
        return
    pen = replace(pen, exposed=seen)
    for look, grid, clip in _looks(board_spec.grid, board.grid):
        painter = pen.painter
        painter.save()
        painter.setTransform(placing, combine=True)
        painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
        if clip is not None:
            painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
        if isinstance(grid, CellGrid):
            _draw_cells(pen, look, grid, seen)
        elif isinstance(grid, RegionGrid):
            _draw_regions(pen, look, grid, seen)
        painter.restore()


def _looks(record: spec.Grid, grid: Grid) -> Iterator[tuple[spec.GridLook, Grid, QPainterPath | None]]:
    """Yield each printed grid of a board, with the area in which it is printed; None stands for the whole board."""
    if isinstance(record, spec.ZonedGridRecord):
        assert isinstance(grid, ZonedGrid)
        if record.grid is not None and record.grid.look is not None and grid.background is not None:
            yield record.grid.look, grid.background, _outside(grid)
        for zone_record, zone in zip(record.zones, grid.zones, strict=True):
            look = zone_record.grid.look if zone_record.grid else None
            if look is not None and zone.grid is not None and not zone.parent_grid:
                yield look, zone.grid, _area(zone.polygon)
    elif record.look is not None:
        yield record.look, grid, None


def _outside(grid: ZonedGrid) -> QPainterPath | None:
    """Return the board without the zones that do not use its grid; None if there are no such zones."""
    own = QPainterPath()
    for zone in grid.zones:
        if not zone.parent_grid:
            own = own.united(_area(zone.polygon))
    if own.isEmpty():
        return None
    everything = QPainterPath()
    everything.addRect(QRectF(-1e6, -1e6, 2e6, 2e6))
    return everything.subtracted(own)


def _area(corners: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path


def _draw_cells(pen: MapPen, look: spec.GridLook, grid: CellGrid, seen: QRectF) -> None:
    scale = pen.k / pen.hex_px
    if min(grid.dx, grid.dy) * scale < SMALLEST_CELL_PX:
        return
    area = seen.adjusted(-grid.dx, -grid.dy, grid.dx, grid.dy)
    cells = list(grid.cells((area.left(), area.top(), area.right(), area.bottom())))
    painter = pen.painter
    if look.lines is not None:
        sides = {grid.side(cell, direction): None for cell in cells for direction in range(len(grid.directions))}
        lines = QPainterPath()
        for side in sides:
            start, end = grid.side_line(side)
            lines.moveTo(*start)
            lines.lineTo(*end)
        painter.setPen(QPen(pen.colour(look.lines), 0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawPath(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if look.dots is not None:
        across = DOT_PX / scale
        for cell in cells:
            x, y = grid.centre(cell)
            painter.fillRect(QRectF(x - across / 2, y - across / 2, across, across), pen.colour(look.dots))
    if look.numbers is not None and look.numbers.size * scale >= SMALLEST_NUMBER_PX:
        named = [(grid.name(cell), grid.centre(cell)) for cell in cells]
        if isinstance(grid, HexGrid) and grid.top == "pointy":
            _write(pen, look.numbers, named, up=0.0, down=_ROUND_THE_POINT)
        else:
            _write(pen, look.numbers, named, up=grid.dy / 2, down=_BELOW_THE_POINT)


def _write(
    pen: MapPen,
    numbers: spec.PrintedNumbers,
    named: Iterable[tuple[str, tuple[float, float]]],
    *,
    up: float,
    down: float,
) -> None:
    """Write names at their points, with the offset and rotation of `numbers`."""
    turn, size, colour = int(numbers.turn), numbers.size, pen.colour(numbers.colour)
    below = QTransform().rotate(turn).map(QPointF(0, down * size))
    shift = below + QPointF(numbers.offset[0], numbers.offset[1] - up)
    for name, point in named:
        pen.write(name, QPointF(*point) + shift, size, role="text", colour=colour, align="centre", turn=-turn)


def _draw_regions(pen: MapPen, look: spec.GridLook, grid: RegionGrid, seen: QRectF) -> None:
    across = REGION_DOT_PX * pen.hex_px / pen.k
    if look.dots is not None:
        for region in grid.regions:
            dot = QRectF(region.x - across / 2, region.y - across / 2, across, across)
            if seen.intersects(dot):
                pen.painter.fillRect(dot, pen.colour(look.dots))
    if look.numbers is not None:
        named = ((region.name, (region.x, region.y)) for region in grid.regions)
        _write(pen, look.numbers, named, up=0.0, down=_BELOW_THE_POINT)
