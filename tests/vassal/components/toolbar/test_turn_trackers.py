"""Turn trackers: their levels, the keys they send and their messages."""

from pathlib import Path

import pytest

from tabletop.log_sentences import sentence
from tests.vassal.components.playing import Table, changing, reports, shared


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


def test_turns_are_shown_and_told_in_the_modules_words(vassal, tmp_path: Path) -> None:
    inner = vassal.element("module.turn.ListTurnLevel", name="Phase", list="Move,Fight", turnFormat="<i>$value$!</i>")
    outer = vassal.element("module.turn.CounterTurnLevel", inner, name="Year", property="Year", start="1940")
    hotkey = vassal.element("module.turn.TurnGlobalHotkey", hotkey="65,130", reportFormat="Gold: $Gold$")
    tracker = vassal.element(
        "module.turn.TurnTracker", outer, hotkey, name="Turn", nexthotkey="78,130", prevhotkey="80,130",
        turnFormat="<html>$level2$ in $level1$ ($Year$)", reportFormat="$oldTurn$ -> $newTurn$", fwdOnly="true",
        tooltip="Years of war",
    )  # fmt: skip
    table = Table(vassal, tmp_path, tracker, shared(vassal, changing(vassal, "I,1"), isNumeric="true"))
    assert [tuple(facts.values())[1:] for facts in reports(table.press("ctrl N"))] == [
        (6,),
        ("Move! in 1940 (1940)", "Fight! in 1940 (1940)"),
    ]
    assert (table["Turn_command"], table["Turn_value"]) == ("Next", "Fight! in 1940 (1940)")
    assert "ctrl P" not in table.module.components.kinds
    assert table.module.components.trackers["Turn"].ahead_only
    assert table.module.components.trackers["Turn"].tip == "Years of war"
    assert table.fate("TurnTracker") == ("exact", "")


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


def test_a_level_of_the_oldest_modules_has_its_property_by_its_name(vassal, tmp_path: Path) -> None:
    levels = [
        vassal.element("module.turn.CounterTurnLevel", name="Turn"),
        vassal.element("module.turn.ListTurnLevel", name="Phase", property="Step", list="Move,Fight"),
        vassal.element("module.turn.CounterTurnLevel", name="Round", property=""),
    ]
    trackers = [vassal.element("module.turn.TurnTracker", level, name=f"T{n}") for n, level in enumerate(levels)]
    table = Table(vassal, tmp_path, *trackers)
    assert [one.levels[0].property for one in table.module.components.trackers.values()] == ["Turn", "Step", ""]
