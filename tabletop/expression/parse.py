"""The parser from text to trees.

Only this file uses lark, which is loaded with the first text that is more than a name.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar, cast

from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.game_questions import DISTANCES
from tabletop.expression.library.functions import FUNCTIONS, called
from tabletop.expression.printer import PLAIN_NAME
from tabletop.expression.scopes import SCOPES, Purpose, checked_scope
from tabletop.expression.tree import (
    AllOf,
    AnyOf,
    Arithmetic,
    Call,
    Compare,
    Comparison,
    Constant,
    Count,
    Distance,
    How,
    Join,
    Mine,
    Name,
    Node,
    Not,
    Operator,
    PropertyOf,
    ScopeNode,
    checked,
    negative,
)
from tabletop.expression.value_rules import MAX_LENGTH, MAX_NUMBER

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.exceptions import UnexpectedInput

    from tabletop.expression.game_questions import ScopeKind

MAX_SOURCE = 10_000
"""The most characters that an expression may have."""

_T = TypeVar("_T")


def parse(text: str) -> Node:
    """Return the tree of the expression ``text``.

    Raises :class:`ExpressionError`, with the position and with what was expected there, if these are known.
    """
    if len(text) > MAX_SOURCE:
        raise ExpressionError(f"It has {len(text)} characters; {MAX_SOURCE} is the most there can be.", text)
    if not text.strip():
        raise ExpressionError("There is no expression here.", text, 0, ("a value",))
    text = unicodedata.normalize("NFC", text)
    if PLAIN_NAME.fullmatch(text):
        return Name(text)
    from lark.exceptions import UnexpectedInput

    try:
        # The tree is built while parsing, so lark's Tree is never seen.
        return checked(cast("Node", _parser().parse(text)))
    except UnexpectedInput as stop:
        raise _not_understood(text, stop) from None
    except ExpressionError as error:
        raise ExpressionError(error.message, text, error.position, error.expected) from None


@cache
def _parser() -> "Lark":
    from lark import Lark

    grammar = files("tabletop.expression").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        transformer=_TreeBuilder(),
        maybe_placeholders=False,
    )


class _TreeBuilder:
    """A builder of nodes from the parser's results. It has a method for each rule of the grammar."""

    def any_of(self, parts: list[Node]) -> Node:
        return AnyOf(tuple(parts))

    def all_of(self, parts: list[Node]) -> Node:
        return AllOf(tuple(parts))

    def not_(self, parts: list[Node]) -> Node:
        return Not(parts[0])

    def comparison(self, parts: "tuple[Node, Token, Node]") -> Node:
        left, operator, right = parts
        return Compare(cast("Comparison", str(operator)), left, right)

    def join(self, parts: list[Node]) -> Node:
        return Join(tuple(parts))

    def sum(self, parts: "Sequence[Node | Token]") -> Node:
        operators = (cast("Operator", str(sign)) for sign in parts[1::2])
        operands = cast("Sequence[Node]", parts[2::2])
        return Arithmetic(cast("Node", parts[0]), tuple(zip(operators, operands, strict=True)))

    product = sum

    def negative(self, parts: list[Node]) -> Node:
        return negative(parts[0])

    def number(self, parts: "list[Token]") -> Node:
        digits = parts[0].lstrip("0") or "0"
        if len(digits) > len(str(MAX_NUMBER)) or int(digits) > MAX_NUMBER:
            raise ExpressionError(
                f"The number is larger than {MAX_NUMBER}, the largest there is.", None, parts[0].start_pos
            )
        return Constant(int(digits))

    def text(self, parts: "list[Token]") -> Node:
        return Constant(_unescaped(parts[0]))

    def name(self, parts: "list[Token]") -> Node:
        return Name(str(parts[0]))

    def odd_name(self, parts: "list[Token]") -> Node:
        return Name(str(parts[0][1:-1]))

    def true(self, _: list[Node]) -> Node:
        return Constant(True)

    def false(self, _: list[Node]) -> Node:
        return Constant(False)

    def nothing(self, _: list[Node]) -> Node:
        return Constant(None)

    def arguments(self, parts: list[Node]) -> tuple[Node, ...]:
        return tuple(parts)

    def call(self, parts: "list[Token | tuple[Node, ...]]") -> Node:
        token = cast("Token", parts[0])
        arguments = cast("tuple[Node, ...]", parts[1] if len(parts) > 1 else ())
        _at(token, lambda: called(str(token), len(arguments)))
        return Call(str(token), arguments)

    def scope(self, parts: "list[Token | tuple[Node, ...]]") -> ScopeNode:
        kind = cast("ScopeKind", str(parts[0]))
        return ScopeNode(kind, cast("tuple[Node, ...]", parts[1] if len(parts) > 1 else ()))

    def count(self, parts: "list[Token | ScopeNode | Node]") -> Node:
        token, scope, *rest = parts
        return _at(
            cast("Token", token), lambda: counted(str(token), cast("ScopeNode", scope), cast("list[Node]", rest))
        )

    def mine(self, parts: list[Node]) -> Node:
        return Mine(parts[0])

    def property_of(self, parts: "list[Token | Node | ScopeNode]") -> Node:
        token, name, *scopes = parts
        if not scopes:
            if isinstance(name, Constant) and isinstance(name.value, str):
                return Name(name.value)
            return PropertyOf(cast("Node", name), None)
        scope = cast("ScopeNode", scopes[0])
        return PropertyOf(cast("Node", name), _fitting(cast("Token", token), scope, "property"))

    def distance(self, parts: "list[Token | ScopeNode]") -> Node:
        token = cast("Token", parts[0])
        to, *start = (_fitting(token, cast("ScopeNode", scope), "distance") for scope in parts[1:])
        return Distance(DISTANCES[str(token)], to, start[0] if start else None)


