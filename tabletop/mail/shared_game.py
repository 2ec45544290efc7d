"""A game by mail without a host.

Each player has a copy of the agreed record, and carries out the other's turns in it. The receiver of a turn carries it
out first, and rolls the dice. The sender carries it out when the answer comes, with the same result, so that both
copies have the same chain. Each file that is opened replaces the agreed record as a whole, so that no turn is ever
carried out halfway.
"""

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import MAIL
from tabletop.game.change.told import Told
from tabletop.game.commands import TakeSeat
from tabletop.game.sight.seen_changes import whole
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, empty_game
from tabletop.game.state.position import position_of
from tabletop.journal.journal import Journal
from tabletop.journal.records import Snapshot, TapeUse, decode_snapshot, encode_snapshot, game_of
from tabletop.mail.letters import (
    ConsentWanted,
    JoinLetter,
    Orders,
    SharedInvitation,
    SharedTurn,
    TableHeader,
    TurnReport,
    decode_letter,
    first_link,
    links,
)
from tabletop.mail.mail_dice import MOST_TURNS, LinkedChance, dice_link, follows
from tabletop.mail.mail_errors import MailError
from tabletop.mail.mail_keys import KeysFile, MailKey
from tabletop.mail.mail_notes import (
    Admitted,
    ConsentAsked,
    Hosted,
    MailNote,
    OrderAnswered,
    OrdersOpened,
    by_mail,
    note_in,
)
from tabletop.mail.mail_seat import NO_SEED, ConsentReply, MailSeat, ReportRead
from tabletop.mail.order_book import OrderBook
from tabletop.mail.turn_file import (
    HOST,
    MOST_TURN_BYTES,
    LetterCover,
    TurnFile,
    encoded,
    read_turn_file,
    refuse_name,
    sealed_letter,
    signed,
)
from tabletop.session import Bookmark, Session
from tabletop.texts import listed, text

AGREED: Final = ".agreed"
"""The ending of the file name of the agreed record, which is beside the keys."""

_NO_TIME: Final = 0
"""The time of all steps of the agreed record: it must be the same on both machines."""


class SharedPlayer(NamedTuple):
    """A player of a game without a host. `dice` is the first link of the chain of dice."""

    seat: str
    sides: tuple[str, ...]
    key: bytes
    dice: bytes


def share(game: Game, name: str, title: str, seat: str, sides: tuple[str, ...]) -> tuple[KeysFile, bytes]:
    """Return the keys of the player who begins a game without a host, and the invitation.

    Raises MailError, also if the game hides things.
    """
    refuse_name(seat)
    if any(game.veiled):
        raise MailError(text("shared-game-hides"))
    if not sides or not set(sides) < set(game.sides):
        raise MailError(text("mail-no-such-side", seat=seat, known=listed(game.sides)))
    key, dice = MailKey.new(), MailKey.new().seed
    bare = replace(game, seats={})
    snapshot = encode_snapshot(Snapshot(0, position_of(bare), NO_SEED, TapeUse(), _NO_TIME))
    letter = SharedInvitation(title, game.sides, sides, snapshot, dice_link(dice, 0))
    keys = KeysFile(name, seat, key.seed.hex(), key.public.hex(), title, sides, dice.hex())
    return keys, signed(key, LetterCover(name, "sharing", seat, "", encoded(letter)))


def accept(data: bytes, seat: str) -> tuple[KeysFile, bytes]:
    """Return the keys of a player who accepts an invitation to a game without a host, and the letter to join it.

    This player plays the remaining sides. Raises MailError.
    """
    refuse_name(seat)
    file = read_turn_file(data)
    letter = decode_letter(file.cover.content, SharedInvitation)
    sides = tuple(side for side in letter.sides if side not in letter.plays)
    if seat == file.cover.by or not sides:
        raise MailError(text("mail-no-such-side", seat=seat, known=listed(sides)))
    key, dice = MailKey.new(), MailKey.new().seed
    keys = KeysFile(file.cover.game, seat, key.seed.hex(), file.signer.hex(), letter.title, sides, dice.hex())
    joining = JoinLetter(sides, dice_link(dice, 0))
    return keys, signed(key, LetterCover(file.cover.game, "joining", seat, HOST, encoded(joining)))


