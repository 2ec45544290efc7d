"""The printer of trees as text that parses to the same tree. There is one standard spelling, without extra brackets."""

import re
from collections.abc import Sequence

from tabletop.expression.game_questions import DISTANCES
from tabletop.expression.tree import (
    AllOf,
    AnyOf,
    Arithmetic,
    Call,
    Compare,
    Constant,
    Count,
    Distance,
    Join,
    Mine,
    Name,
    Negative,
    Node,
    Not,
    PropertyOf,
    ScopeNode,
    checked,
)
from tabletop.expression.value_rules import Value

_ANY, _ALL, _NOT, _COMPARE, _JOIN, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)

PLAIN_NAME = re.compile(r"(?!(?:and|or|not|true|false|nothing)\b)[^\W\d]\w*")
"""The pattern of the names of properties that can be written without dollar signs."""

_ODD_NAME = re.compile(r"[^$]+")
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})


def print_tree(tree: Node) -> str:
    """Return the text of ``tree``. Raises :class:`ExpressionError` if it is nested too deeply."""
    return _written(checked(tree))


def print_name(name: str) -> str:
    """Return a property's name as it is written in an expression: bare, between dollar signs, or with ``property``."""
    if PLAIN_NAME.fullmatch(name):
        return name
    if _ODD_NAME.fullmatch(name):
        return f"${name}$"
    return f"property({print_value(name)})"


def print_value(value: Value) -> str:
    """Return ``value`` as a constant of the language."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return f'"{value.translate(_ESCAPES)}"'


def _written(node: Node) -> str:
    match node:
        case Constant(value):
            return print_value(value)
        case Name(name):
            return print_name(name)
        case Negative(of):
            return f"-{_operand(of, _UNARY)}"
        case Not(of):
            return f"not {_operand(of, _NOT)}"
        case Arithmetic(first, rest):
            inner = _rank(node) + 1
            return _operand(first, inner) + "".join(f" {sign} {_operand(of, inner)}" for sign, of in rest)
        case Join(of):
            return " ~ ".join(_operand(part, _SUM) for part in of)
        case Compare(operator, left, right):
            return f"{_operand(left, _JOIN)} {operator} {_operand(right, _JOIN)}"
        case AllOf(of):
            return " and ".join(_operand(part, _NOT) for part in of)
        case AnyOf(of):
            return " or ".join(_operand(part, _ALL) for part in of)
        case _:
            return _call(node)


def _call(node: Call | Count | Mine | PropertyOf | Distance) -> str:
    match node:
        case Call(function, arguments):
            return f"{function}({_list(arguments)})"
        case Count(how, scope, summed, condition):
            parts = (part for part in (summed, condition) if part is not None)
            return f"{how}({', '.join((_scope(scope), *map(_written, parts)))})"
        case Mine(of):
            return f"mine({_written(of)})"
        case PropertyOf(name, at):
            return f"property({_written(name)}{f', {_scope(at)}' if at else ''})"
        case Distance(unit, to, start):
            function = next(name for name, each in DISTANCES.items() if each == unit)
            return f"{function}({_scope(to)}{f', {_scope(start)}' if start else ''})"


def _scope(scope: ScopeNode) -> str:
    return f"{scope.kind}({_list(scope.arguments)})" if scope.arguments else scope.kind


def _list(nodes: Sequence[Node]) -> str:
    return ", ".join(map(_written, nodes))


def _operand(node: Node, least: int) -> str:
    """Return the text of ``node`` as an operand, in brackets if it binds more loosely than ``least``."""
    return _written(node) if _rank(node) >= least else f"({_written(node)})"


def _rank(node: Node) -> int:
    match node:
        case AnyOf():
            return _ANY
        case AllOf():
            return _ALL
        case Not():
            return _NOT
        case Compare():
            return _COMPARE
        case Join():
            return _JOIN
        case Arithmetic(_, rest):
            return _SUM if rest[0][0] in "+-" else _PRODUCT
        case Negative():
            return _UNARY
        case Constant(int(value)) if value < 0 and not isinstance(value, bool):
            return _UNARY
        case _:
            return _ATOM