def counted(how: str, scope: ScopeNode, rest: list[Node]) -> Count:
    """Return the count ``how(scope, ...)``. Raises :class:`ExpressionError` if it has too few or too many parts."""
    checked_scope(scope, "count")
    if how == "count" and len(rest) <= 1:
        return Count("count", scope, None, rest[0] if rest else None)
    if how != "count" and len(rest) in (1, 2):
        return Count(cast("How", how), scope, rest[0], rest[1] if len(rest) == 2 else None)
    form = "count(scope) or count(scope, condition)"
    if how != "count":
        form = f"{how}(scope, value) or {how}(scope, value, condition)"
    raise ExpressionError(f"The question {how} is written {form}.")


def _fitting(token: "Token", scope: ScopeNode, purpose: Purpose) -> ScopeNode:
    return _at(token, lambda: checked_scope(scope, purpose))


def _at(token: "Token", make: Callable[[], _T]) -> _T:
    """Return the node that ``make`` makes.

    If it raises an error, the error gets the position of ``token``. If ``token`` is no known name, it also gets a
    similar one.
    """
    try:
        return make()
    except ExpressionError as error:
        known = (*FUNCTIONS, *_ASKING)
        near = () if token in known else tuple(get_close_matches(str(token), known, n=1))
        advice = f' Perhaps "{near[0]}" was meant.' if near else ""
        raise ExpressionError(f"{error.message}{advice}", None, token.start_pos, near) from None


_ASKING = ("count", "sum", "highest", "lowest", "first", "property", *DISTANCES, "mine")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'"}


def _unescaped(token: "Token") -> str:
    def meant(found: re.Match[str]) -> str:
        sign = found.group(1)
        if sign not in _ESCAPES:
            raise ExpressionError(
                f"In a text, \\{sign} means nothing; a backslash itself is written \\\\.",
                None,
                (token.start_pos or 0) + 1 + found.start(),
            )
        return _ESCAPES[sign]

    text = _ESCAPE.sub(meant, token[1:-1])
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"A text has {len(text)} characters.", None, token.start_pos)
    return text


# Signs that authors may know from other languages or write by mistake, each with advice for the error message.
_FOREIGN = (
    ("&&", 'write "and" for &&'),
    ("||", 'write "or" for ||'),
    ("!", 'write "not" for !'),
    ("==", "comparisons do not follow one another; write a == b and b == c"),
    ("<", "comparisons do not follow one another; write a < b and b < c"),
    (">", "comparisons do not follow one another; write a > b and b > c"),
    ("=", "a comparison is written ==, with two signs"),
    ("?", "a choice is written if(condition, value, otherwise)"),
    (".", "numbers are whole, and nothing is reached with a dot"),
    ('"', "a text is not closed"),
    ("'", "a text is not closed"),
    ("$", "a name between dollar signs is not closed"),
    ("{", "a name with spaces stands between dollar signs"),
)

_OPERATORS = frozenset({"COMPARISON", "SIGN", "FACTOR", "TILDE", "_AND", "_OR"})
_A_SCOPE = f"a scope ({', '.join(SCOPES)})"


def _not_understood(text: str, stop: "UnexpectedInput") -> ExpressionError:
    """Return the error for a text that lark could not read, in words for an author."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    terminals: set[str] = set()
    position = stop.pos_in_stream or 0
    if isinstance(stop, UnexpectedCharacters):
        terminals = set(stop.allowed or ())
    elif isinstance(stop, UnexpectedToken):
        terminals = set(stop.expected)
        if stop.token.type == "$END":
            position = len(text)
    expected = _in_words(terminals, in_brackets="(" in text[:position])
    message = f"found {_word_at(text, position)}, expected {_or(expected)}{_hint(text, position, terminals)}."
    return ExpressionError(message, text, position, expected)


def _in_words(terminals: set[str], in_brackets: bool) -> tuple[str, ...]:
    """Return the things that the parser expected, in words, the most useful first.

    Brackets are judged here, because lark is vague about them.
    """
    words = (
        ("SCOPE" in terminals, _A_SCOPE),
        ("NAME" in terminals, "a value"),
        (bool(terminals & _OPERATORS), "an operator"),
        ("LPAR" in terminals and "NAME" not in terminals, '"("'),
        ("RPAR" in terminals and in_brackets, '")"'),
        ("COMMA" in terminals and in_brackets, '","'),
    )
    return tuple(word for is_expected, word in words if is_expected) or ("the end",)


def _word_at(text: str, position: int) -> str:
    if position >= len(text):
        return "the end"
    if text[position] == '"':
        return "a quotation mark"
    word = re.compile(r"\w+").match(text, position)
    return f'"{word.group()[:40] if word else text[position]}"'


def _hint(text: str, position: int, terminals: set[str]) -> str:
    if "SCOPE" in terminals:
        near = get_close_matches(_word_at(text, position).strip('"'), SCOPES, n=1)
        return f'; perhaps "{near[0]}" was meant' if near else ""
    return next((f"; {advice}" for sign, advice in _FOREIGN if text.startswith(sign, position)), "")


def _or(expected: tuple[str, ...]) -> str:
    *first, last = expected
    return f"{', '.join(first)} or {last}" if first else last
