"""Division of large files of pieces into parts, since the size of a file in a module is limited."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tabletop.module.documents.yaml_writer import Writable
from tabletop.vassal.components.module_draft import Document

LARGEST: Final = 3_000_000
"""The most bytes of one part as JSON: much less than the limit for a file, since indented YAML is longer."""


def parted(document: Document, most: int = LARGEST) -> Iterator[Document]:
    """Yield a file of pieces or patterns in as few parts as possible; a small one is yielded unchanged."""
    pieces, patterns = document.get("pieces"), document.get("patterns")
    if isinstance(pieces, list):
        for cut in _cuts(map(_weight, pieces), most):
            yield {**document, "pieces": pieces[cut]}
    elif isinstance(patterns, dict):
        entries = list(patterns.items())
        for cut in _cuts(map(_weight, patterns.values()), most):
            yield {**document, "patterns": dict(entries[cut])}


def _cuts(weights: Iterable[int], most: int) -> Iterator[slice]:
    """Yield slices of a list, so that the weights in a slice add up to at most `most`. A heavier entry is alone in its
    slice.
    """
    start, heavy = 0, 0
    for end, weight in enumerate(weights):
        if end > start and heavy + weight > most:
            yield slice(start, end)
            start, heavy = end, 0
        heavy += weight
    yield slice(start, None)


def _weight(value: Writable) -> int:
    """Return the number of bytes of a value as JSON."""
    return len(msgspec.json.encode(value, enc_hook=str))
