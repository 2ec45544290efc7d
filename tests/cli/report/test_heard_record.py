"""The record of a game as reported to one side: everything it heard at the table, and no more."""

import json

import pytest

from tabletop.cli.failures import ExitCode
from tabletop.cli.game_arguments import loaded
from tabletop.cli.report.heard_record import RecordListener
from tabletop.cli.report.narration import sight_of, what_is_said
from tabletop.game.change.step import Step
from tabletop.game.commands import At, MovePieces, Say, Show, TakeSeat, WriteNote
from tabletop.journal.journal import Journal
from tabletop.session import Session


def move(piece: int, place: str) -> MovePieces:
    return MovePieces((piece,), At("main", place))


PLAYED = (
    ("Rosa", move(6, "0604")),
    ("Karl", Show((17,), "unseen", ("Red",))),
    ("Karl", move(17, "0704")),
    ("Karl", Say("Nobody saw that.", ("Blue",))),
    ("Karl", WriteNote("private", "Plans", "Guns to 0704")),
    ("Rosa", move(6, "0605")),
    ("Karl", Show((17,), "face", ("Red",))),
)


@pytest.fixture
def table(game):
    """Return the file of a game in which Karl hides a counter from Rosa, the news for her connection, and her view at
    the end.
    """
    news = []
    with Journal.open(game) as journal:
        session = Session(journal, loaded("border_war").components, now_ms=lambda: 0)
        session.submit("Karl", TakeSeat(("Blue",)))
        session.submit("Rosa", TakeSeat(("Red",)))
        connection = session.join("Rosa", news.append)
        for by, command in PLAYED:
            assert isinstance(session.submit(by, command), Step)
        seen = sight_of(connection.view)
    return game, news, seen


@pytest.fixture
def played(table):
    return table[0]


def test_a_side_hears_from_the_record_what_it_heard_at_the_table(table):
    game, news, seen = table
    with Journal.watch(game) as journal:
        hearing = RecordListener(journal, "Red")
        heard = list(hearing)
    assert sight_of(hearing.view) == seen
    at_the_table = [(each.by, what_is_said(each.told, each.before, each.after), each.changes) for each in news]
    assert [(each.by, each.said, each.changes) for each in heard[2:]] == at_the_table
    assert [each.said for each in heard] == [
        "plays Blue",
        "plays Red",
        "moves Red infantry from 0103 to 0604",
        "",
        "moves Red infantry from 0604 to 0605",
        "",
    ]


def test_nothing_that_was_kept_from_a_side_is_in_its_replay_or_its_export(wartable, played):
    for command in ("replay", "export"):
        text = wartable(command, played, "--as", "Red").out
        assert "0605" in text
        assert not any(secret in text for secret in ("Nobody saw that", "Plans", "Guns", "moves Blue infantry"))
    for arguments in ((), ("--as", "Blue")):
        assert "Nobody saw that." in wartable("replay", played, *arguments).out


def test_its_steps_are_counted_by_themselves(wartable, played):
    whole = wartable("replay", played, "--as", "Red").lines
    numbers = [int(line.split()[0]) for line in whole if line.split()[0].isdecimal()]
    assert numbers == list(range(1, len(numbers) + 1))
    with Journal.watch(played) as journal:
        assert len(numbers) < journal.last
    part = wartable("replay", played, "--as", "Red", "--to", 2).lines
    assert part[:2] == whole[:2]
    assert part[2] == "heard     2"
    ran = wartable("replay", played, "--as", "Red", "--to", 99)
    assert (ran.code, ran.err) == (ExitCode.FILE, f"wartable: Red saw or heard {len(numbers)} actions, not 99.\n")


def test_the_export_is_blocks_of_json_values(wartable, played, tmp_path):
    out = tmp_path / "red.txt"
    assert wartable("export", played, "--as", "Red", "--out", out).code == ExitCode.WELL
    first, *blocks = out.read_text(encoding="utf-8").split("--- # ")[1:]
    assert 'side: "Red"' in first
    pieces = [json.loads(line[2:]) for line in first.splitlines() if line.startswith('- {"piece"')]
    assert len(pieces) == 15
    assert any("gone: [" in block for block in blocks)
    assert wartable("import", out, "--out", tmp_path / "again.wartable").code != ExitCode.WELL


def test_a_side_that_there_is_not(wartable, game):
    for command in ("replay", "export"):
        ran = wartable(command, game, "--as", "Redd")
        assert (ran.code, ran.out) == (ExitCode.USAGE, "")
        assert ran.err == "wartable: There is no side 'Redd'. Did you mean 'Red'?\n"
