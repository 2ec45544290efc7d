"""The pieces in a viewer of the stacks under the mouse."""

from pathlib import Path

import pytest

from tabletop.desktop.map.viewer.piece_viewer import shown_by, summed
from tabletop.dice import SeededChance
from tabletop.game.appearance.piece_display import name_of, viewed
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.holder import Holder
from tabletop.module.loader import load_module
from tabletop.module.schema.map.map_view_records import Viewer
from tabletop.module.setup import new_game
from tests.desktop.one_map import one_map

MODULE = one_map(
    pieces="""
group: Units
pieces:
  - {id: tank, name: Tank, traits: [{trait: mark, values: {Fire: "4", Speed: "2"}}]}
  - {id: gun, name: Gun, traits: [{trait: mark, values: {Fire: "5", Range: far}}]}
  - {id: flag, name: Flag}
""",
    scenario="""
id: all
title: All
summary: All.
setup:
  - {map: Table, point: [100, 100], pieces: [tank, gun]}
  - {map: Table, point: [104, 104], pieces: [flag]}
""",
    table="{id: Table, name: Table, size: [400, 300]}",
)


@pytest.fixture
def there(tmp_path: Path) -> tuple[list[Holder], PropertyReader]:
    for name, text in MODULE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    module = load_module(tmp_path)
    game = new_game(module, "all", {}, SeededChance("11" * 32, b"", 0, 0))
    stacks = sorted((held for held in game.holders.values() if held.map == 0), key=lambda held: -held.z)
    return stacks, viewed(game, module.components, "A")


@pytest.mark.parametrize(
    ("viewer", "names"),
    [
        ({}, ["Flag"]),
        ({"overlapping": True}, ["Tank", "Gun", "Flag"]),
        ({"overlapping": True, "where": 'Name != "Gun"'}, ["Tank", "Flag"]),
        ({"where": "StackSize > 1"}, ["Tank", "Gun"]),
        ({"where": "Nothing + 1 > 2"}, []),
    ],
)
def test_a_viewer_shows_the_topmost_stack_or_all_and_what_fits(there, viewer: dict, names: list[str]) -> None:
    stacks, reading = there
    shown = shown_by(Viewer.model_validate(viewer), stacks, reading)
    assert [name_of(reading, piece) for piece in shown] == names


@pytest.mark.parametrize(
    ("expression", "total"),
    [("Fire", 9), ("Fire * 2", 18), ("Speed", "2+?"), ("Range", "?"), ("Armour", "?"), ('"far"', 0)],
)
def test_a_viewer_adds_up_over_what_it_shows(there, expression: str, total: object) -> None:
    stacks, reading = there
    viewer = Viewer.model_validate({"sums": {"Sum": expression}, "where": 'Name != "Flag"', "overlapping": True})
    assert summed(viewer, shown_by(viewer, stacks, reading), reading) == {"Sum": total}
