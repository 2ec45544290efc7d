"""Supply in rule files: the sources of lines, the distance between bases, and the obstacles."""

from pydantic import Field, model_validator

from rules_assist.schema.movement_rules import StepRecord, StopRecord, one_a_step
from tabletop.module.schema.record_base import Expr, Id, Name, Record, YesNo, refuse


class SourceRecord(Record):
    """The sources of supply lines for some pieces. For each piece, the first record that fits it counts."""

    who: Expr = Field("true", description="The condition for pieces that are supplied from here.")
    at: Expr = Field(
        description="The places that are sources, as a condition on `at_...`; `false` for pieces without a source."
    )


class SupplyRecord(Record):
    """A kind of supply line: the pieces that need it, its sources, its length, and the places that stop it."""

    id: Id
    title: Name
    rule: Name
    like: Id | None = Field(
        None,
        description="An earlier kind of supply, from which this one takes everything that it does not give itself.",
    )
    who: Expr = Field("true", description="The condition for pieces that need this supply.")
    sources: tuple[SourceRecord, ...] = ()
    over: tuple[Name, ...] = Field(("adjacent",), description="The sets of steps that lines may use.")
    parts: YesNo = Field(False, description="True if divided cells are entered and left part by part.")
    reach: Expr = Field("0", description="The greatest length of a line from its source, and from base to base.")
    bases: Expr = Field(
        "false", description="The bases from which a line has its whole length again, as a condition on `at_...`."
    )
    steps: tuple[StepRecord, ...] = Field(default_factory=one_a_step)
    stops: tuple[StopRecord, ...] = Field((), description="The places beyond which a line does not go.")

    @model_validator(mode="after")
    def _has_sources_and_reach(self) -> "SupplyRecord":
        missing = {"sources", "reach"} - self.model_fields_set
        if self.like is None and missing:
            raise refuse("`sources` and `reach`, or another kind of supply that it is `like`")
        return self

    def after(self, other: "SupplyRecord") -> "SupplyRecord":
        """Return this kind of supply; everything that it leaves out comes from another one."""
        return other.model_copy(update={name: getattr(self, name) for name in self.model_fields_set} | {"like": None})
