"""Movement of an imported module's pieces: sent, shifted, turned, placed and carried, as VASSAL's own traits do it."""

from typing import Final

import pytest
from msgspec.structs import replace

from tabletop.game.commands import Spot
from tabletop.game.state.values import NOBODY
from tabletop.module.loader import load_module
from tabletop.vassal.module_import import import_module
from tests.vassal.at_play import DECK, Table, command, counter, key, keys, report, send, trigger

SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}"><rect width="9" height="9"/></svg>'
PLACED: Final = "mark;Layer"
TRACK: Final = "markmoved;;0;0;Moved;77,130;;false;;;;"
ARRIVALS: Final = counter("Arrivals", "Arrived")
ALONE: Final = "immob;;N;R;"
"""The trait of a piece that does not stack."""
FREE: Final = "immob;g;N;R;"
"""The trait of a piece that neither stacks nor keeps to the grid."""


@pytest.fixture(scope="module")
def module(vassal, tmp_path_factory):
    """Return an imported module with three maps that press a key on arrival: one without a grid, one of squares 100
    pixels wide, and one of two zones.
    """

    def board(*grid: str):
        return vassal.element("module.map.boardPicker.Board", *grid, name="Board", width="1000", height="1000")

    def map_(name: str, *children: str):
        picker, *others = children
        return vassal.element(
            "module.Map",
            vassal.element("module.map.BoardPicker", picker),
            vassal.element("module.map.StackMetrics", bottom=key("Bottom")),
            *others,
            mapName=name,
            moveKey=key("Arrived"),
        )

    squares = vassal.element("module.map.boardPicker.board.SquareGrid", dx="100", dy="100", x0="50", y0="50")
    halves = vassal.element(
        "module.map.boardPicker.board.ZonedGrid",
        *(
            vassal.element("module.map.boardPicker.board.mapgrid.Zone", name=name, path=path)
            for name, path in (("East", "500,0;1000,0;1000,1000;500,1000"), ("West", "0,0;500,0;500,1000;0,1000"))
        ),
    )
    piles = [
        vassal.element("module.map.DrawPile", name=name, x=str(x), y="900", width="40", height="40")
        for name, x in (("Pile", 900), ("Heap", 800))
    ]
    slots = [
        vassal.slot(*traits, (f"piece;;;;{name}", f"null;0;0;{gpid};0"), name=name, gpid=gpid)
        for name, gpid, traits in (
            ("Marker", "5", (TRACK, ARRIVALS)),
            ("Lone", "6", (ALONE,)),
            ("Turned", "7", (turning(6, "0"),)),
        )
    ]
    out = tmp_path_factory.mktemp("modules") / "small"
    file = vassal.vmod(
        vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        map_("Main", board(), *piles),
        map_("Squares", board(squares)),
        map_("Zones", board(halves)),
        vassal.element("module.PieceWindow", *slots, name="Pieces", hidden="true"),
        files={"images/mat.svg": SVG.format(200, 100), "images/unit.svg": SVG.format(20, 20)},
    )
    import_module(file, out)
    return load_module(out)


@pytest.fixture
def lay(vassal, module):
    """Return a function that lays out pieces on a table, each with its name, map, point and traits. Pieces at one point
    form a stack.
    """

    def lay(*pieces: tuple[str, str, str | tuple[str, str]]) -> Table:
        made, stacks = [], {}
        for name, at, *traits in pieces:
            picture = "mat.svg" if any(str(trait).startswith("mat;") for trait in traits) else "unit.svg"
            map_, x, y = at.split()
            basic = (f"piece;;;{picture};{name}", f"{map_};{x};{y};9;0")
            made.append(vassal.piece(*traits, basic, id=name))
            if not any("immob;" in str(trait) or str(trait).startswith("mat;") for trait in traits):
                stacks.setdefault((map_, x, y), []).append(name)
        for number, ((map_, x, y), names) in enumerate(stacks.items()):
            state = f"{map_};{x};{y};{';'.join(names)};@@0"
            made.append(vassal.piece(("stack", state), id=f"stack{number}"))
        for name, x in (("Pile", 900), ("Heap", 800)):
            made.append(vassal.piece((f"{DECK}{name}", f"Main;{x};900;false;"), id=f"deck{name}"))
        return Table(vassal, module, made, [])

    return lay


