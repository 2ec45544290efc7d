"""The standing points of stacks at a place: below the plate of a base, else in the middle of the hex."""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple, Protocol

from tabletop.board.map import Map
from tabletop.desktop.scene.pieces.stack_layout import StackOffsets
from tabletop.module.schema.map.map_sheet_records import SheetRecord

BELOW_PLATE = 0.36
"""How far below the middle of a hex with a plate its stacks stand, in widths of a hex."""


class StackAnchor(NamedTuple):
    """The standing of stacks at a place: shifted to the right and down, and with so much room (map pixels)."""

    dx: float = 0.0
    dy: float = 0.0
    room: float = math.inf


class Anchor(Protocol):
    """The standing point of the stacks at a place."""

    def __call__(self, place: str, x: int, y: int) -> StackAnchor:
        """Return how pieces at a point of a place stand."""
        ...


def plates(sheet: SheetRecord, board: Map) -> Callable[[tuple[int, int]], float]:
    """Return how far below the middle of a place (map pixels) its stacks stand: where a plate is printed, under it.

    `board` is the map of the sheet.
    """
    with_plate = frozenset(board.point_of(place.cell) for place in sheet.places if place.stamp is not None)
    down = BELOW_PLATE * sheet.hex_px
    return lambda point: down if point in with_plate else 0.0


def stack_steps(sheet: SheetRecord) -> StackOffsets | None:
    """Return how pieces lie on one another on a sheet that says so."""
    stacks = sheet.stacks
    if stacks is None or (stacks.step is None and not stacks.as_hand):
        return None
    right, up = stacks.step or (0, 0)
    open_right, open_up = stacks.open_step or (right, up)
    return StackOffsets(right, up, open_right, open_up, stacks.as_hand, stacks.beneath)


def stack_anchor(sheet: SheetRecord, board: Map) -> Anchor:
    """Return how stacks stand on a sheet and its map. What was not put in the middle of its place stays where it
    was put.
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
