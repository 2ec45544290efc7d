"""The rule book as a situation knows it.

It is a protocol, so that code that reads situations does not depend on the reading of rule files.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from rules_assist.map.atlas import Atlas
    from rules_assist.places.place_facts import Facet, LineSupply, Zone
    from rules_assist.position.expression_facts import Fact
    from rules_assist.procedure.steps import Procedure
    from rules_assist.rulebook.authored_rules import AccountSource, Check, ForecastEvent, Overlaid
    from rules_assist.rulebook.place_parts import LeaderMarker, Mode, Stacking, Supply
    from tabletop.expression import Expression
    from tabletop.module.module import Module


class Stand(NamedTuple):
    """The place that the rules assume for pieces on a display: the map, and the property of a piece that names the
    place.
    """

    map: str
    at: str


class PlaceRules(Protocol):
    """The rules about places, each by its id; see `rules_assist.places.place_rules.PlaceRuleSet`."""

    @property
    def atlas(self) -> "Atlas":
        """The terrains of all maps."""

    @property
    def facets(self) -> "Mapping[str, Facet]":
        """The facts of places."""

    @property
    def zones(self) -> "Mapping[str, Zone]":
        """The zones that pieces exert."""

    @property
    def modes(self) -> "Mapping[str, Mode]":
        """The ways of moving."""

    @property
    def written_modes(self) -> "Mapping[str, Mode]":
        """The ways of moving of rule files, including those that Python of the same id replaces and uses."""

    @property
    def leaders(self) -> "Sequence[LeaderMarker]":
        """The markers that lead pieces."""

    @property
    def supply(self) -> "Mapping[str, Supply]":
        """The sorts of supply."""

    @property
    def reached(self) -> "Mapping[str, LineSupply]":
        """The kinds of supply of rule files, by the names of their facts of places."""

    @property
    def stacking(self) -> "Mapping[str, Stacking]":
        """The limits of stacking."""

    @property
    def parts(self) -> "Expression | None":
        """The expression for the part of a divided cell in which a piece is; None if the module has none."""

    @property
    def sides(self) -> "Expression | None":
        """The expression for the side of a piece whose kind names none; None if the module has none."""

    @property
    def stands(self) -> "Mapping[str, Stand]":
        """The places that the rules assume for pieces on displays, by the display's map."""


class Book(Protocol):
    """The rules of one module; see `rules_assist.rulebook.rule_book.RuleBook`."""

    @property
    def module(self) -> "Module":
        """The module of these rules."""

    @property
    def usual(self) -> Mapping[str, str]:
        """The default choice of each option."""

    @property
    def facts(self) -> "Mapping[str, Fact]":
        """The facts that expressions read."""

    @property
    def ground(self) -> PlaceRules:
        """The rules about places."""

    @property
    def procedures(self) -> "Mapping[str, Procedure]":
        """The procedures that can begin."""

    @property
    def consulted(self) -> "Mapping[str, Procedure]":
        """The procedures that consult a results table."""

    @property
    def runs(self) -> "Mapping[str, Procedure]":
        """All procedures that can be under way."""

    @property
    def checks(self) -> "Mapping[str, Check]":
        """The checks of positions and steps."""

    @property
    def overlays(self) -> "Mapping[str, Overlaid]":
        """The module's own overlays."""

    @property
    def forecasts(self) -> "Mapping[str, ForecastEvent]":
        """The events that can be forecast."""

    @property
    def accounts(self) -> "Mapping[str, AccountSource]":
        """The numbers that the game explains."""

    @property
    def kept(self) -> dict[str, object]:
        """Values that a module's Python works out once for all positions, under names of its own."""

    @property
    def tables(self) -> Mapping[str, object]:
        """The results tables; `rules_assist.lookup.results_table.tables_in` gives them with their type."""

    @property
    def sequence(self) -> object:
        """The sequence of play; `rules_assist.sequence.play_sequence.sequence_in` gives it with its type."""

    @property
    def geometry(self) -> object:
        """The sights, arcs and nearest places; `rules_assist.geometry.geometry_rules.geometry_in` gives them typed."""
