"""Random gestures never end in an error of the program; the number of open windows is limited."""

import gc
from random import Random

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from tabletop.desktop.program.qt_application import application
from tabletop.workshop.random_hands import RandomHands
from tests.journeys.conftest import Player

GESTURES = 500


@pytest.mark.qt_log_ignore("Mouse event at", "This plugin does not support")
def test_random_gestures_with_the_assistant_on_end_in_no_error(table: Player, december, request):
    request.addfinalizer(lambda: application().setQuitOnLastWindowClosed(True))
    table.press("F4")
    made: list[int] = []
    RandomHands(table.program, december, Random(12)).play(GESTURES, made.append)
    assert len(made) == GESTURES
    assert table.program.window is not None


def test_what_was_shown_and_closed_is_gone(table: Player):
    """Cards and windows that a player opens and closes many times leave nothing behind."""
    for _ in range(2):  # to create the things that are created only once
        _open_and_close(table)
    before = len(QApplication.allWidgets())
    for _ in range(5):
        _open_and_close(table)
    assert len(QApplication.allWidgets()) == before


def _open_and_close(table: Player) -> None:
    table.program.windows.tell("Something is said.")
    for name in ("options", "all-rules", "policies", "keys", "about"):
        table.window.menus.actions[name].trigger()
        table.settle()
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible() and widget is not table.window:
            widget.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