def shift(hears: str, dx: int, dy: int, *, stack: bool = False, times: str = "0;0;0;0") -> str:
    return f"translate;;{key(hears)};{dx};{dy};{str(stack).lower()};{times};"


def turning(ways: int, facing: str, hears: str = "turn") -> str | tuple[str, str]:
    return f"rotate;{ways};{key(hears)};{key('back')};;;;;Turn;", facing


def point(table: Table, piece: str) -> str:
    return f"{table.read(piece, 'CurrentX')} {table.read(piece, 'CurrentY')}"


@pytest.mark.parametrize(
    ("traits", "lands"),
    [
        ((shift("go", 10, 60),), "310 240"),
        ((shift("go", 10, 60, times="2;3;5;7"),), "320 219"),
        ((shift("go", 0, 60), turning(6, "1")), "352 270"),
        ((shift("go", 0, 60), turning(4, "3")), "240 300"),
        ((shift("go", 15, 0), turning(6, "1")), "308 313"),
        ((shift("go", 0, 60), turning(4, "1"), turning(4, "1")), "300 360"),
        ((turning(4, "1"), shift("go", 0, 60)), "300 240"),
        ((shift("go", 0, 60), turning(16, "1")), "323 245"),
    ],
)
def test_a_piece_moves_a_fixed_way_as_the_facings_inside_the_trait_turn_it(lay, traits, lands: str) -> None:
    table = lay(("a", "Main 300 300", *traits))
    table.press("a", "go")
    assert point(table, "a") == lands


@pytest.mark.parametrize(("who", "lie"), [("c", ["x", "a", "b", "c"]), ("b", ["x"]), ("a", ["x"])])
def test_a_whole_stack_goes_only_with_the_topmost_of_it(lay, who: str, lie: list[str]) -> None:
    traits = (shift("go", 100, 0, stack=True), TRACK, ARRIVALS)
    table = lay(*((name, "Main 300 300", *traits) for name in "abc"), ("x", "Main 400 300", ARRIVALS))
    table.press(who, "go")
    assert table.stack("x") == lie
    assert [table.read(name, "Arrivals") for name in "abcx"] == [*(["1"] * 3 if who == "c" else [""] * 3), ""]


def test_each_piece_of_a_stack_that_shifts_arrives_before_the_next_goes(lay) -> None:
    said = report("Arrived", "$BasicName$ $StackSize$")
    table = lay(*((name, "Main 300 300", shift("go", 100, 0, stack=True), said) for name in "abc"))
    table.press("c", "go")
    assert table.said == ["a 1", "b 2", "c 3"]


@pytest.mark.parametrize(("top", "lands"), [((), "450 350"), ((FREE,), "410 300")])
def test_a_shifted_piece_comes_to_lie_on_the_grid_unless_it_ignores_it(lay, top, lands: str) -> None:
    table = lay(("a", "Squares 350 350" if not top else "Squares 310 300", *top, shift("go", 100, 0)))
    table.press("a", "go")
    assert point(table, "a") == lands


def placing(
    vassal,
    hears: str,
    slot: str = "Marker",
    *,
    at: str = "0 0",
    match: str = "false",
    then: str = "",
    where: int = 0,
    copies: str = "false",
    id: str = "placemark",
) -> str:
    spec = f"VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PieceSlot:{slot}"
    dx, dy = at.split()
    called = key(then) if then else ""
    gpid = {"Marker": "5", "Lone": "6", "Turned": "7"}[slot]
    fields = ["", key(hears), spec, "null", dx, dy, match, called, "", gpid, str(where), "false", copies, "", "1"]
    return f"{id};" + vassal.sequence(fields, ";")


