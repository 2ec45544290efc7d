"""Regions: named points and outlines."""

import pytest

from tabletop.board import Region, RegionGrid

ISLANDS = RegionGrid(
    (
        Region("Malta", 100, 100, neighbours=("Sicily",)),
        Region("Sicily", 100, 50, neighbours=("Italy",)),
        Region("Italy", 150, 10),
        Region("Crete", 300, 120),
        Region("Ionian Sea", 200, 80, polygon=((180, 60), (240, 60), (240, 110), (180, 110))),
    )
)


@pytest.mark.parametrize(
    ("point", "name"),
    [
        ((101, 99), "Malta"),
        ((104, 76), "Malta"),
        ((104, 74), "Sicily"),
        ((239, 61), "Ionian Sea"),
        ((240, 61), "Crete"),
        ((180, 59), "Italy"),
        ((9000, 0), "Crete"),
    ],
)
def test_a_point_belongs_to_an_outline_that_holds_it_or_else_to_the_nearest_point(
    point: tuple[int, int], name: str
) -> None:
    assert ISLANDS.place_at(point) == name
    assert ISLANDS.snap(point) == ISLANDS.point_of(name)


def test_of_equally_near_points_the_first_has_it() -> None:
    assert ISLANDS.place_at((100, 75)) == "Malta"


def test_neighbours_are_mutual_however_they_are_given() -> None:
    assert ISLANDS.neighbours_of("Sicily") == ("Malta", "Italy")
    assert ISLANDS.neighbours_of("Italy") == ("Sicily",)
    assert ISLANDS.neighbours_of("Crete") == ()


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("Malta", "Malta", 0),
        ("Malta", "Italy", 2),
        ("Italy", "Malta", 2),
        ("Malta", "Crete", None),
        ("Malta", "Rome", None),
    ],
)
def test_distance_is_the_fewest_steps(a: str, b: str, steps: int | None) -> None:
    assert ISLANDS.distance_between(a, b) == steps


def test_range_is_in_pixels() -> None:
    assert ISLANDS.range_between((0, 0), (30, 40)) == 50


def test_without_snapping_pieces_lie_where_they_fall_and_places_still_have_names() -> None:
    grid = RegionGrid(ISLANDS.regions, snapping=False)
    assert grid.snap((101, 99)) == (101, 99)
    assert grid.place_at((101, 99)) == "Malta"


def test_of_two_regions_of_one_name_the_first_is_found() -> None:
    grid = RegionGrid((Region("Sea", 1, 1), Region("Sea", 50, 50)))
    assert grid.point_of("Sea") == (1, 1)


def test_no_regions_have_no_places() -> None:
    grid = RegionGrid(())
    assert grid.place_at((0, 0)) == ""
    assert grid.snap((3, 4)) == (3, 4)
    assert grid.point_of("Malta") is None
    assert grid.polygon_of("Malta") == ()
    assert list(grid.places((0, 0, 100, 100))) == []


def test_a_neighbour_that_is_no_region_is_refused() -> None:
    with pytest.raises(ValueError, match="Region 'Malta' names the neighbour 'Sicilly', which is not a region"):
        RegionGrid((Region("Malta", 0, 0, neighbours=("Sicilly",)),))
