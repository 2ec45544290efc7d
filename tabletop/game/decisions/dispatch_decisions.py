"""Decisions about dispatches: writing, carrying, changing, losing and reading them."""

from typing import Final

from msgspec.structs import replace

from tabletop.expression import as_number, compile_expression
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal, refusing_mistakes
from tabletop.game.change.patch import Post
from tabletop.game.change.told import Told
from tabletop.game.commands import (
    ChangeDispatch,
    DeliverDispatch,
    LoseDispatch,
    ReadDispatch,
    RecallDispatch,
    SendDispatch,
    WriteDispatch,
)
from tabletop.game.decisions.decision import demand, player, side_indices
from tabletop.game.decisions.goals import point
from tabletop.game.decisions.order_decisions import umpire_decides
from tabletop.game.properties.property_reader import PieceReader
from tabletop.game.side_cells import names_of
from tabletop.game.umpire.dispatch import Addressee, Dispatch
from tabletop.game.umpire.dispatch_delivery import (
    carry,
    deliver,
    dispatch_facts,
    dispatch_now,
    dispatch_texts,
    has_umpire,
)
from tabletop.game.umpire.dispatch_rules import DispatchForm

MOST_WRITTEN: Final = 250
"""The greatest number of dispatches of the same sides that can wait to be sent."""

WRITE: Final = "write-dispatch"
"""The entry in `TableAccess.holds` that makes dispatches wait for the umpire."""


def write(action: Action, command: WriteDispatch) -> None:
    """Write a dispatch. It waits for the umpire, or leaves at once."""
    seat = player(action)
    form = _form(action, command.form)
    to = _addressee(action, form, command.to)
    if command.sender:
        demand(action, "carry")
    sides = () if seat.umpire else action.own_sides
    dispatch = Dispatch(
        seat=action.seat,
        sides=sides,
        to=to,
        form=form.id,
        says=_texts(action, form, command.says),
        time=dispatch_now(action),
        takes=_turns(action, form, to),
        answers=command.answers,
        sender=action.costs.check_text(command.sender),
    )
    if command.answers:
        _known(action, command.answers)
    if command.at is not None:
        index, x, y, place = point(action, command.at)
        dispatch = replace(dispatch, map=index, x=x, y=y, place=place)
    id = action.draft.fresh_id()
    facts = {**dispatch_facts(action, dispatch), **dispatch_texts(action, dispatch)}
    action.tell(Told("dispatch-written", facts, sides=sides))
    if _waits(action, form, dispatch):
        waiting = sum(not one.is_sent and one.sides == sides for _, one in action.draft.dispatches())
        if waiting >= MOST_WRITTEN and not seat.umpire:
            raise Refusal("too-long", "too-many-dispatches", most=MOST_WRITTEN)
        action.change(Post(id, dispatch))
    else:
        _carry(action, id, dispatch)


def _waits(action: Action, form: DispatchForm, dispatch: Dispatch) -> bool:
    """Return whether a dispatch of a player waits for the umpire, if there is one."""
    if action.rights.umpire or not has_umpire(action.game):
        return False
    return form.held or dispatch.takes is None or umpire_decides(action.game, action.rights, WRITE)


def _carry(action: Action, id: int, dispatch: Dispatch) -> None:
    """Send a dispatch. It is due after the number of turns that it takes."""
    due = action.components.contact_clock.due(dispatch_now(action), dispatch.takes or 0)
    carry(action, id, dispatch, due)


def _form(action: Action, id: str) -> DispatchForm:
    forms = action.components.contacts.dispatch_forms
    if not id:
        return forms[0]
    found = next((form for form in forms if form.id == id), None)
    if found is None:
        known = tuple(form.id for form in forms)
        raise Refusal("no-such-name", "no-dispatch-form", form=action.costs.check_text(id), known=known)
    return found


def _texts(action: Action, form: DispatchForm, says: dict[str, str]) -> dict[str, str]:
    """Return the texts of a dispatch that are not empty, in the order of the form's fields.

    Refuses an unknown field.
    """
    for name in says:
        if name not in form.fields:
            known = tuple(form.fields)
            raise Refusal("no-such-name", "no-dispatch-field", field=action.costs.check_text(name), known=known)
    return {name: action.costs.check_text(says[name]) for name in form.fields if says.get(name)}


def _addressee(action: Action, form: DispatchForm, to: Addressee) -> Addressee:
    """Return the addressee of a dispatch. Refuses one that is not at this table, or that the form does not allow."""
    game, name = action.game, action.costs.check_text(to.name)
    if form.to and to.kind not in form.to:
        raise Refusal("not-possible", "dispatch-not-to", form=form.title)
    if to.kind == "umpire":
        if not has_umpire(game):
            raise Refusal("no-such-name", "no-umpire")
        return Addressee("umpire")
    if to.kind == "piece":
        return _piece(action, to.piece)
    if to.kind == "side":
        side_indices(action, (name,))
    elif to.kind == "role" and game.access.role(name) is None:
        raise Refusal("no-such-name", "no-role", role=name, known=tuple(role.name for role in game.access.roles))
    elif to.kind == "seat" and (name not in game.seats or not game.seats[name].is_taken):
        raise Refusal("no-such-name", "no-player", player=name)
    return Addressee(to.kind, name)


