"""A map exported from the program: a picture, a list of its pieces, and failures."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QImage

from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.window.files import map_export
from tabletop.desktop.window.game_window import GameWindow
from tabletop.module.new_module import new_module

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameWindow:
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = DesktopApp()
    program.begin(new_module("Border War", tmp_path / "shelf"), "meeting")
    assert isinstance(program.window, GameWindow)
    qtbot.waitUntil(lambda: program.window.focusWidget() is program.window.view("main"))
    yield program.window
    program.window.close()
    program.window.deleteLater()


def chosen(window: GameWindow, words: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_export, "file_to_write", lambda *_: file)
    next(action for action in window.findChildren(QAction) if action.text() == words).trigger()


def test_a_picture_and_a_list_are_written(window: GameWindow, tmp_path: Path, monkeypatch) -> None:
    chosen(window, "Export map image…", tmp_path / "map.png", monkeypatch)
    assert not QImage(str(tmp_path / "map.png")).isNull()
    chosen(window, "Export piece list…", tmp_path / "map.txt", monkeypatch)
    first, *lines = (tmp_path / "map.txt").read_text(encoding="utf-8").splitlines()
    assert first == "main"
    assert lines
    assert all(": " in line for line in lines)


@pytest.mark.parametrize(("words", "name"), [("Export map image…", "map.png"), ("Export piece list…", "map.txt")])
def test_what_cannot_be_written_is_said(window: GameWindow, tmp_path: Path, monkeypatch, words: str, name: str) -> None:
    said: list[str] = []
    window.files.maps.remarked.connect(said.append)
    chosen(window, words, tmp_path / "nowhere" / name, monkeypatch)
    assert said == [f"'{tmp_path / 'nowhere' / name}' cannot be written."]
