"""Outlines of pieces as authors write them: paths of SVG with `M`, `L`, `Q`, `C` and `Z`, in absolute map pixels."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tabletop.expression import ExpressionError

_NUMBERS: Final = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class Stroke(NamedTuple):
    """One stroke of an outline: its letter, and the points it goes by and to."""

    letter: str
    points: tuple[tuple[float, float], ...]


@lru_cache(maxsize=1024)
def strokes(path: str) -> tuple[Stroke, ...]:
    """The strokes of a path. Raises ExpressionError where it cannot be read."""
    return tuple(_strokes(path))


def _strokes(path: str) -> Iterator[Stroke]:
    words = path.replace(",", " ").split()
    at = 0
    while at < len(words):
        letter = words[at]
        count = _NUMBERS.get(letter)
        if count is None:
            raise ExpressionError(f"An outline has M, L, Q, C and Z with their points, not '{letter}'.")
        try:
            numbers = [float(word) for word in words[at + 1 : at + 1 + count]]
        except ValueError:
            numbers = []
        if len(numbers) < count:
            raise ExpressionError(f"In an outline '{letter}' has {count} numbers after it.")
        yield Stroke(letter, tuple(zip(numbers[::2], numbers[1::2], strict=True)))
        at += 1 + count
