"""Facts of places in rule files: control, the pieces there, parts of divided cells.

Expressions about a place read it with `at_` before its name, expressions about a step with `from_` and `to_`.
"""

from pydantic import Field

from rules_assist.schema.table_rules import FactName
from tabletop.module.schema.base import Expr, Name, Record


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
    printed: Name = Field(description="The property of places that names a side.")
    markers: Expr = Field("false", description="Which pieces say otherwise; the newest one counts.")
    whose: Expr = Field("Side", description="Which side such a piece names.")
