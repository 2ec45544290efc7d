"""Delimited sequences: VASSAL's form of lists as text, and of lists within lists.

Tokens are separated by one delimiter character. A delimiter within a token has a backslash before it. Nothing else is
escaped, not even the backslash, so each level of nested sequences adds one more backslash. A token may be enclosed in
single quotes, which are not part of it. Reading a field never fails: as in VASSAL, a missing or invalid one has its
default (an invalid colour is None, an invalid key is no key).
"""

from collections.abc import Sequence
from typing import Final

from tabletop.vassal.files.scalars import NO_KEY, Color, Key, color, ctrl, decimal, key, whole

MOST_LEVELS: Final = 5000
"""The greatest number of levels: each trait of a piece is one level."""


class DepthError(ValueError):
    """An error for a text that is nested too deep; the message is the end of a sentence about it."""


def split(text: str, delimiter: str) -> list[str]:
    """Return the tokens of a sequence. An empty text is one empty token."""
    parts = text.split(delimiter)
    if len(parts) == 1 or "\\" + delimiter not in text:
        return [_unquoted(part) for part in parts] if "'" in text else parts
    found: list[str] = []
    pending: list[str] = []
    last = parts.pop()
    for part in parts:
        if part.endswith("\\"):
            pending.append(part[:-1])
        else:
            pending.append(part)
            found.append(_unquoted(delimiter.join(pending)))
            pending = []
    found.append(_unquoted(delimiter.join([*pending, last])))
    return found


def join(tokens: Sequence[str], delimiter: str) -> str | None:
    """Return the sequence of these tokens, as VASSAL writes it; None for no tokens at all."""
    return delimiter.join([_escaped(token, delimiter) for token in tokens]) if tokens else None


def levels(text: str, most: int | None = None, delimiter: str = "\t") -> list[str]:
    """Return the tokens of nested sequences, outermost first, as in the type and state of a piece.

    Each level has a token, and then the sequence of the next level as a second token; a third token is ignored. At most
    `most` tokens are returned; the last of these is the rest of the text, neither split nor unquoted. All levels are
    read in one pass, since each adds one backslash before every delimiter within. Raises `DepthError` beyond
    `MOST_LEVELS`.
    """
    parts = text.split(delimiter)
    found: list[str] = []
    pending: list[str] = []
    last = len(parts) - 1
    for index in range(last):
        part = parts[index]
        depth = len(found)
        slashes = len(part) - len(part.rstrip("\\"))
        if slashes < depth:  # an outer sequence has a third token, which is ignored
            pending.append(part[: len(part) - slashes])
            break
        if depth + 1 == most:
            pending.append(part[: len(part) - depth])
        elif slashes > depth:
            pending.append(part[: -depth - 1])
        else:
            pending.append(part[: len(part) - depth])
            found.append(_unquoted(delimiter.join(pending)))
            pending = []
            if len(found) >= MOST_LEVELS:
                raise DepthError(f"is nested more than {MOST_LEVELS} deep")
            if parts[index + 1].startswith("'"):
                _unquote_rest(parts, index + 1)
    else:
        pending.append(parts[last])
    innermost = delimiter.join(pending)
    found.append(innermost if len(found) + 1 == most else _unquoted(innermost))
    return found


def nested(tokens: Sequence[str], delimiter: str = "\t") -> str:
    """Return the text of these tokens: the reverse of `levels`."""
    text = tokens[-1]
    for token in reversed(tokens[:-1]):
        text = f"{_escaped(token, delimiter)}{delimiter}{_escaped(text, delimiter)}"
    return text


def texts(text: str) -> list[str]:
    """Return the texts of an array; the empty text is an empty array."""
    return split(text, ",") if text else []


def keys(text: str, *, characters: bool = False) -> list[Key]:
    """Return the keys of a list.

    With `characters`, each character of a text that has no comma, or begins with one, is a key with Ctrl.
    """
    if characters and text.find(",") < 1:
        return [ctrl(character) for character in text]
    return [key(token) for token in split(text, ",") if token]


class SequenceReader:
    """A reader of the tokens of one sequence, in order. After the last token, it returns defaults."""

    __slots__ = ("_next", "_tokens")

    def __init__(self, text: str, delimiter: str = ";") -> None:
        self._tokens = split(text, delimiter)
        self._next = 0

    @property
    def more(self) -> bool:
        """True if there is another token."""
        return self._next < len(self._tokens)

    def text(self, default: str = "") -> str:
        """Return the next token."""
        if self._next == len(self._tokens):
            return default
        self._next += 1
        return self._tokens[self._next - 1]

    def character(self, default: str = "") -> str:
        """Return the first character of the next token; the default if it is empty."""
        return self.text()[:1] or default

    def whole(self, default: int = 0) -> int:
        """Return the next token as a whole number of 32 bits; the default if it is invalid."""
        number = whole(self.text()) if self.more else None
        return default if number is None else number

    def decimal(self, default: float = 0.0) -> float:
        """Return the next token as a decimal number; the default if it is invalid."""
        number = decimal(self.text()) if self.more else None
        return default if number is None else number

    def yes(self, default: bool = False) -> bool:
        """Return whether the next token is exactly `true`."""
        return self.text() == "true" if self.more else default

    def color(self, default: Color | None = None) -> Color | None:
        """Return the next token as a colour; None for an empty or invalid token."""
        return color(self.text()) if self.more else default

    def key(self, default: Key = NO_KEY) -> Key:
        """Return the next token as a keystroke; an empty or invalid one is no key."""
        return key(self.text()) if self.more else default

    def keys(self, *, characters: bool = False) -> tuple[Key, ...]:
        """Return the next token as a list of keystrokes, as `keys` reads it."""
        return tuple(keys(self.text(), characters=characters))

    def texts(self, least: int = 0) -> tuple[str, ...]:
        """Return the next token as an array of texts. Empty texts are added until there are `least`."""
        found = texts(self.text())
        return (*found, *("" for _ in range(least - len(found))))

    def rest(self) -> tuple[str, ...]:
        """Return all tokens that are left."""
        found = tuple(self._tokens[self._next :])
        self._next = len(self._tokens)
        return found


def _unquoted(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" and token[-1] == "'" else token


def _escaped(token: str, delimiter: str) -> str:
    escaped = token.replace(delimiter, "\\" + delimiter)
    quotes = token.startswith("\\") or token.endswith("\\") or (token.startswith("'") and token.endswith("'"))
    return f"'{escaped}'" if quotes else escaped


def _unquote_rest(parts: list[str], start: int) -> None:
    """Remove the quotes round the rest of a text, if it has any."""
    alone = start == len(parts) - 1
    if parts[-1].endswith("'") and not (alone and len(parts[-1]) == 1):
        parts[-1] = parts[-1][:-1]
        parts[start] = parts[start][1:]
