"""Files of pieces: the contents of the counter tray, kind by kind. Common parts are written once."""

from typing import Annotated

from pydantic import Field

from tabletop.module.schema.record_base import Count, Id, Name, Record, Scalar, SideId, Text, YesNo
from tabletop.module.schema.trait_records import WrittenRecord

Pixels = Annotated[Count, Field(le=10_000)]
"""The side of a counter in pixels. Anything larger would be a map."""

Scale = Annotated[float, Field(ge=0.01, le=4.0)]
"""The number of screen pixels for one map pixel in the tray."""


class PatternRecord(Record):
    """The common part of several kinds. A kind or another pattern that has it says `like`."""

    like: tuple[Id, ...] = Field((), description="Patterns whose traits come before these.")
    width: Pixels = Field(0, description="Width in map pixels.")
    height: Pixels = Field(0, description="Height in map pixels.")
    values: dict[Name, Scalar] = Field(default_factory=dict, description="Properties that never change.")
    traits: tuple[WrittenRecord, ...] = Field((), description="What it can do, innermost first.")


class PieceKind(Record):
    """A kind of piece: a counter, marker or card."""

    id: Id = Field(description="Stable from version to version: saved games find the piece by it.")
    name: Name = Field(description="What players read.")
    side: SideId | None = Field(None, description="The side it belongs to, by its id; none for what is anybody's.")
    shelf: tuple[Name, ...] = Field((), description="Where in its group the counter tray has it, from the outside in.")
    scale: Scale | None = Field(None, description="How large the tray shows it, if not as the others of its file.")
    like: tuple[Id, ...] = Field((), description="Patterns it is made after, the first one innermost.")
    count: Count = Field(1, description="How many there are in the box; 0: any number.")
    limit: Count | None = Field(
        None, description="At most so many at a time, if not as many as there are in the box; 0: any number."
    )
    width: Pixels = Field(0, description="Width in map pixels, if not as its pattern says.")
    height: Pixels = Field(0, description="Height in map pixels, if not as its pattern says.")
    values: dict[Name, Scalar] = Field(
        default_factory=dict, description="Properties that never change; a face shows them by their names."
    )
    traits: tuple[WrittenRecord, ...] = Field((), description="What it can do besides, outside its patterns' traits.")
    remark: Text | None = Field(None, description="For readers of the file.")


class PieceFile(Record):
    """A file of pieces."""

    group: Name = Field(description="What they are, for the counter tray and for counting: naval, land, markers.")
    offered: YesNo = Field(
        True, description="Whether the counter tray offers them; else only set-ups and traits make them."
    )
    scale: Scale | None = Field(
        None, description="In the tray each has so many times its own size; if left out, all are alike."
    )
    patterns: dict[Id, PatternRecord] = Field(default_factory=dict, description="What kinds of any file may be `like`.")
    pieces: tuple[PieceKind, ...] = ()
