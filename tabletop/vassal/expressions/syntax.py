"""The parser for BeanShell's expressions, which are then translated into our language.

Only this file uses lark, which is loaded when the first text must be read. The nodes are translated in `translator`.
"""

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lark import Lark, Token

MAX_SOURCE: Final = 10_000
MAX_NESTING: Final = 100
FIRST_HOLE: Final = 0xE000
LAST_HOLE: Final = 0xF8FF
_KEPT: Final = 16_384

Operator: TypeAlias = Literal[
    "==", "!=", "=~", "!~", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>", ">>>"
]


class CannotTranslate(ValueError):  # noqa: N818 - it is no fault of the program
    """An error for a text that cannot be translated; the message is the end of a sentence that begins with "It"."""


class NumberNode(Struct, frozen=True):
    """A whole number."""

    value: int


class DecimalNode(Struct, frozen=True):
    """A number with a point, as it is written."""

    text: str


class TextNode(Struct, frozen=True):
    """A text in quotes; a `CharacterNode` is one in single quotes."""

    value: str


class CharacterNode(Struct, frozen=True):
    """One character in single quotes."""

    value: str


class TruthNode(Struct, frozen=True):
    """A truth value: `true` or `false`."""

    value: bool


class VariableNode(Struct, frozen=True):
    """A property, by its name."""

    name: str


class SignNode(Struct, frozen=True):
    """A sign before an operand: `-of` or `+of`."""

    sign: str
    of: "Syntax"


class NegationNode(Struct, frozen=True):
    """A negation: `!of`."""

    of: "Syntax"


class CastNode(Struct, frozen=True):
    """A cast: `(type) of`."""

    type: str
    of: "Syntax"


class ChainNode(Struct, frozen=True):
    """A chain of operators of one rank, from left to right."""

    first: "Syntax"
    rest: tuple[tuple[Operator, "Syntax"], ...]


class EveryNode(Struct, frozen=True):
    """A conjunction: `a && b && c`."""

    of: tuple["Syntax", ...]


class EitherNode(Struct, frozen=True):
    """A disjunction: `a || b || c`."""

    of: tuple["Syntax", ...]


class ChoiceNode(Struct, frozen=True):
    """A chain of choices, `condition ? then : otherwise`: pairs of conditions and values, and the last value."""

    pairs: tuple[tuple["Syntax", "Syntax"], ...]
    otherwise: "Syntax"


class FunctionNode(Struct, frozen=True):
    """A function call: `Name(...)`."""

    name: str
    arguments: tuple["Syntax", ...]


class MethodNode(Struct, frozen=True):
    """A method call: `of.name(...)`."""

    of: "Syntax"
    name: str
    arguments: tuple["Syntax", ...]


class MemberNode(Struct, frozen=True):
    """A member of a value: `of.name`."""

    of: "Syntax"
    name: str


class ElementNode(Struct, frozen=True):
    """An element of a value: `of[which]`."""

    of: "Syntax"
    which: "Syntax"


Syntax: TypeAlias = (
    NumberNode
    | DecimalNode
    | TextNode
    | CharacterNode
    | TruthNode
    | VariableNode
    | SignNode
    | NegationNode
    | CastNode
    | ChainNode
    | EveryNode
    | EitherNode
    | ChoiceNode
    | FunctionNode
    | MethodNode
    | MemberNode
    | ElementNode
)


def is_hole(sign: str) -> bool:
    """Return whether a character is a hole, which stands for a part of a text that is inserted later."""
    return FIRST_HOLE <= ord(sign) <= LAST_HOLE


def without_holes(text: str) -> str:
    """Return a text of a module unchanged. Raises CannotTranslate if it contains a character that is used as a hole."""
    if any(is_hole(sign) for sign in text):
        raise CannotTranslate("has characters of Unicode's private use area")
    return text


def parts(node: Syntax) -> tuple[Syntax, ...]:
    """Return the parts of a node, in the order in which they are written."""
    match node:
        case SignNode() | NegationNode() | CastNode() | MemberNode():
            return (node.of,)
        case ChainNode():
            return (node.first, *(operand for _, operand in node.rest))
        case EveryNode() | EitherNode():
            return node.of
        case ChoiceNode():
            return (*(part for pair in node.pairs for part in pair), node.otherwise)
        case FunctionNode():
            return node.arguments
        case MethodNode():
            return (node.of, *node.arguments)
        case ElementNode():
            return (node.of, node.which)
        case _:
            return ()


