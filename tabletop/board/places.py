"""Places off the grids: boxes and tracks, laid out as rectangles on the map, and points with names of their own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tabletop.board.geometry import Pixel, Polygon


@dataclass(frozen=True)
class Box:
    """A rectangle that is a place, in map pixels: a holding box, a cell of a track.

    x, y: its upper left corner.
    snapping: dropped pieces go to its middle; otherwise they lie where they fall, as in a holding box.
    """

    name: str
    x: int
    y: int
    width: int
    height: int
    snapping: bool = False

    def __post_init__(self) -> None:
        if self.width <= 0 or self.height <= 0:
            raise ValueError(f"Box '{self.name}' needs a width and a height above 0.")

    @property
    def area(self) -> tuple[int, int, int, int]:
        """The left, top, right and bottom edges."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    @property
    def middle(self) -> Pixel:
        """The spot of a piece that is sent here."""
        return self.x + self.width // 2, self.y + self.height // 2

    @property
    def polygon(self) -> Polygon:
        """The corners, clockwise from the upper left."""
        left, top, right, bottom = self.area
        return (left, top), (right, top), (right, bottom), (left, bottom)


@dataclass(frozen=True)
class NamedPoint:
    """A point with a name of its own. A piece exactly there has this place name, whatever place surrounds it.

    x, y: pixels of its board as it lies on the map; without such a board, pixels from within the edge of the map.
    """

    name: str
    x: int
    y: int
    board: str = ""


@dataclass(frozen=True)
class Track:
    """A run of cells, each a place called by the track and its own label: `general-track.19`.

    x, y: the upper left corner of the first cell, in map pixels. width, height: the size of a cell; gap: the pixels
    between cells. heading: where the run goes from its first cell. line: after this many cells a new line begins, below
    (or to the right of) the last; 0 never begins one. winding: every other line runs back, so that cells that follow
    each other always touch. title: its name for players; "" for a track that is known by its name.
    """

    name: str
    labels: tuple[str, ...]
    x: int
    y: int
    width: int
    height: int
    heading: Literal["right", "left", "down", "up"] = "right"
    line: int = 0
    winding: bool = False
    gap: int = 0
    title: str = ""

    def __post_init__(self) -> None:
        if len(set(self.labels)) < len(self.labels):
            raise ValueError(f"The cells of track '{self.name}' need labels different from each other.")

    @cached_property
    def cells(self) -> tuple[Box, ...]:
        """The cells in their order; pieces snap to the middle of each."""
        return tuple(self._cell(number, label) for number, label in enumerate(self.labels))

    def place(self, label: str) -> str:
        """Return the name of the place of a cell."""
        return f"{self.name}.{label}"

    def _cell(self, number: int, label: str) -> Box:
        line, along = divmod(number, self.line) if self.line else (0, number)
        if self.winding and line % 2:
            along = self.line - 1 - along
        right, down = {
            "right": (along, line),
            "left": (-along, line),
            "down": (line, along),
            "up": (line, -along),
        }[self.heading]
        x, y = self.x + right * (self.width + self.gap), self.y + down * (self.height + self.gap)
        return Box(self.place(label), x, y, self.width, self.height, snapping=True)
