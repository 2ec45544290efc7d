"""A seat of a game by mail.

Its record contains the news for the seat, and its draft orders. The record is an ordinary game with the seat's own
view. The first report sets it up, and later reports continue it. Everything that the player does in it is a draft
order; the next report, which has the results, undoes the draft.
"""

import base64
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from tabletop.game.change.outcome import Refused
from tabletop.game.change.patch import PatchError
from tabletop.game.change.patch_between import patch_between
from tabletop.game.change.step import MAIL, AskTakeBack, ByMail, ChangeModule, Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.commands import TakeSeat
from tabletop.game.sight.audience_names import renamed
from tabletop.game.sight.seen_changes import Delta
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, empty_game
from tabletop.journal.record_reader import RecordReader
from tabletop.journal.records import PUT_OFF
from tabletop.log_messages import REQUEST_ENDED
from tabletop.log_sentences import end_of_request
from tabletop.mail.drafting_session import ASKS
from tabletop.mail.letters import (
    MOST_ORDERS,
    ConsentWanted,
    Orders,
    TurnReport,
    WrittenOrder,
    can_travel,
    decode_letter,
    first_link,
    links,
)
from tabletop.mail.mail_errors import MailError
from tabletop.mail.mail_keys import KeysFile
from tabletop.mail.mail_notes import EntryHeard, ReportOpened, TurnSent, by_mail, note_in
from tabletop.mail.order_book import begun_by
from tabletop.mail.turn_file import (
    HOST,
    MOST_TURN_BYTES,
    LetterCover,
    digest_of,
    encoded,
    file_name,
    read_turn_file,
    sealed_letter,
)
from tabletop.session import Bookmark, Session, StreamEntry
from tabletop.texts import listed, text

_UNFIT: Final = (PatchError, LookupError, ValueError, TypeError)
"""The errors of a report whose entries do not fit the view."""

NO_SEED: Final = "00" * 32
"""The seed of a seat's record, in which nothing is drawn."""


def seat_by_mail(journal: RecordReader) -> str:
    """Return the seat of a record of a game by mail; "" for any other record."""
    first = journal.earliest()
    note = note_in(first.command) if first is not None else None
    return note.seat if isinstance(note, ReportOpened) else ""


def last_report(journal: RecordReader) -> int:
    """Return the step of a seat's record after which the news of the last report begins; if there is no report, the
    step before the first one in the record.
    """
    steps = journal.steps(journal.first + 1)
    return max((step.seq for step in steps if isinstance(note_in(step.command), ReportOpened)), default=journal.first)


class ConsentReply(NamedTuple):
    """The reply of a seat to a request of another one: to undo `steps`, by the seat's numbers, or to carry out the
    command with the number `request`.
    """

    agrees: bool
    steps: tuple[int, ...] = ()
    request: int = 0


class ReportRead(NamedTuple):
    """The result of opening a report: the number of new entries, their start in the record, and the answers to orders.

    `crossed` is a turn of the seat that the report cancels, and `replaced` one of which the host has carried out
    another version; 0 if there is none.
    """

    news: int
    begins: int
    report: TurnReport
    crossed: int = 0
    replaced: int = 0

    @property
    def sentences(self) -> list[str]:
        """The result and the answers to orders, as sentences."""
        found = [text("report-opened", count=self.news)]
        for answer in self.report.answers:
            if answer.refused is not None:
                found.append(text("order-refused", order=answer.order, why=answer.refused.because))
            elif answer.of:
                found.append(text("order-waits", order=answer.order, players=listed(answer.of)))
        told = (one for entry in self.report.entries[-self.news :] if self.news for one in entry.told)
        found += [end_of_request(one) for one in told if one.key in REQUEST_ENDED]
        if self.replaced:
            found.append(text("turn-replaced", turn=self.replaced))
        if self.crossed:
            found.append(text("turn-does-not-count", turn=self.crossed))
        found += map(wanted_sentence, self.report.wanted)
        return found


