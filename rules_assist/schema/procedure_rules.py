"""Procedures in rule files: steps that ask, look a table up and apply the result, one after the other.

Python beside it does the things that data cannot do: a move that needs a search, a secret that is kept from step to
step, a procedure that runs another. See docs/procedures.md.
"""

from typing import Literal

from pydantic import Field, model_validator

from rules_assist.schema.table_rules import FactName
from tabletop.module.schema.record_base import Expr, Id, Name, Record, Text, YesNo, refuse


class WhichRecord(Record):
    """A search for pieces or places. All its conditions must hold."""

    at: FactName | None = Field(None, description="In this place; it is the answer to a question.")
    beside: FactName | None = Field(
        None,
        description="One step away from this place, or from the place of these pieces; expressions can read the step.",
    )
    in_arc_of: FactName | None = Field(None, description="In an arc of one of these pieces.")
    has_in_arc: FactName | None = Field(
        None, description="Pieces that have this place, or one of these pieces, in one of their arcs."
    )
    arcs: tuple[Id, ...] = Field((), description="The arcs; without them, all that the pieces have.")


class GroupRecord(WhichRecord):
    """Some pieces, under one name. They are searched for at each step, in the present position."""

    pieces: Expr = Field("true", description="The condition for the pieces.")
    among: FactName | None = Field(None, description="Only pieces of this group or answer.")


class FigureRecord(Record):
    """A number or a word that is worked out: a value, or the sum of a value over the pieces of a group."""

    value: Expr
    at: FactName | None = Field(None, description="Expressions read the facts of this place as `at_...`.")
    sum_of: FactName | None = Field(None, description="The pieces whose values are added up.")
    beside: FactName | None = Field(
        None, description="Expressions can also read the step from each piece to this place."
    )

    @model_validator(mode="after")
    def _one_or_the_other(self) -> "FigureRecord":
        if self.at is not None and self.sum_of is not None:
            raise refuse("either a value 'at' a place, or a 'sum_of' pieces, each where it stands")
        return self


class AskRecord(WhichRecord):
    """A question. The answer is kept under its id for all further steps."""

    id: FactName
    question: Text
    rule: Name = ""
    by: Expr = Field("side", description="The side that is asked.")
    when: Expr = Field("true", description="The condition for asking the question.")
    then: Text = Field("", description="A sentence about the consequences.")
    among: FactName | None = Field(None, description="Only pieces of this group or answer.")
    pieces: Expr | None = Field(None, description="The player chooses pieces for which this condition holds.")
    places: Expr | None = Field(
        None, description="The player chooses a place for which this condition on `at_...` holds."
    )
    words: tuple[Name, ...] = Field((), description="The player chooses one of these words.")
    confirm: YesNo = Field(False, description="The player answers yes or no.")
    number: YesNo = Field(False, description="The player gives a whole number, from `least` to `most`.")
    least: Expr = Field("1", description="The least number of pieces, or the least number to give.")
    most: Expr = Field("1", description="The greatest number of pieces (0: any number), or the highest number to give.")
    order: YesNo = Field(False, description="The player puts all the pieces in an order, which `for_each` follows.")
    secret: YesNo = Field(
        False, description="Only the asked side knows the answer; it is deleted when the step is over."
    )
    together: YesNo = Field(
        False,
        description="True if it is asked together with the question before it, to another side. Neither side "
        "learns the other's answer first.",
    )

    @model_validator(mode="after")
    def _one_sort(self) -> "AskRecord":
        sorts = (self.pieces is not None, self.places is not None, bool(self.words), self.confirm, self.number)
        if sum(sorts) != 1:
            raise refuse("one of 'pieces', 'places', 'words', 'confirm' and 'number'")
        if self.order and self.pieces is None:
            raise refuse("'pieces' with 'order'")
        return self


class LookRecord(Record):
    """A lookup in a results table.

    If the table needs a fact, it takes the value of the same name from the procedure.
    """

    table: Id
    given: dict[FactName, Expr] = Field(
        default_factory=dict, description="Facts that have other names in the procedure."
    )
    result: FactName = Field("result", description="The name under which the result is kept.")
    pause: Expr | None = Field(
        None, description="The side that starts the roll; without it, the dice are rolled without a pause."
    )


