"""The file of a game: recorded steps are kept, whatever happens to the program or the disk."""

import sqlite3
import threading
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Property
from tabletop.game.change.step import Step
from tabletop.game.commands import Say
from tabletop.game.state.game import Game
from tabletop.game.state.position import Position
from tabletop.journal.about import about
from tabletop.journal.file import syncer as syncer_module
from tabletop.journal.file.store import FORMAT, Store
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalBusyError, JournalError
from tabletop.journal.records import MOST_RECORD_BYTES, StepEntry, encode
from tabletop.journal.takeback import take_back
from tabletop.journal.verify import verify

OPS = [("move", 10, 1), ("state", 11, 2), ("move", 12, 3), ("property", "turn", 4), ("make", 2), ("remove", 13)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.wartable"


@pytest.fixture
def played(file, tools):
    """Return an open game on disk with six steps."""
    with Journal.create(file, tools.setup(), seed="ab" * 32, at_ms=5) as journal:
        table = tools.Table(journal)
        for op in OPS:
            table.play(op)
        yield table


def test_a_position_holds_every_field_of_a_game_but_those_that_are_found_again():
    assert set(Game.__struct_fields__) - set(Position.__struct_fields__) == {
        "spots",
        "named",
        "carried",
        "veiled",
        "known_more",
    }


def test_where_a_record_begins_need_not_be_read_again_by_who_knows(tools, played, file):
    played.journal.close()
    with Journal.open(file, played.journal.begun) as again:
        assert again.begun is played.journal.begun
        assert again.game == played.journal.game


def test_a_record_that_begins_otherwise_is_read_whatever_is_thought_to_be_known(tools, played, file):
    played.journal.close()
    other = Journal.in_memory(tools.setup(), "cd" * 32).begun
    with Journal.open(file, other) as again:
        assert again.begun == played.journal.begun
        assert again.game == played.journal.game


def test_reopened_it_stands_where_it_stood(tools, tmp_path):
    @given(st.lists(tools.ops, max_size=10))
    @settings(max_examples=25, deadline=None)
    def holds(ops):
        path = tmp_path / "any.wartable"
        with Journal.create(path, tools.setup(), seed="07" * 32) as journal:
            table = tools.Table(journal)
            for op in ops:
                table.play(op, by="bert")
            game, chain, last = journal.game, journal.chain, journal.last
            steps = list(journal.steps())
        with Journal.open(path) as again:
            assert (again.game, again.chain, again.last, again.seed) == (game, chain, last, "07" * 32)
            assert list(again.steps()) == steps
            assert again.game.spots == game.spots
            assert again.game.named == game.named
        assert verify(path).ok

    holds()


def test_a_step_is_on_disk_when_append_returns(played, file):
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as other:
        assert other.execute("SELECT count(*) FROM steps").fetchone() == (len(OPS),)
    other.close()


def test_a_closed_game_is_a_single_file(file, played):
    played.journal.close()
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_each_earlier_position_can_be_had(file, tools):
    with Journal.create(file, tools.setup(), "00") as journal:
        table = tools.Table(journal)
        games = [journal.game]
        for op in OPS:
            table.play(op)
            games.append(journal.game)
        assert [journal.game_at(seq) for seq in range(len(OPS) + 1)] == games
        with pytest.raises(JournalError, match="goes from action 0 to 6"):
            journal.game_at(7)


def test_a_step_between_its_positions(new_table, tools, monkeypatch):
    table = new_table()
    games = [table.game]
    for op in OPS:
        table.play(op)
        games.append(table.game)
    for walked in (100, 0):
        monkeypatch.setattr("tabletop.journal.record_reader.WALKED_BACK", walked)
        for seq in range(1, len(OPS) + 1):
            found = table.journal.around(seq)
            assert found.step.seq == seq
            assert tools.plain(found.before) == tools.plain(games[seq - 1])
            assert tools.plain(found.after) == tools.plain(games[seq])
    with pytest.raises(JournalError):
        table.journal.around(len(OPS) + 1)


def test_a_snapshot_at_the_end_is_found_again_and_verified(file, tools, monkeypatch):
    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_AT_CLOSE", 3)
    with Journal.create(file, tools.setup(), "00") as journal:
        table = tools.Table(journal)
        for op in OPS[:4]:
            table.play(op)
    with Journal.open(file) as journal:
        table = tools.Table(journal)
        table.play(OPS[4])
        game = journal.game
    assert verify(file).ok
    with Journal.open(file) as journal:
        assert journal.game == game
        assert [step.seq for step in journal.steps(2, 3)] == [2, 3]


def test_several_steps_at_once_are_one(file, tools):
    with Journal.create(file, tools.setup(), "00") as journal:
        game, entries = journal.game, []
        for seq in range(1, 51):
            patch = (Property("turn", seq),)
            game, back = apply(game, patch)
            entries.append(StepEntry(Step(seq, "anna", Say("next"), patch, seq), back))
        journal.extend(entries, game)
    assert (verify(file).ok, verify(file).events, verify(file).last) == (True, 50, 50)


def test_what_cannot_be_recorded_is_refused_and_nothing_has_happened(played):
    game = played.game
    for value in (1 << 70, "x" * MOST_RECORD_BYTES):
        patch = (Property("turn", value),)
        after, back = apply(game, patch)
        with pytest.raises(JournalError):
            played.journal.append(Step(7, "anna", Say(""), patch, 0), back, after)
    assert played.game == game
    assert played.play(("move", 10, 2)) == 7


class TestWhatUndoApplies:
    def test_to_the_last_own_step_or_to_the_tables(self, new_table):
        table = new_table()
        journal = table.journal
        assert (journal.to_undo(), journal.to_redo()) == (0, 0)
        own, other = table.play(("move", 10, 1)), table.play(("move", 11, 2), by="bert")
        assert (journal.to_undo("anna"), journal.to_undo("bert"), journal.to_undo()) == (own, other, other)
        assert journal.to_undo("carl") == 0

    def test_to_one_step_after_the_other_and_redo_in_the_opposite_order(self, new_table):
        table = new_table()
        journal = table.journal
        for point in (1, 2, 0):
            table.play(("move", 10, point))
        undone = []
        while seq := journal.to_undo("anna"):
            undone.append((seq, table.take_back(take_back(journal, table.game, (seq,)), seq)))
        assert [seq for seq, _ in undone] == [3, 2, 1]
        for seq, undo in reversed(undone):
            assert journal.to_redo("anna") == undo
            table.take_back(take_back(journal, table.game, (undo,)), undo)
            assert journal.to_undo("anna") == seq
        assert journal.to_redo("anna") == 0

    def test_a_new_step_ends_what_can_be_redone(self, new_table):
        table = new_table()
        seq = table.play(("move", 10, 1))
        table.take_back(take_back(table.journal, table.game, (seq,)), seq)
        table.play(("move", 10, 2))
        assert table.journal.to_redo("anna") == 0

    def test_it_is_the_same_after_the_game_was_closed(self, tools, file):
        with Journal.create(file, tools.setup(), "00") as journal:
            table = tools.Table(journal)
            for point in (1, 2):
                table.play(("move", 10, point))
            undo = table.take_back(take_back(journal, table.game, (2,)), 2)
        with Journal.open(file) as journal:
            assert (journal.to_undo("anna"), journal.to_redo("anna")) == (1, undo)


class TestCopies:
    def test_a_copy_is_the_game_and_the_game_goes_on(self, played, tmp_path):
        copy = tmp_path / "copy.wartable"
        played.journal.copy_to(copy)
        played.play(("move", 10, 2))
        assert verify(copy).last == 6
        with Journal.open(copy) as journal:
            assert list(journal.steps()) == list(played.journal.steps(1, 6))

    def test_saved_under_another_name_it_goes_on_there(self, played, file, tmp_path):
        other = tmp_path / "other.wartable"
        played.journal.save_as(other)
        played.play(("move", 10, 2))
        assert played.journal.path == other
        assert verify(other).last == 7
        assert verify(file).last == 6
        with Journal.open(file) as journal:
            assert journal.last == 6

    def test_a_game_in_memory_gets_a_file(self, tools, file):
        table = tools.Table()
        table.play(OPS[0])
        table.journal.save_as(file)
        table.play(OPS[1])
        table.journal.close()
        assert verify(file).events == 2

    def test_onto_a_game_that_is_open_elsewhere_it_is_refused(self, played, tmp_path, tools):
        other = tmp_path / "other.wartable"
        with Journal.create(other, tools.setup(), "00"), pytest.raises(JournalBusyError):
            played.journal.copy_to(other)
        with pytest.raises(JournalError, match="is the file of this game itself"):
            played.journal.copy_to(played.journal.path)

    def test_what_a_crash_left_beside_a_file_goes_with_it(self, played, tmp_path, tools):
        crashed, copy = tmp_path / "crashed.wartable", tmp_path / "crashed.wartable-wal"
        played.journal.copy_to(crashed)
        copy.write_bytes(played.journal.path.with_name("game.wartable-wal").read_bytes())
        Journal.create(crashed, tools.setup(), "00").close()
        assert not copy.exists()
        with Journal.open(crashed) as journal:
            assert (journal.last, journal.game) == (0, tools.setup())

    def test_where_it_cannot_be_written_nothing_is_left(self, played, tmp_path):
        target = tmp_path / "folder"
        target.mkdir()
        with pytest.raises(JournalError):
            played.journal.copy_to(target)
        with pytest.raises(JournalError):
            played.journal.copy_to(tmp_path / "no" / "such" / "game.wartable")
        assert sorted(p.name for p in tmp_path.iterdir() if "part" in p.name) == []

    def test_compacted_it_begins_here(self, played, file):
        game, chain = played.game, played.journal.chain
        played.journal.compact(at_ms=9)
        assert (played.journal.first, played.journal.last, played.journal.chain) == (6, 6, chain)
        played.play(("move", 10, 2))
        played.journal.close()
        assert (verify(file).ok, verify(file).events, verify(file).last) == (True, 1, 7)
        with Journal.open(file) as journal:
            assert journal.game_at(6) == game
            with pytest.raises(JournalError, match="holds no action 5"):
                journal.game_at(5)


class TestTwoPrograms:
    def test_the_second_is_told_and_may_watch(self, played, file):
        with pytest.raises(JournalBusyError, match="open in another program"):
            Journal.open(file)
        with Journal.watch(file) as watched:
            assert watched.game == played.game
            played.play(("move", 10, 2))
            assert [(f.step.seq, f.after) for f in watched.follow()] == [(7, played.game)]
            assert watched.follow() == []
            assert watched.game == played.game
            with pytest.raises(JournalError, match="only watch it here"):
                watched.append(Step(8, "x", Say(""), (), 0), (), watched.game)
            played.journal.compact()
            assert watched.follow() == []
            assert (watched.first, watched.game) == (7, played.game)

    def test_when_the_first_has_closed_it_can_be_played(self, tools, played, file):
        played.journal.close()
        with Journal.open(file) as again:
            tools.Table(again).play(("move", 10, 2))
        assert verify(file).last == 7

    def test_what_is_watched_can_be_saved_and_played_from_there(self, played, file, tmp_path):
        with Journal.watch(file) as watched:
            watched.save_as(tmp_path / "mine.wartable")
            game = watched.game
            watched.append(Step(7, "x", Say(""), (), 0), (), game)
        assert verify(tmp_path / "mine.wartable").last == 7


class TestTheDisk:
    def test_full_the_game_goes_on_and_is_saved_when_there_is_room(self, played, file, tmp_path):
        played.journal.save()
        connection = played.journal._store._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages}")
        while not played.journal.trouble:
            played.play(("property", "turn", "x" * 2_000))
        assert "the disk is full" in played.journal.trouble
        last = played.play(("move", 10, 2))
        assert [step.seq for step in played.journal.steps()] == list(range(1, last + 1))
        assert played.journal.to_undo() == last
        with pytest.raises(JournalError, match="the disk is full"):
            played.journal.save()
        played.journal.copy_to(tmp_path / "elsewhere.wartable")
        assert verify(tmp_path / "elsewhere.wartable").last == last
        connection.execute("PRAGMA max_page_count=100000")
        last = played.play(("move", 10, 1))
        assert played.journal.trouble == ""
        assert verify(file).last == last

    def test_where_a_copy_finds_no_room_the_file_that_was_asked_for_is_named(self, played, tmp_path):
        resource = pytest.importorskip("resource")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        try:
            with pytest.raises(JournalError) as said:
                played.journal.save_as(tmp_path / "elsewhere.wartable")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert str(said.value).startswith("'elsewhere.wartable'")
        assert list(tmp_path.glob("*elsewhere*")) == list(tmp_path.glob(".*elsewhere*")) == []

    def test_not_writable_the_game_goes_on_and_is_saved_elsewhere(self, played, file, tmp_path):
        played.journal._store.close_untouched()
        played.journal._store = Store.open(file, "ro")
        last = played.play(("move", 10, 2))
        assert "cannot be written" in played.journal.trouble
        played.journal.save_as(tmp_path / "elsewhere.wartable")
        assert played.journal.trouble == ""
        assert verify(tmp_path / "elsewhere.wartable").last == last

    def test_a_new_game_where_nothing_can_be_written_says_so(self, tools, tmp_path):
        with pytest.raises(JournalError, match="cannot"):
            Journal.create(tmp_path / "no" / "game.wartable", tools.setup(), "00")


