"""The first view of a map: at its scale from the upper left, small maps centred, at any window size; and zooming of
maps with their own scales.
"""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.pieces.stack_anchors import StackAnchor
from tabletop.desktop.scene.table_scene import TableScene
from tests.game.traits.playing import Playing


class Bare:
    """An empty sheet."""

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        pass

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        return True

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        pass


def standing(place: str, x: int, y: int) -> StackAnchor:
    return StackAnchor()


def view_on(size: tuple[int, int], levels: tuple[float, ...]) -> TableView:
    pictures = ModulePictures(Playing().components, None, Path())
    return TableView(TableScene(0, QRectF(0, 0, *size), pictures, standing), Bare(), levels)


@pytest.mark.parametrize(
    ("size", "left_top"),
    [((4000, 3000), (0, 0)), ((300, 200), (-200, -150))],
    ids=["large, from its corner", "small, in the middle"],
)
def test_a_view_that_was_not_seen_yet_begins_anew_when_it_gets_its_size(
    qapp: QApplication, size: tuple[int, int], left_top: tuple[int, int]
) -> None:
    view = view_on(size, (1.0, 0.5))
    view.resize(100, 30)
    view.begin_at(1.0)
    view.setFrameStyle(0)
    view.resize(700, 500)
    view.show()
    for _ in range(5):
        qapp.processEvents()
    assert view.scale_now == pytest.approx(1.0)
    corner = view.mapToScene(0, 0)
    assert (corner.x(), corner.y()) == pytest.approx(left_top, abs=12)
    view.close()


@pytest.mark.parametrize(
    ("levels", "begins", "step", "scales"),
    [
        ((0.5, 1.0, 1.5), 1.0, 1, [1.5, 1.5]),
        ((0.5, 1.0, 1.5), 1.0, -1, [0.5, 0.5]),
        ((0.5, 1.0), 2.0, 1, [2.0, 2.0]),
        ((0.5, 1.0), 2.0, -1, [1.0, 0.5]),
        ((), 1.0, 1, [1.25, 1.5625]),
    ],
    ids=["in", "out", "in from beyond", "back from beyond", "without any"],
)
def test_one_zooms_between_the_scales_of_a_map_and_not_beyond_them(
    qapp: QApplication, levels: tuple[float, ...], begins: float, step: int, scales: list[float]
) -> None:
    view = view_on((4000, 3000), levels)
    view.zoom_to(begins)
    zoomed = []
    for _ in scales:
        view.zoom_on(step)
        zoomed.append(view.scale_now)
    assert zoomed == pytest.approx(scales)


@pytest.mark.parametrize("begin", ["zoomed", "scrolled", "looked at"])
def test_a_view_that_becomes_larger_and_smaller_keeps_what_is_in_its_middle(qapp: QApplication, begin: str) -> None:
    view = view_on((4000, 3000), ())
    view.resize(900, 700)
    view.show()
    view.zoom_to(1.0, QPoint(40, 40))
    if begin == "scrolled":
        view.horizontalScrollBar().setValue(view.horizontalScrollBar().value() + 133)
    elif begin == "looked at":
        view.look_at(1234, 987)
    before = view.middle
    for width in (*range(900, 600, -1), *range(600, 901)):
        view.resize(width, 500 + width // 3)
    view.resize(900, 700)
    qapp.processEvents()
    assert (view.middle - before).manhattanLength() <= 3
    assert view.scale_now == pytest.approx(1.0)
    view.close()


def test_what_is_just_at_the_edge_is_not_in_sight(qapp: QApplication) -> None:
    view = view_on((4000, 3000), ())
    view.resize(800, 600)
    view.show()
    view.zoom_to(0.5)
    view.look_at(2000, 1500)
    left = view.seen_area.left()
    assert not view.sees(left + 10, 1500)
    assert view.sees(left + 60, 1500)
    view.close()


def test_the_whole_map_is_shown_below_what_covers_the_top(qapp: QApplication) -> None:
    view = view_on((400, 300), ())
    view.resize(500, 320)
    view.show()
    for top in (40, 0, 60):
        view.fit()
        view.leave_free(top)
        qapp.processEvents()
        corners = view.mapFromScene(view.map_area).boundingRect()
        assert corners.top() >= top - 1
        assert corners.bottom() <= view.viewport().height() + 1
    view.zoom_to(2.0)
    placed = view.transform(), view.middle
    view.leave_free(0)
    assert (view.transform(), view.middle) == placed, "the map stays where the player has put it"
