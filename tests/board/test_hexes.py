"""Hex grids: points, hexes, neighbours, distances, hexsides and vertices."""

from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.board import FREE, HexGrid
from tabletop.board.geometry import contains

CELLS = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
POINTS = st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000))
GRIDS = st.builds(
    HexGrid,
    top=st.sampled_from(["flat", "pointy"]),
    shifted=st.sampled_from(["odd", "even"]),
    dx=st.floats(12, 200),
    dy=st.floats(12, 200),
    x0=st.floats(-300, 300),
    y0=st.floats(-300, 300),
    snap_to=st.frozensets(st.sampled_from(["centre", "edge", "corner"])),
    as_vassal=st.booleans(),
)
EXACT_GRIDS = GRIDS.filter(lambda grid: not grid.as_vassal)


def grown(polygon: tuple[tuple[float, float], ...], by: float) -> tuple[tuple[float, float], ...]:
    """Return the outline enlarged from its middle by a share of its size."""
    x = sum(x for x, _ in polygon) / len(polygon)
    y = sum(y for _, y in polygon) / len(polygon)
    return tuple((x + (px - x) * (1 + by), y + (py - y) * (1 + by)) for px, py in polygon)


@given(GRIDS, CELLS)
def test_a_hex_holds_its_own_centre(grid: HexGrid, cell: tuple[int, int]) -> None:
    assert grid.cell_at(grid.centre(cell)) == cell


@given(EXACT_GRIDS, POINTS)
def test_a_point_lies_in_the_outline_of_its_hex_and_in_no_other(grid: HexGrid, point: tuple[int, int]) -> None:
    cell = grid.cell_at(point)
    assert cell is not None
    assert contains(grown(grid.polygon(cell), 1e-9), point)
    for other in grid.neighbours(cell):
        assert not contains(grown(grid.polygon(other), -1e-9), point)


@given(GRIDS, POINTS)
def test_by_vassals_pixels_a_hex_ends_a_pixel_or_two_elsewhere(grid: HexGrid, point: tuple[int, int]) -> None:
    cell = grid.cell_at(point)
    assert cell is not None
    corners = grid.polygon(cell)
    beside = [(point[0] + right, point[1] + down) for right in (-2, 0, 2) for down in (-2, 0, 2)]
    assert any(contains(grown(corners, 1e-9), near) for near in beside)


@given(EXACT_GRIDS, CELLS)
def test_neighbours_share_the_ends_of_their_hexside_to_the_last_bit(grid: HexGrid, cell: tuple[int, int]) -> None:
    for direction in range(6):
        across = grid.step(cell, direction)
        ends = {grid.polygon(cell)[direction], grid.polygon(cell)[(direction + 1) % 6]}
        assert ends == {grid.polygon(across)[(direction + 3) % 6], grid.polygon(across)[(direction + 4) % 6]}


@given(GRIDS, CELLS, st.integers(0, 5))
def test_neighbours_are_mutual(grid: HexGrid, cell: tuple[int, int], direction: int) -> None:
    across = grid.step(cell, direction)
    assert grid.step(across, direction + 3) == cell
    assert grid.distance(cell, across) == 1
    assert grid.direction(cell, across) == direction
    assert cell in grid.neighbours(across)


