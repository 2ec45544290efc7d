"""The catalogue of what the program says: one English sentence for each key, with its arguments named.

A sentence is written whole, grammar included, so that it can be translated as one. An argument that is a number chooses
the word that agrees with it: `{count} {count:counter|counters}`. Sentences stand under the part of the program that
says them; a game module's own words stand in the module.
"""

from string import Formatter
from typing import Any, Final

TEXTS: Final[dict[str, str]] = {
    # The game's file
    "file-deleted": "'{file}' was deleted while the game is open. Use Save as to keep this game.",
    "file-moved": "'{file}' was moved or renamed while the game is open. Use Save as to keep this game.",
    "file-replaced": "Another file has taken the place of '{file}'. Use Save as to keep this game under another name.",
    "file-overwritten": "Another program has written over '{file}'. Use Save as to keep this game under another name.",
    "file-log-gone": "'{file}-wal', the log of this game, was deleted or overwritten. Use Save as to keep this game.",
    "chain-broken": "The game's file is damaged after step {seq}: the chain of records is broken.",
    "pages-damaged": "{file} is damaged: a part of the file has been changed or lost.",
    "no-such-step": "The record holds no step {seq}.",
    "position-changed": "The game's file is damaged: the position after step {seq} has been changed.",
    "ways-back-mended": "'{file}' was damaged in {count} {count:step|steps}, the first is {seq}. What undo needs of"
    " {count:it|them} has been made anew from the record.",
    "short-cut-damaged": "'{file}' was damaged: the position kept for step {seq} is worked out anew from the record.",
    "short-cut-changed": "The game's file is damaged: the position that opening begins with is not that of the record.",
    "short-cut-too-new": "The game's file is damaged: it holds the position after step {seq}, and no such step.",
    "rows-out-of-range": "The game's file is damaged: it holds steps that are not among {first} to {last}.",
    "log-of-another": "{problem} The log '{log}' may be of another file: move it away to open this file alone.",
    "log-lost": "'{file}' was not closed, and its log '{file}-wal' is missing or empty: steps may be gone.",
    "log-short": "'{file}' was not closed, and its log '{file}-wal' is damaged or cut short: steps may be gone.",
    "newer-record": "The step after this was written by a newer version of Wartable, in a way that is unknown here.",
    # Decks
    "deck-not-seen": "{deck} cannot be saved: you do not see all of its cards.",
    "deck-file-unwritable": "'{file}' cannot be written.",
    "deck-file-unreadable": "'{file}' cannot be read.",
    "file-unwritable": "{file} cannot be written.",
    "picture-form": "'{file}' has no ending of a picture: call it .png.",
    # Game modules
    "too-many-mistakes": "more than {most} mistakes; from here on they are not told",
    # The window
    "mishap": "Something went wrong in Wartable; the game stands as it is recorded.",
    "mishap-report": (
        "Something went wrong in Wartable; the game stands as it is recorded, and a report that tells nothing of it is"
        " in '{file}'."
    ),
    "go-on": "Go on from here",
    "go-on-tip": "Play on in '{file}' (Ctrl+Return)",
    "go-on-in-copy": "Go on from here in a copy",
    "go-on-in-copy-tip": "Play on from here in a copy; '{file}' stays as it is (Ctrl+Return)",
    "gone-on-in-copy": "You play on in a copy, '{copy}'. '{file}' stays as it is.",
    "copy-of": "{title}, copy",
    "menu-needs-selection": "Select counters first: the menu is theirs.",
    "click-ringed": "You can also click a ringed place or counter on the map.",
    "click-lit": "Click a place in the lit area of the map, or name it here.",
    "name-place": "Name of a place",
    "no-such-choice": "'{name}' cannot be chosen here.",
    "findings-together": "{count} findings",
    "finding-of-counters": "{count} {count:counter|counters}",
    "finding-show-tip": "Select its counters and go there",
    "finding-let-stand": "Let it stand…",
    "findings-let-stand": "Let them stand…",
    "finding-let-stand-tip": "It is noted in the log, with what you have to say",
    "beside-the-map": "That is beside the map. Drop counters on it.",
    # Rules and procedures
    "procedure-runs-another": "It is still under way: finish it, or leave it first.",
    "procedure-under-way": "{procedure} is under way already; finish it or leave it first.",
    "procedure-phase-over": "{procedure} belongs to {phase}, which is over. Leave it and go on by hand.",
    "phase-must-finish": "{procedure} is under way. Finish it before the phase ends, or leave it and go on by hand.",
    "phase-close-one": "{procedure} is under way. Leave it and end the phase?",
    "phase-close-many": "{procedures} are under way. Leave them and end the phase?",
    "phase-close-then": "Nothing that is still asked there happens; counters stay where they are.",
    "step-finds-nothing": "'{step}' looks for something that is not there.",
    "only-umpire-reports": "Only the umpire and the rules report what happens to counters.",
    "hits": "{count} {count:hit|hits}",
    "half-hits": "{halves} half {halves:hit|hits}",
    "hits-and-halves": "{count} {count:hit|hits} and {halves} half {halves:hit|hits}",
    "battle-board": "Battle Board",
    "battle-show-map": "Show the map",
    "battle-show-map-tip": "Put the Battle Board aside (Esc); the battle goes on",
    "battle-bring-back": "Back to the Battle Board",
    "battle-there-is-none": "There is no battle under way.",
    "battle-none": "none",
    "battle-points": "{left} of {of} left",
    "battle-needs": "hits on {needs}",
    "battle-odds": "Odds, before a die is thrown",
    "battle-so-far": "So far",
    "battle-result": "The battle is over",
    "battle-no-loss": "Nothing was lost.",
    "battle-put-away": "Put away",
    "battle-by-hand": "By hand",
    "battle-by-hand-tip": "Leave this and do the rest by hand",
    "battle-back": "Undo answer",
    "battle-back-tip": "Undo what was last answered",
    "battle-asked": "Asked: {side}",
    "battle-waits": "Waiting for: {side}",
    "battle-withdraw": "Withdraw answer",
    "battle-drag-pairs": "Drag a counter onto the one it faces, or click",
    "pairs-next": "Next: who faces {name}?",
    "pairs-done": "All are faced. Click one again to take it out of its pair.",
    "pairs-faces": "faces {name}",
    "pairs-answer": "Line up",
    "table-cell": "{row_title} {row}, {column_title} {column}: {cell}",
    "battle-at-once": "Always roll at once, in every battle",
    "roll-dice": "Roll {count} {count:die|dice}",
    "hide-panel": "Hide: {panel}",
    "roll": "Roll",
    "roll-the-rest": "Roll the rest",
    "not-an-option": "{answer} cannot be chosen (any more).",
    "noted-option": "{option} ({note})",
    "options": "Choose from: {options}.",
    "and-more": "{options} and {count} more",
    # The command line
    "leads-to-dice": "Dice are rolled.",
    "by-needs-place": "`by` goes with a move to a place of a map.",
    "by-needs-rules": "There is no rules assistant at this table, so no way of moving.",
    "gestures-made": "{made:,} gestures: {memory} MB, {errors} {errors:error|errors}",
    "gestures-memory": "The most memory was {highest} MB; it may be {most}.",
    "gestures-error": "{place}: {often} {often:time|times}",
    "by-not-open": "These pieces do not move by '{way}' now.",
}


class _Agreement(Formatter):
    """Formats texts; a format such as `counter|counters` chooses by the number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if value == 1 else many


_AGREEMENT: Final = _Agreement()


def text(key: str, /, **arguments: object) -> str:
    """Return the sentence with this key, its arguments filled in.

    Raises:
        KeyError: the catalogue has no such key, or the sentence names an argument that is not given.
    """
    return _AGREEMENT.vformat(TEXTS[key], (), arguments)