def wanted_sentence(wanted: ConsentWanted) -> str:
    """Return a request for consent as a sentence."""
    if wanted.request:
        return text("consent-to-command", seat=wanted.by, request=wanted.request, words=wanted.words)
    return text("consent-wanted", seat=wanted.by, steps=listed(list(map(str, wanted.steps))), count=len(wanted.steps))


class _State:
    """The state of a seat's mail, from the notes in its record."""

    def __init__(self, journal: RecordReader) -> None:
        self.bookmark = Bookmark(0, 0)
        self.link = b""
        self.links: dict[int, bytes] = {}
        self.numbers: dict[int, int] = {}
        self.entries: dict[int, int] = {}
        self.heard = self.sent = journal.first
        self.digests: set[str] = set()
        self.turns: list[TurnSent] = []
        self.answered = 0
        self.carried_out = ""
        self.wanted: tuple[ConsentWanted, ...] = ()
        self.keeps_ids = False
        for step in journal.steps(journal.first + 1):
            self._take_in(step)

    def _take_in(self, step: Step) -> None:
        match note_in(step.command):
            case ReportOpened() as opened:
                if opened.anew:
                    self.links, self.entries = {}, {}
                    self._reached(opened.stream, opened.number, bytes.fromhex(opened.link), step.seq)
                self.heard = step.seq
                self.keeps_ids = opened.keeps_ids
                self.digests.add(opened.digest)
                self.numbers.update(opened.names)
                self.answered, self.carried_out = opened.turn, opened.answers
                undos = [ConsentWanted(by, steps) for by, steps in opened.wanted]
                self.wanted = (*undos, *(ConsentWanted(by, (), request, words) for by, request, words in opened.asked))
            case EntryHeard(number=number, link=link, names=names):
                self._reached(self.bookmark.stream, number, bytes.fromhex(link), step.seq)
                self.numbers.update(names)
            case TurnSent() as sent:
                self.turns.append(sent)
                self.sent = step.seq

    def _reached(self, stream: int, number: int, link: bytes, seq: int) -> None:
        self.bookmark, self.link, self.heard = Bookmark(stream, number), link, seq
        self.links[number] = link
        self.entries[seq] = number


