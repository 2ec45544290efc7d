"""Checks in rule files: the pieces that they look at, the condition of an error, and its sentence."""

from pydantic import Field

from tabletop.assistance import Due
from tabletop.module.schema.record_base import Expr, Id, Name, Record, Text


class CheckRecord(Record):
    """A check of each piece that a step touched."""

    id: Id
    title: Name
    rule: Name
    due: Due = Field(
        "end-of-move",
        description="The time by which it must be fixed: at once, after the move, or at the end of the phase.",
    )
    of: Expr = Field("true", description="The pieces that it checks.")
    wrong: Expr = Field(description="The condition for an error of such a piece.")
    message: Text = Field(description="The sentence to the player; expressions about the piece stand in {braces}.")
