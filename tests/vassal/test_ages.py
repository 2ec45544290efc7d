"""Modules and saves in the forms of VASSAL 3.0 to 3.7: all give the same game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.game import Game, Note
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.save_files import read_saved
from tabletop.vassal.games.imported_games import saved_game
from tabletop.vassal.module_import import import_module

HITS = "PROP;Hits;true,0,5,false;Add one:38\\,0:I\\,1;"
LAYER = "emb2;Flip;2;F;;2;;;2;;;;1;false;0;0;,;,;true;Side;;;false;;1;1;false"
WHERE = "PROP;Where;false,0,100,false;;"
MODULE_FILES = {
    "3.0": ("VASSAL.launch.BasicModule", "buildFile", False),
    "3.1": ("VASSAL.launch.BasicModule", "buildFile", True),
    "3.4": ("VASSAL.build.GameModule", "buildFile", True),
    "3.7": ("VASSAL.build.GameModule", "buildFile.xml", True),
}
"""The form of a module by VASSAL's version: the name of the root, its file, and True if there is a `moduledata`."""


def components(vassal, age: str) -> list[str]:
    """Return the components of a module: a map with two layers of pieces, properties of the module and of the map, a
    turn, and a unit.

    There are layers only in 3.7, and slot numbers only from 3.1 on; until 3.1 the name of a window has another setting.
    """
    sheet = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    turn = vassal.element("module.properties.GlobalProperty", name="Turn", initialValue="0")
    rain = vassal.element("module.properties.GlobalProperty", name="Rain", initialValue="no")
    layers = vassal.element("module.map.LayeredPieceCollection", property="Where", layerOrder="ground,air")
    tracker = vassal.element("module.turn.CounterTurnLevel", property="Year", start="1914", incr="1")
    traits, gpid = [WHERE, HITS, LAYER] if age == "3.7" else [HITS, LAYER], "" if age == "3.0" else "7"
    slot = vassal.slot(*traits, ("piece;;;;Unit", f"null;0;0;{gpid};0"), name="Unit", gpid=gpid)
    named = "entryName" if age in ("3.0", "3.1") else "name"
    return [
        vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        vassal.element("module.properties.GlobalProperties", turn),
        vassal.element("module.turn.TurnTracker", tracker, name="Turn track", turnFormat="$level1$"),
        vassal.element(
            "module.Map",
            vassal.element("module.map.BoardPicker", sheet),
            vassal.element("module.properties.GlobalProperties", rain),
            *([layers] if age == "3.7" else []),
            mapName="Main",
        ),
        vassal.element("module.PieceWindow", slot, **{named: "Units"}),
    ]


@pytest.fixture(scope="module")
def modules(vassal, tmp_path_factory) -> dict[str, Module]:
    made = {}
    for age, (root, file, has_metadata) in MODULE_FILES.items():
        files = {file: vassal.root(*components(vassal, age), kind=root, VassalVersion=age)}
        if has_metadata:
            files["moduledata"] = vassal.about(name="Small", version="1.0", VassalVersion=age)
        out = tmp_path_factory.mktemp("modules") / age
        import_module(vassal.file("Small.mod" if age == "3.0" else "Small.vmod", vassal.zipped(files)), out)
        made[age] = load_module(out)
    return made


def of_3_0(vassal) -> Path:
    """Write a save in plain text without metadata, and return it. Pieces have no slot number, stacks no layer,
    properties no holder.
    """
    unit = vassal.piece((HITS, "3"), (LAYER, "-2"), ("piece;;;;Unit", "Main;10;20"), id="1")
    commands = [
        "begin_save",
        ["CHECK\trunningVersion<3.0\tALERT\\\tToo old"],
        unit,
        ["", vassal.piece(("stack", "Main;10;20;1"), id="2")],
        ["MainBoardPicker\tBoard\t0\t0"],
        "GlobalProperty\t;Turn;4",
        "GlobalProperty\t;Rain;yes",
        "TURNTurnTracker0\t0|1916;0;false;-1",
        "NOTES\tOver the top",
        "PLAYER\tsecret\tAnn\tRed",
        "end_save",
    ]
    return vassal.file("Old.sav", vassal.zipped({"savedGame": vassal.tree(commands)}))


