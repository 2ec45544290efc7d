"""Places outside the grids: boxes and tracks, which are rectangles on the map, and points with names of their own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tabletop.board.geometry import Pixel, Polygon


@dataclass(frozen=True)
class Box:
    """A rectangle that is a place, in map pixels: a holding box, or a cell of a track.

    `x` and `y` are its upper left corner. `snapping`: dropped pieces go to its middle. Otherwise they lie where they
    are dropped, as in a holding box.
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
    """A point with a name of its own. A piece exactly there has this place name, even if another place surrounds it.

    `x` and `y` are map pixels from the upper left corner of its board. Without such a board, they are measured from the
    upper left corner inside the map's `edge`.
    """

    name: str
    x: int
    y: int
    board: str = ""


@dataclass(frozen=True)
class Track:
    """A row of cells. Each is a place whose name is made of the track's and its own label: `general-track.19`.

    `x` and `y` are the upper left corner of the first cell, in map pixels. `width` and `height` are the size of a cell,
    and `gap` is the number of pixels between cells. `heading` is the direction from the first cell to the next. After
    `line` cells a new line begins, below the last (or to the right of it); 0 means one line only. `winding`: every
    other line runs back, so that cells that follow each other always touch. `title` is its name for players; "" if
    players know the track by its name.
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
