"""The drawing of sea and land: complete, and up to date with its source."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from tabletop.desktop.drawing.sheet import relief_painter
from tabletop.desktop.drawing.sheet.relief_tiles import INDEX_NAME, ReliefIndex, ReliefTiles
from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme
from tabletop.module import shipped
from tabletop.module.contents.map_files import read_relief, read_sheet
from tabletop.module.schema.map.map_sheet_records import Projection, WorldArt
from tabletop.module.schema.map.relief_sources import Range, Relief

MAP = shipped.path("modules", "fire_in_the_sky", "map")
ART = MAP / "art"
PACIFIC = read_sheet(MAP / "pacific.yaml")
PROJECTION = Projection(
    central_meridian=150, true_latitude=0, kilometres=100, pixels=100, origin=(500, 500), offset_kilometres=(0, 0)
)
WORLD = relief_painter.World(relief_painter.Window(0, 0, 1000, 1000, 0.1), PROJECTION)


def index() -> ReliefIndex:
    return ReliefIndex.read(ART)


# --- what is shipped -----------------------------------------------------------------------------------


def test_the_drawing_was_made_from_the_present_files() -> None:
    work = relief_painter.find_work(MAP / "pacific.yaml")
    assert work is not None
    assert index().inputs == work.inputs, "run: wartable draw-map modules/fire_in_the_sky"


def test_every_tile_is_there_and_none_is_left_over() -> None:
    tiles = {
        ReliefIndex.tile_name(theme, number, column, row)
        for theme in index().themes
        for number, level in enumerate(index().levels)
        for column in range(level.columns)
        for row in range(level.rows)
    }
    assert {file.name for file in ART.glob("*.webp")} == tiles


def test_it_is_small_enough_to_ship() -> None:
    assert sum(file.stat().st_size for file in ART.iterdir()) < 12_000_000


@pytest.mark.parametrize(
    ("place", "at", "land"),
    [
        ("Alice Springs", (133.9, -23.7), True),
        ("Chungking", (106.5, 29.6), True),
        ("Borneo", (114, 0.5), True),
        ("the Coral Sea", (155, -17), False),
        ("the South China Sea", (114, 13), False),
        ("the North Pacific", (190, 38), False),
    ],
)
def test_it_knows_land_from_sea(place: str, at: tuple[float, float], land: bool) -> None:
    tiles = ReliefTiles.find(ART, "light")
    assert tiles is not None
    assert tiles.is_land(*PACIFIC.point(at)) == land, place


def test_a_folder_without_a_drawing_or_with_a_broken_one_gives_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("art")
    assert ReliefTiles.find(folder, "light") is None
    (folder / INDEX_NAME).write_text("{", encoding="utf-8")
    assert ReliefTiles.find(folder, "light") is None


def test_the_ranges_lie_on_the_map() -> None:
    plan = read_relief(MAP / "relief.yaml")
    left, top, width, height = index().frame
    for each in (*plan.ranges, *plan.deeps, *plan.swells):
        points = [PACIFIC.point(at) for at in each.line]
        assert any(left - 300 < x < left + width + 300 and top - 600 < y < top + height for x, y in points), each.name


# --- how it is made ------------------------------------------------------------------------------------


def test_the_area_of_a_degree_at_the_equator_is_known() -> None:
    ring = np.array([[10, 0], [11, 0], [11, 1], [10, 1]], dtype=np.float64)
    assert relief_painter.area_km2(ring) == pytest.approx(12_364, rel=0.001)


def test_a_ridge_is_highest_on_its_crest_and_a_third_is_left_at_its_width() -> None:
    (x0, y0), (x1, y1) = ((49, 30), (49, 70))  # raster pixels, 10 km each
    line = [_degrees(x0, y0), _degrees(x1, y1)]
    field = relief_painter.ridge(WORLD, [(100.0, 0.8, line)])
    assert field[50, 49] == pytest.approx(0.8, abs=0.01)
    assert field[50, 59] == pytest.approx(0.8 / np.e, abs=0.02)
    assert field.max() <= 0.8


def _degrees(x: float, y: float) -> tuple[float, float]:
    """Return the longitude and latitude of a raster pixel, accurate enough near the equator."""
    kilometres = 10.0 / (6371 * np.pi / 180)
    return float(150 + (x - 50) * kilometres), float((50 - y) * kilometres)


def test_distances_are_in_kilometres() -> None:
    there = np.zeros((100, 100), dtype=np.bool_)
    there[50, 50] = True
    assert WORLD.distance_km(there)[50, 60] == pytest.approx(100)


def test_a_finer_relief_draws_each_kilometre_as_so_many() -> None:
    finer = relief_painter.World(WORLD.window, PROJECTION, finer=4)
    there = np.zeros((100, 100), dtype=np.bool_)
    there[50, 50] = True
    assert finer.distance_km(there)[50, 60] == pytest.approx(400)


def test_the_noise_is_the_same_each_time_and_between_0_and_1() -> None:
    noise = relief_painter.ridged_noise(WORLD)
    assert np.array_equal(noise, relief_painter.ridged_noise(WORLD))
    assert 0 <= noise.min() < noise.max() <= 1


def test_the_hash_of_inputs_tells_texts_apart_that_join_alike() -> None:
    assert relief_painter.hash_of_inputs(["ab", "c"]) != relief_painter.hash_of_inputs(["a", "bc"])


# --- from start to end ---------------------------------------------------------------------------------

ISLAND = """{"features": [{"geometry": {"type": "Polygon",
"coordinates": [[[148, -2], [152, -2], [152, 2], [148, 2], [148, -2]]]}}]}"""


@pytest.fixture(scope="module")
def island(tmp_path_factory: pytest.TempPathFactory) -> relief_painter.Work:
    """Return the work of drawing an island of 450 km on the equator, on 600 by 400 pixels."""
    palettes = {theme.name: asdict(theme) for theme in (LIGHT, DARK)}
    work = relief_painter.Work(
        art=WorldArt(kind="world", frame=(0, 0, 600, 400)),
        projection=PROJECTION.model_copy(update={"kilometres": 300, "origin": (300, 200)}),
        relief=Relief(coastlines="-", ranges=(Range(name="Ridge", width=60, height=1, line=((149, 0), (151, 0))),)),
        coastlines=ISLAND,
        looks=relief_painter.looks(palettes),
        folder=tmp_path_factory.mktemp("island"),
        inputs="these",
    )
    relief_painter.draw(work)
    return work


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("scale", [0.2, 1.0, 3.0])
def test_an_island_is_land_in_the_middle_of_the_sea(island: relief_painter.Work, theme: Theme, scale: float) -> None:
    tiles = ReliefTiles.find(island.folder, theme.name)
    assert tiles is not None
    image = QImage(round(600 * scale), round(400 * scale), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(scale, scale)
        tiles.paint(painter, QRectF(0, 0, 600, 400), scale)
    land, sea = (image.pixelColor(round(x * scale), round(200 * scale)) for x in (300, 20))
    assert land.red() > land.blue()
    assert sea.blue() > sea.red()
    assert tiles.is_land(300, 200)
    assert not tiles.is_land(20, 200)


def test_what_is_outside_the_frame_is_not_painted(island: relief_painter.Work) -> None:
    tiles = ReliefTiles.find(island.folder, "light")
    assert tiles is not None
    image = QImage(100, 100, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        tiles.paint(painter, QRectF(700, 0, 100, 100), 1.0)
        tiles.paint(painter, QRectF(-50, -50, 100, 100), 1.0)
    assert image.pixelColor(75, 75).alpha() == 0
    assert image.pixelColor(25, 25).alpha() == 255


def test_a_map_without_a_world_has_nothing_to_draw(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("module")
    (folder / "map").mkdir()
    (folder / "map" / "relief-plan.yaml").write_text("not a map", encoding="utf-8")
    (folder / "map" / "boxes.yaml").write_text("id: boxes\nname: Boxes\nsize: [90, 90]\n", encoding="utf-8")
    assert relief_painter.main(folder) == 0
    assert capsys.readouterr().out == "boxes.yaml: nothing to draw\n"


def test_drawing_again_leaves_the_new_tiles_alone_in_the_folder(island: relief_painter.Work) -> None:
    (island.folder / "old-0-00-00.webp").touch()
    index = relief_painter.draw(island)
    assert not (island.folder / "old-0-00-00.webp").exists()
    assert len(list(island.folder.glob("*.webp"))) == 2 * sum(level.columns * level.rows for level in index.levels)


def test_a_mistake_in_a_map_file_is_told(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("module")
    (folder / "map").mkdir()
    (folder / "map" / "bad.yaml").write_text("id: bad\nname: Bad\n", encoding="utf-8")
    assert relief_painter.main(folder) == 1
    assert "bad.yaml" in capsys.readouterr().err
