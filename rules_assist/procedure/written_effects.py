"""The effects of procedures in rule files, as commands, and the data that they give to other procedures."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_origin, get_type_hints

import msgspec

from rules_assist.position.situation import Situation
from rules_assist.procedure.plain_data import MisfitError
from rules_assist.procedure.procedure_names import Answers, ProcedureNames
from rules_assist.procedure.steps import ProcedureError
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.procedure_rules import EffectRecord
from tabletop.assistance import Where
from tabletop.board.place_properties import full_name
from tabletop.expression import as_number, as_text
from tabletop.game.commands import (
    Act,
    AnyCommand,
    At,
    DrawPieces,
    MovePieces,
    NamedHolder,
    PlaceNew,
    Pour,
    RemovePieces,
    Say,
    SendReport,
    SetProperty,
    SetTrait,
    Show,
)
from tabletop.texts import text

_SIDE: Final = "side"
"""The field of a procedure's first state that gets the side that plays it."""


def commands_of(effect: EffectRecord, names: ProcedureNames) -> Iterator[AnyCommand]:
    """Yield the commands of an effect; none if its condition does not hold.

    Those about its group are left out if the group has no pieces. Raises `Unanswerable` for an unknown place or holder.
    """
    if not names.holds(effect.when):
        return
    yield from _on_table(effect, names)
    spots = names.spots(effect.at) if effect.at is not None else ()
    for where in spots if effect.places is None else names.places_where(effect.places):
        yield from _at_place(effect, names, where)
    pieces = names.groups.get(effect.of or "", ())
    if pieces:
        yield from _on_pieces(effect, names, pieces)


def _on_table(effect: EffectRecord, names: ProcedureNames) -> Iterator[AnyCommand]:
    for name, value in effect.table.items():
        yield SetProperty(name, names.value(value))
    if effect.say is not None:
        yield Say(names.said(effect.say), () if effect.to is None else (as_text(names.value(effect.to)),))
    if effect.draw is not None and effect.deck is not None and effect.into is not None:
        deck, into = (as_text(names.value(each)) for each in (effect.deck, effect.into))
        holders = names.situation.game.named
        for name in (deck, into):
            if name not in holders:
                raise Unanswerable(text("no-holder-named", name=name))
        yield DrawPieces(holders[deck], NamedHolder(into), max(as_number(names.value(effect.draw)) or 0, 0))


def _at_place(effect: EffectRecord, names: ProcedureNames, where: Where) -> Iterator[AnyCommand]:
    for name, value in effect.set.items():
        yield SetProperty(full_name(where.map, where.place, name), names.value(value, at=where))
    if effect.place is not None:
        count = as_number(names.value(effect.count, at=where)) or 0
        if count > 0:
            yield PlaceNew(as_text(names.value(effect.place, at=where)), At(*where), count)


def _on_pieces(effect: EffectRecord, names: ProcedureNames, pieces: tuple[int, ...]) -> Iterator[AnyCommand]:
    if effect.key is not None:
        yield Act(pieces, effect.key)
    if effect.move_to is not None:
        by_goal: dict[Where, list[int]] = {}
        for piece in pieces:
            goal = _place(names.situation, piece, as_text(names.value(effect.move_to, piece)))
            by_goal.setdefault(goal, []).append(piece)
        for goal, going in by_goal.items():
            yield MovePieces(tuple(going), At(*goal))
    if effect.show is not None or effect.hide:
        yield Show(pieces, effect.show or "unseen", _others(effect, names))
    if effect.report is not None:
        says = {name: names.value(value) for name, value in effect.says.items()}
        late = as_number(names.value(effect.late)) or 0
        source = as_text(names.value(effect.source))
        yield SendReport(effect.report, _others(effect, names), pieces, says=says, source=source, late=late)
    for name, value in effect.set.items():
        for piece in pieces:
            yield SetTrait((piece,), name, names.value(value, piece))
    if effect.pour is not None:
        yield from _pouring(effect, effect.pour, names, pieces)
    if effect.remove:
        yield RemovePieces(pieces)


def _pouring(effect: EffectRecord, number: str, names: ProcedureNames, pieces: tuple[int, ...]) -> Iterator[AnyCommand]:
    """Yield the commands that pour a number of things out of pieces, where the number is above 0.

    Raises ProcedureError for several pieces that are to be poured into one.
    """
    into = names.groups.get(effect.pour_into or "", ())[:1]
    if into and len(pieces) > 1:
        raise ProcedureError(f"'pour_into' pours from one piece, but '{effect.of}' has {len(pieces)}.")
    for piece in pieces:
        count = as_number(names.value(number, piece)) or 0
        if count <= 0:
            continue
        if effect.pour_to is not None:
            place = _place(names.situation, piece, as_text(names.value(effect.pour_to, piece)))
            yield Pour(piece, count, to=At(*place))
        elif into and into != (piece,):
            yield Pour(piece, count, into[0])


def _others(effect: EffectRecord, names: ProcedureNames) -> tuple[str, ...]:
    """Return the sides that are told or shown something: the one that the effect names, or all others."""
    if effect.to is not None:
        return (as_text(names.value(effect.to)),)
    return tuple(side for side in names.situation.sides if side != names.values[_SIDE])


def _place(situation: Situation, piece: int, name: str) -> Where:
    """Return a place by its name: on the map of a piece, or else on the first map that has it.

    Raises `Unanswerable` if no map has it.
    """
    here = situation.where(piece)
    for map in dict.fromkeys([*((here.map,) if here else ()), *situation.game.maps]):
        found = situation.book.module.components.maps[map].find(name)
        if found:
            return Where(map, found)
    raise Unanswerable(text("no-such-place-on-maps", place=name))


def given_to(state: Any, side: str, given: Mapping[str, str], names: ProcedureNames, answers: Answers) -> object:
    """Return the first state of another procedure, a struct of the type `state`.

    `given` maps names of the other procedure to names of this one: of pieces, a place, a path or a value. Raises
    ProcedureError if they do not fit.
    """
    if state is Answers:
        found = Answers(side)
        for theirs, ours in given.items():
            found = _with(found, theirs, ours, names, answers)
        return found
    hints = get_type_hints(state)
    data = {
        theirs: _value(ours, names, answers, several=get_origin(hints.get(theirs)) is tuple)
        for theirs, ours in given.items()
    }
    data |= {_SIDE: side} if _SIDE in hints else {}
    try:
        return msgspec.convert(msgspec.to_builtins(data), state)
    except (msgspec.ValidationError, MisfitError) as problem:
        raise ProcedureError(f"'given' does not fit the procedure: {problem}") from problem


def _with(found: Answers, theirs: str, ours: str, names: ProcedureNames, answers: Answers) -> Answers:
    """Return `found` with the pieces, the place, the path or the value of the name `ours`, under the name `theirs`."""
    if ours in names.groups:
        return found.with_pieces(theirs, names.groups[ours])
    if ours in answers.paths or ours in answers.places:
        answer: object = answers.paths.get(ours) or answers.places.get(ours)
        return found.with_answer(theirs, answer, of_pieces=False)
    return found.with_answer(theirs, names.values.get(ours), of_pieces=False)


def _value(ours: str, names: ProcedureNames, answers: Answers, *, several: bool) -> object:
    """Return pieces, a place or a value for a field of a struct. If it takes one piece, return the first, or 0."""
    pieces: Iterable[int] | None = names.groups.get(ours)
    if pieces is not None:
        found = tuple(pieces)
        return found if several else next(iter(found), 0)
    return answers.places.get(ours) or names.values.get(ours)
