"""The values of rows and columns: 7, 1-4, 6+, <=3, a word, or everything else (`otherwise`)."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import inf
from typing import Final, NamedTuple

from tabletop.expression import Value, as_number, equal

OTHERWISE: Final = "otherwise"

_BAND: Final = re.compile(
    r"(?P<low>-?\d+)\s*(?:-|to)\s*(?P<high>-?\d+)"
    r"|(?P<least>-?\d+)\s*(?:\+|or more)"
    r"|(?P<most>-?\d+)\s*or less"
    r"|(?P<is>[<>]=?)\s*(?P<at>-?\d+)"
    r"|(?P<only>-?\d+)"
)
_RATIO: Final = re.compile(r"(\d{1,6})\s*(?::|to|-)\s*(\d{1,6})")


class Band(NamedTuple):
    """The values of a row or column: whole numbers from `low` to `high`, or a word."""

    text: str
    low: float = inf
    high: float = -inf

    @property
    def is_word(self) -> bool:
        """True if it is a word and not a range of numbers."""
        return self.low > self.high

    def holds(self, value: Value) -> bool:
        """Return whether it includes this value."""
        if self.text == OTHERWISE:
            return True
        if self.is_word:
            return equal(value, self.text)
        number = None if value is None or value == "" else as_number(value)
        return number is not None and self.low <= number <= self.high


def band(text: str) -> Band:
    """Return the band that a text describes."""
    found = _BAND.fullmatch(text)
    if found is None:
        return Band(text)
    if found["low"] is not None:
        return Band(text, int(found["low"]), int(found["high"]))
    if found["only"] is not None:
        return Band(text, int(found["only"]), int(found["only"]))
    if found["least"] is not None:
        return Band(text, int(found["least"]), inf)
    if found["most"] is not None:
        return Band(text, -inf, int(found["most"]))
    at = int(found["at"])
    match found["is"]:
        case ">=":
            return Band(text, at, inf)
        case ">":
            return Band(text, at + 1, inf)
        case "<=":
            return Band(text, -inf, at)
        case _:
            return Band(text, -inf, at - 1)


def place_of(bands: Sequence[Iterable[Band]], value: Value, *, to_ends: bool) -> int | None:
    """Return the number, from 0, of the entry whose bands include a value.

    Each entry may have several bands. With `to_ends`, a value beyond them belongs to the nearest end. None
    if no entry includes it.
    """
    for number, each in enumerate(bands):
        if any(one.holds(value) for one in each):
            return number
    number_of = None if value is None or value == "" else as_number(value)
    if not to_ends or number_of is None:
        return None
    ends = [(one, n) for n, each in enumerate(bands) for one in each if not one.is_word]
    if not ends:
        return None
    lowest, highest = min(ends, key=lambda end: end[0].low), max(ends, key=lambda end: end[0].high)
    if number_of < lowest[0].low:
        return lowest[1]
    return highest[1] if number_of > highest[0].high else None


def overlapping(bands: Iterable[Band]) -> tuple[Band, Band] | None:
    """Return two overlapping ranges of numbers; None if there are none."""
    ranges = [one for one in bands if not one.is_word]
    return next(((a, b) for a, b in combinations(ranges, 2) if a.low <= b.high and b.low <= a.high), None)


def ratio(text: str) -> Fraction | None:
    """Return odds as a fraction: 3:1 is 3. None for any other text."""
    found = _RATIO.fullmatch(text)
    return Fraction(int(found[1]), int(found[2])) if found and int(found[1]) and int(found[2]) else None


def odds_column(ratios: Sequence[Fraction], attack: int, defence: int, rounding: str) -> int:
    """Return the column of odds for two strengths, from 0. It is -1 below the first, and the number of columns beyond
    the last.

    `ratios` rise from column to column. Odds are below the first column, or beyond the last, if they would round to
    odds one step farther (from 6:1 to 7:1). 0 against 0 is below the first, in favour of the defender.
    """
    if attack <= 0:
        return -1
    if defence <= 0:
        return len(ratios)
    ladder = [_rung_at(_rung(ratios[0]) - 1), *ratios, _rung_at(_rung(ratios[-1]) + 1)]
    odds = min(max(Fraction(attack, defence), ladder[0]), ladder[-1])
    below = max(n for n, each in enumerate(ladder) if each <= odds)
    if ladder[below] == odds or rounding == "down":
        return below - 1
    middle = (_rung(ladder[below]) + _rung(ladder[below + 1])) / 2
    return below if rounding == "up" or _rung(odds) > middle else below - 1


def _rung(odds: Fraction) -> Fraction:
    """Return the position of odds on a scale with the steps 1:3, 1:2, 1:1, 2:1, 3:1. 1:1 is step 0."""
    return odds - 1 if odds >= 1 else 1 - 1 / odds


def _rung_at(rung: Fraction) -> Fraction:
    """Return the odds of a step of that scale."""
    return rung + 1 if rung >= 0 else 1 / (1 - rung)
