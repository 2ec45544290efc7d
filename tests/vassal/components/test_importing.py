"""A module is imported completely: into a folder that can be checked and played, with every part accounted for."""

import json
import unicodedata
from collections import Counter
from pathlib import Path

import msgspec
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletop.dice import SeededChance
from tabletop.game.state.kind import Kind
from tabletop.game.traits.appearance_traits import Art, Image
from tabletop.game.traits.movement_traits import SendTo
from tabletop.game.traits.property_traits import NameTrait
from tabletop.game.traits.sight_traits import Mask
from tabletop.module.checks.module_check import check_module
from tabletop.module.contents.laid_boards import as_laid, boards_to_choose
from tabletop.module.loader import load_module
from tabletop.module.packed_modules import pack, unpack
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.setup import new_game
from tabletop.vassal.components.piece_definitions import definition
from tabletop.vassal.expressions.plain_texts import said
from tabletop.vassal.files.archive import ArchiveError, open_module
from tabletop.vassal.files.build_file import BuildFileError
from tabletop.vassal.module_import import OutputError, import_module

BUILD = "VASSAL.build."
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000100000001008020000009091683600000018494441547801636068f84f1a"
    "221d34fc1fd5c0402074005b1cff01d8db4bb40000000049454e44ae426082"
)


BY_HAND = ("PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToKeyBuffer")


def board(vassal, *parts: str, name: str = "Main Map", **settings: str) -> str:
    """Return a map with one plain board, and with the components by which players move pieces and open menus."""
    by_hand = [vassal.element(f"module.map.{name}") for name in BY_HAND]
    sheet = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    picker = vassal.element("module.map.BoardPicker", sheet)
    return vassal.element("module.Map", picker, *by_hand, *parts, mapName=name, **settings)


def roster(vassal, *sides: str) -> str:
    return vassal.element("module.PlayerRoster", *(f"<entry>{side}</entry>" for side in sides))


def basic(name: str = "Unit", image: str = "") -> tuple[str, str]:
    return f"piece;;;{image};{name}", "null;0;0;;0"


def taken(vassal, tmp_path: Path, *components: str, **more: object) -> tuple[Path, object]:
    out = tmp_path / "out"
    return out, import_module(vassal.vmod(*components, **more), out)


def small(vassal) -> tuple[str, ...]:
    """Return the components of a module with a bit of everything."""
    slot = vassal.slot("prototype;Infantry", "mark;Nation", basic("Tank", "tank.png"), name="Tank", gpid="7")
    card = vassal.slot(basic("Ace"), name="Ace", gpid="8", kind="widget.CardSlot")
    stack = vassal.element("module.map.SetupStack", slot, name="Start", x="100", y="50", owningBoard="Board")
    deck = vassal.element(
        "module.map.DrawPile",
        card,
        name="Events",
        x="10",
        y="20",
        shuffle="Never",
        faceDown="Always",
        owningBoard="Board",
        reversible="true",
        reverseCommand="Turn it round",
        allowMultiple="true",
    )
    zoomed = vassal.element("module.map.Zoomer", zoomLevels="1.0", zoomStart="1")
    panel = vassal.element("widget.PanelWidget", vassal.slot(basic("Gun"), name="Gun", gpid="9"), entryName="Guns")
    tab = vassal.element("widget.TabWidget", panel, entryName="German")
    window = vassal.element("module.PieceWindow", tab, name="Pieces")
    level = vassal.element("module.turn.CounterTurnLevel", name="Turn", property="TurnNow", start="3")
    prototypes = vassal.element(
        "module.PrototypesContainer", vassal.prototype("Infantry", "delete;Remove;68,130;", "clone;Copy;67,130;")
    )
    values = vassal.element(
        "module.properties.GlobalProperties",
        vassal.element("module.properties.GlobalProperty", name="Gold", initialValue="5"),
    )
    return (
        roster(vassal, "Red", "Blue"),
        board(vassal, stack, deck, zoomed),
        window,
        prototypes,
        values,
        vassal.element("module.turn.TurnTracker", level, name="Turn"),
        vassal.element("module.DiceButton", name="Two dice", nDice="2", nSides="6", reportTotal="true"),
        vassal.element("module.GlobalKeyCommand", name="Clear", buttonText="Clear", hotkey="57400,0,Clear"),
        vassal.element("My.own.Button", name="Magic"),
        vassal.element("VASSAL.script.ScriptContainer"),
    )


def test_what_sends_itself_has_moved_where_the_module_wants_that(vassal, tmp_path: Path) -> None:
    sent = "sendto;Go;71,130;Main Map;;20;20;;;0;0;0;0;;L;;;;"
    found = []
    for setting in ("Never", "Always", ""):
        tray = vassal.element("module.PieceWindow", vassal.slot(sent, basic(), name="Unit", gpid="1"), name="Pieces")
        rules = vassal.element("module.GlobalOptions", sendToLocationMoveTrails=setting)
        module = load_module(taken(vassal, tmp_path / f"a{setting}", rules, board(vassal), tray)[0])
        [kind] = module.components.kinds.values()
        marks = [trait.marks for trait in kind.traits if isinstance(trait, SendTo)]
        found.append((marks, module.about.sending_moves))
    assert found == [([False], False), ([True], True), ([False], False)]


@pytest.mark.parametrize(
    ("setting", "others", "options"),
    [
        ("Never", "", []),
        ("", "", []),
        ("Always", "true", []),
        (
            "Use Preferences Setting",
            'OpponentUnmaskable == "true"',
            [("Let them look?", "OpponentUnmaskable", "false")],
        ),
    ],
)
def test_others_unmask_pieces_where_the_module_lets_them(
    vassal, tmp_path: Path, setting: str, others: str, options: list[tuple[str, str, str]]
) -> None:
    piece = vassal.slot("obs;77,130;;Mask;B;?;player:;Peek;;false;;", basic(), name="Unit", gpid="1")
    rules = vassal.element("module.GlobalOptions", nonOwnerUnmaskable=setting, promptString="Let them look?")
    tray = vassal.element("module.PieceWindow", piece, name="Pieces")
    out, _ = taken(vassal, tmp_path, rules, board(vassal), tray)
    module = load_module(out)
    [kind] = module.components.kinds.values()
    [mask] = [trait for trait in kind.traits if isinstance(trait, Mask)]
    assert mask.others == module.about.others_unmask == others
    assert [(one.title, one.property, one.usual) for one in module.about.options] == options


