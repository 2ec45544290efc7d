"""The command line."""

from typing import Final

TEXTS: Final = {
    "brought-along": "'{file}' now uses version {version}: {counters} {counters:counter|counters} changed,"
    " {stacks} {stacks:stack|stacks} moved.",
    "taken-away": "{count} {count:counter|counters} that this version lacks {count:was|were} removed.",
    "decks-updated": "Decks are as in this version; {changes}.",
    "decks-differ": "Decks differ (--decks); {changes}.",
    "leads-to-dice": "Dice are rolled.",
    "by-needs-place": "`by` goes with a move to a place of a map.",
    "by-needs-rules": "There is no rules assistant at this table, so no way of moving.",
    "gestures-made": "{made:,} gestures: {memory} MB, {errors} {errors:error|errors}",
    "gestures-memory": "The most memory was {highest} MB; it may be {most}.",
    "gestures-error": "{place}: {often} {often:time|times}",
    "by-not-open": "These pieces do not move by '{way}' now.",
}
