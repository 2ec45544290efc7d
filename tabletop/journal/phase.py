"""The part of a record in which the present phase was played."""

from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import turned
from tabletop.journal.journal import Journal
from tabletop.journal.record_reader import RecordedStep


def phase_so_far(journal: Journal) -> list[RecordedStep]:
    """Return the steps since a tracker was last turned, as far as the record goes back, without a gap.

    Undone steps are among them, also turns, which have ended no phase. Positions are right except for id counters and
    epochs. Raises JournalError.
    """
    found: list[RecordedStep] = []
    after, off = journal.game, journal.taken_back()
    for seq in range(journal.last, journal.first, -1):
        (entry,) = journal.entries(seq, seq)
        if turned(entry.step) and seq not in off:
            break
        before, _ = apply(after, entry.back)
        found.append(RecordedStep(before, entry.step, after))
        after = before
    return found[::-1]
