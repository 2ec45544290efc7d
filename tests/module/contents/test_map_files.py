"""The maps of Fire in the Sky agree with its rules and their reconstruction; mistakes are reported by line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from tabletop.module import shipped
from tabletop.module.contents.map_files import build_map, properties_of, read_sheet
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.schema.map.map_sheet_records import PlaceRecord, Projection, SheetRecord

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = shipped.path("modules", "fire_in_the_sky", "map")
PACIFIC = read_sheet(FOLDER / "pacific.yaml")
BATTLE_BOARD = read_sheet(FOLDER / "battle_board.yaml")
POOLS = read_sheet(FOLDER / "pools.yaml")
MAP = build_map(PACIFIC)
PLACES = {place.name: place for place in PACIFIC.places}
BASES = {name: place for name, place in PLACES.items() if place.values["site"] == "base"}
CELLS = list(PACIFIC.boards[0].grid.only_names())
HEX_PX = 294


def middle(cell: str) -> tuple[float, float]:
    corners = MAP.polygon_of(cell)
    return sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6


def distance_in_hexes(place: PlaceRecord) -> float:
    assert place.at is not None
    return math.dist(PACIFIC.point(place.at), middle(place.cell)) / HEX_PX


# --- the hexes -----------------------------------------------------------------------------------------


def test_180_hexes_exist_each_once() -> None:
    assert len(CELLS) == len(set(CELLS)) == 180


@pytest.mark.parametrize(
    ("cell", "axial"),
    [
        ("1110", (0, 0)),
        ("0107", (-8, -3)),
        ("0110", (-10, 0)),
        ("1001", (4, -9)),
        ("1701", (11, -9)),
        ("0805", (0, -5)),
        ("1516", (1, 6)),
        ("1114", (-2, 4)),
    ],
)
def test_a_hex_lies_where_its_axial_coordinates_say(cell: str, axial: tuple[int, int]) -> None:
    q, r = axial
    x, y = middle(cell)
    assert x == pytest.approx(3777 + HEX_PX * (q + r / 2), abs=1)
    assert y == pytest.approx(2640 + HEX_PX * r * 3**0.5 / 2, abs=1)


def test_every_hex_is_found_under_its_own_middle() -> None:
    for cell in CELLS:
        x, y = middle(cell)
        assert MAP.place_at(round(x), round(y)) == cell


def test_a_place_is_found_by_its_name_and_shown_by_it() -> None:
    for place in PACIFIC.places:
        assert MAP.find(place.name) == place.cell
        assert MAP.title(place.cell) == place.name


# --- the projection ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hexes"),
    [
        ("Pearl Harbor", 0.37),
        ("Kure", 0.11),
        ("Yokosuka", 0.25),
        ("Singapore", 0.26),
        ("Manila", 0.21),
        ("Brisbane", 0.11),
        ("Dutch Harbor", 0.35),
        ("Noumea", 0.13),
        ("Truk", 0.38),
        ("Rabaul", 0.45),
        ("Auckland", 0.36),
        ("Paramushiro", 0.64),
        ("Gangetic Plain", 0.67),
        ("Darwin", 0.59),
    ],
)
def test_a_place_truly_lies_so_far_from_the_middle_of_its_hex(name: str, hexes: float) -> None:
    assert distance_in_hexes(PLACES[name]) == pytest.approx(hexes, abs=0.015)


def test_every_place_truly_lies_in_or_near_its_hex() -> None:
    for place in PACIFIC.places:
        assert distance_in_hexes(place) < 0.87, place.name


def test_distances_are_true_at_the_latitude_the_projection_says() -> None:
    projection = Projection(
        central_meridian=150, true_latitude=15, kilometres=900, pixels=294, origin=(0, 0), offset_kilometres=(0, 0)
    )
    one_degree_km = 6371 * math.radians(1) * math.cos(math.radians(15))
    west, east = projection.point(150, 15), projection.point(151, 15)
    assert east[0] - west[0] == pytest.approx(one_degree_km * 294 / 900)
    assert projection.pixels_of(900, 15) == pytest.approx(294)
    assert projection.pixels_of(900, 60) == pytest.approx(294 * math.cos(math.radians(15)) / 0.5)


# --- what the rules text fixes -------------------------------------------------------------------------


def test_there_are_43_bases_and_6_other_land_hexes() -> None:
    assert len(BASES) == 43
    assert len(PLACES) - len(BASES) == 6


def test_victory_points_are_the_rules() -> None:
    five = {"Pearl Harbor", "Kure", "Yokosuka"}
    three = {"Singapore", "Manila", "Calcutta", "Bombay", "Brisbane"}
    for name, place in BASES.items():
        assert place.values["vp"] == ("5" if name in five else "3" if name in three else "1"), name


def test_land_capacity_is_4_on_an_atoll_and_8_elsewhere() -> None:
    for place in PACIFIC.places:
        assert place.values["land"] == ("4" if place.atoll else "8"), place.name


def test_oil_comes_from_three_hexes() -> None:
    assert {name for name, place in PLACES.items() if "oil" in place.values} == {"Singapore", "Surabaya", "Brunei"}


def test_the_gangetic_plain_is_the_only_hex_that_is_not_sea() -> None:
    said = properties_of(PACIFIC)
    assert {said[cell].get("name", cell) for cell in CELLS if said[cell]["sea"] == "no"} == {"Gangetic Plain"}


def test_us_have_three_entry_hexes_and_britain_two_all_at_the_edge() -> None:
    assert sorted(entry.who for entry in PACIFIC.entries) == ["Britain", "Britain", "US", "US", "US"]
    for entry in PACIFIC.entries:
        assert len(MAP.neighbours(entry.cell)) < 6, entry.cell


def test_links_and_hexsides_join_hexes_that_touch() -> None:
    for between in (*PACIFIC.links, *PACIFIC.hexsides):
        a, b = between.cells
        assert b in MAP.neighbours(a)
    assert len(PACIFIC.links) == 8
    assert len(PACIFIC.hexsides) == 6


def test_malaya_is_divided_and_only_singapore_touches_both_parts() -> None:
    (division,) = PACIFIC.divisions
    west, east = division.parts
    assert set(west.edges) & set(east.edges) == {PLACES["Singapore"].cell}
    assert set(west.edges) | set(east.edges) <= set(MAP.neighbours(division.cell))


# --- off the hexes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "West Coast USA",
        "Indian Ocean Ports",
        "Kure Holding",
        "Yokosuka Holding",
        "Pearl Harbor Holding",
        "Convoy Escort",
        "Carriers without Planes (Kure)",
        "Carriers without Planes (Yokosuka)",
        "Naval Aviation (Kure)",
        "Naval Aviation (Yokosuka)",
        "turn-track.1",
        "turn-track.16",
        "general-track.0",
        "general-track.19",
        "general-track.40",
        "general-track.79",
    ],
)
def test_the_pacific_has_this_place_where_it_is_found_again(name: str) -> None:
    point = MAP.point_of(name)
    assert point is not None
    assert MAP.place_at(*point) == name


@pytest.mark.parametrize("side", ["Japanese", "Allied"])
@pytest.mark.parametrize(
    "box",
    [
        "Carrier Task Forces",
        "Bombardment Task Forces",
        "Ships at Anchor",
        "Air at Base",
        "Long Range Air",
        "Land at Base",
        "Air Status",
        "Sea Control",
    ],
)
def test_both_sides_have_each_box_of_the_battle_board(side: str, box: str) -> None:
    assert build_map(BATTLE_BOARD).point_of(f"{side} {box}") is not None


@pytest.mark.parametrize("name", ["Japanese pool", "Allied pool", "Markers", "Removed"])
def test_counters_out_of_play_have_a_place(name: str) -> None:
    assert build_map(POOLS).point_of(name) is not None


@pytest.mark.parametrize("sheet", [PACIFIC, BATTLE_BOARD, POOLS], ids=lambda sheet: sheet.id)
def test_no_two_places_have_one_name_or_lie_in_each_other(sheet: SheetRecord) -> None:
    table = build_map(sheet)
    assert table.duplicates() == ()
    for name in table.places():
        x, y = table.point_of(name)
        assert table.place_at(x, y) == name


def test_a_box_is_one_place_unless_it_has_slots() -> None:
    by_name = {box.name: box for box in PACIFIC.boxes}
    assert [slot.name for slot in by_name["West Coast USA"].places()] == ["West Coast USA"]
    assert len(by_name["Naval Aviation"].places()) == 2


def test_a_slot_of_a_titled_box_is_called_as_it_is_printed() -> None:
    display = build_map(read_sheet(shipped.path("modules", "cartwheel", "map", "japanese_airbases.yaml")))
    assert display.title("Rabaul (Japanese): Flown") == "Rabaul: Flown"
    assert display.point_of("Rabaul: Flown") == display.point_of("Rabaul (Japanese): Flown")


# --- mistakes ------------------------------------------------------------------------------------------

GOOD = """\
id: small
name: Small
size: [600, 600]
boards:
- name: Board
  grid: {kind: hex, top: flat, dx: 100, dy: 115, x0: 60, y0: 60, columns: 2, rows: 2, only: [["11", "12"], ["21"]]}