def test_what_is_placed_by_a_piece_that_does_not_stack_joins_the_stack_that_lies_there(lay, vassal) -> None:
    table = lay(("a", "Main 300 300", ALONE, placing(vassal, "go", at="100 0")), ("b", "Main 400 300", ARRIVALS))
    table.press("a", "go")
    assert (point(table, table.new()), table.stack("b")) == ("400 300", ["b", "new"])


@pytest.mark.parametrize(
    ("old", "at", "match", "lands"),
    [
        (turning(6, "0"), "50 0", "true", "350 300"),
        (turning(6, "1"), "50 0", "true", "325 343"),
        (turning(6, "1"), "50 0", "false", "350 300"),
        (turning(6, "4"), "50 0", "true", "275 256"),
        (turning(16, "1"), "0 50", "true", "319 253"),
    ],
)
def test_what_is_placed_at_a_distance_lies_there_as_the_piece_sees_it(lay, vassal, old, at, match, lands) -> None:
    table = lay(("a", "Main 300 300", ALONE, placing(vassal, "go", "Turned", at=at, match=match), old))
    table.press("a", "go")
    assert point(table, table.new()) == lands


def test_a_piece_is_there_until_what_replaces_it_has_heard_its_first_key(lay, vassal) -> None:
    said = report("Arrived", "$BasicName$ of $StackSize$")
    table = lay(
        ("a", "Main 300 300", ARRIVALS, placing(vassal, "go", then="Arrived", id="replace")),
        ("b", "Main 300 300", said),
    )
    table.press("a", "go")
    new = table.new()
    assert (table.ids["a"] in table.game.pieces, table.stack(new)) == (False, ["b", "new"])
    assert table.read(new, "Arrivals") == "1"


def test_what_is_placed_knows_by_which_piece_and_copies_of_which_they_are(lay, vassal) -> None:
    traits = (placing(vassal, "go"), placing(vassal, "swap", id="replace"), f"clone;;{key('copy')};")
    table = lay(("a", "Main 300 300", *traits))
    table.press("a", "go")
    placed = table.new("placed")
    table.press("a", "copy")
    table.press(table.new("copy"), "copy")
    own = table.read("a", "UniqueID")
    assert table.reads(placed, "ParentID", "CloneID") == [own, ""]
    assert [table.read(one, "CloneID") for one in ("a", "copy", table.new())] == [own] * 3
    table.press("copy", "swap")
    assert table.reads(table.new(), "ParentID", "CloneID") == ["", ""]


def test_a_saved_game_keeps_which_piece_placed_another_and_of_which_it_is_a_copy(vassal, module) -> None:
    def unit(id: str, *kept: str) -> str:
        state = f"Main;300;300;9;{len(kept) // 2};{';'.join(kept)}"
        return vassal.piece(ARRIVALS, ("piece;;;unit.svg;Unit", state), id=id)

    pieces = [
        unit("1", "ParentID", "7002", "UniqueID", "7001"),
        unit("2", "UniqueID", "7002"),
        unit("3", "CloneID", "9", "ParentID", "7001"),
        unit("4", "CloneID", "9"),
    ]
    table = Table(vassal, module, pieces, [])
    assert len({table.game.pieces[table.ids[id]].kind for id in "1234"}) == 1
    assert table.read("1", "ParentID") == table.read("2", "UniqueID")
    assert table.reads("3", "ParentID", "CloneID") == [table.read("1", "UniqueID"), "9"]
    assert table.read("4", "CloneID") == "9"
    assert table.reads("2", "ParentID", "CloneID") == ["", ""]


