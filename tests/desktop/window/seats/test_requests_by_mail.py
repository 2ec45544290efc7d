"""Requests by mail to a player at the host's screen, and requests from there to a player by mail. The bar shows them,
answers or withdraws them.
"""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from tabletop.assembly import AtHand
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.window.seats.consent_bar import ConsentBar
from tabletop.game.change.outcome import AGREED, NeedsAgreement, Prompt
from tabletop.game.change.step import Step
from tabletop.game.commands import Batch, MovePieces, RollDice, Say, Spot, TakeSeat
from tabletop.game.state.game import Game
from tabletop.local_seat import LocalSeat
from tabletop.mail.letters import Orders, WrittenOrder
from tabletop.mail.mail_inbox import begin_record
from tabletop.mail.mail_keys import KeysFile
from tabletop.mail.mail_seat import ConsentReply, MailSeat
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

    def replies(self, *, agrees: bool) -> None:
        """Answer all requests with the next turn, and open the report."""
        replies = [ConsentReply(agrees, one.steps, one.request) for one in self.seat.wanted]
        self.sends(*self.seat.written(tuple(replies)))

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


@pytest.fixture
def at_table(shelf: Path, tmp_path: Path) -> tuple[Host, Anna, TableModel, list[str]]:
    """Return the host, Anna, the model of Bert at the host's own screen, and a list of what he is asked there.

    Two others have sat down at this screen: Bea, who also plays Blue, and Rita, who also plays Red.
    """
    host = Host(shelf, tmp_path / "mail")
    anna, asked = Anna(host), list[str]()
    for seat, side in (("Bert", "Blue"), ("Bea", "Blue"), ("Rita", "Red")):
        host.session.submit(seat, TakeSeat((side,)))

    def ask(prompt: Prompt) -> None:
        asked.append(prompt.question)

    module = load_module(shelf)
    model = TableModel(lambda hear: LocalSeat(host.session, "Bert", hear), module, ask, lambda: 0, AtHand())
    anna.opens()
    return host, anna, model, asked


def test_the_screen_is_handed_over_to_no_side_that_only_plays_by_mail(asked: tuple[Anna, Screen]) -> None:
    _, bert = asked
    assert bert.model.table_seat.sits_here == {"Bert"}
    assert bert.model.others_here == frozenset()


def test_the_screen_is_handed_over_to_somebody_here_whose_side_also_plays_by_mail(
    at_table: tuple[Host, Anna, TableModel, list[str]],
) -> None:
    _, _, model, _ = at_table
    assert model.others_here == {"Red"}


def marches(model: TableModel) -> None:
    """Let Bert move a counter and roll for an ambush."""
    unit = next(id for id in model.game.pieces if model.game.kind_of(id).key == "blue_infantry")
    assert model.submit(Batch((MovePieces((unit,), Spot("main", 700, 690)), RollDice("1d6", "ambush")))).has_happened


@pytest.mark.parametrize("agrees", [True, False])
def test_a_player_by_mail_is_asked_with_the_next_report_and_not_at_the_hosts_screen(at_table, agrees: bool) -> None:
    host, anna, model, asked = at_table
    session = host.session
    assert model.table_seat.sits_here == {"Bert", "Bea", "Rita"}
    marches(model)
    marched = session.journal.last
    anna.opens()
    assert not model.undo().has_happened
    assert asked == []
    bar = ConsentBar(model, window := QWidget())
    assert bar.words.startswith("Waiting for Anna and Rita to agree: Bert moves Blue infantry")
    rita = LocalSeat(session, "Rita", lambda _: None)
    (request,) = rita.requests
    rita.agree("Rita", request.number, lambda _: None)
    host.again()
    assert anna.opens()[-1].startswith("Bert asks to undo action")
    assert not session.journal.taken_back()
    anna.replies(agrees=agrees)
    assert session.journal.taken_back() == ({marched} if agrees else set())
    model.recorded.emit()
    assert bar.isHidden()
    window.deleteLater()


def test_a_request_to_a_player_by_mail_is_withdrawn_at_the_hosts_screen(at_table) -> None:
    host, anna, model, _ = at_table
    marches(model)
    model.undo()
    (request,) = model.requests
    model.refuse(request)
    assert model.requests == ()
    host.again()
    assert not any("asks" in line for line in anna.opens())


def test_a_command_that_needs_the_consent_of_a_player_by_mail_is_done_when_they_agree(at_table) -> None:
    def policy(before: Game, after: Game, step: Step, seat: str) -> NeedsAgreement | None:
        key, of = f"{AGREED}said", ("Anna",)
        if not isinstance(step.command, Say) or (key, True) in step.answers:
            return None
        return NeedsAgreement(key, of, dict.fromkeys((seat, *of), f"{step.command.text}?"))

    host, anna, model, asked = at_table
    host.session._policy = policy
    assert not model.submit(Say("A truce")).has_happened
    assert asked == []
    assert [(one.of, one.words) for one in model.requests] == [(("Anna",), "A truce?")]
    host.again()
    assert anna.opens()[-1] == "Bert asks you to agree to request 1: A truce?"
    anna.replies(agrees=True)
    assert [step.command for step in host.session.journal.steps(1) if step.by == "Bert"][-1] == Say("A truce")
    assert model.requests == ()
