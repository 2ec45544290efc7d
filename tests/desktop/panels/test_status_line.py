"""The line at the foot of a window names the side and the file, at any width."""

import pytest
from PySide6.QtGui import QFontMetricsF

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.panels.status_line import StatusLine

FILE = "Fire in the Sky, 2026-11-23 13.56.04.wartable"


@pytest.fixture
def line(qtbot) -> StatusLine:
    made = StatusLine(LIGHT)
    qtbot.addWidget(made)
    made.show_file("Japan and Allies", "301 actions", FILE, "saved")
    return made


def test_where_there_is_room_all_is_said(line):
    assert line.told(2_000) == f"Japan and Allies   ·   301 actions   ·   {FILE}   ·   saved"


def test_first_the_steps_go_then_the_middle_of_the_files_name(line):
    wide = QFontMetricsF(line.font()).horizontalAdvance(line.told(2_000))
    assert line.told(wide - 1) == f"Japan and Allies   ·   {FILE}   ·   saved"
    cut = line.told(wide * 0.7)
    assert cut.startswith("Japan and Allies   ·   Fire")
    assert cut.endswith("rtable   ·   saved")


@pytest.mark.parametrize("width", range(120, 900, 60))
def test_it_is_never_wider_than_its_room(line, width):
    assert QFontMetricsF(line.font()).horizontalAdvance(line.told(width)) <= width
