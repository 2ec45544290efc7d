"""Dragging along the edge of a map: the map scrolls slowly at first, and no further than its edge."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tabletop.desktop.map.edge_scroll import FASTEST_PX, PAUSE_TICKS, RAMP_TICKS, EdgeScroll
from tabletop.desktop.map.map_view import TableView
from tests.desktop.map.test_map_view import view_on

# Qt's offscreen platform logs this for every window with a minimum size.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SIZE = (4000, 3000)


@pytest.fixture
def panes(qtbot):
    """Return two maps side by side, each with its middle in view."""
    table = QWidget()
    row = QHBoxLayout(table)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    made = [view_on(SIZE, ()) for _ in range(2)]
    for view in made:
        row.addWidget(view)
    qtbot.addWidget(table)
    table.resize(1000, 500)
    table.show()
    qtbot.waitExposed(table)
    for view in made:
        view.zoom_to(1.0)
        view.look_at(SIZE[0] / 2, SIZE[1] / 2)
    yield made
    table.hide()


def at(view: TableView, x: int, y: int) -> QPoint:
    """Return a point of the screen at a distance from the left and top edge of a view, or from the right and bottom if
    negative.
    """
    room = view.viewport().rect()
    return view.viewport().mapToGlobal(
        QPoint(x if x >= 0 else room.right() + x + 1, y if y >= 0 else room.bottom() + y + 1)
    )


def ticks(scroll: EdgeScroll, view: TableView, many: int) -> list[tuple[int, int]]:
    """Return the scrolled distance of the map in each tick."""
    found = []
    for _ in range(many):
        before = view.horizontalScrollBar().value(), view.verticalScrollBar().value()
        scroll.tick()
        found.append((view.horizontalScrollBar().value() - before[0], view.verticalScrollBar().value() - before[1]))
    return found


def test_it_waits_then_comes_up_to_speed(panes):
    left, _ = panes
    scroll = EdgeScroll(left)
    scroll.carry_to(at(left, 1, 200))
    steps = [-across for across, _ in ticks(scroll, left, PAUSE_TICKS + RAMP_TICKS + 3)]
    assert steps[:PAUSE_TICKS] == [0] * PAUSE_TICKS
    ramp = [sum(steps[start : start + 9]) for start in range(PAUSE_TICKS, PAUSE_TICKS + RAMP_TICKS, 9)]
    assert ramp == sorted(set(ramp))
    assert steps[-1] >= FASTEST_PX * 0.9


def test_it_is_slower_further_from_the_edge_and_begins_slowly_again(panes):
    left, _ = panes
    scroll = EdgeScroll(left)
    scroll.carry_to(at(left, 20, 200))
    assert 0 < -ticks(scroll, left, 100)[-1][0] < FASTEST_PX / 2
    scroll.carry_to(at(left, 200, 200))
    assert not scroll.is_on
    scroll.carry_to(at(left, 0, 200))
    assert ticks(scroll, left, PAUSE_TICKS) == [(0, 0)] * PAUSE_TICKS


@pytest.mark.parametrize(("x", "y"), [(0, 0), (-1, 0), (0, -1), (-1, -1)])
def test_it_stops_where_the_sheet_ends(panes, x, y):
    _, right = panes
    scroll = EdgeScroll(right)
    scroll.carry_to(at(right, x, y))
    ticks(scroll, right, 600)
    seen, sheet = right.seen_area, right.map_area
    assert (seen.left() if x == 0 else seen.right()) == pytest.approx(sheet.left() if x == 0 else sheet.right(), abs=2)
    assert (seen.top() if y == 0 else seen.bottom()) == pytest.approx(sheet.top() if y == 0 else sheet.bottom(), abs=2)
    assert sheet.adjusted(-1, -1, 1, 1).contains(seen)


def test_a_map_that_is_seen_whole_lies_still(panes):
    left, _ = panes
    left.fit()
    scroll = EdgeScroll(left)
    scroll.carry_to(at(left, 0, 0))
    assert ticks(scroll, left, 100) == [(0, 0)] * 100


def test_the_map_under_the_cursor_comes_along_and_no_other(panes):
    left, right = panes
    scroll = EdgeScroll(left)
    scroll.carry_to(at(left, -1, 200))
    scroll.carry_to(at(right, 1, 200))
    before = left.middle
    assert ticks(scroll, right, 100)[-1][0] < 0
    assert left.middle == before
    scroll.carry_to(at(right, 200, 200))
    assert not scroll.is_on