def test_a_marker_copies_properties_of_the_piece_and_nothing_else(lay, vassal) -> None:
    hits = "PROP;Arrivals;true,0,9,false;;"
    turn = turning(6, "2")
    table = lay(("a", "Main 300 300", (hits, "4"), placing(vassal, "go", copies="true"), turn))
    table.press("a", "go")
    assert table.read(table.new(), "Arrivals") == "4"
    table = lay(("a", "Main 300 300", placing(vassal, "go", "Turned", copies="true"), turn))
    table.press("a", "go")
    assert table.read(table.new(), "Turn_Facing") == "1"


def to_piece(hears: str, letter: str, match: str) -> str:
    return f"sendto;Go;{key(hears)};Main;;0;0;;;0;0;0;0;;{letter};;;{match};"


@pytest.mark.parametrize(
    ("letter", "match", "lands", "can"),
    [
        ("A", "{Is==1}", "100 100", True),
        ("N", "{Is==1}", "300 500", True),
        ("C", "{Is==1}", "100 100", True),
        ("A", "{Is<3}", "100 100", True),
        ("N", "{Is<3}", "300 300", False),
        ("C", "{Is<3}", "300 500", True),
        ("A", "{Is==2}", "300 300", False),
        ("A", "{Is==7}", "300 300", False),
        ("C", "{Is==2}", "300 300", False),
    ],
)
def test_a_piece_is_sent_to_those_that_match_of_which_it_may_be_one(lay, letter, match, lands, can) -> None:
    table = lay(
        ("x", "Main 100 100", ("mark;Is", "1")),
        ("a", "Main 300 300", ("mark;Is", "2"), to_piece("go", letter, match)),
        ("y", "Main 300 500", ("mark;Is", "1")),
    )
    assert table.menu("a")["Go"] is can
    table.press("a", "go")
    assert point(table, "a") == lands


def test_a_piece_sent_to_where_it_is_put_back_from_the_grid_remembers_where_it_came_from(lay) -> None:
    table = lay(("a", "Squares 250 250", f"sendto;Go;{key('go')};Squares;;260;250;;;0;0;0;0;;L;;;;"))
    table.press("a", "go")
    assert table.reads("a", "CurrentX", "OldX", "OldMap") == ["250", "250", "Squares"]


@pytest.mark.parametrize(
    ("deck", "at"), [("{Wanted}", "900 900"), ("Heap", "800 900"), ("", "300 300"), ("None", "300 300")]
)
def test_a_piece_returns_to_the_deck_that_its_expression_names(lay, deck: str, at: str) -> None:
    back = f"return;Back;{key('go')};;Where?;;2;false;{deck}"
    table = lay(("a", "Main 300 300", back, ("mark;Wanted", "Pile")))
    table.press("a", "go")
    assert point(table, "a") == at


MAT: Final = "mat;Deck;"
"""A mat 200 pixels wide and 100 high."""


@pytest.mark.parametrize("way", ["return;;{};;;;2;false;Pile", "sendto;;{};Main;;900;900;;;0;0;0;0;;L;;;;"])
def test_what_comes_to_a_deck_hears_that_it_has_arrived(lay, way: str) -> None:
    table = lay(("a", "Squares 350 450", way.format(key("go")), ARRIVALS))
    for _ in range(2):
        table.press("a", "go")
    assert table.reads("a", "DeckName", "Arrivals", "OldMap") == ["Pile", "1", "Main" if "return" in way else "Squares"]


def test_a_card_is_moved_within_its_deck_by_the_keys_for_stacks(lay) -> None:
    table = lay(
        ("a", "Main 300 300", "return;;57344,0,go;;;;2;false;Pile"),
        ("b", "Main 400 300", trigger("go", "back"), "return;;57344,0,back;;;;2;false;Pile"),
    )
    table.press("a", "go")
    table.press("b", "go")
    assert table.reads("b", "DeckPosition") == ["1"]
    table.press("b", "Bottom")
    assert table.reads("b", "DeckPosition") == ["2"]