class TestBadFiles:
    def refusal(self, path: Path) -> str:
        """Return the sentence by which each way of reading refuses a file, which stays as it is."""
        before = path.read_bytes() if path.is_file() else None
        sentences = set()
        for read in (Journal.open, Journal.watch, about):
            with pytest.raises(JournalError) as error:
                read(path)
            sentences.add(str(error.value))
        assert not verify(path).ok
        assert (path.read_bytes() if path.is_file() else None) == before
        (sentence,) = sentences
        assert "\n" not in sentence
        return sentence

    def test_no_file(self, file):
        assert "There is no file" in self.refusal(file)

    @pytest.mark.parametrize("content", [b"", b"hello", b"PK\3\4" + bytes(200), b"SQLite format 3\0" + bytes(84)])
    def test_not_a_game(self, file, content):
        file.write_bytes(content)
        assert "is not a Wartable game" in self.refusal(file)

    def test_another_sqlite_file(self, file):
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE notes (text)")
        other.close()
        assert "is not a Wartable game" in self.refusal(file)

    def altered(self, file: Path, played, sql: str, *values: object) -> None:
        played.journal.close()
        with sqlite3.connect(file) as other:
            other.execute(sql, values)
        other.close()

    def test_a_newer_format(self, file, played):
        self.altered(file, played, f"PRAGMA user_version={FORMAT + 1}")
        assert "newer version of Wartable" in self.refusal(file)

    def test_cut_short(self, file, played):
        played.journal.close()
        file.write_bytes(file.read_bytes()[:-5000])
        assert "is cut short" in self.refusal(file)

    def test_pages_overwritten(self, file, played):
        played.journal.close()
        content = bytearray(file.read_bytes())
        content[4096:] = b"\xff" * len(content[4096:])
        file.write_bytes(content)
        assert "damaged" in self.refusal(file)

    @pytest.mark.parametrize(
        "sql",
        [
            "CREATE TRIGGER more AFTER INSERT ON steps BEGIN DELETE FROM steps; END",
            "CREATE VIEW other AS SELECT 1",
            "DROP TABLE steps",
            "ALTER TABLE steps ADD COLUMN more",
        ],
    )
    def test_tables_that_are_not_ours(self, file, played, sql):
        self.altered(file, played, sql)
        assert "tables are not those of a game" in self.refusal(file)

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE steps SET record=7 WHERE seq=3",
            "UPDATE steps SET record=x'c1' WHERE seq=3",
            "UPDATE steps SET record=zeroblob(2000000) WHERE seq=3",
            "UPDATE steps SET seq=30 WHERE seq=3",
            "DELETE FROM steps WHERE seq=3",
            "DELETE FROM positions",
            "UPDATE positions SET position=x'80'",
        ],
    )
    def test_records_that_are_not_ours(self, file, played, sql):
        self.altered(file, played, sql)
        with pytest.raises(JournalError):
            Journal.open(file)
        assert not verify(file).ok

    @pytest.mark.parametrize(
        "record",
        [
            b"\x91" * 100_000 + b"\xc0",
            encode(
                {"seq": 7, "by": "x", "command": {"do": "say", "text": ""}, "patch": [["go", [999], 1, 0]], "at_ms": 0}
            ),
            encode(
                {
                    "seq": 7,
                    "by": "x",
                    "command": {"do": "say", "text": ""},
                    "patch": [["make", 1 << 40, 1, 2, 0, [], [2, 2]]],
                    "at_ms": 0,
                }
            ),
        ],
        ids=["nested deeply", "a piece that is not there", "an id that would fill the memory"],
    )
    def test_a_hostile_record_with_a_good_chain(self, file, played, record):
        self.append_raw(file, played, record)
        with pytest.raises(JournalError):
            Journal.open(file)
        assert not verify(file).ok

    def append_raw(self, file: Path, played, record: bytes) -> None:
        from tabletop.journal.records import chained

        chain = chained(played.journal.chain, record)
        self.altered(file, played, "INSERT INTO steps VALUES (7, 'x', 0, ?, x'90', ?)", record, chain)

    def test_a_change_of_a_newer_version_is_shown_up_to_there_and_not_played(self, file, played):
        game = played.game
        step = {"seq": 7, "by": "x", "command": {"do": "say", "text": ""}, "patch": [["teleport", 1]], "at_ms": 0}
        self.append_raw(file, played, encode(step))
        with Journal.open(file) as journal:
            assert journal.is_read_only
            assert "newer version of Wartable" in journal.why_read_only
            assert "after action 6" in journal.why_read_only
            assert journal.game == game
            assert len(list(journal.steps())) == 6
            with pytest.raises(JournalError, match="newer version"):
                journal.append(Step(7, "anna", Say(""), (), 0), (), game)

    def test_a_command_of_a_newer_version_is_kept_and_read_as_text(self, file, played):
        patch = [msgspec.to_builtins(Property("turn", 9))]
        step = {"seq": 7, "by": "x", "command": {"do": "fly", "how": "high"}, "patch": patch, "at_ms": 0}
        self.append_raw(file, played, encode(step))
        with Journal.open(file) as journal:
            assert journal.game.properties["turn"] == 9
            assert next(iter(journal.steps(7))).command == Say('{"do":"fly","how":"high"}')
            journal.append(Step(8, "anna", Say(""), (), 0), (), journal.game)
            assert "damaged in 1 action" in journal.warning, "its way back was not the right one"
        assert verify(file).ok


