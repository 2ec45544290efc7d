"""The map, the counters and the Battle of Java Sea, compared with the rules and their examples."""

from collections import Counter

import pytest

from rules_assist.cases.run.case_runner import CaseRun
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

FOLDER = shipped.path("modules", "forlorn_hopes")
MODULE = load_module(FOLDER)
SHEET: SheetRecord = MODULE.sheets["indies"]
BOARD: Map = MODULE.components.maps["indies"]
FACTS = {place: facts for place, facts in properties_of(SHEET).items() if place.isdigit()}
PLACES = {place.name: place for place in SHEET.places}
CHANCE = SeededChance("java", b"set-up", 0, 0)
FAMILY_CASES = 480


@pytest.fixture(scope="module")
def game() -> Game:
    return new_game(MODULE, "java-sea", {}, CHANCE, "secret")


def sides_of(kind: str) -> set[frozenset[str]]:
    return {frozenset(side.cells) for side in SHEET.hexsides if side.kind == kind}


# --- the map -------------------------------------------------------------------------------------------


def test_the_map_has_228_hexes_in_three_terrains() -> None:
    grounds = Counter((facts["ground"] != "sea", facts["coast"]) for facts in FACTS.values())
    assert grounds == {(False, "no"): 154, (True, "yes"): 56, (True, "no"): 18}


@pytest.mark.parametrize(("a", "b", "hexes"), [("1702", "1807", 6), ("1707", "1807", 1), ("1401", "1305", 4)])
def test_hexes_lie_as_the_examples_say(a: str, b: str, hexes: int) -> None:
    assert BOARD.distance(a, b) == hexes


def test_the_places_of_the_rules_stand_in_their_hexes() -> None:
    hexes = {"Batavia": "1506", "Soerabaja": "1807", "Lombok": "2108", "Darwin": "2910", "Ceram": "2705"}
    hexes |= {"Dili": "2608", "Koepang": "2509", "Banjarmasin": "2006", "Makassar": "2205", "Sarawack": "1702"}
    hexes |= {"Menado": "2404", "Kendari": "2406"}
    assert {name: PLACES[name].cell for name in hexes} == hexes
    assert len(PLACES) == 22
    assert sum(int(place.values["vp"]) for place in PLACES.values()) == 85


def test_the_three_cities_have_the_major_bases_and_most_anti_aircraft_fire() -> None:
    cities = {name for name, place in PLACES.items() if place.values["site"] == "city"}
    assert cities == {"Singapore", "Soerabaja", "Darwin"}
    assert {name for name, place in PLACES.items() if place.values["airbase"] == "major"} == cities
    assert {(name in cities, place.values["aa"], place.values["aa_port"]) for name, place in PLACES.items()} == {
        (True, "3", "2"),
        (False, "2", "0"),
    }
    assert PLACES["Palembang"].values["port_kind"] == "supply"
    assert "port_kind" not in PLACES["Bandoeng"].values


def test_japan_holds_three_places_and_nobody_singapore() -> None:
    held = {name: FACTS[place.cell]["control"] for name, place in PLACES.items()}
    assert {name for name, side in held.items() if side == "JP"} == {"Sarawack", "Menado", "Kendari"}
    assert {name for name, side in held.items() if side == "nobody"} == {"Singapore"}


def test_coasts_lie_where_the_scenario_and_its_victory_need_them() -> None:
    coasts = {cell for cell, facts in FACTS.items() if facts["coast"] == "yes"}
    java = {cell for cell, facts in FACTS.items() if facts.get("island") == "Java"}
    assert java == {"1506", "1507", "1606", "1607", "1707", "1807", "1908"} <= coasts
    borneo = {cell for cell in coasts if FACTS[cell].get("island") == "Borneo"}
    assert {cell for cell in borneo if cell < "18"} == {"1602", "1702", "1704"}
    assert {cell for cell, facts in FACTS.items() if "demarcation" in facts} == {f"180{row}" for row in range(1, 8)}


def test_ground_units_cross_no_strait_between_islands() -> None:
    land = {cell for cell, facts in FACTS.items() if facts["ground"] != "sea"}
    pairs = {frozenset((a, b)) for a in land for b in BOARD.neighbours(a) if b in land}
    apart = {pair for pair in pairs if len({FACTS[cell]["island"] for cell in pair}) == 2}
    assert apart <= sides_of("strait") <= pairs
    assert sides_of("land bridge") <= pairs - apart


