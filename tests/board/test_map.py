"""Maps: boards side by side, reversed boards, boxes, tracks, aliases."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop.board import Axis, Board, BoardZone, Box, HexGrid, Location, Map, Numbering, SquareGrid, Track, ZonedGrid
from tabletop.board.places import NamedPoint

TWO_DIGITS = Numbering(Axis(digits=2), Axis(digits=2))
SEA = HexGrid(top="pointy", shifted="even", dx=90, dy=78, x0=60, y0=60, columns=17, rows=16, numbering=TWO_DIGITS)
PACIFIC = Map(
    "pacific",
    (Board("pacific", 1700, 1300, SEA),),
    boxes=(Box("West Coast USA", 1500, 20, 180, 100), Box("Sunk", 1500, 300, 100, 100, snapping=True)),
    tracks=(Track("general-track", tuple(map(str, range(40))), 20, 1320, 40, 40),),
    aliases=(("Kure", "0805"), ("Hiroshima", "0805"), ("Frisco", "West Coast USA")),
    titled=frozenset({"Kure"}),
)


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [
        (*SEA.centre((7, 4)), "0805"),
        (1600, 60, "West Coast USA"),
        (25, 1325, "general-track.0"),
        (799, 1340, "general-track.19"),
        (5, 5, ""),
        (1650, 1290, ""),
        (-5, 1390, ""),
    ],
)
def test_the_place_at_a_pixel(x: int, y: int, place: str) -> None:
    assert PACIFIC.place_at(x, y) == place


@pytest.mark.parametrize(
    ("x", "y", "spot"),
    [
        (740, 380, Location(735, 372, "0805")),
        (1510, 30, Location(1510, 30, "West Coast USA")),
        (1510, 310, Location(1550, 350, "Sunk")),
        (790, 1350, Location(800, 1340, "general-track.19")),
        (-50, 9000, Location(-50, 9000, "")),
    ],
)
def test_where_a_dropped_piece_comes_to_lie(x: int, y: int, spot: Location) -> None:
    assert PACIFIC.snap(x, y) == spot


def test_players_call_a_place_by_its_titled_alias_and_a_cell_by_its_track() -> None:
    tracks = (Track("record", ("0", "1"), 20, 1320, 40, 40, title="General Record Track"),)
    board = Map("pacific", PACIFIC.boards, tracks=tracks, aliases=PACIFIC.aliases, titled=PACIFIC.titled)
    titles = [board.title(place) for place in ("0805", "Hiroshima", "0905", "record.1")]
    assert titles == ["Kure", "Kure", "0905", "General Record Track 1"]
    assert board.find("record.1") == "record.1"
    assert PACIFIC.title("general-track.1") == "general-track.1", "a track without a title"


def test_a_place_is_found_by_its_name_and_its_aliases() -> None:
    assert PACIFIC.find("0805") == PACIFIC.find("Kure") == PACIFIC.find("Hiroshima") == "0805"
    assert PACIFIC.find("Frisco") == "West Coast USA"
    assert PACIFIC.find("Atlantis") == PACIFIC.find("") == ""
    assert PACIFIC.spot_of("Kure") == Location(735, 372, "0805")
    assert PACIFIC.polygon_of("Kure") == PACIFIC.polygon_of("0805") == SEA.polygon((7, 4))
    assert PACIFIC.neighbours("Kure") == PACIFIC.neighbours("0805")
    assert PACIFIC.distance("Kure", "0905") == 1


def test_the_titled_alias_is_the_one_that_is_shown() -> None:
    assert PACIFIC.title("0805") == PACIFIC.title("Hiroshima") == "Kure"
    assert PACIFIC.title("West Coast USA") == "West Coast USA"


def test_boxes_and_cells_of_tracks_are_places_like_others() -> None:
    assert PACIFIC.point_of("West Coast USA") == (1590, 70)
    assert PACIFIC.polygon_of("Sunk") == ((1500, 300), (1600, 300), (1600, 400), (1500, 400))
    assert PACIFIC.neighbours("general-track.19") == ("general-track.18", "general-track.20")
    assert PACIFIC.neighbours("general-track.0") == ("general-track.1",)
    assert PACIFIC.neighbours("Sunk") == ()
    assert PACIFIC.distance("general-track.3", "general-track.19") == 16
    assert PACIFIC.distance("Sunk", "0805") is None


def test_unknown_places_are_nowhere() -> None:
    assert PACIFIC.point_of("Atlantis") is None
    assert PACIFIC.spot_of("Atlantis") is None
    assert PACIFIC.polygon_of("Atlantis") == ()
    assert PACIFIC.neighbours("Atlantis") == ()
    assert PACIFIC.distance("Atlantis", "0805") is None
    assert PACIFIC.zone_of("Atlantis") == ""


def test_every_place_is_listed_once_and_leads_back() -> None:
    places = PACIFIC.places()
    assert len(places) == len(set(places)) == 2 + 40 + 17 * 16
    assert PACIFIC.duplicates() == ()
    covered = {"West Coast USA", "Sunk"}
    for place in places:
        point = PACIFIC.point_of(place)
        assert point is not None
        assert PACIFIC.place_at(*point) in {place, *covered}


CROWDED = Map(
    "crowded",
    (Board("left", 700, 1300, SEA), Board("bare", 300, 1300, column=1)),
    boxes=(Box("Bay", 280, 280, 60, 60), Box("Port", 200, 200, 220, 220, snapping=True)),
    tracks=(Track("turn", ("1", "2"), 400, 200, 90, 90),),
)
"""A map of hexes with overlapping places: the middle of the port is in the bay, and a box lies over a track."""


@pytest.mark.parametrize("board", [PACIFIC, CROWDED])
@given(st.integers(-100, 1900), st.integers(-100, 1500))
@example(195, 269)
def test_snapping_again_changes_nothing_and_the_place_is_that_of_the_point(board: Map, x: int, y: int) -> None:
    spot = board.snap(x, y)
    assert board.snap(spot.x, spot.y) == spot
    assert board.place_at(spot.x, spot.y) == spot.place


def test_maps_are_values() -> None:
    assert hash(Map("a", (Board("b", 10, 10, SEA),))) == hash(Map("a", (Board("b", 10, 10, SEA),)))
    assert Map("a") != Map("b")


def test_the_size_takes_in_boards_edges_boxes_and_tracks() -> None:
    assert Map("a").size == (0, 0)
    assert Map("a", (Board("b", 300, 200),), edge=(10, 20)).size == (320, 240)
    assert PACIFIC.size == (1700, 1360)


# Several boards


def half(name: str, column: int, row: int = 0, *, turned: bool = False) -> Board:
    """Return a board of ten by ten flat-topped hexes whose outer columns are halved by its edges."""
    form = f"{name}-{{column}}{{row}}"
    numbering = Numbering(Axis(start=0, digits=2), Axis(digits=2), form=form)
    grid = HexGrid(dx=50, dy=60, x0=0, y0=30, numbering=numbering)
    return Board(name, 500, 600, grid, column, row, turned)


def test_boards_lie_in_a_table_inside_the_edge() -> None:
    wide = Board("wide", 900, 100, column=0, row=1)
    theatre = Map("theatre", (half("A", 0), half("B", 1), wide, Board("tall", 50, 700, row=1, column=1)), edge=(7, 9))
    assert [theatre.origin_of(board) for board in theatre.boards] == [(7, 9), (507, 9), (7, 609), (907, 609)]
    assert theatre.board_at(506, 10) == half("A", 0)
    assert theatre.board_at(507, 10) == half("B", 1)
    assert theatre.board_at(0, 0) is None
    assert theatre.place_at(557, 69) == "B-0101"
    assert theatre.point_of("B-0101") == (557, 69)


def test_hexes_are_neighbours_across_a_seam() -> None:
    theatre = Map("theatre", (half("A", 0), half("B", 1)))
    assert set(theatre.neighbours("A-0904")) == {"A-0903", "A-0905", "A-0804", "A-0805", "B-0004", "B-0005"}
    assert theatre.distance("A-0904", "B-0004") == 1
    assert theatre.distance("A-0504", "B-0504") == 10
    assert theatre.distance("B-0504", "A-0504") == 10
    assert theatre.range_between((250, 210), (750, 210)) == 10


def test_what_a_board_puts_on_another_lies_on_the_grid_of_that() -> None:
    coarse, fine = SquareGrid(dx=100, dy=100, x0=0, y0=0), SquareGrid(dx=50, dy=50, x0=25, y0=25)
    theatre = Map("theatre", (Board("A", 260, 300, coarse), Board("B", 300, 300, fine, column=1)))
    assert [(spot.x, spot.y) for spot in (theatre.snap(240, 90), theatre.snap(255, 90))] == [(200, 100), (285, 125)]


def test_names_on_two_boards_are_reported() -> None:
    plain = SquareGrid(dx=100, dy=100, x0=50, y0=50, numbering=TWO_DIGITS)
    twice = Map("twice", (Board("a", 100, 100, plain), Board("b", 100, 100, plain, column=1)))
    assert twice.duplicates() == ("0101",)
    assert twice.point_of("0101") == (50, 50)
    assert Map("alias", twice.boards[:1], aliases=(("0101", "0101"),)).duplicates() == ("0101",)


@given(st.integers(-700, 700), st.integers(-700, 700))
def test_a_board_turned_twice_is_as_it_was(x: int, y: int) -> None:
    board = half("A", 0, turned=True)
    assert board.turned(board.turned((x, y))) == (x, y)


def test_on_a_reversed_board_every_place_lies_opposite() -> None:
    straight, turned = Map("m", (half("A", 0),)), Map("m", (half("A", 0, turned=True),))
    for place in straight.places():
        x, y = straight.point_of(place) or (0, 0)
        assert turned.point_of(place) == (500 - x, 600 - y)
        if x and y:
            assert turned.place_at(500 - x, 600 - y) == place
            assert turned.snap(500 - x, 600 - y) == Location(500 - x, 600 - y, place)
    assert [(500 - x, 600 - y) for x, y in straight.polygon_of("A-0304")] == list(turned.polygon_of("A-0304"))


def test_a_piece_that_snaps_one_pixel_off_the_map_stays_on_it() -> None:
    assert Map("m", (half("A", 0, turned=True),)).snap(498, 570) == Location(499, 570, "A-0001")


def test_zones_are_told_by_pixel_and_by_place() -> None:
    zones = ZonedGrid(
        (BoardZone("Ironbottom Sound", ((0, 0), (250, 0), (250, 600), (0, 600)), parent_grid=True, form="{place}"),),
        half("A", 0).grid,
    )
    sound = Map("sound", (Board("b", 500, 600, zones, column=0),), edge=(100, 0))
    assert sound.zone_at(150, 10) == "Ironbottom Sound"
    assert sound.zone_at(50, 10) == sound.zone_at(400, 10) == ""
    assert sound.zone_of("A-0101") == "Ironbottom Sound"
    assert sound.zone_of("A-0901") == ""
    assert set(sound.neighbours("A-0401")) == {"A-0300", "A-0301", "A-0402", "A-0500", "A-0501"}


def test_a_board_without_grid_leaves_pieces_where_they_fall() -> None:
    bare = Map("bare", (Board("b", 500, 600),))
    assert bare.snap(13, 17) == Location(13, 17, "")
    assert bare.places() == ()
    assert bare.range_between((0, 0), (30, 40)) == 50


def test_of_boards_in_one_place_of_the_table_the_last_makes_room() -> None:
    small, large, beside = Board("small", 100, 50), Board("large", 300, 70), Board("beside", 10, 10, column=1)
    below = Board("below", 10, 10, row=1)
    on_map = Map("M", (small, large, beside, below))
    assert [on_map.origin_of(board) for board in on_map.boards] == [(0, 0), (0, 0), (300, 0), (0, 70)]


def test_points_with_names_lie_on_their_board_or_else_within_the_edge() -> None:
    points = (NamedPoint("Draw", 5, 6, "B"), NamedPoint("Gone", 7, 8, "C"), NamedPoint("Any", 9, 9))
    boards = (Board("A", 100, 50), Board("B", 100, 50, column=1))
    named = Map("M", boards, edge=(20, 10), points=points).named_points
    assert named == {(125, 16): "Draw", (27, 18): "Gone", (29, 19): "Any"}
