"""`Connection`: a seat's place at the table."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.game.actions.access import seat_of
from tabletop.game.change.outcome import Asks, Refused, refused
from tabletop.game.change.step import Answers, Step
from tabletop.game.commands import AnyCommand, TellSaved
from tabletop.game.decisions.deck_decisions import unsavable
from tabletop.game.sight.audience import Audience, audience
from tabletop.game.sight.audience_names import not_there, renamed
from tabletop.game.sight.seen_changes import NOTHING
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, ModuleName
from tabletop.game.state.values import NOBODY
from tabletop.module.contents.deck_exchange import DeckFileError, encode_deck
from tabletop.session.consents import WaitingRequest
from tabletop.session.seat_history import SeatHistory
from tabletop.session.seat_stream import Bookmark, EntryNumbers, MissedNews, SeatStream, StreamEntry
from tabletop.session.table_answers import (
    NO_CHANGES,
    Answer,
    Confirmed,
    ConsentRequest,
    Hear,
    InTheWay,
    NeedsConsent,
    News,
    SeatStep,
    seat_steps,
)

if TYPE_CHECKING:
    from tabletop.session.table_session import Session


def _hear_nothing(news: News) -> None:
    """Ignore news. This is the listener of a seat that only acts."""


class Connection:
    """A seat's place at the table: its `view` and its commands.

    Commands refer to pieces and holders by their numbers in the view, and to steps by their numbers in the seat's
    stream. `knows` is the last step of the record that is in the view. `audience` and `seat` change when another player
    takes over the screen. Only at a screen that all players share (`is_shared`) can the connection act and agree for
    other seats than the one that joined. `history` retells the past to the seat.
    """

    def __init__(
        self,
        session: "Session",
        seat: str,
        hear: Hear | None = None,
        eyes: Audience | None = None,
        *,
        is_shared: bool = False,
    ) -> None:
        self.seat = seat
        self.audience = session.looking(eyes) if eyes else session.audience_of(seat)
        self._session = session
        self._hear = hear or _hear_nothing
        self._is_shared = is_shared
        self._persons = {seat}
        self._sides: tuple[int, ...] | None = None
        self._eyes = eyes
        self._view = self._fresh_view()
        self.history = SeatHistory(session, self)

    def _fresh_view(self) -> View:
        self.knows = self._session.journal.last
        self._session.names(self.audience)
        self._changed: dict[int, int] = {}
        return View.of(self._session.game, self.audience)

    @property
    def view(self) -> Game:
        """The game as this seat sees it."""
        return self._view.game

    def phase_so_far(self) -> tuple[SeatStep, ...]:
        """Return the steps since a tracker was last turned, as the seat knows them. Raises JournalError."""
        return seat_steps(self._view, self.history.phase())

    @property
    def _numbers(self) -> EntryNumbers:
        return self._stream.numbers

    @property
    def _stream(self) -> SeatStream:
        return self._session.stream(self.seat, self.audience)

    @property
    def stream(self) -> int:
        """The number of the last entry of the seat's stream that was received."""
        return self._numbers.upto(self.knows)

    @property
    def bookmark(self) -> Bookmark:
        """The position in the seat's stream after its last entry, for a seat that leaves and comes back."""
        return self._stream.bookmark

    def missed(self, since: Bookmark | None, module: ModuleName | None = None) -> MissedNews:
        """Return the news since a bookmark, or since the beginning for None. `module` is the game module that the seat
        has, if any. Raises JournalError.
        """
        news = self._stream.missed(since)
        has_module = module is not None and module == self._session.game.module
        return news.shortened(self._session.components.kinds) if has_module else news

    # acting

    def submit(self, command: AnyCommand, answers: Answers = (), *, seen: int | None = None) -> Answer:
        """Submit a command, and return the table's answer. `seen` is the number of the last news that the player had
        seen when deciding on it.

        The command is refused as stale only if one of its pieces has changed in this view since then.
        """
        if seen is not None and any(self._changed.get(number, 0) > seen for number in _named(command)):
            return refused("stale", "changed-meanwhile")
        named = self._view.sent(command)
        if named is None:
            return not_there(command)
        meant = self._session.names(self.audience).true_command(named)
        if isinstance(meant, Refused):
            return meant
        return self._in_own_numbers(self._confirmed(self._session.submit(self.seat, meant, answers)))

    def deck_file(self, deck: int) -> bytes | Refused:
        """Return the file of a deck, with its cards in order, if this seat sees all of them; otherwise the refusal."""
        session, name = self._session, self._view.name(deck)
        true = session.names(self.audience).id(name) if name is not None else None
        if true is None:
            return refused("no-such-piece", "no-such-piece")
        answer = session.refusal(self.seat, TellSaved(true)) or unsavable(session.game, self.audience, true)
        if answer is not None:
            return answer
        try:
            return encode_deck(self.view, deck, session.components.kinds)
        except DeckFileError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))

    def undo(self, answers: Answers = (), *, of_table: bool = False) -> Answer:
        """Undo the seat's own last step, or (`of_table`) the table's last step that it noticed; return the answer."""
        return self._step_back(self._session.undoing.to_undo(self.seat, of_table=of_table), answers)

    def redo(self, answers: Answers = (), *, of_table: bool = False) -> Answer:
        """Redo the seat's own last undo, or (`of_table`) the last undo at the table, if the seat noticed no later step;
        return the answer.
        """
        return self._step_back(self._session.undoing.to_redo(self.seat, of_table=of_table), answers)

    def _step_back(self, seq: int, answers: Answers) -> Answer:
        return self._take_back((seq,) if seq else (), answers)

    def take_back(self, steps: Iterable[int], answers: Answers = (), persons: frozenset[str] | None = None) -> Answer:
        """Undo these steps, by the seat's numbers; return the answer.

        `persons` are the seats whose consent is included, if their players can sit here; by default these are all seats
        that have acted here. See `TableUndo.take_back`.
        """
        meant = [self._numbers.step(number) for number in steps]
        return self._take_back(meant if all(meant) else (), answers, persons)

    def _take_back(self, steps: Iterable[int], answers: Answers, persons: frozenset[str] | None = None) -> Answer:
        sitting = frozenset(filter(self._can_sit_here, self._persons if persons is None else persons))
        return self._confirmed(self._session.undoing.take_back(self.seat, steps, sitting, answers))

    def _can_sit_here(self, seat: str) -> bool:
        """Return whether the player of a seat can sit at this screen."""
        return self._is_shared or seat == self.seat

    def roll_back(self, step: int) -> Answer:
        """Undo everything after a step, as the umpire; return the answer."""
        seq = self._numbers.step(step)
        if not seq:
            return refused("not-possible", "nothing-to-undo")
        return self._confirmed(self._session.undoing.umpires.roll_back(self.seat, seq))

    def asked_back(self, order: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the steps that a waiting request wants to undo, by the seat's numbers, and the sides that noticed any
        of them.

        Only the umpire gets the sides. Both are empty if there is no such request.
        """
        name = self._view.name(order)
        id = self._session.names(self.audience).id(name) if name is not None else None
        held = self._session.game.held.get(id) if id is not None else None
        if held is None or not held.steps:
            return (), ()
        is_umpire = seat_of(self._session.game, self.seat).umpire
        knowing = self._session.undoing.umpires.knowing(held.steps) if is_umpire else ()
        return self._known(held.steps), knowing

    def ask_others(self, order: int) -> Answer:
        """Ask the players who noticed the steps of an undo that waits, as the umpire; return the answer."""
        name = self._view.name(order)
        id = self._session.names(self.audience).id(name) if name is not None else None
        return self._confirmed(self._session.undoing.umpires.ask_others(self.seat, id or 0))

    @property
    def requests(self) -> tuple[ConsentRequest, ...]:
        """The requests of this seat that wait for others, and those of others that wait for its consent."""
        waiting = self._session.consents.waiting(self.seat)
        return tuple(self._request(number, one) for number, one in waiting.items())

    def _request(self, number: int, request: WaitingRequest) -> ConsentRequest:
        is_own = request.by == self.seat
        consents, words = self._session.consents, request.words[self.seat]
        of = consents.missing(self.seat, number) if is_own else (self.seat,)
        agreed = consents.agreed(self.seat, number) if is_own else ()
        return ConsentRequest(number, request.by, of, self._known(request.steps), words, agreed)

    @property
    def answers_in_turn(self) -> frozenset[tuple[int, str]]:
        """The questions whose answers wait in the draft turn of a game by mail: the procedure and the key of each."""
        waiting, names = self._session.answers_in_turn, self._session.names(self.audience)
        named = ((names.frame(frame), key) for frame, key in waiting)
        numbers = ((self._view.number(name), key) for name, key in named if name is not None)
        return frozenset((number, key) for number, key in numbers if number is not None)

    def agree(self, request: int, seat: str = "") -> Answer:
        """Agree to a request, by its number; also in the name of another `seat`, if all players share this screen.
        Return the answer.
        """
        if seat and not self._can_sit_here(seat):
            return refused("not-yours", "sits-elsewhere", seat=seat)
        return self._confirmed(self._session.consents.agree(self.seat, request, seat))

    def refuse(self, request: int) -> Refused | None:
        """Refuse a request of another seat, or withdraw a request of this seat.

        Returns the refusal if that is not possible, else None.
        """
        return self._session.consents.refuse(self.seat, request)

    def _in_own_numbers(self, answer: Answer) -> Answer:
        """Return an answer of the session with things in the numbers of this view."""
        if not isinstance(answer, Asks):
            return answer
        name = self._session.names(self.audience).name(answer.prompt.turns)
        return Asks(replace(answer.prompt, turns=self._view.number(name) or NOBODY))

    def _confirmed(self, outcome: Answer | Step) -> Answer:
        """Return an answer of the session with steps in the numbers of the seat's stream."""
        match outcome:
            case Step(seq=seq):
                return Confirmed(self._numbers.number(seq), self.stream)
            case InTheWay(steps=steps) | NeedsConsent(steps=steps):
                return replace(outcome, steps=self._known(steps))
            case _:
                return outcome

    def _known(self, steps: Iterable[int]) -> tuple[int, ...]:
        """Return the seat's numbers for steps of the record. Steps that it did not notice are left out."""
        return tuple(filter(None, map(self._numbers.number, steps)))

    # looking

    def turn_to(self, seat: str, sides: Iterable[int] | None = None) -> None:
        """Act as another seat from now on, with the view of its sides or of some of them.

        Players who share a screen use this. Raises ValueError for another seat at a screen that is not shared, and for
        sides that the seat does not play.
        """
        if not self._can_sit_here(seat):
            raise ValueError(f"{seat} does not sit at this screen")
        own = self._session.audience_of(seat).sides
        chosen = None if sides is None else audience(sides).sides
        if chosen is not None and not set(chosen) <= set(own):
            raise ValueError(f"{seat} does not play these sides")
        self.seat = seat
        self._persons.add(seat)
        self._sides = chosen
        self._look(audience(own if chosen is None else chosen))

    def look_with(self, eyes: Audience) -> None:
        """Show a replay, or a game that another program plays, as these sides see it, regardless of the seats."""
        self._eyes = eyes
        self._look(eyes)

    def look_again(self) -> None:
        """Renew the view for the seat's present sides, after somebody has changed seats."""
        if self._eyes is not None:
            return
        own = self._session.audience_of(self.seat).sides
        if self._sides is not None and not set(self._sides) <= set(own):
            self._sides = None
        self._look(audience(own if self._sides is None else self._sides))

    def _look(self, who: Audience) -> None:
        who = self._session.looking(who)
        if who != self.audience:
            self.audience = who
            self.history.forget()
            self.look_anew()

    def look_anew(self) -> None:
        """Make the view again from the game, and pass it on as a whole. Called only by the session."""
        before = self.view
        self._view = self._fresh_view()
        self._session.forget_names()
        self._hear(News(self.stream, self.seat, (), before, self.view, NO_CHANGES, NOTHING, is_whole=True))

    def receive(self, entry: StreamEntry, seq: int) -> None:
        """Apply an entry, made from step `seq` of the record, and pass it on. Called only by the session."""
        before, delta = self.view, entry.delta
        changes = self._view.apply(delta) if delta != NOTHING else NO_CHANGES
        self.knows = seq
        self._changed.update(dict.fromkeys(changes.pieces, entry.number))
        said, outline = tuple(map(self._view.heard, entry.told)), entry.outline
        news = News(entry.number, entry.by, said, before, self.view, changes, delta, entry.at_ms, outline=outline)
        self.history.hear(news)
        self._hear(news)

    def hear_of_consent(self, request: WaitingRequest | None, refused_by: str, *, has_lapsed: bool = False) -> None:
        """Pass on that requests have changed: a new one to this seat, the refusal of its own, or that its own
        `has_lapsed`: all have agreed, but it can no longer be carried out. Called only by the session.
        """
        waiting = self._session.consents.waiting(self.seat).items()
        asks = next((self._request(number, one) for number, one in waiting if one is request), None)
        by = asks.by if asks is not None else self.seat
        before = self.view
        news = News(self.stream, by, (), before, before, NO_CHANGES, NOTHING, asks=asks, refused_by=refused_by)
        self._hear(replace(news, has_lapsed=has_lapsed))


def _named(command: AnyCommand) -> set[int]:
    """Return the numbers of things in a command."""
    found: set[int] = set()

    def note(number: int) -> int:
        found.add(number)
        return number

    renamed(command, note)
    return found
