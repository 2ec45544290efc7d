"""The program around the table: games of another version of their module, windows, and set-ups of the umpire's own."""

import shutil
from pathlib import Path
from weakref import ref

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QDialogButtonBox, QLabel, QMessageBox

from tabletop.desktop.platform.garbage_collection import collect_all
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.program.program_windows import GONE_MS
from tabletop.desktop.window.game_window import GameWindow
from tabletop.dice import SeededChance
from tabletop.game.state.game import ModuleName
from tabletop.journal.journal import Journal
from tabletop.module.library import SHELVES
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import new_game

UNITS = "counters/units.yaml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a module that the program finds, and that a test may change."""
    monkeypatch.setenv(SHELVES, str(tmp_path / "shelf"))
    return new_module("Border War", tmp_path / "shelf")


@pytest.fixture
def file(folder: Path, tmp_path: Path) -> Path:
    """Return the file of a game of that module."""
    game = new_game(load_module(folder), "meeting", {}, SeededChance("11" * 32, b"set-up", 0, 0), "22" * 32)
    Journal.create(tmp_path / "game.wartable", game, "33" * 32, 0).close()
    return tmp_path / "game.wartable"


@pytest.fixture
def program(folder: Path, qtbot, monkeypatch: pytest.MonkeyPatch) -> DesktopApp:
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = DesktopApp()
    yield program
    if program.window is not None:
        program.window.close()
        program.window.deleteLater()


def changed(folder: Path, old: str, new: str) -> None:
    text = (folder / UNITS).read_text(encoding="utf-8")
    (folder / UNITS).write_text(text.replace(old, new), encoding="utf-8")


