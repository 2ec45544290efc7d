"""Data beside a step that the chain does not cover: undo, copies and compaction use the replay instead."""

import sqlite3
from pathlib import Path

import pytest

from tabletop.cli import main
from tabletop.cli.failures import ExitCode
from tabletop.game.change.patch import Set
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.phase import phase_so_far
from tabletop.journal.records import encode
from tabletop.journal.takeback import take_back
from tabletop.journal.verify import verify

STEPS = 30
UNDONE = 12
"""The step that the twentieth undoes."""

DAMAGE = {
    "a false way back": ("UPDATE steps SET back = ? WHERE seq = 7", (encode([Set(10, 0, "false")]),)),
    "no way back": ("UPDATE steps SET back = x'90' WHERE seq = 7", ()),
    "a torn way back": ("UPDATE steps SET back = x'00ff17' WHERE seq = 7", ()),
    "two damaged": ("UPDATE steps SET back = (SELECT back FROM steps WHERE seq = 12) WHERE seq IN (7, 10)", ()),
    "another seat": ("UPDATE steps SET seat = 'bert' WHERE seq = 7", ()),
    "a take-back that is not marked": ("UPDATE steps SET takes_back = 0 WHERE seq = 20", ()),
    "a mark on what takes nothing back": ("UPDATE steps SET takes_back = 1 WHERE seq = 7", ()),
}


def play(path: Path, tools) -> Journal:
    """Return the journal of a new game of thirty steps; the twentieth undoes the twelfth."""
    journal = Journal.create(path, tools.setup(), "ab" * 32)
    table = tools.Table(journal)
    for n in range(1, STEPS + 1):
        if n == 20:
            table.take_back(take_back(journal, journal.game, (UNDONE,)), UNDONE)
        else:
            table.play(("state", 10 + n % 8, n) if n in (7, 10, UNDONE) else ("property", "turn", n))
    return journal


@pytest.fixture(params=[True, False], ids=["with a short cut behind it", "read from the start"])
def file(request, tmp_path: Path, tools, monkeypatch) -> Path:
    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_AT_CLOSE", 1 if request.param else 1_000)
    path = tmp_path / "game.wartable"
    play(path, tools).close()
    return path


@pytest.fixture
def whole(tmp_path: Path, tools):
    """Return the journal of the game of `play`, undamaged."""
    with play(tmp_path / "whole.wartable", tools) as journal:
        yield journal


def harm(path: Path, damage: str) -> None:
    with sqlite3.connect(path) as other:
        other.execute(*DAMAGE[damage])
    other.close()
    assert not verify(path).ok


@pytest.mark.parametrize("damage", DAMAGE)
def test_undo_does_what_it_does_in_the_undamaged_game(file, whole, damage):
    harm(file, damage)
    with Journal.open(file) as journal:
        journal.prove(7)
        assert journal.taken_back() == whole.taken_back() == {UNDONE}
        for seq in (7, 10):
            assert take_back(journal, journal.game, (seq,)) == take_back(whole, whole.game, (seq,))
            assert journal.around(seq) == whole.around(seq)
        assert phase_so_far(journal) == phase_so_far(whole)
        assert [journal.to_undo(seat) for seat in ("anna", "bert")] == [whole.to_undo(s) for s in ("anna", "bert")]


@pytest.mark.parametrize("damage", DAMAGE)
def test_it_is_said_and_the_file_is_whole_again(file, damage):
    harm(file, damage)
    with Journal.open(file) as journal:
        journal.prove(1)
        steps = {
            "two damaged": "2 actions; the first is 7",
            "a take-back that is not marked": "1 action; the first is 20",
        }
        assert steps.get(damage, "1 action; the first is 7") in journal.warning
    assert verify(file).ok
    with Journal.open(file) as journal:
        assert journal.warning == ""


