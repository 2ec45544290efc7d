"""The cover of a game: its own, or drawn once from its map in the background."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme
from tabletop.desktop.platform.module_paths import cover_file, folder_of
from tabletop.desktop.start.game_covers import cover, draw_cover
from tabletop.module.module import Module
from tabletop.module.source import FolderSource

SIZE = QSize(120, 40)
HERE = Path("nowhere")


@pytest.fixture
def shared_cache(tmp_path: Path) -> Path:
    """Return a folder without covers, which no other test shares."""
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


def drawn(module: Module, theme: Theme, folder: Path) -> QImage:
    file = folder / "covers" / f"{theme.name}.png"
    draw_cover(module, theme.name, (240, 80), file)
    assert [kept.name for kept in file.parent.glob(f"*{theme.name}*")] == [file.name], "and no draft of it"
    return QImage(str(file))


def test_a_cover_is_drawn_from_the_map_once_for_each_theme(fire_in_the_sky, own_folders, qapp):
    light, dark = (drawn(fire_in_the_sky, theme, own_folders) for theme in (LIGHT, DARK))
    assert light.size() == dark.size() == SIZE * 2
    assert QColor(light.pixel(120, 20)).lightness() > QColor(dark.pixel(120, 20)).lightness()
    assert light.save(str(cover_file_of(fire_in_the_sky)))
    found = cover(HERE, fire_in_the_sky, LIGHT, SIZE)
    assert found.is_done
    assert found.picture().toImage().convertToFormat(light.format()) == light
    assert not cover(HERE, fire_in_the_sky, DARK, SIZE).is_done


def cover_file_of(module: Module) -> Path:
    file = cover_file(module, "light")
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def test_another_program_draws_it_meanwhile_and_one_that_was_spoiled_anew(fire_in_the_sky, own_folders, qtbot):
    cover_file_of(fire_in_the_sky).write_bytes(b"no picture")
    found = cover(folder_of(fire_in_the_sky), fire_in_the_sky, LIGHT, SIZE)
    assert not found.is_done
    with qtbot.waitSignal(found.ended, timeout=60_000):
        found.begin()
        assert found.picture().isNull(), "the window goes on at once"
    assert (found.failure, found.picture().size()) == ("", SIZE * 2)


def test_one_that_cannot_be_drawn_says_so(fire_in_the_sky, own_folders, qtbot):
    found = cover(HERE, fire_in_the_sky, LIGHT, SIZE)
    with qtbot.waitSignal(found.ended, timeout=60_000):
        found.begin()
    assert (found.failure, found.is_done) == ("The cover of this game cannot be drawn.", False)


def test_a_module_may_bring_its_own(fire_in_the_sky, own_folders, qapp):
    own = QImage(30, 10, QImage.Format.Format_RGB32)
    own.fill(QColor("#A8322A"))
    own.save(str(own_folders / "cover.png"))
    module = replace(fire_in_the_sky, source=FolderSource(own_folders))
    assert cover(HERE, module, LIGHT, SIZE).picture().size() == QSize(30, 10)


def test_without_a_map_there_is_none(fire_in_the_sky, own_folders, qapp):
    assert cover(HERE, replace(fire_in_the_sky, sheets={}), LIGHT, SIZE) is None


def test_one_that_takes_too_long_is_given_up(fire_in_the_sky, own_folders, qtbot, monkeypatch):
    monkeypatch.setattr("tabletop.desktop.start.game_covers.LONGEST_S", 0.5)
    kept = cover_file_of(fire_in_the_sky)
    draft = kept.with_suffix(".1.part")
    draft.write_bytes(b"half")
    found = cover(folder_of(fire_in_the_sky), fire_in_the_sky, LIGHT, SIZE)
    with qtbot.waitSignal(found.ended, timeout=60_000):
        found.begin()
    assert (found.failure, found.is_done) == ("The cover of this game takes too long to draw.", False)
    assert not draft.exists()
