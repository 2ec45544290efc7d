"""Windows open on the screen, at their last position."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from tabletop.desktop.platform.window_state import WindowPlace
from tabletop.desktop.window.screen_fit import fit_on_screen, stand_of


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_a_window_for_which_there_is_room_is_as_large_as_wanted(window):
    fit_on_screen(window, QSize(1600, 1000))
    assert (window.size(), window.isMaximized()) == (QSize(1600, 1000), False)


@pytest.mark.parametrize("wanted", [QSize(2400, 900), QSize(1600, 1400), QSize(4000, 4000)])
def test_a_window_that_is_larger_than_the_screen_fills_it(window, wanted):
    room = QGuiApplication.primaryScreen().availableGeometry()
    fit_on_screen(window, wanted)
    assert window.isMaximized()
    assert room.contains(window.normalGeometry())


def test_a_window_stands_where_it_stood(window):
    stand = WindowPlace(40, 60, 900, 700)
    fit_on_screen(window, QSize(1600, 1000), stand)
    assert stand_of(window) == stand


@pytest.mark.parametrize(
    "stand",
    [
        pytest.param(WindowPlace(9_000, 60, 900, 700), id="on a screen that is gone"),
        pytest.param(WindowPlace(40, -500, 900, 700), id="its head above the screen"),
        pytest.param(WindowPlace(0, 0, 3_000, 2_000), id="larger than this screen"),
    ],
)
def test_a_window_that_would_not_be_seen_stands_in_the_middle(window, stand):
    fit_on_screen(window, QSize(1600, 1000), stand)
    assert QGuiApplication.primaryScreen().availableGeometry().contains(window.geometry())
