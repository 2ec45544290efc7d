"""Steps of a log that only show something, and a save's clocks and notes at the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.change.step import UNKNOWN_MS
from tabletop.game.state.game import Note
from tabletop.game.state.side_clocks import used_property
from tabletop.module.contents.laid_boards import boards_property
from tabletop.module.loader import load_module
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.save_files import read_saved
from tabletop.vassal.games.imported_games import saved_game, saved_journal
from tabletop.vassal.module_import import import_module


def die(vassal, name: str, *faces: str) -> str:
    made = (
        vassal.element("module.SpecialDieFace", text_=text, value=str(number)) for number, text in enumerate(faces, 5)
    )
    return vassal.element("module.SpecialDie", *made, name=name)


@pytest.fixture(scope="module")
def module(vassal, tmp_path_factory):
    """Return an imported module with two maps, the second with two flares and two threads, symbolic and usual dice, a
    sound, and two clocks.
    """
    boards = [
        vassal.element("module.map.boardPicker.Board", name=name, width="100", height="100", reversible="true")
        for name in ("North", "South")
    ]
    flares = [
        vassal.element("module.map.Flare", flareKey="Alt", reportFormat=text) for text in ("", "Look at $FlareMap$")
    ]
    threads = [vassal.element("module.map.LOS_Thread", threadName=name) for name in ("First", "Second")]
    points = [*flares, *threads]
    clocks = [vassal.element("module.chessclockcontrol.ChessClock", side=side) for side in ("Red", "Blue")]
    file = vassal.vmod(
        vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        vassal.element("module.ChessClockControl", *clocks),
        vassal.element("module.DiceButton", name="2d6", nDice="2", nSides="6"),
        vassal.element("module.SpecialDiceButton", die(vassal, "Weather", "sun", "rain"), name="Sky"),
        vassal.element("module.SpecialDiceButton", die(vassal, "A", "a"), die(vassal, "B", "b", "c"), name="Letters"),
        vassal.element("module.Map", vassal.element("module.map.BoardPicker", *boards), mapName="Main"),
        vassal.element("module.Map", vassal.element("module.map.BoardPicker", boards[0]), *points, mapName="Other"),
        vassal.slot("playSound;Bang;66,130;shot.wav", ("piece;;;;Gun", "null;0;0;7;0"), name="Gun", gpid="7"),
        files={"sounds/shot.wav": b"RIFF"},
    )
    import_module(file, out := tmp_path_factory.mktemp("modules") / "showing")
    return load_module(out)


LINE = {"map": 1, "thread": 1, "x": 3, "y": 4, "to_x": 5, "to_y": 6}


@pytest.mark.parametrize(
    ("commands", "key", "facts"),
    [
        (["FLARE\tFlare0\t3\t4"], "pinged", {"map": 1, "x": 3, "y": 4}),
        (["FLARE\tFlare1\t3\t4"], "pinged", {"map": 1, "x": 3, "y": 4, "way": 1}),
        (["CHAT* Look!", "FLARE:5,6"], "pinged", {"map": 1, "x": 5, "y": 6, "quiet": True}),
        (["LOS\tLOS_Thread1\t3\t4\t5\t6\tfalse\ttrue"], "measured", {**LINE, "lies": "till the next click"}),
        (["LOS\tLOS_Thread1\t3\t4\t5\t6\ttrue\tfalse"], "measured", {**LINE, "lies": "stays"}),
        (["LOS\tLOS_Thread1\t3\t4\t5\t6\tfalse\tfalse"], "measured", {**LINE, "lies": "gone"}),
        (["AUDIO\tshot.wav"], "sound", {"clip": "sounds/shot.wav"}),
        (["SHOW_RESULTS\tSky\t1"], "report", {"text": "", "dice": "Sky", "each": "rain", "total": 6}),
        (["SpecialDiceButton1\t0\t1"], "report", {"text": "", "dice": "Letters", "each": "a\nc", "total": 11}),
    ],
)
def test_what_a_step_only_shows_is_told(
    vassal, module, commands: list[str], key: str, facts: dict[str, object]
) -> None:
    saved = read_saved(Archive(vassal.vsav(steps=[["", *commands]])))
    with saved_journal(module, saved, "00", at_ms=99) as journal:
        (step,) = journal.steps()
    told = step.told[-1]
    assert (told.key, told.facts) == (key, facts)
    assert (step.patch, step.at_ms) == ((), UNKNOWN_MS)


@pytest.mark.parametrize(
    "command",
    ["FLARE\tFlare9\t3\t4", "AUDIO\tother.wav", "SHOW_RESULTS\tNone\t1", "LOS\tLOS_Thread9\t1\t2\t3\t4\ttrue"],
)
def test_what_the_module_has_not_is_not_told(vassal, module, command: str) -> None:
    with saved_journal(module, read_saved(Archive(vassal.vsav(steps=[command]))), "00") as journal:
        assert next(iter(journal.steps())).told == ()


def test_sides_that_a_die_has_not_are_left_out(vassal, module) -> None:
    saved = read_saved(Archive(vassal.vsav(steps=["SHOW_RESULTS\tLetters\t-1\t1", "SHOW_RESULTS\tSky\t7\t1"])))
    with saved_journal(module, saved, "00") as journal:
        assert [step.told[0].facts["each"] for step in journal.steps()] == ["c", ""]


def test_clocks_stand_as_they_were_saved_and_none_runs(vassal, module) -> None:
    more = ["CLOCKCONTROL\ttrue\tfalse", *(f"CLOCK\tRed\t{side}\t{ms}\t0\tfalse\ttrue" for side, ms in CLOCKS.items())]
    properties = saved_game(module, read_saved(Archive(vassal.vsav(more=more)))).properties
    assert {name: value for name, value in properties.items() if name.startswith("clock:")} == {
        used_property("Red"): 61_000,
        used_property("Blue"): 5_000_000_000,
    }


CLOCKS = {"Red": 61_000, "Blue": 5_000_000_000, "Green": 7}


def test_a_player_has_as_many_delayed_notes_as_they_wrote(vassal, module) -> None:
    note = "SNOTE\t{}\t{}\t{}\t{}\t01/02/2020 3:04 PM\tRed"
    notes = [("One", "ann", "true", "x"), ("Two", "ann", "true", "y"), ("One", "bob", "true", "z")]
    more = ["PLAYER\tann\tAnn\tRed", "PLAYER\tbob\tBob\tBlue", *(note.format(*each) for each in notes)]
    saved = read_saved(Archive(vassal.vsav(more=more, steps=[note.format("One", "ann", "false", "x")])))
    with saved_journal(module, saved, "00") as journal:
        before, after = ([each for _, each in journal.game_at(seq).notes.items()] for seq in (0, 1))
    assert before == [Note("sealed", 0, "One", "x"), Note("sealed", 0, "Two", "y"), Note("sealed", 1, "One", "z")]
    assert after == [Note("public", 0, "One", "x"), *before[1:]]


def test_boards_that_the_module_has_no_more_are_left_out(vassal, module) -> None:
    more = ["MainBoardPicker\tSouth/rev\t0\t0\tGone\t1\t0\tNorth\t1\t0", "OtherBoardPicker"]
    properties = saved_game(module, read_saved(Archive(vassal.vsav(more=more)))).properties
    (main,) = (id for id, sheet in module.sheets.items() if sheet.name == "Main")
    assert properties[boards_property(main)] == '[["South",0,0,true],["North",1,0,false]]'


HEADS = (
    "FLARE\t",
    "FLARE:",
    "LOS\tLOS_Thread0\t",
    "SHOW_RESULTS\t",
    "SpecialDiceButton0\t",
    "AUDIO\t",
    "CLOCK\t",
    "SNOTE\t",
)


@given(
    st.lists(
        st.builds(str.__add__, st.sampled_from(HEADS), st.text("\t,-09;Flare0SkyRedtrue./", max_size=20)), max_size=6
    )
)
def test_whatever_stands_in_such_commands_the_log_is_read(vassal, module, commands: list[str]) -> None:
    saved = read_saved(Archive(vassal.vsav(more=commands, steps=[["", *commands]])))
    with saved_journal(module, saved, "00") as journal:
        assert journal.last == 1
