"""Pieces side by side: rows, grids and free spots."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.board.piece_rows import OccupiedSpot, free_spots, grid, row

AREA = (100, 200, 900, 700)
SIZES = st.integers(16, 120)
COUNTS = st.integers(1, 60)
POINTS = st.tuples(st.integers(100, 899), st.integers(200, 699))


@given(COUNTS, SIZES, SIZES)
def test_rows_and_grids_stay_inside_their_area(count, width, height):
    for points in (row(count, (width, height), AREA), grid(count, (width, height), AREA)):
        assert len(points) == len(set(points)) == count
        assert all(100 < x < 900 and 200 < y < 700 for x, y in points)


@given(st.integers(1, 12), SIZES, SIZES, POINTS)
def test_where_there_is_room_nothing_covers_anything_and_all_is_inside(count, width, height, near):
    spots = free_spots(count, (width, height), AREA, (), near)
    assert len(spots) == count
    for number, (x, y) in enumerate(spots):
        assert x - width / 2 >= 100
        assert x + width / 2 <= 900
        assert y - height / 2 >= 200
        assert y + height / 2 <= 700
        assert all(abs(x - a) >= width or abs(y - b) >= height for a, b in spots[:number])


@given(st.integers(1, 8), POINTS, POINTS)
def test_what_lies_there_keeps_its_place_and_stays_uncovered(count, lying, near):
    spots = free_spots(count, (80, 80), AREA, [OccupiedSpot(lying, (60, 60))], near)
    assert all(abs(x - lying[0]) >= 70 or abs(y - lying[1]) >= 70 for x, y in spots)


def test_the_spots_next_to_the_point_are_taken_in_reading_order():
    assert free_spots(3, (100, 100), (0, 0, 1000, 100), (), (990, 50)) == [(724, 50), (836, 50), (948, 50)]


def test_what_has_been_laid_out_once_is_laid_out_beside_it_the_next_time():
    first = free_spots(4, (100, 100), AREA, (), (500, 450))
    there = [OccupiedSpot(spot, (100, 100)) for spot in first]
    assert not set(first) & set(free_spots(4, (100, 100), AREA, there, (500, 450)))


@settings(max_examples=40)
@given(st.integers(1, 40), SIZES, st.lists(st.tuples(st.integers(0, 150), st.integers(0, 150)), max_size=9))
def test_where_it_is_crowded_pieces_lie_closer_and_the_rest_finds_no_spot(count, side, middles):
    there = [OccupiedSpot(middle, (side, side)) for middle in middles]
    spots = free_spots(count, (side, side), (0, 0, 150, 150), there, (75, 75))
    assert 1 <= len(spots) <= count
    assert len(set(spots)) == len(spots)
    assert all(0 <= x <= 150 and 0 <= y <= 150 for x, y in spots)


def test_of_what_is_free_in_a_crowd_the_emptiest_is_taken():
    there = [OccupiedSpot((x, 50), (100, 100)) for x in (50, 120, 190)]
    assert free_spots(1, (100, 100), (0, 0, 330, 100), there, (100, 50))[0][0] > 240


def test_one_after_the_other_they_fill_the_rows_before_any_covers_another():
    lying: list[OccupiedSpot] = []
    for _ in range(10):
        [spot] = free_spots(1, (100, 100), (0, 0, 560, 224), lying, (280, 112))
        lying.append(OccupiedSpot(spot, (100, 100)))
    assert {one.middle for one in lying} == {(x, y) for x in (56, 168, 280, 392, 504) for y in (56, 168)}


@settings(max_examples=25)
@given(st.integers(1, 12), st.integers(1, 12))
def test_in_a_crowd_something_shows_of_each(before, count):
    size, area = (100, 100), (0, 0, 500, 180)
    lying: list[OccupiedSpot] = []
    for number in [1] * before + [count]:
        lying += [OccupiedSpot(spot, size) for spot in free_spots(number, size, area, lying, (250, 90))]
    assert len(lying) == before + count
    for number, (middle, _) in enumerate(lying):
        assert shown(middle, [one.middle for one in lying[number + 1 :]])


def test_small_pieces_on_something_as_large_as_the_box_take_no_time():
    mat = OccupiedSpot((2_000, 2_000), (4_000, 4_000))
    assert len(set(free_spots(20, (16, 16), (0, 0, 4_000, 4_000), [mat], (0, 0)))) == 20


def shown(middle: tuple[int, int], above: list[tuple[int, int]]) -> bool:
    """Return whether any part of a piece can be seen under others of its size, 100 wide and high."""
    return any(
        all(abs(middle[0] + dx - x) >= 50 or abs(middle[1] + dy - y) >= 50 for x, y in above)
        for dx in range(-49, 50, 7)
        for dy in range(-49, 50, 7)
    )


def test_in_a_box_that_is_full_there_is_still_the_point_itself():
    full = [OccupiedSpot((x, y), (20, 20)) for x in range(0, 40, 2) for y in range(0, 40, 2)]
    assert free_spots(3, (20, 20), (0, 0, 40, 40), full, (20, 20)) == [(20, 20)]