class MailSeat:
    """A seat of a game by mail. It opens reports and writes turns."""

    is_shared: Final = False
    """True in a game without a host. There a turn may be only an answer, and the two players send turns alternately."""

    def __init__(self, keys: KeysFile, session: Session) -> None:
        self._keys = keys
        self._session = session
        self._state = _State(session.journal)

    # reports

    def open(self, data: bytes) -> ReportRead:
        """Open a report: add its news to the record in place of the draft, and return the result. Raises MailError,
        which explains why it cannot be opened.
        """
        return self.take_in(*report_in(self._keys, data))

    def has_taken_in(self, digest: str) -> bool:
        """Return whether the report with this digest was already applied."""
        return digest in self._state.digests

    def take_in(self, report: TurnReport, digest: str, *, is_always_new: bool = False) -> ReportRead:
        """Apply a report, and return the result. `digest` identifies the report.

        A report without any news is refused, unless it `is_always_new`. Raises MailError, which explains why the report
        cannot be applied.
        """
        state, journal = self._state, self._session.journal
        if digest in state.digests:
            raise MailError(text("report-opened-already"))
        chain = _chain(report)
        is_anew = report.whole is not None and (
            report.bookmark.stream != state.bookmark.stream or state.links.get(report.since) != report.since_link
        )
        read = report.entries
        if not is_anew:
            self._refuse_gap(report, chain)
            read = tuple(entry for entry in read if entry.number > state.bookmark.number)
            if not read and report.turn <= state.answered and not report.wanted and not is_always_new:
                raise MailError(text("report-known-already"))
        begins = journal.last + 1
        try:
            self._session.retell(list(self._steps(report, digest, read, is_anew=is_anew)))
        except _UNFIT as problem:
            raise MailError(text("report-forked")) from problem
        own = {sent.turn: sent.digest for sent in state.turns}
        is_other = report.digest and report.turn > state.answered and own.get(report.turn) != report.digest.hex()
        self._state = _State(journal)
        return ReportRead(len(read), begins, report, replaced=report.turn if is_other else 0)

    def _refuse_gap(self, report: TurnReport, chain: Mapping[int, bytes]) -> None:
        """Check that a report continues the last one. Raises MailError if it does not."""
        state = self._state
        if report.bookmark.stream != state.bookmark.stream:
            raise MailError(text("report-forked"))
        if report.since > state.bookmark.number:
            raise MailError(text("report-too-early", since=report.since, number=state.bookmark.number))
        if any(state.links.get(number, link) != link for number, link in chain.items()):
            raise MailError(text("report-forked"))
        if report.since not in state.links:
            raise MailError(text("report-too-old"))

    def _steps(
        self, report: TurnReport, digest: str, read: tuple[StreamEntry, ...], *, is_anew: bool
    ) -> Iterator[Step]:
        """Yield the steps that continue the record, beginning with the undo of the draft."""
        state, journal = self._state, self._session.journal
        now, fresh = self._session.now_ms(), journal.game.counters.next_id
        here, seq = journal.game_at(state.heard), journal.last + 1
        keeps_ids = report.table.keeps_ids if is_anew and report.table is not None else state.keeps_ids
        steps = {number: step for step, number in state.entries.items()}
        if is_anew and report.whole is not None:
            bare = empty_game(here.sides, here.maps, here.module, here.scenario)
            view = _view(bare, state.numbers, fresh, keeps_ids=keeps_ids)
            steps = {report.since: seq}
            view.apply(_received(report.whole, steps))
            link, names = report.since_link, _new(view, ())
        else:
            view = _view(here, state.numbers, fresh, keeps_ids=keeps_ids)
            link, names = state.link, ()
        before = journal.game
        opened = ReportOpened(
            report.bookmark.stream,
            report.since if is_anew else state.bookmark.number,
            link.hex(),
            digest,
            report.turn,
            is_anew,
            names,
            self._keys.seat,
            tuple((one.by, one.steps) for one in report.wanted if not one.request),
            tuple((one.by, one.request, one.words) for one in report.wanted if one.request),
            keeps_ids,
            report.digest.hex(),
        )
        turn = report.turn if report.turn > state.answered else 0
        told = (Told("report-opened", {"turn": turn, "first": not state.digests}),)
        yield Step(seq, MAIL, by_mail(opened), patch_between(before, view.game), now, told=told)
        after = iter(links(link, read))
        for entry in read:
            seq, before, known = seq + 1, view.game, set(view.names)
            steps[entry.number] = seq
            view.apply(_received(entry.delta, steps))
            said = tuple(map(view.heard, entry.told))
            note = EntryHeard(entry.number, next(after).hex(), _new(view, known))
            patch = patch_between(before, view.game)
            yield Step(seq, entry.by, by_mail(note), patch, entry.at_ms, told=said)

    # orders

    @property
    def draft(self) -> int:
        """The number of draft orders that are not sent."""
        return len(self._drafted())

    @property
    def wanted(self) -> tuple[ConsentWanted, ...]:
        """The undos and commands for which other seats ask in the last report. After the next turn is sent, there are
        none.
        """
        return self._state.wanted if self._state.heard > self._state.sent else ()

    @property
    def waits(self) -> bool:
        """True if a turn was sent and no report has answered it yet."""
        return bool(self._state.turns) and self._state.turns[-1].turn > self._state.answered

    def _drafted(self) -> list[Step]:
        """Return the draft orders that are in force. An undo is one only if it undoes more than the draft."""
        journal, state = self._session.journal, self._state
        off, begun = journal.taken_back(), max(state.heard, state.sent)
        return [
            step
            for step in journal.steps(begun + 1)
            if step.seq not in off
            and step.by == self._keys.seat
            and not isinstance(step.command, ByMail | ChangeModule | TakeSeat)
            and not (isinstance(step.command, TakeBack) and min(step.command.steps) > begun)
        ]

    def send(self, replies: tuple[ConsentReply, ...] = ()) -> bytes:
        """Return the file of a turn with all draft orders, and with these replies to requests of others. The seat's
        record notes that the turn was sent. Only a later turn can undo these orders. Raises MailError.
        """
        state, orders = self._state, self.written(replies)
        if not orders:
            raise MailError(text("nothing-to-send"))
        last, previous = (state.turns[-1].turn, state.turns[-1].digest) if state.turns else (0, "")
        if state.carried_out and state.answered >= last:
            last, previous = state.answered, state.carried_out
        turn = last + 1
        letter = Orders(turn, bytes.fromhex(previous), state.bookmark, state.link, orders)
        cover = LetterCover(self._keys.game, "orders", self._keys.seat, HOST, encoded(letter))
        file = sealed_letter(self._keys.key, cover, bytes.fromhex(self._keys.host))
        if len(file) > MOST_TURN_BYTES:
            raise MailError(text("turn-too-large"))
        self.note_sent(turn, file)
        return file

    def written(self, replies: tuple[ConsentReply, ...] = ()) -> tuple[WrittenOrder, ...]:
        """Return the orders that reply to requests of others, and all draft orders. Raises MailError."""
        replied = (
            WrittenOrder(agrees_to=one.steps, consents_to=one.request, refuses=not one.agrees) for one in replies
        )
        orders = (*replied, *self._orders())
        if len(orders) > MOST_ORDERS:
            raise MailError(text("turn-too-long", most=MOST_ORDERS))
        return orders

    def note_sent(self, turn: int, file: bytes, letter: bytes = b"") -> None:
        """Add the note that a turn was sent. Raises MailError."""
        written = base64.b64encode(letter).decode()
        note = TurnSent(turn, digest_of(file).hex(), base64.b64encode(file).decode(), written)
        outcome = self._session.note(MAIL, by_mail(note), (Told("turn-sent", {"turn": turn}),))
        if isinstance(outcome, Refused):
            raise MailError(outcome.because)
        self._state = _State(self._session.journal)

    @property
    def bookmark(self) -> Bookmark:
        """The position in the seat's stream up to which the seat has read."""
        return self._state.bookmark

    @property
    def link(self) -> bytes:
        """The link of the stream's chain at the bookmark; empty before the first report."""
        return self._state.link

    @property
    def on_its_way(self) -> TurnSent | None:
        """The last turn that was sent, if no report has come since; else None."""
        return self._state.turns[-1] if self._state.sent > self._state.heard else None

    @property
    def turn(self) -> int:
        """The number of the last turn that was sent; 0 for none."""
        return self._state.turns[-1].turn if self._state.turns else 0

    def file_name(self, turn: int) -> str:
        """Return the name of the file of a turn."""
        return file_name(self._keys.seat, f"turn-{turn}")

    def sent_again(self) -> bytes:
        """Return the file of the last turn, exactly as it was. Raises MailError."""
        if not self._state.turns:
            raise MailError(text("nothing-to-send"))
        return base64.b64decode(self._state.turns[-1].file)

    def _orders(self) -> Iterator[WrittenOrder]:
        state = self._state
        names = {number: name for name, number in state.numbers.items()}
        if state.keeps_ids:
            names = {id: id for id in _things(self._session.journal.game_at(state.heard))}
        known = names.keys()
        sent = max(state.heard, state.sent)
        written = 0
        begun: dict[int, tuple[int, int]] = {}
        for place, step in enumerate(self._drafted(), 1):
            if isinstance(step.command, TakeBack | AskTakeBack):
                earlier = [seq for seq in step.command.steps if seq <= sent]
                numbers = tuple(filter(None, map(state.entries.get, earlier)))
                if len(numbers) < len(earlier):
                    raise MailError(text("turn-under-way", order=place))
                if isinstance(step.command, AskTakeBack) and len(earlier) < len(step.command.steps):
                    raise MailError(text("order-cannot-travel", order=place))
                if numbers:
                    yield WrittenOrder(takes_back=numbers)
                    written += 1
                continue
            order_names = _OrderNames(names, begun)
            command = renamed(step.command, order_names.name)  # type: ignore[arg-type]
            if command is None:
                raise MailError(text("order-names-draft", order=place))
            procedures = tuple((written - order, nth) for order, nth in order_names.procedures)
            asks = next((str(told.facts[ASKS]) for told in step.told if told.key == PUT_OFF and ASKS in told.facts), "")
            order = WrittenOrder(command, step.answers, begun=procedures, asks=asks)
            if not can_travel(order):
                raise MailError(text("order-cannot-travel", order=place))
            yield order
            for nth, id in enumerate(begun_by(step, known)):
                begun.setdefault(id, (written, nth))
            written += 1


