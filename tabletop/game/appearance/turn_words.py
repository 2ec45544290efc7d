"""The names of turns, in the words of their tracker."""

from typing import Final

from tabletop.expression import Reader, compile_template
from tabletop.game.kinds.kind_builder import WithNames
from tabletop.game.state.tracker import Tracker

MOST_LEVELS: Final = 15
"""The most levels that the name of a turn can contain."""


def level_words(tracker: Tracker, level: int, position: int, reader: Reader) -> str:
    """Return the name of a level's position within a turn; `reader` reads the table."""
    label, words = tracker.label(level, position), tracker.levels[level].words
    return compile_template(words).render(WithNames(reader, {"Value": label})) if words else label


def turn_words(tracker: Tracker, positions: tuple[int, ...], reader: Reader) -> str:
    """Return the name of a turn; `reader` reads the table."""
    each = [level_words(tracker, level, positions[level], reader) for level in tracker.in_turn(positions)]
    if not tracker.words:
        return ", ".join(each)
    names = {f"Level{number}": each[number - 1] if number <= len(each) else "" for number in range(1, MOST_LEVELS + 1)}
    return compile_template(tracker.words).render(WithNames(reader, names)).strip()