def test_a_small_module_can_be_checked_and_played(vassal, tmp_path: Path) -> None:
    out, _ = taken(vassal, tmp_path, *small(vassal), files={"images/tank.png": PNG})
    assert check_module(out).errors == ()
    module = load_module(out)
    assert [side.title for side in module.about.sides] == ["Red", "Blue"]
    assert {each.kind.name: (each.group, each.shelf, each.offered) for each in module.tray} == {
        "Tank": ("At start", ("At start", "Start"), False),
        "Ace": ("At start", ("Decks", "Events"), False),
        "Gun": ("Pieces", ("German", "Guns"), True),
    }
    game = new_game(module, "new-game", {}, SeededChance("00", b"", 0, 0))
    lying = {held.name or held.form: (held.x, held.y, len(held.pieces)) for held in game.holders.values()}
    assert lying == {"stack": (100, 50, 1), "Events": (10, 20, 1), "the table": (0, 0, 1)}
    assert (game.properties["Gold"], game.properties["TurnNow"]) == (5, 3)
    assert [button.title for button in module.about.buttons] == ["Two dice", "Clear"]
    tank = next(each.kind for each in module.tray if each.kind.name == "Tank")
    shown = [type(trait).__name__ for trait in tank.traits]
    assert shown[-4:] == ["Art", "MarkTrait", "Clone", "Delete"]
    assert (tank.width, tank.height) == (16, 16)


def test_a_piece_is_as_large_as_the_first_picture_it_shows(vassal, tmp_path: Path) -> None:
    layer = "emb2;;2;;;2;;;2;;;;1;false;0;0;tank.png;;true;Step;;;false;;1;false;65,130;Activate;65,130;;;;;;;1.0;;true"
    slot = vassal.slot((layer, "1"), basic("Tank"), name="Tank", gpid="7")
    window = vassal.element("module.PieceWindow", slot, name="Pieces")
    shared = vassal.element("module.PrototypesContainer", vassal.prototype("Tanks", "prototype;Army"),
                            vassal.prototype("Army", (layer, "1")))  # fmt: skip
    through = vassal.element("module.PieceWindow", vassal.slot("prototype;Tanks", basic("Tank"), name="Tank", gpid="8"))
    out, _ = taken(vassal, tmp_path, board(vassal), shared, window, through, files={"images/tank.png": PNG})
    assert [(each.kind.width, each.kind.height) for each in load_module(out).tray] == [(16, 16)] * 2, (
        "its own, or shared"
    )


def test_what_is_not_taken_over_is_kept_and_named(vassal, tmp_path: Path) -> None:
    out, report = taken(vassal, tmp_path, *small(vassal))
    fates = {line.name: (line.grade, line.reason) for line in report.lines if line.grade in ("inactive", "refused")}
    assert fates == {
        "My.own.Button": (
            "inactive",
            "'My.own.Button' is a class of the module's own, and no code of a module runs here",
        ),
        "VASSAL.script.ScriptContainer": ("refused", "scripts of a module do not run here"),
    }
    assert "My.own.Button" in (out / "kept" / "components.yaml").read_text()
    assert "Magic" in (out / "import-report.md").read_text()
    texts = [remark.text for remark in report.remarks]
    assert "The picture 'tank.png' is missing." in texts


@pytest.mark.parametrize("kind", ["OwnFactory", "Own.Chatter"])
def test_classes_of_a_modules_own_are_told_so_with_or_without_a_package(vassal, tmp_path: Path, kind: str) -> None:
    out, report = taken(vassal, tmp_path, board(vassal), vassal.element(kind))
    assert [(line.grade, line.reason) for line in report.lines if line.name == kind] == [
        ("inactive", f"'{kind}' is a class of the module's own, and no code of a module runs here")
    ]
    assert kind in (out / "kept" / "components.yaml").read_text()


def test_a_class_of_a_modules_own_by_the_name_of_vassals_is_taken_as_that_and_told(vassal, tmp_path: Path) -> None:
    own = board(vassal).replace("VASSAL.build.module.Map ", "Own.Map ").replace("VASSAL.build.module.Map>", "Own.Map>")
    out, report = taken(vassal, tmp_path, own)
    assert list(load_module(out).components.maps) == ["Main Map"]
    assert [(line.grade, line.reason) for line in report.lines if line.name == "Own.Map"] == [
        ("approximated", "its class is the module's own; what it adds to VASSAL's class is left out")
    ]


OWN_MAP = """
<Own.SeaMap mapName="Seas" edgeWidth="40" edgeHeight="40">
  <Own.SeaBoardPicker>
    <Own.SeaBoard name="Gulf" width="400" height="300"><Own.SeaHexGrid dx="50" dy="60"/></Own.SeaBoard>
  </Own.SeaBoardPicker>
  <Own.SeaStackMetrics exSepX="16" exSepY="32" unexSepX="1" unexSepY="3"/>
  <Own.SeaThread threadName="Sight" label="Look" hotkey="121,0"/>
  <Own.SeaPieceMover hotkey="119,0"/>
  <VASSAL.build.module.map.MassKeyCommand name="Flip all" buttonText="Flip" hotkey="70,130"/>
  <Own.Sweeper><entry name="Smoke">Grey</entry><VASSAL.build.module.map.Scroller/></Own.Sweeper>
</Own.SeaMap>"""