def test_a_marker_lies_where_the_mouse_was_or_else_where_the_piece_lay_that_was_called_upon(lay, vassal) -> None:
    off = placing(vassal, "go", "Lone", at="{ClickedX-CurrentX} {CurrentY-ClickedY}")
    table = lay(("a", "Main 300 300", ALONE, off, trigger("first", "go")))
    assert table.reads("a", "ClickedX", "ClickedY") == ["", ""]
    lie = []
    for at in (Spot("Main", 410, 280), None):
        table.call("a", "first", at)
        lie.append(point(table, table.new()))
    assert (lie, table.reads("a", "ClickedX", "ClickedY")) == (["410 280", "300 300"], ["300", "300"])


def test_only_what_a_player_calls_upon_was_clicked(lay) -> None:
    table = lay(("a", "Main 300 300", command("go", "tell")), ("b", "Main 500 300", counter("Told", "tell")))
    table.call("a", "go", Spot("Main", 310, 305))
    assert [table.reads(one, "Told", "ClickedX", "ClickedY") for one in "ab"] == [["", "310", "305"], ["1", "", ""]]


def test_a_saved_game_keeps_where_pieces_were_clicked_and_on_which_mat_they_lay(vassal, module) -> None:
    kept = "4;ClickedX;410;ClickedY;280;OldMatID;Tray_77;OldMatOffsetX;-50"
    pieces = [
        vassal.piece("mat;Tray;", ("piece;;;mat.svg;mat", "Main;300;300;9;1;UniqueID;77"), id="1"),
        vassal.piece(("piece;;;unit.svg;a", f"Main;500;300;9;{kept}"), id="2"),
    ]
    table = Table(vassal, module, pieces, [])
    table.ids |= {"mat": table.ids["1"], "a": table.ids["2"]}
    assert table.reads("a", "ClickedX", "ClickedY", "OldMatOffsetX") == ["410", "280", "-50"]
    assert table.read("a", "OldMatID").endswith(f"_{table.read('mat', 'PieceUID')}")


def test_a_piece_knows_on_which_mat_it_lay_and_how_far_off_that_was(lay) -> None:
    table = lay(
        ("mat", "Main 300 300", "mat;Tray;", ALONE),
        ("a", "Main 350 320", riding(), send("off", 700, 700), send("away", 800, 500), FREE),
    )
    names = ("CurrentMat", "CurrentMatID", "OldMat", "OldMatID", "OldMatOffsetX", "OldMatOffsetY")
    its = table.read("mat", "MatID")
    assert its == f"Tray_{table.read('mat', 'PieceUID')}"
    assert table.read("a", "MatID") == ""
    table.press("a", "find")
    assert table.reads("a", *names) == ["Tray", its, "", "", "", ""]
    table.press("a", "off")
    assert table.reads("a", *names) == ["", "", "Tray", its, "-50", "-20"]
    table.press("a", "away")
    assert table.reads("a", *names) == [""] * 6


def riding(dx: int = 0, dy: int = 0, *, keeps: bool = True) -> tuple[str, str]:
    return f"matPiece;;{str(keeps).lower()};{dx};{dy};{key('find')};{key('leave')}", "noMat"


@pytest.mark.parametrize(
    ("cargo", "at", "mat"),
    [
        (riding(), "400 300", ""),
        (riding(), "200 250", "Deck"),
        (riding(), "399 349", "Deck"),
        (riding(), "199 300", ""),
        (riding(), "300 350", ""),
        (riding(10), "189 300", ""),
        (riding(11), "189 300", "Deck"),
        (riding(300), "300 300", "Deck"),
        (riding(300, 1), "300 300", "Deck"),
        (riding(300, 1), "800 300", ""),
        (riding(0, 60), "300 355", "Deck"),
        (riding(20, 20), "410 240", "Deck"),
    ],
)
def test_cargo_looks_for_a_mat_at_its_middle_and_at_four_points_around(lay, cargo, at: str, mat: str) -> None:
    table = lay(("m", "Main 300 300", MAT), ("c", f"Main {at}", cargo))
    table.press("c", "find")
    assert table.read("c", "CurrentMat") == mat


