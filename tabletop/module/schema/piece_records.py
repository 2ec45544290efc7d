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
    """The common part of several kinds. Kinds and other patterns that have it name it in `like`."""

    like: tuple[Id, ...] = Field((), description="Patterns whose traits come before these.")
    width: Pixels = Field(0, description="Width in map pixels.")
    height: Pixels = Field(0, description="Height in map pixels.")
    values: dict[Name, Scalar] = Field(default_factory=dict, description="Properties that never change.")
    traits: tuple[WrittenRecord, ...] = Field((), description="Its traits, innermost first.")


class PieceKind(Record):
    """A kind of piece: a counter, marker or card."""

    id: Id = Field(
        description="Its key, which stays the same from version to version, so that saved games find the piece."
    )
    name: Name = Field(description="Its name for players.")
    side: SideId | None = Field(None, description="The id of its side; without it, the piece is neutral.")
    shelf: tuple[Name, ...] = Field((), description="Its place in its group of the counter tray, from the outside in.")
    scale: Scale | None = Field(None, description="Its size in the tray, if it differs from the others of its file.")
    like: tuple[Id, ...] = Field((), description="The patterns that it is made from, the first one innermost.")
    count: Count = Field(1, description="The number in the game; 0: any number.")
    limit: Count | None = Field(
        None, description="The greatest number at one time, if it differs from the number in the game; 0: any number."
    )
    width: Pixels = Field(0, description="Width in map pixels, if it differs from its pattern.")
    height: Pixels = Field(0, description="Height in map pixels, if it differs from its pattern.")
    values: dict[Name, Scalar] = Field(
        default_factory=dict, description="Properties that never change; a face shows them by their names."
    )
    traits: tuple[WrittenRecord, ...] = Field((), description="Its further traits, outside those of its patterns.")
    remark: Text | None = Field(None, description="A note for readers of the file.")


class PieceFile(Record):
    """A file of pieces."""

    group: Name = Field(
        description="The group of these pieces, for the counter tray and for counting: naval, land, markers."
    )
    offered: YesNo = Field(
        True, description="True if the counter tray offers them; otherwise only set-ups and traits make them."
    )
    scale: Scale | None = Field(
        None, description="The scale of each piece in the tray; without it, all have the same width."
    )
    patterns: dict[Id, PatternRecord] = Field(
        default_factory=dict, description="Patterns that kinds of any file may name as `like`."
    )
    pieces: tuple[PieceKind, ...] = ()
