"""Random commands of every sort on pieces of a small module: stored and calculated values agree."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Performed
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.commands import Act, Spot
from tabletop.game.decide import perform
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.module.loader import load_module
from tabletop.vassal.export.game_export import export_log, export_steps
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.save_files import read_saved
from tabletop.vassal.games.imported_games import saved_journal
from tabletop.vassal.module_import import import_module
from tabletop.workshop.comparison.compared_games import differences
from tabletop.workshop.comparison.menu_commands import Same
from tests.vassal.at_play import DECK, UMPIRE, Table, command, counter, key, keys, send, trigger

SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}"><rect width="9" height="9"/></svg>'

OLD: Final = {
    "CurrentMap": "OldMap",
    "CurrentX": "OldX",
    "CurrentY": "OldY",
    "CurrentBoard": "OldBoard",
    "CurrentZone": "OldZone",
    "LocationName": "OldLocationName",
    "DeckName": "OldDeckName",
    "CurrentMat": "OldMat",
    "CurrentMatID": "OldMatID",
    "CurrentMatPieceName": "OldMatPieceName",
    "CurrentMatBasicName": "OldMatBasicName",
    "CurrentMatOffsetX": "OldMatOffsetX",
    "CurrentMatOffsetY": "OldMatOffsetY",
}
"""The properties of a piece's position, and those of its position before its last move."""

ALONE: Final = "immob;g;N;R;"
CARGO: Final = f"matPiece;;true;0;0;{key('find')};{key('leave')}"
MOVES: Final = (
    send("deck-point", 900, 900),
    send("tray", 310, 310),
    send("away", 700, 200, back="back"),
    f"sendto;;{key('squares')};Squares;;420;180;;;0;0;0;0;;L;;;;",
    f"translate;;{key('shift')};30;60;false;0;0;0;0;",
    f"return;;{key('home')};;;;2;false;Pile",
    f"clone;;{key('clone')};",
    f"delete;;{key('gone')};",
    trigger("twice", "shift", "away"),
    command("all", "shift"),
    counter("Arrivals", "Arrived"),
    f"macro;;;;;{keys('down')};40\\,0;false;;;counted;;;;false;;1;1",
)
HEARD: Final = (
    "deck-point", "tray", "away", "back", "squares", "shift", "home", "clone", "gone", "twice", "all", "down", "find",
    "leave", "turn",
)  # fmt: skip
MOVING: Final = ("deck-point", "tray", "away", "back", "squares", "shift", "home")
PIECES: Final = ("mat", "lone", "cargo", "low", "top")

COMMANDS: Final = st.lists(
    st.tuples(
        st.sampled_from(PIECES),
        st.sampled_from(HEARD),
        st.none() | st.builds(Spot, st.just("Main"), st.integers(0, 999), st.integers(0, 999)),
    ),
    max_size=12,
)


@pytest.fixture(scope="module")
def laid(vassal, tmp_path_factory) -> Callable[[], Table]:
    """Return a function that lays out a table: a mat, a lone piece, one that may be carried, and a stack of two. There
    are two maps that press a key on arrival, and a deck.
    """

    def map_(name: str, *children: str) -> str:
        board, *others = children
        return vassal.element(
            "module.Map",
            vassal.element("module.map.BoardPicker", board),
            vassal.element("module.map.StackMetrics"),
            *others,
            mapName=name,
            moveKey=key("Arrived"),
        )

    def board(*grid: str) -> str:
        return vassal.element("module.map.boardPicker.Board", *grid, name="Board", width="1000", height="1000")

    squares = vassal.element("module.map.boardPicker.board.SquareGrid", dx="100", dy="100", x0="50", y0="50")
    pile = vassal.element("module.map.DrawPile", name="Pile", x="900", y="900", width="40", height="40")
    file = vassal.vmod(
        vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        map_("Main", board(), pile),
        map_("Squares", board(squares)),
        files={"images/mat.svg": SVG.format(200, 100), "images/unit.svg": SVG.format(20, 20)},
    )
    out = tmp_path_factory.mktemp("modules") / "small"
    import_module(file, out)
    module = load_module(out)
    turns = f"rotate;4;{key('turn')};{key('turn-back')};;;;;Turn;"

    def piece(name: str, x: int, *traits: str | tuple[str, str], picture: str = "unit.svg") -> str:
        return vassal.piece(*MOVES, *traits, (f"piece;;;{picture};{name}", f"Main;{x};300;9;0"), id=name)

    pieces = [
        piece("mat", 300, ("mat;Tray;", "0"), (turns, "0"), picture="mat.svg"),
        piece("lone", 500, ALONE),
        piece("cargo", 320, (CARGO, "noMat"), ALONE),
        piece("low", 600),
        piece("top", 600),
        vassal.piece(("stack", "Main;600;300;low;top;@@0"), id="stack"),
        vassal.piece((f"{DECK}Pile", "Main;900;900;false;"), id="pile"),
    ]
    return lambda: Table(vassal, module, pieces, [])


