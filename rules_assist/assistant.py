"""`Assistant`: judges the steps of a table by its rule book, as strictly as the table wants it.

It is handed to a session as its policy and as an observer. What it says is worked out on the view of the seat that
acts, never on the truth: a refusal because of an unseen piece would give the piece away.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace as with_fields

from rules_assist.advice.accounts import accounts_at, totals
from rules_assist.advice.hand import Hand
from rules_assist.advice.now import now
from rules_assist.advice.outlines import outline_of
from rules_assist.advice.outlooks import of_request, outlooks, prospects
from rules_assist.advice.overlays import offers_of, overlay
from rules_assist.advice.page import rule_states
from rules_assist.eyes import SeenBy
from rules_assist.phases import NEXT_PHASE
from rules_assist.policy import LEVELS, checks_of, level_of, new_findings, property_of
from rules_assist.procedure.data import MisfitError
from rules_assist.procedure.driving import drive
from rules_assist.procedure.recording import NoChance, NoChanceError
from rules_assist.procedure.running import ModuleProcedures
from rules_assist.procedure.showing import underway
from rules_assist.procedure.steps import ProcedureError
from rules_assist.procedure.views import Views
from rules_assist.rulebook import RuleBook
from rules_assist.rules import Unanswerable
from rules_assist.sequence import listed
from rules_assist.situation import Situation
from tabletop.assisting import (
    DUES,
    POLICY,
    STRICT,
    Account,
    CheckState,
    Due,
    Finding,
    Level,
    Now,
    Outlook,
    Overlay,
    OverlayOffer,
    Prospect,
    RuleState,
    Underway,
    Where,
)
from tabletop.game.access import seat_of
from tabletop.game.audience import audience_of
from tabletop.game.commands import Answer, AnyCommand, Begin, GoOn, Resume, SetProperty
from tabletop.game.decide import decide
from tabletop.game.draft import apply
from tabletop.game.game import Game
from tabletop.game.outcome import Asks, Choice, Done, Outcome, Prompt, Refused
from tabletop.game.patch import Patch, Property, pieces_of
from tabletop.game.step import Step, TakeBack

_TRACKER: Final = "tracker:"
_JUDGING: Final = ""
"""Who looks when a step is judged: nobody's seat has this name."""

_PROCEDURES: Final = (Begin, Answer, GoOn, Resume)
"""Commands by which a procedure goes on."""

_AGREED: Final = "policy-agreed"
_MOST_SAID: Final = 3
_PASSED: Final = "passing-agreed"


class _Hand(Struct, frozen=True):
    """What a seat is moving: the position before it took the pieces up, and the pieces."""

    since: Game
    pieces: frozenset[int]


