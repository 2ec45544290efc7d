"""Errors of the program: each sort is reported once, with its place in the code and nothing of the game."""

import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qCritical, qWarning

import tabletop
from tabletop.desktop.platform import error_reports as module
from tabletop.desktop.platform.error_reports import MOST_REPORTS, Mishaps

SECRET = "CV Akagi at Pearl Harbor"


@pytest.fixture
def mishaps(qapp, tmp_path: Path) -> Mishaps:
    made = Mishaps(tmp_path / "reports")
    made.files = []
    made.happened.connect(made.files.append)
    return made


def goes_wrong(secret: str = SECRET) -> None:
    try:
        raise KeyError(secret)
    except KeyError as error:
        raise ValueError(f"no {secret}") from error


def heard(mishaps: Mishaps, qtbot, does, often: int = 1) -> list[Path | None]:
    """Raise an error in a slot several times, wait until all its events are handled, and return the files of the
    reports.
    """
    done: list[bool] = []
    with qtbot.captureExceptions(), mishaps.heard():
        for _ in range(often):
            QTimer.singleShot(0, does)
        QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: done.append(True)))
        qtbot.waitUntil(lambda: bool(done))
    return mishaps.files


def test_a_report_says_where_it_arose_and_what_it_came_of(mishaps, qtbot):
    (file,) = heard(mishaps, qtbot, goes_wrong)
    told = file.read_text()
    assert told.splitlines()[0] == f"Wartable {tabletop.__version__}"
    assert told.index("\nKeyError\n") < told.index("\nValueError\n")
    assert "tests/desktop/platform/test_error_reports.py:" in told
    assert " goes_wrong\n" in told


def test_a_report_has_no_values_no_messages_and_no_folders_of_the_player(mishaps, qtbot):
    (file,) = heard(mishaps, qtbot, goes_wrong)
    told = file.read_text()
    for word in ("Akagi", "Pearl", "secret", str(Path.home()), str(Path(__file__).parents[2])):
        assert word not in told


def test_an_error_that_comes_again_and_again_is_told_once(mishaps, qtbot):
    assert len(heard(mishaps, qtbot, goes_wrong, often=5)) == 1


def test_an_error_on_another_thread_is_told(mishaps, qtbot):
    def beside() -> None:
        worker = threading.Thread(target=goes_wrong)
        worker.start()
        worker.join()

    (file,) = heard(mishaps, qtbot, beside)
    assert "ValueError" in file.read_text()


@pytest.mark.qt_no_exception_capture
@pytest.mark.parametrize(("says", "told"), [(qCritical, 1), (qWarning, 0)])
def test_what_qt_finds_critical_is_told_and_what_it_warns_of_is_not(mishaps, qtbot, capfd, says, told):
    assert len(heard(mishaps, qtbot, lambda: says(SECRET))) == told
    assert SECRET in capfd.readouterr().err
    assert all(SECRET not in file.read_text() for file in mishaps.files)


def test_where_no_report_can_be_written_it_is_told_all_the_same(mishaps, qtbot, tmp_path: Path):
    (tmp_path / "reports").write_text("")
    assert heard(mishaps, qtbot, goes_wrong) == [None]


def test_the_oldest_reports_are_thrown_away(tmp_path: Path):
    for _ in range(MOST_REPORTS + 3):
        assert module._write(tmp_path, "report") is not None
    assert len(list(tmp_path.iterdir())) == MOST_REPORTS


def test_afterwards_errors_go_where_they_went_before(mishaps):
    before = sys.excepthook, threading.excepthook
    with mishaps.heard():
        assert sys.excepthook is not before[0]
    assert (sys.excepthook, threading.excepthook) == before
