"""The titles and sentences of a module's rules in the reader's language.

They are inserted when the rule book is made.
"""

import copy
import dataclasses
from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import msgspec
from pydantic import BaseModel

from rules_assist.procedure.steps import Procedure
from rules_assist.rulebook.authored_rules import RulePart, Rules
from tabletop.expression import ExpressionError, compile_template
from tabletop.module.module_words import Words, in_module_words

SAID: Final = frozenset(("because", "message", "no", "note", "question", "says", "then", "title", "why"))
"""The keys of rule files whose texts players read."""

_FOR_AUTHORS: Final = frozenset(("queries", "words"))
"""The parts of `Rules` whose titles only authors of cases read."""

K = TypeVar("K", bound=RulePart)
R = TypeVar("R", bound=BaseModel)


def record_in_words(record: R) -> R:
    """Return a record of a rule file with its texts for players in the reader's language."""
    said = {}
    for key in type(record).model_fields:
        value = getattr(record, key)
        words = _in_words(value) if key in SAID and isinstance(value, str) else _inside(value)
        if words is not value:
            said[key] = words
    return record.model_copy(update=said) if said else record


def _in_words(text: str) -> str:
    """Return a text in the reader's language. If the translation cannot be filled in, return the original text."""
    words = in_module_words(text)
    if words == text:
        return text
    try:
        compile_template(words)
    except ExpressionError:
        return text
    return words


def _inside(value: object) -> object:
    """Return a value of a record in which the records are translated. If it has no texts, return the value itself."""
    match value:
        case BaseModel():
            return record_in_words(value)
        case tuple():
            found = tuple(map(_inside, value))
            return value if all(map(_is_same, found, value)) else found
        case Mapping():
            named = {key: _inside(each) for key, each in value.items()}
            return value if all(map(_is_same, named.values(), value.values())) else named
    return value


def _is_same(one: object, other: object) -> bool:
    return one is other


def rules_in_words(rules: Rules) -> Rules:
    """Return the additions of a module's Python to its rule book, with their titles in the reader's language."""
    said = {}
    for field in rules.__struct_fields__:
        if field not in _FOR_AUTHORS:
            parts: Iterable[RulePart] = getattr(rules, field)
            said[field] = tuple(titled(part, in_module_words) for part in parts)
    return msgspec.structs.replace(rules, **said)


def titled(part: K, words: Words) -> K:
    """Return a part of the rules with its title translated by `words`. For a procedure, the titles of its steps are
    translated too.

    A part whose title is a property is returned unchanged, because it translates its title itself.
    """
    if isinstance(part, Procedure):
        steps = tuple(dataclasses.replace(step, title=words(step.title)) for step in part.steps)
        return dataclasses.replace(part, title=words(part.title), steps=steps)
    title = words(part.title)
    if title == part.title or isinstance(getattr(type(part), "title", None), property):
        return part
    said = copy.copy(part)
    object.__setattr__(said, "title", title)
    return said
