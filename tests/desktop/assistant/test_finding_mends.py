"""A finding about supply says how a line would reach its counters again; this is found in the background."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tabletop.desktop.assistant.panels.drop_preview import PreviewCard
from tabletop.desktop.assistant.panels.findings_card import FindingsCard
from tabletop.desktop.window.game_window import GameWindow

LEFT = Qt.MouseButton.LeftButton
MODULE = {
    "module.yaml": """
id: corridor
title: Corridor
version: "1"
summary: A corridor with a supply line.
licence: own
sides:
- {id: Red, title: Red, mark: star, colour: '#A8322A', soft: '#EEEEEE'}
- {id: Blue, title: Blue, mark: chevron, colour: '#1D5890', soft: '#EEEEEE'}
maps: [table.yaml]
pieces: [pieces.yaml]
scenarios: [all.yaml]
rules: [rules.yaml]
""",
    "table.yaml": """
id: main
name: Table
size: [900, 400]
boards:
- name: Field
  grid: {kind: hex, top: flat, dx: 100, dy: 115, x0: 100, y0: 150, columns: 8, rows: 1,
    numbering: {columns: {digits: 2}, rows: {digits: 2}}}
places: [{name: Depot, cell: "0101"}]
""",
    "pieces.yaml": """
group: Pieces
pieces:
- {id: corps, name: Corps, side: Red, width: 60, height: 60}
- {id: guard, name: Guard, side: Blue, width: 60, height: 60}
""",
    "rules.yaml": """
modes: [{id: march, title: March, rule: "4", who: 'Side == "Red"', allowance: "9", steps: [{cost: "1"}]}]
presence: [{id: units, title: Units}]
supply:
- id: line
  title: Supply
  rule: "9"
  sources: [{at: at_name == "Depot"}]
  reach: "9"
  steps: [{when: to_enemy_units > 0, no: enemy units stand there}, {cost: "1"}]
facts: [{id: fed, title: It is fed, kind: yes-no, value: has_line}]
checks:
- {id: supplied, title: Supply, rule: "9.1", of: Side == "Red", wrong: not fed, message: "{Name} is out of supply."}
- {id: east, title: East, rule: "9.2", of: Side == "Red", wrong: Place == "0701", message: That is too far east.}
""",
    "all.yaml": """
id: all
title: All
summary: All.
setup:
- {at: "0201", pieces: [corps]}
- {at: "0501", pieces: [guard]}
""",
    "CREDITS.md": "# Credits\n",
}

MEND = "Without Guard at 0501, a supply line would reach Corps again."

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
Opened = Callable[[Mapping[str, str]], GameWindow]


def carry(window: GameWindow, start: str, end: str) -> None:
    QTest.mousePress(window.view("main").viewport(), LEFT, pos=point(window, start))
    for share in (0.2, 0.6, 1.0):
        way = point(window, end) - point(window, start)
        QTest.mouseMove(window.view("main").viewport(), point(window, start) + way * share)


def drag(window: GameWindow, start: str, end: str) -> None:
    carry(window, start, end)
    QTest.mouseRelease(window.view("main").viewport(), LEFT, pos=point(window, end))


def point(window: GameWindow, place: str) -> QPoint:
    return window.view("main").mapFromScene(QPointF(*window.model.components.maps["main"].point_of(place)))


def said(window: GameWindow) -> list[list[str]]:
    return [[each.text() for each in card.findChildren(QLabel) if each.text()] for card in cards(window)]


def cards(window: GameWindow) -> list[FindingsCard]:
    return [card for card in window.findChildren(FindingsCard) if card.isVisibleTo(window)]


def test_a_counter_held_over_a_place_is_told_what_would_feed_it_there(opened: Opened, qtbot: QtBot) -> None:
    window = opened(MODULE)
    window.assist()

    def shown() -> str:
        [preview] = window.findChildren(PreviewCard)
        return "\n".join(each.text() for each in preview.findChildren(QLabel) if each.isVisibleTo(preview))

    carry(window, "0201", "0601")
    qtbot.waitUntil(lambda: MEND in shown(), timeout=10_000)
    assert shown().count(MEND) == 1
    carry(window, "0201", "0301")
    qtbot.waitUntil(lambda: "March to 0301" in shown(), timeout=10_000)
    assert MEND not in shown()
    QTest.mouseRelease(window.view("main").viewport(), LEFT, pos=point(window, "0301"))


def test_a_counter_out_of_supply_is_told_what_would_feed_it(opened: Opened, qtbot: QtBot) -> None:
    window = opened(MODULE)
    window.assist()
    drag(window, "0201", "0701")
    qtbot.waitUntil(lambda: any(MEND in words for words in said(window)), timeout=10_000)
    [words] = said(window)
    assert words.count(MEND) == 1
    assert MEND in cards(window)[0].accessibleName()
    assert words.index("Corps is out of supply.") < words.index(MEND) < words.index("That is too far east.")
    drag(window, "0501", "0801")
    qtbot.waitUntil(lambda: not any(MEND in words for words in said(window)), timeout=10_000)