def of_3_1(vassal) -> Path:
    """Return an obfuscated save with a description: the slot numbers are empty, and pieces have no stored
    properties.
    """
    unit = vassal.piece((HITS, "3"), (LAYER, "-2"), ("piece;;;;Unit", "Main;10;20;"), id="1")
    return saved(vassal, "3.1", unit, "Main;10;20;1")


def of_3_4(vassal) -> Path:
    """Return a save with slot numbers and stored properties of pieces."""
    unit = vassal.piece((HITS, "3"), (LAYER, "-2"), ("piece;;;;Unit", "Main;10;20;7;1;OldMap;Main"), id="1")
    return saved(vassal, "3.4", unit, "Main;10;20;1")


def of_3_7(vassal) -> Path:
    """Return a save whose stacks name their layer. Pieces have ids, layers a number and a flag for being active."""
    kept = "Main;10;20;7;2;OldMap;Main;UniqueID;99"
    unit = vassal.piece((WHERE, "air"), (HITS, "3"), (LAYER, "-2"), ("piece;;;;Unit", kept), id="1")
    return saved(vassal, "3.7", unit, "Main;10;20;1;@@1")


def saved(vassal, age: str, unit: str, stack: str) -> Path:
    more = [
        "MainBoardPicker\tBoard\t0\t0",
        "GlobalProperty\t;Turn;4;Module",
        "GlobalProperty\t;Rain;yes;Main",
        "TURNTurnTracker0\t0|1916;0;false;-1",
        ["NOTES\tOver the top", "PNOTES\t"],
        "PLAYER\tsecret\tAnn\tRed",
        "UNMASK\t",
        "SETUP_STACK\t",
    ]
    text = vassal.saved(unit, vassal.piece(("stack", stack), id="2"), more=more)
    files = {"savedGame": vassal.obfuscated(text), "moduledata": vassal.about(name="Small", version="1.0")}
    files["savedata"] = vassal.about(version="1", VassalVersion=age, description="Somme", dateSaved="1466640000000")
    return vassal.file("Small.vsav", vassal.zipped(files))


SAVES: dict[str, Callable[..., Path]] = {"3.0": of_3_0, "3.1": of_3_1, "3.4": of_3_4, "3.7": of_3_7}


@pytest.fixture(params=SAVES)
def age(request) -> str:
    return str(request.param)


@pytest.fixture
def game(vassal, modules: dict[str, Module], age: str) -> Game:
    return saved_game(modules[age], read_saved(Archive(SAVES[age](vassal))))


def test_a_module_has_its_palette_and_its_maps(modules: dict[str, Module], age: str) -> None:
    module = modules[age]
    assert (module.about.title, module.about.version, list(module.components.maps)) == ("Small", "1.0", ["Main"])
    assert [(each.group, each.kind.name) for each in module.tray] == [("Units", "Unit")]


def test_pieces_stand_where_they_stood_and_as_they_stood(modules: dict[str, Module], age: str, game: Game) -> None:
    ((id, piece),) = game.pieces.items()
    holder = game.holders[piece.at]
    assert (holder.map, holder.x, holder.y, holder.form) == (0, 10, 20, "stack")
    kind = game.kind_of(id)
    assert kind is not None
    assert (kind.key, kind.name) == (modules[age].tray[0].kind.key, "Unit")
    read = PieceReader(PropertyReader(Draft(game), modules[age].components, (0, 1), sees_all=True), id).read
    assert (read("Hits"), read("Side_Level"), read("Side_Active")) == ("3", -2, False)


def test_what_lies_beside_the_pieces_stands_as_it_stood(game: Game) -> None:
    properties = {name: game.properties.get(name) for name in ("Turn", "map:Main:Rain", "Year")}
    assert properties == {"Turn": "4", "map:Main:Rain": "yes", "Year": 1916}
    assert [note for _, note in game.notes.items()] == [Note("public", -1, "Scenario", "Over the top")]


def test_a_save_says_when_and_how_it_was_made_as_far_as_it_does(vassal, age: str) -> None:
    read = read_saved(Archive(SAVES[age](vassal)))
    told = ("", "", 0) if age == "3.0" else (age, "Somme", 1_466_640_000_000)
    assert (read.about.vassal_version, read.about.description, read.about.saved_ms) == told
