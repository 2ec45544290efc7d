"""The host of a game by mail.

It admits seats, carries out their orders with their rights, and reports to them. Everything that it knows is in the
record of the game. A person with this record and the host's keys sees everything.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec.structs import replace

from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.step import MAIL, Step
from tabletop.game.change.told import Told
from tabletop.game.commands import GiveSeat, TakeSeat
from tabletop.game.sight.seen_changes import Delta, whole
from tabletop.game.state.game import Game, Seat
from tabletop.log_titles import side_title
from tabletop.mail.letters import (
    MOST_ORDERS,
    ConsentWanted,
    Invitation,
    JoinLetter,
    OrderAnswer,
    Orders,
    TableHeader,
    TurnReport,
    decode_letter,
    decode_orders,
    first_link,
    links,
)
from tabletop.mail.mail_errors import MailError
from tabletop.mail.mail_keys import MailKey, fingerprint
from tabletop.mail.mail_notes import (
    Admitted,
    ConsentAsked,
    ConsentGiven,
    ConsentRefused,
    Hosted,
    MailNote,
    OrderAnswered,
    OrdersOpened,
    ReportSent,
    by_mail,
    note_in,
)
from tabletop.mail.order_book import OrderBook
from tabletop.mail.turn_file import (
    HOST,
    MOST_TURN_BYTES,
    LetterCover,
    TurnFile,
    encoded,
    is_same_file,
    read_turn_file,
    refuse_name,
    sealed_letter,
    signed,
)
from tabletop.session import Bookmark, Session, StreamEntry
from tabletop.texts import listed, text

MOST_NEWS_BYTES: Final = 8 << 20
"""The number of bytes of news after which a report is cut. It is much less than the largest turn file, since a report
may also contain a whole view.
"""


class OrdersCarriedOut(NamedTuple):
    """The result of opening a turn, with the answers to orders that were not carried out."""

    seat: str
    turn: int
    orders: int
    answers: tuple[OrderAnswer, ...]

    @property
    def sentence(self) -> str:
        """The result in a sentence."""
        done = self.orders - len(self.answers)
        return text("orders-carried-out", seat=self.seat, turn=self.turn, done=done, count=self.orders)


class _OpenedTurn(NamedTuple):
    """A turn that was opened: its note, and the number of the step with this note."""

    note: OrdersOpened
    seq: int


class _Begun(NamedTuple):
    """The start of the chain of a seat's stream, which begins with the whole view after step `seq`."""

    stream: int
    number: int
    seq: int


