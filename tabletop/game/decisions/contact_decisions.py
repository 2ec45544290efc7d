"""Decisions about contacts: reports to sides, and the sides' changes to them."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.actions.contact_reports import contact_facts, give
from tabletop.game.actions.early_ends import Refusal, refusing_mistakes
from tabletop.game.beliefs.contact import Contact
from tabletop.game.beliefs.contact_rules import ContactKind
from tabletop.game.beliefs.report_bounds import ReportBounds, bounds
from tabletop.game.beliefs.report_rules import ReportRules
from tabletop.game.change.patch import Believe
from tabletop.game.change.told import Told
from tabletop.game.commands import DropContacts, MergeContacts, NoteContact, ReportContact, SendReport
from tabletop.game.decisions.decision import demand, player, side_indices
from tabletop.game.decisions.goals import point
from tabletop.game.decisions.order_decisions import hold_report, report_waits
from tabletop.game.state.values import NOBODY, Value

MOST_CLAIMS: Final = 20
"""The largest number of claims of a contact."""

MOST_MERGED: Final = 1_000
"""The largest number of contacts in one command."""


def report(action: Action, command: ReportContact) -> None:
    """Give each of these sides a contact: a claim from the umpire and the rules, a mark from a player."""
    umpire, sides = player(action).umpire, side_indices(action, command.sides)
    if not sides:
        raise Refusal("no-such-name", "contact-for-nobody")
    demand(action, "tell", sides)
    kind, says = _kind(action, command.kind), dict(command.says)
    _check_claims(action, kind, says)
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
        source=action.costs.check_text(command.source),
        says=says,
        of=command.of if umpire else (),
    )
    for side in dict.fromkeys(sides):
        give(action, replace(contact, side=side))


def send(action: Action, command: SendReport) -> None:
    """Report pieces to sides in one of the game's forms: within its bounds, and with an allowed delay."""
    demand(action, "tell")
    sides = side_indices(action, command.sides)
    if not sides:
        raise Refusal("no-such-name", "contact-for-nobody")
    rules = _form(action, command.report)
    if not 0 <= command.late <= rules.late:
        raise Refusal("not-possible", "report-too-late", report=rules.title, most=rules.late)
    for side in dict.fromkeys(sides):
        _send(action, command, rules, side)


def _send(action: Action, command: SendReport, rules: ReportRules, side: int) -> None:
    index, x, y, place = _place_told(action, command, rules)
    contact = Contact(
        side=side,
        form="claim",
        kind=rules.contact,
        map=index,
        x=x,
        y=y,
        place=place,
        time=action.components.contact_clock.now(action.draft.property),
        source=action.costs.check_text(command.source),
        of=command.of,
        late=command.late,
        answers=_answered(action, command, side),
    )
    contact = replace(contact, says=_said(action, command, rules, contact))
    if report_waits(action):
        proposed = replace(command, sides=(action.game.sides[side],), says=contact.says)
        hold_report(action, proposed, {**contact_facts(action, contact), "late": command.late})
        return
    give(action, contact)


def _answered(action: Action, command: SendReport, side: int) -> int:
    """Return the dispatch that a report to a side answers; NOBODY if it answers none that this side has written."""
    dispatch = action.draft.dispatch(command.answers) if command.answers else None
    if command.answers and dispatch is None:
        raise Refusal("no-such-name", "no-such-dispatch")
    return command.answers if dispatch is not None and side in dispatch.sides else NOBODY


def _form(action: Action, id: str) -> ReportRules:
    forms, found = action.components.contacts.reports, action.components.contacts.report(id)
    if found is None:
        raise Refusal(
            "no-such-name", "no-report", report=action.costs.check_text(id), known=tuple(form.id for form in forms)
        )
    return found


def _place_told(action: Action, command: SendReport, rules: ReportRules) -> tuple[int, int, int, str]:
    """Return the map, point and place that a report states.

    Without a stated point, it is the true point of the first piece. Refuses a point that is farther from the true one
    than the form allows.
    """
    told = point(action, command.at) if command.at is not None else None
    if not command.of:
        if not rules.invented:
            raise Refusal("not-possible", "report-of-nothing", report=rules.title)
        if told is None:
            raise Refusal("no-such-place", "report-nowhere")
        return told
    if any(action.draft.piece(piece) is None for piece in command.of):
        raise Refusal("no-such-piece", "no-such-piece")
    true = action.table.point(command.of[0])
    if true[0] < 0:
        raise Refusal("no-such-place", "report-nowhere")
    if told is None or told[:3] == true[:3]:
        return true
    if told[0] != true[0] or action.table.distance_in_places(true[0], true[1:3], told[1:3]) > rules.within:
        raise Refusal("not-possible", "report-too-far", report=rules.title, most=rules.within)
    return told


