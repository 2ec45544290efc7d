"""Zones in rule files: the pieces that have one, and its size."""

from pydantic import Field

from rules_assist.schema.table_rules import FactName
from tabletop.module.schema.record_base import Expr, Name, Record


class ZoneRecord(Record):
    """A zone of control, or another zone.

    Expressions about places read the number of pieces that exert one as `own_...` and `enemy_...`. Pieces of no side,
    for example storms or minefields, count as enemies of every side.
    """

    id: FactName
    title: Name
    rule: Name
    of: Expr = Field(
        'side != ""',
        description="The condition for pieces that have a zone; without it, all pieces of a side have one. "
        "`at_...` are the facts of their places.",
    )
    range: Expr = Field("1", description="The range of the zone in steps; 0 means only the piece's own place.")
    over: tuple[Name, ...] = Field(("adjacent",), description="The sets of steps over which the zone reaches.")
    never_across: Expr = Field("false", description="The steps over which the zone does not reach.")