class _Member:
    """A seat that was admitted, and the state of its mail."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.turns: list[_OpenedTurn] = []
        self.sent: dict[int, tuple[int, bytes]] = {}
        self.begun = _Begun(0, 0, 0)
        self.is_due = True
        self.told_up_to = 0

    @property
    def next_since(self) -> int:
        """The number of the last stream entry that the next report can leave out: the seat has read it, or has got it
        in an earlier part of a long report.
        """
        return max(self.read_up_to, self.told_up_to)

    @property
    def read_up_to(self) -> int:
        """The number of the last entry that the seat has read, as its last turn says; at first, the number with which
        its stream begins.
        """
        return max(self.turns[-1].note.after if self.turns else 0, self.begun.number)

    def take_in(self, note: ReportSent, seq: int) -> None:
        """Apply the note that a report was sent."""
        if note.anew:
            self.sent = {}
            self.begun = _Begun(note.stream, note.number, seq - 1)
        self.sent[note.number] = note.stream, bytes.fromhex(note.link)
        self.is_due = note.goes_on
        self.told_up_to = note.number if note.goes_on else 0


class MailHost:
    """The host of a game by mail: it admits seats, carries out their turns, and writes reports to them.

    It notes all this in the record of the game.
    """

    def __init__(
        self, session: Session, key: MailKey, new_name: Callable[[], str], titles: Mapping[str, str] | None = None
    ) -> None:
        """Read the notes in the record. If there are none, add the note that the game is now played by mail, under a
        new name. `titles` are those of the sides, by id.
        """
        self._titles = titles or {}
        self._session = session
        self._key = key
        self.game = ""
        self._members: dict[str, _Member] = {}
        self._book = OrderBook(session, self._note)
        self._reports: Counter[str] = Counter()
        self._keys_known: set[tuple[str, str]] = set()
        for step in session.journal.steps(session.journal.first + 1):
            note = note_in(step.command)
            if note is not None:
                self._take_in(note, step.seq)
        if not self.game:
            self._note(Hosted(new_name()))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that were admitted."""
        return tuple(self._members)

    @property
    def unfinished(self) -> str:
        """The hash of the turn file whose orders were interrupted by the end of the program; "" for none."""
        last = max(
            (one for each in self._members.values() for one in each.turns), key=lambda one: one.seq, default=None
        )
        return last.note.digest if last is not None and self._done(last) < last.note.count else ""

    def _note(self, note: MailNote, told: tuple[Told, ...] = ()) -> None:
        step = self._session.note(MAIL, by_mail(note), told)
        if isinstance(step, Refused):
            raise MailError(step.because)
        self._take_in(note, step.seq)

    def _take_in(self, note: MailNote, seq: int) -> None:
        match note:
            case Hosted(game=game):
                self.game = game
            case Admitted(seat=seat, key=key):
                self._members[seat] = _Member(bytes.fromhex(key))
                self._keys_known.add((seat, key))
            case OrdersOpened(seat=seat) if seat in self._members:
                self._members[seat].turns.append(_OpenedTurn(note, seq))
                self._members[seat].is_due = True
                self._members[seat].told_up_to = 0
            case ConsentAsked(steps=steps, of=of, order=order):
                self._book.take_in(note)
                for seat, member in self._members.items():
                    member.is_due |= seat in of if order else bool(self._book.known(seat, steps))
            case ConsentGiven() | ConsentRefused():
                self._book.take_in(note)
            case ReportSent(seat=seat) if seat in self._members:
                self._members[seat].take_in(note, seq)
                self._reports[seat] += not note.anew

    # letters

    def invitation(self, title: str) -> bytes:
        """Return the invitation to this game, for everybody."""
        sides = self._session.game.sides
        letter = Invitation(title, sides, self.titles_of(sides))
        return signed(self._key, LetterCover(self.game, "invitation", HOST, "", encoded(letter)))

    def titles_of(self, sides: Iterable[str]) -> tuple[str, ...]:
        """Return the titles of these sides and cells, which are given by id."""
        return tuple(side_title(self._titles, side) for side in sides)

    def joining(self, data: bytes) -> tuple[str, JoinLetter, str]:
        """Return the seat, the letter, and the fingerprint of the key in a request to join. Raises MailError."""
        file = read_turn_file(data, MOST_TURN_BYTES)
        self._refuse_others(file, "joining")
        refuse_name(file.cover.by)
        return file.cover.by, decode_letter(file.cover.content, JoinLetter), fingerprint(file.signer)

    def has_carried_out(self, digest: str) -> bool:
        """Return whether all orders of a turn file have already been carried out."""
        known = (one.note.digest for member in self._members.values() for one in member.turns)
        return digest in known and digest != self.unfinished

    def is_admitted(self, data: bytes) -> bool:
        """Return whether the sender of a letter to join was ever admitted with this key."""
        file = read_turn_file(data)
        return (file.cover.by, file.signer.hex()) in self._keys_known

    def reports(self, seat: str) -> int:
        """Return the number of reports sent to a seat."""
        return self._reports[seat]

    def held_by(self, seat: str) -> str:
        """Return a sentence about the seat at the table that already has this name; "" if none has."""
        held = self._session.game.seats.get(seat)
        if held is None:
            return ""
        sides = self._sides_of(held)
        key = "seat-is-umpire" if held.umpire else "seat-has-sides" if sides else "seat-observes"
        return text(key, seat=seat, sides=listed(self.titles_of(sides)))

    def admit(self, data: bytes, *, keeps_seat: bool = False) -> str:
        """Admit the sender of a letter to join, or admit a seat again that has lost its keys; return the seat.

        The sender gets the seat with the name in the letter. If this seat is an umpire's, or plays other sides than the
        letter asks for, the host must confirm with `keeps_seat` that the seat stays as it is. Raises MailError.
        """
        seat, letter, _ = self.joining(data)
        public, sides = read_turn_file(data).signer, self._session.game.sides
        held, wanted = self._session.game.seats.get(seat), listed(self.titles_of(letter.sides))
        if held is not None and not keeps_seat and (held.umpire or {*self._sides_of(held)} != {*letter.sides}):
            raise MailError(text("seat-held-otherwise", held=self.held_by(seat), sides=wanted))
        for other in self._members:
            if other != seat and is_same_file(seat, other):
                raise MailError(text("mail-name-alike", seat=seat, other=other))
        if held is None:
            if not letter.sides or not set(letter.sides) <= set(sides):
                raise MailError(text("mail-no-such-side", seat=seat, known=listed(self.titles_of(sides))))
            umpire = next((name for name, each in self._session.game.seats.items() if each.umpire), "")
            if not umpire and self._session.game.access.kind == "moderated":
                raise MailError(text("mail-umpire-first", command='{"do": "take-seat", "umpire": true}'))
            seating = GiveSeat(seat, letter.sides) if umpire else TakeSeat(letter.sides)
            outcome = self._session.submit(umpire or seat, seating)
            if not isinstance(outcome, Step):
                raise MailError(outcome.prompt.question if isinstance(outcome, Asks) else outcome.because)
        self._note(Admitted(seat, public.hex()))
        return seat

    def _sides_of(self, seat: Seat) -> tuple[str, ...]:
        return tuple(self._session.game.sides[side] for side in seat.sides)

    def open(self, data: bytes) -> OrdersCarriedOut:
        """Carry out the orders of a turn file, and return the result. Raises MailError, which explains why they are not
        carried out.
        """
        file = read_turn_file(data, MOST_TURN_BYTES)
        self._refuse_others(file, "orders")
        seat = file.cover.by
        member = self._members.get(seat)
        if member is None:
            raise MailError(text("mail-not-admitted", seat=seat))
        if file.signer != member.key:
            raise MailError(text("mail-other-key", seat=seat))
        orders = decode_orders(self._key.unseal(file.cover.content))
        if len(orders.orders) > MOST_ORDERS:
            raise MailError(text("turn-file-too-large"))
        opened = self._opened(seat, member, orders, file.digest.hex())
        self._carry_out(seat, orders, opened)
        return OrdersCarriedOut(seat, orders.turn, len(orders.orders), self._answers_to(member))

    def _refuse_others(self, file: TurnFile, kind: str) -> None:
        if file.cover.game != self.game:
            raise MailError(text("turn-file-other-game"))
        if file.cover.kind != kind or file.cover.to != HOST:
            raise MailError(text("turn-file-not-for-host"))

    def _opened(self, seat: str, member: _Member, orders: Orders, digest: str) -> _OpenedTurn:
        """Return a turn with its note. For a new turn, a note is added to the record; an interrupted turn already has
        its note there. Raises MailError if the turn cannot be carried out.
        """
        waiting = self.unfinished
        last = member.turns[-1] if member.turns else None
        if waiting == digest and last is not None:
            return last
        known = {one.note.digest for one in member.turns}
        if digest in known:
            raise MailError(text("turn-opened-already", seat=seat, turn=orders.turn))
        if waiting:
            raise MailError(text("turn-unfinished"))
        behind = last.note.turn if last is not None else 0
        if orders.turn <= behind:
            raise MailError(text("turn-forked", seat=seat, turn=orders.turn))
        if orders.turn > behind + 1:
            raise MailError(text("turn-too-early", seat=seat, turn=orders.turn, missing=behind + 1))
        if orders.previous.hex() != (last.note.digest if last is not None else ""):
            raise MailError(text("turn-forked", seat=seat, turn=orders.turn - 1))
        if member.sent.get(orders.after.number) != (orders.after.stream, orders.link):
            raise MailError(text("turn-continues-nothing", seat=seat, turn=orders.turn))
        self._note(OrdersOpened(seat, orders.turn, digest, len(orders.orders), orders.after.number))
        return member.turns[-1]

    # orders

    def _done(self, opened: _OpenedTurn) -> int:
        """Return the number of finished orders of a turn."""
        return len(self._book.carried_out(opened.note.seat, opened.seq))

    def _carry_out(self, seat: str, orders: Orders, opened: _OpenedTurn) -> None:
        connection = self._session.join(seat)
        try:
            stream = self._session.stream_by_mail(seat)
            news = (entry for entry in stream.entries(orders.after.number) if entry.by != seat)
            changed = {name for entry in news for name, _ in entry.delta.pieces}
            for number, order in list(enumerate(orders.orders, 1))[self._done(opened) :]:
                answer = self._book.obey(seat, number, order, changed, opened.seq)
                if answer is not None:
                    self._note(OrderAnswered(answer.order, answer.refused, answer.of))
        finally:
            self._session.leave(connection)

    # reports

    def report(self, seat: str) -> bytes | None:
        """Return a report to a seat on everything that it has not read; None if everything was already sent.

        The record notes that the report was sent. A long report is cut, and the next one contains the rest. Undos that
        wait only for seats that did not notice their steps are done before it, once it is time (`OrderBook.let_agree`).
        """
        self._book.let_agree()
        member = self._members[seat]
        stream = self._session.stream_by_mail(seat).bookmark.stream
        if member.begun.stream != stream:
            self._begin(seat, member)
        now = self._session.stream_by_mail(seat).bookmark
        if not member.is_due and now.number in member.sent:
            return None
        report = self._report(seat, member)
        goes_on = report.bookmark != now
        self._note(ReportSent(seat, stream, report.bookmark.number, report.link.hex(), goes_on=goes_on))
        cover = LetterCover(self.game, "report", HOST, seat, encoded(report))
        return sealed_letter(self._key, cover, member.key)

    def asked_here(self) -> Iterator[tuple[str, ConsentWanted]]:
        """Yield the requests to seats that were not admitted, with each seat. Their players sit at the host's table."""
        for seat in self._session.game.seats:
            if seat not in self._members:
                yield from ((seat, wanted) for wanted in self._book.wanted(seat))

    def _begin(self, seat: str, member: _Member) -> None:
        """Begin the chain of a seat's stream at its current view."""
        now = self._session.stream_by_mail(seat).bookmark
        link = first_link(now, self._whole(seat, self._session.game))
        self._note(ReportSent(seat, now.stream, now.number, link.hex(), anew=True))
        member.is_due = True

    def _report(self, seat: str, member: _Member) -> TurnReport:
        session, since = self._session, member.next_since
        stream, link = session.stream_by_mail(seat), member.sent[since][1]
        seen = table = None
        if since == member.begun.number:
            then = session.journal.game_at(member.begun.seq)
            seen = self._whole(seat, then)
            sees_all = session.audience_of(seat).sees_all(then)
            table = TableHeader(then.sides, then.maps, then.module, then.scenario, sees_all)
        entries = tuple(_fitting(replace(one, delta=self._sent(seat, one.delta)) for one in stream.entries(since)))
        bookmark = Bookmark(stream.bookmark.stream, since + len(entries))
        last = links(link, entries)[-1] if entries else link
        last_turn = member.turns[-1].note if member.turns else None
        turn, digest = (last_turn.turn, bytes.fromhex(last_turn.digest)) if last_turn is not None else (0, b"")
        is_last = bookmark == stream.bookmark
        answers, wanted = (self._open_answers(seat, member), self._book.wanted(seat)) if is_last else ((), ())
        return TurnReport(since, link, bookmark, last, entries, seen, table, turn, answers, wanted, digest)

    def _whole(self, seat: str, game: Game) -> Delta:
        """Return the whole view of a seat, as it is sent."""
        return self._sent(seat, whole(game, self._session.audience_of(seat)))

    def _sent(self, seat: str, delta: Delta) -> Delta:
        """Return a part of a seat's view as it is sent: waiting requests name the steps to undo by their numbers in the
        seat's stream.
        """
        if not any(order is not None and order.steps for _, order in delta.held):
            return delta
        number = self._session.stream_by_mail(seat).numbers.number
        held = ((id, order and replace(order, steps=tuple(map(number, order.steps)))) for id, order in delta.held)
        return replace(delta, held=tuple(held))

    def _open_answers(self, seat: str, member: _Member) -> tuple[OrderAnswer, ...]:
        """Return the answers to the orders of a seat's last turn, without requests that no longer wait."""
        return self._book.open_answers(seat, self._notes_on(member))

    def _answers_to(self, member: _Member) -> tuple[OrderAnswer, ...]:
        """Return the answers to the orders of a seat's last turn."""
        notes = self._notes_on(member)
        return tuple(OrderAnswer(one.order, one.refused, one.of) for one in notes if isinstance(one, OrderAnswered))

    def _notes_on(self, member: _Member) -> Iterator[MailNote]:
        """Return the notes about a seat's last turn: those from its opening to the next opening of any turn."""
        after = self._session.journal.steps(member.turns[-1].seq + 1) if member.turns else ()
        return takewhile(lambda note: not isinstance(note, OrdersOpened), _notes(after))


def _fitting(entries: Iterable[StreamEntry]) -> Iterator[StreamEntry]:
    """Yield the first entries for one report: up to the entry with which they are larger than MOST_NEWS_BYTES."""
    size = 0
    for entry in entries:
        yield entry
        size += len(encoded(entry))
        if size > MOST_NEWS_BYTES:
            return


def _notes(steps: Iterable[Step]) -> Iterator[MailNote]:
    for step in steps:
        note = note_in(step.command)
        if note is not None:
            yield note
