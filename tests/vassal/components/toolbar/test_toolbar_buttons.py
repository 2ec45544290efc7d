"""Buttons and commands: their targets, the keys they send, the choices they gather, and their start."""

from pathlib import Path

import pytest

from tabletop.dice import SeededChance
from tabletop.game.appearance.piece_display import viewed
from tabletop.game.change.outcome import Performed
from tabletop.game.commands import Act, MovePieces, Spot
from tabletop.game.decide import perform
from tabletop.game.state.holder import TABLE
from tabletop.log_sentences import sentence
from tests.vassal.components.playing import Table, changing, reports, shared


def hittable(vassal) -> str:
    hits = "PROP;Hits;true,0,9,false;Hit:65\\,130:P\\,4"
    return vassal.slot((hits, "0"), ("piece;;;;Unit", "null;0;0;;0"), name="Unit", gpid="1")


def hits(table: Table) -> int:
    """Return the number of hit pieces: those with a 4 in their state."""
    return sum(4 in piece.state or "4" in piece.state for piece in table.game.pieces.values())


def test_an_action_presses_keys_again_and_again(vassal, tmp_path: Path) -> None:
    action = vassal.element(
        "module.DoActionButton", name="Three times", doHotkey="true", hotkeys="65\\,130", doLoop="true",
        loopType="counted", loopCount="3", hotkey="90,130", doReport="true", reportFormat="done",
    )  # fmt: skip
    table = Table(vassal, tmp_path, action, shared(vassal, changing(vassal, "I,2"), isNumeric="true"))
    assert len(reports(table.press("ctrl Z"))) == 3
    assert table["Gold"] == 11


def test_the_rounds_of_an_action_are_counted_in_a_property_of_the_module(vassal, tmp_path: Path) -> None:
    loop = {"doLoop": "true", "loopType": "until", "untilExpression": "{Round >= 8}", "index": "true"}
    action = vassal.element(
        "module.DoActionButton", name="Rounds", text_="Rounds", doHotkey="true", hotkeys="65\\,130", doReport="true",
        reportFormat="round $Round$", indexProperty="Round", indexStart="2", indexStep="3", **loop,
    )  # fmt: skip
    other = vassal.element(
        "module.DoActionButton", name="Told", hotkey="65,130", doReport="true", reportFormat="$Round$ of 8"
    )
    table = Table(vassal, tmp_path, action, other)
    told = [(report["text"], report["0"]) for report in reports(table.press("Rounds"))]
    assert told == [(text, round_) for round_ in (2, 5, 8) for text in ("round {Round}", "{Round} of 8")]
    assert table["Round"] == 8


def test_gathering_buttons_press_or_hold_the_others(vassal, tmp_path: Path) -> None:
    menu = vassal.element("module.ToolbarMenu", menuItems="Change", description="Treasury")
    many = vassal.element("module.MultiActionButton", menuItems="Change", hotkey="77,130", description="All")
    table = Table(vassal, tmp_path, menu, many, shared(vassal, changing(vassal, "I,1"), isNumeric="true"))
    table.press("ctrl M")
    assert table["Gold"] == 6
    [button] = [button for button in table.module.about.buttons if button.title == "Change"]
    assert button.menu
    assert not button.unseen


def test_a_button_that_presses_others_stands_in_their_place(vassal, tmp_path: Path) -> None:
    notes = vassal.element("module.NotesWindow", buttonText="Notes")
    many = vassal.element("module.MultiActionButton", menuItems="Change,Notes", text_="All")
    table = Table(vassal, tmp_path, many, notes, shared(vassal, changing(vassal, "I,1"), isNumeric="true"))
    seen = [(button.title, button.menu) for button in table.module.about.buttons if not button.unseen]
    assert seen == [("All", None)]
    table.press("All")
    assert table["Gold"] == 6


def test_global_key_commands_reach_the_pieces_of_their_map(vassal, tmp_path: Path) -> None:
    unit = vassal.slot(
        "mark;Nation",
        "PROP;Hits;true,0,9,false;:65\\,130:P\\,4",
        ("piece;;;;Unit", "null;0;0;;0"),
        name="Unit",
        gpid="1",
    )
    stack = vassal.element("module.map.SetupStack", unit, unit, name="S", x="50", y="50", owningBoard="B")
    command = vassal.element(
        "module.map.MassKeyCommand", name="Hit", buttonText="Hit all", hotkey="65,130", deckCount="-1"
    )
    table = Table(vassal, tmp_path, on_map=(stack, command))
    assert [button.key for button in table.module.about.buttons] == ["Hit all #1"]
    table.press("Hit all")
    assert hits(table) == 2