def test_classes_of_a_modules_own_that_extend_vassals_are_taken_as_those_with_what_is_in_them(vassal, tmp_path) -> None:
    stack = vassal.element("module.map.SetupStack", vassal.slot(basic("Buoy"), name="Buoy"), name="B", x="10", y="20")
    own = OWN_MAP.replace("<Own.Sweeper>", f"{stack}<Own.Sweeper>")
    out, report = taken(vassal, tmp_path, own, vassal.element("Own.BigMap"))
    module = load_module(out)
    assert list(module.components.maps) == ["Seas"], "and what has no name of a map is none"
    seas = module.components.maps["Seas"]
    assert (seas.size, [each.name for each in seas.boards], seas.boards[0].grid is not None) == (
        (480, 380),
        ["Gulf"],
        True,
    )
    assert [(each.title, each.key) for each in module.about.buttons] == [("Look", "F10"), ("Flip", "Flip #1")]
    game = new_game(module, "new-game", {}, SeededChance("00", b"", 0, 0))
    assert [(holder.x, holder.y) for _, holder in game.holders.items() if holder.form == "stack"] == [(50, 60)]
    grades = {line.name: line.grade for line in report.lines}
    own_ones = ("SeaMap", "SeaBoardPicker", "SeaBoard", "SeaHexGrid", "SeaStackMetrics", "SeaThread", "SeaPieceMover")
    assert [grades[f"Own.{name}"] for name in own_ones] == ["approximated"] * len(own_ones)
    assert grades["Own.Sweeper"] == grades["Own.BigMap"] == "inactive"


def test_pieces_in_boxes_of_a_modules_own_class_are_offered_like_others(vassal, tmp_path: Path) -> None:
    shelf = vassal.element("Own.Drawer", vassal.slot(basic("Buoy"), name="Buoy"), label="Afloat")
    out, report = taken(vassal, tmp_path, vassal.element("module.PieceWindow", shelf, name="Pieces"))
    assert [(each.group, each.offered, each.kind.name) for each in load_module(out).tray] == [("Pieces", True, "Buoy")]
    assert [line.grade for line in report.lines if line.name == "Own.Drawer"] == ["inactive"]


@pytest.mark.parametrize(
    ("picker", "edge"), [("", 0), ("<VASSAL.build.module.map.BoardPicker/>", 0), ("<Own.SeaBoardPicker/>", 40)]
)
def test_a_map_without_boards_has_room_for_pieces(vassal, tmp_path: Path, picker: str, edge: int) -> None:
    stack = vassal.element("module.map.SetupStack", vassal.slot(basic("Buoy"), name="Buoy"), name="B", x="10", y="20")
    edges = {"edgeWidth": str(edge), "edgeHeight": str(edge)}
    out, _ = taken(vassal, tmp_path, vassal.element("module.Map", picker, stack, mapName="Seas", **edges))
    module = load_module(out)
    assert module.sheets["Seas"].size == (1000, 1000)
    game = new_game(module, "new-game", {}, SeededChance("00", b"", 0, 0))
    assert [(holder.x, holder.y) for _, holder in game.holders.items() if holder.form == "stack"] == [
        (10 + edge, 20 + edge)
    ]


def test_a_slot_without_a_piece_gives_none_and_one_of_the_modules_own_sort_a_plain_counter(vassal, tmp_path) -> None:
    def slot(text: str, name: str) -> str:
        return vassal.element("widget.PieceSlot", text=text, entryName=name)

    empty, own = slot("", "Empty"), slot("SC+/null/piece;;;;Ship/null;0;0;2", "Ship")
    marker = f"placemark;Mark;77,130;{BUILD}module.PieceWindow:Pieces\\/{BUILD}widget.PieceSlot:Empty;null;0;0"
    stack = vassal.element("module.map.SetupStack", empty, own, name="Start", x="10", y="20")
    deck = vassal.element("module.map.DrawPile", empty, vassal.slot(marker, basic("Ace"), name="Ace"), name="Deck")
    window = vassal.element("module.PieceWindow", empty, own, name="Pieces")
    out, report = taken(vassal, tmp_path, board(vassal, stack, deck), window)
    module = load_module(out)
    assert [(each.kind.name, each.kind.width) for each in module.tray if each.group == "Pieces"] == [("Ship", 60)]
    game = new_game(module, "new-game", {}, SeededChance("00", b"", 0, 0))
    names = [kind.name for id, _ in game.pieces.items() if (kind := game.kind_of(id)) is not None]
    assert sorted(names) == ["Ace", "Ship"]
    assert {line.reason: line.count for line in report.lines if line.grade == "inactive"} == {
        "it holds no piece": 3,
        "its definition does not begin with '+/': a plain counter is shown instead": 2,
    }


def test_what_belongs_to_a_class_of_the_modules_own_is_kept_with_it(vassal, tmp_path: Path) -> None:
    out, report = taken(vassal, tmp_path, OWN_MAP)
    assert {(line.name, line.grade, line.reason) for line in report.lines if "belongs" in line.reason} == {
        (name, "inactive", "it belongs to 'Own.Sweeper', a class of the module's own")
        for name in ("entry", f"{BUILD}module.map.Scroller")
    }
    assert {"class": "entry", "attributes": {"name": "Smoke"}, "text": "Grey"} in yaml.safe_load(
        (out / "kept" / "components.yaml").read_text()
    )["components"]


def test_the_report_says_which_actions_read_what_a_side_cannot_see(vassal, tmp_path: Path) -> None:
    everywhere = "globalkey;Fire at will;70,130;57400,0,Hit;;false;0;true;true;;;-1;;"
    own_stack = "globalkey;Wake;71,130;57400,0,Up;;false;0;true;true;;;-1;COUNTER|true|CURSTACK"
    army = 'calcProp;Army;{Count("{Nation == 1}")}'
    plain = "macro;Go;Go;72,130;;;57400\\,0\\,Hit;false;;;counted;1"
    slots = [vassal.slot(everywhere, own_stack, army, plain, basic(name), name=name) for name in ("Tank", "Gun")]
    command = vassal.element("module.GlobalKeyCommand", name="Clear", buttonText="Clear all", hotkey="57400,0,Clear")
    out, report = taken(vassal, tmp_path, board(vassal), *slots, command)
    assert [(each.what, each.name, each.command, each.sees, each.how, each.count) for each in report.unseen] == [
        ("component", f"{BUILD}module.GlobalKeyCommand", "Clear all", "everything", "reaches pieces everywhere", 1),
        ("trait", "globalkey", "Fire at will", "everything", "reaches pieces everywhere", 2),
        ("trait", "globalkey", "Wake", "everything", "reaches pieces of its stack", 2),
        ("trait", "calcProp", "Army", "what its side sees", "counts or measures pieces of the table", 2),
    ]
    assert all("buildFile.xml" in place for each in report.unseen for place in each.places)
    told = (out / "import-report.md").read_text()
    assert "## Reads what a side cannot see" in told
    assert "* `globalkey` `Fire at will` (2 times): it reaches pieces everywhere — " in told
    data = json.loads((out / "import-report.json").read_text())
    assert [each["command"] for each in data["unseen"]] == ["Clear all", "Fire at will", "Wake", "Army"]