class Assistant:
    """The assistant of one table. `procedures` belong to the components of its session."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.procedures = ModuleProcedures(book)
        self._hands: dict[str, _Hand] = {}
        self._last: dict[str, Situation] = {}

    def _looked(self, who: str, game: Game, side: str) -> Situation:
        """A position with the eyes of a side: what is known of the places of the last one is used again."""
        last = self._last.get(who)
        found = self._last[who] = Situation(game, self.book) if last is None else last.became(game)
        return found.seen_by(side)

    def situation(self, game: Game, seat: str) -> Situation:
        """The position as a seat sees it; for the umpire, as it is."""
        who = seat_of(game, seat)
        side = game.sides[who.sides[0]] if len(who.sides) == 1 and not who.umpire else ""
        return self._looked(_JUDGING, SeenBy(game, audience_of(game, who)).game, side)

    def underway(self, view: Game, seat: str) -> tuple[Underway, ...]:
        """The procedures under way as a seat's own view shows them, the youngest last."""
        situation = self._own(view, seat)
        return tuple(underway(situation, frame) for frame in view.frames)

    def _own(self, view: Game, seat: str) -> Situation:
        """A seat's own view, with the eyes of its side; of one with several, or the umpire's, with nobody's."""
        who = seat_of(view, seat)
        side = view.sides[who.sides[0]] if len(who.sides) == 1 and not who.umpire else ""
        return self._looked(seat, view, side)

    # as a window asks it

    def lift(self, view: Game, seat: str, pieces: tuple[int, ...]) -> Hand:
        """Take pieces into the hand."""
        return Hand(self._seen(view, seat, pieces), seat, pieces)

    def warm(self, view: Game, seat: str) -> Iterator[None]:
        """Get ready for what will be asked about a view: the terrain of each way of moving, and a first reach on it."""
        situation = self._seen(view, seat, ())
        for mode in self.book.ground.modes.values():
            piece = next((one for one in view.pieces if mode.applies(situation, one)), None)
            if piece is not None:
                yield
                try:
                    reach = mode.reach(situation, (piece,))
                except Unanswerable:
                    continue
                outline_of(situation, reach.map, reach.places)

    def why_not(self, view: Game, seat: str, pieces: tuple[int, ...], where: Where) -> str:
        """Why these pieces cannot go there, in sentences with the rule's number; "" if they can."""
        return self.lift(view, seat, pieces).why_not(where)

    def findings(self, before: Game, after: Game, seat: str, pieces: Sequence[int]) -> tuple[Finding, ...]:
        """What the pieces that changed made wrong in a view, by the checks that are not off."""
        situation = self._seen(before, seat, pieces)
        checks = [check for due in DUES[:2] for check in checks_of(self.book, after, due, LEVELS[1:])]
        return new_findings(checks, situation, situation.became(after), pieces)

    def overlays(self) -> tuple[OverlayOffer, ...]:
        """The overlays that the game has."""
        return tuple(offers_of(self.book))

    def overlay(self, id: str, map: str, view: Game, seat: str, pieces: tuple[int, ...]) -> Overlay | None:
        """One of them on a map, for the chosen pieces where it is about pieces."""
        situation = self._seen(view, seat, pieces)
        return overlay(situation, id, map, pieces, situation.side)

    def now(self, view: Game, seat: str, pieces: tuple[int, ...]) -> Now | None:
        """Where we are and what may be done."""
        situation = self._seen(view, seat, pieces)
        return now(situation, seat, pieces, self.left_undone(situation, LEVELS[1:]))

    def prospects(self, view: Game, seat: str, pieces: tuple[int, ...]) -> tuple[Prospect, ...]:
        """What can be forecast now: at the chosen pieces, or anywhere."""
        return tuple(prospects(self._seen(view, seat, pieces), pieces))

    def outlooks(self, view: Game, seat: str, prospect: Prospect, more: int = 0) -> Iterator[Outlook]:
        """What may come of it, surer and surer; with one piece more like `more`. Nothing where it no longer can."""
        try:
            yield from outlooks(self._seen(view, seat, ()), prospect.id, prospect.where, more)
        except Unanswerable:
            return

    def odds(self, view: Game, seat: str, command: AnyCommand) -> Outlook | None:
        """What the dice may bring that are thrown next after a command; None where none are, or it cannot be said."""
        outcome = self.foresee(view, seat, command)
        if not isinstance(outcome, Done):
            return None
        situation = self._own(apply(view, outcome.patch)[0], seat)
        for frame in reversed(list(situation.game.frames.values())):
            try:
                draw = drive(self.book.procedures, frame, Views(situation)).draw
            except (MisfitError, ProcedureError):
                continue
            if draw is not None:
                return of_request(draw, self.book.tables)
        return None

    def totals(self, view: Game, seat: str) -> tuple[Account, ...]:
        """The numbers of the whole table that the game explains."""
        return totals(self._seen(view, seat, ()))

    def accounts(self, view: Game, seat: str, pieces: tuple[int, ...], where: Where) -> tuple[Account, ...]:
        """Where the numbers of a place come from."""
        return accounts_at(self._seen(view, seat, pieces), pieces, where)

    def checks(self, view: Game) -> tuple[CheckState, ...]:
        """All checks and how strictly this table takes them."""
        return tuple(
            CheckState(check.id, check.title, check.rule, level_of(view, check.id))
            for check in self.book.checks.values()
        )

    def set_level(self, check: str, level: Level) -> AnyCommand:
        """The command that takes a check, or all others (""), so strictly."""
        return SetProperty(property_of(check), level)

    def rules(self) -> tuple[RuleState, ...]:
        """Every rule of the game in the order of its numbers, and what becomes of it here."""
        return rule_states(self.book)

    def _seen(self, view: Game, seat: str, pieces: Sequence[int]) -> Situation:
        """A view as the rules look at it. Who plays all sides looks with the eyes of the chosen pieces' side, or of the
        one that acts."""
        who = seat_of(view, seat)
        sides = tuple(view.sides[side] for side in who.sides)
        situation = self._looked(seat, view, sides[0] if len(sides) == 1 else "")
        if len(sides) > 1:
            chosen = next((side for piece in pieces if (side := situation.side_of(piece)) in sides), "")
            acting = self.book.sequence.acting(situation) if self.book.sequence else ()
            side = chosen or next((side for side in acting if side in sides), sides[0])
            situation = self._looked(seat, view, side)
        return situation

    def foresee(self, view: Game, seat: str, command: AnyCommand) -> Outcome | None:
        """What a command would do, as far as chance need not decide it, on the seat's own view; None: chance decides.

        For showing what an answer to a procedure leads to before it is given.
        """
        components = with_fields(self.book.module.components, procedures=lambda: self.procedures)
        try:
            return decide(view, command, seat, NoChance(), components)
        except NoChanceError:
            return None

    # as the policy and an observer of a session

    def policy(self, before: Game, after: Game, step: Step, seat: str) -> Refused | Asks | None:
        """Judge a step before it is recorded; see `tabletop.session.Policy`.

        The umpire is never stopped, nor is a procedure of the rules; but no phase ends with a move that may not end so.
        """
        if isinstance(step.command, TakeBack) or seat_of(before, seat).umpire:
            return None
        if isinstance(step.command, _PROCEDURES):
            ends = isinstance(step.command, Begin) and step.command.procedure == NEXT_PHASE
            return self._stopped(self._ended(before, seat), before, step) if ends else None
        if len({s for s in before.seats.values() if s.sides}) > 1:
            disagreed = self._agreed(before, after, step, seat)
            if disagreed is not None:
                return disagreed
        return self._stopped(self._wrong(before, after, step, seat), before, step)

    def _agreed(self, before: Game, after: Game, step: Step, seat: str) -> Refused | Asks | None:
        """What only all who play together may do: take the rules otherwise, or pass over a phase."""
        if _changes(step.patch, POLICY):
            return _asked(step, _AGREED, f"{self._policies_said(after, step.patch)} Do all who play agree to that?")
        passed = self._passed_over(before, after, seat) if _changes(step.patch, _TRACKER) else ()
        return _asked(step, _PASSED, f"Do all who play agree to pass over {listed(passed)}?") if passed else None

    def _policies_said(self, after: Game, patch: Patch) -> str:
        """How strictly the rules are to be taken, in a sentence: all of them, or the first few and how many more."""
        names = [change.name for change in patch if isinstance(change, Property) and change.name.startswith(POLICY)]
        if POLICY in names:
            return f"All rules are to be taken at {level_of(after, '')}."
        checks = [check for check in self.book.checks.values() if property_of(check.id) in names]
        said = [
            f"{check.title}{f' ({check.rule})' if check.rule else ''}: {level_of(after, check.id)}"
            for check in checks[:_MOST_SAID]
        ]
        more = [f"{len(checks) - _MOST_SAID} more"] if len(checks) > _MOST_SAID else []
        return f"{', '.join((*said, *more))}."

    def _passed_over(self, before: Game, after: Game, seat: str) -> tuple[str, ...]:
        """The phases that are passed over although there is something to do in them."""
        sequence = self.book.sequence
        if sequence is None:
            return ()
        now, then = self.situation(before, seat), self.situation(after, seat)
        return sequence.passed_over(sequence.positions(now), sequence.positions(then), now)

    def observe(self, before: Game, after: Game, step: Step) -> None:  # noqa: ARG002 - the position before is what counts
        """Hear of a step that is recorded; see `tabletop.session.Observer`."""
        moved = frozenset(pieces_of(step.patch))
        hand = self._hands.get(step.by)
        if isinstance(step.command, TakeBack) or _changes(step.patch, _TRACKER):
            self._hands.clear()
        elif isinstance(step.command, _PROCEDURES):
            if hand is not None and not hand.pieces.isdisjoint(moved):
                del self._hands[step.by]  # what the rules have done with them since is no move of the hand
        elif moved:
            if hand is None or hand.pieces.isdisjoint(moved):
                self._hands[step.by] = _Hand(before, moved)
            else:
                self._hands[step.by] = _Hand(hand.since, hand.pieces | moved)

    def _wrong(self, before: Game, after: Game, step: Step, seat: str) -> tuple[Finding, ...]:
        """What a step makes wrong, and what it leaves behind that should have been mended by now.

        Of a move that may go on, only what going on cannot mend is wrong at once: findings that are due at the step.
        """
        moved = frozenset(pieces_of(step.patch))
        found = self._new(before, after, seat, sorted(moved), "step")
        turns = _changes(step.patch, _TRACKER)
        hand = self._hands.get(seat)
        goes_on = hand is not None and not hand.pieces.isdisjoint(moved)
        since, travelled = (hand.since, hand.pieces | moved) if hand is not None and goes_on else (before, moved)
        so_far = self._new(since, after, seat, sorted(travelled), "end-of-move")
        found += tuple(finding for finding in so_far if finding.due == "step")
        if turns or (moved and not goes_on):
            found += self._ended(before, seat)
        if turns:
            found += self.left_undone(self.situation(before, seat), STRICT)
        return found

    def _ended(self, game: Game, seat: str) -> tuple[Finding, ...]:
        """What is wrong with the last move of a seat, now that it goes no further."""
        hand = self._hands.get(seat)
        whole = self._new(hand.since, game, seat, sorted(hand.pieces), "end-of-move") if hand is not None else ()
        return tuple(finding for finding in whole if finding.due != "step")

    def _new(self, before: Game, after: Game, seat: str, moved: Sequence[int], due: Due) -> tuple[Finding, ...]:
        checks = checks_of(self.book, before, due, STRICT)
        if not checks or not moved:
            return ()
        who = audience_of(before, seat_of(before, seat))
        now, then = SeenBy(before, who), SeenBy(after, who)
        if now.game is not before:
            moved = _numbers(moved, now, then)
        situation = self.situation(before, seat).became(now.game)
        return new_findings(checks, situation, situation.became(then.game), moved)

    def left_undone(self, situation: Situation, levels: Collection[Level]) -> tuple[Finding, ...]:
        """What must be mended before the phase ends, by the checks that the table takes at one of these levels."""
        checks = checks_of(self.book, situation.game, "phase", levels)
        everything = tuple(situation.game.pieces)
        return tuple(finding for check in checks for finding in check.findings(situation, situation, everything))

    def _stopped(self, found: Iterable[Finding], game: Game, step: Step) -> Refused | Asks | None:
        """What comes of findings: the first one that is enforced refuses, then each to be confirmed is asked about."""
        doubtful = []
        for finding in found:
            if level_of(game, finding.check) == "enforce":
                return Refused("against-the-rules", f"{finding.rule}: {finding.message}")
            doubtful.append(finding)
        for finding in doubtful:
            key = f"finding:{finding.check}"
            asked = _asked(step, key, f"{finding.rule}: {finding.message} Do it all the same?")
            if asked is not None:
                return asked
        return None


def _numbers(pieces: Sequence[int], now: SeenBy, then: SeenBy) -> tuple[int, ...]:
    found = ((now.number(piece), then.number(piece)) for piece in pieces)
    return tuple(dict.fromkeys(number for pair in found for number in pair if number is not None))


def _changes(patch: Patch, name: str) -> bool:
    """Does it change a property of the table whose name begins so?"""
    return any(isinstance(change, Property) and change.name.startswith(name) for change in patch)


def _asked(step: Step, key: str, question: str) -> Refused | Asks | None:
    """Ask it once: None when it has been answered yes."""
    answers = dict(step.answers)
    if key not in answers:
        return Asks(Prompt(key, question, (Choice(True, "Yes"), Choice(False, "No")), default=False))
    return None if answers[key] else Refused("not-possible", "It stays as it is.")
