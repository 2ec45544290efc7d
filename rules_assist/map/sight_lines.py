"""`SightLines`: the obstacles that block straight lines, indexed once.

Points are map pixels; heights are in any one unit. The rules decide elsewhere which places and hexsides block.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from rules_assist.schema.sight_rules import Along, Heights

Point: TypeAlias = tuple[float, float]
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]
Shapes: TypeAlias = npt.NDArray[np.object_]
Numbers: TypeAlias = npt.NDArray[np.int64]

NEAR: Final = 0.05
"""The tolerance in pixels. A line that only touches an edge or a corner enters no deeper than this."""


class Obstacle(NamedTuple):
    """An obstacle of sight: its place or hexside, its shape (a polygon or a line), and its height."""

    name: str
    shape: shapely.Geometry
    top: float = 1


class SightObstacle(NamedTuple):
    """An obstacle on a line: its name, the position of its middle along the line (0 at the viewer, 1 at the target),
    and its height.
    """

    name: str
    at: float
    top: float


class _Touch(NamedTuple):
    """An obstacle beside the line: its side (-1 or 1; 0 if the line runs along it), and its extent along the line."""

    met: SightObstacle
    side: int
    start: float
    end: float


class _Line(NamedTuple):
    """A line of sight: its ends and their heights."""

    start: Point
    end: Point
    eye: float
    target: float

    def shares(self, corners: Floats) -> list[float]:
        """Return the positions of points along the line, from 0 to 1."""
        away = np.array(self.end) - np.array(self.start)
        along: list[float] = np.clip((corners - self.start) @ away / (float(away @ away) or 1.0), 0, 1).tolist()
        return along

    def height(self, share: float) -> float:
        """Return the height of the line at a position along it, from 0 to 1."""
        return self.eye + (self.target - self.eye) * share

    def side(self, middle: Sequence[float]) -> int:
        """Return the side of the line on which a point lies: 1 or -1; 0 for a point on the line."""
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        away = dx * (middle[1] - self.start[1]) - dy * (middle[0] - self.start[0])
        if abs(away) <= NEAR * (dx * dx + dy * dy) ** 0.5:
            return 0
        return 1 if away > 0 else -1


class SightLines:
    """The obstacles of a map, ready for lines of sight.

    `heights` decides which of them are high enough to block. `along` decides about a line that runs along an edge or
    through a corner: obstacles on both sides of it block it, or obstacles on either side, or none.
    """

    def __init__(self, obstacles: Iterable[Obstacle], heights: Heights = "none", along: Along = "both") -> None:
        found = tuple(obstacles)
        self.names = tuple(obstacle.name for obstacle in found)
        self._heights = heights
        self._along = along
        self._tops = np.array([obstacle.top for obstacle in found], np.float64)
        self._shapes = np.array([obstacle.shape for obstacle in found], dtype=object)
        self._walls = shapely.get_dimensions(self._shapes) == 1
        self._middles: Floats = shapely.get_coordinates(shapely.centroid(self._shapes)).reshape(len(found), 2)
        self._tree = shapely.STRtree(shapely.buffer(self._shapes, NEAR, join_style="mitre"))

    @cached_property
    def _cores(self) -> Shapes:
        """The obstacles without their rims: a line that meets a core crosses the obstacle."""
        cores = np.empty(len(self._shapes), dtype=object)
        cores[~self._walls] = shapely.buffer(self._shapes[~self._walls], -NEAR, join_style="mitre")
        cores[self._walls] = _shortened(self._shapes[self._walls])
        shapely.prepare(cores)
        return cores

    # one line

    def blocked(
        self, start: Point, end: Point, eye: float = 0, target: float = 0, own: Collection[str] = ()
    ) -> tuple[SightObstacle, ...]:
        """Return the obstacles that block the line from one point to another, nearest first; none if it is clear.

        `eye` and `target` are the heights of its ends. The obstacles in `own`, those of the viewer and the target, do
        not count.
        """
        line = shapely.linestrings([start, end])
        near = self._tree.query(line, predicate="intersects")
        if own:
            near = np.array([n for n in near.tolist() if self.names[n] not in own], np.int64)
        if not len(near):
            return ()
        sight = _Line(start, end, eye, target)
        crosses = self._crosses(np.array([line]), near)
        found = self._met(near[crosses], line, sight)
        if self._along != "never" and not crosses.all():
            touches = self._touched(near[~crosses], line, sight)
            found += _blocking(touches, either=self._along == "either")
        return tuple(sorted(set(found), key=lambda each: (each.at, each.name)))

    def _met(self, numbers: Numbers, line: shapely.Geometry, sight: _Line) -> list[SightObstacle]:
        """Return the obstacles crossed by a line that are high enough."""
        tops, at = self._tops[numbers].tolist(), sight.shares(self._middles[numbers])
        found = [
            SightObstacle(self.names[n], where, top) for n, where, top in zip(numbers.tolist(), at, tops, strict=True)
        ]
        if self._heights == "none":
            return found
        ranges = (
            self._ranges(self._shapes[numbers], line, sight) if self._heights == "line" else [(0.0, 1.0)] * len(found)
        )
        return [met for met, within in zip(found, ranges, strict=True) if self._is_high(met.top, within, sight)]

    def _touched(self, numbers: Numbers, line: shapely.Geometry, sight: _Line) -> list[_Touch]:
        """Return the obstacles beside a line that are high enough."""
        at = sight.shares(self._middles[numbers])
        ranges = self._ranges(shapely.buffer(self._shapes[numbers], 2 * NEAR), line, sight)
        return [
            _Touch(SightObstacle(self.names[n], where, top), sight.side(self._middles[n].tolist()), *within)
            for n, where, within in zip(numbers.tolist(), at, ranges, strict=True)
            if self._is_high(top := float(self._tops[n]), within, sight)
        ]

    def _ranges(self, shapes: Shapes, line: shapely.Geometry, sight: _Line) -> list[tuple[float, float]]:
        """Return the stretch of the line within each of the shapes: its start and end, from 0 to 1; twice 0 if they
        do not meet.
        """
        corners, of = shapely.get_coordinates(shapely.intersection(shapes, line), return_index=True)
        shares = np.array(sight.shares(corners))
        parts = (shares[of == number] for number in range(len(shapes)))
        return [(float(part.min()), float(part.max())) if len(part) else (0.0, 0.0) for part in parts]

    def _is_high(self, top: float, within: tuple[float, float], sight: _Line) -> bool:
        match self._heights:
            case "none":
                return True
            case "line":
                return top > min(sight.height(share) for share in within)
            case "both":
                return top > max(sight.eye, sight.target)
            case "either":
                return top > min(sight.eye, sight.target)

    def _crosses(self, lines: Shapes, numbers: Numbers) -> Bools:
        """Return a mask of the pairs of a line and an obstacle in which the line goes through the obstacle.

        A wall must be crossed; a line that runs along it does not go through. A single line is paired with all
        obstacles.
        """
        cores = self._cores[numbers]
        through: Bools = shapely.intersects(cores, lines)
        walls = self._walls[numbers]
        if walls.any():
            points = shapely.get_dimensions(shapely.intersection(cores, lines)) == 0
            through &= ~walls | points
        return through

    # many lines

    def clear(
        self, starts: Floats, ends: Floats, eyes: Floats, targets: Floats, own: Sequence[Collection[str]]
    ) -> Bools:
        """Return a mask of those of many lines that are clear.

        The answers are the same as those of `blocked`, but come much faster.
        """
        count = len(starts)
        clear = np.ones(count, np.bool_)
        if not count or not len(self._shapes):
            return clear
        lines = _lines(np.stack((starts, ends), axis=1))
        at, near = self._tree.query(lines, predicate="intersects")
        keep = np.fromiter(
            (self.names[n] not in own[line] for line, n in zip(at.tolist(), near.tolist(), strict=True)),
            np.bool_,
            len(at),
        )
        at, near = at[keep], near[keep]
        certain, possible = self._high(near, eyes[at], targets[at])
        clear[at[self._crosses(lines[at], near) & certain]] = False
        for line in np.unique(at[possible & clear[at]]).tolist():
            ends_at = (tuple(starts[line].tolist()), tuple(ends[line].tolist()))
            clear[line] = not self.blocked(*ends_at, float(eyes[line]), float(targets[line]), own[line])
        return clear

    def _high(self, numbers: Numbers, eyes: Floats, targets: Floats) -> tuple[Bools, Bools]:
        """Return masks of obstacles: certainly high enough on lines between these heights, and possibly high enough."""
        tops = self._tops[numbers]
        above_both, above_one = tops > np.maximum(eyes, targets), tops > np.minimum(eyes, targets)
        match self._heights:
            case "none":
                return np.ones(len(tops), np.bool_), np.ones(len(tops), np.bool_)
            case "line":
                return above_both, above_one
            case "both":
                return above_both, above_both
            case "either":
                return above_one, above_one


def _shortened(walls: Shapes) -> Shapes:
    """Return walls without their ends."""
    lengths = shapely.length(walls)
    ends = [shapely.line_interpolate_point(walls, at) for at in (np.minimum(NEAR, lengths / 2), lengths - NEAR)]
    return _lines(np.stack([shapely.get_coordinates(end) for end in ends], axis=1))


def _lines(ends: Floats) -> Shapes:
    """Return lines between pairs of points."""
    found: Shapes = np.empty(len(ends), dtype=object)
    found[:] = shapely.linestrings(ends)
    return found


def _blocking(touches: Sequence[_Touch], *, either: bool) -> list[SightObstacle]:
    """Return the obstacles beside a line that block it: all of them, or those with another one opposite."""
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
