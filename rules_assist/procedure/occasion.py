"""The procedures in a game: each belongs to the phase in which it began, and unless its kind allows several, at most
one of a kind is under way at a place.
"""

from collections.abc import Iterator, Mapping

from rules_assist.position.situation import Situation
from rules_assist.procedure.asked_views import Views
from rules_assist.procedure.steps import Procedure
from rules_assist.sequence.play_sequence import sequence_in
from tabletop.game.state.frames import Frame, Plain, as_seen, is_known
from tabletop.texts import text

PLACE = "place"
"""The field of a state that holds the place of a procedure."""


def why_not_begin(
    situation: Situation,
    procedure: Procedure,
    side: str,
    given: Mapping[str, Plain],
    viewers: tuple[int, ...] = (),
) -> str:
    """Return the reason that a side cannot begin a procedure now; "" if it can.

    The situation is the truth or that side's own view. `given` is the state with which it would begin, as far as that
    is known.
    """
    sequence = sequence_in(situation)
    view = Views(situation, viewers=viewers).of(side)
    seen = situation if view is None else view.situation
    out_of_turn = sequence.why_not(seen, side, procedure.id) if sequence is not None else ""
    return out_of_turn or why_not_alone(situation, procedure, side, given) or procedure.may_begin(seen, side)


def why_not_alone(situation: Situation, procedure: Procedure, side: str, given: Mapping[str, Plain]) -> str:
    """Return the reason that a procedure cannot begin because another of its kind, or one that comes first, is under
    way. Of the procedures that end a side's turn, one comes after another.

    "" if it can begin. Only procedures that the side knows are looked at, and of their places only those that it knows.
    """
    first = {*procedure.not_during, *_turns_like(situation, procedure.id)}
    for frame in situation.game.frames.values():
        if frame.procedure in first and is_known(frame, (side,)) and not why_over(situation, frame):
            other = situation.book.runs[frame.procedure]
            return ruled(other, text("procedure-comes-first", procedure=other.title))
    if procedure.several:
        return ""
    alike = (frame for frame in situation.game.frames.values() if frame.procedure == procedure.id)
    for frame in alike:
        there = as_seen(frame, frozenset({side})).state.get(PLACE)
        elsewhere = given.get(PLACE) and there and given[PLACE] != there
        if not elsewhere and is_known(frame, (side,)):
            return ruled(procedure, text("procedure-under-way", procedure=procedure.title))
    return ""


def _turns_like(situation: Situation, procedure: str) -> frozenset[str]:
    """Return the other procedures that end a side's turn in this phase, if this one does."""
    sequence = sequence_in(situation)
    return frozenset() if sequence is None else sequence.turns_like(situation, procedure)


def ruled(procedure: Procedure, said: str) -> str:
    """Return a sentence with the rule number of a procedure before it."""
    return f"{procedure.rule}: {said}" if procedure.rule else said


def phase_now(situation: Situation) -> tuple[int, ...]:
    """Return the position of the turn tracker in the form that frames keep; empty without a sequence of play."""
    sequence = sequence_in(situation)
    return sequence.positions(situation) if sequence is not None else ()


def why_over(situation: Situation, frame: Frame) -> str:
    """Return a sentence if the phase of a procedure is over; "" if it is not."""
    sequence = sequence_in(situation)
    if sequence is None or not frame.phase or frame.phase == phase_now(situation):
        return ""
    phase = ", ".join(sequence.tracker.labels(frame.phase))
    return text("procedure-phase-over", procedure=situation.book.runs[frame.procedure].title, phase=phase)


def roots(situation: Situation, besides: str) -> Iterator[tuple[int, Frame]]:
    """Yield the procedures under way for which no other waits, the oldest first.

    Those of the kind `besides` are left out.
    """
    for id, frame in situation.game.frames.items():
        if not frame.parent and frame.procedure != besides:
            yield id, frame
