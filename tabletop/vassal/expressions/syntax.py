"""BeanShell's expressions as values: what a text says, before it is known what it means in our language.

`parsing` makes them of texts; what they become is in `translating`.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

FIRST_HOLE: Final = 0xE000
LAST_HOLE: Final = 0xF8FF

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


def wrapped(number: int, *of: int) -> int:
    """A number as 32 bits keep it, or 64 where one of those that it comes of needs more than 32."""
    most = 2**31 if all(-(2**31) <= one < 2**31 for one in of) else 2**63
    return (number + most) % (2 * most) - most
