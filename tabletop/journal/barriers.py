"""Barriers: steps that are not simply taken back, because somebody has learned something by them.

Computed from what each step did, never declared, so that nobody can forget it.
"""

from collections.abc import Collection, Iterable
from typing import Final, Literal

from msgspec import Struct

from tabletop.game.change.step import TakeBack
from tabletop.game.commands import DropContacts, MergeContacts, NoteContact
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.seen_changes import revealed, told_of_contact
from tabletop.journal.journal import Journal
from tabletop.journal.record_reader import RecordedStep


class Barrier(Struct, frozen=True):
    """A step that drew something, or that showed an audience something that existed before and was hidden from it."""

    step: int
    why: Literal["drawn", "revealed"]


def barriers(
    journal: Journal, seqs: Collection[int], audiences: Iterable[Audience], by: Audience | None = None
) -> tuple[Barrier, ...]:
    """Return which of these steps are barriers for the people at the table. Raises JournalError.

    Whoever takes them back (`by`) does not learn from it that others were shown what they do not see themselves.
    """
    known_to = None if by is None or by.sees_all(journal.game) else by
    lookers = tuple(who for who in audiences if not who.sees_all(journal.game))
    found = []
    for step in (entry.step for entry in journal.chosen(seqs)):
        if step.drawn:
            found.append(Barrier(step.seq, "drawn"))
        elif lookers and _is_new_to(lookers, journal.around(step.seq), known_to):
            found.append(Barrier(step.seq, "revealed"))
    return tuple(found)


_TELL_NOTHING: Final = (TakeBack, MergeContacts, DropContacts, NoteContact)
"""Commands whose contacts were already reported."""


def _is_new_to(lookers: Iterable[Audience], here: RecordedStep, known_to: Audience | None) -> bool:
    before, after, patch = here.before, here.after, here.step.patch
    may_tell = not isinstance(here.step.command, _TELL_NOTHING)
    return any(
        revealed(before, after, patch, who, known_to) or (may_tell and told_of_contact(before, after, patch, who))
        for who in lookers
    )