@pytest.mark.parametrize(("at", "mat"), [("300 300", ""), ("330 330", "Deck"), ("290 280", "")])
def test_a_mat_has_the_shape_that_it_is_given(lay, at: str, mat: str) -> None:
    shape = "nonRect2;1.0;m,20,20,l,60,20,l,60,60,l,20,60,c"
    table = lay(("m", "Main 300 300", MAT, shape), ("c", f"Main {at}", riding()))
    table.press("c", "find")
    assert table.read("c", "CurrentMat") == mat


def test_a_mat_may_ride_on_another_and_lies_above_it(lay) -> None:
    raft = (riding(), "mat;Raft;", shift("go", 0, 200))
    table = lay(
        ("m", "Main 300 300", MAT, shift("go", 0, 200)), ("r", "Main 320 300", *raft), ("c", "Main 330 310", riding())
    )
    for cargo in "rc":
        table.press(cargo, "find")
    assert [table.read(cargo, "CurrentMat") for cargo in "rc"] == ["Deck", "Raft"]
    table.press("m", "go")
    assert (point(table, "r"), point(table, "c")) == ("320 100", "330 110")


@pytest.mark.parametrize(("piece", "reached"), [("m", "m a b"), ("a", "m a b"), ("x", "")])
def test_the_mat_itself_is_among_what_is_on_it(lay, piece: str, reached: str) -> None:
    target = "COUNTER|true|CURMAT|||||0|0||false|||EQUALS||"
    traits = (command("hit", "n", target=target), counter("N", "n"))
    cargo = [(name, f"Main {x} 300", riding(), *traits) for name, x in (("a", 310), ("b", 290), ("x", 600))]
    table = lay(("m", "Main 300 300", MAT, *traits), *cargo)
    for name in "ab":
        table.press(name, "find")
    table.press(piece, "hit")
    assert [name for name in "mabx" if table.read(name, "N") == "1"] == reached.split()


def test_a_mat_goes_to_no_deck_while_something_lies_on_it(lay) -> None:
    back = f"return;Back;{key('back')};Pile;;;2;false;Pile"
    table = lay(("m", "Main 300 300", MAT, back), ("c", "Main 310 300", riding()))
    table.press("c", "find")
    table.press("m", "back")
    assert (table.read("m", "DeckName"), table.menu("m")["Back"]) == ("", False)
    table.press("c", "leave")
    table.press("m", "back")
    assert table.read("m", "DeckName") == "Pile"


def test_cargo_that_looks_again_goes_over_to_another_mat_or_off_all(lay) -> None:
    away = shift("away", 300, 0)
    table = lay(
        ("m", "Main 300 300", MAT, away), ("n", "Main 310 300", "mat;Raft;", away), ("c", "Main 300 300", riding())
    )
    for hears, mat in (("find", "Raft"), ("leave", ""), ("find", "Raft")):
        table.press("c", hears)
        assert table.read("c", "CurrentMat") == mat
    assert table.reads("c", "IsCargo", "IgnoreGrid") == ["true", "true"]
    table.press("n", "away")
    assert table.reads("c", "CurrentX", "CurrentMatOffsetX") == ["600", "10"]
    table.press("c", "leave")
    assert table.reads("c", "IsCargo", "IgnoreGrid", "CurrentMatOffsetX", "CurrentX") == ["true", "false", "", "600"]


def test_what_lies_on_a_mat_that_turns_is_swung_marked_and_arrives_and_keeps_its_own_facing(lay) -> None:
    cargo = (turning(6, "0", "face"), riding(), TRACK, ARRIVALS)
    table = lay(("m", "Main 300 300", MAT, turning(4, "0")), ("c", "Main 360 310", *cargo))
    table.press("c", "find")
    table.press("m", "turn")
    assert (point(table, "c"), *table.reads("c", "Moved", "Arrivals", "Turn_Facing")) == ("290 360", "true", "1", "1")
    table.press("m", "turn")
    assert (point(table, "c"), *table.reads("c", "Arrivals", "OldX")) == ("240 290", "2", "290")


