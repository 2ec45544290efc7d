"""Checks in rule files: the pieces they look at, the condition of an error, and its sentence."""

from pydantic import Field

from tabletop.assistance import Due
from tabletop.module.schema.record_base import Expr, Id, Name, Record, Text


class CheckRecord(Record):
    """A check of each piece that a step touched."""

    id: Id
    title: Name
    rule: Name
    due: Due = Field("end-of-move", description="When it must be mended: at once, after the move, or by phase's end.")
    of: Expr = Field("true", description="Which pieces it is about.")
    wrong: Expr = Field(description="When such a piece stands as it may not.")
    message: Text = Field(description="What is said; {braces} hold expressions about the piece.")
