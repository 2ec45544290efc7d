"""Geometry in rule files: obstacles of sight, arcs of fire, and sorts of places for questions about the nearest.

In expressions `at_...` is a fact of a place, as in all rule files. `viewer_...` and `target_...` are properties of the
piece that looks and of the piece that it looks at.
"""

from typing import Literal, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.record_base import Expr, Id, MapId, Name, Record, Whole, refuse

Along: TypeAlias = Literal["both", "either", "never"]
Heights: TypeAlias = Literal["none", "line", "both", "either"]


class SightRecord(Record):
    """A rule for lines of sight. They run from centre to centre of two places."""

    id: Id
    title: Name
    rule: Name
    map: MapId | None = Field(None, description="The map; without it, the first one.")
    blocks: Expr = Field(
        "false", description="The condition for places that block; those of the viewer and the target never do."
    )
    pieces: Expr | None = Field(None, description="The condition for other pieces that block, from their places.")
    top: Expr = Field("1", description="The height of a blocking place or piece.")
    hexsides: dict[Name, Whole] = Field(
        default_factory=dict, description="The kinds of hexsides that block, each with its height."
    )
    ground: Expr = Field("0", description="The height of the ground of a place.")
    eye: Expr = Field("0", description="The height of a viewer, and of a target, above the ground.")
    heights: Heights = Field(
        "none",
        description=(
            "The rule for heights: everything blocks (`none`), or only obstacles above the straight "
            "`line` of sight, above `both` viewer and target, or above `either`."
        ),
    )
    along: Along = Field(
        "both",
        description="The rule for a line along a hexside or through a corner: it is blocked if `both` sides "
        "block, if `either` side does, or `never`.",
    )
    along_option: Id | None = Field(
        None, description="The option that decides this instead; its choices are the same words."
    )
    range: Expr | None = Field(None, description="The range of sight in steps, for the piece that looks.")


class ArcRecord(Record):
    """An arc from a piece: between two angles from its facing, or cells by steps ahead and to the side."""

    id: Id
    title: Name
    rule: Name
    of: Expr = Field("true", description="The condition for pieces that have the arc.")
    sight: Id | None = Field(None, description="Only places that they see by this line of sight lie in the arc.")
    facing: Expr | None = Field(
        None, description="The facing of a piece, counted as `facing_in` says; without it, the facing of its trait."
    )
    facing_in: Literal["sides", "degrees"] = Field(
        "sides", description="`sides`: the number of the cell's side, from 0, clockwise from north; else degrees."
    )
    degrees: tuple[Whole, Whole] | None = Field(
        None,
        description="The two angles of the arc, clockwise from the facing; both ends belong to it. [-60, 60] "
        "is an arc ahead.",
    )
    cells: tuple[tuple[Whole, Whole], ...] = Field(
        (), description="The steps ahead, and how many of them go to the side: numbers below 0 go to the left."
    )
    range: Expr | None = Field(None, description="The range in steps; without it, there is no limit.")

    @model_validator(mode="after")
    def _one_of_both(self) -> "ArcRecord":
        if (self.degrees is None) == (not self.cells):
            raise refuse("either 'degrees' or 'cells'")
        if self.degrees is not None and not 0 <= self.degrees[1] - self.degrees[0] <= 360:
            raise refuse("degrees from and to, clockwise, at most 360 apart, for example [-60, 60]")
        return self


class NearestRecord(Record):
    """A kind of place, so that a question can ask for the nearest place of this kind."""

    id: Id
    title: Name
    rule: Name
    map: MapId | None = Field(None, description="The map; without it, the first one.")
    where: Expr = Field(description="The condition for the places.")
    over: tuple[Name, ...] = Field(("adjacent",), description="The sets of steps that count for the distance.")
