"""The list of a game's rules in a rule file: every number of the rulebook, and whether the program or the players apply
it.
"""

from typing import Literal

from pydantic import Field

from tabletop.module.schema.record_base import Name, Record, Text


class RuleRecord(Record):
    """A rule of the rulebook."""

    rule: Name = Field(description="The number of the rule.")
    title: Name = Field(description="The subject of the rule, in the author's own words.")
    work: tuple[Literal["done", "flagged", "shown", "players"], ...] = Field(
        min_length=1,
        description="done: the program carries it out; flagged: the program reports errors; shown: the "
        "program shows a search, table or page; players: the players apply it.",
    )
    because: Text = Field("", description="The reason that it is left to the players.")
