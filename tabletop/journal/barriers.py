"""Barriers: steps that are not simply taken back, because somebody has learned something by them.

Computed from what each step did, never declared, so that nobody can forget it.
"""

from collections.abc import Collection, Iterable
from typing import Literal

from msgspec import Struct

from tabletop.game.sight.audience import Audience
from tabletop.game.sight.seen_changes import revealed
from tabletop.journal.journal import Journal
from tabletop.journal.record_reader import RecordedStep


class Barrier(Struct, frozen=True):
    """A step that drew something, or that showed an audience what was there before and was not shown to it."""

    step: int
    why: Literal["drawn", "revealed"]


def barriers(journal: Journal, seqs: Collection[int], audiences: Iterable[Audience]) -> tuple[Barrier, ...]:
    """Return which of these steps are barriers for the people at the table. Raises JournalError."""
    lookers = tuple(who for who in audiences if not who.sees_all(journal.game))
    found = []
    for step in (entry.step for entry in journal.chosen(seqs)):
        if step.drawn:
            found.append(Barrier(step.seq, "drawn"))
        elif lookers and _is_new_to(lookers, journal.around(step.seq)):
            found.append(Barrier(step.seq, "revealed"))
    return tuple(found)


def _is_new_to(lookers: Iterable[Audience], here: RecordedStep) -> bool:
    return any(revealed(here.before, here.after, here.step.patch, who) for who in lookers)
