"""Outlines of places, and of many of them together."""

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rules_assist.geometry.arcs import (
    angle_of_side,
    bearing,
    cells_ahead,
    in_arc,
    is_within,
    within_points,
    within_steps,
)
from rules_assist.geometry.place_shapes import Shapes, rings, union
from tabletop.board.hexes import HexGrid
from tabletop.board.map import Board, Map
from tabletop.board.numbering import Axis, Numbering
from tabletop.board.places import Box
from tabletop.board.squares import SquareGrid

NUMBERED = Numbering(columns=Axis(digits=2), rows=Axis(digits=2))


def hexes(top="flat", edge=(0, 0)):
    dx, dy = (86.6, 100) if top == "flat" else (100, 86.6)
    grid = HexGrid(dx=dx, dy=dy, x0=80, y0=80, columns=14, rows=12, numbering=NUMBERED, top=top)
    return Map("sea", (Board("sea", 1400, 1300, grid),), boxes=(Box("Pool", 1500, 0, 100, 50),), edge=edge)


def squares():
    grid = SquareGrid(dx=100, dy=100, x0=50, y0=50, columns=8, rows=8, numbering=NUMBERED)
    return Map("field", (Board("field", 800, 800, grid),))


SEA = hexes()
SHAPES = Shapes(SEA)
TALL = hexes("pointy")

sets = st.sets(st.tuples(st.integers(1, 14), st.integers(1, 12)).map(lambda cell: f"{cell[0]:02}{cell[1]:02}"))


def filled(outline):
    """Return the area that rings enclose by the even-odd rule."""
    found = shapely.Polygon()
    for ring in outline:
        found = found.symmetric_difference(shapely.Polygon(ring))
    return shapely.area(found)


@given(sets)
def test_an_outline_is_as_large_as_its_hexes(places):
    outline = SHAPES.outline(places)
    one = 86.6 * 100
    assert abs(filled(outline) - one * len(places)) < one * 0.02 * max(len(places), 1)


@given(sets.filter(bool))
def test_a_union_is_exactly_the_union_of_plain_shapely(places):
    polygons = SHAPES.polygons[[SHAPES.numbers[place] for place in places]]
    plain = shapely.union_all([shapely.Polygon(shapely.get_coordinates(each)) for each in polygons])
    assert shapely.equals(shapely.normalize(union(polygons)), shapely.normalize(plain))


def test_a_hole_is_a_ring_of_its_own():
    around = SEA.neighbours("0505")
    outline = SHAPES.outline(around)
    assert [len(ring) for ring in outline] == [18, 6]
    assert len(SHAPES.outline([*around, "0505"])) == 1


def test_two_islands_are_two_rings():
    assert len(SHAPES.outline(["0202", "0909"])) == 2


def test_boxes_and_straight_edges():
    assert [sorted(ring) for ring in SHAPES.outline(["Pool"])] == [[(1500, 0), (1500, 50), (1600, 0), (1600, 50)]]
    row = Shapes(squares()).outline(["0101", "0201", "0301"])
    assert [sorted(ring) for ring in row] == [[(0, 0), (0, 100), (300, 0), (300, 100)]]


def test_what_overlaps_is_joined_too():
    both = shapely.box(0, 0, 10, 10), shapely.box(5, 0, 15, 10)
    assert shapely.area(union(Shapes(SEA).polygons[:0])) == 0
    assert {point for ring in rings(shapely.union_all(both)) for point in ring} == {(0, 0), (0, 10), (15, 0), (15, 10)}


def test_unknown_places_have_no_outline():
    assert SHAPES.outline(["9999"]) == ()


@given(st.tuples(st.floats(100, 1150), st.floats(100, 1200)))
def test_points_lie_in_the_place_the_map_says(point):
    place = SEA.place_at(round(point[0]), round(point[1]))
    found = SHAPES.at([(round(point[0]), round(point[1]))])[0]
    near = {place, *SEA.neighbours(place)} if place else {""}
    assert found in near or not place


# --- bearings and arcs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("end", "angle"), [((0, -5), 0), ((5, -5), 45), ((5, 0), 90), ((0, 5), 180), ((-5, 0), 270)])
def test_bearings(end, angle):
    assert bearing((0, 0), end) == angle


@pytest.mark.parametrize(
    ("angle", "start", "end", "inside"),
    [(60, -60, 60, True), (61, -60, 60, False), (300, -60, 60, True), (0, 350, 370, True), (180, 0, 360, True)],
)
def test_within_an_arc(angle, start, end, inside):
    assert is_within(angle, start, end) is inside


@pytest.mark.parametrize(
    ("board", "angles"),
    [(SEA, [0, 60, 120, 180, 240, 300]), (TALL, [30, 90, 150, 210, 270, 330])],
)
def test_sides_face_as_the_grid_says(board, angles):
    found = [angle_of_side(board, "0505", side) for side in range(6)]
    assert [abs(a - b) < 0.5 for a, b in zip(found, angles, strict=True)] == [True] * 6


def test_ahead_in_a_flat_grid():
    one, two, left, right = cells_ahead(SEA, "0505", 0, [(1, 0), (2, 0), (2, -1), (2, 1)])
    assert (one, two) == ("0504", "0503")
    assert {left, right} < set(SEA.neighbours("0504"))
    assert left[:2] == "04"
    assert right[:2] == "06"


def test_nothing_lies_ahead_beyond_the_edge():
    assert cells_ahead(SEA, "0501", 0, [(1, 0), (2, 1)]) == []


@given(st.integers(0, 359), st.integers(0, 360))
def test_an_arc_and_the_rest_are_everything(start, width):
    there = set(in_arc(SHAPES, "0606", start, start + width))
    rest = set(in_arc(SHAPES, "0606", start + width, start + 360))
    assert there | rest == set(SHAPES.names) - {"0606"}


@given(st.integers(0, 5), st.sampled_from(["0101", "0505", "1412", "0712"]))
def test_steps_are_as_far_as_the_map_says(radius, place):
    found = within_steps(SEA, place, radius)
    assert found[0] == place
    assert set(found) == {
        other for other in SHAPES.names if (away := SEA.distance(place, other)) is not None and away <= radius
    }


def test_points_as_the_crow_flies():
    assert set(within_points(SHAPES, "0505", 101)) == {"0505", *SEA.neighbours("0505")}
