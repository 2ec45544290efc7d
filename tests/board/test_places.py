"""Boxes and tracks."""

from typing import Any

import pytest

from tabletop.board import Box, Track


def test_a_box_has_its_middle_and_corners() -> None:
    box = Box("West Coast USA", 100, 20, 80, 61)
    assert box.middle == (140, 50)
    assert box.polygon == ((100, 20), (180, 20), (180, 81), (100, 81))


def test_a_box_without_size_is_refused() -> None:
    with pytest.raises(ValueError, match="'Flat'"):
        Box("Flat", 0, 0, 10, 0)


def corners(track: Track) -> list[tuple[int, int]]:
    return [(cell.x, cell.y) for cell in track.cells]


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ({}, [(0, 0), (10, 0), (20, 0), (30, 0), (40, 0)]),
        ({"heading": "left", "gap": 2}, [(0, 0), (-12, 0), (-24, 0), (-36, 0), (-48, 0)]),
        ({"line": 2}, [(0, 0), (10, 0), (0, 20), (10, 20), (0, 40)]),
        ({"line": 2, "winding": True}, [(0, 0), (10, 0), (10, 20), (0, 20), (0, 40)]),
        ({"heading": "down", "line": 3}, [(0, 0), (0, 20), (0, 40), (10, 0), (10, 20)]),
        ({"heading": "up"}, [(0, 0), (0, -20), (0, -40), (0, -60), (0, -80)]),
    ],
)
def test_how_a_track_runs(layout: dict[str, Any], expected: list[tuple[int, int]]) -> None:
    assert corners(Track("turn", tuple("12345"), 0, 0, 10, 20, **layout)) == expected


def test_the_cells_of_a_track_are_places_called_after_it() -> None:
    track = Track("general-track", ("0", "1", "19"), 0, 0, 30, 30)
    assert [cell.name for cell in track.cells] == ["general-track.0", "general-track.1", "general-track.19"]
    assert track.place("19") == "general-track.19"


def test_labels_of_a_track_must_differ() -> None:
    with pytest.raises(ValueError, match="'turn'"):
        Track("turn", ("1", "1"), 0, 0, 10, 10)
