"""Verification of a game's file by replaying it from its first position."""

from pathlib import Path

from msgspec import Struct

from tabletop.game.state.position import position_of
from tabletop.journal.file.store import Store, StoredPosition
from tabletop.journal.file.write_ahead_log import told_loss
from tabletop.journal.head import NO_LINK, checked
from tabletop.journal.journal_errors import JournalError, UnreadableError
from tabletop.journal.records import (
    Snapshot,
    StepRow,
    chained,
    check,
    decode_snapshot,
    encode,
    encode_snapshot,
    entry_of,
    game_of,
    replayed,
    takes_back,
)
from tabletop.texts import text


class Verification(Struct, frozen=True):
    """The findings: the number of intact steps, the number of the last step, and its link of the chain in hex.

    `problem` is a sentence, or empty if all is well. Compare the link with one that you noted earlier: if the whole
    record was rewritten, the links differ.
    """

    ok: bool
    events: int
    last: int
    chain: str
    problem: str = ""


def verify(path: Path) -> Verification:
    """Check the file, the chain of its records, and that each record fits the position before it; return the findings.

    The file may be in play in another program. Nothing is written. Raises UnreadableError if it may not be read.
    """
    proof = _Proof()
    try:
        store = Store.open(path, "ro")
        try:
            if store.log_loss:
                raise JournalError(told_loss(store.log_loss, path.name))
            proof.run(store)
        finally:
            store.close_untouched()
    except UnreadableError:
        raise
    except JournalError as problem:
        return proof.result(str(problem))
    return proof.result()


class _Proof:
    def __init__(self) -> None:
        self._events = 0
        self._last = 0
        self._chain = b""

    def result(self, problem: str = "") -> Verification:
        return Verification(not problem, self._events, self._last, self._chain.hex(), problem)

    def run(self, store: Store) -> None:
        """Check every step. Raises JournalError at the first mistake."""
        damage = store.damage()
        if damage:
            raise JournalError(damage)
        positions = {position.seq: position for position in store.positions()}
        if not positions:
            raise JournalError(text("no-position"))
        start = checked(positions.pop(min(positions)))
        if start.seq == 0 and start.chain != chained(NO_LINK, start.position):
            raise JournalError(text("set-up-changed"))
        snapshot = decode_snapshot(start.position)
        game, drawn = game_of(snapshot.position), snapshot.drawn
        self._last, self._chain = start.seq, start.chain
        for row in store.rows(-(1 << 63)):
            entry = entry_of(row)
            self._follow(row)
            game, back = replayed(game, entry.step)
            drawn = drawn.after(entry.step)
            if (entry.step.seq, entry.step.by, takes_back(entry.step), encode(back)) != (
                row.seq,
                row.by,
                row.takes_back,
                row.back,
            ):
                raise JournalError(text("step-changed", seq=row.seq))
            if row.seq in positions:
                kept = positions.pop(row.seq)
                streams = decode_snapshot(kept.position).streams
                _compare(kept, Snapshot(row.seq, position_of(game), snapshot.seed, drawn, 0, streams), row.chain)
            self._events, self._last, self._chain = self._events + 1, row.seq, row.chain
        if positions:
            raise JournalError(text("record-ends-early", seq=max(positions)))
        check(game)

    def _follow(self, row: StepRow) -> None:
        if row.seq != self._last + 1:
            raise JournalError(text("step-missing", seq=self._last + 1))
        if chained(self._chain, row.record) != row.chain:
            raise JournalError(text("step-changed-chain", seq=row.seq))


def _compare(stored: StoredPosition, again: Snapshot, chain: bytes) -> None:
    if checked(stored).chain != chain or stored.position != encode_snapshot(again):
        raise JournalError(text("kept-position-changed", seq=stored.seq))
