"""The behaviour of an imported module's pieces, taken from VASSAL's recorded actions where its documentation is
silent.
"""

import pytest

from tabletop.expression import as_text
from tabletop.game.appearance.piece_display import menu_of
from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.module.loader import load_module
from tabletop.vassal.games.followed_game import map_rules
from tabletop.vassal.module_import import import_module
from tests.vassal.at_play import DECK, LAYER, MARKER, NEUTRAL, Table, command, counter, key, keys, report, send, trigger


@pytest.fixture(scope="module")
def module(vassal, tmp_path_factory):
    """Return an imported module: one map with layers and a key on arrival, two decks at one point, and pieces
    to place.
    """
    region = [("Aulne", 100, 100), ("Brest", 150, 200), ("Caen", 300, 100), ("Dol", 250, 50)]
    grid = vassal.element(
        "module.map.boardPicker.board.RegionGrid",
        *(
            vassal.element("module.map.boardPicker.board.Region", name=name, originx=str(x), originy=str(y))
            for name, x, y in region
        ),
        snapto="false",
    )
    board = vassal.element("module.map.boardPicker.Board", grid, name="Board", width="400", height="300")
    marker = vassal.slot("mark;Layer", counter("Arrivals", "Arrived"), MARKER, name="Marker", gpid="5")
    alike = vassal.slot(("mark;Layer", "Ground"), ("piece;;;;Ground", "null;0;0;7;0"), name="Ground", gpid="7")
    stood = (("PROP;Other;false,0,100,false;;", "7"), ("PROP;Hits;false,0,100,false;;", "0"), (LAYER, "1"))
    new = vassal.slot(*stood, ("piece;;;;New", "null;0;0;6;0"), name="New", gpid="6")
    file = vassal.vmod(
        vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        vassal.element("module.DiceButton", name="2d6", nDice="2", nSides="6", text="2d6"),
        vassal.element(
            "module.properties.GlobalProperties",
            vassal.element("module.properties.GlobalProperty", name="Known", initialValue="0"),
        ),
        vassal.element(
            "module.Map",
            vassal.element("module.map.BoardPicker", board),
            vassal.element("module.map.StackMetrics", top="38,0", bottom="40,0", up="39,0", down="37,0"),
            vassal.element("module.map.LayeredPieceCollection", property="Layer", layerOrder="Ground,Air"),
            vassal.element("module.map.DrawPile", name="First", x="20", y="20", width="40", height="40"),
            vassal.element("module.map.DrawPile", name="Second", x="20", y="20", width="40", height="40"),
            mapName="Main",
            moveKey=key("Arrived"),
        ),
        vassal.element("module.PieceWindow", marker, alike, new, name="Pieces", hidden="true"),
    )
    out = tmp_path_factory.mktemp("modules") / "small"
    import_module(file, out)
    return load_module(out)


@pytest.fixture
def lay(vassal, module):
    """Return a function that lays out pieces with these traits on a table: the first alone at (100, 100), all others in
    a stack at (300, 100).
    """

    def lay(*pieces: tuple[str | tuple[str, str], ...], more=()) -> Table:
        made = []
        for number, traits in enumerate(pieces, 1):
            at = "100;100" if number == 1 else "300;100"
            basic = (f"piece;;;;Unit {number}", f"Main;{at};9;0")
            made.append(vassal.piece(*traits, ("mark;Layer", "Ground"), basic, id=str(number)))
        numbers = [str(number) for number in range(2, len(pieces) + 1)]
        stacks = [("stack", "Main;100;100;1;@@0"), ("stack", f"Main;300;100;{';'.join(numbers)};@@0")]
        made += [vassal.piece(one, id=f"9{n}") for n, one in enumerate(stacks) if n == 0 or numbers]
        made += [vassal.piece((f"{DECK}{name}", "Main;20;20;false;"), id=f"8{name}") for name in ("First", "Second")]
        return Table(vassal, module, made, more)

    return lay


def place(
    vassal,
    hears: str,
    dx: int | str = 0,
    where: int = 0,
    *,
    then: str = "",
    text: str = "null",
    id: str = "placemark",
    slot: str = "Marker",
    version: str = "1",
):
    spec = f"VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PieceSlot:{slot}"
    fields = ["", key(hears), spec, text, str(dx), "0", "false", key(then) if then else "", "", "5", str(where)]
    return f"{id};" + vassal.sequence([*fields, "false", "false", "", version], ";")


