"""The session of a seat's own record of a game by mail, in which orders are drafted."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from tabletop.game.actions.access import seat_of
from tabletop.game.chance import Chance, DrawnElsewhere
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Performed, Refused, refused
from tabletop.game.change.patch import Post
from tabletop.game.change.step import Answers, ByMail, Step
from tabletop.game.change.told import Told
from tabletop.game.commands import (
    AllowOrder,
    Answer,
    AnyCommand,
    DrawPieces,
    Reshuffle,
    Shuffle,
    TurnDeck,
    WriteDispatch,
)
from tabletop.game.decide import perform
from tabletop.game.state.components import Components
from tabletop.game.umpire.dispatch_delivery import ARRIVAL
from tabletop.journal.journal import Journal
from tabletop.journal.records import PUT_OFF
from tabletop.mail.mail_notes import EntryHeard, ReportOpened, TurnSent, note_in
from tabletop.mail.order_book import changes_seats
from tabletop.session import NeedsConsent, Observer, Policy, Session, let_pass
from tabletop.session.umpire_undo import UmpireUndo

ASKS: Final = "asks"
"""The fact of a `PUT_OFF` message that has the words for the seats that must agree to the order; missing for other
orders.
"""


class LaterChance(Chance):
    """A source of chance that never draws, for a seat's own record: actions that need dice wait until their orders are
    carried out.
    """

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - nothing is drawn
        """Raise DrawnElsewhere."""
        raise DrawnElsewhere


class DraftUndo(UmpireUndo):
    """Undo in a seat's own record. Draft orders are undone at once; only the undo of what was sent is held for the
    umpire.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._journal = session.journal
        self._read_up_to = self._sent = self._told = session.journal.first

    def is_decided(self, seq: int) -> bool:
        """Return whether there is nothing to undo in a step: its orders do not wait any more, it is a note of the mail,
        or it was in a draft that a report has replaced. Raises JournalError.
        """
        return super().is_decided(seq) or (self._is_no_news(seq) and not self._sent >= seq > self._told)

    def why_not_now(self, chosen: tuple[int, ...]) -> Refused | None:
        """Return the refusal to undo orders that were sent, or that a report has replaced; only their results can be
        undone. None for other steps. Raises JournalError.
        """
        is_gone = any(self._is_no_news(seq) for seq in chosen)
        return refused("not-possible", "undo-no-longer-drafted") if is_gone else None

    def _is_no_news(self, seq: int) -> bool:
        """Return whether a step is neither in the draft nor news from a report. Raises JournalError."""
        if self._is_draft(seq):
            return False
        (step,) = self._journal.steps(seq, seq)
        return not isinstance(note_in(step.command), EntryHeard)

    def waits(self, by: str, chosen: tuple[int, ...]) -> bool:
        """Return whether an undo by a seat must wait for the umpire: not if it undoes only draft orders. Raises
        JournalError.
        """
        return not self._is_draft(chosen[0]) and super().waits(by, chosen)

    def hold(self, by: str, chosen: tuple[int, ...]) -> Step | Refused:
        """Record the order to ask the umpire for an undo. Return the step, or the refusal."""
        if self._is_draft(chosen[-1]):
            return refused("not-possible", "undo-draft-apart")
        return super().hold(by, chosen)

    def roll_back(self, by: str, seq: int) -> Step | Refused:
        """Undo everything after a step of the draft, as the umpire. Only the host's table can go back further."""
        if not self._is_draft(seq + 1):
            return refused("not-possible", "mail-order-not-possible")
        return super().roll_back(by, seq)

    def ask_others(self, by: str, id: int) -> NeedsConsent | Refused:  # noqa: ARG002 - the others are not here
        """Refuse to ask other players about an undo: only the host's table can ask them."""
        return refused("not-possible", "mail-order-not-possible")

    def _is_draft(self, seq: int) -> bool:
        """Return whether a step is a draft order: neither news nor the note of a sent turn follows it. Raises
        JournalError.
        """
        self._read_on()
        return seq > max(self._sent, self._told)

    def _read_on(self) -> None:
        """Read the notes of the mail since the last call. Raises JournalError."""
        for step in self._journal.steps(self._read_up_to + 1):
            note = note_in(step.command)
            if isinstance(note, TurnSent):
                self._sent = step.seq
            elif note is not None:
                self._told = step.seq
        self._read_up_to = self._journal.last


