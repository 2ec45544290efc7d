"""Sentences of the catalogue, put into words."""

from collections.abc import Sequence
from functools import reduce

from tabletop.texts.catalogue import catalogue
from tabletop.texts.language import ENGLISH, spoken
from tabletop.texts.message import filled


def text(key: str, /, **arguments: object) -> str:
    """Return the sentence with this key in the language that is spoken, its arguments filled in.

    Raises:
        KeyError: the catalogue has no such key, or the sentence names an argument that is not given.
    """
    language = spoken()
    return filled(language.translate(key, catalogue()[key]), arguments, language.plural)


def english(key: str, /, **arguments: object) -> str:
    """Return the sentence with this key in English, whatever is spoken: by that it is known in every language."""
    return filled(catalogue()[key], arguments, ENGLISH.plural)


def listed(items: Sequence[str]) -> str:
    """Return a list within a sentence: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    return text("list-and", others=reduce(_joined, others), last=last)


def listed_or(items: Sequence[str]) -> str:
    """Return a list of which one is meant: "A, B or C"."""
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    return text("list-or", others=reduce(_joined, others), last=last)


def _joined(others: str, next: str) -> str:
    return text("list-comma", others=others, next=next)