def test_a_global_command_judges_each_piece_when_its_turn_comes(lay) -> None:
    first = (command("go", "take", '{Known == "0"}'),)
    taker = ("setprop;Known;false,0,100,false;:57344\\,0\\,take:P\\,1;;Current Zone/Current Map/Module;",)
    table = lay(first, (*taker, counter("N", "take")), (*taker, counter("N", "take")))
    table.press("1", "go")
    assert (table.read("2", "N"), table.read("3", "N")) == ("1", "")


@pytest.mark.parametrize("hits", ["delete;;57344,0,hit;", "replace"])
def test_the_rest_of_a_key_goes_on_when_the_acting_piece_is_gone_and_no_more_are_sent(lay, vassal, hits: str) -> None:
    hitting = place(vassal, "hit", id="replace") if hits == "replace" else hits
    known = "setprop;Known;false,0,100,false;:57344\\,0\\,{}:P\\,{};;Current Zone/Current Map/Module;"
    inside = (known.format("hit", 1), report("hit", "$BasicName$ hit"))
    table = lay((trigger("go", "hit", "after"), known.format("after", 2), report("after", "after"), hitting, *inside))
    table.press("1", "go")
    assert (table.ids["1"] in table.game.pieces, table.game.properties["Known"], table.said) == (
        False,
        1,
        ["Unit 1 hit"],
    )


def test_reports_are_made_from_the_innermost_out_and_before_those_of_keys_sent_later(lay) -> None:
    traits = (report("go", "outer"), trigger("go", "late"), report("late", "late"), report("go", "inner"))
    table = lay(traits)
    table.press("1", "go")
    assert table.said == ["inner", "late", "outer"]


def test_a_report_tells_how_things_were_when_the_piece_was_called_upon(lay) -> None:
    said = report("say", "$oldN$ $oldLocationName$ > $N$ $LocationName$, $oldPieceName$")
    table = lay((trigger("go", "n", "move", "say"), said, counter("N", "n"), send("move", 300, 100)))
    table.press("1", "go")
    assert table.said == [" Aulne > 1 Caen, Unit 1"]


def test_a_marker_comes_from_nowhere_and_does_not_hear_the_key_of_its_map(lay, vassal) -> None:
    table = lay((place(vassal, "go", 40, text="is hit"),))
    table.press("1", "go")
    new = table.new()
    assert [table.read(new, name) for name in ("Arrivals", "OldMap", "OldX", "CurrentX")] == ["", "", "", "140"]
    assert table.said == ["* Aulne:  Unit 1 is hit *"]


def test_a_marker_of_another_layer_lies_for_itself_one_of_the_same_in_the_stack(lay, vassal) -> None:
    table = lay((place(vassal, "go", 40, 3),))
    table.press("1", "go")
    assert table.stack("1") == ["1"]


@pytest.mark.parametrize(
    ("off", "version", "lies"),
    [
        ("0", "1", (100, "1 new")),
        ("40", "1", (140, "new")),
        ("40", "", (100, "1 new")),  # as written before version 3.7.16
        ("{CurrentX > 50 ? CurrentX * 2 : 7}", "1", (300, "new")),
        ("{CurrentX - 100}", "1", (100, "1 new")),
        ("$Hits$", "1", (103, "new")),
        ("null", "1", (100, "1 new")),
    ],
)
def test_a_marker_lies_as_far_off_as_its_trait_says_or_works_out(lay, vassal, off: str, version: str, lies) -> None:
    placed = place(vassal, "go", off, slot="Ground", version=version)
    table = lay((placed, ("PROP;Hits;false,0,100,false;;", "3")))
    table.press("1", "go")
    new = table.new()
    assert (int(table.read(new, "CurrentX")), " ".join(table.stack(new))) == lies


def test_a_copy_lies_on_top_of_the_stack(lay) -> None:
    table = lay((), ("clone;Clone;57344,0,go;",), ())
    table.press("2", "go")
    assert table.stack("2") == ["2", "3", "new"]