def test_mats_lie_alone(lay) -> None:
    table = lay(("m", "Main 300 300", MAT, shift("go", 0, -100)), ("n", "Main 300 400", MAT))
    table.press("m", "go")
    assert (point(table, "m"), table.stack("m"), table.read("m", "NoStack")) == ("300 400", ["m"], "true")


def test_what_lies_on_a_mat_stays_a_stack_when_the_mat_is_gone(lay) -> None:
    gone = f"delete;Gone;{key('gone')}"
    table = lay(("m", "Main 300 300", MAT, gone), *((name, "Main 310 300", riding()) for name in "ab"))
    for name in "ab":
        table.press(name, "find")
    table.press("m", "gone")
    assert (table.stack("a"), table.read("b", "CurrentMat")) == (["a", "b"], "")


@pytest.mark.parametrize(("facing", "lands"), [("0", "315 293"), ("1", "316 301"), ("2", "313 309")])
def test_a_piece_that_pivots_lies_where_the_point_stays(lay, facing: str, lands: str) -> None:
    table = lay(("a", "Main 300 300", f"pivot;Pivot;{key('go')};20;24;true;30;;;;", turning(12, facing)))
    table.press("a", "go")
    assert point(table, "a") == lands


def zones(hears: str, text: str, sort: str = ";;") -> str:
    return f"locCommand;;locZones;;{text};{key(hears)};true;{sort}"


def test_who_hears_the_key_of_a_place_knows_it_inside_the_trait_and_in_triggers(lay) -> None:
    def noting(name: str) -> str:
        return f"PROP;{name};false,0,0,false;:{keys('go')}:P\\,{{LocationOfCommand}};"

    traits = (
        trigger("go", "then"),
        report("then", "$LocationOfCommand$"),
        zones("other", "Other $LocationOfCommand$"),
        noting("Outside"),
        zones("go", "To $LocationOfCommand$"),
        noting("Inside"),
    )
    table = lay(("a", "Zones 300 300", *traits))
    assert list(table.menu("a")) == ["Other East", "Other West", "To East", "To West"]
    table.press("a", "go → To West")
    assert (table.reads("a", "Outside", "Inside"), table.said) == (["", "West"], ["West"])
    table.press("a", "other → Other East")
    assert table.read("a", "LocationOfCommand") == "East"


@pytest.mark.parametrize(
    ("sort", "labels"),
    [
        ('{LocationOfCommand == "East" ? 10 : 9};true;true', ["West", "East"]),
        ('{LocationOfCommand == "East" ? 10 : 9};true;false', ["East", "West"]),
        ('{LocationOfCommand == "East" ? "z" : 9};true;true', ["West", "East"]),
        ('{LocationOfCommand == "East" ? "A" : 9};false;true', ["East", "West"]),
    ],
)
def test_places_are_sorted_as_numbers_where_both_are_some(lay, sort: str, labels: list[str]) -> None:
    table = lay(("a", "Zones 300 300", zones("go", "$LocationOfCommand$", sort)))
    assert list(table.menu("a")) == labels


def test_the_angle_of_a_piece_is_set_only_where_it_lies_somewhere(lay) -> None:
    table = lay(("a", "Main 300 300", (f"rotate;1;{key('turn')};Set;;;Turn;", "0")))
    assert table.menu("a") == {"Set": True}
    piece = table.ids["a"]
    in_tray = replace(table.game.pieces[piece], at=NOBODY)
    table.game = replace(table.game, pieces={**table.game.pieces, piece: in_tray})
    assert table.menu("a") == {"Set": False}
