"""A seat at a table on this machine, which has the record of the game, and functions that open games."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tabletop.game.actions.access import seat_of
from tabletop.game.beliefs.force_knowledge import PastSight
from tabletop.game.change.hand_moves import BY_RULES
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.change.step import MAIL, Answers, ByMail, Step
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand, GiveSeat, TakeSeat
from tabletop.game.sight.audience import audience
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.journal.head import Head
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalBusyError, JournalError
from tabletop.journal.review import Review
from tabletop.seat import HearSteps, Replay, Reply, TableSeat
from tabletop.session import (
    RECENT,
    Answer,
    AskedBack,
    Confirmed,
    ConsentRequest,
    EntryNumbers,
    Hear,
    NeedsConsent,
    SeatHistory,
    SeatStep,
    Session,
)

if TYPE_CHECKING:
    from tabletop.mail.letters import ConsentWanted
    from tabletop.mail.mail_seat import MailSeat
    from tabletop.mail.order_book import OwnRequest
    from tabletop.mail.shared_game import SharedSeat
    from tabletop.mail.table_requests import TableRequests

Record: TypeAlias = Journal
"""The record of a game that is played on this machine, watched or replayed."""

Replayed: TypeAlias = Review
"""The record of a game that is replayed."""

Begun: TypeAlias = Head
"""The beginning of a record, for callers that already know it."""

GameBusyError: TypeAlias = JournalBusyError
"""The error when another program plays the game; it can still be watched."""


class LocalSeat:
    """A seat at a table on this machine (`tabletop.seat.TableSeat`). It answers before `submit` returns.

    Everybody who plays sits at this screen, except players by mail.
    """

    def __init__(self, session: Session, seat: str, hear: Hear, sides: Sequence[int] | None = None) -> None:
        """Take a seat. In a replay the view is that of `sides`, regardless of the seats in the record."""
        self.session = session
        eyes = None if sides is None else audience(sides)
        self._connection = session.join(seat, hear, eyes, is_shared=True)
        self._asked_by_mail = _AskedByMail(session)

    @property
    def name(self) -> str:
        """The name of the acting seat."""
        return self._connection.seat

    @property
    def view(self) -> Game:
        """The game as this seat sees it."""
        return self._connection.view

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides whose view the seat has, by their indices."""
        return self._connection.audience.sides

    @property
    def components(self) -> Components:
        """The components of the game."""
        return self.session.components

    @property
    def is_watching(self) -> bool:
        """True if another program plays the game, or it is replayed."""
        return self.session.journal.is_read_only

    @property
    def steps(self) -> int:
        """The number of steps played so far that this seat noticed; in a replay, the number of the last step."""
        replay = self.replay
        return self._connection.bookmark.number if replay is None else replay.end

    @property
    def to_undo(self) -> int:
        """The next step to undo; 0 if there is none."""
        return self._numbers.number(self._to_undo)

    @property
    def to_undo_of_all(self) -> int:
        """The last step of anybody that can be undone; 0 if there is none."""
        return self._numbers.number(self.session.undoing.to_undo(self.name))

    @property
    def _to_undo(self) -> int:
        """The next step of the record to undo."""
        undoing = self.session.undoing
        return undoing.to_undo(self.name) if self._reaches_all else undoing.own_to_undo(self.name)

    @property
    def _reaches_all(self) -> bool:
        """True if undo and redo reach the steps of all players, and not only the seat's own."""
        game = self.session.game
        return game.access.kind != "moderated" or seat_of(game, self.name).umpire

    @property
    def to_redo(self) -> int:
        """The next step to redo; 0 if there is none."""
        return self._numbers.number(self.session.undoing.to_redo(self.name, of_table=self._reaches_all))

    @property
    def undo_passes_over(self) -> bool:
        """True if undo would leave later steps in force, which have changed nothing on the table."""
        last, undone = self.steps, self.to_undo
        is_of_all = undone == self.to_undo_of_all
        return is_of_all and 0 < undone < last and not self.session.journal.taken_back_by(self._numbers.step(last))

    @property
    def undoes_answer(self) -> bool:
        """True if undo would undo only an answer of this seat to a procedure."""
        seq, journal = self._to_undo, self.session.journal
        if seq <= journal.first:
            return False
        step = journal.around(seq).step
        return step.by == self.name and isinstance(step.command, BY_RULES)

    @property
    def answers_in_turn(self) -> frozenset[tuple[int, str]]:
        """The questions whose answers wait in the draft turn of a game by mail: the procedure and the key of each."""
        return self._connection.answers_in_turn

    @property
    def sits_here(self) -> frozenset[str]:
        """All seats of the table except those that play by mail, since everybody else plays at this screen."""
        return frozenset(self.session.game.seats) - self._asked_by_mail.seats

    @property
    def file(self) -> Journal:
        """The file of the game."""
        return self.session.journal

    @property
    def replay(self) -> Replay | None:
        """The record that is replayed; None for a game that is played or watched."""
        review = self._review
        if review is None:
            return None
        file = review.path.name if review.path is not None else ""
        return Replay(file, review.first, review.last, review.end)

    @property
    def _review(self) -> Review | None:
        journal = self.session.journal
        return journal if isinstance(journal, Review) else None

    @property
    def _numbers(self) -> EntryNumbers:
        """The seat's numbers of steps."""
        return self.session.stream(self.name, self._connection.audience).numbers

    # acting

    def submit(self, command: AnyCommand, answers: Answers, reply: Reply) -> None:
        """Send a command to the table, which answers by `reply` at once."""
        reply(self._asking_by_mail(self._connection.submit(command, answers)))

    def take_back(self, steps: Sequence[int], answers: Answers, reply: Reply) -> None:
        """Undo these steps. Seats at this screen that play only sides of this seat agree automatically."""
        seats = self.session.game.seats
        own = set(seat_of(self.session.game, self.name).sides)
        alike = frozenset(name for name in self.sits_here if own.issuperset(seats[name].sides))
        reply(self._asking_by_mail(self._connection.take_back(steps, answers, alike), alike - {self.name}))

    def roll_back(self, step: int, reply: Reply) -> None:
        """Undo everything after a step, as the umpire."""
        reply(self._connection.roll_back(step))

    def ask_others(self, order: int, reply: Reply) -> None:
        """Ask, as the umpire, the players who noticed the steps of a waiting undo."""
        reply(self._asking_by_mail(self._connection.ask_others(order)))

    def _asking_by_mail(self, answer: Answer, agreed: frozenset[str] = frozenset()) -> Answer:
        """Return an answer of the table. If it needs the consent of players by mail, they are asked with their next
        reports; the seats `agreed` have agreed to an undo.
        """
        if not isinstance(answer, NeedsConsent) or self._asked_by_mail.seats.isdisjoint(answer.of):
            return answer
        no = self._asked_by_mail.ask(self.name, answer, agreed)
        self._connection.hear_of_consent(None, "")
        return no or answer

    @property
    def requests(self) -> tuple[ConsentRequest, ...]:
        """The requests of this seat that wait for others, and those of others that wait for its consent, also those
        that came by mail to the host's table.
        """
        by_mail = () if self.is_watching else self._asked_by_mail.requests(self.name)
        return (*self._connection.requests, *by_mail)

    def agree(self, seat: str, request: int, reply: Reply) -> None:
        """Agree to a request, for a seat whose player sits at this screen."""
        if request > 0:
            reply(self._connection.agree(request, seat))
            return
        no = self._asked_by_mail.answer(seat, request, agrees=True)
        reply(no or self._now)
        self._connection.hear_of_consent(None, "")

    def refuse(self, request: int) -> None:
        """Refuse the request of another seat, or withdraw one of its own."""
        if request > 0:
            self._connection.refuse(request)
            return
        self._asked_by_mail.answer(self.name, request, agrees=False)
        self._connection.hear_of_consent(None, "")

    def deck_file(self, deck: int, reply: Callable[[bytes | Refused], None]) -> None:
        """Ask for the file of a deck, with its cards in order; refused unless the seat sees all of them."""
        reply(self._connection.deck_file(deck))

    # the past

    @property
    def taken_back(self) -> frozenset[int]:
        """The undone steps among the last few hundred."""
        last, numbers = self._connection.bookmark.number, self._numbers
        since = numbers.step(max(last - RECENT, numbers.before) + 1)
        return frozenset(numbers.number(seq) for seq in self.session.journal.taken_back() if seq >= since > 0) - {0}

    def history(self, most: int, reply: HearSteps) -> None:
        """Pass roughly this many of the last steps for this seat to `reply`, the oldest first. Raises JournalError."""
        reply(self._past.last(most))

    def retold(self, steps: Sequence[int], reply: HearSteps) -> None:
        """Pass these steps to `reply` as this seat knows them. Raises JournalError."""
        reply(self._past.steps(steps))

    def asked_back(self, order: int, reply: Callable[[AskedBack], None]) -> None:
        """Pass the steps that a waiting order asks to undo to `reply`; for the umpire, also the sides that
        noticed any.
        """
        reply(self._past.asked_back(order))

    def phase_so_far(self, reply: Callable[[Sequence[SeatStep]], None]) -> None:
        """Pass the steps since a tracker was last turned to `reply`; none in a replay. Raises JournalError."""
        reply(self._connection.phase_so_far())

    def sightings(self, most: int, reply: Callable[[PastSight], None]) -> None:
        """Pass the times at which sides saw pieces in roughly this many of the last steps to `reply`; none unless the
        seat sees everything. Raises JournalError.
        """
        reply(self._past.sightings(most))

    @property
    def _past(self) -> SeatHistory:
        return self._connection.history

    def told_ahead(self) -> Iterator[tuple[int, str, tuple[Told, ...]]]:
        """Yield the later steps of a replay, each with its number, its seat, and its messages for the sides whose view
        is shown.
        """
        review, sides = self._review, set(self.sides)
        for step in review.ahead() if review is not None else ():
            yield step.seq, step.by, tuple(one for one in step.told if one.sides is None or sides & set(one.sides))

    # looking

    def sit_as(self, name: str, sides: Sequence[str], answers: Answers, reply: Reply, role: str = "") -> None:
        """Act as another seat from now on, with these sides and their view, and with a role if one is given.

        The player at this screen is the host. If the table is not open, an umpire gives the seat; without an umpire,
        the seat that acts now can hand over its own sides.
        """
        game = self.session.game
        seat = seat_of(game, name)
        if {game.sides[side] for side in seat.sides} != set(sides) or seat.role_name != role:
            by, command = self._seating(name, tuple(sides), role)
            outcome = self.session.submit(by, command, answers)
            if not isinstance(outcome, Step):
                reply(outcome)
                return
        self._connection.turn_to(name)
        reply(self._now)

    def _seating(self, name: str, sides: tuple[str, ...], role: str) -> tuple[str, AnyCommand]:
        """Return the command that gives a player at this screen a seat, and the seat that sends it."""
        game = self.session.game
        own = {game.sides[side] for side in seat_of(game, self.name).sides}
        umpire = next((each for each, seat in game.seats.items() if seat.umpire), "")
        hands_over = self.name if set(sides) <= own and not role and name != self.name else ""
        giver = umpire or hands_over
        if game.access.kind == "open" or not giver:
            return name, TakeSeat(() if role else sides, role=role)
        return giver, GiveSeat(name, () if role else sides, role=role)

    def look_with(self, sides: Sequence[int], reply: Reply) -> None:
        """Show a replay, or a game that another program plays, as these sides see it."""
        self._connection.look_with(audience(sides))
        reply(self._now)

    def look_anew(self) -> None:
        """Send the whole view again to everybody at the table."""
        self.session.look_anew()

    def stand_at(self, seq: int, reply: Reply) -> None:
        """Move the replayed record to the position after a step. A step that cannot be read is refused."""
        review = self._review
        if review is None or not review.first <= seq <= review.end:
            reply(refused("not-possible", "no-such-step", seq=seq))
            return
        try:
            self._stand(review, seq)
        except JournalError as problem:
            reply(refused("not-possible", "in-other-words", words=str(problem)))
        else:
            reply(self._now)

    def _stand(self, review: Review, seq: int) -> None:
        if seq == review.last + 1:
            self.session.tell(review.go_on())
        elif seq == review.last - 1:
            self.session.tell(review.go_back())
        elif seq != review.last:
            review.stand_at(seq)
            self.session.look_anew()

    def follow(self, reply: Reply) -> None:
        """Read the steps that another program has recorded since. A record that cannot be read is refused."""
        try:
            self.session.follow()
        except JournalError as problem:
            reply(refused("not-possible", "in-other-words", words=str(problem)))
        else:
            reply(self._now)

    @property
    def _now(self) -> Confirmed:
        """The answer to a request that has made no step."""
        last = self._connection.bookmark.number
        return Confirmed(last, last)

    def leave(self) -> None:
        """Leave the table, so that the record can be closed."""
        self.session.leave(self._connection)


