"""The language of the program's texts: English, as in the code, or another."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from tabletop.texts.message import PluralRule

SOURCE_LANGUAGE: Final = "en"
"""The language of the code."""


class Language(NamedTuple):
    """A language for texts.

    `translate` returns a text in it, given the context ("" in the window) and the English text. Without a translation
    it returns the English text.
    """

    code: str
    translate: Callable[[str, str], str]
    plural: PluralRule


def _in_english(_context: str, message: str) -> str:
    return message


def english_plural(number: object) -> int:
    """Return the index of the word that agrees with a number in English: 0 for 1, and 1 for any other number."""
    return 0 if number == 1 else 1


ENGLISH: Final = Language(SOURCE_LANGUAGE, _in_english, english_plural)
_spoken = ENGLISH


def spoken() -> Language:
    """Return the current language of the program."""
    return _spoken


def speak(language: Language) -> None:
    """Set the language of the program."""
    global _spoken  # noqa: PLW0603 - a program speaks to one reader
    _spoken = language


def best_language(wanted: str, offered: Iterable[str]) -> str:
    """Return the offered language that suits a reader best, for example `de` for a reader of `de_AT`; "" if there is
    none.
    """
    names = {name.replace("-", "_").casefold(): name for name in offered}
    exact = wanted.replace("-", "_").casefold()
    plain = exact.partition("_")[0]
    close = [name for key, name in names.items() if key.partition("_")[0] == plain]
    return names.get(exact) or names.get(plain) or (close[0] if close else "")