def test_ships_have_a_way_by_sea_to_every_port() -> None:
    walls, wet = sides_of("land bridge"), {cell for cell in FACTS if FACTS[cell]["coast"] == "yes"}
    wet |= {cell for cell, facts in FACTS.items() if facts["ground"] == "sea"}
    reached, edge = {"2212"}, ["2212"]
    while edge:
        here = edge.pop()
        near = {cell for cell in BOARD.neighbours(here) if cell in wet and frozenset((here, cell)) not in walls}
        edge += near - reached
        reached |= near
    assert {place.cell for place in PLACES.values() if place.values.get("port_kind") == "port"} <= reached


def test_units_enter_from_the_north_and_the_south() -> None:
    boxes = {entry.box for entry in SHEET.entries}
    entries = {box: {entry.cell for entry in SHEET.entries if entry.box == box} for box in boxes}
    assert "1401" in entries["Indochina"]
    assert {cell[2:] for cell in entries["Indochina"] | entries["Philippines"]} == {"01"}
    assert max(entries["Indochina"]) < "18" < min(entries["Philippines"])
    assert entries["Indian Ocean"] == {"1112", "1212", "1312", "1412"}
    assert {"2212", "2312", "2412"} <= entries["Australia"]


def test_the_drawing_was_made_from_the_present_files_and_fits_the_hexes() -> None:
    work = relief_painter.find_work(FOLDER / "map" / "indies.yaml")
    assert work is not None
    index = ReliefIndex.read(FOLDER / "map" / "art")
    assert index.inputs == work.inputs, "run: wartable draw-map modules/forlorn_hopes"
    tiles = ReliefTiles.find(FOLDER / "map" / "art", "light")
    assert tiles is not None
    inland = [cell for cell, facts in FACTS.items() if facts["coast"] == "no" and facts["ground"] != "sea"]
    assert all(tiles.is_land(*(BOARD.point_of(cell) or (0, 0))) for cell in inland)


# --- the counters and the scenario ---------------------------------------------------------------------


def test_there_are_264_counters_148_of_them_units() -> None:
    report = check(FOLDER)
    assert not report.errors
    counts = {group: sum(by_side.values()) for group, by_side in report.pieces.items()}
    assert counts == {"Air": 68, "Ships": 41, "Ground units": 39, "Markers": 116}


def test_both_sides_have_the_units_of_the_scenario(game: Game) -> None:
    at = Counter((game.kind_of(piece).key, game.lying(piece).place) for piece in game.pieces)
    indochina = {kind: count for (kind, place), count in at.items() if place == "Indochina"}
    assert indochina == {
        "jp_west_cl": 1,
        "jp_west_dd": 2,
        "jp_west_t": 2,
        "jp_west_daihatsu": 1,
        "jp_cf_ca": 2,
    }
    assert at["jp_west_cvs", "1704"] == at["jp_west_dd", "1704"] == 1
    philippines = {kind: count for (kind, place), count in at.items() if place == "Philippines (Japanese): Ready"}
    assert philippines == {"jp_ki43": 2, "jp_ki21": 2, "jp_ki48": 2, "jp_h6k": 1}
    fleet = {kind: count for (kind, place), count in at.items() if place == "11th Air Fleet (Japanese): Normal"}
    assert fleet == {"jp_a6m_11": 7, "jp_g3m_11": 5, "jp_g4m_11": 5}
    allied = Counter(kind for (kind, _), count in at.items() for _ in range(count) if kind.startswith("al_"))
    ships = {"al_nl_cl", "al_nl_dd", "al_us_ca", "al_us_dd", "al_br_ca", "al_br_dd"}
    aircraft = {"al_p40": 2, "al_nl_buffalo": 1, "al_nl_t8": 1, "al_au_hudson": 1, "al_pby": 1}
    assert allied == dict.fromkeys(ships, 1) | aircraft


def test_each_side_sees_only_its_own_airbase_display(game: Game) -> None:
    for side, mine, other in ((0, "jp-airbases", "al-airbases"), (1, "al-airbases", "jp-airbases")):
        view = project(game, Audience((side,)))
        seen = Counter(game.maps[view.lying(piece).map] for piece in view.pieces)
        assert seen[mine] > 0
        assert seen[other] == 0


def test_the_cases_of_the_family_hold_in_this_game() -> None:
    run = CaseRun(lambda file, id: MODULE)
    assert list(run.failures(FOLDER)) == []
    assert run.passed >= FAMILY_CASES
