"""The parsed form of an expression: plain values that can be kept in a cache, compared, walked and printed.

``compiled`` gives nodes their meaning, and ``printer`` writes them as text. A chain of one operator is one node, so a
long sum is not deeply nested. :func:`checked` limits the depth of a tree.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.game_questions import ScopeKind, Unit
from tabletop.expression.value_rules import Value

MAX_NESTING = 100
MAX_COUNT_NESTING = 3

Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
Operator: TypeAlias = Literal["+", "-", "*", "/", "%"]
How: TypeAlias = Literal["count", "sum", "highest", "lowest", "first"]


class Constant(Struct, frozen=True, tag=True):
    """A value written in the expression itself; negative numbers are constants too."""

    value: Value


class Name(Struct, frozen=True, tag=True):
    """A property of the piece in question."""

    name: str


class Negative(Struct, frozen=True, tag=True):
    """The negation ``-of``."""

    of: "Node"


class Not(Struct, frozen=True, tag=True):
    """The condition ``not of``."""

    of: "Node"


class Arithmetic(Struct, frozen=True, tag=True):
    """A value ``first``, then operators with operands, from left to right. All have one rank (``+ -`` or ``* / %``)."""

    first: "Node"
    rest: tuple[tuple[Operator, "Node"], ...]


class Join(Struct, frozen=True, tag=True):
    """The concatenation of texts, ``a ~ b ~ c``."""

    of: tuple["Node", ...]


class Compare(Struct, frozen=True, tag=True):
    """A comparison, for example ``left == right``."""

    operator: Comparison
    left: "Node"
    right: "Node"


class AllOf(Struct, frozen=True, tag=True):
    """The condition ``a and b and c``."""

    of: tuple["Node", ...]


class AnyOf(Struct, frozen=True, tag=True):
    """The condition ``a or b or c``."""

    of: tuple["Node", ...]


class Call(Struct, frozen=True, tag=True):
    """A call of a function by its name, with its arguments."""

    function: str
    arguments: tuple["Node", ...]


class ScopeNode(Struct, frozen=True, tag=True):
    """The place to look. Its arguments are worked out for the piece in question."""

    kind: ScopeKind
    arguments: tuple["Node", ...]


class Count(Struct, frozen=True, tag=True):
    """A question about the pieces in a scope. ``summed`` and ``condition`` are worked out for each of them."""

    how: How
    scope: ScopeNode
    summed: "Node | None"
    condition: "Node | None"


class Mine(Struct, frozen=True, tag=True):
    """A part of a count, ``of``, that is worked out for the piece that asks instead of the counted piece."""

    of: "Node"


class PropertyOf(Struct, frozen=True, tag=True):
    """A property of the thing that ``scope`` means. If ``scope`` is None, it is a property of the piece in question,
    and its name is calculated.
    """

    name: "Node"
    scope: ScopeNode | None


class Distance(Struct, frozen=True, tag=True):
    """The distance to a spot from the spot ``start``, or from the piece in question if that is None."""

    unit: Unit
    to: ScopeNode
    start: ScopeNode | None


Plain: TypeAlias = Constant | Name | Negative | Not | Arithmetic | Join | Compare | AllOf | AnyOf | Call
Asking: TypeAlias = Count | Mine | PropertyOf | Distance
Node: TypeAlias = Plain | Asking


def children(node: Node | ScopeNode) -> tuple[Node | ScopeNode, ...]:
    """Return the parts of ``node``, in the order in which they are written."""
    match node:
        case Negative() | Not() | Mine():
            return (node.of,)
        case Arithmetic():
            return (node.first, *(operand for _, operand in node.rest))
        case Join() | AllOf() | AnyOf():
            return node.of
        case Compare():
            return (node.left, node.right)
        case Call() | ScopeNode():
            return node.arguments
        case Count():
            return _present(node.scope, node.summed, node.condition)
        case PropertyOf():
            return _present(node.name, node.scope)
        case Distance():
            return _present(node.to, node.start)
        case Constant() | Name():
            return ()


def checked(root: Node) -> Node:
    """Return ``root`` itself if it is not nested too deeply; otherwise raise an :class:`ExpressionError`."""
    waiting: list[tuple[Node | ScopeNode, int, int]] = [(root, 1, 0)]
    while waiting:
        node, depth, counts = waiting.pop()
        counts += isinstance(node, Count)
        if depth > MAX_NESTING:
            raise ExpressionError(
                f"It is nested more than {MAX_NESTING} deep. Long choices fit into one if(): "
                "if(condition, value, condition, value, ..., otherwise)."
            )
        if counts > MAX_COUNT_NESTING:
            raise ExpressionError(f"Counts stand inside counts more than {MAX_COUNT_NESTING} deep.")
        waiting.extend((child, depth + 1, counts) for child in children(node))
    return root


def size(root: Node) -> int:
    """Return the number of nodes of a tree, those inside its counts included. One evaluation is charged this much work,
    and the counting besides.
    """
    waiting: list[Node | ScopeNode] = [root]
    for node in waiting:
        waiting.extend(children(node))
    return len(waiting)


def negative(of: Node) -> Node:
    """Return ``-of``. Of a number, return the negative number, so that each number has only one form."""
    if isinstance(of, Constant) and type(of.value) is int:
        return Constant(-of.value)
    return Negative(of)


def _present(*nodes: Node | ScopeNode | None) -> tuple[Node | ScopeNode, ...]:
    return tuple(node for node in nodes if node is not None)
