"""The questions that an expression asks about its game, and the limit of its work.

The game layer implements :class:`Reader`. Nothing here knows what a piece or a map is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from tabletop.expression.expression_errors import ExpressionError, LimitReached
from tabletop.expression.value_rules import Value

if TYPE_CHECKING:
    from tabletop.expression.expression import CountQuestion

ScopeKind: TypeAlias = Literal[
    "stack", "place", "zone", "map", "mat", "holder", "attached", "all", "range", "points", "square", "point"
]
Unit: TypeAlias = Literal["places", "points", "bearing"]
"""The units of a distance: places, points of the map, or degrees clockwise from north for its direction."""

DISTANCES: Final[Mapping[str, Unit]] = {"distance": "places", "distance_in_points": "points", "bearing": "bearing"}
"""The units by the functions that ask for them."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The place to look, seen from the piece in question: ``zone`` alone is the zone the piece is in.

    ================ ============================== ==================================================
    kind             arguments                      meaning
    ================ ============================== ==================================================
    stack, mat       none                           the holder the piece lies in; the mat it rides on
    place, zone      none, name, or name and map    the place (hex, region, box), the zone
    map              none or name                   the map
    holder           name                           a deck, hand or box by its name
    attached         link name, or name and number  the pieces attached by that link; the number counts from 1
    all              none                           everything on the table
    range            least and most, in places      the pieces that far away on the grid of the map
    points           least and most, in map points  the pieces that far away as the crow flies
    square           least and most, in map points  the pieces that far away across or up and down, whichever is more,
                                                    on a map with cells; as the crow flies on others
    point            x and y, or x, y and map       a spot in map points (for distances only)
    ================ ============================== ==================================================

    Names are texts, an empty one means nowhere; numbers are whole.
    """

    kind: ScopeKind
    arguments: tuple[Value, ...] = ()


class Reader(Protocol):
    """A view of one piece (or the table) for one viewer: the only access that an expression has to the game.

    An answer may evaluate another expression, as for a computed property. Such a reader must limit how deep that goes,
    and should charge the work to one common :class:`Budget`.
    """

    def read(self, name: str) -> Value:
        """Return the property ``name`` of the piece in question.

        None if it has none, or if the viewer may not know it.
        """

    def read_at(self, name: str, scope: Scope) -> Value:
        """Return the property ``name`` of the map, zone, place, mat, holder or attached piece that ``scope`` means.

        None if there is none, or if the viewer may not know it.
        """

    def count(self, question: "CountQuestion", reader: "Reader") -> Value:
        """Return the answer to ``question`` about the pieces in its scope, seen from ``reader`` (this reader itself).

        ``question.tally(readers of the pieces in scope)`` is always correct; a live count is faster.
        """

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        """Return the distance or bearing from ``start`` (None: from the piece in question) to ``to``; None if it is
        unknown.
        """

    def chance(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high``, both included, which the authority draws.

        Raises :class:`ExpressionError` if none may be drawn, as in text that is only displayed.
        """

    def spend(self, work: int) -> None:
        """Charge ``work`` (about one for each step). Raises :class:`LimitReached` if it is too much."""

    def alert(self, text: str) -> None:
        """Show ``text`` to the acting seat. It is ignored if nobody acts, as in text that is only displayed."""

    def forgives(self, mistake: ExpressionError) -> bool:
        """Return whether ``mistake`` in an expression is noted and then ignored. Otherwise the expression raises it."""


class Budget:
    """The limit of work for a reader's ``spend``. All readers of one action share one budget."""

    __slots__ = ("left",)

    def __init__(self, work: int) -> None:
        self.left = work

    def spend(self, work: int) -> None:
        """Take ``work`` from the budget. Raises :class:`LimitReached` if too little is left."""
        self.left -= work
        if self.left < 0:
            raise LimitReached(
                "The expressions of this action need too much work; look for one that counts in a count."
            )
