"""The sequence of play in a rule file: the phases of a turn tracker, the sides that act in each, and its offers."""

from typing import Literal

from pydantic import Field

from tabletop.module.schema.record_base import Expr, Id, Name, Record, Text, YesNo


class PhaseRecord(Record):
    """A phase: one position of the tracker's innermost level."""

    id: Id
    at: Name = Field(description="What the tracker calls it: a label of its innermost level.")
    title: Name
    rule: Name
    acts: Literal["phasing", "other", "all", "nobody"] = Field("phasing", description="Whose phase it is.")
    alternates: YesNo = Field(False, description="The sides act by turns until all have passed, the phasing one first.")
    modes: tuple[Id, ...] = Field((), description="Ways of moving that are allowed in it; with none, pieces stay.")
    offers: tuple[Id, ...] = Field((), description="Procedures that whoever acts may begin.")
    begins: tuple[Id, ...] = Field((), description="Procedures that begin with it, by themselves.")
    ends: tuple[Id, ...] = Field((), description="Procedures that must be run before it ends.")
    reactions: tuple[Id, ...] = Field((), description="Procedures that the other side may begin in between.")
    skip: Expr | None = Field(None, description="When there is nothing to do in it, so that it is passed over.")
    note: Text = Field("", description="What is done in it, in a sentence.")


class EndRecord(Record):
    """An end of the game."""

    id: Id
    when: Expr
    rule: Name
    says: Text = Field(description="The winner, and the reason.")
    winner: Id | None = Field(None, description="The side that has won; none for a draw.")


class SequenceRecord(Record):
    """The sequence of play."""

    tracker: Name = Field(description="The turn tracker whose innermost level is the phases.")
    phasing: dict[Name, Id] = Field(
        default_factory=dict, description="Which side is phasing, by a label of one of the tracker's levels."
    )
    of: Expr | None = Field(
        None, description="The pieces that only a side that acts may move; all of a side, if left out."
    )
    phases: tuple[PhaseRecord, ...] = Field(min_length=1)
    endings: tuple[EndRecord, ...] = Field((), description="The first whose condition holds ends the game.")
