"""What a crash leaves, and what people then do to it: a log that is lost, a backup laid over, records out of range."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from tabletop.cli.failures import ExitCode
from tabletop.journal.errors import JournalError
from tabletop.journal.journal import Journal
from tabletop.journal.verify import verify


@pytest.fixture
def crashed(tmp_path: Path, new_table, tools) -> Path:
    """The files of a game as a program leaves them that is killed after 40 steps, and a backup of another game."""
    home = tmp_path / "crashed"
    home.mkdir()
    with Journal.create(tmp_path / "game.wartable", tools.setup(), "ab" * 32) as journal:
        table = tools.Table(journal)
        for n in range(40):
            table.play(("move", 10 + n % 8, n % 4))
        for end in ("", "-wal"):
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


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_lost_log_is_said(crashed, how):
    log = crashed.with_name("game.wartable-wal")
    log.unlink()
    if how == "empty":
        log.touch()
    assert "game.wartable-wal' is missing or empty" in verify(crashed).problem
    with Journal.open(crashed) as journal:
        assert "steps may be gone" in journal.warning
    with Journal.open(crashed) as journal:
        assert journal.warning == "", "it is closed now"


def test_a_backup_laid_over_a_crashed_game_is_not_destroyed_by_opening_it(crashed):
    backup = crashed.with_name("backup.wartable")
    shutil.copy(backup, crashed)
    with pytest.raises(JournalError, match=r"'game\.wartable-wal' may be of another file"):
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
    assert "damaged after step 4" in capsys.readouterr().err
    assert not verify(crashed).ok, "it is not made anew out of what is damaged"
    assert not crashed.with_name("out").exists()
