"""VASSAL's grids: the place at a point, snapping, and the position of a piece sent to a place, to the very pixel."""

import pytest

from tabletop.board.geometry import Pixel
from tabletop.board.grid import Grid
from tabletop.module.contents.map_files import build_map
from tabletop.module.schema.map import map_grid_records
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord
from tabletop.vassal.components.grid_components import form_of, grid_of, polygon_of
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.import_report import Verdict

BOARD = "VASSAL.build.module.map.boardPicker.board."
SIZE = (600, 400)


def component(kind: str, *children: Component, **given: object) -> Component:
    """Return a component; settings are written as VASSAL writes them."""
    written = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}
    return Component(BOARD + kind, written, "", children)


def numbering(kind: str = "Hex", **given: object) -> Component:
    return component(f"mapgrid.{kind}GridNumbering", **given)


def grid(*children: Component, judged: list[tuple[str, str]] | None = None) -> Grid:
    def judge(what: Component, verdict: Verdict) -> None:
        if judged is not None:
            judged.append((what.short, verdict.grade))

    record = grid_of(component("Board", *children), SIZE, judge)
    sheet = SheetRecord(id="map", name="Map", size=SIZE, boards=(BoardRecord(name="board", grid=record),))
    return build_map(sheet).boards[0].grid


@pytest.mark.parametrize(
    ("given", "point", "place", "snapped"),
    [
        ({"hOff": 0, "vOff": 0}, (0, 32), "0000", (0, 32)),
        ({"hOff": 0, "vOff": 0}, (60, 70), "0101", (55, 64)),
        ({"hOff": 0, "vOff": 0, "stagger": False}, (60, 70), "0100", (55, 64)),
        ({}, (0, 32), "0101", (0, 32)),
        ({"hType": "A", "vLeading": 0, "hOff": 0, "vOff": 0}, (0, 32), "A0", (0, 32)),
        ({"first": "V", "sep": "-", "hOff": 0, "vOff": 0}, (110, 96), "01-02", (110, 96)),
        ({"locationFormat": "hex $column$ of $row$", "hOff": 0, "vOff": 0}, (110, 96), "hex 02 of 01", (110, 96)),
        ({"locationFormat": "<{$gridLocation$}>", "hOff": 0, "vOff": 0}, (110, 96), "<{0201}>", (110, 96)),
        ({"locationFormat": '{row + "." + column}', "hOff": 0, "vOff": 0}, (110, 96), "0201", (110, 96)),
        ({"locationFormat": "", "hOff": 0, "vOff": 0}, (110, 96), "", (110, 96)),
        ({"locationFormat": "$Weather$$row$", "hOff": 0, "vOff": 0}, (110, 96), "01", (110, 96)),
        ({"hOff": -2, "vOff": 0}, (0, 32), "-0200", (0, 32)),
        ({"vDescend": True, "hOff": 0, "vOff": 0, "stagger": False}, (0, 32), "0007", (0, 32)),
        ({"vDescend": True, "hOff": 0, "vOff": 0}, (60, 70), "0106", (55, 64)),
        ({"hDescend": True, "hOff": 0, "vOff": 0}, (0, 32), "0900", (0, 32)),
    ],
)
def test_hexes_in_columns(given: dict[str, object], point: Pixel, place: str, snapped: Pixel) -> None:
    hexes = grid(component("HexGrid", numbering(**given)))
    assert (hexes.place_at(point), hexes.snap(point)) == (place, snapped)


@pytest.mark.parametrize(
    ("given", "point", "place", "snapped"),
    [
        ({"hOff": 0, "vOff": 0}, (32, 0), "0000", (32, 0)),
        ({"hOff": 0, "vOff": 0}, (70, 60), "0101", (64, 55)),
        ({"hOff": 0, "vOff": 0, "vDescend": True}, (32, 0), "0700", (32, 0)),
        ({"hOff": 0, "vOff": 0, "hDescend": True, "stagger": False}, (32, 0), "0009", (32, 0)),
    ],
)
def test_hexes_that_lie_sideways_have_the_origin_and_the_numbers_of_the_upright_ones(
    given: dict[str, object], point: Pixel, place: str, snapped: Pixel
) -> None:
    hexes = grid(component("HexGrid", numbering(**given), sideways=True))
    assert (hexes.place_at(point), hexes.snap(point)) == (place, snapped)


