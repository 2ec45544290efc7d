"""Saves and logs: their obfuscation, and the commands in them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from tabletop.vassal.files import save_files
from tabletop.vassal.files.archive import Archive, ArchiveError
from tabletop.vassal.files.command_forms import read_command, written_command
from tabletop.vassal.files.game_commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    BoardAt,
    ChangePersistent,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EmptyCommand,
    EndSave,
    IgnoredCommand,
    MovePiece,
    PlaySoundCommand,
    RemovePiece,
    RemovePlayer,
    SetBoards,
    SetClock,
    SetNotes,
    SetPrivateNote,
    SetSecretNote,
    SetTurn,
    SetUp,
    SetVassalProperty,
    ShowFlare,
    ShowLine,
    ShowResults,
    UndoBlock,
    UnknownCommand,
    Uses,
)
from tabletop.vassal.files.save_files import SaveError, read_saved, saved_text

STACK = AddPiece("2", "stack", "Main Map;250;310;1;@@-1")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"!VCSK583a3d3f3136072b392e3d", "begin_save"),
        (b"!VCSK583A3D3F3136072B392E3D", "begin_save"),
        (b"!VCSKa7640ead", "é\n"),
        (b"begin_save", "begin_save"),
        (b"", ""),
    ],
)
def test_the_disguise_is_taken_off(vassal, content: bytes, text: str) -> None:
    assert saved_text(Archive(vassal.file("a.vsav", vassal.zipped({"savedGame": content})))) == text


@given(st.text(max_size=50), st.integers(0, 255))
def test_any_text_comes_back_from_its_disguise(vassal, text: str, key: int) -> None:
    content = vassal.zipped({"savedGame": vassal.obfuscated(text, key)})
    assert saved_text(Archive(vassal.file("a.vsav", content))) == text


@pytest.mark.parametrize("content", [b"!VCSK58zz", b"!VCSK5", b"!VCSK583", b"!VCSKxx00"])
def test_a_damaged_disguise_is_said(vassal, content: bytes) -> None:
    with pytest.raises(SaveError, match=r"a\.vsav is damaged"):
        saved_text(Archive(vassal.file("a.vsav", vassal.zipped({"savedGame": content}))))


def test_a_save_of_more_text_than_any_game_is_refused(vassal, monkeypatch) -> None:
    monkeypatch.setattr(save_files, "LARGEST_TEXT", 3)
    with pytest.raises(SaveError, match="more than 0 MB of text"):
        saved_text(Archive(vassal.vsav()))


class TestTree:
    def test_a_save_is_its_commands_in_their_order(self, vassal) -> None:
        piece = vassal.piece(("mark;Side,Strength", "Red,4"), ("piece;;;a.png;A", "Main Map;250;310;5;0"), id="1")
        path = vassal.vsav(
            piece, vassal.piece(("stack", "Main Map;250;310;1;@@-1"), id="2"), more=["PLAYER\tuser-secret\tAnn\tRed"]
        )
        saved = read_saved(Archive(path))
        assert [type(command) for command in saved.start] == [
            BeginSave,
            EmptyCommand,
            EmptyCommand,
            AddPiece,
            AddPiece,
            SetUp,
            AddPlayer,
            EndSave,
        ]
        assert saved.start[4:7] == (STACK, SetUp(), AddPlayer("user-secret", "Ann", "Red"))
        assert (saved.steps, saved.name, saved.module.name) == ((), "Small.vsav", "Small")

    def test_a_log_has_steps_each_with_all_its_commands(self, vassal) -> None:
        move = "M/17/Main Map/20/30/null/Main Map/10/10/null/user-secret"
        saved = read_saved(Archive(vassal.vsav(steps=[[move, "CHAT* moved"], ["", ["-/5", "CHATa"], "CHATb"], "-/6"])))
        moved = MovePiece("17", "Main Map", 20, 30, None, "Main Map", 10, 10, None, "user-secret")
        assert saved.steps == (
            (moved, Chat("* moved")),
            (EmptyCommand(), RemovePiece("5"), Chat("a"), Chat("b")),
            (RemovePiece("6"),),
        )

    def test_depth_does_not_matter(self, vassal) -> None:
        text = vassal.tree(["begin_save", ["", ["", ["", "-/1"], "-/2"]], "end_save"])
        path = vassal.file("a.vsav", vassal.zipped({"savedGame": text}))
        assert [type(each) for each in read_saved(Archive(path)).start].count(RemovePiece) == 2

    @pytest.mark.parametrize("text", ["", "begin_save", "nonsense", "\x1b\x1b"])
    def test_what_does_not_end_is_no_save(self, vassal, text: str) -> None:
        with pytest.raises(SaveError, match="its position is cut short"):
            read_saved(Archive(vassal.file("a.vsav", vassal.zipped({"savedGame": text}))))

    def test_a_zip_without_a_game_is_no_save(self, vassal) -> None:
        with pytest.raises(SaveError, match="holds no 'savedGame'"):
            read_saved(Archive(vassal.file("a.vsav", vassal.zipped({"a": ""}))))

    def test_endless_nesting_is_refused(self, vassal) -> None:
        text = "begin_save\x1b" + "".join("x" + "\\" * depth + "\x1b" for depth in range(1, 500))
        with pytest.raises(SaveError, match="nested deeper"):
            read_saved(Archive(vassal.file("a.vsav", vassal.zipped({"savedGame": text}))))

    @given(st.text(alphabet="\\\x1b'/+-DM;\t1LOGCHATend_savebegin", max_size=60))
    def test_any_text_is_read_or_refused(self, vassal, text: str) -> None:
        content = vassal.zipped({"savedGame": f"begin_save\x1b{text}\x1bend_save"})
        with suppress(SaveError, ArchiveError):
            assert read_saved(Archive(vassal.file("a.vsav", content))).start


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", EmptyCommand()),
        ("begin_save", BeginSave()),
        ("end_save", EndSave()),
        ("+/2/stack/Main Map;250;310;1;@@-1", STACK),
        ("+/null/piece;;;;a\\/b/null;0;0;;0", AddPiece("", "piece;;;;a/b", "null;0;0;;0")),
        ("-/12", RemovePiece("12")),
        ("D/1/a\\/b", ChangePiece("1", "a/b")),
        ("D/1/new/old", ChangePiece("1", "new", "old")),
        ("M/1/null/0/0/null/Map/1/2/3", MovePiece("1", None, 0, 0, None, "Map", 1, 2, "3")),
        ("M/1/Map/5/-6/9/null/0/0/null/me", MovePiece("1", "Map", 5, -6, "9", None, 0, 0, None, "me")),
        ("M/1", MovePiece("1", None, 0, 0)),
        ("AUDIO\tshot.wav", PlaySoundCommand("shot.wav")),
        ("CHAT* moved", Chat("* moved")),
        ("UNDO\ttrue", UndoBlock(True)),
        ("UNDO\tfalse", UndoBlock(False)),
        ("PLAYER\tsecret\tAnn\tRed", AddPlayer("secret", "Ann", "Red")),
        ("PYREMOVE\tsecret", RemovePlayer("secret")),
        (
            "Main MapBoardPicker\tCards\t0\t0\tA\\/B/rev\t1\t2",
            SetBoards("Main Map", (BoardAt("Cards", False, 0, 0), BoardAt("A/B", True, 1, 2))),
        ),
        ("MainBoardPicker\tMap\t1", SetBoards("Main", (BoardAt("Map", False, 1, 0),))),
        ("BoardPicker of MineBoardPicker", SetBoards("BoardPicker of Mine", ())),
        ("GlobalProperty\t;Turn;1;Module", SetVassalProperty("Turn", "1", "Module")),
        ("MutableProperty\tTurn\t1\t2\tMain Map", ChangeProperty("Turn", "1", "2", "Main Map")),
        ("MutableProperty\tTurn\t1\t2", ChangeProperty("Turn", "1", "2", "")),
        ("TURNTurnTracker0\t0|1;0;true;20", SetTurn("TurnTracker0", "0|1;0;true;20")),
        ("NOTES\ta|b", SetNotes("scenario", "a|b")),
        ("PNOTES\ta", SetNotes("public", "a")),
        ("PNOTE\tsecret\ttext", SetPrivateNote("secret", "text")),
        ("SNOTE\tname\tsecret\ttrue\ttext\tdate\th", SetSecretNote("name", "secret", True, "text", "date", "h")),
        ("UNMASK\ta\tb", IgnoredCommand("UNMASK\ta\tb")),
        ("SHOW_RESULTS\tDice\t3\t5", ShowResults("Dice", (3, 5))),
        ("SpecialDiceButton2\t3\t5", ShowResults("SpecialDiceButton2", (3, 5), True)),
        ("LOS\tLine\t1\t2", ShowLine("Line", ("1", "2"))),
        ("FLARE\tFlare0\t3\t4", ShowFlare("Flare0", 3, 4)),
        ("SGKC\tid\ttrue", IgnoredCommand("SGKC\tid\ttrue")),
        ("FLARE:-3,4", ShowFlare("", -3, 4)),
        (
            "CLOCK\tRed\tBlue\t3600000000\t12\tfalse\ttrue",
            SetClock("Blue", 3_600_000_000, "Red", ("12", "false", "true")),
        ),
        ("CLOCK\tRed\tBlue\tlong", SetClock("Blue", 0, "Red")),
        ("CLOCKCONTROL\ttrue\tfalse", IgnoredCommand("CLOCKCONTROL\ttrue\tfalse")),
        ("Events12,Ann,loaded", IgnoredCommand("Events12,Ann,loaded")),
        ("SETUP_STACK\twhatever", SetUp("whatever")),
        ("EXT\tMore\t1.0", Uses("extension", "More", "1.0")),
        ("SPP\t1\tOldMap\ta\tb", ChangePersistent("1", "OldMap", "a", "b")),
        ("CHECK\tversion<1\tALERT\\\tno", IgnoredCommand("CHECK\tversion<1\tALERT\\\tno")),
        ("SOMETHING of a module", UnknownCommand("SOMETHING of a module")),
    ],
)
def test_commands(text: str, command: Command) -> None:
    assert read_command(text) == command
    assert read_command(written_command(command)) == command
    if text not in SHORTER:
        assert written_command(command) == text


SHORTER = ("M/1", "MainBoardPicker\tMap\t1", "CLOCK\tRed\tBlue\tlong")
"""Texts that omit optional parts or use other forms. They are read, but written back in full or in the usual form."""


@given(st.text(max_size=60))
def test_any_text_is_some_command(text: str) -> None:
    assert isinstance(read_command(text), Struct)
    for head in ("+/", "-/", "D/", "M/", "PLAYER\t", "TURN", "GlobalProperty\t", "BoardPicker\t", "SHOW_RESULTS\t"):
        assert isinstance(read_command(head + text), Struct)


def test_a_save_of_more_commands_than_any_game_has_is_refused(vassal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_files, "MOST_COMMANDS", 9)
    with pytest.raises(SaveError, match=r"^Small\.vsav holds more than 9 commands\.$"):
        read_saved(Archive(vassal.vsav(*["CHATx"] * 10)))
