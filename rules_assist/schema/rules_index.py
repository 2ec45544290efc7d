"""The list of a game's rules in a rule file: every number of the rulebook, each applied by the program or by the
players.
"""

from typing import Literal

from pydantic import Field

from tabletop.module.schema.record_base import Name, Record, Text


class RuleRecord(Record):
    """A rule of the rulebook."""

    rule: Name = Field(description="Its number.")
    title: Name = Field(description="What it is about, in our own words.")
    work: tuple[Literal["done", "flagged", "shown", "players"], ...] = Field(
        min_length=1,
        description="done: the program does it; flagged: breaking it is said; shown: a search, table or page.",
    )
    because: Text = Field("", description="Why it is left to the players.")
