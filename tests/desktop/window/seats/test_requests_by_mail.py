"""A request by mail to a player at the host's screen: the bar of requests shows it, and answers it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from tabletop.game.commands import MovePieces, Spot, TakeSeat
from tabletop.mail.letters import Orders, WrittenOrder
from tabletop.mail.mail_inbox import begin_record
from tabletop.mail.mail_keys import KeysFile
from tabletop.mail.mail_seat import MailSeat
from tabletop.mail.turn_file import LetterCover, encoded, sealed_letter
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.session import Session
from tests.desktop.table.test_mail_desk import Host
from tests.desktop.window.seats.test_consent_bar import Screen, screen


class Anna:
    """Anna at home, who rolls dice and asks to undo that."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._keys = KeysFile.read(host.folder / "Anna.wtkeys")
        self.journal, _ = begin_record(self._keys, host.mail.report("Anna") or b"", 0)
        self.seat = MailSeat(self._keys, Session(self.journal, host.session.components, now_ms=lambda: 1))

    def sends(self, *orders: WrittenOrder) -> None:
        """Send a turn with these orders, and open the report."""
        seat = self.seat
        previous = bytes.fromhex(seat._state.turns[-1].digest) if seat.turn else b""
        letter = encoded(Orders(seat.turn + 1, previous, seat.bookmark, seat.link, orders))
        cover = LetterCover(self._keys.game, "orders", "Anna", "", letter)
        turn = sealed_letter(self._keys.key, cover, bytes.fromhex(self._keys.host))
        seat.note_sent(seat.turn + 1, turn)
        self._host.mail.open(turn)
        self.opens()

    def opens(self) -> list[str]:
        return self.seat.open(self._host.mail.report("Anna") or b"").sentences


@pytest.fixture
def shelf(tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_module("Border War", tmp_path / "shelf")


@pytest.fixture
def asked(shelf: Path, tmp_path: Path) -> tuple[Anna, Screen]:
    """Return Anna, whose request to undo a move of a Blue counter waits, and the screen of Bert at the host's table."""
    host = Host(shelf, tmp_path / "mail")
    return asks(host, bert_at(host.session, shelf))


def bert_at(session: Session, module: Path) -> Screen:
    """Return the screen of Bert, who plays Blue at the host's table."""
    session.submit("Bert", TakeSeat(("Blue",)))
    return screen(session, load_module(module), "Bert")


def asks(host: Host, bert: Screen) -> tuple[Anna, Screen]:
    """Let Bert move a counter, and Anna ask to undo that; return both."""
    anna = Anna(host)
    unit = next(id for id in bert.model.game.pieces if bert.model.game.kind_of(id).key == "blue_infantry")
    assert bert.model.submit(MovePieces((unit,), Spot("main", 700, 690))).has_happened
    anna.opens()
    anna.sends(WrittenOrder(takes_back=(anna.seat.bookmark.number,)))
    bert.model.recorded.emit()
    return anna, bert


@pytest.mark.parametrize("button", ["Agree", "Refuse"])
def test_the_bar_asks_the_player_at_the_hosts_table(asked: tuple[Anna, Screen], button: str) -> None:
    anna, bert = asked
    assert bert.bar.words.startswith("Anna asks to undo: Bert moves Blue infantry")
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    bert.press(button)
    assert bert.bar.isHidden()
    told = anna.opens()
    assert ("Bert does not agree to the undo" in told) is (button == "Refuse")


def test_the_bar_asks_at_a_table_that_was_open_before_the_game_was_hosted(shelf: Path, tmp_path: Path) -> None:
    screens: list[Screen] = []

    def opened(session: Session) -> None:
        screens.append(bert_at(session, shelf))
        assert screens[0].model.requests == ()

    anna, bert = asks(Host(shelf, tmp_path / "mail", opened), *screens)
    assert bert.bar.words.startswith("Anna asks to undo: Bert moves Blue infantry")
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    bert.press("Agree")
    assert bert.bar.isHidden()
    assert anna.opens()
