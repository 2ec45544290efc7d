"""Undo at a table: the steps that a seat may undo, the obstacles, and the necessary consent."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabletop.game.actions.access import TakenBack, seat_of, why_not_undone
from tabletop.game.actions.contact_reports import ARRIVED
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Choice, Prompt, Refused, refused
from tabletop.game.change.patch import Change, KeepOrder, Patch, Post, Set, pieces_of
from tabletop.game.change.step import Answers, Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.decisions.order_decisions import waits
from tabletop.game.kinds.compiled_kinds import compile_kind, has_secrets
from tabletop.game.sight.audience import ONLOOKERS, Audience
from tabletop.journal.barriers import Barrier, barriers, shown_to
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.records import PUT_OFF
from tabletop.journal.takeback import BlockingSteps, seen_keys, take_back
from tabletop.session.consents import WaitingRequest
from tabletop.session.table_answers import ANYWAY, Answer, InTheWay, NeedsConsent
from tabletop.session.umpire_undo import UmpireUndo
from tabletop.texts import listed, text

if TYPE_CHECKING:
    from tabletop.game.state.game import Game
    from tabletop.game.state.values import Value
    from tabletop.session.table_session import Session

_STANDS: Final = frozenset({"said", "rolled"})
"""The keys of messages that are not undone with a step."""

_CARRIED_OUT: Final = frozenset({"order-allowed", "order-changed"})
"""The keys of messages about an order that the umpire has carried out."""

_NOTHING_THERE: Final = "nothing-to-undo"


class TableUndo:
    """Undo and redo for the seats of a session. Steps are named by their numbers in the record."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._seen: dict[tuple[Audience, int], bool] = {}
        self._owned: dict[int, frozenset[str]] = {}
        self.umpires = UmpireUndo(session)

    def take_back(self, by: str, steps: Iterable[int], persons: frozenset[str], answers: Answers = ()) -> Answer | Step:
        """Undo steps in the name of a seat. Return the step if that is done, otherwise a question, a request for
        consent, or the reason why not. `persons` are the seats whose consent is included.

        A seat may undo its own steps, and the umpire may undo any. To undo others' steps, a seat needs their consent.
        For a step that drew something, or that showed somebody something new, all players must agree. If all of them
        are `persons` (a player alone, or players at one screen), and for the umpire, one confirmation is enough.

        If the umpire decides undos, the undo only waits as a request; then the step that records the request is
        returned.
        """
        journal = self._session.journal
        chosen = tuple(sorted(set(steps)))
        if journal.is_read_only:
            return refused("not-possible", "in-other-words", words=journal.why_read_only)
        if not chosen or not journal.first < chosen[0] <= chosen[-1] <= journal.last:
            return refused("not-possible", _NOTHING_THERE)
        try:
            journal.prove(chosen[0])
            no = self._why_settled(by, chosen) or self.umpires.why_not_now(chosen)
            if no is not None:
                return no
            patch = take_back(
                journal, self._session.game, chosen, self._session.audience_of(by), partial(self.notices, by)
            )
            if isinstance(patch, BlockingSteps):
                return self._blocked(patch.steps)
            no = why_not_undone(self._session.game, by, self._taken_back(by, chosen, patch))
            if no is not None:
                return no
            if self.umpires.waits(by, chosen):
                return self.umpires.hold(by, chosen)
            if self._waits(by, chosen):
                return refused("not-yours", "undo-waits")
            found = barriers(journal, chosen, self._audiences(), self._session.audience_of(by), by)
            authors = {step.by for step in journal.steps(chosen[0], chosen[-1]) if step.seq in chosen}
        except JournalError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        needs = self._consents(by, chosen, found, authors, persons)
        if needs is not None:
            return needs
        if found and (ANYWAY, True) not in answers:
            if (ANYWAY, False) in answers:
                return refused("not-possible", "nothing-undone")
            return Asks(Prompt(ANYWAY, text("undo-anyway", reason=_why(found)), _yes_no(), default=False))
        return self._take_back(by, chosen, patch, answers)

    def _why_settled(self, by: str, chosen: tuple[int, ...]) -> Refused | None:
        """Return the reason why a seat cannot undo these steps at all: it did not notice one of them, one is undone
        already, or a dispatch written in them has left; None if there is no such reason. Raises JournalError.
        """
        if not all(self.notices(by, seq) for seq in chosen):
            return refused("not-possible", _NOTHING_THERE)
        if self._session.journal.taken_back().intersection(chosen):
            return refused("not-possible", "undone-already")
        return refused("not-possible", "dispatch-has-left") if self._has_left(by, chosen) else None

    def undo_as_umpire(self, by: str, chosen: tuple[int, ...], *more: Change, told: Told | None) -> Step | Refused:
        """Undo steps as the umpire, who needs nobody's consent; return the step of the undo, or the refusal.

        The changes `more` are made in the same step. The message `told` is added to those of the undo. Without it, each
        side learns only how many of the undone steps it had noticed.
        """
        journal = self._session.journal
        if journal.is_read_only:
            return refused("not-possible", "in-other-words", words=journal.why_read_only)
        try:
            journal.prove(chosen[0])
            if journal.taken_back().intersection(chosen):
                return refused("not-possible", "undone-already")
            found = take_back(journal, self._session.game, chosen)
            if isinstance(found, BlockingSteps):
                no = self._blocked(found.steps)
                return no if isinstance(no, Refused) else refused("not-possible", "in-other-words", words=no.because)
            said = (*self._said(chosen, found), told) if told is not None else self.umpires.rolled_back(chosen)
        except JournalError as problem:
            return refused("not-possible", "in-other-words", words=str(problem))
        return self._record(by, chosen, (*found, *more), (), said)

    def _taken_back(self, by: str, chosen: tuple[int, ...], patch: Patch) -> TakenBack:
        """Return the undo of the chosen steps for the rules of access, which need the asking seat as it was at these
        steps. Raises JournalError.
        """
        if self._session.game.access.kind == "open":
            return TakenBack((), patch)
        steps = (self._session.journal.around(seq) for seq in chosen)
        return TakenBack(tuple(seat_of(one.before, by) for one in steps if one.step.by == by), patch)

    def _waits(self, by: str, chosen: Iterable[int]) -> bool:
        """Return whether the umpire decides the commands of these steps, so that a seat cannot undo them alone.

        The author of an order can undo it while it waits. Raises JournalError.
        """
        game = self._session.game
        for seq in chosen if game.access.holds else ():
            step = self._session.journal.around(seq).step
            if isinstance(step.command, TakeBack):
                if self._waits(by, step.command.steps):
                    return True
            elif waits(game, seat_of(game, by), step.command):
                return not all(isinstance(change, KeepOrder) for change in step.patch)
        return False

    def _has_left(self, by: str, chosen: Iterable[int]) -> bool:
        """Return whether a dispatch that a seat's side wrote in these steps has left. Then only the umpire can undo
        them. The answer does not depend on the arrival of the dispatch. Raises JournalError.
        """
        game, who = self._session.game, self._session.audience_of(by)
        if who.sees_all(game):
            return False
        steps = (self._session.journal.around(seq) for seq in chosen)
        posted = ((here.before, change) for here in steps for change in here.step.patch if isinstance(change, Post))
        written = (change.id for before, change in posted if change.id not in before.dispatches)
        known = (one for id in written if (one := game.dispatches.get(id)) is not None)
        return any(one.is_sent and not set(who.sides).isdisjoint(one.sides) for one in known)

    def to_undo(self, seat: str, *, of_table: bool = True) -> int:
        """Return the next step that a seat can undo: its own last step, or the table's last step that it noticed; 0 if
        there is none.
        """
        return self._session.journal.to_undo(None if of_table else seat, partial(self._sees_change, seat))

    def own_to_undo(self, seat: str) -> int:
        """Return the last step that a seat can undo of those that it made or ordered; 0 if there is none."""

        def is_own(seq: int) -> bool:
            return self.notices(seat, seq) and seat in self._owners(seq) and self._sees_change(seat, seq)

        return self._session.journal.to_undo(None, is_own)

    def _owners(self, seq: int) -> frozenset[str]:
        """Return the seats that made a step, or gave the order that the umpire carried out in it. Raises
        JournalError.
        """
        if seq not in self._owned:
            (step,) = self._session.journal.steps(seq, seq)
            ordered = (str(told.facts["seat"]) for told in step.told if told.key in _CARRIED_OUT)
            self._owned[seq] = frozenset((step.by, *ordered))
        return self._owned[seq]

    def to_redo(self, seat: str, *, of_table: bool = True) -> int:
        """Return the next undo that a seat can redo: its own, or one at the table that it noticed; 0 if there
        is none.
        """
        return self._session.journal.to_redo(None if of_table else seat, partial(self._sees_change, seat))

    def _sees_change(self, seat: str, seq: int) -> bool:
        """Return whether a seat noticed a step, and sees changes of it that can be undone. Raises JournalError."""
        if self.umpires.is_decided(seq):
            return False
        who = self._session.audience_of(seat)
        if who.sees_all(self._session.game) or not self.notices(seat, seq):
            return self.notices(seat, seq)
        if (who, seq) not in self._seen:
            here = self._session.journal.around(seq)
            waits = any(told.key == PUT_OFF for told in here.step.told)
            is_certain = waits or isinstance(here.step.command, TakeBack)
            self._seen[who, seq] = is_certain or bool(seen_keys(here.before, here.after, here.step.patch, who))
        return self._seen[who, seq]

    def notices(self, seat: str, seq: int) -> bool:
        """Return whether a seat made a step, or sees or hears anything of it. Raises JournalError."""
        return bool(self._session.stream(seat).numbers.number(seq))

    def _blocked(self, steps: tuple[int, ...]) -> InTheWay | Refused:
        """Return the answer that later steps prevent an undo. `steps` are those that the seat noticed."""
        return InTheWay(steps, self._in_the_way(steps)) if steps else refused("not-possible", "changed-since")

    def _audiences(self) -> set[Audience]:
        """Return the audiences of the people at the table."""
        return {self._session.audience_of(name) for name in self._session.game.seats}

    def _in_the_way(self, steps: tuple[int, ...]) -> str:
        others = {step.by for step in self._session.journal.steps(steps[0], steps[-1]) if step.seq in steps}
        return text("moved-since", players=listed(sorted(others)), count=len(others))

    def _consents(
        self, by: str, chosen: tuple[int, ...], found: Sequence[Barrier], authors: set[str], persons: frozenset[str]
    ) -> NeedsConsent | None:
        """Ask for the consent that is missing, and return the answer; None if nothing is missing. Authors of imported
        steps who have no seat here are not asked.

        The answer depends only on the knowledge of the seat that undoes the steps. Players who did not notice the steps
        are not asked, since that would reveal the steps.
        """
        seats = self._session.game.seats
        if seat_of(self._session.game, by).umpire:
            return None
        needed = ((self._concerned(chosen) if found else set()) | authors) & seats.keys() - persons - {by}
        if not needed:
            return None
        noticing = {name for name in needed if any(self.notices(name, seq) for seq in chosen)}
        words = {**dict.fromkeys(sorted(noticing), _why(found) if found else ""), by: _why(found)}
        return self._session.consents.ask(WaitingRequest(by=by, needed=frozenset(needed), words=words, steps=chosen))

    def _concerned(self, chosen: tuple[int, ...]) -> set[str]:
        """Return the seats that were told of these steps or were shown something by them, even if they do not see the
        pieces.
        """
        heard = self._who_heard(chosen)
        steps = (step for seq in chosen for step in self._session.journal.steps(seq, seq))
        shown = {side for step in steps for side in shown_to(self._session.journal, step)}
        seats = {name: seat.sides for name, seat in self._session.game.seats.items() if seat.sides}
        return {name for name, sides in seats.items() if heard is None or not shown.union(heard).isdisjoint(sides)}

    def _take_back(self, by: str, chosen: tuple[int, ...], patch: Patch, answers: Answers) -> Answer | Step:
        return self._record(by, chosen, patch, answers, self._said(chosen, patch))

    def _record(
        self, by: str, chosen: tuple[int, ...], patch: Patch, answers: Answers, told: tuple[Told, ...]
    ) -> Step | Refused:
        before = self._session.game
        after, back = apply(before, patch)
        seq = self._session.journal.last + 1
        step = Step(seq, by, TakeBack(chosen), patch, self._session.now_ms(), answers, told=told)
        return self._session.record(before, step, back, after) or step

    def _said(self, chosen: tuple[int, ...], patch: Patch) -> tuple[Told, ...]:
        """Return the messages of an undo. They name pieces by their ids: the order of the changes can be secret."""
        before = self._session.game
        after, _ = apply(before, patch)
        redone = all(self._session.journal.taken_back_by(seq) for seq in chosen)
        key = "done-again" if redone else "taken-back"
        told = self._told_of(chosen, key)
        heard = {side for one in told for side in one.sides or ()}
        if not told or told[0].sides is not None:
            steps = (step for step in self._session.journal.steps(chosen[0], chosen[-1]) if step.seq in chosen)
            named = {piece for step in steps for piece in pieces_of(_openly(step.patch, before))}
            pieces = tuple(sorted(piece for piece in named if piece in before.pieces or piece in after.pieces))
            told += self._told_else(key, chosen, pieces, heard)
        return told

    def _told_of(self, chosen: tuple[int, ...], key: str) -> tuple[Told, ...]:
        """Return the messages about the undo or redo of a single step: its first message and the lesser ones right
        after it, for those who heard them.

        There are none for several steps, for a step without messages, or for an undo of an undo.
        """
        if len(chosen) != 1:
            return ()
        said = [one for one in self._told(chosen) if one.key not in _STANDS]
        alike = [*said[:1], *takewhile(lambda one: one.lesser, said[1:])]
        if not said:
            return ()
        of = said[0].facts.get("of", said[0].key)
        if of in ("taken-back", "done-again"):
            return ()
        return tuple(replace(one, key=key, facts={**one.facts, "of": of}) for one in alike)

    def _told_else(
        self, key: str, chosen: tuple[int, ...], pieces: tuple[int, ...], heard: set[int]
    ) -> tuple[Told, ...]:
        """Return the further message of an undo, for sides that did not hear its steps but see their pieces. If nobody
        heard of the steps (`heard` is empty), it is the only message.
        """
        facts: dict[str, Value] = {"count": len(chosen)}
        if not heard:
            return (Told(key, facts, pieces, sides=None if pieces else self._who_heard(chosen)),)
        others = tuple(side for side in (*range(len(self._session.game.sides)), ONLOOKERS) if side not in heard)
        return (Told(key, facts, pieces, sides=others, lesser=True),) if pieces and others else ()

    def _told(self, chosen: tuple[int, ...]) -> list[Told]:
        """Return all messages of steps, except those about late contacts that have arrived, since these
        contacts stay.
        """
        return [
            one
            for step in self._session.journal.steps(chosen[0], chosen[-1])
            if step.seq in chosen
            for one in step.told
            if ARRIVED not in one.facts
        ]

    def _who_heard(self, chosen: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the sides that heard of steps; None for all, also if nothing was told."""
        heard = [one.sides for one in self._told(chosen)]
        if not heard or None in heard:
            return None
        return tuple(sorted({side for sides in heard if sides is not None for side in sides}))


def _openly(patch: Patch, game: "Game") -> Patch:
    """Return the changes of a patch without those that only a piece's own side knows."""

    def is_secret(change: Change) -> bool:
        if not isinstance(change, Set) or change.piece not in game.pieces:
            return False
        kind = game.kind_of(change.piece)
        return has_secrets(kind) and change.slot in compile_kind(kind).secret_slots

    return tuple(change for change in patch if not is_secret(change))


def _yes_no() -> tuple[Choice, ...]:
    return (Choice(True, text("undo-it")), Choice(False, text("leave-it")))


def _why(found: Sequence[Barrier]) -> str:
    if not found:
        return text("not-your-step")
    if any(barrier.why == "drawn" for barrier in found):
        return text("undo-drawn")
    return text("undo-shown")