def test_any_byte_of_a_record_that_is_changed_is_found(file, played):
    played.journal.close()
    assert verify(file).ok

    @given(st.sampled_from(["record", "back", "chain"]), st.integers(1, 6), st.integers(0), st.integers(1, 255))
    @settings(max_examples=60, deadline=None)
    def found(column, seq, at, flip):
        with sqlite3.connect(file) as other:
            (old,) = other.execute(f"SELECT {column} FROM steps WHERE seq=?", (seq,)).fetchone()
            new = bytearray(old)
            new[at % len(new)] ^= flip
            other.execute(f"UPDATE steps SET {column}=? WHERE seq=?", (bytes(new), seq))
            other.commit()
            assert not verify(file).ok
            other.execute(f"UPDATE steps SET {column}=? WHERE seq=?", (old, seq))
        other.close()
        assert verify(file).ok

    found()


def test_any_byte_of_the_file_that_is_changed_is_found_or_means_nothing(file, played):
    played.journal.close()
    good, proof = file.read_bytes(), verify(file)

    @given(st.integers(0, len(good) - 1), st.integers(1, 255))
    @settings(max_examples=100, deadline=None)
    def found(at, flip):
        content = bytearray(good)
        content[at] ^= flip
        file.write_bytes(content)
        changed = verify(file)
        assert not changed.ok or changed == proof

    found()


def test_a_glance_at_a_game(file, played):
    assert about(file).module.id == "small"
    assert about(file).last == 6
    assert about(file).at_ms == 1_700_000_000_005


def test_the_file_is_closed_even_if_it_is_being_synced_just_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The syncing thread is told to end just after it has checked for this, and before it clears its signal."""
    monkeypatch.setattr(syncer_module, "SYNC_SECONDS", 0.0)
    monkeypatch.setattr(syncer_module, "sync_log", lambda path: None)
    syncer = syncer_module.Syncer(tmp_path / "game")

    class Written(threading.Event):
        def clear(self) -> None:
            syncer._over.set()
            super().clear()

    before, syncer._written = syncer._written, Written()
    before.set()
    syncer._written.set()
    syncer.join(timeout=10)
    assert not syncer.is_alive()
