"""Turn trackers: levels from the outermost in, each moving on when the one inside has run through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.tracker import Names, Row, Tracker

WAR = Tracker(
    "Turn", (Row("Turn", 1, 16, {"1": "Dec 1941"}), Names("Part", ("Japan", "Allies")), Names("Phase", ("5", "6")))
)


@pytest.mark.parametrize(
    ("now", "steps", "then"),
    [
        ((0, 0, 0), 1, (0, 0, 1)),
        ((0, 0, 1), 1, (0, 1, 0)),
        ((0, 1, 1), 1, (1, 0, 0)),
        ((1, 0, 0), -1, (0, 1, 1)),
        ((0, 0, 0), -1, (0, 0, 0)),
        ((15, 1, 1), 1, (15, 1, 1)),
        ((0, 0, 0), 9, (2, 0, 1)),
    ],
)
def test_moving(now: tuple[int, ...], steps: int, then: tuple[int, ...]) -> None:
    assert WAR.moved(now, steps) == then


def test_labels() -> None:
    assert WAR.label(0, 0) == "Dec 1941"
    assert WAR.label(0, 4) == "5"
    assert WAR.label(1, 1) == "Allies"


@given(st.integers(0, 63), st.integers(0, 63))
def test_on_and_back_again(start: int, steps: int) -> None:
    now = WAR.moved((0, 0, 0), start)
    there = WAR.moved(now, steps)
    if start + steps < 64:
        assert WAR.moved(there, -steps) == now


def test_a_level_without_end() -> None:
    days = Tracker("Day", (Row("Day"), Names("Half", ("AM", "PM"))))
    assert days.moved((0, 0), 101) == (50, 1)
