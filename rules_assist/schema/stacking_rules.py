"""Stacking in rule files: the pieces that count, the amount of each, and the limit of a place."""

from typing import Literal

from pydantic import Field

from tabletop.assistance import Due
from tabletop.module.schema.record_base import Expr, Id, Name, Record, Text


class StackingRecord(Record):
    """A limit on the pieces in one place, by number or by another amount."""

    id: Id
    title: Name
    rule: Name
    of: Expr = Field("true", description="The condition for pieces that count.")
    counts: Expr = Field("1", description="The amount that each piece counts for.")
    where: Expr = Field("true", description="The places that have this limit, as a condition on `at_...`.")
    limit: Expr = Field(description="The limit, from `at_...`; a place without this value has no limit.")
    sides: Literal["apart", "together"] = Field(
        "apart", description="`apart`: each side has the limit for itself; `together`: all sides share it."
    )
    due: Due = "end-of-move"
    message: Text = Field(
        "",
        description="The sentence when the limit is passed, with expressions in braces; without it, the "
        "figures are shown.",
    )
