"""A seat at the other end of a connection: every message travels as bytes, answers come late, and lines break.

`FarSeat` takes the place of a `LocalSeat`. It knows the game only by the bytes that have come over the connection.
"""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from PySide6.QtCore import QTimer

from tabletop.game.beliefs.force_knowledge import PastSight
from tabletop.game.change.hand_moves import StepOutline
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.step import Answers
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand
from tabletop.game.sight.seen_changes import NOTHING, Delta, whole
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, ModuleName, empty_game
from tabletop.local_seat import LocalSeat
from tabletop.seat import HearSteps, Replay, Reply
from tabletop.session import (
    AskedBack,
    Bookmark,
    Confirmed,
    ConsentRequest,
    Hear,
    InTheWay,
    MissedNews,
    NeedsConsent,
    News,
    PastStep,
    SeatStep,
    Session,
    StreamEntry,
    ToldStep,
    seat_steps,
)
from tabletop.session.table_answers import NO_CHANGES

LATEST_MS = 300

ANSWERS: dict[str, type] = {each.__name__: each for each in (Confirmed, Refused, Asks, InTheWay, NeedsConsent, bytes)}
"""The answers to requests, by the names under which they travel."""


class Message(NamedTuple):
    """The types of the arguments of a request or question, and of its answer if that is not one of `ANSWERS`."""

    arguments: Any
    answer: Any = None


MESSAGES = {
    "submit": Message(tuple[AnyCommand, Answers]),
    "take_back": Message(tuple[tuple[int, ...], Answers]),
    "roll_back": Message(tuple[int]),
    "ask_others": Message(tuple[int]),
    "agree": Message(tuple[str, int]),
    "refuse": Message(tuple[int]),
    "deck_file": Message(tuple[int]),
    "sit_as": Message(tuple[str, tuple[str, ...], Answers, str]),
    "history": Message(tuple[int], tuple[ToldStep, ...]),
    "retold": Message(tuple[tuple[int, ...]], tuple[ToldStep, ...]),
    "asked_back": Message(tuple[int], AskedBack),
    "phase_so_far": Message(tuple[()], tuple[PastStep, ...]),
    "sightings": Message(tuple[int], PastSight),
    "look_with": Message(tuple[tuple[int, ...]]),
    "look_anew": Message(tuple[()]),
    "stand_at": Message(tuple[int]),
    "follow": Message(tuple[()]),
}


class State(Struct, frozen=True):
    """A seat's knowledge of the table besides its view. It comes with every message."""

    name: str
    sides: tuple[int, ...]
    is_watching: bool
    steps: int
    to_undo: int
    to_undo_of_all: int
    to_redo: int
    undo_passes_over: bool
    undoes_answer: bool
    answers_in_turn: frozenset[tuple[int, str]]
    sits_here: frozenset[str]
    taken_back: frozenset[int]
    bookmark: Bookmark
    requests: tuple[ConsentRequest, ...]
    replay: Replay | None


class WholeView(Struct, frozen=True):
    """Everything that a seat sees. `keeps_ids` is true for an audience of all sides, which knows things by their true
    ids.
    """

    sides: tuple[str, ...]
    maps: tuple[str, ...]
    module: ModuleName
    scenario: str
    keeps_ids: bool
    everything: Delta

    @property
    def view(self) -> View:
        bare = empty_game(self.sides, self.maps, self.module, self.scenario)
        view = View(bare, keeps_ids=self.keeps_ids)
        view.apply(self.everything)
        return view


class NewsSent(Struct, frozen=True):
    """News as it is sent: only the changes; but a seat that starts over gets its full view as `whole`."""

    state: State
    stream: int
    by: str
    told: tuple[Told, ...]
    delta: Delta
    at_ms: int
    asks: ConsentRequest | None
    refused_by: str
    whole: WholeView | None
    outline: StepOutline | None
    has_lapsed: bool


class AnswerSent(Struct, frozen=True):
    """An answer as it is sent: its kind among `ANSWERS` ("" if its request has an answer type of its own), and its
    bytes.
    """

    state: State
    kind: str
    answer: bytes


class Return(Struct, frozen=True):
    """The news for a seat that comes back."""

    state: State
    entries: tuple[StreamEntry, ...]


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


