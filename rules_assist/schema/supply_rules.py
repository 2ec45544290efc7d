"""Supply in rule files: the sources of lines, the distance between bases, and the obstacles."""

from pydantic import Field

from rules_assist.schema.movement_rules import StepRecord, StopRecord, one_a_step
from tabletop.module.schema.record_base import Expr, Id, Name, Record, YesNo


class SourceRecord(Record):
    """The sources of supply lines for some pieces. For each piece the first record that fits it counts."""

    who: Expr = Field("true", description="Which pieces are supplied from here.")
    at: Expr = Field(description="Which places are sources, `at_...`; `false` for pieces that have none.")


class SupplyRecord(Record):
    """A kind of supply line."""

    id: Id
    title: Name
    rule: Name
    who: Expr = Field("true", description="Which pieces need it.")
    sources: tuple[SourceRecord, ...]
    over: tuple[Name, ...] = Field(("adjacent",), description="The sets of steps that lines may use.")
    parts: YesNo = Field(False, description="Divided cells are entered and left part by part.")
    reach: Expr = Field(description="How far a line goes from its source, and from base to base.")
    bases: Expr = Field("false", description="The places from which it goes as far again, `at_...`.")
    steps: tuple[StepRecord, ...] = Field(default_factory=one_a_step)
    stops: tuple[StopRecord, ...] = Field((), description="The places beyond which a line does not go.")
