"""BeanShell's expressions as values: what a text says, before it is known what it means in our language.

It is the part of BeanShell (Java's expressions) that VASSAL's modules use: one expression, no statements. A sign of the
private use area (a hole) stands for a value that is put into the text of a filter; see `filters`. What the nodes become
is in `translating`.
"""

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

from msgspec import Struct

MAX_SOURCE: Final = 10_000
MAX_NESTING: Final = 100
FIRST_HOLE: Final = 0xE000
LAST_HOLE: Final = 0xF8FF
_KEPT: Final = 16_384

Operator: TypeAlias = Literal[
    "==", "!=", "=~", "!~", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>", ">>>"
]


class CannotTranslate(ValueError):  # noqa: N818 - it is no fault of the program
    """Why a text is no expression of ours: the end of a sentence that begins with "It"."""


class Number(Struct, frozen=True):
    """A whole number."""

    value: int


class Decimal(Struct, frozen=True):
    """A number with a point, as it is written."""

    text: str


class Text(Struct, frozen=True):
    """A text in quotes; a `Character` is one in single quotes."""

    value: str


class Character(Struct, frozen=True):
    """One sign in single quotes."""

    value: str


class Truth(Struct, frozen=True):
    """`true` or `false`."""

    value: bool


class Variable(Struct, frozen=True):
    """A property, by its name."""

    name: str


class Sign(Struct, frozen=True):
    """`-of` or `+of`."""

    sign: str
    of: "Syntax"


class Negation(Struct, frozen=True):
    """`!of`."""

    of: "Syntax"


class Cast(Struct, frozen=True):
    """`(type) of`."""

    type: str
    of: "Syntax"


class Chain(Struct, frozen=True):
    """Operators of one rank, from left to right."""

    first: "Syntax"
    rest: tuple[tuple[Operator, "Syntax"], ...]


class Every(Struct, frozen=True):
    """`a && b && c`."""

    of: tuple["Syntax", ...]


class Either(Struct, frozen=True):
    """`a || b || c`."""

    of: tuple["Syntax", ...]


class Choice(Struct, frozen=True):
    """`condition ? then : otherwise`, one after the other: pairs of conditions and values, and what is left."""

    pairs: tuple[tuple["Syntax", "Syntax"], ...]
    otherwise: "Syntax"


class Function(Struct, frozen=True):
    """`Name(...)`."""

    name: str
    arguments: tuple["Syntax", ...]


class Method(Struct, frozen=True):
    """`of.name(...)`."""

    of: "Syntax"
    name: str
    arguments: tuple["Syntax", ...]


class Member(Struct, frozen=True):
    """`of.name`."""

    of: "Syntax"
    name: str


class Element(Struct, frozen=True):
    """`of[which]`."""

    of: "Syntax"
    which: "Syntax"


Syntax: TypeAlias = (
    Number
    | Decimal
    | Text
    | Character
    | Truth
    | Variable
    | Sign
    | Negation
    | Cast
    | Chain
    | Every
    | Either
    | Choice
    | Function
    | Method
    | Member
    | Element
)


def is_hole(sign: str) -> bool:
    """Whether a sign stands for a part that is put into a text when it is asked."""
    return FIRST_HOLE <= ord(sign) <= LAST_HOLE


def without_holes(text: str) -> str:
    """A text of a module, in which no sign stands for anything but itself."""
    if any(is_hole(sign) for sign in text):
        raise CannotTranslate("has signs of Unicode's private use area")
    return text


def parts(node: Syntax) -> tuple[Syntax, ...]:
    """What a node is made of, in the order in which it is written."""
    match node:
        case Sign() | Negation() | Cast() | Member():
            return (node.of,)
        case Chain():
            return (node.first, *(operand for _, operand in node.rest))
        case Every() | Either():
            return node.of
        case Choice():
            return (*(part for pair in node.pairs for part in pair), node.otherwise)
        case Function():
            return node.arguments
        case Method():
            return (node.of, *node.arguments)
        case Element():
            return (node.of, node.which)
        case _:
            return ()


def whole_tree(root: Syntax) -> list[Syntax]:
    """All nodes of a tree."""
    found = [root]
    for node in found:  # grows while it is walked
        found.extend(parts(node))
    return found


