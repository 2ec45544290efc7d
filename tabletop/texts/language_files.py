"""Languages in gettext files, `LANGUAGE.mo`, which `make texts` makes from `LANGUAGE.po`.

In these, sentences of the catalogue have their keys as contexts. Texts of the window have no context.
"""

import os
from pathlib import Path
from typing import Final

from tabletop.texts.language import ENGLISH, SOURCE_LANGUAGE, Language, best_language, english_plural, speak

MADE_UP: Final = "en_XA"
"""The code of the made-up language for tests: English with accents, and with marks round each text. Other programs use
the same code.
"""

ASKED: Final = "WARTABLE_LANGUAGE"
"""The environment variable that sets the language; it overrides the settings and the system."""

_OF_SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def speak_best(wanted: str, folder: Path) -> None:
    """Set the program's language to the one in a folder of translations that suits a reader best; to English if none
    does.
    """
    speak(language_for(wanted, folder))


def language_for(wanted: str, folder: Path) -> Language:
    """Return the language in a folder of translations that suits a reader best; English if none does. For `MADE_UP`,
    return the made-up language.
    """
    if wanted == MADE_UP:
        from tabletop.texts.made_up import made_up

        return Language(MADE_UP, lambda _context, message: made_up(message), english_plural)
    files = {file.stem: file for file in folder.glob("*.mo")}
    found = best_language(wanted, (SOURCE_LANGUAGE, *files))
    return read_language(files[found]) if found in files else ENGLISH


def known_languages(folder: Path) -> tuple[str, ...]:
    """Return the languages in a folder of translations, and English, in alphabetical order."""
    return tuple(sorted({SOURCE_LANGUAGE, *(file.stem for file in folder.glob("*.mo"))}))


def is_known(wanted: str, folder: Path) -> bool:
    """Return whether a folder of translations has a language that suits a reader, for example `de` for `de_AT`."""
    return wanted == MADE_UP or bool(best_language(wanted, known_languages(folder)))


def read_language(file: Path) -> Language:
    """Return the language of a gettext file (`.mo`)."""
    from gettext import GNUTranslations, c2py  # English needs none of it

    with file.open("rb") as opened:
        read = GNUTranslations(opened)
    rule = read.info().get("plural-forms", "").partition("plural=")[2].rstrip("; ")

    def translate(context: str, message: str) -> str:
        return read.pgettext(context, message) if context else read.gettext(message)

    return Language(file.stem, translate, c2py(rule) if rule else english_plural)


def asked_language() -> str:
    """Return the language that the environment asks for; "" for none."""
    return os.environ.get(ASKED, "")


def system_language() -> str:
    """Return the language of the system, for example `de_AT`; "" if it has none."""
    from locale import getlocale

    named = next(filter(None, map(os.environ.get, _OF_SYSTEM)), None) or getlocale()[0] or ""
    return named.partition(".")[0]
