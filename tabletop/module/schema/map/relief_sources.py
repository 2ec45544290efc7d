"""The sources of a map's drawing of sea and land: `relief.yaml` beside the map file.

Everything is placed in degrees. Longitudes run from 0 to 360 east, so that nothing breaks at the date line.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Degrees = tuple[float, float]
"""Longitude (0 to 360 east) and latitude (north positive)."""
Line = Annotated[tuple[Degrees, ...], Field(min_length=2)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Range(_Strict):
    """A range of mountains, or a swell of the sea floor: a ridge along a line that fades to both sides."""

    name: str = Field(description="The name of the range, only for the reader of the file.")
    width: float = Field(
        gt=0, description="The distance from the crest, in kilometres, at which a third of the height is left."
    )
    height: float = Field(gt=0, le=1, description="The height of the crest; 1 is the highest on the map.")
    line: Line = Field(description="The line of the crest: longitude and latitude of each bend.")


class Deep(_Strict):
    """A trench or a basin: the sea is drawn darker along a line."""

    name: str = Field(description="The name of the deep, only for the reader of the file.")
    width: float = Field(
        gt=0, description="The distance from the axis, in kilometres, at which a third of the depth is left."
    )
    depth: float = Field(gt=0, le=1, description="The darkness; 1 is the darkest on the map.")
    line: Line = Field(description="The line of the axis: longitude and latitude of each bend.")


class Reef(_Strict):
    """A shoal along a line, off a coast."""

    name: str = Field(description="The name of the reef, only for the reader of the file.")
    line: Line = Field(description="The line of the reef: longitude and latitude of each bend.")


class Relief(_Strict):
    """The whole of `relief.yaml`."""

    coastlines: str = Field(description="File in assets/coastlines: GeoJSON polygons of land.")
    finer: float = Field(
        default=1.0,
        gt=0,
        description="The factor by which shores, slopes and ridges are drawn finer than on a map of an ocean.",
    )
    ranges: tuple[Range, ...] = Field(description="The mountains, each as a crest line.")
    deeps: tuple[Deep, ...] = Field(default=(), description="Trenches and basins of the sea floor.")
    swells: tuple[Range, ...] = Field(default=(), description="Ridges and banks of the sea floor.")
    shoals: tuple[Degrees, ...] = Field(default=(), description="Atolls and banks that are missing in the coastlines.")
    reefs: tuple[Reef, ...] = Field(default=(), description="Barrier reefs.")
