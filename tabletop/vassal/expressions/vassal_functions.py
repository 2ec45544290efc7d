"""VASSAL's own functions, each with its equivalent in our language: properties, counts, distances, random numbers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from tabletop.expression import as_number
from tabletop.expression.game_questions import ScopeKind
from tabletop.expression.parse import counted
from tabletop.expression.tree import Constant, Count, Distance, Name, Node, PropertyOf, ScopeNode
from tabletop.vassal.expressions import syntax, typed_parts
from tabletop.vassal.expressions.filters import condition_of, is_condition
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.syntax import CannotTranslate, Syntax
from tabletop.vassal.expressions.typed_parts import TypedPart, call

if TYPE_CHECKING:
    from tabletop.vassal.expressions.translator import ExpressionTranslation

Made: TypeAlias = "Callable[[ExpressionTranslation, tuple[Syntax, ...]], TypedPart]"


def function(translating: "ExpressionTranslation", node: syntax.FunctionNode) -> TypedPart:
    """Translate `Name(...)`. Raises `CannotTranslate` for an unknown function."""
    known = _FUNCTIONS.get((node.name, len(node.arguments)))
    if known is not None:
        return known(translating, node.arguments)
    if any(name == node.name for name, _ in _FUNCTIONS):
        raise CannotTranslate(f"calls {node.name}() with {len(node.arguments)} arguments")
    raise CannotTranslate(f"calls {node.name}(), which is not a function of VASSAL")


def _if(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    condition, then, otherwise = arguments
    pairs = [(translating.condition(condition), translating.part(then))]
    last = translating.part(otherwise)
    return typed_parts.choice(pairs, last, works_out_all=True, zeros_stay=translating.zeros_stay)


# properties


def _property(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    return translating.property_of(translating.part(arguments[0]))


def _text_property(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    found = translating.property_of(translating.part(arguments[0]))
    return TypedPart(call("text", found.node), "text")


def _property_at(kind: ScopeKind) -> Made:
    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        name, *where = (translating.part(argument) for argument in arguments)
        known = typed_parts.constant(name)
        own = name.node if known is None else Constant(own_name(known))
        return TypedPart(PropertyOf(own, ScopeNode(kind, tuple(part.node for part in where))), "any", "plain_whole")

    return make


def _attached_property(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    """Translate `GetAttachProperty(link, property[, which])`; `which` is a number, a piece's name or a condition in
    braces.
    """
    link, name, *which = arguments
    if which and is_condition(which[0]):
        return _first_attached(translating, link, name, condition_of(translating, which[0]) or typed_parts.ALWAYS)
    wanted = [translating.part(part) for part in which]
    numbered = ScopeNode("attached", (translating.part(link).node, *(part.node for part in wanted)))
    own_name = _name_in_ours(translating, translating.part(name))
    by_number = TypedPart(PropertyOf(own_name, numbered), "any", "plain_whole")
    if not wanted or wanted[0].type == "whole":
        return by_number
    called = call("same", translating.of_another("BasicName"), typed_parts.asked_by(wanted[0].node))
    by_name = _first_attached(translating, link, name, called)
    if typed_parts.constant(wanted[0]) is not None:
        return by_name
    is_number = call("known", call("number", wanted[0].node, Constant(None)))
    return TypedPart(call("if", is_number, by_number.node, by_name.node), "any", "plain_whole")


def _first_attached(translating: "ExpressionTranslation", link: Syntax, name: Syntax, condition: Node) -> TypedPart:
    value = _counted_property(translating, name) or Constant("")
    found = counted("first", _scope(translating, "attached", link), [value, condition])
    return TypedPart(found, "any", "plain_whole")


def _name_in_ours(translating: "ExpressionTranslation", name: TypedPart) -> Node:
    """Return the name, as a text, of a property that is asked of another piece. Raises `CannotTranslate` if only
    the piece itself can read it.
    """
    known = typed_parts.constant(name)
    if known is None:
        return name.node
    node = translating.named(known).node
    if not isinstance(node, Name):
        raise CannotTranslate(f'asks another piece for "{known}", which only the piece itself can read')
    return Constant(node.name)


# counts


def _count(
    translating: "ExpressionTranslation",
    scope: ScopeNode,
    name: Syntax | None,
    condition: Syntax | None,
    how: str = "count",
    there: Node | None = None,
) -> TypedPart:
    """Translate a count, or the sum of a property, over the pieces of a scope for which the conditions hold."""
    where = None if condition is None else condition_of(translating, condition)
    value = None if name is None else _counted_property(translating, name)
    conditions = [one for one in (there, where) if one is not None]
    if how == "count" and value is not None:
        conditions.append(typed_parts.negated(call("same", value, Constant(""))))
    rest = [typed_parts.all_of(conditions)] if conditions else []
    if how != "count":
        rest.insert(0, value or Constant(0))
    found: Count = counted(how, scope, rest)
    return TypedPart(found, "whole")


def _counted_property(translating: "ExpressionTranslation", name: Syntax) -> Node | None:
    """Return the property of a counted piece by its name; None if the name is empty."""
    part = translating.part(name)
    known = typed_parts.constant(part)
    if known is None:
        return PropertyOf(typed_parts.asked_by(part.node), None)
    return translating.of_another(known) if known else None


def _scope(translating: "ExpressionTranslation", kind: ScopeKind, *arguments: Syntax) -> ScopeNode:
    return ScopeNode(kind, tuple(translating.part(argument).node for argument in arguments))


def _here(kind: ScopeKind, how: str) -> Made:
    """Return the translator for counts in one scope, with the arguments `(property)`, `(condition)` or both."""

    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        return _count(translating, ScopeNode(kind, ()), *_what(arguments), how)

    return make


def _what(arguments: Sequence[Syntax]) -> tuple[Syntax | None, Syntax | None]:
    """Return the property and the condition of a count, each None if it is not given."""
    if len(arguments) == 1 and is_condition(arguments[0]):
        return None, arguments[0]
    return (arguments[0] if arguments else None), (arguments[1] if len(arguments) > 1 else None)


def _sum_at(kind: ScopeKind) -> Made:
    """Return the translator of `Sum` at a place, with the arguments `(property)`, `(property, condition)`, `(property,
    place, map)` and `(property, place, map, condition)`.
    """

    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        name, *rest = arguments
        where, condition = (rest[:2], rest[2:]) if len(rest) > 1 else ([], rest)
        scope, there = _place(translating, kind, where)
        return _count(translating, scope, name, condition[0] if condition else None, "sum", there)

    return make


def _count_at(kind: ScopeKind) -> Made:
    """Return the translator of `Count` at a place. The arguments are a property, a condition or both, after `place,
    map` if these are given.
    """

    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        names_place = len(arguments) > 2 or (len(arguments) == 2 and not is_condition(arguments[1]))
        where, what = (arguments[:2], arguments[2:]) if names_place else ((), arguments)
        scope, there = _place(translating, kind, where)
        return _count(translating, scope, *_what(what), "count", there)

    return make


def _place(
    translating: "ExpressionTranslation", kind: ScopeKind, where: Sequence[Syntax]
) -> tuple[ScopeNode, Node | None]:
    """Return the scope of pieces to search for a place, and the condition that a piece is there; None if the scope is
    already the place. VASSAL compares the location that each piece gives.
    """
    if kind != "place":
        return _scope(translating, kind, *where), None
    location = translating.of_another("LocationName")
    wanted = translating.part(where[0]).node if where else translating.named("LocationName").node
    return _scope(translating, "map", *where[1:]), call("same", location, typed_parts.asked_by(wanted))


def _sum_on_map(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    name, *rest = arguments
    condition = rest.pop() if rest and (len(rest) > 1 or is_condition(rest[0])) else None
    return _count(translating, _scope(translating, "map", *_named(rest)), name, condition, "sum")


def _count_on_map(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    """Translate `Count()`, `(condition)`, `(property or map[, condition])`, `(map, property[, condition])`."""
    boards: list[Syntax] = []
    what = list(arguments)
    named_twice = len(what) > 1 and not is_condition(what[1])
    if what and (named_twice or (isinstance(what[0], syntax.TextNode) and what[0].value in translating.maps)):
        boards.append(what.pop(0))
    return _count(translating, _scope(translating, "map", *_named(boards)), *_what(what))


def _named(maps: list[Syntax]) -> list[Syntax]:
    """Return the maps, without those whose name is an empty text."""
    return [one for one in maps if one != syntax.TextNode("")]


def _attached(how: str) -> Made:
    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        link, *what = arguments
        return _count(translating, _scope(translating, "attached", link), *_what(what), how)

    return make


def _attached_extreme(how: str) -> Made:
    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        link, name = arguments
        value = _counted_property(translating, name) or Constant(0)
        found = counted(how, _scope(translating, "attached", link), [call("number", value, Constant(0))])
        return TypedPart(call("number", found, Constant(0)), "whole")

    return make


def _in_range(kind: ScopeKind, how: str) -> Made:
    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        least, most = (translating.part(argument) for argument in arguments[:2])
        scope = ScopeNode(kind, (least.node, _at_least(least, most).node))
        return _count(translating, scope, *_what(arguments[2:]), how)

    return make


def _everywhere(how: str) -> Made:
    """Return the translator of `Sum(property, condition[, map])` and `Count(condition[, map])`, over all maps
    or one.
    """

    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        name, rest = (arguments[0], arguments[1:]) if how == "sum" else (None, arguments)
        condition, *maps = rest
        scope = _scope(translating, "map", *maps) if maps else ScopeNode("all", ())
        return _count(translating, scope, name, condition, how)

    return make


# distances


def _range(unit: str) -> Made:
    def make(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
        if len(arguments) == 1:
            return _distance(unit, _scope(translating, "attached", *arguments), None)
        if len(arguments) == 2:
            if is_condition(arguments[1]):
                raise CannotTranslate("measures to an attached piece for which a condition holds")
            return _distance(unit, _scope(translating, "point", *arguments), None)
        x, y, to_x, to_y, *board = arguments
        start = _scope(translating, "point", x, y, *board)
        return _distance(unit, _scope(translating, "point", to_x, to_y, *board), start)

    return make


def _distance(unit: str, to: ScopeNode, start: ScopeNode | None) -> TypedPart:
    return TypedPart(Distance("places" if unit == "places" else "points", to, start), "whole")


# chance, and functions without effect here


def _random(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    """Translate `Random`: a number from 1 (or the first of two arguments) to the last argument. If the last argument is
    not greater than this lower bound, the result is the lower bound.
    """
    bounds = [translating.part(argument) for argument in arguments]
    least, most = (typed_parts.whole(1), bounds[0]) if len(bounds) == 1 else bounds
    low, high = _known_number(least), _known_number(most)
    if low is not None and high is not None and high <= low:
        return least
    most = _at_least(least, most)
    return TypedPart(call("random", *(part.node for part in (least, most)[-len(bounds) :])), "whole")


def _chance(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    percent = translating.part(arguments[0]) if arguments else typed_parts.whole(50)
    known = _known_number(percent)
    if known is not None and not 0 < known < 100:
        return typed_parts.yes(Constant(known > 0))
    return typed_parts.yes(call("chance", percent.node))


def _at_least(least: TypedPart, most: TypedPart) -> TypedPart:
    """Return the greater of two numbers."""
    low, high = _known_number(least), _known_number(most)
    if low is None or high is None:
        return TypedPart(call("max", least.node, most.node), "whole")
    return most if high > low else least


def _known_number(part: TypedPart) -> int | None:
    return as_number(part.node.value) if isinstance(part.node, Constant) else None


def _to_whole(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    return TypedPart(call("number", translating.part(arguments[0]).node, Constant(0)), "whole")


def _to_decimal(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    return TypedPart(call("decimal", translating.part(arguments[0]).node), "decimal")


def _alert(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    return TypedPart(call("alert", *(translating.part(argument).node for argument in arguments[:1])), "text")


def _silent(translating: "ExpressionTranslation", arguments: tuple[Syntax, ...]) -> TypedPart:
    """Return an empty text for a function that only waits, or only writes a message for the module's author."""
    for argument in arguments:
        translating.part(argument)
    return typed_parts.text("")


