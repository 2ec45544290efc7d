"""Drawings that take long are drawn in the background, once; a window draws anew with what is there."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from tabletop.desktop.drawing import slow_drawings as slow_module
from tabletop.desktop.drawing.board_pictures import board_picture
from tabletop.desktop.drawing.pictures import blank, read_picture
from tabletop.desktop.drawing.preparing import drawn, wait_for_all
from tabletop.desktop.drawing.slow_drawings import slow_drawings
from tabletop.module.assets import effort_of

RED = "#a8322a"


def drawing(effects: int) -> bytes:
    """A red square of 40 pixels, blurred by next to nothing again and again."""
    blurs = "<feGaussianBlur stdDeviation='0.01'/>" * effects
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>"
        f"<filter id='f'>{blurs}</filter><rect width='40' height='40' fill='{RED}'/>"
        "<rect width='1' height='1' fill='none' filter='url(#f)'/></svg>"
    ).encode()


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qapp: object):
    """A user of whom nothing is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    slow_drawings.cache_clear()
    yield
    wait_for_all()
    slow_drawings.cache_clear()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "unit.svg"
    made.write_bytes(drawing(30))
    return made


def test_an_effect_counts_for_many_elements() -> None:
    assert effort_of(drawing(0)) < 10
    assert effort_of(drawing(30)) > slow_module.QUICK


def test_a_quick_drawing_is_read_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_bytes(drawing(1))
    image, is_whole = drawn(lambda: read_picture(tmp_path / "a.svg"))
    assert (image.pixelColor(20, 20), is_whole) == (QColor(RED), True)


def test_a_slow_one_is_a_blank_until_it_is_drawn(file: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(slow_drawings().ended, timeout=5_000):
        image, is_whole = drawn(lambda: read_picture(file))
        assert (image, is_whole) == (blank("unit"), False)
    wait_for_all()
    image, is_whole = drawn(lambda: read_picture(file))
    assert (image.width(), image.height(), image.pixelColor(20, 20), is_whole) == (40, 40, QColor(RED), True)


def test_it_is_drawn_once_and_kept(file: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(slow_drawings().ended, timeout=5_000):
        read_picture(file)
    slow_drawings.cache_clear()
    assert read_picture(file).pixelColor(20, 20) == QColor(RED)


def test_a_board_waits_for_it(file: Path, qtbot: QtBot) -> None:
    waiting = board_picture(file, (80, 80)).tiling
    assert waiting is not None
    with qtbot.waitSignal(waiting.ended, timeout=5_000):
        waiting.begin()
    assert (waiting.failure, board_picture(file, (80, 80)).tiling) == ("", None)


def test_one_that_cannot_be_kept_says_so(file: Path, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    slow = slow_drawings().of(file.read_bytes(), (40, 40))
    assert slow is not None
    with qtbot.waitSignal(slow.ended, timeout=5_000):
        slow.begin()
    assert slow.failure.startswith("A drawing of this module cannot be kept: ")
