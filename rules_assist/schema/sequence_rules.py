"""The sequence of play in a rule file: the phases of a turn tracker, the sides that act in each, and its offers."""

from typing import Literal

from pydantic import Field

from tabletop.module.schema.record_base import Count, Expr, Id, Name, Record, Text


class AlternationRecord(Record):
    """Turns within a phase: the sides take turns until the phase is over."""

    first: Expr | None = Field(
        None, description="The side that takes the first turn; without it, the side whose phase it is."
    )
    alone: Expr | None = Field(
        None,
        description="The number of turns that this side takes before the others begin; a pass ends them. "
        "After them (even if there are none) another side has the first turn.",
    )
    passes: Count = Field(
        0,
        description="The number of times in succession that each side must pass to end the phase. With 0, a side that "
        "passes has no more turns, and the phase ends when all have passed.",
    )
    ends_turn: tuple[Id, ...] = Field(
        (),
        description="The procedures that end the turn of the side that began them, when they are over. One of them "
        "begins only when no other is under way.",
    )


class QuotaRecord(Record):
    """A limit on a procedure in a phase."""

    of: Id = Field(description="The procedure.")
    most: Expr = Field("1", description="The most times that each side may begin it in this phase.")


class PhaseRecord(Record):
    """A phase: one position of the tracker's innermost level."""

    id: Id
    at: Name = Field(description="The name of the phase on the tracker: a label of its innermost level.")
    title: Name
    rule: Name
    acts: Literal["phasing", "other", "all", "nobody"] = Field("phasing", description="The sides that act.")
    alternates: AlternationRecord | None = Field(
        None, description="The turns of the sides in this phase, if they act one after the other."
    )
    quotas: tuple[QuotaRecord, ...] = Field((), description="Procedures that a side may begin only so many times.")
    modes: tuple[Id, ...] = Field((), description="The ways of moving that the phase allows; without any, pieces stay.")
    offers: tuple[Id, ...] = Field((), description="The procedures that the acting side may begin.")
    begins: tuple[Id, ...] = Field((), description="The procedures that begin with the phase by themselves.")
    ends: tuple[Id, ...] = Field((), description="The procedures that must be run before the phase ends.")
    reactions: tuple[Id, ...] = Field((), description="The procedures that the other side may begin during the phase.")
    skip: Expr | None = Field(None, description="The condition under which the phase has nothing to do and is skipped.")
    note: Text = Field("", description="A sentence about the phase.")


class EndRecord(Record):
    """An end of the game: its condition, the sentence about it, and the winner."""

    id: Id
    when: Expr
    rule: Name
    says: Text = Field(description="The sentence about the winner and the reason.")
    winner: Id | None = Field(None, description="The side that has won; without it, the game is a draw.")


class SequenceRecord(Record):
    """The sequence of play: the phases of a turn, the sides that act in them, and the possible ends of the game."""

    tracker: Name = Field(description="The turn tracker whose innermost level lists the phases.")
    phasing: dict[Name, Id] = Field(
        default_factory=dict,
        description="The side whose part of the turn it is, by a label of one of the tracker's levels.",
    )
    initiative: Expr | None = Field(
        None, description="The side whose part of the turn it is, while no label of the tracker gives one."
    )
    of: Expr | None = Field(
        None, description="The pieces that only an acting side may move; without it, all pieces of a side."
    )
    phases: tuple[PhaseRecord, ...] = Field(min_length=1)
    endings: tuple[EndRecord, ...] = Field(
        (), description="The possible ends of the game; the first whose condition holds counts."
    )
