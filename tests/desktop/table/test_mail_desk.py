"""A game by mail in a player's window: a report dropped on it, a turn sent, its report replayed."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.window.game_window import GameWindow
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import AGREED, NeedsAgreement
from tabletop.game.change.step import Step
from tabletop.game.commands import MovePieces, RollDice, Say, Spot
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.mail.drafting_session import DraftingSession
from tabletop.mail.mail_host import MailHost
from tabletop.mail.mail_inbox import joining
from tabletop.mail.mail_keys import MailKey
from tabletop.mail.shared_game import SharedSeat, accept, agree_on, begin_shared, share
from tabletop.module.library import SHELVES
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import new_game
from tabletop.session import Session
from tests.journeys.conftest import Player, says


class Host:
    """A host with its letters in a folder."""

    def __init__(self, module: Path, folder: Path, opened: Callable[[Session], None] = lambda _: None) -> None:
        """Host a game of a module. `opened` is called with its session before it is hosted."""
        box, ticks = load_module(module), count(1)
        game = new_game(box, "meeting", {}, SeededChance("11" * 32, b"set-up", 0, 0), "22" * 32)
        self.session = Session(Journal.in_memory(game, "33" * 32), box.components, now_ms=lambda: next(ticks))
        opened(self.session)
        self._key = MailKey.new()
        self.again()
        self.folder = folder
        folder.mkdir()
        keys, letter = joining(self.mail.invitation("Border War"), "Anna", ("Red",))
        keys.write(folder / "Anna.wtkeys")
        self.mail.admit(letter)

    def again(self) -> None:
        """Start the host's program, or restart it."""
        self.mail = MailHost(self.session, self._key, lambda: "the game")

    def report(self) -> Path:
        path = self.folder / f"report-{self.mail.reports('Anna')}.wtturn"
        path.write_bytes(self.mail.report("Anna") or b"")
        return path


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setenv(SHELVES, str(tmp_path / "shelf"))
    return Host(new_module("Border War", tmp_path / "shelf"), tmp_path / "mail")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that receives the messages and questions to the player. Each question is answered with yes."""
    found: list[str] = []

    def ask(_parent: object, _title: str, words: str) -> QMessageBox.StandardButton:
        found.append(words)
        return QMessageBox.StandardButton.Yes

    monkeypatch.setattr(QMessageBox, "question", ask)
    monkeypatch.setattr(QMessageBox, "open", lambda box: found.append(box.text()))
    return found


@pytest.fixture
def program(host: Host, qtbot, said: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[DesktopApp]:
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = DesktopApp()
    yield program
    if program.window is not None:
        program.window.close()
        program.window.deleteLater()


def offered(window: GameWindow) -> set[str]:
    names = ("send-turn", "open-turn", "last-report", "next-contact")
    return {name for name in names if window.menus.actions[name].isEnabled()}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_turn_there_and_back(program: DesktopApp, host: Host, said: list[str], monkeypatch) -> None:
    remarks: list[str] = []
    program.open(host.report())
    window = program.window
    assert isinstance(window, GameWindow)
    window.mail.remarked.connect(remarks.append)
    model = window.model
    assert model.table_seat.name == "Anna", "the seat is that of the keys, and no other"
    assert set(model.game.seats) == {"Anna"}
    assert offered(window) == {"send-turn", "open-turn", "last-report"}
    window.mail.send()
    assert remarks == ["There are no orders to send."]

    unit = next(id for id in model.game.pieces if model.game.kind_of(id).key == "red_infantry")
    model.submit(MovePieces((unit,), Spot("main", 700, 690)))
    model.submit(RollDice("2d6", "ambush"))
    there = model.game.holder_of(unit).place
    turn = host.folder / "turn.wtturn"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(turn.with_suffix("")), ""))
    window.mail.send()
    assert remarks[1:] == ["Turn 1 is in 'turn.wtturn'. Send it off."]
    first = turn.read_bytes()
    window.mail.send()
    assert (turn.read_bytes(), said) == (first, ["Turn 1 was sent and has no answer yet. Write it again?"])

    host.mail.open(first)
    host.session.submit("Bert", Say("I see you"))
    said.clear()
    model.submit(Say("a draft"))
    program.open(host.report())
    assert said[0] == "1 order that you have not sent will be undone. Open the file?"
    assert said[1].endswith("The report brings 3 pieces of news.")
    infantry = [id for id in model.game.pieces if model.game.kind_of(id).key == "red_infantry"]
    assert there in {model.game.holder_of(id).place for id in infantry}
    lines = [line.text for line in model.lines()[-3:]]
    assert ["rolls 2d6" in lines[1], "I see you" in lines[2]] == [True, True]

    window.requests.last_report_wanted.emit()
    replay = program.window
    assert isinstance(replay, GameWindow)
    review = replay.model.review
    assert review is not None
    assert review.end - review.last == 3, "it stands where the last report begins"
    assert (replay.model.eyes, replay.model.sees_all) == ("Red", False), "the record knows only what Anna knows"
    assert offered(replay) == {"next-contact"}
    replay.mail.remarked.connect(remarks.append)
    replay.mail.go_to_contact()
    review = replay.model.review
    assert review is not None
    assert review.last == review.end, "the next step that tells of others"
    replay.mail.go_to_contact()
    assert remarks[-1] == "No later action is about a contact or another player."


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_files_for_others_are_not_opened(program: DesktopApp, host: Host, said: list[str], tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    lost = elsewhere / "report.wtturn"
    lost.write_bytes(host.report().read_bytes())
    program.open(lost)
    assert said == ["There are no keys for 'report.wtturn' beside it. It may be for somebody else."]
    lost.write_bytes(b"something else")
    program.open(lost)
    assert said[-1] == "This is not a turn file of Wartable."


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_without_a_host_an_answer_is_sent_back(
    program: DesktopApp, host: Host, said: list[str], monkeypatch, qtbot
) -> None:
    def all_must_agree(_before: Game, _after: Game, step: Step, _seat: str) -> NeedsAgreement | None:
        is_said = isinstance(step.command, Say)
        return NeedsAgreement(f"{AGREED}say", ("Carl",), {"Carl": "Peace?", "Dora": "Peace?"}) if is_said else None

    game, components = host.session.game, host.session.components
    folder, remarks = host.folder, []
    keys, invitation = share(game, "shared", "Border War", "Carl", ("Blue",))
    other, letter = accept(invitation, "Dora")
    for one in (keys, other):
        agree_on(invitation, letter, components, folder / f"{one.seat}.agreed")
        begin_shared(one, folder / f"{one.seat}.agreed", components, 0).copy_to(folder / f"{one.seat}.wartable")
    keys.write(folder / "Carl.wtkeys")
    with Journal.open(folder / "Dora.wartable") as record:
        dora_table = DraftingSession(record, components, now_ms=lambda: 1, policy=all_must_agree)
        dora = SharedSeat(other, dora_table, folder / "Dora.agreed")
        dora_table.submit("Dora", RollDice("2d6", "ambush"))
        dora_table.submit("Dora", Say("Peace"))
        (folder / "one.wtturn").write_bytes(dora.send())

        program.open(folder / "Carl.wartable")
        program.open(folder / "one.wtturn")
        window = program.window
        assert isinstance(window, GameWindow)
        asked = "one.wtturn: Dora asks you to agree to request 1: Peace?"
        assert said == [f"one.wtturn: The report brings 1 piece of news.\n{asked}"]
        said.clear()
        window.mail.remarked.connect(remarks.append)
        player = Player(program, qtbot)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
        for button in ("Reply later", "Refuse"):
            with player.answering(says(button)) as asked:
                window.mail.send()
            assert asked[0] == "Dora asks: Peace? Do you agree?"
        assert remarks == [], "no file was chosen"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder / "two.wtturn"), ""))
        with player.answering(says("Agree")):
            window.mail.send()
        assert remarks == ["Turn 1 is in 'two.wtturn'. Send it off."], "an answer, without orders"
        assert dora.open((folder / "two.wtturn").read_bytes()).news == 2
        assert dora.draft == 0


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_invitations_are_accepted_in_the_window(program: DesktopApp, host: Host, said: list[str], monkeypatch) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (" Emil ", True))
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_: ("Blue", True))
    invitation = host.folder / "invitation.wtturn"
    invitation.write_bytes(host.mail.invitation("Border War"))
    program.open(invitation)
    letter = (host.folder / "Emil-joins.wtturn").read_bytes()
    seat, wants, sign = host.mail.joining(letter)
    assert (seat, wants.sides) == ("Emil", ("Blue",))
    assert said[0].endswith(sign)
    assert host.mail.admit(letter) == "Emil"

    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("Dora", True))
    _, sharing = share(host.session.game, "shared", "Border War", "Carl", ("Blue",))
    invitation.write_bytes(sharing)
    program.open(invitation)
    assert isinstance(program.window, GameWindow)
    assert program.window.model.table_seat.name == "Dora", "without a host one plays on at once"
    assert set(program.window.model.game.seats) == {"Carl", "Dora"}
