"""Python's garbage is collected on the window's thread, and on no other."""

import gc
import threading

import pytest
from PySide6.QtCore import QTimer

from tabletop.desktop.platform.garbage_collection import collected_here

pytestmark = pytest.mark.usefixtures("qapp")


class Ring:
    """A reference cycle that only the garbage collector deletes. It notes the thread on which this happens."""

    def __init__(self, died: list[str]) -> None:
        self._died = died
        self._itself = self

    def __del__(self) -> None:
        self._died.append(threading.current_thread().name)


def test_it_is_collected_here_though_another_thread_makes_it(qtbot) -> None:
    died: list[str] = []

    def work() -> None:
        for _ in range(3 * gc.get_threshold()[0]):
            Ring(died)

    with collected_here():
        worker = threading.Thread(target=work)
        worker.start()
        worker.join()
        assert died == []
        qtbot.waitUntil(lambda: bool(died))
    assert set(died) == {threading.main_thread().name}


def test_what_python_does_otherwise_is_as_before() -> None:
    assert gc.isenabled()
    with collected_here():
        with collected_here():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_waits_for_as_much_as_python_does(qtbot) -> None:
    gc.collect()
    died: list[str] = []
    with collected_here():
        Ring(died)
        over: list[bool] = []
        QTimer.singleShot(1_200, lambda: over.append(True))
        qtbot.waitUntil(lambda: bool(over))
        assert died == []
    gc.collect()