def resumed(
    program: DesktopApp, file: Path, monkeypatch: pytest.MonkeyPatch, *, yes: bool
) -> tuple[list[str], list[int]]:
    """Continue a game, answering its question with yes or no. Return the question, and the attack of the infantry in
    the continued game.
    """
    asked: list[str] = []
    button = QMessageBox.StandardButton.Yes if yes else QMessageBox.StandardButton.No

    def answer(_parent: object, _title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return button

    monkeypatch.setattr(QMessageBox, "question", answer)
    program.resume(file)
    game = program.window.model.table_seat.session.game
    kinds = [game.kind_of(id) for id in game.pieces]
    return asked, sorted({kind.traits[0].values["attack"] for kind in kinds if kind.key == "red_infantry"})


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("yes", "attack"), [(True, [4]), (False, [3])])
def test_a_game_is_moved_along_where_the_player_wants_it(
    program: DesktopApp, folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch, yes: bool, attack: list[int]
) -> None:
    changed(folder, "attack: 3", "attack: 4")
    asked, found = resumed(program, file, monkeypatch, yes=yes)
    assert len(asked) == 1
    assert "9 counters would change.\n" in asked[0]
    assert found == attack
    named = program.window.model.table_seat.session.game.module
    assert isinstance(named, ModuleName)
    assert (named == load_module(folder).name) is yes


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_where_nothing_on_the_table_differs_nothing_is_asked(
    program: DesktopApp, folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(folder, "# The units.", "# All units.")
    assert resumed(program, file, monkeypatch, yes=True) == ([], [3])


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("is_first", "yes"), [(False, False), (True, False), (True, True)])
def test_a_game_opens_though_its_module_has_gained_a_map(
    program: DesktopApp, folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch, is_first: bool, yes: bool
) -> None:
    sheet = (folder / "map" / "main.yaml").read_text(encoding="utf-8")
    (folder / "map" / "north.yaml").write_text(
        sheet.replace("id: main", "id: north").replace("The field", "The north"), encoding="utf-8"
    )
    about = folder / "module.yaml"
    maps = "[map/north.yaml, map/main.yaml]" if is_first else "[map/main.yaml, map/north.yaml]"
    about.write_text(about.read_text(encoding="utf-8").replace("[map/main.yaml]", maps), encoding="utf-8")
    changed(folder, "attack: 3", "attack: 4")
    resumed(program, file, monkeypatch, yes=yes)
    game = program.window.model.table_seat.session.game
    assert set(program.window.maps.scenes) == set(game.maps)
    assert ("north" in game.maps) is yes
    drawn = program.window.maps.scenes["main"].pieces_in(QRectF(0, 0, 10_000, 10_000))
    assert len(drawn) >= 11


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_game_on_the_table_is_brought_to_another_version_that_is_here(
    program: DesktopApp, folder: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(program.windows, "tell", told.append)
    resumed(program, file, monkeypatch, yes=True)
    program.window.requests.other_version_wanted.emit()
    assert told == ["There is no other version of Border War here. Import it first."]
    later = shutil.copytree(folder, tmp_path / "shelf" / "later")
    changed(later, "attack: 3", "attack: 5")
    asked: list[str] = []
    yes = QMessageBox.StandardButton.Yes
    monkeypatch.setattr(QMessageBox, "question", lambda _parent, _title, text: asked.append(text) or yes)
    window = program.window
    program.window.requests.other_version_wanted.emit()
    assert program.window is not window
    game = program.window.model.table_seat.session.game
    assert game.module == load_module(later).name == program.window.model.module.name
    assert "here differs from the one that this game uses" in asked[0]
    assert "9 counters would change" in asked[0]


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("ticks", [(), (0,), (1,), (0, 1)])
def test_what_else_of_a_newer_version_is_wanted_is_ticked(
    program: DesktopApp, folder: Path, file: Path, ticks: tuple[int, ...]
) -> None:
    changed(folder, "id: blue_artillery, name: Blue artillery", "id: blue_guns, name: Guns")
    scenario = folder / "scenarios" / "meeting.yaml"
    scenario.write_text(
        scenario.read_text(encoding="utf-8").replace("blue_artillery", "blue_guns")
        + "decks:\n- {name: Events, point: [100, 100], cards: [red_infantry]}\n",
        encoding="utf-8",
    )
    (folder / UNITS).write_text((folder / UNITS).read_text().replace("count: 5", "count: 6"), encoding="utf-8")
    about = folder / "module.yaml"
    about.write_text(about.read_text(encoding="utf-8").replace("count: 8", "count: 9", 1), encoding="utf-8")
    seen: list[str] = []

    def answer() -> None:
        card = QApplication.activeModalWidget()
        assert isinstance(card, QDialog)
        found = card.findChildren(QCheckBox)
        seen.extend(label.text() for label in (*card.findChildren(QLabel), *found))
        for tick in ticks:
            QTest.mouseClick(found[tick], Qt.MouseButton.LeftButton, pos=QPoint(8, found[tick].height() // 2))
        yes = card.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Yes)
        QTest.mouseClick(yes, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, answer)
    program.resume(file)
    assert "Remove 1 counter that this version lacks" in seen
    assert "These decks are new: Events." in seen
    game = program.window.model.table_seat.session.game
    assert game.module == load_module(folder).name
    assert ("blue_artillery" not in {game.kind_of(id).key for id in game.pieces}) == (0 in ticks)
    assert ("Events" in game.named) == (1 in ticks)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_window_stands_where_the_one_before_stood(program: DesktopApp, file: Path) -> None:
    program.show_start()
    assert program.window is not None
    program.resume(file)
    program.window.setGeometry(40, 30, 1300, 800)
    program.show_start()
    program.resume(file)
    assert program.window.geometry() == QRect(40, 30, 1300, 800)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_program_that_ends_while_a_window_goes_leaves_nothing(program: DesktopApp, qtbot):
    other = DesktopApp()
    other.show_start()
    other.show_start()
    other.window.close()
    other.window.deleteLater()
    gone = ref(other)
    del other
    qtbot.wait(2 * GONE_MS)
    collect_all()
    assert gone() is None


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_game_begins_from_a_set_up_of_the_umpires_own_and_is_saved_as_one(
    program: DesktopApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, saved = tmp_path / "own.yaml", tmp_path / "saved.yaml"
    piece = "{piece: red_armour, sight: {Blue: unseen}}"
    own.write_text(
        f"module: border_war\ninstead: yes\nsetup:\n  - {{at: '0405', pieces: [{piece}]}}\n", encoding="utf-8"
    )
    program.open(own)
    window = program.window
    assert isinstance(window, GameWindow)
    model = window.model
    assert (model.seat, model.game.access.kind, len(model.game.pieces)) == ("Umpire", "moderated", 1)
    monkeypatch.setattr("tabletop.desktop.window.files.map_export.file_to_write", lambda *_: saved)
    assert window.menus.actions["save-setup"].isVisible()
    window.menus.actions["save-setup"].trigger()
    written = " ".join(saved.read_text(encoding="utf-8").split())
    assert "at: '0405' map: main pieces: - piece: red_armour sight: {Blue: unseen}" in written
    model.sit_as("Blue", ("Blue",))
    assert (len(model.game.pieces), window.menus.actions["save-setup"].isVisible()) == (0, False)
    own.write_text("module: border_war\nscenario: dawn\n", encoding="utf-8")
    said: list[object] = []
    monkeypatch.setattr(program.windows, "say", said.append)
    program.open(own)
    assert "own.yaml:2:11: found 'dawn', expected a scenario of this game" in str(said[0])
