"""Turn trackers: levels from the outermost in, each advancing when the one inside has finished."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker

WAR = Tracker(
    "Turn",
    (
        NumberLevel("Turn", 1, 16, {"1": "Dec 1941"}),
        NameLevel("Part", ("Japan", "Allies")),
        NameLevel("Phase", ("5", "6")),
    ),
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
    days = Tracker("Day", (NumberLevel("Day"), NameLevel("Half", ("AM", "PM"))))
    assert days.moved((0, 0), 101) == (50, 1)


SEASONS = Tracker(
    "Turn",
    (
        NumberLevel("Year", 1, 2, within=""),
        NameLevel("Summer", ("march", "fight"), within="Year"),
        NameLevel("Winter", ("rest",), within="Year"),
        NameLevel("After", ("peace",), within=""),
    ),
)


def walk(tracker: Tracker, steps: int, positions: tuple[int, ...] | None = None) -> list[tuple[str, ...]]:
    found = [positions or tracker.start]
    for _ in range(abs(steps)):
        found.append(tracker.moved(found[-1], 1 if steps > 0 else -1))
    return [tracker.labels(each) for each in found]


TURNS = [
    ("1", "march"), ("1", "fight"), ("1", "rest"), ("2", "march"), ("2", "fight"), ("2", "rest"), ("peace",),
]  # fmt: skip


def test_levels_within_the_same_one_come_in_turn() -> None:
    assert walk(SEASONS, 7) == [*TURNS, ("peace",)]
    end = SEASONS.moved(SEASONS.start, 6)
    assert walk(SEASONS, -7, end) == [*TURNS[::-1], ("1", "march")]


def test_an_endless_tracker_begins_again() -> None:
    endless = Tracker(SEASONS.name, SEASONS.levels, endless=True)
    assert walk(endless, 8) == [*TURNS, *TURNS[:2]]
    assert walk(endless, -2) == [TURNS[0], TURNS[-1], TURNS[-2]]
    days = Tracker("Day", (NumberLevel("Day"), NameLevel("Half", ("AM", "PM"))), endless=True)
    assert walk(days, -1) == [("1", "AM"), ("1", "AM")]


def test_a_level_that_rests_keeps_what_it_is_called() -> None:
    named = Tracker("T", (NameLevel("A", ("x", "y"), "Now", ""), NameLevel("B", ("z",), "Next", "")))
    assert named.properties(named.start) == {"tracker:T:A": 0, "Now": "x", "tracker:T:B": -1, "Next": "z"}
    after = named.moved(named.start, 2)
    assert (after, named.properties(after)["Now"]) == ((-1, 0), "x")