class EffectRecord(Record):
    """An effect at the end of a step.

    The pieces `of` a group are moved, get a key, are changed, or are reported; or properties are set, those of the
    places `at` an answer or a group, or those of the table.
    """

    when: Expr = "true"
    of: FactName | None = Field(None, description="The group of the pieces.")
    at: FactName | None = Field(
        None, description="The answer or group whose places get new values of properties (`set`)."
    )
    move_to: Expr | None = Field(None, description="The name of the place to which the pieces are moved.")
    key: Name | None = Field(None, description="The key that is sent to them; their traits define its effect.")
    set: dict[Name, Expr] = Field(
        default_factory=dict, description="The properties of these pieces or places that are set, with the values."
    )
    table: dict[Name, Expr] = Field(
        default_factory=dict, description="The properties of the table that are set, with the values."
    )
    report: Name | None = Field(None, description="The form of the report, from `contacts` in `module.yaml`.")
    to: Expr = Field("enemy", description="The side that is told.")
    says: dict[Name, Expr] = Field(
        default_factory=dict,
        description="The figures that the report states with these values; it draws the others, or states them truly.",
    )
    source: Expr = Field('""', description="The source of the report.")
    late: Expr = Field("0", description="The number of turns after which it arrives.")

    @model_validator(mode="after")
    def _does_something(self) -> "EffectRecord":
        does = (
            self.move_to is not None,
            self.key is not None,
            self.report is not None,
            bool(self.set),
            bool(self.table),
        )
        if sum(does) != 1:
            raise refuse("one of 'move_to', 'key', 'report', 'set' and 'table'")
        if self.report is None and self.says:
            raise refuse("'says' only beside 'report'")
        if self.at is not None and not self.set:
            raise refuse("'set' with 'at'")
        if (self.of is None) != (bool(self.table) or self.at is not None):
            raise refuse(
                "'of' with the pieces that are moved, sent a key, reported or changed, "
                "and without it for 'table' and 'at'"
            )
        return self


class ProcedureStepRecord(Record):
    """A step. It asks its questions, then looks the table up, and applies all its effects together at the end."""

    id: Id
    title: Name
    rule: Name = ""
    when: Expr = Field("true", description="The step is skipped if this condition does not hold.")
    for_each: dict[FactName, FactName] = Field(
        default_factory=dict,
        description="`{unit: losers}`: the step is played once for each of these pieces, under that name.",
    )
    asks: tuple[AskRecord, ...] = ()
    look: LookRecord | None = None
    effects: tuple[EffectRecord, ...] = ()

    @model_validator(mode="after")
    def _one_loop(self) -> "ProcedureStepRecord":
        if len(self.for_each) > 1:
            raise refuse("one name with one group, for example {unit: losers}")
        if self.asks and self.asks[0].together:
            raise refuse("a question before the one that is asked 'together' with it")
        return self


class ProcedureRecord(Record):
    """A procedure: its names for pieces and figures, and its steps in order."""

    id: Id
    title: Name
    rule: Name
    when: Expr = Field("true", description="The condition under which a side may begin it.")
    no: Text = Field("There is nothing to do.", description="The reason to give if the condition does not hold.")
    several: YesNo = Field(False, description="True if several of its kind may be under way at one place.")
    must_finish: YesNo = Field(
        False,
        description="True if the phase cannot end before it is finished or closed. Otherwise the player who "
        "ends the phase is asked.",
    )
    known_to: Literal["all", "side"] = Field(
        "all", description="The sides that know that it is under way: all, or only the side that plays it."
    )
    groups: dict[FactName, GroupRecord] = Field(default_factory=dict)
    figures: dict[FactName, FigureRecord] = Field(default_factory=dict)
    steps: tuple[ProcedureStepRecord, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _asks_who_knows(self) -> "ProcedureRecord":
        asked = {ask.by for step in self.steps for ask in step.asks}
        asked.update(step.look.pause for step in self.steps if step.look is not None and step.look.pause is not None)
        if self.known_to == "side" and asked - {"side"}:
            raise refuse("questions and pauses for 'side' alone, since no other side may know of this procedure")
        return self
