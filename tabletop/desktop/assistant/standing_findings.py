"""The findings that still hold: mistakes in the moves of a phase that were not corrected since."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from tabletop.assembly import TableAssistant
from tabletop.assistance import Finding, Level, Where
from tabletop.desktop.drawing.badges import Badge
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.change.hand_moves import HandMoves, Move
from tabletop.game.state.game import Game
from tabletop.log_messages import said_to_stand
from tabletop.session import News, SeatStep

Mark: TypeAlias = tuple[str, tuple[int, ...], tuple[Where, ...]]
"""The key by which a finding is recognised from step to step."""

AT_ONCE: Final = 4
"""The most questions to the rules about earlier moves before the window handles other things."""


class _Stood(NamedTuple):
    """A finding, and the move that caused it."""

    finding: Finding
    move: Move


class _StepFindings(NamedTuple):
    """The sentence of a step that accepts findings, with the player's reason, and the keys of these findings.

    `marks` is None while the findings are not yet known.
    """

    words: str
    marks: frozenset[Mark] | None


class StandingFindings:
    """The findings that still hold after each step.

    A finding that a later step has corrected is dropped. All steps of the phase are judged again when the game is
    opened, when the assistant is switched on, when a phase begins, and when its end is undone. A step is judged at
    once, with a few of the moves that it touches; `go_on` judges the other moves.
    """

    def __init__(self, assistant: TableAssistant, model: TableModel, arrived: Callable[[], None]) -> None:
        """Start without findings. If the table does not tell the steps of the phase at once, `arrived` is called
        when it has told them.
        """
        self.arrived = arrived
        self._assistant = assistant
        self._model = model
        self._view: Game | None = None
        self._moves = HandMoves(self._is_wrong)
        self._stood: dict[Mark, _Stood] = {}
        self._let_stand: dict[int, _StepFindings] = {}
        self._meant: frozenset[Mark] | None = None
        self._phase_asked: object | None = None
        self._unheard: deque[SeatStep] = deque()
        self._unjudged: dict[tuple[int, frozenset[int]], Move] = {}
        self._asked = 0

    @property
    def open(self) -> tuple[Finding, ...]:
        """The findings that are known to hold, the oldest first, including those that the player has accepted.

        There are none until the table has told the steps of the phase, and all of them have been judged.
        """
        self._know()
        if self._phase_asked is not None or self._unheard:
            return ()
        return tuple(stood.finding for stood in self._stood.values())

    @property
    def by_move(self) -> tuple[tuple[Finding, ...], ...]:
        """The open findings, those of one move together, the oldest first."""
        moves: dict[tuple[int, frozenset[int]], list[Finding]] = {}
        for finding in self.open:
            moves.setdefault(_which(self._stood[finding.mark].move), []).append(finding)
        return tuple(map(tuple, moves.values()))

    def badge(self, finding: Finding, levels: Mapping[str, Level]) -> Badge:
        """Return the badge of a finding: accepted by the player, refused by the table, or only against the rules."""
        if self.is_let_stand(finding):
            return "stands"
        return "refused" if levels.get(finding.check) == "enforce" else "advise"

    def is_let_stand(self, finding: Finding) -> bool:
        """Return whether the player has accepted a finding, and has not undone that."""
        self._know()
        off = self._model.table_seat.taken_back
        for step, said in self._let_stand.items():
            marks = said.marks
            if marks is None and said.words.startswith(finding.sentence):
                marks = self._alike(finding)
                self._let_stand[step] = _StepFindings(said.words, marks)
            if marks is not None and finding.mark in marks and step not in off:
                return True
        return False

    def mean(self, findings: Iterable[Finding]) -> None:
        """Remember that the next step that accepts findings is about these, which all say the same."""
        self._meant = frozenset(finding.mark for finding in findings)

    def _alike(self, finding: Finding) -> frozenset[Mark]:
        """Return the keys of the findings of the same move that say the same as this one."""
        stood = self._stood.get(finding.mark)
        found = [each for each in self._stood.values() if stood and _which(each.move) == _which(stood.move)]
        alike = (each.finding.mark for each in found if each.finding.sentence == finding.sentence)
        return frozenset((finding.mark, *alike))

    def start(self) -> None:
        """Begin to follow the table. Known findings are kept if the position has not changed."""
        if self._view is not self._model.game:
            self.forget()

    def forget(self) -> None:
        """Forget all findings; they are worked out again when next needed."""
        self._view = self._phase_asked = None
        self._moves.forget()
        self._stood.clear()
        self._let_stand.clear()
        self._unheard.clear()
        self._unjudged.clear()

    def follow(self, news: News) -> None:
        """Judge the last step, which has changed the view. Steps made by a procedure of the rules are never wrong.

        If the news has no step, or if its step moves a tracker, all findings are forgotten instead.
        """
        if self._view is None or news.outline is None or news.outline.turns:
            self.forget()
            return
        before, self._view = self._view, self._model.game
        if self._phase_asked is not None:
            return  # the table's answer will include this step
        seen = SeatStep(before, news.outline, news.told, frozenset(news.changes.pieces))
        if self._unheard:
            self._unheard.append(seen)
            return
        self._judge_again(seen.pieces)
        self.go_on()
        self._hear(seen, self._view)

    def go_on(self) -> bool:
        """Judge some more moves; return whether any are left."""
        limit = self._asked + AT_ONCE
        while self._unheard and self._asked < limit:
            self._hear_next()
        while self._unjudged and not self._unheard and self._asked < limit:
            self._judge(self._unjudged.pop(next(iter(self._unjudged))), self._model.game)
        return bool(self._unheard or self._unjudged)

    def going_on(self, pieces: Collection[int]) -> Move:
        """Return the move that a step of this seat with these pieces would be part of.

        Until the table has told the steps of the phase, it is a move of its own.
        """
        self._know()
        while self._unheard:
            self._hear_next()
        return self._moves.going_on(self._model.seat, self._model.game, frozenset(pieces))

    def _know(self) -> None:
        """Begin to judge all steps of the phase, unless they are known."""
        if self._view is None:
            self._view = self._model.game
            self._ask_phase()

    def _ask_phase(self) -> None:
        """Ask the table for the steps of the phase. The answer includes the steps that are made before it comes."""
        asked, is_late = object(), False
        self._phase_asked = asked

        def hear(steps: Sequence[SeatStep]) -> None:
            if asked is not self._phase_asked:
                return
            self._phase_asked = None
            self._view = self._model.game
            self._unheard.extend(steps)
            self.go_on()
            if is_late:
                self.arrived()

        self._model.table_seat.phase_so_far(hear)
        is_late = True

    def _hear_next(self) -> None:
        """Judge the oldest unjudged step; after the last one, mark all findings to be judged again."""
        seen = self._unheard.popleft()
        after = self._unheard[0].before if self._unheard else self._model.game
        touched = [each.move for each in self._stood.values() if not seen.pieces.isdisjoint(each.finding.pieces)]
        for move in {_which(move): move for move in touched}.values():
            self._judge(move, after)
        if not seen.outline.ends_phase:
            self._hear(seen, after)
        if not self._unheard:
            self._judge_again(())

    def _hear(self, seen: SeatStep, after: Game) -> None:
        """Judge a step that led to a position: remember the findings that it accepts and those that it causes."""
        self._note(seen)
        made = None if seen.outline.takes_back is not None else Move(seen.before, seen.pieces)
        for move in self._moves.hear(seen.before, seen.outline, seen.pieces):
            self._add(move, self._found(after, move, made))

    def _judge_again(self, changed: Collection[int]) -> None:
        """Mark all moves with findings to be judged again. Moves of these pieces come first, then moves with findings
        at the places of these pieces, then the others, the longest waiting first.
        """
        stood: dict[tuple[int, frozenset[int]], list[_Stood]] = {}
        for each in self._stood.values():
            stood.setdefault(_which(each.move), []).append(each)
        for which, found in stood.items():
            self._unjudged.setdefault(which, found[0].move)
        spots = self._spots(changed)
        theirs = [which for which in stood if not which[1].isdisjoint(changed)]
        there = [which for which, found in stood.items() if any(spots & {*one.finding.places} for one in found)]
        self._unjudged = {which: self._unjudged[which] for which in (*theirs, *there, *self._unjudged)}

    def _spots(self, pieces: Iterable[int]) -> frozenset[Where]:
        """Return the places on maps where pieces now lie."""
        game = self._model.game
        holders = (game.holder_of(piece) for piece in pieces if piece in game.pieces)
        return frozenset(Where(game.maps[each.map], each.place) for each in holders if each.map >= 0)

    def _judge(self, move: Move, game: Game) -> None:
        """Judge a move as it is now, compared with the position before it. Findings that no longer hold are dropped."""
        known = {mark for mark, each in self._stood.items() if _which(each.move) == _which(move)}
        if not known:
            return
        found = {finding.mark: finding for finding in self._found(game, move)}
        mended = known - found.keys()
        for mark in mended:
            del self._stood[mark]
        for step, said in [*self._let_stand.items()]:
            if said.marks is not None:
                left = said.marks - mended
                if left:
                    self._let_stand[step] = _StepFindings(said.words, left)
                else:
                    del self._let_stand[step]
        self._add(move, (one for mark, one in found.items() if mark in known))

    def _add(self, move: Move, found: Iterable[Finding]) -> None:
        for finding in found:
            self._stood[finding.mark] = _Stood(finding, move)

    def _note(self, seen: SeatStep) -> None:
        """Remember the findings that a step accepts, if any."""
        said = said_to_stand(seen.told)
        if said:
            self._let_stand[seen.outline.number] = _StepFindings(said, self._meant)
            self._meant = None

    def _found(self, after: Game, move: Move, step: Move | None = None) -> tuple[Finding, ...]:
        self._asked += 1
        return self._assistant.findings(after, self._model.seat, move, step)

    def _is_wrong(self, _by: str, move: Move, game: Game) -> bool:
        return bool(self._found(game, move))


def _which(move: Move) -> tuple[int, frozenset[int]]:
    """Return the key by which a move is recognised from step to step, as long as it does not grow."""
    return move.first, move.pieces
