"""Parts of translated expressions with their known types, and VASSAL's rules for combining two.

VASSAL stores properties as texts. An expression reads a text of digits as a whole number, and `true` and `false` as
truth values. A missing property is the empty text, which counts as 0 beside a number. A text in quotes is always a
text. Where our own operators would give another result, a function of our language is used.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from tabletop.expression import as_number, as_text
from tabletop.expression.tree import (
    AllOf,
    AnyOf,
    Arithmetic,
    Call,
    Compare,
    Comparison,
    Constant,
    Join,
    Mine,
    Name,
    Negative,
    Node,
    Not,
    PropertyOf,
    ScopeNode,
    children,
    negative,
)
from tabletop.expression.tree import Operator as Sign
from tabletop.expression.value_rules import as_decimal
from tabletop.vassal.expressions.syntax import CannotTranslate, wrapped

Type: TypeAlias = Literal["whole", "text", "yes", "decimal", "any", "list"]
"""The type of a part's value. `any` is a property that may hold any type; `list` is a text that was split."""


ALWAYS: Final = Constant(True)
"""The condition that always holds, for a count without a condition."""


Raw: TypeAlias = Literal["", "plain", "plain_whole"]
"""The function that turns the text of a property ("007") into the value that VASSAL reads (7): `plain` if the property
is read by its name, `plain_whole` (no decimals) if a VASSAL function reads it. The empty text is for all other parts.
"""


class TypedPart(NamedTuple):
    """A translated part of an expression, with the type of its value."""

    node: Node
    type: Type
    raw: Raw = ""


def text(value: str) -> TypedPart:
    """Return a constant text."""
    return TypedPart(Constant(value), "text")


def whole(value: int) -> TypedPart:
    """Return a constant number."""
    return TypedPart(Constant(value), "whole")


def yes(node: Node) -> TypedPart:
    """Return a part that is true or false."""
    return TypedPart(node, "yes")


def call(function: str, *arguments: Node) -> Call:
    """Return a call of one of our functions."""
    return Call(function, arguments)


def constant(part: TypedPart) -> str | None:
    """Return the text of a constant part; None if it must be calculated."""
    return as_text(part.node.value) if isinstance(part.node, Constant) else None


def plain(part: TypedPart, *, zeros_stay: bool = False) -> TypedPart:
    """Return the part as VASSAL reads its property. If `zeros_stay`, numbers with leading zeros remain texts."""
    if not part.raw or (zeros_stay and part.raw == "plain"):
        return part
    return TypedPart(call(part.raw, part.node), part.type)


def all_of(parts: list[Node]) -> Node:
    """Build `a and b and c`."""
    flat = [one for part in parts for one in (part.of if isinstance(part, AllOf) else (part,))]
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def any_of(parts: list[Node]) -> Node:
    """Build `a or b or c`."""
    flat = [one for part in parts for one in (part.of if isinstance(part, AnyOf) else (part,))]
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def joined(parts: list[Node]) -> Node:
    """Build a node that joins the values of these nodes as text, in order."""
    flat: list[Node] = []
    for one in (one for part in parts for one in (part.of if isinstance(part, Join) else (part,))):
        if flat and isinstance(one, Constant) and isinstance(flat[-1], Constant):
            flat[-1] = Constant(as_text(flat[-1].value) + as_text(one.value))
        else:
            flat.append(one)
    return flat[0] if len(flat) == 1 else Join(tuple(flat))


def negated(node: Node) -> Node:
    """Build `not node` in its shortest form."""
    if isinstance(node, Not):
        return node.of
    if isinstance(node, Constant):
        return Constant(not node.value)
    if isinstance(node, Compare) and node.operator in ("==", "!="):
        return Compare("!=" if node.operator == "==" else "==", node.left, node.right)
    return Not(node)


def asked_by(node: Node) -> Node:
    """Return a node that is evaluated for the asking piece, even within a condition on counted pieces."""
    return node if isinstance(node, Constant) else Mine(node)


# choosing


