"""A game without counters on a map offers the counter tray, and shows a message."""

from collections.abc import Callable, Mapping

import pytest

from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.panel_layout import TRAY
from tests.desktop.one_map import one_map

PIECES = "{group: Pieces, pieces: [{id: unit, name: Unit}]}"


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("setup", "is_bare"), [("[]", True), ("[{point: [50, 50], pieces: [unit]}]", False)])
def test_where_no_counter_lies_on_a_map_the_counters_are_offered(
    opened: Callable[[Mapping[str, str]], GameWindow], setup: str, is_bare: bool
) -> None:
    window = opened(one_map(pieces=PIECES, scenario=f"{{id: all, title: All, summary: All., setup: {setup}}}"))
    said: list[str] = []
    window.panels.toast.say = said.append
    window.panels.offer_counters()
    assert [line.partition(":")[0] for line in said] == ["There are no counters on the maps you see"] * is_bare
    assert window.panels.layout.is_shown(TRAY) is is_bare
