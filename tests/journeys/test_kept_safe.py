"""Played moves are never lost; a file that cannot be opened gives one message, and the game on the table stays."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

import tabletop
from tabletop.desktop.panels.status_line import StatusLine
from tabletop.desktop.platform.settings import Settings, load_settings, save_settings, settings_file
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.seats.curtain import Curtain
from tabletop.game.commands import Say
from tabletop.journal.file.store import Store
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.verify import verify
from tests.journeys.conftest import says

ANOTHER = Path(__file__).with_name("another_program.py")


@contextmanager
def another_program(file: Path):
    """Run another program that plays this game. `moves` makes it move. It is killed at the end of the context."""
    child = subprocess.Popen(
        [sys.executable, str(ANOTHER), str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, "PYTHONPATH": str(Path(tabletop.__file__).parents[1]), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == "ready\n"
        yield child
    finally:
        child.kill()
        child.stdin.close()
        child.stdout.close()
        child.wait()


def moves(child: subprocess.Popen, count: int) -> int:
    """Let the other program move this number of times, and return the number of the last step that it confirmed."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("move\n" * count)
    child.stdin.flush()
    return [int(child.stdout.readline().split()[1]) for _ in range(count)][-1]


def test_a_program_that_is_killed_loses_nothing_it_had_confirmed(player, december):
    with another_program(december) as child:
        moves(child, 20)
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("move\n" * 500)
        child.stdin.flush()
        heard = [child.stdout.readline() for _ in range(37)]
        child.kill()
        heard += child.stdout.readlines()
    confirmed = max(int(line.split()[1]) for line in heard if line.endswith("\n"))
    proof = verify(december)
    assert proof.ok, proof.problem
    player.program.resume(december)
    assert player.model.table_seat.session.journal.last >= confirmed
    assert player.game.properties["step"] == player.model.table_seat.session.journal.last
    assert player.model.table_seat.session.journal.game_at(confirmed).properties["step"] == confirmed


def test_a_game_that_another_program_plays_can_be_watched(player, december):
    with another_program(december) as child:
        moves(child, 1)
        with player.answering(says("No")) as asked:
            player.program.resume(december)
        assert "another program" in asked[0]
        assert player.program.window is None
        with player.answering(says("Yes")):
            player.program.resume(december)
        assert player.model.is_watching
        here = len(player.pieces("Truk"))
        assert here > 1
        player.model.refused.connect(player.refused.append)
        player.press("Alt+Right")
        assert player.refused, "who watches moves nothing"
        moves(child, 1)
        player.wait(lambda: not player.pieces("Truk"))
        assert len(player.pieces("Saipan")) >= here


@pytest.fixture
def told(monkeypatch) -> list[str]:
    """Return a list that receives the messages that the program shows in a card."""
    sentences: list[str] = []
    monkeypatch.setattr(QMessageBox, "open", lambda box: sentences.append(box.text()))
    return sentences


def broken(home: Path, what: str) -> Path:
    good, file = home / "december.wartable", home / "broken.wartable"
    if what == "no file":
        return file
    file.write_bytes(good.read_bytes())
    if what == "empty":
        file.write_bytes(b"")
    elif what == "cut short":
        file.write_bytes(good.read_bytes()[:-9000])
    elif what == "noise":
        file.write_bytes(os.urandom(5000))
    elif what == "a zip":
        file.write_bytes(b"PK\3\4" + bytes(400))
    elif what == "overwritten":
        data = bytearray(good.read_bytes())
        data[5000:9000] = bytes(4000)
        file.write_bytes(bytes(data))
    elif what == "newer":
        data = bytearray(good.read_bytes())
        data[60:64] = (99).to_bytes(4, "big")  # SQLite's user_version
        file.write_bytes(bytes(data))
    elif what == "a folder":
        file.unlink()
        file.mkdir()
    return file


KINDS_OF_HARM = ("no file", "empty", "cut short", "noise", "a zip", "overwritten", "newer", "a folder")


def test_a_bad_file_gets_one_sentence_and_the_game_goes_on(table, home, told):
    window, before = table.window, table.game
    for number, what in enumerate(KINDS_OF_HARM, start=1):
        table.program.open(broken(home, what))
        assert len(told) == number, what
        assert told[-1].count("\n") == 0, what
        assert told[-1].endswith("."), what
        assert table.window is window
        assert table.game is before
        if (home / "broken.wartable").is_dir():
            (home / "broken.wartable").rmdir()
    assert "newer version" in told[KINDS_OF_HARM.index("newer")]
    table.look("Paramushiro")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    assert table.pieces("Paramushiro") == ()


MISTAKES = {
    "id: mine\ntitel: Mine\n": "title",
    "id: [mine\n": "module.yaml:",
    "&a [*a, *a]\n": "module.yaml:",
    "": "module.yaml",
    "\0\1\2": "module.yaml",
}


def test_a_module_with_mistakes_says_where(table, home, told):
    window, before = table.window, table.game
    for number, (mistake, expected) in enumerate(MISTAKES.items()):
        folder = home / f"mine {number}"
        folder.mkdir()
        (folder / "module.yaml").write_text(mistake)
        table.program.open(folder / "module.yaml")
        assert expected in told[-1]
        assert len(told[-1].splitlines()) <= 13
        assert len(told) == number + 1
        assert (table.window, table.game) == (window, before)


def test_what_is_not_there_is_said(table, home, told):
    table.program.open(home / "nothing" / "module.yaml")
    table.program.begin(home / "nothing", "december-1941")
    assert len(told) == 2
    assert isinstance(table.program.window, GameWindow)