def test_the_report_tells_of_extensions_that_do_not_fit(vassal, tmp_path: Path) -> None:
    beside = [vassal.vmdx(name="Other.vmdx", module="Other"), vassal.vmdx(name="Later.vmdx", moduleVersion="2.0")]
    report = import_module(vassal.vmod(board(vassal)), tmp_path / "out", beside=beside)
    assert [(remark.text, remark.places) for remark in report.remarks] == [
        ("Other.vmdx is an extension of 'Other', not of 'Small'. It was left out.", ("Other.vmdx",)),
        ("Later.vmdx was made for version 2.0 of the module; this is 1.0.", ("Later.vmdx",)),
    ]


@pytest.mark.parametrize("odd", ["\ufeff", "\u2028", "\x85", "A" * 300, "9" * 300, "\u202e"])
def test_a_module_with_odd_letters_anywhere_can_be_opened(vassal, tmp_path: Path, odd: str) -> None:
    traits = (
        f"{odd}prototype;Infantry",
        f"{odd}piece;;;;x",
        f"Own{odd};a{odd}",
        f"mark;Na{odd}me",
        basic(f"Ta{odd}nk"),
    )
    slot = vassal.slot(*traits, name=f"T{odd}", gpid=f"7{odd}")
    other = vassal.element("My.own.Button", name=odd, text=odd)
    button = vassal.element("module.GlobalKeyCommand", name="Go", buttonText="Go", buttonHotkey=f"57400,0,Dr{odd}aw")
    chart = vassal.element("widget.HtmlChart", chartName=f"a{odd}", fileName="a.md")
    window = vassal.element("module.ChartWindow", chart, name=odd)
    out, _ = taken(
        vassal, tmp_path, board(vassal), slot, other, button, window, files={"a.md": b"Stra\xdfe \x00"}, version=odd
    )
    assert check_module(out).errors == ()


def test_parts_of_a_map_that_lie_on_none_are_kept(vassal, tmp_path: Path) -> None:
    lost = [vassal.element(f"module.map.{kind}") for kind in ("HidePiecesButton", "MoveCameraButton")]
    out, report = taken(vassal, tmp_path, board(vassal), *lost)
    assert check_module(out).errors == ()
    assert {line.reason for line in report.lines if line.grade == "inactive"} == {"it is not on a map"}


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("!<b>6 cards</b> &lt;$PlayerName$&gt;", "6 cards <$PlayerName$>"),
        ("* moved", "moved"),
        ("`<b>###<br>Turn <i>$Turn$</i> <BR/> begins</b>", "### Turn $Turn$ begins"),
        ('{"Turn<br>" + Turn}', '{"Turn " + Turn}'),
        ('{"Turn&nbsp;" + Turn + "&quot;&lt;"}', '{"Turn\u00a0" + Turn + "\\"<"}'),
        ('{"!<b>" + (6 - Count) + " <i>cards</i>"}', '{"" + (6 - Count) + " cards"}'),
        ('{A < B ? "<b>a\\"</b>" : "! c"}', '{A < B ? "a\\"" : "c"}'),
        ('{A == "~" ? "~on" : B > 1 ? ("|" + C) : "?d" + "~e"}', '{A == "~" ? "on" : B > 1 ? ("" + C) : "d" + "~e"}'),
        ('{If(A, "`on", If(B, "!off", C)) + "!"}', '{If(A, "on", If(B, "off", C)) + "!"}'),
        ('{" " + (A ? "~b" : "c")}', '{"" + (A ? "b" : "c")}'),
        ('{"~a" == B}', '{"~a" == B}'),
        ('{Name.replaceAll("~", "!") + "!"}', '{Name.replaceAll("~", "!") + "!"}'),
        ('{ "!a" }', '{ "a" }'),
        ('{"!a" + b', '{"!a" + b'),
    ],
)
def test_reports_are_read_without_the_signs_of_vassals_chat(text: str, plain: str) -> None:
    assert said(text) == plain


def test_things_of_one_name_stand_beside_each_other(vassal, tmp_path: Path) -> None:
    level = vassal.element("module.turn.CounterTurnLevel", name="Turn", start="1")
    trackers = [vassal.element("module.turn.TurnTracker", level, name="Turn") for _ in range(3)]
    out, _ = taken(vassal, tmp_path, board(vassal), board(vassal), *trackers)
    assert check_module(out).errors == ()
    assert list(load_module(out).components.trackers) == ["Turn", "Turn-2", "Turn-3"]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"turnFormat": "$level1$ $level2$"},
        {"turnFormat": "Year $level1$", "reportFormat": "Now it is $newTurn$", "fwdOnly": "true"},
        {"reportFormat": ""},
        {"buttonText": "Turn", "hotkey": "84,130"},
    ],
)
def test_a_tracker_is_taken_over_exactly(vassal, tmp_path: Path, given: dict[str, str]) -> None:
    level = vassal.element("module.turn.CounterTurnLevel", name="Turn", start="1")
    tracker = vassal.element("module.turn.TurnTracker", level, name="Turn", **given)
    _, report = taken(vassal, tmp_path, board(vassal), tracker)
    told = [(line.grade, line.reason) for line in report.lines if line.name.endswith("TurnTracker")]
    assert told == [("exact", "")]


def test_prototypes_that_grow_beyond_all_measure_are_left_out(vassal, tmp_path: Path) -> None:
    tree = [vassal.prototype(f"P{number}", *[f"prototype;P{number + 1}"] * 3) for number in range(40)]
    ring = [vassal.prototype("A", "prototype;B;a=$a$$a$"), vassal.prototype("B", "prototype;A;a=$a$$a$")]
    slots = [
        vassal.slot("prototype;P0", basic("Tank"), name="Tank", gpid="1"),
        vassal.slot("prototype;A;a=xxxxxxxx", "mark;Side", basic("Gun"), name="Gun", gpid="2"),
    ]
    out, report = taken(vassal, tmp_path, board(vassal), *tree, *ring, *slots)
    reasons = {line.reason for line in report.lines if line.grade == "inactive"}
    assert "the piece would have more than 5000 traits" in reasons
    assert check_module(out).errors == ()
    assert {kind.name for kind in load_module(out).components.kinds.values()} == {"Tank", "Gun"}