class DraftingSession(Session):
    """The session of a seat's record. Dispatches wait, and so do actions that need dice, unknown cards or consent."""

    def __init__(
        self,
        journal: Journal,
        components: Components,
        *,
        now_ms: Callable[[], int],
        policy: Policy = let_pass,
        observers: Sequence[Observer] = (),
    ) -> None:
        super().__init__(journal, components, now_ms=now_ms, chance=LaterChance(), policy=policy, observers=observers)
        self.undoing.umpires = DraftUndo(self)
        first = journal.earliest()
        note = note_in(first.command) if first is not None else None
        self._seat = note.seat if isinstance(note, ReportOpened) else ""

    def submit(
        self, by: str, command: AnyCommand, answers: Answers = (), *, agreed: frozenset[str] = frozenset()
    ) -> Step | Refused | Asks | NeedsConsent:
        """Carry out a command, or record it as an order that waits. Returns as `Session.submit` does.

        Commands of other seats are refused, because a host carries out all orders with the rights of this one; and
        commands that change seats or access, because a host refuses them as orders.
        """
        if by != self._seat:
            return refused("not-yours", "drafts-elsewhere", seat=by)
        if changes_seats(command):
            return refused("not-possible", "mail-order-of-seats")
        if isinstance(command, Answer) and (command.frame, command.key) in self.answers_in_turn:
            return refused("not-possible", "answered-in-draft")
        if isinstance(command, AllowOrder) and (order := self.game.held.get(command.order)) and order.steps:
            return self.put_off(by, command, answers)
        if isinstance(command, DrawPieces | Reshuffle | Shuffle | TurnDeck):
            deck = self.game.holders.get(command.deck)
            if deck is not None and deck.more:
                return self.put_off(by, command, answers)
        if isinstance(command, WriteDispatch):
            return self._draft(by, command, answers)
        outcome = super().submit(by, command, answers, agreed=agreed)
        if isinstance(outcome, NeedsConsent):
            self.consents.refuse(by, outcome.request)
            told = (Told(PUT_OFF, {ASKS: outcome.why}, sides=seat_of(self.game, by).sides),)
            return self.note(by, command, told, answers)
        return outcome

    @property
    def answers_in_turn(self) -> frozenset[tuple[int, str]]:
        """The questions whose answers wait in the draft: the procedure and the key of each. Raises JournalError."""
        waiting: dict[int, tuple[int, str]] = {}
        for step in self.journal.steps(self.journal.first + 1):
            if isinstance(step.command, ByMail):
                waiting.clear()
            elif isinstance(step.command, Answer) and any(told.key == PUT_OFF for told in step.told):
                waiting[step.seq] = step.command.frame, step.command.key
        undone = self.journal.taken_back()
        return frozenset(question for seq, question in waiting.items() if seq not in undone)

    def _draft(self, by: str, command: WriteDispatch, answers: Answers) -> Step | Refused | Asks:
        """Record a dispatch that does not leave before its order is carried out. Return the step, or the answer that
        prevents it.
        """
        before = self.game
        outcome = perform(before, command, by, LaterChance(), self.components, answers)
        if not isinstance(outcome, Performed):
            return outcome
        patch = tuple(
            replace(change, dispatch=change.dispatch.unsent) if isinstance(change, Post) and change.dispatch else change
            for change in outcome.done.patch
        )
        after, back = apply(before, patch)
        told = tuple(one for one in outcome.done.told if one.key != ARRIVAL)
        step = Step(self.journal.last + 1, by, command, patch, self._now_ms(), answers, told=told)
        return self.record(before, step, back, after) or step
