"""The ground in rule files, for maps that are only a picture: terrain, and lines from place to place.

They add to the entries of the map file. If both give a place the same property, the value of the rule file counts.
"""

from typing import Annotated

from pydantic import Field, model_validator

from tabletop.module.schema.faces import Hex
from tabletop.module.schema.map.measures import Values
from tabletop.module.schema.record_base import Count, MapId, Name, PlaceName, Record, refuse

Percent = Annotated[Count, Field(ge=1, le=100)]


class TerrainRecord(Record):
    """Places of one kind of ground.

    The places of `boards`, of `zones` and in `places` are taken together. Without any of them the record means every
    place of the map. If several records give a place the same property, the last one counts.
    """

    map: MapId | None = Field(None, description="The map; without it, the first one.")
    boards: tuple[Name, ...] = Field((), description="All places of these boards.")
    zones: tuple[Name, ...] = Field((), description="All places in these zones.")
    places: tuple[PlaceName, ...] = Field((), description="These places, by any of their names.")
    colours: tuple[Hex, ...] = Field(
        (), description="Only the places where the picture of the map mostly has one of these colours."
    )
    within: Annotated[Count, Field(le=255)] = Field(
        32, description="The greatest difference from a colour, for each of red, green and blue."
    )
    most: Percent = Field(50, description="The least part of a place that counts as `mostly`, in percent.")
    properties: Values = Field(min_length=1, description="The properties of these places, which expressions read.")


class LineRecord(Record):
    """Roads, rivers and similar features, from place to place or on the side between two places."""

    map: MapId | None = Field(None, description="The map; without it, the first one.")
    link: Name | None = Field(None, description="The set of steps along the runs, which is also their `link`.")
    hexside: Name | None = Field(
        None, description="The feature between the places of the runs: the `hexside` of a step."
    )
    runs: tuple[Annotated[tuple[PlaceName, ...], Field(min_length=2)], ...] = Field(
        description="The runs; each goes from place to place."
    )
    properties: Values = Field(
        default_factory=dict, description="Further properties of such a step, which expressions read."
    )

    @model_validator(mode="after")
    def _either(self) -> "LineRecord":
        if (self.link is None) == (self.hexside is None):
            raise refuse("either `link`, for steps along the runs, or `hexside`, for a feature between their places")
        return self
