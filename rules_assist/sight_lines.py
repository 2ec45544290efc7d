"""`SightLines`: whether a straight line meets something that blocks it, and what; obstacles are indexed once.

Points are map pixels; heights are of any one unit. Which places and hexsides block is asked of the rules elsewhere.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from rules_assist.schema.geometry import Along, Heights

Point: TypeAlias = tuple[float, float]
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]
Shapes: TypeAlias = npt.NDArray[np.object_]

NEAR: Final = 0.05
"""Pixels. What a line only touches, along an edge or at a corner, it crosses no deeper than this."""


class Obstacle(NamedTuple):
    """Something that blocks sight: the place or hexside it belongs to, its shape (a polygon or a line), its height."""

    name: str
    shape: shapely.Geometry
    top: float = 1


class Met(NamedTuple):
    """What blocks a line: its name, where it begins to (0 at the viewer, 1 at the target), and its height."""

    name: str
    at: float
    top: float


class _Touch(NamedTuple):
    """An obstacle beside the line: on which side (-1, 1, 0: the line runs along it) and for how far."""

    met: Met
    side: int
    start: float
    end: float


class SightLines:
    """The obstacles of a map, ready to be looked through.

    `heights` says what is high enough to block, `along` what blocks a line that runs along an edge or through a
    corner: obstacles on both sides of it, on either, or none.
    """

    def __init__(self, obstacles: Iterable[Obstacle], heights: Heights = "none", along: Along = "both") -> None:
        found = tuple(obstacles)
        self.names = tuple(obstacle.name for obstacle in found)
        self._heights = heights
        self._along = along
        self._tops = np.array([obstacle.top for obstacle in found], np.float64)
        self._shapes = np.array([obstacle.shape for obstacle in found], dtype=object)
        self._tree = shapely.STRtree(self._shapes)

    @cached_property
    def _cores(self) -> Shapes:
        """The obstacles without their rims: what meets a core crosses the obstacle."""
        lines = shapely.get_dimensions(self._shapes) == 1
        cores = np.empty(len(self._shapes), dtype=object)
        cores[~lines] = shapely.buffer(self._shapes[~lines], -NEAR, join_style="mitre")
        cores[lines] = _shortened(self._shapes[lines])
        shapely.prepare(cores)
        return cores

    # one line

    def blocked(
        self, start: Point, end: Point, eye: float = 0, target: float = 0, own: Collection[str] = ()
    ) -> tuple[Met, ...]:
        """What blocks the line from one point to another, nearest first; nothing where it is clear.

        `eye` and `target` are the heights of its ends; obstacles named in `own`, those of the viewer and the target,
        do not count.
        """
        line = shapely.linestrings([start, end])
        near = [
            n for n in self._tree.query(line, predicate="dwithin", distance=NEAR).tolist() if self.names[n] not in own
        ]
        if not near:
            return ()
        crossing = _crosses(np.array([line]), self._shapes[near], self._cores[near])
        met = [
            self._met(n, line, start, end, eye, target) for n, crosses in zip(near, crossing, strict=True) if crosses
        ]
        found = [each for each in met if each is not None]
        if self._along != "never":
            beside = (n for n, crosses in zip(near, crossing, strict=True) if not crosses)
            touches = [self._touched(n, line, start, end, eye, target) for n in beside]
            found += _blocking([each for each in touches if each is not None], either=self._along == "either")
        return tuple(sorted(set(found), key=lambda each: (each.at, each.name)))

    def _met(
        self, number: int, line: shapely.Geometry, start: Point, end: Point, eye: float, target: float
    ) -> Met | None:
        """An obstacle that the line crosses, if it is high enough."""
        shares = _shares(shapely.intersection(line, self._shapes[number]), start, end)
        top = float(self._tops[number])
        if not shares or not self._is_high(top, shares, eye, target):
            return None
        return Met(self.names[number], min(shares), top)

    def _touched(
        self, number: int, line: shapely.Geometry, start: Point, end: Point, eye: float, target: float
    ) -> _Touch | None:
        """An obstacle beside the line, if it is high enough."""
        rim = shapely.buffer(self._shapes[number], 2 * NEAR)
        shares = _shares(shapely.intersection(line, rim), start, end)
        top = float(self._tops[number])
        if not shares or not self._is_high(top, shares, eye, target):
            return None
        met = Met(self.names[number], min(shares), top)
        return _Touch(met, _side(self._shapes[number], start, end), min(shares), max(shares))

    def _is_high(self, top: float, shares: Sequence[float], eye: float, target: float) -> bool:
        match self._heights:
            case "none":
                return True
            case "line":
                return top > min(eye + (target - eye) * share for share in shares)
            case "both":
                return top > max(eye, target)
            case "either":
                return top > min(eye, target)

    # many lines

    def clear(
        self, starts: Floats, ends: Floats, eyes: Floats, targets: Floats, own: Sequence[Collection[str]]
    ) -> Bools:
        """Of each line, whether nothing blocks it: the same as `blocked` for one after the other, and much faster."""
        count = len(starts)
        clear = np.ones(count, np.bool_)
        if not count or not len(self._shapes):
            return clear
        lines = _lines(np.stack((starts, ends), axis=1))
        at, near = self._tree.query(lines, predicate="dwithin", distance=NEAR)
        keep = np.fromiter(
            (self.names[n] not in own[line] for line, n in zip(at.tolist(), near.tolist(), strict=True)),
            np.bool_,
            len(at),
        )
        at, near = at[keep], near[keep]
        if self._heights == "none":
            clear[at[_crosses(lines[at], self._shapes[near], self._cores[near])]] = False
        for line in np.unique(at[clear[at]]).tolist():
            ends_at = (tuple(starts[line].tolist()), tuple(ends[line].tolist()))
            clear[line] = not self.blocked(*ends_at, float(eyes[line]), float(targets[line]), own[line])
        return clear


def _crosses(lines: Shapes, shapes: Shapes, cores: Shapes) -> Bools:
    """Whether lines go through obstacles, rather than beside them: a wall must be crossed, not followed."""
    through: Bools = shapely.intersects(cores, lines)
    walls = shapely.get_dimensions(shapes) == 1
    if walls.any():
        points = shapely.get_dimensions(shapely.intersection(cores, lines)) == 0
        through &= ~walls | points
    return through


def _shortened(walls: Shapes) -> Shapes:
    """Walls without their ends."""
    lengths = shapely.length(walls)
    ends = [shapely.line_interpolate_point(walls, at) for at in (np.minimum(NEAR, lengths / 2), lengths - NEAR)]
    return _lines(np.stack([shapely.get_coordinates(end) for end in ends], axis=1))


def _lines(ends: Floats) -> Shapes:
    """Lines between pairs of points."""
    found: Shapes = np.empty(len(ends), dtype=object)
    found[:] = shapely.linestrings(ends)
    return found


def _shares(part: shapely.Geometry, start: Point, end: Point) -> list[float]:
    """Where the corners of a part of a line lie on it, from 0 to 1."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy or 1.0
    along = [((x - start[0]) * dx + (y - start[1]) * dy) / square for x, y in shapely.get_coordinates(part).tolist()]
    return [min(max(share, 0.0), 1.0) for share in along]


def _side(shape: shapely.Geometry, start: Point, end: Point) -> int:
    """On which side of a line something lies: 1 or -1; 0 for a wall along which it runs."""
    x, y = shapely.get_coordinates(shapely.centroid(shape)).tolist()[0]
    dx, dy = end[0] - start[0], end[1] - start[1]
    away = dx * (y - start[1]) - dy * (x - start[0])
    if abs(away) <= NEAR * (dx * dx + dy * dy) ** 0.5:
        return 0
    return 1 if away > 0 else -1


def _blocking(touches: Sequence[_Touch], *, either: bool) -> list[Met]:
    """Those of the obstacles beside a line that block it: any, or those with another opposite."""
    if either:
        return [touch.met for touch in touches]
    return [
        touch.met
        for touch in touches
        if any(
            other.side == -touch.side != 0 and other.start <= touch.end and touch.start <= other.end
            for other in touches
        )
    ]
