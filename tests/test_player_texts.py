"""The words of texts for people: they agree with their numbers, and the program's inner words are not in them."""

import re
from collections.abc import Iterator
from itertools import takewhile

import pytest

from tabletop.texts.language import english_plural
from tabletop.texts.message import filled
from tests.player_texts import PlayerText, names_in, player_texts

UNCOUNTED = {
    "a", "against", "and", "at", "beyond", "can", "cannot", "each", "elite", "from", "GB", "half", "in", "instead",
    "is", "left", "MB", "more", "must", "named", "naval", "of", "open", "or", "out", "restore", "selected", "support",
    "The", "to", "together", "too", "unread", "waiting", "was", "would", "Air", "Oil", "Submarine", "Transport",
}  # fmt: skip
"""Words after a number that are the same for each number."""

PLURALS = {"are", "were", "have", "do", "dice"}
SINGULARS = {"is", "was", "has", "does", "die", "hex"}
ENDING_IN_S = {
    "across",
    "his",
    "hers",
    "is",
    "its",
    "less",
    "plus",
    "process",
    "this",
    "thus",
    "us",
    "was",
    "has",
    "does",
}
"""Words with an -s that is no plural."""

NO_COUNT = {"adds", "capacity", "face", "held", "number", "seq", "turn"}
"""The names of arguments that number something, or are texts in some sentences."""

AFTER_NUMBER = re.compile(r"(?<![\w.'])(?P<number>[012])(?P<words>(?: [A-Za-z-]+){1,3})")
ENDS = {"a", "and", "at", "by", "for", "from", "in", "of", "on", "or", "that", "to", "with", "A"}
"""Words with which the words that agree with a number end."""


def disagreeing(text: PlayerText) -> Iterator[str]:
    """Yield the places in a text, filled in with 0, 1 and 2, where words do not agree with the number before them."""
    chosen = {word for form in re.findall(r":([^{}]*\|[^{}]*)\}", text.words) for word in re.findall(r"\w+", form)}
    for name in text.numbers - NO_COUNT:
        one, two, none = (_told(text, name, number) for number in (1, 2, 0))
        for first, second in zip(one, two, strict=True):
            if first[0] == second[0] and first[0] not in UNCOUNTED:
                yield f"1 {first[0]}"
        for words in one:
            if wrong := [word for word in words if word not in chosen and (word in PLURALS or _has_plural(word))]:
                yield f"1 {' '.join(words)}: {wrong[0]}"
        for words in two + none:
            if wrong := [word for word in words if word in SINGULARS - chosen]:
                yield f"2 {' '.join(words)}: {wrong[0]}"


def _told(text: PlayerText, name: str, number: int) -> list[list[str]]:
    """Return the words after each place of a number in a text."""
    marked = {each: "·" if each not in text.numbers else 7 for each in names_in(text.words)}
    told = filled(text.words, {**marked, name: number}, english_plural)
    return [list(_together(found["words"].split())) for found in AFTER_NUMBER.finditer(told)]


def _together(words: list[str]) -> Iterator[str]:
    """Yield the first of some words, and those after it up to a word that begins something else."""
    first, *others = words
    yield first
    if first not in ENDS:
        yield from takewhile(lambda word: word not in ENDS, others)


def _has_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith("ss") and word not in ENDING_IN_S


TEXTS = list(player_texts())


def test_the_words_of_each_text_agree_with_its_numbers() -> None:
    assert {f"{each.place}: {each.words}": found for each in TEXTS if (found := list(disagreeing(each)))} == {}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("{count} {count:counter|counters} of {side}", []),
        ("{count} {count:counter waits|counters wait}", []),
        ("{count} open {count:procedure|procedures}", []),
        ("At most {most:,} {most:card|cards}.", []),
        ("{count} selected, {count} more in Japan", []),
        ("{count} counters", ["1 counters", "1 counters: counters"]),
        ("{count} counter", ["1 counter"]),
        ("{count} open procedures", ["1 open procedures: procedures"]),
        ("{count} {count:counter|counters} are left", ["1 counter are left: are"]),
        ("{count} {count:counter|counters} is left", ["2 counters is left: is", "2 counters is left: is"]),
        ("{most} dice at most", ["1 dice", "1 dice: dice"]),
    ],
)
def test_words_that_do_not_agree_are_found(words: str, found: list[str]) -> None:
    assert list(disagreeing(PlayerText("here", words, frozenset(names_in(words) & {"count", "most"})))) == found
