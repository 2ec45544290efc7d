"""Results tables in rule files: the roll, rows and columns, modifiers, and results.

Also the facts that tables, and everything else in rule files, read by name. Conditions and figures are expressions
(docs/expressions.md); docs/results-tables.md explains all of it with examples.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.record_base import Expr, Half, Id, Name, Record, Text, Whole, YesNo, refuse

FactName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
"""The name of a fact in expressions: small letters, digits and _, so that it needs no dollar signs."""

FactKind: TypeAlias = Literal["number", "yes-no", "word"]
InForce: TypeAlias = dict[Id, Name]
"""Options of the module and the choice each must have."""


class FactSpec(Record):
    """A value that any expression of the rule files can read by name, worked out from the table."""

    id: FactName
    title: Name
    rule: Name = ""
    kind: FactKind = "number"
    value: Expr


class NeedSpec(Record):
    """A fact that a table asks for. Without `usual` it must be given, unless the piece or the table has it."""

    title: Name
    kind: FactKind = "number"
    choices: tuple[Name, ...] = Field((), description="For words: those it may be.")
    usual: Expr | None = Field(None, description="What it is unless it is given.")


class AgainSpec(Record):
    """Dice that are rolled again."""

    when: Expr = Field(description="For which: `die` (of dice each on its own) or `total` is what came.")
    title: Name = "rolled again"
    rule: Name = ""
    for_ever: YesNo = Field(False, description="Until it no longer holds; otherwise once.")
    option: InForce = Field(default_factory=dict, description="Only where these options are so.")


class RollSpec(Record):
    """Dice that are added up, or read digit by digit."""

    roll: Name = Field(description="In dice notation: 2d6, 1d10, 3d6kh2.")
    read: Literal["total", "digits"] = Field("total", description="`digits`: the first die is the tens (d66).")
    again: AgainSpec | None = None


class PoolSpec(Record):
    """Some of the dice of a roll in which each die counts on its own; modifiers can apply to these alone."""

    title: Name
    count: Expr = Field(description="How many; less than 0 is none.")


class PoolsSpec(Record):
    """Dice that each hit or miss."""

    each: Name = Field(description="One die, in dice notation: 1d6.")
    pools: dict[FactName, PoolSpec] = Field(min_length=1)
    hit: Expr = Field(description="When a die hits: `die` is what it shows with modifiers, `natural` without.")
    most_hits: Expr | None = Field(None, description="More hits than that do not count.")
    again: AgainSpec | None = None


class LimitSpec(Record):
    """The smallest and the largest sum of modifiers, or of shifts."""

    least: Whole | None = None
    most: Whole | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "LimitSpec":
        if self.least is not None and self.most is not None and self.least > self.most:
            raise refuse("a least that is not more than the most")
        return self


class ModifierSpec(Record):
    """A die roll modifier. It is shown even if it does not apply."""

    id: Id
    title: Name
    rule: Name = ""
    when: Expr = "true"
    add: Expr
    option: InForce = Field(default_factory=dict, description="Only where these options are so.")
    pools: tuple[FactName, ...] = Field((), description="Only for these of the dice.")
    group: Id | None = Field(None, description="One of `groups`, of which only one applies.")
    limit: LimitSpec = LimitSpec()


class ShiftSpec(Record):
    """A shift by this many columns, or rows: to the right, or down, if it is positive."""

    id: Id
    title: Name
    rule: Name = ""
    when: Expr = "true"
    by: Expr
    option: InForce = Field(default_factory=dict, description="Only where these options are so.")
    limit: LimitSpec = LimitSpec()


class OddsSpec(Record):
    """The odds of two strengths, rounded to one of the columns."""

    attack: Expr
    defence: Expr
    round: Literal["down", "up", "nearest"] = Field(
        "down", description="`down` is in favour of the defender: 7 to 2 is 3:1; halves to the nearest go down too."
    )


class AxisSpec(Record):
    """The value that selects a row, or a column."""

    title: Name | None = None
    by: Expr | None = Field(None, description="A value; `total` is the modified roll, `natural` the roll itself.")
    odds: OddsSpec | None = None
    outside: Literal["ends", "refuse"] = Field("ends", description="What lies beyond the last: the last, or no answer.")
    shifts: tuple[ShiftSpec, ...] = ()
    limit: LimitSpec = LimitSpec()

    @model_validator(mode="after")
    def _one_of_both(self) -> "AxisSpec":
        if self.by is not None and self.odds is not None:
            raise refuse("either a value ('by') or 'odds', not both")
        return self


class ColumnsSpec(AxisSpec):
    """The columns. Without `by` and `odds` the answer is a whole row, each cell under the name of its column."""

    at: tuple[Name, ...] = Field((), description="What each stands for: 7, 1-4, 6+, <=3, 3:1, a word.")


class RowSpec(Record):
    """A row: its value, or its condition; then one cell, a cell for each column, or steps of its own."""

    at: tuple[Name, ...] | Name | None = Field(None, description="7, 1-4, 6+, <=3, a word, several, or `otherwise`.")
    when: Expr | None = None
    gives: Text | None = Field(None, description="The one cell. `=` before it makes it an expression.")
    cells: tuple[Text, ...] = Field((), description="A cell for each column.")
    steps: dict[Name, Text] = Field(default_factory=dict, description="Cells from so much of the column's value on.")

    @model_validator(mode="after")
    def _one_of_each(self) -> "RowSpec":
        if (self.at is None) == (self.when is None):
            raise refuse("either what the row stands for ('at') or when it is the row ('when')")
        if (self.gives is not None) + bool(self.cells) + bool(self.steps) != 1:
            raise refuse("one of 'gives', 'cells' and 'steps'")
        return self


class ThenSpec(Record):
    """A further lookup of a result."""

    table: Id
    given: dict[FactName, Expr] = Field(
        default_factory=dict, description="Facts for it, from those of this table, its `cell`, `total` and `hits`."
    )
    times: Expr = Field("1", description="How often; `number` is which time it is, from 1, in the facts given.")
    counts: tuple[Name, ...] = Field((), description="Of several results only the first of these counts, for odds.")


class ResultSpec(Record):
    """The meaning of a cell. `hit` is the word for the effect of a hit."""

    title: Text
    number: Whole | None = Field(None, description="As what number the cell counts in expressions, if it is none.")
    hits: Half = Field(Half(2), description="How many hits a die that hits is worth: 0.5 for a half hit.")
    then: ThenSpec | None = None


class TableSpec(Record):
    """A results table."""

    id: Id
    title: Name
    rule: Name
    note: Text = ""
    option: InForce = Field(default_factory=dict, description="It is used only where these options are so.")
    needs: dict[FactName, NeedSpec] = Field(default_factory=dict)
    dice: RollSpec | PoolsSpec | Name | None = Field(None, description="Nothing is rolled, if left out.")
    modifiers: tuple[ModifierSpec, ...] = ()
    groups: dict[Id, Literal["highest", "lowest"]] = Field(default_factory=dict)
    limit: LimitSpec = LimitSpec()
    row: AxisSpec = Field(default_factory=lambda: AxisSpec.model_validate({}))
    column: ColumnsSpec | None = None
    rows: tuple[RowSpec, ...] = ()
    results: dict[Name, ResultSpec] = Field(default_factory=dict)
