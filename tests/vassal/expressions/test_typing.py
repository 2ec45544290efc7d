"""Random expressions have the same values here as in VASSAL's BeanShell, according to a slow, plain evaluator.

Its rules: a property named in an expression is true or false, a whole number of 32 bits, a number of single precision,
or a text, as its text looks; a property read by GetProperty is never of single precision. Two numbers use the wider
type; an empty text beside a whole number counts as 0; any other two values are used as texts, which only have sums and
comparisons.
"""

import re
from collections.abc import Callable
from math import fmod
from typing import NamedTuple, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.expression import ExpressionError, as_text, compile_expression
from tabletop.expression.library.decimals import decimal, single, written
from tabletop.vassal.expressions import translate_expression, translate_match


class Single(NamedTuple):
    """A number of Java's type `float`."""

    number: float


class Double(NamedTuple):
    """A number of Java's type `double`."""

    number: float


Java: TypeAlias = bool | int | Single | Double | str


class Wrong(Exception):  # noqa: N818
    """An error in VASSAL."""


class Allowed(Wrong):
    """An error in VASSAL for which our language has a value."""


class Mismatch(Exception):  # noqa: N818
    """Two values that no operator combines."""


# fmt: off
PIECE = {
    "three": "3", "zero": "0", "twelve": "12", "below": "-2", "spaced": " 5 ", "blank": "", "word": "GE",
    "words": "b a", "yes": "true", "no": "false", "half": "2.5", "five": "5.0", "version": "1.2.3", "power": "1e3",
    "dash": "-",
}
# fmt: on


def shown(text: str, *, may_be_single: bool) -> Java:
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"[+-]?[0-9]+", text) and -(2**31) <= int(text) < 2**31:
        return int(text)
    if may_be_single and re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", text):
        return Single(decimal(single(text)))
    return text


def text_of(value: Java) -> str:
    match value:
        case Single(number):
            return single(written(number))
        case Double(number):
            return written(number)
        case _:
            return as_text(value)


def in_32_bits(number: int) -> int:
    return (number + 2**31) % 2**32 - 2**31


