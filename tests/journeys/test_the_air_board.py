"""The training game of air combat on the air board: secret plans at the curtain, flight by mouse and keys, and undo."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from tabletop.desktop.air_board.flight_board import FlightBoard
from tabletop.flight_page import FlightPage
from tests.journeys.conftest import LEFT, Player, save_game, seat_one_player, start_game


@pytest.fixture
def table(player: Player, home: Path) -> Player:
    """Return a player of both sides at a new training game, who looks at it as Japan, with the assistant on."""
    player.open_game(save_game(home / "training.wartable", seat_one_player(start_game("cartwheel", "training-game"))))
    player.push("Japan")
    player.press("F4")
    return player


def page(board: FlightBoard) -> FlightPage:
    assert board._flown is not None
    return board._flown.page


def seen(board: FlightBoard) -> dict[str, tuple[int, int]]:
    """Return the numbers and altitudes of the flights as they are shown."""
    return {flight.id: (flight.number, flight.altitude) for flight in page(board).flights}


def hand_over(table: Player, side: str) -> None:
    """Draw the curtain, and open it for a side."""
    table.press("Ctrl+Shift+K")
    table.push(side)


def hex_at(board: FlightBoard, hex: str) -> QPoint:
    return board.canvas.view.centre(hex).toPoint()


def shoot(table: Player, name: str) -> None:
    if folder := os.environ.get("AIR_SHOTS"):
        table.settle()
        table.window.grab().save(f"{folder}/{name}.png")


def begin_for_both(table: Player) -> FlightBoard:
    """Look at the game as both sides, begin it, and return the board, which asks for the plans."""
    hand_over(table, "All sides")
    table.push("Training game (Japan) · 9.7.14")
    board = table.find(FlightBoard)
    table.wait(lambda: board.isVisible() and bool(page(board).plans))
    return board


def test_a_training_game_by_mouse_and_keys(table: Player) -> None:
    table.push("Training game")
    board = table.find(FlightBoard)
    table.wait(lambda: board.isVisible() and bool(page(board).plans))
    shoot(table, "1-plans")
    assert {plan.flight for plan in page(board).plans} == {"G4M", "A6M a", "A6M b"}, "only one's own plans are shown"

    table.press("Return")
    table.wait(lambda: "Waiting for: Allies" in board._question.text())
    assert board._withdraw.text() == "Withdraw answer", "nothing is cut"
    hand_over(table, "Allies")
    table.wait(lambda: board.isVisible() and {plan.flight for plan in page(board).plans} == {"P-38 a", "P-38 b"})
    assert seen(board)["G4M"] == (0, -1)
    table.press("Return")
    table.wait(lambda: "Waiting for: Japan" in board._question.text())
    assert seen(board) == {"G4M": (0, -1), "A6M a": (0, -1), "A6M b": (0, -1), "P-38 a": (1, 0), "P-38 b": (2, 1)}

    hand_over(table, "Japan")
    table.wait(lambda: bool(page(board).berths))
    shoot(table, "2-places")
    table.press("Return")
    table.wait(lambda: page(board).acts == "AL")
    shoot(table, "3-waiting")
    assert seen(board)["P-38 b"] == (0, -1), "it has not acted yet"

    hand_over(table, "Allies")
    table.wait(lambda: board.isVisible() and bool(page(board).deeds))
    shoot(table, "4-entry")
    table.press("Space")
    table.wait(lambda: bool(page(board).dice))
    entry = page(board).reach[1].hex
    shoot(table, "5-entries")
    QTest.mouseMove(board.canvas, hex_at(board, entry))
    QTest.mouseClick(board.canvas, LEFT, pos=hex_at(board, entry))
    table.wait(lambda: page(board).flight("P-38 a").hex == entry)
    assert page(board).points == 5

    table.press("w")
    table.wait(lambda: page(board).points == 4)
    shoot(table, "6-flying")
    table.press("Ctrl+Z")
    table.wait(lambda: page(board).points == 5)

    assert not table.refused
    goal = max(
        (step for step in page(board).reach if step.before >= 0 and step.points == 2), key=lambda one: one.before
    )
    QTest.mouseMove(board.canvas, hex_at(board, goal.hex))
    QTest.mouseClick(board.canvas, LEFT, pos=hex_at(board, goal.hex))
    table.wait(lambda: page(board).flight("P-38 a").hex == goal.hex and not board._is_sent)
    table.press("Return")
    table.wait(lambda: page(board).active != ("P-38 a",) or bool(page(board).dice))
    shoot(table, "7-later")


def test_the_usual_thing_plays_to_the_end(table: Player) -> None:
    board = begin_for_both(table)
    presses = 0
    while table.game.frames and presses < 250:
        table.wait(lambda: not board._is_sent)
        table.press("Return")
        table.settle()
        presses += 1
    assert not table.refused
    table.wait(lambda: board._main.accessibleName() == "Close (Enter)")
    shoot(table, "8-over")
    assert presses < 100, "a person presses Enter a few times for each turn"
    assert table.game.properties["result"] in ("allied", "japanese", "drawn")
    assert "Steps lost: Japan" in board._result.text()
    table.press("Return")
    assert not board.isVisible()


def test_a_battle_that_is_left_keeps_its_aircraft_on_the_board(table: Player) -> None:
    board = begin_for_both(table)
    for _ in range(4):
        table.press("Return")
        table.wait(lambda: not board._is_sent)
    table.wait(lambda: bool(page(board).usual))
    flights = page(board).flights
    table.press("h")
    table.wait(lambda: board._question.text() == "The rest of the battle is played by hand")
    shoot(table, "9-left")
    assert board.order.page.flights == flights
    table.press("Return")
    assert not board.isVisible()


def test_the_board_returns_when_the_same_side_opens_the_curtain(table: Player) -> None:
    board = begin_for_both(table)
    asked = page(board).plans
    hand_over(table, "All sides")
    table.wait(lambda: board.isVisible() and bool(page(board).plans))
    assert page(board).plans == asked, "the question is asked again"


def test_a_battle_whose_beginning_is_undone_is_forgotten(table: Player) -> None:
    board = begin_for_both(table)
    table.press("Ctrl+Z")
    table.wait(lambda: not board.isVisible())
    assert not table.game.frames


def test_the_fight_is_fought_out_by_orders(table: Player) -> None:
    board = begin_for_both(table)
    for _ in range(3):
        table.press("Return")
        table.wait(lambda: not board._is_sent)
    table.wait(lambda: bool(page(board).usual))
    table.wait(lambda: board.fight.outlook is not None)
    shoot(table, "10-odds")
    presses = 0
    while table.game.frames:
        table.press("b")
        presses += 1
        table.wait(lambda: not board._is_sent and not board._queue)
    assert not table.refused
    assert presses < 25
    shoot(table, "11-fought-out")


def test_the_tour_shows_the_board(table: Player, monkeypatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(table.program.windows, "tell", told.append)
    table.choose("Tutorial: The ambush of a bomber")
    table.wait(lambda: table.model.review is not None)
    for _ in range(11):
        table.press("PgDown")
    table.wait(lambda: bool(table.window.findChildren(FlightBoard)))
    board = table.find(FlightBoard)
    table.wait(board.isVisible)
    shoot(table, "9-tour")
    assert "Page Down" in told[0]
    assert all(words and "?:" not in words for _, words in board.log._lines)
    assert "A P-38 may enter" in " ".join(words for _, words in board.log._lines)
    assert board._asked() is None, "a replay asks nothing"
    at = len(board.log._lines)
    table.press("PgDown")
    table.wait(lambda: len(board.log._lines) > at)