def counted(vassal_file: Path, report: object) -> None:
    """Check that every component and trait of the build file is in the report exactly once."""
    root = open_module(vassal_file).root
    components = Counter(component.kind for component in root.walk())
    lines = [line for line in report.lines if line.what == "component"]
    assert sum(components.values()) == sum(line.count for line in lines)
    assert components == sum((Counter({line.name: line.count}) for line in lines), Counter())
    written = [component for component in root.walk() if component.short in ("PieceSlot", "CardSlot")]
    traits = sum(len(definition(slot.text).traits) for slot in written)
    prototypes = {each.get("name"): each for each in root.walk() if each.short == "PrototypeDefinition"}
    traits += sum(len(definition(each.text).traits) - 1 for each in prototypes.values())
    assert traits == sum(report.counts("trait").values())


KINDS = st.sampled_from(
    [
        "module.Map", "module.PieceWindow", "module.DiceButton", "module.GlobalKeyCommand", "module.ToolbarMenu",
        "module.folder.ModuleSubFolder", "widget.TabWidget", "widget.PieceSlot", "module.map.SetupStack",
        "module.map.DrawPile", "module.turn.TurnTracker", "module.turn.CounterTurnLevel", "module.Inventory",
        "module.properties.GlobalProperties", "module.properties.GlobalProperty", "module.ChartWindow", "widget.Chart",
        "module.SpecialDiceButton", "module.SpecialDie", "module.SpecialDieFace", "module.PredefinedSetup",
        "module.map.boardPicker.Board", "module.map.BoardPicker", "module.MultiActionButton", "module.Documentation",
        "module.documentation.HelpFile", "module.StartupGlobalKeyCommand", "some.Thing", "VASSAL.Unheard.Of",
    ]
)  # fmt: skip
NAMES = st.sampled_from(["", "a", "A", "b/c", "Straße", "  ", "x:y", "\u202e", "nul", "a" * 150])
TREES = st.recursive(
    st.tuples(KINDS, NAMES, st.just(())),
    lambda inner: st.tuples(KINDS, NAMES, st.lists(inner, max_size=4).map(tuple)),
    max_leaves=14,
)


def as_element(vassal, tree: tuple) -> str:
    kind, name, inside = tree
    named = dict.fromkeys(("name", "mapName", "entryName", "buttonText", "file", "chartName"), name)
    text = vassal.piece("mark;A", basic()) if kind == "widget.PieceSlot" else ""
    return vassal.element(kind, *(as_element(vassal, each) for each in inside), text=text, **named)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TREES, max_size=5))
def test_nothing_is_dropped_in_silence(vassal, tmp_path_factory, trees: list[tuple]) -> None:
    file = vassal.vmod(*(as_element(vassal, tree) for tree in trees), board(vassal))
    report = import_module(file, tmp_path_factory.mktemp("out"))
    counted(file, report)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_picture_is_found_by_its_name_however_its_letters_are_composed(vassal, tmp_path: Path, form: str) -> None:
    name = unicodedata.normalize(form, "L\u00fc.png")
    tray = vassal.element("module.PieceWindow", vassal.slot(basic(image=name), name="Unit", gpid="1"), name="Pieces")
    out, _ = taken(vassal, tmp_path, board(vassal), tray, files={f"images/{name}": PNG})
    assert check_module(out).errors == ()
    [kind] = load_module(out).components.kinds.values()
    assert [trait.picture for trait in kind.traits if isinstance(trait, Art)] == [Image("images/L\u00fc.png")]


FILE_NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\\ufffe\uffff"), min_size=1, max_size=20
).filter(lambda name: name.strip(". "))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(FILE_NAMES, st.sampled_from([PNG, b"", b"GIF89a", b"<svg/>", PNG[:20], b"text"]), max_size=4),
    st.sampled_from(["images/{}.png", "images/{}", "sounds/{}.wav", "sounds/{}.gif"]),
)
def test_no_picture_and_no_sound_refuses_a_module(vassal, tmp_path_factory, files: dict[str, bytes], form: str) -> None:
    held = {form.format(name): content for name, content in files.items()}
    slots = [vassal.slot(basic(image=name.partition("/")[2]), name="Unit") for name in held]
    sounds = [vassal.slot(f"playSound;{name.partition('/')[2]};Play;80,130;", basic(), name="Horn") for name in held]
    tray = vassal.element("module.PieceWindow", *slots, *sounds, name="Pieces")
    out = tmp_path_factory.mktemp("out")
    import_module(vassal.vmod(board(vassal), tray, files=held), out)
    assert check_module(out).errors == ()


def test_a_damaged_picture_of_a_help_page_is_left_out(vassal, tmp_path: Path) -> None:
    pages = vassal.zipped({"index.html": "<p>Help</p>", "torn.gif": b"GIF89a", "whole.png": PNG})
    help_ = vassal.element(
        "module.Documentation",
        vassal.element(
            "module.documentation.BrowserHelpFile", title="Guide", contents="guide.zip", startingPage="index.html"
        ),
    )
    out, report = taken(vassal, tmp_path, board(vassal), help_, files={"guide.zip": pages})
    assert check_module(out).errors == ()
    assert sorted(path.name for path in (out / "pages").rglob("*.*")) == ["index.html", "whole.png"]
    assert any("torn.gif" in f"{line}" for line in report.remarks)