def whole_tree(root: Syntax) -> list[Syntax]:
    """Return all nodes of a tree."""
    found = [root]
    for node in found:  # grows while it is walked
        found.extend(parts(node))
    return found


@lru_cache(maxsize=_KEPT)
def parse(text: str) -> Syntax:
    """Return the tree of the text between the braces; the same text is read once.

    Raises CannotTranslate if it is not an expression, or cannot be imported.
    """
    if len(text) > MAX_SOURCE:
        raise CannotTranslate(f"has {len(text)} characters; at most {MAX_SOURCE} can be imported")
    from lark.exceptions import UnexpectedInput, UnexpectedToken, VisitError

    try:
        # The nodes are made while reading, so lark's own tree is never seen.
        root = cast("Syntax", _parser().parse(_AT_END.sub("", text)))
    except UnexpectedInput as stop:
        is_end = isinstance(stop, UnexpectedToken) and stop.token.type == "$END"
        raise CannotTranslate(_stopped(text, None if is_end else stop.pos_in_stream)) from None
    except VisitError as error:
        raise CannotTranslate(str(error.orig_exc)) from None
    return _bounded(root)


_AT_END = re.compile(r"[;\s]+\Z")
"""A pattern for the characters that may follow an expression, and have no meaning there."""


def _stopped(text: str, position: int | None) -> str:
    """Return the end of a sentence that says at which position and text reading stopped."""
    if position is None or not 0 <= position < len(text):
        return "is not an expression: it ends too soon"
    rest = text[position:].strip()
    if not rest:
        return "is not an expression: it ends too soon"
    return f'is not an expression: "{rest[:20]}" does not fit at character {position + 1}'


