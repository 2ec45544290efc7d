"""The window leaves out what a scenario does not use: tabs of empty maps, and phases of the bar over the maps."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from tabletop.desktop.panels.phase_ribbon import Chevrons
from tabletop.desktop.window.game_window import GameWindow
from tests.desktop.one_map import one_map

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

Opened = Callable[[Mapping[str, str]], GameWindow]

MORE: Final = "trackers: [{name: Turn, levels: [{name: Turn}, {name: Phase, names: [Battle, Move, Fire, End]}]}]"
SIDE_TABLE: Final = "{id: room, name: Ready room, size: [600, 400]}"
PIECES: Final = "{group: Pieces, pieces: [{id: unit, name: Unit}]}"
UNUSED: Final = "unused_maps: [room], unused_phases: {Turn: [Battle, End]}"


def begun(opened: Opened, setup: str) -> GameWindow:
    """Return a window on a scenario that begins with Move, and does not use the ready room, Battle and End."""
    scenario = f"{{id: all, title: All, summary: All., tracker: {{Turn: [0, 1]}}, setup: [{setup}], {UNUSED}}}"
    files = one_map(pieces=PIECES, scenario=scenario, more=MORE)
    files["module.yaml"] = files["module.yaml"].replace("maps: [table.yaml]", "maps: [table.yaml, room.yaml]")
    return opened({**files, "room.yaml": SIDE_TABLE})


def tabs(window: GameWindow) -> list[str]:
    """Return the titles of the maps that have a tab."""
    bar = next(bar for bar in window.findChildren(QTabBar) if bar.accessibleName() == "Maps")
    return [bar.tabText(at) for at in range(bar.count()) if bar.isTabVisible(at)]


def test_an_empty_map_that_the_scenario_does_not_use_has_no_tab(opened: Opened) -> None:
    assert tabs(begun(opened, "{point: [50, 50], pieces: [unit]}")) == ["Table"]


def test_a_map_with_pieces_keeps_its_tab(opened: Opened) -> None:
    assert tabs(begun(opened, "{map: room, point: [50, 50], pieces: [unit]}")) == ["Table", "Ready room"]


def test_phases_that_the_scenario_does_not_use_are_left_out(opened: Opened) -> None:
    chevrons = begun(opened, "").panels.ribbon.findChild(Chevrons)
    assert isinstance(chevrons, Chevrons)
    assert chevrons.shown == ("Move", "Fire")
    assert chevrons.accessibleName() == "Move, 1 of 2"


def test_a_click_on_a_phase_goes_to_it_and_the_present_phase_is_always_shown(opened: Opened, qtbot: QtBot) -> None:
    window = begun(opened, "")
    chevrons = window.panels.ribbon.findChild(Chevrons)
    assert isinstance(chevrons, Chevrons)
    qtbot.mouseClick(chevrons, Qt.MouseButton.LeftButton, pos=QPoint(int(chevrons.area.right()) - 20, 20))
    qtbot.waitUntil(lambda: chevrons.accessibleName() == "Fire, 2 of 2")
    (onwards,) = [each for each in window.findChildren(QToolButton) if each.toolTip() == "Next phase (Alt+Right)"]
    qtbot.mouseClick(onwards, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: chevrons.accessibleName() == "End, 3 of 3")
    assert chevrons.shown == ("Move", "Fire", "End")
