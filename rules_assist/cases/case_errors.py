"""Errors in how a case is written, as opposed to errors of the rules that it tests."""

from collections.abc import Iterable
from typing import Final

from tabletop.module.documents.problems import nearest

MOST_LISTED: Final = 40
MOST_HOLDING: Final = 5


class CaseError(Exception):
    """An error, in one sentence: a case cannot be played as it is written. `more` can add sentences about the cause."""

    more: tuple[str, ...] = ()


def unknown(sentence: str, word: str, known: Iterable[str], *, listed: bool = True) -> CaseError:
    """Return the error for an unknown word: a sentence with the nearest word, or else words that contain it, or else
    the known words.

    If `listed` is false, there are too many known words to list.
    """
    words = list(dict.fromkeys(known))
    near = near_to(word, words)
    if near:
        return CaseError(sentence + near)
    holding = [each for each in words if word and word.casefold() in each.casefold()][:MOST_HOLDING]
    if holding:
        return CaseError(f"{sentence}; did you mean {' or '.join(holding)}?")
    if not listed:
        return CaseError(f"{sentence}.")
    more = f" and {len(words) - MOST_LISTED} more" if len(words) > MOST_LISTED else ""
    return CaseError(f"{sentence}; known are {', '.join(words[:MOST_LISTED])}{more}." if words else f"{sentence}.")


def near_to(word: str, known: Iterable[str]) -> str:
    """Return the nearest known word, as the end of a sentence; "" if none is near."""
    near = nearest(word, list(known))
    return f"; did you mean '{near}'?" if near else ""
