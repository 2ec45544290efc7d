"""Outlines of pieces as authors write them: paths of SVG with `M`, `L`, `Q`, `C` and `Z`.

Their points are map pixels from the middle of the piece, y down.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from tabletop.expression import ExpressionError

_NUMBERS: Final = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class PathStroke(NamedTuple):
    """A stroke of an outline: its letter, its control points and its end."""

    letter: str
    points: tuple[tuple[float, float], ...]


@lru_cache(maxsize=1024)
def strokes(path: str) -> tuple[PathStroke, ...]:
    """Return the strokes of a path. Raises ExpressionError if it cannot be read."""
    return tuple(_strokes(path))


def _strokes(path: str) -> Iterator[PathStroke]:
    words = path.replace(",", " ").split()
    at = 0
    while at < len(words):
        letter = words[at]
        count = _NUMBERS.get(letter)
        if count is None:
            raise ExpressionError(
                f"An outline consists of M, L, Q, C and Z with their points. It cannot have '{letter}'."
            )
        try:
            numbers = [float(word) for word in words[at + 1 : at + 1 + count]]
        except ValueError:
            numbers = []
        if len(numbers) < count or not all(map(math.isfinite, numbers)):
            raise ExpressionError(f"In an outline, '{letter}' needs {count} numbers after it.")
        yield PathStroke(letter, tuple(zip(numbers[::2], numbers[1::2], strict=True)))
        at += 1 + count


_PARTS: Final = 8
"""The number of straight parts that replace a curve."""


@lru_cache(maxsize=1024)
def corners(path: str) -> tuple[tuple[float, float], ...]:
    """Return the corners of a path in order, with curves as straight parts. Raises as `strokes` does."""
    found: list[tuple[float, float]] = []
    for stroke in strokes(path):
        if stroke.letter in ("M", "L"):
            found += stroke.points
        elif stroke.points:
            start = found[-1] if found else (0.0, 0.0)
            found += [_on_curve((start, *stroke.points), part / _PARTS) for part in range(1, _PARTS + 1)]
    return tuple(found)


def _on_curve(points: tuple[tuple[float, float], ...], way: float) -> tuple[float, float]:
    """Return the point of a curve with these control points, at a fraction from 0 to 1 along it."""
    while len(points) > 1:
        points = tuple((a + (c - a) * way, b + (d - b) * way) for (a, b), (c, d) in pairwise(points))
    return points[0]
