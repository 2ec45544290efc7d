"""An error of the program during a game: a message, a report without secrets, and the game continues."""

from pathlib import Path

from PySide6.QtWidgets import QMessageBox

from tabletop.desktop.map.piece_actions import PieceActions
from tests.journeys.conftest import Player


def test_an_error_is_told_and_the_game_goes_on(table: Player, qtbot, home: Path, monkeypatch):
    def goes_wrong(_: PieceActions) -> None:
        table.model.table_seat.session.game.kind_of(123_456_789)

    monkeypatch.setattr(PieceActions, "choose_all", goes_wrong)
    table.window.menus.actions["select-all"].triggered.connect(lambda: goes_wrong(None))
    table.look("Paramushiro")
    fleet = table.pieces("Paramushiro")
    table.drag(table.of(fleet[-1]), table.at("Paramushiro", dx=2 * 294))
    last, game = table.model.table_seat.session.journal.last, table.game
    with qtbot.captureExceptions(), table.program.windows.mishaps.heard():
        table.press("Ctrl+A")
        table.wait(lambda: bool(said(table)))
    (words,) = said(table)
    assert words.startswith("Something went wrong in Wartable. Every recorded move is safe. An error report is in")
    (report,) = (home / "state" / "wartable" / "reports").iterdir()
    assert str(report) in words
    told = report.read_text()
    assert "KeyError" in told
    assert "123456789" not in told
    table.find(QMessageBox).accept()
    assert table.model.table_seat.session.journal.last == last
    assert table.game.pieces.keys() == game.pieces.keys()
    table.choose("Undo")
    assert table.pieces("Paramushiro") != ()
    assert table.refused == []


def said(table: Player) -> list[str]:
    return [box.text() for box in table.window.findChildren(QMessageBox) if box.isVisible()]