@given(GRIDS, CELLS, CELLS, CELLS)
def test_distance_is_a_metric(grid: HexGrid, a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(GRIDS, CELLS, CELLS)
def test_some_neighbour_is_one_nearer(grid: HexGrid, a: tuple[int, int], b: tuple[int, int]) -> None:
    if a != b:
        assert min(grid.distance(n, b) for n in grid.neighbours(a)) == grid.distance(a, b) - 1


@given(GRIDS, CELLS)
def test_axial_coordinates_lead_back(grid: HexGrid, cell: tuple[int, int]) -> None:
    assert grid.from_axial(*grid.axial(cell)) == cell


@given(GRIDS, CELLS, st.integers(0, 5))
def test_within_and_ring_count_what_a_hex_grid_has(grid: HexGrid, cell: tuple[int, int], radius: int) -> None:
    assert len(grid.within(cell, radius)) == 1 + 3 * radius * (radius + 1)
    assert len(grid.ring(cell, radius)) == (6 * radius or 1)
    assert all(grid.distance(cell, other) <= radius for other in grid.within(cell, radius))


@given(GRIDS, POINTS)
def test_snapping_again_changes_nothing(grid: HexGrid, point: tuple[int, int]) -> None:
    snapped = grid.snap(point)
    if grid.as_vassal and grid.snap_to != frozenset({"centre"}):
        return  # there an edge may round into a hex that rounds it away
    assert grid.snap(snapped) == snapped


@given(GRIDS, CELLS, st.integers(0, 5))
def test_a_hexside_is_the_same_from_both_hexes(grid: HexGrid, cell: tuple[int, int], direction: int) -> None:
    across = grid.step(cell, direction)
    side = grid.side(cell, direction)
    assert side == grid.side(across, direction + 3) == grid.side_between(across, cell)
    assert set(grid.side_cells(side)) == {cell, across}
    assert set(grid.side_line(side)) == set(grid.side_line(grid.side(across, direction + 3)))
    assert side in grid.sides(cell)


@given(EXACT_GRIDS, CELLS, st.integers(0, 5))
def test_a_vertex_is_the_same_from_its_three_hexes(grid: HexGrid, cell: tuple[int, int], number: int) -> None:
    corner = grid.corner(cell, number)
    meeting = {cell, grid.step(cell, number), grid.step(cell, number - 1)}
    assert corner.cell in meeting
    assert grid.polygon(corner.cell)[corner.number] == grid.polygon(cell)[number]
    for other in meeting:
        assert corner in {grid.corner(other, n) for n in range(6)}


def test_far_hexes_share_no_side() -> None:
    assert HexGrid(dx=40, dy=46).side_between((0, 0), (5, 5)) is None


@pytest.mark.parametrize(
    ("grid", "cell", "centre"),
    [
        (HexGrid(dx=55.42562584220407, dy=64, y0=32), (1, 0), (55, 64)),
        (HexGrid(dx=80.88337155288302, dy=93.90000000000086, x0=22, y0=-4), (1, 1), (102, 135)),
        (HexGrid(dx=112.4, dy=97.71978541535786, x0=24, y0=21, top="pointy"), (1, 1), (192, 118)),
        (HexGrid(dx=55.4, dy=64, shifted="even"), (0, 0), (0, 32)),
        (HexGrid(dx=55.4, dy=64, shifted="even"), (1, 0), (55, 0)),
        (HexGrid(dx=64, dy=55.4, top="pointy"), (0, 1), (32, 55)),
    ],
)
def test_where_a_hex_lies(grid: HexGrid, cell: tuple[int, int], centre: tuple[int, int]) -> None:
    assert grid.centre(cell) == centre


def test_directions_go_clockwise_from_north() -> None:
    flat, pointy = HexGrid(dx=52, dy=60), HexGrid(dx=60, dy=52, top="pointy")
    assert flat.directions == ("N", "NE", "SE", "S", "SW", "NW")
    assert flat.neighbours((2, 2)) == ((2, 1), (3, 1), (3, 2), (2, 3), (1, 2), (1, 1))
    assert flat.neighbours((3, 2)) == ((3, 1), (4, 2), (4, 3), (3, 3), (2, 3), (2, 2))
    assert pointy.directions == ("NE", "E", "SE", "SW", "W", "NW")
    assert pointy.neighbours((2, 2)) == ((2, 1), (3, 2), (2, 3), (1, 3), (1, 2), (1, 1))


def test_the_corners_of_a_flat_topped_hex() -> None:
    corners = HexGrid(dx=30, dy=40, x0=100, y0=100).polygon((0, 0))
    assert corners == ((90, 80), (110, 80), (120, 100), (110, 120), (90, 120), (80, 100))


def test_hexes_outside_the_grid_or_left_out_do_not_exist() -> None:
    grid = HexGrid(dx=40, dy=46, columns=3, rows=2, only=frozenset({(0, 0), (1, 0), (9, 9)}))
    assert grid.exists((1, 0))
    assert not any(map(grid.exists, [(2, 0), (0, 1), (9, 9), (-1, 0)]))
    assert grid.cell_at(grid.centre((2, 0))) is None
    assert grid.neighbours((0, 0)) == ((1, 0),)
    assert set(grid.cells((-100, -100, 1000, 1000))) == {(0, 0), (1, 0)}


def test_an_area_without_bounds_is_walked_no_further_than_the_grid_goes() -> None:
    dense = HexGrid(dx=1e-9, dy=1e-9, columns=3, rows=2)
    assert len(list(dense.cells((0, 0, 1e300, 1e300)))) <= 6
    assert len(list(HexGrid(dx=40, dy=46, columns=3, rows=2).cells((-1e12, -1e12, 1e12, 1e12)))) == 6


def test_where_no_hex_exists_pieces_lie_where_they_fall() -> None:
    grid = HexGrid(dx=40, dy=46, columns=1, rows=1)
    assert grid.snap((500, 501)) == (500, 501)
    assert HexGrid(dx=40, dy=46, snap_to=FREE).snap((7, 8)) == (7, 8)


@pytest.mark.parametrize(
    ("snap_to", "point", "found"),
    [
        ("edge", (100, 101), (100, 100)),  # snapping to edges includes the centres
        ("edge", (100, 135), (100, 140)),
        ("edge", (128, 118), (130, 120)),
        ("edge", (70, 85), (70, 80)),
        ("corner", (118, 138), (120, 140)),
        ("corner", (138, 104), (140, 100)),
        ("corner", (99, 99), (100, 100)),
        ("edge corner", (118, 138), (120, 140)),
        ("edge corner", (128, 118), (130, 120)),
        ("edge corner", (102, 101), (100, 100)),
    ],
)
def test_vassal_snaps_to_lattices_of_edges_and_of_corners(
    snap_to: str, point: tuple[int, int], found: tuple[int, int]
) -> None:
    allowed = frozenset({"centre", *snap_to.split()})
    flat = HexGrid(dx=60, dy=80, x0=100, y0=100, snap_to=allowed, as_vassal=True)
    assert flat.snap(point) == found
    sideways = HexGrid(dx=80, dy=60, x0=100, y0=100, top="pointy", snap_to=allowed, as_vassal=True)
    assert sideways.snap(point[::-1]) == found[::-1]


def test_snapping_to_edges_and_corners() -> None:
    grid = HexGrid(dx=60, dy=80, x0=100, y0=100, snap_to=frozenset({"centre", "edge", "corner"}))
    assert grid.snap((103, 98)) == (100, 100)
    assert grid.snap((101, 66)) == (100, 60)
    assert grid.snap((137, 97)) == (140, 100)


def test_a_grid_needs_cells_of_some_size() -> None:
    with pytest.raises(ValueError, match="above 0"):
        HexGrid(dx=0, dy=10)


@given(EXACT_GRIDS, st.tuples(st.integers(-400, 400), st.integers(-400, 400)))
def test_the_cells_of_an_area_are_those_whose_centre_lies_in_it(grid: HexGrid, corner: tuple[int, int]) -> None:
    left, top = corner
    listed = list(grid.cells((left, top, left + 90, top + 70)))
    assert len(set(listed)) == len(listed)
    middle = grid.cell_at((left + 45, top + 35))
    assert middle is not None
    reach = 4 + floor(140 / min(grid.dx, grid.dy))
    inside = {
        cell
        for cell in grid.within(middle, reach)
        if left <= grid.centre(cell)[0] < left + 90 and top <= grid.centre(cell)[1] < top + 70
    }
    assert set(listed) == inside


def test_vassal_measures_from_where_pieces_would_lie_and_free_ones_by_rectangles() -> None:
    tip, beside = (131, 100), (159, 141)  # the tip of a hex is in the rectangle of the next
    grid = HexGrid(dx=60, dy=80, x0=100, y0=100, as_vassal=True)
    free = HexGrid(dx=60, dy=80, x0=100, y0=100, snap_to=FREE, as_vassal=True)
    assert (grid.range_between(tip, beside), free.range_between(tip, beside)) == (1, 0)