def test_a_piece_that_is_sent_where_it_is_does_nothing(lay) -> None:
    table = lay((send("go", 100, 100), counter("N", "Arrived")), (send("go", 300, 100),), ())
    table.press("1", "go")
    table.press("2", "go")
    assert (table.read("1", "N"), table.read("1", "OldMap"), table.stack("2")) == ("", "", ["2", "3"])


def test_a_piece_that_is_sent_elsewhere_hears_the_key_of_the_map(lay) -> None:
    table = lay((send("go", 300, 100), counter("N", "Arrived")))
    table.press("1", "go")
    assert (table.read("1", "N"), table.read("1", "OldLocationName")) == ("1", "Aulne")


def test_all_traits_bring_a_piece_back_from_where_any_has_sent_it(lay) -> None:
    table = lay((send("go", 300, 100, "back"), send("other", 150, 200, "home")))
    table.press("1", "go")
    table.press("1", "home")
    assert table.read("1", "LocationName") == "Aulne"


@pytest.mark.parametrize(
    ("arrow", "order"), [("38\\,0", "2 4 5 3"), ("40\\,0", "3 2 4 5"), ("39\\,0", "2 4 3 5"), ("37\\,0", "3 2 4 5")]
)
def test_the_keys_of_stacks_move_a_piece_in_its_stack(lay, arrow: str, order: str) -> None:
    table = lay((), (), (f"macro;;;;;{keys('go')};{arrow};false;;;counted;;;;false;;1;1",), (), ())
    table.press("3", "go")
    assert table.stack("3") == order.split()


def test_a_quoted_name_in_a_target_is_filled_in(lay) -> None:
    target = 'COUNTER|false|MAP|||||0|0||true|PieceUID|{"$PieceUID$"}|EQUALS||'
    traits = (command("go", "n", target=target), counter("N", "n"))
    table = lay(traits, traits)
    table.press("2", "go")
    assert (table.read("1", "N"), table.read("2", "N")) == ("", "1")


def test_a_card_that_is_returned_hears_the_key_of_the_map_and_is_at_the_first_deck_there(lay) -> None:
    back = "return;;57344,0,go;Second;Select destination;;2;false;Second"
    table = lay((back, counter("N", "Arrived")))
    table.press("1", "go")
    assert (table.read("1", "N"), table.read("1", "DeckName"), table.read("1", "LocationName")) == (
        "1",
        "Second",
        "First",
    )
    table.press("1", "go")
    assert table.read("1", "OldLocationName") == "First"


def test_regions_come_in_the_order_in_which_java_keeps_them(module) -> None:
    assert module.components.maps["Main"].places() == ("Brest", "Caen", "Dol", "Aulne")


def test_a_property_that_the_module_has_not_is_not_taken_from_a_save(lay) -> None:
    setting = "setprop;Lost;false,0,100,false;:57344\\,0\\,go:P\\,1;;Current Zone/Current Map/Module;"
    table = lay((setting,), more=["GlobalProperty\t;Lost;7;Module", "GlobalProperty\t;Known;3;Module"])
    table.press("1", "go")
    assert ("Lost" in table.game.properties, table.game.properties["Known"]) == (False, "3")


def test_dice_show_a_one_before_they_are_thrown(lay) -> None:
    assert as_text(lay(()).game.properties["2d6_result"]) == "1"


@pytest.mark.parametrize(("access", "masked"), [("side:", "false"), ("player:", "true")])
def test_who_plays_no_side_masks_nothing_for_a_side(lay, access: str, masked: str) -> None:
    table = lay(((f"obs;{key('go')};back.png;Mask;B;?;{access};Peek;;false;;", "null;"),))
    table.press("1", "go")
    assert table.read("1", "ObscuredToOthers") == masked


def test_the_index_of_a_loop_is_a_property_of_its_trigger(lay) -> None:
    loop = f"macro;;;;;{keys('go')};{keys('say')};true;;;counted;;;3;true;Round;5;10"
    table = lay((loop, report("say", "$Round$")))
    table.press("1", "go")
    assert table.said == ["5", "15", "25"]


