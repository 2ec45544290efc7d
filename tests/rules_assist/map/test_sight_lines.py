"""Lines of sight: the places they cross, the edges they follow, their height."""

import numpy as np
import pytest
import shapely
import shapely.ops
from hypothesis import given
from hypothesis import strategies as st

from rules_assist.map.sight_lines import NEAR, Obstacle, SightLines
from tabletop.board.hexes import HexGrid

GRID = HexGrid(dx=86.6, dy=100, x0=100, y0=100, columns=12, rows=12)


def hexes(*cells, top=1):
    return [Obstacle(f"{cell}", shapely.Polygon(np.round(GRID.polygon(cell), 3)), top) for cell in cells]


def wall(a, b, top=1):
    side = GRID.side_between(a, b)
    return Obstacle(f"{a}|{b}", shapely.LineString(np.round(GRID.side_line(side), 3)), top)


def names(met):
    return [each.name for each in met]


def centre(cell):
    """Return the middle of the corners of a cell. The point where a piece lies may be half a pixel away."""
    return tuple(np.round(np.mean(GRID.polygon(cell), axis=0), 3).tolist())


def look(obstacles, a, b, eye=0, target=0, **how):
    return names(SightLines(obstacles, **how).blocked(centre(a), centre(b), eye, target, own=(f"{a}", f"{b}")))


def test_what_lies_between_blocks_in_order():
    assert look(hexes((4, 2), (4, 5), (7, 7)), (4, 0), (4, 8)) == ["(4, 2)", "(4, 5)"]


def test_the_places_of_both_ends_do_not_block():
    assert look(hexes((4, 0), (4, 8)), (4, 0), (4, 8)) == []


# The line from (4, 4) to the hex two columns on in the same row runs along the side between (5, 3) and (5, 4).
LEFT, RIGHT = (5, 3), (5, 4)


@pytest.mark.parametrize(
    ("obstacles", "both", "either", "never"),
    [
        ([LEFT], 0, 1, 0),
        ([RIGHT], 0, 1, 0),
        ([LEFT, RIGHT], 2, 2, 0),
        ([], 0, 0, 0),
    ],
)
def test_along_a_hexside(obstacles, both, either, never):
    for along, expected in (("both", both), ("either", either), ("never", never)):
        assert len(look(hexes(*obstacles), (4, 4), (6, 4), along=along)) == expected


def test_along_two_hexsides_one_after_the_other_is_not_opposite():
    grid = [*hexes((5, 3)), *hexes((7, 4))]
    assert look(grid, (4, 4), (8, 4), along="both") == []


@pytest.mark.parametrize(
    ("a", "b", "blocked"), [((4, 4), (4, 6), True), ((4, 5), (4, 7), False), ((3, 4), (5, 4), False)]
)
def test_walls_on_hexsides(a, b, blocked):
    assert bool(look([wall((4, 4), (4, 5))], a, b)) is blocked


def test_a_line_along_a_wall():
    obstacles = [wall(LEFT, RIGHT)]
    assert look(obstacles, (4, 4), (6, 4), along="both") == []
    assert len(look(obstacles, (4, 4), (6, 4), along="either")) == 1


@pytest.mark.parametrize(
    ("heights", "eye", "target", "top", "blocked"),
    [
        ("none", 9, 9, 1, True),
        ("line", 2, 0, 1, False),  # at the far edge of the hill the line is 1 high, and so is the hill
        ("line", 2, 0, 2, True),
        ("line", 0, 0, 0, False),
        ("both", 2, 0, 2, False),
        ("both", 2, 0, 3, True),
        ("either", 2, 0, 1, True),
        ("either", 2, 1, 1, False),
    ],
)
def test_heights(heights, eye, target, top, blocked):
    hill = [Obstacle("hill", shapely.box(40, -10, 50, 10), top)]
    assert bool(SightLines(hill, heights).blocked((0, 0), (100, 0), eye, target)) is blocked


@pytest.mark.parametrize(("at", "blocked"), [(10, False), (90, True)])
def test_what_is_near_the_lower_end_hides_it(at, blocked):
    hill = [Obstacle("hill", shapely.box(at, -10, at + 5, 10), 3)]
    assert bool(SightLines(hill, "line").blocked((0, 0), (100, 0), 10, 0)) is blocked


cells = st.tuples(st.integers(0, 11), st.integers(0, 11))
alongs = st.sampled_from(["both", "either", "never"])
kinds = st.sampled_from(["none", "line", "both", "either"])
hills = st.lists(st.tuples(cells, st.integers(0, 4)), max_size=30, unique_by=lambda each: each[0])


@given(hills, cells, cells, st.integers(0, 4), st.integers(0, 4), alongs, kinds)
def test_who_sees_is_seen(hills, a, b, eye, target, along, heights):
    obstacles = [obstacle for cell, top in hills for obstacle in hexes(cell, top=top)]
    there = look(obstacles, a, b, eye, target, along=along, heights=heights)
    assert sorted(there) == sorted(look(obstacles, b, a, target, eye, along=along, heights=heights))


@given(hills, cells, st.lists(cells, min_size=1, max_size=12), st.integers(0, 4), alongs, kinds)
def test_many_lines_at_once_are_as_one_by_one(hills, a, ends, eye, along, heights):
    obstacles = [obstacle for cell, top in hills for obstacle in hexes(cell, top=top)]
    lines = SightLines(obstacles, heights, along)
    count = len(ends)
    starts = np.array([centre(a)] * count)
    own = [(f"{a}", f"{b}") for b in ends]
    found = lines.clear(starts, np.array([centre(b) for b in ends]), np.full(count, eye), np.zeros(count), own)
    assert found.tolist() == [
        not lines.blocked(centre(a), centre(b), eye, 0, own=o) for b, o in zip(ends, own, strict=True)
    ]


@given(st.lists(cells, max_size=30, unique=True), cells, cells)
def test_the_index_finds_what_plain_shapely_finds(blocking, a, b):
    obstacles = hexes(*blocking)
    line = shapely.LineString([centre(a), centre(b)])
    plain = {o.name for o in obstacles if o.shape.buffer(-NEAR, join_style="mitre").intersects(line)} - {f"{a}", f"{b}"}
    assert set(look(obstacles, a, b, along="never")) == plain


@given(st.lists(st.tuples(cells, st.integers(0, 5)), max_size=20), cells, cells)
def test_walls_are_crossed_where_plain_shapely_crosses_them(sides, a, b):
    walls = {wall(cell, GRID.step(cell, direction)) for cell, direction in sides}
    line = shapely.LineString([centre(a), centre(b)])

    def shortened(shape):
        return shapely.ops.substring(shape, NEAR, shape.length - NEAR)

    plain = {w.name for w in walls if shortened(w.shape).crosses(line)}
    assert set(look(walls, a, b, along="never")) == plain