@pytest.mark.parametrize("damage", DAMAGE)
def test_who_watches_goes_by_the_replay_too_and_writes_nothing(file, whole, damage):
    harm(file, damage)
    data = file.read_bytes()
    with Journal.watch(file) as journal:
        assert list(journal.entries(1)) == list(whole.entries(1))
    assert file.read_bytes() == data


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("command", ["copy", "compact"])
def test_copies_and_compact_games_are_whole(file, damage, command, monkeypatch, capsys):
    harm(file, damage)
    out = file.with_name("out.wartable") if command == "copy" else file
    options = ["-o", str(out)] if command == "copy" else []
    monkeypatch.setattr("sys.argv", ["wartable", command, str(file), *options])
    assert main() == ExitCode.WELL
    assert verify(out).ok
    assert command == "compact" or "was restored from the record" in capsys.readouterr().err


def test_a_step_that_is_damaged_itself_is_not_undone(tmp_path, tools, monkeypatch):
    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_AT_CLOSE", 1)
    path = tmp_path / "game.wartable"
    play(path, tools).close()
    with sqlite3.connect(path) as other:
        (record,) = other.execute("SELECT record FROM steps WHERE seq = 9").fetchone()
        other.execute("UPDATE steps SET record = ? WHERE seq = 9", (record.replace(b"anna", b"bert"),))
    other.close()
    with Journal.open(path) as journal:
        for ask in (lambda: take_back(journal, journal.game, (7,)), lambda: journal.around(7), journal.compact):
            with pytest.raises(JournalError, match="damaged after action 8"):
                ask()


def test_a_short_cut_that_the_record_does_not_lead_to_is_not_made_the_beginning(tmp_path, tools, monkeypatch):
    from tabletop.journal.head import stored
    from tabletop.journal.records import decode_snapshot

    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_AT_CLOSE", 1)
    path = tmp_path / "game.wartable"
    play(path, tools).close()
    with sqlite3.connect(path) as other:
        seq, data, chain = other.execute("SELECT max(seq), position, chain FROM positions").fetchone()
        false = stored(decode_snapshot(data.replace(b"full", b"torn")), chain)
        other.execute(
            "UPDATE positions SET position = ?, digest = ? WHERE seq = ?", (false.position, false.digest, seq)
        )
    other.close()
    with Journal.open(path) as journal:
        with pytest.raises(JournalError, match="not the one in the record"):
            journal.compact()
        assert journal.first == 0


def test_a_long_game_is_proven_from_a_short_cut_near_the_step(tmp_path, tools, monkeypatch):
    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_EVERY", 100)
    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_AT_CLOSE", 10)
    path = tmp_path / "game.wartable"
    Journal.create(path, tools.setup(), "ab" * 32).close()
    for _ in range(25):
        with Journal.open(path) as journal:
            table = tools.Table(journal)
            for n in range(30):
                table.play(("property", "turn", n))
    replays = []
    from tabletop.journal import record_reader as module

    honest = module.replay
    monkeypatch.setattr(module, "replay", lambda head, row: replays.append(row.seq) or honest(head, row))
    with Journal.open(path) as journal:
        replays.clear()
        journal.prove(745)
        assert len(replays) < 200
        journal.prove(745)
        journal.prove(300)
        assert len(replays) == len(set(replays)), "each step is replayed once"
    assert verify(path).ok


@pytest.mark.parametrize("what", ["position", "digest", "chain"])
def test_a_short_cut_that_is_damaged_is_done_without(tmp_path, tools, monkeypatch, what):
    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_AT_CLOSE", 1)
    path = tmp_path / "game.wartable"
    play(path, tools).close()
    with Journal.watch(path) as journal:
        game = journal.game
    with sqlite3.connect(path) as other:
        ((bad,),) = other.execute(f"SELECT {what} FROM positions WHERE seq = {STEPS}")
        other.execute(f"UPDATE positions SET {what} = ? WHERE seq = {STEPS}", (bytes([bad[0] ^ 1]) + bad[1:],))
    other.close()
    assert not verify(path).ok
    with Journal.watch(path) as journal:
        assert (journal.game, f"the position at action {STEPS}" in journal.warning) == (game, True)
    with Journal.open(path) as journal:
        assert (journal.game, f"the position at action {STEPS}" in journal.warning) == (game, True)
    assert verify(path).ok
