"""The table as the window knows it: one seat's view, and signals about its changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace
from PySide6.QtCore import QMetaMethod, QObject, Signal

from tabletop.assembly import AtHand
from tabletop.assistance import POLICY
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.late_answers import LateAnswers
from tabletop.desktop.table.ticket import Ticket
from tabletop.desktop.widgets.prompts import CardRequest, ClickAnswer
from tabletop.game.actions.access import seat_of
from tabletop.game.appearance.piece_display import called_piece
from tabletop.game.change.outcome import Asks, Choice, Prompt, Refused
from tabletop.game.change.step import Answers
from tabletop.game.change.told import Told
from tabletop.game.change.told_line import ToldLine
from tabletop.game.change.touched_things import moved_between
from tabletop.game.commands import ActFor, AnyCommand
from tabletop.game.decisions.order_decisions import can_wait
from tabletop.game.side_cells import cell_of, names_of, side_of, whole_sides
from tabletop.game.state.components import Components, called
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.local_seat import plays_by_mail
from tabletop.log_messages import is_without_speaker
from tabletop.log_sentences import line_sentence, sentence
from tabletop.log_titles import Titles
from tabletop.module.module import Module
from tabletop.module.module_words import Words, as_written
from tabletop.module.schema.scenario import ScenarioFile
from tabletop.seat import Replay, Reply, TakeSeatAt
from tabletop.session import (
    Answer,
    AskedBack,
    Confirmed,
    ConsentRequest,
    InTheWay,
    NeedsConsent,
    News,
    ToldStep,
    told_step,
)
from tabletop.texts import listed

HISTORY = 200
"""The approximate number of steps that the log shows when a game is opened, or when a replay moves back."""

LineKind = Literal["move", "dice", "talk", "table"]
_KINDS: dict[str, LineKind] = {
    "pieces-moved": "move",
    "pieces-restacked": "move",
    "acted": "move",
    "rolled": "dice",
    "said": "talk",
}
MOST_TOLD = 6
"""The most lines about the steps to be undone that are shown with a question."""

ALONE = tr_later("The player")
"""The name of a player of several sides who has given no name."""


def _consent() -> tuple[Choice, ...]:
    return (Choice(True, tr("They agree")), Choice(False, tr("Cancel")))


def _with_them() -> tuple[Choice, ...]:
    return (Choice(True, tr("Undo all of them")), Choice(False, tr("Cancel")))


class PlaceLink(NamedTuple):
    """A place in a line of the log: its map, its id, and its words in the line."""

    map: str
    place: str
    words: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: its subject `who` (the words for a player, or ""), and the `text` of the rest.

    `at_ms` is the clock time, or `UNKNOWN_MS`. `places` are the places that the text names. `told` is the message as
    data; None if there is none. `step` is the number of its step in the seat's stream; 0 if it has none.
    """

    who: str
    text: str
    kind: LineKind
    at_ms: int
    places: tuple[PlaceLink, ...] = ()
    told: Told | None = None
    step: int = 0

    @property
    def whole(self) -> str:
        """The whole line as text."""
        return f"{self.who} {self.text}".strip()


AskBeside: TypeAlias = Callable[[Prompt, Callable[[Answers], CardRequest], Mapping[str, ClickAnswer]], object]
"""A function that puts prompts to the player; see `TableModel.ask_beside`."""


