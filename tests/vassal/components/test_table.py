"""The buttons, dice, trackers, decks and shared properties of an imported module."""

from pathlib import Path

import pytest

from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Performed
from tabletop.game.commands import PressClock
from tabletop.game.decide import perform
from tabletop.game.state.side_clocks import used_ms
from tabletop.log_sentences import sentence
from tabletop.log_titles import Titles
from tabletop.module.checks.module_check import check_module
from tabletop.module.loader import load_module
from tabletop.module.module_words import as_written, words_for
from tabletop.vassal.module_import import import_module
from tests.vassal.components.playing import Table, reports


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


@pytest.mark.parametrize(
    ("counts", "face_down", "grade"),
    [
        ("all:{true}", "Via right-click Menu", "exact"),
        ('here:{DeckName == "Draw"}', "Always", "exact"),
        ('red:{BasicName == "Red"}', "Never", "exact"),
        ('all:{true},red:{BasicName == "Red"}', "Always", "approximated"),
    ],
)
def test_only_what_tells_cards_of_a_face_down_deck_apart_is_kept_from_its_sides(
    vassal, tmp_path: Path, counts: str, face_down: str, grade: str
) -> None:
    deck = vassal.element(
        "module.map.DrawPile", name="Draw", x="9", y="9", faceDown=face_down, expressionCounting="true",
        countExpressions=counts,
    )  # fmt: skip
    assert Table(vassal, tmp_path, on_map=(deck,)).fate("DrawPile")[0] == grade


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
    assert told.startswith("Someone goes")  # its translation names a value that the message does not have


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
        shader("Dusk", type="Background", boards="No, only shade Boards in List", alwaysOn="true", opacity="0"),
    )  # fmt: skip
    table = Table(vassal, tmp_path, on_map=shaders)
    found = [shade.model_dump(exclude_defaults=True) for shade in table.module.sheets["Map"].shades]
    assert found == [
        {"name": "Night", "fill": "50%", "colour": "#010203", "opacity": 0.4, "on": True},
        {"name": "Fog", "boards": ("B",), "fill": "25%", "opacity": 1.0, "border": "#000000", "border_opacity": 0.5,
         "over": True, "on": True},
        {"name": "Range", "covers": "areas", "scaled": True, "opacity": 1.0},
        {"name": "Dusk", "boards": ("",), "fill": "25%", "opacity": 0.0, "on": True},
    ]  # fmt: skip
    views = {one.title: one.view.model_dump(exclude_defaults=True) for one in table.module.about.buttons}
    assert views == {name: {"does": "switch-shade", "map": "Map", "shade": name} for name in ("Night", "Range")}
    assert table.fate("MapShader") == ("exact", "")


def test_a_window_that_vassal_has_no_more_is_nothing_to_take_over(vassal, tmp_path: Path) -> None:
    table = Table(vassal, tmp_path, vassal.element("module.ConnectionWindow"))
    assert table.fate("ConnectionWindow") == ("exact", "")


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
        chance = SeededChance("02", b"", 0, 0)
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


@pytest.mark.parametrize(
    ("format", "called"),
    [
        ("$PlayerName$", "me"),
        ("$playerName$ of $PlayerSide$!", "me of !"),
        ("<$PlayerName$> $nothing$", "<me>"),
        ("&lt;$PlayerName$ ($PlayerSide$)&gt;", "<me ()>"),
        ("", "me"),
    ],
)
def test_players_are_called_as_the_module_wants(vassal, tmp_path: Path, format: str, called: str) -> None:
    dice = vassal.element("module.DiceButton", name="D", reportFormat="$PlayerId$ rolls", hotkey="68,130")
    options = vassal.element("module.GlobalOptions", playerIdFormat=format)
    table = Table(vassal, tmp_path, options, dice)
    assert reports(table.press("D"))[0]["0"] == called
    assert table.fate("DiceButton") == ("exact", "")
