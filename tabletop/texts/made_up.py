"""The made-up language, which makes untranslated texts visible: longer English with accents, between marks.

`⟦Ŝéļéçţ àļļ ····⟧` has been translated, `Select all` has not. If a window has no room for these texts, it has none for
German either.
"""

from string import Formatter
from typing import Final

OPEN: Final = "⟦"
CLOSE: Final = "⟧"
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "àƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
_ACCENTS: Final = str.maketrans(_PLAIN, _ACCENTED)
_LONGER: Final = 0.3
"""The share by which translations from English are usually longer."""


def made_up(message: str) -> str:
    """Return a message in the made-up language. Its arguments do not change."""
    parts = list(Formatter().parse(message))
    body = "".join(_literal(literal) + _field(name, spec, conversion) for literal, name, spec, conversion in parts)
    letters = sum(len(literal) for literal, *_ in parts)
    return f"{OPEN}{body}{'·' * round(letters * _LONGER)}{CLOSE}"


def _literal(text: str) -> str:
    return text.translate(_ACCENTS).replace("{", "{{").replace("}", "}}")


def _field(name: str | None, spec: str | None, conversion: str | None) -> str:
    if name is None:
        return ""
    words = f":{spec.translate(_ACCENTS) if '|' in spec else spec}" if spec else ""
    return f"{{{name}{f'!{conversion}' if conversion else ''}{words}}}"