COMPARING: dict[str, Callable[[object, object], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


ARITHMETIC = ("-", "*", "/", "%")


def of_whole(sign: str, a: int, b: int) -> int:
    if sign in "/%":
        if b == 0:
            raise Wrong
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return in_32_bits(quotient) if sign == "/" else a - b * quotient
    return in_32_bits({"+": a + b, "-": a - b, "*": a * b}[sign])


def of_decimals(sign: str, a: float, b: float) -> float:
    if sign in "/%" and b == 0:
        raise Mismatch  # infinite values are tested elsewhere
    return {"+": a + b, "-": a - b, "*": a * b, "/": a / (b or 1), "%": fmod(a, b or 1)}[sign]


def of_numbers(sign: str, a: Java, b: Java) -> Java:
    if isinstance(a, bool) and isinstance(b, bool):
        if sign in ("==", "!="):
            return COMPARING[sign](a, b)
        if sign in ("&&", "||"):
            return (a and b) if sign == "&&" else (a or b)
        raise Allowed if sign in COMPARING else Wrong
    if isinstance(a, bool) or isinstance(b, bool):
        raise Mismatch
    if sign in ("&&", "||"):
        raise Wrong
    if isinstance(a, int) and isinstance(b, int):
        return COMPARING[sign](a, b) if sign in COMPARING else of_whole(sign, a, b)
    x, y = (one.number if isinstance(one, Single | Double) else float(one) for one in (a, b))
    if sign in COMPARING:
        return COMPARING[sign](x, y)
    if isinstance(a, Double) or isinstance(b, Double):
        return Double(of_decimals(sign, x, y))
    return Single(decimal(single(written(of_decimals(sign, x, y)))))


def of_texts(sign: str, a: str, b: str) -> Java:
    if sign in COMPARING:
        return COMPARING[sign](a, b)
    if sign == "+":
        return a + b
    raise Allowed if sign in ARITHMETIC and "" in (a, b) else Wrong


def put_together(sign: str, a: Java, b: Callable[[], Java]) -> Java:
    if (sign, a) in (("&&", False), ("||", True)) and isinstance(a, bool):
        return a
    right = b()
    if not isinstance(a, str) and not isinstance(right, str):
        try:
            return of_numbers(sign, a, right)
        except Mismatch:
            pass
    elif right == "" and type(a) is int:
        return of_numbers(sign, a, 0)
    elif a == "" and type(right) is int:
        return of_numbers(sign, 0, right)
    return of_texts(sign, text_of(a), text_of(right))


class Written(NamedTuple):
    """An expression as text, and its value in VASSAL."""

    text: str
    value: Callable[[], Java]


def true_or_false(one: Written) -> bool:
    value = one.value()
    if not isinstance(value, bool):
        raise Wrong
    return value


def less_than_nothing(one: Written) -> Java:
    value = one.value()
    match value:
        case Single(number) | Double(number):
            return type(value)(-number)
        case bool() | str():
            raise Allowed if value == "" else Wrong
    return in_32_bits(-value)


def negated(one: Written) -> Java:
    return not true_or_false(one)


LEAVES = [
    *(Written(name, lambda text=text: shown(text, may_be_single=True)) for name, text in PIECE.items()),
    *(
        Written(f'GetProperty("{name}")', lambda text=text: shown(text, may_be_single=False))
        for name, text in PIECE.items()
        if "." not in text  # VASSAL does not calculate with these texts, but our language does
    ),
    Written("missing", lambda: ""),
    *(Written(str(number), lambda number=number: number) for number in (0, 1, 2, 3, 5, 12)),
    *(Written(f'"{text}"', lambda text=text: text) for text in ("", "GE", "3", "03", "5.0", "b a", "true", "A")),
    *(Written(text, lambda text=text: text == "true") for text in ("true", "false")),
]
SIGNS = ["+", *ARITHMETIC, *COMPARING, "&&", "||"]


def larger(inner: st.SearchStrategy[Written]) -> st.SearchStrategy[Written]:
    def chain(left: Written, sign: str, right: Written) -> Written:
        return Written(f"({left.text} {sign} {right.text})", lambda: put_together(sign, left.value(), right.value))

    return st.one_of(
        st.builds(chain, inner, st.sampled_from(SIGNS), inner),
        st.builds(lambda one: Written(f"!{one.text}", lambda: negated(one)), inner),
        st.builds(lambda one: Written(f"-({one.text})", lambda: less_than_nothing(one)), inner),
    )


def chosen(form: str, condition: Written, then: Written, otherwise: Written) -> Written:
    text = form.format(condition.text, then.text, otherwise.text)
    return Written(text, lambda: then.value() if true_or_false(condition) else otherwise.value())


plain = st.recursive(st.sampled_from(LEAVES), larger, max_leaves=6)
expressions = plain | st.builds(chosen, st.sampled_from(["{} ? {} : {}", "If({}, {}, {})"]), plain, plain, plain)


def here(text: str, piece) -> str:
    translated = translate_expression(f"{{{text}}}")
    if translated.problem:
        return "(inactive)"
    try:
        return as_text(compile_expression(translated.ours).evaluate(piece))
    except ExpressionError:
        return "(an error)"


@given(expressions)
@settings(max_examples=150)
def test_values(piece_of, one):
    try:
        wanted = text_of(one.value())
    except Wrong:
        return
    assert here(one.text, piece_of(PIECE)) in (wanted, "(inactive)")


@given(expressions)
@settings(max_examples=150)
def test_conditions(piece_of, one):
    """A condition that is an error counts as false."""
    try:
        wanted = one.value() is True or one.value() == "true"
    except Allowed:
        return
    except Wrong:
        wanted = False
    translated = translate_match(f"{{{one.text}}}")
    found = compile_expression(translated.ours).test(piece_of(PIECE, is_forgiving=True))
    assert found == wanted or translated.problem
