"""Translation of fields that hold an expression, a format or a match. The same text is translated once."""

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias
from unicodedata import normalize

from msgspec import Struct

from tabletop.expression import ExpressionError
from tabletop.expression.parse import MAX_SOURCE
from tabletop.expression.printer import print_tree
from tabletop.expression.tree import Count, Distance, Name, Node, PropertyOf, ScopeNode, children
from tabletop.vassal.expressions import syntax, typed_parts
from tabletop.vassal.expressions.filters import condition_in, with_names
from tabletop.vassal.expressions.syntax import CannotTranslate
from tabletop.vassal.expressions.translator import ExpressionTranslation
from tabletop.vassal.files.scalars import whole

_KEPT: Final = 65_536

LooksAt: TypeAlias = Literal["itself", "near", "table"]
"""The pieces that an expression may read: its own piece, others in its stack, on its mat or attached to it, or all
pieces.
"""


class FieldFacts(Struct, frozen=True):
    """The facts about a field that its translation depends on.

    `given` are names that have a meaning only in this field, each with our expression for it. `leading_zeros_stay` is
    the module's own setting. If a piece lacks a property, a `shown` field has an empty text there, any other field the
    bare name. With `of_others` a match is about other pieces, and `$Nation$` is the value of the acting piece. With
    `reports` the name `oldNation` means the value of `Nation` before the action. `maps` are the names of the module's
    maps: with them, a function whose argument may be a map or a property finds out which one it is.
    """

    given: tuple[tuple[str, str], ...] = ()
    leading_zeros_stay: bool = False
    shown: bool = True
    of_others: bool = False
    reports: bool = False
    maps: frozenset[str] = frozenset()


USUAL: Final = FieldFacts()
_NOTHING: Final = typed_parts.text("").node


class TranslatedField(Struct, frozen=True):
    """A field in our language.

    `problem` is the reason if it could not be imported: the end of a sentence that begins with "It". Then `ours` has no
    effect: it is `nothing`, an empty text or a condition that never holds. `approximations` are its differences from
    VASSAL. `reads` are our names of the properties that it reads. `looks_at` is the widest reach of its parts.
    """

    ours: str
    original: str
    problem: str = ""
    approximations: tuple[str, ...] = ()
    reads: frozenset[str] = frozenset()
    looks_at: LooksAt = "itself"


Way: TypeAlias = Literal["expression", "format", "match"]
"""One of VASSAL's three languages for texts."""

translated: Final[dict[tuple[Way, FieldFacts], dict[str, TranslatedField]]] = {}
"""The translations made so far, by language and facts of the field, then by text; `translation_cache` stores them."""


def translate_expression(text: str, field: FieldFacts = USUAL) -> TranslatedField:
    """Translate a calculated field into an expression. The field is `{...}`, a number, a text with `$names$`, or plain
    text.
    """
    return _once("expression", text, field)


def translate_format(text: str, field: FieldFacts = USUAL) -> TranslatedField:
    """Translate a field that is shown or reported, a text with `$names$` or `{...}`, into a template."""
    return _once("format", text, field)


def translate_match(text: str, field: FieldFacts = USUAL) -> TranslatedField:
    """Translate a field that selects pieces into a condition.

    The field is `{...}`, or an old property match; a blank one always holds.
    """
    return _once("match", text, field)


def _once(way: Way, text: str, field: FieldFacts) -> TranslatedField:
    known = translated.setdefault((way, field), {})
    found = known.get(text)
    if found is None:
        if len(known) >= _KEPT:
            known.clear()
        found = known[text] = _WAYS[way](text, field)
    return found


def _expression(text: str, field: FieldFacts) -> TranslatedField:
    return _translated(text, field, _value, "nothing")


def _match(text: str, field: FieldFacts) -> TranslatedField:
    return _translated(text, field, _condition, "false")


def _translated(
    text: str, field: FieldFacts, translate: Callable[[str, FieldFacts, ExpressionTranslation], Node], inactive: str
) -> TranslatedField:
    translating = _translating(syntax.TextNode(""), field)
    try:
        node = translate(syntax.without_holes(text.strip()), field, translating)
        ours = normalize("NFC", print_tree(node))
    except CannotTranslate as why:
        return TranslatedField(inactive, text, str(why))
    except ExpressionError as error:
        return TranslatedField(inactive, text, f"cannot be written in our language: {error.message.rstrip('.')}")
    if len(ours) > MAX_SOURCE:
        return TranslatedField(
            inactive, text, f"would have {len(ours)} characters; {MAX_SOURCE} is the most there can be"
        )
    return TranslatedField(ours, text, "", tuple(sorted(translating.approximations)), _names(node), _looks_at(node))


def _translating(root: syntax.Syntax, field: FieldFacts) -> ExpressionTranslation:
    return ExpressionTranslation(
        root, dict(field.given), zeros_stay=field.leading_zeros_stay, reports=field.reports, maps=field.maps
    )


