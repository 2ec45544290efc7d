"""Zones are lit while a property has the name of a highlighter as its value: their own, their map's or the table's."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replaced
from PySide6.QtWidgets import QGraphicsScene

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.scene.layers.zone_lights import ZoneLights
from tabletop.game.state.game import Game, ModuleName, empty_game
from tabletop.game.state.values import Value
from tabletop.module.contents.map_files import build_map
from tabletop.module.module import Module
from tabletop.module.schema.map.map_grid_records import GridZoneRecord, Highlighter, ZonedGridRecord
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord

pytestmark = pytest.mark.usefixtures("qapp")

ZONES = ZonedGridRecord(
    kind="zones",
    zones=(
        GridZoneRecord(name="North", outline=((0, 0), (100, 0), (100, 50), (0, 50)), highlight="Weather"),
        GridZoneRecord(name="South", outline=((0, 50), (100, 50), (100, 100), (0, 100)), highlight="Weather"),
        GridZoneRecord(name="Pool", outline=((0, 0), (9, 0), (9, 9))),
        GridZoneRecord(name="Nowhere", outline=(), highlight="Weather"),
    ),
    highlighters=(Highlighter(name="storm", colour="#112233"), Highlighter(name="fog", part="edge")),
)
SHEET = SheetRecord(id="sea", name="Sea", size=(100, 100), boards=(BoardRecord(name="board", grid=ZONES),))


@pytest.fixture
def module(fire_in_the_sky: Module) -> Module:
    components = replaced(fire_in_the_sky.components, maps={"sea": build_map(SHEET)})
    return replace(fire_in_the_sky, sheets={"sea": SHEET}, components=components)


def game(**properties: Value) -> Game:
    return replaced(empty_game(("a",), ("sea",), ModuleName("", "", "")), properties=properties)


def lit(scene: QGraphicsScene) -> set[float]:
    """Return the upper edges of the highlighted zones."""
    return {item.path().boundingRect().top() for item in scene.items()}


@pytest.mark.parametrize(
    ("properties", "tops"),
    [
        ({}, set()),
        ({"Weather": "storm"}, {0, 50}),
        ({"Weather": "clear"}, set()),
        ({"Weather": "storm", "zone:sea:South:Weather": "clear"}, {0}),
        ({"map:sea:Weather": "fog"}, {0, 50}),
    ],
)
def test_zones_are_lit_by_the_nearest_property(module: Module, properties: dict[str, Value], tops: set[int]) -> None:
    scene = QGraphicsScene()
    ZoneLights(scene, module, "sea", LIGHT).show(game(**properties))
    assert lit(scene) == tops


def test_lights_follow_the_property(module: Module) -> None:
    scene = QGraphicsScene()
    lights = ZoneLights(scene, module, "sea", LIGHT)
    lights.show(game(Weather="storm"))
    assert len(scene.items()) == 2
    lights.show(game(Weather="clear"))
    assert not scene.items()
    lights.show(game(Weather="storm"))
    scene.clear()
    lights.show_anew(game(Weather="storm"))
    assert len(scene.items()) == 2