def shared_position(invitation: bytes) -> Game:
    """Return the position from which a game without a host begins. Raises MailError, JournalError."""
    file = read_turn_file(invitation)
    if file.cover.kind != "sharing":
        raise MailError(text("no-invitation"))
    return game_of(decode_snapshot(decode_letter(file.cover.content, SharedInvitation).snapshot).position)


def agree_on(invitation: bytes, joining: bytes, components: Components, path: Path) -> str:
    """Begin the agreed record in a file; return the seat that joins. The record is the same for both players.

    Raises MailError, JournalError.
    """
    invited, joined = read_turn_file(invitation), read_turn_file(joining)
    if invited.cover.kind != "sharing" or joined.cover.kind != "joining" or invited.cover.game != joined.cover.game:
        raise MailError(text("turn-file-other-game"))
    for each in (invited, joined):
        refuse_name(each.cover.by)
    letter = decode_letter(invited.cover.content, SharedInvitation)
    wants = decode_letter(joined.cover.content, JoinLetter)
    players = (
        SharedPlayer(invited.cover.by, letter.plays, invited.signer, letter.dice),
        SharedPlayer(joined.cover.by, wants.sides, joined.signer, wants.dice),
    )
    if players[0].seat == players[1].seat or set(letter.plays) & set(wants.sides):
        raise MailError(text("mail-no-such-side", seat=players[1].seat, known=listed(letter.sides)))
    with Journal.in_memory(shared_position(invitation), NO_SEED, _NO_TIME) as journal:
        session = Session(journal, components, now_ms=lambda: _NO_TIME)
        _note(session, Hosted(invited.cover.game))
        for player in players:
            _note(session, Admitted(player.seat, player.key.hex(), player.dice.hex()))
        for player in players:
            outcome = session.submit(player.seat, TakeSeat(player.sides))
            if isinstance(outcome, Refused):
                raise MailError(outcome.because)
        journal.copy_to(path)
    return players[1].seat


def begin_shared(keys: KeysFile, agreed: Path, components: Components, now_ms: int) -> Journal:
    """Return a new record for a seat, in memory, with the seat's view of the agreed game. Raises MailError,
    JournalError.
    """
    with Journal.watch(agreed) as journal:
        table = _AgreedRecord(Session(journal, components, now_ms=lambda: _NO_TIME))
        report, game, place = table.report(keys.seat, None), journal.game, journal.chain.hex()
    own = Journal.in_memory(empty_game(game.sides, game.maps, game.module, game.scenario), NO_SEED, now_ms)
    MailSeat(keys, Session(own, Components({}, {}, {}), now_ms=lambda: now_ms)).take_in(report, place)
    return own


class _AgreedRecord:
    """An agreed record, with its players and the turns that were carried out."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.players: dict[str, Admitted] = {}
        self.turns: list[OrdersOpened] = []
        self._answers: dict[str, list[MailNote]] = {}
        self.book = OrderBook(session, self.note, always_asks=True)
        for step in session.journal.steps(session.journal.first + 1):
            note = note_in(step.command)
            if note is not None:
                self._take_in(note)

    def note(self, note: MailNote, told: tuple[Told, ...] = ()) -> None:
        """Add a note to the record, with messages to sides."""
        _note(self.session, note, told)
        self._take_in(note)

    def _take_in(self, note: MailNote) -> None:
        match note:
            case Admitted():
                self.players[note.seat] = note
            case OrdersOpened():
                self.turns.append(note)
                self._answers[note.seat] = []
            case OrderAnswered():
                self._answers[self.turns[-1].seat].append(note)
            case _:
                if isinstance(note, ConsentAsked):
                    self._answers[self.turns[-1].seat].append(note)
                self.book.take_in(note)

    def of(self, seat: str) -> list[OrdersOpened]:
        """Return the turns of a seat that were carried out."""
        return [turn for turn in self.turns if turn.seat == seat]

    def carry_out(self, seat: str, orders: Orders, digest: bytes, link: bytes, chance: LinkedChance) -> None:
        """Carry out a turn of a seat. The dice follow from a link of the other player's chain."""
        chance.begin(link, digest)
        self.note(OrdersOpened(seat, orders.turn, digest.hex(), len(orders.orders), orders.after.number, link.hex()))
        opened, connection = self.session.journal.last, self.session.join(seat)
        for number, order in enumerate(orders.orders, 1):
            answer = self.book.obey(seat, number, order, set(), opened)
            if answer is not None:
                self.note(OrderAnswered(answer.order, answer.refused, answer.of))
        self.session.leave(connection)

    def report(self, seat: str, own: MailSeat | None) -> TurnReport:
        """Return a report with the news that the seat's own record does not have yet.

        If the seat has no record, the report contains the whole view.
        """
        stream, game = self.session.stream(seat), self.session.game
        turn, wanted = len(self.of(seat)), self.book.wanted(seat)
        answers = self.book.open_answers(seat, self._answers.get(seat, ()))
        if own is None:
            now, seen = stream.bookmark, whole(game, self.session.audience_of(seat))
            table = TableHeader(game.sides, game.maps, game.module, game.scenario)
            link = first_link(now, seen)
            return TurnReport(now.number, link, now, link, (), seen, table, turn, answers, wanted)
        since, link = own.bookmark.number, own.link
        entries = tuple(stream.entries(since))
        last = links(link, entries)[-1] if entries else link
        return TurnReport(since, link, stream.bookmark, last, entries, None, None, turn, answers, wanted)


