"""The courses of a flight: the ways to spend its points, worked out once for each ledger, wherever the flight is.

Each course begins in the hex (0, 0), facing north. So one search serves every flight with the same ledger.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from .board_hexes import STEPS, Offset
from .flight_motion import LEAVE, STRAIGHT, AirAction, FlightMotion, LedgerStep, Motion, PointLedger, PointTable

Pose: TypeAlias = tuple[Offset, int, int]
"""The offset from the start of a course, the facing, and the altitude."""

_NORTH: Final[Offset] = (0, 0)


class CoursePoint(NamedTuple):
    """A point of a course: the pose there, the ledger, and the step that led to it from the point `before`."""

    pose: Pose
    ledger: PointLedger
    step: LedgerStep | None = None
    before: int = -1


class FlownCourse(NamedTuple):
    """A course on a board: its actions, and the motions after them. `leaves`: its last action leaves the board."""

    actions: tuple[AirAction, ...]
    motions: tuple[Motion, ...]
    leaves: bool


class Courses:
    """The courses from one ledger, a shortest one to each pose with each number of points left and of levels dived.

    `richest`: the point with the most points left in each pose. `ends`: the point with none left, for each pose that
    has one.
    """

    def __init__(self, table: PointTable, start: PointLedger) -> None:
        first = (_NORTH, 0, start.altitude)
        self._points = points = [CoursePoint(first, start)]
        self.richest: dict[Pose, int] = {first: 0}
        self.ends: dict[Pose, int] = {} if start.points else {first: 0}
        seen = {(first, start.points, start.dived)}
        for before, (((x, y), facing, _), ledger, _, _) in enumerate(points):
            for step in table.steps(ledger):
                _, ahead, turn, after = step
                dx, dy = _NORTH if ahead is None else STEPS[(facing + ahead) % 6]
                pose = ((x + dx, y + dy), (facing + turn) % 6, after.altitude)
                key = (pose, after.points, after.dived)
                if key in seen:
                    continue
                seen.add(key)
                index = len(points)
                points.append(CoursePoint(pose, after, step, before))
                if after.points == 0:
                    self.ends.setdefault(pose, index)
                if after.points > points[self.richest.setdefault(pose, index)].ledger.points:
                    self.richest[pose] = index

    def ledger(self, index: int) -> PointLedger:
        """Return the ledger at a point."""
        return self._points[index].ledger

    def steps(self, index: int) -> Sequence[LedgerStep]:
        """Return the steps from the start to a point."""
        return tuple(self._steps_back(index))[::-1]

    def _steps_back(self, index: int) -> Iterator[LedgerStep]:
        while index > 0:
            point = self._points[index]
            if point.step is not None:
                yield point.step
            index = point.before


def flown(steering: FlightMotion, start: Motion, steps: Iterable[LedgerStep]) -> FlownCourse | None:
    """Return a course flown on a board; None if it leaves the board in another way than straight ahead."""
    actions, motions, motion = list[AirAction](), list[Motion](), start
    for step in steps:
        hex = motion.hex if step.ahead is None else steering.ahead(motion.hex, motion.facing + step.ahead)
        if hex is None:
            return FlownCourse((*actions, LEAVE), tuple(motions), leaves=True) if step.action is STRAIGHT else None
        motion = Motion(hex, (motion.facing + step.turn) % 6, step.after)
        actions.append(step.action)
        motions.append(motion)
    return FlownCourse(tuple(actions), tuple(motions), leaves=False)


@cache
def turned(offset: Offset, by: int) -> Offset:
    """Return an offset after a turn to the right by this number of hexsides."""
    right = offset[0] // 3
    ahead = -(offset[1] + right) // 2
    (x1, y1), (x2, y2) = STEPS[by % 6], STEPS[(by + 1) % 6]
    return ahead * x1 + right * x2, ahead * y1 + right * y2
