"""Execution of seats' orders, each with the rights of its seat. Undos and commands for all wait for consent."""

import base64
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, NamedTuple

from tabletop.game.actions.access import seat_of
from tabletop.game.change.hand_moves import turned
from tabletop.game.change.outcome import Asks, Refused, refused
from tabletop.game.change.patch import Grant, Proceed, Sit
from tabletop.game.change.step import Step
from tabletop.game.change.told import Told
from tabletop.game.commands import ActFor, AllowOrder, AnyCommand, Batch, ChangeAccess, GiveSeat, Report, TakeSeat
from tabletop.game.sight.audience_names import is_too_deep, renamed
from tabletop.journal.records import DRAWS_STAND
from tabletop.mail.letters import ConsentWanted, OrderAnswer, WrittenOrder, decode_letter
from tabletop.mail.mail_notes import (
    ConsentAsked,
    ConsentGiven,
    ConsentRefused,
    MailNote,
    OrderAnswered,
    OrdersOpened,
    ReportSent,
    note_in,
)
from tabletop.mail.turn_file import encoded
from tabletop.session import ANYWAY, InTheWay, NeedsConsent, Session
from tabletop.texts import listed, text

_CONSENTING: Final = ((ANYWAY, True),)


class OwnRequest(NamedTuple):
    """A request of a seat that waits: to undo `steps` of the record, or to carry out the command that `words` describe.

    `request` counts the commands for which seats have asked, from 1; 0 for an undo. `missing` are the seats that must
    still agree.
    """

    steps: tuple[int, ...]
    request: int
    words: str
    missing: tuple[str, ...]
    agreed: tuple[str, ...]


