"""The words of texts for people: they agree with their numbers, and the program's inner words are not in them."""

import re
from collections.abc import Iterator
from itertools import takewhile

import pytest

from tabletop.texts.language import english_plural
from tabletop.texts.message import filled
from tests.player_texts import PlayerText, names_in, player_texts, spoken_words

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
"""Words that end in -s and are not plurals."""

NO_COUNT = {"adds", "capacity", "double", "face", "held", "number", "seq", "turn"}
"""The names of arguments that number something, or are texts in some sentences."""

AFTER_NUMBER = re.compile(r"(?<![\w.'])(?P<number>[012])(?P<words>(?: [A-Za-z-]+){1,3})")
ENDS = {"a", "and", "at", "by", "for", "from", "in", "of", "on", "or", "that", "to", "with", "A"}
"""Words that end the phrase that agrees with a number."""


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


INNER = re.compile(
    r"\b((?i:steps?|frames?|patch|patches|payloads?|dict|tuple|null|journals?|ids?|traits?|slots?|nodes?|projections?"
    r"|epochs?|deltas?|callbacks?|hash|keys?|loops?|seat numbers?|[a-z]+(?:-[a-z]+)*\.\d+)|(?<=.)None)\b"
)
"""Words of the program that mean nothing to a player, and ids of places."""

MEANT_OTHERWISE = {
    "step": (
        r"modules/(millers_ford|sallow_bridge|air_war|cartwheel|forlorn_hopes)/.*",  # the strength of a unit
        r"tabletop/desktop/air_board/.*",
        r"rules_texts:(procedure-has-no-step|procedure-cannot-go-on|no-such-step-of)",  # listed in the panel
    ),
    "frame": (  # the edge of a plate on the map
        r"modules/fire_in_the_sky/(counters/faces|map/pacific)\.yaml:.*",
        r"modules/air_war/counters/faces\.yaml:.*",
    ),
    "key": (
        r"modules/(cartwheel|forlorn_hopes)/map/.*",  # of the signs on a map
        r"mail_texts:.*|tabletop/desktop/program/file_opener\.py:.*",  # of a letter that is sealed
        r"tabletop/desktop/(window/(help_pages|window_actions)|air_board/turn_panel)\.py:.*",  # of the keyboard
    ),
    "trait": (r"command_line_texts:vassal-traits",),  # told to the author who imports a module
    "id": (r"command_line_texts:option-needs-choice",),  # as it is written on the command line
}
"""Inner words that have a meaning for the reader in some texts, with patterns of the places of these texts."""


def inner_words(text: PlayerText) -> list[str]:
    """Return the program's inner words in a text."""
    found = INNER.findall(spoken_words(text.words))
    return [word for word in found if not any(re.fullmatch(place, text.place) for place in _meant(word))]


def _meant(word: str) -> Iterator[str]:
    for inner, places in MEANT_OTHERWISE.items():
        if word.lower() in (inner, f"{inner}s"):
            yield from places


def test_no_text_has_inner_words_of_the_program() -> None:
    assert {f"{each.place}: {each.words}": found for each in TEXTS if (found := inner_words(each))} == {}


def test_each_exception_for_an_inner_word_stands_for_a_text() -> None:
    used = {place for each in TEXTS for word in INNER.findall(spoken_words(each.words)) for place in _meant(word)}
    assert used == {place for places in MEANT_OTHERWISE.values() for place in places}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Go to the next step", ["step"]),
        ("The frames of this patch", ["frames", "patch"]),
        ("{count} {count:step|steps}", ["step", "steps"]),
        ("Drop it in general-track.0", ["general-track.0"]),
        ("It was None.", ["None"]),
        ("None of these can move.", []),
        ("{step} of {keys}", []),
    ],
)
def test_inner_words_are_found(words: str, found: list[str]) -> None:
    assert inner_words(PlayerText("here", words, frozenset())) == found
