"""Messages: sentences with named arguments, in which words agree with numbers.

A message is written whole, grammar included, so that it can be translated as one. An argument that is a number chooses
the word that agrees with it: `{count} {count:counter|counters}`. A language with more plural forms writes more words.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, Final, TypeAlias

PluralRule: TypeAlias = Callable[[Any], int]
"""Gives the place, from 0, of the word that agrees with a number in a language."""

FORMS: Final = "|"
"""The separator of the words from which a number chooses one."""


class _NumberFormatter(Formatter):
    """A formatter of messages in one language; a format such as `counter|counters` chooses by the number."""

    def __init__(self, plural: PluralRule) -> None:
        self._plural = plural

    def format_field(self, value: Any, format_spec: str) -> str:
        forms = format_spec.split(FORMS)
        if len(forms) == 1:
            return str(super().format_field(value, format_spec))
        return forms[min(self._plural(value), len(forms) - 1)]


def filled(message: str, arguments: Mapping[str, object], plural: PluralRule) -> str:
    """Return a message with its arguments filled in, in a language with this rule for plurals.

    Raises:
        KeyError: the message names an argument that is not given.
    """
    return _NumberFormatter(plural).vformat(message, (), arguments)
