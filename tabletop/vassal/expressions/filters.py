"""Conditions that an expression contains as text, or joins from parts: `Count("{Ctrl == \'$Side$\'}")`.

VASSAL inserts the value of the asking piece's property when it counts. Here the text gets a *hole* at that position, a
character of Unicode's private use area. In the translation, it is replaced by `mine(...)`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tabletop.expression.tree import Constant, Node
from tabletop.vassal.expressions import syntax, typed_parts
from tabletop.vassal.expressions.property_matches import old_match
from tabletop.vassal.expressions.syntax import FIRST_HOLE, LAST_HOLE, CannotTranslate, Syntax, is_hole
from tabletop.vassal.expressions.typed_parts import TypedPart
from tabletop.vassal.files.sequence import split

if TYPE_CHECKING:
    from tabletop.vassal.expressions.translator import ExpressionTranslation

T = TypeVar("T")


def is_condition(node: Syntax) -> bool:
    """Return whether an argument is the text of a condition in braces, and not the name of a property, place or map."""
    first = node.first if isinstance(node, syntax.ChainNode) else node
    return isinstance(first, syntax.TextNode) and first.value.lstrip().startswith("{")


def condition_of(translating: "ExpressionTranslation", node: Syntax) -> Node | None:
    """Return the condition on other pieces in an argument; None if the argument is blank. Raises `CannotTranslate`."""
    holes: list[TypedPart] = []
    text = _with_holes(translating, node, holes).replace('\\"', '"')
    return condition_in(translating, text, holes, is_asked=True)


def condition_in(
    translating: "ExpressionTranslation", text: str, holes: list[TypedPart], *, is_asked: bool
) -> Node | None:
    """Return the condition of a text with dollar signs and holes; None if the text is blank. Empty braces never hold.

    With `is_asked`, names between dollar signs are properties of the piece that asks about others. Otherwise, in a
    condition in braces, `$Strength$` is a property of the tested piece, and a plain text if it is in quotes.
    Raises `CannotTranslate` for a condition that cannot be imported.
    """

    def filled(name: str) -> str:
        return _hole(_asked(translating.in_dollars(name), is_asked), holes)

    text = text.strip()
    if not text:
        return None
    in_braces = text.startswith("{") and text.endswith("}")
    asked = text[1:-1] if in_braces else text
    if "$" in asked and (is_asked or not in_braces):
        asked = "".join(with_names(asked, filled))
    if not in_braces:
        return old_match(translating.within(syntax.TextNode(""), tuple(holes)), asked)
    if not asked.strip():
        return Constant(False)
    return translating.within(syntax.parse(asked), tuple(holes)).holds()


def with_names(text: str, named: Callable[[str], T]) -> list[str | T]:
    """Return the parts of a text; each of its `$names$` is replaced by the result of `named`."""
    tokens = split(text, "$")
    found: list[str | T] = []
    for number, token in enumerate(tokens):
        if token:
            is_name = number % 2 and number + 1 < len(tokens)
            found.append(named(token) if is_name else token)
    return found


def _with_holes(translating: "ExpressionTranslation", node: Syntax, holes: list[TypedPart]) -> str:
    """Return an argument as text. Each part that must be calculated becomes a hole."""
    if isinstance(node, syntax.TextNode):
        return "".join(
            _hole(_asked(translating.hole(sign), True), holes) if is_hole(sign) else sign for sign in node.value
        )
    if isinstance(node, syntax.NumberNode):
        return str(node.value)
    if isinstance(node, syntax.ChainNode) and {sign for sign, _ in node.rest} == {"+"}:
        operands = (node.first, *(operand for _, operand in node.rest))
        if any(isinstance(operand, syntax.TextNode) for operand in operands):
            return "".join(_with_holes(translating, operand, holes) for operand in operands)
    part = translating.part(node)
    known = typed_parts.constant(part)
    return known if known is not None else _hole(_asked(part, True), holes)


def _asked(part: TypedPart, is_asked: bool) -> TypedPart:
    return TypedPart(typed_parts.asked_by(part.node), part.type) if is_asked else part


def _hole(part: TypedPart, holes: list[TypedPart]) -> str:
    if FIRST_HOLE + len(holes) > LAST_HOLE:
        raise CannotTranslate("joins too many parts into a condition")
    holes.append(part)
    return chr(FIRST_HOLE + len(holes) - 1)
