"""Ways of moving in rule files: the costs of steps, stops, places where a move can end, several legs."""

from typing import Annotated

from pydantic import Field, model_validator

from tabletop.module.schema.record_base import Count, Expr, Id, Name, Record, Text, YesNo, refuse


class StepRecord(Record):
    """The cost of a step, or the reason that it cannot be taken, if `when` holds.

    The first record that holds decides.
    """

    when: Expr = "true"
    cost: Expr | None = None
    stops: YesNo = Field(False, description="True if this step uses up the whole allowance.")
    no: Text | None = Field(None, description="The reason that the step cannot be taken.")
    rule: Name = ""

    @model_validator(mode="after")
    def _one_or_the_other(self) -> "StepRecord":
        if (self.cost is None) == (self.no is None):
            raise refuse("either `cost`, or `no` with the reason why it cannot be taken")
        return self


def one_a_step() -> tuple[StepRecord, ...]:
    """Return the default: every step costs 1."""
    return (StepRecord.model_validate({"cost": "1"}),)


class AddedRecord(Record):
    """An additional cost of a step."""

    when: Expr
    cost: Expr
    rule: Name = ""


class StopRecord(Record):
    """A place that stops pieces that enter it or begin in it."""

    when: Expr = Field(description="The condition; it reads the facts of the place as `at_...`.")
    leaves: Expr = Field("0", description="The most allowance that is left then.")
    why: Text
    rule: Name = ""


class NoEndRecord(Record):
    """A place where a move cannot end."""

    when: Expr = Field(description="The condition; it reads the facts of the place as `at_...`.")
    no: Text = Field(description="The reason, as a sentence.")
    rule: Name = ""


class LegsRecord(Record):
    """A move of several legs, from stop to stop. Each leg has the whole allowance."""

    title: Name = Field("Legs", description="The name of the points that pay for legs.")
    at: Expr = Field(description="The places at which a leg may end, as a condition on `at_...`.")
    no: Text = Field(description="The reason that a leg may not end elsewhere.")
    last_at: Expr = Field("false", description="The places after which no further leg is possible.")
    cost: Expr = Field("1", description="The cost of each leg, for each piece.")
    budget: Expr | None = Field(None, description="The most that all legs together may cost.")


class BackRecord(Record):
    """The way back that a move needs: it can end only where its pieces can also return. No place stops the way back."""

    to: Expr = Field(description="The places to which the pieces can return, as a condition on `at_...`.")
    allowance: Expr | None = Field(
        None, description="The most that the way back can cost; without it, what the way out has left."
    )
    no: Text = Field(description="The reason that a move may not end where no way back is left.")
    rule: Name = ""


class BandRecord(Record):
    """A range band: the costs of a move up to a limit, with their consequence."""

    up_to: Expr = Field(description="The highest cost of the band.")
    title: Text = Field("", description="The consequence, in a few words; without it, the move is a usual one.")


class ModeRecord(Record):
    """A way of moving."""

    id: Id
    title: Name
    rule: Name
    like: Id | None = Field(
        None, description="An earlier way of moving, from which this one takes everything that it does not give itself."
    )
    who: Expr = Field("true", description="The pieces that move in this way.")
    over: tuple[Name, ...] = Field(("adjacent",), description="The sets of steps that may be used.")
    parts: YesNo = Field(False, description="True if divided cells are entered and left part by part.")
    allowance: Expr = Field(
        "0", description="The allowance of a piece; pieces that move together have the least of theirs."
    )
    per_point: Annotated[Count, Field(ge=1)] = Field(
        1, description="2: all costs and allowances are counted in half points."
    )
    steps: tuple[StepRecord, ...] = Field(default_factory=one_a_step)
    added: tuple[AddedRecord, ...] = Field((), description="The costs that are added; all that apply are added.")
    first_step: YesNo = Field(False, description="True if one step is always possible, whatever it costs.")
    starts: tuple[StopRecord, ...] = Field((), description="The limits on a move that begins in a place.")
    stops: tuple[StopRecord, ...] = Field((), description="The limits on a move that enters a place.")
    ends: tuple[NoEndRecord, ...] = Field((), description="The places where a move may not end.")
    legs: LegsRecord | None = None
    back: BackRecord | None = Field(None, description="The way back that the move needs, if it goes there and returns.")
    bands: tuple[BandRecord, ...] = Field((), description="Range bands, the nearest first.")
    notes: dict[Name, Expr] = Field(
        default_factory=dict,
        description="Properties that a move sets on its pieces, from `cost`, `left`, `legs`, `back` (the cost of the "
        "way back) and `band` (the number of the range band, from 1): `{spent: spent + cost}`.",
    )

    @model_validator(mode="after")
    def _has_an_allowance(self) -> "ModeRecord":
        if self.like is None and "allowance" not in self.model_fields_set:
            raise refuse("an `allowance`, or another way of moving that it is `like`")
        return self

    def after(self, other: "ModeRecord") -> "ModeRecord":
        """Return this way of moving; everything that it leaves out comes from another way of moving."""
        return other.model_copy(update={name: getattr(self, name) for name in self.model_fields_set} | {"like": None})


class LeaderRecord(Record):
    """A rule for markers that lead pieces. A player who takes up the marker also takes up the pieces that it leads."""

    id: Id
    title: Name
    rule: Name = ""
    who: Expr = Field(description="The markers.")
    by: Name = Field(
        description="The property that has the same value for a marker and for the pieces that it leads at its place."
    )
