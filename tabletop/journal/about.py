"""The facts about a game that a list of games shows, read without opening the game."""

from pathlib import Path

from msgspec import Struct

from tabletop.game.state.game import ModuleName
from tabletop.journal.file.store import Store
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.records import decode_snapshot, decode_step
from tabletop.texts import text


class About(Struct, frozen=True):
    """The facts about a game for a list of games.

    `last` is the number of its last step, and `at_ms` the time of that step (UTC, milliseconds). Without a step, or for
    a step without a time, it is the time of the last stored position.
    """

    module: ModuleName
    scenario: str
    sides: tuple[str, ...]
    last: int
    at_ms: int


def about(path: Path) -> About:
    """Return the facts about a game, which may be in play. Raises JournalError."""
    store = Store.open(path, "ro")
    try:
        positions = store.positions()
        if not positions:
            raise JournalError(text("no-position-in", file=path.name))
        start = decode_snapshot(positions[-1].position)
        newest = next(store.rows(store.last()), None)
        last, at_ms = (
            (newest.seq, decode_step(newest.record).at_ms or start.at_ms) if newest else (start.seq, start.at_ms)
        )
        position = start.position
        return About(position.module, position.scenario, position.sides, last, at_ms)
    finally:
        store.close_untouched()
