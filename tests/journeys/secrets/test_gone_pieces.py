"""Pieces that somebody else removes or hides while a player is about to use them."""

import pytest
from PySide6.QtTest import QTest

from tabletop.game.change.step import Step
from tabletop.game.commands import AnyCommand, RemovePieces, Show
from tests.journeys.conftest import LEFT, NO_KEY, Player
from tests.journeys.secrets.test_other_eyes import sit_down


@pytest.fixture
def allies(table: Player) -> Player:
    """Return a player of the Allies, with the assistant on and Japan's counters at Formosa in view."""
    sit_down(table, "Japan")
    sit_down(table, "Allies")
    table.press("F4")
    table.look("Formosa")
    return table


def by_japan(table: Player, command: AnyCommand) -> None:
    """Let Japan act at another screen."""
    outcome = table.model.table_seat.session.submit("Japan", command)
    assert isinstance(outcome, Step), outcome
    table.settle()


def taken_away(table: Player, piece: int) -> None:
    by_japan(table, RemovePieces((truly(table, piece),)))


def put_out_of_sight(table: Player, piece: int) -> None:
    by_japan(table, Show((truly(table, piece),), "unseen", ("AL",)))


def truly(table: Player, piece: int) -> int:
    """Return the true id of a piece that has another name for the side at the screen."""
    game, seen = table.model.table_seat.session.game, table.game.holder_of(piece)
    [held] = [one for one in game.holders.values() if (one.map, one.x, one.y) == (seen.map, seen.x, seen.y)]
    return held.pieces[seen.pieces.index(piece)]


@pytest.mark.parametrize("goes", [taken_away, put_out_of_sight])
@pytest.mark.parametrize("is_lifted", [True, False])
def test_what_has_gone_out_of_the_hand_is_not_dropped(allies: Player, goes, is_lifted: bool):
    *_, piece = allies.pieces("Formosa")
    start, end = allies.of(piece), allies.at("Formosa", dy=-220)
    handle, steps = allies.window.windowHandle(), allies.model.table_seat.steps
    QTest.mousePress(handle, LEFT, NO_KEY, start)
    if is_lifted:
        for step in range(1, 9):
            QTest.mouseMove(handle, start + (end - start) * step / 8)
            allies.settle()
    goes(allies, piece)
    assert piece not in allies.game.pieces
    for step in range(1, 9):
        QTest.mouseMove(handle, start + (end - start) * step / 8)
        allies.settle()
    QTest.mouseRelease(handle, LEFT, NO_KEY, end)
    allies.settle()
    assert allies.model.table_seat.steps == steps + 1, "no step but that of who took it"
    assert not allies.refused
    assert piece not in allies.chosen
