"""The cells round a point: all within a radius, centred on that point, on every kind of board."""

from dataclasses import replace

import pytest

from tabletop.board.grid import CellGrid
from tabletop.board.hexes import HexGrid
from tabletop.board.map import Board, Map
from tabletop.board.rings import cells_round
from tabletop.board.squares import SquareGrid
from tabletop.board.zones import BoardZone, ZonedGrid

HEXES = HexGrid(top="flat", dx=86.6, dy=100, x0=50, y0=50, columns=3, rows=3)
SQUARES = SquareGrid(dx=40, dy=40, x0=20, y0=20, columns=5, rows=5)
LEFT = ((0, 0), (200, 0), (200, 400), (0, 400))


def on(board: Board) -> Map:
    return Map("main", (board,), edge=(10, 20))


def covered(polygons: tuple[tuple[tuple[float, float], ...], ...]) -> tuple[float, float, float, float]:
    points = [point for polygon in polygons for point in polygon]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(
    ("grid", "radius", "cells"), [(HEXES, 0, 1), (HEXES, 1, 7), (HEXES, 3, 37), (SQUARES, 1, 9), (SQUARES, 2, 25)]
)
def test_as_many_cells_as_lie_within_the_radius_also_beyond_the_edge(grid: CellGrid, radius: int, cells: int) -> None:
    found = cells_round(on(Board("b", 400, 400, grid)), (60, 70), radius)
    assert found is not None
    assert len(found) == cells


def test_they_lie_round_just_the_point() -> None:
    found = cells_round(on(Board("b", 400, 400, SQUARES)), (111, 93), 1)
    assert found is not None
    assert covered(found) == (111 - 60, 93 - 60, 111 + 60, 93 + 60)


def test_a_zone_has_its_own_cells_else_those_of_the_background() -> None:
    grid = ZonedGrid((BoardZone("West", LEFT, SQUARES),), HEXES)
    board = on(Board("b", 400, 400, grid))
    own, background = cells_round(board, (100, 100), 0), cells_round(board, (300, 100), 0)
    assert own is not None
    assert background is not None
    assert (len(own[0]), len(background[0])) == (4, 6)


def test_a_reversed_board_has_the_grid_of_the_point_that_lies_there() -> None:
    board = replace(Board("b", 400, 400, ZonedGrid((BoardZone("West", LEFT, SQUARES),))), reversed=True)
    assert cells_round(on(board), (100, 100), 0) is None
    assert cells_round(on(board), (300, 100), 0) is not None


def test_where_there_are_no_cells_there_are_none() -> None:
    assert cells_round(on(Board("b", 400, 400)), (100, 100), 1) is None
    assert cells_round(on(Board("b", 400, 400, HEXES)), (5, 5), 1) is None


def test_cells_outside_the_grid_can_be_left_out() -> None:
    board = on(Board("b", 400, 400, SQUARES))
    for radius, cells in ((0, 1), (1, 4), (2, 9), (9, 25)):
        found = cells_round(board, (30, 40), radius, only_places=True)
        assert found is not None
        assert len(found) == cells
