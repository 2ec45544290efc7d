"""Undo with an umpire: requests for an undo that wait, and the game rolled back for everybody."""

from typing import TYPE_CHECKING, Final

from tabletop.game.actions.access import seat_of
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.change.patch import Change, Grant, KeepOrder, Sit
from tabletop.game.change.step import AskTakeBack, Step
from tabletop.game.change.told import Told
from tabletop.game.commands import AllowOrder
from tabletop.game.decisions.order_decisions import MOST_HELD, TAKE_BACK, umpire_decides
from tabletop.game.sight.audience import ONLOOKERS
from tabletop.game.umpire.held_order import HeldOrder
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.takeback import standing_after
from tabletop.session.consents import WaitingRequest
from tabletop.session.table_answers import NeedsConsent
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.game.state.values import Value
    from tabletop.session.table_session import Session

_STAY: Final = (Sit, Grant)
"""Changes that stay when the game is rolled back: people keep their seats."""


class UmpireUndo:
    """The umpire's part of undo at a table. Steps are named by their numbers in the record."""

    def __init__(self, session: "Session") -> None:
        self._session = session

    def waits(self, by: str, chosen: tuple[int, ...]) -> bool:
        """Return whether an undo by a seat must wait for the umpire.

        This depends only on the seat and its own steps. The undo of an order that still waits never has to wait. Raises
        JournalError.
        """
        game = self._session.game
        if not umpire_decides(game, seat_of(game, by), TAKE_BACK):
            return False
        steps = (one for one in self._session.journal.steps(chosen[0], chosen[-1]) if one.seq in chosen)
        return not all(step.patch and all(_is_order_of(by, one) for one in step.patch) for step in steps)

    def why_not_now(self, chosen: tuple[int, ...]) -> Refused | None:  # noqa: ARG002 - nothing is on its way
        """Return the refusal to undo steps that are on their way by mail; None at a table."""
        return None

    def hold(self, by: str, chosen: tuple[int, ...]) -> Step | Refused:
        """Record a seat's request for an undo, which waits for the umpire. Return the step, or the refusal."""
        before = self._session.game
        own = seat_of(before, by).sides
        held = [order for order in before.held.values() if order.sides == own]
        if any(order.seat == by and order.steps == chosen for order in held):
            return refused("not-possible", "undo-asked")
        if len(held) >= MOST_HELD:
            return refused("too-long", "too-many-orders", most=MOST_HELD)
        now = self._session.components.contact_clock.now(before.properties.get)
        about: dict[str, Value] = {"steps": len(chosen)}
        order = HeldOrder(by, own, TAKE_BACK, time=now, about=about, steps=chosen)
        told = Told("order-given", {"order": TAKE_BACK, **about}, sides=own)
        patch = (KeepOrder(Draft(before).fresh_id(), order),)
        after, back = apply(before, patch)
        seq = self._session.journal.last + 1
        step = Step(seq, by, AskTakeBack(chosen), patch, self._session.now_ms(), told=(told,))
        return self._session.record(before, step, back, after) or step

    def allow(self, by: str, command: AllowOrder) -> Step | Refused:
        """Carry out an undo that waits, on the position as it now is, and tell all who noticed its steps. Return the
        step, or the refusal.
        """
        game = self._session.game
        order = game.held.get(command.order)
        if not seat_of(game, by).umpire:
            return refused("not-yours", "only-umpire-judges")
        if order is None:
            return refused("no-such-name", "no-such-order")
        if command.instead is not None:
            return refused("not-possible", "undo-is-no-command")
        told = Told("order-allowed", {"seat": order.seat}, sides=order.sides)
        return self._session.undoing.undo_as_umpire(by, order.steps, KeepOrder(command.order, None), told=told)

    def ask_others(self, by: str, id: int) -> NeedsConsent | Refused:
        """Ask the players who noticed the steps of an undo that waits, other than those of its author's sides. Once all
        of them have agreed, the undo is allowed in the umpire's name. Return the answer to the umpire.
        """
        game, notices = self._session.game, self._session.undoing.notices
        order = game.held.get(id)
        if not seat_of(game, by).umpire:
            return refused("not-yours", "only-umpire-judges")
        if order is None or not order.steps:
            return refused("no-such-name", "no-such-order")
        others = (name for name, seat in game.seats.items() if set(seat.sides) - set(order.sides) and not seat.umpire)
        needed = frozenset(name for name in others if any(notices(name, seq) for seq in order.steps))
        if not needed:
            return refused("not-possible", "nobody-to-ask")
        words = dict.fromkeys((*sorted(needed), by), text("undo-asked-by", player=order.seat))
        return self._session.consents.ask(
            WaitingRequest(by=by, needed=needed, words=words, steps=order.steps, command=AllowOrder(id))
        )

    def is_decided(self, seq: int) -> bool:
        """Return whether a step only gave orders that do not wait any more: there is nothing left to undo. Raises
        JournalError.
        """
        game = self._session.game
        if not game.access.holds:
            return False
        (step,) = self._session.journal.steps(seq, seq)
        given = [one.id for one in step.patch if isinstance(one, KeepOrder) and one.order is not None]
        return bool(given) and len(given) == len(step.patch) and not any(id in game.held for id in given)

    def roll_back(self, by: str, seq: int) -> Step | Refused:
        """Undo everything after a step, as the umpire; return the undo, or the refusal. Each seat learns how many of
        the undone steps it had noticed.

        People keep their seats. Messages and rolls stay in the log.
        """
        if not seat_of(self._session.game, by).umpire:
            return refused("not-yours", "only-umpire-judges")
        try:
            chosen = self._after(seq)
        except JournalError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        if not chosen:
            return refused("not-possible", "nothing-to-undo")
        return self._session.undoing.undo_as_umpire(by, chosen, told=None)

    def _after(self, seq: int) -> tuple[int, ...]:
        """Return the steps after a step that are in force and changed the game. Raises JournalError."""
        journal = self._session.journal
        journal.prove(seq + 1)
        standing = frozenset(standing_after(journal, frozenset({seq})))
        return tuple(
            step.seq
            for step in journal.steps(seq + 1)
            if step.seq in standing and any(not isinstance(change, _STAY) for change in step.patch)
        )

    def rolled_back(self, chosen: tuple[int, ...]) -> tuple[Told, ...]:
        """Return the messages about steps that are rolled back: one for the umpire, and one for each side that noticed
        any.

        Players who also play other sides may have noticed more. The count for a side is the smallest number that one of
        its players noticed.
        """
        noticed: dict[int, int] = {}
        for name, seat in self._session.game.seats.items():
            if not seat.umpire:
                count = sum(self._session.undoing.notices(name, seq) for seq in chosen)
                for side in seat.sides or (ONLOOKERS,):
                    noticed[side] = min(noticed.get(side, count), count)
        return (
            Told("rolled-back", {"count": len(chosen)}, sides=()),
            *(
                Told("rolled-back", {"count": count}, sides=(side,), lesser=True)
                for side, count in sorted(noticed.items())
                if count
            ),
        )

    def knowing(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sides that noticed any of these steps. Raises JournalError."""
        seats = self._session.game.seats.items()
        notices = self._session.undoing.notices
        found = {side for name, seat in seats for side in seat.sides if any(notices(name, seq) for seq in chosen)}
        return tuple(sorted(found))


def _is_order_of(seat: str, change: Change) -> bool:
    """Return whether a change gives an order of a seat, or recalls any order. A report that the rules want to send
    belongs to no seat.
    """
    return isinstance(change, KeepOrder) and (change.order is None or change.order.seat == seat)