@lru_cache(maxsize=_KEPT)
def parse(text: str) -> Syntax:
    """The tree of what stands between the braces; the same text is read once.

    Raises CannotTranslate where it is no expression, or one beyond what can be taken over.
    """
    if len(text) > MAX_SOURCE:
        raise CannotTranslate(f"has {len(text)} characters; {MAX_SOURCE} is the most that can be taken over")
    return _bounded(_Reading(text).whole())


def _bounded(root: Syntax) -> Syntax:
    waiting = [(root, 1)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_NESTING:
            raise CannotTranslate(_TOO_DEEP)
        waiting.extend((part, depth + 1) for part in parts(node))
    return root


_TOO_DEEP: Final = f"is nested more than {MAX_NESTING} deep"
_BLANK: Final = re.compile(r"(?:\s+|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_NAME: Final = re.compile(r"(?:[^\W\d]|[$\uE000-\uF8FF])[\w$\uE000-\uF8FF]*")
_PREFIX: Final = re.compile(
    r"[-+!]|\(\s*(?:int|long|short|byte|float|double|boolean|char"
    r"|String|Object|Integer|Long|Float|Double|Boolean)\s*\)"
)
_OPERAND: Final = re.compile(
    r"(?P<number>(?:0[xX][0-9a-fA-F]+[lL]?"
    r"|(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eEfFdD]))(?:[eE][-+]?[0-9]+)?[fFdD]?|[0-9]+[lL]?)(?![\w.]))"
    r'|(?P<text>"(?:[^"\\\n\r]|\\.)*")'
    r"|(?P<character>'(?:[^'\\\n\r]|\\.[0-7]{0,2})')"
    rf"|(?P<name>{_NAME.pattern})"
    r"|(?P<opening>\()"
)
_OPERATOR: Final = re.compile(r">>>|<<|>>|[<>=!]=|[=!]~|\|\||&&|[-+*/%<>|&^]")
_GOES_ON: Final = re.compile(rf"\Z|[?:,.)\[\]]|{_OPERATOR.pattern}")
"""What may stand after an operand: the end, or a sign."""

_RANKS: Final = ("||", "&&", "|", "^", "&", "== != =~ !~", "< <= > >=", "<< >> >>>", "+ -", "* / %")
_RANK: Final = {sign: rank for rank, signs in enumerate(_RANKS) for sign in signs.split()}
"""How strongly each operator binds."""


class _Reading:
    """Reads an expression from left to right: one method for each thing that can stand somewhere."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._deep = 0
        self._skip_blank()

    def whole(self) -> Syntax:
        """The whole text as one expression."""
        root = self._choice()
        if self._at < len(self._text):
            raise self._stopped()
        return root

    def _choice(self) -> Syntax:
        """`condition ? then : otherwise`, or an operation alone."""
        self._deep += 1
        if self._deep > MAX_NESTING:
            raise CannotTranslate(_TOO_DEEP)
        pairs: list[tuple[Syntax, Syntax]] = []
        last = self._operation()
        while self._takes("?"):
            then = self._choice()
            self._must_take(":")
            pairs.append((last, then))
            last = self._operation()
        self._deep -= 1
        if not pairs:
            return last
        return Choice((*pairs, *last.pairs), last.otherwise) if isinstance(last, Choice) else Choice(tuple(pairs), last)

    def _operation(self) -> Syntax:
        """Operands with operators between them."""
        operands, operators = [self._operand()], []
        while found := self._matched(_OPERATOR):
            operators.append(found[0])
            operands.append(self._operand())
        return _grouped(operands, operators)

    def _operand(self) -> Syntax:
        """What signs and casts stand before, and members, methods and elements after."""
        before = []
        while found := self._matched(_PREFIX):
            before.append(found[0])
        node = self._after(self._atom())
        for prefix in reversed(before):
            node = _prefixed(prefix, node)
        return node

    def _after(self, node: Syntax) -> Syntax:
        while True:
            if self._takes("."):
                name = self._matched(_NAME)
                if name is None:
                    raise self._stopped()
                node = Method(node, name[0], self._arguments()) if self._takes("(") else Member(node, name[0])
            elif self._takes("["):
                node = Element(node, self._choice())
                self._must_take("]")
            else:
                return node

    def _atom(self) -> Syntax:
        found = self._matched(_OPERAND)
        if found is None:
            raise self._stopped()
        match found.lastgroup:
            case "number":
                return _number(found[0])
            case "text":
                return Text(_unescaped(found[0][1:-1]))
            case "character":
                return _character(found[0][1:-1])
            case "name":
                return Function(found[0], self._arguments()) if self._takes("(") else self._variable(found[0])
            case _:
                node = self._choice()
                self._must_take(")")
                return node

    def _arguments(self) -> tuple[Syntax, ...]:
        """What stands between the brackets, of which the first is taken."""
        if self._takes(")"):
            return ()
        found = [self._choice()]
        while self._takes(","):
            found.append(self._choice())
        self._must_take(")")
        return tuple(found)

    def _variable(self, name: str) -> Syntax:
        if name in ("true", "false"):
            return Truth(name == "true")
        if name in _RESERVED and _GOES_ON.match(self._text, self._at):
            raise CannotTranslate(f'has the word "{name}", which gives no value')
        return Variable(name[1:-1] if len(name) > 2 and name[0] == name[-1] == "$" else name)

    # the text

    def _matched(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What of a pattern stands here, if it does, and go on behind it."""
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
            self._skip_blank()
        return found

    def _skip_blank(self) -> None:
        blank = _BLANK.match(self._text, self._at)
        assert blank is not None
        self._at = blank.end()

    def _takes(self, sign: str) -> bool:
        if not self._text.startswith(sign, self._at):
            return False
        self._at += len(sign)
        self._skip_blank()
        return True

    def _must_take(self, sign: str) -> None:
        if not self._takes(sign):
            raise self._stopped()

    def _stopped(self) -> CannotTranslate:
        """Where and at what reading stopped."""
        rest = self._text[self._at :].strip()
        if not rest:
            return CannotTranslate("is no expression: it ends too soon")
        return CannotTranslate(f'is no expression: "{rest[:20]}" does not fit at character {self._at + 1}')


def _grouped(operands: list[Syntax], operators: list[str]) -> Syntax:
    """Operands with operators between them, cut where the weakest of these stand."""
    if not operators:
        return operands[0]
    weakest = min(_RANK[sign] for sign in operators)
    cuts = [at for at, sign in enumerate(operators) if _RANK[sign] == weakest]
    starts, ends = (0, *(at + 1 for at in cuts)), (*cuts, len(operators))
    parts = [_grouped(operands[start : end + 1], operators[start:end]) for start, end in zip(starts, ends, strict=True)]
    signs = [operators[at] for at in cuts]
    if signs[0] == "||":
        return Either(tuple(parts))
    if signs[0] == "&&":
        return Every(tuple(parts))
    return Chain(parts[0], tuple(zip(cast("list[Operator]", signs), parts[1:], strict=True)))


def _prefixed(prefix: str, of: Syntax) -> Syntax:
    """What a sign, a negation or a cast makes of what stands behind it."""
    if prefix == "!":
        return Negation(of)
    if prefix not in ("+", "-"):
        return Cast(prefix.strip("() \t\r\n"), of)
    if isinstance(of, Number):
        return Number(-of.value) if prefix == "-" else of
    if isinstance(of, Decimal):
        return Decimal("-" + of.text) if prefix == "-" else of
    return Sign(prefix, of)


_RESERVED: Final = frozenset(("null", "void", "new", "return", "this", "super", "instanceof", "if", "else", "for"))
_LARGEST: Final = 2**31


def _character(quoted: str) -> Syntax:
    value = _unescaped(quoted)
    if len(value) != 1:
        raise CannotTranslate("has more than one sign in single quotes")
    return Character(value)


def _number(text: str) -> Syntax:
    lower = text.lower()
    if lower.startswith("0x"):
        return Number(_whole(int(lower.rstrip("l"), 16)))
    if lower.rstrip("l").isdigit():
        digits = lower.rstrip("l")
        if len(digits) > 1 and digits[0] == "0":
            if not set(digits) <= set("01234567"):
                raise CannotTranslate(f"has the number {text}, which is no octal number")
            return Number(_whole(int(digits, 8)))
        return Number(_whole(int(digits)))
    return Decimal(lower.rstrip("fd"))


def _whole(number: int) -> int:
    if number > _LARGEST:
        raise CannotTranslate(f"has the number {number}, which is too large")
    return number


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
