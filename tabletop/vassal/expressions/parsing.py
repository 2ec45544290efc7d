"""Reads BeanShell's expressions: the part of them that VASSAL's modules use, one expression and no statements.

From the weakest to the strongest: `a ? b : c`, `||`, `&&`, `|`, `^`, `&`, `== != =~ !~`, `< <= > >=`, `<< >> >>>`,
`+ -`, `* / %`; before a value `- + !` and a type in brackets; behind it `.name`, `.name(...)` and `[...]`. What
is open is kept in a list, so that no text is too deep to be read.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final, Literal, TypeAlias, cast

from msgspec import Struct

from tabletop.vassal.expressions.syntax import (
    CannotTranslate,
    Cast,
    Chain,
    Character,
    Choice,
    Decimal,
    Either,
    Element,
    Every,
    Function,
    Member,
    Method,
    Negation,
    Number,
    Operator,
    Sign,
    Syntax,
    Text,
    Truth,
    Variable,
    parts,
    without_holes,
    wrapped,
)

MAX_SOURCE: Final = 10_000
MAX_NESTING: Final = 100
_KEPT: Final = 16_384

_RANKS: Final[tuple[tuple[Operator | Literal["||", "&&"], ...], ...]] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!=", "=~", "!~"),
    ("<", "<=", ">", ">="),
    ("<<", ">>", ">>>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""The operators from the weakest to the strongest."""

# fmt: off
_RESERVED: Final = frozenset((
    "abstract", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default", "do",
    "double", "else", "enum", "extends", "final", "finally", "float", "for", "goto", "if", "implements", "import",
    "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private", "protected", "public",
    "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient",
    "try", "void", "volatile", "while",
))
# fmt: on

_AT_END: Final = re.compile(r"[;\s]+\Z")
"""What may stand behind an expression, and says nothing."""

_BETWEEN: Final = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+")
_NAME: Final = re.compile(r"(?:[^\W\d]|[$\uE000-\uF8FF])[\w$\uE000-\uF8FF]*")
"""A property or a function. A sign of the private use area stands for a value put into a filter; see `filters`."""

_OPERAND: Final = re.compile(
    rf"""
    \(\s*(?P<cast>int|long|short|byte|float|double|boolean|char|String
        |Object|Integer|Long|Float|Double|Boolean)\s*\)
    | (?P<open>\()
    | (?P<before>[-+!])
    | (?P<number>(?:0[xX][0-9a-fA-F]+[lL]?
        |(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eEfFdD]))(?:[eE][-+]?[0-9]+)?[fFdD]?
        |[0-9]+[lL]?)(?![\w.]))
    | (?P<text>"(?:[^"\\\n\r]|\\.)*")
    | (?P<character>'(?:[^'\\\n\r]|\\.[0-7]{{0,2}})')
    | (?P<name>{_NAME.pattern})""",
    re.VERBOSE,
)
_OPERATOR: Final = re.compile(r"\|\||&&|[=!][=~]|<<|>>>?|[<>]=?|[-+*/%|^&]")


_Kind: TypeAlias = Literal["text", "brackets", "arguments", "index", "then", "otherwise"]


class _Word(Struct, frozen=True):
    """A name of which it is not known yet whether it is a function's."""

    name: str


@dataclass(slots=True)
class _Open:
    """What has begun and has not ended: the whole text, brackets, or one of the two values of a choice.

    `whole` makes of what stands within what it is; `held` are the values within that have ended, such as arguments.
    `terms`, `signs` between them and `before` the next of them are of the value that has not.
    """

    kind: _Kind
    whole: Callable[[tuple[Syntax, ...]], Syntax]
    held: list[Syntax] = field(default_factory=list)
    terms: list[Syntax] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it yet."""
        return not (self.held or self.terms or self.before)


class _Unfit(Exception):  # noqa: N818 - it is where to stop
    """What stands at a place fits nothing."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self.position = position