class SharedSeat:
    """A seat of a game without a host. It opens the other player's turns, and writes its own."""

    is_shared: Final = True
    """True in a game without a host. There a turn may be only an answer, and the two players send turns alternately."""

    def __init__(self, keys: KeysFile, session: Session, agreed: Path) -> None:
        """Begin with the keys, the session of the seat's own record, and the file of the agreed record."""
        self._keys = keys
        self._session = session
        self._path = agreed
        self._seat = MailSeat(keys, session)

    @property
    def draft(self) -> int:
        """The number of draft orders that are not sent."""
        return self._seat.draft

    @property
    def wanted(self) -> tuple[ConsentWanted, ...]:
        """The undos and commands for which the other player asks."""
        return self._seat.wanted

    @property
    def waits(self) -> bool:
        """True if the other player has not answered the last turn yet."""
        return self._seat.on_its_way is not None

    @property
    def turn(self) -> int:
        """The number of the last turn that was sent; 0 for none."""
        return self._seat.turn

    def file_name(self, turn: int) -> str:
        """Return the name of the file of a turn."""
        return self._seat.file_name(turn)

    def sent_again(self) -> bytes:
        """Return the file of the last turn, exactly as it was. Raises MailError."""
        return self._seat.sent_again()

    def send(self, replies: tuple[ConsentReply, ...] = ()) -> bytes:
        """Return the file of a turn, with all draft orders and the answer to the other player's last turn.

        `replies` as for `MailSeat.send`. The seat's record notes that the turn was sent. Raises
        MailError.
        """
        self.catch_up()
        if self.waits:
            raise MailError(text("turn-not-answered", turn=self.turn))
        orders, seat = self._seat.written(replies), self._keys.seat
        with Journal.watch(self._path) as journal:
            agreed = _AgreedRecord(Session(journal, self._session.components, now_ms=lambda: _NO_TIME))
            place, link = Bookmark(0, journal.last), journal.chain
        other = next(name for name in agreed.players if name != seat)
        opened = agreed.of(other)
        if not orders and not (agreed.turns and agreed.turns[-1].seat == other):
            raise MailError(text("nothing-to-send"))
        own = agreed.of(seat)
        turn, previous = len(own) + 1, bytes.fromhex(own[-1].digest) if own else b""
        if turn > MOST_TURNS:
            raise MailError(text("turns-used-up", most=MOST_TURNS))
        letter = SharedTurn(
            Orders(turn, previous, place, link, orders),
            bytes.fromhex(opened[-1].digest) if opened else b"",
            bytes.fromhex(opened[-1].dice) if opened else b"",
        )
        content = encoded(letter)
        cover = LetterCover(self._keys.game, "shared-turn", seat, other, content)
        file = sealed_letter(self._keys.key, cover, bytes.fromhex(agreed.players[other].key))
        if len(file) > MOST_TURN_BYTES:
            raise MailError(text("turn-too-large"))
        self._seat.note_sent(turn, file, content)
        return file

    def open(self, data: bytes) -> ReportRead:
        """Open a turn of the other player, and return the result.

        If the file answers a turn of this seat, that turn is carried out first, then the orders in the file. Raises
        MailError, which explains why the file cannot be opened.
        """
        file, chance = read_turn_file(data, MOST_TURN_BYTES), LinkedChance()
        self.catch_up()
        mine = self._seat.on_its_way
        with self._replacing(chance) as agreed:
            answers = self._carry_out(agreed, file, chance)
        read = self.catch_up()
        assert read is not None, "the agreed record has changed"
        return read._replace(crossed=mine.turn) if mine is not None and not answers else read

    def catch_up(self) -> ReportRead | None:
        """Bring the seat's own record up to date with the agreed record, for example after a crash.

        Returns the report that was taken in; None if nothing was missing. Raises MailError, JournalError.
        """
        with Journal.watch(self._path) as journal:
            place = journal.chain.hex()
            if self._seat.has_taken_in(place):
                return None
            agreed = _AgreedRecord(Session(journal, self._session.components, now_ms=lambda: _NO_TIME))
            report = agreed.report(self._keys.seat, self._seat)
        return self._seat.take_in(report, place, is_always_new=True)

    @contextmanager
    def _replacing(self, chance: LinkedChance) -> Iterator[_AgreedRecord]:
        """Yield a copy of the agreed record, which replaces it if no error occurs."""
        copy = self._path.with_name(f".{self._path.name}.part")
        shutil.copyfile(self._path, copy)
        try:
            with Journal.open(copy) as journal:
                components = self._session.components
                yield _AgreedRecord(Session(journal, components, now_ms=lambda: _NO_TIME, chance=chance))
            copy.replace(self._path)
        finally:
            copy.unlink(missing_ok=True)

    def _carry_out(self, agreed: _AgreedRecord, file: TurnFile, chance: LinkedChance) -> bool:
        """Carry out a turn of the other player. If it answers a turn of this seat, carry that one out before.

        Return whether it answers one. Raises MailError.
        """
        seat, other, journal = self._keys.seat, file.cover.by, agreed.session.journal
        if file.cover.game != self._keys.game:
            raise MailError(text("turn-file-other-game"))
        if file.cover.kind != "shared-turn" or file.cover.to != seat or other not in agreed.players:
            raise MailError(text("turn-file-not-for-seat", seat=seat))
        if file.signer.hex() != agreed.players[other].key:
            raise MailError(text("mail-other-key", seat=other))
        letter = decode_letter(self._keys.key.unseal(file.cover.content), SharedTurn)
        known = {turn.digest for turn in agreed.turns}
        if file.digest.hex() in known:
            raise MailError(text("turn-opened-already", seat=other, turn=letter.orders.turn))
        mine = self._seat.on_its_way
        is_answer = bool(letter.answers) and letter.answers.hex() not in known
        if is_answer:
            if mine is None or mine.digest != letter.answers.hex():
                raise MailError(text("turn-answers-unknown", seat=other, turn=letter.orders.turn))
            own = agreed.of(seat)
            if not follows(letter.dice, bytes.fromhex(own[-1].dice if own else agreed.players[other].dice)):
                raise MailError(text("dice-not-committed", seat=other))
            sent = decode_letter(base64.b64decode(mine.letter), SharedTurn)
            agreed.carry_out(seat, sent.orders, letter.answers, letter.dice, chance)
        elif mine is not None and seat == next(iter(agreed.players)):
            raise MailError(text("turns-crossed", seat=other, turn=letter.orders.turn, own=mine.turn))
        here = journal.last, journal.chain
        if here != (letter.orders.after.number, letter.orders.link):
            key = "shared-records-differ" if is_answer else "shared-turn-elsewhere"
            raise MailError(text(key, seat=other, turn=letter.orders.turn))
        turns = len(agreed.of(other)) + 1
        link = dice_link(bytes.fromhex(self._keys.dice), turns)
        agreed.carry_out(other, letter.orders, file.digest, link, chance)
        return is_answer


def _note(session: Session, note: MailNote, told: tuple[Told, ...] = ()) -> None:
    outcome = session.note(MAIL, by_mail(note), told)
    if isinstance(outcome, Refused):
        raise MailError(outcome.because)