def _bounded(root: Syntax) -> Syntax:
    waiting = [(root, 1)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_NESTING:
            raise CannotTranslate(f"is nested more than {MAX_NESTING} deep")
        waiting.extend((part, depth + 1) for part in parts(node))
    return root


@cache
def _parser() -> "Lark":
    from lark import Lark

    grammar = files("tabletop.vassal.expressions").joinpath("beanshell.lark").read_text(encoding="utf-8")
    return Lark(
        grammar, parser="lalr", lexer="contextual", transformer=_SyntaxBuilder(), maybe_placeholders=False, regex=False
    )


class _SyntaxBuilder:
    """A builder that makes nodes as the parser recognises them; a method for each rule of the grammar."""

    def choice(self, parts: list[Syntax]) -> Syntax:
        condition, then, otherwise = parts
        if isinstance(otherwise, ChoiceNode):
            return ChoiceNode(((condition, then), *otherwise.pairs), otherwise.otherwise)
        return ChoiceNode(((condition, then),), otherwise)

    def either(self, parts: list[Syntax]) -> Syntax:
        return EitherNode(tuple(parts))

    def both(self, parts: list[Syntax]) -> Syntax:
        return EveryNode(tuple(parts))

    def binary(self, parts: "Sequence[Syntax | Token]") -> Syntax:
        operators = (cast("Operator", _IN_WORDS.get(str(sign), str(sign))) for sign in parts[1::2])
        operands = cast("Sequence[Syntax]", parts[2::2])
        return ChainNode(cast("Syntax", parts[0]), tuple(zip(operators, operands, strict=True)))

    any_bits = odd_bits = both_bits = equality = comparison = shift = sum = product = binary

    def signed(self, parts: "tuple[Token, Syntax]") -> Syntax:
        sign, of = parts
        if isinstance(of, NumberNode):
            return NumberNode(wrapped(-of.value, of.value)) if sign == "-" else of
        if isinstance(of, DecimalNode):
            return DecimalNode("-" + of.text) if sign == "-" else of
        return SignNode(str(sign), of)

    def negated(self, parts: list[Syntax]) -> Syntax:
        return NegationNode(parts[0])

    def cast(self, parts: "tuple[Token, Syntax]") -> Syntax:
        return CastNode(parts[0].strip("() \t\r\n"), parts[1])

    def method(self, parts: "list[Syntax | Token | tuple[Syntax, ...]]") -> Syntax:
        arguments = cast("tuple[Syntax, ...]", parts[2] if len(parts) > 2 else ())
        return MethodNode(cast("Syntax", parts[0]), str(parts[1]), arguments)

    def member(self, parts: "tuple[Syntax, Token]") -> Syntax:
        return MemberNode(parts[0], str(parts[1]))

    def element(self, parts: list[Syntax]) -> Syntax:
        return ElementNode(parts[0], parts[1])

    def function(self, parts: "list[Token | tuple[Syntax, ...]]") -> Syntax:
        return FunctionNode(str(parts[0]), cast("tuple[Syntax, ...]", parts[1] if len(parts) > 1 else ()))

    def arguments(self, parts: list[Syntax]) -> tuple[Syntax, ...]:
        return tuple(parts)

    def number(self, parts: "list[Token]") -> Syntax:
        return _number(str(parts[0]))

    def text(self, parts: "list[Token]") -> Syntax:
        return TextNode(_unescaped(parts[0][1:-1]))

    def character(self, parts: "list[Token]") -> Syntax:
        value = _unescaped(parts[0][1:-1])
        if len(value) != 1:
            raise CannotTranslate("has more than one character in single quotes")
        return CharacterNode(value)

    def variable(self, parts: "list[Token]") -> Syntax:
        name = str(parts[0])
        if name in ("true", "false"):
            return TruthNode(name == "true")
        if name in _RESERVED:
            raise CannotTranslate(f'has the word "{name}", which gives no value')
        return VariableNode(name[1:-1] if len(name) > 2 and name[0] == name[-1] == "$" else name)


# fmt: off
_RESERVED: Final = frozenset((
    "abstract", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default", "do",
    "double", "else", "enum", "extends", "final", "finally", "float", "for", "goto", "if", "implements", "import",
    "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private", "protected", "public",
    "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient",
    "try", "void", "volatile", "while",
))
# fmt: on


_IN_WORDS: Final = {
    "@lt": "<",
    "@lteq": "<=",
    "@gt": ">",
    "@gteq": ">=",
    "@bitwise_and": "&",
    "@bitwise_or": "|",
    "@left_shift": "<<",
    "@right_shift": ">>",
    "@right_unsigned_shift": ">>>",
}
"""BeanShell's words for operators with characters that are special in XML."""


def _number(text: str) -> Syntax:
    lower = text.lower()
    if lower.startswith("0x"):
        return _whole(text, lower[2:], 16)
    if lower.rstrip("l").isdigit():
        return _whole(text, lower, 8 if len(lower.rstrip("l")) > 1 and lower[0] == "0" else 10)
    return DecimalNode(lower.rstrip("fd"))


def _whole(text: str, digits: str, radix: int) -> NumberNode:
    """Return a whole number as BeanShell reads it: in 32 bits, or in 64 bits if an L follows it. Raises
    `CannotTranslate` if it is too large, or no valid octal number.
    """
    try:
        number = int(digits.rstrip("l"), radix)
    except ValueError:
        raise CannotTranslate(f"has the number {text}, which is not an octal number") from None
    if number >= (2**63 if digits.endswith("l") else 2**32):
        raise CannotTranslate(f"has the number {text}, which is too large")
    return NumberNode(number if digits.endswith("l") else wrapped(number))


def wrapped(number: int, *of: int) -> int:
    """Return a number cut to 32 bits as in Java, or to 64 bits if an operand needs more than 32."""
    most = 2**31 if all(-(2**31) <= one < 2**31 for one in of) else 2**63
    return (number + most) % (2 * most) - most


_ESCAPE = re.compile(r"\\(u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f", "\\": "\\", '"': '"', "'": "'"}


def _unescaped(text: str) -> str:
    def meant(found: re.Match[str]) -> str:
        sign = found.group(1)
        if sign in _ESCAPES:
            return _ESCAPES[sign]
        if sign[0] == "u" and len(sign) > 1:
            return without_holes(chr(int(sign.lstrip("u"), 16)))
        if sign.isdigit():
            return chr(int(sign, 8))
        raise CannotTranslate(f"has \\{sign} in a text, which means nothing; a backslash itself is written \\\\")

    return _ESCAPE.sub(meant, text) if "\\" in text else text
