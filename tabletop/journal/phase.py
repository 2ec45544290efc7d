"""The steps of a record that belong to the present phase."""

from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import turned
from tabletop.journal.journal import Journal
from tabletop.journal.record_reader import RecordedStep


def phase_so_far(journal: Journal) -> list[RecordedStep]:
    """Return the steps since a tracker was last turned, or since the beginning of the record.

    Undone steps are included. An undone turn of a tracker has ended no phase. Positions are right except for id
    counters and epochs. Raises JournalError.
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