def test_what_is_chosen_is_selected_for_what_a_button_or_a_piece_does(vassal, tmp_path: Path) -> None:
    own = "macro;;;;{Selected};57344\\,0\\,go;65\\,130;false;;;counted;;;;false;;1;1"
    unit = vassal.slot(
        own, ("PROP;Hits;true,0,9,false;:65\\,130:I\\,1;", "0"), ("piece;;;;Unit", "null;0;0;;0"), name="U", gpid="1"
    )
    stack = vassal.element("module.map.SetupStack", unit, unit, unit, name="S", x="50", y="50", owningBoard="B")
    hit = {"hotkey": "65,130", "deckCount": "-1", "filter": "{Selected == true}"}
    command = vassal.element("module.map.MassKeyCommand", name="Hit", buttonText="Hit chosen", **hit)
    table = Table(vassal, tmp_path, on_map=(stack, command))
    pieces = next(held.pieces for held in table.game.holders.values() if len(held.pieces) == 3)

    def after(command: Act) -> list[object]:
        done = perform(table.game, command, "me", SeededChance("02", b"", 0, 0), table.module.components)
        assert isinstance(done, Performed)
        reading = viewed(done.after, table.module.components, "me")
        return [reading.read(piece, "Hits") for piece in pieces]

    button, box = table.module.about.buttons[0].key, table.game.holders[table.game.named[TABLE]].pieces
    assert after(Act(box, button)) == [0, 0, 0]
    assert after(Act(box, button, pieces[1:])) == [0, 1, 1]
    assert after(Act(pieces[:2], "go")) == [1, 1, 0]


def test_of_buttons_with_one_hotkey_a_click_presses_one_and_the_key_all(vassal, tmp_path: Path) -> None:
    buttons = [
        vassal.element(
            "module.DoActionButton",
            buttonText=text,
            hotkey="57344,0,Fill",
            doReport="true",
            reportFormat=f"{text}: full",
        )
        for text in ("West", "East")
    ]
    table = Table(vassal, tmp_path, *buttons)
    assert [told["text"] for told in reports(table.press("West"))] == ["West: full"]
    assert [told["text"] for told in reports(table.press("East"))] == ["East: full"]
    assert sorted(str(told["text"]) for told in reports(table.press("Fill"))) == ["East: full", "West: full"]
    assert [button.key for button in table.module.about.buttons if button.unseen] == ["Fill"]


def test_startup_commands_are_given_when_a_game_begins(vassal, tmp_path: Path) -> None:
    unit = hittable(vassal)
    stack = vassal.element("module.map.SetupStack", unit, name="S", x="50", y="50")
    startup = vassal.element(
        "module.StartupGlobalKeyCommand", name="Begin", hotkey="65,130", whenToApply="startOfGameOnly"
    )
    table = Table(vassal, tmp_path, startup, on_map=(stack,))
    assert hits(table) == 1


@pytest.mark.parametrize(
    ("told", "when", "at_once"),
    [
        ("startOfGameOnly", "set-up", 6),
        ("firstLaunchOfSession", "launch", 6),
        ("everyLaunchOfSession", "opened", 6),
        ("sideChange", "side", 5),
        ("", "opened", 6),
        (None, "launch", 6),
    ],
)
def test_startup_commands_have_their_times(vassal, tmp_path: Path, told: str | None, when: str, at_once: int) -> None:
    startup = vassal.element(
        "module.StartupGlobalKeyCommand", name="Begin", buttonText="Never seen", hotkeyOrKeyCommand="sendHotkey",
        globalHotkey="65,130", **({} if told is None else {"whenToApply": told}),
    )  # fmt: skip
    table = Table(vassal, tmp_path, startup, shared(vassal, changing(vassal, "I,1"), isNumeric="true"))
    assert [(one.key, one.when) for one in table.module.about.openings] == [("ctrl A", when)]
    assert [button.title for button in table.module.about.buttons] == ["Change"]
    assert table["Gold"] == at_once


