"""Geometry in rule files: obstacles of sight, arcs of fire, and the places of which the nearest is asked for.

In expressions `at_...` is a fact of a place, as in all rule files; `viewer_...` and `target_...` are properties of the
pieces that look and are looked at.
"""

from typing import Literal, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.record_base import Expr, Id, MapId, Name, Record, Whole, refuse

Along: TypeAlias = Literal["both", "either", "never"]
Heights: TypeAlias = Literal["none", "line", "both", "either"]


class SightRecord(Record):
    """A sort of line of sight, from centre to centre of two places."""

    id: Id
    title: Name
    rule: Name
    map: MapId | None = Field(None, description="On which map; the first, if left out.")
    blocks: Expr = Field("false", description="Which places block; never those of the viewer and the target.")
    pieces: Expr | None = Field(None, description="Which other pieces block from the places where they stand.")
    top: Expr = Field("1", description="How high a blocking place reaches, or a piece.")
    hexsides: dict[Name, Whole] = Field(default_factory=dict, description="Kinds of hexsides that block: their height.")
    ground: Expr = Field("0", description="How high the ground of a place is, on which viewers stand.")
    eye: Expr = Field("0", description="How high over its ground a viewer looks from, and a target is.")
    heights: Heights = Field(
        "none",
        description=(
            "What is high enough to block: all (`none`), what rises above the straight `line` of sight, above `both` "
            "viewer and target, above `either`."
        ),
    )
    along: Along = Field(
        "both", description="Along a hexside or through a corner: blocked if both sides block, or either."
    )
    along_option: Id | None = Field(
        None, description="The option that decides it instead; its choices are the same words."
    )
    range: Expr | None = Field(None, description="How far can be seen, in steps; for the piece that looks.")


class ArcRecord(Record):
    """An arc from a piece: between two angles from its facing, or cells by steps ahead and to the side."""

    id: Id
    title: Name
    rule: Name
    of: Expr = Field("true", description="Which pieces have it.")
    sight: Id | None = Field(None, description="Only what they see by this line of sight lies in it.")
    facing: Expr | None = Field(
        None, description="Where a piece faces, as `facing_in` counts; as it is turned by its trait, if left out."
    )
    facing_in: Literal["sides", "degrees"] = Field(
        "sides", description="`sides`: the number of the cell's side, from 0, clockwise from north; else degrees."
    )
    degrees: tuple[Whole, Whole] | None = Field(
        None, description="From and to, clockwise from the facing; both ends belong to it: -60 and 60 is ahead."
    )
    cells: tuple[tuple[Whole, Whole], ...] = Field(
        (), description="Steps ahead, and among them to the side: less than 0 to the left."
    )
    range: Expr | None = Field(None, description="How far it reaches, in steps; no limit if left out.")

    @model_validator(mode="after")
    def _one_of_both(self) -> "ArcRecord":
        if (self.degrees is None) == (not self.cells):
            raise refuse("either 'degrees' or 'cells'")
        if self.degrees is not None and not 0 <= self.degrees[1] - self.degrees[0] <= 360:
            raise refuse("degrees from and to, clockwise, at most 360 apart, such as [-60, 60]")
        return self


class NearestRecord(Record):
    """A sort of place, for questions about the nearest one."""

    id: Id
    title: Name
    rule: Name
    map: MapId | None = Field(None, description="On which map; the first, if left out.")
    where: Expr = Field(description="Which places.")
    over: tuple[Name, ...] = Field(("adjacent",), description="The sets of steps over which it is counted.")
