"""Results tables in rule files: the roll, rows and columns, modifiers, and results.

It also has the facts that tables, and everything else in rule files, read by name. Conditions and figures are
expressions (docs/expressions.md). docs/results-tables.md explains all of it with examples.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.record_base import Expr, Half, Id, Name, Record, Text, Whole, YesNo, refuse

FactName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
"""The name of a fact in expressions. It has small letters, digits and _, so that it needs no dollar signs."""

FactKind: TypeAlias = Literal["number", "yes-no", "word"]
InForce: TypeAlias = dict[Id, Name]
"""Options of the module, and the choice that each must have."""


class FactSpec(Record):
    """A value that any expression of the rule files can read by name. It is worked out from the table."""

    id: FactName
    title: Name
    rule: Name = ""
    kind: FactKind = "number"
    value: Expr


class NeedSpec(Record):
    """A fact for which a table asks. Without `usual` it must be given, unless the piece or the table has it."""

    title: Name
    kind: FactKind = "number"
    choices: tuple[Name, ...] = Field((), description="The possible words, for a fact that is a word.")
    usual: Expr | None = Field(None, description="The value if none is given.")


class AgainSpec(Record):
    """Dice that are rolled again."""

    when: Expr = Field(
        description="The condition for rolling again; it reads `die` (for dice that count one by one) or `total`."
    )
    title: Name = "rolled again"
    rule: Name = ""
    for_ever: YesNo = Field(
        False, description="True: roll again until the condition no longer holds. Otherwise roll again once."
    )
    option: InForce = Field(
        default_factory=dict, description="The dice are rolled again only with these choices of options."
    )


class RollSpec(Record):
    """Dice that are added up, or read digit by digit."""

    roll: Name = Field(description="The dice, in dice notation: 2d6, 1d10, 3d6kh2.")
    read: Literal["total", "digits"] = Field("total", description="`digits`: the first die is the tens (d66).")
    again: AgainSpec | None = None


class PoolSpec(Record):
    """Some of the dice of a roll in which each die counts on its own. Modifiers can apply to only these dice."""

    title: Name
    count: Expr = Field(description="The number of dice; a number below 0 means none.")


class PoolsSpec(Record):
    """Dice that each hit or miss."""

    each: Name = Field(description="One die, in dice notation: 1d6.")
    pools: dict[FactName, PoolSpec] = Field(min_length=1)
    hit: Expr = Field(
        description="The condition for a hit. `die` is the face with modifiers, `natural` the face without them."
    )
    most_hits: Expr | None = Field(None, description="The greatest number of hits that count.")
    again: AgainSpec | None = None


class LimitSpec(Record):
    """The smallest and the largest value of a modifier or a shift, or of a sum of them."""

    least: Whole | None = None
    most: Whole | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "LimitSpec":
        if self.least is not None and self.most is not None and self.least > self.most:
            raise refuse("a 'least' that is not greater than 'most'")
        return self


class ModifierSpec(Record):
    """A die roll modifier. It is shown even if it does not apply."""

    id: Id
    title: Name
    rule: Name = ""
    when: Expr = "true"
    add: Expr
    option: InForce = Field(
        default_factory=dict, description="The modifier applies only with these choices of options."
    )
    pools: tuple[FactName, ...] = Field((), description="The pools of dice to which it applies.")
    group: Id | None = Field(
        None, description="The group in `groups` to which it belongs; only one of a group applies."
    )
    limit: LimitSpec = LimitSpec()


class ShiftSpec(Record):
    """A shift by this number of columns or rows. If it is positive, it goes to the right or down."""

    id: Id
    title: Name
    rule: Name = ""
    when: Expr = "true"
    by: Expr
    option: InForce = Field(default_factory=dict, description="The shift applies only with these choices of options.")
    limit: LimitSpec = LimitSpec()


class OddsSpec(Record):
    """The odds of two strengths, rounded to one of the columns."""

    attack: Expr
    defence: Expr
    round: Literal["down", "up", "nearest"] = Field(
        "down", description="`down` favours the defender: 7 to 2 is 3:1. With `nearest`, halves go down too."
    )


class AxisSpec(Record):
    """The value that selects a row, or a column."""

    title: Name | None = None
    by: Expr | None = Field(None, description="A value; `total` is the modified roll, `natural` the roll itself.")
    odds: OddsSpec | None = None
    outside: Literal["ends", "refuse"] = Field(
        "ends", description="For a value beyond the rows or columns: the nearest one (`ends`), or none (`refuse`)."
    )
    shifts: tuple[ShiftSpec, ...] = ()
    limit: LimitSpec = LimitSpec()

    @model_validator(mode="after")
    def _one_of_both(self) -> "AxisSpec":
        if self.by is not None and self.odds is not None:
            raise refuse("either a value ('by') or 'odds', not both")
        return self


class ColumnsSpec(AxisSpec):
    """The columns.

    Without `by` and `odds` the answer is a whole row, with each cell under the name of its column.
    """

    at: tuple[Name, ...] = Field((), description="The value of each column: 7, 1-4, 6+, <=3, 3:1, a word.")


class RowSpec(Record):
    """A row: its value or its condition, and then one cell, a cell for each column, or steps of its own."""

    at: tuple[Name, ...] | Name | None = Field(
        None, description="The value of the row: 7, 1-4, 6+, <=3, a word, several of these, or `otherwise`."
    )
    when: Expr | None = None
    gives: Text | None = Field(None, description="The one cell. `=` before it makes it an expression.")
    cells: tuple[Text, ...] = Field((), description="A cell for each column.")
    steps: dict[Name, Text] = Field(default_factory=dict, description="Cells that each begin at a value of the column.")

    @model_validator(mode="after")
    def _one_of_each(self) -> "RowSpec":
        if (self.at is None) == (self.when is None):
            raise refuse("either 'at' with the value of the row, or 'when' with its condition")
        if (self.gives is not None) + bool(self.cells) + bool(self.steps) != 1:
            raise refuse("one of 'gives', 'cells' and 'steps'")
        return self


class ThenSpec(Record):
    """A further lookup to which a result leads."""

    table: Id
    given: dict[FactName, Expr] = Field(
        default_factory=dict,
        description="The facts for that table, from the facts of this table, its `cell`, `total` and `hits`.",
    )
    times: Expr = Field("1", description="The number of lookups. In the given facts, `number` counts them from 1.")
    counts: tuple[Name, ...] = Field(
        (), description="For the odds: the first of these words that comes among several results counts."
    )


class ResultSpec(Record):
    """The meaning of a cell. `hit` is the word for the effect of a hit."""

    title: Text
    number: Whole | None = Field(
        None, description="The number that the cell has in expressions, if its text is not a number."
    )
    hits: Half = Field(Half(2), description="The number of hits for each die that hits: 0.5 for a half hit.")
    then: ThenSpec | None = None


class TableSpec(Record):
    """A results table: the facts that it needs, its dice and modifiers, its rows and columns, and its results."""

    id: Id
    title: Name
    rule: Name
    note: Text = ""
    option: InForce = Field(default_factory=dict, description="The table is used only with these choices of options.")
    needs: dict[FactName, NeedSpec] = Field(default_factory=dict)
    dice: RollSpec | PoolsSpec | Name | None = Field(None, description="The roll; without it, nothing is rolled.")
    modifiers: tuple[ModifierSpec, ...] = ()
    groups: dict[Id, Literal["highest", "lowest"]] = Field(default_factory=dict)
    limit: LimitSpec = LimitSpec()
    row: AxisSpec = Field(default_factory=lambda: AxisSpec.model_validate({}))
    column: ColumnsSpec | None = None
    rows: tuple[RowSpec, ...] = ()
    results: dict[Name, ResultSpec] = Field(default_factory=dict)
