"""Reading of a component's attributes by type. A missing attribute has its default."""

import re
from collections.abc import Mapping
from typing import Final

from tabletop.vassal.files.scalars import NO_KEY, Color, Key, color, decimal, key, whole
from tabletop.vassal.files.sequence import texts

BLACK: Final = Color(0, 0, 0)


def in_our_letters(text: str) -> str:
    """Return a text without control characters, separators of lines and paragraphs, byte order marks, non-characters
    and lone surrogates. Tabs and line feeds stay.
    """
    return text if text.isprintable() else _CONTROL.sub("", text)


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


class Attributes:
    """The attributes of one component, read by name."""

    __slots__ = ("_given",)

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    def text(self, name: str, default: str = "") -> str:
        """Return the text unchanged; the default if it is missing."""
        return self._given.get(name, default)

    def whole(self, name: str, default: int = 0) -> int:
        """Return a whole number of 32 bits; the default if it is missing or invalid."""
        number = whole(self._given.get(name, ""))
        return default if number is None else number

    def decimal(self, name: str, default: float = 0.0) -> float:
        """Return a decimal number; the default if it is missing or invalid."""
        number = decimal(self._given.get(name, ""))
        return default if number is None else number

    def yes(self, name: str, default: bool = False) -> bool:
        """Return whether the text is exactly `true`; the default if it is missing."""
        return self._given[name] == "true" if name in self._given else default

    def color(self, name: str, default: Color | None = None) -> Color | None:
        """Return a colour; the default if it is missing, None if it is empty or invalid."""
        return color(self._given[name]) if name in self._given else default

    def key(self, name: str) -> Key:
        """Return a keystroke; `NO_KEY` if it is missing or invalid."""
        return key(self._given[name]) if name in self._given else NO_KEY

    def texts(self, name: str) -> tuple[str, ...]:
        """Return an array of texts; an empty one if it is missing."""
        return tuple(texts(self.text(name)))
