"""The files left by a crash, and common mishandling of them: a lost log, a backup copied over, damaged records."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop.cli.failures import ExitCode
from tabletop.journal.about import about
from tabletop.journal.file.write_ahead_log import log_of
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.verify import verify


@pytest.fixture
def crashed(tmp_path: Path, new_table, tools) -> Path:
    """Return the file of a game as it is left by a program that was killed after 40 steps. Beside it are its log and a
    backup of another game.
    """
    home = tmp_path / "crashed"
    home.mkdir()
    with Journal.create(tmp_path / "game.wartable", tools.setup(), "ab" * 32) as journal:
        table = tools.Table(journal)
        for n in range(40):
            table.play(("move", 10 + n % 8, n % 4))
        for end in ("", "-wal", "-shm"):
            shutil.copy(tmp_path / f"game.wartable{end}", home / f"game.wartable{end}")
    with Journal.create(home / "backup.wartable", tools.setup(), "cd" * 32) as backup:
        table = tools.Table(backup)
        for n in range(9):
            table.play(("state", 10 + n % 8, n % 3))
    return home / "game.wartable"


def test_with_its_log_it_is_whole(crashed):
    with Journal.open(crashed) as journal:
        assert (journal.last, journal.warning) == (40, "")
    assert verify(crashed).ok


@pytest.mark.parametrize("is_indexed", [True, False], ids=["with its index", "without its index"])
@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_lost_log_is_said(crashed, how, is_indexed):
    if not is_indexed:
        crashed.with_name("game.wartable-shm").unlink()
    log = crashed.with_name("game.wartable-wal")
    log.unlink()
    if how == "empty":
        log.touch()
    assert "game.wartable-wal' is missing or empty" in verify(crashed).problem
    with Journal.open(crashed) as journal:
        assert "moves may be lost" in journal.warning
    with Journal.open(crashed) as journal:
        assert journal.warning == "", "it is closed now"


def test_by_a_link_it_has_its_log_too(crashed, tmp_path):
    link = tmp_path / "link.wartable"
    link.symlink_to(crashed)
    assert verify(link).last == 40
    with Journal.open(link) as journal:
        assert (journal.last, journal.warning) == (40, "")
        crashed.rename(tmp_path / "elsewhere.wartable")
        assert journal.see_harm()


def cut(log: Path, size: int) -> None:
    os.truncate(log, size)


def flip(log: Path, at: int) -> None:
    content = bytearray(log.read_bytes())
    content[at] ^= 1
    log.write_bytes(content)


def test_a_log_that_is_cut_short_anywhere_is_said(crashed):
    log = crashed.with_name("game.wartable-wal")
    whole = {path: path.read_bytes() for path in crashed.parent.iterdir()}

    @given(st.integers(1, len(whole[log]) - 1), st.booleans())
    @example(32, False)
    @example(32 + 4096 + 24, True)
    @settings(max_examples=60, deadline=None)
    def said(size, is_indexed):
        restore(whole)
        if not is_indexed:
            size = min(size, 32)  # without its index, a log that is cut further on looks complete
            crashed.with_name("game.wartable-shm").unlink()
        cut(log, size)
        with Journal.open(crashed) as journal:
            found = journal.last
            assert found < 40
            assert "is damaged or cut short: moves may be lost" in journal.warning
        assert verify(crashed).ok
        assert verify(crashed).last == found

    said()


def test_a_log_with_a_changed_byte_loses_nothing_unsaid(crashed):
    log = crashed.with_name("game.wartable-wal")
    whole = {path: path.read_bytes() for path in crashed.parent.iterdir()}

    @given(st.integers(0, len(whole[log]) - 1), st.booleans())
    @settings(max_examples=60, deadline=None)
    def said(at, is_indexed):
        restore(whole)
        if not is_indexed:
            crashed.with_name("game.wartable-shm").unlink()
        flip(log, at)
        with Journal.open(crashed) as journal:
            assert journal.last == 40 or "moves may be lost" in journal.warning

    said()


def restore(whole: dict[Path, bytes]) -> None:
    for path, content in whole.items():
        path.write_bytes(content)


def test_who_looks_first_does_not_hide_it(crashed):
    cut(crashed.with_name("game.wartable-wal"), 32 + 10 * (4096 + 24))
    before = {path.name: path.read_bytes() for path in crashed.parent.iterdir()}
    assert about(crashed).last < 40
    assert "cut short" in verify(crashed).problem
    with Journal.watch(crashed) as journal, Journal.watch(crashed) as other:
        assert "cut short" in journal.warning
        assert "cut short" in other.warning
    assert {path.name: path.read_bytes() for path in crashed.parent.iterdir()} == before
    with Journal.open(crashed) as journal:
        assert "cut short" in journal.warning
    assert verify(crashed).ok


def test_a_log_that_was_just_to_begin_anew_has_lost_nothing(tmp_path, tools):
    path, crashed = tmp_path / "game.wartable", tmp_path / "crashed.wartable"
    with Journal.create(path, tools.setup(), "ab" * 32) as journal:
        table = tools.Table(journal)
        for n in range(9):
            table.play(("property", "turn", n))
        journal.save()
        shutil.copy(path, crashed)
        before = log_of(path).read_bytes()
        table.play(("property", "turn", 10))
        log_of(crashed).write_bytes(log_of(path).read_bytes()[:32] + before[32:])
    with Journal.open(crashed) as journal:
        assert (journal.last, journal.warning) == (9, "")


def test_a_log_that_somebody_plays_in_is_not_taken_for_a_crashed_one(tmp_path, tools):
    path = tmp_path / "game.wartable"
    with Journal.create(path, tools.setup(), "ab" * 32) as journal:
        for n in range(9):
            tools.Table(journal).play(("property", "turn", n))
            if n == 4:
                journal.save()
            with Journal.watch(path) as other:
                assert (other.last, other.warning) == (n + 1, "")
            assert verify(path).ok


def test_a_backup_laid_over_a_crashed_game_is_not_destroyed_by_opening_it(crashed):
    backup = crashed.with_name("backup.wartable")
    shutil.copy(backup, crashed)
    with pytest.raises(JournalError, match=r"'game\.wartable-wal' may belong to another file"):
        Journal.open(crashed)
    assert crashed.read_bytes() == backup.read_bytes()
    crashed.with_name("game.wartable-wal").unlink()
    crashed.with_name("game.wartable-shm").unlink(missing_ok=True)
    with Journal.open(crashed) as journal:
        assert journal.last == 9


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO steps SELECT -3, seat, 0, record, back, chain FROM steps WHERE seq = 2",
        "INSERT INTO steps SELECT 0, seat, 0, record, back, chain FROM steps WHERE seq = 2",
        "INSERT INTO steps SELECT 9223372036854775807, seat, 0, record, back, chain FROM steps WHERE seq = 2",
        "INSERT INTO positions SELECT 77, position, chain, digest FROM positions",
    ],
)
def test_records_out_of_range_are_told(crashed, sql):
    Journal.open(crashed).close()
    with sqlite3.connect(crashed) as other:
        other.execute(sql)
    other.close()
    assert not verify(crashed).ok
    with pytest.raises(JournalError, match="damaged"):
        Journal.open(crashed)


@pytest.mark.parametrize("command", ["replay", "export", "copy", "compact"])
def test_a_flipped_byte_is_told_by_all_that_read_the_record(crashed, command, monkeypatch, capsys):
    from tabletop.cli import main

    Journal.open(crashed).close()
    with Journal.open(crashed) as journal:
        journal._take_snapshot()
    with sqlite3.connect(crashed) as other:
        (record,) = other.execute("SELECT record FROM steps WHERE seq = 5").fetchone()
        other.execute("UPDATE steps SET record = ? WHERE seq = 5", (record.replace(b"anna", b"bert"),))
    other.close()
    out = ["-o", str(crashed.with_name("out"))] if command in ("export", "copy") else []
    monkeypatch.setattr("sys.argv", ["wartable", command, str(crashed), *out])
    assert main() == ExitCode.FILE
    assert "damaged after action 4" in capsys.readouterr().err
    assert not verify(crashed).ok, "it is not made anew out of what is damaged"
    assert not crashed.with_name("out").exists()


def test_who_cannot_read_a_crashed_game_is_not_told_to_move_its_log_away(crashed, monkeypatch):
    """Without the log's index, and in a read-only folder, SQLite cannot read the log."""
    crashed.with_name("game.wartable-shm").unlink()
    honest = sqlite3.connect

    def refused(*given: object, **more: object) -> sqlite3.Connection:
        problem = sqlite3.OperationalError("unable to open database file")
        problem.sqlite_errorname = "SQLITE_CANTOPEN"
        raise problem

    monkeypatch.setattr("sqlite3.connect", refused)
    for look in (Journal.open, verify):
        with pytest.raises(JournalError, match=r"^'game\.wartable' cannot be opened or created there\.$"):
            look(crashed)
    monkeypatch.setattr("sqlite3.connect", honest)
    assert verify(crashed).last == 40
