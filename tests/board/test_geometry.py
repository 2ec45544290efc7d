"""Outlines and the indexes over them, against the plain slow way."""

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
