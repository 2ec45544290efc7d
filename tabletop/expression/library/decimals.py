"""Decimal numbers. The language keeps them as texts, such as "457.5"; they are floats only during a calculation.

Numbers of the language are whole (see ``value_rules``). These functions are for calculations with halves. They
calculate and write numbers as Java does with ``double``, or with ``float`` in single precision, so that an imported
module gives the same digits.
"""

import math
import re
from collections.abc import Callable
from struct import pack, unpack
from typing import Final

from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.value_rules import MAX_NUMBER, Value, as_number, as_text

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
_UNBOUNDED: Final = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}
_PLAIN_FROM: Final = 1e-3
_PLAIN_BELOW: Final = 1e7
_MOST_DIGITS: Final = 400
_DIGITS_OF_SINGLE: Final = 10


def decimal(value: Value) -> float:
    """Return the number that ``value`` shows; nothing is 0, and yes is 1. Raises :class:`ExpressionError` if it shows
    none.
    """
    whole = as_number(value)
    if whole is not None:
        return float(whole)
    text = as_text(value)
    if text in _UNBOUNDED:
        return _UNBOUNDED[text]
    if len(text) <= _MOST_DIGITS and _DECIMAL.fullmatch(text):
        return float(text)
    raise ExpressionError(f'"{text[:60]}" is not a number.')


def written(number: float) -> str:
    """Return ``number`` as text with a point in it: "2.5", "5.0", "1.0E10". Others are "Infinity", "-Infinity" and
    "NaN".
    """
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0 or _PLAIN_FROM <= abs(number) < _PLAIN_BELOW:
        plain = repr(number)
        return plain if "e" not in plain else f"{number:.20f}".rstrip("0")
    digits, _, exponent = f"{number!r}".partition("e")
    if not exponent:
        digits, _, exponent = _shifted(digits).partition("e")
    return f"{digits if '.' in digits else digits + '.0'}E{int(exponent)}"


def _shifted(plain: str) -> str:
    """Return a long plain number with its point after the first digit that is not 0: "12300000.0" is "1.23e7"."""
    sign, digits = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
    whole, _, fraction = digits.partition(".")
    if whole.strip("0"):
        exponent, counting = len(whole) - 1, (whole + fraction).rstrip("0")
    else:
        stripped = fraction.lstrip("0")
        exponent, counting = len(stripped) - len(fraction) - 1, stripped
    return f"{sign}{counting[0]}.{counting[1:] or '0'}e{exponent}"


def reckoned(left: Value, *rest: Value) -> str:
    """Return ``left`` as decimal text, or the result of an operator between ``left`` and another value.

    ``rest`` is empty, or has the operator and the other value. Raises :class:`ExpressionError` for any other ``rest``,
    and for a value that is no number.
    """
    if not rest:
        return written(decimal(left))
    sign = as_text(rest[0])
    if len(rest) != 2 or sign not in _SIGNS:
        raise ExpressionError('A calculation with decimals is written decimal(number, "+", number), with + - * / or %.')
    return written(_SIGNS[sign](decimal(left), decimal(rest[1])))


def single(value: Value) -> str:
    """Return ``value`` as decimal text with the precision of Java's ``float``, about seven digits.

    Calculations with properties use it.
    """
    return _written_single(_rounded(decimal(value)))


def in_single(left: Value, sign: str, right: Value) -> str:
    """Return the result of an operator between two numbers, as decimal text in single precision."""
    a, b = _rounded(decimal(left)), _rounded(decimal(right))
    return _written_single(_rounded(_SIGNS[sign](a, b)))


def _rounded(number: float) -> float:
    """Return the nearest number of single precision."""
    try:
        return float(unpack("f", pack("f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)


def _written_single(number: float) -> str:
    """Return a number of single precision as text, with just enough digits to distinguish it from its neighbours."""
    if not math.isfinite(number):
        return written(number)
    shortest = (float(f"{number:.{digits}g}") for digits in range(1, _DIGITS_OF_SINGLE))
    return written(next((short for short in shortest if _rounded(short) == number), number))


def _divide(a: float, b: float) -> float:
    if b != 0:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1.0, b)


def _remainder(a: float, b: float) -> float:
    return math.nan if b == 0 or math.isinf(a) else math.fmod(a, b)


_SIGNS: Final[dict[str, Callable[[float, float], float]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide,
    "%": _remainder,
}


def compared(left: Value, right: Value) -> int:
    """Return -1, 0 or 1 if ``left`` is less than, equal to or greater than ``right``."""
    a, b = decimal(left), decimal(right)
    return (a > b) - (a < b)


def square_root(value: Value) -> str:
    """Return the square root as decimal text; "NaN" for numbers below 0."""
    number = decimal(value)
    return written(math.sqrt(number) if number >= 0 else math.nan)


def power(value: Value, exponent: Value) -> str:
    """Return ``value`` to the power of ``exponent`` as decimal text; "NaN" if there is no such number, "Infinity" or
    "-Infinity" if it is too large or too small, and for 0 to a power below 0.
    """
    return written(_raised(decimal(value), decimal(exponent)))


def _raised(base: float, exponent: float) -> float:
    """Return a power as Java's ``Math.pow`` does, where C and Python raise an error or give another number."""
    if math.isnan(exponent) or (abs(base) == 1 and math.isinf(exponent)):
        return math.nan
    try:
        return math.pow(base, exponent)
    except (OverflowError, ValueError):
        if base < 0 and not exponent.is_integer():
            return math.nan
        return math.copysign(math.inf, base) if exponent % 2 == 1 else math.inf


def whole(value: Value) -> int:
    """Return ``value`` without its fraction."""
    return _as_whole(math.trunc, value)


def nearest(value: Value) -> int:
    """Return the nearest whole number. Halves are rounded up."""
    return _as_whole(lambda number: math.floor(number + 0.5), value)


def up(value: Value) -> int:
    """Return the smallest whole number that is not below ``value``."""
    return _as_whole(math.ceil, value)


def down(value: Value) -> int:
    """Return the largest whole number that is not above ``value``."""
    return _as_whole(math.floor, value)


def _as_whole(rounding: Callable[[float], int], value: Value) -> int:
    number = as_number(value)
    if number is not None:
        return number
    exact = decimal(value)
    if not abs(exact) <= MAX_NUMBER:
        raise ExpressionError(f"{written(exact)} has no whole number.")
    return rounding(exact)
