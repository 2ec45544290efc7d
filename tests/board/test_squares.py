"""Square grids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.board import SnapTo, SquareGrid
from tabletop.board.geometry import contains

CELLS = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
POINTS = st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000))
GRIDS = st.builds(
    SquareGrid,
    dx=st.floats(8, 200),
    dy=st.floats(8, 200),
    x0=st.integers(-300, 300),
    y0=st.integers(-300, 300),
    snap_to=st.frozensets(st.sampled_from(["centre", "edge", "corner"])),
    diagonal=st.booleans(),
)


@given(GRIDS, CELLS)
def test_a_square_holds_its_own_centre(grid: SquareGrid, cell: tuple[int, int]) -> None:
    assert grid.cell_at(grid.centre(cell)) == cell


@given(GRIDS, POINTS)
def test_a_point_lies_in_the_outline_of_its_square(grid: SquareGrid, point: tuple[int, int]) -> None:
    cell = grid.cell_at(point)
    assert cell is not None
    (left, top), _, (right, bottom), _ = grid.polygon(cell)
    assert left - 1e-6 <= point[0] <= right + 1e-6
    assert top - 1e-6 <= point[1] <= bottom + 1e-6


@given(GRIDS, CELLS, CELLS, CELLS)
def test_distance_is_a_metric(grid: SquareGrid, a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(GRIDS, CELLS)
def test_neighbours_are_mutual_and_one_step_away(grid: SquareGrid, cell: tuple[int, int]) -> None:
    assert len(set(grid.neighbours(cell))) == (8 if grid.diagonal else 4)
    for other in grid.neighbours(cell):
        assert cell in grid.neighbours(other)
        assert grid.distance(cell, other) == 1


@given(GRIDS, CELLS, st.integers(0, 4))
def test_within_is_all_cells_of_that_distance(grid: SquareGrid, cell: tuple[int, int], radius: int) -> None:
    count = (2 * radius + 1) ** 2 if grid.diagonal else 2 * radius * (radius + 1) + 1
    assert len(grid.within(cell, radius)) == count


@given(GRIDS, POINTS)
def test_snapping_again_changes_nothing(grid: SquareGrid, point: tuple[int, int]) -> None:
    snapped = grid.snap(point)
    assert grid.snap(snapped) == snapped


@given(GRIDS, CELLS, st.integers(0, 3))
def test_sides_and_corners_are_the_same_from_every_square(grid: SquareGrid, cell: tuple[int, int], number: int) -> None:
    across = grid.step(cell, number)
    assert grid.side(cell, number) == grid.side(across, number + 2)
    corner = grid.corner(cell, number)
    assert grid.polygon(corner.cell)[corner.number] == grid.polygon(cell)[number]
    for other in (cell, across, grid.step(cell, number - 1), grid.step(across, number - 1)):
        assert corner in {grid.corner(other, n) for n in range(4)}


@pytest.mark.parametrize(
    ("snap_to", "dropped", "snapped"),
    [
        ({"centre"}, (41, 12), (24, 24)),
        ({"centre", "edge"}, (47, 25), (48, 24)),
        ({"centre", "edge"}, (46, 45), (24, 48)),
        ({"centre", "corner"}, (46, 45), (48, 48)),
        ({"centre", "corner"}, (40, 20), (24, 24)),
        ({"centre", "edge", "corner"}, (46, 45), (48, 48)),
        ({"corner"}, (26, 25), (48, 48)),
        ({"edge"}, (26, 40), (24, 48)),
    ],
)
def test_where_a_piece_comes_to_lie(snap_to: set[SnapTo], dropped: tuple[int, int], snapped: tuple[int, int]) -> None:
    assert SquareGrid(dx=48, dy=48, x0=24, y0=24, snap_to=frozenset(snap_to)).snap(dropped) == snapped


def test_outlines_of_neighbours_share_no_point() -> None:
    grid = SquareGrid(dx=10, dy=10, x0=5, y0=5)
    for point in [(10, 5), (10, 10), (5, 10), (0, 0)]:
        holders = [c for c in grid.within((0, 0), 2) if contains(grid.polygon(c), point)]
        assert holders == [grid.cell_at(point)]