def test_a_map_may_keep_the_reports_of_its_pieces_to_itself(vassal, tmp_path) -> None:
    board = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    picker = vassal.element("module.map.BoardPicker", board)
    file = vassal.vmod(vassal.element("module.Map", picker, mapName="Main", changeFormat=""))
    import_module(file, tmp_path / "out")
    piece = vassal.piece(report("go", "heard"), ("piece;;;;Unit", "Main;100;100;9;0"), id="1")
    table = Table(vassal, load_module(tmp_path / "out"), [piece], [])
    table.press("1", "go")
    assert table.said == []


@pytest.mark.parametrize(
    ("kind", "condition", "seen", "after"),
    [
        ("counted;;;2", "", "1 1 3 1", "3"),
        ("until;;{Round > 4};", "", "1 1 3 5 1", "5"),
        ("while;{Round < 4};;", "", "1 1 3 1", "5"),
        ("counted;;;0", "", "1 1", "1"),
    ],
)
def test_the_index_of_a_loop_is_there_before_its_first_round(
    lay, kind: str, condition: str, seen: str, after: str
) -> None:
    loop = f"macro;;;;{condition};{keys('go')};{keys('say')};true;{key('first')};{key('last')};{kind};true;Round;1;2"
    table = lay((loop, report("say", "$Round$"), report("first", "$Round$"), report("last", "1")))
    table.press("1", "go")
    assert (" ".join(table.said), table.read("1", "Round")) == (seen, after)


@pytest.mark.parametrize(
    ("state", "presses", "said"),
    [
        ("0", "on on on on back back", "a b c a c b"),
        ("2", "on on", "c a"),
        ("-1", "on on", "plain plain"),
    ],
)
def test_a_report_goes_through_its_texts_from_where_it_stands(lay, state: str, presses: str, said: str) -> None:
    table = lay(((f"report;{keys('on')};plain;{keys('back')};a,b,c;;false", state),))
    heard = []
    for name in presses.split():
        table.press("1", name)
        heard += table.said
    assert " ".join(heard) == said


def reaching(target: str, *, decks: str = "-1", match: str = "") -> str:
    return f"globalkey;;{key('go')};{key('n')};{match};false;1;false;true;;;{decks};{target};false;"


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        (NEUTRAL, "1 2 3"),
        ("COUNTER|true|MAP|||||0|0||false|||EQUALS||", "1 2 3"),
        ("COUNTER|true|MAP|Main||||0|0||false|||EQUALS||", "1 2 3"),
        ("COUNTER|true|MAP|Elsewhere||||0|0||false|||EQUALS||", ""),
        ("COUNTER|true|CURLOC|||||0|0||false|||EQUALS||", "1"),
        ("COUNTER|true|LOCATION||||Caen|0|0||false|||EQUALS||", "2 3"),
        ("COUNTER|true|XY|||||300|100||false|||EQUALS||", "2 3"),
        ("COUNTER|true|CURSTACK|||||0|0||false|||EQUALS||", "1"),
        ("COUNTER|true|CURMAP|||||0|0||false|||EQUALS||", "1 2 3"),
        ("COUNTER|false|MAP|||||0|0||true|BasicName|Unit 3|EQUALS||", "3"),
        ("COUNTER|false|MAP|||||0|0||true|BasicName|Unit [23]|MATCH||", "2 3"),
        ("COUNTER|false|MAP|||||0|0||true|BasicName|Unit 3|NOT_EQUALS||", "1 2"),
    ],
)
def test_a_global_command_looks_where_its_target_says(lay, target: str, reached: str) -> None:
    table = lay((reaching(target), counter("N", "n")), (counter("N", "n"),), (counter("N", "n"),))
    table.press("1", "go")
    assert [one for one in "123" if table.read(one, "N") == "1"] == reached.split()


def replacing(vassal, *, match: str, inner: str = "false", by_name: str = "false") -> str:
    spec = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PieceSlot:New"
    fields = ["", key("go"), spec, "null", "0", "0", match, "", "", "6", "0", inner, by_name, "", "1"]
    return "replace;" + vassal.sequence(fields, ";")


