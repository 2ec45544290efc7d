"""The record of a game as one side saw and heard it."""

from collections.abc import Iterator
from typing import Any, Final, TextIO

import msgspec
from msgspec import Struct

from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.report.narration import (
    seen_contacts,
    seen_dispatches,
    seen_notes,
    seen_orders,
    seen_piece,
    sight_of,
    what_is_said,
)
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.sight.audience import audience
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.seen_changes import NOTHING, all_told_for
from tabletop.game.sight.view import Changes, View
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.journal.records import replayed
from tabletop.module.documents.problems import nearest
from tabletop.texts import text

_NO_CHANGES: Final = Changes((), (), ())


class HeardStep(Struct, frozen=True):
    """A step as one side noticed it.

    `number` counts only such steps, from 1, because the number in the record would reveal how many steps the side did
    not notice. Only for the umpire it is the number in the record.
    """

    number: int
    by: str
    said: str
    before: Game
    after: Game
    changes: Changes


def side_index(game: Game, side: str) -> int:
    """Return the index of a side. Raises Failure if no side has this name."""
    if side in game.sides:
        return game.sides.index(side)
    guess = nearest(side, game.sides)
    known = ", ".join(game.sides)
    said = text("no-side-but", name=side, guess=guess) if guess else text("no-side", name=side, known=known)
    raise Failure(said, ExitCode.USAGE)


class RecordListener:
    """A review of a record, step by step, for one side. Raises Failure if there is no such side."""

    def __init__(self, journal: Journal, side: str) -> None:
        self._journal = journal
        self._game = journal.game_at(journal.first)
        self._who = audience([side_index(self._game, side)])
        self._names = AudienceNames(self._game, self._who)
        self._view = View.of(self._game, self._who)

    @property
    def view(self) -> Game:
        """The side's view at the current step of the review."""
        return self._view.game

    def __iter__(self) -> Iterator[HeardStep]:
        """Yield the steps in which the side saw or heard something."""
        number = 0
        for step in self._journal.steps(self._journal.first + 1):
            before, view = self._game, self.view
            self._game, _ = replayed(before, step)
            told = all_told_for(step.told, before, self._game, self._who)
            delta = self._names.delta(before, self._game, TouchedThings(before, self._game, step.patch))
            changes = self._view.apply(delta) if delta != NOTHING else _NO_CHANGES
            if delta != NOTHING or told:
                number += 1
                said = what_is_said(tuple(map(self._view.heard, told)), view, self.view)
                yield HeardStep(number, step.by, said, view, self.view, changes)


def export_heard(journal: Journal, side: str, out: TextIO) -> None:
    """Export a side's view and messages as text: YAML whose values are JSON, with a block for each step that the side
    noticed.

    Pieces have the numbers that the side uses in commands. Raises Failure, OSError.
    """
    hearing = RecordListener(journal, side)
    out.write(f"# What {side} saw of a game of Wartable. Only a whole game can be imported.\n")
    sight = sight_of(hearing.view)
    module, lists = hearing.view.module, {name: getattr(sight, name) for name in ("pieces", "holders", "notes")}
    _write(out, "the beginning", {"side": side, "module": f"{module.id} {module.version}", **lists})
    for heard in hearing:
        _write(out, f"{heard.number} by {heard.by}", {"said": heard.said, **changes_seen(heard)})


def changes_seen(heard: HeardStep) -> dict[str, Any]:
    """Return the differences that a seat sees after a step: pieces, notes, contacts, orders, dispatches and properties.

    A piece counts too if it lies in a holder that has changed.
    """
    after, changes = heard.after, heard.changes
    holders = (game.holders.get(id) for game in (heard.before, after) for id in changes.holders)
    pieces = {*changes.pieces, *(piece for holder in holders if holder is not None for piece in holder.pieces)}
    found = {
        "pieces": [seen_piece(after, id) for id in sorted(pieces) if id in after.pieces],
        "gone": sorted(id for id in pieces if id not in after.pieces),
        "notes": [note for note in seen_notes(after) if note.note in changes.notes],
        "contacts": [contact for contact in seen_contacts(after) if contact.contact in changes.contacts],
        "dropped": [id for id in changes.contacts if id not in after.contacts],
        "orders": [order for order in seen_orders(after) if order.order in changes.held],
        "dispatches": [one for one in seen_dispatches(after) if one.dispatch in changes.dispatches],
        "properties": {
            name: value for name, value in after.properties.items() if heard.before.properties.get(name) != value
        },
    }
    return {name: value for name, value in found.items() if value}


def _write(out: TextIO, title: str, block: dict[str, Any]) -> None:
    out.write(f"--- # {' '.join(title.split())}\n")
    for name, value in block.items():
        if isinstance(value, list) and value and isinstance(value[0], Struct):
            out.write(f"{name}:\n")
            out.writelines(f"- {_json(each)}\n" for each in value)
        else:
            out.write(f"{name}: {_json(value)}\n")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
