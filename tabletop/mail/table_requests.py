"""The requests of a game by mail that wait for players at the host's own screen, who get no reports, and those that
these players make to players by mail.
"""

from collections.abc import Iterable

from tabletop.game.change.outcome import Refused, refused
from tabletop.game.change.step import MAIL
from tabletop.game.change.told import Told
from tabletop.journal.journal_errors import JournalError
from tabletop.mail.letters import ConsentWanted
from tabletop.mail.mail_notes import Admitted, Hosted, MailNote, by_mail, note_in
from tabletop.mail.order_book import OrderBook, OwnRequest
from tabletop.session import NeedsConsent, Session


class TableRequests:
    """The requests to and from seats of a hosted game that were not admitted by mail. They answer at the host's table.

    In any other game there are none.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._book = OrderBook(session, self._write)
        self._admitted: set[str] = set()
        self._is_hosted = False
        self._read_up_to = session.journal.first

    def wanted(self, seat: str) -> tuple[ConsentWanted, ...]:
        """Return the undos and commands to which a seat at this table is asked to agree. Raises JournalError."""
        self._read_on()
        return self._book.wanted(seat) if self._is_hosted and seat not in self._admitted else ()

    @property
    def by_mail(self) -> frozenset[str]:
        """The seats whose players play by mail. Raises JournalError."""
        self._read_on()
        return frozenset(self._admitted) if self._is_hosted else frozenset()

    def ask(self, seat: str, needed: NeedsConsent, agreed: Iterable[str]) -> None:
        """Ask the players whose consent a seat at this table needs: those by mail with their next reports, the others
        when they sit down here. The seats `agreed` have agreed to an undo. Raises JournalError.
        """
        self._read_on()
        self._book.ask(seat, needed, agreed)

    def made(self, seat: str) -> tuple[OwnRequest, ...]:
        """Return the requests of a seat at this table that wait for others. Raises JournalError."""
        self._read_on()
        return self._book.made(seat) if self._is_hosted and seat not in self._admitted else ()

    def answer(self, seat: str, asked: ConsentWanted | OwnRequest, *, agrees: bool) -> Refused | None:
        """Agree to a request for a seat at this table, or refuse it. A seat can only withdraw its own. Return None, or
        the refusal if it no longer waits. Raises JournalError.
        """
        self._read_on()
        if isinstance(asked, OwnRequest):
            return refused("not-yours", "no-longer-asked") if agrees else self._book.withdraw(seat, asked)
        return self._book.answer(seat, asked.steps, asked.request, refuses=not agrees, at_table=True)

    def _read_on(self) -> None:
        """Read the notes since the last call. Only notes of the mail are read."""
        journal = self._session.journal
        if journal.last > self._read_up_to:
            for seq in journal.steps_by(MAIL, self._read_up_to + 1):
                for step in journal.steps(seq, seq):
                    self._take_in(note_in(step.command))
            self._read_up_to = journal.last

    def _take_in(self, note: MailNote | None) -> None:
        match note:
            case Hosted():
                self._is_hosted = True
            case Admitted(seat=seat):
                self._admitted.add(seat)
            case None:
                pass
            case _:
                self._book.take_in(note)

    def _write(self, note: MailNote, told: tuple[Told, ...]) -> None:
        """Add a note to the record. Raises JournalError."""
        step = self._session.note(MAIL, by_mail(note), told)
        if isinstance(step, Refused):
            raise JournalError(step.because)
        self._read_on()