def _value(text: str, field: FieldFacts, translating: ExpressionTranslation) -> Node:
    inner = _in_braces(text)
    if inner is not None:
        return _in_braces_value(inner, translating)
    number = _number(text, field)
    if number is not None:
        return typed_parts.whole(number).node
    parts = _format_parts(text, field, translating)
    return typed_parts.joined(
        [typed_parts.text(part).node if isinstance(part, str) else part for part in parts] or [_NOTHING]
    )


def _in_braces(text: str) -> str | None:
    return text[1:-1].strip() if len(text) > 1 and text.startswith("{") and text.endswith("}") else None


def _in_braces_value(inner: str, translating: ExpressionTranslation) -> Node:
    """Return the value of the text between braces. A single text in quotes is taken literally."""
    if not inner:
        return typed_parts.text("").node
    number = whole(inner)
    if number is not None:
        return typed_parts.whole(number).node
    if len(inner) > 1 and inner[0] == '"' and inner.find('"', 1) == len(inner) - 1:
        return typed_parts.text(inner[1:-1]).node
    return translating.of(syntax.parse(inner)).value()


def _number(text: str, field: FieldFacts) -> int | None:
    """Return the whole number that a text is read as; None if it remains a text."""
    keeps_zeros = field.leading_zeros_stay and len(text) > 1 and text.startswith("0")
    return None if keeps_zeros else whole(text)


def _condition(text: str, field: FieldFacts, translating: ExpressionTranslation) -> Node:
    return condition_in(translating, text, [], is_asked=field.of_others) or typed_parts.yes(typed_parts.ALWAYS).node


def _format_parts(text: str, field: FieldFacts, translating: ExpressionTranslation) -> list[str | Node]:
    """Return the parts of a text: its words, and the values of the `$names$` between them."""
    named = translating.named if field.shown else translating.in_dollars
    return with_names(text, lambda name: named(name).node)


def _format(text: str, field: FieldFacts) -> TranslatedField:
    stripped = text.strip()
    if not stripped:
        return TranslatedField("", text)
    if "$" not in stripped or _in_braces(stripped) is not None:
        whole_text = translate_expression(text, field)
        if whole_text.problem:
            return TranslatedField("", text, whole_text.problem)
        plain = text if _in_braces(stripped) is None and _number(stripped, field) is None else None
        ours = _braced(plain) if plain is not None else f"{{{whole_text.ours}}}"
        return TranslatedField(ours, text, "", whole_text.approximations, whole_text.reads, whole_text.looks_at)
    translating = _translating(syntax.TextNode(""), field)
    try:
        parts = _format_parts(stripped, field, translating)
        ours = "".join(_braced(part) if isinstance(part, str) else f"{{{print_tree(part)}}}" for part in parts)
    except ExpressionError as error:
        return TranslatedField("", text, f"cannot be written in our language: {error.message.rstrip('.')}")
    if len(ours) > MAX_SOURCE:
        return TranslatedField("", text, f"would have {len(ours)} characters; {MAX_SOURCE} is the most there can be")
    ours = normalize("NFC", ours)
    nodes = [part for part in parts if not isinstance(part, str)]
    reads = frozenset().union(*map(_names, nodes))
    approximations = tuple(sorted(translating.approximations))
    return TranslatedField(ours, text, "", approximations, reads, widest(map(_looks_at, nodes)))


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


_WAYS: Final[dict[Way, Callable[[str, FieldFacts], TranslatedField]]] = {
    "expression": _expression,
    "format": _format,
    "match": _match,
}


# what a translated expression looks at


def _names(root: Node) -> frozenset[str]:
    return frozenset(node.name for node in _walk(root) if isinstance(node, Name))


def _walk(root: Node) -> list[Node | ScopeNode]:
    waiting: list[Node | ScopeNode] = [root]
    for node in waiting:  # grows while it is walked
        waiting.extend(children(node))
    return waiting


_NEAR: Final = frozenset(("stack", "mat", "attached"))
_WIDTHS: Final[tuple[LooksAt, ...]] = ("itself", "near", "table")


def widest(looks: Iterable[LooksAt]) -> LooksAt:
    """Return the combined reach of expressions."""
    return max(looks, key=_WIDTHS.index, default="itself")


def _looks_at(root: Node) -> LooksAt:
    return widest(map(_looks_from, _walk(root)))


def _looks_from(node: Node | ScopeNode) -> LooksAt:
    scopes: list[ScopeNode | None] = []
    if isinstance(node, Count):
        return "near" if node.scope.kind in _NEAR else "table"
    if isinstance(node, PropertyOf):
        scopes = [node.scope]
    elif isinstance(node, Distance):
        scopes = [node.to, node.start]
    looks_beside = any(scope is not None and scope.kind in ("mat", "attached", "holder") for scope in scopes)
    return "near" if looks_beside else "itself"
