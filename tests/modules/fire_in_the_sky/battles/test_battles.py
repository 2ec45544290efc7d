"""Battles in which each question gets any one of its possible answers."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.modules.fire_in_the_sky.conftest import Scene

GONE = ("Removed", "Japanese pool", "Allied pool", "turn-track")
SEEDS = range(150)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_battle_comes_to_its_end(scene_of: "Callable[[int], Scene]", seed: int) -> None:
    """No unit is lost or doubled.

    Sunk ships stay sunk, only Replacements add strength, and all units leave the board.
    """
    scene = scene_of(seed)
    world = scene.world
    before = dict(world.facts.units)
    sunk: set[int] = set()
    for _ in scene.combat():
        for frame in world.table.game.frames.values():
            assert all(number >= 0 for number in frame.state.get("points", {}).values())
        gone = {unit.id for unit in world.facts.units.values() if unit.spot == "Removed"}
        assert sunk <= gone
        sunk = gone
    after = world.facts.units
    assert before.keys() == after.keys()
    assert not any(where.map == "battle-board" for where in map(world.situation().where, after) if where)
    assert all(unit.hex or unit.spot.startswith(GONE) for unit in after.values())
    for piece, unit in after.items():
        assert unit.hex in ("", before[piece].hex)
        assert unit.group == "land" or unit.strength <= before[piece].strength
    assert world.code.combat.battle_hexes(world.facts) == ()