@pytest.mark.parametrize(
    ("given", "snapped"),
    [
        ({"snapTo": False}, (75, 40)),
        ({}, (55, 64)),
        ({"edgesLegal": True}, (83, 48)),
        ({"cornersLegal": True}, (73, 32)),
        ({"edgesLegal": True, "cornersLegal": True}, (73, 32)),
    ],
)
def test_a_piece_snaps_to_what_is_legal(given: dict[str, object], snapped: Pixel) -> None:
    assert grid(component("HexGrid", **given)).snap((75, 40)) == snapped


def test_a_piece_snaps_to_the_middle_where_an_edge_or_corner_would_be_the_middle_but_for_rounding() -> None:
    hexes = grid(component("HexGrid", edgesLegal=True, cornersLegal=True))
    assert hexes.snap((111, 97)) == (110, 96)


def test_a_hex_of_another_height_has_the_width_of_a_regular_one() -> None:
    hexes = grid(component("HexGrid", numbering(hOff=0, vOff=0), dy=100.0, y0=50))
    assert hexes.snap((80, 100)) == (86, 100)


def test_a_piece_sent_to_a_hex_is_cut_to_pixels_at_the_end() -> None:
    hexes = grid(component("HexGrid", numbering(hOff=0, vOff=0, stagger=False), dx=50.0, dy=65.9, x0=0, y0=0))
    assert hexes.point_of("0101") == (50, 98)
    assert hexes.snap((50, 98)) == (50, 97)


@pytest.mark.parametrize(
    ("given", "point", "place", "snapped"),
    [
        ({}, (30, 30), "0101", (24, 24)),
        ({"hOff": 0, "vOff": 0}, (100, 30), "0200", (120, 24)),
        ({"hOff": 0, "vOff": 0, "hDescend": True}, (24, 24), "1300", (24, 24)),
        ({"hOff": 0, "vOff": 0, "vDescend": True}, (24, 24), "0008", (24, 24)),
        ({"hType": "A", "hOff": 26, "vOff": 0, "vLeading": 0}, (24, 24), "AA0", (24, 24)),
        ({"hType": "A", "hOff": 26, "vOff": 0, "vLeading": 0}, (72, 24), "BB0", (72, 24)),
    ],
)
def test_squares(given: dict[str, object], point: Pixel, place: str, snapped: Pixel) -> None:
    squares = grid(component("SquareGrid", numbering("Square", **given)))
    assert (squares.place_at(point), squares.snap(point)) == (place, snapped)


@pytest.mark.parametrize(("range_", "steps"), [("Metric", 3), ("Manhattan", 5)])
def test_ranges_in_squares(range_: str, steps: int) -> None:
    assert grid(component("SquareGrid", range=range_)).range_between((24, 24), (170, 120)) == steps


def test_cells_without_numbering_have_no_names() -> None:
    assert grid(component("SquareGrid")).place_at((30, 30)) == ""


def test_regions_have_all_points_nearest_to_theirs_and_the_last_of_two_at_one_point_has_it() -> None:
    regions = grid(
        component(
            "RegionGrid",
            component("Region", name="Rome ", originx=100, originy=100),
            component("Region", name="Carthage", originx=300, originy=300),
            component("Region", name="Roma", originx=100, originy=100),
        )
    )
    assert [regions.place_at(point) for point in ((0, 0), (250, 250))] == ["Roma", "Carthage"]
    assert regions.snap((10, 10)) == (100, 100)


def test_regions_may_leave_pieces_where_they_fall() -> None:
    free = grid(component("RegionGrid", component("Region", name="Rome", originx=9, originy=9), snapto=False))
    assert free.snap((10, 10)) == (10, 10)


ZONES = component(
    "ZonedGrid",
    component("mapgrid.Zone", name="Sea", path="0,0;200,0;200,200;0,200", useParentGrid=True),
    component(
        "mapgrid.Zone",
        component("SquareGrid", numbering("Square", hOff=0, vOff=0, vDescend=True), dx=50.0, dy=50.0, x0=225, y0=25),
        name="Turns",
        path="200,0;400,0;400,100;200,100",
        locationFormat="$name$ $gridLocation$",
    ),
    component("mapgrid.Zone", name="Pool", path="150,0;600,0;600,400;150,400"),
    component("mapgrid.Zone", name="Nowhere", path=""),
    component("HexGrid", numbering(hOff=0, vOff=0)),
)


@pytest.mark.parametrize(
    ("point", "place", "snapped"),
    [
        ((60, 70), "Sea", (55, 64)),
        ((230, 30), "Turns 0002", (225, 25)),
        ((330, 300), "Pool", (330, 300)),
        ((60, 300), "0105", (55, 320)),
    ],
)
def test_the_first_zone_that_holds_a_point_names_it_by_its_own_grid(point: Pixel, place: str, snapped: Pixel) -> None:
    zones = grid(ZONES)
    assert (zones.place_at(point), zones.snap(point)) == (place, snapped)