def test_a_startup_command_without_a_key_presses_none(vassal, tmp_path: Path) -> None:
    startup = vassal.element("module.StartupGlobalKeyCommand", name="Begin", hotkeyOrKeyCommand="sendHotkey")
    table = Table(vassal, tmp_path, startup)
    assert table.module.about.openings == ()
    assert table.fate("StartupGlobalKeyCommand") == ("inactive", "it presses no key")


@pytest.mark.parametrize("text", ["", "Lines"])
def test_a_startup_command_of_a_key_that_the_table_does_not_hear_presses_none(vassal, tmp_path: Path, text) -> None:
    startup = vassal.element(
        "module.StartupGlobalKeyCommand", name="Begin", hotkeyOrKeyCommand="sendHotkey", globalHotkey="66,130"
    )
    chart = vassal.element("module.Inventory", name="List", text=text, hotkey="66,130")
    table = Table(vassal, tmp_path, startup, chart)
    assert table.module.about.openings == ()
    assert table.fate("StartupGlobalKeyCommand") == ("inactive", "the table does not hear the key that it presses")


def test_buttons_of_a_map_change_how_it_is_looked_at(vassal, tmp_path: Path) -> None:
    def control(command: str, **settings: str) -> str:
        return vassal.element("module.map.LayerControl", command=command, buttonText=command[:6], **settings)

    hide = vassal.element("module.map.HidePiecesButton", buttonText="Bare", hotkey="72,130", tooltip="Hide all")
    layers = vassal.element(
        "module.map.LayeredPieceCollection",
        control("Rotate Layer Order Up", skip="true"),
        control("Switch Layer between Active and Inactive", layers="1,Air,0"),
        control("What is this"),
        property="Height",
        layerOrder="Ground,Air",
    )
    camera = [
        vassal.element("module.map.MoveCameraButton", buttonText=f"Look {number}", **settings)
        for number, settings in enumerate(
            [
                {"xPos": "30", "yPos": "40", "zoom": "1.5"},
                {"moveCameraMode": "Z", "zoneName": "East", "xOffset": "5", "yOffset": "9"},
                {"moveCameraMode": "C", "propertyFilter": "{Leader == true}"},
                {"moveCameraMode": "G", "gridLocation": "B12", "boardName": "B", "zoneName": "East"},
                {"moveCameraMode": "R", "regionName": "{Capital}", "xOffset": "{Step * 2}"},
                {"moveCameraMode": "L", "xPos": "$Column$", "yPos": "{Row}", "boardName": "{Front}"},
            ]
        )
    ]
    table = Table(vassal, tmp_path, on_map=(hide, layers, *camera))
    found = {one.title: one.view.model_dump(exclude_defaults=True) for one in table.module.about.buttons}
    assert found == {
        "Bare": {"does": "hide-pieces", "map": "Map"},
        "Rotate": {"does": "layers-up", "map": "Map", "skip": True},
        "Switch": {"does": "switch-layers", "map": "Map", "layers": ("Ground", "Air", "2")},
        "Look 0": {"does": "look-at", "map": "Map", "point": ("30", "40"), "zoom": 1.5},
        "Look 1": {"does": "look-at", "map": "Map", "zone": "East", "offset": ("5", "5")},
        "Look 2": {"does": "look-at", "map": "Map", "piece": 'Leader == "true"', "which": "next"},
        "Look 3": {"does": "look-at", "map": "Map", "place": "B12", "board": "B"},
        "Look 4": {"does": "look-at", "map": "Map", "region": "{plain(Capital)}", "offset": ("Step * 2", "Step * 2")},
        "Look 5": {"does": "look-at", "map": "Map", "point": ("Column", "plain(Row)"), "board": "{plain(Front)}"},
    }
    assert table.fate("HidePiecesButton") == ("exact", "")


def test_a_button_without_words_shows_its_picture_alone(vassal, tmp_path: Path) -> None:
    commands = [
        vassal.element(
            "module.GlobalKeyCommand", name=name, buttonText=text, icon="a.png", tooltip="Move all", hotkey="65,130"
        )
        for name, text in (("one", ""), ("two", "Go"))
    ]
    table = Table(vassal, tmp_path, *commands, picture="images/a.png")
    shown = [(one.title, one.tip, one.bare, one.picture) for one in table.module.about.buttons]
    assert shown == [("Move all", "", True, "images/a.png"), ("Go", "Move all", False, "images/a.png")]