class _Reading:
    """Reads one text, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open = [_Open("text", _only)]
        self._value: Syntax | _Word | None = None

    def tree(self) -> Syntax:
        """The tree of the whole text. Raises `_Unfit` with where it stops making sense, and CannotTranslate."""
        while True:
            self._skip()
            if self._value is None:
                self._read_value()
            elif self._at < len(self._text):
                self._read_behind(self._text[self._at])
            else:
                return self._ended("text")

    def _skip(self, to: int = 0) -> None:
        """Go on to what comes next, from `to` if that is farther."""
        between = _BETWEEN.match(self._text, max(to, self._at))
        self._at = between.end() if between else self._at

    def _read_value(self) -> None:
        """A value is to come, or what stands before it."""
        here = self._open[-1]
        if here.kind == "arguments" and here.is_empty and self._text.startswith(")", self._at):
            self._close(())
            return
        found = _OPERAND.match(self._text, self._at)
        if found is None:
            raise _Unfit(self._at)
        match found.lastgroup:
            case "open":
                self._open.append(_Open("brackets", _only))
            case "before" | "cast" as group:
                here.before.append(found[group])
            case "number":
                self._value = _number(found[0])
            case "text":
                self._value = Text(_unescaped(found[0][1:-1]))
            case "character":
                self._value = _character(found[0][1:-1])
            case _:
                self._value = _Word(found[0])
        self._at = found.end()

    def _read_behind(self, sign: str) -> None:
        """Something stands behind a value."""
        match sign:
            case ".":
                self._read_member()
            case "(" if isinstance(self._value, _Word):
                self._begin("arguments", partial(_function, self._value.name))
            case "[":
                self._begin("index", partial(_element, self._finished()))
            case "?":
                self._begin("then", _only, self._connected())
            case ":":
                then = self._ended("then")
                self._begin("otherwise", _only, *self._open.pop().held, then)
            case ",":
                argument = self._ended("arguments")
                self._open[-1].held.append(argument)
                self._at += 1
            case ")":
                last = self._ended("brackets", "arguments")
                self._close((*self._open[-1].held, last))
            case "]":
                self._close((self._ended("index"),))
            case _:
                self._read_operator()

    def _read_member(self) -> None:
        """What stands behind a point: a name, and arguments if it is a method."""
        of = self._finished()
        self._skip(self._at + 1)
        name = _NAME.match(self._text, self._at)
        if name is None:
            raise _Unfit(self._at)
        self._skip(name.end())
        if self._text.startswith("(", self._at):
            self._begin("arguments", partial(_method, of, name[0]))
        else:
            self._value = Member(of, name[0])

    def _read_operator(self) -> None:
        found = _OPERATOR.match(self._text, self._at)
        if found is None:
            raise _Unfit(self._at)
        self._end_term()
        self._open[-1].signs.append(found[0])
        self._at = found.end()

    def _begin(self, kind: _Kind, whole: Callable[[tuple[Syntax, ...]], Syntax], *held: Syntax) -> None:
        self._open.append(_Open(kind, whole, list(held)))
        self._value = None
        self._at += 1

    def _close(self, within: tuple[Syntax, ...]) -> None:
        self._value = self._open.pop().whole(within)
        self._at += 1

    def _finished(self) -> Syntax:
        """The value, which is no function's name."""
        value = self._value
        return _named(value.name) if isinstance(value, _Word) else cast("Syntax", value)

    def _end_term(self) -> None:
        """The value, with all that stands before it, is one of those that operators connect."""
        here = self._open[-1]
        value = self._finished()
        while here.before:
            value = _with_before(here.before.pop(), value)
        here.terms.append(value)
        self._value = None

    def _connected(self) -> Syntax:
        """What stands in what was opened last, up to here."""
        self._end_term()
        here = self._open[-1]
        value = _connected(here.terms, here.signs)
        here.terms.clear()
        here.signs.clear()
        return value

    def _ended(self, *kinds: _Kind) -> Syntax:
        """What ends here, with the choices in it: it must be of one of these kinds."""
        value = self._connected()
        while self._open[-1].kind == "otherwise":
            condition, then = self._open.pop().held
            value = _choice(condition, then, value)
        if self._open[-1].kind not in kinds:
            raise _Unfit(self._at)
        return value


@lru_cache(maxsize=_KEPT)
def parse(text: str) -> Syntax:
    """The tree of what stands between the braces; the same text is read once.

    Raises CannotTranslate where it is no expression, or one beyond what can be taken over.
    """
    if len(text) > MAX_SOURCE:
        raise CannotTranslate(f"has {len(text)} characters; {MAX_SOURCE} is the most that can be taken over")
    try:
        return _bounded(_Reading(_AT_END.sub("", text)).tree())
    except _Unfit as stop:
        raise CannotTranslate(_stopped(text, stop.position)) from None


