"""Outlines drawn a little inside their shape."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.desktop.scene.layers.inset_outlines import inset

SQUARE = ((0, 0), (100, 0), (100, 100), (0, 100))
HOLE = ((40, 40), (60, 40), (60, 60), (40, 60))


def box(ring) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


@given(st.booleans(), st.booleans(), st.integers(1, 9))
def test_an_outer_ring_shrinks_and_a_hole_grows_however_they_run(turned, hole_turned, by):
    outer, hole = (SQUARE[::-1] if turned else SQUARE), (HOLE[::-1] if hole_turned else HOLE)
    first, second = inset((outer, hole), by)
    assert box(first) == (by, by, 100 - by, 100 - by)
    assert box(second) == (40 - by, 40 - by, 60 + by, 60 + by)


def test_two_areas_apart_are_both_outer_ones():
    beside = tuple((x + 200, y) for x, y in SQUARE)
    assert [box(ring) for ring in inset((SQUARE, beside), 10)] == [(10, 10, 90, 90), (210, 10, 290, 90)]


def test_a_point_that_stands_twice_counts_once():
    closed = (*SQUARE, SQUARE[0])
    assert box(inset((closed,), 10)[0]) == (10, 10, 90, 90)
