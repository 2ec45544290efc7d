"""Facts of places in rule files: control, the pieces there, parts of divided cells.

Expressions about a place read it with `at_` before its name, expressions about a step with `from_` and `to_`.
"""

from pydantic import Field

from rules_assist.schema.table_rules import FactName
from tabletop.module.schema.record_base import Expr, Name, Record


class PresenceRecord(Record):
    """A count of pieces at each place, by side: read as `own_...` and `enemy_...`."""

    id: FactName
    title: Name
    rule: Name = ""
    of: Expr = Field("true", description="Which pieces are counted.")
    counts: Expr = Field("1", description="What each of them counts for.")


class ControlRecord(Record):
    """The side that holds a place: the printed one, unless a piece in it decides otherwise."""

    id: FactName = "controller"
    title: Name
    rule: Name = ""
    printed: Expr = Field(description="The side that the place itself names, from its own properties and options.")
    markers: Expr = Field("false", description="Which pieces say otherwise; the newest one counts.")
    whose: Expr = Field("Side", description="Which side such a piece names.")


class StandsRecord(Record):
    """Pieces on a display, such as a battle board, that the rules treat as being elsewhere."""

    on: Name = Field(description="The map on which they lie.")
    at: Name = Field(description="Their property that names the place where they are.")
    map: Name | None = Field(None, description="The map of that place; the first one, if left out.")