class _AskedByMail:
    """The requests by mail to and from seats at the host's table, with numbers below zero; none in any other game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: list[tuple[str, ConsentWanted | OwnRequest]] = []
        self._found: TableRequests | None = None

    @property
    def _table(self) -> "TableRequests | None":
        """The requests of the host's table; None as long as the game has no note of the mail."""
        journal = self._session.journal
        if self._found is None and journal.steps_by(MAIL, journal.first + 1):
            from tabletop.mail.table_requests import TableRequests

            self._found = TableRequests(self._session)
        return self._found

    @property
    def seats(self) -> frozenset[str]:
        """The seats whose players play by mail. Raises JournalError."""
        return self._table.by_mail if self._table is not None else frozenset()

    def requests(self, seat: str) -> tuple[ConsentRequest, ...]:
        """Return the requests to and from a seat. Raises JournalError."""
        table = self._table
        if table is None:
            return ()
        mailed, numbers = self._session.stream_by_mail(seat).numbers, self._session.stream(seat).numbers
        made = (
            ConsentRequest(
                self._number(seat, one),
                seat,
                one.missing,
                tuple(map(numbers.number, one.steps)),
                one.words,
                one.agreed,
            )
            for one in table.made(seat)
        )
        wanted = (
            ConsentRequest(
                self._number(seat, one),
                one.by,
                (seat,),
                tuple(numbers.number(mailed.step(step)) for step in one.steps),
                one.words,
            )
            for one in table.wanted(seat)
        )
        return *made, *wanted

    def _number(self, seat: str, asked: "ConsentWanted | OwnRequest") -> int:
        """Return the number of a request to or from a seat."""
        if (seat, asked) not in self._known:
            self._known.append((seat, asked))
        return -1 - self._known.index((seat, asked))

    def ask(self, seat: str, needed: NeedsConsent, agreed: frozenset[str]) -> Refused | None:
        """Ask the players whose consent a seat needs. Return None, or the refusal if that cannot be recorded."""
        table = self._table
        try:
            if table is not None:
                table.ask(seat, needed, agreed)
        except JournalError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        return None

    def answer(self, seat: str, request: int, *, agrees: bool) -> Refused | None:
        """Agree to a request, refuse it, or withdraw the seat's own. Return None, or the refusal if it no longer
        waits.
        """
        known = self._known[-1 - request] if -len(self._known) <= request < 0 else None
        table = self._table
        if table is None or known is None or known[0] != seat:
            return refused("not-possible", "no-longer-asked")
        try:
            return table.answer(seat, known[1], agrees=agrees)
        except JournalError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))