@pytest.mark.parametrize(
    ("match", "inner", "by_name", "becomes"),
    [
        ("false", "false", "true", ["1", "0", "7"]),
        ("true", "false", "false", ["3", "5", "7"]),
        ("true", "true", "false", ["3", "0", "7"]),
        ("true", "false", "true", ["3", "5", "4"]),
    ],
)
def test_what_replaces_a_piece_may_stand_as_it_did(
    lay, vassal, match: str, inner: str, by_name: str, becomes: list[str]
) -> None:
    old = (("PROP;Other;true,0,9,false;;", "4"), ("PROP;Hits;false,0,100,false;;", "5"))
    table = lay((*old, replacing(vassal, match=match, inner=inner, by_name=by_name), (LAYER, "3")))
    table.press("1", "go")
    new = table.new()
    assert [table.read(new, name) for name in ("Step_Level", "Hits", "Other")] == becomes


def deck_of(vassal, *cards: tuple[str | tuple[str, str], ...]) -> list[str]:
    ids = [f"c{number}" for number in range(len(cards))]
    basics = (("piece;;;;Card", "Main;20;20;9;0") for _ in cards)
    made = [vassal.piece(*card, basic, id=id) for id, card, basic in zip(ids, cards, basics, strict=True)]
    return [*made, vassal.piece((f"{DECK}Pile", f"Main;60;60;false;{','.join(ids)}"), id="pile")]


@pytest.mark.parametrize(
    ("decks", "match", "reached"),
    [
        ("-1", "", "c0 c1 c2 c3"),
        ("0", "", ""),
        ("2", "", "c2 c3"),
        ("2", "{Suit == 1}", "c0 c2"),
        ("{1 + 0}", "{Suit == 1}", "c2"),
    ],
)
def test_so_many_cards_of_a_deck_are_reached_that_fit_from_the_top(
    vassal, module, decks: str, match: str, reached: str
) -> None:
    cards = [(("mark;Suit", suit), counter("N", "n")) for suit in ("1", "2", "1", "2")]
    acting = vassal.piece(reaching(NEUTRAL, decks=decks, match=match), ("piece;;;;Unit", "Main;100;100;9;0"), id="1")
    table = Table(vassal, module, [acting, *deck_of(vassal, *cards)], [])
    table.press("1", "go")
    assert [f"c{number}" for number in range(4) if table.read(f"c{number}", "N") == "1"] == reached.split()


@pytest.mark.parametrize(
    ("change", "own", "overrides", "after"),
    [
        ("I\\,9", "true,0,100,false", "false", "5"),
        ("I\\,9", "true,0,8,false", "true", "8"),
        ("P\\,9", "true,0,8,false", "true", "9"),
        ("I\\,1", "true,0,100,false", "false", "4"),
    ],
)
def test_a_property_of_another_piece_is_held_to_its_limits_or_to_those_that_override_them(
    lay, change: str, own: str, overrides: str, after: str
) -> None:
    match = '{BasicName == "Unit 2"}'
    setting = f"setpieceprop;Hits;{own};:{keys('go')}:{change};;{NEUTRAL};{match};false;1;true;;-1;{overrides}"
    table = lay((setting,), (("PROP;Hits;true,0,5,false;;", "3"),))
    table.press("1", "go")
    assert table.read("2", "Hits") == after


@pytest.mark.parametrize(("itself", "count"), [("false", "2"), ("true", "3")])
def test_attachments_of_one_name_find_each_other(lay, itself: str, count: str) -> None:
    wing = f"attach;Wing;;Join;;;;;false;1;true;;-1;;;;;nothing;nothing;clear;{itself};true"
    table = lay((wing,), (wing,), (wing,), ("attach;Other;",))
    names = ("AttachName", "AttachCount", "Wing_AttachCount")
    assert [table.read("1", name) for name in names] == ["Wing", count, count]
    assert table.read("4", "AttachCount") == "0"


def attaching(before: str = "nothing", back: str = "nothing", gone: str = "nothing") -> str:
    """Return the type of an attachment to all units except Unit 1, with a command that detaches only Unit 3."""
    calls = f'Join;{key("join")};Leave;{key("leave")};{{BasicName != "Unit 1"}};false;1;true;;-1;{NEUTRAL}'
    some = f'Part;{key("part")};{{BasicName == "Unit 3"}}'
    return f"attach;Wing;;{calls};{some};{back};{gone};{before};false;false"


