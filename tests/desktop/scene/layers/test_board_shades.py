"""Shades over boards: shown at first or not, switched, and restored in a cleared scene."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.scene.layers.board_shades import Shades
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tests.desktop.one_map import one_map

FILES = one_map(
    pieces="{group: All, pieces: [{id: a, name: A}]}",
    scenario="{id: s, title: S, summary: S.}",
    table="""
id: M
name: Map
size: [300, 100]
boards:
  - {name: West, size: [100, 100]}
  - {name: East, size: [200, 100], column: 1}
shades:
  - {name: Night, fill: 50%, opacity: 0.25, on: yes}
  - {name: Fog, boards: [East], over: yes}
  - {name: Light, covers: areas, colour: '#FF0000', opacity: 1, border: '#0000FF'}
""",
)


@pytest.fixture
def module(tmp_path, qapp) -> Module:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return load_module(tmp_path)


def seen(scene: QGraphicsScene) -> list[tuple[float, float, bool]]:
    """Return the left edge and the width of each shade, and whether it lies over the pieces."""
    items = [item for item in scene.items() if isinstance(item, QGraphicsPathItem)]
    rects = [(item.path().boundingRect(), item.zValue() > 0) for item in items]
    return sorted((rect.x(), rect.width(), is_over) for rect, is_over in rects)


def painted(scene: QGraphicsScene, scale: float = 1.0) -> QImage:
    """Return the map on white, from its upper left corner."""
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        scene.render(painter, QRectF(image.rect()), QRectF(0, 0, 300 / scale, 100 / scale))
    return image


def share(image: QImage, left: int, right: int) -> float:
    """Return the share of a part of a picture that is not white."""
    pixels = [image.pixelColor(x, y) for x in range(left, right) for y in range(20, 40)]
    return sum(pixel != QColor("white") for pixel in pixels) / len(pixels)


def test_shades_are_switched_by_their_names(module: Module) -> None:
    scene = QGraphicsScene()
    shades = Shades(scene, module, "M", LIGHT)
    shades.show_anew()
    assert seen(scene) == [(0, 300, False)]
    shades.switch("Fog")
    assert seen(scene) == [(0, 300, False), (100, 200, True)]
    shades.switch("Night")
    assert (seen(scene), shades.shown) == ([(100, 200, True)], frozenset({"Fog"}))
    scene.clear()
    shades.show_anew()
    assert seen(scene) == [(100, 200, True)]
    shades.switch("No such shade")
    assert shades.shown == frozenset({"Fog"})


@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_a_grain_keeps_its_size_on_the_screen(module: Module, scale: float) -> None:
    scene = QGraphicsScene()
    Shades(scene, module, "M", LIGHT).show_anew()
    image = painted(scene, scale)
    assert share(image, 0, 100) == pytest.approx(0.5)
    assert [image.pixelColor(x, 20) != QColor("white") for x in range(4)] in ([True, False] * 2, [False, True] * 2)


def test_areas_of_pieces_are_left_out_of_boards_or_are_all_that_is_covered(module: Module) -> None:
    scene = QGraphicsScene()
    shades = Shades(scene, module, "M", LIGHT)
    shades.show_anew()
    shades.switch("Light")
    area = QPainterPath()
    area.addRect(40, 0, 30, 100)
    for name in ("Night", "Light", "No such shade"):
        shades.show_areas(name, area)
    image = painted(scene)
    lights = [image.pixelColor(x, 30) == QColor("#FF0000") for x in (20, 45, 65, 80)]
    assert lights == [False, True, True, False]
    shades.switch("Light")
    image = painted(scene)
    assert [share(image, *part) for part in ((0, 40), (41, 69), (71, 100))] == [0.5, 0, 0.5]


def test_a_border_is_one_pixel_wide(module: Module) -> None:
    scene = QGraphicsScene()
    shades = Shades(scene, module, "M", LIGHT)
    shades.show_anew()
    shades.switch("Light")
    area = QPainterPath()
    area.addRect(10, 10, 20, 20)
    shades.show_areas("Light", area)
    blue = [x for x in range(300) if painted(scene, 3.0).pixelColor(x, 60) == QColor("#0000FF")]
    assert blue == [30, 90]
