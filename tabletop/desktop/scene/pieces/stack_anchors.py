"""The positions of stacks at a place: shifted below a printed plate, else at their own point."""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple, Protocol

from tabletop.board.map import Map
from tabletop.desktop.scene.pieces.stack_layout import StackOffsets
from tabletop.module.schema.map.map_sheet_records import SheetRecord

BELOW_PLATE = 0.36
"""The distance of stacks below the middle of a hex with a plate, as a multiple of a hex's width."""


class StackAnchor(NamedTuple):
    """The position of stacks at a place: their shift to the right and down, and the width of the place (map pixels)."""

    dx: float = 0.0
    dy: float = 0.0
    room: float = math.inf


class Anchor(Protocol):
    """A function that gives the position of the stacks at a place."""

    def __call__(self, place: str, x: int, y: int) -> StackAnchor:
        """Return the position of stacks at a point of a place."""
        ...


def plates(sheet: SheetRecord, board: Map) -> Callable[[tuple[int, int]], float]:
    """Return a function for the distance (map pixels) of stacks below the middle of a place, so that a printed plate is
    visible.

    `board` is the map of the sheet.
    """
    with_plate = frozenset(board.point_of(place.cell) for place in sheet.places if place.stamp is not None)
    down = BELOW_PLATE * sheet.hex_px
    return lambda point: down if point in with_plate else 0.0


def stack_steps(sheet: SheetRecord) -> StackOffsets | None:
    """Return the steps between the pieces of a stack; None if the sheet has none of its own."""
    stacks = sheet.stacks
    if stacks is None or (stacks.step is None and not stacks.as_hand):
        return None
    right, up = stacks.step or (0, 0)
    open_right, open_up = stacks.open_step or (right, up)
    return StackOffsets(right, up, open_right, open_up, stacks.as_hand, stacks.beneath)


def stack_anchor(sheet: SheetRecord, board: Map) -> Anchor:
    """Return the function for the positions of stacks on a sheet. Stacks that are not in the middle of their place are
    not shifted.
    """
    below = plates(sheet, board)
    named = frozenset((place.cell, board.point_of(place.cell)) for place in sheet.places)

    @cache
    def room(place: str) -> float:
        across = [x for x, _ in board.polygon_of(place)]
        return max(across) - min(across) if across else math.inf

    def anchor(place: str, x: int, y: int) -> StackAnchor:
        return StackAnchor(0.0, below((x, y)) if (place, (x, y)) in named else 0.0, room(place))

    return anchor
