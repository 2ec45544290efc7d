"""The map, the counters and the Battle of the Bismarck Sea, compared with the rules and their examples."""

from collections import Counter

import pytest

from tabletop.board.map import Map
from tabletop.desktop.drawing.sheet import relief_painter
from tabletop.desktop.drawing.sheet.relief_tiles import ReliefIndex, ReliefTiles
from tabletop.dice import SeededChance
from tabletop.game.sight.audience import Audience
from tabletop.game.state.game import Game
from tabletop.module import shipped
from tabletop.module.checks.module_check import check_module as check
from tabletop.module.contents.map_files import properties_of
from tabletop.module.loader import load_module
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.setup import new_game
from tests.game.projection import project

FOLDER = shipped.path("modules", "cartwheel")
MODULE = load_module(FOLDER)
SHEET: SheetRecord = MODULE.sheets["new-guinea"]
BOARD: Map = MODULE.components.maps["new-guinea"]
FACTS = {place: facts for place, facts in properties_of(SHEET).items() if place.isdigit()}
CHANCE = SeededChance("bismarck", b"set-up", 0, 0)


@pytest.fixture(scope="module")
def game() -> Game:
    return new_game(MODULE, "bismarck-sea", {}, CHANCE, "secret")


def lying(game: Game) -> Counter[tuple[str, str]]:
    """Return the number of pieces of each kind at each place; the place is "" where there is no named one."""
    return Counter((game.kind_of(piece).key, game.lying(piece).place) for piece in game.pieces)


# --- the map -------------------------------------------------------------------------------------------


def test_the_map_has_220_hexes_of_which_78_are_land() -> None:
    assert len(FACTS) == 220
    grounds = Counter((facts["ground"], facts["coast"]) for facts in FACTS.values())
    assert sum(grounds.values()) - grounds["sea", "no"] == 78


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("2101", "2105", 4),
        ("1609", "1509", 1),
        ("1709", "1509", 2),
        ("2606", "2505", 1),
        ("2505", "2206", 3),
        ("2606", "2206", 4),
        ("2305", "2206", 1),
        ("1608", "1508", 1),
        ("1609", "1508", 1),
        ("1203", "1504", 3),
        ("1904", "1509", 7),
    ],
)
def test_hexes_lie_as_the_examples_say(a: str, b: str, hexes: int) -> None:
    assert BOARD.distance(a, b) == hexes


def test_the_places_are_worth_35_points_and_stand_in_their_hexes() -> None:
    assert sum(int(facts.get("vp", 0)) for facts in FACTS.values()) == 35
    hexes = {"Rabaul": "1904", "Port Moresby": "1509", "Lae": "1506", "Finschhafen": "1505", "Wewak": "1203"}
    hexes |= {"Hollandia": "1003", "Guadalcanal": "2609", "Buin": "2206", "Buka": "2105", "Kavieng": "1803"}
    assert {name: place.cell for place in SHEET.places if (name := place.name) in hexes} == hexes


def test_the_major_bases_and_the_ports_are_where_the_rules_need_them() -> None:
    major = {facts["name"] for facts in FACTS.values() if facts.get("airbase") == "major"}
    assert major == {"Port Moresby", "Guadalcanal", "Rabaul", "Wewak"}
    ports = {facts["name"] for facts in FACTS.values() if "port" in facts}
    assert {"Rabaul", "Port Moresby", "Guadalcanal"} <= ports
    assert not {"Buin", "Buka", "Wau"} & ports


def test_no_mobile_base_of_a_set_up_stands_on_a_mountain() -> None:
    assert all(FACTS[cell]["ground"] == "jungle" for cell in ("1404", "1609", "1708", "1709", "2408", "2507"))
    assert FACTS["1608"]["ground"] == FACTS["1508"]["ground"] == "mountain"


def test_every_pair_of_land_hexes_of_different_islands_is_a_strait() -> None:
    land = {cell for cell, facts in FACTS.items() if facts["ground"] != "sea"}
    pairs = {frozenset((a, b)) for a in land for b in BOARD.neighbours(a) if b in land}
    apart = {pair for pair in pairs if len({FACTS[cell]["island"] for cell in pair}) == 2}
    assert {frozenset(side.cells) for side in SHEET.hexsides} == apart
    assert len(pairs) == 153