def _said(action: Action, command: SendReport, rules: ReportRules, contact: Contact) -> dict[str, Value]:
    """Return the figures that a report states, by name of the claim.

    Each is the given one, or else that of the same report earlier this turn, or else a drawn one. Refuses a given
    figure that the form does not have or that is out of its bounds.
    """
    fields = {field.claim: field for field in rules.fields}
    for name in command.says:
        if name not in fields:
            raise Refusal("no-such-name", "no-such-claim", claim=action.costs.check_text(name), known=tuple(fields))
    before = _same_before(action, contact)
    found: dict[str, Value] = {}
    with refusing_mistakes():
        for name, field in fields.items():
            allowed = bounds(field, command.of, action.table)
            value = command.says.get(name, before.get(name))
            if value is None or (name not in command.says and not allowed.takes(value)):
                value = _drawn(action, rules, allowed)
            elif not allowed.takes(value):
                title = action.components.contacts.kind(rules.contact).says.get(name, name)
                raise Refusal("not-possible", "report-out-of-bounds", claim=title, allowed=allowed.words)
            if value is not None:
                found[name] = action.costs.check_text(value) if isinstance(value, str) else value
    return found


def _drawn(action: Action, rules: ReportRules, allowed: ReportBounds) -> Value:
    """Return a figure that is drawn within the bounds, and so does not reveal the truth; without bounds, the truth."""
    if allowed.least is None or allowed.most is None:
        return allowed.truth
    return allowed.least + action.chance.draw(max(1, allowed.most - allowed.least + 1), rules.title, secret=True)


def _same_before(action: Action, contact: Contact) -> Mapping[str, Value]:
    """Return the figures of the side's report on the same pieces this turn; empty if there is none.

    A new report repeats them, because further drawn figures would reveal more.
    """
    now, clock = contact.time, action.components.contact_clock
    for _, other in reversed(action.draft.contacts()):
        same = (other.side, other.kind, other.of) == (contact.side, contact.kind, contact.of)
        if contact.of and same and other.form == "claim" and not clock.age(other, now):
            return other.says
    return {}


def _kind(action: Action, id: str) -> ContactKind:
    rules = action.components.contacts
    if rules.kinds and all(kind.id != id for kind in rules.kinds):
        raise Refusal(
            "no-such-kind",
            "no-contact-kind",
            kind=action.costs.check_text(id),
            known=tuple(kind.id for kind in rules.kinds),
        )
    if not id:
        raise Refusal("no-such-kind", "contact-of-no-kind")
    return rules.kind(action.costs.check_text(id))


def _check_claims(action: Action, kind: ContactKind, says: dict[str, Value]) -> None:
    if len(says) > MOST_CLAIMS:
        raise Refusal("too-long", "too-many-claims", most=MOST_CLAIMS)
    for name, value in says.items():
        if kind.says and name not in kind.says:
            raise Refusal("no-such-name", "no-such-claim", claim=action.costs.check_text(name), known=tuple(kind.says))
        if isinstance(value, str):
            action.costs.check_text(value)
        action.costs.check_text(name)


def merge(action: Action, command: MergeContacts) -> None:
    """Merge contacts of one side. The newest stays, with the additional claims and notes of the others."""
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
    action.change(Believe(id, replace(newest, says=says, note=action.costs.check_text("\n".join(notes)), of=of)))
    for other, _ in others:
        action.change(Believe(other, None))
    facts: dict[str, Value] = {"count": len(held), "what": action.components.contacts.kind(newest.kind).title}
    action.tell(Told("contacts-merged", facts, sides=(newest.side,)))


def drop(action: Action, command: DropContacts) -> None:
    """Drop contacts, and tell the sides that held them."""
    held = _held(action, command.contacts)
    for id, _ in held:
        action.change(Believe(id, None))
    for side in dict.fromkeys(contact.side for _, contact in held):
        own = [contact for _, contact in held if contact.side == side]
        action.tell(Told("contacts-dropped", {"count": len(own), **contact_facts(action, own[0])}, sides=(side,)))


def note(action: Action, command: NoteContact) -> None:
    """Write the note of a contact's side on the contact."""
    ((id, contact),) = _held(action, (command.contact,))
    action.change(Believe(id, replace(contact, note=action.costs.check_text(command.text))))
    action.tell(Told("contact-noted", contact_facts(action, contact), sides=(contact.side,)))


def _held(action: Action, ids: Iterable[int]) -> list[tuple[int, Contact]]:
    """Return the contacts with these ids, if the acting seat holds them all. Others are refused as if they did not
    exist.
    """
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