def _stopped(text: str, position: int) -> str:
    """Where and at what reading stopped."""
    if position == len(_AT_END.sub("", text)):
        return "is no expression: it ends too soon"
    return f'is no expression: "{text[position:].strip()[:20]}" does not fit at character {position + 1}'


def _bounded(root: Syntax) -> Syntax:
    waiting = [(root, 1)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_NESTING:
            raise CannotTranslate(f"is nested more than {MAX_NESTING} deep")
        waiting.extend((part, depth + 1) for part in parts(node))
    return root


# what is made of what was read


def _only(within: tuple[Syntax, ...]) -> Syntax:
    return within[0]


def _function(name: str, arguments: tuple[Syntax, ...]) -> Syntax:
    return Function(name, arguments)


def _method(of: Syntax, name: str, arguments: tuple[Syntax, ...]) -> Syntax:
    return Method(of, name, arguments)


def _element(of: Syntax, which: tuple[Syntax, ...]) -> Syntax:
    return Element(of, which[0])


def _choice(condition: Syntax, then: Syntax, otherwise: Syntax) -> Syntax:
    if isinstance(otherwise, Choice):
        return Choice(((condition, then), *otherwise.pairs), otherwise.otherwise)
    return Choice(((condition, then),), otherwise)


def _connected(terms: list[Syntax], signs: list[str], rank: int = 0) -> Syntax:
    """Values with operators between them that are of this rank, or stronger."""
    if not signs:
        return terms[0]
    places = [place for place, sign in enumerate(signs, 1) if sign in _RANKS[rank]]
    bounds = pairwise((0, *places, len(terms)))
    first, *others = (_connected(terms[start:end], signs[start : end - 1], rank + 1) for start, end in bounds)
    if not others:
        return first
    match _RANKS[rank]:
        case ("||",):
            return Either((first, *others))
        case ("&&",):
            return Every((first, *others))
        case _:
            operators = (cast("Operator", signs[place - 1]) for place in places)
            return Chain(first, tuple(zip(operators, others, strict=True)))


def _with_before(sign: str, value: Syntax) -> Syntax:
    """A value with what stands right before it."""
    match sign, value:
        case ("-", Number()):
            return Number(wrapped(-value.value, value.value))
        case ("-", Decimal()):
            return Decimal("-" + value.text)
        case ("+", Number() | Decimal()):
            return value
        case ("-" | "+", _):
            return Sign(sign, value)
        case ("!", _):
            return Negation(value)
        case _:
            return Cast(sign, value)


def _named(name: str) -> Syntax:
    if name in ("true", "false"):
        return Truth(name == "true")
    if name in _RESERVED:
        raise CannotTranslate(f'has the word "{name}", which gives no value')
    return Variable(name[1:-1] if len(name) > 2 and name[0] == name[-1] == "$" else name)


def _number(text: str) -> Syntax:
    lower = text.lower()
    if lower.startswith("0x"):
        return _whole(text, lower[2:], 16)
    if lower.rstrip("l").isdigit():
        return _whole(text, lower, 8 if len(lower.rstrip("l")) > 1 and lower[0] == "0" else 10)
    return Decimal(lower.rstrip("fd"))


def _whole(text: str, digits: str, radix: int) -> Number:
    """A whole number as BeanShell reads it: sign by sign in 32 bits, or in 64 with an L behind it."""
    try:
        number = int(digits.rstrip("l"), radix)
    except ValueError:
        raise CannotTranslate(f"has the number {text}, which is no octal number") from None
    if number >= (2**63 if digits.endswith("l") else 2**32):
        raise CannotTranslate(f"has the number {text}, which is too large")
    return Number(number if digits.endswith("l") else wrapped(number))


def _character(written: str) -> Syntax:
    value = _unescaped(written)
    if len(value) != 1:
        raise CannotTranslate("has more than one sign in single quotes")
    return Character(value)


_ESCAPE: Final = re.compile(r"\\(u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|.)", re.DOTALL)
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
