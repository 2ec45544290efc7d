"""Barriers: steps that are not simply taken back, because somebody has learned something by them.

Computed from what each step did, never declared, so that nobody can forget it.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from tabletop.game.audience import Audience
from tabletop.game.sight import revealed
from tabletop.journal.journal import Journal


class Barrier(Struct, frozen=True):
    """A step that drew something, or that showed an audience what was there before and was not shown to it."""

    step: int
    why: Literal["drawn", "revealed"]


def barriers(journal: Journal, seqs: Iterable[int], audiences: Iterable[Audience]) -> tuple[Barrier, ...]:
    """Which of these steps are barriers for the people at the table. Raises JournalError."""
    lookers = tuple(audiences)
    found = []
    for seq in sorted(seqs):
        here = journal.around(seq)
        if here.step.drawn:
            found.append(Barrier(seq, "drawn"))
        elif any(revealed(here.before, here.after, here.step.patch, who) for who in lookers):
            found.append(Barrier(seq, "revealed"))
    return tuple(found)
