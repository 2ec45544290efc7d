"""A game by mail in memory: a host, and players who send turns and open reports."""

from collections.abc import Callable
from itertools import count

from tabletop.game.change.outcome import Refused
from tabletop.game.commands import AnyCommand
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.mail.drafting_session import DraftingSession
from tabletop.mail.letters import Orders, WrittenOrder
from tabletop.mail.mail_host import MailHost, OrdersCarriedOut
from tabletop.mail.mail_inbox import begin_record, joining
from tabletop.mail.mail_keys import MailKey
from tabletop.mail.mail_seat import MailSeat, ReportRead
from tabletop.mail.turn_file import LetterCover, encoded, sealed_letter
from tabletop.session import Answer, Connection, Policy, Session, let_pass
from tests.game.secrets.worlds import SEED, World, labels

SIDES = {"anna": "a", "bert": "b"}


class Player:
    """A player at home: a key, a record and its table."""

    def __init__(self, host: "Hosted", name: str) -> None:
        self.name = name
        self._host = host
        self.keys, self.letter = joining(host.invitation, name, (SIDES[name],))
        self.seat: MailSeat | None = None

    def opens(self, report: bytes) -> ReportRead:
        if self.seat is None:
            ticks = count(1)
            self.journal, read = begin_record(self.keys, report, 0)
            self.session = DraftingSession(
                self.journal, self._host.world.components, now_ms=lambda: next(ticks), policy=self._host.policy
            )
            self.seat = MailSeat(self.keys, self.session)
            self.table: Connection = self.session.join(self.name)
            return read
        return self.seat.open(report)

    def does(self, command: AnyCommand) -> Answer:
        answer = self.table.submit(command)
        assert not isinstance(answer, Refused), answer.because
        return answer

    def sends(self, *commands: AnyCommand) -> bytes:
        for command in commands:
            self.does(command)
        assert self.seat is not None
        return self.seat.send()

    @property
    def view(self) -> Game:
        return self.table.view

    def number(self, kind: str) -> int:
        """Return the first piece of a kind that the player sees."""
        return next(id for id, piece in self.view.pieces.items() if self.view.kinds[piece.kind].key == kind)

    def x(self, kind: str) -> int:
        """Return the x coordinate of the first piece of a kind that the player sees."""
        return self.view.holder_of(self.number(kind)).x


class Hosted:
    """A hosted game, and its admitted players."""

    def __init__(
        self,
        lays: Callable[[World], None],
        *,
        is_other: bool = False,
        names: tuple[str, ...] = ("anna",),
        policy: Policy = let_pass,
    ) -> None:
        self.policy = policy
        self.world = World(is_other=is_other)
        lays(self.world)
        ticks = count(1_000)
        self.journal = Journal.in_memory(self.world.game(), SEED)
        self.session = Session(self.journal, self.world.components, now_ms=lambda: next(ticks), policy=policy)
        self.key = MailKey.new()
        self.host = MailHost(self.session, self.key, lambda: "the game")
        self.invitation = self.host.invitation("Sea")
        self.players = {name: Player(self, name) for name in names}
        for player in self.players.values():
            self.host.admit(player.letter)
        for player in self.players.values():
            player.opens(self.report(player.name))

    def __getitem__(self, name: str) -> Player:
        return self.players[name]

    def again(self) -> None:
        """Restart the host's program."""
        self.host = MailHost(self.session, self.key, lambda: "another game")

    def carries_out(self, turn: bytes) -> OrdersCarriedOut:
        return self.host.open(turn)

    def turn_of(self, name: str, *orders: WrittenOrder) -> bytes:
        """Return a player's first turn with any orders, also with orders that the player's program would never send."""
        seat, keys = self.players[name].seat, self.players[name].keys
        assert seat is not None
        letter = encoded(Orders(1, b"", seat.bookmark, seat.link, orders))
        return sealed_letter(keys.key, LetterCover(self.host.game, "orders", name, "", letter), self.key.public)

    def report(self, name: str) -> bytes:
        report = self.host.report(name)
        assert report is not None
        return report


def places(view: Game) -> list[tuple[str, str]]:
    """Return the kind and the position of each piece in a view, sorted by kind."""
    called = labels(view)
    return sorted((view.kind_of(id).key, called["piece", id]) for id in view.pieces)
