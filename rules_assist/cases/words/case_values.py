"""Values as case files write them in text, and their meaning."""

from rules_assist.cases.case_errors import CaseError
from tabletop.game.state.tracker import Tracker
from tabletop.game.state.values import Value


def positions(tracker: Tracker, levels: tuple[str, ...]) -> tuple[int, ...]:
    """Return the positions of a tracker from the names of its levels.

    A name is a label, or the beginning or the first word of exactly one label. Raises CaseError for any other name, and
    for too few or too many names.
    """
    if len(levels) != len(tracker.levels):
        names = ", ".join(level.name for level in tracker.levels)
        raise CaseError(f"The tracker '{tracker.name}' has {len(tracker.levels)} levels ({names}), not {len(levels)}.")
    return tuple(_position(tracker, level, name) for level, name in enumerate(levels))


def _position(tracker: Tracker, level: int, name: str) -> int:
    length = tracker.length(level) or 1000
    labels = [tracker.label(level, position) for position in range(length)]
    for fits in (str.__eq__, str.startswith):
        found = [n for n, label in enumerate(labels) if fits(label, name)]
        if len(found) == 1 or (found and fits is str.__eq__):
            return found[0]
    starting = [n for n, label in enumerate(labels) if label.split(" ")[0] == name]
    if len(starting) == 1:
        return starting[0]
    raise CaseError(f"'{name}' is no {tracker.levels[level].name}; there is {', '.join(labels)}.")


def scalar(said: object) -> Value:
    """Return a value of a case file.

    A text is read as a whole number or as a boolean (`yes`, `no`) if it looks like one. Numbers and booleans stay; any
    other data is None.
    """
    if said is None or not isinstance(said, str):
        return said if isinstance(said, int | bool) else None
    if said in ("yes", "no"):
        return said == "yes"
    plain = said.removeprefix("-")
    return int(said) if plain.isdigit() and (plain == "0" or not plain.startswith("0")) else said
