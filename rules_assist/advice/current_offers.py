"""The current phase of the game, and the possible actions of a seat or its selected pieces."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules_assist.advice.held_pieces import Hand
from rules_assist.position.situation import Situation
from rules_assist.procedure.occasion import why_not_begin
from rules_assist.procedure.steps import Procedure
from rules_assist.sequence.phase_procedure import END_TURN, NEXT_PHASE, PASS, ends_left
from rules_assist.sequence.play_sequence import Sequence, sequence_in
from tabletop.assistance import Finding, Now, Offer
from tabletop.game.actions.access import SeatedViewer, seat_of, why_not
from tabletop.game.commands import Begin
from tabletop.game.side_cells import whole_sides
from tabletop.texts import text


def now(situation: Situation, seat: str, pieces: tuple[int, ...], left_undone: tuple[Finding, ...]) -> Now | None:
    """Return the current phase and the possible actions; None for a game without a sequence of play."""
    sequence = sequence_in(situation)
    if sequence is None:
        return None
    phase = sequence.phase(situation)
    ending = sequence.ending(situation)
    return Now(
        phase=phase.title if phase else sequence.describes(situation),
        rule=phase.rule if phase else "",
        note=phase.note if phase else "",
        acting=sequence.acting(situation),
        offers=(*_procedures(sequence, situation, seat), *_ways(situation, seat, pieces)),
        onwards=_onwards(sequence, situation, seat),
        left_undone=left_undone,
        ending=ending.says if ending else "",
    )


def _procedures(sequence: Sequence, situation: Situation, seat: str) -> Iterator[Offer]:
    """Yield the procedures of this phase, each with the reason if it cannot begin.

    Those that run at the end of the phase are left out, because the command that ends the phase runs them. If missions
    end a turn by themselves, only what is played by hand is followed by the end of a turn, and its offer says so.
    """
    phase = sequence.phase(situation)
    if phase is None:
        return
    of_turns = (PASS.id, END_TURN.id) if phase.alternates is not None else ()
    by_hand = text("end-turn-by-hand") if phase.alternates is not None and phase.alternates.ends_turn else ""
    for id in dict.fromkeys((*phase.begins, *phase.offers, *phase.reactions, *of_turns)):
        procedure = situation.book.procedures.get(id)
        if procedure is None:
            continue
        if procedure.begun_by == "umpire" and situation.game.access.kind == "moderated":
            yield from _umpires_offer(sequence, situation, procedure, seat)
        else:
            offers = (_offer(situation, procedure, side) for side in _sides(situation, seat))
            yield from (replace(each, title=by_hand) if by_hand and id == END_TURN.id else each for each in offers)


def _offer(situation: Situation, procedure: Procedure, side: str) -> Offer:
    """Return the offer to begin a procedure for a side, with the reason if it cannot begin."""
    because = why_not_begin(situation, procedure, side, {})
    return Offer(
        procedure.id, procedure.title, procedure.rule, because, None if because else Begin(procedure.id, {}, side)
    )


def _umpires_offer(sequence: Sequence, situation: Situation, procedure: Procedure, seat: str) -> Iterator[Offer]:
    """Yield the offer of a procedure that only the umpire begins, for the first side that can begin it.

    If none can, it is for the first side, with the reason. Players get none.
    """
    if not seat_of(situation.game, seat).umpire:
        return
    offers = [_offer(situation, procedure, side) for side in sequence.acting(situation) or situation.sides]
    yield from [one for one in offers if one.command is not None][:1] or offers[:1]


def consultations(situation: Situation, seat: str) -> Iterator[Offer]:
    """Yield the results tables that a seat can consult for its first side, each with the reason if it cannot do so now.

    There are none for a seat without a side.
    """
    for side in _sides(situation, seat)[:1]:
        for id, procedure in situation.book.consulted.items():
            because = procedure.may_begin(situation, side)
            yield Offer(id, procedure.title, procedure.rule, because, None if because else Begin(id, {}, side))


def _sides(situation: Situation, seat: str) -> tuple[str, ...]:
    found = situation.game.seats.get(seat)
    return whole_sides(situation.game.sides[side] for side in found.sides) if found else ()


def _ways(situation: Situation, seat: str, pieces: tuple[int, ...]) -> Iterator[Offer]:
    """Yield the ways in which the selected pieces can move."""
    if not pieces:
        return
    hand = Hand(situation, seat, pieces)
    for way in hand.ways:
        count = len(way.reach.places)
        title = way.mode.title
        label = text("way-reaches", way=title, count=count) if count else text("way-reaches-nothing", way=title)
        yield Offer(f"mode:{way.mode.id}", label, way.mode.rule)


def _may_end(sequence: Sequence, situation: Situation, seat: str) -> tuple[str, ...]:
    """Return the sides for which a seat can end the phase: its own; for the umpire, those that can end it, or all
    sides if there are none.
    """
    if seat_of(situation.game, seat).umpire:
        return sequence.closing(situation) or situation.sides
    return _sides(situation, seat)


def _onwards(sequence: Sequence, situation: Situation, seat: str) -> Offer | None:
    found = sequence.advance(situation)
    if found is None and not ends_left(situation):
        return None
    procedure = situation.book.procedures[NEXT_PHASE]
    no = why_not(SeatedViewer(situation.reading, seat), "track", sequence.tracker.name)
    sides = _may_end(sequence, situation, seat)
    reasons = {side: procedure.may_begin(situation, side) for side in sides}
    side = next((side for side in sides if not reasons[side]), "")
    because = "" if side else next(iter(reasons.values()), "")
    if no is not None:
        is_moderated = situation.game.access.kind == "moderated"
        side, because = "", text("umpire-ends-phases" if is_moderated else "may-not-end-phases")
    label = found.label if found else text("end-of-game")
    return Offer(NEXT_PHASE, label, "", because, Begin(NEXT_PHASE, {}, side) if side else None)
