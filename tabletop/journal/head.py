"""The head of a record, and the replay of steps that advance it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.change.patch import Patch
from tabletop.game.change.step import Step
from tabletop.game.state.game import Game
from tabletop.journal.file.store import StoredPosition
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.records import (
    Snapshot,
    StepRow,
    StreamCount,
    TapeUse,
    chained,
    decode_snapshot,
    decode_step,
    encode,
    encode_snapshot,
    game_of,
    replayed,
    takes_back,
)
from tabletop.texts import text

NO_LINK: Final = bytes(32)
"""The link of the chain before the set-up."""


class Head(Struct, frozen=True):
    """The head of a record: its last step, with its link of the chain and the game after it.

    `first` is the number of the step before the first one in the record. `snapshot` is the step of the newest stored
    position. `streams` has the counts of the seats' streams, as they were in the snapshot from which the head was read.
    """

    first: int
    last: int
    chain: bytes
    game: Game
    seed: str
    drawn: TapeUse
    snapshot: int
    streams: Mapping[str, StreamCount] = {}


class ReplayedStep(NamedTuple):
    """A replayed step: the head of the record after it, the patch that undoes it, and the row as it should be
    stored.
    """

    head: Head
    step: Step
    back: Patch
    row: StepRow


def replay(head: Head, row: StepRow) -> ReplayedStep:
    """Replay a stored step on the record's head, and return the result. Only the step's record is used, which the chain
    covers.

    Raises JournalError if the row is not the next link of the chain, or does not fit.
    """
    if row.seq != head.last + 1 or chained(head.chain, row.record) != row.chain:
        raise JournalError(text("chain-broken", seq=head.last))
    step = decode_step(row.record)
    if step.seq != row.seq:
        raise JournalError(text("chain-broken", seq=head.last))
    game, back = replayed(head.game, step)
    then = replace(head, last=row.seq, chain=row.chain, game=game, drawn=head.drawn.after(step))
    # A newer version may have another command that is a take-back; here it is read as text.
    marked = takes_back(step) or (row.takes_back and encode(step) != row.record)
    due = row._replace(by=step.by, takes_back=marked, back=encode(back))
    return ReplayedStep(then, step, back, due)


def head_at(position: StoredPosition, first: int) -> Head:
    """Return the head at a stored position, in a record that begins at `first`. Raises JournalError."""
    snapshot = decode_snapshot(position.position)
    game = game_of(snapshot.position)
    return Head(
        first, position.seq, position.chain, game, snapshot.seed, snapshot.drawn, position.seq, snapshot.streams
    )


def is_as_written(position: StoredPosition) -> bool:
    """Return whether the digest of a stored position matches its bytes."""
    return chained(position.chain, position.position) == position.digest


def checked(position: StoredPosition) -> StoredPosition:
    """Return the position if its digest is right. Raises JournalError if it is not."""
    if not is_as_written(position):
        raise JournalError(text("position-changed", seq=position.seq))
    return position


def stored(snapshot: Snapshot, chain: bytes) -> StoredPosition:
    """Return the stored form of a position at the link `chain`. For the set-up (NO_LINK) the chain begins with the
    position.
    """
    data = encode_snapshot(snapshot)
    link = chained(NO_LINK, data) if chain == NO_LINK else chain
    return StoredPosition(snapshot.seq, data, link, chained(link, data))
