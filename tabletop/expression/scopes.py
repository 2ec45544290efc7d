"""The scopes that an expression can name: their forms, and where each may stand.

The reader gives them their meaning.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tabletop.expression.expression_errors import ExpressionError
from tabletop.expression.game_questions import ScopeKind
from tabletop.expression.tree import ScopeNode

Purpose: TypeAlias = Literal["count", "property", "distance"]
ArgumentKind: TypeAlias = Literal["text", "number"]


@dataclass(frozen=True, slots=True)
class ScopeForm:
    """The form of a scope: its notation, its arguments, the fewest arguments that it needs, and its purposes."""

    form: str
    arguments: tuple[ArgumentKind, ...]
    least: int
    purposes: tuple[Purpose, ...]


SCOPES: dict[ScopeKind, ScopeForm] = {
    "stack": ScopeForm("stack", (), 0, ("count",)),
    "place": ScopeForm(
        "place, place(name) or place(name, map)", ("text", "text"), 0, ("count", "property", "distance")
    ),
    "zone": ScopeForm("zone, zone(name) or zone(name, map)", ("text", "text"), 0, ("count", "property")),
    "map": ScopeForm("map or map(name)", ("text",), 0, ("count", "property")),
    "mat": ScopeForm("mat", (), 0, ("count", "property", "distance")),
    "holder": ScopeForm("holder(name)", ("text",), 1, ("count", "property", "distance")),
    "attached": ScopeForm(
        "attached(link) or attached(link, which)", ("text", "number"), 1, ("count", "property", "distance")
    ),
    "all": ScopeForm("all", (), 0, ("count",)),
    "range": ScopeForm("range(least, most)", ("number", "number"), 2, ("count",)),
    "points": ScopeForm("points(least, most)", ("number", "number"), 2, ("count",)),
    "square": ScopeForm("square(least, most)", ("number", "number"), 2, ("count",)),
    "point": ScopeForm("point(x, y) or point(x, y, map)", ("number", "number", "text"), 2, ("distance",)),
}


def checked_scope(scope: ScopeNode, purpose: Purpose) -> ScopeNode:
    """Return ``scope`` itself if it is well formed and fits the purpose.

    Otherwise raise an :class:`ExpressionError`.
    """
    form = SCOPES[scope.kind]
    if purpose not in form.purposes:
        fitting = ", ".join(kind for kind, other in SCOPES.items() if purpose in other.purposes)
        raise ExpressionError(f'The scope "{scope.kind}" does not fit here; these do: {fitting}.')
    if not form.least <= len(scope.arguments) <= len(form.arguments):
        raise ExpressionError(f"The scope {scope.kind} is written {form.form}.")
    return scope