def _piece(action: Action, id: int) -> Addressee:
    """Return a piece as addressee. Refuses a piece that is not of the author's own sides."""
    demand(action, "see", id)
    piece = action.draft.piece(id)
    kind = action.draft.kind(piece.kind) if piece is not None else None
    if kind is None or kind.side not in names_of(action.game.sides, action.sides):
        raise Refusal("not-yours", "dispatch-to-others")
    return Addressee("piece", kind.name, id)


def _turns(action: Action, form: DispatchForm, to: Addressee) -> int | None:
    """Return the number of turns that a dispatch takes, as its author reads it. None if it is carried by hand."""
    if not form.takes:
        return None
    with refusing_mistakes():
        reader = PieceReader(action.view, to.piece)
        return max(0, as_number(compile_expression(form.takes).evaluate(reader)) or 0)


def send(action: Action, command: SendDispatch) -> None:
    """Let a dispatch go, or set another time for its arrival."""
    dispatch = _on_its_way(action, command.dispatch)
    if command.due:
        carry(action, command.dispatch, dispatch, command.due)
    else:
        _carry(action, command.dispatch, dispatch)
    _tell_umpire(action, "dispatch-sent", dispatch)


def deliver_now(action: Action, command: DeliverDispatch) -> None:
    """Deliver a dispatch at once."""
    dispatch = _on_its_way(action, command.dispatch)
    deliver(action, command.dispatch, replace(dispatch, state="under-way", due=dispatch_now(action)))


def lose(action: Action, command: LoseDispatch) -> None:
    """Lose a dispatch. It never arrives, and only the umpire learns of that."""
    dispatch = _on_its_way(action, command.dispatch)
    word = action.costs.check_text(command.word) or dispatch.word
    action.change(Post(command.dispatch, replace(dispatch, state="lost", word=word)))
    _tell_umpire(action, "dispatch-lost", dispatch)


def change(action: Action, command: ChangeDispatch) -> None:
    """Change the texts of a dispatch as they arrive, and the umpire's note on it.

    Its author keeps the original texts.
    """
    dispatch = _on_its_way(action, command.dispatch)
    told = dispatch.told
    if command.says is not None:
        form = action.components.contacts.dispatch_form(dispatch.form)
        told = _texts(action, form, command.says)
    word = dispatch.word if command.word is None else action.costs.check_text(command.word)
    action.change(Post(command.dispatch, replace(dispatch, told=None if told == dispatch.says else told, word=word)))
    _tell_umpire(action, "dispatch-changed", dispatch)


def read(action: Action, command: ReadDispatch) -> None:
    """Note that a reader has read a dispatch. Only its readers and the umpire learn of that."""
    player(action)
    dispatch = _known(action, command.dispatch)
    is_umpires = action.rights.umpire and dispatch.state == "arrived" and not dispatch.readers
    if not dispatch.is_for(action.own_sides) and not is_umpires:
        raise Refusal("not-possible", "dispatch-not-here")
    if action.seat in dispatch.read:
        raise Refusal("not-possible", "dispatch-read-already")
    action.change(Post(command.dispatch, replace(dispatch, read={**dispatch.read, action.seat: dispatch_now(action)})))
    action.tell(Told("dispatch-read", dispatch_facts(action, dispatch), sides=dispatch.readers))


def recall(action: Action, command: RecallDispatch) -> None:
    """Recall a dispatch of one's own before it leaves."""
    dispatch = _known(action, command.dispatch)
    if dispatch.seat != action.seat:
        raise Refusal("not-yours", "dispatch-of-others", player=dispatch.sender or dispatch.seat)
    if dispatch.is_sent:
        raise Refusal("not-possible", "dispatch-has-left")
    action.change(Post(command.dispatch, None))
    action.tell(Told("dispatch-recalled", dispatch_facts(action, dispatch), sides=dispatch.sides))


def _known(action: Action, id: int) -> Dispatch:
    """Return a dispatch, if the acting seat knows of it. Others are refused as if they did not exist."""
    dispatch = action.draft.dispatch(id)
    if dispatch is None or not (action.rights.umpire or dispatch.as_seen(action.own_sides) is not None):
        raise Refusal("no-such-name", "no-such-dispatch")
    return dispatch


def _on_its_way(action: Action, id: int) -> Dispatch:
    """Return a dispatch. Refuses one that has arrived, and anybody but the umpire."""
    dispatch = _known(action, id)
    demand(action, "carry")
    if dispatch.state == "arrived":
        raise Refusal("not-possible", "dispatch-has-arrived")
    return dispatch


def _tell_umpire(action: Action, key: str, dispatch: Dispatch) -> None:
    action.tell(Told(key, dispatch_facts(action, dispatch), sides=()))
