"""A seat at the other end of a connection: every message travels as bytes, answers come late, and lines break.

`FarSeat` takes the place of a `LocalSeat`. It knows only what has come over the connection.
"""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from PySide6.QtCore import QTimer

from tabletop.game.change.hand_moves import StepOutline
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.step import Answers
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand
from tabletop.game.sight.seen_changes import NOTHING, Delta, whole
from tabletop.game.sight.view import Changes, View
from tabletop.game.state.game import Game, empty_game
from tabletop.local_seat import LocalSeat
from tabletop.seat import AskedBack, Reply, Retold, StepNews
from tabletop.session import (
    Answer,
    Bookmark,
    Confirmed,
    ConsentRequest,
    Hear,
    InTheWay,
    MissedNews,
    NeedsConsent,
    News,
    SeatStep,
    Session,
)

T = TypeVar("T")

LATEST_MS = 300
KINDS: dict[str, type] = {each.__name__: each for each in (Confirmed, Refused, Asks, InTheWay, NeedsConsent)}
NO_CHANGES = Changes((), (), ())


class State(Struct, frozen=True):
    """A seat's knowledge of the table besides its view."""

    name: str
    sides: tuple[int, ...]
    is_watching: bool
    steps: int
    to_undo: int
    to_undo_of_all: int
    to_redo: int
    undo_passes_over: bool
    undoes_answer: bool
    sits_here: frozenset[str]
    taken_back: frozenset[int]
    bookmark: Bookmark
    requests: tuple[ConsentRequest, ...] = ()


class NewsSent(Struct, frozen=True):
    """News as it is sent: only the changes; but a seat that starts over gets its full view as `whole`."""

    stream: int
    by: str
    told: tuple[Told, ...]
    delta: Delta
    at_ms: int
    asks: ConsentRequest | None
    refused_by: str
    whole: Delta | None
    state: State
    outline: StepOutline | None