@pytest.mark.parametrize(
    ("settings", "gate"),
    [
        (
            {"canDisable": "true", "propertyGate": "Night", "hideWhenDisabled": "true"},
            ("Night", True),
        ),
        ({"canDisable": "true", "propertyGate": "{Hour > 5}"}, ("Hour > 5", False)),
        ({"canDisable": "false", "propertyGate": "Night"}, ("", False)),
    ],
)
def test_a_button_may_be_switched_off_by_a_property(vassal, tmp_path: Path, settings, gate) -> None:
    command = vassal.element("module.GlobalKeyCommand", buttonText="Attack", hotkey="65,130", **settings)
    table = Table(vassal, tmp_path, command)
    [button] = table.module.about.buttons
    read, hides = gate
    assert (bool(button.off), button.hides) == (bool(read), hides)
    assert read in (button.off or "")
    assert table.fate("GlobalKeyCommand") == ("exact", "")


def test_moved_marks_are_taken_away_by_the_maps_button(vassal, tmp_path: Path) -> None:
    unit = vassal.slot("markmoved;a.png;0;0;Moved;77,130;true", ("piece;;;;Unit", "null;0;0;;0"), name="Unit")
    stack = vassal.element("module.map.SetupStack", unit, name="S", x="50", y="50")
    sheet = vassal.element("module.map.boardPicker.Board", name="B", width="400", height="300")
    board = vassal.element(
        "module.Map", vassal.element("module.map.BoardPicker", sheet), stack, mapName="Field", markMoved="Always",
        markUnmovedIcon="/images/unmoved.gif", markUnmovedTooltip="All rest", markUnmovedReport="All rest.",
    )  # fmt: skip
    table = Table(vassal, tmp_path, board)
    [piece] = [id for id in table.game.pieces if table.game.kind_of(id).name == "Unit"]
    moved = lambda: viewed(table.game, table.module.components, "me").read(piece, "Moved")  # noqa: E731
    move = MovePieces((piece,), Spot("Field", 200, 200))
    found = perform(table.game, move, "me", SeededChance("02", b"", 0, 0), table.module.components)
    assert isinstance(found, Performed)
    table.game = found.after
    assert moved() is True
    assert len(reports(table.press("All rest"))) == 1
    assert moved() is False


@pytest.mark.parametrize(("format", "told"), [("Gold is $Gold$", ["Gold is 5", "Gun: 12"]), ("$Nothing$", ["Gun: 12"])])
def test_a_command_tells_before_what_it_does_and_nothing_blank(vassal, tmp_path: Path, format, told) -> None:
    rises = "setprop;Gold;true,0,99,false;:65\\,130:I\\,7;;Current Zone/Current Map/Module;"
    slot = vassal.slot("report;65\\,130;$BasicName$: $Gold$", rises, ("piece;;;;Gun", "null;0;0;1;0"), gpid="1")
    stack = vassal.element("module.map.SetupStack", slot, name="S", x="50", y="50", owningBoard="B")
    command = vassal.element(
        "module.GlobalKeyCommand", name="Rise", buttonText="Rise", hotkey="65,130", reportFormat=format
    )
    table = Table(vassal, tmp_path, command, shared(vassal, isNumeric="true"), on_map=(stack,))
    done = table.press("Rise")
    assert [sentence(one, table.game, table.game) for one in done.done.told] == told


@pytest.mark.parametrize(("count", "times"), [("3", 3), ("0", 0), ("{Gold - 9}", 0), ("{Gold - 3}", 2)])
def test_a_button_goes_round_as_often_as_it_says(vassal, tmp_path: Path, count, times) -> None:
    button = vassal.element(
        "module.DoActionButton", name="Go", buttonText="Go", doReport="true", reportFormat="go", doLoop="true",
        loopType="counted", loopCount=count,
    )  # fmt: skip
    table = Table(vassal, tmp_path, button, shared(vassal, isNumeric="true"))
    assert len(reports(table.press("Go"))) == times


