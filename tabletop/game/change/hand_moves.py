"""The steps of a seat that make one move: its actions by hand with some pieces, in any number of drags."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from tabletop.game.change.patch import Patch, Property
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.commands import Answer, Begin, GoOn, Resume
from tabletop.game.state.game import Game

BY_RULES: Final = (Begin, Answer, GoOn, Resume)
"""The commands by which a procedure goes on. Their effects count as done by the rules, not by hand."""

TRACKER: Final = "tracker:"
"""The beginning of the names of properties that hold the position of a turn tracker."""


class Move(Struct, frozen=True):
    """A move so far: the position before it, and the pieces. A single step is a move too.

    `first` is the number of the step with which it began; 0 if that step is not recorded.
    """

    since: Game
    pieces: frozenset[int]
    first: int = 0


class StepOutline(Struct, frozen=True, omit_defaults=True):
    """The facts of a step that decide how the moves of a phase continue.

    `number` increases from step to step. `takes_back` are the numbers of the steps that it undoes; None if it is not an
    undo. `by_rules`: a procedure made it. `turns`: it moved a tracker.
    """

    number: int
    by: str
    takes_back: tuple[int, ...] | None = None
    by_rules: bool = False
    turns: bool = False

    @property
    def ends_phase(self) -> bool:
        """True if the step ends a phase, and with it all moves.

        The undo or redo of such a step does not end a phase: then the record decides which phase it is.
        """
        return self.turns and self.takes_back is None


IsWrong: TypeAlias = Callable[[str, Move, Game], bool]
"""A function that returns whether a move of a seat is against the rules in the present position."""


class _TouchingStep(NamedTuple):
    """A step that touched pieces.

    `move` is the number of the step with which its move began; 0 if the rules made it.
    """

    step: int
    by: str
    before: Game
    pieces: frozenset[int]
    move: int


class HandMoves:
    """The moves of a phase, put together from its steps. Pieces have their numbers of one view.

    A step that touches pieces of its seat's last move continues that move. If a piece was last moved in an earlier
    move, a step that touches it continues that move only while the move breaks a rule, because then the step corrects
    it. When the rules change the pieces of a move, the move ends. When a tracker turns, all moves end. Undone steps do
    not count. Nothing from before a turn is kept: if the turn is undone, call `forget` and then `hear` for that phase
    again.
    """

    def __init__(self, is_wrong: IsWrong) -> None:
        self._is_wrong = is_wrong
        self._made: list[_TouchingStep] = []
        self._taken_back: dict[int, tuple[int, ...]] = {}
        self._off: set[int] = set()
        self._heard = 0

    def is_in_force(self, step: int) -> bool:
        """Return whether a recorded step has not been taken back."""
        return step not in self._off

    def last(self, by: str) -> Move | None:
        """Return the last move of a seat, which may be continued; None if there is none."""
        made = self._of(by)
        return made[-1] if made else None

    def going_on(self, by: str, before: Game, pieces: frozenset[int]) -> Move:
        """Return the move of a seat to which a step on these pieces would belong, including that step.

        A new move has no number.
        """
        made = self._of(by)
        lasts = {piece: move.first for move in made for piece in move.pieces & pieces}
        for move in made:
            if move.first in lasts.values() and (move is made[-1] or self._is_wrong(by, move, before)):
                return Move(move.since, move.pieces | pieces, move.first)
        return Move(before, pieces)

    @property
    def all(self) -> tuple[Move, ...]:
        """The moves of all seats that may be continued or corrected."""
        seats = dict.fromkeys(made.by for made in self._made)
        return tuple(move for by in seats for move in self._of(by))

    def hear(self, before: Game, step: StepOutline, pieces: frozenset[int]) -> tuple[Move, ...]:
        """Record a step that touched these pieces, once; return the moves by hand that it changed."""
        if step.number <= self._heard:
            return ()
        self._heard = step.number
        if step.ends_phase:
            self._made.clear()
            return ()
        if step.takes_back is not None:
            self._taken_back[step.number] = step.takes_back
            self._flip(step.takes_back)
            return tuple(move for move in self.all if not move.pieces.isdisjoint(pieces))
        if not pieces:
            return ()
        if step.by_rules:
            self._made.append(_TouchingStep(step.number, step.by, before, pieces, 0))
            return ()
        move = self.going_on(step.by, before, pieces)
        first = move.first or step.number
        self._made.append(_TouchingStep(step.number, step.by, before, pieces, first))
        return (Move(move.since, move.pieces, first),)

    def forget(self) -> None:
        """Forget all steps."""
        self._made.clear()
        self._taken_back.clear()
        self._off.clear()
        self._heard = 0

    def _flip(self, steps: tuple[int, ...]) -> None:
        """Mark steps as taken back, or as valid again if they were taken back.

        If a step is itself an undo, the steps that it took back are marked too.
        """
        for seq in steps:
            self._off ^= {seq}
            self._flip(self._taken_back.get(seq, ()))

    def _of(self, by: str) -> list[Move]:
        """Return the moves of a seat that the rules have not ended, the most recent last."""
        found: dict[int, Move] = {}
        for made in self._made:
            if made.step in self._off:
                continue
            if not made.move:
                found = {first: move for first, move in found.items() if move.pieces.isdisjoint(made.pieces)}
            elif made.by == by:
                known = found.pop(made.move, Move(made.before, frozenset(), made.move))
                found[made.move] = Move(known.since, known.pieces | made.pieces, made.move)
        return list(found.values())


def turns(patch: Patch) -> bool:
    """Return whether a patch moves a turn tracker forwards or backwards."""
    return any(isinstance(change, Property) and change.name.startswith(TRACKER) for change in patch)


def turned(step: Step) -> bool:
    """Return whether a step of the record ends a phase; see `StepOutline.ends_phase`."""
    return turns(step.patch) and not isinstance(step.command, TakeBack)


def step_outline(step: Step) -> StepOutline:
    """Return the outline of a step of the record, in the record's numbers."""
    takes_back = step.command.steps if isinstance(step.command, TakeBack) else None
    return StepOutline(step.seq, step.by, takes_back, isinstance(step.command, BY_RULES), turns(step.patch))