class _OrderNames:
    """The names in an order for the things that the seat knows, and for procedures that the turn itself begins."""

    def __init__(self, names: Mapping[int, int], begun: Mapping[int, tuple[int, int]]) -> None:
        self._names = names
        self._begun = begun
        self.procedures: list[tuple[int, int]] = []

    def name(self, number: int) -> int | None:
        """Return the name of a thing in the record; None if it has none."""
        if number in self._begun:
            self.procedures.append(self._begun[number])
            return -len(self.procedures)
        return self._names.get(number)


def report_in(keys: KeysFile, data: bytes) -> tuple[TurnReport, str]:
    """Return the report that a file holds for this seat, and the digest of the file. Raises MailError."""
    file = read_turn_file(data)
    if file.cover.game != keys.game:
        raise MailError(text("turn-file-other-game"))
    if file.cover.kind != "report" or file.cover.to != keys.seat:
        raise MailError(text("turn-file-not-for-seat", seat=keys.seat))
    if file.signer.hex() != keys.host:
        raise MailError(text("report-not-of-host"))
    report = decode_letter(keys.key.unseal(file.cover.content), TurnReport)
    begun = Bookmark(report.bookmark.stream, report.since)
    if report.whole is not None and first_link(begun, report.whole) != report.since_link:
        raise MailError(text("report-forked"))
    return report, file.digest.hex()