stamps: {port: {face: base, side: 0.3, y: 0, y_close: 0, label: {size: 0.1, below: 0.3}}}
strokes: {road: {colour: road, width: 0.04}}
places:
- {name: Here, cell: "11", stamp: port}
links:
- {stroke: road, kind: road, cells: ["11", "12"]}
boxes:
- {name: Reserve, rect: [300, 300, 200, 200]}
"""


def read(folder: Path, text: str) -> str:
    """Return the problems of a map file with this text; "" if it is good."""
    file = folder / "small.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        read_sheet(file)
    except ModuleProblems as problems:
        return str(problems)
    return ""


def test_a_small_map_reads(tmp_path: Path) -> None:
    assert read(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("stamp: port", "stamp: prot", "small.yaml:10:35: found 'prot', expected one of the stamps, 'port'"),
        ('cell: "11"', 'cell: "13"', "small.yaml:10:22: found '13', expected a cell that exists"),
        ('cells: ["11", "12"]', 'cells: ["11", "22"]', "small.yaml:12:44: found '22', expected a cell that exists"),
        ("stroke: road", "stroke: rode", "did you mean 'road'"),
        ("colour: road,", "colour: rod,", "small.yaml:8:26: found 'rod', expected a colour of the theme"),
        ("name: Reserve", "name: Here", "expected a name that no other place of this map has"),
        ("[300, 300, 200, 200]", "[500, 300, 200, 200]", "a rectangle within the sheet of 600 by 600 pixels"),
        ("kind: hex", "kind: hexes", "small.yaml:6:16: found 'hexes', expected one of hex, regions, square"),
        ("size: [600, 600]", "size: [600]", "small.yaml:3"),
        ("columns: 2", "columns: two", "found 'two', expected a whole number"),
        ("name: Small", "nmae: Small", "did you mean 'name'"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert right in GOOD
    assert said in read(tmp_path, GOOD.replace(right, wrong))


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("stamp: port", "stamp: prot").replace("stroke: road", "stroke: rode")
    assert len(read(tmp_path, text).splitlines()) == 2


# --- other sorts of boards -----------------------------------------------------------------------------

OTHERS = """\
id: others
name: Others
size: [1000, 500]
boards:
- name: Left
  size: [500, 500]
  grid: {kind: square, dx: 50, dy: 50, x0: 25, y0: 25, columns: 10, rows: 10, numbering: {columns: {style: letters}}}
- name: Right
  size: [500, 500]
  column: 1
  grid:
    kind: regions
    regions: [{name: Truk, at: [100, 100], next_to: [Rabaul]}, {name: Rabaul, at: [100, 300]}]
tracks:
- name: turns
  title: Turns
  rect: [300, 300, 180, 100]
  first_cell: [320, 340]
  cell: [30, 30]
  per_row: 4
  first: 1
  count: 4
"""


def test_boards_of_squares_and_of_regions_lie_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "others.yaml"
    file.write_text(OTHERS, encoding="utf-8")
    table = build_map(read_sheet(file))
    assert table.place_at(30, 30) == "A1"
    assert table.point_of("Truk") == (600, 100)
    assert table.neighbours("Truk") == ("Rabaul",)
    assert table.point_of("turns.2") == (365, 355)
