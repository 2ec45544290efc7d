"""Files of pieces in parts: there is a bound to what one file of a module may hold, and large modules go beyond it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tabletop.module.writing import Writable
from tabletop.vassal.components.bench import Document

LARGEST: Final = 4_000_000
"""In signs, as `_weight` counts them: what is written so is less than half of what is read from one file."""

_BETWEEN: Final = 8
"""As many signs stand between two values: their punctuation, and how far they are indented."""


def parted(document: Document, most: int = LARGEST) -> Iterator[Document]:
    """A file of pieces or patterns in as few parts as may be: itself, where it is not too large."""
    pieces, patterns = document.get("pieces"), document.get("patterns")
    if isinstance(pieces, list):
        for cut in _cuts(map(_weight, pieces), most):
            yield {**document, "pieces": pieces[cut]}
    elif isinstance(patterns, dict):
        entries = list(patterns.items())
        for cut in _cuts(map(_weight, patterns.values()), most):
            yield {**document, "patterns": dict(entries[cut])}


def _cuts(weights: Iterable[int], most: int) -> Iterator[slice]:
    """Where to cut a list of these weights: no part is heavier than that, but for a single entry that is so itself."""
    start, heavy = 0, 0
    for end, weight in enumerate(weights):
        if end > start and heavy + weight > most:
            yield slice(start, end)
            start, heavy = end, 0
        heavy += weight
    yield slice(start, None)


def _weight(value: Writable) -> int:
    """About how many signs a value is when it is written."""
    if isinstance(value, Mapping):
        return sum(_weight(key) + _weight(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return sum(map(_weight, value))
    return _BETWEEN + (len(value) if isinstance(value, str) else 4)
