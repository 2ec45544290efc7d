"""The overview of a map: the whole map, small, with a frame round the visible part; a click centres the map there."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtTest import QTest

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.overview import Overview
from tabletop.desktop.scene.table_scene import TableScene

SEA, LINE = "#336699", "#ff00ff"


class Sheet:
    """A sheet that shows the whole map in one colour."""

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        painter.fillRect(exposed, QColor(SEA))

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        return True

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        raise AssertionError("it is ready")


def test_a_click_in_the_overview_brings_that_part_to_the_middle(qtbot):
    view = TableView(TableScene(0, QRectF(0, 0, 2000, 1000), None, None), Sheet())
    qtbot.addWidget(view)
    view.resize(400, 300)
    overview = Overview(view, 0.1, QColor(LINE))
    view.show()
    assert not overview.isVisible()
    overview.switch()
    assert (overview.width(), overview.height()) == (200, 100)
    view.zoom_to(1.0)
    QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(50, 40))
    assert (view.middle.toPoint() - QPoint(500, 400)).manhattanLength() <= 4
    shown = overview.grab().toImage()
    assert shown.pixelColor(150, 80).name() == SEA
    assert shown.pixelColor(50, 40).name() == SEA
    seen = view.seen_area
    assert shown.pixelColor(round(seen.left() / 10), 40).name() == LINE
    overview.switch()
    assert not overview.isVisible()


@pytest.mark.parametrize(
    ("size", "across"), [((8000, 4000), (240, 120)), ((3000, 9000), (80, 240)), ((900, 600), (90, 60))]
)
def test_its_longer_side_is_240_pixels_at_the_most(qtbot, size, across):
    view = TableView(TableScene(0, QRectF(0, 0, *size), None, None), Sheet())
    qtbot.addWidget(view)
    view.resize(1200, 900)
    overview = Overview(view, 0.1, QColor(LINE))
    view.show()
    overview.switch()
    assert (overview.width(), overview.height()) == across


@pytest.mark.parametrize(("colour", "casing"), [("#101010", "#ffffff"), ("#f0f0a0", "#000000")])
def test_the_line_is_seen_on_any_map(qtbot, colour, casing):
    view = TableView(TableScene(0, QRectF(0, 0, 2000, 1000), None, None), Sheet())
    qtbot.addWidget(view)
    view.resize(400, 300)
    overview = Overview(view, 0.1, QColor(colour))
    view.show()
    overview.switch()
    view.zoom_to(1.0)
    view.look_at(1000, 500)
    shown, left = overview.grab().toImage(), round(view.seen_area.left() / 10)
    found = {shown.pixelColor(x, 50).name() for x in range(left - 4, left + 5)}
    assert {colour, casing} <= found
