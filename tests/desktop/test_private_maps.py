"""Private maps at one screen: a player who cannot see such a map is not offered it, and can put nothing there."""

from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QPushButton

from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.commands import MovePieces, Spot

SIDES = ("Red", "Blue", "The League of the Northern Cities", "The Free Counts", "Umpires of the plain")
SIDE = "- {{id: {0}, title: {0}, mark: star, colour: '#123456', soft: '#EEEEEE'}}"
MODULE = {
    "module.yaml": f"""
id: private
title: Private
version: "1"
summary: Rooms of their own.
licence: own
sides:
{chr(10).join(map(SIDE.format, SIDES))}
maps: [table.yaml, red.yaml, blue.yaml]
pieces: [pieces.yaml]
scenarios: [all.yaml]
buttons: [{{title: Hand, shows: hand}}]
""",
    "table.yaml": "{id: main, name: Table, size: [600, 400]}",
    "red.yaml": "{id: hand, name: Red's hand, size: [600, 400], private: {sides: [Red]}}",
    "blue.yaml": "{id: room, name: Blue's room, size: [600, 400], private: {sides: [Blue], open: yes}}",
    "pieces.yaml": "{group: Pieces, pieces: [{id: unit, name: Unit}]}",
    "all.yaml": "{id: all, title: All, summary: All., setup: [{map: main, point: [300, 200], pieces: [unit]}]}",
    "CREDITS.md": "# Credits\n",
}

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(opened: Callable[[Mapping[str, str]], GameWindow]) -> GameWindow:
    return opened(MODULE)


def choices(window: GameWindow) -> dict[str, QPushButton]:
    window.draw_curtain()
    return {made.text(): made for made in window.panels.hot_seat._curtain.findChildren(QPushButton) if made.isVisible()}


def sit(window: GameWindow, who: str) -> None:
    choices(window)[who].click()


def offered(window: GameWindow) -> list[str]:
    tabs = window.maps.area._tabs
    shown = [tabs.tabText(index) for index in range(tabs.count()) if tabs.isTabVisible(index)]
    areas = [tabs.tabBar().tabRect(index) for index in range(tabs.count()) if tabs.isTabVisible(index)]
    assert all(left.right() + 1 == right.left() for left, right in pairwise(areas)), "no gaps"
    assert shown == [entry.text() for entry in window.menus.map_entries.values() if entry.isVisible()]
    return shown


@pytest.mark.parametrize(
    ("who", "maps"),
    [
        ("All sides", ["Table", "Red's hand", "Blue's room"]),
        ("Red", ["Table", "Red's hand", "Blue's room"]),
        ("Blue", ["Table", "Blue's room"]),
    ],
)
def test_who_sits_down_is_offered_the_maps_that_their_sides_see(window: GameWindow, who: str, maps: list[str]) -> None:
    sit(window, "Red")
    window.maps.area.show_map("hand")
    sit(window, who)
    assert offered(window) == maps
    assert window.maps.area.current == ("hand" if who == "Red" else "main"), "each seat finds its own view again"
    window.maps.area.show_map("main")
    window.maps.area.put_beside("room")
    window.maps.area.put_back()
    assert offered(window) == maps


def test_a_button_of_anothers_map_says_so(window: GameWindow) -> None:
    sit(window, "Blue")
    said: list[str] = []
    window.panels.module_desk.remarked.connect(said.append)
    window.panels.module_desk._show_named("hand")
    assert (said, window.maps.area.current) == (["Red's hand belongs to another side."], "main")


@pytest.mark.parametrize(
    ("who", "map_", "comes"), [("Blue", "hand", False), ("Red", "room", False), ("Red", "hand", True)]
)
def test_nobody_puts_anything_on_a_map_of_another_side(window: GameWindow, who: str, map_: str, comes: bool) -> None:
    sit(window, who)
    game = window.model.game
    [unit] = (piece for held in game.holders.values() if held.map == 0 for piece in held.pieces)
    assert window.model.submit(MovePieces((unit,), Spot(map_, 100, 100))).has_happened == comes


def test_the_names_of_all_sides_can_be_read_on_the_curtain(window: GameWindow) -> None:
    made = choices(window)
    assert list(made) == [*SIDES, "All sides"]
    assert all(choice.width() >= choice.sizeHint().width() for choice in made.values())
