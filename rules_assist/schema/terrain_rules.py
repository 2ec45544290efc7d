"""Facts of places in rule files: control, the pieces there, and the places of pieces on a display.

Expressions about a place read a fact with `at_` before its name. Expressions about a step read it with `from_` and
`to_`.
"""

from pydantic import Field

from rules_assist.schema.table_rules import FactName
from tabletop.module.schema.record_base import Expr, Name, Record


class PresenceRecord(Record):
    """A count of pieces at each place, by side. Expressions read it as `own_...` and `enemy_...`."""

    id: FactName
    title: Name
    rule: Name = ""
    of: Expr = Field("true", description="The condition for pieces that are counted.")
    counts: Expr = Field("1", description="The number that each piece counts for.")


class ControlRecord(Record):
    """The side that holds a place: the printed one, unless a piece in the place decides otherwise."""

    id: FactName = "controller"
    title: Name
    rule: Name = ""
    printed: Expr = Field(
        description="The side that the place has by itself, from its own properties and from options."
    )
    markers: Expr = Field("false", description="The condition for pieces that change this; the newest one counts.")
    whose: Expr = Field("Side", description="The side that such a piece gives.")


class StandsRecord(Record):
    """Pieces on a display, for example a battle board, that the rules treat as being elsewhere."""

    on: Name = Field(description="The map on which the pieces lie.")
    at: Name = Field(description="The property of a piece that names the place where the rules treat it as being.")
    map: Name | None = Field(None, description="The map of that place; without it, the first one.")
