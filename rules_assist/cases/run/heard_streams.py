"""The comparison of two tables by a side's view at the start, and its view and messages of every step."""

from collections.abc import Iterator
from itertools import zip_longest

from rules_assist.cases.case_errors import unknown
from rules_assist.cases.run.case_table import CaseTable, Event
from tabletop.game.change.outcome import Done
from tabletop.game.sight.audience import audience_of
from tabletop.game.sight.seen_changes import NOTHING, delta, told_for, whole


def told_apart(one: CaseTable, other: CaseTable, side: str) -> Iterator[str]:
    """Yield a sentence for the first step at which a side can distinguish two tables.

    Raises CaseError for an unknown side.
    """
    if side not in one.game.sides:
        raise unknown(f"'{side}' plays no side", side, one.game.sides)
    for number, (seen, as_well) in enumerate(zip_longest(_stream(one, side), _stream(other, side))):
        if seen != as_well:
            yield f"same_for: {side} can tell them apart {f'by step {number}' if number else 'from the start'}"
            return


def _stream(table: CaseTable, side: str) -> Iterator[object]:
    start = table.events[0].before if table.events else table.game
    yield whole(start, audience_of(start, start.seats[side]))
    yield from filter(None, (_of(event, side) for event in table.events))


def _of(event: Event, side: str) -> object:
    """Return the things that a side learns from a step.

    None if it notices nothing, for example of failed attempts of other sides.
    """
    if not isinstance(event.outcome, Done):
        return event.outcome if event.by == side else None
    before, after, who = event.before, event.after, audience_of(event.before, event.before.seats[side])
    heard = [told for one in event.told if (told := told_for(one, before, after, who)) is not None]
    change = delta(before, after, event.outcome.patch, who)
    return (change, heard) if heard or change != NOTHING or event.by == side else None
