"""A double-blind game of Sallow Bridge by mail: a general on each side, and the umpire at the host's table or at
home.
"""

from functools import cache, partial
from pathlib import Path

from tabletop.assembly import AtHand, TableAssistant, assistant_of, table_session
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import Step
from tabletop.game.commands import Answer as AnswerQuestion
from tabletop.game.commands import AnyCommand, At, Begin, FinishSetup, GiveSeat, MovePieces, TakeSeat
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.mail.mail_host import MailHost, OrdersCarriedOut
from tabletop.mail.mail_inbox import begin_record, joining
from tabletop.mail.mail_keys import MailKey
from tabletop.mail.mail_seat import MailSeat, ReportRead
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import new_game
from tabletop.session import Answer, Connection, Session

UMPIRE = "Uma"
GENERALS = {"Anna": "Hale", "Carl": "Thorn"}
PHASE = Begin("next-phase")
MAP = "wend"
NOW_MS = 1_000


@cache
def module() -> Module:
    return load_module(shipped.path("modules", "sallow_bridge"))


class PlayerAtHome:
    """A player at home: keys, a record with the rules assistant, and a seat at its table."""

    def __init__(self, game: "DoubleBlind", name: str) -> None:
        self.name = name
        self.keys, self.letter = joining(game.host.invitation("Sallow Bridge"), name, (GENERALS.get(name, "Hale"),))

    def begins(self, report: bytes) -> None:
        self.journal, _ = begin_record(self.keys, report, 0)
        self._sit_down()

    def resumes(self, file: Path) -> None:
        """Go on from the record in a file."""
        self.journal = Journal.open(file)
        self._sit_down()

    def _sit_down(self) -> None:
        self.session, self.rules = at_table(self.journal)
        self.seat = MailSeat(self.keys, self.session)
        self.table: Connection = self.session.join(self.name)

    def opens(self, report: bytes) -> ReportRead:
        return self.seat.open(report)

    def does(self, *commands: AnyCommand) -> Answer:
        answer: Answer | None = None
        for command in commands:
            answer = self.table.submit(command)
            assert not isinstance(answer, Refused), answer.because
        assert answer is not None
        return answer

    def sends(self, *commands: AnyCommand) -> bytes:
        if commands:
            self.does(*commands)
        return self.seat.send()

    @property
    def view(self) -> Game:
        return self.table.view

    def piece(self, kind: str, place: str) -> int:
        """Return the first piece of this name that the player sees at a place."""
        lying = (id for id in self.view.pieces if self.view.holder_of(id).place == place)
        return next(id for id in lying if self.view.kind_of(id).name == kind)

    def undoes(self) -> Answer:
        """Undo the last action that the player made or ordered, as the window does."""
        last = self.session.undoing.own_to_undo(self.name)
        return self.table.take_back((self.session.stream(self.name).numbers.number(last),))

    def answers(self, *labels: str) -> Answer:
        """Answer the newest question with the options of these names; without names, with yes."""
        asked = [one for each in self.rules.underway(self.view, self.name) for one in each.asked][-1]
        values = [next(one.value for one in asked.options if one.label.startswith(label)) for label in labels]
        value = True if not labels else values if asked.kind == "choose" else values[0]
        return self.does(AnswerQuestion(asked.frame, asked.key, value))


class DoubleBlind:
    """The host's table, and the players at home. The set-up is over."""

    def __init__(self, seed: str = "11" * 32, *, umpire_at_home: bool = False) -> None:
        game = new_game(module(), "first-light", {}, SeededChance(seed, b"set-up", 0, 0), "22" * 32)
        self.journal = Journal.in_memory(game, seed)
        self.session, _ = at_table(self.journal)
        self.umpires = self.session.join(UMPIRE)
        self.rules(TakeSeat((), umpire=True))
        for name, side in GENERALS.items():
            self.rules(GiveSeat(name, (), role=f"General {side}"))
        for side in GENERALS.values():
            self.rules(FinishSetup(side))
        self.key = MailKey.new()
        self.host = MailHost(self.session, self.key, lambda: "the game")
        names = (*GENERALS, UMPIRE) if umpire_at_home else tuple(GENERALS)
        self.players = {name: PlayerAtHome(self, name) for name in names}
        for player in self.players.values():
            self.host.admit(player.letter, keeps_seat=player.name == UMPIRE)
        for player in self.players.values():
            player.begins(self.report(player.name))

    def __getitem__(self, name: str) -> PlayerAtHome:
        return self.players[name]

    def rules(self, command: AnyCommand) -> None:
        """Carry out a command of the umpire at the host's table."""
        outcome = self.session.submit(UMPIRE, command)
        assert isinstance(outcome, Step), outcome

    def put(self, kind: str, place: str) -> int:
        """Move a unit by the umpire's hand; return its true id."""
        unit = next(id for id in self.session.game.pieces if self.session.game.kind_of(id).name == kind)
        self.rules(MovePieces((unit,), At(MAP, place)))
        return unit

    def again(self) -> None:
        """Restart the host's program."""
        self.host = MailHost(self.session, self.key, lambda: "another game")

    def carries_out(self, turn: bytes) -> OrdersCarriedOut:
        return self.host.open(turn)

    def report(self, name: str) -> bytes:
        report = self.host.report(name)
        assert report is not None
        return report


def at_table(journal: Journal) -> tuple[Session, TableAssistant]:
    """Return the session of a record with the rules assistant, and the assistant. Its clock stands still."""
    at_hand = AtHand(partial(assistant_of, module()))
    session = table_session(journal, module().components, lambda: NOW_MS, at_hand)
    rules = at_hand.assistant()
    assert rules is not None
    return session, rules