def choice(
    pairs: list[tuple[Node, TypedPart]], otherwise: TypedPart, *, works_out_all: bool = False, zeros_stay: bool = False
) -> TypedPart:
    """Build `if(condition, value, ..., otherwise)`; nested choices become one with more conditions.

    With `works_out_all` an error in any value is an error of the whole choice: the result is a `pick`, unless no value
    can fail. Each property is read separately if a value may be a text like "007", which must keep its zeros.
    """
    if any(map(_may_have_zeros, (*(value for _, value in pairs), otherwise))):
        pairs = [(condition, _read_alone(value, zeros_stay)) for condition, value in pairs]
        otherwise = _read_alone(otherwise, zeros_stay)
    values = [value for _, value in pairs]
    arguments = [node for condition, value in pairs for node in (condition, value.node)]
    last = otherwise.node
    function = "pick" if works_out_all and any(map(_may_do_more, (*(value.node for value in values), last))) else "if"
    more = last.arguments if isinstance(last, Call) and last.function == function else (last,)
    types = {value.type for value in (*values, otherwise)}
    if "list" in types:
        raise CannotTranslate("chooses between lists")
    only = types.pop() if len(types) == 1 else "any"
    raw = max((value.raw for value in (*values, otherwise)), key=_HOW_RAW.index)
    return TypedPart(call(function, *arguments, *more), only, raw)


def _may_have_zeros(part: TypedPart) -> bool:
    """Return whether a part other than a property may be a text that shows a number with leading zeros."""
    written = constant(part)
    is_so = written is None or (as_number(written) is not None and as_text(as_number(written)) != written)
    return part.type in ("text", "any") and not part.raw and is_so


def _read_alone(part: TypedPart, zeros_stay: bool) -> TypedPart:
    """Return a part that is read separately, and does not depend on the parts beside it."""
    if zeros_stay and part.raw == "plain":
        return TypedPart(call("either", part.node, Constant("")), part.type)
    return plain(part)


def _may_do_more(node: Node | ScopeNode) -> bool:
    """Return whether the evaluation of a part may fail, draw random numbers or show something."""
    is_harmless = node.function in _HARMLESS if isinstance(node, Call) else not isinstance(node, Arithmetic | Negative)
    return not is_harmless or any(map(_may_do_more, children(node)))


# fmt: off
_HARMLESS: Final = frozenset((
    "before", "contains", "either", "ends_with", "find", "find_last", "if", "items", "known", "length", "lower",
    "order", "plain", "plain_whole", "plus", "replace", "same", "starts_with", "text", "trim", "upper",
))
# fmt: on


_HOW_RAW: Final[tuple[Raw, ...]] = ("", "plain_whole", "plain")


# comparing


def equality(left: TypedPart, right: TypedPart, *, zeros_stay: bool = False) -> Node:
    """Build `left == right`."""
    if "decimal" in (left.type, right.type):
        return _beside_decimal("==", left, right)
    if isinstance(left.node, Constant) and isinstance(right.node, Constant):
        return Constant(_same(left, right))
    if isinstance(left.node, Constant):
        return _equals(right, left, zeros_stay, turned=True)
    return _equals(left, right, zeros_stay, turned=False)


def _beside_decimal(operator: Comparison, left: TypedPart, right: TypedPart) -> Node:
    """Return the comparison of a decimal with another part: as numbers if the other is a number, else as texts."""
    types = {left.type, right.type}
    if types <= {"decimal", "whole"}:
        return Compare(operator, call("decimal_order", left.node, right.node), Constant(0))
    if "any" in types:
        return Compare(operator, left.node, right.node)
    return call("same", left.node, right.node) if operator == "==" else by_letters(operator, left.node, right.node)


def _same(left: TypedPart, right: TypedPart) -> bool:
    """Return whether two constants are equal: a number equals an empty text if it is 0."""
    texts = [constant(part) for part in (left, right)]
    if {left.type, right.type} == {"whole", "text"} and "" in texts:
        return "0" in texts
    return texts[0] == texts[1]


def _equals(left: TypedPart, right: TypedPart, zeros_stay: bool, *, turned: bool) -> Node:
    """Build the comparison of two parts for equality. A constant is on the right; `turned` says that it was on the
    left.
    """
    types = {left.type, right.type}
    if types == {"yes"}:
        if isinstance(right.node, Constant):
            return left.node if right.node.value else negated(left.node)
        return _compared(left.node, right.node)
    if "yes" in types:
        if isinstance(right.node, Constant) and "whole" not in types:
            return _compared(left.node, Constant(as_text(right.node.value)), turned=turned)
        return call("same", left.node, right.node)
    value = constant(right)
    is_for_texts = value is None and "text" in types
    if left.type == "text":
        is_for_texts = is_for_texts or (value != "0" if right.type == "whole" else not _is_word(value))
    elif right.type == "text" and value:
        is_for_texts = not _is_word(value)
    if is_for_texts:
        read = (plain(part, zeros_stay=zeros_stay).node for part in (left, right))
        return call("same", *read)
    return _compared(left.node, right.node, turned=turned)


