"""The words that the rules of a module know: rules by their numbers, checks, sides, phases, endings, questions."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, get_args

from rules_assist.advice.rules_list import numbers_in
from rules_assist.assistant import FINDING
from rules_assist.cases.case_errors import unknown
from rules_assist.cases.words.place_names import gazetteer
from rules_assist.cases.words.request_words import requests_of
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.game.change.outcome import RefusalCode
from tabletop.game.change.told import LET_STAND
from tabletop.log_sentences import KEYS

_REASONS: Final = get_args(RefusalCode)
"""The codes of the reasons for which a command can be refused."""

_ASKED_BY_PIECE: Final = re.compile(r"\d+ .+")
"""The pattern of the key of a piece's own question in a key command: its number, and the question."""


def must_be_known(book: RuleBook, what: str, word: str, where: str) -> None:
    """Raise CaseError for a word that names no thing of the sort `what`. Sorts of which no list exists are not
    checked.
    """
    if what == "place":
        gazetteer(book.ground.atlas).must_know(word, where)
    elif what == "rule":
        _must_be_rule(book, word, where)
    elif what == "question":
        _must_be_question(book, word, where)
    elif what == "prompt":
        if word != LET_STAND and not _ASKED_BY_PIECE.fullmatch(word):
            must_be_known(book, "check", word.removeprefix(FINDING), where)
    elif (known := _words(book).get(what)) is not None and word not in known:
        raise unknown(f"{where}: there is no {what} '{word}'", word, known)


def _words(book: RuleBook) -> Mapping[str, Iterable[str]]:
    """Return, for each sort of thing of which all words can be listed, these words."""
    sequence = book.sequence
    words: dict[str, Iterable[str]] = {
        "side": [side.id for side in book.module.about.sides],
        "check": book.checks,
        "procedure": book.procedures,
        "step": [id for procedure in book.procedures.values() for id in procedure.by_id],
        "sentence": KEYS,
        "reason": _REASONS,
    }
    if sequence is not None:
        words["phase"] = [phase.id for phase in sequence.record.phases]
        words["ending"] = [ending.id for ending in sequence.record.endings]
    return words


def _must_be_rule(book: RuleBook, word: str, where: str) -> None:
    """Raise CaseError for an unknown rule number if the module lists its rules. One word can have several numbers."""
    rules = [record.rule for file in book.files.values() for record in file.rules]
    numbers = numbers_in(word)
    if rules and word not in rules and not (numbers and numbers.issubset(rules)):
        raise unknown(f"{where}: there is no rule '{word}'", word, rules, listed=False)


def _must_be_question(book: RuleBook, word: str, where: str) -> None:
    digest = book.module.name.digest
    if digest not in _questions:
        _questions[digest] = _asked_by(book)
    keys = _questions[digest]
    if not any(pattern.fullmatch(word) for pattern in keys.values()):
        raise unknown(f"{where}: there is no question '{word}'", word, keys)


_questions: dict[str, Mapping[str, re.Pattern[str]]] = {}
"""The cached keys of all questions, by the module's digest."""


def _asked_by(book: RuleBook) -> Mapping[str, re.Pattern[str]]:
    """Return the ids of procedures and the keys under which they ask, each with its pattern.

    `targets of <side>` fits the key for any side.
    """
    steps = (step for procedure in book.procedures.values() for step in requests_of(book, procedure).values())
    keys = [*book.procedures, *(asked.key for step in steps for asked in step if asked.answer)]
    return {key: re.compile(".+".join(map(re.escape, re.split(r"<[^>]*>", key)))) for key in keys}