def test_a_folder_that_cannot_be_written_to_is_no_reason_not_to_play(player, home, told, monkeypatch):
    (home / "data").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "data"))
    from tabletop.module.library import find_module

    player.program.begin(find_module("fire_in_the_sky"), "december-1941")
    assert len(told) == 1
    assert "No save file could be created" in told[0]
    player.settle()
    player.look("Paramushiro")
    player.drag(player.of(player.pieces("Paramushiro")[-1]), player.at("Paramushiro", dx=2 * 294))
    assert player.pieces("Paramushiro") == ()
    kept = home / "kept.wartable"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(kept), ""))
    with player.answering(says("Cancel")) as asked:
        assert not player.window.close()
    assert "has no file" in asked[0]
    with player.answering(says("Save as…")):
        assert player.window.close()
    assert verify(kept).last == 2


def test_a_full_disk_is_said_at_once_and_the_game_is_saved_when_there_is_room(table, december, monkeypatch):
    room = Store.insert

    def full(store, rows):
        raise JournalError("The disk is full.")

    monkeypatch.setattr(Store, "insert", full)
    table.look("Paramushiro")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    assert table.pieces("Paramushiro") == (), "the game goes on"
    assert "disk is full" in table.find(StatusLine).accessibleName()
    assert table.window.panels.toast.isVisible()
    assert "disk is full" in table.window.panels.toast.text()
    monkeypatch.setattr(Store, "insert", room)
    table.press("Ctrl+F")
    assert table.model.table_seat.session.trouble == ""
    assert verify(december).last == table.model.table_seat.session.journal.last


def test_a_game_with_two_seats_opens_behind_the_curtain(table, december):
    table.press("Ctrl+Shift+K")
    table.push("Japan")
    table.look("Paramushiro")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    table.leave()
    table.program.resume(december)
    assert table.find(Curtain).isVisible()
    table.push("Allies")
    assert table.model.seat == "Allies"
    with table.answering(says("They agree")):
        table.press("Ctrl+Z")
    assert table.pieces("Paramushiro")


def test_a_game_of_two_that_is_watched_asks_first_whose_eyes_look(table, december):
    table.press("Ctrl+Shift+K")
    table.push("Japan")
    table.submit(Say("to Midway", ("JP",)))
    table.leave()
    with another_program(december) as child:
        with table.answering(says("Yes")):
            table.program.resume(december)
        assert table.model.is_watching
        assert table.find(Curtain).isVisible()
        table.push("Allies")
        assert "Midway" not in table.log
        moves(child, 1)
        table.wait(lambda: "moves" in table.log)
        table.press("Ctrl+Shift+K")
        table.push("Japan")
        assert "to Midway" in table.log


def test_the_game_that_is_on_the_table_is_not_opened_twice(table, december, told):
    window = table.window
    table.program.resume(december)
    assert told == ["This game is already open."]
    assert table.window is window


def test_settings_that_cannot_be_read_are_the_usual_ones(home):
    settings_file().unlink()
    assert load_settings() == Settings()
    for content in (b"", b"{", b'{"dark": "yes"}', b"[]", os.urandom(50)):
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        settings_file().write_bytes(content)
        assert load_settings() == Settings()
    save_settings(Settings(dark=True))
    assert load_settings().dark


def test_a_file_that_is_deleted_while_open_is_said_without_a_move_and_saved_elsewhere(
    table, december, home, monkeypatch
):
    table.look("Paramushiro")
    december.unlink()
    table.wait(lambda: "was deleted while the game was open" in table.model.table_seat.session.trouble)
    kept = home / "kept.wartable"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(kept), ""))
    table.window.files.game.save_as()
    assert table.model.table_seat.session.trouble == ""
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    assert verify(kept).last == table.model.table_seat.session.journal.last > 0


def test_a_lock_of_another_program_holds_nothing_up_and_all_is_saved_when_it_is_gone(table, december):
    table.look("Paramushiro")
    other = sqlite3.connect(december, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    assert table.pieces("Paramushiro") == (), "the game goes on"
    assert "another program is writing to it" in table.window.panels.toast.text()
    other.close()
    table.press("Ctrl+F")
    assert table.model.table_seat.session.trouble == ""
    assert verify(december).last == table.model.table_seat.session.journal.last


def test_damage_beside_the_record_is_told_and_undo_leads_where_it_should(table, december, told):
    table.look("Paramushiro")
    lay = table.pieces("Paramushiro")
    table.drag(table.of(lay[-1]), table.at("Paramushiro", dx=2 * 294))
    assert table.pieces("Paramushiro") != lay
    table.leave()
    with closing(sqlite3.connect(december)) as other, other:
        other.execute("UPDATE steps SET back = x'90' WHERE seq = (SELECT max(seq) FROM steps)")
    table.program.resume(december)
    assert len(told) == 1
    assert "was damaged in 1 action" in told[0]
    table.press("Ctrl+Z")
    assert table.pieces("Paramushiro") == lay
    assert verify(december).ok


def test_damage_of_another_game_is_told_in_the_window_that_stays(table, december):
    harmed = december.with_name("harmed.wartable")
    table.model.table_seat.session.journal.copy_to(harmed)
    with closing(sqlite3.connect(harmed)) as other, other:
        other.execute("UPDATE steps SET back = x'90' WHERE seq = (SELECT max(seq) FROM steps)")
    before = table.window
    table.program.resume(harmed)
    assert table.window is not before
    table.settle()
    [box] = table.window.findChildren(QMessageBox)
    assert box.isVisible()
    assert "was damaged in 1 action" in box.text()
    QTest.keyClick(box, Qt.Key.Key_Return)