def _compared(left: Node, right: Node, *, turned: bool = False) -> Node:
    return Compare("==", right, left) if turned else Compare("==", left, right)


def _is_word(value: str | None) -> bool:
    """Return whether a text cannot be read as anything but a text."""
    return bool(value) and as_number(value) is None and as_decimal(value) is None


def comparison(operator: Comparison, left: TypedPart, right: TypedPart, *, zeros_stay: bool = False) -> Node:
    """Build `left < right` or another comparison. Raises `CannotTranslate` if both are true or false."""
    if {left.type, right.type} == {"yes"}:
        raise CannotTranslate(f'asks with {operator} which of "true" and "false" is the larger')
    if "decimal" in (left.type, right.type):
        return _beside_decimal(operator, left, right)
    if any(_wants_letters(part) for part in (left, right)):
        return by_letters(operator, *(plain(part, zeros_stay=zeros_stay).node for part in (left, right)))
    return Compare(operator, left.node, right.node)


def _wants_letters(part: TypedPart) -> bool:
    """Return whether VASSAL compares the part as a text where our language could compare numbers."""
    value = constant(part)
    return part.type == "yes" or (part.type == "text" and value != "" and not _is_word(value))


def by_letters(operator: str, left: Node, right: Node) -> Node:
    """Build `left < right` or another comparison of both sides as texts, even of numbers."""
    if operator in ("<", ">="):
        before: Node = call("before", left, right)
    else:
        before = call("before", right, left)
    return before if operator in ("<", ">") else negated(before)


# arithmetic


def total(parts: list[TypedPart], *, zeros_stay: bool = False) -> TypedPart:
    """Build `a + b + c`. Numbers are added from left to right; from the first text on, everything is joined as
    text. Raises `CannotTranslate` if all of them are true or false, or if a decimal is added to such a value.
    """
    kinds = {part.type for part in parts}
    if kinds == {"whole"}:
        return TypedPart(_chain(parts[0].node, [("+", part.node) for part in parts[1:]]), "whole")
    if "decimal" in kinds:
        return _decimal_total(parts)
    if kinds == {"yes"}:
        raise CannotTranslate("adds a true or false value")
    first_text = next((number for number, part in enumerate(parts) if _makes_text(part)), None)
    if first_text is not None and first_text <= 1:
        return _join(parts, zeros_stay=zeros_stay)
    if "any" in kinds and all(
        part.type != "text" or _is_word(constant(part)) or constant(part) == "" for part in parts
    ):
        return TypedPart(call("plus", *(part.node for part in parts)), "any")
    if first_text is None:
        return TypedPart(call("plus", *(part.node for part in parts)), "any")
    return _join([total(parts[:first_text], zeros_stay=zeros_stay), *parts[first_text:]], zeros_stay=zeros_stay)


def sum_with_sign(other: TypedPart, sign: str, *, comes_first: bool = False) -> TypedPart:
    """Build `other + 'x'`, or `'x' + other`: beside a text, a character in single quotes is a text; beside a whole
    number, it is a number. Raises `CannotTranslate` for any other value.
    """
    if other.type not in ("whole", "text", "any"):
        raise CannotTranslate("adds a character in single quotes to something other than a text or a whole number")
    number = total([other, whole(ord(sign))])
    pair = [plain(other), text(sign)]
    written = TypedPart(joined([part.node for part in (reversed(pair) if comes_first else pair)]), "text")
    if other.type != "any":
        return number if other.type == "whole" else written
    is_number = call("known", call("number", other.node, Constant(None)))
    return TypedPart(call("if", is_number, number.node, written.node), "any")


def _makes_text(part: TypedPart) -> bool:
    """Return whether the part turns everything added to it into text."""
    return part.type == "text" and constant(part) != ""


