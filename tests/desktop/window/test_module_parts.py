"""The parts that a module's buttons add to its window."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtWidgets import QApplication

from tabletop.desktop.panels.inventory_panel import InventoryWindow
from tabletop.desktop.window.game_window import GameWindow
from tests.desktop.one_map import one_map

MODULE = one_map(
    pieces="{group: Pieces, pieces: [{id: unit, name: Unit}]}",
    scenario="{id: all, title: All, summary: All., setup: []}",
    more="""
inventories: [{title: Forces}, {title: Losses, stays: true}]
buttons: [{title: Forces, shows: Forces, key: F2}, {title: Losses, shows: Losses, key: F3}]
""",
)


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("key", "after"), [("F2", False), ("F3", True)])
def test_the_button_of_a_list_closes_it_again_unless_it_stays(
    opened: Callable[[Mapping[str, str]], GameWindow], key: str, after: bool
) -> None:
    window = opened(MODULE)
    seen = []
    for _ in range(2):
        window.panels.module_desk.press_key(key)
        lists = [each for each in QApplication.topLevelWidgets() if isinstance(each, InventoryWindow)]
        seen.append(any(each.isVisible() for each in lists))
    assert seen == [True, after]
