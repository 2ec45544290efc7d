"""Translations of a module: Java properties are read, and the texts that they translate are found."""

from pathlib import Path

import pytest

from tabletop.module.checks.module_check import check_module
from tabletop.module.loader import load_module
from tabletop.module.module_words import words_for
from tabletop.texts import best_language
from tabletop.vassal.components.translations import read_properties, translated_texts
from tabletop.vassal.files.build_file import Component, read_build_file
from tabletop.vassal.module_import import import_module


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"a=b", {"a": "b"}),
        (b"a : b c\n\n# no\n! no\nd\te", {"a": "b c", "d": "e"}),
        (b"a\\ b\\:c=d\\=e", {"a b:c": "d=e"}),
        (rb"a=\u0414\u043e\tx", {"a": "До\tx"}),
        (b"a=one \\\n   two", {"a": "one two"}),
        (b"a=b\\\\\nc=d", {"a": "b\\", "c": "d"}),
        ("a=Grün".encode(), {"a": "Grün"}),
        ("a=Grün".encode("latin-1"), {"a": "Grün"}),
        (b"alone", {"alone": ""}),
        (b"\xff\\", {"ÿ": ""}),
    ],
)
def test_java_properties_are_read(written: bytes, read: dict[str, str]) -> None:
    assert read_properties(written) == read


@pytest.mark.parametrize(
    ("wanted", "offered", "best"),
    [
        ("de_AT", ("de", "de_AT"), "de_AT"),
        ("de_AT", ("en", "de"), "de"),
        ("pt", ("pt_BR",), "pt_BR"),
        ("de-CH", ("de_CH",), "de_CH"),
        ("C", ("de",), ""),
    ],
)
def test_the_language_that_serves_best(wanted: str, offered: tuple[str, ...], best: str) -> None:
    assert best_language(wanted, offered) == best


def test_a_module_is_shown_in_another_language(vassal, tmp_path: Path) -> None:
    sheet = vassal.element("module.map.boardPicker.Board", name="B", width="400", height="300")
    board = vassal.element("module.Map", vassal.element("module.map.BoardPicker", sheet), mapName="Main Map")
    slot = vassal.slot("delete;Remove;68,130;", ("piece;;;;Road", "null;0;0;;0"), name="Road", gpid="1")
    tray = vassal.element("module.PieceWindow", vassal.element("widget.ListWidget", slot, entryName="Ways"), name="")
    dice = vassal.element("module.DiceButton", name="Attack", tooltip="Attack!")
    language = vassal.element(
        "VASSAL.i18n.Language",
        *(vassal.element("VASSAL.i18n.Translation", locale=locale) for locale in ("de,", "pl,PL")),
    )
    german = (
        "name=Klein\nMap.Main\\ Map.mapName=Karte\nPieceWindow..ListWidget.Ways.entryName=Wege\n"
        "Piece.Road=Stra\\u00dfe\nPiece.Remove=Weg damit\nDiceButton.Attack.tooltip=Angriff!\nDiceButton.No.text=-\n"
    )
    out = tmp_path / "out"
    files = {"Module_de.properties": german}
    report = import_module(vassal.vmod(board, tray, dice, language, files=files), out)
    assert check_module(out).errors == ()
    module = load_module(out)
    assert module.about.translations == {"de": "translations/de.yaml"}
    words = words_for(module, "de_DE")
    assert [words(text) for text in ("Small", "Main Map", "Ways", "Road", "Remove", "Attack!", "else")] == [
        "Klein", "Karte", "Wege", "Straße", "Weg damit", "Angriff!", "else",
    ]  # fmt: skip
    assert words_for(module, "fr_FR")("Road") == "Road"
    fates = sorted(line.grade for line in report.lines if line.name.endswith("Translation"))
    assert fates == ["approximated", "inactive"]


