"""The command line."""

from typing import Final

TEXTS: Final = {
    "leads-to-dice": "Dice are rolled.",
    "by-needs-place": "`by` goes with a move to a place of a map.",
    "by-needs-rules": "There is no rules assistant at this table, so no way of moving.",
    "gestures-made": "{made:,} gestures: {memory} MB, {errors} {errors:error|errors}",
    "gestures-memory": "The most memory was {highest} MB; it may be {most}.",
    "gestures-error": "{place}: {often} {often:time|times}",
    "by-not-open": "These pieces do not move by '{way}' now.",
}
