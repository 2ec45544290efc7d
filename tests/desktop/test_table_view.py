"""How a view of a map begins: at its scale from the upper left, small maps in the middle, however large it becomes."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from tabletop.desktop.scene.piece_pictures import ModulePictures
from tabletop.desktop.scene.table_scene import Standing, TableScene
from tabletop.desktop.table_view import TableView
from tests.game.traits.playing import Playing


class Bare:
    """A sheet on which there is nothing."""

    def paint(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        pass

    def is_ready(self, seen: QRectF, scale: float) -> bool:
        return True

    def prepare_some(self, seen: QRectF, scale: float) -> None:
        pass


def standing(place: str, x: int, y: int) -> Standing:
    return Standing()


@pytest.mark.parametrize(
    ("size", "left_top"),
    [((4000, 3000), (0, 0)), ((300, 200), (-200, -150))],
    ids=["large, from its corner", "small, in the middle"],
)
def test_a_view_that_was_not_seen_yet_begins_anew_when_it_gets_its_size(
    qapp: QApplication, size: tuple[int, int], left_top: tuple[int, int]
) -> None:
    pictures = ModulePictures(Playing().components, None, Path())
    view = TableView(TableScene(0, QRectF(0, 0, *size), pictures, standing), Bare(), (1.0, 0.5))
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
