"""Files of VASSAL's dropped on the window: a module is imported once, a log is stepped through, failures are told."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tabletop.desktop.app import Program
from tabletop.desktop.panels.start import StartPage
from tabletop.desktop.window import GameWindow
from tabletop.module.library import modules_at_hand
from tests.vassal.conftest import Vassal

LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def program(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = Program()
    program.show_start()
    yield program
    program.window.close()
    program.window.deleteLater()


@pytest.fixture
def files(tmp_path: Path) -> Vassal:
    return Vassal(tmp_path)


def module(files: Vassal, version: str = "1.0") -> Path:
    board = files.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    slot = files.slot(("piece;;;;Tank", "null;0;0;7;0"), name="Tank", gpid="7")
    return files.vmod(
        files.element("module.PlayerRoster", "<entry>Red</entry>"),
        files.element("module.Map", files.element("module.map.BoardPicker", board), mapName="Main"),
        files.element("module.PieceWindow", slot, name="Pieces"),
        version=version,
    )


def log(files: Vassal) -> Path:
    tank = files.piece(("piece;;;;Tank", "Main;10;20;7;0"), id="1")
    moves = [f"M/1/Main/{x}/20/null/Main/{x - 50}/20/null/me" for x in (60, 110, 160)]
    return files.vsav(tank, more=["PLAYER\tme\tAnna\tRed"], steps=moves, name="Small.vlog")


def drop(program: Program, file: Path, qtbot) -> None:
    """Let a file fall on the middle of the window, as the system sends it."""
    window = program.window
    place = QPointF(window.rect().center())
    under = window.childAt(place.toPoint()) or window
    carried = QMimeData()
    carried.setUrls([QUrl.fromLocalFile(str(file))])
    entered = QDragEnterEvent(under.mapFrom(window, place.toPoint()), Qt.DropAction.CopyAction, carried, LEFT, PLAIN)
    QApplication.sendEvent(under, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(under, QDropEvent(place, Qt.DropAction.CopyAction, carried, LEFT, PLAIN))
    qtbot.waitUntil(lambda: program.window is not window, timeout=20_000)


def where(program: Program) -> int:
    [stack] = [held for held in program.window.model.game.holders.values() if held.map == 0]
    return stack.x


def test_a_module_is_imported_once_and_opened_again(program: Program, files: Vassal, qtbot) -> None:
    file = module(files)
    for _ in range(2):
        drop(program, file, qtbot)
        assert program.window.findChild(StartPage) is not None
        assert [each.about.title for each in modules_at_hand() if each.about.imported] == ["Small"]


def test_a_log_is_stepped_through_by_keys(program: Program, files: Vassal, qtbot) -> None:
    drop(program, module(files), qtbot)
    drop(program, log(files), qtbot)
    window = program.window
    assert where(program) == 160
    for x in (110, 60, 10):
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert where(program) == x
    for x in (60, 110, 160):
        QTest.keyClick(window, Qt.Key.Key_Y, CTRL)
        assert where(program) == x


def test_a_save_of_a_module_that_is_not_here_is_told(
    program: Program, files: Vassal, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(program, "tell", told.append)
    program.open(log(files))
    assert told == ["Small.vlog is of the module 'Small' 1.0, which is not here: import its .vmod file first."]
    program.open(files.vmdx())
    assert told[1].startswith("More.vmdx is an extension of a VASSAL module. Put it into the folder MODULE_ext")
    program.open(files.file("Broken.vmod", b"nothing"))
    assert told[2] == "Broken.vmod is not a VASSAL file: it is no zip."