RAW_TRAITS = st.lists(
    st.sampled_from(
        [
            "delete;Delete;68,130;",
            "mark;Side,Str\u00e4rke",
            'macro;Go;Go;71,130;{Strength > 2 && Count("{Side==\\"Red\\"}") > 1};;70\\,130;false;;;counted;3;;false',
            "emb2;Flip;130;A;;130;;;130;;;;1;false;0;0;a.png,b.png;+x,y+;true;Flip;;;false;;1;1;false;70,130;;;;1.0;;true",
            "obs;77,130;back.png;Mask;Gback.png;Hidden;side:Red;Peek;;false;;",
            'calcProp;Sum;{If(Strength > 3, "a", SumStack("Strength"))};',
            "prototype;Infantry;Name=x",
            "report;71\\,130;$location$: $PieceName$ {moved};;;false",
            "label;76,130;Change;10;255,255,255;0,0,0;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;0",
            "ScatterTrait;3",
        ]
    ),
    max_size=5,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(NAMES, RAW_TRAITS), max_size=4), st.lists(TREES, max_size=3))
def test_any_imported_module_means_the_same_when_it_is_packed_and_unpacked(
    vassal, tmp_path_factory, slots: list[tuple[str, list[str]]], trees: list[tuple]
) -> None:
    made = [
        vassal.slot(*traits, basic(name), name=name, gpid=str(number)) for number, (name, traits) in enumerate(slots)
    ]
    stack = vassal.element("module.map.SetupStack", *made, name="Start", x="9", y="9", owningBoard="Board")
    infantry = vassal.element(
        "module.PrototypesContainer", vassal.prototype("Infantry", "mark;Name", "clone;Copy;67,130;")
    )
    file = vassal.vmod(
        roster(vassal, "Red", "Blue"), board(vassal, stack), infantry, *(as_element(vassal, tree) for tree in trees)
    )
    folder = tmp_path_factory.mktemp("trip")
    import_module(file, folder / "one")
    pack(folder / "one", folder / "module.wtmod")
    unpack(folder / "module.wtmod", folder / "other")
    one, other = load_module(folder / "one"), load_module(folder / "other")
    assert (one.name, one.about, one.tray, one.sheets) == (other.name, other.about, other.tray, other.sheets)
    assert (one.components, one.scenarios) == (other.components, other.scenarios)
    games = [new_game(module, "new-game", {}, SeededChance("00", b"", 0, 0)) for module in (one, other)]
    assert games[0] == games[1]
    for kind in one.components.kinds.values():
        assert msgspec.json.decode(msgspec.json.encode(kind), type=Kind) == kind


def test_each_part_of_a_small_module_is_counted_once(vassal, tmp_path: Path) -> None:
    file = vassal.vmod(*small(vassal))
    counted(file, import_module(file, tmp_path / "out"))


def test_a_module_that_cannot_be_read_leaves_nothing_behind(vassal, tmp_path: Path) -> None:
    broken = vassal.file("Broken.vmod", vassal.zipped({"buildFile.xml": "<VASSAL.build.GameModule>"}))
    with pytest.raises(BuildFileError, match=r"Broken\.vmod/buildFile\.xml is not well-formed XML"):
        import_module(broken, tmp_path / "out")
    none = vassal.file("None.vmod", b"not a zip")
    with pytest.raises(ArchiveError, match=r"None\.vmod is not a VASSAL file"):
        import_module(none, tmp_path / "out")
    assert list(tmp_path.glob("*out*")) == []


