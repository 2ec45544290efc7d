"""Decisions about contacts: what sides are told to be somewhere, and what they make of it."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.beliefs.contact import Contact
from tabletop.game.beliefs.contact_rules import ContactKind
from tabletop.game.change.patch import Believe
from tabletop.game.change.told import Told
from tabletop.game.commands import DropContacts, MergeContacts, NoteContact, ReportContact
from tabletop.game.decisions.decision import player, short, side_indices
from tabletop.game.decisions.goals import point
from tabletop.game.state.values import Value

MOST_CLAIMS: Final = 20
"""How many claims a contact can make."""

MOST_MERGED: Final = 1_000
"""How many contacts one command can name."""

SAYS: Final = "says:"
"""What stands before the title of a claim among the facts of what is told."""


def report(action: Action, command: ReportContact) -> None:
    """Give each of these sides a contact: a claim from the umpire and the rules, a mark from a player."""
    umpire, sides = player(action).umpire, side_indices(action, command.sides)
    if not sides:
        raise Refusal("no-such-name", "contact-for-nobody")
    if not umpire and not set(sides) <= set(action.own_sides):
        raise Refusal("not-yours", "only-umpire-reports")
    kind, says = _kind(action, command.kind), dict(command.says)
    _check_claims(kind, says)
    index, x, y, place = point(action, command.at)
    contact = Contact(
        side=-1,
        form="claim" if umpire else "mark",
        kind=kind.id,
        map=index,
        x=x,
        y=y,
        place=place,
        time=action.components.contact_clock.now(action.draft.property),
        source=short(command.source),
        says=says,
        of=command.of if umpire else (),
    )
    for side in dict.fromkeys(sides):
        give(action, replace(contact, side=side))


def give(action: Action, contact: Contact) -> None:
    """Let a side have a contact, and tell it."""
    action.change(Believe(action.draft.fresh_id(), contact))
    key = "contact-reported" if contact.form == "claim" else "contact-marked"
    action.tell(Told(key, _facts(action, contact), sides=(contact.side,)))


def _facts(action: Action, contact: Contact) -> dict[str, Value]:
    kind = action.components.contacts.kind(contact.kind)
    facts: dict[str, Value] = {"what": kind.title, "side": action.game.sides[contact.side]}
    if contact.source:
        facts["source"] = contact.source
    facts |= {"map": action.game.maps[contact.map], "place": contact.place}
    return facts | {SAYS + kind.says.get(name, name): value for name, value in contact.says.items()}


def _kind(action: Action, id: str) -> ContactKind:
    rules = action.components.contacts
    if rules.kinds and all(kind.id != id for kind in rules.kinds):
        raise Refusal("no-such-kind", "no-contact-kind", kind=short(id), known=tuple(kind.id for kind in rules.kinds))
    if not id:
        raise Refusal("no-such-kind", "contact-of-no-kind")
    return rules.kind(short(id))


def _check_claims(kind: ContactKind, says: dict[str, Value]) -> None:
    if len(says) > MOST_CLAIMS:
        raise Refusal("too-long", "too-many-claims", most=MOST_CLAIMS)
    for name, value in says.items():
        if kind.says and name not in kind.says:
            raise Refusal("no-such-name", "no-such-claim", claim=short(name), known=tuple(kind.says))
        if isinstance(value, str):
            short(value)
        short(name)


def merge(action: Action, command: MergeContacts) -> None:
    """Take contacts of one side for the same: the newest stays, with what the others say that it does not."""
    held = _held(action, command.contacts)
    if len(held) < 2:
        raise Refusal("not-possible", "merge-two")
    if len({contact.side for _, contact in held}) > 1:
        raise Refusal("not-possible", "merge-of-one-side")
    clock = action.components.contact_clock
    now = clock.now(action.draft.property)
    (id, newest), *others = sorted(held, key=lambda one: clock.age(one[1], now))
    says = {name: value for _, contact in (*others[::-1], (id, newest)) for name, value in contact.says.items()}
    notes = dict.fromkeys(contact.note for _, contact in ((id, newest), *others) if contact.note)
    of = tuple(dict.fromkeys(piece for _, contact in held for piece in contact.of))
    action.change(Believe(id, replace(newest, says=says, note=short("\n".join(notes)), of=of)))
    for other, _ in others:
        action.change(Believe(other, None))
    facts: dict[str, Value] = {"count": len(held), "what": action.components.contacts.kind(newest.kind).title}
    action.tell(Told("contacts-merged", facts, sides=(newest.side,)))


def drop(action: Action, command: DropContacts) -> None:
    """Let a side believe in contacts no longer."""
    held = _held(action, command.contacts)
    for id, _ in held:
        action.change(Believe(id, None))
    for side in dict.fromkeys(contact.side for _, contact in held):
        own = [contact for _, contact in held if contact.side == side]
        action.tell(Told("contacts-dropped", {"count": len(own), **_facts(action, own[0])}, sides=(side,)))


def note(action: Action, command: NoteContact) -> None:
    """Write the holder's note on a contact."""
    ((id, contact),) = _held(action, (command.contact,))
    action.change(Believe(id, replace(contact, note=short(command.text))))
    action.tell(Told("contact-noted", _facts(action, contact), sides=(contact.side,)))


def _held(action: Action, ids: Iterable[int]) -> list[tuple[int, Contact]]:
    """Return the contacts of these ids, if the acting seat holds them all. Others are refused as if there were none."""
    player(action)
    found = []
    for id in dict.fromkeys(ids):
        contact = action.draft.contact(id)
        if contact is None or contact.side not in action.sides:
            raise Refusal("no-such-name", "no-such-contact")
        found.append((id, contact))
    if not found:
        raise Refusal("no-such-name", "no-such-contact")
    if len(found) > MOST_MERGED:
        raise Refusal("too-long", "too-many-commands", most=MOST_MERGED)
    return found
