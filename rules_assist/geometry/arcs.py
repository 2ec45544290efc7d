"""Directions, arcs and areas: the places ahead of a piece, or around a place.

Angles are degrees clockwise from north. On a map, y runs down.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from rules_assist.geometry.place_shapes import Bools, Floats, Shapes
from tabletop.board.geometry import bearing, midpoint
from tabletop.board.map import Map

TOLERANCE: Final = 0.5
"""The tolerance in degrees.

Pieces are at whole pixels, so the direction of a place on the edge of an arc can be wrong by this much.
"""


def is_within(angle: float, start: float, end: float) -> bool:
    """Return whether an angle lies in the arc from `start` clockwise to `end`, both included."""
    return bool(_within(np.array([angle]), start, end)[0])


def _within(angles: Floats, start: float, end: float) -> Bools:
    """Return a mask of those of many angles that are in the arc."""
    found: Bools = (angles - start + TOLERANCE) % 360 <= end - start + 2 * TOLERANCE
    return found


def in_arc(shapes: Shapes, at: str, start: float, end: float) -> list[str]:
    """Return the places whose middle is in the arc from the middle of a place, without that place.

    There are none for a place without an outline.
    """
    number = shapes.numbers.get(at)
    if number is None:
        return []
    away = shapes.centres - shapes.centres[number]
    within = _within(np.degrees(np.arctan2(away[:, 0], -away[:, 1])) % 360, start, end)
    within[number] = False
    return [shapes.names[each] for each in within.nonzero()[0].tolist()]


def angle_of_side(board: Map, place: str, side: int) -> float:
    """Return the direction in which a side of a cell faces; 0 for a point. Sides count from 0, clockwise from north."""
    corners = board.polygon_of(place)
    if not corners:
        return 0.0
    middle = tuple(np.mean(corners, axis=0).tolist())
    first, last = corners[side % len(corners)], corners[(side + 1) % len(corners)]
    return bearing((middle[0], middle[1]), midpoint(first, last))


def side_towards(board: Map, place: str, angle: float) -> int:
    """Return the side of a cell that faces nearest to a direction; 0 for a point."""
    sides = range(len(board.polygon_of(place)))
    return min(sides, key=lambda side: abs((angle_of_side(board, place, side) - angle + 180) % 360 - 180), default=0)


def cells_ahead(board: Map, place: str, side: int, steps: Iterable[tuple[int, int]]) -> list[str]:
    """Return cells ahead of a piece in a cell, which faces one of the cell's sides.

    Each of `steps` gives the total number of steps, and how many of them go first over the side to the left (negative)
    or right of straight ahead. Cells outside the map are left out.
    """
    found = []
    for ahead, aside in steps:
        turned = side + (1 if aside > 0 else -1)
        at = _stepped(board, place, turned, abs(aside))
        at = _stepped(board, at, side, ahead - abs(aside))
        if at:
            found.append(at)
    return found


def _stepped(board: Map, place: str, side: int, steps: int) -> str:
    """Return the cell this number of steps away over the same side; "" outside the map."""
    for _ in range(steps):
        here = board.point_of(place)
        if here is None:
            return ""
        angle = angle_of_side(board, place, side)
        beside = ((other, board.point_of(other)) for other in board.neighbours(place))
        place = next(
            (other for other, point in beside if point and is_within(bearing(here, point), angle - 15, angle + 15)), ""
        )
    return place


def within_steps(board: Map, place: str, radius: int) -> list[str]:
    """Return the places at most this many steps from a place, with the place itself, nearest first."""
    steps, found = {place: 0}, [place]
    for at in found:  # grows during the loop
        if steps[at] < radius:
            for other in board.neighbours(at):
                if other not in steps:
                    steps[other] = steps[at] + 1
                    found.append(other)
    return found


def within_points(shapes: Shapes, place: str, radius: float) -> list[str]:
    """Return the places whose middle is at most this many map pixels from the middle of a place, with the place itself.

    There are none for a place without an outline.
    """
    number = shapes.numbers.get(place)
    if number is None:
        return []
    away = np.hypot(*(shapes.centres - shapes.centres[number]).T)
    return [shapes.names[each] for each in (away <= radius).nonzero()[0].tolist()]
