"""A double-blind game by mail in the window, with mouse and keys: a turn of Sallow Bridge is drafted and sent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.questions.procedure_card import IN_TURN, ProcedureCard
from tabletop.desktop.window.game_window import GameWindow
from tests.journeys.conftest import Player, gone
from tests.mail.double_blind import PHASE, DoubleBlind

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def player(qtbot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = DesktopApp()
    yield Player(program, qtbot)
    gone(program)


def at_home(player: Player, game: DoubleBlind, name: str, folder: Path) -> None:
    """Open the record of a general in the window, with its keys beside it, and switch on the rules assistant."""
    record = folder / f"{name}.wartable"
    game[name].keys.write(record.with_suffix(".wtkeys"))
    game[name].journal.copy_to(record)
    player.program.open(record)
    player.wait(lambda: player.program.window is not None and player.program.window.isVisible())
    player.window.activateWindow()
    if not player.window.rules.is_on:
        player.choose("Rules assistant")
    player.wait(lambda: player.window.rules.is_on)


def cards(player: Player) -> list[str]:
    """Return the words on the cards of procedures in progress."""
    return [label.text() for card in player.window.findChildren(ProcedureCard) for label in card.findChildren(QLabel)]


def test_a_question_whose_answer_waits_offers_nothing_until_the_answer_is_undone(
    player: Player, tmp_path: Path
) -> None:
    game = DoubleBlind()
    game.put("Ashby's Foot", "0502")
    game.put("Drake's Foot", "0602")
    for _ in ("March", "Contact", "Combat"):
        game.rules(PHASE)
    game["Anna"].opens(game.report("Anna"))
    at_home(player, game, "Anna", tmp_path)
    player.push("Attack")
    player.push("Yes")
    player.wait(lambda: IN_TURN in cards(player))
    assert not player.buttons("Yes")
    player.press("Ctrl+Z")
    player.wait(lambda: bool(player.buttons("Yes")))
    assert IN_TURN not in cards(player)
