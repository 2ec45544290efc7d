"""Reading of a component's attributes by type. A missing or invalid one has its default."""

import re
from collections.abc import Mapping
from typing import Final

from tabletop.vassal.files.scalars import NO_KEY, Color, Key, color, decimal, key, whole
from tabletop.vassal.files.sequence import texts

BLACK: Final = Color(0, 0, 0)


def in_our_letters(text: str) -> str:
    """Return a text without control characters and other invisible characters."""
    return text if text.isprintable() else _CONTROL.sub("", text)


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


class Attributes:
    """The attributes of one component, read by name."""

    __slots__ = ("_given",)

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    def text(self, name: str, default: str = "") -> str:
        """Return the text unchanged."""
        return self._given.get(name, default)

    def whole(self, name: str, default: int = 0) -> int:
        """Return a whole number of 32 bits."""
        number = whole(self._given.get(name, ""))
        return default if number is None else number

    def decimal(self, name: str, default: float = 0.0) -> float:
        """Return a decimal number."""
        number = decimal(self._given.get(name, ""))
        return default if number is None else number

    def yes(self, name: str, default: bool = False) -> bool:
        """Return whether the text is exactly `true`. Return the default if there is no text."""
        return self._given[name] == "true" if name in self._given else default

    def color(self, name: str, default: Color | None = None) -> Color | None:
        """Return a colour; None for an empty or invalid text."""
        return color(self._given[name]) if name in self._given else default

    def key(self, name: str) -> Key:
        """Return a keystroke, or no key."""
        return key(self._given[name]) if name in self._given else NO_KEY

    def texts(self, name: str) -> tuple[str, ...]:
        """Return an array of texts."""
        return tuple(texts(self.text(name)))
