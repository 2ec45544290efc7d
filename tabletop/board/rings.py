"""The cells round a point of a map, as outlines. They show the surroundings of a piece."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

from tabletop.board.grid import CellGrid
from tabletop.board.zones import ZonedGrid

if TYPE_CHECKING:
    from tabletop.board.geometry import Pixel, Point, Polygon
    from tabletop.board.grid import Grid
    from tabletop.board.map import Map

_KEPT = 256


def cells_round(board_map: Map, at: Pixel, radius: int, *, only_places: bool = False) -> tuple[Polygon, ...] | None:
    """Return the outlines, in map pixels, of a cell with its middle at a pixel, and of all cells at most `radius` from
    it.

    They are as large as the cells of the grid there, and lie exactly round the pixel. With `only_places` those outside
    the grid are left out. None if there is no grid of cells.
    """
    board = board_map.board_at(*at)
    if board is None:
        return None
    left, top = board_map.origin_of(board)
    grid = _cells_at(board.grid, board.turned((at[0] - left, at[1] - top)))
    if grid is None:
        return None
    cells = (tuple((x + at[0], y + at[1]) for x, y in outline) for outline in _round_nothing(grid, radius))
    if not only_places:
        return tuple(cells)
    middles = ((cell, (fmean(x for x, _ in cell), fmean(y for _, y in cell))) for cell in cells)
    return tuple(cell for cell, (x, y) in middles if grid.cell_at(board.turned((x - left, y - top))) is not None)


def _cells_at(grid: Grid, point: Point) -> CellGrid | None:
    """Return the grid of cells at a point of a board; None if there is none. A zone without cells of its own has
    those of the background.
    """
    if isinstance(grid, ZonedGrid):
        inside = grid.grid_of(grid.zone_holding(point))
        return inside if isinstance(inside, CellGrid) else grid.lattice
    return grid if isinstance(grid, CellGrid) else None


@lru_cache(_KEPT)
def _round_nothing(grid: CellGrid, radius: int) -> tuple[Polygon, ...]:
    """Return the outlines of a cell with its middle at (0, 0), and of all cells at most `radius` from it."""
    endless = replace(grid, columns=None, rows=None, only=None)
    middle = 2 * (radius + 1), 2 * (radius + 1)
    cx, cy = endless.centre(middle)
    cells = sorted(endless.within(middle, max(radius, 0)))
    return tuple(tuple((x - cx, y - cy) for x, y in endless.polygon(cell)) for cell in cells)