def test_a_folder_with_something_in_it_is_not_touched(vassal, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="already exists"):
        import_module(vassal.vmod(), tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_importing_again_gives_the_same_files(vassal, tmp_path: Path) -> None:
    file = vassal.vmod(*small(vassal), files={"images/tank.png": PNG})
    files = []
    for out in (tmp_path / "one", tmp_path / "two"):
        import_module(file, out)
        files.append({path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()})
    assert files[0] == files[1]


def test_what_is_packed_and_unpacked_is_the_same_module(vassal, tmp_path: Path) -> None:
    out, _ = taken(vassal, tmp_path, *small(vassal), files={"images/tank.png": PNG})
    pack(out, tmp_path / "small.wtmod")
    unpack(tmp_path / "small.wtmod", tmp_path / "again")
    one, other = load_module(out), load_module(tmp_path / "again")
    assert (one.name, one.about, one.tray, one.components) == (other.name, other.about, other.tray, other.components)


def test_pictures_with_names_longer_than_file_systems_allow_are_cut(vassal, tmp_path: Path) -> None:
    names = [f"{'軍' * 100}{number}.png" for number in (1, 2)] + ["a" * 250 + ".png", "軍" * 90 + "/b.png"]
    out, _ = taken(vassal, tmp_path, board(vassal), files={f"images/{name}": PNG for name in names})
    found = [file for file in (out / "images").rglob("*") if file.is_file()]
    assert len(found) == 4
    assert all(file.suffix == ".png" for file in found)
    assert check_module(out).errors == ()


def test_pictures_keep_their_names_as_far_as_systems_allow(vassal, tmp_path: Path) -> None:
    names = ["a:b.png", "A.png", "a.png", "sub/deep.png", "no ending", "nul.png", "broken.png", "wrong.gif"]
    files = {f"images/{name}": PNG for name in names} | {"images/broken.png": b"\x89PNG\r\n\x1a\n", "images/x.txt": "x"}
    out, report = taken(vassal, tmp_path, board(vassal), files=files)
    found = sorted(path.relative_to(out).as_posix() for path in (out / "images").rglob("*") if path.is_file())
    assert found == [
        "images/A.png", "images/_nul.png", "images/a 2.png", "images/a_b.png", "images/no ending.png",
        "images/sub/deep.png", "images/wrong.gif.png",
    ]  # fmt: skip
    assert len(report.remarks) == 2


def test_a_marker_that_places_itself_and_prototypes_in_a_ring_come_to_an_end(vassal, tmp_path: Path) -> None:
    ring = vassal.element(
        "module.PrototypesContainer",
        vassal.prototype("A", "prototype;B"),
        vassal.prototype("B", "prototype;A"),
        vassal.prototype("C", "prototype;C;x=$x$1"),
    )
    slot = vassal.slot("prototype;A", "prototype;C;x=1", basic("P"), name="P", gpid="1")
    out, report = taken(vassal, tmp_path, board(vassal), ring, vassal.element("module.PieceWindow", slot, name="W"))
    assert check_module(out).errors == ()
    assert {remark.text.split("'")[1] for remark in report.remarks} == {"A", "C"}


@pytest.mark.parametrize(
    ("there", "told"),
    [
        (BY_HAND, []),
        (
            BY_HAND[1:],
            ["In VASSAL nobody drags pieces on a map without PieceMover; here players can do so on every map."],
        ),
        (
            ("PieceMover", "KeyBufferer"),
            [
                "In VASSAL nobody opens their menus or gives them keys on a map without MenuDisplayer,"
                " ForwardToKeyBuffer; here players can do so on every map."
            ],
        ),
    ],
)
def test_what_one_does_by_hand_on_a_map_that_vassal_keeps_still_is_told(
    vassal, tmp_path: Path, there: tuple[str, ...], told: list[str]
) -> None:
    still = vassal.element("module.Map", *(vassal.element(f"module.map.{part}") for part in there), mapName="Chart")
    _, report = taken(vassal, tmp_path, board(vassal), still)
    found = [(remark.text, remark.places) for remark in report.remarks if remark.text.startswith("In VASSAL nobody")]
    assert found == [(text, ("Chart",)) for text in told]


def test_a_title_of_any_length_is_told_in_short(vassal, tmp_path: Path) -> None:
    long = "Victory " * 12_000
    out, report = taken(vassal, tmp_path, board(vassal), name_=long, version=long)
    assert len(report.module) <= 120
    assert len((out / "import-report.md").read_text()) < 10_000
    assert len((out / "CREDITS.md").read_text()) < 1_000
    assert check_module(out).errors == ()


def test_set_ups_in_menus_keep_them_as_headings(vassal, tmp_path: Path) -> None:
    save = vassal.vsav().read_bytes()

    def setup(name: str, *within: str, **settings: str) -> str:
        return vassal.element("module.PredefinedSetup", *within, name=name, **settings)

    east, west = setup("<html><i>East</i>", file="a.vsav"), setup("West", file="a.vsav")
    fronts = setup("<html><b>Fronts", east, west, isMenu="true")
    menus = setup("1914", fronts, setup("All", file="a.vsav"), isMenu="true")
    files = {"a.vsav": save}
    out, _ = taken(
        vassal, tmp_path, roster(vassal, "A"), board(vassal), menus, setup("Short", file="a.vsav"), files=files
    )
    found = [(one.id, one.title, one.menu) for one in load_module(out).scenarios.values()]
    assert found == [
        ("1914-fronts-east", "East", ("1914", "Fronts")),
        ("1914-fronts-west", "West", ("1914", "Fronts")),
        ("1914-all", "All", ("1914",)),
        ("short", "Short", ()),
        ("new-game", "New game", ()),
    ], "the new game, which no set-up begins, is the last"


@pytest.mark.parametrize("boards", [("One",), ("One", "Two")])
def test_a_set_up_without_a_save_is_the_new_game_by_its_name(vassal, tmp_path: Path, boards: tuple[str, ...]) -> None:
    def setup(name: str, *within: str, **settings: str) -> str:
        return vassal.element("module.PredefinedSetup", *within, name=name, **settings)

    picker = (vassal.element("module.map.boardPicker.Board", name=name, width="9", height="9") for name in boards)
    map_ = vassal.element("module.Map", vassal.element("module.map.BoardPicker", *picker), mapName="Main")
    fresh = {"useFile": "false", "file": "gone.vsav"}
    menu = setup("Old", setup("Again", **fresh, description="Once more"), isMenu="true")
    setups = setup("Late", file="a.vsav"), setup("Empty", **fresh), menu
    out, _ = taken(vassal, tmp_path, map_, *setups, files={"a.vsav": vassal.vsav().read_bytes()})
    module = load_module(out)
    found = [(one.id, one.title, one.menu) for one in module.scenarios.values()]
    assert found == [("late", "Late", ()), ("new-game", "Empty", ()), ("old-again", "Again", ("Old",))]
    asked = [id for id, scenario in module.scenarios.items() if boards_to_choose(module, scenario)]
    assert asked == ([] if boards == ("One",) else ["new-game", "old-again"])
    assert module.scenarios[found[-1][0]].summary == "Once more"
    assert check_module(out).errors == ()


def test_boards_are_chosen_for_each_map_and_what_is_on_them_lies_with_them(vassal, tmp_path: Path) -> None:
    def stack(board: str, gpid: str) -> str:
        slot = vassal.slot(basic(f"Of {board}"), name=f"Of {board}", gpid=gpid)
        return vassal.element("module.map.SetupStack", slot, name=board, x="5", y="6", owningBoard=board)

    def map_(name: str, *stacks: str, setup: str = "") -> str:
        boards = [vassal.element("module.map.boardPicker.Board", name=each, width="90", height="9") for each in "AB"]
        given = [f"<setup>{setup}</setup>"] if setup else []
        picker = vassal.element("module.map.BoardPicker", *given, *boards, maxColumns="4", title="Lay out the field")
        return vassal.element("module.Map", picker, *stacks, mapName=name, allowMultiple="true")

    maps = map_("Field", stack("A", "1"), stack("B", "2")), map_("Off"), map_("Rest", setup="RestBoardPicker\tB\t1\t0")
    out, report = taken(vassal, tmp_path, *maps)
    assert {line.grade for line in report.lines if line.name.endswith("BoardPicker")} == {"exact"}
    module = load_module(out)
    assert check_module(out).errors == ()
    [(id, scenario)] = module.scenarios.items()
    assert list(boards_to_choose(module, scenario)) == ["Field", "Off"]
    rows = [BoardPlacement(board="B"), BoardPlacement(board="B", row=1), BoardPlacement(board="A", column=1, row=1)]
    game = new_game(module, id, {}, SeededChance("00", b"", 0, 0), boards={"Field": tuple(rows)})
    names = {game.kinds[piece.kind].name: game.holders[piece.at] for piece in game.pieces.values()}
    assert {name: (at.x, at.y) for name, at in names.items()} == {"Of A": (95, 6), "Of B": (5, 6)}
    there = as_laid(module, game.properties).components.maps
    assert [[(b.name, b.column, b.row) for b in one.boards] for one in there.values()] == [
        [("B", 0, 0), ("B", 0, 1), ("A", 1, 1)], [("A", 0, 0)], [("B", 1, 0)],
    ]  # fmt: skip


def test_a_set_up_that_is_begun_gets_the_start_up_commands_of_a_new_game(vassal, tmp_path: Path) -> None:
    change = vassal.element("module.properties.ChangePropertyButton", propChanger="P,9", hotkey="65,130")
    gold = vassal.element("module.properties.GlobalProperty", change, name="Gold", initialValue="5")
    startup = vassal.element(
        "module.StartupGlobalKeyCommand", whenToApply="startOfGameOnly", hotkeyOrKeyCommand="sendHotkey",
        globalHotkey="65,130",
    )  # fmt: skip
    values = vassal.element("module.properties.GlobalProperties", gold)
    setup = vassal.element("module.PredefinedSetup", name="Late", file="late.vsav")
    components = roster(vassal, "Red"), board(vassal), values, startup, setup
    out, _ = taken(vassal, tmp_path, *components, files={"late.vsav": vassal.vsav().read_bytes()})
    module = load_module(out)
    for scenario in ("new-game", "late"):
        assert new_game(module, scenario, {}, SeededChance("00", b"", 0, 0)).properties["Gold"] == 9


def test_help_becomes_pages(vassal, tmp_path: Path) -> None:
    def help_(kind: str, **settings: str) -> str:
        return vassal.element(f"module.documentation.{kind}", **settings)

    documentation = vassal.element(
        "module.Documentation",
        help_("BrowserPDFFile", title="Rulebook", pdfFile="rules.pdf"),
        help_("BrowserHelpFile", title="Game Help", startingPage="start.html"),
        help_("BrowserHelpFile", title="On the web", startingPage="https://example.org/rules"),
        help_("BrowserHelpFile", title="Gone", startingPage="gone.html"),
        help_("BrowserHelpFile", title="Broken", startingPage="broken.html"),
    )
    within = vassal.zipped({"start.html": "<p>Go</p>", "more/arms.html": "<p>Arms</p>", "a.png": PNG})
    files = {"rules.pdf": b"%PDF-1.4", "help/Game_Help": within, "help/Broken": b"no zip"}
    out, report = taken(vassal, tmp_path, roster(vassal, "A"), board(vassal), documentation, files=files)
    assert check_module(out).errors == ()
    pages = [(page.title, page.file) for page in load_module(out).about.pages]
    assert pages[:3] == [
        ("Rulebook", "pages/rules.pdf"),
        ("Game Help", "pages/game-help/start.html"),
        ("On the web", "pages/on-the-web.html"),
    ]
    assert 'href="https://example.org/rules"' in (out / "pages/on-the-web.html").read_text()
    assert (out / "pages/game-help/more/arms.html").read_text() == "<p>Arms</p>"
    assert (out / "pages/game-help/a.png").read_bytes() == PNG
    fates = [line.grade for line in report.lines if line.name.endswith("BrowserHelpFile")]
    assert sorted(fates) == ["exact", "inactive", "inactive"]


@pytest.mark.parametrize(
    ("page", "grade"),
    [("<img src='map.png'> <a href='https://x.y'>x</a>", "exact"), ('<img src="https://x.y/map.png">', "approximated")],
)
def test_a_page_is_the_same_without_the_network_unless_it_fetches_from_it(vassal, tmp_path, page, grade) -> None:
    chart = vassal.element("widget.HtmlChart", chartName="Combat", fileName="combat.html")
    window = vassal.element("module.ChartWindow", chart, name="Charts")
    _, report = taken(vassal, tmp_path, board(vassal), window, files={"combat.html": page})
    assert [line.grade for line in report.lines if line.name.endswith("HtmlChart")] == [grade]


def test_charts_among_the_pieces_become_pages(vassal, tmp_path: Path) -> None:
    chart = vassal.element("widget.Chart", chartName="Combat", fileName="combat.png")
    slot = vassal.slot(basic("Gun"), name="Gun", gpid="9")
    tab = vassal.element("widget.TabWidget", slot, chart, entryName="German")
    window = vassal.element("module.PieceWindow", tab, name="Pieces")
    out, report = taken(vassal, tmp_path, board(vassal), window, files={"images/combat.png": PNG})
    assert load_module(out).about.pages[0].title == "Combat"
    assert [line.grade for line in report.lines if line.name.endswith(".Chart")] == ["exact"]


def test_the_tray_shows_counters_as_large_as_their_palette(vassal, tmp_path: Path) -> None:
    def slot(name: str) -> str:
        return vassal.slot((f"piece;;;;{name}", "null;0;0;;0"), name=name, gpid=name)

    window = vassal.element(
        "module.PieceWindow",
        slot("Alone"),
        vassal.element("widget.PanelWidget", slot("Usual"), entryName="P"),
        vassal.element(
            "widget.ListWidget",
            slot("Small"),
            vassal.element("widget.BoxWidget", slot("Within"), entryName="B"),
            vassal.element("widget.PanelWidget", slot("Huge"), entryName="P", scale="9"),
            entryName="L", scale="0.4",
        ),
        name="Box", scale="0.5",
    )  # fmt: skip
    out, _ = taken(vassal, tmp_path, board(vassal), window)
    scales = {one.kind.name: one.scale for one in load_module(out).tray if one.group == "Box"}
    assert scales == {"Alone": 0.5, "Usual": 1, "Small": 0.4, "Within": 0.4, "Huge": 4}


def test_a_piece_without_a_name_is_called_as_its_slot_is(vassal, tmp_path: Path) -> None:
    slots = [
        vassal.slot(("piece;;;;", "null;0;0;5;0"), name="Guards", gpid="5"),
        vassal.slot(("piece;;;;Line", "null;0;0;6;0"), name="Infantry", gpid="6"),
        vassal.slot(("piece;;;;", "null;0;0;7;0"), gpid="7"),
    ]
    out, _ = taken(vassal, tmp_path, board(vassal), vassal.element("module.PieceWindow", *slots, name="Pieces"))
    kinds = load_module(out).components.kinds
    assert [kinds[id].name for id in "567"] == ["Guards", "Line", "7"]
    assert [NameTrait("") in kinds[id].traits for id in "567"] == [True, False, True]