class TableModel(QObject):
    """The table as one seat sees it. The scene and the panels follow its signals, and act through its methods.

    `game` is the seat's own view, in which pieces and holders have numbers of their own. Methods that make a request to
    the table return the `Ticket` of the request.
    """

    replaced = Signal()
    """The view was replaced by another one."""

    changed = Signal(object)
    """A step changed the view: `Changes`."""

    properties_changed = Signal()
    notes_changed = Signal()
    contacts_changed = Signal()
    dispatches_changed = Signal()
    orders_changed = Signal()
    """Waiting orders have changed, or the kinds of orders that must wait."""

    told = Signal(object)
    """A message, in the view's own numbers: `Told`."""

    others_moved = Signal(object)
    """Somebody else has moved these pieces, by their numbers."""

    line_added = Signal(object)
    """A line for the log: `LogLine`."""

    lines_read = Signal()
    """The table has told the lines of the last steps: `told_so_far` has them."""

    refused = Signal(str)
    """A request was refused: a sentence."""

    remarked = Signal(str)
    """A remark on the last event: a sentence."""

    requests_changed = Signal()
    """Requests for consent, to others or to this seat, may have changed."""

    recorded = Signal()
    """The record may have grown, or its trouble may have changed."""

    def __init__(
        self,
        take_seat: TakeSeatAt,
        module: Module,
        ask: Callable[[Prompt], Value | None],
        now_ms: Callable[[], int],
        rules: AtHand,
        ask_together: Callable[[Prompt], Answers | None] | None = None,
        words: Words = as_written,
        ask_beside: AskBeside | None = None,
    ) -> None:
        """Make the model.

        `ask` puts a prompt to the player, and returns None if the player cancels. `ask_together` puts a prompt together
        with those that follow it; without it they are put one by one. `ask_beside` puts a prompt beside the table,
        which stays in use meanwhile; without it the prompt is put as above. `words` returns the module's texts in the
        player's language.
        """
        super().__init__()
        self.module = module
        self.rules = rules
        self._ask = ask
        self._ask_together = ask_together
        self._ask_beside = ask_beside
        self._now_ms = now_ms
        self._titles = _titles(module, self._property, self._called, words)
        self._told: list[LogLine] = []
        self._told_of: dict[int, list[LogLine]] = {}
        self._lines_asked: object | None = None
        self._undone = LateAnswers[int, AskedBack](self._ask_asked_back, self.orders_changed.emit)
        self._steps_of_requests = LateAnswers[tuple[int, ...], str](self._tell_about, self.requests_changed.emit)
        self.acts_for = ""
        """The name of the player for whom the umpire acts; "" for nobody."""
        self.news: News | None = None
        """The latest news of the table; None before the first."""
        self.table_seat = take_seat(self._hear)
        self._eyes = self.table_seat.sides
        self._stood = self._heading = self.review.last if self.review is not None else 0
        self.read_lines()

    @property
    def titles(self) -> Titles:
        """The players' names for the game's ids."""
        return self._titles

    # the table

    @property
    def game(self) -> Game:
        """The game as this seat sees it."""
        return self.table_seat.view

    @property
    def components(self) -> Components:
        """The components of the game: its maps, decks, trackers and kinds of pieces."""
        return self.table_seat.components

    @property
    def seat(self) -> str:
        """The name of the seat that acts here."""
        return self.table_seat.name

    @property
    def eyes(self) -> str:
        """The viewer of the table in words: the name of the acting seat; for an observer, the titles of the sides whose
        view is shown.
        """
        if not self.is_watching:
            return self.seat
        sides = self.game.sides
        return listed([self._titles.side(sides[side]) for side in self.table_seat.sides]) or self.seat

    @property
    def sees_all(self) -> bool:
        """True if the view is that of all sides, from which nothing is hidden."""
        return len(self.table_seat.sides) == len(self.game.sides)

    @property
    def is_watching(self) -> bool:
        """True if nothing can be played here: another program plays this game, or it is a replay."""
        return self.table_seat.is_watching

    @property
    def review(self) -> Replay | None:
        """The record being replayed; None for a game that is played or watched."""
        return self.table_seat.replay

    @property
    def scenario(self) -> ScenarioFile | None:
        """The scenario that is played; None if the module does not have it."""
        return self.module.scenarios.get(self.game.scenario)

    def sees_map(self, name: str) -> bool:
        """Return whether the viewer sees the pieces on a map: a map of another side only if it is open."""
        sides = [self.game.sides[side] for side in self.table_seat.sides]
        return any(map(self.components.habits_of(name).shows_to, sides or [""]))

    def time_shown(self, time: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of a game time in the player's language, from the outermost level to the innermost; none if
        it is unknown.
        """
        return tuple(map(self._titles.words, self.components.contact_clock.words(time)))

    def _property(self, name: str) -> str:
        """Return the players' name for a property of the table: words for the level of a rule, or else its own name."""
        own, _, check = name.partition(":")
        if own != POLICY:
            return name
        assistant = self.rules.assistant() if check else None
        known = assistant.checks(self.game) if assistant is not None else ()
        title = next((one.title for one in known if one.id == check), check)
        return tr("the rule {rule}", rule=title) if title else tr("all rules")

    def lines(self) -> list[LogLine]:
        """Return the log of the last steps, as this seat may read it."""
        return [line for line in self.told_so_far() if line.text]

    def told_so_far(self) -> Sequence[LogLine]:
        """Return a line for each message of the last steps to this seat. Messages without words, for example about some
        dice, have lines without text.

        After the view has been replaced there are no lines until the table has told them (`lines_read`).
        """
        return self._told

    @property
    def is_reading(self) -> bool:
        """True from `read_lines` until the table has told the lines."""
        return self._lines_asked is not None

    def read_lines(self) -> None:
        """Ask the table for the lines of the last steps; `lines_read` follows."""
        asked = self._lines_asked = object()

        def hear(history: Sequence[ToldStep]) -> None:
            if asked is self._lines_asked:
                self._lines_asked = None
                self._take_lines(history)
                self.lines_read.emit()

        self.table_seat.history(HISTORY, hear)

    def _take_lines(self, history: Sequence[ToldStep]) -> None:
        known = self._told_of if self.review is not None else {}
        known.update({one.number: self.lines_of(one) for one in history if one.number not in known})
        self._told = [line for one in history for line in known[one.number]]

    def _forget_lines(self) -> None:
        """Forget the lines of the view that was replaced. If the sides are the same, the lines of a replay are kept."""
        self._told = []
        self._undone.forget()
        self._steps_of_requests.forget()
        if self._eyes != self.table_seat.sides:
            self._eyes = self.table_seat.sides
            self._told_of.clear()

    def lines_of(self, one: ToldStep) -> list[LogLine]:
        """Return the lines of a step for this seat."""
        return [self._line(one, line) for line in one.told]

    def asked_back(self, order: int) -> AskedBack:
        """Return the steps that a waiting order asks to undo, and, for the umpire, the sides that noticed any.

        Until the table has answered there are none; `orders_changed` follows the answer.
        """
        return self._undone.get(order) or AskedBack()

    def _ask_asked_back(self, order: int, hear: Callable[[AskedBack], None]) -> None:
        self.table_seat.asked_back(order, hear)

    # acting

    def submit(self, command: AnyCommand) -> Ticket:
        """Send a command to the table, and put the table's questions about it to the player. Return its ticket.

        While the umpire acts for a player, commands of the kinds that can wait as orders are sent as commands of this
        player.
        """
        if self.acts_for and can_wait(command):
            command = ActFor(self.acts_for, command)
        return self._put(lambda answers, reply: self.table_seat.submit(command, answers, reply))

    def ask_deck_file(self, deck: int, does: Callable[[bytes], None]) -> None:
        """Call `does` with the file of a deck, if this seat may have it; else show the reason."""

        def reply(answer: bytes | Refused) -> None:
            if isinstance(answer, Refused):
                self.refused.emit(answer.because)
            else:
                does(answer)

        self.table_seat.deck_file(deck, reply)

    def now_ms(self) -> int:
        """Return the time, in UTC milliseconds."""
        return self._now_ms()

    def ask(self, prompt: Prompt) -> Value | None:
        """Put a question of the window itself to the player; return None if the player cancels."""
        return self._ask(prompt)

    def undo(self) -> Ticket:
        """Undo the last step that changed the table, at a moderated table the player's own last step. In a replay, move
        back one step. Return the ticket.
        """
        if self.review is not None:
            return self.stand_at(self.heading - 1)
        if self.table_seat.to_undo_of_all and not self.table_seat.to_undo:
            self.remarked.emit(tr("There is nothing of your own to undo."))
            ticket = Ticket()
            ticket.settle(has_happened=False)
            return ticket
        passes_over = self.table_seat.undo_passes_over
        ticket = self.take_back(_step(self.table_seat.to_undo))
        if passes_over:
            said = tr("Later rolls and messages are not undone: they changed nothing on the table.")
            ticket.when_done(lambda: self.remarked.emit(said))
        return ticket

    def undo_of_all(self) -> Ticket:
        """Undo the last step that changed the table, made by anybody. Others may have to agree. Return the ticket."""
        return self.take_back(_step(self.table_seat.to_undo_of_all))

    def redo(self) -> Ticket:
        """Redo the step that was undone last. In a replay, move forward one step. Return the ticket."""
        if self.review is not None:
            return self.stand_at(self.heading + 1)
        return self.take_back(_step(self.table_seat.to_redo))

    def take_back(self, steps: tuple[int, ...]) -> Ticket:
        """Undo steps, and return the ticket of the request.

        If later steps touched the same pieces, ask the player to undo these, too. If players of other sides sit at this
        screen, they are asked here for their consent, by the names of their sides.
        """
        ticket = Ticket()
        self._take_back(steps, ticket)
        return ticket

    def roll_back(self, step: int) -> Ticket:
        """Undo everything after a step, as the umpire; return the ticket. Players who saw an undone step are told."""
        return self._put(lambda _answers, reply: self.table_seat.roll_back(step, reply))

    def ask_others(self, order: int) -> Ticket:
        """Ask the players who noticed the steps of an undo that waits, as the umpire. Return the ticket."""
        return self._put(lambda _answers, reply: self.table_seat.ask_others(order, reply))

    def _take_back(self, steps: tuple[int, ...], ticket: Ticket) -> None:
        def hear(answer: Answer | None) -> None:
            if isinstance(answer, InTheWay) and self._ask(Prompt("with-them", answer.because, _with_them())):
                self._take_back(tuple(sorted({*steps, *answer.steps})), ticket)
            elif isinstance(answer, NeedsConsent) and self.table_seat.sits_here.issuperset(answer.of):
                self._ask_consent(answer, ticket)
            else:
                self._settle(ticket, answer)

        self._answered(
            lambda answers, reply: self.table_seat.take_back(steps, answers, reply),
            hear,
            lambda then: self._tell_about(steps, then),
        )

    def _ask_consent(self, needed: NeedsConsent, ticket: Ticket) -> None:
        """Ask the other sides at this screen for their consent. If they give it, the table carries out the request."""
        if sides := self._others_of(needed.of):
            agree = tr("{reason} Do the players of {sides} agree?", reason=needed.why, sides=listed(sides))
        else:
            names, count = listed(needed.of), len(needed.of)
            agree = tr("{reason} {count:Does|Do} {players} agree?", reason=needed.why, players=names, count=count)

        def ask(about: str) -> None:
            if not self._ask(Prompt("consent", f"{about}{agree}", _consent(), default=False)):
                self.table_seat.refuse(needed.request)
                self._settle(ticket, None)
                return
            *first, last = needed.of
            for seat in first:
                self.table_seat.agree(seat, needed.request, lambda _answer: None)
            self.table_seat.agree(last, needed.request, lambda answer: self._settle(ticket, answer))

        self._tell_about(needed.steps, ask)

    def _others_of(self, seats: Iterable[str]) -> list[str]:
        """Return the titles of the sides that these seats play and this seat does not."""
        game = self.game
        played = {side for seat in seats for side in game.seats[seat].sides}
        return [self._titles.side(game.sides[side]) for side in sorted(played - set(seat_of(game, self.seat).sides))]

    def _tell_about(self, steps: tuple[int, ...], then: Callable[[str], None]) -> None:
        """Call `then` with a paragraph of the lines about the steps to undo, as this seat knows them, for the text
        before a question; "" if it knows of none.
        """
        first = steps[:MOST_TOLD]  # each step is read from the record, so only this many are read

        def hear(retold: Sequence[ToldStep]) -> None:
            told = [line.whole for one in retold for line in self.lines_of(one)]
            left = max(len(told) - MOST_TOLD, 0) + len(steps) - len(first)
            more = [tr("… and {count} more", count=left)] if left else []
            then("\n".join([*told[:MOST_TOLD], *more]) + "\n\n" if told else "")

        if first:
            self.table_seat.retold(first, hear)
        else:
            then("")

    @property
    def can_undo(self) -> bool:
        """True if there is a step of anybody to undo, or an earlier step of a replay."""
        if self.review is not None:
            return self.heading > self.review.first
        return bool(self.table_seat.to_undo_of_all)

    @property
    def can_undo_of_others(self) -> bool:
        """True if the last step that can be undone is not the step that `undo` would undo; False in a replay."""
        return self.review is None and self.table_seat.to_undo_of_all != self.table_seat.to_undo

    @property
    def can_redo(self) -> bool:
        """True if there is a step to redo, or a later step of a replay."""
        if self.review is not None:
            return self.heading < self.review.end
        return bool(self.table_seat.to_redo)

    def sit_as(self, seat: str, sides: tuple[str, ...], role: str = "") -> Ticket:
        """Hand the screen over to this seat, which plays these sides and has their view, or only watches; return the
        ticket.
        """
        if self.is_watching:
            return self.look_with(sides)
        return self._put(lambda answers, reply: self.table_seat.sit_as(seat, sides, answers, reply, role))

    def _put(self, asks: Callable[[Answers, Reply], None]) -> Ticket:
        """Make a request to the table, put the table's questions to the player, and return the ticket."""
        ticket = Ticket()

        def hear(answer: Answer | None) -> None:
            if isinstance(answer, NeedsConsent) and self.table_seat.sits_here.issuperset(answer.of):
                self._ask_consent(answer, ticket)
            else:
                self._settle(ticket, answer)

        self._answered(asks, hear)
        return ticket

    @property
    def others_here(self) -> frozenset[str]:
        """The sides that this seat does not play, and whose players can take over the screen behind the curtain.

        There are none in a replay, and in a player's own record of a game by mail. A side that only players by mail
        play is not at the screen of their host.
        """
        game, here = self.game, self.table_seat.sits_here
        if self.review is not None or plays_by_mail(self.table_seat):
            return frozenset()
        sides = {name: names_of(game.sides, seat.sides) for name, seat in game.seats.items()}
        own = sides.get(self.seat, frozenset())
        away = frozenset[str]().union(*(sides[name] for name in sides.keys() - here))
        beside = frozenset[str]().union(*(sides[name] for name in sides.keys() & here - {self.seat}))
        return frozenset(game.sides) - own - (away - beside)

    @property
    def requests(self) -> tuple[ConsentRequest, ...]:
        """The requests of this seat that wait for others, and those of others that wait for its consent."""
        return () if self.is_watching else self.table_seat.requests

    def request_words(self, request: ConsentRequest) -> str | None:
        """Return a request in words: the lines about the steps to undo, and the reason or the change. Return None until
        the table has told the lines; `requests_changed` follows.
        """
        about = self._steps_of_requests.get(request.steps)
        return None if about is None else "\n".join(filter(None, (about.strip(), request.words)))

    def agree(self, request: ConsentRequest) -> None:
        """Agree to another seat's request."""
        self._put(lambda _answers, reply: self.table_seat.agree(self.seat, request.number, reply))

    def refuse(self, request: ConsentRequest) -> None:
        """Refuse a request of another seat, or withdraw a request of this seat."""
        self.table_seat.refuse(request.number)

    def _answered(
        self,
        asks: Callable[[Answers, Reply], None],
        hear: Callable[[Answer | None], None],
        about: Callable[[Callable[[str], None]], None] = lambda then: then(""),
        answers: Answers = (),
    ) -> None:
        """Call `hear` with the table's answer, or with None if the player cancels a question of the table.

        `about` gives the text before such a question.
        """

        def reply(answer: Answer) -> None:
            if not isinstance(answer, Asks):
                hear(answer)
                return
            prompt = answer.prompt
            about(lambda words: put(replace(prompt, question=words + prompt.question)))

        def put(prompt: Prompt) -> None:
            given = self._given(prompt)
            if given is None:
                hear(None)
            else:
                self._answered(asks, hear, about, (*answers, *given))

        asks(answers, reply)

    def ask_all(self, prompt: Prompt) -> Answers | None:
        """Ask the player a question of the window itself, and those that follow it; return None if the player
        cancels.
        """
        return self._given(prompt)

    def ask_beside(
        self,
        prompt: Prompt,
        then: Callable[[Answers], CardRequest],
        clicks: Mapping[str, ClickAnswer],
    ) -> None:
        """Ask the player a question of the window itself, and those that follow it, while the table stays in use.

        Unless the player cancels, `then` makes a request with the answers; if it is refused, the player can change
        them. `clicks` let the answers to some of the questions be clicked, by their keys.
        """
        if self._ask_beside is not None:
            self._ask_beside(prompt, then, clicks)
        elif (answers := self.ask_all(prompt)) is not None:
            then(answers)

    def _given(self, prompt: Prompt) -> Answers | None:
        """Return the player's answer to a prompt, with those to the prompts that follow it if they are asked together;
        None if the player cancels.
        """
        if prompt.also and self._ask_together is not None:
            return self._ask_together(prompt)
        value = self._ask(prompt)
        return None if value is None and not prompt.may_be_left else ((prompt.key, value),)

    def _settle(self, ticket: Ticket, answer: Answer | None) -> None:
        """Show a refusal, and close the ticket."""
        self.recorded.emit()
        self.requests_changed.emit()
        if isinstance(answer, Refused | InTheWay):
            self.refused.emit(answer.because)
        ticket.settle(has_happened=isinstance(answer, Confirmed))

    # replays

    def look_with(self, sides: Iterable[str]) -> Ticket:
        """Show a replay, or a game that another program plays, as these sides see it; return the ticket."""
        eyes = [self.game.sides.index(side) for side in sides]
        return self._put(lambda _answers, reply: self.table_seat.look_with(eyes, reply))

    @property
    def heading(self) -> int:
        """The step that the replay will show when all moves under way are done; 0 without a replay."""
        return self._heading

    def stand_at(self, seq: int) -> Ticket:
        """Move the replay forward or back to a step, and return the ticket. It is refused if there is no such step, or
        if the replay is already there.
        """
        replay = self.review
        if replay is None or seq == self._heading or not replay.first <= seq <= replay.end:
            ticket = Ticket()
            ticket.settle(has_happened=False)
            return ticket
        self._heading = seq
        ticket = Ticket()

        def hear(answer: Answer) -> None:
            self._note_position()
            if self._heading == seq and self.review is not None:
                self._heading = self.review.last  # a step that cannot be read is refused
            self._settle(ticket, answer)

        self.table_seat.stand_at(seq, hear)
        return ticket

    def _note_position(self) -> None:
        """Record the step that the replay shows. After a step back, read the log again."""
        before, self._stood = self._stood, self.review.last if self.review is not None else 0
        if self._stood < before:
            self.read_lines()

    # news

    def follow(self) -> Ticket:
        """Show the steps that another program has recorded since the last call; return the ticket."""
        ticket = Ticket()

        def hear(answer: Answer) -> None:
            if isinstance(answer, Refused):
                self.refused.emit(answer.because)
            ticket.settle(has_happened=isinstance(answer, Confirmed))

        self.table_seat.follow(hear)
        return ticket

    def part_from_all(self) -> None:
        """Disconnect all listeners, before another window takes over."""
        kind = self.metaObject()
        for method in map(kind.method, range(kind.methodOffset(), kind.methodCount())):
            if method.methodType() == QMetaMethod.MethodType.Signal and self.isSignalConnected(method):
                getattr(self, method.name().toStdString()).disconnect()

    def leave(self) -> None:
        """Leave the table, so that its record can be closed. No more changes are reported."""
        self.part_from_all()
        self.table_seat.leave()

    def _hear(self, news: News) -> None:
        self.news = news
        if self.acts_for and not (self.acts_for in self.game.seats and seat_of(self.game, self.seat).umpire):
            self.acts_for = ""
        if news.is_whole:
            self._forget_lines()
            self._stood = self.review.last if self.review is not None else 0
            self.read_lines()
            self.replaced.emit()
            return
        self._hear_of_requests(news)
        if news.outline is not None:
            self._hear_of_step(news)

    def _hear_of_step(self, news: News) -> None:
        lines = self._lines_of_news(news)
        self._told += lines
        self.changed.emit(news.changes)
        if news.delta.properties:
            self.properties_changed.emit()
        if news.changes.notes:
            self.notes_changed.emit()
        if news.changes.contacts:
            self.contacts_changed.emit()
        if news.changes.dispatches:
            self.dispatches_changed.emit()
        if news.changes.held or news.before.access != news.after.access:
            self.orders_changed.emit()
        if news.by != self.seat or self.is_watching:
            moved = moved_between(news.before, news.after, news.changes.holders)
            if moved:
                self.others_moved.emit(moved)
        for told in news.told:
            self.told.emit(told)
        for line in lines:
            if line.text:
                self.line_added.emit(line)
        self._note_position()

    def _lines_of_news(self, news: News) -> list[LogLine]:
        """Return the lines of the latest step."""
        components, number = self.components, news.stream
        return self.lines_of(
            told_step(number, news.by, news.told, news.before, news.after, news.at_ms, components, self.seat)
        )

    def _hear_of_requests(self, news: News) -> None:
        if news.refused_by:
            self.remarked.emit(tr("{player} does not agree.", player=news.refused_by))
        if news.has_lapsed:
            self.remarked.emit(tr("All have agreed, but your request can no longer be carried out."))
        self.requests_changed.emit()

    def in_words(self, told: Told, before: Game, after: Game) -> str:
        """Return a message about a step between two positions of this view as a sentence; "" if it has no sentence."""
        return sentence(told, before, after, self._titles)

    def _line(self, step: ToldStep, line: ToldLine) -> LogLine:
        told, places = line.told, dict[PlaceLink, None]()
        for held in line.holders.values():
            if held.place and held.map:
                places.setdefault(PlaceLink(held.map, held.place, self._titles.place(held.map, held.place)))
        text = line_sentence(line, self._titles)
        if self._is_called_after(step.by, told):
            text = ""
        who = "" if is_without_speaker(told) else self._speaker(step.by, step.sides)
        return LogLine(who, text, _KINDS.get(told.key, "table"), step.at_ms, tuple(places), told, step.number)

    def _is_called_after(self, by: str, told: Told) -> bool:
        """Return whether a message only says that a seat got the sides, the role or the umpire's seat after which it is
        named.
        """
        if told.key not in ("seat-taken", "seat-given"):
            return False
        sides = str(told.facts.get("sides", "")).split(", ")
        names = (name_of_seat(map(self._titles.side, self._shown(sides))), told.facts.get("role"))
        return told.facts.get("to", by) in (UMPIRE_SEAT,) * bool(told.facts.get("umpire")) + names

    def _shown(self, sides: Sequence[str]) -> Sequence[str]:
        """Return the sides after which a seat is named: these sides, but without their cells if they are all sides of
        the table.
        """
        return whole_sides(sides) if len(sides) == len(self.game.sides) else sides

    def _called(self, game: Game, piece: int) -> str:
        return called_piece(game, self.components, self.seat, piece)

    def _speaker(self, by: str, own: Sequence[str]) -> str:
        """Return the subject of a sentence about a seat with these sides, in the module's words.

        If a seat is named after several sides, its player has given no name, and is called "The player".
        """
        sides = [self._titles.side(side) for side in self._shown(own)]
        if len(sides) > 1 and by == name_of_seat(sides):
            return tr(ALONE)
        named_after = (side for side in self.module.about.sides if own == (side.id,) and by == side.title)
        if (words := next((side.player for side in named_after), "")) and not self.components.called:
            return self._titles.words(words)
        return called(self.components.called, by, sides[0] if len(sides) == 1 else "")


UMPIRE_SEAT: Final = "Umpire"
"""The name of the umpire's seat at a table for one screen. It is stored in games, so it is the same in every
language.
"""


def name_of_seat(sides: Iterable[str]) -> str:
    """Return the name of a seat that plays sides with these titles. It is stored in games, so it is the same in every
    language.
    """
    return " and ".join(sides)


def _side_shown(titles: Mapping[str, str], words: Words, name: str) -> str:
    """Return the title of a side, or of a cell with its side, in the player's language."""
    title, cell = titles.get(side_of(name), side_of(name)), words(cell_of(name))
    return tr("{cell} ({side})", cell=cell, side=title) if cell else title


def _titles(module: Module, property: Callable[[str], str], piece: Callable[[Game, int], str], words: Words) -> Titles:
    """Return the players' names for a module's places, maps, sides and options.

    `property` returns the names of properties of the table, and `piece` those of the pieces in a view.
    """
    maps, sides = module.components.maps, {side.id: words(side.title) for side in module.about.sides}
    options = {option.id: words(option.title) for option in module.about.options}
    return Titles(
        place=lambda name, place: words(maps[name].title(place)) if name in maps else place,
        map=lambda name: words(module.sheets[name].name) if name in module.sheets else name,
        side=partial(_side_shown, sides, words),
        option=lambda id: options.get(id, id),
        place_property=lambda name, own: words(found.title) if (found := maps[name].properties.get(own)) else own,
        property=property,
        words=words,
        piece=piece,
    )


def _step(seq: int) -> tuple[int, ...]:
    """Return a step as a tuple; an empty one for 0."""
    return (seq,) if seq else ()
