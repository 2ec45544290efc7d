"""Stacking in rule files: the pieces that count, the amount of each, and the limit of a place."""

from typing import Literal

from pydantic import Field

from tabletop.assistance import Due
from tabletop.module.schema.record_base import Expr, Id, Name, Record, Text


class StackingRecord(Record):
    """A limit on the amount in one place."""

    id: Id
    title: Name
    rule: Name
    of: Expr = Field("true", description="Which pieces count.")
    counts: Expr = Field("1", description="What each counts for.")
    where: Expr = Field("true", description="The places that have this limit, `at_...`.")
    limit: Expr = Field(description="How much there may be, from `at_...`; what the place has none of is not limited.")
    sides: Literal["apart", "together"] = Field("apart", description="Whether each side has the limit for itself.")
    due: Due = "end-of-move"
    message: Text = Field("", description="What is said when there is more, in braces expressions; else the figures.")