class OrderBook:
    """An executor of seats' orders in a session. It also keeps the undos and commands that wait for consent.

    `write` adds a note to the record, with messages to sides; then `take_in` must be called with the note. With
    `always_asks`, as in a game without a host, the undo of any order that was sent needs consent, and so does a command
    with words for the others.
    """

    def __init__(
        self, session: Session, write: Callable[[MailNote, tuple[Told, ...]], None], *, always_asks: bool = False
    ) -> None:
        self._session = session
        self._write = write
        self._always_asks = always_asks
        self._asked: dict[tuple[int, ...], _UndoRequest] = {}
        self._commands: list[_CommandRequest] = []

    def take_in(self, note: MailNote) -> None:
        """Apply notes about consent."""
        match note:
            case ConsentAsked() if note.order:
                self._commands.append(_CommandRequest(note))
            case ConsentGiven(by=by, request=request) if request:
                self._commands[request - 1].agreed.add(by)
            case ConsentRefused(request=request) if request:
                self._commands[request - 1].has_ended = True
            case ConsentRefused(steps=steps):
                self._asked.pop(steps, None)
            case ConsentAsked(by=by, steps=steps, of=of, since=since):
                self._asked[steps] = _UndoRequest(by, {by}, of, since)
            case ConsentGiven(by=by, steps=steps) if steps in self._asked:
                self._asked[steps].agreed.add(by)

    def carried_out(self, seat: str, opened: int) -> list[Step]:
        """Return the steps of the finished orders of a turn, one for each; `opened` is the step at which the turn was
        opened.

        Each order left one step in the record, even if it was refused. Draws of an order that was refused later are in
        steps of their own. An agreement to an undo may have added other steps.
        """
        return [
            step
            for step in self._session.journal.steps(opened + 1)
            if _is_result(note_in(step.command))
            or (step.by == seat and all(one.key != DRAWS_STAND for one in step.told))
        ]

    def obey(self, seat: str, number: int, order: WrittenOrder, changed: set[int], opened: int) -> OrderAnswer | None:
        """Carry out an order of a seat's turn. Return None, or an answer if the order was not carried out.

        `opened` is the step at which the turn was opened. `changed` are things that have changed since the order was
        written; an order that names one is refused as stale.
        """
        session, who = self._session, self._session.audience_of(seat)
        if order.takes_back:
            return self._take_back(seat, number, order.takes_back)
        if order.agrees_to or order.consents_to:
            no = self.answer(seat, order.agrees_to, order.consents_to, refuses=order.refuses)
            return OrderAnswer(number, no) if no is not None else None
        forbidden = _why_forbidden(order.command)
        if order.command is None or forbidden is not None:
            return OrderAnswer(number, forbidden)
        if changed and not changed.isdisjoint(_named(order.command)):
            return OrderAnswer(number, refused("stale", "changed-meanwhile"))
        command = self._in_names(seat, number, order, opened)
        if command is None:
            return OrderAnswer(number, refused("not-possible", "mail-order-of-nothing"))
        meant = session.names(who).true_command(command)
        if isinstance(meant, Refused):
            return OrderAnswer(number, meant)
        others = self._others(seat)
        if order.asks and self._always_asks and others:
            words = dict.fromkeys((seat, *others), order.asks)
            self._ask(seat, WrittenOrder(meant, order.answers), words, others)
            return OrderAnswer(number, of=others)
        match session.submit(seat, meant, order.answers):
            case Refused() as no:
                return OrderAnswer(number, no)
            case Asks(prompt=prompt):
                return OrderAnswer(number, refused("not-possible", "mail-order-asks", question=prompt.question))
            case NeedsConsent() as needed:
                self.ask(seat, needed)
                return OrderAnswer(number, of=needed.of)
        return None

    def ask(self, seat: str, needed: NeedsConsent, agreed: Iterable[str] = ()) -> None:
        """Let a request of a seat wait in the record instead of the session, so that players by mail can be asked.

        The seats `agreed` at the host's table have agreed to an undo.
        """
        request = self._session.consents.waiting(seat)[needed.request]
        self._session.consents.refuse(seat, needed.request)
        steps, command = request.steps, request.command
        if command is not None:
            words = dict(request.words)
            if isinstance(command, AllowOrder) and (held := self._session.game.held.get(command.order)) is not None:
                words |= {name: _undo_words(held.seat, self.known(name, steps)) for name in needed.of}
            self._ask(seat, WrittenOrder(command, request.answers), words, needed.of)
        elif steps not in self._asked:
            self._write(ConsentAsked(seat, steps, of=needed.of, since=self._session.journal.last), ())
            for name in agreed:
                self._write(ConsentGiven(name, steps, at_table=True), ())

    def _ask(self, seat: str, order: WrittenOrder, words: dict[str, str], of: tuple[str, ...]) -> None:
        """Ask the seats `of` to agree to an order of a seat, unless they are asked already."""
        written = base64.b64encode(encoded(order)).decode()
        if not any(
            (one.note.by, one.note.order) == (seat, written) and not self._is_over(one) for one in self._commands
        ):
            self._write(ConsentAsked(seat, (), written, words, of, self._session.journal.last), ())

    def _others(self, seat: str) -> tuple[str, ...]:
        """Return the other seats that play a side."""
        return tuple(name for name, each in self._session.game.seats.items() if each.sides and name != seat)

    def _in_names(self, seat: str, number: int, order: WrittenOrder, opened: int) -> AnyCommand | None:
        """Return the command of an order in the names of its seat, also for procedures that the turn itself has begun.

        Return None if one of them was not begun, or is over.
        """
        if order.command is None or not order.begun:
            return order.command
        names = self._session.names(self._session.audience_of(seat))
        before = frozenset(self._session.journal.game_at(opened).frames)
        steps = self.carried_out(seat, opened)

        def name(called: int) -> int | None:
            if called >= 0:
                return called
            if -called > len(order.begun):
                return None
            back, place = order.begun[-called - 1]
            at = number - 1 - back
            found = begun_by(steps[at], before) if 0 <= at < len(steps) else []
            return names.frame(found[place]) if 0 <= place < len(found) else None

        return renamed(order.command, name)

    def _take_back(self, seat: str, number: int, numbers: tuple[int, ...]) -> OrderAnswer | None:
        known = self._session.stream_by_mail(seat).numbers
        steps = tuple(sorted({known.step(each) for each in numbers}))
        if any(map(self._seated, filter(None, steps))):
            return OrderAnswer(number, refused("not-possible", "mail-order-of-seats"))
        others = self._others(seat)
        if self._always_asks and others and all(steps):
            self._write(ConsentAsked(seat, steps, of=others), ())
            return OrderAnswer(number, of=others)
        outcome = self._session.undoing.take_back(seat, steps if all(steps) else (), frozenset({seat}), _CONSENTING)
        match outcome:
            case Step():
                return None
            case NeedsConsent() as needed:
                self.ask(seat, needed)
                return OrderAnswer(number, of=needed.of)
            case Refused():
                return OrderAnswer(number, outcome)
            case InTheWay(because=because):
                return OrderAnswer(number, refused("not-possible", "in-other-words", words=because))
        return OrderAnswer(number, refused("not-possible", "nothing-undone"))

    def _seated(self, step: int) -> bool:
        """Return whether a step of the record changed seats or access."""
        found = self._session.journal.steps(step, step)
        return any(isinstance(change, Sit | Grant) for each in found for change in each.patch)

    def answer(
        self, seat: str, numbers: tuple[int, ...], request: int, *, refuses: bool, at_table: bool = False
    ) -> Refused | None:
        """Agree to the undo of the steps with these numbers of a seat, or to its `request` for a command; or refuse it,
        which ends it. Return None, or the refusal if nobody asks that.

        Once nobody's consent is missing, the undo or the command is carried out.
        """
        steps = next((steps for steps in self._asked if numbers and self.known(seat, steps) == numbers), ())
        known = self._asked_of(seat)
        asked = known[request - 1] if 0 < request <= len(known) else None
        place = self._commands.index(asked) + 1 if asked is not None else 0
        if not (steps and self._asked[steps].asks(seat)) and (
            asked is None or seat in asked.agreed or self._is_over(asked)
        ):
            return refused("not-possible", "no-longer-asked")
        if refuses:
            told = self._told("request-refused", steps, asked, player=seat)
            self._write(ConsentRefused(seat, steps, place, at_table), told)
        else:
            self._agree(seat, steps, place, at_table=at_table)
        return None

    def let_agree(self) -> None:
        """Let seats agree to undos of steps that they did not notice, with their next turn, or what they next do at the
        host's table.

        They are not asked, since that would tell them of the steps. But the asker may not learn that they noticed
        nothing: so the undo waits as long as if each of them had been asked, and had agreed at the first opportunity.
        """
        for steps, wanted in list(self._open_undos()):
            for seat in self._session.game.seats:
                if wanted.asks(seat) and not self.known(seat, steps) and self._has_acted(seat, wanted.since):
                    self._agree(seat, steps, at_table=True)

    def _has_acted(self, seat: str, since: int) -> bool:
        """Return whether a seat has sent a turn, or acted at the host's table, after the first report that was sent
        since a step.
        """
        is_reported = False
        for step in self._session.journal.steps(since + 1):
            note = note_in(step.command)
            is_reported |= isinstance(note, ReportSent)
            if is_reported and (step.by == seat or (isinstance(note, OrdersOpened) and note.seat == seat)):
                return True
        return False

    def _agree(self, seat: str, steps: tuple[int, ...], place: int = 0, *, at_table: bool) -> None:
        """Note that a seat agrees to an undo of steps, or to the command at this place, and carry it out once nobody's
        consent is missing.
        """
        asked = self._commands[place - 1] if place else None
        told = self._told("request-lapsed", steps, asked)
        self._write(ConsentGiven(seat, steps, place, at_table), ())
        if not (self._agreed_to_undo(steps) if steps else self._agreed_to(asked)):
            self._write(ConsentRefused("", steps, place), told)

    def _told(
        self, key: str, steps: tuple[int, ...], asked: "_CommandRequest | None", **facts: str
    ) -> tuple[Told, ...]:
        """Return the message about the end of a request, for the sides of the seat that has asked."""
        by = asked.note.by if asked is not None else self._asked[steps].by
        words = asked.note.words[by] if asked is not None else ""
        return (Told(key, {"words": words, **facts}, sides=seat_of(self._session.game, by).sides),)

    def _agreed_to_undo(self, steps: tuple[int, ...]) -> bool:
        """Undo steps if nobody's consent is missing. Return False if that is no longer possible."""
        wanted = self._asked[steps]
        outcome = self._session.undoing.take_back(wanted.by, steps, frozenset(wanted.agreed), _CONSENTING)
        if isinstance(outcome, Step):
            del self._asked[steps]
        elif isinstance(outcome, NeedsConsent):
            self._session.consents.refuse(wanted.by, outcome.request)
        return isinstance(outcome, Step | NeedsConsent)

    def _agreed_to(self, asked: "_CommandRequest | None") -> bool:
        """Carry out a command if nobody's consent is missing. Return False if that is no longer possible."""
        if asked is None or not asked.agreed.issuperset(asked.note.of):
            return True
        by, order = asked.note.by, asked.order
        if order.command is None:
            return False
        outcome = self._session.submit(by, order.command, order.answers, agreed=frozenset(asked.agreed))
        if isinstance(outcome, NeedsConsent):
            self._session.consents.refuse(by, outcome.request)
        return isinstance(outcome, Step)

    def _asked_of(self, seat: str) -> list["_CommandRequest"]:
        """Return all commands to which a seat was ever asked to agree, in order."""
        return [one for one in self._commands if seat in one.note.of and seat in one.note.words]

    def _is_over(self, asked: "_CommandRequest") -> bool:
        """Return whether a request for a command is over: all have agreed, somebody has refused, the phase has ended,
        or seats have changed. A request about a waiting order ends with the order instead of the phase.
        """
        if asked.has_ended or asked.agreed.issuperset(asked.note.of):
            return True
        later = list(self._session.journal.steps(asked.note.since + 1))
        if any(isinstance(change, Sit) for step in later for change in step.patch):
            return True
        command = asked.order.command
        if isinstance(command, AllowOrder):
            return command.order not in self._session.game.held
        return any(map(turned, later))

    def known(self, seat: str, steps: Iterable[int]) -> tuple[int, ...]:
        """Return a seat's own numbers for steps of the record. Steps that it did not notice are left out."""
        numbers = self._session.stream_by_mail(seat).numbers
        return tuple(filter(None, map(numbers.number, steps)))

    def open_answers(self, seat: str, notes: Iterable[MailNote]) -> tuple[OrderAnswer, ...]:
        """Return the answers to the orders of a seat's turn, given the notes about them. Requests that no longer wait
        for consent are left out.
        """
        found, asked = [], None
        for note in notes:
            if isinstance(note, ConsentAsked):
                asked = note
            elif isinstance(note, OrderAnswered):
                if note.refused is not None or self._still_waits(seat, asked, note.of):
                    found.append(OrderAnswer(note.order, note.refused, note.of))
                asked = None
        return tuple(found)

    def _still_waits(self, seat: str, asked: ConsentAsked | None, of: tuple[str, ...]) -> bool:
        """Return whether a request of a seat still waits for consent. A request without a note of its own repeats an
        earlier one to the same seats.
        """
        if asked is not None and not asked.order:
            return asked.steps in self._asked and not self._session.journal.taken_back().intersection(asked.steps)
        alike = (one for one in self._commands if one.note == asked or (not asked and one.note.of == of))
        return any(one.note.by == seat and not self._is_over(one) for one in alike)

    def wanted(self, seat: str) -> tuple[ConsentWanted, ...]:
        """Return the undos and commands to which a seat is asked to agree."""
        found = ((one.by, self.known(seat, steps)) for steps, one in self._open_undos() if one.asks(seat))
        undos = (ConsentWanted(by, numbers) for by, numbers in found if numbers)
        commands = (
            ConsentWanted(one.note.by, (), number, one.note.words[seat])
            for number, one in enumerate(self._asked_of(seat), 1)
            if seat not in one.agreed and not self._is_over(one)
        )
        return *undos, *commands

    def _open_undos(self) -> Iterator[tuple[tuple[int, ...], "_UndoRequest"]]:
        """Yield the undos that wait for consent, with their steps."""
        off = self._session.journal.taken_back()
        return ((steps, one) for steps, one in self._asked.items() if not off.intersection(steps))

    def made(self, seat: str) -> tuple[OwnRequest, ...]:
        """Return the requests of a seat that wait for others."""
        undos = (
            OwnRequest(steps, 0, "", *_parted(one.of, one.agreed))
            for steps, one in self._open_undos()
            if one.by == seat
        )
        commands = (
            OwnRequest((), place, one.note.words[seat], *_parted(one.note.of, one.agreed))
            for place, one in enumerate(self._commands, 1)
            if one.note.by == seat and not self._is_over(one)
        )
        return *undos, *commands

    def withdraw(self, seat: str, made: OwnRequest) -> Refused | None:
        """Withdraw a request of a seat. Return None, or the refusal if it no longer waits."""
        if (made.steps, made.request) not in [(one.steps, one.request) for one in self.made(seat)]:
            return refused("not-possible", "no-longer-asked")
        self._write(ConsentRefused(seat, made.steps, made.request, at_table=True), ())
        return None


