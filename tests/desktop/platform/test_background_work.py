"""Slow work is done in the background, with a progress card if it takes longer than a moment."""

import gc
import threading
import time

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from tabletop.desktop.platform.background_work import Progress, done_shown

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.parametrize(("takes_s", "cards"), [(0.0, []), (0.8, ["A game\nLaying out, 2 of 3"])])
def test_a_card_is_there_for_what_takes_longer_than_a_moment(qtbot, takes_s: float, cards: list[str]) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    seen: list[str] = []

    def does(progress: Progress) -> str:
        progress("PropertyReader", 1, 3)
        time.sleep(takes_s)
        progress("Laying out", 2, 3)
        time.sleep(takes_s / 4)
        return "done"

    def look() -> None:
        seen.extend(card.labelText() for card in window.findChildren(QProgressDialog) if card.isVisible())

    watch = QTimer(window)
    watch.timeout.connect(look)
    watch.start(20)
    assert done_shown("A game", "is being set up …", does, window) == "done"
    watch.stop()
    assert sorted(set(seen) - {"A game\nis being set up …", "A game\nReading, 1 of 3"}) == cards
    assert bool(seen) is bool(cards)
    assert not [card for card in window.findChildren(QProgressDialog) if card.isVisible()]


def test_what_goes_wrong_is_raised(qtbot) -> None:
    def does(_progress: Progress) -> None:
        raise ValueError("It cannot be done.")

    with pytest.raises(ValueError, match=r"^It cannot be done\.$"):
        done_shown("A game", "is being set up …", does, None)


def test_what_is_garbage_meanwhile_dies_on_the_thread_of_the_window(qtbot) -> None:
    died: list[bool] = []

    class Mortal(QObject):
        def __del__(self) -> None:
            died.append(threading.current_thread() is threading.main_thread())

    def does(_progress: Progress) -> int:
        return sum(len([[number] for number in range(1_000)]) for _ in range(2_000))

    ring: list[object] = [Mortal()]
    ring.append(ring)
    del ring
    assert done_shown("A game", "is being set up …", does, None) == 2_000_000
    gc.collect()
    assert died == [True]
