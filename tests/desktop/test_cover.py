"""The cover of a game: its own, or drawn once from its map."""

from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from tabletop.desktop import cover as cover_module
from tabletop.desktop.cover import cover
from tabletop.desktop.module_folder import cover_file
from tabletop.desktop.theme import DARK, LIGHT
from tabletop.module.source import FolderSource

SIZE = QSize(120, 40)


def test_a_cover_is_drawn_from_the_map_once_for_each_theme(fire_in_the_sky, own_folders, qapp, monkeypatch):
    light, dark = cover(fire_in_the_sky, LIGHT, SIZE), cover(fire_in_the_sky, DARK, SIZE)
    assert light.size() == dark.size() == SIZE * 2
    assert light.toImage() != dark.toImage()
    assert QColor(light.toImage().pixel(120, 20)).lightness() > QColor(dark.toImage().pixel(120, 20)).lightness()
    monkeypatch.setattr(cover_module, "draw", None)
    assert cover(fire_in_the_sky, LIGHT, SIZE).toImage() == light.toImage().convertToFormat(
        cover(fire_in_the_sky, LIGHT, SIZE).toImage().format()
    )


def test_a_cover_that_was_spoiled_is_drawn_again(fire_in_the_sky, own_folders, qapp):
    cover(fire_in_the_sky, LIGHT, SIZE)
    cover_file(fire_in_the_sky, "light").write_bytes(b"no picture")
    assert cover(fire_in_the_sky, LIGHT, SIZE).size() == SIZE * 2


def test_a_module_may_bring_its_own(fire_in_the_sky, own_folders, qapp):
    own = QImage(30, 10, QImage.Format.Format_RGB32)
    own.fill(QColor("#A8322A"))
    own.save(str(own_folders / "cover.png"))
    module = replace(fire_in_the_sky, source=FolderSource(own_folders))
    assert cover(module, LIGHT, SIZE).size() == QSize(30, 10)


def test_without_a_map_there_is_none(fire_in_the_sky, own_folders, qapp):
    assert cover(replace(fire_in_the_sky, sheets={}), LIGHT, SIZE) is None
