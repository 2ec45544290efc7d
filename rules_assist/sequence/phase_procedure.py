"""The procedure that goes from one phase to the next: the duties at the end, the tracker, and the start of the next
phase.

Every game with a sequence of play has this procedure. A player can turn the tracker by hand as well. The titles of the
procedure and its steps are keys of the catalogue, which the rule book turns into words.
"""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import Confirm, Finish, Next, Procedure, Run, Steps, step
from rules_assist.procedure.occasion import roots, ruled, why_over
from rules_assist.sequence.play_sequence import Sequence, called, sequence_in
from tabletop.game.change.told import END_TURN as END_TURN_ID
from tabletop.game.change.told import PASS_TURN
from tabletop.game.commands import Leave, SetProperty
from tabletop.game.state.frames import is_known
from tabletop.texts import listed, text

NEXT_PHASE: Final = "next-phase"

PhaseId = Annotated[str, Meta(extra={"ref": "phase"})]
"""The id of a phase of the sequence of play."""


class Onwards(Struct, frozen=True):
    """The goal of the advance: the id of a phase ("" for the next one that is not empty), and the side that ends this
    one.
    """

    to: PhaseId = ""
    side: str = ""


@step("leave-what-is-under-way")
def leave_open(state: Onwards, situation: Situation) -> Steps:
    """Close the procedures of a phase that ends, after asking. If the answer is no, the phase does not end.

    Procedures that not everybody knows are closed without asking.
    """
    open_frames = dict(roots(situation, NEXT_PHASE))
    titles = [situation.book.runs[one.procedure].title for one in open_frames.values() if one.known_to is None]
    if titles:
        question = (
            text("phase-close-one", procedure=titles[0])
            if len(titles) == 1
            else text("phase-close-many", procedures=listed(titles))
        )
        leaves = yield Confirm(key="leave", by=state.side, question=question, then=text("phase-close-then"))
        if not leaves:
            return Finish()
    return Next(end_phase, state, [Leave(frame) for frame in open_frames])


@step("end-the-phase")
def end_phase(state: Onwards, situation: Situation) -> Steps:
    """Run the rules at the end of the phase, in order."""
    phase = _sequence(situation).phase(situation)
    for id in phase.ends if phase else ():
        yield from _run(situation, id)
    return Next(turn_on, state)


@step("turn-to-next-phase")
def turn_on(state: Onwards, situation: Situation) -> Next[Onwards] | Finish:
    """Turn the tracker to the next phase. After the last phase, nothing more is done."""
    found = _sequence(situation).advance(situation, state.to)
    return Next(begin_phase, state, [found.command]) if found else Finish()


@step("begin-the-phase")
def begin_phase(_state: Onwards, situation: Situation) -> Steps:
    """Run the rules at the beginning of the new phase."""
    phase = _sequence(situation).phase(situation)
    for id in phase.begins if phase else ():
        yield from _run(situation, id)
    return Finish()


def _run(situation: Situation, id: str) -> Iterable[Run]:
    """Yield the run of a procedure without input, for the first acting side that can begin it; none if no side can."""
    procedure = situation.book.procedures[id]
    acting = _sequence(situation).acting(situation)
    able = [side for side in acting or situation.sides if not procedure.may_begin(situation, side)]
    if able:
        yield Run(id, id, procedure.first.state(), able[0] if acting else "")


def _sequence(situation: Situation) -> Sequence:
    sequence = sequence_in(situation)
    if sequence is None:
        raise ValueError("this game has no sequence of play")
    return sequence


def _may_go_on(situation: Situation, side: str) -> str:
    sequence = sequence_in(situation)
    if sequence is None:
        return text("no-sequence-of-play")
    if sequence.ending(situation) is not None:
        return text("game-is-over")
    turns = sequence.turns(situation)
    if turns is not None and turns.turn_of:
        return text("turns-go-on", sides=called(situation, (turns.turn_of,)))
    ending = sequence.closing(situation)
    if ending and side not in ending:
        return text("only-they-end-phase", sides=called(situation, ending))
    for _, frame in roots(situation, NEXT_PHASE):
        must_finish = situation.book.runs[frame.procedure].must_finish and is_known(frame, (side,))
        if must_finish and not why_over(situation, frame):
            procedure = situation.book.runs[frame.procedure]
            return ruled(procedure, text("phase-must-finish", procedure=procedure.title))
    if sequence.advance(situation) is None and not ends_left(situation):
        return text("last-phase")
    return ""


def ends_left(situation: Situation) -> bool:
    """Return whether anything must still be done before this phase ends."""
    sequence = _sequence(situation)
    phase = sequence.phase(situation)
    sides = sequence.acting(situation) or situation.sides
    procedures = [situation.book.procedures[id] for id in (phase.ends if phase else ())]
    return any(not procedure.may_begin(situation, side) for procedure in procedures for side in sides)


class TurnEnd(Struct, frozen=True):
    """The end of a side's turn, in a phase in which the sides act by turns."""

    side: str = ""


@step("end-your-turn")
def end_turn(_state: TurnEnd, situation: Situation) -> Finish:
    """Give the turn to the next side."""
    return Finish(effects=_turn_done(situation, passes=False))


@step("pass-your-turn")
def pass_turn(_state: TurnEnd, situation: Situation) -> Finish:
    """Pass, and give the turn to the next side."""
    return Finish(effects=_turn_done(situation, passes=True))


def _turn_done(situation: Situation, *, passes: bool) -> tuple[SetProperty, ...]:
    turns = _sequence(situation).turns(situation)
    return turns.done(passes=passes) if turns is not None else ()


def _may_end_turn(situation: Situation, side: str) -> str:
    sequence = sequence_in(situation)
    turns = sequence.turns(situation) if sequence is not None else None
    if turns is None:
        return text("no-turns-in-phase")
    if side != turns.turn_of:
        return text("turns-go-on", sides=called(situation, (turns.turn_of,)))
    underway = (frame for _, frame in roots(situation, NEXT_PHASE) if frame.side == side and is_known(frame, (side,)))
    for frame in underway:
        procedure = situation.book.runs[frame.procedure]
        return ruled(procedure, text("turn-must-finish", procedure=procedure.title))
    return ""


END_TURN: Final = Procedure(END_TURN_ID, "end-your-turn", "", (end_turn,), _may_end_turn)
PASS: Final = Procedure(PASS_TURN, "pass-your-turn", "", (pass_turn,), _may_end_turn)
PHASES: Final = Procedure(
    NEXT_PHASE,
    "on-to-next-phase",
    "",
    (leave_open, end_phase, turn_on, begin_phase),
    _may_go_on,
    ends_phase=True,
)
