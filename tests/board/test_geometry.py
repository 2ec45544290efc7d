"""Outlines and the indexes over them, compared with a plain slow search."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.board.geometry import OutlineIndex, PointIndex, contains, square_of_distance

COORDINATES = st.integers(-300, 300)
POINTS = st.tuples(COORDINATES, COORDINATES)
OUTLINES = st.lists(POINTS, max_size=5).map(tuple)


@given(st.lists(OUTLINES, max_size=6), POINTS)
def test_the_first_outline_is_the_first_that_holds_the_point(
    outlines: list[tuple[tuple[int, int], ...]], point: tuple[int, int]
) -> None:
    slow = next((n for n, outline in enumerate(outlines) if contains(outline, point)), None)
    assert OutlineIndex(tuple(outlines)).first(point) == slow


@given(st.lists(POINTS, max_size=15), st.tuples(st.integers(-900, 900), st.integers(-900, 900)))
def test_the_nearest_point_is_the_first_of_the_nearest(points: list[tuple[int, int]], point: tuple[int, int]) -> None:
    slow = min(range(len(points)), key=lambda n: square_of_distance(points[n], point), default=None)
    assert PointIndex(tuple(points)).nearest(point) == slow


def test_left_and_top_edges_belong_to_an_outline_and_right_and_bottom_ones_do_not() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert contains(square, (0, 0))
    assert contains(square, (0, 5))
    assert contains(square, (5, 0))
    assert not contains(square, (10, 5))
    assert not contains(square, (5, 10))


def test_an_outline_that_crosses_itself_has_a_hole() -> None:
    star = ((50, 0), (80, 90), (0, 35), (100, 35), (20, 90))
    assert contains(star, (50, 10))
    assert not contains(star, (50, 50))


def test_fewer_than_three_corners_hold_nothing() -> None:
    assert not contains((), (0, 0))
    assert not contains(((0, 0),), (0, 0))
    assert not contains(((0, 0), (10, 10)), (5, 5))


def as_java_has_it(outline: tuple[tuple[int, int], ...], point: tuple[int, int]) -> bool:
    """Return whether an outline contains a point by the rule of `java.awt.Polygon`: an odd number of its edges is to
    the right of the point.
    """
    x, y = point
    edges = 0
    for (last_x, last_y), (this_x, this_y) in zip((outline[-1:] + outline)[:-1], outline, strict=True):
        (top_x, top_y), (_, low_y) = sorted([(last_x, last_y), (this_x, this_y)], key=lambda corner: corner[1])
        if top_y == low_y or not top_y <= y < low_y or x >= max(last_x, this_x):
            continue
        edges += x < min(last_x, this_x) or x - top_x < (y - top_y) / (last_y - this_y) * (last_x - this_x)
    return len(outline) > 2 and edges % 2 == 1


FEW = st.integers(-12, 12)
CLOSE = st.lists(st.tuples(FEW, FEW), max_size=7).map(tuple)


@given(CLOSE | OUTLINES, st.tuples(FEW, FEW))
def test_a_point_lies_where_java_has_it(outline: tuple[tuple[int, int], ...], point: tuple[int, int]) -> None:
    assert contains(outline, point) == as_java_has_it(outline, point)


@given(st.tuples(POINTS, POINTS), POINTS, POINTS, POINTS)
def test_outlines_that_share_an_edge_share_no_point(
    edge: tuple[tuple[int, int], tuple[int, int]],
    left: tuple[int, int],
    right: tuple[int, int],
    point: tuple[int, int],
) -> None:
    crossed = [contains((*edge, left), point) != contains((*edge[::-1], left), point) for left in (left, right)]
    assert crossed == [False, False], "an outline holds the same points whichever way round it goes"