def _join(parts: list[TypedPart], *, zeros_stay: bool) -> TypedPart:
    plus_will_do = all(part.type != "text" or _is_word(constant(part)) for part in parts)
    if plus_will_do and not zeros_stay and any(part.raw for part in parts):
        return TypedPart(call("plus", *(part.node for part in parts)), "text")
    return TypedPart(joined([plain(part, zeros_stay=zeros_stay).node for part in parts]), "text")


def _decimal_total(parts: list[TypedPart]) -> TypedPart:
    so_far = parts[0]
    for part in parts[1:]:
        if "text" in (so_far.type, part.type):
            so_far = TypedPart(joined([plain(so_far).node, plain(part).node]), "text")
        elif "decimal" in (so_far.type, part.type):
            so_far = decimal(so_far, "+", part)
        else:
            so_far = total([so_far, part])
    return so_far


def decimal(left: TypedPart, sign: str, right: TypedPart) -> TypedPart:
    """Return the result of an operator between two parts of which one is not a whole number."""
    return TypedPart(call("decimal", _number(left), Constant(sign), _number(right)), "decimal")


def _number(part: TypedPart) -> Node:
    if part.type in ("text", "yes"):
        raise CannotTranslate("uses decimals with something that is not a number")
    return part.node


def reckoned(left: TypedPart, sign: Sign, right: TypedPart) -> TypedPart:
    """Build `left - right` or another operation; for + use `total`.

    An empty text beside another part counts as 0. Raises `CannotTranslate` for other texts, truth values and lists, and
    if a constant is divided by 0.
    """
    if "decimal" in (left.type, right.type):
        return decimal(left, sign, right)
    for part in (left, right):
        if part.type in ("yes", "list") or (part.type == "text" and constant(part) != ""):
            raise CannotTranslate(f"uses {sign} on something that is not a number")
    if left.type == right.type == "text":
        raise CannotTranslate(f"uses {sign} on texts")
    left, right = (whole(0) if part.type == "text" else part for part in (left, right))
    if isinstance(left.node, Constant) and isinstance(right.node, Constant) and left.type == right.type == "whole":
        return whole(_folded(sign, int(as_text(left.node.value)), int(as_text(right.node.value))))
    return TypedPart(_chain(left.node, [(sign, right.node)]), "whole")


def is_surely_whole(part: TypedPart) -> bool:
    """Return whether the value is a whole number even if a property holds a fraction, for example 2.5."""
    return part.type == "whole" and not _reads(part.node)


def _reads(node: Node | ScopeNode) -> bool:
    """Return whether a calculation reads properties as numbers."""
    match node:
        case Name() | PropertyOf():
            return True
        case Arithmetic() | Negative():
            return any(map(_reads, children(node)))
        case Call(function, _):
            return function in _KEEPING and any(map(_reads, children(node)))
    return False


_KEEPING: Final = frozenset(("abs", "either", "if", "max", "min", "pick", "plain", "plain_whole", "plus"))
"""The names of functions that give a fraction if their arguments have one."""


def _chain(first: Node, rest: list[tuple[Sign, Node]]) -> Node:
    constants = [first, *(node for _, node in rest)]
    if all(isinstance(node, Constant) for node in constants):
        result = int(as_text(constants[0].value))  # type: ignore[union-attr]
        for sign, node in rest:
            result = _folded(sign, result, int(as_text(node.value)))  # type: ignore[union-attr]
        return Constant(result)
    same_rank = isinstance(first, Arithmetic) and (first.rest[0][0] in "+-") == (rest[0][0] in "+-")
    if same_rank:
        assert isinstance(first, Arithmetic)
        return Arithmetic(first.first, (*first.rest, *rest))
    return Arithmetic(first, tuple(rest))


def _folded(sign: Sign, left: int, right: int) -> int:
    """Return the result of two numbers in 32 bits. Raises `CannotTranslate` for a division by 0."""
    if sign in "/%":
        if right == 0:
            raise CannotTranslate("divides by 0")
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return wrapped(quotient if sign == "/" else left - right * quotient, left, right)
    return wrapped({"+": left + right, "-": left - right, "*": left * right}[sign], left, right)


def minus(part: TypedPart) -> TypedPart:
    """Build `-part`. Raises `CannotTranslate` if it is not a number."""
    if part.type == "decimal":
        return decimal(whole(0), "-", part)
    if part.type in ("text", "yes", "list"):
        raise CannotTranslate("has a minus sign before something that is not a number")
    return TypedPart(negative(part.node), "whole")
