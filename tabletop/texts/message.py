"""Messages: sentences with named arguments, in which words agree with numbers.

A message is a whole sentence, including its grammar, so that it can be translated. A number as an argument chooses the
word that agrees with it: `{count} {count:counter|counters}`. A language with more plural forms has more words there.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, Final, TypeAlias

PluralRule: TypeAlias = Callable[[Any], int]
"""A function that returns the index, from 0, of the word that agrees with a number in a language."""

FORMS: Final = "|"
"""The separator between the words of a message among which a number chooses."""


class _NumberFormatter(Formatter):
    """A formatter of messages in one language. The number chooses a word of a format like `counter|counters`."""

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
        KeyError: the message has an argument that is not given.
    """
    return _NumberFormatter(plural).vformat(message, (), arguments)