@pytest.mark.parametrize(
    ("trait", "keys_", "counts"),
    [
        (attaching(), "join", "2 0 0"),
        (attaching(), "join join", "2 0 0"),
        (attaching(), "join leave", "0 0 0"),
        (attaching(), "join part", "1 0 0"),
        (attaching(back="follow"), "join", "2 1 1"),
        (attaching(back="attachAll"), "join", "2 2 2"),
        (attaching(back="follow", gone="remove"), "join part", "1 1 0"),
        (attaching(back="follow"), "join leave", "0 1 1"),
    ],
)
def test_pieces_attach_others_and_let_them_go(lay, trait: str, keys_: str, counts: str) -> None:
    table = lay((trait,), (trait,), (trait,))
    for name in keys_.split():
        table.press("1", name)
    assert [table.read(piece, "AttachCount") for piece in "123"] == counts.split()


@pytest.mark.parametrize(
    ("which", "rank"),
    [
        ("2", "5"),
        ('"{Rank > 3}"', "5"),
        ('"{Rank == \\"$Wanted$\\"}"', "5"),
        ('"{Rank > 9}"', ""),
        ('"Unit 2"', "3"),
        ('"Unit 9"', ""),
        ("Called", "5"),
        ("Wanted", ""),
        ("Second", "5"),
    ],
)
def test_an_attached_piece_is_asked_by_its_number_its_name_or_a_condition(lay, which: str, rank: str) -> None:
    asks = f'calcProp;Found;{{GetAttachProperty("Wing", "Rank", {which})}}'
    own = (("mark;Called", "Unit 3"), ("mark;Wanted", "5"), ("mark;Second", "2"))
    table = lay((attaching(), asks, *own), (("mark;Rank", "3"),), (("mark;Rank", "5"),))
    table.press("1", "join")
    assert table.read("1", "Found") == rank


@pytest.mark.parametrize(
    ("backs", "counts"),
    [
        (("follow", "nothing", "nothing"), "2 0 0"),
        (("nothing", "follow", "nothing"), "2 1 0"),
        (("nothing", "nothing", "attachAll"), "2 0 2"),
        (("nothing", "follow", "attachAll"), "2 2 2"),
    ],
)
def test_what_is_attached_says_itself_whether_it_attaches_in_return(lay, backs, counts: str) -> None:
    table = lay(*((attaching(back=back),) for back in backs))
    table.press("1", "join")
    assert [table.read(piece, "AttachCount") for piece in "123"] == counts.split()


def sent(letter: str, *, zone: str = "", place: str = "", match: str = "", board: str = "") -> str:
    return f"sendto;;{key('go')};Main;{board};0;0;;;0;0;0;0;;{letter};{zone};{place};{match};{place}"


@pytest.mark.parametrize(
    ("trait", "lands"),
    [
        (sent("R", place="Brest"), "150 200"),
        (sent("G", place="Brest", board="Board"), "150 200"),
        (sent("G", place="Brest", board="Other"), "100 100"),
        (sent("G", place="Brest"), "100 100"),
        (sent("G", place="Brest", board="$Nameless$"), "100 100"),
        (sent("A", match='{BasicName == "Unit 2"}'), "300 100"),
        (sent("N", match="{Class == 1}"), "300 100"),
        (sent("C", match="{Class == 1}"), "300 100"),
        (sent("A", match="{Class == 7}"), "100 100"),
        (sent("Z", zone="Nowhere"), "100 100"),
    ],
)
def test_a_piece_is_sent_where_its_trait_says(lay, trait: str, lands: str) -> None:
    table = lay((trait,), (("mark;Class", "1"),))
    table.press("1", "go")
    assert f"{table.read('1', 'CurrentX')} {table.read('1', 'CurrentY')}" == lands


@pytest.mark.parametrize(
    ("sort", "places"),
    [
        (";;", "Brest Caen Dol Aulne"),
        ("$LocationOfCommand$;true;false", "Aulne Brest Caen Dol"),
        ("$LocationOfCommand$;false;false", "Dol Caen Brest Aulne"),
    ],
)
def test_places_to_choose_from_come_in_the_order_that_is_said(lay, sort: str, places: str) -> None:
    each = f'locCommand;;locRegions;{{LocationOfCommand != "Here"}};$LocationOfCommand$;{key("go")};true;{sort}'
    table = lay((each, report("go", "$LocationOfCommand$")))
    reading = PropertyReader(Draft(table.game), table.module.components, (0, 1), sees_all=True)
    lines = menu_of(reading, table.ids["1"])
    assert [line.label for line in lines] == places.split()
    table.press("1", lines[1].key)
    assert table.said == [places.split()[1]]


