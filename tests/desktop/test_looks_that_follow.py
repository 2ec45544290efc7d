"""Counters that show properties of the table or of other counters are redrawn when these change."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tabletop.desktop.window.game_window import GameWindow

MODULE = {
    "module.yaml": """
id: following
title: Following
version: "1"
summary: A counter that follows the table.
licence: own
sides: [{id: A, title: A, mark: star, colour: '#123456', soft: '#EEEEEE'}]
maps: [table.yaml]
pieces: [pieces.yaml]
scenarios: [all.yaml]
properties: {Gold: 0, 'map:main:Fog': 0}
table:
- {trait: shared-property, name: Gold, changes: [{key: F2, add: "1"}]}
- {trait: shared-property, name: Fog, scope: map, where: main, changes: [{key: F3, add: "1"}]}
- {trait: global-command, call: {key: F4}, sends: Count, target: {where: 'Name == "Other"'}}
""",
    "table.yaml": "{id: main, name: Table, size: [600, 400]}",
    "all.yaml": """
id: all
title: All
summary: All.
setup:
- {point: [300, 200], pieces: [unit]}
- {point: [500, 300], pieces: [other]}
""",
    "CREDITS.md": "# Credits\n",
}
PIECES = """
group: Pieces
pieces:
- id: unit
  name: Unit
  width: 60
  height: 60
  traits: [{trait: label, name: Note, text: '%s', look: {size: 40}}]
- id: other
  name: Other
  traits: [{trait: property, name: Hits, start: 0, changes: [{key: Count, add: "1"}]}]
"""

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def seen(window: GameWindow) -> QImage:
    view = window.view("main")
    middle = view.mapFromScene(QPointF(300, 200))
    return view.viewport().grab(QRect(middle.x() - 80, middle.y() - 60, 160, 120)).toImage()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("{Gold}", Qt.Key.Key_F2),
        ("{Fog}", Qt.Key.Key_F3),
        ('{property("Fog", map)}', Qt.Key.Key_F3),
        ("{sum(all, Hits)}", Qt.Key.Key_F4),
    ],
)
def test_a_counter_shows_what_it_follows(
    opened: Callable[[Mapping[str, str]], GameWindow], qtbot: QtBot, text: str, key: Qt.Key
) -> None:
    window = opened({**MODULE, "pieces.yaml": PIECES % text})
    view = window.view("main")
    qtbot.waitUntil(lambda: not view._settle.isActive())
    before = seen(window)
    QTest.keyClick(view, key)
    qtbot.waitUntil(lambda: seen(window) != before)


@pytest.mark.parametrize(
    ("text", "table", "others"),
    [
        ("{Name} {Location} {StackSize} {Hits}", True, False),
        ("{Name} {Location} {StackSize}", False, False),
        ("{count(stack)}", False, True),
        ("{Gold} {count(stack)}", True, True),
    ],
)
def test_only_what_shows_more_than_itself_is_drawn_anew(
    opened: Callable[[Mapping[str, str]], GameWindow], text: str, table: bool, others: bool
) -> None:
    window = opened({**MODULE, "pieces.yaml": PIECES % text})
    seen(window)
    assert (bool(window.pictures.by_table), bool(window.pictures.by_others)) == (table, others)
