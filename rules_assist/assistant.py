"""`Assistant`: it judges the steps of a table by its rule book, as strictly as the table asks.

A session takes it as its policy and as an observer. It works on the view of the acting seat, never on the truth. A
refusal because of an unseen piece would reveal the piece.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules_assist.advice.current_offers import consultations, now
from rules_assist.advice.held_pieces import Hand, closed_ways
from rules_assist.advice.number_accounts import accounts_at, totals
from rules_assist.advice.outlooks import of_request, outlooks, prospects
from rules_assist.advice.place_outlines import outline_of
from rules_assist.advice.rules_list import rule_states
from rules_assist.advice.standard_overlays import REACH, completed, is_unfinished, offers_of, overlay
from rules_assist.advice.supply_mends import mended
from rules_assist.places.leaders import taken_up
from rules_assist.policy import LEVELS, OF_MOVES, JudgedMove, checks_of, level_of, property_of, wrong_with
from rules_assist.position.judged_view import JudgedViews
from rules_assist.position.situation import Situation
from rules_assist.procedure.asked_views import Views
from rules_assist.procedure.plain_data import MisfitError
from rules_assist.procedure.procedure_display import underway
from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.procedure.step_driver import drive
from rules_assist.procedure.steps import ProcedureError
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import NetSupply
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.sequence.phase_procedure import NEXT_PHASE
from tabletop.assistance import (
    POLICY,
    STRICT,
    Account,
    CheckState,
    Due,
    Finding,
    Level,
    Now,
    Offer,
    Outlook,
    Overlay,
    OverlayOffer,
    Prospect,
    RuleState,
    Underway,
    Where,
    policies_of,
)
from tabletop.game.actions.access import seat_of
from tabletop.game.chance import NoChance, NoChanceError
from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import BY_RULES, TRACKER, HandMoves, Move, step_outline, turned, turns
from tabletop.game.change.outcome import AGREED, Asks, Choice, Done, NeedsAgreement, Outcome, Prompt, Refused, refused
from tabletop.game.change.patch import Patch, Property, pieces_of
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.commands import AnyCommand, Begin, SetProperty
from tabletop.game.decide import decide
from tabletop.game.side_cells import whole_sides
from tabletop.game.sight.audience import Audience, audience_of
from tabletop.game.state.game import Game
from tabletop.game.state.values import FACE, Value
from tabletop.log_messages import said_to_stand
from tabletop.texts import listed, text

FINDING: Final = "finding:"
"""The prefix of the keys of questions that ask whether to continue despite a finding."""

_JUDGING: Final = ""
"""The name of the viewer that judges a step. No seat has this name."""

_MOST_SAID: Final = 3


class Assistant:
    """The rules assistant of one table. The components of the table's session must use its `procedures`."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.procedures = ModuleProcedures(book)
        self.moves = HandMoves(self._is_wrong)
        self._let_stand: dict[int, str] = {}
        self._last: dict[str, Situation] = {}
        self._views = JudgedViews()

    def _looked(self, who: str, game: Game, side: str) -> Situation:
        """Return the situation of a side in a view.

        Facts that are still true are taken over from the last view of the same viewer.
        """
        last = self._last.get(who)
        found = self._last[who] = Situation(game, self.book) if last is None else last.became(game)
        return found.seen_by(side)

    def situation(self, game: Game, seat: str) -> Situation:
        """Return the position as a seat sees it; the true position for the umpire."""
        who, side = _eyes_of(game, seat)
        return self._looked(_JUDGING, self._views.seen_by(game, who), side)

    def underway(self, view: Game, seat: str) -> tuple[Underway, ...]:
        """Return the procedures under way as a seat's own view shows them, the newest last."""
        situation = self._own(view, seat)
        return tuple(underway(situation, frame) for frame in view.frames)

    def _own(self, view: Game, seat: str) -> Situation:
        """Return the situation of a seat in its own view.

        It has no side for the umpire, and for a seat with several sides or none.
        """
        return self._looked(seat, view, _eyes_of(view, seat)[1])

    # the questions of a window

    def lift(self, view: Game, seat: str, pieces: tuple[int, ...], move: Move | None = None) -> Hand:
        """Return these pieces as held by a seat. `move` is the move by hand that a drop would continue."""
        pieces = _there(view, pieces)
        begun = None if move is None or move.since is view else self._looked_at(move, view, seat)
        return Hand(self._seen(view, seat, pieces), seat, pieces, begun)

    def taken_up(self, view: Game, seat: str, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the pieces that are taken up with these: the pieces themselves, and those that markers among them
        lead.
        """
        pieces = _there(view, pieces)
        return taken_up(self._seen(view, seat, pieces), pieces)

    def warm(self, view: Game, seat: str) -> Iterator[None]:
        """Prepare for questions about a view: make the terrain of each way of moving, and a first reach on it.

        It yields before each way, so that the caller can pause there.
        """
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
        """Return the reasons that these pieces cannot go there, in sentences with rule numbers; "" if they can."""
        return self.lift(view, seat, pieces).why_not(where)

    def findings(self, after: Game, seat: str, move: Move, step: Move | None = None) -> tuple[Finding, ...]:
        """Return the errors of a move in a view, by the checks that are not off.

        `step` is its last step, if it is given.
        """
        checks = checks_of(self.book, after, OF_MOVES, LEVELS[1:])
        whole = self._looked_at(move, after, seat)
        last = whole if step is None or step.since is move.since else self._looked_at(step, after, seat)
        return wrong_with(checks, whole, last, whole.before.became(after))

    def _looked_at(self, move: Move, after: Game, seat: str) -> JudgedMove:
        """Return a move in a seat's own view, with those of its pieces that the seat sees or has seen."""
        there = sorted(piece for piece in move.pieces if piece in after.pieces or piece in move.since.pieces)
        known = [piece for piece in there if piece in move.since.pieces]
        return JudgedMove(self._seen(move.since, seat, known), there)

    def overlays(self) -> tuple[OverlayOffer, ...]:
        """Return the offers of all overlays of the game."""
        return tuple(offers_of(self.book))

    def overlay(self, id: str, map: str, view: Game, seat: str, pieces: tuple[int, ...]) -> Overlay | None:
        """Return an overlay of a map, for the selected pieces if it depends on pieces; None if it would show
        nothing.
        """
        pieces = _there(view, pieces)
        situation = self._seen(view, seat, pieces)
        return overlay(situation, id, map, pieces, situation.side)

    def completing(
        self, shown: Overlay, view: Game, seat: str, pieces: tuple[int, ...]
    ) -> Callable[[], Overlay | None] | None:
        """Return the function that completes an unfinished overlay; None for an overlay that is complete.

        The function can be called on any thread: it works on a situation of its own, which shares no facts with others.
        """
        if not is_unfinished(self.book, shown):
            return None
        pieces = _there(view, pieces)
        side = self._seen(view, seat, pieces).side
        return lambda: completed(Situation(view, self.book, side), shown, pieces, side)

    def mending(self, finding: Finding, view: Game, seat: str) -> Callable[[], Finding] | None:
        """Return the function that adds to a finding how supply lines would open again; None if nothing can be added.

        The function can be called on any thread, as that of `completing`.
        """
        if not isinstance(self.book.ground.supply.get(finding.supply), NetSupply):
            return None
        side = self._seen(view, seat, finding.pieces).side
        return lambda: mended(Situation(view, self.book, side), finding)

    def why_no_overlay(self, id: str, view: Game, seat: str, pieces: tuple[int, ...]) -> str:
        """Return the reasons that the rules show no overlay for the selected pieces, in sentences with rule numbers.

        "" if no reason is known.
        """
        pieces = _there(view, pieces)
        return " ".join(closed_ways(self._seen(view, seat, pieces), pieces)) if id == REACH and pieces else ""

    def now(self, view: Game, seat: str, pieces: tuple[int, ...]) -> Now | None:
        """Return the current phase and the possible actions; None for a game without a sequence of play."""
        pieces = _there(view, pieces)
        situation = self._seen(view, seat, pieces)
        return now(situation, seat, pieces, self.left_undone(situation, LEVELS[1:]))

    def tables(self, view: Game, seat: str) -> tuple[Offer, ...]:
        """Return the results tables that a seat can consult."""
        return tuple(consultations(self._seen(view, seat, ()), seat))

    def prospects(self, view: Game, seat: str, pieces: tuple[int, ...]) -> tuple[Prospect, ...]:
        """Return the possible forecasts: at the selected pieces, or anywhere."""
        pieces = _there(view, pieces)
        return tuple(prospects(self._seen(view, seat, pieces), pieces))

    def outlooks(self, view: Game, seat: str, prospect: Prospect, more: int = 0) -> Iterator[Outlook]:
        """Yield the forecasts of a prospect, each more certain than the last. `more` is a piece; one more like
        it is added, if it is not 0.

        Yields nothing if the forecast is no longer possible.
        """
        try:
            for outlook in outlooks(self._seen(view, seat, ()), prospect.id, prospect.where, more):
                yield _of_view(outlook, view, seat)
        except Unanswerable:
            return

    def odds(self, view: Game, seat: str, command: AnyCommand) -> Outlook | None:
        """Return the odds of the next dice after a command; None if there are none, or they cannot be calculated."""
        outcome = self.foresee(view, seat, command)
        if not isinstance(outcome, Done):
            return None
        situation = self._own(apply(view, outcome.patch)[0], seat)
        for frame in reversed(list(situation.game.frames.values())):
            try:
                draw = drive(self.book.runs, frame, Views(situation)).draw
            except (MisfitError, ProcedureError):
                continue
            found = of_request(draw, self.book.tables) if draw is not None else None
            if draw is not None:
                return _of_view(found, view, seat) if found is not None else None
        return None

    def totals(self, view: Game, seat: str) -> tuple[Account, ...]:
        """Return the accounts of the numbers of the whole table that the game explains."""
        return totals(self._seen(view, seat, ()))

    def accounts(self, view: Game, seat: str, pieces: tuple[int, ...], where: Where) -> tuple[Account, ...]:
        """Return the accounts of the numbers of a place, with their sources."""
        pieces = _there(view, pieces)
        return accounts_at(self._seen(view, seat, pieces), pieces, where)

    def checks(self, view: Game) -> tuple[CheckState, ...]:
        """Return all checks, and how strictly this table takes each of them."""
        return tuple(
            CheckState(check.id, check.title, check.rule, level_of(view, check.id))
            for check in self.book.checks.values()
        )

    def set_level(self, check: str, level: Level) -> AnyCommand:
        """Return the command that sets how strictly a check is taken.

        The check "" stands for all checks without a level of their own.
        """
        return SetProperty(property_of(check), level)

    def rules(self) -> tuple[RuleState, ...]:
        """Return every rule that the module lists, in the order of its lists, with the parts that apply it."""
        return rule_states(self.book)

    def _seen(self, view: Game, seat: str, pieces: Sequence[int]) -> Situation:
        """Return the situation of a side in a view.

        For a seat that plays several sides, it is that of the first selected piece of these sides, or else the first
        acting side among them, or else the first side. A seat without sides has none.
        """
        who = seat_of(view, seat)
        sides = whole_sides(view.sides[side] for side in who.sides)
        situation = self._looked(seat, view, sides[0] if len(sides) == 1 else "")
        if len(sides) > 1:
            chosen = next((side for piece in pieces if (side := situation.side_of(piece)) in sides), "")
            acting = self.book.sequence.acting(situation) if self.book.sequence else ()
            side = chosen or next((side for side in acting if side in sides), sides[0])
            situation = self._looked(seat, view, side)
        return situation

    def foresee(self, view: Game, seat: str, command: AnyCommand) -> Outcome | None:
        """Return the outcome that a command would have in the seat's own view; None if it depends on dice.

        With it, a window shows the effect of an answer to a procedure before the answer is given.
        """
        components = replace(self.book.module.components, procedures=lambda: self.procedures)
        try:
            return decide(view, command, seat, NoChance(), components)
        except NoChanceError:
            return None

    # the policy and the observer of a session

    def policy(self, before: Game, after: Game, step: Step, seat: str) -> Refused | Asks | NeedsAgreement | None:
        """Return what a step needs before it can be recorded, or its refusal; see `tabletop.session.Policy`.

        None if nothing stops it. The umpire and an undo are never stopped. Procedures are stopped only at the end of a
        phase, by the errors of the last move, and by findings that must be fixed before.
        """
        if isinstance(step.command, TakeBack) or seat_of(before, seat).umpire:
            return None
        if isinstance(step.command, BY_RULES):
            return self._stopped(self._left_behind(before, after, step, seat), before, step)
        wrong = (*self._wrong(before, after, step, seat), *self._left_behind(before, after, step, seat))
        return self._stopped(wrong, before, step) or self._agreed(before, after, step, seat)

    def _agreed(self, before: Game, after: Game, step: Step, seat: str) -> NeedsAgreement | None:
        """Return the consent that a step needs of those who play other sides: to change how rules are taken, to accept
        an enforced finding, or to skip a phase. None if it needs none, or has it.
        """
        own = set(seat_of(before, seat).sides)
        others = tuple(name for name, one in before.seats.items() if not own.issuperset(one.sides))
        if not others:
            return None
        if _changes(step.patch, POLICY):
            return _agreement(step, "policies", (seat, *others), self._policies_said(after, step.patch))
        stands = said_to_stand(step.told)
        if stands and "enforce" in policies_of(before).values():
            words = text("agree-to-let-stand", finding=stands)
            asked = _agreement(step, "let-stand", (seat, *others), words)
            return asked and replace(asked, words={name: self._known(after, step, name, words) for name in asked.words})
        passed = self._passed_over(before, after, seat) if turns(step.patch) else ()
        words = text("agree-to-pass-over", phases=listed(passed))
        return _agreement(step, "skip", (seat, *others), words) if passed else None

    def _known(self, game: Game, step: Step, seat: str, words: str) -> str:
        """Return the question about an accepted finding for a seat. It hides the finding if the seat does not see its
        pieces.
        """
        view = self._views.seen_by(game, _eyes_of(game, seat)[0])
        pieces = {piece for one in step.told for piece in one.pieces}
        seen = (view.pieces.get(piece) for piece in pieces)
        is_seen = all(one is not None and FACE in one.sight for one in seen)
        return words if is_seen or seat == step.by else text("agree-to-let-unseen-stand")

    def _policies_said(self, after: Game, patch: Patch) -> str:
        """Return in a sentence how strictly the rules will be taken: all of them, or the first few and a count."""
        names = [change.name for change in patch if isinstance(change, Property) and change.name.startswith(POLICY)]
        if POLICY in names:
            return text("policy-of-all-rules", level=level_of(after, ""))
        checks = [check for check in self.book.checks.values() if property_of(check.id) in names]
        said = [
            f"{check.title}{f' ({check.rule})' if check.rule else ''}: {level_of(after, check.id)}"
            for check in checks[:_MOST_SAID]
        ]
        more = [text("so-many-more", count=len(checks) - _MOST_SAID)] if len(checks) > _MOST_SAID else []
        return text("policies-of-rules", policies=", ".join((*said, *more)))

    def _passed_over(self, before: Game, after: Game, seat: str) -> tuple[str, ...]:
        """Return the titles of the skipped phases in which there is something to do."""
        sequence = self.book.sequence
        if sequence is None:
            return ()
        now, then = self.situation(before, seat), self.situation(after, seat)
        return sequence.passed_over(sequence.positions(now), sequence.positions(then), now)

    def observe(self, before: Game, after: Game, step: Step) -> None:  # noqa: ARG002 - the position before is what counts
        """Note the move and the accepted finding of a recorded step; see `tabletop.session.Observer`."""
        self.moves.hear(before, step_outline(step), frozenset(pieces_of(step.patch)))
        if turned(step):
            self._let_stand.clear()
        elif said := said_to_stand(step.told):
            self._let_stand[step.seq] = said

    def forget(self) -> None:
        """Forget all observed steps. The session then reports the steps of the current phase again."""
        self.moves.forget()
        self._let_stand.clear()

    def _wrong(self, before: Game, after: Game, step: Step, seat: str) -> Iterator[Finding]:
        """Yield the errors of a step, and of the move that it leaves behind.

        While a move can continue, only the findings that are due at each step count as errors, because a further step
        cannot fix these.
        """
        made = Move(before, frozenset(pieces_of(step.patch)))
        if not made.pieces:
            return
        move, last = self.moves.going_on(seat, before, made.pieces), self.moves.last(seat)
        yield from (one for one in self.wrong(seat, move, made, after, before, STRICT) if one.due == "step")
        if last is not None and last.first != move.first:
            yield from self._ended(last, before, seat)

    def _ended(self, move: Move, game: Game, seat: str) -> Iterator[Finding]:
        """Yield the errors of a seat's move that has ended."""
        return (one for one in self.wrong(seat, move, move, game, game, STRICT) if one.due != "step")

    def _is_wrong(self, seat: str, move: Move, game: Game) -> bool:
        """Return whether a move is wrong in the present position."""
        return bool(self.wrong(seat, move, move, game, game, LEVELS[1:]))

    def wrong(
        self,
        seat: str,
        move: Move,
        step: Move,
        after: Game,
        table: Game,
        levels: Collection[Level],
        dues: Sequence[Due] = OF_MOVES,
    ) -> tuple[Finding, ...]:
        """Return the errors of a move and its last step as a seat sees them, by the checks that `table` takes at one of
        these levels.

        All given games are true positions, not views.
        """
        checks = checks_of(self.book, table, dues, levels)
        if not checks:
            return ()
        who, side = _eyes_of(table, seat)
        then = self._views.seen_by(after, who)
        whole = self._looked_by(who, side, move, then)
        last = whole if step.since is move.since else self._looked_by(who, side, step, then)
        return wrong_with(checks, whole, last, whole.before.became(then))

    def _looked_by(self, who: Audience, side: str, move: Move, then: Game) -> JudgedMove:
        """Return a move as an audience sees it, with those of its pieces that the audience saw before the move or sees
        in `then`.
        """
        now = self._views.seen_by(move.since, who)
        pieces = [piece for piece in sorted(move.pieces) if piece in now.pieces or piece in then.pieces]
        return JudgedMove(self._looked(_JUDGING, now, side), pieces)

    def _left_behind(self, before: Game, after: Game, step: Step, seat: str) -> Iterator[Finding]:
        """Yield the errors that a step leaves behind if it ends a phase.

        They are those of the last move, and those that must be fixed before the phase ends.
        """
        last, ends = self.moves.last(seat), turns(step.patch)
        if last is not None and (ends or _goes_onwards(step)):
            yield from self._ended(last, before, seat)
        if ends and checks_of(self.book, before, ("phase",), STRICT):
            yield from self._unmended(before, after, seat)

    def _unmended(self, before: Game, after: Game, seat: str) -> Iterator[Finding]:
        """Yield the findings that must be fixed before a phase ends, and that the rules at its end do not fix.

        Such a finding exists before the phase ends, and would still exist if the phase continued afterwards.
        """
        was = {_whereabouts(finding) for finding in self.left_undone(self.situation(before, seat), STRICT)}
        if was:
            same_phase = replace(after, properties={**after.properties, **_trackers(before)})
            still = self.left_undone(self.situation(same_phase, seat), STRICT)
            yield from (finding for finding in still if _whereabouts(finding) in was)

    def left_undone(self, situation: Situation, levels: Collection[Level]) -> tuple[Finding, ...]:
        """Return the findings that must be fixed before the phase ends, by the checks that the table takes at one of
        these levels.
        """
        checks = checks_of(self.book, situation.game, ("phase",), levels)
        everything = tuple(situation.game.pieces)
        return tuple(finding for check in checks for finding in check.findings(situation, situation, everything))

    def _stopped(self, found: Iterable[Finding], game: Game, step: Step) -> Refused | Asks | None:
        """Return the response to findings that nobody has accepted in this phase.

        The first enforced one refuses the step. The others must be confirmed, in one question after another; a "no"
        refuses the step too. None if nothing stops the step.
        """
        doubtful = []
        for finding in found:
            if self._stands(finding):
                continue
            if level_of(game, finding.check) == "enforce":
                return refused("against-the-rules", "finding-by-rule", rule=finding.rule, message=finding.message)
            doubtful.append(finding)
        for finding in doubtful:
            key = FINDING + finding.check
            asked = _asked(step, key, text("finding-all-the-same", finding=f"{finding.rule}: {finding.message}"))
            if asked is not None:
                return asked
        return None

    def _stands(self, finding: Finding) -> bool:
        """Return whether a finding has been accepted, and its acceptance has not been taken back."""
        said = (said for step, said in self._let_stand.items() if self.moves.is_in_force(step))
        return any(each.startswith(finding.sentence) for each in said)


def _goes_onwards(step: Step) -> bool:
    return isinstance(step.command, Begin) and step.command.procedure == NEXT_PHASE


def _of_view(outlook: Outlook, view: Game, seat: str) -> Outlook:
    """Return an outlook, with a note that it counts only what the seat sees if things may be hidden from the seat."""
    who = seat_of(view, seat)
    if who.umpire or len(who.sides) == len(view.sides):
        return outlook
    return replace(outlook, how=text("odds-of-seen", how=outlook.how))


def _there(view: Game, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the pieces that still exist."""
    return tuple(piece for piece in pieces if piece in view.pieces)


def _whereabouts(finding: Finding) -> tuple[str, tuple[Where, ...]]:
    """Return a key for a finding that stays the same when some of its pieces leave."""
    return finding.check, finding.places


def _trackers(game: Game) -> Mapping[str, Value]:
    return {name: value for name, value in game.properties.items() if name.startswith(TRACKER)}


def _eyes_of(game: Game, seat: str) -> tuple[Audience, str]:
    """Return the audience of a seat, and its side.

    The side is "" for a seat with several sides or none, and for the umpire.
    """
    who = seat_of(game, seat)
    sides = whole_sides(game.sides[side] for side in who.sides)
    return audience_of(game, who), sides[0] if len(sides) == 1 and not who.umpire else ""


def _changes(patch: Patch, name: str) -> bool:
    """Return whether a patch changes a property of the table with this prefix."""
    return any(isinstance(change, Property) and change.name.startswith(name) for change in patch)


def _agreement(step: Step, key: str, seats: Sequence[str], words: str) -> NeedsAgreement | None:
    """Return the agreement that a step needs of all but the first of these seats; None if it has it."""
    key = AGREED + key
    return None if (key, True) in step.answers else NeedsAgreement(key, tuple(seats[1:]), dict.fromkeys(seats, words))


def _asked(step: Step, key: str, question: str) -> Refused | Asks | None:
    """Return the question if it is not answered yet, a refusal if the answer is no, and None if it is yes."""
    answers = dict(step.answers)
    if key not in answers:
        return Asks(Prompt(key, question, (Choice(True, text("yes")), Choice(False, text("no"))), default=False))
    return None if answers[key] else refused("not-possible", "nothing-was-done")