def test_a_map_is_known_by_its_name_whatever_signs_are_in_it(vassal, tmp_path) -> None:
    name = "Pool/Track:  A"
    board = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    weather = vassal.element("module.properties.GlobalProperty", name="Weather", initialValue="dry")
    maps = [
        vassal.element(
            "module.Map",
            vassal.element("module.map.BoardPicker", board),
            vassal.element("module.properties.GlobalProperties", weather),
            mapName=each,
        )
        for each in ("Main", name)
    ]
    import_module(vassal.vmod(*maps), tmp_path / "module")
    where = f'calcProp;Where;{{CurrentMap + (CurrentMap == "{name}") + Weather + GetMapProperty("Weather", "{name}")}};'
    away = f"sendto;;{key('away')};{name};Board;50;60;;;0;0;0;0;;L;;;;"
    pieces = [
        vassal.piece(where, away, ("piece;;;;A", "Main;10;20;;0"), id="1"),
        vassal.piece(where, ("piece;;;;B", f"{name};10;20;;0"), id="2"),
        *(vassal.piece(("stack", f"{at};10;20;{n};@@-1"), id=f"9{n}") for n, at in ((1, "Main"), (2, name))),
    ]
    table = Table(vassal, load_module(tmp_path / "module"), pieces, [f"GlobalProperty\t;Weather;wet;{name}"])
    assert [table.read(piece, "Where") for piece in "12"] == ["Mainfalsedrywet", f"{name}truewetwet"]
    table.press("1", "away")
    assert table.reads("1", "CurrentMap", "CurrentX") == [name, "50"]


def test_a_module_tells_of_itself_what_it_asks_for(vassal, tmp_path) -> None:
    told = 'calcProp;Told;{ModuleName + " " + ModuleVersion + ModuleOther1 + " made with " + VassalVersionCreated};'
    slot = vassal.slot(told, ("piece;;;;A", "null;0;0;1;0"), name="A", gpid="1")
    main = vassal.element("module.Map", vassal.element("module.map.BoardPicker"), mapName="Main")
    import_module(
        vassal.vmod(main, vassal.element("module.PieceWindow", slot, name="Pieces"), ModuleOther1="b"),
        tmp_path / "module",
    )
    module = load_module(tmp_path / "module")
    table = Table(vassal, module, [vassal.piece(told, ("piece;;;;A", "Main;10;20;1;0"), id="1")], ())
    assert table.read("1", "Told") == "Small 1.0b made with 3.7.5"
    assert "ModuleDescription" not in module.about.properties


def test_a_marker_that_only_a_save_describes_is_placed(vassal, lay) -> None:
    """The module no longer has the marker. The marker places another one that only the save has."""

    def placing(hears: str, *marker: str | tuple[str, str]) -> str:
        fields = ["", key(hears), vassal.piece(*marker), "null", "0", "0", "false", "", "", "77", "0"]
        return "placemark;" + vassal.sequence([*fields, "false", "false", "", "1"], ";")

    smoke = ("mark;Layer", ("piece;;;;Smoke", "null;0;0;;0"))
    table = lay((placing("burn", placing("smoke", *smoke), ("piece;;;;Fire", "null;0;0;;0")),))
    table.press("1", "burn")
    fire = table.new("fire")
    table.press(fire, "smoke")
    assert [table.read(piece, "BasicName") for piece in ("1", fire, table.new())] == ["Unit 1", "Fire", "Smoke"]


def test_saves_know_a_map_without_a_name_by_its_number(vassal, tmp_path) -> None:
    def map_(**name: str) -> str:
        board = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
        return vassal.element("module.Map", vassal.element("module.map.BoardPicker", board), **name)

    hand = vassal.element("module.PrivateMap", vassal.element("module.map.BoardPicker"), mapName="Hand", side="Red")
    import_module(vassal.vmod(hand, map_(mapName="Main"), map_(), map_(mapName="")), tmp_path / "module")
    module = load_module(tmp_path / "module")
    rules = map_rules(module)
    assert [rules[name].name for name in ("Main", "Hand", "Map2", "Map3")] == ["Main", "Hand", "Map2", "Map3"]
