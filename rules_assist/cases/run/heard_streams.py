"""The comparison of two tables by a side's view at the start, and its view and messages of every step."""

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final, TypeAlias

import msgspec

from rules_assist.cases.case_errors import unknown
from rules_assist.cases.run.case_table import CaseTable, Event
from tabletop.game.change.outcome import Done
from tabletop.game.change.told import Told
from tabletop.game.sight.audience import audience_of
from tabletop.game.sight.seen_changes import NOTHING, Delta, delta, told_for, whole
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, empty_game

Heard: TypeAlias = tuple[Delta, list[Told]]
"""A step as a side notices it: the changes of its view, and its messages."""

_NAMED: Final = re.compile(r"(?:piece|holder):([0-9]+)")
_BY_NAME: Final = ("holders", "pieces", "notes", "frames", "contacts", "held", "dispatches")
"""The parts of a difference that are in the order of the side's names."""


def told_apart(one: CaseTable, other: CaseTable, side: str) -> Iterator[str]:
    """Yield a sentence for the first step at which a side can distinguish two tables.

    A side's names for things are drawn at random for each table, so two streams that differ only in these names are
    alike. Raises CaseError for an unknown side.
    """
    if side not in one.game.sides:
        raise unknown(f"'{side}' plays no side", side, one.game.sides)
    streams = list(_stream(one, side)), list(_stream(other, side))
    if streams[0] == streams[1]:
        return
    labelled = (_without_names(table.game, stream) for table, stream in zip((one, other), streams, strict=True))
    for number, (seen, as_well) in enumerate(zip_longest(*labelled)):
        if seen != as_well:
            yield f"same_for: {side} can tell them apart {f'by step {number}' if number else 'from the start'}"
            return


def _stream(table: CaseTable, side: str) -> Iterator[object]:
    start = table.events[0].before if table.events else table.game
    yield whole(start, audience_of(start, start.seats[side])), []
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


def _without_names(table: Game, stream: list[object]) -> Iterator[object]:
    """Yield the steps of a stream as plain data, in which things are called by their places in the side's view."""
    view = View(empty_game(table.sides, table.maps, table.module, table.scenario))
    called: Mapping[int, str] = {}
    for noticed in stream:
        if not isinstance(noticed, tuple):
            yield noticed
            continue
        change, heard = noticed
        view.apply(change)
        before, called = called, _labels(view)
        both = {**before, **called}
        data = {
            part: sorted(found, key=repr) if part in _BY_NAME and isinstance(found, list) else found
            for part, said in msgspec.to_builtins(change).items()
            if (found := _relabelled(said, both)) is not None
        }
        yield data, _relabelled(msgspec.to_builtins(heard), both)


def _labels(view: View) -> dict[int, str]:
    """Return a label for each thing of a view, by its name.

    Pieces are called by their places in the draw order, and things off the map by the order in which they came.
    """
    found = {
        number: f"{sort} {rank}"
        for sort, things in (
            ("note", view.game.notes),
            ("frame", view.game.frames),
            ("contact", view.game.contacts),
            ("order", view.game.held),
            ("dispatch", view.game.dispatches),
        )
        for rank, number in enumerate(sorted(things))
    }
    for rank, (id, holder) in enumerate(sorted(view.game.holders.items(), key=lambda item: item[1].z)):
        found[id] = f"holder {rank}"
        found.update((piece, f"piece {rank}.{at}") for at, piece in enumerate(holder.pieces))
    return {name: found[number] for name, number in view.names.items() if number in found}


def _relabelled(data: object, called: Mapping[int, str]) -> object:
    match data:
        case bool():
            return data
        case int():
            return called.get(data, data)
        case str():
            return _NAMED.sub(lambda found: called.get(int(found[1]), found[0]), data)
        case list() | tuple():
            return [_relabelled(one, called) for one in data]
        case dict():
            return {_relabelled(key, called): _relabelled(one, called) for key, one in data.items()}
        case _:
            return data
