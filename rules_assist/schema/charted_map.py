"""The ground in rule files, for maps that are no more than a picture: terrain, and lines from place to place. A map
file's own entries for the same places give way to these.
"""

from typing import Annotated

from pydantic import Field, model_validator

from tabletop.module.schema.faces import Hex
from tabletop.module.schema.map.measures import Values
from tabletop.module.schema.record_base import Count, MapId, Name, PlaceName, Record, refuse

Percent = Annotated[Count, Field(ge=1, le=100)]


class TerrainRecord(Record):
    """Places of one kind of ground.

    `boards`, `zones` and `places` are taken together; without any of them the record means every place of the map. If
    several records name a place, the last one counts.
    """

    map: MapId | None = Field(None, description="The map; the first one, if left out.")
    boards: tuple[Name, ...] = Field((), description="All places of these boards.")
    zones: tuple[Name, ...] = Field((), description="All places in these zones.")
    places: tuple[PlaceName, ...] = Field((), description="These places, by any of their names.")
    colours: tuple[Hex, ...] = Field((), description="Of those, where the picture of the map is mostly so coloured.")
    within: Annotated[Count, Field(le=255)] = Field(
        32, description="How far red, green and blue may each be from a colour."
    )
    most: Percent = Field(50, description="From how much of a place `mostly` is, in percent.")
    properties: Values = Field(min_length=1, description="What expressions read of these places.")


class LineRecord(Record):
    """Roads, rivers and similar features, from place to place or on the side between two."""

    map: MapId | None = Field(None, description="The map; the first one, if left out.")
    link: Name | None = Field(None, description="What leads along the runs: a set of steps, and their `link`.")
    hexside: Name | None = Field(None, description="What lies between the places of the runs: `hexside` of a step.")
    runs: tuple[Annotated[tuple[PlaceName, ...], Field(min_length=2)], ...] = Field(
        description="Each from place to place to place."
    )
    properties: Values = Field(default_factory=dict, description="What expressions read of such a step besides.")

    @model_validator(mode="after")
    def _either(self) -> "LineRecord":
        if (self.link is None) == (self.hexside is None):
            raise refuse("either `link` or `hexside`: what leads along the runs, or what lies between their places")
        return self