class TableEnd:
    """The end of a line at the table. It takes and gives only bytes."""

    def __init__(self, session: Session, seat: str, send: Callable[[bytes], None], sides: Sequence[int] | None) -> None:
        self._session = session
        self._send = send
        self._seat = LocalSeat(session, seat, self._send_news, sides)

    def greet(self) -> bytes:
        """Return the first message to a seat: its state and its view."""
        return msgspec.msgpack.encode((self._state(), self._whole()))

    def hear(self, name: str, arguments: bytes, send: Callable[[bytes], None]) -> None:
        """Pass a request or a question on to the table. Its answer is sent by `send`."""
        given = msgspec.msgpack.decode(arguments, type=MESSAGES[name].arguments)

        def reply(answer: object) -> None:
            kind = "" if MESSAGES[name].answer else type(answer).__name__
            send(msgspec.msgpack.encode(AnswerSent(self._state(), kind, msgspec.msgpack.encode(answer))))

        match name:
            case "phase_so_far":
                reply(self._seat._connection.history.phase())
            case "sit_as":
                *who, role = given
                self._seat.sit_as(*who, reply, role)
            case "refuse" | "look_anew":
                getattr(self._seat, name)(*given)
            case _:
                getattr(self._seat, name)(*given, reply)

    def missed(self, since: bytes) -> bytes:
        """Return the news since a bookmark."""
        missed = self._seat._connection.missed(msgspec.msgpack.decode(since, type=Bookmark))
        assert isinstance(missed, MissedNews)
        assert missed.whole is None, "nothing has changed whose eyes these are"
        return msgspec.msgpack.encode(Return(self._state(), missed.entries))

    def leave(self) -> None:
        self._seat.leave()

    def _state(self) -> State:
        seat = self._seat
        return State(
            seat.name,
            seat.sides,
            seat.is_watching,
            seat.steps,
            seat.to_undo,
            seat.to_undo_of_all,
            seat.to_redo,
            seat.undo_passes_over,
            seat.undoes_answer,
            seat.answers_in_turn,
            seat.sits_here,
            seat.taken_back,
            seat._connection.bookmark,
            seat.requests,
            seat.replay,
        )

    def _whole(self) -> WholeView:
        game, who = self._session.game, self._seat._connection.audience
        return WholeView(game.sides, game.maps, game.module, game.scenario, who.sees_all(game), whole(game, who))

    def _send_news(self, news: News) -> None:
        sent = NewsSent(
            self._state(),
            news.stream,
            news.by,
            news.told,
            news.delta,
            news.at_ms,
            news.asks,
            news.refused_by,
            self._whole() if news.is_whole else None,
            news.outline,
            news.has_lapsed,
        )
        self._send(msgspec.msgpack.encode(sent))


