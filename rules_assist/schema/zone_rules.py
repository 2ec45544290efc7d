"""Zones in rule files: the pieces that have one, and its size."""

from pydantic import Field

from rules_assist.schema.table_rules import FactName
from tabletop.module.schema.record_base import Expr, Name, Record


class ZoneRecord(Record):
    """A zone of control, or of anything else. Places read the number of pieces that lay one as `own_...` and
    `enemy_...`.

    Pieces of no side, such as storms or minefields, count as an enemy of every side.
    """

    id: FactName
    title: Name
    rule: Name
    of: Expr = Field(
        'side != ""',
        description="Which pieces have one; all that belong to a side, if left out. `at_...` is what is known of where "
        "they stand.",
    )
    range: Expr = Field("1", description="How many steps it reaches; 0: their own place only.")
    over: tuple[Name, ...] = Field(("adjacent",), description="The sets of steps over which it reaches.")
    never_across: Expr = Field("false", description="The steps over which it does not reach.")
