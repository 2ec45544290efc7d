"""The delivery of dispatches. They are under way until they are due, and then reach only their readers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.actions.contact_reports import ARRIVED, SAYS
from tabletop.game.change.patch import Post
from tabletop.game.change.told import Told
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.game.umpire.dispatch import Dispatch

ARRIVAL: Final = "dispatch-arrived"
"""The key of the message to the readers of a dispatch that arrives."""


def dispatch_now(action: Action) -> tuple[int, ...]:
    """Return the game time that dates dispatches."""
    return action.components.contact_clock.now(action.draft.property)


def carry(action: Action, id: int, dispatch: Dispatch, due: tuple[int, ...]) -> None:
    """Send a dispatch that is due at this time. Deliver it if that time has come, or if the game has no tracker."""
    under_way = replace(dispatch, state="under-way", due=due)
    clock, now = action.components.contact_clock, dispatch_now(action)
    if now and not clock.is_reached(due, now):
        action.change(Post(id, under_way))
    else:
        deliver(action, id, replace(under_way, due=now))


def deliver(action: Action, id: int, dispatch: Dispatch, more: Mapping[str, Value] = MappingProxyType({})) -> None:
    """Deliver a dispatch. Only its readers get the message about it, which has the facts `more` too."""
    readers = _readers(action.game, dispatch)
    arrived = replace(dispatch, state="arrived", arrived=dispatch_now(action), readers=readers)
    action.change(Post(id, arrived))
    facts = {**dispatch_facts(action, arrived), **dispatch_texts(action, arrived), **more}
    action.tell(Told(ARRIVAL, facts, sides=readers))


def deliver_due_dispatches(action: Action) -> None:
    """Deliver the dispatches whose time has come."""
    if not action.game.dispatches:
        return
    clock, now = action.components.contact_clock, dispatch_now(action)
    with action.on_truth():
        for id, dispatch in action.draft.dispatches():
            if dispatch.state == "under-way" and clock.is_reached(dispatch.due, now):
                deliver(action, id, dispatch, {ARRIVED: True})


def _readers(game: Game, dispatch: Dispatch) -> tuple[int, ...]:
    """Return the sides that read a dispatch when it arrives; none if only the umpire does.

    If there is no umpire, a dispatch to a piece comes back to the sides of its author, who play the piece.
    """
    to = dispatch.to
    if to.kind == "side":
        return (game.sides.index(to.name),)
    if to.kind == "role":
        role = game.access.role(to.name)
        return tuple(number for number, side in enumerate(game.sides) if side in role.sides) if role is not None else ()
    if to.kind == "seat":
        seat = game.seats.get(to.name)
        return seat.sides if seat is not None and not seat.umpire else ()
    return dispatch.sides if to.kind == "piece" and not has_umpire(game) else ()


def has_umpire(game: Game) -> bool:
    """Return whether somebody at the table is the umpire."""
    return any(seat.umpire for seat in game.seats.values())


def dispatch_facts(action: Action, dispatch: Dispatch) -> dict[str, Value]:
    """Return the facts of a dispatch in its messages: its form, author and addressee, and its place if it has one."""
    facts: dict[str, Value] = {
        "form": action.components.contacts.dispatch_form(dispatch.form).title,
        "from": dispatch.sender or dispatch.seat,
        "kind": dispatch.to.kind,
        "to": dispatch.to.name,
    }
    return facts | {"map": action.game.maps[dispatch.map], "place": dispatch.place} if dispatch.map >= 0 else facts


def dispatch_texts(action: Action, dispatch: Dispatch) -> dict[str, Value]:
    """Return the texts of a dispatch as it arrives, as facts by the titles of its fields."""
    fields = action.components.contacts.dispatch_form(dispatch.form).fields
    return {SAYS + fields.get(name, name): value for name, value in dispatch.as_told.items()}
