"""The drawing of sea and land: complete, up to date with what it is made from, and made as it says."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.desktop.drawing import relief
from tabletop.desktop.drawing.relief_tiles import INDEX_NAME, ReliefIndex, ReliefTiles
from tabletop.module import shipped
from tabletop.module.maps import read_relief, read_sheet
from tabletop.module.schema.sheet import Projection

MAP = shipped.path("modules", "fire_in_the_sky", "map")
ART = MAP / "art"
PACIFIC = read_sheet(MAP / "pacific.yaml")
PROJECTION = Projection(
    central_meridian=150, true_latitude=0, kilometres=100, pixels=100, origin=(500, 500), offset_kilometres=(0, 0)
)
WORLD = relief.World(relief.Window(0, 0, 1000, 1000, 0.1), PROJECTION)


def index() -> ReliefIndex:
    return ReliefIndex.model_validate_json((ART / INDEX_NAME).read_text(encoding="utf-8"))


# --- what is shipped -----------------------------------------------------------------------------------


def test_the_drawing_was_made_from_the_present_files() -> None:
    work = relief.find_work(MAP / "pacific.yaml")
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
    assert relief.area_km2(ring) == pytest.approx(12_364, rel=0.001)


def test_a_ridge_is_highest_on_its_crest_and_a_third_is_left_at_its_width() -> None:
    (x0, y0), (x1, y1) = ((49, 30), (49, 70))  # raster pixels, 10 km each
    line = [_degrees(x0, y0), _degrees(x1, y1)]
    field = relief.ridge(WORLD, [(100.0, 0.8, line)])
    assert field[50, 49] == pytest.approx(0.8, abs=0.01)
    assert field[50, 59] == pytest.approx(0.8 / np.e, abs=0.02)
    assert field.max() <= 0.8


def _degrees(x: float, y: float) -> tuple[float, float]:
    """The place whose raster pixel this is, near enough to the equator."""
    kilometres = 10.0 / (6371 * np.pi / 180)
    return float(150 + (x - 50) * kilometres), float((50 - y) * kilometres)


def test_distances_are_in_kilometres() -> None:
    there = np.zeros((100, 100), dtype=np.bool_)
    there[50, 50] = True
    assert WORLD.distance_km(there)[50, 60] == pytest.approx(100)


def test_the_noise_is_the_same_each_time_and_between_0_and_1() -> None:
    noise = relief.ridged_noise(WORLD)
    assert np.array_equal(noise, relief.ridged_noise(WORLD))
    assert 0 <= noise.min() < noise.max() <= 1


def test_the_hash_of_inputs_tells_texts_apart_that_join_alike() -> None:
    assert relief.hash_of_inputs(["ab", "c"]) != relief.hash_of_inputs(["a", "bc"])