def test_buttons_whose_words_are_html_stand_there_in_plain_words(vassal, tmp_path: Path) -> None:
    html = {"End": "<html><p style=color:red><b>Draw&nbsp;&amp;<br>end</b></p>", "Tip": "<HTML>Ends the <i>turn</i>"}
    button = vassal.element("module.DoActionButton", name="End", text_=html["End"], tooltip=html["Tip"])
    menu = vassal.element("module.ToolbarMenu", text_="<html><u>All", menuItems=html["End"])
    table = Table(vassal, tmp_path, button, menu)
    seen = [(one.title, one.menu or one.opens, one.tip) for one in table.module.about.buttons]
    assert seen == [("Draw & end", "All", "Ends the turn"), ("All", "All", "")]
    assert table.fate("ToolbarMenu") == ("exact", "")


def test_buttons_gather_others_of_their_own_toolbar_by_what_stands_on_them(vassal, tmp_path: Path) -> None:
    def command(name: str, text: str, **settings: str) -> str:
        return vassal.element(
            "module.GlobalKeyCommand", name=name, buttonText=text, hotkey="57400,0,Hit", icon="a.png", **settings
        )

    menu = vassal.element("module.ToolbarMenu", buttonText="Orders", menuItems="March,Halt,Rest")
    orders = (command("1", "March"), command("2", "March"), command("3", "", tooltip="Halt"))
    on_map = vassal.element("module.map.MassKeyCommand", name="4", buttonText="Rest", hotkey="57400,0,Hit")
    own = vassal.element("module.ToolbarMenu", buttonText="Map's", menuItems="Rest,March")
    table = Table(vassal, tmp_path, menu, *orders, on_map=(on_map, own), picture="images/a.png")
    shown = [(one.title, one.menu) for one in table.module.about.buttons if not one.opens]
    assert sorted(shown, key=str) == [("Halt", None), ("March", "Orders"), ("March", None), ("Rest", "Map's")]
    marches = [one for one in table.module.about.buttons if one.title == "March"]
    assert [one.menu for one in marches] == [None, "Orders"]  # of two that are called alike the last
    assert {grade for grade, _ in (table.fate("ToolbarMenu"),)} == {"approximated"}


def test_menus_stand_in_menus_in_the_order_in_which_they_are_named(vassal, tmp_path: Path) -> None:
    def menu(text: str, *named: str) -> str:
        return vassal.element("module.ToolbarMenu", text_=text, tooltip="Cards", menuItems=",".join(named))

    draws = [vassal.element("module.DoActionButton", name=name, text_=name) for name in ("One", "Two", "Three")]
    cards, red, alike = menu("Cards", "Red", "Three"), menu("Red", "Two", "One", "Two"), menu("", "Cards")
    once, again = menu("Back", "There"), menu("There", "Back")
    table = Table(vassal, tmp_path, cards, *draws, red, alike, menu("Again", "One"), once, again)
    within: dict[str | None, list[str]] = {}
    for one in table.module.about.buttons:
        within.setdefault(one.menu, []).append(one.title if one.opens is None else f"menu {one.opens}")
    assert within == {
        "Cards": ["menu Red", "Three"], "Red": ["Two", "One"], "Cards-2": ["menu Cards"], "Back": ["menu There"],
        None: ["menu Cards-2", "menu Again", "menu Back"],
    }  # fmt: skip
    apart = "a button that several menus name is only in the first of them"
    assert apart in {line.reason for line in table.report.lines if line.name.endswith("ToolbarMenu")}


def test_a_button_for_several_shows_what_they_show(vassal, tmp_path: Path) -> None:
    several = vassal.element(
        "module.MultiActionButton", buttonText="Evening", menuItems="Orders,Notes", hotkey="69,130"
    )
    orders = vassal.element(
        "module.DoActionButton", name="O", buttonText="Orders", doReport="true", reportFormat="Halt"
    )
    notes = vassal.element("module.NotesWindow", buttonText="Notes")
    table = Table(vassal, tmp_path, several, orders, notes)
    evening = next(one for one in table.module.about.buttons if one.title == "Evening")
    assert [each.view.does for each in evening.also] == ["notes"]
    assert [str(told["text"]) for told in reports(table.press("Evening"))] == ["Halt"]
    assert {one.title for one in table.module.about.buttons if one.unseen} == {"Orders", "Notes"}
    assert table.fate("MultiActionButton") == ("exact", "")