def _family(name: str, made: Made, *numbers: int) -> dict[tuple[str, int], Made]:
    return {(name, number): made for number in numbers}


_FUNCTIONS: Final[dict[tuple[str, int], Made]] = {
    **_family("If", _if, 3),
    **_family("GetProperty", _property, 1),
    **_family("GetLocalizedProperty", _property, 1),
    **_family("GetString", _text_property, 1),
    **_family("GetMapProperty", _property_at("map"), 2),
    **_family("GetZoneProperty", _property_at("zone"), 2, 3),
    **_family("GetAttachProperty", _attached_property, 2, 3),
    **_family("GetAttachmentProperty", _attached_property, 2, 3),
    **_family("SumStack", _here("stack", "sum"), 1, 2),
    **_family("CountStack", _here("stack", "count"), 0, 1, 2),
    **_family("SumMat", _here("mat", "sum"), 1, 2),
    **_family("CountMat", _here("mat", "count"), 0, 1, 2),
    **_family("SumLocation", _sum_at("place"), 1, 2, 3, 4),
    **_family("CountLocation", _count_at("place"), 0, 1, 2, 3, 4),
    **_family("SumZone", _sum_at("zone"), 1, 2, 3, 4),
    **_family("CountZone", _count_at("zone"), 0, 1, 2, 3, 4),
    **_family("SumMap", _sum_on_map, 1, 2, 3),
    **_family("CountMap", _count_on_map, 0, 1, 2, 3),
    **_family("SumAttach", _attached("sum"), 2, 3),
    **_family("SumAttachment", _attached("sum"), 2, 3),
    **_family("CountAttach", _attached("count"), 1, 2, 3),
    **_family("CountAttachment", _attached("count"), 1, 2, 3),
    **_family("MaxAttach", _attached_extreme("highest"), 2),
    **_family("MaxAttachment", _attached_extreme("highest"), 2),
    **_family("MinAttach", _attached_extreme("lowest"), 2),
    **_family("MinAttachment", _attached_extreme("lowest"), 2),
    **_family("SumRange", _in_range("range", "sum"), 3, 4),
    **_family("SumRangePx", _in_range("square", "sum"), 3, 4),
    **_family("CountRange", _in_range("range", "count"), 2, 3, 4),
    **_family("CountRangePx", _in_range("square", "count"), 2, 3, 4),
    **_family("Sum", _everywhere("sum"), 2, 3),
    **_family("Count", _everywhere("count"), 1, 2),
    **_family("Range", _range("places"), 1, 2, 4, 5),
    **_family("RangePx", _range("points"), 1, 2, 4, 5),
    **_family("Random", _random, 1, 2),
    **_family("IsRandom", _chance, 0, 1),
    **_family("ToInteger", _to_whole, 1),
    **_family("ToFloat", _to_decimal, 1),
    **_family("Alert", _alert, 1, 2),
    **_family("Audit", _silent, 1, 2, 3),
    **_family("Sleep", _silent, 1),
}
"""The translators of VASSAL's functions, by the name and the number of arguments."""
