"""The old property matches, `Nation = GE && Strength > 3`, as conditions of our language.

They have no brackets. `||` separates alternatives, `&&` separates the conditions in an alternative, and a condition is
a name, an operator and a text. VASSAL compares whole numbers if both sides are whole numbers, else texts. A missing
property is the text `null`, which is greater than any number.
"""

from typing import TYPE_CHECKING, Final

from tabletop.expression.tree import Compare, Comparison, Constant, Node
from tabletop.vassal.expressions import typed_parts
from tabletop.vassal.expressions.methods import pattern_of
from tabletop.vassal.expressions.typed_parts import TypedPart, call

if TYPE_CHECKING:
    from tabletop.vassal.expressions.translator import ExpressionTranslation

_OPERATORS: Final = ("!=", "<=", ">=", ">", "<", "=~", "=", "!~")
"""The operators in the order in which VASSAL looks for them: the first one found in a part divides it."""

_ORDERED: Final[dict[str, Comparison]] = {"<=": "<=", ">=": ">=", ">": ">", "<": "<"}
_MISSING: Final = Constant("null")


def old_match(translating: "ExpressionTranslation", text: str) -> Node:
    """Return the condition of a property match, which may have holes. Without an operator it always holds."""
    either = _split(text, "||")
    if len(either) > 1:
        return typed_parts.any_of([old_match(translating, part) for part in either])
    both = _split(text, "&&")
    if len(both) > 1:
        return typed_parts.all_of([old_match(translating, part) for part in both])
    operator = next((one for one in _OPERATORS if one in text), None)
    if operator is None:
        return Constant(True)
    pieces = _split(text, operator)
    if not pieces:
        return Constant(True)
    name = translating.filled(pieces[0].strip())
    value = translating.filled(pieces[1].strip()) if len(pieces) > 1 else typed_parts.text("")
    return _compared(operator, translating.property_of(name).node, value)


def _split(text: str, separator: str) -> list[str]:
    """Return the parts of a text, split as in Java: empty parts at the end are left out."""
    parts = text.split(separator)
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _compared(operator: str, value: Node, wanted: TypedPart) -> Node:
    known = typed_parts.constant(wanted)
    if operator in ("=", "!="):
        equals = _equals(value, wanted.node, known)
        return typed_parts.negated(equals) if operator == "!=" else equals
    kept = call("either", value, _MISSING)
    if operator in ("=~", "!~"):
        found: Node = call("matches", kept, pattern_of(wanted))
        return typed_parts.negated(found) if operator == "!~" else found
    return Compare(_ORDERED[operator], call("order", kept, wanted.node), Constant(0))


def _equals(value: Node, wanted: Node, known: str | None) -> Node:
    same = call("same", value, wanted)
    if known == "null":
        return typed_parts.any_of([typed_parts.negated(call("known", value)), same])
    if known == "":
        return typed_parts.all_of([call("known", value), same])
    return same
