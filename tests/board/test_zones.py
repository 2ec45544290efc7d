"""Zones: the zone of a point, the names of its places, and the places of those names."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.board import Axis, Board, BoardZone, HexGrid, Map, Numbering, Region, RegionGrid, SquareGrid, ZonedGrid
from tabletop.board.geometry import contains

TWO_DIGITS = Numbering(Axis(digits=2), Axis(digits=2))
SEA = HexGrid(dx=52, dy=60, x0=30, y0=30, numbering=TWO_DIGITS)


def rectangle(left: int, top: int, right: int, bottom: int) -> tuple[tuple[int, int], ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


THEATRE = ZonedGrid(
    (
        BoardZone("Tokyo", rectangle(0, 0, 100, 100)),
        BoardZone("Strait", rectangle(50, 50, 200, 200), parent_grid=True, form="{name} {place}"),
        BoardZone(
            "Ports",
            rectangle(300, 0, 500, 100),
            RegionGrid((Region("Kure", 350, 50), Region("Sasebo", 450, 50))),
            form="{place}",
        ),
        BoardZone("Losses", rectangle(300, 100, 500, 200), SquareGrid(dx=20, dy=20, numbering=TWO_DIGITS)),
        BoardZone("Nowhere", ()),
    ),
    SEA,
)


@pytest.mark.parametrize(
    ("point", "zone", "place"),
    [
        ((10, 10), "Tokyo", "Tokyo"),
        ((60, 60), "Tokyo", "Tokyo"),
        ((134, 150), "Strait", "Strait 0303"),
        ((134, 270), "", "0305"),
        ((310, 20), "Ports", "Kure"),
        ((310, 120), "Losses", "Losses"),
    ],
)
def test_the_first_zone_has_the_point_and_says_how_its_place_is_called(
    point: tuple[int, int], zone: str, place: str
) -> None:
    assert THEATRE.zone_at(point) == zone
    assert THEATRE.place_at(point) == place


@pytest.mark.parametrize(
    ("dropped", "snapped"),
    [
        ((10, 10), (10, 10)),
        ((130, 155), (134, 150)),
        ((130, 275), (134, 270)),
        ((310, 20), (350, 50)),
        ((313, 127), (320, 120)),
    ],
)
def test_pieces_snap_to_the_grid_in_force(dropped: tuple[int, int], snapped: tuple[int, int]) -> None:
    assert THEATRE.snap(dropped) == snapped


@pytest.mark.parametrize(
    ("place", "point"),
    [
        ("Tokyo", (50, 50)),
        ("Strait 0303", (134, 150)),
        ("0305", (134, 270)),
        ("Sasebo", (450, 50)),
        ("Losses", (400, 150)),
        ("Strait", None),
        ("Strait 0101", None),
        ("Nowhere", None),
        ("Ports", None),
        ("Osaka", None),
    ],
)
def test_where_a_place_lies(place: str, point: tuple[int, int] | None) -> None:
    assert THEATRE.point_of(place) == point


def test_the_outline_of_a_place_is_its_cells_or_its_zones() -> None:
    assert THEATRE.polygon_of("Tokyo") == rectangle(0, 0, 100, 100)
    assert THEATRE.polygon_of("Strait 0303") == SEA.polygon((2, 2))
    assert THEATRE.polygon_of("Kure") == ()


def test_neighbours_carry_the_names_of_their_own_zones() -> None:
    assert THEATRE.neighbours_of("Strait 0202") == (
        "Tokyo",
        "Strait 0302",
        "Strait 0303",
        "Strait 0203",
        "0103",
    )
    assert THEATRE.neighbours_of("Tokyo") == ()


def test_distances_hold_within_one_grid() -> None:
    assert THEATRE.distance_between("Strait 0303", "0305") == 2
    assert THEATRE.distance_between("Strait 0303", "Kure") is None
    assert THEATRE.distance_between("Tokyo", "Kure") is None
    assert THEATRE.distance_between("Kure", "Osaka") is None


def test_ranges_are_measured_by_the_common_zones_grid_or_else_the_background() -> None:
    assert THEATRE.range_between((310, 110), (370, 110)) == 3
    assert THEATRE.range_between((134, 150), (134, 270)) == 2
    assert THEATRE.range_between((10, 10), (134, 270)) == SEA.range_between((10, 10), (134, 270))
    assert ZonedGrid(()).range_between((0, 0), (30, 40)) == 50


def test_all_places_are_listed_and_lead_back() -> None:
    places = list(THEATRE.places((0, 0, 500, 300)))
    assert len(set(places)) == len(places)
    assert {"Tokyo", "Losses", "Kure", "Sasebo", "Strait 0303", "0305"} <= set(places)
    for place in places:
        point = THEATRE.point_of(place)
        assert point is not None
        assert THEATRE.place_at(point) == place


def test_a_dented_zone_puts_pieces_on_its_first_corner_when_its_middle_lies_outside() -> None:
    horseshoe = ((0, 0), (90, 0), (90, 90), (60, 90), (60, 10), (30, 10), (30, 90), (0, 90))
    assert ZonedGrid((BoardZone("Bay", horseshoe),)).point_of("Bay") == (0, 0)


def test_a_wrong_form_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\{nme\}"):
        BoardZone("Bay", (), form="{nme}")


CORNERS = st.tuples(st.integers(0, 400), st.integers(0, 400))
ZONES = st.lists(st.lists(CORNERS, max_size=5).map(tuple), max_size=6).map(
    lambda outlines: tuple(BoardZone(f"zone {n}", outline) for n, outline in enumerate(outlines))
)


@given(ZONES, CORNERS)
def test_of_zones_that_overlap_the_first_has_the_point(zones: tuple[BoardZone, ...], point: tuple[int, int]) -> None:
    holders = [zone.name for zone in zones if contains(zone.polygon, point)]
    assert ZonedGrid(zones).zone_at(point) == (holders[0] if holders else "")


def test_a_region_of_a_zone_that_is_one_place_is_still_found_by_its_own_name() -> None:
    ports = RegionGrid((Region("Kure", 350, 50), Region("Sasebo", 450, 50)))
    harbour = ZonedGrid((BoardZone("Harbour", rectangle(300, 0, 500, 100), ports),))
    assert harbour.point_of("Sasebo") is None
    assert harbour.region_within("Sasebo") == (450, 50)
    on_map = Map("Coast", (Board("sheet", 600, 200, harbour),), edge=(10, 20))
    assert on_map.point_sent_to("Sasebo") == (460, 70)
    assert on_map.point_sent_to("Harbour") == on_map.point_of("Harbour")
    assert on_map.point_sent_to("Osaka") is None


UNDER = BoardZone("Under", rectangle(0, 0, 300, 100), RegionGrid((Region("Kure", 50, 50), Region("Over", 250, 50))))


@pytest.mark.parametrize(
    ("zones", "place", "point"),
    [
        ((BoardZone("Over", rectangle(0, 0, 100, 100)), replace(UNDER, form="{place}")), "Kure", (50, 50)),
        ((BoardZone("Over", rectangle(0, 0, 100, 100)), replace(UNDER, form="{place}")), "Over", (50, 50)),
        ((replace(UNDER, form="{place}"), BoardZone("Over", rectangle(0, 0, 100, 100))), "Over", (250, 50)),
        ((replace(UNDER, polygon=rectangle(0, 0, 100, 100), form="{place}"),), "Over", None),
    ],
)
def test_a_name_leads_into_the_first_zone_that_has_it_within_its_outline(
    zones: tuple[BoardZone, ...], place: str, point: tuple[int, int] | None
) -> None:
    assert ZonedGrid(zones).point_of(place) == point


def test_regions_have_names_of_their_own_within_zones_and_outside_them() -> None:
    within = ZonedGrid((BoardZone("Coast", rectangle(0, 0, 90, 90), RegionGrid((Region("Kure", 9, 9),))),))
    on_map = Map("M", (Board("sheet", 99, 99, replace(within, background=RegionGrid((Region("Deep", 95, 95),)))),))
    assert [*on_map.regions()] == [("Kure", (9, 9)), ("Deep", (95, 95))]
    assert (on_map.region_called("Deep"), on_map.region_called("Coast")) == ((95, 95), None)


def test_a_place_may_have_the_empty_text_for_a_name() -> None:
    nameless = SquareGrid(dx=20, dy=20, columns=2, rows=2, numbering=Numbering(form=""))
    grids = (nameless, replace(nameless, numbering=None), RegionGrid((Region("", 5, 5),)), RegionGrid(()))
    named = [Map("M", (Board("sheet", 99, 99, grid),)).has_word_at(5, 5) for grid in grids]
    assert named == [True, False, True, False]
    assert not Map("M", (Board("sheet", 99, 99, nameless),)).has_word_at(90, 90), "there is no square"
