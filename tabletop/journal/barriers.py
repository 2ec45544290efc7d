"""Barriers: steps whose undo needs consent, because somebody has learned something from them.

They are found from the effects of a step, so that no command can forget to declare one.
"""

from collections.abc import Collection, Iterable
from typing import Final, Literal

from msgspec import Struct

from tabletop.game.change.patch import PieceSight
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.commands import Batch, DropContacts, MergeContacts, NoteContact, Show
from tabletop.game.side_cells import names_of
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.seen_changes import revealed, told_of_contact, told_of_dispatch
from tabletop.journal.journal import Journal
from tabletop.journal.record_reader import RecordedStep


class Barrier(Struct, frozen=True):
    """A step with random draws, or a step that showed an audience something that was hidden from it before."""

    step: int
    why: Literal["drawn", "revealed"]


def barriers(
    journal: Journal, seqs: Collection[int], audiences: Iterable[Audience], by: Audience | None = None, seat: str = ""
) -> tuple[Barrier, ...]:
    """Return the barriers among these steps for the people at the table. Raises JournalError.

    `seat` undoes the steps, and `by` is its audience. Draws and revealed pieces that this seat does not notice are left
    out, so that the result does not give them away. Without `by`, or if it sees everything, nothing is left out.
    """
    known_to = None if by is None or by.sees_all(journal.game) else by
    lookers = tuple(who for who in audiences if not who.sees_all(journal.game))
    looking = {side for who in lookers for side in who.sides}.difference(known_to.sides if known_to else ())
    found = []
    for step in (entry.step for entry in journal.chosen(seqs)):
        if step.drawn and (known_to is None or _hears_roll(step, known_to) or _drew(step, seat, known_to, journal)):
            found.append(Barrier(step.seq, "drawn"))
        elif not looking.isdisjoint(shown_to(journal, step)) or (
            lookers and _is_new_to(lookers, journal.around(step.seq), known_to)
        ):
            found.append(Barrier(step.seq, "revealed"))
    return tuple(found)


def _hears_roll(step: Step, who: Audience) -> bool:
    """Return whether an audience heard of dice that were rolled in a step."""
    return any(one.key == "rolled" and (one.sides is None or set(one.sides) & set(who.sides)) for one in step.told)


def _drew(step: Step, seat: str, who: Audience, journal: Journal) -> bool:
    """Return whether a seat drew something in a step, and knows that. `who` is its audience."""
    names = names_of(journal.game.sides, who.sides)
    return step.by == seat and any(draw.is_known_to(names) for draw in step.drawn)


def shown_to(journal: Journal, step: Step) -> frozenset[int]:
    """Return the sides to which a player shows pieces by a step, even if they saw them before.

    The undo of a command that hides pieces shows them again.
    """
    if not isinstance(step.command, TakeBack):
        return _sides_of(step, hides=False)
    undone = (one for seq in step.command.steps for one in journal.steps(seq, seq))
    return frozenset(side for one in undone for side in _sides_of(one, hides=True))


def _sides_of(step: Step, *, hides: bool) -> frozenset[int]:
    """Return the sides to which a command shows pieces, or with `hides` the sides from which it hides them; none for
    any other command.
    """
    parts = step.command.commands if isinstance(step.command, Batch) else (step.command,)
    if not any(isinstance(part, Show) and (part.level == "unseen") == hides for part in parts):
        return frozenset()
    return frozenset(change.side for change in step.patch if isinstance(change, PieceSight))


_TELL_NOTHING: Final = (TakeBack, MergeContacts, DropContacts, NoteContact)
"""Commands that change contacts, but tell their side nothing new."""


def _is_new_to(lookers: Iterable[Audience], here: RecordedStep, known_to: Audience | None) -> bool:
    before, after, patch = here.before, here.after, here.step.patch
    may_tell = not isinstance(here.step.command, _TELL_NOTHING)
    return any(
        revealed(before, after, patch, who, known_to)
        or told_of_dispatch(before, after, patch, who)
        or (may_tell and told_of_contact(before, after, patch, who))
        for who in lookers
    )