class FarSeat:
    """A seat whose table is at the other end of a line (`tabletop.seat.TableSeat`).

    The module is on both machines. So is the file in these tests, since the players of the journeys save it and open it
    again; nothing that a window shows is read from the file.
    """

    line: Line
    """The connection of the seat that was taken last, for tests."""

    latest_ms = LATEST_MS
    """The largest delay of its messages, in milliseconds."""

    def __init__(self, session: Session, seat: str, hear: Hear, sides: Sequence[int] | None = None) -> None:
        self.line = FarSeat.line = Line(latest_ms=FarSeat.latest_ms)
        self.session = session
        self.components = session.components
        self._hear_news = hear
        self._table = TableEnd(session, seat, lambda data: self.line.send(lambda: self._receive(data)), sides)
        self._state, first = msgspec.msgpack.decode(self._table.greet(), type=tuple[State, WholeView])
        self._view = first.view

    # messages

    def _ask(self, name: str, *arguments: object, reply: Callable[[Any], None] = lambda _: None) -> None:
        """Send a request or a question over the line. Its answer comes back over the line, to `reply`."""
        line, carried = self.line, msgspec.msgpack.encode(arguments)

        def arrives(data: bytes) -> None:
            sent = msgspec.msgpack.decode(data, type=AnswerSent)
            self._state = sent.state
            kind = ANSWERS[sent.kind] if sent.kind else MESSAGES[name].answer
            reply(msgspec.msgpack.decode(sent.answer, type=kind))

        line.send(lambda: self._table.hear(name, carried, lambda data: line.send(lambda: arrives(data))))

    def _receive(self, data: bytes) -> None:
        sent = msgspec.msgpack.decode(data, type=NewsSent)
        before, self._state = self._view.game, sent.state
        if sent.whole is not None:
            self._view = sent.whole.view
        is_changed = sent.whole is None and sent.delta != NOTHING
        changes = self._view.apply(sent.delta) if is_changed else NO_CHANGES
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
                sent.whole is not None,
                sent.asks,
                sent.refused_by,
                sent.outline,
                sent.has_lapsed,
            )
        )

    def reconnect(self) -> None:
        """Connect again over a new line, which brings everything that was missed since the last message."""
        self.line = FarSeat.line = Line(latest_ms=FarSeat.latest_ms)
        missed = msgspec.msgpack.decode(self._table.missed(msgspec.msgpack.encode(self._state.bookmark)), type=Return)
        for one in missed.entries:
            before, self._state = self._view.game, missed.state
            changes = self._view.apply(one.delta) if one.delta != NOTHING else NO_CHANGES
            told, after = tuple(map(self._view.heard, one.told)), self._view.game
            self._hear_news(
                News(one.number, one.by, told, before, after, changes, one.delta, one.at_ms, outline=one.outline)
            )

    # what came with the last message

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
    def answers_in_turn(self) -> frozenset[tuple[int, str]]:
        return self._state.answers_in_turn

    @property
    def sits_here(self) -> frozenset[str]:
        return self._state.sits_here

    @property
    def requests(self) -> tuple[ConsentRequest, ...]:
        return self._state.requests

    @property
    def taken_back(self) -> frozenset[int]:
        return self._state.taken_back

    @property
    def replay(self) -> Replay | None:
        return self._state.replay

    @property
    def file(self):
        return self.session.journal

    # requests and questions

    def submit(self, command: AnyCommand, answers: Answers, reply: Reply) -> None:
        self._ask("submit", command, answers, reply=reply)

    def take_back(self, steps: Sequence[int], answers: Answers, reply: Reply) -> None:
        self._ask("take_back", tuple(steps), answers, reply=reply)

    def roll_back(self, step: int, reply: Reply) -> None:
        self._ask("roll_back", step, reply=reply)

    def ask_others(self, order: int, reply: Reply) -> None:
        self._ask("ask_others", order, reply=reply)

    def agree(self, seat: str, request: int, reply: Reply) -> None:
        self._ask("agree", seat, request, reply=reply)

    def refuse(self, request: int) -> None:
        self._ask("refuse", request)

    def deck_file(self, deck: int, reply: Callable[[bytes | Refused], None]) -> None:
        self._ask("deck_file", deck, reply=reply)

    def sit_as(self, name: str, sides: Sequence[str], answers: Answers, reply: Reply, role: str = "") -> None:
        self._ask("sit_as", name, tuple(sides), answers, role, reply=reply)

    def history(self, most: int, reply: HearSteps) -> None:
        self._ask("history", most, reply=reply)

    def retold(self, steps: Sequence[int], reply: HearSteps) -> None:
        self._ask("retold", tuple(steps), reply=reply)

    def asked_back(self, order: int, reply: Callable[[AskedBack], None]) -> None:
        self._ask("asked_back", order, reply=reply)

    def phase_so_far(self, reply: Callable[[Sequence[SeatStep]], None]) -> None:
        self._ask("phase_so_far", reply=lambda past: reply(seat_steps(self._view, past)))

    def sightings(self, most: int, reply: Callable[[PastSight], None]) -> None:
        self._ask("sightings", most, reply=reply)

    def look_with(self, sides: Sequence[int], reply: Reply) -> None:
        self._ask("look_with", tuple(sides), reply=reply)

    def look_anew(self) -> None:
        self._ask("look_anew")

    def stand_at(self, seq: int, reply: Reply) -> None:
        self._ask("stand_at", seq, reply=reply)

    def follow(self, reply: Reply) -> None:
        self._ask("follow", reply=reply)

    def leave(self) -> None:
        self.line.cut()
        self._table.leave()
