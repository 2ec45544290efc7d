"""The texts of a module's YAML and Python in the player's language: the originals, or their translations."""

from collections.abc import Callable
from typing import TypeAlias

from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import Module
from tabletop.module.schema.translation_record import TranslationFile
from tabletop.texts import best_language, filled, spoken

Words: TypeAlias = Callable[[str], str]
"""A function that returns a text in the player's language, or the text itself if it has no translation."""


def as_written(text: str) -> str:
    """Return a text unchanged, in the language of the module."""
    return text


def words_for(module: Module, language: str) -> Words:
    """Return a function that gives a module's texts in a language, for example `de_DE`.

    Unreadable files are ignored.
    """
    files = module.about.translations
    found = best_language(language, files)
    read = ModuleReader(module.source).read(files[found], TranslationFile) if found else None
    if read is None:
        return as_written
    texts = read.texts
    return lambda text: texts.get(text) or text


_own: Words = as_written


def let_module_speak(words: Words) -> None:
    """Set the translations of the module in play. `in_module_words` and `says` use them from now on."""
    global _own  # noqa: PLW0603 - a program speaks to one reader, of one game
    _own = words


def in_module_words(text: str) -> str:
    """Return a text of the module in play in the reader's language. Its braces are not filled in."""
    return spoken().translate("", _own(text)) if text else text


def says(message: str, /, **arguments: object) -> str:
    """Return a sentence of a module's own Python in the reader's language, its arguments filled in.

    It is translated by the module's translation file, as the texts of its YAML are, and filled in as `text` fills its
    sentences: `says("{count} {count:ship|ships} of {force}", count=2, force=name)`.

    Raises:
        KeyError: the sentence names an argument that is not given.
    """
    return filled(in_module_words(message), arguments, spoken().plural)