@pytest.fixture
def keyed(vassal) -> Component:
    """Return the root of a module with a component of each sort whose keys are built in a special way."""
    region = vassal.element("module.map.boardPicker.board.Region", name="Bay")
    zone = vassal.element(
        "module.map.boardPicker.board.mapgrid.Zone",
        vassal.element("module.map.boardPicker.board.RegionGrid", region),
        name="West",
    )
    board = vassal.element("module.map.boardPicker.Board", vassal.element("module.ZonedGrid", zone), name="Sea")
    deck = vassal.element("module.map.DrawPile", name="Fate", shuffleCommand="Mix")
    map_ = vassal.element(
        "module.Map",
        vassal.element("module.map.BoardPicker", board, title="Which board?"),
        vassal.element("module.folder.MapSubFolder", deck, name="Decks"),
        vassal.element("module.map.Zoomer", inTooltip="Nearer"),
        vassal.element("module.map.GlobalMap", tooltip="All of it"),
        vassal.element("module.map.HidePiecesButton", tooltip="Away"),
        vassal.element("module.map.CounterDetailViewer", description="Near", counterReportFormat="What?"),
        mapName="Main",
    )
    die = vassal.element("module.SpecialDie", vassal.element("module.SpecialDieFace", text_="Hit"))
    roster = vassal.element("module.PlayerRoster", *(vassal.element("entry", text=side) for side in ("Red", "Blue")))
    parts = (
        roster,
        vassal.element("module.ToolbarMenu", description="More", tooltip="All others"),
        vassal.element("module.SpecialDiceButton", die, name="Combat"),
        vassal.element("module.ChessClockControl", vassal.element("module.chessclockcontrol.ChessClock",
            side="Red", tooltip="Your time"), name="Time"),
        vassal.element("module.Documentation", vassal.element("module.documentation.BrowserHelpFile", title="Rules")),
        vassal.element("module.properties.GlobalTranslatableMessages",
            vassal.element("module.properties.GlobalTranslatableMessage", name="Hello", initialValue="Welcome")),
        vassal.element("module.GlobalOptions",
            vassal.element("VASSAL.preferences.TextPreference", name="N", desc="Nation")),
    )  # fmt: skip
    return read_build_file(vassal.root(map_, *parts).encode(), "buildFile.xml")


@pytest.mark.parametrize(
    ("key", "original"),
    [
        ("Map.Main..Board.Sea..ZonedGrid..Zone.West..RegionGrid..Region.Bay.name", "Bay"),
        ("Map.Main..MapSubFolder.Decks..DrawPile.Fate.shuffleCommand", "Mix"),
        ("Map.Main..DrawPile.Fate.shuffleCommand", "Mix"),  # as written before there were folders
        ("Map.Main.title", "Which board?"),
        ("Map.Main..Zoomer.inTooltip", "Nearer"),
        ("Map.Main..GlobalMaptooltip", "All of it"),
        ("Map.Main..HidePiecestooltip", "Away"),
        ("Map.Main..CounterDetailViewer.Near.counterReportFormat", "What?"),
        ("ToolbarMenu.More.tooltip", "All others"),
        ("SpecialDiceButton.Combat..SpecialDie..SpecialDieFace.Hit.text", "Hit"),
        ("ChessClockControl.Time..ChessClock.Red.tooltip", "Your time"),
        ("Documentation..BrowserHelpFile.Rulestitle", "Rules"),
        ("GlobalTranslatableMessage.Hello.initialValue", "Welcome"),
        ("GlobalOptions..TextPreference.desc", "Nation"),
    ],
)
def test_the_keys_of_a_translation_lead_through_what_is_within_what(keyed: Component, key: str, original: str) -> None:
    assert translated_texts(keyed, {key: "anders"}) == {original: "anders"}


def test_sides_are_translated_in_their_order(keyed: Component) -> None:
    assert translated_texts(keyed, {"PlayerRoster.sides": "Rot, Blau"}) == {"Red": "Rot", "Blue": "Blau"}
    assert translated_texts(keyed, {"PlayerRoster.sides": "Rot"}) == {"Red": "Rot"}