def over(value: object, kind: Any) -> Any:
    """Return a copy of a value that has travelled as bytes, as the other end of a connection gets it."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=kind)


class Line:
    """A connection between a seat and its table. It delivers messages in order, each up to `latest_ms` late, and can be
    cut.
    """

    def __init__(self, seed: int = 1, latest_ms: int = LATEST_MS) -> None:
        self.is_cut = False
        self._random = Random(seed)
        self._latest_ms = latest_ms
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer = QTimer()
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._deliver)

    @property
    def is_idle(self) -> bool:
        return self.is_cut or not self._waiting

    def cut(self) -> None:
        """Cut the connection: nothing arrives any more."""
        self.is_cut = True
        self._waiting.clear()

    def send(self, arrives: Callable[[], None]) -> None:
        if self.is_cut:
            return
        self._waiting.append(arrives)
        if not self._timer.isActive():
            self._timer.start(self._random.randint(0, self._latest_ms))

    def _deliver(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
        if self._waiting:
            self._timer.start(self._random.randint(0, self._latest_ms))


class FarSeat:
    """A seat whose table is at the other end of a line (`tabletop.seat.TableSeat`)."""

    line: Line
    """The connection of the last seat taken, for tests."""

    latest_ms = LATEST_MS
    """The largest delay of its messages."""

    def __init__(self, session: Session, seat: str, hear: Hear, sides: Sequence[int] | None = None) -> None:
        self.line = FarSeat.line = Line(latest_ms=FarSeat.latest_ms)
        self._hear_news = hear
        self._table = LocalSeat(session, seat, self._send_news, sides)
        self.session = session
        self._view = self._arrived(over(self._whole(), Delta))
        self._state = over(self._state_there(), State)

    # at the table

    def _state_there(self) -> State:
        table = self._table
        return State(
            table.name,
            table.sides,
            table.is_watching,
            table.steps,
            table.to_undo,
            table.to_undo_of_all,
            table.to_redo,
            table.undo_passes_over,
            table.undoes_answer,
            table.sits_here,
            table.taken_back(),
            table._connection.bookmark,
            table.requests,
        )

    def _whole(self) -> Delta:
        return whole(self.session.game, self._table._connection.audience)

    def _send_news(self, news: News) -> None:
        everything = self._whole() if news.is_whole else None
        sent = NewsSent(
            news.stream,
            news.by,
            news.told,
            news.delta,
            news.at_ms,
            news.asks,
            news.refused_by,
            everything,
            self._state_there(),
            news.outline,
        )
        carried = msgspec.msgpack.encode(sent)
        self.line.send(lambda: self._receive(msgspec.msgpack.decode(carried, type=NewsSent)))

    def _answers(self, reply: Reply) -> Reply:
        """Return a function that sends the answer of the table over the line, to `reply`."""

        def send(answer: Answer) -> None:
            kind, carried = type(answer), msgspec.msgpack.encode(answer)
            state = msgspec.msgpack.encode(self._state_there())

            def arrives() -> None:
                self._state = msgspec.msgpack.decode(state, type=State)
                reply(msgspec.msgpack.decode(carried, type=KINDS[kind.__name__]))

            self.line.send(arrives)

        return send

    def _asked(self, asks: Callable[[], None]) -> None:
        self.line.send(asks)

    # here

    def _arrived(self, everything: Delta) -> View:
        game, who = self.session.game, self._table._connection.audience
        view = View(empty_game(game.sides, game.maps, game.module, game.scenario), keeps_ids=who.sees_all(game))
        view.apply(everything)
        return view

    def _receive(self, sent: NewsSent) -> None:
        before = self._view.game
        self._state = sent.state
        if sent.whole is not None:
            self._view = self._arrived(sent.whole)
            changes = NO_CHANGES
        else:
            changes = self._view.apply(sent.delta) if sent.delta != NOTHING else NO_CHANGES
        is_whole = sent.whole is not None
        self._hear_news(
            News(
                sent.stream,
                sent.by,
                sent.told,
                before,
                self._view.game,
                changes,
                sent.delta,
                sent.at_ms,
                is_whole,
                sent.asks,
                sent.refused_by,
                sent.outline,
            )
        )

    def reconnect(self) -> None:
        """Connect again over a new line, which brings everything that was missed since the last message."""
        self.line = FarSeat.line = Line(latest_ms=FarSeat.latest_ms)
        missed = over(self._table._connection.missed(self._state.bookmark), MissedNews)
        assert missed.whole is None, "nothing has changed whose eyes these are"
        state = over(self._state_there(), State)
        for one in missed.entries:
            before, self._state = self._view.game, state
            changes = self._view.apply(one.delta) if one.delta != NOTHING else NO_CHANGES
            told, after = tuple(map(self._view.heard, one.told)), self._view.game
            self._hear_news(
                News(one.number, one.by, told, before, after, changes, one.delta, one.at_ms, outline=one.outline)
            )

    @property
    def name(self) -> str:
        return self._state.name

    @property
    def view(self) -> Game:
        return self._view.game

    @property
    def sides(self) -> tuple[int, ...]:
        return self._state.sides

    @property
    def components(self):
        return self._table.components

    @property
    def is_watching(self) -> bool:
        return self._state.is_watching

    @property
    def steps(self) -> int:
        return self._state.steps

    @property
    def to_undo(self) -> int:
        return self._state.to_undo

    @property
    def to_undo_of_all(self) -> int:
        return self._state.to_undo_of_all

    @property
    def to_redo(self) -> int:
        return self._state.to_redo

    @property
    def undo_passes_over(self) -> bool:
        return self._state.undo_passes_over

    @property
    def undoes_answer(self) -> bool:
        return self._state.undoes_answer

    @property
    def sits_here(self) -> frozenset[str]:
        return self._state.sits_here

    @property
    def file(self):
        return self._table.file

    @property
    def replay(self):
        return self._table.replay

    def submit(self, command: AnyCommand, answers: Answers, reply: Reply) -> None:
        there, given = over(command, AnyCommand), over(answers, Answers)
        self._asked(lambda: self._table.submit(there, given, self._answers(reply)))

    def take_back(self, steps: Sequence[int], answers: Answers, reply: Reply) -> None:
        self._asked(lambda: self._table.take_back(tuple(steps), over(answers, Answers), self._answers(reply)))

    def roll_back(self, step: int, reply: Reply) -> None:
        self._asked(lambda: self._table.roll_back(step, self._answers(reply)))

    def ask_others(self, order: int, reply: Reply) -> None:
        self._asked(lambda: self._table.ask_others(order, self._answers(reply)))

    @property
    def requests(self) -> tuple[ConsentRequest, ...]:
        return self._state.requests

    def agree(self, seat: str, request: int, reply: Reply) -> None:
        self._asked(lambda: self._table.agree(seat, request, self._answers(reply)))

    def refuse(self, request: int) -> None:
        self._asked(lambda: self._table.refuse(request))

    def deck_file(self, deck: int, reply: Callable[[bytes | Refused], None]) -> None:
        self._asked(lambda: self._table.deck_file(deck, lambda answer: self.line.send(lambda: reply(answer))))

    def sit_as(self, name: str, sides: Sequence[str], answers: Answers, reply: Reply, role: str = "") -> None:
        self._asked(lambda: self._table.sit_as(name, tuple(sides), answers, self._answers(reply), role))

    def history(self, most: int) -> Sequence[Retold]:
        return [one for one in self._table.history(most) if over(one.told, tuple[Told, ...]) == one.told]

    def retold(self, steps: Sequence[int]) -> Sequence[Retold]:
        return [one for one in self._table.retold(steps) if over(one.told, tuple[Told, ...]) == one.told]

    def heard(self, most: int) -> Sequence[StepNews]:
        return [StepNews(one.number, over(one.told, tuple[Told, ...]), one.stands) for one in self._table.heard(most)]

    def asked_back(self, order: int) -> AskedBack:
        return self._table.asked_back(order)

    def phase_so_far(self) -> list[SeatStep]:
        return [
            SeatStep(one.before, over(one.outline, StepOutline), over(one.told, tuple[Told, ...]), one.pieces)
            for one in self._table.phase_so_far()
        ]

    def taken_back(self) -> frozenset[int]:
        return self._state.taken_back

    def look_with(self, sides: Sequence[int]) -> None:
        self._table.look_with(sides)

    def look_anew(self) -> None:
        self._table.look_anew()

    def stand_at(self, seq: int) -> None:
        self._table.stand_at(seq)

    def follow(self) -> None:
        self._table.follow()

    def leave(self) -> None:
        self.line.cut()
        self._table.leave()
