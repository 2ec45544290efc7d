"""Files for translators, which `make texts` writes.

The template `build/wartable.pot` has every text of the program. Each `LANGUAGE.po` in `assets/languages` gets new
texts, loses old ones, and is compiled to the `LANGUAGE.mo` that the program reads. A named language without a file gets
one.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import tabletop
from tabletop.module import shipped
from tabletop.texts.catalogue import PARTS, texts_of

TEMPLATE: Final = "wartable.pot"
_WINDOW: Final = "tabletop/desktop"
_KEYWORDS: Final = {"tr": None, "tr_later": None}
_HEADER: Final = "# Texts of Wartable. Arguments in braces stay; of words parted by | a number chooses one."
_WIDTH: Final = 120


def template(checkout: Path) -> Catalog:
    """Return every text of the program. Texts of the window have no keys; those of the catalogue have theirs as
    context.
    """
    made = Catalog(project="Wartable", version=tabletop.__version__, header_comment=_HEADER, fuzzy=False)
    for message, file, line in texts_of_window(checkout):
        made.add(message, locations=[(file, line)])
    for part in PARTS:
        for key, sentence in texts_of(part).items():
            made.add(sentence, context=key, locations=[(f"tabletop/texts/catalogue/{part}.py", 0)])
    return made


def texts_of_window(checkout: Path) -> Iterator[tuple[str, str, int]]:
    """Yield each text of the window with its file and line."""
    found = extract_from_dir(str(checkout / _WINDOW), [("**.py", "python")], keywords=_KEYWORDS)
    for file, line, message, _, _ in found:
        yield str(message), f"{_WINDOW}/{file}", line


def bring_up_to(texts: Catalog, file: Path) -> None:
    """Update a language's file to the texts of the template, or make the file, and compile it."""
    language = read_language(file) if file.exists() else Catalog(locale=file.stem)
    language.update(texts, no_fuzzy_matching=True)
    with file.open("wb") as opened:
        write_po(opened, language, width=_WIDTH, ignore_obsolete=True)
    compile_language(file)


def compile_language(file: Path) -> Path:
    """Compile a `.po` file into the file that the program reads, and return that."""
    made = file.with_suffix(".mo")
    with made.open("wb") as opened:
        write_mo(opened, read_language(file))
    return made


def read_language(file: Path) -> Catalog:
    """Return the contents of a language's file."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem)


def main(languages: Sequence[str]) -> None:
    """Write the template, and update the files of all existing languages and of these."""
    checkout, folder = shipped.shipped_folder(), shipped.path("assets", "languages")
    texts = template(checkout)
    (checkout / "build").mkdir(exist_ok=True)
    with (checkout / "build" / TEMPLATE).open("wb") as opened:
        write_po(opened, texts, width=_WIDTH)
    for file in sorted({*folder.glob("*.po"), *(folder / f"{language}.po" for language in languages)}):
        bring_up_to(texts, file)


if __name__ == "__main__":
    main(sys.argv[1:])
