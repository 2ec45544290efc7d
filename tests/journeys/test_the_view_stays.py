"""The map keeps the player's view: other panels, names, findings and map edges never move it."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tabletop.desktop.map.edge_scroll import PAUSE_TICKS, RAMP_TICKS, EdgeScroll
from tabletop.desktop.map.name_finder import NameFinder
from tests.journeys.conftest import CTRL, Player


def looked_at(table: Player, name: str = "pacific") -> tuple[float, float, float]:
    """Return the scale of a map, and the point in the middle (map pixels)."""
    view = table.view(name)
    middle = view.viewportTransform().inverted()[0].map(QRectF(view.viewport().rect()).center())
    return view.scale_now, middle.x(), middle.y()


def find(table: Player, name: str) -> None:
    table.press("Ctrl+K")
    field = table.find(NameFinder).findChild(QLineEdit)
    QTest.keyClicks(field, name)
    QTest.keyClick(field, Qt.Key.Key_Return)
    table.settle()


@pytest.mark.parametrize("corner", [QPoint(-300, -150), QPoint(250, 120)])
def test_a_second_pane_keeps_what_was_zoomed_in_on(table: Player, corner):
    table.wheel(table.middle_of(table.view()) + corner, 6, CTRL)
    before = looked_at(table)
    table.press("Ctrl+B")
    assert looked_at(table) == pytest.approx(before, abs=4)


def test_the_map_in_front_is_moved_beside_as_it_is_looked_at(table: Player):
    table.press("Ctrl+Tab")
    table.wheel(table.middle_of(table.view("battle-board")), 4, CTRL, "battle-board")
    before = looked_at(table, "battle-board")
    table.press("Ctrl+B")
    table.wait(lambda: table.view().isVisible())
    assert looked_at(table, "battle-board") == pytest.approx(before, abs=4)


def test_what_is_in_sight_is_pointed_at_where_it_is(table: Player):
    table.look("Paramushiro", scale=0.8)
    spot = table.board().spot_of("Paramushiro")
    table.view().look_at(spot.x + 200, spot.y + 100)
    before = looked_at(table)
    find(table, "Paramushiro")
    assert table.chosen == table.holders("Paramushiro")[-1].pieces
    assert looked_at(table) == before
    find(table, "Truk")
    assert looked_at(table)[0] == before[0], "only the point in the middle is another"
    assert looked_at(table)[1:] != before[1:]


def test_nothing_is_dropped_beside_the_sheet(table: Player):
    table.look("Paramushiro")
    view = table.view()
    view.look_at(table.board().spot_of("Paramushiro").x, table.board().spot_of("Paramushiro").y / 2)
    force = table.pieces("Paramushiro")
    before = table.game
    start = table.of(force[-1])
    beside = view.viewport().mapTo(table.window, QPoint(view.viewport().width() // 2, 40))
    assert table.under(beside).y() < 0
    table.drag(start, beside)
    assert table.game is before
    assert table.refused[-1] == "That is off the map. Drop counters on the map."


def test_a_drag_along_the_edge_goes_no_further_than_the_sheet(table: Player):
    table.look("Paramushiro", scale=1.2)
    view = table.view()
    force = table.pieces("Paramushiro")
    assert view.seen_area.top() > view.map_area.top()
    edge = view.viewport().mapTo(table.window, QPoint(view.viewport().width() // 2, 1))
    with table.carrying(table.of(force[-1]), edge):
        scroll = view.findChild(EdgeScroll)
        assert scroll.is_on
        for _ in range(PAUSE_TICKS + RAMP_TICKS + 400):
            scroll.tick()
        assert view.seen_area.top() == pytest.approx(view.map_area.top(), abs=4)
        assert view.map_area.contains(table.under(edge))
    assert not scroll.is_on