def seat_by_mail(record: Record) -> str:
    """Return the seat of a record of a game by mail; "" for any other record."""
    first = record.earliest()
    if first is None or not isinstance(first.command, ByMail):
        return ""
    from tabletop.mail import mail_seat

    return mail_seat.seat_by_mail(record)


def plays_by_mail(seat: TableSeat) -> bool:
    """Return whether a seat has a player's own record of a game by mail."""
    return isinstance(seat, LocalSeat) and bool(seat_by_mail(seat.file))


def last_report(record: Record) -> int:
    """Return the step of a seat's record by mail after which the news of its last report begins."""
    from tabletop.mail import mail_seat

    return mail_seat.last_report(record)


def mail_of(seat: TableSeat) -> "MailSeat | SharedSeat | None":
    """Return the mail of a seat whose record is beside its keys; None in a replay, or if the game is not played by
    mail.

    Raises MailError, OSError.
    """
    path = seat.file.path if isinstance(seat, LocalSeat) and seat.replay is None else None
    if not isinstance(seat, LocalSeat) or path is None or not seat_by_mail(seat.session.journal):
        return None
    from tabletop.mail.mail_inbox import seat_with
    from tabletop.mail.mail_keys import KEYS_SUFFIX, KeysFile

    keys = path.with_suffix(KEYS_SUFFIX)
    return seat_with(KeysFile.read(keys), seat.session, keys)


def sit_down(session: Session, seat: str, sides: tuple[str, ...], *, umpire: bool = False) -> Refused | None:
    """Give a player a seat with these sides, or the umpire's seat; return the refusal, or None."""
    outcome = session.submit(seat, TakeSeat(sides, umpire))
    return outcome if isinstance(outcome, Refused) else None


def open_game(path: Path, begun: Begun | None = None) -> Record:
    """Open a game to be played, and return its record. Raises `JournalError`; `JournalBusyError` if another program
    plays it.
    """
    return Journal.open(path, begun)


def watch_game(path: Path) -> Record:
    """Open a game that another program plays, and return its record. Raises `JournalError`."""
    return Journal.watch(path)


def replay_game(path: Path) -> Replayed:
    """Open a game to be replayed, and return its record. Raises `JournalError`."""
    return Review.of(path)


def create_game(path: Path | None, game: Game, seed: str, at_ms: int, told: tuple[Told, ...]) -> Record:
    """Begin a game in a new file, or only in memory, and return its record. Raises `JournalError`."""
    if path is None:
        return Journal.in_memory(game, seed, at_ms, told)
    return Journal.create(path, game, seed, at_ms, told)
