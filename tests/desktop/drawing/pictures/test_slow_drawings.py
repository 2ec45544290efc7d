"""Slow drawings are drawn once, in the background; a window is redrawn when they are ready."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from tabletop.desktop.drawing.pictures import slow_drawings as slow_module
from tabletop.desktop.drawing.pictures.module_pictures import blank, read_picture
from tabletop.desktop.drawing.pictures.prepared_pictures import drawn, wait_for_all
from tabletop.desktop.drawing.pictures.slow_drawings import slow_drawings
from tabletop.desktop.drawing.sheet.board_pictures import board_picture
from tabletop.module.contents.assets import effort_of

RED = "#a8322a"


def drawing(effects: int) -> bytes:
    """Return an SVG file: a red square of 40 pixels, and an invisible rectangle with this number of blurs, which make
    it slow to draw.
    """
    blurs = "<feGaussianBlur stdDeviation='0.01'/>" * effects
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>"
        f"<filter id='f'>{blurs}</filter><rect width='40' height='40' fill='{RED}'/>"
        "<rect width='1' height='1' fill='none' filter='url(#f)'/></svg>"
    ).encode()


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qapp: object):
    """Run a test without any cached drawings, and with an empty folder for caches."""
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
    assert effort_of(drawing(0)) < 20
    assert effort_of(drawing(30)) > slow_module.QUICK


def svg(inside: str, side: int = 400) -> bytes:
    return f"<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'>{inside}</svg>".encode()


ENDLESS = svg(
    "<rect width='390' height='390' fill='none' stroke='#000' stroke-width='5' stroke-linecap='round'"
    " stroke-dasharray='0.05'/>" * 1_000
)


@pytest.mark.parametrize(
    ("content", "is_slow"),
    [
        (svg("<rect width='9' height='9'/>" * 600), False),
        (svg("<rect width='9' height='9'/>" * 600, side=4_000), True),
        (svg("<text y='9'>word</text>" * 30), False),
        (svg("<text y='9'>word</text>" * 90), True),
        (svg("<path d='M0 0L9 9'/>"), False),
        (svg(f"<path d='M0 0{'L9 99L99 9' * 1_000}'/>"), True),
        (svg(f"<defs><path id='a' d='M0 0{'L9 99L99 9' * 50}'/></defs>" + "<use href='#a'/>" * 20), True),
        (svg("<rect stroke-dasharray='none'/>"), False),
        (svg("<rect stroke-dasharray='0.1'/>"), True),
        (svg("<rect style='fill:red; stroke-dasharray: 1,2'/>"), True),
        (svg("<style>.a{stroke-dasharray:1 2}</style><rect class='a'/>"), True),
        (svg("<style>.a{fill:red}</style><rect class='a'/>"), False),
        (svg(f"<style>{'.a{fill:red}' * 2_000}</style>" + "<rect class='a'/>" * 900), True),
        (svg("<pattern id='p' width='9' height='9'><rect width='3'/></pattern>" + "<rect fill='url(#p)'/>" * 3), True),
    ],
)
def test_what_may_take_long_is_slow(content: bytes, is_slow: bool) -> None:
    side = int(content.partition(b"width='")[2].partition(b"'")[0])
    assert (slow_drawings().of(content, (side, side), side * side) is not None) is is_slow


def test_one_that_comes_to_no_end_is_given_up(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(slow_module, "LONGEST_S", 3.0)
    (tmp_path / "a.svg").write_bytes(ENDLESS)
    with qtbot.waitSignal(slow_drawings().ended, timeout=60_000):
        assert read_picture(tmp_path / "a.svg") == blank("a")
    slow = slow_drawings().of(ENDLESS, (400, 400), 160_000)
    assert slow is not None
    assert slow.failure == "A drawing of this module takes too long to draw."
    assert not list(slow.picture.parent.iterdir()), "nothing is left behind"
    assert read_picture(tmp_path / "a.svg") == blank("a")


def test_a_quick_drawing_is_read_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_bytes(drawing(1))
    image, is_whole = drawn(lambda: read_picture(tmp_path / "a.svg"))
    assert (image.pixelColor(20, 20), is_whole) == (QColor(RED), True)


def test_a_slow_one_is_a_blank_until_it_is_drawn(file: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(slow_drawings().ended, timeout=60_000):
        image, is_whole = drawn(lambda: read_picture(file))
        assert (image, is_whole) == (blank("unit"), False)
    wait_for_all()
    image, is_whole = drawn(lambda: read_picture(file))
    assert (image.width(), image.height(), image.pixelColor(20, 20), is_whole) == (40, 40, QColor(RED), True)


def test_it_is_drawn_once_and_kept(file: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(slow_drawings().ended, timeout=60_000):
        read_picture(file)
    slow_drawings.cache_clear()
    assert read_picture(file).pixelColor(20, 20) == QColor(RED)


def test_a_board_waits_for_it(file: Path, qtbot: QtBot) -> None:
    waiting = board_picture(file, (80, 80)).tiling
    assert waiting is not None
    with qtbot.waitSignal(waiting.ended, timeout=60_000):
        waiting.begin()
    assert (waiting.failure, board_picture(file, (80, 80)).tiling) == ("", None)


def test_one_that_cannot_be_kept_says_so(file: Path, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    slow = slow_drawings().of(file.read_bytes(), (40, 40), 1600)
    assert slow is not None
    with qtbot.waitSignal(slow.ended, timeout=60_000):
        slow.begin()
    assert slow.failure.startswith("A drawing of this module cannot be kept: ")
