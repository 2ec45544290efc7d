"""What a module's buttons, dice, trackers, decks and shared properties do once it is taken over."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tabletop.dice import Seeded
from tabletop.game.clocks import used_ms
from tabletop.game.commands import Act, MovePieces, PressClock, SetOption, Spot
from tabletop.game.decide import perform
from tabletop.game.draft import apply
from tabletop.game.game import Game, Seat
from tabletop.game.holder import TABLE
from tabletop.game.outcome import Asks, Performed, Refused
from tabletop.game.patch import Sit
from tabletop.game.showing import viewed
from tabletop.game.stock import Inventory, stock
from tabletop.module.check import check_module
from tabletop.module.loader import load_module
from tabletop.module.schema.traits import as_struct
from tabletop.module.setup import new_game
from tabletop.module.words import as_written, words_for
from tabletop.telling import Titles, sentence
from tabletop.vassal.importing import import_module

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000100000001008020000009091683600000018494441547801636068f84f1a"
    "221d34fc1fd5c0402074005b1cff01d8db4bb40000000049454e44ae426082"
)


class Table:
    """A new game of a module made of these components, and what happens when its buttons are pressed."""

    def __init__(
        self,
        vassal,
        tmp_path: Path,
        *components: str,
        on_map: tuple[str, ...] = (),
        picture: str = "",
        files: Mapping[str, bytes | str] | None = None,
    ) -> None:
        files = {picture: PNG} if picture else dict(files or {})
        sheet = vassal.element("module.map.boardPicker.Board", name="B", width="400", height="300")
        picker = vassal.element("module.map.BoardPicker", sheet)
        board = vassal.element("module.Map", picker, *on_map, mapName="Map")
        sides = vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue Team</entry>")
        out = tmp_path / "out"
        self.report = import_module(vassal.vmod(sides, board, *components, files=files), out)
        assert check_module(out).errors == ()
        self.module = load_module(out)
        game = new_game(self.module, "new-game", {}, Seeded("01", b"", 0, 0))
        self.game: Game = apply(game, [Sit("me", Seat((0, 1)))])[0]

    def press(self, title: str, answers: tuple = ()) -> Performed | Asks:
        """Press the button or key of this name."""
        keys = {button.title: button.key for button in self.module.about.buttons}
        table = self.game.holders[self.game.named[TABLE]].pieces
        found = perform(
            self.game,
            Act(table, keys.get(title, title)),
            "me",
            Seeded("02", b"", 0, 0),
            self.module.components,
            answers,
        )
        if isinstance(found, Performed):
            self.game = found.after
        else:
            assert isinstance(found, Asks), found
        return found

    def __getitem__(self, name: str) -> object:
        return self.game.properties.get(name)

    def fate(self, kind: str) -> tuple[str, str]:
        [line] = [line for line in self.report.lines if line.name.endswith(kind)]
        return line.grade, line.reason


def reports(performed: Performed | Asks) -> list[dict]:
    assert isinstance(performed, Performed)
    return [told.facts for told in performed.done.told if told.key == "report"]


def shared(vassal, *buttons: str, **settings: str) -> str:
    return vassal.element(
        "module.properties.GlobalProperties",
        vassal.element(
            "module.properties.GlobalProperty", *buttons, **{"name": "Gold", "initialValue": "5", **settings}
        ),
    )


def changing(vassal, changer: str, text: str = "Change") -> str:
    return vassal.element(
        "module.properties.ChangePropertyButton", propChanger=changer, buttonText=text, hotkey="65,130"
    )


def face(vassal, text: str, value: int) -> str:
    made = vassal.element("module.SpecialDieFace", value=str(value), icon="")
    return made.replace(" value=", f' text="{text}" value=')


def test_dice_leave_their_result_in_a_property(vassal, tmp_path: Path) -> None:
    dice = vassal.element(
        "module.DiceButton", name="Attack", nDice="3", nSides="6", plus="1", addToTotal="2", reportTotal="true",
        reportFormat="** $name$ = $result$ *** <$PlayerName$>", hotkey="68,130",
    )  # fmt: skip
    table = Table(vassal, tmp_path, dice)
    [facts] = reports(table.press("ctrl D"))
    assert str(table["Attack_result"]) in map(str, facts.values())
    assert 3 * 2 + 2 <= table["Attack_result"] <= 3 * 7 + 2
    assert table.fate("DiceButton") == ("exact", "")


@pytest.mark.parametrize(
    ("locks", "asked"),
    [
        ({}, ("count", "sides", "each", "add")),
        ({"lockSides": "true", "lockAdd": "true"}, ("count", "each")),
        ({"prompt": "false"}, ()),
    ],
)
def test_dice_ask_for_what_is_not_locked(vassal, tmp_path: Path, locks, asked) -> None:
    dice = vassal.element("module.DiceButton", **{"name": "Any", "prompt": "true", **locks})
    table = Table(vassal, tmp_path, dice)
    assert table.module.components.table.traits[0].asks == asked


def test_all_that_dice_ask_may_be_answered_at_once(vassal, tmp_path: Path) -> None:
    table = Table(vassal, tmp_path, vassal.element("module.DiceButton", name="Any", prompt="true", lockAdd="true"))
    asks = table.press("Any")
    assert isinstance(asks, Asks)
    assert (asks.prompt.title, asks.prompt.default, [each.default for each in asks.prompt.also]) == ("Any", 2, [6, 0])
    keys = [asks.prompt.key, *(each.key for each in asks.prompt.also)]
    table.press("Any", tuple(zip(keys, ("3", "1", "4"), strict=True)))
    assert table["Any_result"] == "5,5,5"


def test_symbolic_dice_bring_the_pictures_of_their_faces(vassal, tmp_path: Path) -> None:
    faces = [face(vassal, name, 1).replace('icon=""', f'icon="{icon}"') for name, icon in (("a", "a.png"), ("b", ""))]
    die = vassal.element("module.SpecialDie", *faces, name="die")
    dice = vassal.element(
        "module.SpecialDiceButton", die, name="Fire", resultWindow="true", backgroundColor="1,2,3",
        windowTitleResultFormat="$name$ of $PlayerName$: $numericalTotal$",
    )  # fmt: skip
    table = Table(vassal, tmp_path, dice, picture="images/a.png")
    [facts] = reports(table.press("Fire"))
    assert (facts["title"], facts["ground"]) == ("Fire of me: 1", "#010203")
    assert table.module.components.table.traits[0].dice[0].pictures == ("images/a.png", "")
    assert table.fate("SpecialDiceButton") == ("exact", "")


def test_random_texts_and_symbolic_dice_show_their_faces(vassal, tmp_path: Path) -> None:
    text = vassal.element("module.RandomTextButton", name="Wind", nDice="1", faces="north,south")
    faces = [face(vassal, "hit", 3), face(vassal, "no", 0)]
    dies = [vassal.element("module.SpecialDie", *faces, name=name) for name in ("a", "b")]
    dice = vassal.element("module.SpecialDiceButton", *dies, name="Fire", format="$result1$ $result2$")
    table = Table(vassal, tmp_path, text, dice)
    table.press("Wind")
    assert table["Wind_result"] in ("north", "south")
    assert table["Fire_result"] == ""
    [facts] = reports(table.press("Fire"))
    assert set(facts["each"].split("\n")) <= {"hit", "no"}
    assert table["Fire_result"] in (0, 3, 6)


@pytest.mark.parametrize(
    ("option", "limit", "kept"),
    [
        ("s", "2", lambda fell: sorted(fell)[:2]),
        ("l", "2", lambda fell: sorted(fell)[-2:]),
        ("=", "4", lambda fell: [die for die in fell if die == 4]),
        (">", "4", lambda fell: [die for die in fell if die >= 4]),
        ("<", "4", lambda fell: [die for die in fell if die <= 4]),
    ],
)
def test_of_dice_those_are_kept_that_are_asked_for(vassal, tmp_path: Path, option, limit, kept) -> None:
    dice = vassal.element(
        "module.DiceButton", name="D", nDice="8", plus="1", addToTotal="10", keepDice="true", keepOption=option,
        keepCount=limit, reportFormat="$nDice$ $keepDice$ $keepCount$ $numericalTotal$ [$rawRolls$] $rawCount6$",
    )  # fmt: skip
    table = Table(vassal, tmp_path, dice)
    assert (table["D_result"], table["D_total"], table["D_keep"]) == (1, 0, 0)
    [facts] = reports(table.press("D"))
    raw = [int(die) for die in facts["4"].split(", ")]
    expected = kept([die + 1 for die in raw])
    assert facts["each"].split("\n") == ([str(die) for die in expected] or [""])
    assert (facts["0"], facts["1"], facts["2"], facts["5"]) == (8, int(limit), len(expected), raw.count(6))
    assert (table["D_total"], table["D_keep"]) == (sum(expected) + 10, len(expected))


def test_texts_are_sorted_by_their_letters(vassal, tmp_path: Path) -> None:
    text = vassal.element("module.RandomTextButton", name="Wind", nDice="9", faces="west,east", sortDice="true")
    table = Table(vassal, tmp_path, text)
    table.press("Wind")
    assert table["Wind_result"] == ",".join(sorted(table["Wind_result"].split(",")))


def test_a_report_of_dice_knows_what_fell_before(vassal, tmp_path: Path) -> None:
    dice = vassal.element("module.DiceButton", name="D", nDice="1", reportFormat="$D_result$")
    table = Table(vassal, tmp_path, dice)
    first, second = (reports(table.press("D"))[0]["0"] for _ in range(2))
    assert first == 1
    assert str(second) in "123456"


def test_a_button_tells_what_it_changes_and_nothing_else(vassal, tmp_path: Path) -> None:
    button = vassal.element(
        "module.properties.ChangePropertyButton", propChanger="P,7", buttonText="Change", hotkey="65,130",
        reportFormat="<b>$description$</b>: $oldValue$ to $newValue$",
    )  # fmt: skip
    table = Table(vassal, tmp_path, shared(vassal, button, description="Treasury"))
    first, second = (table.press("Change") for _ in range(2))
    assert [sentence(told, table.game, table.game) for told in first.done.told] == ["Treasury: 5 to 7"]
    assert second.done.told == ()
    assert table.fate("ChangePropertyButton") == ("exact", "")


@pytest.mark.parametrize(
    ("changer", "settings", "gold"),
    [
        ("I,3", {"isNumeric": "true", "min": "0", "max": "7"}, 7),
        ("I,-9", {"isNumeric": "true", "min": "null", "max": "null"}, -4),
        ("I,3", {"isNumeric": "true", "min": "0", "max": "7", "wrap": "true"}, 0),
        ("P,12", {}, 12),
        ("P,{Gold + 1}", {}, 6),
    ],
)
def test_buttons_change_shared_properties(vassal, tmp_path: Path, changer, settings, gold) -> None:
    table = Table(vassal, tmp_path, shared(vassal, changing(vassal, changer), **settings))
    assert table["Gold"] == 5
    table.press("Change")
    assert table["Gold"] == gold


def test_a_button_can_ask_for_a_property(vassal, tmp_path: Path) -> None:
    table = Table(vassal, tmp_path, shared(vassal, changing(vassal, "R,How much?")))
    asked = table.press("Change")
    assert isinstance(asked, Asks)
    table.press("Change", ((asked.prompt.key, "9"),))
    assert table["Gold"] in (9, "9")


def test_turn_trackers_keep_properties_and_press_hotkeys(vassal, tmp_path: Path) -> None:
    inner = vassal.element("module.turn.ListTurnLevel", name="Phase", property="PhaseNow", list="Move,Fight")
    outer = vassal.element(
        "module.turn.CounterTurnLevel", inner, name="Turn", property="TurnNow", start="1940", incr="5"
    )
    hotkey = vassal.element("module.turn.TurnGlobalHotkey", hotkey="65,130", match="PhaseNow = Move")
    tracker = vassal.element("module.turn.TurnTracker", outer, hotkey, name="Turn", nexthotkey="78,130")
    table = Table(vassal, tmp_path, tracker, shared(vassal, changing(vassal, "I,1"), isNumeric="true"))
    assert (table["TurnNow"], table["PhaseNow"]) == (1940, "Move")
    table.press("ctrl N")
    assert (table["TurnNow"], table["PhaseNow"], table["Gold"]) == (1940, "Fight", 5)
    table.press("ctrl N")
    assert (table["TurnNow"], table["PhaseNow"], table["Gold"]) == (1945, "Move", 6)


def test_levels_of_a_tracker_beside_each_other_come_in_turn(vassal, tmp_path: Path) -> None:
    def level(name: str, *inside: str, list: str = "") -> str:
        kind = "ListTurnLevel" if list else "CounterTurnLevel"
        return vassal.element(
            f"module.turn.{kind}", *inside, name=name, property=name, **({"list": list} if list else {})
        )

    year = level("Year", level("War", list="March,Fight"), level("Peace", list="Rest"))
    tracker = vassal.element("module.turn.TurnTracker", year, name="Turn", nexthotkey="78,130", prevhotkey="80,130")
    table = Table(vassal, tmp_path, tracker)
    assert (table["Turn_command"], table["Turn_value"]) == ("Set", "")
    seen = []
    for key in ("ctrl N", "ctrl N", "ctrl N", "ctrl P"):
        table.press(key)
        tracker_now = table.module.components.trackers["Turn"]
        seen.append(tracker_now.labels(tracker_now.positions(table.game.properties.get)))
    assert seen == [("1", "Fight"), ("1", "Rest"), ("2", "March"), ("1", "Rest")]
    assert (table["Year"], table["War"], table["Peace"]) == (1, "Fight", "Rest")
    assert table.fate("TurnTracker") == ("exact", "")


def test_an_action_presses_keys_again_and_again(vassal, tmp_path: Path) -> None:
    action = vassal.element(
        "module.DoActionButton", name="Three times", doHotkey="true", hotkeys="65\\,130", doLoop="true",
        loopType="counted", loopCount="3", hotkey="90,130", doReport="true", reportFormat="done",
    )  # fmt: skip
    table = Table(vassal, tmp_path, action, shared(vassal, changing(vassal, "I,2"), isNumeric="true"))
    assert len(reports(table.press("ctrl Z"))) == 3
    assert table["Gold"] == 11


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


def hittable(vassal) -> str:
    hits = "PROP;Hits;true,0,9,false;Hit:65\\,130:P\\,4"
    return vassal.slot((hits, "0"), ("piece;;;;Unit", "null;0;0;;0"), name="Unit", gpid="1")


def hits(table: Table) -> int:
    """How many pieces have been hit."""
    return sum(4 in piece.state or "4" in piece.state for piece in table.game.pieces.values())


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
        done = perform(table.game, command, "me", Seeded("02", b"", 0, 0), table.module.components)
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


def test_decks_have_their_commands_and_counts(vassal, tmp_path: Path) -> None:
    cards = [
        vassal.slot(("piece;;;;" + name, "null;0;0;;0"), name=name, gpid=str(number), kind="widget.CardSlot")
        for number, name in enumerate("ABC")
    ]
    deck = vassal.element(
        "module.map.DrawPile", *cards, name="Draw", x="9", y="9", shuffle="Via right-click Menu", reversible="true",
        reverseHotkey="82,130", reshufflable="true", reshuffleTarget="Waste", reshuffleHotkey="83,130",
        reverseFormat="$playerName$ turns $deckName$ round",
    )  # fmt: skip
    waste = vassal.element("module.map.DrawPile", name="Waste", x="99", y="99", shuffle="Never")
    table = Table(vassal, tmp_path, on_map=(deck, waste))
    names = lambda deck: [  # noqa: E731
        table.game.kinds[table.game.pieces[card].kind].name
        for card in table.game.holders[table.game.named[deck]].pieces
    ]
    assert names("Draw") == ["A", "B", "C"]
    assert len(reports(table.press("ctrl R"))) == 1
    assert names("Draw") == ["C", "B", "A"]
    table.press("ctrl S")
    assert (names("Draw"), names("Waste")) == ([], ["A", "B", "C"])
    rules = table.module.components.decks["Draw"]
    assert (rules.shuffled, rules.into, rules.size) == ("by-hand", "Waste", "Draw_numPieces")


def test_buttons_of_a_map_change_how_it_is_looked_at(vassal, tmp_path: Path) -> None:
    def control(command: str, **settings: str) -> str:
        return vassal.element("module.map.LayerControl", command=command, buttonText=command[:6], **settings)

    hide = vassal.element("module.map.HidePiecesButton", buttonText="Bare", hotkey="72,130", tooltip="Hide all")
    layers = vassal.element(
        "module.map.LayeredPieceCollection",
        control("Rotate Layer Order Up", skip="true"),
        control("Switch Layer between Active and Inactive", layers="Air,0"),
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
        "Switch": {"does": "switch-layers", "map": "Map", "layers": ("Air", "0")},
        "Look 0": {"does": "look-at", "map": "Map", "point": ("30", "40"), "zoom": 1.5},
        "Look 1": {"does": "look-at", "map": "Map", "zone": "East", "offset": ("5", "5")},
        "Look 2": {"does": "look-at", "map": "Map", "piece": 'Leader == "true"', "which": "next"},
        "Look 3": {"does": "look-at", "map": "Map", "place": "B12", "board": "B"},
        "Look 4": {"does": "look-at", "map": "Map", "region": "{plain(Capital)}", "offset": ("Step * 2", "Step * 2")},
        "Look 5": {"does": "look-at", "map": "Map", "point": ("Column", "plain(Row)"), "board": "{plain(Front)}"},
    }
    assert table.fate("HidePiecesButton") == ("exact", "")


def test_preferences_and_scenario_properties_are_options(vassal, tmp_path: Path) -> None:
    def preference(kind: str, name: str, default: str, **settings: str) -> str:
        given = {"name": name, "default": default, "tab": "Play", **settings}
        return vassal.element(f"VASSAL.preferences.{kind}Preference", **given)

    settings = vassal.element(
        "module.GlobalOptions",
        preference("Boolean", "Auto", "true", desc="By itself"),
        preference("Enum", "Level", "b", list="a,b,c"),
        preference("String", "Word", "hello"),
    )
    tab = vassal.element(
        "module.properties.ScenarioPropertiesOptionTab",
        vassal.element("module.properties.NumberScenarioProperty", name="Dice", initialValue="2", min="1", max="3"),
        name="Scenario",
    )
    table = Table(vassal, tmp_path, settings, vassal.element("module.properties.GlobalProperties", tab))
    found = [(o.title, o.group, o.choices, o.usual, o.property) for o in table.module.about.options]
    assert found == [
        ("By itself", "Play", ("true", "false"), "true", "Auto"),
        ("Level", "Play", ("a", "b", "c"), "b", "Level"),
        ("Word", "Play", (), "hello", "Word"),
        ("Dice", "Scenario", ("1", "2", "3"), "2", "Dice"),
    ]
    assert (table["Auto"], table["Level"], table["Dice"], table["Word"]) == ("true", "b", 2, "hello")
    assert (table.fate("EnumPreference")[0], table.fate("StringPreference")[0]) == ("exact", "exact")
    ids = [option.id for option in table.module.about.options]
    game = new_game(table.module, "new-game", {ids[1]: "c", ids[2]: "bye", ids[3]: "3"}, Seeded("01", b"", 0, 0))
    assert (game.properties["Level"], game.properties["Word"], game.properties["Dice"]) == ("c", "bye", 3)
    changed = perform(table.game, SetOption(ids[0], "false"), "me", Seeded("02", b"", 0, 0), table.module.components)
    assert isinstance(changed, Performed)
    assert (changed.after.properties["Auto"], changed.after.options[ids[0]]) == ("false", "false")


def test_an_inventory_lists_pieces_by_their_properties(vassal, tmp_path: Path) -> None:
    def unit(name: str, nation: str, steps: str) -> str:
        traits = ("mark;Nation", nation), ("mark;Steps", steps)
        return vassal.slot(*traits, (f"piece;;;;{name}", "null;0;0;;0"), name=name, gpid=name)

    units = [unit("Tank", "GE", "2"), unit("Gun", "GE", "1"), unit("Boat", "UK", "many"), unit("Sign", "", "0")]
    stack = vassal.element("module.map.SetupStack", *units, name="S", x="50", y="50", owningBoard="B")
    inventory = vassal.element(
        "module.Inventory", name="Forces", text="Forces", include='{Nation != ""}', groupBy="Nation",
        nonLeafFormat="$PropertyValue$: $sum_Steps$ steps", leafFormat="$PieceName$", sides="Red",
        forwardKeystroke="false",
    )  # fmt: skip
    table = Table(vassal, tmp_path, inventory, on_map=(stack,))
    [record] = table.module.about.inventories
    found = stock(viewed(table.game, table.module.components, "me"), as_struct(record, Inventory))
    listed = [(group.heading, group.size, [one.words for one in group.pieces]) for group in found.groups]
    assert listed == [("GE: 3 steps", 2, ["Gun", "Tank"]), ("UK: 1 steps", 1, ["Boat"])]
    assert record.sides == ("Red",)
    assert [(button.title, button.shows) for button in table.module.about.buttons] == [("Forces", "Forces")]
    assert table.fate("Inventory") == ("exact", "")


def test_an_inventory_groups_sorts_and_calls_as_in_vassal(vassal, tmp_path: Path) -> None:
    def unit(name: str, **marks: str) -> str:
        traits = [(f"mark;{name}", value) for name, value in marks.items()]
        return vassal.slot(*traits, (f"piece;;;;{name}", "null;0;0;;0"), name=name, gpid=name)

    units = [
        unit("Gun 10", Nation="UK", Arm="heavy", Men="3"),
        unit("Gun 9", Nation="UK", Men="many"),
        unit("Scout", Arm="light"),
        unit("Gun -2", Nation="GE", Arm="heavy"),
    ]
    stack = vassal.element("module.map.SetupStack", *units, name="S", x="50", y="50", owningBoard="B")

    def listed(**settings: str) -> list:
        inventory = vassal.element("module.Inventory", name="Forces", text="Forces", groupBy="Nation,Arm", **settings)
        table = Table(vassal, tmp_path / str(len(settings)), inventory, on_map=(stack,))
        [record] = table.module.about.inventories
        found = stock(viewed(table.game, table.module.components, "me"), as_struct(record, Inventory))
        return [
            (group.heading, *[(one.heading, one.size) for one in group.groups], *[one.words for one in group.pieces])
            for group in found.groups
        ]

    # a piece without the property is in no group for it; a heading reads the first of its pieces
    assert listed(nonLeafFormat="$PropertyValue$ by $BasicName$", sorting="numeric", sortPieces="true") == [
        ("light by Scout", "Scout"),
        ("GE by Gun -2", ("heavy by Gun -2", 1)),
        ("UK by Gun 9", ("heavy by Gun 10", 1), "Gun 9"),
    ]
    assert listed(sortPieces="false", leafFormat="$sum_Men$$PropertyValue$!") == [
        ("UK", ("heavy", 1), "many!"),
        ("light", "!"),
        ("GE", ("heavy", 1)),
    ]
    assert listed(sorting="length")[0][0] == "GE"


def test_the_pictures_of_an_inventory_have_the_module_s_sizes(vassal, tmp_path: Path) -> None:
    inventories = [
        vassal.element("module.Inventory", name=name, text=name, **settings)
        for name, settings in (
            ("A", {}),
            ("B", {"pieceZoom": ".5", "pieceZoom2": "1.0", "zoomOn": "true", "showMenu": "false"}),
        )
    ]
    table = Table(vassal, tmp_path, *inventories)
    assert [(one.sizes, one.menus) for one in table.module.about.inventories] == [((25,), True), ((50, 100, 40), False)]
    assert table.fate("Inventory") == ("exact", "")


def test_what_is_told_is_told_in_the_language_of_the_player(vassal, tmp_path: Path) -> None:
    dice = vassal.element(
        "module.DiceButton",
        name="Attack",
        text="Attack",
        nDice="1",
        nSides="1",
        reportFormat="** $name$: rolls $result$",
    )
    action = vassal.element(
        "module.DoActionButton", name="Go", buttonText="Go", doReport="true", reportFormat="Someone goes: $PlayerSide$"
    )
    files = {
        "Module_de.properties": "DiceButton.Attack.reportFormat=$result$ ist der Wurf: $name$\nPiece.Attack=Angriff\n"
        "DoActionButton.Go.reportFormat=Es geht: $Elsewhere$\n"
    }
    table = Table(vassal, tmp_path, dice, action, files=files)
    rolled, gone = (
        next(one for one in table.press(title).done.told if one.key == "report") for title in ("Attack", "Go")
    )
    words = words_for(table.module, "de")
    found = [sentence(rolled, table.game, table.game, Titles(words=read)) for read in (as_written, words)]
    assert found == ["Attack: rolls 1", "1 ist der Wurf: Angriff"]
    told = sentence(gone, table.game, table.game, Titles(words=words))
    assert told.startswith("Someone goes")  # its translation speaks of something that nobody has noted


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


def test_shaded_maps_have_their_shades_and_buttons(vassal, tmp_path: Path) -> None:
    def shader(name: str, **settings: str) -> str:
        return vassal.element("module.map.MapShader", name=name, buttonText=name, **settings)

    shaders = (
        shader("Night", type="Background", pattern="50%", color="1,2,3", opacity="40", startsOn="true"),
        shader(
            "Fog", type="Background", boards="No, only shade Boards in List", boardList="B", drawOver="true",
            alwaysOn="true", border="true", borderOpacity="50", opacity="120",
        ),
        shader("Range", pattern="Custom Image", scaleImage="true"),
    )  # fmt: skip
    table = Table(vassal, tmp_path, on_map=shaders)
    found = [shade.model_dump(exclude_defaults=True) for shade in table.module.sheets["Map"].shades]
    assert found == [
        {"name": "Night", "fill": "50%", "colour": "#010203", "opacity": 0.4, "on": True},
        {"name": "Fog", "boards": ("B",), "fill": "25%", "opacity": 1.0, "border": "#000000", "border_opacity": 0.5,
         "over": True, "on": True},
        {"name": "Range", "covers": "areas", "scaled": True, "opacity": 1.0},
    ]  # fmt: skip
    views = {one.title: one.view.model_dump(exclude_defaults=True) for one in table.module.about.buttons}
    assert views == {name: {"does": "switch-shade", "map": "Map", "shade": name} for name in ("Night", "Range")}
    assert table.fate("MapShader") == ("exact", "")


def test_chess_clocks_are_taken_over_and_pressed(vassal, tmp_path: Path) -> None:
    def clock(side: str, **settings: str) -> str:
        return vassal.element("module.chessclockcontrol.ChessClock", side=side, **settings)

    control = vassal.element(
        "module.ChessClockControl",
        clock("Blue Team", startHotkey="66,520", buttonText="", icon="c.png", tooltip="Its time",
              tockingFontColor="9,9,9"),
        clock("Red"), clock("Nobody"), nextHotkey="78,195", pauseHotkey="80,195", showHotkey="67,195",
        buttonText="Clocks", buttonTooltip="All clocks",
    )  # fmt: skip
    table = Table(vassal, tmp_path, control, picture="images/c.png")
    clocks = table.module.about.clocks
    [button] = table.module.about.buttons
    assert (button.title, button.tip, button.view.does, bool(button.key)) == ("Clocks", "All clocks", "clocks", True)
    assert {side: look.model_dump(exclude_defaults=True) for side, look in clocks.looks.items()} == {
        "Blue Team": {
            "title": "", "picture": "images/c.png", "tip": "Its time", "ground": "#FFFF00",
            "ink": ("#333333", "#090909"),
        },
        "Red": {"ground": "#FFFF00", "ink": ("#333333", "#000000")},
    }  # fmt: skip
    assert (clocks.passes, clocks.shown) == (True, False)
    assert clocks.sides == ("Blue Team", "Red")
    assert list(clocks.keys) == ["Blue Team"]
    assert all((clocks.next, clocks.stop))

    def press(side: str, at_ms: int) -> dict[str, object]:
        chance = Seeded("02", b"", 0, 0)
        found = perform(table.game, PressClock(side, at_ms), "me", chance, table.module.components)
        assert isinstance(found, Performed), found
        table.game = found.after
        return {name: value for name, value in found.after.properties.items() if name.startswith("clock:used")}

    press("Red", 1_000)
    assert press("Blue Team", 31_000) == {"clock:used:Red": 30_000}
    assert press("", 40_000) == {"clock:used:Red": 30_000, "clock:used:Blue Team": 9_000}
    assert press("Red", 99_000) == {"clock:used:Red": 30_000, "clock:used:Blue Team": 9_000}
    assert used_ms(table.game.properties.get, "Red", 100_500) == 31_500


def test_sides_are_called_as_in_vassal(vassal, tmp_path: Path) -> None:
    assert Table(vassal, tmp_path).module.sides == ("Red", "Blue Team")


def test_windows_of_maps_and_charts_have_a_button_that_shows_them(vassal, tmp_path: Path) -> None:
    sheet = vassal.element("module.map.boardPicker.Board", name="B", width="40", height="30")
    picker = vassal.element("module.map.BoardPicker", sheet)
    board = vassal.element("module.Map", picker, mapName="Reserves", launch="true", buttonName="Res", hotkey="82,195")
    chart = vassal.element("widget.HtmlChart", chartName="Table", fileName="table.html")
    window = vassal.element("module.ChartWindow", chart, name="Charts", tooltip="All charts")
    sides = vassal.element("module.PlayerRoster", "<entry>Red</entry>")
    out = tmp_path / "out"
    import_module(vassal.vmod(sides, board, window, files={"table.html": "<b>1</b>"}), out)
    assert check_module(out).errors == ()
    shown = [(button.title, button.shows, button.key) for button in load_module(out).about.buttons]
    assert shown == [("Res", "Reserves", "ctrl shift R"), ("All charts", "Table", "")]


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


def test_what_the_window_has_anyway_has_the_modules_own_buttons_and_keys(vassal, tmp_path: Path) -> None:
    on_map = (
        vassal.element("module.map.LOS_Thread", label="Line", iconName="/images/thread.gif", hotkey="76,195"),
        vassal.element("module.map.ImageSaver", icon="/images/camera.gif", hotkey="73,195"),
        vassal.element("module.map.Zoomer", zoomInKey="93,0", zoomLevels="1.0"),
    )
    box = vassal.element(
        "module.PieceWindow", vassal.slot(("piece;;;;Tank", "null;0;0;;0")), name="Box", hotkey="66,130"
    )
    table = Table(
        vassal, tmp_path, vassal.element("module.NotesWindow", icon="a.png"), box, on_map=on_map, picture="images/a.png"
    )
    found = {
        one.key: (one.title, one.view.does if one.view else one.shows, one.unseen) for one in table.module.about.buttons
    }
    assert found == {
        "ctrl shift L": ("Line", "thread", False),
        "ctrl shift I": ("Picture of the map", "picture", True),
        "]": ("Zoom in", "zoom-in", True),
        "": ("Notes", "notes", False),
        "ctrl B": ("Box", "Box", True),
    }


def test_turns_are_shown_and_told_in_the_modules_words(vassal, tmp_path: Path) -> None:
    inner = vassal.element("module.turn.ListTurnLevel", name="Phase", list="Move,Fight", turnFormat="<i>$value$!</i>")
    outer = vassal.element("module.turn.CounterTurnLevel", inner, name="Year", property="Year", start="1940")
    hotkey = vassal.element("module.turn.TurnGlobalHotkey", hotkey="65,130", reportFormat="Gold: $Gold$")
    tracker = vassal.element(
        "module.turn.TurnTracker", outer, hotkey, name="Turn", nexthotkey="78,130", prevhotkey="80,130",
        turnFormat="<html>$level2$ in $level1$ ($Year$)", reportFormat="$oldTurn$ -> $newTurn$", fwdOnly="true",
    )  # fmt: skip
    table = Table(vassal, tmp_path, tracker, shared(vassal, changing(vassal, "I,1"), isNumeric="true"))
    assert [tuple(facts.values())[1:] for facts in reports(table.press("ctrl N"))] == [
        (6,),
        ("Move! in 1940 (1940)", "Fight! in 1940 (1940)"),
    ]
    assert (table["Turn_command"], table["Turn_value"]) == ("Next", "Fight! in 1940 (1940)")
    assert "ctrl P" not in table.module.components.kinds
    assert table.module.components.trackers["Turn"].ahead_only
    assert table.fate("TurnTracker") == ("exact", "")


SHOWS_ALL = dict.fromkeys(("showNonMovable", "showMoveSelectde", "showNoStack", "showDeck"), "true")


@pytest.mark.parametrize(
    ("given", "viewer"),
    [
        (
            {},
            {
                "where": '(Moves != "never") and (Moves != "when-chosen") and (Stacks) and (Deck == "")',
                "least": 2, "after_ms": 700,
            },
        ),
        ({**SHOWS_ALL, "delay": "90", "showOverlap": "true"}, {"least": 2, "after_ms": 90, "overlapping": True}),
        (
            {
                **SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "display": "by using a property filter",
                "propertyFilter": "{Hidden == 1}", "showtext": "true", "summaryReportFormat": "<b>$Nation$</b>",
                "counterReportFormat": "$Steps$ steps",
            },
            {"where": "(Hidden == 1)", "title": "{Nation}", "words": "{Steps} steps", "top_layer": False},
        ),
        (
            {
                **SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "unrotatePieces": "true", "enableHTML": "true",
                "showtext": "true", "summaryReportFormat": "<b>$Nation$</b>",
            },
            {"title": "<b>{Nation}</b>", "turned": False, "html": True},
        ),
        # before version 3 a filter goes with no other choice
        (
            {**SHOWS_ALL, "delay": "250", "version": "2", "propertyFilter": "{A == 1}", "minDisplayPieces": "0"},
            {"least": 0},
        ),
        (
            {**SHOWS_ALL, "delay": "250", "version": "3", "propertyFilter": "{A == 1}", "minDisplayPieces": "1"},
            {"where": "(A == 1)"},
        ),
        # the first version knew what it draws, and the map's colour
        ({**SHOWS_ALL, "delay": "250", "version": "1", "showgraphsingle": "true"}, {"paper": "#ffffff"}),
        (
            {
                **SHOWS_ALL, "delay": "250", "minDisplayPieces": "1", "showTerrainBeneath": "always",
                "showTerrainWidth": "90", "showTerrainHeight": "80", "showTerrainZoom": "2.0", "showtext": "true",
                "summaryReportFormat": "",
            },
            {"ground": {"shown": "always", "size": (90, 80), "scale": 2.0, "words": "{Location}"}},
        ),
    ],
)  # fmt: skip
def test_viewers_show_what_they_are_to_show(vassal, tmp_path: Path, given, viewer) -> None:
    table = Table(vassal, tmp_path, on_map=(vassal.element("module.map.CounterDetailViewer", **given),))
    usual = {
        "below_scale": 1.0, "scale": 1.0, "gap": 0, "masked_cards": False, "title": "", "words": "",
        "empty": "{Location}", "ink": "#000000", "type_px": 9,
    }  # fmt: skip
    [found] = table.module.sheets["Map"].viewers
    assert found.model_dump(exclude_defaults=True) == {**usual, **viewer}


def test_a_viewer_may_show_some_layers_only(vassal, tmp_path: Path) -> None:
    layers = vassal.element("module.map.LayeredPieceCollection", property="Height", layerOrder="Air,Ground")
    rest = {**SHOWS_ALL, "layerList": "Air,Sea"}
    viewers = [
        vassal.element("module.map.CounterDetailViewer", display=f"from {which}", **rest)
        for which in ("listed layers only", "layers other than those listed")
    ]
    listed, others = Table(vassal, tmp_path, on_map=(layers, *viewers)).module.sheets["Map"].viewers
    assert '"Air"' in listed.where
    assert '"Sea"' in listed.where
    assert others.where == f"(not {listed.where})"


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
    found = perform(table.game, move, "me", Seeded("02", b"", 0, 0), table.module.components)
    assert isinstance(found, Performed)
    table.game = found.after
    assert moved() is True
    assert len(reports(table.press("Clear moved marks: Field"))) == 1
    assert moved() is False


def test_symbolic_dice_say_their_own_words_and_may_do_more(vassal, tmp_path: Path) -> None:
    die = vassal.element(
        "module.SpecialDie", face(vassal, "hit", 3), name="A", format="$name$: $result$ ($numericalValue$)"
    )
    dice = vassal.element(
        "module.SpecialDiceButton", die, name="Fire", doHotkey="true", hotkeys="65\\,130", format="$result1$!"
    )
    table = Table(vassal, tmp_path, dice, shared(vassal, changing(vassal, "I,2"), isNumeric="true"))
    [facts, *_] = reports(table.press("Fire"))
    assert (facts["0"], table["Fire_result"], table["Gold"]) == ("A: hit (3)", 3, 7)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, ["Turn updated from 10 to 8"]),
        ({"reportFormat": ""}, []),
        ({"reportFormat": "at $newTurn$\\nnow", "turnFormat": "T$level1$"}, ["at T8 - now"]),
    ],
)
def test_a_tracker_counts_down_and_says_so_as_the_module_wants(vassal, tmp_path: Path, settings, told) -> None:
    level = vassal.element("module.turn.CounterTurnLevel", name="Left", property="Left", start="10", incr="-2")
    tracker = vassal.element("module.turn.TurnTracker", level, name="Turn", nexthotkey="78,130", **settings)
    table = Table(vassal, tmp_path, tracker)
    done = table.press("ctrl N")
    assert [sentence(one, table.game, table.game) for one in done.done.told] == told
    assert table["Left"] == 8


@pytest.mark.parametrize(
    ("format", "called"),
    [
        ("$PlayerName$", "me"),
        ("$playerName$ of $PlayerSide$!", "me of !"),
        ("<$PlayerName$> $nothing$", "<me>"),
        ("", "me"),
    ],
)
def test_players_are_called_as_the_module_wants(vassal, tmp_path: Path, format: str, called: str) -> None:
    dice = vassal.element("module.DiceButton", name="D", reportFormat="$PlayerId$ rolls", hotkey="68,130")
    options = vassal.element("module.GlobalOptions", playerIdFormat=format)
    table = Table(vassal, tmp_path, options, dice)
    assert reports(table.press("D"))[0]["0"] == called
    assert table.fate("DiceButton") == ("exact", "")


@pytest.mark.parametrize(
    ("settings", "change", "told"),
    [
        ({}, "9", ["sets start to 9"]),
        ({"report": "$propertyPrompt$ on $tabName$: $oldValue$ to $newValue$"}, "9", ["Gold first on Setup: 5 to 9"]),
        ({"report": ""}, "9", []),
        ({}, "100", None),
        ({}, "many", None),
    ],
)
def test_a_change_of_an_option_is_told_and_presses_its_key(vassal, tmp_path: Path, settings, change, told) -> None:
    number = vassal.element(
        "module.properties.NumberScenarioProperty", name="Start", initialValue="5", min="0", max="99",
        description="Gold first", hotkey="65,130",
    )  # fmt: skip
    tab = vassal.element("module.properties.ScenarioPropertiesOptionTab", number, name="Setup", **settings)
    gold = vassal.element("module.properties.GlobalProperty", changing(vassal, "P,{Start}"), name="Gold")
    table = Table(vassal, tmp_path, vassal.element("module.properties.GlobalProperties", tab, gold))
    [option] = table.module.about.options
    assert (option.number, option.least, option.most, option.usual) == (True, 0, 99, "5")
    done = perform(table.game, SetOption(option.id, change), "me", Seeded("02", b"", 0, 0), table.module.components)
    if told is None:
        assert isinstance(done, Refused)
        assert "from 0" in done.because or "at least 0" in done.because
        return
    assert [sentence(one, table.game, done.after) for one in done.done.told] == told
    assert done.after.properties["Gold"] == 9


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


@pytest.mark.parametrize(("count", "times"), [("3", 3), ("0", 1), ("{Gold - 9}", 1)])
def test_a_button_that_goes_on_does_so_once_at_least(vassal, tmp_path: Path, count, times) -> None:
    button = vassal.element(
        "module.DoActionButton", name="Go", buttonText="Go", doReport="true", reportFormat="go", doLoop="true",
        loopType="counted", loopCount=count,
    )  # fmt: skip
    table = Table(vassal, tmp_path, button, shared(vassal, isNumeric="true"))
    assert len(reports(table.press("Go"))) == times


def test_a_level_of_the_oldest_modules_has_its_property_by_its_name(vassal, tmp_path: Path) -> None:
    levels = [
        vassal.element("module.turn.CounterTurnLevel", name="Turn"),
        vassal.element("module.turn.ListTurnLevel", name="Phase", property="Step", list="Move,Fight"),
        vassal.element("module.turn.CounterTurnLevel", name="Round", property=""),
    ]
    trackers = [vassal.element("module.turn.TurnTracker", level, name=f"T{n}") for n, level in enumerate(levels)]
    table = Table(vassal, tmp_path, *trackers)
    assert [one.levels[0].property for one in table.module.components.trackers.values()] == ["Turn", "Step", ""]


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
