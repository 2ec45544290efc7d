"""Sentences of the catalogue as data, and their words."""

from collections.abc import Sequence
from functools import reduce
from typing import TypeAlias

from msgspec import Struct

from tabletop.texts.catalogue import catalogue
from tabletop.texts.language import ENGLISH, spoken
from tabletop.texts.message import filled


class Sentence(Struct, frozen=True, omit_defaults=True):
    """A sentence of the catalogue that can be stored or sent: its key, and its arguments by name.

    A tuple of names becomes a list in the sentence. An argument can be a sentence, too.
    """

    key: str
    arguments: dict[str, "str | int | tuple[str, ...] | Sentence"] = {}

    @property
    def words(self) -> str:
        """The sentence in the current language."""
        return text(self.key, **{name: _in_words(argument) for name, argument in self.arguments.items()})


Argument: TypeAlias = str | int | tuple[str, ...] | Sentence


def _in_words(argument: Argument) -> str | int:
    match argument:
        case Sentence():
            return argument.words
        case tuple():
            return listed(argument)
    return argument


def text(key: str, /, **arguments: object) -> str:
    """Return the sentence with this key in the current language, its arguments filled in.

    Raises:
        KeyError: the catalogue has no such key, or the sentence has an argument that is not given.
    """
    language = spoken()
    return filled(language.translate(key, catalogue()[key]), arguments, language.plural)


def english(key: str, /, **arguments: object) -> str:
    """Return the sentence with this key in English, for names of questions that must not depend on the language."""
    return filled(catalogue()[key], arguments, ENGLISH.plural)


def listed(items: Sequence[str]) -> str:
    """Return a list within a sentence: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    return text("list-and", others=reduce(_joined, others), last=last)


def listed_or(items: Sequence[str]) -> str:
    """Return a list of alternatives: "A, B or C"."""
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    return text("list-or", others=reduce(_joined, others), last=last)


def _joined(others: str, next: str) -> str:
    return text("list-comma", others=others, next=next)