def test_units_enter_from_truk_in_the_north_australia_in_the_south_and_the_pacific_in_the_east() -> None:
    entries = {box: {entry.cell for entry in SHEET.entries if entry.box == box} for box in ("Truk", "Australia")}
    assert "2101" in entries["Truk"]
    assert {cell[2:] for cell in entries["Truk"]} == {"01"}
    assert {cell[2:] for cell in entries["Australia"]} == {"11"}
    assert {entry.cell[:2] for entry in SHEET.entries if entry.box == "South Pacific"} == {"28"}


def test_the_drawing_was_made_from_the_present_files_and_fits_the_hexes() -> None:
    work = relief_painter.find_work(FOLDER / "map" / "new_guinea.yaml")
    assert work is not None
    index = ReliefIndex.read(FOLDER / "map" / "art")
    assert index.inputs == work.inputs, "run: wartable draw-map modules/cartwheel"
    tiles = ReliefTiles.find(FOLDER / "map" / "art", "light")
    assert tiles is not None
    for pin in work.projection.pins:
        assert work.projection.point(*pin.place) == pytest.approx(pin.point, abs=0.01)
    inland = [cell for cell, facts in FACTS.items() if facts["coast"] == "no" and facts["ground"] != "sea"]
    assert all(tiles.is_land(*(BOARD.point_of(cell) or (0, 0))) for cell in inland)


# --- the counters and the scenario ---------------------------------------------------------------------


def test_there_are_284_counters_134_of_them_units() -> None:
    report = check(FOLDER)
    assert not report.errors
    counts = {group: sum(by_side.values()) for group, by_side in report.pieces.items()}
    assert counts == {"Air": 63, "Ships": 25, "Ground units": 46, "Markers": 150, "Orders": 1}


def test_the_convoy_waits_at_rabaul_and_the_bombers_at_their_bases(game: Game) -> None:
    at = lying(game)
    assert at["jp_maru", "1904"] == at["supply_japanese", "1904"] == 2
    assert at["jp_51div", "1904"] == 3
    assert [at["jp_20div", cell] for cell in ("1505", "1507", "1607")] == [1, 1, 1]
    assert [at["fortification", cell] for cell in ("1505", "1507", "1607")] == [1, 1, 1]
    assert at["al_b25", "Port Moresby (Allied): Ready"] == 3
    assert at["al_a20", "Mobile base A (Allied): Ready"] == 2
    assert at["al_b17", "Australia (Allied): Ready"] == at["al_b24", "Australia (Allied): Ready"] == 1
    assert at["jp_ki21", "Wewak (Japanese): Ready"] == 1


@pytest.mark.parametrize(
    ("scenario", "units"), [("bismarck-sea", 30), ("toenails", 100), ("bougainville", 55), ("campaign", 132)]
)
def test_each_scenario_has_its_units_at_their_places(scenario: str, units: int) -> None:
    table = new_game(MODULE, scenario, {}, CHANCE, "secret")
    assert sum(table.kind_of(piece).key[:3] in ("jp_", "al_") for piece in table.pieces) == units
    assert all(table.lying(piece).place for piece in table.pieces)


def test_each_side_sees_only_its_own_airbase_display(game: Game) -> None:
    for side, mine, other in ((0, "jp-airbases", "al-airbases"), (1, "al-airbases", "jp-airbases")):
        view = project(game, Audience((side,)))
        seen = Counter(game.maps[view.lying(piece).map] for piece in view.pieces)
        assert seen[mine] > 0
        assert seen[other] == 0


def test_wau_and_morobe_are_japanese_in_this_scenario(game: Game) -> None:
    held = {name: value for name, value in game.properties.items() if name.startswith("place:")}
    assert held == {"place:new-guinea:1507:control": "JP", "place:new-guinea:1607:control": "JP"}