def test_a_piece_sent_to_a_zone_lies_in_the_middle_of_its_corners() -> None:
    assert grid(ZONES).point_of("Pool") == (375, 200)


def test_a_descending_count_begins_at_the_end_of_its_zone() -> None:
    assert grid(ZONES).point_of("Turns 0102") == (275, 25)


@pytest.mark.parametrize(
    ("kind", "given", "grade"),
    [
        ("SquareGrid", {"dx": 0, "dy": 10}, "refused"),
        ("HexGrid", {"dy": -3}, "refused"),
        ("SquareGrid", {"dx": 0.5, "dy": 0.5}, "approximated"),
        ("BentGrid", {}, "inactive"),
    ],
)
def test_a_grid_that_cannot_be_had_is_told_of_and_leaves_the_board_plain(
    kind: str, given: dict[str, object], grade: str
) -> None:
    judged: list[tuple[str, str]] = []
    plain = grid(component(kind, **given), judged=judged)
    assert judged == [(kind, grade)]
    assert (plain.place_at((30, 30)), plain.snap((30, 30))) == ("", (30, 30))


@pytest.mark.parametrize(
    ("path", "corners"),
    [("1,2;3,4", ((1, 2), (3, 4))), ("", ()), ("1,2;x;5;6,y;7,8,9;-3, 4", ((1, 2), (7, 8), (-3, 4)))],
)
def test_corners_that_cannot_be_read_are_left_out(path: str, corners: tuple[Pixel, ...]) -> None:
    assert polygon_of(path) == corners


@pytest.mark.parametrize(
    ("location", "form"),
    [
        ("$name$", "{name}"),
        ("Zone {$name$}: $other$", "Zone {{{name}}}: other"),
        ("$name", "name"),
        ("", ""),
    ],
)
def test_location_formats_become_name_forms(location: str, form: str) -> None:
    assert form_of(location, {"name": "{name}"}) == form


@pytest.mark.parametrize(
    ("children", "grades"),
    [
        ((component("HexGrid", snapscale=4),), ["approximated"]),
        ((component("HexGrid", numbering(locationFormat="{row}")),), ["exact", "approximated"]),
        ((component("HexGrid", numbering(locationFormat="$row$ in $Weather$")),), ["exact", "approximated"]),
        ((component("HexGrid", numbering("ObliqueHex")),), ["exact", "approximated"]),
        (
            (
                component(
                    "ZonedGrid",
                    component("mapgrid.Zone", name="A", locationFormat='{name + "!"}'),
                    component("mapgrid.Zone", name="B", locationFormat="$name$: $gridLocation$"),
                    component("mapgrid.Zone", name="C", locationFormat="$name$: $Weather$"),
                ),
            ),
            ["exact", "approximated", "exact", "approximated"],
        ),
    ],
)
def test_what_names_of_places_lose_is_told(children: tuple[Component, ...], grades: list[str]) -> None:
    judged: list[tuple[str, str]] = []
    grid(*children, judged=judged)
    assert [grade for _, grade in judged] == grades


def test_a_highlighter_is_plain_and_covers_all_and_one_without_a_colour_lights_nothing() -> None:
    lights = component(
        "mapgrid.ZonedGridHighlighter",
        component("mapgrid.ZoneHighlight", name="Lit", color="255,0,0"),
        component("mapgrid.ZoneHighlight", name="Lit", color="0,0,255"),
        component("mapgrid.ZoneHighlight", name="Dark"),
        component("mapgrid.ZoneHighlight", name="Edge", color="0,0,0", coverage="Zone Border", opacity=30, width=3),
        component("mapgrid.ZoneHighlight", name="Tiled", style="Tiled Image", image="sea.png"),
    )
    record = grid_of(component("Board", component("ZonedGrid", lights)), SIZE, lambda *_: None)
    assert isinstance(record, map_grid_records.ZonedGridRecord)
    found = [(light.name, light.colour, light.opacity, light.part, light.fill) for light in record.highlighters]
    assert found == [
        ("Lit", "#ff0000", 1.0, "whole", "plain"),
        ("Dark", "#000000", 0.0, "whole", "plain"),
        ("Edge", "#000000", 0.3, "edge", "plain"),
        ("Tiled", "#000000", 1.0, "whole", "tiled"),
    ]
