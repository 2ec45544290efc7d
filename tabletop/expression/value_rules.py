"""Values and the rules for them: reading them as numbers, texts or conditions, comparing them, and their limits.

Nothing here knows expressions or pieces. Each rule takes any value. ``docs/expressions.md`` explains the rules to
module authors.
"""

import re
import unicodedata
from typing import TypeAlias

from tabletop.expression.expression_errors import ExpressionError

Value: TypeAlias = str | int | bool | None
"""The value of a property. ``None`` and the empty text are the same thing, *nothing*."""

MAX_NUMBER = 2**63 - 1
MAX_LENGTH = 10_000

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)
_DECIMAL_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}\.[0-9]{0,40}|\.[0-9]{1,40})", re.ASCII)
_NUMBER_STARTS = frozenset("0123456789+-")


def as_number(value: Value) -> int | None:
    """Return the whole number for which ``value`` stands, or None. Nothing is 0, yes is 1, no is 0, "012" is 12."""
    if isinstance(value, int):
        return int(value)
    if not value:
        return 0
    if value[0] in _NUMBER_STARTS and _WHOLE_NUMBER.fullmatch(value):
        number = int(value)
        return number if -MAX_NUMBER <= number <= MAX_NUMBER else None
    return None


def as_decimal(value: Value) -> float | None:
    """Return the decimal number that a text with a point in it shows, as "2.5" does, or None."""
    if isinstance(value, str) and "." in value and _DECIMAL_NUMBER.fullmatch(value):
        return float(value)
    return None


def as_text(value: Value) -> str:
    """Return ``value`` as it is written. Nothing is the empty text; yes and no are "true" and "false"."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def is_true(value: Value) -> bool:
    """Return whether ``value`` counts as true. No, nothing, every form of the whole number 0 ("00", "-0") and the text
    "false" do not.
    """
    if isinstance(value, int):
        return value != 0
    return bool(value) and value != "false" and as_number(value) != 0


def equal(left: Value, right: Value) -> bool:
    """Return whether the two are the same number, if both stand for numbers; otherwise, whether they are the same
    text.
    """
    if type(left) is type(right) and left == right:
        return True
    a = as_number(left)
    if a is not None:
        b = as_number(right)
        if b is not None:
            return a == b
    if (type(left) is str and "." in left) or (type(right) is str and "." in right):
        x, y = _size(left), _size(right)
        if x is not None and y is not None:
            return x == y
    return as_text(left) == as_text(right)


def less(left: Value, right: Value) -> bool:
    """Return whether ``left`` comes before ``right``: by number if both stand for numbers, otherwise by their texts."""
    a = as_number(left)
    if a is not None:
        b = as_number(right)
        if b is not None:
            return a < b
    if (type(left) is str and "." in left) or (type(right) is str and "." in right):
        x, y = _size(left), _size(right)
        if x is not None and y is not None:
            return x < y
    return as_text(left) < as_text(right)


def _size(value: Value) -> float | None:
    """Return the value as a number for a comparison with a decimal; None for nothing, yes, no and other texts."""
    if value is None or value == "" or isinstance(value, bool):
        return None
    whole = as_number(value)
    return as_decimal(value) if whole is None else whole


def bounded_number(number: int) -> int:
    """Return ``number``. Raises an :class:`ExpressionError` if it is too large to be kept."""
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    raise ExpressionError(f"The result is larger than {MAX_NUMBER}, the largest number there is.")


def bounded_text(text: str) -> str:
    """Return ``text`` in Unicode's composed form (NFC). Raises an :class:`ExpressionError` if it is too long."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if len(text) <= MAX_LENGTH:
        return text
    raise ExpressionError(f"The text would have {len(text)} characters; {MAX_LENGTH} is the most there can be.")
