"""Contacts that reach a side: given at once, or delayed until their time."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.beliefs.contact import Contact
from tabletop.game.change.patch import Believe
from tabletop.game.change.told import Told
from tabletop.game.state.values import Value

SAYS: Final = "says:"
"""The beginning of the names of facts that are claims; the title of the claim follows."""

ARRIVED: Final = "arrived"
"""The fact that marks a contact as arrived by itself, in a step that somebody made for another reason."""

ANSWERS: Final = "answers"
"""The fact that holds the texts of the dispatch that a contact answers."""


def give(action: Action, contact: Contact) -> None:
    """Give a side a contact, with a message. Only the umpire hears of a late contact before it arrives."""
    action.change(Believe(action.draft.fresh_id(), contact))
    if contact.late:
        facts = {**contact_facts(action, contact), "late": contact.late}
        action.tell(Told("report-sent", facts, sides=()))
    else:
        _tell(action, contact)


def deliver_due(action: Action) -> None:
    """Deliver the contacts whose time has come."""
    if not action.game.contacts:
        return
    clock = action.components.contact_clock
    now = clock.now(action.draft.property)
    with action.on_truth():
        for id, contact in action.draft.contacts():
            if contact.late and clock.age(contact, now) >= contact.late:
                arrived = replace(contact, late=0)
                action.change(Believe(id, arrived))
                _tell(action, arrived, {ARRIVED: True})


def _tell(action: Action, contact: Contact, more: Mapping[str, Value] = MappingProxyType({})) -> None:
    key = "contact-reported" if contact.form == "claim" else "contact-marked"
    action.tell(Told(key, {**contact_facts(action, contact), **more}, sides=(contact.side,)))


def contact_facts(action: Action, contact: Contact) -> dict[str, Value]:
    """Return the facts of a contact in its message to its side."""
    kind = action.components.contacts.kind(contact.kind)
    facts: dict[str, Value] = {"what": kind.title, "side": action.game.sides[contact.side]}
    if contact.source:
        facts["source"] = contact.source
    if (dispatch := action.draft.dispatch(contact.answers)) is not None:
        facts[ANSWERS] = "; ".join(dispatch.says.values())
    facts |= {"map": action.game.maps[contact.map], "place": contact.place}
    return facts | {SAYS + kind.says.get(name, name): value for name, value in contact.says.items()}