def standing(game: Game) -> tuple[object, ...]:
    """Return the position and state of all pieces on a table, without the sides' names for them."""
    pieces = {id: replace(piece, epoch=()) for id, piece in game.pieces.items()}
    holders = {id: replace(held, epoch=()) for id, held in game.holders.items()}
    return pieces, holders, dict(game.properties)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(COMMANDS)
def test_the_patch_of_a_command_leads_to_the_game_it_made_and_back(laid, commands) -> None:
    table = laid()
    for name, pressed, at in commands:
        before = table.game
        asked = Act((table.ids[name],), pressed, at=at)
        done = perform(before, asked, UMPIRE, Same(), table.module.components)
        if not isinstance(done, Performed):
            continue
        again, back = apply(before, done.done.patch)
        assert again == done.after
        for way in (back, done.back):
            assert standing(apply(again, way)[0]) == standing(before)
        table.game = done.after


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(COMMANDS)
def test_a_piece_that_moved_once_remembers_all_that_told_where_it_was(laid, commands) -> None:
    table = laid()
    for name, pressed, at in commands:
        if table.ids[name] not in table.game.pieces:
            continue
        were, point = table.reads(name, *OLD), table.reads(name, "CurrentMap", "CurrentX", "CurrentY")
        done = perform(table.game, Act((table.ids[name],), pressed, at=at), UMPIRE, Same(), table.module.components)
        if not isinstance(done, Performed):
            continue
        table.game = done.after
        if table.ids[name] in table.game.pieces:
            is_elsewhere = table.reads(name, "CurrentMap", "CurrentX", "CurrentY") != point
            if pressed in MOVING and is_elsewhere:
                assert dict(zip(OLD, table.reads(name, *OLD.values()), strict=True)) == dict(
                    zip(OLD, were, strict=True)
                )
            clicked = [str(at.x), str(at.y)] if at is not None else point[1:]
            assert table.reads(name, "ClickedX", "ClickedY") == clicked


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, derandomize=True)
@given(COMMANDS, st.sets(st.integers(0, 11)))
def test_steps_written_as_a_log_of_vassals_lead_to_the_same_game(laid, vassal, commands, undone) -> None:
    table = laid()
    journal = Journal.in_memory(table.game, "00" * 32)
    for number, (name, pressed, at) in enumerate(commands):
        if name == "mat" and pressed in ("deck-point", "home"):
            continue  # in VASSAL's files, cargo of a mat in a deck rides on no mat: the report names it
        asked = Act((table.ids[name],), pressed, at=at)
        done = perform(journal.game, asked, UMPIRE, Same(), table.module.components)
        if isinstance(done, Performed):
            seq = journal.last + 1
            journal.append(Step(seq, UMPIRE, asked, done.done.patch, 0, told=done.done.told), done.back, done.after)
            if number in undone:
                after, again = apply(done.after, done.back)
                journal.append(Step(seq + 1, UMPIRE, TakeBack((seq,)), done.back, 0), again, after)
    log, save = export_log(table.module, journal, 0), export_steps(table.module, journal.game, ())
    read = [read_saved(Archive(vassal.file("a.vlog", each.content))) for each in (log, save)]
    stepped, stood = (saved_journal(table.module, each, "00" * 32).game for each in read)
    ours = replace(journal.game, seats={})
    assert differences(ours, stepped, ordered=False) == []
    assert differences(ours, stood) == []
    assert not any(told in remark for told in ("Hidden", "state of") for remark in log.remarks)