def _chain(report: TurnReport) -> dict[int, bytes]:
    """Return the links of a report by the numbers of entries. Raises MailError if they are inconsistent."""
    numbers = [report.since, *(entry.number for entry in report.entries)]
    found = [report.since_link, *links(report.since_link, report.entries)]
    if numbers != list(range(report.since, report.bookmark.number + 1)) or found[-1] != report.link:
        raise MailError(text("report-forked"))
    return dict(zip(numbers, found, strict=True))


def _view(game: Game, numbers: Mapping[int, int], fresh: int, *, keeps_ids: bool) -> View:
    """Return the view of a seat from its position, its numbers, and the next number; with `keeps_ids` it has true
    ids.
    """
    return View(game, keeps_ids=True) if keeps_ids else View.resumed(game, dict(numbers), fresh)


def _received(delta: Delta, steps: Mapping[int, int]) -> Delta:
    """Return a part of a view as it is recorded here: requests name the steps to undo by their numbers in this record,
    of which `steps` has those that are known.
    """
    if not any(order is not None and order.steps for _, order in delta.held):
        return delta
    held = (
        (id, order and replace(order, steps=tuple(steps.get(number, 0) for number in order.steps)))
        for id, order in delta.held
    )
    return replace(delta, held=tuple(held))


def _things(game: Game) -> Iterator[int]:
    """Yield the ids of everything in a game that has one."""
    for things in (game.pieces, game.holders, game.notes, game.frames, game.contacts, game.held, game.dispatches):
        yield from things


def _new(view: View, known: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Return the new names of a view, with their numbers."""
    return tuple(sorted((name, number) for name, number in view.names.items() if name not in known))
