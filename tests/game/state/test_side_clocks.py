"""Clocks of the sides: the time used, and its display."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.state.side_clocks import LONGEST_MS, Parts, in_parts, in_words, pressed, running, used_ms


@pytest.mark.parametrize(
    ("ms", "words"), [(0, "0:00"), (999, "0:00"), (65_000, "1:05"), (3_600_000, "1:00:00"), (90_061_000, "25:01:01")]
)
def test_times_in_words(ms: int, words: str) -> None:
    assert in_words(ms) == words


@given(st.lists(st.tuples(st.sampled_from(("A", "B", "")), st.integers(0, 10_000)), max_size=12))
def test_all_time_is_somebodys_while_a_clock_runs(presses: list[tuple[str, int]]) -> None:
    properties: dict[str, object] = {}
    now, counted = 0, 0
    for side, later_ms in presses:
        now += later_ms
        counted += later_ms if running(properties.get) else 0
        properties.update(pressed(properties.get, side, now))
    assert sum(used_ms(properties.get, side, now) for side in ("A", "B")) == counted


def test_a_clock_that_was_forgotten_has_not_run_for_days() -> None:
    properties = pressed({}.get, "A", 0)
    assert used_ms(properties.get, "A", 10 * LONGEST_MS) == LONGEST_MS
    assert used_ms(properties.get, "A", -5) == 0


MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.mark.parametrize(
    ("ms", "parts", "words"),
    [
        (4 * MINUTE + 5_600, {}, "4:05.6"),
        (HOUR + 4 * MINUTE + 5_600, {}, "1:04:05"),
        (4 * MINUTE + 5_600, {"tenths": "never"}, "0:04:05"),
        (4 * MINUTE + 5_600, {"tenths": "never", "hours": "never"}, "4:05"),
        (HOUR + 5_600, {"tenths": "always"}, "1:00:05.6"),
        (2 * DAY + 3 * HOUR, {}, "2d:03:00"),
        (2 * DAY + 3 * HOUR, {"seconds": "always"}, "2:03:00:00"),
        (2 * DAY + 3 * HOUR, {"days": "never"}, "51:00:00"),
        (5_600, {"days": "always"}, "0d:00:00"),
        (4 * MINUTE + 5_600, {"seconds": "never"}, "4"),
        (4 * MINUTE + 5_600, {"seconds": "never", "tenths": "always"}, "4:05.6"),
        (HOUR + 4 * MINUTE + 5_600, {"seconds": "never"}, "1:04"),
        (2 * DAY + 3 * HOUR + MINUTE, {"hours": "never"}, "2d:181"),
        (2 * DAY + 3 * HOUR, {"days": "never", "hours": "never", "tenths": "never"}, "3060:00"),
        (30_000, {"hours": "never", "tenths": "never"}, "0:30"),
        (12 * HOUR, {}, "12:00:00"),
    ],
)
def test_a_clock_shows_the_parts_that_are_wanted(ms: int, parts: dict, words: str) -> None:
    assert in_parts(ms, Parts(**parts)) == words
