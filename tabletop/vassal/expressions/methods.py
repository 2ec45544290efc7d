"""The methods of texts, numbers and `Math` that expressions call, each with its equivalent in our language."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from tabletop.expression import ExpressionError, as_text
from tabletop.expression.library.pattern import compile_pattern
from tabletop.expression.tree import Arithmetic, Constant, Node
from tabletop.vassal.expressions import syntax, typed_parts
from tabletop.vassal.expressions.syntax import CannotTranslate
from tabletop.vassal.expressions.typed_parts import TypedPart, call

if TYPE_CHECKING:
    from tabletop.vassal.expressions.translator import ExpressionTranslation

Made: TypeAlias = Callable[..., TypedPart]


def method(translating: "ExpressionTranslation", node: syntax.MethodNode) -> TypedPart:
    """Translate `of.name(...)`, where `of` is a text. Raises `CannotTranslate` for an unknown method."""
    of = translating.part(node.of)
    if of.type == "list":
        raise CannotTranslate(f"asks a list for its {node.name}()")
    known = _OF_TEXTS.get((node.name, len(node.arguments)))
    if known is None:
        raise CannotTranslate(f"calls {node.name}(), a method of Java that does not exist here")
    receiver = TypedPart(of.node, "text") if of.type in ("any", "decimal", "whole", "yes") else of
    return known(receiver, *(translating.part(argument) for argument in node.arguments))


def static(translating: "ExpressionTranslation", of: str, node: syntax.MethodNode) -> TypedPart:
    """Translate `Math.name(...)` and similar calls. Raises `CannotTranslate` for an unknown method."""
    known = _STATIC.get((f"{of}.{node.name}", len(node.arguments)))
    if known is None:
        raise CannotTranslate(f"calls {of}.{node.name}(), a method of Java that does not exist here")
    return known(*(translating.part(argument) for argument in node.arguments))


def pattern_of(part: TypedPart) -> Node:
    """Return a part as a pattern. Raises CannotTranslate if the pattern is a text that cannot be read here."""
    pattern = typed_parts.constant(part)
    if pattern is not None:
        try:
            compile_pattern(pattern)
        except ExpressionError as error:
            raise CannotTranslate(f"has an unknown pattern ({error.message.rstrip('.')})") from None
    return part.node


def _text(function: str, *, of: typed_parts.Type = "text") -> Made:
    """Return the translation of a method that equals one of our functions."""
    return lambda receiver, *arguments: TypedPart(
        call(function, receiver.node, *(argument.node for argument in arguments)), of
    )


def _patterned(function: str, *, of: typed_parts.Type = "text") -> Made:
    def make(receiver: TypedPart, pattern: TypedPart, *arguments: TypedPart) -> TypedPart:
        rest = map(_put_in, arguments)
        return TypedPart(call(function, receiver.node, pattern_of(pattern), *rest), of)

    return make


def _put_in(replacement: TypedPart) -> Node:
    """Return the text that replaces a pattern, in our form. Java writes $0 for the match, $1 for the first group, and a
    backslash before literal characters. Raises `CannotTranslate` for a named group, and for a backslash or dollar sign
    at the end.
    """
    new = typed_parts.constant(replacement)
    if new is None:
        return replacement.node
    if not _REPLACEMENT.fullmatch(new):
        raise CannotTranslate("uses a named group, or a backslash or dollar sign at the end, to replace text")
    return Constant(_IN_REPLACEMENT.sub(lambda found: _in_ours(found.group()), new))


_IN_REPLACEMENT = re.compile(r"\\.|\$[0-9]", re.DOTALL)
_REPLACEMENT = re.compile(r"(?:[^\\$]|\\.|\$[0-9])*", re.DOTALL)


def _in_ours(sign: str) -> str:
    if sign[0] == "$":
        return f"\\{sign[1]}"
    return "\\\\" if sign == "\\\\" else sign[1]


def _found(function: str) -> Made:
    """Return the translation of `indexOf`: the position of a part, counted from 0; -1 if it is not there."""
    return lambda receiver, part: TypedPart(
        Arithmetic(call(function, receiver.node, part.node), (("-", Constant(1)),)), "whole"
    )


def _substring(receiver: TypedPart, first: TypedPart, last: TypedPart | None = None) -> TypedPart:
    end = call("length", receiver.node) if last is None else last.node
    return TypedPart(call("letters", receiver.node, _one_more(first), end), "text")


def _one_more(part: TypedPart) -> Node:
    return typed_parts.total([part, typed_parts.whole(1)]).node


def _character(receiver: TypedPart, which: TypedPart) -> TypedPart:
    at = _one_more(which)
    return TypedPart(call("letters", receiver.node, at, at), "text")


def _equals(receiver: TypedPart, other: TypedPart) -> TypedPart:
    return typed_parts.yes(call("same", receiver.node, other.node))


def _equals_in_any_case(receiver: TypedPart, other: TypedPart) -> TypedPart:
    return typed_parts.yes(call("same", call("lower", receiver.node), call("lower", other.node)))


def _order(receiver: TypedPart, other: TypedPart) -> TypedPart:
    before, behind = call("before", receiver.node, other.node), call("before", other.node, receiver.node)
    return TypedPart(call("if", before, Constant(-1), behind, Constant(1), Constant(0)), "whole")


def _order_in_any_case(receiver: TypedPart, other: TypedPart) -> TypedPart:
    return _order(TypedPart(call("lower", receiver.node), "text"), TypedPart(call("lower", other.node), "text"))


def _found_from(receiver: TypedPart, part: TypedPart, start: TypedPart) -> TypedPart:
    """Translate `indexOf` with a start: the first position of a part from there on, counted from 0; -1 if there is
    none.
    """
    rest = call("letters", receiver.node, _one_more(start), call("length", receiver.node))
    found = call("find", rest, part.node)
    there = Arithmetic(found, (("+", start.node), ("-", Constant(1))))
    return TypedPart(
        call("if", typed_parts.comparison(">", TypedPart(found, "whole"), typed_parts.whole(0)), there, Constant(-1)),
        "whole",
    )


_LITERAL_PATTERN = re.compile(r"(?:[^\\.\[\](){}*+?^$|]|\\[^\w])+")
_ONE_SIGN = re.compile(r"(?:\\[sSdDwW]|\[\^?(?:[^\\\[\]]|\\.)+\]|[^\\.\[\](){}*+?^$|]|\\[^\w])\+?")
"""A pattern for patterns of one character, or of several such characters in a row: they never match an empty text."""

_BETWEEN: Final = "\u2063"
"""The separator between the parts of a text that was split by a pattern."""


def _split(receiver: TypedPart, separator: TypedPart) -> TypedPart:
    pattern = typed_parts.constant(separator)
    if pattern is not None and _LITERAL_PATTERN.fullmatch(pattern):
        return TypedPart(call("items", receiver.node, Constant(re.sub(r"\\(.)", r"\1", pattern))), "list")
    if pattern is None or not _ONE_SIGN.fullmatch(pattern):
        raise CannotTranslate("splits a text by a pattern")
    marked = call("replace_all", receiver.node, pattern_of(separator), Constant(_BETWEEN))
    return TypedPart(call("items", marked, Constant(_BETWEEN)), "list")


def item_count(text: Node, separator: Node) -> Node:
    """Return a node that gives the number of parts into which Java splits a text. Empty parts at the end do not
    count.
    """
    assert isinstance(separator, Constant)
    at_the_end = f"({re.escape(as_text(separator.value))})+$"
    return call("items", call("replace_all", text, Constant(at_the_end), Constant("")), separator)


def _same_text(receiver: TypedPart) -> TypedPart:
    return TypedPart(receiver.node, "text")


_OF_TEXTS: Final[dict[tuple[str, int], Made]] = {
    ("contains", 1): _text("contains", of="yes"),
    ("startsWith", 1): _text("starts_with", of="yes"),
    ("endsWith", 1): _text("ends_with", of="yes"),
    ("equals", 1): _equals,
    ("equalsIgnoreCase", 1): _equals_in_any_case,
    ("isEmpty", 0): lambda receiver: typed_parts.yes(call("same", receiver.node, Constant(""))),
    ("isBlank", 0): lambda receiver: typed_parts.yes(call("same", call("trim", receiver.node), Constant(""))),
    ("compareTo", 1): _order,
    ("compareToIgnoreCase", 1): _order_in_any_case,
    ("length", 0): _text("length", of="whole"),
    ("indexOf", 1): _found("find"),
    ("indexOf", 2): _found_from,
    ("lastIndexOf", 1): _found("find_last"),
    ("substring", 1): _substring,
    ("substring", 2): _substring,
    ("charAt", 1): _character,
    ("concat", 1): lambda receiver, other: TypedPart(typed_parts.joined([receiver.node, other.node]), "text"),
    ("repeat", 1): _text("repeat"),
    ("replace", 2): _text("replace"),
    ("replaceAll", 2): _patterned("replace_all"),
    ("replaceFirst", 2): _patterned("replace_first"),
    ("matches", 1): _patterned("matches", of="yes"),
    ("split", 1): _split,
    ("strip", 0): _text("trim"),
    ("trim", 0): _text("trim"),
    ("toLowerCase", 0): _text("lower"),
    ("toUpperCase", 0): _text("upper"),
    ("toString", 0): _same_text,
    ("intValue", 0): lambda receiver: TypedPart(call("number", receiver.node), "whole"),
}
"""The translation of each method of a text, by its name and the number of its arguments."""


def _extreme(function: str, sign: str) -> Made:
    def make(left: TypedPart, right: TypedPart) -> TypedPart:
        if "decimal" in (left.type, right.type):
            order = call("decimal_order", left.node, right.node)
            first = typed_parts.comparison("<" if sign == "<" else ">", TypedPart(order, "whole"), typed_parts.whole(0))
            return TypedPart(call("decimal", call("if", first, left.node, right.node)), "decimal")
        return TypedPart(call(function, left.node, right.node), _like(left, right))

    return make


def _like(*parts: TypedPart) -> typed_parts.Type:
    """Return the type of a number that is calculated from these parts: any if one of them may be a decimal, else
    whole.
    """
    return "any" if any(part.type == "any" for part in parts) else "whole"


def _absolute(part: TypedPart) -> TypedPart:
    if part.type == "decimal":
        below = typed_parts.comparison("<", part, typed_parts.whole(0))
        return TypedPart(
            call("if", below, typed_parts.decimal(typed_parts.whole(0), "-", part).node, part.node), "decimal"
        )
    return TypedPart(call("abs", part.node), _like(part))


def _rounded(part: TypedPart) -> TypedPart:
    return part if typed_parts.is_surely_whole(part) else TypedPart(call("round", part.node), "whole")


def _as_decimal(function: str) -> Made:
    return lambda part: TypedPart(call("decimal", call(function, part.node)), "decimal")


def _decimal(function: str) -> Made:
    return lambda *parts: TypedPart(call(function, *(part.node for part in parts)), "decimal")


def _parsed(part: TypedPart) -> TypedPart:
    if part.type == "whole":
        return part
    is_surely_some = part.type == "any" or bool(typed_parts.constant(part))
    return TypedPart(call("number", part.node if is_surely_some else _some(part.node)), "whole")


def _some(text: Node) -> Node:
    """Return a node that gives the text, or a text that is no number if it is empty. Without this, an empty text would
    be read as 0; in Java, that is an error.
    """
    return call("if", call("same", text, Constant("")), Constant("no number"), text)


def _written(part: TypedPart) -> TypedPart:
    return TypedPart(call("text", typed_parts.plain(part).node), "text") if part.type != "text" else part


def _order_of(left: TypedPart, right: TypedPart) -> TypedPart:
    """Translate a comparison that gives -1, 0 or 1 if the first number is less than, equal to, or greater than the
    second.
    """
    less, more = (typed_parts.comparison(sign, left, right) for sign in ("<", ">"))
    return TypedPart(call("if", less, Constant(-1), more, Constant(1), Constant(0)), "whole")


def _sign_of(part: TypedPart) -> TypedPart:
    return TypedPart(call("decimal", _order_of(part, typed_parts.whole(0)).node), "decimal")


def _to_even(part: TypedPart) -> TypedPart:
    """Translate `Math.rint`: the nearest whole number as a decimal. If two are equally near, the even one counts."""
    if part.type == "whole":
        return TypedPart(call("decimal", part.node), "decimal")
    rounded = call("round", part.node)
    is_half = typed_parts.equality(
        typed_parts.decimal(TypedPart(rounded, "whole"), "-", part), TypedPart(Constant("0.5"), "decimal")
    )
    is_odd = typed_parts.equality(
        typed_parts.reckoned(TypedPart(rounded, "whole"), "%", typed_parts.whole(2)), typed_parts.whole(0)
    )
    even = call(
        "if",
        typed_parts.all_of([is_half, typed_parts.negated(is_odd)]),
        Arithmetic(rounded, (("-", Constant(1)),)),
        rounded,
    )
    return TypedPart(call("decimal", even), "decimal")


def _hypotenuse(left: TypedPart, right: TypedPart) -> TypedPart:
    squares = (TypedPart(call("power", part.node, Constant(2)), "decimal") for part in (left, right))
    return TypedPart(call("square_root", typed_parts.decimal(next(squares), "+", next(squares)).node), "decimal")


_PARTS: Final = 1_000_000
"""The number of values that a random decimal can have, all equally likely."""


def _drawn_decimal() -> TypedPart:
    """Translate `Math.random`: a random decimal from 0 up to, but not including, 1."""
    drawn = TypedPart(call("random", Constant(0), Constant(_PARTS - 1)), "whole")
    return typed_parts.decimal(drawn, "/", TypedPart(Constant(f"{_PARTS}.0"), "decimal"))


def _of_sort(pattern: str) -> Made:
    """Return the translation of a test for a kind of character: it holds if the whole text matches the pattern."""
    return lambda sign: typed_parts.yes(call("matches", sign.node, Constant(pattern)))


def _floor_quotient(left: TypedPart, right: TypedPart) -> TypedPart:
    return TypedPart(call("round_down", left.node, right.node), "whole")


def _floor_rest(left: TypedPart, right: TypedPart) -> TypedPart:
    product = Arithmetic(_floor_quotient(left, right).node, (("*", right.node),))
    return TypedPart(Arithmetic(left.node, (("-", product),)), "whole")


_STATIC: Final[dict[tuple[str, int], Made]] = {
    ("Math.abs", 1): _absolute,
    ("Math.max", 2): _extreme("max", ">"),
    ("Math.min", 2): _extreme("min", "<"),
    ("Math.round", 1): _rounded,
    ("Math.floor", 1): _as_decimal("round_down"),
    ("Math.ceil", 1): _as_decimal("round_up"),
    ("Math.rint", 1): _to_even,
    ("Math.hypot", 2): _hypotenuse,
    ("Math.random", 0): _drawn_decimal,
    ("Math.signum", 1): _sign_of,
    ("Math.sqrt", 1): _decimal("square_root"),
    ("Math.pow", 2): _decimal("power"),
    ("Math.floorDiv", 2): _floor_quotient,
    ("Math.floorMod", 2): _floor_rest,
    ("Integer.parseInt", 1): _parsed,
    ("Integer.valueOf", 1): _parsed,
    ("Integer.compare", 2): _order_of,
    ("Integer.signum", 1): lambda part: _order_of(part, typed_parts.whole(0)),
    ("Integer.sum", 2): lambda left, right: TypedPart(Arithmetic(left.node, (("+", right.node),)), "whole"),
    ("Integer.max", 2): _extreme("max", ">"),
    ("Integer.min", 2): _extreme("min", "<"),
    ("Integer.abs", 1): _absolute,
    **dict.fromkeys((("Long.parseLong", 1), ("Long.valueOf", 1)), _parsed),
    **dict.fromkeys(
        ((f"{of}.{name}", 1) for of in ("Double", "Float") for name in (f"parse{of}", "valueOf")), _decimal("decimal")
    ),
    **dict.fromkeys(
        (("Boolean.parseBoolean", 1), ("Boolean.valueOf", 1)),
        lambda part: typed_parts.yes(typed_parts.equality(part, typed_parts.text("true"))),
    ),
    ("Character.isDigit", 1): _of_sort("[0-9]"),
    ("Character.isLetter", 1): _of_sort(r"[^\W\d_]"),
    ("Character.getNumericValue", 1): lambda sign: TypedPart(call("number", sign.node, Constant(-1)), "whole"),
    ("String.valueOf", 1): _written,
}
"""The translations of the supported static methods of Java's own classes, by name and number of arguments."""
