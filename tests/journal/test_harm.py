"""A file deleted, moved, replaced or overwritten by others while a game is open: reported at once, and saved
elsewhere.
"""

import sqlite3
import subprocess
import threading
from pathlib import Path

import pytest

from tabletop.journal.journal import Journal
from tabletop.journal.takeback import take_back
from tabletop.journal.verify import verify

OPS = [("move", 10, 1), ("state", 11, 2), ("move", 12, 3), ("property", "turn", 4), ("make", 2), ("remove", 13)]
HARM = {
    "rm game.wartable": "was deleted",
    "rm game.wartable game.wartable-wal game.wartable-shm": "was deleted",
    "mv game.wartable elsewhere.wartable": "was moved or renamed",
    "cp other.wartable new && mv new game.wartable": "taken the place",
    "cp other.wartable game.wartable": "written over",
    "head -c 5000 other.wartable > game.wartable": "written over",
    ": > game.wartable": "written over",
    "rm game.wartable-wal": "log of this game",
    ": > game.wartable-wal": "log of this game",
    "cat other.wartable >> game.wartable-wal": "log of this game",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.wartable"


@pytest.fixture
def table(file, tools):
    """Return an open game with six steps, and another one beside it."""
    with Journal.create(file.with_name("other.wartable"), tools.setup(), seed="cd" * 32) as other:
        tools.Table(other).play(OPS[0])
    with Journal.create(file, tools.setup(), seed="ab" * 32, at_ms=5) as journal:
        table = tools.Table(journal)
        for op in OPS:
            table.play(op)
        yield table


def run(command: str, folder: Path) -> None:
    """Run a shell command in a folder."""
    subprocess.run(["/bin/sh", "-c", command], cwd=folder, check=True)


@pytest.mark.parametrize("command", HARM)
def test_it_is_said_at_the_next_step_and_at_the_next_look(table, file, command):
    assert not table.journal.see_harm()
    run(command, file.parent)
    table.play(("state", 11, 3))
    assert HARM[command] in table.journal.trouble
    assert "Use Save as" in table.journal.trouble
    assert table.journal.last == 7, "the game goes on"


@pytest.mark.parametrize("command", HARM)
def test_saved_elsewhere_the_game_goes_on_there(table, file, command):
    run(command, file.parent)
    table.play(("state", 11, 3))
    game, chain = table.game, table.journal.chain
    kept = file.with_name("kept.wartable")
    table.journal.save_as(kept)
    assert (table.journal.trouble, table.game, table.journal.chain) == ("", game, chain)
    table.play(("move", 10, 2))
    table.journal.close()
    found = verify(kept)
    assert (found.ok, found.last) == (True, 8), found.problem


@pytest.mark.parametrize(
    "command", [c for c in HARM if "> game.wartable" not in c and "cp other.wartable game" not in c]
)
def test_nothing_is_lost_where_the_record_itself_is_still_open(table, file, command):
    run(command, file.parent)
    table.journal.save_as(file.with_name("kept.wartable"))
    assert [step.seq for step in table.journal.steps()] == [1, 2, 3, 4, 5, 6]
    assert not isinstance(take_back(table.journal, table.game, [6]), str)


@pytest.mark.parametrize(
    "command", ["cp other.wartable game.wartable", "cp other.wartable new && mv new game.wartable"]
)
def test_what_another_program_laid_there_is_not_touched(table, file, command):
    run(command, file.parent)
    table.play(("state", 11, 3))
    table.journal.save_as(file.with_name("kept.wartable"))
    table.journal.close()
    assert file.read_bytes() == file.with_name("other.wartable").read_bytes()
    assert not file.with_name("game.wartable-wal").exists()
    assert verify(file).last == 1


def test_a_game_that_was_given_up_does_not_touch_what_lies_there(table, file):
    run("cp other.wartable game.wartable", file.parent)
    table.play(("state", 11, 3))
    table.journal.close()
    assert file.read_bytes() == file.with_name("other.wartable").read_bytes()


@pytest.mark.parametrize(
    ("command", "there"),
    [
        ("mv game.wartable elsewhere.wartable", "elsewhere.wartable"),
        ("for end in '' -wal -shm; do mv game.wartable$end elsewhere.wartable$end; done", "elsewhere.wartable"),
        ("mkdir new; mv game.wartable* new", "new/game.wartable"),
        ("mkdir new; mv game.wartable new; ln new/game.wartable old", "new/game.wartable"),
    ],
)
def test_a_renamed_file_is_the_whole_game(table, file, command, there):
    run(command, file.parent)
    table.journal.close()
    moved = file.parent / there
    assert (verify(moved).problem, verify(moved).last) == ("", 6)
    with Journal.open(moved) as journal:
        assert (journal.last, journal.warning) == (6, "")
    assert not moved.with_name(f"{moved.name}-wal").exists()


def test_a_renamed_file_is_not_spoiled_by_a_log_that_was_overwritten(table, file):
    run("mv game.wartable elsewhere.wartable; cp other.wartable game.wartable-wal", file.parent)
    table.journal.close()
    with Journal.open(file.with_name("elsewhere.wartable")) as journal:
        assert "moves may be lost" in journal.warning


class TestARenamedFileThatCannotTakeItsLog:
    """A log that could not be written into the renamed file still belongs to it: renamed back, the game is whole."""

    @staticmethod
    def last_when_renamed_back(file: Path) -> int:
        file.with_name("elsewhere.wartable").rename(file)
        with Journal.open(file) as journal:
            return journal.last

    def test_because_another_program_reads_the_file(self, table, file):
        reader = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        reader.execute("BEGIN")
        assert reader.execute("SELECT max(seq) FROM steps").fetchone() == (6,)
        table.play(("state", 11, 3))
        run("mv game.wartable elsewhere.wartable", file.parent)
        table.journal.close()
        reader.close()
        assert self.last_when_renamed_back(file) == 7

    def test_because_the_log_was_changed(self, table, file):
        run("mv game.wartable elsewhere.wartable; cat other.wartable >> game.wartable-wal", file.parent)
        table.journal.close()
        assert self.last_when_renamed_back(file) == 6

    def test_except_that_a_log_whose_steps_were_saved_elsewhere_is_removed(self, table, file):
        run("mv game.wartable elsewhere.wartable; cat other.wartable >> game.wartable-wal", file.parent)
        kept = file.with_name("kept.wartable")
        table.journal.save_as(kept)
        assert verify(kept).last == 6
        assert not file.with_name("game.wartable-wal").exists()


def test_a_folder_that_is_renamed_keeps_the_whole_game(tmp_path, tools):
    old = tmp_path / "old"
    old.mkdir()
    with Journal.create(old / "game.wartable", tools.setup(), seed="ab" * 32) as journal:
        for op in OPS:
            tools.Table(journal).play(op)
        old.rename(tmp_path / "new")
    assert verify(tmp_path / "new" / "game.wartable").last == 6
    with Journal.open(tmp_path / "new" / "game.wartable") as journal:
        assert (journal.last, journal.warning) == (6, "")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["game.wartable"]


def test_what_the_program_itself_writes_is_no_harm(table):
    for _ in range(3):
        table.play(("property", "turn", "x" * 5_000_000))
        assert not table.journal.trouble
        table.journal.save()
        assert not table.journal.see_harm()
    table.journal.compact()
    table.play(OPS[0])
    assert not table.journal.trouble


class TestALockOfAnotherProgram:
    @pytest.fixture
    def other(self, table, file):
        """Return a connection to the file by which another program has begun to write to it."""
        other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        yield other
        other.close()

    def test_no_step_waits_for_it(self, table, other):
        ((wait_ms,),) = table.journal._store._connection.execute("PRAGMA busy_timeout")
        assert wait_ms < 50
        assert table.play(OPS[0]) == 7
        assert "another program is writing to it. You can play on" in table.journal.trouble

    def test_all_is_written_when_it_is_gone(self, table, file, other):
        table.play(("state", 11, 3))
        table.play(("state", 11, 2))
        other.execute("ROLLBACK")
        table.play(("state", 11, 1))
        assert table.journal.trouble == ""
        table.journal.close()
        assert verify(file).last == 9

    def test_closing_waits_a_little(self, table, file, other):
        table.play(("state", 11, 3))
        assert table.journal.trouble
        release = threading.Timer(0.1, other.execute, ["ROLLBACK"])
        release.start()
        table.journal.close()
        release.join()
        assert verify(file).last == 7
