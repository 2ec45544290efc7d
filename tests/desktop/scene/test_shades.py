"""Shades over boards: shown at first or not, switched, and there again in a scene that was cleared."""

import pytest
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from tabletop.desktop.scene.shades import Shades
from tabletop.desktop.theme import LIGHT
from tabletop.module.loader import load_module
from tabletop.module.module import Module

FILES = {
    "module.yaml": """
id: shaded
title: Shaded
version: "1"
summary: Shaded.
licence: own
sides: [{id: A, title: A, mark: star, colour: '#123456', soft: '#EEEEEE'}]
maps: [map.yaml]
pieces: [pieces.yaml]
scenarios: [scenario.yaml]
""",
    "map.yaml": """
id: M
name: Map
size: [300, 100]
boards:
  - {name: West, size: [100, 100]}
  - {name: East, size: [200, 100], column: 1}
shades:
  - {name: Night, fill: 50%, opacity: 0.25, on: yes}
  - {name: Fog, boards: [East], over: yes}
""",
    "pieces.yaml": "{group: All, pieces: [{id: a, name: A}]}",
    "scenario.yaml": "{id: s, title: S, summary: S.}",
    "CREDITS.md": "# Credits\n",
}


@pytest.fixture
def module(tmp_path, qapp) -> Module:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return load_module(tmp_path)


def seen(scene: QGraphicsScene) -> list[tuple[float, float, bool]]:
    """The left edge and the width of each shaded board, and whether that lies over the pieces."""
    rects = [item for item in scene.items() if isinstance(item, QGraphicsRectItem)]
    return sorted((item.rect().x(), item.rect().width(), item.zValue() > 0) for item in rects)


def test_shades_are_switched_by_their_names(module: Module) -> None:
    scene = QGraphicsScene()
    shades = Shades(scene, module, "M", LIGHT)
    shades.show_anew()
    assert seen(scene) == [(0, 100, False), (100, 200, False)]
    shades.switch("Fog")
    assert seen(scene) == [(0, 100, False), (100, 200, False), (100, 200, True)]
    shades.switch("Night")
    assert (seen(scene), shades.shown) == ([(100, 200, True)], frozenset({"Fog"}))
    scene.clear()
    shades.show_anew()
    assert seen(scene) == [(100, 200, True)]
    shades.switch("No such shade")
    assert shades.shown == frozenset({"Fog"})
