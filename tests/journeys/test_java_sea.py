"""The Battle of Java Sea in a window, one person for both sides: the 11th Air Fleet, a patrol and a mission."""

from pathlib import Path

import pytest

from tabletop.assistance import ProcedureQuestion
from tests.journeys.conftest import Player, save_game, seat_one_player, start_game


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