def _parted(of: tuple[str, ...], agreed: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return those of the seats that have not agreed, and those that have."""
    return tuple(name for name in of if name not in agreed), tuple(name for name in of if name in agreed)


def _undo_words(by: str, numbers: tuple[int, ...]) -> str:
    """Return the sentence that a seat asks to undo the actions with these numbers."""
    return text("consent-wanted", seat=by, steps=listed(list(map(str, numbers))), count=len(numbers))


class _UndoRequest:
    """An undo that a seat has asked for after the step `since`, and the seats that have agreed so far."""

    def __init__(self, by: str, agreed: set[str], of: tuple[str, ...], since: int) -> None:
        self.by = by
        self.agreed = agreed
        self.of = of
        self.since = since

    def asks(self, seat: str) -> bool:
        """Return whether a seat is asked and has not agreed yet. Records of earlier versions do not name the seats."""
        return seat not in self.agreed and (not self.of or seat in self.of)


class _CommandRequest:
    """A command for which a seat has asked, with the seats that have agreed so far."""

    def __init__(self, note: ConsentAsked) -> None:
        self.note = note
        self.agreed = {note.by}
        self.has_ended = False

    @property
    def order(self) -> WrittenOrder:
        """The order that will be carried out, with true ids."""
        return decode_letter(base64.b64decode(self.note.order), WrittenOrder)


def _is_result(note: MailNote | None) -> bool:
    """Return whether a note is the result of an order of a turn."""
    match note:
        case OrderAnswered():
            return True
        case ConsentGiven(at_table=at_table) | ConsentRefused(at_table=at_table):
            return bool(note.by) and not at_table
    return False


def begun_by(step: Step, before: Collection[int]) -> list[int]:
    """Return the procedures that a step begins or continues and that still run, without those of `before`; oldest
    first.
    """
    runs = {change.id: change.frame is not None for change in step.patch if isinstance(change, Proceed)}
    return sorted(id for id, is_running in runs.items() if is_running and id not in before)


def _why_forbidden(command: AnyCommand | None) -> Refused | None:
    """Return the reason why a command can never be ordered by mail; None if it can. The command None is one that could
    not be decoded.
    """
    if command is None:
        return refused("not-possible", "mail-order-unreadable")
    if is_too_deep(command):
        return refused("not-possible", "mail-order-not-possible")
    return refused("not-possible", "mail-order-of-seats") if changes_seats(command) else None


def changes_seats(command: AnyCommand | None) -> bool:
    """Return whether a command changes seats or access, which cannot be ordered by mail."""
    match command:
        case TakeSeat() | GiveSeat() | ChangeAccess():
            return True
        case AllowOrder(instead=instead):
            return changes_seats(instead)
        case ActFor(command=meant):
            return changes_seats(meant)
        case Batch(commands=commands) | Report(commands=commands):
            return any(map(changes_seats, commands))
    return False


def _named(command: AnyCommand) -> set[int]:
    """Return the names of things in a command."""
    found: set[int] = set()

    def note(name: int) -> int:
        found.add(name)
        return name

    renamed(command, note)
    return found
