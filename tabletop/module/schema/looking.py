"""How a map is looked at: what is marked on it and how, where players point, the overview beside it.

What lies there and how it is used is `tabletop.module.schema.table`.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tabletop.module.schema.base import Count, Expr, Record, Text, Whole, YesNo
from tabletop.module.schema.measures import Ink


class Line(Record):
    """A line round pieces."""

    colour: Ink = "#000000"
    width: Count = Field(default=3, description="In pixels of the map; on the screen one at the least.")


class ChosenMark(Line):
    """How chosen pieces are marked: by a line round them, or by a picture over them."""

    where: Expr = Field(default="true", description="Which pieces, read as the player sees them.")
    picture: Text = Field(default="", description="A picture of the module instead of the line.")
    at: tuple[Whole, Whole] = Field(
        default=(0, 0), description="How far right and below the middle of the piece its middle lies (screen pixels)."
    )


PingKeys: TypeAlias = Literal["alt", "ctrl", "alt shift", "ctrl shift", "ctrl alt", "ctrl alt shift"]


class PingWay(Record):
    """How players point at a spot: a ring shrinks onto it, again and again."""

    keys: PingKeys = Field(default="alt", description="What is held while one clicks there.")
    colour: Ink = "#FF0000"
    size: Annotated[int, Field(ge=1, le=10_000)] = Field(default=100, description="How wide it is at first, in pixels.")
    on_map: YesNo = Field(default=True, description="Its pixels are the map's; else those of the screen.")
    pulses: Annotated[int, Field(ge=0, le=100)] = Field(default=6, description="How often; 0: it does not move.")
    a_second: Annotated[int, Field(ge=0, le=50)] = Field(default=3, description="How many times in a second.")
    report: Text = Field(
        default="",
        description="A template of what is said, read by the table, with `PingLocation`, `PingZone` and `PingMap`.",
    )
