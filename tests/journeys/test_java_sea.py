"""The Battle of Java Sea in a window: a patrol and a mission by one person, and the whole battle (17.1) by two."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QGraphicsSimpleTextItem

from tabletop.assistance import ProcedureQuestion
from tabletop.game.appearance.piece_display import called_piece
from tabletop.game.commands import SetProperty
from tests.journeys.conftest import Player, save_game, seat_one_player, start_game
from tests.journeys.two_at_one_screen import TwoAtOneScreen, begin_at_start_page

MAP = "indies"


@pytest.fixture
def table(player: Player, home: Path) -> Player:
    """Return a player of both sides at a new battle, with the assistant on."""
    battle = seat_one_player(start_game("forlorn_hopes", "java-sea"))
    player.open_game(save_game(home / "java.wartable", battle, seed="36" * 32))  # no event: the first die is a 9
    player.push("All sides")
    player.press("F4")
    return player


def asked_now(table: Player) -> ProcedureQuestion:
    """Return the question that is shown."""
    assistant = table.model.rules.assistant()
    assert assistant is not None
    underway = assistant.underway(table.game, table.model.seat)
    return next(asked for frame in reversed(underway) for asked in frame.asked if asked.kind != "run")


def click_first(table: Player, words: str, count: int = 1) -> None:
    """Click the first buttons that begin with these words."""
    table.wait(lambda: len(table.buttons(words)) >= count)
    for button in table.buttons(words)[:count]:
        table.bring_into_view(button)
        table.click(button)


def air_units(table: Player, name: str) -> list[str]:
    """Return the places of the units of this name, in order."""
    return sorted(
        table.game.lying(piece).place for piece in table.game.pieces if table.game.kind_of(piece).name == name
    )


def test_a_patrol_and_a_mission_of_the_battle(table: Player) -> None:
    table.push("The turn begins (Japan) · 5.0")
    click_first(table, "G4M Betty, 11th Air Fleet at", 5)
    table.push("Answer")
    table.wait(lambda: air_units(table, "G4M Betty, 11th Air Fleet") == ["Indochina (Japanese): Ready"] * 5)

    table.push("Go to Reconnaissance")
    table.push("Patrol (Japan) · 7.3.5")
    table.push("Answer")  # no fighter intercepts
    table.wait(lambda: air_units(table, "F1M Pete") == ["1704"])
    table.push("Pass (Allies)")
    table.push("Pass (Japan)")
    table.push("Go to Initiative")
    table.push("Go to Air and naval operations")

    table.push("Air mission (Japan) · 9.1")
    table.answer_with("Soerabaja")
    click_first(table, "G4M Betty, 11th Air Fleet at Indochina", 2)
    table.push("Answer")
    table.wait(lambda: air_units(table, "G4M Betty, 11th Air Fleet").count("Indochina (Japanese): Ready") == 3)
    click_first(table, "G4M Betty, 11th Air Fleet at", 2)
    table.push("Answer")  # both carry torpedoes
    table.push("Answer")  # no fighter scrambles
    table.push("Answer")  # and nobody escapes
    table.push("ships")
    while table.game.frames:
        asked = asked_now(table)
        click_first(table, str(asked.options[0].label)[:20])
        if asked.kind == "choose":
            table.push("Answer")
        table.settle()
    back = [place for place in air_units(table, "G4M Betty, 11th Air Fleet") if ": Flown" in place]
    assert len(back) == 2
    assert not table.refused


def test_hits_are_marked_where_no_counter_covers_them(table: Player) -> None:
    for name, value in (("hits", 2), ("last_repair", 1)):
        table.submit(SetProperty(f"place:indies:1807:{name}", value))
    table.look("Soerabaja", MAP)
    scene = table.window.scenes[MAP]
    marks = [item for item in scene.items() if isinstance(item, QGraphicsSimpleTextItem)]
    assert [mark.text() for mark in marks] == ["Hits 2"], "the turn of the last repair is for the menu of the place"
    counters = [scene.area_of(piece) for piece in table.pieces("Soerabaja", MAP)]
    assert counters
    assert not any(area.intersects(marks[0].sceneBoundingRect()) for area in counters if area is not None)


def test_a_unit_with_an_ace_is_told_from_others(table: Player) -> None:
    based = table.pieces("Soerabaja (Allied): Ready", "al-airbases")
    model = table.model
    names = [called_piece(table.game, model.components, model.seat, piece) for piece in based]
    assert sorted(name for name in names if name.startswith("P-40")) == ["P-40 Warhawk", "P-40 Warhawk, ace"]


@pytest.fixture
def two(player: Player, monkeypatch: pytest.MonkeyPatch) -> TwoAtOneScreen:
    dice = {"Units of the 11th": 4, "Spotting": 9, "Interceptor scramble": 1, "Naval interception": 10}
    begin_at_start_page(player, monkeypatch, "Battle of Java Sea", dice)
    return TwoAtOneScreen(player, MAP, {"JP": "Japan", "AL": "Allies"})


def test_two_transports_reach_java(two: TwoAtOneScreen) -> None:
    table = two.table
    assert table.part == ("3", "Random events")
    two.begin("JP", "The turn begins")
    two.play({"Which units of the 11th Air Fleet": ("A6M", "G4M")})
    assert two.kinds("jp-airbases", "Indochina") == ["A6M Zero, 11th Air Fleet", "G4M Betty, 11th Air Fleet"]
    two.sit("AL")
    assert two.kinds("jp-airbases") == []
    assert "Betty" not in table.log
    two.go_on_to("Reconnaissance")
    two.all_pass()
    two.go_on_to("Air and naval operations")
    bombs_soerabaja(two)
    sails_to_java(two)
    two.all_pass()
    two.go_on_to("Victory points")
    assert table.part == ("3", "Victory points")
    assert "The game is over." not in two.said
    two.go_on()
    for phase in ("Reconnaissance", "Air and naval operations"):
        two.go_on_to(phase)
        two.all_pass()
    two.go_on_to("Victory points")
    for side in ("JP", "AL"):
        two.sit(side)
        table.wait(lambda: "The game is over." in two.said)
        assert table.part == ("4", "Victory points")
        assert "The battle is drawn." in two.said, "transports at Java, but not more points than the Allies"
        assert "Points of Japan: 0; its transports at the coasts of Java: 2. Points of the Allies: 1." in table.log
        assert two.names("japanese-points.0") == two.names("allied-points.1") == ["Victory points"]
        assert two.names("1606").count("West Fleet transports") == 2
    assert not table.refused


def bombs_soerabaja(two: TwoAtOneScreen) -> None:
    """Let a Betty bomb the ships at Soerabaja, which Warhawks defend on the air board."""
    table = two.table
    two.begin("JP", "Air mission")
    raid = {
        "Which hex": "Soerabaja",
        "Which air units": ("G4M",),
        "What is the target": "ships",
        "Which fighter": ("P-40",),
    }
    two.play(raid, until=lambda: two.asked.question.startswith("Which air units on the ground"))
    two.sit("AL")
    assert "aircraft" in two.names("Soerabaja")
    assert "Betty" not in table.log
    two.play(raid, until=two.is_fought_out)
    assert re.search(r"the shot of P-40.* at G4M", table.log)
    two.play({})
    assert two.kinds("losses", "Destroyed") == ["G4M Betty, 11th Air Fleet"]


def sails_to_java(two: TwoAtOneScreen) -> None:
    """Let transports sail from Indochina hex by hex to Java, and be met by a Dutch cruiser."""
    table = two.table
    course = ("1601", "Pontianak", "1603", "1604", "1605", "1606")
    ships = ("West Fleet transports", "West Fleet transports", "West Fleet light cruisers", "West Fleet destroyers")
    two.begin("JP", "Naval mission")
    two.play(
        {
            "From where do the ships": "Indochina",
            "Which mission": "transport",
            "Which ships sail": ships,
            "Which way": course,
            "How do you react": "naval interception",
            "From where do your ships": "Soerabaja",
            "Which ships intercept": ("Dutch light cruisers",),
        },
        until=lambda: "Naval combat" in table.log,
    )
    assert "Spotted at 1601: West Fleet light cruisers" in table.log
    assert re.search(r"Naval interception.*: met", table.log)
    two.play({})
    assert two.names("1606").count("West Fleet transports") == 2
