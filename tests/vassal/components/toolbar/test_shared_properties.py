"""Shared properties: buttons that change them, options and preferences stored in them."""

from pathlib import Path

import pytest

from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Asks, Performed, Refused
from tabletop.game.commands import SetOption
from tabletop.game.decide import perform
from tabletop.log_sentences import sentence
from tabletop.module.setup import new_game
from tests.vassal.components.playing import Table, changing, shared


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


def test_preferences_and_scenario_properties_are_options(vassal, tmp_path: Path) -> None:
    def preference(kind: str, name: str, default: str, **settings: str) -> str:
        given = {"name": name, "default": default, "tab": "Play", **settings}
        return vassal.element(f"VASSAL.preferences.{kind}Preference", **given)

    settings = vassal.element(
        "module.GlobalOptions",
        preference("Boolean", "Auto", "true", desc="<html>By <b>itself</b> &amp; all"),
        preference("Enum", "Level", "b", list="a,b,c"),
        preference("String", "Word", "hello"),
        preference("Text", "Plan", "north|then west"),
    )
    tab = vassal.element(
        "module.properties.ScenarioPropertiesOptionTab",
        vassal.element("module.properties.NumberScenarioProperty", name="Dice", initialValue="2", min="1", max="3"),
        name="Scenario",
    )
    table = Table(vassal, tmp_path, settings, vassal.element("module.properties.GlobalProperties", tab))
    options = table.module.about.options
    found = [(o.title, o.group, o.choices, o.usual, o.property) for o in options]
    assert [option.property for option in options if option.long] == ["Plan"]
    assert found == [
        ("By itself & all", "Play", ("true", "false"), "true", "Auto"),
        ("Level", "Play", ("a", "b", "c"), "b", "Level"),
        ("Word", "Play", (), "hello", "Word"),
        ("Plan", "Play", (), "north|then west", "Plan"),
        ("Dice", "Scenario", ("1", "2", "3"), "2", "Dice"),
    ]
    assert (table["Auto"], table["Level"], table["Dice"], table["Word"]) == ("true", "b", 2, "hello")
    assert (table.fate("EnumPreference")[0], table.fate("StringPreference")[0]) == ("exact", "exact")
    ids = [option.id for option in options]
    game = new_game(table.module, "new-game", {ids[1]: "c", ids[2]: "bye", ids[4]: "3"}, SeededChance("01", b"", 0, 0))
    assert (game.properties["Level"], game.properties["Word"], game.properties["Dice"]) == ("c", "bye", 3)
    changed = perform(
        table.game, SetOption(ids[0], "false"), "me", SeededChance("02", b"", 0, 0), table.module.components
    )
    assert isinstance(changed, Performed)
    assert (changed.after.properties["Auto"], changed.after.options[ids[0]]) == ("false", "false")


def test_a_preference_on_no_page_is_a_property_and_one_of_yes_or_no_is_no_unless_told(vassal, tmp_path: Path) -> None:
    settings = vassal.element(
        "module.GlobalOptions",
        vassal.element("VASSAL.preferences.IntegerPreference", name="Speed", default="3", tab=""),
        vassal.element("VASSAL.preferences.BooleanPreference", name="Auto", tab="Play"),
    )
    table = Table(vassal, tmp_path, settings)
    assert [(option.property, option.usual) for option in table.module.about.options] == [("Auto", "false")]
    assert (table["Speed"], table.fate("IntegerPreference")) == (3, ("exact", ""))


def test_pictures_and_keys_of_vassals_own_window_are_told_of(vassal, tmp_path: Path) -> None:
    def options(**own: str) -> tuple[str, str]:
        written = "".join(f'<option name="{name}">{value}</option>' for name, value in own.items())
        settings = vassal.element("module.GlobalOptions").replace("></", f">{written}</")
        return Table(vassal, tmp_path / str(len(own)), settings).fate("option")

    assert options(stepIcon="/images/StepForward16.gif", stepHotKey="34,0", undoIcon="") == ("exact", "")
    told = "the window has its own pictures and keys for undoing, stepping through and saving logs"
    assert options(undoHotKey="90,130") == ("approximated", told)


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
    done = perform(
        table.game, SetOption(option.id, change), "me", SeededChance("02", b"", 0, 0), table.module.components
    )
    if told is None:
        assert isinstance(done, Refused)
        assert "from 0" in done.because or "at least 0" in done.because
        return
    assert [sentence(one, table.game, done.after) for one in done.done.told] == told
    assert done.after.properties["Gold"] == 9


@pytest.mark.parametrize("name", ["", " "])
def test_a_choice_without_a_name_is_none(vassal, tmp_path: Path, name: str) -> None:
    choice = vassal.element("VASSAL.preferences.StringPreference", name=name, default="x", tab="Play")
    table = Table(vassal, tmp_path, vassal.element("module.GlobalOptions", choice))
    assert all(option.group != "Play" for option in table.module.about.options)
    assert table.fate("StringPreference") == ("inactive", "it has no name")


@pytest.mark.parametrize(
    ("least", "most", "usual", "kept"),
    [
        ("1", "50", "7", (1, 50)),
        ("10", "50", "7", (None, 50)),
        ("1", "50", "70", (1, None)),
        ("50", "1", "7", (None, None)),
    ],
)
def test_bounds_that_the_usual_number_does_not_keep_are_none(vassal, tmp_path, least, most, usual, kept) -> None:
    number = vassal.element(
        "module.properties.NumberScenarioProperty", name="Men", initialValue=usual, min=least, max=most
    )
    tab = vassal.element("module.properties.ScenarioPropertiesOptionTab", number, name="Play")
    [option] = Table(vassal, tmp_path, tab).module.about.options
    assert (option.usual, option.least, option.most) == (usual, *kept)
