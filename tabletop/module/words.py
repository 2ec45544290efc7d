"""The texts of a module in the player's language: as they are, or as a translation has them."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import Module
from tabletop.module.schema.translation import TranslationFile

Words: TypeAlias = Callable[[str], str]
"""Gives a text that players read in their language; the text itself where there is no translation of it."""


def as_written(text: str) -> str:
    """Return a text in the language of the module."""
    return text


def best_language(wanted: str, offered: Iterable[str]) -> str:
    """Return the offered language that best serves a reader of `de_AT`: this very one, or another German; else ""."""
    names = {name.replace("-", "_").casefold(): name for name in offered}
    exact = wanted.replace("-", "_").casefold()
    plain = exact.partition("_")[0]
    close = [name for key, name in names.items() if key.partition("_")[0] == plain]
    return names.get(exact) or names.get(plain) or (close[0] if close else "")


def words_for(module: Module, language: str) -> Words:
    """Return what gives the texts of a module in a language, such as `de_DE`. One that cannot be read is none."""
    files = module.about.translations
    found = best_language(language, files)
    read = ModuleReader(module.source).read(files[found], TranslationFile) if found else None
    if read is None:
        return as_written
    texts = read.texts
    return lambda text: texts.get(text) or text
